//! The pixels of images on a GPU: painted there, brought there, brought back.

use std::any::Any;
use std::sync::Arc;

use cindyscript_interpreter::picture::{Pixels, Rgba};
use cindyscript_interpreter::platform::{Delivery, HAS_THREADS, deliver};
use cindyscript_player::image_resource::{DeviceImage, ImageResource};

use super::device::Gpu;
use super::error::{GpuError, one_line};
use super::mipmap::{halve, mip_generator};
use super::pool::{PooledTexture, TextureKey};

/// The pixels of an image on a GPU, rows from the top.
#[derive(Debug)]
pub struct Texture {
    gpu: Gpu,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    origin: Origin,
    /// What it was taken from, to be painted on again when nobody wants it any more.
    pooled: Option<PooledTexture>,
}

/// What made a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A colorplot, here.
    Painted,
    /// A colorplot, on the CPU.
    Computed,
    /// A file, or drawing: not multiplied with alpha.
    Drawn,
}

impl Drop for Texture {
    fn drop(&mut self) {
        if self.pooled.is_none() {
            self.gpu.pool().forget(&self.view);
        }
    }
}

impl DeviceImage for Texture {
    fn size(&self) -> [u32; 2] {
        Texture::size(self)
    }

    fn read(&self) -> Option<Pixels> {
        Texture::read(self).ok()
    }
}

impl Texture {
    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// One of its sizes, 0 for the largest.
    fn level(&self, level: u32) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor {
            base_mip_level: level,
            mip_level_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        })
    }

    /// Whether a colorplot has painted it: then its colours are shown as if they were multiplied
    /// with alpha, as CindyGL does.
    pub(super) fn is_plotted(&self) -> bool {
        self.origin != Origin::Drawn
    }

    /// Whether this GPU has it.
    pub(crate) fn is_on(&self, gpu: &Gpu) -> bool {
        self.gpu.is_same(gpu)
    }

    /// Brings the pixels back: waits until they are painted.
    pub(crate) fn read(&self) -> Result<Pixels, GpuError> {
        let size = self.size();
        let bytes = self.gpu.read(&self.texture)?;
        let pixels = match self.texture.format() {
            wgpu::TextureFormat::Rgba8Unorm if self.is_plotted() => {
                let floats = bytes.iter().map(|byte| f32::from(*byte) / 255.0);
                Pixels::from_floats(size, floats.collect())
            }
            wgpu::TextureFormat::Rgba8Unorm => Pixels::new(size, bytes),
            wgpu::TextureFormat::Rgba16Float => {
                let halves = bytes.as_chunks::<2>().0.iter();
                let floats = halves.map(|half| from_half(u16::from_le_bytes(*half)));
                Pixels::from_floats(size, floats.collect())
            }
            _ => {
                let floats = bytes.as_chunks::<4>().0.iter();
                let floats = floats.map(|float| f32::from_le_bytes(*float));
                Pixels::from_floats(size, floats.collect())
            }
        };
        pixels.ok_or_else(|| GpuError::Refused("the picture came back incomplete".to_owned()))
    }
}

impl Gpu {
    /// A texture to paint on, with anything on it.
    pub(super) fn canvas(&self, size: [u32; 2]) -> Result<Texture, GpuError> {
        let key = TextureKey {
            purpose: "image",
            size: extent(size),
            format: self.image_format(),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_SRC,
        };
        let make = || self.texture(key.size, 1, key.format, key.usage);
        let pooled = self.pool().pooled_texture(key, make)?;
        Ok(Texture {
            gpu: self.clone(),
            texture: pooled.texture.clone(),
            view: pooled.view.clone(),
            origin: Origin::Painted,
            pooled: Some(pooled),
        })
    }

