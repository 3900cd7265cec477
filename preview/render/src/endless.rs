//! Loops without end. A shader ends them by itself after many rounds and cannot say so: what it
//! paints is just wrong. So of colorplots with loops, a few pixels are evaluated by the interpreter,
//! too, which can say where it was when it gave up.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{ErrorSeverity, PixelEvaluator, RuntimeError};
use cindyscript_player::Session;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::region::Region;
use cindyscript_shader::FrameUniforms;

use crate::compile::PlotProgram;
use crate::policy::{ENDLESS_SEARCH, ENDLESS_SEARCH_PERIOD};

/// What is known about loops without end in the colorplots that a version shows.
#[derive(Debug, Default)]
pub(crate) struct EndlessLoops {
    searched: Option<Instant>,
    searches: u32,
    /// What there is still to look at, and how long that may take.
    pending: Vec<PixelSearch>,
    left: Duration,
    diagnostics: Vec<AppletDiagnostic>,
}

impl EndlessLoops {
    /// What went wrong, each thing once.
    pub(crate) fn diagnostics(&self) -> &[AppletDiagnostic] {
        &self.diagnostics
    }

    /// Something went wrong at some pixel.
    pub(crate) fn add(&mut self, diagnostic: AppletDiagnostic) {
        let known = |other: &AppletDiagnostic| other.range == diagnostic.range;
        if !self.diagnostics.iter().any(known) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether it is time to search: at the first frame of a version, and at others that take
    /// `long`.
    pub(crate) fn is_due(&self, long: bool) -> bool {
        let due =
            |searched: Instant| long && searched.elapsed() > ENDLESS_SEARCH_PERIOD * self.searches;
        self.searched.is_none_or(due)
    }

    /// Whether a search was interrupted.
    pub(crate) fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Has the colorplots of a frame looked at that the GPU paints.
    pub(crate) fn search(
        &mut self,
        session: &Session,
        frame: &FrameDescription,
        programs: &[PlotProgram],
    ) {
        let plots = frame.plots().filter_map(|draw| {
            let plot = draw.call.plot;
            let Some(PlotProgram::Shader(shader)) = programs.get(plot.index()) else {
                return None;
            };
            Some(PixelSearch {
                plot,
                rounds: shader.rounds()?,
                evaluator: session.evaluator(&draw.call),
                frame: draw.frame,
                region: draw.region,
                next: 0,
            })
        });
        self.pending = plots.collect();
        self.left = ENDLESS_SEARCH;
        self.searched = Some(Instant::now());
        self.searches += 1;
    }

    /// Has colorplots looked at that were painted into images.
    pub(crate) fn search_images(&mut self, images: Vec<PixelSearch>) {
        if !images.is_empty() {
            self.pending.extend(images);
            self.left = ENDLESS_SEARCH;
        }
    }

    /// Looks at pixels until the time for that is over, or somebody wants something else: then it
    /// goes on at another time. Those that have no end, and where.
    pub(crate) fn go_on(
        &mut self,
        session: &Session,
        hurry: &AtomicBool,
    ) -> Vec<(PlotId, RuntimeError)> {
        let mut endless = Vec::new();
        while let Some(search) = self.pending.last_mut() {
            let began = Instant::now();
            let found = search.run(began + self.left, || hurry.load(Ordering::Relaxed));
            self.left = self.left.saturating_sub(began.elapsed());
            match found {
                Found::Interrupted => break,
                Found::Endless(error) => endless.push((search.plot, error)),
                Found::Nothing => {}
            }
            self.pending.pop();
        }
        self.note(session, &endless);
        endless
    }

    /// Looks at pixels of all that is pending, for as long each.
    pub(crate) fn finish(&mut self, session: &Session) {
        let pending = std::mem::take(&mut self.pending).into_iter();
        let found = pending.filter_map(|mut search| Some((search.plot, search.error()?)));
        let found: Vec<_> = found.collect();
        self.note(session, &found);
    }

    fn note(&mut self, session: &Session, endless: &[(PlotId, RuntimeError)]) {
        for (_, error) in endless {
            self.add(session.diagnostic(error.clone()));
        }
    }
}

/// Looks at pixels of a colorplot with loops, a few all over the region.
pub(crate) struct PixelSearch {
    pub(crate) plot: PlotId,
    pub(crate) evaluator: PixelEvaluator,
    /// Loops end after so many.
    pub(crate) rounds: u32,
    pub(crate) frame: FrameUniforms,
    pub(crate) region: Region,
    /// The pixel that comes next.
    pub(crate) next: u32,
}

/// What comes of a search.
enum Found {
    /// The evaluation of a pixel does not end: where.
    Endless(RuntimeError),
    /// That of all ends for which there was time.
    Nothing,
    /// It is to go on at another time.
    Interrupted,
}

impl PixelSearch {
    /// Pixels in each direction.
    const ALONG: u32 = 4;

    /// What ends the evaluation of a pixel, if anything does.
    pub(crate) fn error(&mut self) -> Option<RuntimeError> {
        match self.run(Instant::now() + ENDLESS_SEARCH, || false) {
            Found::Endless(error) => Some(error),
            Found::Nothing | Found::Interrupted => None,
        }
    }

    /// Looks at pixels up to a time, at one at least.
    fn run(&mut self, end: Instant, is_interrupted: impl Fn() -> bool) -> Found {
        let count = Self::ALONG * Self::ALONG;
        self.evaluator.allow_rounds(self.rounds.into());
        while !self.region.is_empty() && self.next < count {
            let world = self.place();
            self.next += 1;
            self.evaluator.value(world);
            let mut errors = self.evaluator.take_errors().into_iter();
            let error = errors.find(|error| error.severity == ErrorSeverity::Error);
            match error {
                Some(error) => return Found::Endless(error),
                None if Instant::now() > end => return Found::Nothing,
                None if self.next < count && is_interrupted() => return Found::Interrupted,
                None => {}
            }
        }
        Found::Nothing
    }

    /// Where the next pixel lies in the world.
    fn place(&self) -> [f64; 2] {
        // In an order that meets all parts of the region soon.
        let index = (self.next * 7) % (Self::ALONG * Self::ALONG);
        let part = |place: u32| (f64::from(place) + 0.5) / f64::from(Self::ALONG);
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        let x = f64::from(x) + f64::from(width) * part(index % Self::ALONG);
        let y = f64::from(y) + f64::from(height) * part(index / Self::ALONG);
        let at = |[a, b, c]: [f64; 3]| a * x + b * y + c;
        [at(self.frame.world_x), at(self.frame.world_y)]
    }
}

impl fmt::Debug for PixelSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plot, next, .. } = self;
        write!(f, "PixelSearch({plot:?}, next {next})")
    }
}
