//! The rounds of loops around a stopped statement.

use cindyscript_hir::program::TermKind;
use cindyscript_interpreter::LoopRound;

use super::{CodePlace, NO_FRAME, Session};

/// A loop around the statement of a stack frame, as the user sees it.
#[derive(Clone, Debug)]
pub struct ShownLoop {
    /// The name of the loop, as `repeat`.
    pub name: &'static str,
    /// The place of the loop.
    pub place: CodePlace,
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of rounds that ran.
    pub rounds: u32,
}

impl Session {
    /// The loops around the statement of a stack frame of the recorded run, innermost first.
    pub fn loops(&mut self, frame: usize) -> Vec<ShownLoop> {
        let rounds = self.rounds(frame);
        let source = self.source.clone();
        let Some(recording) = self.recording() else {
            return Vec::new();
        };
        let program = recording.program();
        let shown = rounds.into_iter().map(|at| ShownLoop {
            name: match program.kind(at.term) {
                TermKind::Iterate(iteration) => program.iteration(iteration).kind.name(),
                _ => "while",
            },
            place: CodePlace::new(&source, at.term),
            round: at.round,
            rounds: at.rounds,
        });
        shown.collect()
    }

    /// Goes to another round of a loop around a stack frame, by its place in [`Session::loops`]: to the same
    /// statement of the frame, or to the first one of the round if it does not come to that.
    ///
    /// # Errors
    /// There is no such loop or round, or the round of a pixel is not recorded.
    pub fn go_to_round(&mut self, frame: usize, index: usize, round: u32) -> Result<(), String> {
        let rounds = self.rounds(frame);
        let at = *rounds.get(index).ok_or("there is no such loop")?;
        if !(1..=at.rounds).contains(&round) {
            return Err(format!(
                "a round of this loop is a number from 1 to {}",
                at.rounds
            ));
        }
        let frame = self.stack_frame(frame).ok_or(NO_FRAME)?;
        let mut step = self
            .recording()
            .and_then(|it| it.step_of_round(&frame, &at, round));
        if step.is_none() && !self.is_at_pixel() {
            self.interpreter.record_round(&at, round);
            step = self
                .recording()
                .and_then(|it| it.step_of_round(&frame, &at, round));
        }
        let step = step.ok_or("this round is not recorded")?;
        if let Some(recording) = self.recording() {
            recording.go_to(step);
        }
        Ok(())
    }

    fn rounds(&mut self, frame: usize) -> Vec<LoopRound> {
        let frame = self.stack_frame(frame);
        let recording = self.recording().zip(frame);
        recording.map_or_else(Vec::new, |(recording, frame)| recording.rounds(&frame))
    }
}
