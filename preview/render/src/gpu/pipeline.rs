//! From a shader module to a pipeline that is ready to draw.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_interpreter::platform::{self, Delivery, HAS_THREADS, Instant, deliver};
use cindyscript_player::module::ProgramTarget;
use cindyscript_shader::{BufferBinding, Filtering, Module, OrbitPoint, ShaderText, entry};
use rustc_hash::FxHashMap;

use super::blit::texture as texture_view;
use super::device::Gpu;
use super::error::{GpuError, one_line};
use super::newer_text::NewerText;
use super::pass::{FORMAT, PREMULTIPLIED_OVER};
use super::pool::{BUFFER_STEP, PooledBuffer, Purpose, Resource};
use super::texture::Texture;
use crate::policy::{GPU_WAIT_SLICE, PIPELINE_FOR_NEWER_TEXT};

/// What numbers of a colorplot are painted into: two halves of the real and two of the imaginary part.
pub(super) const NUMBERS: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;

/// A colorplot on the GPU.
#[derive(Debug)]
pub struct PlotPipeline {
    pub(crate) pipeline: wgpu::RenderPipeline,
    pub(crate) bindings: wgpu::BindGroupLayout,
    pub(crate) binding: BufferBinding,
    pub(super) images: Option<ImageBindings>,
    target: ProgramTarget,
    /// If it is computed as the difference to an orbit: one that has a single point.
    no_orbit: Option<Arc<Vec<u8>>>,
    rounds: Option<u32>,
    /// Whether it leaves pixels out.
    pub(super) discards: bool,
    is_random: bool,
}

/// How the images are bound that a colorplot reads.
#[derive(Debug)]
pub(super) struct ImageBindings {
    pub(super) layout: wgpu::BindGroupLayout,
    /// In the order of their bindings: those that blend, then those that do not. Beyond the edges
    /// of a texture, with the first of either its outermost pixels go on, with the second it begins
    /// anew.
    pub(super) samplers: [wgpu::Sampler; 4],
    /// The textures, after the samplers: whether each is wanted in all sizes.
    pub(super) mipmaps: Vec<bool>,
    /// A transparent pixel, in the place of images that are missing.
    pub(super) nothing: wgpu::TextureView,
}

/// All pipelines built so far, by the text of their shader.
#[derive(Debug)]
pub struct Pipelines {
    gpu: Gpu,
    newer_text: NewerText,
    built: Mutex<Built>,
}

#[derive(Debug, Default)]
struct Built {
    by_text: FxHashMap<PipelineKey, (Arc<PlotPipeline>, u64)>,
    /// Counts uses, so that the longest unused can be dropped.
    clock: u64,
    /// Pipelines that a browser has not accepted or refused yet.
    open: Vec<(PipelineKey, Answer)>,
    /// Reasons why a browser has refused others.
    refused: FxHashMap<PipelineKey, String>,
}

/// The text of a shader, and what it paints.
type PipelineKey = (String, ProgramTarget);

/// The driver's answer to a new pipeline.
#[derive(Debug)]
struct Answer {
    refusal: Delivery<Option<wgpu::Error>>,
    /// The time of the first draw, in which drivers compile.
    warmed: Delivery<Duration>,
}

/// The state of all pipelines together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Some answers are still to come.
    Open,
    /// The driver accepts all pipelines.
    Accepted,
    /// The driver has refused some since the last call: programs with them must be made again.
    Refused,
}

impl Pipelines {
    /// So many are kept, for texts that the author may come back to by undoing.
    pub const KEPT: usize = 128;

    /// None yet.
    pub fn new(gpu: Gpu) -> Pipelines {
        Pipelines::yielding(gpu, NewerText::default())
    }

    /// Empty. Building a pipeline ends early if a newer text waits for it.
    pub fn yielding(gpu: Gpu, newer_text: NewerText) -> Pipelines {
        Pipelines {
            gpu,
            newer_text,
            built: Mutex::default(),
        }
    }

    /// The device they live on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// How many are kept.
    pub fn kept(&self) -> usize {
        self.lock().by_text.len()
    }

    /// The pipeline of a text, if it was built before.
    pub fn find(&self, text: &ShaderText, target: ProgramTarget) -> Option<Arc<PlotPipeline>> {
        let mut built = self.lock();
        built.clock += 1;
        let now = built.clock;
        let key = (text.wgsl.clone(), target);
        let (pipeline, used) = built.by_text.get_mut(&key)?;
        *used = now;
        Some(Arc::clone(pipeline))
    }

