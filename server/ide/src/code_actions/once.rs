//! A statement that a script runs in each frame, moved to where it runs once.

use cindyscript_hir::program::{TermId, TermKind};

use super::{FileEdit, Remedy, init_script};
use crate::analysis::AppletAnalysis;
use cindyscript_analysis::statements::removal;

/// Moves the statement that a term is to the beginning of the init script.
pub(super) fn in_init_script(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let parent = applet.parent(term).map(|parent| program.kind(parent));
    let Some(TermKind::Sequence(statements)) = parent else {
        return Vec::new();
    };
    let statement = format!("{};", applet.written(term));
    let title = format!("move `{statement}` to the init script");
    let removed = removal(applet, program.children(statements), term);
    let (Some(range), Some(added)) = (removed, init_script::begin_with(applet, &statement)) else {
        return Vec::new();
    };
    let edits = match added.range.start() == range.start() {
        true => vec![FileEdit {
            range,
            text: added.text,
        }],
        false => vec![
            added,
            FileEdit {
                range,
                text: String::new(),
            },
        ],
    };
    vec![Remedy { title, edits }]
}
