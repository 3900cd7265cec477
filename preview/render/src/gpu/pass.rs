//! The passes in which a picture is painted, and the colours that it is painted in.

use std::sync::Arc;

use cindyscript_player::region::Region;

use super::pool::{Pool, PooledTexture, TextureKey};

/// What colorplots and everything else are painted on. Not sRGB: CindyJS's canvas, too, blends
/// encoded colours.
pub(crate) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Over what is there, for colours that are multiplied with their alpha.
pub(crate) const PREMULTIPLIED_OVER: wgpu::BlendState =
    wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;

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
    timed_pass(encoder, view, load, None)
}

/// The same, with timestamps of when it begins and ends.
pub(super) fn timed_pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
    load: wgpu::LoadOp<wgpu::Color>,
    timestamp_writes: Option<wgpu::RenderPassTimestampWrites<'_>>,
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
        timestamp_writes,
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// A ground to paint on, with anything on it.
pub(super) fn target(
    pool: &Arc<Pool>,
    purpose: &'static str,
    [width, height]: [u32; 2],
) -> PooledTexture {
    pool.plain_texture(TextureKey {
        purpose,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST,
    })
}
