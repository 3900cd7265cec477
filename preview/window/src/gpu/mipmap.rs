//! Smaller sizes of a texture, each half as wide and high as the one before: for images that are
//! seen from far away.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::device::{Gpu, GpuError};
use super::texture::Texture;

const WGSL: &str = "\
@group(0) @binding(0) var source: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let last = vec2i(textureDimensions(source)) - 1;
    let corner = 2 * vec2i(position.xy);
    var sum = vec4f();
    for (var y = 0; y < 2; y += 1) {
        for (var x = 0; x < 2; x += 1) {
            sum += textureLoad(source, min(corner + vec2i(x, y), last), 0);
        }
    }
    return 0.25 * sum;
}
";

/// What halves textures, by their format.
#[derive(Debug, Default)]
pub(super) struct Halvers(Mutex<HashMap<wgpu::TextureFormat, wgpu::RenderPipeline>>);

impl Halvers {
    fn get(&self, gpu: &Gpu, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(format)
            .or_insert_with(|| halver(gpu, format))
            .clone()
    }
}

fn halver(gpu: &Gpu, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let device = &gpu.device;
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("mipmap"),
        source: wgpu::ShaderSource::Wgsl(WGSL.into()),
    });
    let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("mipmap"),
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty: wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: false },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        }],
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("mipmap"),
        bind_group_layouts: &[Some(&bindings)],
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("mipmap"),
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
                format,
                blend: None,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

impl Gpu {
    /// The same picture in all sizes down to one pixel; its own format must be one that can be
    /// painted.
    ///
    /// # Errors
    /// The GPU cannot hold it.
    pub(crate) fn mipmapped(&self, source: &Texture) -> Result<Texture, GpuError> {
        let target = self.sizes(source)?;
        let levels = target.levels();
        let halver = self.halvers().get(self, target.format());
        self.encode(|encoder| {
            encoder.copy_texture_to_texture(source.place(), target.place(), target.extent());
            let views: Vec<_> = (0..levels).map(|level| target.level(level)).collect();
            for (larger, smaller) in views.iter().zip(views.iter().skip(1)) {
                let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("mipmap"),
                    layout: &halver.get_bind_group_layout(0),
                    entries: &[wgpu::BindGroupEntry {
                        binding: 0,
                        resource: wgpu::BindingResource::TextureView(larger),
                    }],
                });
                let mut pass = super::picture::begin(encoder, smaller);
                pass.set_pipeline(&halver);
                pass.set_bind_group(0, &bindings, &[]);
                pass.draw(0..3, 0..1);
            }
        });
        Ok(target)
    }
}
