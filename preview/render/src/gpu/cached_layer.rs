//! Colorplots that are painted by themselves before they become a part of the picture: those of
//! which a part is seen, and those that take long.
//!
//! What takes long is painted tile by tile, a few of them a frame, while all the rest of the picture
//! goes on around it at its own pace; what is painted stays as long as the colorplot shows the same.

use std::sync::Arc;
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::{Delivery, Instant};
use cindyscript_player::region::Region;

use crate::policy::{ENDLESS_LEFT, TILES_OF_ONE_MOMENT};

use super::blit::{Blitter, texture as texture_view};
use super::bound::Bound;
use super::cost::CostEstimate;
use super::device::Gpu;
use super::error::GpuError;
use super::layer::PlotLayer;
use super::pass::{FORMAT, begin, limit, pass, target, timed_pass};
use super::plot::BoundPlot;
use super::pool::PooledTexture;
use super::sprite::Sprites;
use super::tiles::{Tiles, patches};
use crate::placement::Map;

/// What all of them are made with.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) gpu: Gpu,
    pub(super) copies: Blitter,
    pub(super) masks: Blitter,
    pub(super) sprites: Sprites,
    /// Takes away what was there.
    pub(super) wipe: Bound,
}

impl Tools {
    pub(super) fn new(gpu: Gpu) -> Tools {
        let masks = Blitter::masking(&gpu, FORMAT);
        let nothing = texture_view(&gpu, [1, 1], &[0; 4]);
        Tools {
            copies: Blitter::new(&gpu, "layer", FORMAT),
            wipe: masks.copy(&gpu, &nothing, [1, 1], [0, 0]),
            masks,
            sprites: Sprites::new(&gpu),
            gpu,
        }
    }
}

/// A colorplot, its buffers filled.
#[derive(Debug)]
pub(super) struct Plot {
    pub(super) plot: PlotId,
    pub(super) bound: BoundPlot,
    pub(super) region: Region,
}

impl Plot {
    pub(super) fn new(tools: &Tools, layer: &PlotLayer, size: [u32; 2]) -> Plot {
        Plot {
            plot: layer.plot,
            bound: BoundPlot::new(&tools.gpu, layer),
            region: layer.region.within(size),
        }
    }

    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        if limit(pass, self.region.intersection(tile)) {
            self.bound.draw(pass);
        }
    }
}

/// A colorplot on a ground of its own, as large as the picture.
#[derive(Debug)]
pub(super) struct OffscreenLayer {
    pub(super) plot: Plot,
    target: PooledTexture,
    mask: Option<Bound>,
    copy: Bound,
}

impl OffscreenLayer {
    pub(super) fn new(
        tools: &Tools,
        plot: Plot,
        layer: &PlotLayer,
        size: [u32; 2],
    ) -> OffscreenLayer {
        let target = target(tools.gpu.pool(), "layer", size);
        let mut offscreen = OffscreenLayer {
            copy: tools.copies.copy(&tools.gpu, &target.view, size, [0, 0]),
            plot,
            target,
            mask: None,
        };
        offscreen.set_mask(tools, layer);
        offscreen
    }

    /// Shows what is painted where it has moved to.
    fn move_ground(&mut self, tools: &Tools, map: &Map) {
        let texture = &self.target.texture;
        let size = [texture.width(), texture.height()];
        let ground = target(tools.gpu.pool(), "layer", size);
        moved(tools, &self.target.view, &ground, map);
        self.copy = tools.copies.copy(&tools.gpu, &ground.view, size, [0, 0]);
        self.target = ground;
    }

    fn set_mask(&mut self, tools: &Tools, layer: &PlotLayer) {
        let mask = layer.mask.as_ref();
        self.mask = mask.map(|mask| tools.masks.bitmap(&tools.gpu, mask));
    }

    /// Before the picture, which it becomes a part of.
    pub(super) fn paint(
        &self,
        tools: &Tools,
        encoder: &mut wgpu::CommandEncoder,
        tile: Region,
        writes: Option<wgpu::RenderPassTimestampWrites<'_>>,
    ) {
        let load = wgpu::LoadOp::Load;
        let mut pass = timed_pass(encoder, &self.target.view, load, writes);
        if limit(&mut pass, tile) {
            tools.wipe.draw(&mut pass);
            self.plot.draw(&mut pass, tile);
            if let Some(mask) = &self.mask
                && limit(&mut pass, tile)
            {
                mask.draw(&mut pass);
            }
        }
    }

