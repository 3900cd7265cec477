//! Ranges that are only counted through: `1..n` in `sum(1..n, k, ...)`. No pixel needs the list, so
//! its ends are numbers like others, and changing them changes no code.

use cindyscript_hir::builtins::{Effect, Intrinsic};
use cindyscript_hir::program::{IterationKind, Program, TermId, TermKind};

/// The list of which a term wants the elements one after the other, and nothing else.
pub fn consumed(program: &Program, term: TermId) -> Option<TermId> {
    match program.kind(term) {
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            let wanted = match iteration.kind {
                IterationKind::ForAll
                | IterationKind::Sum
                | IterationKind::Product
                | IterationKind::Max
                | IterationKind::Min => true,
                IterationKind::Repeat
                | IterationKind::Apply
                | IterationKind::Select
                | IterationKind::Sort => false,
            };
            wanted.then_some(iteration.domain)
        }
        TermKind::Call {
            callee, arguments, ..
        } => {
            let row = program.callee(callee);
            let builtin = row.plain_builtin();
            let folds = builtin.is_some_and(|builtin| builtin.row().folds.is_some());
            match program.children(arguments) {
                &[list] if folds => Some(list),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The range behind the list that `consumer` wants, if nobody needs that list as a whole: it is
/// the range, or what `apply` and `select` make of it.
pub fn counted_range(program: &Program, consumer: TermId) -> Option<TermId> {
    let mut bodies = Vec::new();
    if let TermKind::Iterate(id) = program.kind(consumer) {
        bodies.push(program.iteration(id).body);
    }
    let mut list = consumed(program, consumer)?;
    loop {
        match program.kind(list) {
            TermKind::Sequence(operands) => match *program.children(operands) {
                [only] => list = only,
                _ => return None,
            },
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                if !matches!(iteration.kind, IterationKind::Apply | IterationKind::Select) {
                    return None;
                }
                bodies.push(iteration.body);
                list = iteration.domain;
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let is_range = program.callee(callee).is(Intrinsic::Range);
                // Several bodies take turns then: they must not see each other's work.
                let in_turns =
                    bodies.len() < 2 || bodies.iter().all(|&body| is_pure(program, body));
                let ends = program.children(arguments).len() == 2;
                return (is_range && in_turns && ends).then_some(list);
            }
            _ => return None,
        }
    }
}

/// Whether evaluating a term changes nothing, as far as its text says so.
fn is_pure(program: &Program, term: TermId) -> bool {
    program.subtree(term).all(|term| match program.kind(term) {
        TermKind::Call { callee, .. } => {
            let row = program.callee(callee);
            let builtin = row.builtin.map(|builtin| builtin.row().effect);
            row.definitions.is_empty() && builtin.is_none_or(|effect| effect == Effect::None)
        }
        TermKind::Undefined
        | TermKind::Number(_)
        | TermKind::Text(_)
        | TermKind::Variable(_)
        | TermKind::Sequence(_)
        | TermKind::List(_)
        | TermKind::Index { .. }
        | TermKind::Field { .. }
        | TermKind::If { .. }
        | TermKind::Iterate(_) => true,
        _ => false,
    })
}
