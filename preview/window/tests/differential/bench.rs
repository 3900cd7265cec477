//! A GPU that paints colorplots into images of 32 bit floats.

use cindyscript_shader::{BufferBinding, FrameUniforms, Module, Precision, entry};
use wgpu::util::DeviceExt as _;

/// The device.
pub(crate) struct Bench {
    device: wgpu::Device,
    queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
}

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;

impl Bench {
    /// The best adapter; none if there is none.
    pub(crate) fn open() -> Option<Bench> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions::default();
        let adapter = pollster::block_on(instance.request_adapter(&options)).ok()?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapter.features() & wgpu::Features::SHADER_F64,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).ok()?;
        let info = adapter.get_info();
        eprintln!("{}", info.name);
        Some(Bench {
            device,
            queue,
            info,
        })
    }

    /// The precisions that need more than f32, and that it has.
    pub(crate) fn double_precisions(&self) -> impl Iterator<Item = Precision> {
        let has_f64 = self.device.features().contains(wgpu::Features::SHADER_F64);
        let native = has_f64.then_some(Precision::Native);
        [Precision::Double].into_iter().chain(native)
    }

    /// Whether a processor does the work of a GPU.
    pub(crate) fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// The pixels of a module's image, row by row.
    pub(crate) fn paint(
        &self,
        module: &Module,
        uniforms: &[u8],
        frame: &FrameUniforms,
        [width, height]: [u32; 2],
    ) -> Vec<[f32; 4]> {
        let device = &self.device;
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let (pipeline, bindings) = self.pipeline(module, uniforms, frame);
        let row = (16 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * height),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let view = target.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bindings, &[]);
            pass.draw(0..3, 0..1);
        }
        encoder.copy_texture_to_buffer(
            target.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            target.size(),
        );
        self.queue.submit([encoder.finish()]);
        buffer.slice(..).map_async(wgpu::MapMode::Read, drop);
        device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        let mapped = buffer.slice(..).get_mapped_range().unwrap();
        let rows = mapped.chunks_exact(row as usize);
        rows.flat_map(|row| row[..16 * width as usize].chunks_exact(16))
            .map(|pixel| {
                let component =
                    |at: usize| f32::from_le_bytes(pixel[at..at + 4].try_into().unwrap());
                [0, 4, 8, 12].map(component)
            })
            .collect()
    }

    fn pipeline(
        &self,
        module: &Module,
        uniforms: &[u8],
        frame: &FrameUniforms,
    ) -> (wgpu::RenderPipeline, wgpu::BindGroup) {
        let device = &self.device;
        let (ty, usage) = match module.layout.binding() {
            BufferBinding::Uniform => (
                wgpu::BufferBindingType::Uniform,
                wgpu::BufferUsages::UNIFORM,
            ),
            BufferBinding::Storage => (
                wgpu::BufferBindingType::Storage { read_only: true },
                wgpu::BufferUsages::STORAGE,
            ),
        };
        let entry_of = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries: &[
                entry_of(0, wgpu::BufferBindingType::Uniform),
                entry_of(1, ty),
            ],
        });
        let filled = |contents, usage| {
            let descriptor = wgpu::util::BufferInitDescriptor {
                label: None,
                contents,
                usage,
            };
            device.create_buffer_init(&descriptor)
        };
        let buffers = [
            filled(&frame.to_bytes(), wgpu::BufferUsages::UNIFORM),
            filled(uniforms, usage),
        ];
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &[0, 1].map(|binding| wgpu::BindGroupEntry {
                binding,
                resource: buffers[binding as usize].as_entire_binding(),
            }),
        });
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(module.wgsl.as_str().into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some(entry::VERTEX),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some(entry::IMAGE),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        (pipeline, bindings)
    }
}
