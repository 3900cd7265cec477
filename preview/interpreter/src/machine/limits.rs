//! How far a run may go, and how it ends when it goes further.

use std::sync::atomic::Ordering;

use cindyscript_hir::program::TermId;

use super::Machine;
use crate::error::Halt;
use crate::memory::Refusal;
use crate::script_thread::Stack;
use crate::work::Deadline;

/// Steps (rounds of loops, calls) between two looks at the interruption flag.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 12;

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Rounds of loops and calls of functions.
    pub(crate) steps: u64,
    /// Rounds of loops.
    pub(crate) rounds: u64,
    pub(crate) stack: Stack,
}

impl Machine<'_> {
    /// Ends the run.
    #[inline(never)]
    pub(crate) fn halt(&mut self, id: TermId, message: String) -> Halt {
        self.state.context.reports.error(id, message);
        Halt
    }

    /// Counts a call.
    #[inline]
    pub(crate) fn step(&mut self, id: TermId) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) || self.steps > self.limits.steps {
            return self.look(id);
        }
        Ok(())
    }

    /// Counts a round of a loop.
    #[inline]
    pub(crate) fn next_round(&mut self, id: TermId) -> Result<(), Halt> {
        self.step(id)?;
        self.rounds += 1;
        if self.rounds > self.limits.rounds {
            return self.look(id);
        }
        Ok(())
    }

    /// Ends the run if its time is over, or if the host has asked to stop.
    #[cold]
    pub(crate) fn look(&mut self, id: TermId) -> Result<(), Halt> {
        let id = self.innermost_loop.unwrap_or(id);
        if self.steps > self.limits.steps {
            let message = format!("stopped: still running after {} steps", self.limits.steps);
            return Err(self.halt(id, message));
        }
        if self.rounds > self.limits.rounds {
            let message = format!("stopped: still running after {} rounds", self.limits.rounds);
            return Err(self.halt(id, message));
        }
        if self.state.context.interrupt.load(Ordering::Relaxed) {
            return Err(self.halt(id, "stopped: interrupted".to_owned()));
        }
        if let Some(deadline) = self.state.context.deadline.filter(Deadline::has_passed) {
            return Err(self.halt(id, overdue(&deadline)));
        }
        Ok(())
    }

    /// Ends the run because something was not made.
    #[cold]
    pub(super) fn refused(&mut self, id: TermId, refusal: Refusal) -> Halt {
        let message = match refusal {
            Refusal::Size | Refusal::Walk | Refusal::Nesting | Refusal::Text => {
                format!("stopped: this would be {refusal}")
            }
            Refusal::Memory | Refusal::Interrupted => format!("stopped: {refusal}"),
            Refusal::Time => match self.state.context.deadline {
                Some(deadline) => {
                    let id = self.innermost_loop.unwrap_or(id);
                    return self.halt(id, overdue(&deadline));
                }
                None => format!("stopped: {refusal}"),
            },
        };
        self.halt(id, message)
    }

    #[inline]
    pub(crate) fn check_stack(&mut self, id: TermId) -> Result<(), Halt> {
        let used = self.stack.abs_diff(stack_address());
        if used > self.stack_bound {
            return self.go_deeper(id, used);
        }
        Ok(())
    }

    #[cold]
    fn go_deeper(&mut self, id: TermId, used: usize) -> Result<(), Halt> {
        self.stack_bound = self.limits.stack.most;
        if used > self.stack_bound {
            let message = "stopped: calls are nested too deeply".to_owned();
            return Err(self.halt(id, message));
        }
        Ok(())
    }

    /// Whether the run has used more of the stack than is usual.
    pub(crate) fn went_deep(&self) -> bool {
        self.stack_bound > self.limits.stack.usual
    }
}

fn overdue(deadline: &Deadline) -> String {
    let seconds = deadline.allowed.as_secs_f64();
    format!("stopped: still running after {seconds} s")
}

/// Roughly where the stack ends now.
#[inline]
pub(super) fn stack_address() -> usize {
    let marker = 0u8;
    std::hint::black_box(&raw const marker) as usize
}
