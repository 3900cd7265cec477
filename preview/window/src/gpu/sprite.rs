//! Pictures of images on the GPU.

use super::device::Gpu;
use super::picture::{FORMAT, PREMULTIPLIED_OVER};
use crate::scene::{PictureLayer, Region};

const WGSL: &str = "\
struct Sprite {
    // From device pixels to pixels of the picture: x is dot(row, (x, y, 1)).
    x: vec4f,
    y: vec4f,
    // Opacity; 1 where enlarged pixels blend into each other.
    look: vec4f,
}

@group(0) @binding(0) var<uniform> sprite: Sprite;
@group(0) @binding(1) var source: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
}

fn pixel(at: vec2i) -> vec4f {
    let last = vec2i(textureDimensions(source)) - 1;
    let colour = textureLoad(source, clamp(at, vec2i(0), last), 0);
    // Colorplots write any numbers; what is none is 0.
    let shown = select(vec4f(0.0), clamp(colour, vec4f(0.0), vec4f(1.0)), colour == colour);
    return vec4f(shown.rgb * shown.a, shown.a);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let device = vec3f(position.xy, 1.0);
    let at = vec2f(dot(sprite.x.xyz, device), dot(sprite.y.xyz, device));
    // How much of the device pixel lies inside, from its distance to the edges.
    let step = vec2f(length(sprite.x.xy), length(sprite.y.xy));
    let size = vec2f(textureDimensions(source));
    let inside = clamp(at / step + 0.5, vec2f(0.0), vec2f(1.0))
        * clamp((size - at) / step + 0.5, vec2f(0.0), vec2f(1.0));
    var colour = pixel(vec2i(floor(at)));
    if sprite.look.y == 1.0 {
        let centre = at - 0.5;
        let corner = vec2i(floor(centre));
        let part = fract(centre);
        let upper = mix(pixel(corner), pixel(corner + vec2i(1, 0)), part.x);
        let lower = mix(pixel(corner + vec2i(0, 1)), pixel(corner + vec2i(1, 1)), part.x);
        colour = mix(upper, lower, part.y);
    }
    return colour * (sprite.look.x * inside.x * inside.y);
}
";

/// Paints pictures.
#[derive(Debug)]
pub(super) struct Sprites {
    pipeline: wgpu::RenderPipeline,
}

/// A picture, ready to draw.
pub(super) struct Sprite {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    region: Region,
}

impl Sprites {
    pub(super) fn new(gpu: &Gpu) -> Sprites {
        let shader = gpu
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("picture"),
                source: wgpu::ShaderSource::Wgsl(WGSL.into()),
            });
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        // Some devices do not filter floats; here nothing is.
        let source = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let bindings = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("picture"),
                entries: &[entry(0, uniform), entry(1, source)],
            });
        let layout = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("picture"),
                bind_group_layouts: &[Some(&bindings)],
                immediate_size: 0,
            });
        let pipeline = gpu
            .device
            .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("picture"),
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
                        format: FORMAT,
                        blend: Some(PREMULTIPLIED_OVER),
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            });
        Sprites { pipeline }
    }

    /// A picture on a target of a size, ready to draw; none if nothing of it is seen, or it is too
    /// large for the GPU.
    pub(super) fn prepare(
        &self,
        gpu: &Gpu,
        layer: &PictureLayer,
        size: [u32; 2],
    ) -> Option<Sprite> {
        let region = layer.region.within(size);
        if region.is_empty() {
            return None;
        }
        let [x, y] = inverse(layer.transform)?;
        let smooth = f32::from(u8::from(layer.smooth));
        let words = [x, y, [layer.alpha as f32, smooth, 0.0, 0.0]];
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: size_of_val(&words) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.queue
            .write_buffer(&buffer, 0, bytemuck::bytes_of(&words));
        let texture = layer.painted.texture(gpu, false)?;
        let bindings = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture"),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: buffer.as_entire_binding(),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::TextureView(texture.view()),
                },
            ],
        });
        Some(Sprite {
            pipeline: self.pipeline.clone(),
            bindings,
            region,
        })
    }
}

impl Sprite {
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        pass.set_scissor_rect(x, y, width, height);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// The rows of the inverse map; none for a map that has none.
fn inverse([a, b, c, d, e, f]: [f64; 6]) -> Option<[[f32; 4]; 2]> {
    let determinant = a * d - b * c;
    let rows = [[d, -c, c * f - d * e, 0.0], [-b, a, b * e - a * f, 0.0]];
    let rows = rows.map(|row| row.map(|entry| (entry / determinant) as f32));
    let finite = rows.iter().flatten().all(|entry| entry.is_finite());
    finite.then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_inverted() {
        let [x, y] = inverse([0.0, 10.0, -10.0, 0.0, 30.0, 10.0]).unwrap_or_default();
        let at = |row: [f32; 4], p: [f32; 2]| row[0] * p[0] + row[1] * p[1] + row[2];
        // The corner, and a place below it.
        assert_eq!([at(x, [30.0, 10.0]), at(y, [30.0, 10.0])], [0.0, 0.0]);
        assert_eq!([at(x, [30.0, 20.0]), at(y, [30.0, 20.0])], [1.0, 0.0]);
        assert_eq!(inverse([1.0, 1.0, 1.0, 1.0, 0.0, 0.0]), None);
        assert_eq!(inverse([f64::NAN; 6]), None);
    }
}
