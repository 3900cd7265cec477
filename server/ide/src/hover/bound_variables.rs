//! Variables that something around a place binds: they are no constants and no elements of that name,
//! and those that count are said to.

use cindyscript_hir::builtins::IterationKind;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{OperandScope, TermId, TermKind};
use cindyscript_hir::types::Type;
use text_size::TextRange;

use crate::analysis::AppletAnalysis;

/// The innermost loop, function or other code around a variable that binds it, if any does.
pub(super) fn binder(applet: &AppletAnalysis, variable: TermId, name: NameId) -> Option<TermId> {
    let program = &applet.program;
    let mut inner = variable;
    applet.around(variable).find(|&outer| {
        let operand = std::mem::replace(&mut inner, outer);
        let named = match program.kind(outer) {
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                [iteration.element_term, iteration.index_term]
            }
            TermKind::Special(id) => [program.special(id).variable_term, None],
            TermKind::Define(_) => [None; 2],
            _ => return false,
        };
        let mut scope = OperandScope::Same;
        program.for_each_scoped_operand(outer, |other, of| {
            if other == operand {
                scope = of;
            }
        });
        named.contains(&Some(operand)) || program.bound_in(scope).any(|bound| bound == name)
    })
}

/// What a variable of a loop counts, or that it runs through the keys of a dictionary; what it runs
/// through otherwise is the cause of its type.
pub(super) fn count(
    applet: &AppletAnalysis,
    binder: TermId,
    name: NameId,
    link: &dyn Fn(TextRange) -> String,
) -> Option<String> {
    let program = &applet.program;
    let TermKind::Iterate(id) = program.kind(binder) else {
        return None;
    };
    let iteration = program.iteration(id);
    let domain = iteration.domain;
    let count = if iteration.index == Some(name) {
        let types = applet.slots(domain).into_iter();
        let mut types = types.map(|slot| applet.solution.ty(slot));
        let what = match types.any(|ty| *ty == Type::Dictionary) {
            true => "runs through the keys",
            false => "counts the values",
        };
        format!("{what} of `{}`", applet.text(domain))
    } else if iteration.kind == IterationKind::Repeat {
        "counts the rounds of `repeat`".to_owned()
    } else {
        return None;
    };
    let range = applet.range(domain);
    let line = applet.line(range.start());
    Some(format!("{count} in [line {line}]({})", link(range)))
}
