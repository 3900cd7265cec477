//! Steps over, into, out of and back: the next position of a debugger.

use cindyscript_hir::program::TermId;

use super::Recording;
use crate::error::NOWHERE;
use crate::machine::log::{HitCause, ScopeId};
use crate::machine::recorder::FrameGoal;

/// A way to go on from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepMotion {
    /// To the next step, also into a call.
    In,
    /// To the next statement of the same stack frame, or of one that has called it, or to a stop before that.
    /// The body of a loop that stands in one line is stepped over with the loop.
    Over,
    /// To the next statement of a frame that has called this one, or to a stop before that.
    Out,
    /// As [`StepMotion::Over`], backwards.
    Back,
    /// To the next stop.
    Continue,
    /// To the last stop before.
    ReverseContinue,
    /// To the first step of the frame.
    Restart,
}

/// The step from which a motion starts.
#[derive(Clone, Debug)]
pub struct MotionStart {
    step: u64,
    term: TermId,
    /// The frame of the step and those around it, innermost first.
    frames: Vec<ScopeId>,
    /// The number of the first step of the frame.
    first: u64,
}

impl Recording {
    /// The current step, as the start of a motion. It holds as well for other recordings of the same run.
    #[must_use]
    pub fn motion_start(&self) -> MotionStart {
        let step = self.position();
        MotionStart {
            step,
            term: self.term(step),
            frames: self.ancestry(step),
            first: self.frames().first().map_or(step, |frame| frame.first),
        }
    }

    /// The number of the step to which a motion leads, or of a stop on the way to it; none if it leads out of
    /// the recording. Statements are in one line if `line` says the same of them.
    pub fn target(
        &self,
        motion: StepMotion,
        start: &MotionStart,
        line: impl FnMut(TermId) -> u32,
    ) -> Option<u64> {
        let target = self.end_of(motion, start, line);
        // A step passes the place of an earlier pause.
        let stops = self
            .log
            .hits
            .iter()
            .filter(|hit| hit.cause != HitCause::Pause);
        let mut stops = stops.map(|hit| hit.step);
        match motion {
            StepMotion::Over | StepMotion::Out => {
                let stop = stops.find(|step| *step > start.step);
                target.into_iter().chain(stop).min()
            }
            StepMotion::Back => {
                let stop = stops.rfind(|step| *step < start.step);
                target.into_iter().chain(stop).max()
            }
            _ => target,
        }
    }

    /// The number of the step to which a motion leads if nothing stops on the way.
    fn end_of(
        &self,
        motion: StepMotion,
        start: &MotionStart,
        mut line: impl FnMut(TermId) -> u32,
    ) -> Option<u64> {
        let (now, term, own) = (start.step, start.term, &*start.frames);
        let steps = self.steps();
        let (first, last) = (*steps.start(), *steps.end());
        match motion {
            StepMotion::In => Some(now + 1).filter(|step| *step <= last),
            StepMotion::Over => {
                let mut is_passed = |step: u64| self.is_part(self.term(step), term, &mut line);
                let mut later = now + 1..=last;
                later.find(|&step| self.is_in(step, own) && !is_passed(step))
            }
            StepMotion::Out => {
                let callers = own.get(1..).unwrap_or_default();
                let mut later = now + 1..=last;
                later.find(|&step| self.is_in(step, callers))
            }
            StepMotion::Back => {
                let parents = self.program.parents();
                let mut is_passed =
                    |step: u64| self.is_inside_other(self.term(step), term, &parents, &mut line);
                let mut earlier = (first..now).rev();
                earlier.find(|&step| self.is_in(step, own) && !is_passed(step))
            }
            StepMotion::Continue => {
                let mut hits = self.log.hits.iter();
                let hit = hits.find(|hit| hit.step > now);
                hit.map(|hit| hit.step)
            }
            StepMotion::ReverseContinue => {
                let mut hits = self.log.hits.iter().rev();
                let hit = hits.find(|hit| hit.step < now);
                hit.map(|hit| hit.step)
            }
            StepMotion::Restart => Some(start.first).filter(|step| *step >= first),
        }
    }

