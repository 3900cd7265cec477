//! Loops without end. A shader ends them by itself after many rounds and cannot say so: what it
//! paints is just wrong. So of colorplots with loops, a few pixels are evaluated by the
//! interpreter, too, which can say where it was when it gave up.

use std::time::{Duration, Instant};

use cindyscript_interpreter::{RuntimeError, Severity};

use crate::compile::PlotProgram;
use crate::player::{FrameDescription, Player, PlotDraw, Trouble};

/// Pixels that are looked at, in each direction.
const ALONG: u32 = 4;
/// What all of them may take. One without end takes a good part of it.
const TIME: Duration = Duration::from_millis(150);
/// Between two looks at the same version.
const PERIOD: Duration = Duration::from_secs(5);

/// What is known about the loops of a version.
#[derive(Debug, Default)]
pub(super) struct Stuck {
    looked: Option<Instant>,
    troubles: Vec<Trouble>,
}

impl Stuck {
    /// What went wrong, each thing once.
    pub(super) fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// Something went wrong at some pixel.
    pub(super) fn add(&mut self, trouble: Trouble) {
        let known = |other: &&Trouble| other.range == trouble.range;
        if !self.troubles.iter().any(|other| known(&other)) {
            self.troubles.push(trouble);
        }
    }

    /// Looks at pixels of the colorplots of a frame that the GPU paints: at the first frame of a
    /// version, and at others that take `long`.
    pub(super) fn look(
        &mut self,
        player: &Player,
        frame: &FrameDescription,
        programs: &[PlotProgram],
        long: bool,
    ) {
        let due = |looked: Instant| long && looked.elapsed() > PERIOD;
        if !self.looked.is_none_or(due) {
            return;
        }
        let end = Instant::now() + TIME;
        for draw in frame.plots() {
            let program = programs.get(draw.call.plot.index());
            if let Some(PlotProgram::Shader(shader)) = program
                && shader.has_loops()
                && let Some(error) = endless(player, draw, end)
            {
                self.add(player.trouble(error));
            }
        }
        self.looked = Some(Instant::now());
    }
}

/// What ends the evaluation of a pixel of a colorplot, if anything does.
fn endless(player: &Player, draw: &PlotDraw, end: Instant) -> Option<RuntimeError> {
    let mut evaluator = player.evaluator(&draw.call);
    let region = draw.region;
    let places = (0..ALONG * ALONG).map(|index| {
        // All over the region, in an order that meets all parts of it soon.
        let index = (index * 7) % (ALONG * ALONG);
        let part = |place: u32| (f64::from(place) + 0.5) / f64::from(ALONG);
        [
            f64::from(region.x) + f64::from(region.width) * part(index % ALONG),
            f64::from(region.y) + f64::from(region.height) * part(index / ALONG),
        ]
    });
    for [x, y] in places {
        let at = |[a, b, c]: [f64; 3]| a * x + b * y + c;
        evaluator.value([at(draw.frame.world_x), at(draw.frame.world_y)]);
        let mut errors = evaluator.take_errors().into_iter();
        let error = errors.find(|error| error.severity == Severity::Error);
        if error.is_some() || Instant::now() > end {
            return error;
        }
    }
    None
}