    /// Into the picture.
    pub(super) fn copy(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        if limit(pass, self.plot.region.intersection(tile)) {
            self.copy.draw(pass);
        }
    }
}

/// A colorplot that is painted tile by tile.
#[derive(Debug)]
pub(super) struct CachedLayer {
    offscreen: OffscreenLayer,
    scratch: Arc<PooledTexture>,
    /// What is painted.
    layer: PlotLayer,
    /// What is to be painted after that.
    next: Option<PlotLayer>,
    tiles: Tiles,
    /// True if the first look is done or under way.
    looked: bool,
    /// The part that the GPU is painting.
    given: Option<Given>,
    began: Instant,
    /// How long its tiles have taken so far.
    took: Duration,
}

/// A part of a layer that the GPU was given.
#[derive(Debug)]
struct Given {
    part: Part,
    took: Delivery<Duration>,
}

/// A part of a layer.
#[derive(Debug)]
enum Part {
    /// A few pixels that nobody sees, and the time that they took before.
    Patches(Vec<Region>, Option<Duration>),
    Tile(Region),
}

impl CachedLayer {
    /// Nothing of it is painted; `before` is what is seen until then, where it has moved to since.
    ///
    /// `scratch` is a ground as large as the picture that nobody sees.
    pub(super) fn new(
        tools: &Tools,
        layer: &PlotLayer,
        before: &PooledTexture,
        map: Option<Map>,
        scratch: Arc<PooledTexture>,
    ) -> CachedLayer {
        let size = [before.texture.width(), before.texture.height()];
        let plot = Plot::new(tools, layer, size);
        let offscreen = OffscreenLayer::new(tools, plot, layer, size);
        let region = offscreen.plot.region;
        let origin = wgpu::Origin3d {
            x: region.x,
            y: region.y,
            z: 0,
        };
        let part = |texture| wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: 0,
            origin,
            aspect: wgpu::TextureAspect::All,
        };
        let extent = wgpu::Extent3d {
            width: region.width,
            height: region.height,
            depth_or_array_layers: 1,
        };
        match map {
            Some(map) => moved(tools, &before.view, &offscreen.target, &map),
            None => {
                tools.gpu.encode(|encoder| {
                    let [from, to] = [&before.texture, &offscreen.target.texture].map(part);
                    encoder.copy_texture_to_texture(from, to, extent);
                });
            }
        }
        CachedLayer {
            tiles: Tiles::new(region, true),
            offscreen,
            scratch,
            layer: layer.clone(),
            next: None,
            looked: false,
            given: None,
            began: Instant::now(),
            took: Duration::ZERO,
        }
    }

    /// Which colorplot it is.
    pub(super) fn plot(&self) -> PlotId {
        self.layer.plot
    }

    /// Whether it can be the cached layer of a colorplot in a picture of a size.
    pub(super) fn suits(&self, layer: &PlotLayer, size: [u32; 2]) -> bool {
        let texture = &self.offscreen.target.texture;
        self.plot() == layer.plot
            && [texture.width(), texture.height()] == size
            && (self.layer.region == layer.region || self.map_to(layer).is_some())
    }

    /// Where what a layer shows at a pixel is in this, if it is moved.
    fn map_to(&self, layer: &PlotLayer) -> Option<Map> {
        layer.placed()?.moved_from(&self.layer.placed()?)
    }

    /// What it is to show from now on.
    pub(super) fn show(&mut self, tools: &Tools, layer: &PlotLayer) {
        self.next = None;
        if self.layer.is_like(layer) {
            return;
        }
        if let Some(map) = self.map_to(layer) {
            // It is refined from there: what is seen follows the pointer, however long a picture takes.
            self.offscreen.move_ground(tools, &map);
            return self.begin(tools, layer.clone());
        }
        let unfinished = !self.tiles.is_done() && self.looked;
        let goes_on = unfinished && self.layer.has_same_program(layer);
        if goes_on && self.began.elapsed() < TILES_OF_ONE_MOMENT {
            self.next = Some(layer.clone());
        } else {
            self.begin(tools, layer.clone());
        }
    }

    fn begin(&mut self, tools: &Tools, layer: PlotLayer) {
        let texture = &self.offscreen.target.texture;
        self.offscreen.plot = Plot::new(tools, &layer, [texture.width(), texture.height()]);
        self.offscreen.set_mask(tools, &layer);
        if self.layer.region == layer.region {
            self.tiles.begin_again();
        } else {
            self.tiles = Tiles::new(self.offscreen.plot.region, true);
        }
        self.layer = layer;
        self.looked = false;
        self.given = None;
        self.began = Instant::now();
        self.took = Duration::ZERO;
    }

    /// The image that it does not see, if there is one.
    pub(super) fn take_refusal(&mut self) -> Option<GpuError> {
        self.offscreen.plot.bound.refused.take()
    }

    pub(super) fn is_done(&self) -> bool {
        self.tiles.is_done() && self.given.is_none() && self.next.is_none()
    }

    /// How long all of it has taken; none before it is done.
    pub(super) fn took(&self) -> Option<Duration> {
        self.is_done().then_some(self.took)
    }

    /// How long it will take, as far as is known.
    pub(super) fn time_left(&self, cost: &CostEstimate) -> Duration {
        if self.looked {
            cost.time(self.tiles.left())
        } else {
            Duration::ZERO
        }
    }

    /// No more of it, if it takes long.
    pub(super) fn abandon(&mut self, cost: &CostEstimate) {
        if self.time_left(cost) > ENDLESS_LEFT {
            self.tiles.abandon();
        }
    }

    /// Paints a part of it: after a first look a tile. Of what is known to have no end, only what does
    /// not take long. False if the GPU has not told yet how long the part takes that it was given.
    pub(super) fn go_on(
        &mut self,
        tools: &Tools,
        cost: &mut CostEstimate,
        endless: bool,
    ) -> Result<bool, GpuError> {
        if self.given.is_none() {
            self.give(tools, cost, endless)?;
        }
        while let Some(Given { part, took }) = self.given.take() {
            let Some(took) = took.get().copied() else {
                self.given = Some(Given { part, took });
                return Ok(false);
            };
            match part {
                Part::Patches(patches, None) if CostEstimate::is_doubtful(took) && !endless => {
                    self.given = Some(self.look(tools, patches, Some(took))?);
                }
                Part::Patches(patches, before) => {
                    cost.look(&patches, before.map_or(took, |before| before.min(took)));
                    if endless {
                        self.abandon(cost);
                    }
                }
                Part::Tile(tile) => {
                    self.took += took;
                    self.tiles.learn(cost, tile, took);
                }
            }
        }
        Ok(true)
    }

    /// Gives the GPU the next part, if there is one.
    fn give(&mut self, tools: &Tools, cost: &CostEstimate, endless: bool) -> Result<(), GpuError> {
        if self.tiles.is_done()
            && let Some(next) = self.next.take()
        {
            self.begin(tools, next);
        }
        if !self.looked {
            self.looked = true;
            let patches = patches(self.offscreen.plot.region);
            if !patches.is_empty() {
                self.given = Some(self.look(tools, patches, None)?);
            } else if endless {
                self.abandon(cost);
            }
        } else if let Some(tile) = self.tiles.next(cost) {
            let took = tools.gpu.time(|encoder| {
                self.offscreen.paint(tools, encoder, tile, None);
            })?;
            let part = Part::Tile(tile);
            self.given = Some(Given { part, took });
        }
        Ok(())
    }

    /// Has parts painted where nobody sees them. They took so long `before`.
    fn look(
        &self,
        tools: &Tools,
        patches: Vec<Region>,
        before: Option<Duration>,
    ) -> Result<Given, GpuError> {
        let took = tools.gpu.time(|encoder| {
            let mut pass = pass(encoder, &self.scratch.view, wgpu::LoadOp::Load);
            for patch in &patches {
                self.offscreen.plot.draw(&mut pass, *patch);
            }
        })?;
        let part = Part::Patches(patches, before);
        Ok(Given { part, took })
    }

    /// Into the picture, as far as it is painted.
    pub(super) fn copy(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        self.offscreen.copy(pass, tile);
    }
}

/// Paints what another picture shows where a map says that it has moved to, and nothing where it shows
/// nothing.
fn moved(tools: &Tools, from: &wgpu::TextureView, to: &PooledTexture, map: &Map) {
    let moved = tools.sprites.moved(&tools.gpu, from, map);
    let descriptor = wgpu::CommandEncoderDescriptor::default();
    let mut encoder = tools.gpu.device.create_command_encoder(&descriptor);
    moved.draw(&mut begin(&mut encoder, &to.view));
    // At once: the pool gives away what is used here.
    tools.gpu.submit(encoder);
}
