//! Loops without end. A shader ends them by itself after many rounds and cannot say so: what it
//! paints is just wrong. So of colorplots with loops, a few pixels are evaluated by the interpreter,
//! too, which can say where it was when it gave up.

use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::{PixelEvaluator, RuntimeError, Severity};
use cindyscript_player::Session;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::region::Region;
use cindyscript_shader::Frame;

use crate::compile::PlotProgram;
use crate::policy::{ENDLESS_SEARCH, ENDLESS_SEARCH_PERIOD};

/// What is known about loops without end in the colorplots that a version shows.
#[derive(Debug, Default)]
pub(crate) struct EndlessLoops {
    searched: Option<Instant>,
    searches: u32,
    troubles: Vec<AppletDiagnostic>,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// [`ENDLESS_SEARCH`] for all colorplots together.
    All,
    /// As long for each.
    Each,
}

impl EndlessLoops {
    /// What went wrong, each thing once.
    pub(crate) fn troubles(&self) -> &[AppletDiagnostic] {
        &self.troubles
    }

    /// Something went wrong at some pixel.
    pub(crate) fn add(&mut self, trouble: AppletDiagnostic) {
        let known = |other: &AppletDiagnostic| other.range == trouble.range;
        if !self.troubles.iter().any(known) {
            self.troubles.push(trouble);
        }
    }

    /// Whether it is time to search: at the first frame of a version, and at others that take
    /// `long`.
    pub(crate) fn is_due(&self, long: bool) -> bool {
        let due =
            |searched: Instant| long && searched.elapsed() > ENDLESS_SEARCH_PERIOD * self.searches;
        self.searched.is_none_or(due)
    }

    /// Looks at pixels of the colorplots of a frame that the GPU paints. Those that have no end, and
    /// where.
    pub(crate) fn search(
        &mut self,
        session: &Session,
        frame: &FrameDescription,
        programs: &[PlotProgram],
        extent: Extent,
    ) -> Vec<(PlotId, RuntimeError)> {
        let mut began = Instant::now();
        let mut endless = Vec::new();
        for draw in frame.plots() {
            let plot = draw.call.plot;
            let Some(PlotProgram::Shader(shader)) = programs.get(plot.index()) else {
                continue;
            };
            let Some(rounds) = shader.rounds() else {
                continue;
            };
            if extent == Extent::Each {
                began = Instant::now();
            }
            let left: Duration = ENDLESS_SEARCH.saturating_sub(began.elapsed());
            let evaluator = session.evaluator(&draw.call);
            let found = at_some_pixel(evaluator, rounds, &draw.frame, draw.region, left);
            if let Some(error) = found {
                self.add(session.trouble(error.clone()));
                endless.push((plot, error));
            }
        }
        self.searched = Some(Instant::now());
        self.searches += 1;
        endless
    }
}

/// What ends the evaluation of a pixel, if anything does, where loops end after so many `rounds`:
/// looks at a few of them, all over the region, for so long.
pub(crate) fn at_some_pixel(
    mut evaluator: PixelEvaluator,
    rounds: u32,
    frame: &Frame,
    region: Region,
    time: Duration,
) -> Option<RuntimeError> {
    /// Pixels in each direction.
    const ALONG: u32 = 4;
    if region.is_empty() {
        return None;
    }
    evaluator.allow_rounds(rounds.into());
    let end = Instant::now() + time;
    for index in 0..ALONG * ALONG {
        // In an order that meets all parts of it soon.
        let index = (index * 7) % (ALONG * ALONG);
        let part = |place: u32| (f64::from(place) + 0.5) / f64::from(ALONG);
        let x = f64::from(region.x) + f64::from(region.width) * part(index % ALONG);
        let y = f64::from(region.y) + f64::from(region.height) * part(index / ALONG);
        let at = |[a, b, c]: [f64; 3]| a * x + b * y + c;
        evaluator.value([at(frame.world_x), at(frame.world_y)]);
        let mut errors = evaluator.take_errors().into_iter();
        let error = errors.find(|error| error.severity == Severity::Error);
        if error.is_some() || Instant::now() > end {
            return error;
        }
    }
    None
}