    /// The number of the last step of the outermost frame that is no part of another statement in its line.
    pub fn last_statement(&self, mut line: impl FnMut(TermId) -> u32) -> Option<u64> {
        let parents = self.program.parents();
        let is_outermost = |step: u64| {
            let scope = self.step(step).and_then(|step| self.scopes.get(step.scope));
            scope.is_some_and(|scope| scope.depth == 1)
        };
        let mut is_part =
            |step: u64| self.is_inside_other(self.term(step), NOWHERE, &parents, &mut line);
        let mut steps = self.steps().rev();
        steps.find(|&step| is_outermost(step) && !is_part(step))
    }

    /// The step around which the run has to be recorded anew for a motion that leads out of this recording;
    /// none if the run ends or begins there.
    #[must_use]
    pub fn beyond(&self, motion: StepMotion, start: &MotionStart) -> Option<u64> {
        let (first, last) = (*self.steps().start(), *self.steps().end());
        match motion {
            StepMotion::Continue => self.log.later_hit,
            StepMotion::In | StepMotion::Over | StepMotion::Out => {
                Some(last).filter(|_| self.is_cut)
            }
            StepMotion::Back | StepMotion::ReverseContinue => Some(first).filter(|step| *step > 0),
            StepMotion::Restart => Some(start.first),
        }
    }

    /// The end of a motion that passes calls, however far it is; none if the motion does not pass any.
    pub(crate) fn goal(
        &self,
        motion: StepMotion,
        start: &MotionStart,
        mut line: impl FnMut(TermId) -> u32,
    ) -> Option<FrameGoal> {
        let (frames, is_over) = match motion {
            StepMotion::Over => (&*start.frames, true),
            StepMotion::Out => (start.frames.get(1..).unwrap_or_default(), false),
            _ => return None,
        };
        let first = self.program.terms.get(start.term.index());
        let parts = first.map_or(0..0, |term| term.first.0..start.term.0);
        let parts = parts.map(TermId).filter(|_| is_over);
        Some(FrameGoal {
            after: start.step,
            frames: frames.to_vec(),
            passed: parts
                .filter(|part| self.is_part(*part, start.term, &mut line))
                .collect(),
        })
    }

    /// The frame of a step and those around it, innermost first.
    fn ancestry(&self, step: u64) -> Vec<ScopeId> {
        let scope = self.step(step).map_or(ScopeId::NONE, |step| step.scope);
        let mut frames: Vec<ScopeId> = self.chain(scope).map(|(_, scope)| scope.frame).collect();
        frames.dedup();
        frames
    }

    /// True if a step is in one of these frames, which are an [`Recording::ancestry`].
    fn is_in(&self, step: u64, frames: &[ScopeId]) -> bool {
        let scope = self.step(step).and_then(|step| self.scopes.get(step.scope));
        scope.is_some_and(|scope| frames.contains(&scope.frame))
    }

    /// True if a statement is a part of another one and in its line.
    fn is_part(&self, part: TermId, whole: TermId, line: &mut impl FnMut(TermId) -> u32) -> bool {
        let terms = &self.program.terms;
        let Some(term) = terms.get(whole.index()) else {
            return false;
        };
        part < whole && term.first <= part && line(part) == line(whole)
    }

    /// True if a statement is a part of another one in its line, which `further` is outside of.
    fn is_inside_other(
        &self,
        part: TermId,
        further: TermId,
        parents: &[TermId],
        line: &mut impl FnMut(TermId) -> u32,
    ) -> bool {
        let mut term = part;
        let opens = |term: TermId| {
            self.marks
                .get(&term)
                .is_some_and(|mark| mark.opens.is_some())
        };
        while !opens(term)
            && let Some(&parent) = parents.get(term.index())
            && parent != term
        {
            term = parent;
            let is_statement = self.marks.get(&term).is_some_and(|mark| mark.is_statement);
            let is_around = further == term || self.is_part(further, term, line);
            if is_statement && self.is_part(part, term, line) && !is_around {
                return true;
            }
        }
        false
    }
}
