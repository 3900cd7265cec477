//! The picture: a texture that the layers of a scene are painted on, kept until the next one is
//! done, so that a window shows it again without painting, and a file gets the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::region::Region;

use super::cached_layer::{CachedLayer, OffscreenLayer, Plot, Tools};
use super::cost::{Costs, area, is_long};
use super::device::Gpu;
use super::error::GpuError;
use super::layer::{GpuScene, Layer, PlotLayer};
use super::part::PartRead;
use super::pass::{begin, limit, pass, target, timed_pass};
use super::pool::PooledTexture;
use super::sprite::Sprite;
use super::tiles::Tiles;
use super::times::PlotTimes;
use crate::placement::Placed;
use crate::policy::PAINT_SLICE;

/// So many colorplots that may take long have a layer of their own, each as large as the picture.
const MOST_CACHED: usize = 8;

/// A picture on the GPU.
///
/// What is known to be fast is painted in one go; a colorplot with loops that is not has a layer of
/// its own, which is painted tile by tile and copied into the picture as far as it is there.
#[derive(Debug)]
pub struct GpuPicture {
    tools: Tools,
    target: PooledTexture,
    /// Where the colorplots lie of the scene that was begun last.
    placed: Vec<Placed>,
    cached: Vec<CachedLayer>,
    /// A ground for them to try on, as large as the picture.
    scratch: Option<Arc<PooledTexture>>,
    /// What is left to paint.
    work: Option<Work>,
    /// What the GPU may still be painting. Its buffers are given to the next scene.
    submitted: Option<Submitted>,
    /// What could not be painted of it.
    refused: Vec<(Option<PlotId>, String)>,
    /// Counts its changes.
    changes: u64,
    /// The time of the last one.
    changed: Option<Instant>,
}

/// A scene that is being painted.
#[derive(Debug)]
struct Work {
    layers: Vec<Prepared>,
    /// Its colorplots with loops that are fast.
    fast: Vec<PlotId>,
    tiles: Tiles,
    /// True if all of it was painted once, as far as it was there.
    is_begun: bool,
}

/// A whole picture that was given to the GPU, and not waited for.
#[derive(Debug)]
struct Submitted {
    work: Work,
    submission: wgpu::SubmissionIndex,
    began: Instant,
    /// Set by the GPU when it is painted.
    done: Arc<AtomicBool>,
}

/// A flag that the GPU sets when everything given to it so far is painted.
fn work_done(gpu: &Gpu) -> Arc<AtomicBool> {
    let done = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&done);
    gpu.queue
        .on_submitted_work_done(move || set.store(true, Ordering::Relaxed));
    done
}

/// A layer, its buffers filled.
#[derive(Debug)]
enum Prepared {
    Sprite(Sprite),
    Plot(Plot),
    Masked(Box<OffscreenLayer>),
    /// One of the cached layers.
    Cached(usize),
}

impl GpuPicture {
    /// A transparent picture of one pixel, until the first [`paint`](Self::paint).
    pub fn new(gpu: Gpu) -> GpuPicture {
        let target = target(gpu.pool(), "picture", [1, 1]);
        GpuPicture {
            tools: Tools::new(gpu),
            target,
            placed: Vec::new(),
            cached: Vec::new(),
            scratch: None,
            work: None,
            submitted: None,
            refused: Vec::new(),
            changes: 0,
            changed: None,
        }
    }

