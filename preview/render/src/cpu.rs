//! Colorplots without a GPU, on all cores, from coarse to fine: many pixels at a time where the
//! colorplot has a typed program, otherwise every pixel by the interpreter.
//!
//! A colorplot is painted in levels: squares of 64 pixels a side first, each in the colour of its
//! upper left pixel, then those of 32, 16 and so on, of which a quarter is known from the level
//! before: all levels together take as long as the last alone. The work can be put down at any
//! pixel and taken up again, so that a window answers while it goes on. Where the view has moved, what
//! was seen before is shown until a level is finer.

mod evaluator;
mod reprojection;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{ErrorSeverity, LANES, RuntimeError, fault};
use cindyscript_player::bitmap::{BYTES, Bitmap, to_byte};
use cindyscript_player::region::Region;
use cindyscript_shader::FrameUniforms;
use rayon_core::{ThreadPool, ThreadPoolBuilder};

use crate::placement::Placed;
use crate::policy::{CPU_PIXEL, CPU_PIXEL_HURRIED};

pub use evaluator::{PixelKind, PlotEvaluator};
use reprojection::Seen;

/// The threads that paint beside whoever asks for it; none if there is one processor alone. They
/// start with the first colorplot, and stay.
static HELPERS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let helpers = threads().checked_sub(1).filter(|&helpers| helpers > 0)?;
    let builder = ThreadPoolBuilder::new().num_threads(helpers);
    builder.thread_name(|_| "painter".to_owned()).build().ok()
});

/// How many threads paint at the same time.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The side of the squares of the coarsest level.
const COARSEST: u32 = 64;

/// Squares that a thread takes at once, at most.
const PORTION: usize = LANES;

/// Where so many pixels were given up, the others get less time.
const MANY: usize = 8;
/// Where somebody waits for every pixel, none are evaluated any more once so many were given up.
const HOPELESS: usize = 200;

/// How far to go on.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// Until it is done.
    Done,
    /// For so long: the coarsest level, and then levels that are known to fit in. If the coarsest
    /// takes longer, four times as long.
    Level(Duration),
    /// For so long, or until somebody wants something else.
    Time(Duration),
}

/// A colorplot that is being painted.
pub struct RenderJob {
    /// One a thread.
    evaluators: Vec<PlotEvaluator>,
    frame: FrameUniforms,
    region: Region,
    kind: PixelKind,
    /// Whether every pixel is waited for.
    patient: bool,
    /// Red, green, blue, alpha of each pixel of the region, not multiplied with alpha.
    texels: Vec<[f32; 4]>,
    /// The side of the squares of this level.
    step: u32,
    /// Whether it is the coarsest: no square is known.
    first: bool,
    /// The squares of this level that are left, row by row.
    left: VecDeque<Range<usize>>,
    /// How long this level has taken so far.
    took: Duration,
    /// How long all levels have.
    spent: Duration,
    given_up: GivenUp,
    /// What is shown where it is finer.
    before: Option<Seen>,
}

/// The pixels that were given up.
#[derive(Debug, Default)]
struct GivenUp {
    count: AtomicUsize,
    /// Why: the first such thing.
    error: Mutex<Option<RuntimeError>>,
    /// Evaluating a pixel has failed by a fault of the program: no other is evaluated.
    failed: AtomicBool,
}

impl GivenUp {
    /// A pixel has been evaluated. Where many have been given up, the others get less time.
    fn look(&self, evaluator: &mut PlotEvaluator) {
        for error in evaluator.take_errors() {
            self.count.fetch_add(1, Ordering::Relaxed);
            lock(&self.error).get_or_insert(error);
        }
        if self.is_more_than(MANY) {
            evaluator.allow(CPU_PIXEL_HURRIED);
        }
    }

