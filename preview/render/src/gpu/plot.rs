//! Colorplots: bound to the values and images of a call, and painted into images.
//!
//! What is painted into images is collected, and submitted together with whatever the GPU is given
//! next: scripts may paint into many images in one frame, and read each in the next plot.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cindyscript_player::region::Region;

use super::cost::Costs;
use super::device::Gpu;
use super::error::GpuError;
use super::layer::PlotLayer;
use super::pass::{limit, pass, timed_pass};
use super::pipeline::PlotPipeline;
use super::pool::{PooledBuffer, Resource};
use super::texture::Texture;
use super::tiles::{Tiles, patches};
use super::times::PlotTimes;

/// So many plots are submitted at once.
const BATCH: u32 = 64;

/// What has been encoded and not been submitted yet.
#[derive(Debug, Default)]
pub(super) struct Pending(Mutex<Batch>);

#[derive(Debug, Default)]
struct Batch {
    encoder: Option<wgpu::CommandEncoder>,
    plots: u32,
    /// What they use.
    used: Vec<BoundPlot>,
    /// The batch before, which may still be painted.
    before: Option<wgpu::SubmissionIndex>,
}

impl Pending {
    /// All that waits, with what has to be kept until it is submitted.
    pub(super) fn take(&self) -> (Option<wgpu::CommandEncoder>, Vec<BoundPlot>) {
        let mut batch = self.lock();
        batch.plots = 0;
        (batch.encoder.take(), std::mem::take(&mut batch.used))
    }

    fn lock(&self) -> MutexGuard<'_, Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A colorplot, ready to draw.
#[derive(Debug)]
pub(super) struct BoundPlot {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    images: Option<wgpu::BindGroup>,
    _values: PooledBuffer,
    /// Why there is an image that it does not see.
    pub(super) refused: Option<GpuError>,
}

impl BoundPlot {
    pub(super) fn new(gpu: &Gpu, layer: &PlotLayer) -> BoundPlot {
        BoundPlot::with_frame(gpu, layer, &layer.frame.to_bytes_at(layer.corner))
    }

    /// With these contents of the buffer of the frame.
    pub(super) fn with_frame(gpu: &Gpu, layer: &PlotLayer, frame: &[u8]) -> BoundPlot {
        let pipeline = &layer.pipeline;
        let values = pipeline.values(gpu, frame, &layer.uniforms);
        let sizes = pipeline.mipmaps().chain(std::iter::repeat(false));
        let mut refused = None;
        let textures: Vec<_> = layer
            .images
            .iter()
            .zip(sizes)
            .map(
                |(image, all_sizes)| match gpu.image(image.as_ref()?, all_sizes) {
                    Ok(texture) => Some(texture),
                    Err(error) => {
                        refused.get_or_insert(error);
                        None
                    }
                },
            )
            .collect();
        BoundPlot {
            pipeline: pipeline.pipeline.clone(),
            bindings: pipeline.bind(gpu, &values, layer.orbit.as_ref()),
            images: pipeline.bind_images(gpu, &textures),
            _values: values,
            refused,
        }
    }

    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        if let Some(images) = &self.images {
            pass.set_bind_group(1, images, &[]);
        }
        pass.draw(0..3, 0..1);
    }
}

impl Gpu {
    /// Paints a colorplot into a new image of a size. Its pipeline must be one for images. What may
    /// take long is painted tile by tile, each waited for, until it is complete or `enough`; none
    /// if it is not complete then.
    ///
    /// # Errors
    /// The GPU cannot hold such an image, or what the device says of earlier work.
    pub(crate) fn plot(
        &self,
        layer: &PlotLayer,
        size: [u32; 2],
        costs: &mut Costs,
        enough: impl Fn() -> bool,
    ) -> Result<Option<Texture>, GpuError> {
        if !layer.pipeline.has_loops() || costs.entry(layer.plot).is_quick(size) {
            return self.plot_at_once(layer, size, &mut costs.times).map(Some);
        }
        let target = self.canvas(size)?;
        let bound = self.bound(layer)?;
        let mut load = layer.pipeline.load();
        let (cost, times) = costs.estimate_and_times(layer.plot);
        let mut paint = |tiles: &[Region]| {
            let start = Instant::now();
            let descriptor = wgpu::CommandEncoderDescriptor::default();
            let mut encoder = self.device.create_command_encoder(&descriptor);
            {
                let load = std::mem::replace(&mut load, wgpu::LoadOp::Load);
                let mut pass = pass(&mut encoder, target.view(), load);
                for tile in tiles {
                    if limit(&mut pass, *tile) {
                        bound.draw(&mut pass);
                    }
                }
            }
            self.finish(self.submit(encoder))?;
            let took = start.elapsed();
            times.add(layer.plot, took);
            Ok::<_, GpuError>(took)
        };
        let patches = patches(Region::all(size));
        if !patches.is_empty() {
            let took = paint(&patches)?;
            cost.look(&patches, took);
        }
        let mut tiles = Tiles::new(Region::all(size), true);
        while let Some(tile) = tiles.next(cost) {
            let took = paint(&[tile])?;
            tiles.learn(cost, tile, took);
            if !tiles.is_done() && enough() {
                return Ok(None);
            }
        }
        Ok(Some(target))
    }

