//! Shaders on the GPU, and how long they take.

use cindyscript_shader::entry;
use wgpu::util::DeviceExt as _;

/// So many pictures are painted in one pass.
pub(crate) const PICTURES: u32 = 16;

/// A device of our own, which measures time.
pub(crate) struct Bench {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pub(crate) adapter: String,
    times: wgpu::QuerySet,
}

/// A shader, and what it reads.
#[derive(Clone)]
pub(crate) struct Shader {
    pub(crate) wgsl: String,
    pub(crate) frame: Vec<u8>,
    pub(crate) uniforms: Vec<u8>,
    /// The uniforms are a storage buffer.
    pub(crate) storage: bool,
    /// The points of the orbits that it is computed as the difference to.
    pub(crate) orbit: Option<Vec<u8>>,
    /// So many textures, all the same.
    pub(crate) images: u32,
    /// wgpu counts the rounds of loops.
    pub(crate) counted: bool,
}

/// What is painted: the view in bytes, or an image in floats.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) size: [u32; 2],
    pub(crate) image: bool,
}

/// A shader that is ready to paint.
pub(crate) struct Plot {
    pipeline: wgpu::RenderPipeline,
    groups: Vec<wgpu::BindGroup>,
    target: wgpu::Texture,
}

impl Shader {
    /// The numbers of the frame.
    pub(crate) fn frame(&self) -> Vec<f32> {
        let words = self.frame.as_chunks::<4>().0.iter();
        words.map(|word| f32::from_le_bytes(*word)).collect()
    }

    /// The lower left and the lower right corner of the view.
    pub(crate) fn view(&self) -> [f32; 4] {
        self.frame()[12..16].try_into().unwrap()
    }
}

impl Target {
    fn format(self) -> wgpu::TextureFormat {
        if self.image {
            wgpu::TextureFormat::Rgba32Float
        } else {
            wgpu::TextureFormat::Rgba8Unorm
        }
    }

    fn extent(self) -> wgpu::Extent3d {
        wgpu::Extent3d {
            width: self.size[0],
            height: self.size[1],
            depth_or_array_layers: 1,
        }
    }
}

