//! What colorplots cost on this machine's GPU, beside shaders for the same picture that were
//! written by hand: `gpu/*.cindyscript` and `gpu/*.wgsl`. Milliseconds for a picture of 1920 × 1080
//! pixels, measured by the GPU.
//!
//! `cargo bench -p cindyscript-window --bench gpu`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;

use cindyscript_analysis::program::PlotId;
use cindyscript_analysis::{Document, analyse};
use cindyscript_shader::{Binding, Module, compile};
use cindyscript_window::compile::PlotProgram;
use cindyscript_window::headless::{Options, render};
use cindyscript_window::source::Text;
use wgpu::util::DeviceExt as _;

const SIZE: [u32; 2] = [1920, 1080];

/// So many pictures are painted in one pass, and so many passes measured, in turns.
const PICTURES: u32 = 16;
const PASSES: usize = 20;

macro_rules! programs {
    ($($name:literal),*) => {
        &[$((
            $name,
            include_str!(concat!("gpu/", $name, ".cindyscript")),
            include_str!(concat!("gpu/", $name, ".wgsl")),
        )),*]
    };
}

const PROGRAMS: &[(&str, &str, &str)] = programs!["mandelbrot", "barth", "phase"];

/// What the shaders written by hand have in common with each other.
const PRELUDE: &str = include_str!("gpu/prelude.wgsl");

fn main() {
    let Some(bench) = Bench::new() else {
        println!("no GPU that measures its own time");
        return;
    };
    println!("{}", bench.adapter);
    println!(
        "{:12} {:>10} {:>10} {:>7}   differ",
        "", "ours", "by hand", "ratio"
    );
    for (name, script, by_hand) in PROGRAMS {
        let ours = bench.ours(name, script);
        let theirs = bench.by_hand(&format!("{PRELUDE}\n{by_hand}"), &ours);
        let (mut best, mut best_by_hand) = (f64::MAX, f64::MAX);
        for _ in 0..PASSES {
            best = best.min(bench.measure(&ours));
            best_by_hand = best_by_hand.min(bench.measure(&theirs));
        }
        let (a, b) = (bench.picture(&ours), bench.picture(&theirs));
        let differing = a.chunks(4).zip(b.chunks(4));
        let differing =
            differing.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8));
        let share = differing.count() as f64 / f64::from(SIZE[0] * SIZE[1]);
        println!(
            "{name:12} {best:7.3} ms {best_by_hand:7.3} ms {:6.2}x   {:.2} %",
            best / best_by_hand,
            100.0 * share
        );
    }
}

struct Bench {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: String,
    target: wgpu::Texture,
    times: wgpu::QuerySet,
}

/// A pipeline with what it is bound to.
struct Plot {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
    frame: Vec<u8>,
}

impl Bench {
    fn new() -> Option<Bench> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options)).ok()?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: wgpu::Features::TIMESTAMP_QUERY,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).ok()?;
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: SIZE[0],
                height: SIZE[1],
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let times = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        Some(Bench {
            adapter: adapter.get_info().name,
            device,
            queue,
            target,
            times,
        })
    }

    fn ours(&self, name: &str, script: &str) -> Plot {
        let path = format!("{name}.cindyscript");
        let analysis = analyse(&Document::open(&path, script));
        let program = analysis.applets[0].pixel_program(PlotId(0), &[]).unwrap();
        let module = compile(&program).unwrap();
        let text = Text {
            path,
            text: script.to_owned(),
            version: 0,
            arrived: Instant::now(),
        };
        let options = Options {
            size: Some(SIZE),
            ..Options::default()
        };
        let rendered = render(text, &options).unwrap();
        let draw = rendered.description.plots().next().unwrap();
        let PlotProgram::Shader(shader) = &rendered.compiled.plots[0] else {
            panic!("{name} has no shader");
        };
        let uniforms = shader.uniforms(&draw.call).unwrap();
        self.plot(
            &module.wgsl,
            Some(&module),
            &uniforms,
            &draw.frame.to_bytes(),
        )
    }

    fn by_hand(&self, wgsl: &str, like: &Plot) -> Plot {
        self.plot(wgsl, None, &[0; 16], &like.frame)
    }

    fn plot(&self, wgsl: &str, module: Option<&Module>, uniforms: &[u8], frame: &[u8]) -> Plot {
        let storage = module.is_some_and(|module| module.layout.binding() == Binding::Storage);
        let (ty, usage) = if storage {
            let ty = wgpu::BufferBindingType::Storage { read_only: true };
            (ty, wgpu::BufferUsages::STORAGE)
        } else {
            (
                wgpu::BufferBindingType::Uniform,
                wgpu::BufferUsages::UNIFORM,
            )
        };
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let layout = self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[entry(0, wgpu::BufferBindingType::Uniform), entry(1, ty)],
            });
        let buffer = |contents, usage| {
            self.device
                .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: None,
                    contents,
                    usage,
                })
        };
        let buffers = [
            buffer(frame, wgpu::BufferUsages::UNIFORM),
            buffer(uniforms, usage),
        ];
        let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &[0, 1].map(|binding| wgpu::BindGroupEntry {
                binding,
                resource: buffers[binding as usize].as_entire_binding(),
            }),
        });
        let shader = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(wgsl.into()),
            });
        let layout = self
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
        let pipeline = self
            .device
            .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &shader,
                    entry_point: Some(cindyscript_shader::entry::VERTEX),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &shader,
                    entry_point: Some(cindyscript_shader::entry::CANVAS),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(wgpu::ColorTargetState {
                        format: wgpu::TextureFormat::Rgba8Unorm,
                        blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            });
        Plot {
            pipeline,
            bindings,
            frame: frame.to_vec(),
        }
    }

    /// Paints pictures one upon the other; milliseconds for one.
    fn measure(&self, plot: &Plot) -> f64 {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.paint(&mut encoder, plot, PICTURES);
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

    fn picture(&self, plot: &Plot) -> Vec<u8> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.paint(&mut encoder, plot, 1);
        let [width, height] = SIZE;
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(4 * width * height),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            self.target.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(4 * width),
                    rows_per_image: None,
                },
            },
            self.target.size(),
        );
        self.read(encoder, &buffer)
    }

    fn paint(&self, encoder: &mut wgpu::CommandEncoder, plot: &Plot, pictures: u32) {
        let view = self
            .target
            .create_view(&wgpu::TextureViewDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
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
        pass.set_bind_group(0, &plot.bindings, &[]);
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