    /// Builds the pipeline of a module.
    ///
    /// It has drawn a few pixels when this returns: drivers compile at the first draw, and that must
    /// not happen in the frame that first needs it. Blocks until then.
    ///
    /// # Errors
    /// What the driver says; wgpu's own panics become errors, too. [`GpuError::Superseded`] and
    /// [`GpuError::GivenUp`] where a newer text waits.
    pub fn build(
        &self,
        module: Module,
        target: ProgramTarget,
    ) -> Result<Arc<PlotPipeline>, GpuError> {
        let key = (module.wgsl.clone(), target);
        if let Some(reason) = self.lock().refused.get(&key) {
            return Err(GpuError::Refused(reason.clone()));
        }
        let (pipeline, answer) = self.unless_overdue(module, target)?;
        let pipeline = Arc::new(pipeline);
        let mut built = self.lock();
        if answer.refusal.get().is_none() || answer.warmed.get().is_none() {
            built.open.push((key.clone(), answer));
        }
        if built.by_text.len() >= Self::KEPT {
            let oldest = built.by_text.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                built.by_text.remove(&oldest);
            }
        }
        built.clock += 1;
        let used = built.clock;
        built.by_text.insert(key, (Arc::clone(&pipeline), used));
        Ok(pipeline)
    }

    /// Takes the driver's answers to new pipelines. A system with threads waits for each when it is
    /// built; a browser answers later.
    pub fn settle(&self) -> Settlement {
        let mut built = self.lock();
        let Built {
            by_text,
            open,
            refused,
            ..
        } = &mut *built;
        let before = refused.len();
        open.retain(|(key, answer)| match answer.refusal.get() {
            Some(Some(error)) => {
                by_text.remove(key);
                refused.insert(key.clone(), one_line(&error.to_string()));
                false
            }
            Some(None) => answer.warmed.get().is_none(),
            None => true,
        });
        match (open.is_empty(), refused.len() > before) {
            (_, true) => Settlement::Refused,
            (true, false) => Settlement::Accepted,
            (false, false) => Settlement::Open,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Built> {
        self.built.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds a pipeline on a thread of its own, if there are threads. Drivers do not stop on request: if one takes too long
    /// for a newer text, this gives up the thread and the device.
    fn unless_overdue(
        &self,
        module: Module,
        target: ProgramTarget,
    ) -> Result<(PlotPipeline, Answer), GpuError> {
        if self.newer_text.is_overdue() {
            return Err(GpuError::Superseded);
        }
        if !HAS_THREADS {
            return build(&self.gpu, &module, target);
        }
        let began = Instant::now();
        let (sender, built) = mpsc::channel();
        let gpu = self.gpu.clone();
        let build = move || {
            let build = AssertUnwindSafe(|| build(&gpu, &module, target));
            let failed = GpuError::Refused("the shader compiler failed".to_owned());
            drop(sender.send(catch_unwind(build).unwrap_or(Err(failed))));
        };
        platform::spawn("pipeline", build)
            .map_err(|error| GpuError::Failed(format!("no thread for the pipeline: {error}")))?;
        loop {
            match built.recv_timeout(GPU_WAIT_SLICE) {
                Ok(pipeline) => return pipeline,
                Err(RecvTimeoutError::Disconnected) => return Err(GpuError::Lost),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.newer_text.is_overdue() && began.elapsed() >= PIPELINE_FOR_NEWER_TEXT {
                self.gpu.give_up();
                return Err(GpuError::GivenUp);
            }
        }
    }
}

impl PlotPipeline {
    /// Whether it runs in loops, so that its text does not say how long it takes.
    pub(crate) fn has_loops(&self) -> bool {
        self.rounds.is_some()
    }

    /// After how many rounds its loops end, by themselves or by the driver; none if it has none.
    pub(crate) fn rounds(&self) -> Option<u32> {
        self.rounds
    }

    /// Whether it shows something else with every seed.
    pub(crate) fn is_random(&self) -> bool {
        self.is_random
    }

    /// A frame and the values of uniforms, in a buffer of which both are parts.
    pub(super) fn values(&self, gpu: &Gpu, frame: &[u8], uniforms: &[u8]) -> PooledBuffer {
        let mut contents = vec![0; BUFFER_STEP as usize];
        for (byte, value) in contents.iter_mut().zip(frame) {
            *byte = *value;
        }
        contents.extend(uniforms);
        // There is no empty binding.
        contents.resize(contents.len().max(2 * BUFFER_STEP as usize), 0);
        let usage = wgpu::BufferUsages::UNIFORM | self.uniform_usage();
        gpu.pool()
            .buffer(Purpose::Colorplot(self.bindings.clone()), &contents, usage)
    }

    /// The bind group for such a buffer.
    /// With the points of the orbits that it is computed as the difference to; where it wants some and
    /// there are none, they are 0.
    pub(super) fn bind(
        &self,
        gpu: &Gpu,
        values: &PooledBuffer,
        orbit: Option<&Arc<Vec<u8>>>,
    ) -> wgpu::BindGroup {
        let mut resources = values.parts().to_vec();
        if let Some(nothing) = &self.no_orbit {
            resources.push(gpu.pool().points(orbit.unwrap_or(nothing)));
        }
        gpu.pool()
            .bind_group("colorplot", &self.bindings, resources)
    }

    /// The bind group for textures that a colorplot reads, by slot; none if it reads none.
    pub(super) fn bind_images(
        &self,
        gpu: &Gpu,
        textures: &[Option<Arc<Texture>>],
    ) -> Option<wgpu::BindGroup> {
        let images = self.images.as_ref()?;
        let slots = 0..images.mipmaps.len();
        let textures: Vec<_> = slots.map(|slot| textures.get(slot)?.as_deref()).collect();
        let sizes = textures.iter().flat_map(|texture| {
            let [width, height] = texture.map_or([1; 2], Texture::size);
            [width as f32, height as f32, 0.0, 0.0]
        });
        let sizes: Vec<u8> = sizes.flat_map(f32::to_le_bytes).collect();
        let sizes = gpu.pool().constant("sizes", sizes);
        let samplers = images.samplers.iter().cloned().map(Resource::Sampler);
        let views = textures.iter().map(|texture| {
            let view = texture.map_or(&images.nothing, Texture::view);
            Resource::View(view.clone())
        });
        let bound = samplers.chain([sizes]).chain(views).collect();
        Some(gpu.pool().bind_group("images", &images.layout, bound))
    }
    /// How a buffer of uniforms is used.
    pub(crate) fn uniform_usage(&self) -> wgpu::BufferUsages {
        wgpu::BufferUsages::COPY_DST
            | match self.binding {
                BufferBinding::Uniform => wgpu::BufferUsages::UNIFORM,
                BufferBinding::Storage => wgpu::BufferUsages::STORAGE,
            }
    }
}

fn build(
    gpu: &Gpu,
    module: &Module,
    target: ProgramTarget,
) -> Result<(PlotPipeline, Answer), GpuError> {
    let device = &gpu.device;
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);

    let shader = shader(device, module);
    let bindings = value_bindings(device, module);
    let images = ImageBindings::new(gpu, module);
    let groups = [
        Some(&bindings),
        images.as_ref().map(|images| &images.layout),
    ];
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("colorplot"),
        bind_group_layouts: &groups[..1 + usize::from(images.is_some())],
        immediate_size: 0,
    });
    let pipeline = render_pipeline(gpu, &shader, &layout, target);
    let has_orbit = module.layout.has_orbit();
    let plot = PlotPipeline {
        pipeline,
        bindings,
        binding: module.layout.binding(),
        images,
        target,
        no_orbit: has_orbit.then(|| Arc::new(OrbitPoint::bytes(&[OrbitPoint::default()]))),
        rounds: module
            .has_loops()
            .then(|| module.rounds.min(gpu.most_rounds())),
        discards: module.discards(),
        is_random: module.is_random(),
    };
    let scopes = (validation.pop(), internal.pop(), memory.pop());
    let refusal = deliver(async {
        let (validation, internal, memory) = scopes;
        let first = validation.await.or(internal.await);
        first.or(memory.await)
    });
    if let Some(Some(error)) = refusal.get() {
        // A device that is gone refuses everything.
        gpu.check()?;
        return Err(GpuError::Refused(one_line(&error.to_string())));
    }
    // A pipeline that may be refused yet is used on trial.
    let trial = refusal.get().is_none();
    let trial = trial.then(|| device.push_error_scope(wgpu::ErrorFilter::Validation));
    let warmed = warm(gpu, &plot, module.layout.size())?;
    drop(trial);
    Ok((plot, Answer { refusal, warmed }))
}

