//! `textDocument/inlayHint`.

use cindyscript_ide::inlay_hints::{self, HintConfig, HintKind};
use cindyscript_ide::observations::{self, Observations};

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintLabelPart, InlayHintTooltip, Location,
    MarkupContent, MarkupKind, Range,
};

/// The types to be shown within the text, in a part of it, and the values that were observed.
pub(crate) fn inlay_hints(
    snapshot: &Snapshot,
    range: Range,
    config: &HintConfig,
    observed: Option<&Observations>,
) -> Vec<InlayHint> {
    let range = snapshot.to_text_range(range);
    let types = inlay_hints::inlay_hints(&snapshot.analysis, range, config);
    let values = observed.map(|seen| observations::value_hints(&snapshot.analysis, seen, range));
    types
        .into_iter()
        .chain(values.into_iter().flatten())
        .map(|hint| inlay_hint(snapshot, hint))
        .collect()
}

fn inlay_hint(snapshot: &Snapshot, hint: inlay_hints::InlayHint) -> InlayHint {
    // Editors' own padding is a hair wide.
    let label = match hint.kind {
        HintKind::Value => format!(" {}", hint.label),
        HintKind::Argument => format!("{} ", hint.label),
        HintKind::Variable | HintKind::Colorplot | HintKind::Parameter | HintKind::Result => {
            hint.label
        }
    };
    InlayHint {
        position: snapshot.to_position(hint.offset),
        label: match hint.target {
            Some(target) => InlayHintLabel::LabelParts(vec![InlayHintLabelPart {
                value: label,
                location: Some(Location::new(
                    snapshot.uri.clone(),
                    snapshot.to_range(target),
                )),
                ..InlayHintLabelPart::default()
            }]),
            None => InlayHintLabel::String(label),
        },
        kind: Some(match hint.kind {
            HintKind::Variable | HintKind::Colorplot | HintKind::Result | HintKind::Value => {
                InlayHintKind::TYPE
            }
            HintKind::Parameter | HintKind::Argument => InlayHintKind::PARAMETER,
        }),
        text_edits: None,
        tooltip: (!hint.tooltip.is_empty()).then_some(InlayHintTooltip::MarkupContent(
            MarkupContent {
                kind: MarkupKind::Markdown,
                value: hint.tooltip,
            },
        )),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
