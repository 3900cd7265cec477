//! Smaller sizes of a texture, each half as wide and high as the one before, rounded down: for images
//! that are seen from far away.
//!
//! A pixel is the mean of what it covers of the larger size, which are up to three pixels in a row
//! where that is odd. The mean of the two nearest would leave a row out, and move the picture by up
//! to a pixel with each size.

use super::fullscreen::{FullscreenPass, FullscreenPipeline, TEXTURE};
use super::pass::begin;

const WGSL: &str = "\
@group(0) @binding(0) var source: texture_2d<f32>;

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let size = vec2i(textureDimensions(source));
    let scale = vec2f(size) / vec2f(max(size / 2, vec2i(1)));
    let begin = floor(position.xy) * scale;
    let end = begin + scale;
    let first = vec2i(begin);
    var sum = vec4f();
    for (var y = 0; y < 3; y += 1) {
        for (var x = 0; x < 3; x += 1) {
            let pixel = first + vec2i(x, y);
            let covered = min(vec2f(pixel + 1), end) - max(vec2f(pixel), begin);
            if all(covered > vec2f()) && all(pixel < size) {
                sum += covered.x * covered.y * textureLoad(source, pixel, 0);
            }
        }
    }
    return sum / (scale.x * scale.y);
}
";

/// The pass that halves textures of a format.
pub(super) fn mip_generator(format: wgpu::TextureFormat) -> FullscreenPass<'static> {
    FullscreenPass {
        label: "mipmap",
        fragment: WGSL,
        bindings: &[TEXTURE],
        format,
        blend: None,
    }
}

/// Paints half of a size of a texture into the next smaller one.
pub(super) fn halve(
    device: &wgpu::Device,
    encoder: &mut wgpu::CommandEncoder,
    mip_generator: &FullscreenPipeline,
    larger: &wgpu::TextureView,
    smaller: &wgpu::TextureView,
) {
    let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("mipmap"),
        layout: &mip_generator.bindings,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::TextureView(larger),
        }],
    });
    let mut pass = begin(encoder, smaller);
    pass.set_pipeline(&mip_generator.pipeline);
    pass.set_bind_group(0, &bindings, &[]);
    pass.draw(0..3, 0..1);
}
