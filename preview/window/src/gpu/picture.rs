//! The picture: a texture that the layers of a scene are painted on, kept until the next one is
//! done, so that a window shows it again without painting, and a file gets the same.

use std::time::Instant;

use cindyscript_analysis::program::PlotId;

use super::blit::{Blitter, texture as texture_view, upload};
use super::device::{Gpu, GpuError};
use super::filling::Bound;
use super::plot::BoundPlot;
use super::sprite::{Sprite, Sprites};
use super::tiles::{Pace, Tiles};
use crate::bitmap::Bitmap;
use crate::paint;
use crate::scene::{Layer, Region, Scene};

/// What colorplots and everything else are painted on. Not sRGB: CindyJS's canvas, too, blends
/// encoded colours.
pub(crate) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Over what is there, for colours that are multiplied with their alpha.
pub(crate) const PREMULTIPLIED_OVER: wgpu::BlendState =
    wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;

/// A picture on the GPU.
#[derive(Debug)]
pub struct GpuPicture {
    gpu: Gpu,
    blitter: Blitter,
    masks: Blitter,
    sprites: Sprites,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    pace: Pace,
    /// What is left to paint.
    work: Option<Work>,
    /// What could not be painted of it.
    refused: Vec<(Option<PlotId>, String)>,
}

/// A scene that is being painted, tile by tile.
#[derive(Debug)]
struct Work {
    layers: Vec<Prepared>,
    /// Takes away what was there.
    wipe: Bound,
    tiles: Tiles,
}

/// A layer, its buffers filled.
#[derive(Debug)]
enum Prepared {
    Bitmap(Bound),
    Picture(Sprite),
    Plot(Plot),
    Masked(Masked),
}

/// A colorplot.
#[derive(Debug)]
struct Plot {
    plot: PlotId,
    bound: BoundPlot,
    region: Region,
}

/// A colorplot of which a part is seen: it is painted by itself, masked, and copied.
#[derive(Debug)]
struct Masked {
    plot: Plot,
    view: wgpu::TextureView,
    mask: Bound,
    copy: Bound,
}

impl Prepared {
    /// Draws what lies in a tile; all passes have been given the tile as their limit.
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        match self {
            Prepared::Bitmap(copy) | Prepared::Masked(Masked { copy, .. }) => {
                if limit(pass, tile) {
                    copy.draw(pass);
                }
            }
            Prepared::Picture(Sprite { bound, region }) => {
                if limit(pass, region.intersection(tile)) {
                    bound.draw(pass);
                }
            }
            Prepared::Plot(plot) => plot.draw(pass, tile),
        }
    }
}

impl Plot {
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        if limit(pass, self.region.intersection(tile)) {
            self.bound.draw(pass);
        }
    }
}

impl Masked {
    /// Before the picture, which it becomes a part of.
    fn paint(&self, encoder: &mut wgpu::CommandEncoder, tile: Region) {
        let mut pass = begin(encoder, &self.view);
        self.plot.draw(&mut pass, tile);
        if limit(&mut pass, tile) {
            self.mask.draw(&mut pass);
        }
    }
}

/// Draws nothing outside of a region; whether there is anything in it.
pub(super) fn limit(pass: &mut wgpu::RenderPass<'_>, region: Region) -> bool {
    let Region {
        x,
        y,
        width,
        height,
    } = region;
    if region.is_empty() {
        return false;
    }
    pass.set_scissor_rect(x, y, width, height);
    true
}

/// Painting on something transparent begins.
pub(super) fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
) -> wgpu::RenderPass<'a> {
    pass(encoder, view, wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT))
}

pub(super) fn pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
    load: wgpu::LoadOp<wgpu::Color>,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load,
                store: wgpu::StoreOp::Store,
            },
        })],
        ..wgpu::RenderPassDescriptor::default()
    })
}

impl GpuPicture {
    /// A transparent picture of one pixel, until the first [`paint`](Self::paint).
    pub fn new(gpu: Gpu) -> GpuPicture {
        let blitter = Blitter::new(&gpu, FORMAT);
        let masks = Blitter::masking(&gpu, FORMAT);
        let sprites = Sprites::new(&gpu);
        let texture = target(&gpu, [1, 1]);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        GpuPicture {
            gpu,
            blitter,
            masks,
            sprites,
            texture,
            view,
            pace: Pace::default(),
            work: None,
            refused: Vec::new(),
        }
    }

    /// The device that it is on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Paints a scene and waits until it is done.
    ///
    /// # Errors
    /// What the device says; the picture may then be the old one, the new one, a part of each or
    /// transparent.
    pub fn paint(&mut self, scene: &Scene) -> Result<(), GpuError> {
        self.begin(scene);
        while !self.go_on(|| false)? {}
        Ok(())
    }

    /// Programs have changed, or numbers in their text: how long they take is not known.
    pub fn distrust(&mut self) {
        self.pace.forget();
    }