impl Bench {
    /// None without a GPU that can measure.
    pub(crate) fn new() -> Option<Bench> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options)).ok()?;
        let needed = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::FLOAT32_FILTERABLE;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: needed | adapter.features() & wgpu::Features::SHADER_F64,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).ok()?;
        let times = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        Some(Bench {
            adapter: adapter.get_info().name,
            device,
            queue,
            times,
        })
    }

    /// Whether shaders may compute with f64.
    pub(crate) fn has_f64(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    pub(crate) fn plot(&self, shader: &Shader, target: &Target) -> Plot {
        let (layouts, groups): (Vec<_>, Vec<_>) = [
            Some(self.values(shader)),
            (shader.images > 0).then(|| self.images(shader.images, *target)),
        ]
        .into_iter()
        .flatten()
        .unzip();
        let module = self.module(shader);
        let layouts: Vec<_> = layouts.iter().map(Some).collect();
        let layout = self
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &layouts,
                immediate_size: 0,
            });
        let (fragment, blend) = if target.image {
            (entry::IMAGE, None)
        } else {
            let over = wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;
            (entry::CANVAS, Some(over))
        };
        let pipeline = self
            .device
            .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(entry::VERTEX),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(wgpu::ColorTargetState {
                        format: target.format(),
                        blend,
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            });
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
        Plot {
            pipeline,
            groups,
            target: self.device.create_texture(&texture(*target, usage)),
        }
    }

    #[allow(unsafe_code)]
    fn module(&self, shader: &Shader) -> wgpu::ShaderModule {
        let mut checks = wgpu::ShaderRuntimeChecks::checked();
        checks.force_loop_bounding = shader.counted;
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(shader.wgsl.as_str().into()),
        };
        // SAFETY: all loops of these shaders end.
        unsafe { self.device.create_shader_module_trusted(descriptor, checks) }
    }

    /// The frame, the uniforms, and the points of orbits.
    fn values(&self, shader: &Shader) -> (wgpu::BindGroupLayout, wgpu::BindGroup) {
        let uniform = wgpu::BufferBindingType::Uniform;
        let (ty, usage) = if shader.storage {
            let ty = wgpu::BufferBindingType::Storage { read_only: true };
            (ty, wgpu::BufferUsages::STORAGE)
        } else {
            (uniform, wgpu::BufferUsages::UNIFORM)
        };
        let mut types = vec![buffer_type(uniform), buffer_type(ty)];
        let mut buffers = vec![
            self.buffer(&shader.frame, wgpu::BufferUsages::UNIFORM),
            self.buffer(&shader.uniforms, usage),
        ];
        if let Some(points) = &shader.orbit {
            let points_type = wgpu::BufferBindingType::Storage { read_only: true };
            types.push(buffer_type(points_type));
            buffers.push(self.buffer(points, wgpu::BufferUsages::STORAGE));
        }
        let resources: Vec<_> = buffers
            .iter()
            .map(wgpu::Buffer::as_entire_binding)
            .collect();
        self.group(&types, &resources)
    }

    fn buffer(&self, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.device
            .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents,
                usage,
            })
    }

    /// The samplers, and so many times an image as large as the target.
    fn images(&self, count: u32, target: Target) -> (wgpu::BindGroupLayout, wgpu::BindGroup) {
        let target = Target {
            image: true,
            ..target
        };
        let usage = wgpu::TextureUsages::TEXTURE_BINDING;
        let descriptor = texture(target, usage);
        let image = self.device.create_texture_with_data(
            &self.queue,
            &descriptor,
            wgpu::util::TextureDataOrder::LayerMajor,
            &noise(target),
        );
        let view = image.create_view(&wgpu::TextureViewDescriptor::default());
        let filters = [wgpu::FilterMode::Linear, wgpu::FilterMode::Nearest];
        let edges = [wgpu::AddressMode::ClampToEdge, wgpu::AddressMode::Repeat];
        let samplers = filters.map(|filter| {
            edges.map(|edges| {
                self.device.create_sampler(&wgpu::SamplerDescriptor {
                    address_mode_u: edges,
                    address_mode_v: edges,
                    mag_filter: filter,
                    min_filter: filter,
                    ..wgpu::SamplerDescriptor::default()
                })
            })
        });
        let (blending, not) = (
            wgpu::SamplerBindingType::Filtering,
            wgpu::SamplerBindingType::NonFiltering,
        );
        let types = [blending, blending, not, not]
            .map(wgpu::BindingType::Sampler)
            .into_iter()
            .chain([buffer_type(wgpu::BufferBindingType::Uniform)])
            .chain((0..count).map(|_| wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: true },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            }));
        let [width, height] = target.size.map(|side| side as f32);
        let sizes = [width, height, 0.0, 0.0].map(f32::to_le_bytes).concat();
        let sizes = sizes.repeat(count as usize);
        let sizes = self.buffer(&sizes, wgpu::BufferUsages::UNIFORM);
        let resources = samplers
            .iter()
            .flatten()
            .map(wgpu::BindingResource::Sampler)
            .chain([sizes.as_entire_binding()])
            .chain((0..count).map(|_| wgpu::BindingResource::TextureView(&view)));
        self.group(&types.collect::<Vec<_>>(), &resources.collect::<Vec<_>>())
    }

    fn group(
        &self,
        types: &[wgpu::BindingType],
        resources: &[wgpu::BindingResource<'_>],
    ) -> (wgpu::BindGroupLayout, wgpu::BindGroup) {
        let entries: Vec<_> = (0..)
            .zip(types)
            .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: *ty,
                count: None,
            })
            .collect();
        let layout = self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &entries,
            });
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry {
                binding,
                resource: resource.clone(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &entries,
        });
        (layout, group)
    }

    /// Paints pictures one upon the other; milliseconds for one.
    pub(crate) fn measure(&self, plot: &Plot) -> f64 {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        // To clear a large image takes as long as to paint one.
        self.paint(&mut encoder, plot, wgpu::LoadOp::Load, PICTURES);
        let size = 2 * u64::from(wgpu::QUERY_SIZE);
        let buffer = |usage| {
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let resolved = buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC);
        let read = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        encoder.resolve_query_set(&self.times, 0..2, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, &read, 0, size);
        let bytes = self.read(encoder, &read);
        let [begin, end] =
            [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()));
        let nanoseconds = (end - begin) as f64 * f64::from(self.queue.get_timestamp_period());
        nanoseconds / 1e6 / f64::from(PICTURES)
    }

    /// The picture's bytes, rows from the top.
    pub(crate) fn picture(&self, plot: &Plot) -> Vec<u8> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let clear = wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);
        self.paint(&mut encoder, plot, clear, 1);
        let size = plot.target.size();
        let pixel = plot.target.format().block_copy_size(None).unwrap();
        let full = pixel * size.width;
        let row = full.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * size.height),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            plot.target.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            size,
        );
        let bytes = self.read(encoder, &buffer);
        let rows = bytes.chunks_exact(row as usize);
        rows.flat_map(|row| &row[..full as usize])
            .copied()
            .collect()
    }

    fn paint(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        plot: &Plot,
        load: wgpu::LoadOp<wgpu::Color>,
        pictures: u32,
    ) {
        let view = plot
            .target
            .create_view(&wgpu::TextureViewDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load,
                    store: wgpu::StoreOp::Store,
                },
            })],
            timestamp_writes: Some(wgpu::RenderPassTimestampWrites {
                query_set: &self.times,
                beginning_of_pass_write_index: Some(0),
                end_of_pass_write_index: Some(1),
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&plot.pipeline);
        for (index, group) in (0..).zip(&plot.groups) {
            pass.set_bind_group(index, group, &[]);
        }
        for _ in 0..pictures {
            pass.draw(0..3, 0..1);
        }
    }

    fn read(&self, encoder: wgpu::CommandEncoder, buffer: &wgpu::Buffer) -> Vec<u8> {
        self.queue.submit([encoder.finish()]);
        buffer.slice(..).map_async(wgpu::MapMode::Read, drop);
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .unwrap();
        buffer.slice(..).get_mapped_range().unwrap().to_vec()
    }
}

/// Any numbers from 0 to 1, four a pixel, as bytes.
pub(crate) fn noise(target: Target) -> Vec<u8> {
    let mut state = 1u32;
    let numbers = (0..4 * target.size[0] * target.size[1]).flat_map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 8) as f32 / 16_777_216.0).to_le_bytes()
    });
    numbers.collect()
}

fn buffer_type(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

fn texture(target: Target, usage: wgpu::TextureUsages) -> wgpu::TextureDescriptor<'static> {
    wgpu::TextureDescriptor {
        label: None,
        size: target.extent(),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: target.format(),
        usage,
        view_formats: &[],
    }
}
