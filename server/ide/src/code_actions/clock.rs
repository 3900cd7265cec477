//! A clock that starts with the applet.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Program, TermId, TermKind};

use super::{Remedy, init_script};
use crate::analysis::AppletAnalysis;

/// Calls `resetclock()` before anything else in the applet's init script. Nothing where the clock is
/// not of that kind.
pub(super) fn reset(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    if !program
        .callees
        .iter()
        .any(|callee| callee.is(Intrinsic::Seconds))
        || is_stamp(program, term)
    {
        return Vec::new();
    }
    let edit = init_script::begin_with(applet, "resetclock();");
    let remedy = edit.map(|edit| Remedy {
        title: "call `resetclock()` in the init script".to_owned(),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

/// Whether a term is made of `timestamp()`, which no clock changes.
fn is_stamp(program: &Program, term: TermId) -> bool {
    let mut below = program.subtree(term);
    below.any(|term| match program.kind(term) {
        TermKind::Call { callee, .. } => program.callee(callee).is(Intrinsic::Timestamp),
        _ => false,
    })
}