    /// Brings pixels to the GPU.
    ///
    /// # Errors
    /// It cannot hold so many.
    pub(crate) fn upload(&self, pixels: &Pixels) -> Result<Texture, GpuError> {
        let extent = extent(pixels.size());
        let (format, bytes): (_, &[u8]) = match pixels.rgba() {
            Rgba::Bytes(bytes) => (wgpu::TextureFormat::Rgba8Unorm, bytes),
            Rgba::Floats(floats) => (
                wgpu::TextureFormat::Rgba32Float,
                bytemuck::cast_slice(floats),
            ),
        };
        let usage = wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::COPY_SRC;
        let texture = self.texture(extent, 1, format, usage)?;
        let pixel = if format == wgpu::TextureFormat::Rgba8Unorm {
            4
        } else {
            16
        };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(pixel * extent.width),
            rows_per_image: None,
        };
        self.queue
            .write_texture(texture.as_image_copy(), bytes, layout, extent);
        let origin = match pixels.rgba() {
            Rgba::Bytes(_) => Origin::Drawn,
            Rgba::Floats(_) => Origin::Computed,
        };
        Ok(self.texture_of(texture, origin))
    }

    /// A picture on this GPU, not multiplied with alpha: brought here if need be, and if wanted, in
    /// all sizes down to one pixel.
    ///
    /// What went with its GPU is transparent: what is painted again and again begins anew.
    ///
    /// # Errors
    /// It has no pixels, or too many for this GPU.
    pub(super) fn image(
        &self,
        painted: &ImageResource,
        all_sizes: bool,
    ) -> Result<Arc<Texture>, GpuError> {
        let known = painted.on_device(all_sizes).and_then(|image| {
            let image: Arc<dyn Any + Send + Sync> = image;
            image.downcast::<Texture>().ok()
        });
        if let Some(texture) = known.filter(|texture| texture.is_on(self)) {
            return Ok(texture);
        }
        let texture = Arc::new(if all_sizes {
            self.mipmapped(&*self.image(painted, false)?)?
        } else {
            let size = painted.size();
            let [width, height] = size.map(|side| side as usize);
            let blank = || Pixels::new(size, vec![0; width * height * 4]).map(Arc::new);
            let pixels = painted.pixels().or_else(blank);
            let pixels = pixels.filter(|_| !size.contains(&0));
            let none = || GpuError::Refused("an image without pixels".to_owned());
            self.upload(&*pixels.ok_or_else(none)?)?
        });
        painted.keep_on_device(texture.clone(), all_sizes);
        Ok(texture)
    }

    /// The same picture in all sizes down to one pixel; its own format must be one that can be
    /// painted.
    ///
    /// # Errors
    /// The GPU cannot hold it.
    fn mipmapped(&self, source: &Texture) -> Result<Texture, GpuError> {
        let target = self.sizes(source)?;
        let levels = target.texture.mip_level_count();
        let format = target.texture.format();
        let mip_generator = self.fullscreen(&mip_generator(format));
        self.encode(|encoder| {
            let [from, to] = [source, &target].map(|it| it.texture.as_image_copy());
            encoder.copy_texture_to_texture(from, to, target.texture.size());
            let views: Vec<_> = (0..levels).map(|level| target.level(level)).collect();
            for (larger, smaller) in views.iter().zip(views.iter().skip(1)) {
                halve(&self.device, encoder, &mip_generator, larger, smaller);
            }
        });
        Ok(target)
    }

    /// Room for all sizes of a picture.
    fn sizes(&self, source: &Texture) -> Result<Texture, GpuError> {
        let extent = source.texture.size();
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST;
        let levels = extent.max_mips(wgpu::TextureDimension::D2);
        let texture = self.texture(extent, levels, source.texture.format(), usage)?;
        let origin = match source.origin {
            Origin::Painted => Origin::Computed,
            other => other,
        };
        Ok(self.texture_of(texture, origin))
    }

    fn texture_of(&self, texture: wgpu::Texture, origin: Origin) -> Texture {
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Texture {
            gpu: self.clone(),
            texture,
            view,
            origin,
            pooled: None,
        }
    }

    fn texture(
        &self,
        size: wgpu::Extent3d,
        levels: u32,
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Result<wgpu::Texture, GpuError> {
        let limit = self.max_side();
        let (width, height) = (size.width, size.height);
        if width > limit || height > limit {
            let message = format!(
                "an image of {width} × {height} pixels: at most {limit} × {limit} are possible"
            );
            return Err(GpuError::Refused(message));
        }
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("image"),
            size,
            mip_level_count: levels,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        });
        let errors = [deliver(validation.pop()), deliver(memory.pop())];
        match errors.iter().filter_map(Delivery::get).flatten().next() {
            Some(error) => Err(GpuError::Refused(one_line(&error.to_string()))),
            None => Ok(texture),
        }
    }

    /// The bytes of a texture, row by row.
    ///
    /// # Errors
    /// What the device says.
    pub(super) fn read(&self, texture: &wgpu::Texture) -> Result<Vec<u8>, GpuError> {
        if !HAS_THREADS {
            return Err(GpuError::Refused("pixels arrive later".to_owned()));
        }
        let size = texture.size();
        let pixel = texture.format().block_copy_size(None).unwrap_or(4);
        let row = pixel * size.width;
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(padded) * u64::from(size.height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            size,
        );
        let submission = self.submit(encoder);
        // Whether it worked is seen when the range is asked for.
        buffer.slice(..).map_async(wgpu::MapMode::Read, drop);
        self.finish(submission)?;
        let mapped = buffer
            .slice(..)
            .get_mapped_range()
            .map_err(|error| GpuError::Refused(error.to_string()))?;
        let rows = mapped
            .chunks_exact(padded as usize)
            .filter_map(|padded| padded.get(..row as usize));
        Ok(rows.flatten().copied().collect())
    }
}

fn extent([width, height]: [u32; 2]) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    }
}

/// A number of 16 bits, IEEE 754 binary16.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1F);
    let fraction = f32::from(bits & 0x3FF) / 1024.0;
    match exponent {
        0 => sign * fraction * (-14f32).exp2(),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        _ => sign * (1.0 + fraction) * ((exponent - 15) as f32).exp2(),
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_tests::lacking;

    use super::*;

    #[test]
    fn what_is_too_large_is_refused_and_the_device_goes_on() {
        let Ok(gpu) = Gpu::headless() else {
            return lacking("textures on the GPU", "there is no Vulkan driver");
        };
        let refused = |size| gpu.canvas(size).err().map(|error| error.to_string());
        let side = gpu.max_side();
        let reason = refused([side + 1, 1]).unwrap_or_default();
        assert!(
            reason.contains(&format!("{} × 1 pixels", side + 1)),
            "{reason}"
        );
        // Where so much fits, nothing is written into it.
        if let Some(reason) = refused([side, side]) {
            assert!(reason.contains("emory"), "{reason}");
        }
        assert_eq!(refused([16, 16]), None);
        assert!(gpu.check().is_ok());
    }

    #[test]
    fn halves_are_numbers() {
        let numbers = [0x0000, 0x3C00, 0xC000, 0x3555, 0x0001, 0x7BFF].map(from_half);
        assert_eq!(
            numbers,
            [0.0, 1.0, -2.0, 0.333_251_95, 5.960_464_5e-8, 65504.0]
        );
        assert_eq!(from_half(0x7C00), f32::INFINITY);
        assert!(from_half(0x7E00).is_nan());
    }
}
