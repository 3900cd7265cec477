//! Loops over lists of unlike elements, at pixels.
//!
//! A variable of a shader has one type. Where the elements have several, what the loop does is
//! written out for each of them: every round is a body of its own, in which the running variable
//! has the type of its element. What the loop's body was taken for before that was known is idle
//! from then on; it has raised nothing that its rounds do not raise, since it saw no element.

use std::ops::RangeInclusive;

use cindyscript_hir::program::{Iteration, IterationKind, Program, TermId, TermKind};
use cindyscript_hir::types::{Tuple, Type};

use super::Solver;
use super::flow::Flow;
use super::scope::ScopeKind;
use crate::rules::element;
use crate::solution::{BodyId, BodyKind, Role, ScopeId, SlotId};

/// Loops are written out up to so many rounds, those of a loop in another one times those of that.
pub const MOST_ROUNDS: usize = 64;

/// A loop that may turn out to run over unlike elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// The body that it stands in, and the term in it.
    body: BodyId,
    term: TermId,
    /// The scope around it.
    scope: Option<ScopeId>,
    /// How many names the function around had bound behind it.
    visible: usize,
}

/// Whether a loop can do without one type for all elements: it neither orders nor chooses them.
pub fn takes_unlike(program: &Program, iteration: &Iteration) -> bool {
    match iteration.kind {
        IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Sum
        | IterationKind::Product => true,
        IterationKind::Max | IterationKind::Min => {
            program.modifiers(iteration.modifiers).is_empty()
        }
        IterationKind::Repeat | IterationKind::Select | IterationKind::Sort => false,
    }
}

/// The terms that run in each round, those that name the running variables included.
fn terms_of_rounds(program: &Program, iteration: &Iteration) -> RangeInclusive<TermId> {
    let first = iteration.element_term;
    first.unwrap_or(program.term(iteration.body).first)..=iteration.body
}

impl Solver<'_> {
    /// Notes a loop when its body has been built.
    pub(super) fn note_loop(
        &mut self,
        element: SlotId,
        body: BodyId,
        term: TermId,
        scope: Option<ScopeId>,
    ) {
        let visible = self.bound_by_function(scope);
        let noted = Loop {
            body,
            term,
            scope,
            visible,
        };
        self.loops.insert(element, noted);
    }

    /// What flows from a list into the running variable of a loop over it.
    pub(super) fn flowing_element(&mut self, list: SlotId, variable: SlotId) -> Option<Type> {
        let ty = self.solution.ty(list).clone();
        if let Type::Tuple(tuple) = &ty
            && let Some(&noted) = self.loops.get(&variable)
            && self.can_write_out(noted, tuple)
        {
            // Before it is complete, it may still become a list of like elements.
            let slot = self.solution.body(noted.body).slot(noted.term);
            if tuple.is_complete() && self.solution.slot(slot).role != Role::Idle {
                self.write_out(noted, list, tuple);
            }
            return None;
        }
        Some(element(&ty))
    }

    fn can_write_out(&self, noted: Loop, tuple: &Tuple) -> bool {
        let program = self.input.program;
        let TermKind::Iterate(id) = program.kind(noted.term) else {
            return false;
        };
        let rounds = self.copies(noted.body) * tuple.components().len();
        // A name that is declared behind the loop means something else in it.
        let has_late = self.bound_by_function(noted.scope) > noted.visible;
        let (first, last) = terms_of_rounds(program, program.iteration(id)).into_inner();
        let mut mentioned = (first.0..=last.0).filter_map(|term| program.name_of(TermId(term)));
        rounds <= MOST_ROUNDS
            && !(has_late
                && mentioned.any(|name| self.is_bound_behind(noted.visible, noted.scope, name)))
    }

    /// How often a body is written out.
    fn copies(&self, body: BodyId) -> usize {
        match self.solution.body(body).kind {
            BodyKind::Round(of) => {
                let rounds = self.solution.rounds.get(&of).map_or(1, Vec::len);
                rounds * self.copies(self.solution.slot(of).body)
            }
            BodyKind::Script(_) | BodyKind::Function(_) | BodyKind::Plot(_) | BodyKind::Uniform => {
                1
            }
        }
    }

    fn write_out(&mut self, noted: Loop, list: SlotId, tuple: &Tuple) {
        let slot = self.solution.body(noted.body).slot(noted.term);
        if !self.solution.rounds.contains_key(&slot) {
            self.build_rounds(noted, slot, tuple.components().len());
        }
        let rounds = self.solution.rounds.get(&slot).cloned();
        let rounds = rounds.into_iter().flatten();
        for (round, ty) in rounds.zip(tuple.components()) {
            if let Some(&variable) = self.solution.body(round).parameters.first() {
                self.raise(variable, ty.clone(), Some(list));
            }
        }
    }

    fn build_rounds(&mut self, noted: Loop, slot: SlotId, count: usize) {
        let program = self.input.program;
        let TermKind::Iterate(id) = program.kind(noted.term) else {
            return;
        };
        let iteration = program.iteration(id);
        let terms = terms_of_rounds(program, iteration);
        self.leave(noted.body, terms.clone());
        let pixel = self.solution.body(noted.body).pixel;
        let kind = BodyKind::Round(slot);
        let rounds: Vec<(BodyId, ScopeId)> = (0..count)
            .map(|_| {
                let scope = self.new_scope(noted.scope, ScopeKind::Loop);
                let round = self.body_of(kind, terms.clone(), None, pixel, Some(scope));
                (round, scope)
            })
            .collect();
        // Known before they are built: a loop in them asks how often it is written out.
        let bodies = rounds.iter().map(|&(round, _)| round).collect();
        self.solution.rounds.insert(slot, bodies);
        let mut last = None;
        for (round, scope) in rounds {
            let (element, index) = self.running_variables(round, iteration, scope);
            if let Some(index) = index {
                self.raise(index, Type::NAT, None);
            }
            let running = &mut self.solution.bodies[round.index()].parameters;
            running.push(element);
            running.extend(index);
            let value = self.term(round, iteration.body, Some(scope));
            if iteration.kind != IterationKind::ForAll {
                self.edge(value, slot, Flow::Operand);
            }
            last = Some(value);
        }
        match (iteration.kind, last) {
            (IterationKind::ForAll, Some(last)) => self.add_join(last, slot),
            _ => self.mark(slot),
        }
    }

    /// Makes terms of a body idle, and the rounds of loops among them.
    fn leave(&mut self, body: BodyId, terms: RangeInclusive<TermId>) {
        let (first, last) = terms.into_inner();
        let data = self.solution.body(body);
        let slots = data.slot(first).0..=data.slot(last).0;
        for slot in slots.map(SlotId) {
            self.solution.slots[slot.index()].role = Role::Idle;
            self.solution.calls.remove(&slot);
            for round in self.solution.rounds.remove(&slot).into_iter().flatten() {
                let inner = self.solution.body(round);
                self.leave(round, inner.first..=inner.root);
            }
        }
    }
}
