//! What colorplots cost the GPU, as far as is known: from one picture to the next, on the screen and
//! into images alike.

use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::RuntimeError;
use cindyscript_player::region::Region;
use rustc_hash::FxHashMap;

use crate::policy::{GPU_SUBMISSION, GPU_TILE};

use super::times::PlotTimes;

/// The pixels of a tile of which the others before it say no more than that it may be longer.
const FIRST: u64 = 1 << 12;
/// Those of the smallest.
pub(super) const LEAST: u64 = 1 << 6;
/// So much larger tiles become at most, each than the one before.
pub(super) const GROWTH: u64 = 16;

/// What is known of the colorplots of a version.
#[derive(Debug, Default)]
pub struct Costs {
    /// Of each colorplot with loops that was painted.
    plots: FxHashMap<PlotId, CostEstimate>,
    /// Of pictures with more slow colorplots than are painted by themselves.
    pub(super) crowded: CostEstimate,
    /// The colorplots that have no end at some pixels, and where.
    endless: FxHashMap<PlotId, RuntimeError>,
    /// How long colorplots take in a frame, as the author is told.
    pub(crate) times: PlotTimes,
}

impl Costs {
    /// Those of another version, of which nothing is known.
    pub(crate) fn renewed(self) -> Costs {
        Costs {
            times: self.times.renew(),
            ..Costs::default()
        }
    }

    /// What a colorplot costs; none if it has not been painted.
    pub fn get(&self, plot: PlotId) -> Option<&CostEstimate> {
        self.plots.get(&plot)
    }

    /// What a colorplot costs, to be learnt.
    pub(crate) fn entry(&mut self, plot: PlotId) -> &mut CostEstimate {
        self.plots.entry(plot).or_default()
    }

    /// The same, beside the times of all.
    pub(super) fn estimate_and_times(
        &mut self,
        plot: PlotId,
    ) -> (&mut CostEstimate, &mut PlotTimes) {
        (self.plots.entry(plot).or_default(), &mut self.times)
    }

    /// A colorplot has another program: nothing is known of it.
    pub(crate) fn renew(&mut self, plot: PlotId) {
        self.forget(plot);
        self.times.forget(plot);
        self.endless.remove(&plot);
    }

    /// A colorplot may have turned out to be slower than was known.
    pub(super) fn forget(&mut self, plot: PlotId) {
        self.plots.remove(&plot);
    }

    /// A colorplot has no end at some pixel: the error that says where.
    pub(crate) fn set_endless(&mut self, plot: PlotId, error: RuntimeError) {
        self.endless.insert(plot, error);
    }

    /// Where a colorplot has no end, if that is known.
    pub fn endless(&self, plot: PlotId) -> Option<&RuntimeError> {
        self.endless.get(&plot)
    }
}

/// How many pixels of a colorplot may be given to the GPU at once, as far as is known.
#[derive(Debug)]
pub struct CostEstimate {
    pub(super) pixels: u64,
    /// Never more than that, whatever the tiles so far have taken: others may be slower.
    expected: u64,
    /// Seconds that a pixel takes; less if they are too few to tell.
    pixel: f64,
    /// Nothing is known.
    is_new: bool,
}

impl Default for CostEstimate {
    fn default() -> CostEstimate {
        CostEstimate {
            pixels: LEAST,
            expected: u64::MAX,
            pixel: 0.0,
            is_new: true,
        }
    }
}

impl CostEstimate {
    /// The part of the time of a tile that so many pixels take; none if nothing is known.
    pub(super) fn share(&self, pixels: u64) -> Option<f64> {
        (!self.is_new).then(|| pixels as f64 / self.pixels as f64)
    }

    /// Whether a picture takes so little that nobody has to wait and see.
    pub(super) fn is_quick(&self, size: [u32; 2]) -> bool {
        let [width, height] = size.map(u64::from);
        !self.is_new && self.pixels >= GROWTH * width * height
    }

    /// How long so many pixels take, as far as is known.
    pub(super) fn time(&self, pixels: u64) -> Duration {
        let seconds = self.pixel * pixels as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// The patches of the first look have taken so long.
    pub(super) fn look(&mut self, patches: &[Region], took: Duration) {
        let pixels = patches.iter().map(|patch| area(*patch)).sum();
        self.is_new = false;
        self.measure(pixels, took);
        let fitting = GPU_TILE.as_secs_f64() / self.pixel;
        // Most are as slow as the mean, or faster. `as` saturates.
        self.expected = ((4.0 * fitting) as u64).max(LEAST);
        self.pixels = match self.pixel > 0.0 {
            true => self
                .pixels
                .clamp((fitting as u64).max(LEAST), self.expected),
            // Too few to tell more.
            false => FIRST,
        };
    }

    /// Whether a first look that took so long should be repeated: others may have kept the machine
    /// busy.
    pub(super) fn is_doubtful(took: Duration) -> bool {
        took > GPU_TILE / 4
    }

    /// A tile has taken so long.
    pub(super) fn learn(&mut self, pixels: u64, took: Duration) {
        self.is_new = false;
        self.measure(pixels, took);
        let times = GPU_TILE.as_secs_f64() / took.as_secs_f64().max(f64::MIN_POSITIVE);
        let fitting = (pixels as f64 * times.min(GROWTH as f64)) as u64;
        if took > 2 * GPU_TILE {
            self.pixels = fitting.max(LEAST);
        } else if took < GPU_TILE {
            // The tile may have been less than there could have been.
            self.pixels = self.pixels.max(fitting.min(self.expected));
        }
    }

    fn measure(&mut self, pixels: u64, took: Duration) {
        self.pixel = took.saturating_sub(GPU_SUBMISSION).as_secs_f64() / pixels.max(1) as f64;
    }

    /// Whether a tile of so many pixels is not too long.
    pub(super) fn takes(&self, pixels: u64) -> bool {
        pixels <= self.pixels.saturating_mul(2)
    }
}

/// Whether all that was given at once has taken longer than anything should.
pub(super) fn is_long(took: Duration) -> bool {
    took > 2 * GPU_TILE
}

/// The number of pixels of a region.
pub(super) fn area(region: Region) -> u64 {
    u64::from(region.width) * u64::from(region.height)
}