    /// Evaluating pixels has ended in a panic.
    fn fail(&self, evaluator: &PlotEvaluator, panic: &(dyn Any + Send)) {
        self.failed.store(true, Ordering::Relaxed);
        *lock(&self.error) = Some(RuntimeError {
            term: evaluator.pixels.term(),
            severity: ErrorSeverity::Error,
            message: fault(panic),
        });
    }

    /// The colours of places, at least of the first, until `stop`. `None` stands for a place with a known
    /// colour, and after a failure for every colour.
    fn evaluated(
        &self,
        evaluator: &mut PlotEvaluator,
        kind: PixelKind,
        places: &[Option<[f64; 2]>],
        stop: &dyn Fn() -> bool,
    ) -> Vec<Option<[f32; 4]>> {
        if self.has_failed() {
            return vec![None; places.len()];
        }
        let mut colours = Vec::with_capacity(places.len());
        let unknown: Vec<_> = places.iter().copied().flatten().collect();
        let evaluate = AssertUnwindSafe(|| {
            if let Some(all) = evaluator.colours(kind, &unknown) {
                let mut all = all.into_iter();
                colours.extend(places.iter().map(|place| place.and_then(|_| all.next())));
                return;
            }
            for place in places {
                if !colours.is_empty() && stop() {
                    break;
                }
                colours.push(place.map(|place| evaluator.colour(kind, place)));
                self.look(evaluator);
            }
        });
        if let Err(panic) = catch_unwind(evaluate) {
            self.fail(evaluator, panic.as_ref());
            colours.resize(places.len(), None);
        }
        colours
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn is_more_than(&self, count: usize) -> bool {
        self.count.load(Ordering::Relaxed) > count
    }
}

impl RenderJob {
    /// The pixels of a region; nothing is painted yet. `patient` waits for every pixel as long as
    /// the interpreter does, unless very many have no end, and paints the finest level alone.
    pub fn new(
        mut evaluator: PlotEvaluator,
        frame: FrameUniforms,
        region: Region,
        kind: PixelKind,
        patient: bool,
    ) -> RenderJob {
        evaluator.set_seed(frame.seed);
        let mut evaluators = vec![evaluator; threads()];
        if !patient {
            for evaluator in &mut evaluators {
                evaluator.allow(CPU_PIXEL);
            }
        }
        let mut job = RenderJob {
            evaluators,
            frame,
            region,
            kind,
            patient,
            texels: vec![[0.0; 4]; region.width as usize * region.height as usize],
            step: if patient { 1 } else { COARSEST },
            first: true,
            left: VecDeque::new(),
            took: Duration::ZERO,
            spent: Duration::ZERO,
            given_up: GivenUp::default(),
            before: None,
        };
        job.left.push_back(0..job.squares());
        job
    }

    /// Pixels of it are known to have no end: none is waited for.
    pub fn hurry(&mut self) {
        for evaluator in &mut self.evaluators {
            evaluator.allow(CPU_PIXEL_HURRIED);
        }
    }

    /// Whether every pixel has its own colour.
    pub fn is_done(&self) -> bool {
        self.step == 1 && self.left.is_empty()
    }

    /// How long all of it has taken; none before it is done.
    pub fn spent(&self) -> Option<Duration> {
        self.is_done().then_some(self.spent)
    }

    /// Whether the coarsest level is complete: every pixel has some colour.
    pub fn is_covered(&self) -> bool {
        !self.first || self.left.is_empty()
    }

    /// Whether some pixel has a colour, as far as is known.
    pub fn has_colour(&self) -> bool {
        self.texels.iter().any(|[.., alpha]| *alpha != 0.0)
    }

    /// What ended the evaluation of a pixel, if anything did: the first such thing.
    pub fn error(&self) -> Option<RuntimeError> {
        lock(&self.given_up.error).clone()
    }

