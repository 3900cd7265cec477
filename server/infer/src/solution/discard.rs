//! Values that nobody uses: of the statements before the last, and of what only does something.
//! Their types need not exist.

use std::sync::OnceLock;

use cindyscript_hir::program::{IterationKind, Program, TermId, TermKind};
use rustc_hash::FxHashMap;

use super::{Body, BodyId, BodyKind, SlotId, SlotSubject, Solution};

/// What becomes of the values of a solution, found when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fates(OnceLock<Found>);

#[derive(Clone, Debug)]
struct Found {
    /// By slot.
    of_terms: Vec<Fate>,
    /// By body: whether the value of the whole body is used.
    is_result_used: Vec<bool>,
}

/// What becomes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Discarded,
    Used,
    /// It is the value of the whole body.
    Result,
}

/// Whether nobody uses the value of a term of a body.
#[must_use]
pub fn is_discarded(program: &Program, solution: &Solution, body: BodyId, term: TermId) -> bool {
    let found = solution.fates.0.get_or_init(|| find(program, solution));
    let terms = solution.body(body);
    if !terms.contains(term) {
        return false;
    }
    match found.of_terms.get(terms.slot(term).index()) {
        Some(Fate::Discarded) => true,
        Some(Fate::Result) => !found.is_result_used[body.index()],
        Some(Fate::Used) | None => false,
    }
}

fn find(program: &Program, solution: &Solution) -> Found {
    let mut of_terms = vec![Fate::Used; solution.slots.len()];
    for body in &solution.bodies {
        follow(program, body, &mut of_terms);
    }
    let is_result_used = used_results(program, solution, &of_terms);
    Found {
        of_terms,
        is_result_used,
    }
}

/// What becomes of the values of a body's terms.
fn follow(program: &Program, body: &Body, fates: &mut [Fate]) {
    let mut pending = vec![(body.root, Fate::Result)];
    while let Some((at, fate)) = pending.pop() {
        if let Some(of_term) = fates.get_mut(body.slot(at).index()) {
            *of_term = fate;
        }
        let last = match program.kind(at) {
            TermKind::Sequence(operands) => program.children(operands).last().copied(),
            _ => None,
        };
        program.for_each_operand(at, |operand| {
            if !body.contains(operand) {
                return;
            }
            let fate = match program.kind(at) {
                TermKind::Sequence(_) if last == Some(operand) => fate,
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
            pending.push((operand, fate));
        });
    }
}

/// The calls that run the same bodies.
#[derive(Default)]
struct Calls<'a> {
    runs: &'a [BodyId],
    is_used: bool,
}

/// By body, whether somebody uses its value: where it is called, or, if that is the value of another
/// body, there.
fn used_results(program: &Program, solution: &Solution, fates: &[Fate]) -> Vec<bool> {
    let mut calls: Vec<Calls<'_>> = Vec::new();
    // The calls whose value is that of a body.
    let mut returned: FxHashMap<BodyId, Vec<usize>> = FxHashMap::default();
    let mut note = |calls: &mut Vec<Calls<'_>>, place: usize, at: SlotId| {
        let slot = solution.slot(at);
        let fate = match slot.subject {
            SlotSubject::Term(term) => {
                let term = solution.body(slot.body).slot(term);
                fates.get(term.index()).copied().unwrap_or(Fate::Used)
            }
            SlotSubject::Variable(_) => Fate::Used,
        };
        match fate {
            Fate::Discarded => {}
            Fate::Used => calls[place].is_used = true,
            Fate::Result => returned.entry(slot.body).or_default().push(place),
        }
    };
    // Calls that are alike share what they run.
    let mut places: FxHashMap<*const BodyId, usize> = FxHashMap::default();
    for (&call, runs) in &solution.calls {
        let place = *places.entry(runs.as_ptr()).or_insert_with(|| {
            calls.push(Calls {
                runs,
                is_used: false,
            });
            calls.len() - 1
        });
        note(&mut calls, place, call);
    }
    let mut pending: Vec<BodyId> = Vec::new();
    let ids: Vec<BodyId> = (0..solution.bodies.len() as u32).map(BodyId).collect();
    for (id, body) in ids.iter().zip(&solution.bodies) {
        match body.kind {
            BodyKind::Function(_) => {}
            // The value of a loop is that of its last round.
            BodyKind::Round(of)
                if matches!(solution.slot(of).subject, SlotSubject::Term(term)
                    if is_forall(program, term)) =>
            {
                calls.push(Calls {
                    runs: std::slice::from_ref(id),
                    is_used: false,
                });
                let place = calls.len() - 1;
                note(&mut calls, place, of);
            }
            BodyKind::Round(_) | BodyKind::Script(_) | BodyKind::Plot(_) | BodyKind::Uniform => {
                pending.push(*id);
            }
        }
    }
    spread(calls, &returned, pending, solution.bodies.len())
}

/// By body, whether somebody uses its value: that of a call whose value is used, or of a body in
/// `pending`, or of one whose value such a body has.
fn spread(
    mut calls: Vec<Calls<'_>>,
    returned: &FxHashMap<BodyId, Vec<usize>>,
    mut pending: Vec<BodyId>,
    bodies: usize,
) -> Vec<bool> {
    let mut is_used = vec![false; bodies];
    let used = calls.iter().filter(|calls| calls.is_used);
    pending.extend(used.flat_map(|calls| calls.runs));
    while let Some(body) = pending.pop() {
        if std::mem::replace(&mut is_used[body.index()], true) {
            continue;
        }
        for &place in returned.get(&body).into_iter().flatten() {
            if !std::mem::replace(&mut calls[place].is_used, true) {
                pending.extend(calls[place].runs);
            }
        }
    }
    is_used
}

fn is_forall(program: &Program, term: TermId) -> bool {
    matches!(program.kind(term), TermKind::Iterate(id)
        if program.iteration(id).kind == IterationKind::ForAll)
}
