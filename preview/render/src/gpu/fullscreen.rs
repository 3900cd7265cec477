//! What copying, halving and placing textures have in common: a triangle that covers the target,
//! a fragment shader that reads textures pixel by pixel, and what it is bound to.

use super::device::Gpu;

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
    /// Its name, for debuggers.
    pub(super) label: &'a str,
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
    pub(super) fn pipeline(&self, gpu: &Gpu) -> wgpu::RenderPipeline {
        let device = &gpu.device;
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
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
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
        })
    }
}

/// Such a pipeline with what it reads, ready to draw.
#[derive(Debug)]
pub(crate) struct Bound {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
}

impl Bound {
    /// Binds a uniform's words, if the pipeline has one, and a texture.
    pub(super) fn new(
        gpu: &Gpu,
        pipeline: &wgpu::RenderPipeline,
        uniform: Option<&[u8]>,
        source: &wgpu::TextureView,
    ) -> Bound {
        let buffer = uniform.map(|contents| uniform_buffer(gpu, contents));
        let buffer = buffer.as_ref().map(wgpu::Buffer::as_entire_binding);
        let resources = buffer
            .into_iter()
            .chain([wgpu::BindingResource::TextureView(source)]);
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        let bindings = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Bound {
            pipeline: pipeline.clone(),
            bindings,
        }
    }

    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
    }
}

pub(super) fn uniform_buffer(gpu: &Gpu, contents: &[u8]) -> wgpu::Buffer {
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: contents.len() as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, contents);
    buffer
}