/// The layout of the bind group of a colorplot's own values: the frame, the uniforms, and the orbit that it
/// may have.
fn value_bindings(device: &wgpu::Device, module: &Module) -> wgpu::BindGroupLayout {
    let storage = wgpu::BufferBindingType::Storage { read_only: true };
    let values = match module.layout.binding() {
        BufferBinding::Uniform => wgpu::BufferBindingType::Uniform,
        BufferBinding::Storage => storage,
    };
    let entries = [
        entry(0, buffer_type(wgpu::BufferBindingType::Uniform)),
        entry(1, buffer_type(values)),
        entry(2, buffer_type(storage)),
    ];
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("colorplot"),
        entries: &entries[..2 + usize::from(module.layout.has_orbit())],
    })
}

/// The pipeline of the entry point for a target.
fn render_pipeline(
    gpu: &Gpu,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    target: ProgramTarget,
) -> wgpu::RenderPipeline {
    let (fragment, blend) = match target {
        ProgramTarget::View => (entry::CANVAS, Some(PREMULTIPLIED_OVER)),
        ProgramTarget::Image => (entry::IMAGE, None),
        ProgramTarget::Numbers => (entry::NUMBERS, None),
    };
    let descriptor = wgpu::RenderPipelineDescriptor {
        label: Some("colorplot"),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(entry::VERTEX),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: format(gpu, target),
                blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    };
    gpu.device.create_render_pipeline(&descriptor)
}

