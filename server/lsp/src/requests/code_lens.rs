//! `textDocument/codeLens`.

use cindyscript_ide::code_lens;

use super::execute_command::PREVIEW_OPEN;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{CodeActionOrCommand, CodeLens, Command, Range};

/// A way to the preview above each colorplot.
pub(crate) fn code_lenses(snapshot: &Snapshot) -> Vec<CodeLens> {
    let argument = snapshot.uri.as_str();
    code_lens::code_lenses(&snapshot.analysis)
        .into_iter()
        .map(|lens| {
            let range = snapshot.to_range(lens.range);
            CodeLens {
                range: on_one_line(range),
                command: Some(Command {
                    title: lens.title,
                    command: PREVIEW_OPEN.to_owned(),
                    arguments: Some(vec![argument.into()]),
                }),
                data: None,
            }
        })
        .collect()
}

/// The way to the preview of an applet, for editors that have no lenses.
pub(crate) fn preview_action(snapshot: &Snapshot) -> Option<CodeActionOrCommand> {
    let is_applet = !snapshot.analysis.document.applets().is_empty();
    is_applet.then(|| {
        CodeActionOrCommand::Command(Command {
            title: "Open preview".to_owned(),
            command: PREVIEW_OPEN.to_owned(),
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
