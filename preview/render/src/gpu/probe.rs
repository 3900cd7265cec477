//! Whether a driver paints what it is told to.
//!
//! OpenGL names what shaders read in ways that differ from driver to driver, and where that goes
//! wrong nothing says so: with wgpu 30, NVIDIA's gives every shader the numbers of the first buffer.
//! A pixel is painted with the numbers of two, and looked at.

use super::device::Gpu;
use super::error::GpuError;
use super::fullscreen::{FullscreenPass, FullscreenPipeline, UNIFORM};
use super::pass::{FORMAT, begin};
use super::pool::{PooledBuffer, Purpose};

const WGSL: &str = "\
@group(0) @binding(0) var<uniform> first: vec4f;
@group(0) @binding(1) var<uniform> second: vec4f;

@fragment
fn fragment() -> @location(0) vec4f {
    return vec4f(first.xy, second.zw);
}
";

/// In the buffers, and what is painted of both.
const FIRST: [u8; 4] = [255, 0, 0, 0];
const SECOND: [u8; 4] = [0, 0, 0, 255];
const PAINTED: [u8; 4] = [255, 0, 0, 255];

/// Paints a pixel.
///
/// # Errors
/// [`GpuError::Untrue`], and what the device says.
pub(super) fn probe(gpu: &Gpu) -> Result<(), GpuError> {
    let device = &gpu.device;
    let filling = FullscreenPass {
        label: "probe",
        fragment: WGSL,
        bindings: &[UNIFORM, UNIFORM],
        format: FORMAT,
        blend: None,
    };
    let FullscreenPipeline { pipeline, bindings } = filling.pipeline(&gpu.device);
    let buffers = [FIRST, SECOND].map(|parts| {
        let numbers = parts.map(|part| f32::from(part) / 255.0);
        let usage = wgpu::BufferUsages::UNIFORM;
        gpu.pool()
            .buffer(Purpose::Named("probe"), bytemuck::bytes_of(&numbers), usage)
    });
    let resources = buffers.iter().map(PooledBuffer::resource).collect();
    let values = gpu.pool().bind_group("probe", &bindings, resources);
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("probe"),
        size: wgpu::Extent3d::default(),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = begin(&mut encoder, &view);
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &values, &[]);
        pass.draw(0..3, 0..1);
    }
    gpu.submit(encoder);
    match gpu.read(&target)?.as_slice() {
        painted if painted == PAINTED => Ok(()),
        _ => Err(GpuError::Untrue(gpu.name())),
    }
}
