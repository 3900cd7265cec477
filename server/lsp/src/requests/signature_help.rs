//! `textDocument/signatureHelp`.

use cindyscript_ide::signature_help::{self, CallSignature, SignatureArgument};
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use text_size::TextSize;

use crate::client_features::ClientFeatures;
use crate::markup::markup;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    Documentation, ParameterInformation, ParameterLabel, Position, SignatureHelp,
    SignatureHelpOptions, SignatureInformation,
};

/// The characters that make an editor ask; the last one ends the arrow of a modifier.
const TRIGGERS: [&str; 3] = ["(", ",", ">"];

/// The capability.
pub(crate) fn options() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(TRIGGERS.map(str::to_owned).into()),
        ..SignatureHelpOptions::default()
    }
}

/// Signatures as the editor takes them.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// What the library can write: of an argument that is none it says nothing.
    pub(crate) help: SignatureHelp,
    /// Whether `null` is to be written there.
    says_none: bool,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut help = serde_json::to_value(&self.help).map_err(S::Error::custom)?;
        if self.says_none {
            say_none(&mut help);
            let signatures = help.get_mut("signatures").and_then(Value::as_array_mut);
            signatures.into_iter().flatten().for_each(say_none);
        }
        help.serialize(serializer)
    }
}

/// Says that no argument is active where nothing is said of it.
fn say_none(one: &mut Value) {
    if let Some(one) = one.as_object_mut() {
        one.entry("activeParameter").or_insert(Value::Null);
    }
}

/// The signatures of the call around a position. Arguments are parts of the label where the editor
/// takes these, else texts.
pub(crate) fn signature_help(
    snapshot: &Snapshot,
    position: Position,
    features: ClientFeatures,
) -> Option<Answer> {
    let offset = snapshot.to_offset(position);
    let help = signature_help::signature_help(&snapshot.analysis, offset)?;
    let active = help.signatures.get(help.active);
    let active_parameter = active.and_then(|signature| number(signature.active?));
    let signatures = help.signatures.into_iter();
    let help = SignatureHelp {
        signatures: signatures.map(|it| information(it, features)).collect(),
        active_signature: number(help.active),
        active_parameter,
    };
    Some(Answer {
        help,
        says_none: features.takes_no_parameter,
    })
}

fn information(signature: CallSignature, features: ClientFeatures) -> SignatureInformation {
    let label = signature.label;
    let parameters = signature.parameters.into_iter();
    let parameters = parameters
        .map(|it| parameter(&label, it, features))
        .collect();
    SignatureInformation {
        documentation: signature.documentation.map(|it| documented(it, features)),
        parameters: Some(parameters),
        // Past the last: no argument is active.
        active_parameter: signature.active.and_then(number),
        label,
    }
}

fn parameter(
    label: &str,
    parameter: SignatureArgument,
    features: ClientFeatures,
) -> ParameterInformation {
    // The protocol counts in units of UTF-16 here, whatever positions are counted in.
    let units = |end: TextSize| {
        let before = label.get(..usize::from(end)).unwrap_or(label);
        u32::try_from(before.encode_utf16().count()).unwrap_or_default()
    };
    let range = parameter.range;
    let text = label.get(std::ops::Range::<usize>::from(range));
    ParameterInformation {
        label: match features.label_offsets {
            true => ParameterLabel::LabelOffsets([units(range.start()), units(range.end())]),
            false => ParameterLabel::Simple(text.unwrap_or_default().to_owned()),
        },
        documentation: parameter.documentation.map(|it| documented(it, features)),
    }
}

fn documented(text: String, features: ClientFeatures) -> Documentation {
    Documentation::MarkupContent(markup(text, features.plain_text))
}

fn number(index: usize) -> Option<u32> {
    u32::try_from(index).ok()
}