/// What a target consists of.
fn format(gpu: &Gpu, target: ProgramTarget) -> wgpu::TextureFormat {
    match target {
        ProgramTarget::View => FORMAT,
        ProgramTarget::Image => gpu.image_format(),
        ProgramTarget::Numbers => NUMBERS,
    }
}

/// The module on the device, without wgpu's own counters in every loop: they cost a quarter of the
/// time of short loops.
#[allow(unsafe_code)]
fn shader(device: &wgpu::Device, module: &Module) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some("colorplot"),
        source: wgpu::ShaderSource::Wgsl(module.wgsl.as_str().into()),
    };
    let mut checks = wgpu::ShaderRuntimeChecks::checked();
    checks.force_loop_bounding = false;
    // SAFETY: without the counters, loops must end by themselves. Those of a `Module` do: each
    // counts its rounds up to a limit, or down a supply that all share. All other checks stay.
    unsafe { device.create_shader_module_trusted(descriptor, checks) }
}

fn buffer_type(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

fn entry(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    }
}

impl ImageBindings {
    /// None if the module reads no images.
    fn new(gpu: &Gpu, module: &Module) -> Option<ImageBindings> {
        let count = u32::try_from(module.images.len()).ok()?;
        if count == 0 {
            return None;
        }
        let device = &gpu.device;
        let filters = module.filtering == Filtering::Device;
        let create = |blends, edges| sampler(device, [blends, filters], edges);
        let (edges, tiles) = (wgpu::AddressMode::ClampToEdge, wgpu::AddressMode::Repeat);
        Some(ImageBindings {
            layout: image_layout(device, count, filters),
            mipmaps: module.images.iter().map(|slot| slot.mipmap).collect(),
            samplers: [
                create(filters, edges),
                create(filters, tiles),
                create(false, edges),
                create(false, tiles),
            ],
            nothing: texture_view(gpu, [1, 1], &[0; 4]),
        })
    }
}

/// The layout of the bind group of so many images, which the device filters or not.
fn image_layout(device: &wgpu::Device, count: u32, filters: bool) -> wgpu::BindGroupLayout {
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float {
            filterable: filters,
        },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    // A device that cannot filter these textures has the shader blend them.
    let sampler = wgpu::BindingType::Sampler(if filters {
        wgpu::SamplerBindingType::Filtering
    } else {
        wgpu::SamplerBindingType::NonFiltering
    });
    let sizes = buffer_type(wgpu::BufferBindingType::Uniform);
    let textures = (0..count).map(|_| texture);
    let types = [sampler; 4].into_iter().chain([sizes]);
    let entries: Vec<_> = (0..)
        .zip(types.chain(textures))
        .map(|(binding, ty)| entry(binding, ty))
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("images"),
        entries: &entries,
    })
}

/// A sampler that blends pixels, and sizes of an image, or takes the nearest.
fn sampler(
    device: &wgpu::Device,
    [blends_pixels, blends_sizes]: [bool; 2],
    edges: wgpu::AddressMode,
) -> wgpu::Sampler {
    let filter = if blends_pixels {
        wgpu::FilterMode::Linear
    } else {
        wgpu::FilterMode::Nearest
    };
    // Sizes blend into each other even where pixels do not, as in CindyGL.
    let mipmap_filter = if blends_sizes {
        wgpu::MipmapFilterMode::Linear
    } else {
        wgpu::MipmapFilterMode::Nearest
    };
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("images"),
        address_mode_u: edges,
        address_mode_v: edges,
        mag_filter: filter,
        min_filter: filter,
        mipmap_filter,
        ..wgpu::SamplerDescriptor::default()
    })
}

/// Draws a few pixels with all uniforms 0, into a target like the picture's.
fn warm(
    gpu: &Gpu,
    plot: &PlotPipeline,
    uniform_size: usize,
) -> Result<Delivery<Duration>, GpuError> {
    const SIDE: u32 = 2;
    let device = &gpu.device;
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("warming"),
        size: wgpu::Extent3d {
            width: SIDE,
            height: SIDE,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: format(gpu, plot.target),
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let values = plot.values(gpu, &[], &vec![0; uniform_size]);
    let bindings = plot.bind(gpu, &values, None);
    gpu.time(|encoder| {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("warming"),
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
        pass.set_pipeline(&plot.pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        if let Some(images) = plot.bind_images(gpu, &[]) {
            pass.set_bind_group(1, &images, &[]);
        }
        pass.draw(0..3, 0..1);
    })
}
