//! Terms that may have no value although their types say what it would be.
//!
//! A type says nothing about that, for ⊥ lies below every other. It matters where a value is made
//! of what has none: `[1] ++ row(m, 7)` is `[1]`, so that its length is known only where both
//! operands certainly have a value.

use cindyscript_hir::program::{Callee, Children, IterationKind, Program, TermId, TermKind};

use crate::constants::KnownNumbers;

/// Terms that are nested deeper are not looked at.
const DEPTH: usize = 16;

/// Whether a term has a value whenever its operands have values of their types. Variables count as
/// having one: that they are read before they are assigned is said elsewhere.
pub(super) fn has_value(numbers: KnownNumbers<'_>, term: TermId) -> bool {
    within(numbers, term, DEPTH)
}

fn within(numbers: KnownNumbers<'_>, term: TermId, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let program = numbers.program;
    let value = |term| within(numbers, term, depth);
    match program.kind(term) {
        TermKind::Number(_)
        | TermKind::Text(_)
        | TermKind::Variable(_)
        | TermKind::List(_)
        | TermKind::Dictionary(_)
        | TermKind::Field { .. } => true,
        // A number in the text that is no index of the list has shown in the type.
        TermKind::Index { base, index } => numbers.of(index).is_some() && value(base),
        TermKind::Sequence(operands) => program
            .children(operands)
            .last()
            .copied()
            .is_some_and(value),
        TermKind::Assign { value: source, .. } => value(source),
        TermKind::If {
            condition,
            then,
            otherwise,
        } => value(condition) && value(then) && otherwise.is_some_and(value),
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            match iteration.kind {
                IterationKind::Apply | IterationKind::Select | IterationKind::Sort => {
                    value(iteration.domain)
                }
                IterationKind::Sum | IterationKind::Product => {
                    value(iteration.domain) && value(iteration.body)
                }
                // Of nothing, nothing comes.
                IterationKind::Repeat
                | IterationKind::ForAll
                | IterationKind::Max
                | IterationKind::Min => false,
            }
        }
        TermKind::Call {
            callee, arguments, ..
        } => call_has_value(program, program.callee(callee), arguments, value),
        _ => false,
    }
}

/// True if a call has a value, where `value` says so of its operands and of the bodies it runs.
fn call_has_value(
    program: &Program,
    callee: &Callee,
    arguments: Children,
    value: impl Fn(TermId) -> bool + Copy,
) -> bool {
    let operands = || program.children(arguments).iter().copied().all(value);
    match callee.builtin {
        _ if callee.runs_code() => false,
        _ if !callee.definitions.is_empty() => {
            let mut definitions = callee.definitions.iter();
            definitions.all(|&function| value(program.function(function).body))
        }
        Some(builtin) => builtin.row().is_total && operands(),
        None => false,
    }
}
