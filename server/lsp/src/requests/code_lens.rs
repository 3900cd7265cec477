//! `textDocument/codeLens`.

use cindyscript_ide::code_lens;

use super::execute_command::PREVIEW_OPEN;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{CodeLens, Command, Range};

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

/// A lens must not span lines: of a longer range the place where it begins.
fn on_one_line(range: Range) -> Range {
    if range.start.line == range.end.line {
        range
    } else {
        Range::new(range.start, range.start)
    }
}