    /// The number of its changes so far.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The device that it is on.
    pub fn gpu(&self) -> &Gpu {
        &self.tools.gpu
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.target.texture.width(), self.target.texture.height()]
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.target.view
    }

    /// Paints a scene and waits until it is done.
    ///
    /// # Errors
    /// What the device says; the picture may then be the old one, the new one, a part of each or
    /// transparent.
    pub fn paint(&mut self, scene: &GpuScene, costs: &mut Costs) -> Result<(), GpuError> {
        self.begin(scene, costs)?;
        while !self.go_on(costs, || false)? {}
        self.finish(costs)
    }

    /// Waits until what was given to the GPU is painted.
    ///
    /// # Errors
    /// What the device says.
    pub fn finish(&mut self, costs: &mut Costs) -> Result<(), GpuError> {
        self.gpu().check()?;
        if let Some(submitted) = &self.submitted
            && !submitted.done.swap(true, Ordering::Relaxed)
        {
            let Submitted {
                work,
                submission,
                began,
                ..
            } = submitted;
            self.gpu().finish(submission.clone())?;
            work.learn(costs, began.elapsed());
        }
        Ok(())
    }

    /// A colorplot is known to have no end: no more of it is painted than takes no time.
    pub fn abandon(&mut self, plot: PlotId, costs: &Costs) {
        let layers = self.cached.iter_mut();
        for layer in layers.filter(|layer| layer.plot() == plot) {
            if let Some(cost) = costs.get(plot) {
                layer.abandon(cost);
            }
        }
    }

    /// How long it will take until the picture is complete, as far as is known: the colorplot that
    /// takes longest.
    pub fn time_left(&self, costs: &Costs) -> Duration {
        let layers = self.cached.iter().filter(|layer| !layer.is_done());
        let left = layers.map(|layer| time_left(layer, costs));
        left.max().unwrap_or_default()
    }

    /// Takes away what is painted: it is transparent.
    pub(crate) fn forget(&mut self) {
        self.work = None;
        self.cached.clear();
        self.placed.clear();
        let view = &self.target.view;
        self.gpu().encode(|encoder| drop(begin(encoder, view)));
    }

    /// Begins to paint a scene, of which [`go_on`](Self::go_on) paints more and more. What was
    /// there before stays until it is painted over.
    ///
    /// # Errors
    /// What the device says of the picture before, which is waited for.
    pub fn begin(&mut self, scene: &GpuScene, costs: &mut Costs) -> Result<(), GpuError> {
        self.finish(costs)?;
        // What they have is taken for the new ones.
        (self.work, self.submitted) = (None, None);
        self.gpu().pool().begin_frame();
        self.refused.clear();
        let size = self.resize(scene.size);
        let mut old = std::mem::take(&mut self.cached);
        let mut layers = Vec::with_capacity(scene.layers.len());
        let (mut fast, mut share, mut crowded) = (Vec::new(), 0.0, false);
        for layer in &scene.layers {
            if let Layer::Plot(plot) = layer
                && plot.pipeline.has_loops()
                && !plot.region.within(size).is_empty()
            {
                let pixels = area(plot.region.within(size));
                let cost = costs.get(plot.plot);
                // All of them together are no longer than a tile.
                let takes = cost.and_then(|cost| cost.share(pixels));
                match takes.filter(|takes| share + takes <= 1.0) {
                    Some(takes) => {
                        share += takes;
                        fast.push(plot.plot);
                    }
                    None if self.cached.len() < MOST_CACHED => {
                        layers.push(Prepared::Cached(self.cached.len()));
                        let layer = self.cached_layer(plot, &mut old);
                        self.cached.push(layer);
                        continue;
                    }
                    None => crowded = true,
                }
            }
            match self.prepare(layer) {
                Ok(prepared) => layers.extend(prepared),
                Err(error) => self.refused.push((None, error.to_string())),
            }
        }
        self.note_refusals(&mut layers);
        if self.cached.is_empty() {
            self.scratch = None;
        }
        let plots = scene.layers.iter().filter_map(|layer| match layer {
            Layer::Plot(plot) => plot.placed(),
            Layer::Bitmap(_) | Layer::Picture(_) => None,
        });
        self.placed = plots.collect();
        // Without loops the time is that of the text, and no more than that.
        self.work = Some(Work {
            layers,
            fast,
            tiles: Tiles::new(Region::all(size), crowded),
            is_begun: false,
        });
        Ok(())
    }

    /// Takes a size, or the nearest that the GPU can paint, and returns it.
    fn resize(&mut self, wanted: [u32; 2]) -> [u32; 2] {
        let limit = self.gpu().max_side();
        let size = wanted.map(|side| side.clamp(1, limit));
        if self.size() != size {
            self.scratch = None;
            self.target = target(self.gpu().pool(), "picture", size);
            self.placed.clear();
        }
        if size != wanted.map(|side| side.max(1)) {
            let [width, height] = size;
            let message = format!(
                "the picture is cut to {width} × {height}: the GPU paints no larger ones, the CPU (--cpu) does"
            );
            self.refused.push((None, message));
        }
        size
    }

    /// Notes the errors of colorplots that the GPU refused while the layers were prepared.
    fn note_refusals(&mut self, layers: &mut [Prepared]) {
        for layer in layers {
            let plot = match layer {
                Prepared::Plot(plot) => Some(plot),
                Prepared::Masked(layer) => Some(&mut layer.plot),
                Prepared::Sprite(_) | Prepared::Cached(_) => None,
            };
            if let Some(plot) = plot
                && let Some(error) = plot.bound.refused.take()
            {
                self.refused.push((Some(plot.plot), error.to_string()));
            }
        }
        for layer in &mut self.cached {
            if let Some(error) = layer.take_refusal() {
                self.refused.push((Some(layer.plot()), error.to_string()));
            }
        }
    }

    /// The layer of a colorplot: the one that it had, if it had one.
    fn cached_layer(&mut self, layer: &PlotLayer, old: &mut Vec<CachedLayer>) -> CachedLayer {
        let size = self.size();
        match old.iter().position(|known| known.suits(layer, size)) {
            Some(place) => {
                let mut known = old.swap_remove(place);
                known.show(&self.tools, layer);
                known
            }
            None => {
                let scratch = self
                    .scratch
                    .get_or_insert_with(|| Arc::new(target(self.tools.gpu.pool(), "layer", size)));
                let map = layer.placed().and_then(|now| {
                    let mut before = self.placed.iter();
                    before.find_map(|before| now.moved_from(before))
                });
                CachedLayer::new(&self.tools, layer, &self.target, map, scratch.clone())
            }
        }
    }

    /// What could not be painted of the scene begun last, and why: the colorplot that lacks an image,
    /// or something else. All the rest is painted.
    pub fn take_refusals(&mut self) -> Vec<(Option<PlotId>, String)> {
        std::mem::take(&mut self.refused)
    }

    /// Goes on to paint: tile by tile what takes long, each waited for, and at least one, until the
    /// picture is complete or `enough`; then all the rest of it. Whether it is complete. A picture
    /// without anything that takes long is given to the GPU as a whole, and not waited for:
    /// [`finish`](Self::finish) does.
    ///
    /// # Errors
    /// As [`paint`](Self::paint).
    pub fn go_on(
        &mut self,
        costs: &mut Costs,
        enough: impl Fn() -> bool,
    ) -> Result<bool, GpuError> {
        let Some(mut work) = self.work.take() else {
            return Ok(true);
        };
        let mut waited = false;
        while let Some(layer) = shortest(&mut self.cached, costs) {
            let plot = layer.plot();
            let endless = costs.endless(plot).is_some();
            let is_told = layer.go_on(&self.tools, costs.entry(plot), endless)?;
            if let Some(took) = layer.took() {
                costs.times.set(plot, took);
            }
            // New tiles are shown after some time, several at once.
            let is_recent = |changed: Instant| changed.elapsed() < PAINT_SLICE;
            if !is_told && work.is_begun && self.changed.is_some_and(is_recent) {
                self.work = Some(work);
                return Ok(false);
            }
            work.tiles.begin_again();
            waited = true;
            if !is_told || enough() {
                break;
            }
        }
        while let Some(tile) = work.tiles.next(&costs.crowded) {
            let began = Instant::now();
            (self.changes, self.changed) = (self.changes + 1, Some(began));
            let submission = self.paint_tile(&work, tile, &mut costs.times);
            if !waited && work.tiles.is_done_at_once() {
                self.gpu().check()?;
                let done = work_done(self.gpu());
                self.submitted = Some(Submitted {
                    work,
                    submission,
                    began,
                    done,
                });
                return Ok(true);
            }
            self.gpu().finish(submission)?;
            let took = began.elapsed();
            work.tiles.learn(&mut costs.crowded, tile, took);
            work.learn(costs, took);
            if enough() {
                break;
            }
        }
        work.is_begun |= work.tiles.is_done();
        let complete = work.tiles.is_done() && self.cached.iter().all(CachedLayer::is_done);
        if !complete {
            self.work = Some(work);
        }
        Ok(complete)
    }

    fn paint_tile(
        &self,
        work: &Work,
        tile: Region,
        times: &mut PlotTimes,
    ) -> wgpu::SubmissionIndex {
        let whole = tile == Region::all(self.size());
        let gpu = self.gpu();
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for layer in &work.layers {
            if let Prepared::Masked(masked) = layer {
                let writes = whole.then(|| times.writes(masked.plot.plot)).flatten();
                masked.paint(&self.tools, &mut encoder, tile, writes);
            }
        }
        if whole && times.is_timing() {
            self.draw_timed(work, &mut encoder, times);
            let resolved = times.resolve(&mut encoder);
            let submission = gpu.submit(encoder);
            times.submitted(resolved);
            return submission;
        }
        {
            let mut pass = if whole {
                begin(&mut encoder, &self.target.view)
            } else {
                let mut pass = pass(&mut encoder, &self.target.view, wgpu::LoadOp::Load);
                if limit(&mut pass, tile) {
                    self.tools.wipe.draw(&mut pass);
                }
                pass
            };
            for layer in &work.layers {
                self.draw(layer, &mut pass, tile);
            }
        }
        gpu.submit(encoder)
    }

    /// Draws all of the picture, each colorplot in a pass of its own with timestamps.
    fn draw_timed(&self, work: &Work, encoder: &mut wgpu::CommandEncoder, times: &mut PlotTimes) {
        let whole = Region::all(self.size());
        let is_plot = |layer: &Prepared| matches!(layer, Prepared::Plot(_));
        let mut load = wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);
        for layers in work.layers.chunk_by(|a, b| !is_plot(a) && !is_plot(b)) {
            let writes = match layers {
                [Prepared::Plot(plot)] => times.writes(plot.plot),
                _ => None,
            };
            let load = std::mem::replace(&mut load, wgpu::LoadOp::Load);
            let mut pass = timed_pass(encoder, &self.target.view, load, writes);
            for layer in layers {
                self.draw(layer, &mut pass, whole);
            }
        }
        if work.layers.is_empty() {
            drop(begin(encoder, &self.target.view));
        }
    }

    /// Draws what lies in a tile; all passes have been given the tile as their limit.
    fn draw(&self, layer: &Prepared, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        match layer {
            Prepared::Sprite(sprite) => sprite.draw(pass, tile),
            Prepared::Plot(plot) => plot.draw(pass, tile),
            Prepared::Masked(masked) => masked.copy(pass, tile),
            Prepared::Cached(index) => {
                if let Some(layer) = self.cached.get(*index) {
                    layer.copy(pass, tile);
                }
            }
        }
    }

    fn prepare(&self, layer: &Layer) -> Result<Option<Prepared>, GpuError> {
        let gpu = self.gpu();
        Ok(match layer {
            Layer::Bitmap(bitmap) if bitmap.is_empty() => None,
            Layer::Bitmap(bitmap) => Some(Prepared::Sprite(Sprite {
                bound: self.tools.copies.bitmap(gpu, bitmap),
                region: bitmap.region(self.size()),
            })),
            Layer::Picture(layer) => {
                match self.tools.sprites.prepare(gpu, layer, self.size()) {
                    Ok(sprite) => sprite.map(Prepared::Sprite),
                    // The device does not take it, but what is seen of it.
                    Err(error) => {
                        let seen = paint::picture(layer).ok_or(error)?;
                        return self.prepare(&Layer::Bitmap(seen));
                    }
                }
            }
            Layer::Plot(layer) => {
                let plot = Plot::new(&self.tools, layer, self.size());
                if plot.region.is_empty() {
                    return Ok(None);
                }
                Some(match &layer.mask {
                    None => Prepared::Plot(plot),
                    Some(_) => {
                        let layer = OffscreenLayer::new(&self.tools, plot, layer, self.size());
                        Prepared::Masked(Box::new(layer))
                    }
                })
            }
        })
    }

    /// Asks for what lies in a region of the picture, and waits for nothing; none if that is nothing.
    pub fn read_part(&self, region: Region) -> Option<PartRead> {
        PartRead::new(self.gpu(), &self.target.texture, region)
    }

    /// The picture, brought back.
    ///
    /// # Errors
    /// What the device says.
    pub fn read(&self) -> Result<Bitmap, GpuError> {
        let [width, height] = self.size();
        let pixels = self.gpu().read(&self.target.texture)?;
        Bitmap::from_rgba([0, 0], [width, height], pixels)
            .ok_or_else(|| GpuError::Refused("the picture came back incomplete".to_owned()))
    }
}

/// Of the layers that are not done the one that will be done first.
fn shortest<'a>(layers: &'a mut [CachedLayer], costs: &Costs) -> Option<&'a mut CachedLayer> {
    let layers = layers.iter_mut().filter(|layer| !layer.is_done());
    layers.min_by_key(|layer| time_left(layer, costs))
}

fn time_left(layer: &CachedLayer, costs: &Costs) -> Duration {
    let cost = costs.get(layer.plot());
    cost.map_or(Duration::ZERO, |cost| layer.time_left(cost))
}

impl Work {
    /// All of it has taken so long at once.
    fn learn(&self, costs: &mut Costs, took: Duration) {
        if is_long(took) {
            // One of them may have become slow; each by itself is looked at next time.
            self.fast.iter().for_each(|plot| costs.forget(*plot));
        }
    }
}
