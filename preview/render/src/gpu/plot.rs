//! Colorplots: bound to the values and images of a call, and painted into images.
//!
//! What is painted into images is collected, and submitted together with whatever the GPU is given
//! next: scripts may paint into many images in one frame, and read each in the next plot.

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::region::Region;

use super::cost::Costs;
use super::device::Gpu;
use super::error::GpuError;
use super::layer::PlotLayer;
use super::pass::{limit, pass, timed_pass};
use super::pipeline::PlotPipeline;
use super::pool::PooledBuffer;
use super::texture::Texture;
use super::tiles::{Tiles, patches};
use super::times::PlotTimes;

/// So many plots are submitted at once.
const BATCH: u32 = 64;
/// The pixels of images that are submitted at once.
const BATCH_PIXELS: u64 = 1 << 24;

/// A colorplot, ready to draw.
#[derive(Debug)]
pub(super) struct BoundPlot {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    images: Option<wgpu::BindGroup>,
    values: PooledBuffer,
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
            values,
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
        let pixels = size.iter().copied().map(u64::from).product();
        let pixels = self.pending().keep(bound.values, pixels);
        if plots >= BATCH || pixels >= BATCH_PIXELS {
            let encoder = wgpu::CommandEncoderDescriptor::default();
            let submission = self.submit(self.device.create_command_encoder(&encoder));
            // Not further ahead of the GPU than that.
            let before = self.pending().replace_batch(submission);
            before.map_or(Ok(()), |before| self.finish(before))?;
        }
        Ok(target)
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
}
