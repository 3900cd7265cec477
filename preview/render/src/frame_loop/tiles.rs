//! Pictures larger than the device paints: part by part.

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::region::Region;
use cindyscript_player::scene::{Layer, PictureLayer};

use super::{Budget, FrameLoop, Progress};
use crate::gpu::{Gpu, GpuError, GpuScene, PlotLayer};

/// A picture of more pixels is painted in parts: it takes so long that a user wants to see progress.
const LARGE: u64 = 1 << 24;

/// Roughly the number of parts.
const PARTS: u64 = 64;

/// The width and height of parts, in pixels, where the device paints as much.
const LEAST_SIDE: u32 = 512;
const SIDE: u32 = 4096;

/// Another seed for each part: random numbers depend on the place in it.
const SEED_STEP: u32 = 0x9e37_79b9;

impl FrameLoop {
    /// Paints the frame completely, and brings back its pixels. The canvas may be larger than what the
    /// device paints at once; then the [`picture`](Self::picture) is a part of it.
    ///
    /// # Errors
    /// What the device says.
    pub fn paint_whole(&mut self) -> Result<Bitmap, GpuError> {
        self.paint_whole_telling(&mut |_| {})
    }

    /// As [`FrameLoop::paint_whole`]; `tell` gets the share of a large picture that is painted, from 0
    /// to 1.
    ///
    /// # Errors
    /// What the device says.
    pub fn paint_whole_telling(&mut self, tell: &mut dyn FnMut(f64)) -> Result<Bitmap, GpuError> {
        let largest = self.picture.gpu().map_or(u32::MAX, Gpu::max_side);
        let size = self.canvas.device;
        let area = size.map(u64::from).iter().product::<u64>();
        if area <= LARGE && size.iter().all(|side| *side <= largest) {
            while self.paint(Budget::Complete)? != Progress::Complete {}
            return self.picture.read();
        }
        let side = area.div_ceil(PARTS).isqrt();
        let side = u32::try_from(side).unwrap_or(SIDE);
        self.paint_parts(side.clamp(LEAST_SIDE, SIDE).min(largest), tell)
    }

    /// Paints the frame in parts of this width and height.
    pub(super) fn paint_parts(
        &mut self,
        side: u32,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Bitmap, GpuError> {
        let Some(scene) = self.scene(Budget::Complete) else {
            return Ok(Bitmap::default());
        };
        let mut whole = Bitmap::new([0, 0], scene.size);
        let mut refused = Vec::new();
        let mut seed = 0_u32;
        let [width, height] = scene.size;
        let count = width.div_ceil(side) * height.div_ceil(side);
        let mut done = 0;
        for y in (0..height).step_by(side as usize) {
            for x in (0..width).step_by(side as usize) {
                let region = Region {
                    x,
                    y,
                    width: side,
                    height: side,
                };
                let part = part(&scene, region.within(scene.size), seed);
                let picture = &mut self.picture;
                self.renderer.with_costs(|costs| {
                    picture.begin(&part, costs)?;
                    while !picture.go_on(costs, || false)? {}
                    picture.finish(costs)
                })?;
                for refusal in picture.take_refusals() {
                    if !refused.contains(&refusal) {
                        refused.push(refusal);
                    }
                }
                let corner = [x, y].map(u32::cast_signed);
                whole.draw(&picture.read()?.moved(corner));
                seed = seed.wrapping_add(SEED_STEP);
                done += 1;
                tell(f64::from(done) / f64::from(count));
            }
        }
        self.refused = self.diagnostics_of(refused);
        self.progress = Progress::Complete;
        Ok(whole)
    }
}

/// What of a scene lies in a region, as a scene of its own.
fn part(scene: &GpuScene, region: Region, seed: u32) -> GpuScene {
    let Region {
        x,
        y,
        width,
        height,
    } = region;
    let inner = |of: Region| {
        let common = of.intersection(region);
        Region {
            x: common.x.saturating_sub(x),
            y: common.y.saturating_sub(y),
            ..common
        }
    };
    let layers = scene.layers.iter().filter_map(|layer| {
        Some(match layer {
            Layer::Bitmap(bitmap) => {
                let part = bitmap.part(region);
                (!part.is_empty()).then_some(Layer::Bitmap(part))?
            }
            Layer::Picture(picture) => {
                let [a, b, c, d, e, f] = picture.transform;
                Layer::Picture(PictureLayer {
                    transform: [a, b, c, d, e - f64::from(x), f - f64::from(y)],
                    region: inner(picture.region),
                    ..picture.clone()
                })
            }
            Layer::Plot(plot) => {
                let moved = |[a, b, c]: [f64; 3]| [a, b, c + a * f64::from(x) + b * f64::from(y)];
                let mut frame = plot.frame;
                frame.world_x = moved(frame.world_x);
                frame.world_y = moved(frame.world_y);
                frame.seed = frame.seed.wrapping_add(seed);
                let [left, top] = plot.corner;
                Layer::Plot(PlotLayer {
                    frame,
                    centre: None,
                    corner: [left + f64::from(x), top + f64::from(y)],
                    region: inner(plot.region),
                    mask: plot.mask.as_ref().map(|mask| mask.part(region)),
                    ..plot.clone()
                })
            }
        })
    });
    GpuScene {
        size: [width, height],
        layers: layers.collect(),
    }
}
