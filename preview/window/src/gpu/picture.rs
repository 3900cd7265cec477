//! The picture: a texture that the layers of a scene are painted on, kept until the next one is
//! done, so that a window shows it again without painting, and a file gets the same.

use super::blit::{Blitter, Copy, upload};
use super::device::{Gpu, GpuError};
use super::plot::BoundPlot;
use super::sprite::{Sprite, Sprites};
use crate::bitmap::Bitmap;
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
}

/// A layer, its buffers filled.
enum Prepared {
    Bitmap(Copy),
    Picture(Sprite),
    Plot(Plot),
    Masked(Masked),
}

/// A colorplot.
struct Plot {
    bound: BoundPlot,
    region: Region,
}

impl Plot {
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        pass.set_scissor_rect(x, y, width, height);
        self.bound.draw(pass);
    }
}

/// A colorplot of which a part is seen: it is painted by itself, masked, and copied.
struct Masked {
    plot: Plot,
    view: wgpu::TextureView,
    mask: Copy,
    copy: Copy,
}

impl Masked {
    /// Before the picture, which it becomes a part of.
    fn paint(&self, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = begin(encoder, &self.view);
        self.plot.draw(&mut pass);
        self.mask.draw(&mut pass);
    }
}

/// Painting on something transparent begins.
pub(super) fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
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
        }
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
    /// What the device says; the picture may then be the old one, the new one or transparent.
    pub fn paint(&mut self, scene: &Scene) -> Result<(), GpuError> {
        let limit = self.gpu.max_side();
        let size = scene.size.map(|side| side.clamp(1, limit));
        if self.size() != size {
            self.texture = target(&self.gpu, size);
            self.view = self
                .texture
                .create_view(&wgpu::TextureViewDescriptor::default());
        }
        let layers = scene.layers.iter();
        let prepared: Vec<Prepared> = layers.filter_map(|layer| self.prepare(layer)).collect();
        let mut encoder = self
            .gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for layer in &prepared {
            if let Prepared::Masked(masked) = layer {
                masked.paint(&mut encoder);
            }
        }
        {
            let mut pass = begin(&mut encoder, &self.view);
            for layer in &prepared {
                match layer {
                    Prepared::Bitmap(copy) | Prepared::Masked(Masked { copy, .. }) => {
                        pass.set_scissor_rect(0, 0, size[0], size[1]);
                        copy.draw(&mut pass);
                    }
                    Prepared::Picture(sprite) => sprite.draw(&mut pass),
                    Prepared::Plot(plot) => plot.draw(&mut pass),
                }
            }
        }
        let submission = self.gpu.submit(encoder);
        self.gpu.finish(submission)
    }

    fn prepare(&self, layer: &Layer) -> Option<Prepared> {
        match layer {
            Layer::Bitmap(bitmap) if bitmap.is_empty() => None,
            Layer::Bitmap(bitmap) => {
                let source = upload(&self.gpu, bitmap);
                Some(Prepared::Bitmap(self.blitter.copy(
                    &self.gpu,
                    &source,
                    bitmap.offset(),
                )))
            }
            Layer::Picture(layer) => {
                let size = self.size();
                let sprite = self.sprites.prepare(&self.gpu, layer, size);
                sprite.map(Prepared::Picture)
            }
            Layer::Plot(layer) => {
                let region = layer.region.within(self.size());
                if region.is_empty() {
                    return None;
                }
                let plot = Plot {
                    bound: BoundPlot::new(&self.gpu, layer),
                    region,
                };
                Some(match &layer.mask {
                    None => Prepared::Plot(plot),
                    Some(mask) => Prepared::Masked(self.masked(plot, mask)),
                })
            }
        }
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