    fn bound(&self, layer: &PlotLayer) -> Result<BoundPlot, GpuError> {
        let mut bound = BoundPlot::new(self, layer);
        bound.refused.take().map_or(Ok(bound), Err)
    }

    fn plot_at_once(
        &self,
        layer: &PlotLayer,
        size: [u32; 2],
        times: &mut PlotTimes,
    ) -> Result<Texture, GpuError> {
        let target = self.canvas(size)?;
        let bound = self.bound(layer)?;
        let load = layer.pipeline.load();
        let writes = times.writes(layer.plot);
        let plots = self.encode(|encoder| {
            bound.draw(&mut timed_pass(encoder, target.view(), load, writes));
        });
        self.pending().lock().used.push(bound);
        if plots >= BATCH {
            let encoder = wgpu::CommandEncoderDescriptor::default();
            let submission = self.submit(self.device.create_command_encoder(&encoder));
            // Not further ahead of the GPU than that.
            let before = self.pending().lock().before.replace(submission);
            before.map_or(Ok(()), |before| self.finish(before))?;
        }
        Ok(target)
    }

    /// Encodes work, to be submitted before whatever comes next; how much of it waits.
    pub(super) fn encode(&self, work: impl FnOnce(&mut wgpu::CommandEncoder)) -> u32 {
        let mut batch = self.pending().lock();
        let encoder = batch.encoder.get_or_insert_with(|| {
            let descriptor = wgpu::CommandEncoderDescriptor::default();
            self.device.create_command_encoder(&descriptor)
        });
        work(encoder);
        batch.plots += 1;
        batch.plots
    }
}

impl PlotPipeline {
    /// What becomes of what was on an image before. Only a program that leaves pixels out has it
    /// cleared: to clear a large image takes as long as to paint one.
    #[allow(unsafe_code)]
    fn load(&self) -> wgpu::LoadOp<wgpu::Color> {
        if self.discards {
            return wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);
        }
        // SAFETY: the triangle of a colorplot covers all pixels, and writes each without blending,
        // before anybody reads the image.
        wgpu::LoadOp::DontCare(unsafe { wgpu::LoadOpDontCare::enabled() })
    }

    /// Whether it wants the images in all sizes, by slot.
    fn mipmaps(&self) -> impl Iterator<Item = bool> {
        let images = self.images.iter();
        images.flat_map(|images| images.mipmaps.iter().copied())
    }

    /// The bind group for textures that a colorplot reads, by slot; none if it reads none.
    pub(super) fn bind_images(
        &self,
        gpu: &Gpu,
        textures: &[Option<Arc<Texture>>],
    ) -> Option<wgpu::BindGroup> {
        let images = self.images.as_ref()?;
        let slots = 0..images.mipmaps.len();
        let textures: Vec<_> = slots.map(|slot| textures.get(slot)?.as_deref()).collect();
        let sizes = textures.iter().flat_map(|texture| {
            let [width, height] = texture.map_or([1; 2], Texture::size);
            [width as f32, height as f32, 0.0, 0.0]
        });
        let sizes: Vec<u8> = sizes.flat_map(f32::to_le_bytes).collect();
        let sizes = gpu.constant("sizes", sizes);
        let samplers = images.samplers.iter().cloned().map(Resource::Sampler);
        let views = textures.iter().map(|texture| {
            let view = texture.map_or(&images.nothing, Texture::view);
            Resource::View(view.clone())
        });
        let bound = samplers.chain([sizes]).chain(views).collect();
        Some(gpu.bind_group("images", &images.layout, bound))
    }
}
