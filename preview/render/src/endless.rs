//! Loops without end. A shader ends them by itself after many rounds and cannot say so: what it
//! paints is just wrong. So of colorplots with loops, a few pixels are evaluated by the
//! interpreter, too, which can say where it was when it gave up.

use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::frame::FrameDescription;

use crate::compile::PlotProgram;
use crate::cpu;

/// What all of them may take. One without end takes a good part of it.
const TIME: Duration = Duration::from_millis(150);
/// Between the first two looks at the same version; the more there were, the longer.
const PERIOD: Duration = Duration::from_secs(5);

/// What is known about loops without end in the colorplots of a version.
#[derive(Debug, Default)]
pub struct EndlessLoops {
    looked: Option<Instant>,
    looks: u32,
    troubles: Vec<Trouble>,
}

impl EndlessLoops {
    /// What went wrong, each thing once.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// Something went wrong at some pixel.
    pub fn add(&mut self, trouble: Trouble) {
        let known = |other: &&Trouble| other.range == trouble.range;
        if !self.troubles.iter().any(|other| known(&other)) {
            self.troubles.push(trouble);
        }
    }

    /// Looks at pixels of the colorplots of a frame that the GPU paints: at the first frame of a
    /// version, and at others that take `long`. Those that have no end.
    pub fn look(
        &mut self,
        session: &Session,
        frame: &FrameDescription,
        programs: &[PlotProgram],
        long: bool,
    ) -> Vec<PlotId> {
        let due = |looked: Instant| long && looked.elapsed() > PERIOD * self.looks;
        if !self.looked.is_none_or(due) {
            return Vec::new();
        }
        let end = Instant::now() + TIME;
        let mut endless = Vec::new();
        for draw in frame.plots() {
            let plot = draw.call.plot;
            let program = programs.get(plot.index());
            if let Some(PlotProgram::Shader(shader)) = program
                && let Some(rounds) = shader.rounds()
                && let left = end.saturating_duration_since(Instant::now())
                && let evaluator = session.evaluator(&draw.call)
                && let Some(error) = cpu::endless(evaluator, rounds, &draw.frame, draw.region, left)
            {
                self.add(session.trouble(error));
                endless.push(plot);
            }
        }
        self.looked = Some(Instant::now());
        self.looks += 1;
        endless
    }
}
