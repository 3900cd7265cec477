//! The rounds of loops around a stopped statement.

use cindyscript_hir::program::TermKind;
use cindyscript_interpreter::{LoopRound, StackFrame};

use super::{CodePlace, NO_FRAME, Session};

/// The loops near a statement, at most.
const MOST_LOOPS: usize = 3;

/// There is no loop with this place.
const NO_LOOP: &str = "there is no such loop";

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
        self.shown_loops(&rounds)
    }

    fn shown_loops(&mut self, rounds: &[LoopRound]) -> Vec<ShownLoop> {
        let source = self.source.clone();
        let Some(recording) = self.recording() else {
            return Vec::new();
        };
        let program = recording.program();
        let shown = rounds.iter().map(|at| ShownLoop {
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

    /// The loops near the statement of the recorded run: those around it in all stack frames, innermost first,
    /// else the last one before it in its frame, else the next one, in the round 0.
    pub fn loops_nearby(&mut self) -> Vec<ShownLoop> {
        let nearby = self.nearby();
        let rounds: Vec<LoopRound> = nearby.into_iter().map(|(_, at)| at).collect();
        self.shown_loops(&rounds)
    }

    /// Goes to a round of a loop, by its place in [`Session::loops_nearby`]: see [`Session::go_to_round`].
    ///
    /// # Errors
    /// There is no such loop or round, or the round of a pixel is not recorded.
    pub fn go_to_round_nearby(&mut self, index: usize, round: u32) -> Result<(), String> {
        let nearby = self.nearby();
        let (frame, at) = nearby.get(index).ok_or(NO_LOOP)?;
        self.leap(frame, at, round)
    }

    fn nearby(&mut self) -> Vec<(StackFrame, LoopRound)> {
        let Some(recording) = self.recording() else {
            return Vec::new();
        };
        let frames = recording.frames();
        let around = frames.iter().flat_map(|frame| {
            let rounds = recording.rounds(frame).into_iter();
            rounds.map(|at| (*frame, at))
        });
        let around: Vec<_> = around.take(MOST_LOOPS).collect();
        if !around.is_empty() {
            return around;
        }
        let beside = |frame: &StackFrame| Some((*frame, recording.loop_beside(frame)?));
        frames.first().and_then(beside).into_iter().collect()
    }

    /// Goes to another round of a loop around a stack frame, by its place in [`Session::loops`]: to the same
    /// statement of the frame, or to the first one of the round if it does not come to that.
    ///
    /// # Errors
    /// There is no such loop or round, or the round of a pixel is not recorded.
    pub fn go_to_round(&mut self, frame: usize, index: usize, round: u32) -> Result<(), String> {
        let rounds = self.rounds(frame);
        let at = rounds.get(index).ok_or(NO_LOOP)?;
        let frame = self.stack_frame(frame).ok_or(NO_FRAME)?;
        self.leap(&frame, at, round)
    }

    fn leap(&mut self, frame: &StackFrame, at: &LoopRound, round: u32) -> Result<(), String> {
        if !(1..=at.rounds).contains(&round) {
            return Err(format!(
                "a round of this loop is a number from 1 to {}",
                at.rounds
            ));
        }
        let mut step = self
            .recording()
            .and_then(|it| it.step_of_round(frame, at, round));
        if step.is_none() && !self.is_at_pixel() {
            self.interpreter.record_round(at, round);
            step = self
                .recording()
                .and_then(|it| it.step_of_round(frame, at, round));
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