    /// Paints more. `stop` is looked at between pixels; where only a time is given, at least one
    /// portion is painted.
    pub fn go_on(&mut self, until: Until, stop: impl Fn() -> bool + Sync) {
        let began = Instant::now();
        loop {
            let spent = began.elapsed();
            if self.left.is_empty() {
                if self.step == 1 {
                    return;
                }
                // The next level has three times as many new squares.
                let fits = |time: Duration| 3 * self.took <= time.saturating_sub(spent);
                if matches!(until, Until::Level(time) if !fits(time)) {
                    return;
                }
                self.next_level();
            }
            let limit = match until {
                Until::Done => None,
                Until::Level(time) if self.first => Some(4 * time),
                Until::Level(time) | Until::Time(time) => Some(time),
            };
            let watchful = !(self.first && matches!(until, Until::Level(_)));
            let level = Instant::now();
            self.paint_level(&|| {
                limit.is_some_and(|limit| began.elapsed() > limit) || watchful && stop()
            });
            let took = level.elapsed();
            self.took += took;
            self.spent += took;
            if !self.left.is_empty() {
                return;
            }
        }
    }

    /// Until it is finer, shows what is seen of another picture of the same colorplot where that has
    /// moved to.
    pub(crate) fn show_before(&mut self, own: &Placed, before: (&Placed, &RenderJob)) {
        let (placed, job) = before;
        let from = (placed, job.region);
        self.before = job.seen().moved(from, (own, self.region));
    }

    /// Until it is finer, shows what is seen of another job for the same picture.
    pub(crate) fn show_again(&mut self, before: &RenderJob) {
        self.before = Some(before.seen());
    }

    /// What there is so far.
    pub fn bitmap(&self) -> Bitmap {
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        let offset = [x.cast_signed(), y.cast_signed()];
        let mut bitmap = Bitmap::new(offset, [width, height]);
        let pixels = bitmap.rgba_mut().chunks_exact_mut(BYTES);
        for (pixel, (_, colour)) in pixels.zip(self.pixels()) {
            pixel.copy_from_slice(&colour);
        }
        bitmap
    }

    /// What is seen now.
    fn seen(&self) -> Seen {
        let own = match (self.left.is_empty(), self.first) {
            (true, _) => self.step,
            (false, false) => 2 * self.step,
            (false, true) => COARSEST,
        };
        let grain = match &self.before {
            Some(before) => before.grain.min(own.into()),
            None => own.into(),
        };
        let pixels = self.pixels();
        Seen {
            pixels: pixels
                .map(|(known, colour)| known.then_some(colour))
                .collect(),
            grain,
        }
    }

    /// The colours of all pixels as they are seen, rows from the top, and whether each is as fine as the
    /// others.
    fn pixels(&self) -> impl Iterator<Item = (bool, [u8; BYTES])> {
        let [across, _] = self.squares_along();
        let mut painted = vec![true; self.squares()];
        for range in &self.left {
            if let Some(left) = painted.get_mut(range.clone()) {
                left.fill(false);
            }
        }
        // Those of this level, and those of the one before.
        let [fine, coarse] = [self.step, 2 * self.step].map(|step| {
            let before = self.before.as_ref();
            before.is_none_or(|before| f64::from(step) <= before.grain)
        });
        let coarse = coarse && !self.first;
        let (width, step) = (self.region.width as usize, self.step as usize);
        let pixels = self.texels.iter().enumerate();
        pixels.map(move |(index, texel)| {
            let square = index / width / step * across + index % width / step;
            let painted = painted.get(square).is_some_and(|painted| *painted);
            let known = if painted { fine } else { coarse };
            let before = self.before.as_ref().filter(|_| !known);
            match before.and_then(|before| *before.pixels.get(index)?) {
                Some(colour) => (true, colour),
                // As in CindyGL, colours are taken as multiplied with alpha.
                None => (known, texel.map(|part| to_byte(part.into()))),
            }
        })
    }

    /// Red, green, blue, alpha of all pixels, rows from the top.
    pub fn into_texels(self) -> Vec<f32> {
        self.texels.into_flattened()
    }

