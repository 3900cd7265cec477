//! A pipeline that fills its target, bound to a uniform and a texture.

use super::device::Gpu;
use super::fullscreen::FullscreenPipeline;
use super::pool::{PooledBuffer, PooledTexture, Purpose, Resource};

/// A pipeline that fills its target, with what it reads, ready to draw.
#[derive(Debug)]
pub(crate) struct Bound {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    _uniform: PooledBuffer,
    /// What it reads, if nobody else keeps it.
    _source: Option<PooledTexture>,
}

impl Bound {
    /// Binds a uniform's words and a texture.
    pub(super) fn new(
        gpu: &Gpu,
        label: &'static str,
        pipeline: &FullscreenPipeline,
        uniform: &[u8],
        source: &wgpu::TextureView,
    ) -> Bound {
        let uniform =
            gpu.pool()
                .buffer(Purpose::Named(label), uniform, wgpu::BufferUsages::UNIFORM);
        let bound = vec![uniform.resource(), Resource::View(source.clone())];
        Bound {
            bindings: gpu.pool().bind_group(label, &pipeline.bindings, bound),
            pipeline: pipeline.pipeline.clone(),
            _uniform: uniform,
            _source: None,
        }
    }

    /// The same, which keeps the texture that it reads.
    pub(super) fn keeping(mut self, source: PooledTexture) -> Bound {
        self._source = Some(source);
        self
    }

    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
    }
}
