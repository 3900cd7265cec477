//! The rounds of loops: which ones a step is in, and the step of another one.

use cindyscript_hir::program::TermId;

use super::{Recording, StackFrame};
use crate::machine::log::{ScopeId, ScopeKind};

/// A loop around the statement of a stack frame, and the round it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRound {
    /// The loop.
    pub term: TermId,
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of rounds that ran.
    pub rounds: u32,
    pub(crate) scope: ScopeId,
}

/// A part of the way to a step: a loop with its round, or a statement with the round 0.
pub type WayPart = (TermId, u32);

/// The rounds of a loop before it, and after it.
const NEVER: (u32, u32) = (0, u32::MAX);

impl Recording {
    /// The loops of a stack frame around its statement, innermost first.
    #[must_use]
    pub fn rounds(&self, frame: &StackFrame) -> Vec<LoopRound> {
        let mut round = self.step(frame.step).map_or(0, |step| step.round);
        let scopes = self.chain(frame.inner);
        let scopes =
            scopes.take_while(|(id, scope)| scope.frame == frame.scope && *id != frame.scope);
        let loops = scopes.filter_map(|(id, scope)| {
            let now = std::mem::replace(&mut round, scope.outer_round);
            let ScopeKind::Loop(term) = scope.kind else {
                return None;
            };
            Some(LoopRound {
                term,
                round: now,
                rounds: scope.rounds,
                scope: id,
            })
        });
        loops.collect()
    }

    /// The loop of a stack frame that has run last before its statement, after the last round, or else the one
    /// that runs next, before its first round. Loops around the statement or in others do not count.
    #[must_use]
    pub fn loop_beside(&self, frame: &StackFrame) -> Option<LoopRound> {
        let around: Vec<ScopeId> = self.chain(frame.inner).map(|(id, _)| id).collect();
        let loops = self.scopes.all.iter().filter_map(|(&id, scope)| {
            let ScopeKind::Loop(term) = scope.kind else {
                return None;
            };
            let is_beside = around.contains(&scope.parent) && !around.contains(&id);
            (scope.frame == frame.scope && is_beside && scope.rounds > 0).then_some((
                scope.first,
                LoopRound {
                    term,
                    round: scope.rounds,
                    rounds: scope.rounds,
                    scope: id,
                },
            ))
        });
        let (before, after): (Vec<_>, Vec<_>) = loops.partition(|(first, _)| *first <= frame.step);
        let before = before.into_iter().max_by_key(|(first, _)| *first);
        let after = after.into_iter().min_by_key(|(first, _)| *first);
        let after = after.map(|(first, at)| (first, LoopRound { round: 0, ..at }));
        before.or(after).map(|(_, at)| at)
    }

    /// The number of a step in another round of a loop of a frame: that of the frame's statement, or the
    /// first one of the round if it does not come to that. None if the recording has no step of the round.
    #[must_use]
    pub fn step_of_round(&self, frame: &StackFrame, at: &LoopRound, round: u32) -> Option<u64> {
        let numbers = *self.steps().start()..=*self.steps().end();
        let (mut first, mut end) = (*numbers.start(), *numbers.end() + 1);
        while first < end {
            let middle = first + (end - first) / 2;
            match self.round_at(at.scope, middle) < round {
                true => first = middle + 1,
                false => end = middle,
            }
        }
        let is_in_round = |step: &u64| self.round_at(at.scope, *step) == round;
        if !numbers.contains(&first) || !is_in_round(&first) {
            return None;
        }
        let mut same = (first..=*numbers.end()).take_while(is_in_round);
        let is_statement = |step: &u64| {
            let frame_of_step = self.step(*step).and_then(|it| self.frame_of(it.scope));
            self.term(*step) == frame.term && frame_of_step == Some(frame.scope)
        };
        Some(same.find(is_statement).unwrap_or(first))
    }

    /// The way to a step, outermost first: in each stack frame the loops around its statement, then the
    /// statement.
    #[must_use]
    pub fn way(&self, step: u64) -> Vec<WayPart> {
        let Some(at) = self.step(step) else {
            return Vec::new();
        };
        let (mut way, mut round) = (vec![(at.term, 0)], at.round);
        for (_, scope) in self.chain(at.scope) {
            let outer = std::mem::replace(&mut round, scope.outer_round);
            way.push(match scope.kind {
                ScopeKind::Loop(term) => (term, outer),
                ScopeKind::Code(_) => (scope.call, 0),
            });
        }
        way.reverse();
        way
    }

    /// The round of a loop that a step is in. Rounds ascend with steps.
    fn round_at(&self, wanted: ScopeId, step: u64) -> u32 {
        let (before, after) = NEVER;
        if self
            .scopes
            .get(wanted)
            .is_none_or(|scope| step < scope.first)
        {
            return before;
        }
        let Some(at) = self.step(step) else {
            return after;
        };
        let mut round = at.round;
        // A scope is opened after those around it.
        let inner = self.chain(at.scope).take_while(|(id, _)| *id >= wanted);
        for (id, scope) in inner {
            if id == wanted {
                return round;
            }
            round = scope.outer_round;
        }
        after
    }
}
