//! Copying one texture into a target, pixel by pixel, over what is there or as a mask for it.

use cindyscript_player::bitmap::Bitmap;

use super::bound::Bound;
use super::device::Gpu;
use super::fullscreen::{FullscreenPass, FullscreenPipeline, TEXTURE, UNIFORM};
use super::pass::PREMULTIPLIED_OVER;

const WGSL: &str = "\
struct Blit {
    // Of the texture's upper left corner in the target.
    offset: vec2i,
    // Width and height of the part of the texture that is copied.
    size: vec2i,
    // 1: the target encodes what it is given as sRGB, so it has to be given linear light.
    linear: u32,
}

@group(0) @binding(0) var<uniform> blit: Blit;
@group(0) @binding(1) var source: texture_2d<f32>;

fn to_linear(encoded: f32) -> f32 {
    if encoded <= 0.04045 {
        return encoded / 12.92;
    }
    return pow((encoded + 0.055) / 1.055, 2.4);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(floor(position.xy)) - blit.offset;
    if any(pixel < vec2i(0)) || any(pixel >= blit.size) {
        return vec4f(0.0);
    }
    let colour = textureLoad(source, pixel, 0);
    if blit.linear == 1u {
        return vec4f(to_linear(colour.r), to_linear(colour.g), to_linear(colour.b), colour.a);
    }
    return colour;
}
";

/// A pipeline that copies textures into targets of one format.
#[derive(Debug)]
pub(crate) struct Blitter {
    /// Its name, for debuggers; it tells its buffers from those of others, too.
    label: &'static str,
    pipeline: FullscreenPipeline,
    linear: bool,
}

impl Blitter {
    /// Copies over what is there.
    pub(crate) fn new(gpu: &Gpu, label: &'static str, format: wgpu::TextureFormat) -> Blitter {
        Blitter::with(gpu, label, format, PREMULTIPLIED_OVER)
    }

    /// Leaves so much of what is there as what is copied is opaque.
    pub(crate) fn masking(gpu: &Gpu, format: wgpu::TextureFormat) -> Blitter {
        let component = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::Zero,
            dst_factor: wgpu::BlendFactor::SrcAlpha,
            operation: wgpu::BlendOperation::Add,
        };
        let blend = wgpu::BlendState {
            color: component,
            alpha: component,
        };
        Blitter::with(gpu, "mask", format, blend)
    }

    fn with(
        gpu: &Gpu,
        label: &'static str,
        format: wgpu::TextureFormat,
        blend: wgpu::BlendState,
    ) -> Blitter {
        let filling = FullscreenPass {
            label,
            fragment: WGSL,
            bindings: &[UNIFORM, TEXTURE],
            format,
            blend: Some(blend),
        };
        let pipeline = gpu.fullscreen(&filling);
        Blitter {
            label,
            pipeline,
            linear: format.is_srgb(),
        }
    }

    /// The copy of a texture of this size with its upper left corner at `offset`, ready to draw.
    pub(crate) fn copy(
        &self,
        gpu: &Gpu,
        source: &wgpu::TextureView,
        size: [u32; 2],
        offset: [i32; 2],
    ) -> Bound {
        let [width, height] = size.map(u32::cast_signed);
        let linear = i32::from(self.linear);
        let words = [offset[0], offset[1], width, height, linear, 0];
        let uniform = bytemuck::bytes_of(&words);
        Bound::new(gpu, self.label, &self.pipeline, uniform, source)
    }

    /// The copy of a bitmap to its place, ready to draw.
    pub(crate) fn bitmap(&self, gpu: &Gpu, bitmap: &Bitmap) -> Bound {
        let source = gpu.pool().bitmap(bitmap.size(), bitmap.rgba());
        self.copy(gpu, &source.view, bitmap.size(), bitmap.offset())
            .keeping(source)
    }
}

/// Pixels as a texture of their size: red, green, blue, alpha, a byte each, rows from the top.
pub(super) fn texture(gpu: &Gpu, [width, height]: [u32; 2], rgba: &[u8]) -> wgpu::TextureView {
    let size = wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bitmap"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(4 * width),
        rows_per_image: None,
    };
    gpu.queue
        .write_texture(texture.as_image_copy(), rgba, layout, size);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
