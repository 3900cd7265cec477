//! What copying, halving and placing textures have in common: a triangle that covers the target, and
//! a fragment shader that reads textures pixel by pixel.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Covers the target.
const VERTEX: &str = "
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
}
";

/// A uniform buffer.
pub(super) const UNIFORM: wgpu::BindingType = wgpu::BindingType::Buffer {
    ty: wgpu::BufferBindingType::Uniform,
    has_dynamic_offset: false,
    min_binding_size: None,
};

/// A texture that is read pixel by pixel: some devices do not filter floats.
pub(super) const TEXTURE: wgpu::BindingType = wgpu::BindingType::Texture {
    sample_type: wgpu::TextureSampleType::Float { filterable: false },
    view_dimension: wgpu::TextureViewDimension::D2,
    multisampled: false,
};

/// A pipeline that fills its target.
pub(super) struct FullscreenPass<'a> {
    /// The name, for debuggers. No other pass of the same format has it.
    pub(super) label: &'static str,
    /// WGSL with the entry point `fragment`.
    pub(super) fragment: &'a str,
    /// The bindings of group 0, in order.
    pub(super) bindings: &'a [wgpu::BindingType],
    /// Of the target.
    pub(super) format: wgpu::TextureFormat,
    /// With what is there; none to replace it.
    pub(super) blend: Option<wgpu::BlendState>,
}

impl FullscreenPass<'_> {
    pub(super) fn pipeline(&self, device: &wgpu::Device) -> FullscreenPipeline {
        let label = Some(self.label);
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Wgsl(format!("{VERTEX}{}", self.fragment).into()),
        });
        let entries: Vec<_> = (0..)
            .zip(self.bindings)
            .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: *ty,
                count: None,
            })
            .collect();
        let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label,
            entries: &entries,
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&bindings)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label,
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: self.format,
                    blend: self.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        FullscreenPipeline { pipeline, bindings }
    }
}

/// Pipelines of a device that fill their targets, by label and format. Each is made once.
#[derive(Debug, Default)]
pub(super) struct FullscreenPipelines(
    Mutex<HashMap<(&'static str, wgpu::TextureFormat), FullscreenPipeline>>,
);

impl FullscreenPipelines {
    /// The pipeline of a pass.
    pub(super) fn get(
        &self,
        device: &wgpu::Device,
        pass: &FullscreenPass<'_>,
    ) -> FullscreenPipeline {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pipeline = made.entry((pass.label, pass.format));
        pipeline.or_insert_with(|| pass.pipeline(device)).clone()
    }
}

/// A pipeline that fills its target, with the layout of group 0.
#[derive(Clone, Debug)]
pub(super) struct FullscreenPipeline {
    pub(super) pipeline: wgpu::RenderPipeline,
    pub(super) bindings: wgpu::BindGroupLayout,
}