    fn next_level(&mut self) {
        self.step = (self.step / 2).max(1);
        self.first = false;
        self.took = Duration::ZERO;
        self.left.push_back(0..self.squares());
    }

    /// In a row, and in a column.
    fn squares_along(&self) -> [usize; 2] {
        [self.region.width, self.region.height].map(|side| side.div_ceil(self.step) as usize)
    }

    fn squares(&self) -> usize {
        let [across, down] = self.squares_along();
        across * down
    }

    /// Paints squares of this level until there are none left, or `stop`.
    fn paint_level(&mut self, stop: &(dyn Fn() -> bool + Sync)) {
        let [across, _] = self.squares_along();
        let (frame, region, kind) = (self.frame, self.region, self.kind);
        let (step, first) = (self.step as usize, self.first);
        let (given_up, patient) = (&self.given_up, self.patient);
        let stop = || stop() || patient && given_up.is_more_than(HOPELESS);
        let left = Mutex::new(std::mem::take(&mut self.left));
        let painted = Mutex::new(Vec::new());
        // Where in the world a square is; none if its colour is known.
        let place = |index: usize| {
            let (column, row) = (index % across, index / across);
            let known = !first && column.is_multiple_of(2) && row.is_multiple_of(2);
            (!known).then(|| {
                let x = (region.x as usize + column * step) as f64 + 0.5;
                let y = (region.y as usize + row * step) as f64 + 0.5;
                [frame.world_x, frame.world_y].map(|[a, b, c]| a * x + b * y + c)
            })
        };
        // All threads have something to do at a coarse level, too.
        let portion = self
            .squares()
            .div_ceil(self.evaluators.len())
            .clamp(1, PORTION);
        let work = |evaluator: &mut PlotEvaluator| {
            while let Some(portion) = take(&left, portion) {
                let places: Vec<_> = portion.clone().map(place).collect();
                let colours = given_up.evaluated(evaluator, kind, &places, &stop);
                let end = portion.start + colours.len();
                lock(&painted).push((portion.start, colours));
                if end < portion.end {
                    lock(&left).push_front(end..portion.end);
                }
                if stop() {
                    return;
                }
            }
        };
        on_all_threads(&mut self.evaluators, work);
        self.left = left.into_inner().unwrap_or_else(PoisonError::into_inner);
        let painted = painted.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (start, colours) in painted {
            for (index, colour) in (start..).zip(colours) {
                if let Some(colour) = colour {
                    self.fill([index % across, index / across], colour);
                }
            }
        }
    }

    /// Paints a square.
    fn fill(&mut self, [column, row]: [usize; 2], colour: [f32; 4]) {
        let step = self.step as usize;
        let (width, height) = (self.region.width as usize, self.region.height as usize);
        let (left, top) = (column * step, row * step);
        let right = (left + step).min(width);
        for y in top..(top + step).min(height) {
            if let Some(pixels) = self.texels.get_mut(y * width + left..y * width + right) {
                pixels.fill(colour);
            }
        }
    }
}

/// Does work with each evaluator, on a thread for each.
fn on_all_threads(evaluators: &mut [PlotEvaluator], work: impl Fn(&mut PlotEvaluator) + Sync) {
    let mut evaluators = evaluators.iter_mut();
    let own = evaluators.next();
    match &*HELPERS {
        Some(helpers) => helpers.in_place_scope(|scope| {
            for evaluator in evaluators {
                scope.spawn(|_| work(evaluator));
            }
            own.map(&work);
        }),
        None => drop(own.map(work)),
    }
}

/// The next portion of what is left.
fn take(left: &Mutex<VecDeque<Range<usize>>>, portion: usize) -> Option<Range<usize>> {
    let mut left = lock(left);
    let next = left.pop_front()?;
    let end = next.end.min(next.start + portion);
    if end < next.end {
        left.push_front(end..next.end);
    }
    Some(next.start..end)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
