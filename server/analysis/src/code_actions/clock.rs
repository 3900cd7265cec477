//! A clock that starts with the applet.

use cindyscript_applet::Event;
use text_size::TextRange;

use super::{Edit, Remedy, define};
use crate::analysis::AppletAnalysis;
use crate::program::{ScriptId, TermId, TermKind};

/// Calls `resetclock()` before anything else in the applet's init script, if there is one.
pub(super) fn reset(applet: &AppletAnalysis, _: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let scripts = program.scripts.iter().enumerate();
    let own = scripts.filter(|(index, script)| {
        script.event == Some(Event::Init) && !applet.is_library(ScriptId(*index as u32))
    });
    let first = own.filter_map(|(_, script)| match program.kind(script.root) {
        TermKind::Sequence(statements) => program.children(statements).first().copied(),
        _ => None,
    });
    let at = first.map(|statement| applet.range(statement).start());
    let edit = |at| {
        let indent = define::indent(applet.document.text(), at);
        Edit {
            range: TextRange::empty(at),
            text: format!("resetclock();\n{indent}"),
        }
    };
    let remedy = |at| Remedy {
        title: "call `resetclock()` in the init script".to_owned(),
        edits: vec![edit(at)],
    };
    at.into_iter().take(1).map(remedy).collect()
}
