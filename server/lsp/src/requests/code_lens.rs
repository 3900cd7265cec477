//! `textDocument/codeLens` and `codeLens/resolve`: uses of names are counted for the lenses that are
//! on the screen.

use std::str::FromStr;

use cindyscript_ide::code_lens::{colorplots, names, uses};
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{CodeActionOrCommand, CodeLens, Command, Range, Uri};

use super::execute_command::{PREVIEW_CLOSE, PREVIEW_OPEN};
use crate::client_features::{ClientFeatures, DEBUG_PLOT, SHOW_REFERENCES};
use crate::session::RequestContext;
use crate::snapshot::{Generation, Snapshot};

/// What a lens that is not resolved yet is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unresolved {
    uri: String,
    /// That of the text that its range lies in.
    generation: Generation,
}

/// A way to the preview above each colorplot, or to its end, and the uses of each name that settings ask for.
pub(crate) fn code_lenses(
    snapshot: &Snapshot,
    context: &RequestContext,
    features: ClientFeatures,
) -> Vec<CodeLens> {
    let uri = snapshot.uri.as_str();
    let (plots, is_open) = (context.plots.all(), context.has_preview);
    let plots = colorplots(&snapshot.analysis, context.frame, plots, is_open);
    let command = match is_open {
        true => PREVIEW_CLOSE,
        false => PREVIEW_OPEN,
    };
    let debugs = is_open && features.debugs_plots;
    let plots = plots.into_iter().flat_map(|lens| {
        let range = on_one_line(snapshot.to_range(lens.range));
        let lens_of = |title: &str, command: &str, arguments| CodeLens {
            range,
            command: Some(Command {
                title: title.to_owned(),
                command: command.to_owned(),
                arguments: Some(arguments),
            }),
            data: None,
        };
        let way = lens_of(&lens.title, command, vec![uri.into()]);
        let line = range.start.line + 1;
        let debug = || lens_of("Debug a pixel", DEBUG_PLOT, vec![uri.into(), line.into()]);
        [way].into_iter().chain(debugs.then(debug))
    });
    let data = Unresolved {
        uri: uri.to_owned(),
        generation: snapshot.generation,
    };
    let data = serde_json::to_value(data).ok();
    let counted = context.settings.code_lens.into();
    // Without the command there would be nothing to be clicked.
    let names = features
        .shows_references
        .then(|| names(&snapshot.analysis, counted));
    let names = names.into_iter().flatten().map(|range| {
        let mut lens = CodeLens {
            range: on_one_line(snapshot.to_range(range)),
            command: None,
            data: data.clone(),
        };
        // Others show that it is not resolved yet, at every edit.
        if !features.resolves_code_lenses {
            resolve(snapshot, &mut lens);
        }
        lens
    });
    plots.chain(names).collect()
}

/// The document that a lens is about, if it is one that is not resolved yet.
pub(crate) fn document(lens: &CodeLens) -> Option<Uri> {
    let data: Unresolved = serde_json::from_value(lens.data.clone()?).ok()?;
    Uri::from_str(&data.uri).ok()
}

/// A lens with the number of uses of the name in its range. Of another version of the text, it stays
/// as it is: the editor asks for others after an edit.
pub(crate) fn resolve(snapshot: &Snapshot, lens: &mut CodeLens) {
    let data = lens.data.take().map(serde_json::from_value::<Unresolved>);
    if !matches!(data, Some(Ok(data)) if data.generation == snapshot.generation) {
        return;
    }
    let start = lens.range.start;
    let (places, title) = uses(&snapshot.analysis, snapshot.to_offset(start));
    let places: Vec<_> = places
        .into_iter()
        .map(|place| snapshot.location(place))
        .collect();
    let arguments = [
        serde_json::to_value(&snapshot.uri),
        serde_json::to_value(start),
        serde_json::to_value(places),
    ];
    lens.command = Some(Command {
        title,
        command: SHOW_REFERENCES.to_owned(),
        arguments: arguments.into_iter().collect::<Result<_, _>>().ok(),
    });
}

/// The way to the preview of an applet, or to its end, for editors that have no lenses.
pub(crate) fn preview_action(snapshot: &Snapshot, is_open: bool) -> Option<CodeActionOrCommand> {
    let is_applet = !snapshot.analysis.document.applets().is_empty();
    let (title, command) = match is_open {
        true => ("Close preview", PREVIEW_CLOSE),
        false => ("Open preview", PREVIEW_OPEN),
    };
    is_applet.then(|| {
        CodeActionOrCommand::Command(Command {
            title: title.to_owned(),
            command: command.to_owned(),
            arguments: Some(vec![snapshot.uri.as_str().into()]),
        })
    })
}

/// A lens must not span lines: of a longer range the place where it begins.
fn on_one_line(range: Range) -> Range {
    if range.start.line == range.end.line {
        range
    } else {
        Range::new(range.start, range.start)
    }
}
