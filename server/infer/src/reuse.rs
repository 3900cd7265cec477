//! When a program has the types of an earlier one: after an edit of a number, of space or of a
//! comment, say.

use std::ops::Range;

use cindyscript_hir::program::{Program, Term, TermId, TermKind};

use crate::constants::KnownNumbers;
use crate::rules::{number, numbers_decide};

/// Whether two programs, of which all terms but these were lowered from the same text, have the same
/// terms up to their places in the text and to numbers of the same type. Then the split is the same
/// as well.
pub fn same_terms(a: &Program, b: &Program, changed: &[Range<usize>]) -> bool {
    let same_kind = |a: TermKind, b: TermKind| match (a, b) {
        (TermKind::Number(a), TermKind::Number(b)) => number(a) == number(b),
        _ => a == b,
    };
    let names = || a.names.iter().eq(b.names.iter());
    let terms = || {
        let mut parts = changed.iter();
        parts.all(|part| {
            let (a, b) = (a.terms.get(part.clone()), b.terms.get(part.clone()));
            let mut terms = a.into_iter().flatten().zip(b.into_iter().flatten());
            terms.all(|(a, b)| {
                same_kind(a.kind, b.kind) && (a.first, a.script) == (b.first, b.script)
            })
        })
    };
    let modifiers = || {
        let parts = |program: &Program| -> Vec<_> {
            let modifiers = program.modifiers.iter();
            modifiers.map(|m| (m.name, m.value)).collect()
        };
        parts(a) == parts(b)
    };
    let functions = || {
        let mut functions = a.functions.iter().zip(&b.functions);
        functions.all(|(a, b)| {
            let parameters = a.parameters.iter().map(|parameter| parameter.name);
            (a.callee, a.body, a.script, a.captured) == (b.callee, b.body, b.script, b.captured)
                && parameters.eq(b.parameters.iter().map(|parameter| parameter.name))
        })
    };
    let plots = || {
        let mut plots = a.plots.iter().zip(&b.plots);
        plots.all(|(a, b)| (a.term, a.form, a.body) == (b.term, b.form, b.body))
    };
    (a.terms.len(), a.functions.len(), a.plots.len())
        == (b.terms.len(), b.functions.len(), b.plots.len())
        && terms()
        && names()
        && a.children == b.children
        && a.texts == b.texts
        && a.scripts == b.scripts
        && a.callees == b.callees
        && a.iterations == b.iterations
        && a.specials == b.specials
        && modifiers()
        && functions()
        && plots()
}

/// Whether programs with the same terms also have the same numbers wherever these decide types.
pub fn same_numbers(a: KnownNumbers<'_>, b: KnownNumbers<'_>, changed: &[Range<usize>]) -> bool {
    let same = |operands: &[TermId]| {
        let mut operands = operands.iter();
        operands.all(|&operand| a.of(operand) == b.of(operand))
    };
    let is_same = |term: &Term| match term.kind {
        TermKind::Call {
            callee, arguments, ..
        } => {
            let row = a.program.callee(callee);
            let decided = row.definitions.is_empty() && row.builtin.is_some_and(numbers_decide);
            !decided || same(a.program.children(arguments))
        }
        TermKind::Index { base, index } => same(&[base, index]),
        _ => true,
    };
    if a.constants != b.constants {
        return a.program.terms.iter().all(is_same);
    }
    let mut parts = changed
        .iter()
        .filter_map(|part| a.program.terms.get(part.clone()));
    parts.all(|part| part.iter().all(is_same))
}
