//! Values that nobody uses: of the statements before the last, and of what only does something.
//! Their types need not exist.

use crate::infer::{BodyId, BodyKind, Solution, Subject};
use crate::program::{IterationKind, Program, TermId, TermKind};

/// Functions that are called for what they do, by functions that are, are followed so deep.
const DEPTH: usize = 16;

/// Whether nobody uses the value of a term of a body.
pub(crate) fn is_discarded(
    program: &Program,
    solution: &Solution,
    body: BodyId,
    term: TermId,
) -> bool {
    within(program, solution, body, term, DEPTH)
}

fn within(program: &Program, solution: &Solution, id: BodyId, term: TermId, depth: usize) -> bool {
    let body = solution.body(id);
    match fate(program, body.root, term) {
        Fate::Discarded => true,
        Fate::Used => false,
        Fate::Result => {
            let Some(depth) = depth.checked_sub(1) else {
                return false;
            };
            match body.kind {
                BodyKind::Function(_) => {}
                // The value of a loop is that of its last round.
                BodyKind::Round(of) => {
                    return matches!(solution.slot(of).subject, Subject::Term(term)
                        if is_forall(program, term)
                            && within(program, solution, solution.slot(of).body, term, depth));
                }
                BodyKind::Script(_) | BodyKind::Plot(_) | BodyKind::Uniform => return false,
            }
            let calls = solution.calls.iter();
            let mut calls = calls.filter(|(_, callees)| callees.contains(&id));
            calls.all(|(&call, _)| {
                let slot = solution.slot(call);
                matches!(slot.subject, Subject::Term(term)
                    if within(program, solution, slot.body, term, depth))
            })
        }
    }
}

fn is_forall(program: &Program, term: TermId) -> bool {
    matches!(program.kind(term), TermKind::Iterate(id)
        if program.iteration(id).kind == IterationKind::ForAll)
}

/// What becomes of a value.
enum Fate {
    Discarded,
    Used,
    /// It is the value of the whole body.
    Result,
}

fn fate(program: &Program, root: TermId, term: TermId) -> Fate {
    let mut fate = Fate::Result;
    let mut at = root;
    while at != term {
        let mut next = None;
        program.for_each_operand(at, |operand| {
            if (program.term(operand).first..=operand).contains(&term) {
                next = Some(operand);
            }
        });
        let Some(operand) = next else {
            return Fate::Used;
        };
        fate = match program.kind(at) {
            TermKind::Sequence(operands) if program.children(operands).last() == Some(&operand) => {
                fate
            }
            TermKind::Sequence(_) => Fate::Discarded,
            TermKind::If { condition, .. } | TermKind::While { condition, .. }
                if condition != operand =>
            {
                fate
            }
            TermKind::Iterate(id)
                if program.iteration(id).body == operand
                    && matches!(
                        program.iteration(id).kind,
                        IterationKind::Repeat | IterationKind::ForAll
                    ) =>
            {
                fate
            }
            _ => Fate::Used,
        };
        at = operand;
    }
    fate
}