    /// Begins to paint a scene, of which [`go_on`](Self::go_on) paints more and more. What was
    /// there before stays until it is painted over.
    pub fn begin(&mut self, scene: &Scene) {
        let limit = self.gpu.max_side();
        let size = scene.size.map(|side| side.clamp(1, limit));
        if self.size() != size {
            self.texture = target(&self.gpu, size);
            self.view = self
                .texture
                .create_view(&wgpu::TextureViewDescriptor::default());
        }
        self.refused.clear();
        if size != scene.size.map(|side| side.max(1)) {
            let [width, height] = size;
            let message =
                format!("the picture is cut to {width} × {height}: the GPU paints no larger ones");
            self.refused.push((None, message));
        }
        let mut layers = Vec::with_capacity(scene.layers.len());
        for layer in &scene.layers {
            match self.prepare(layer) {
                Ok(prepared) => layers.extend(prepared),
                Err(error) => self.refused.push((None, error.to_string())),
            }
        }
        for layer in &mut layers {
            if let Prepared::Plot(plot) | Prepared::Masked(Masked { plot, .. }) = layer
                && let Some(error) = plot.bound.refused.take()
            {
                self.refused.push((Some(plot.plot), error.to_string()));
            }
        }
        // Without loops the time is that of the text, and no more than that.
        let has_loops = scene.layers.iter().any(|layer| match layer {
            Layer::Plot(plot) => plot.pipeline.has_loops(),
            Layer::Bitmap(_) | Layer::Picture(_) => false,
        });
        let nothing = texture_view(&self.gpu, [1, 1], &[0; 4]);
        self.work = Some(Work {
            layers,
            wipe: self.masks.copy(&self.gpu, &nothing, [0, 0]),
            tiles: Tiles::new(size, has_loops),
        });
    }

    /// What could not be painted of the scene begun last, and why: the colorplot that lacks an image,
    /// or something else. All the rest is painted.
    pub fn take_refusals(&mut self) -> Vec<(Option<PlotId>, String)> {
        std::mem::take(&mut self.refused)
    }

    /// Goes on to paint, and waits until that is done: tile by tile where a picture takes long, and
    /// at least one, until it is complete or `enough`. Whether it is complete.
    ///
    /// # Errors
    /// As [`paint`](Self::paint).
    pub fn go_on(&mut self, enough: impl Fn() -> bool) -> Result<bool, GpuError> {
        let Some(mut work) = self.work.take() else {
            return Ok(true);
        };
        while let Some(tile) = work.tiles.next(&self.pace) {
            let start = Instant::now();
            self.paint_tile(&work, tile)?;
            work.tiles.learn(&mut self.pace, tile, start.elapsed());
            if !work.tiles.is_done() && enough() {
                self.work = Some(work);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn paint_tile(&self, work: &Work, tile: Region) -> Result<(), GpuError> {
        let whole = tile == Region::all(self.size());
        let mut encoder = self
            .gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for layer in &work.layers {
            if let Prepared::Masked(masked) = layer {
                masked.paint(&mut encoder, tile);
            }
        }
        {
            let mut pass = if whole {
                begin(&mut encoder, &self.view)
            } else {
                let mut pass = pass(&mut encoder, &self.view, wgpu::LoadOp::Load);
                if limit(&mut pass, tile) {
                    work.wipe.draw(&mut pass);
                }
                pass
            };
            for layer in &work.layers {
                layer.draw(&mut pass, tile);
            }
        }
        let submission = self.gpu.submit(encoder);
        self.gpu.finish(submission)
    }

    fn prepare(&self, layer: &Layer) -> Result<Option<Prepared>, GpuError> {
        Ok(match layer {
            Layer::Bitmap(bitmap) if bitmap.is_empty() => None,
            Layer::Bitmap(bitmap) => {
                let source = upload(&self.gpu, bitmap);
                let copy = self.blitter.copy(&self.gpu, &source, bitmap.offset());
                Some(Prepared::Bitmap(copy))
            }
            Layer::Picture(layer) => {
                match self.sprites.prepare(&self.gpu, layer, self.size()) {
                    Ok(sprite) => sprite.map(Prepared::Picture),
                    // The device does not take it, but what is seen of it.
                    Err(error) => {
                        let seen = paint::picture(layer).ok_or(error)?;
                        return self.prepare(&Layer::Bitmap(seen));
                    }
                }
            }
            Layer::Plot(layer) => {
                let region = layer.region.within(self.size());
                if region.is_empty() {
                    return Ok(None);
                }
                let plot = Plot {
                    plot: layer.plot,
                    bound: BoundPlot::new(&self.gpu, layer),
                    region,
                };
                Some(match &layer.mask {
                    None => Prepared::Plot(plot),
                    Some(mask) => Prepared::Masked(self.masked(plot, mask)),
                })
            }
        })
    }

    fn masked(&self, plot: Plot, mask: &Bitmap) -> Masked {
        let texture = target(&self.gpu, self.size());
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let coverage = upload(&self.gpu, mask);
        Masked {
            plot,
            mask: self.masks.copy(&self.gpu, &coverage, mask.offset()),
            copy: self.blitter.copy(&self.gpu, &view, [0, 0]),
            view,
        }
    }

    /// The picture, brought back.
    ///
    /// # Errors
    /// What the device says.
    pub fn read(&self) -> Result<Bitmap, GpuError> {
        let [width, height] = self.size();
        let pixels = self.gpu.read(&self.texture)?;
        Bitmap::from_rgba([0, 0], [width, height], pixels)
            .ok_or_else(|| GpuError::Refused("the picture came back incomplete".to_owned()))
    }
}

fn target(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}
