//! Finding a graphics adapter and opening it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cindyscript_shader::Filtering;

use crate::policy::GPU_ANSWER;

use super::error::{GpuError, one_line, uncaught};
use super::mipmap::MipGenerators;
use super::native;
use super::plot::Pending;
use super::pool::Pool;
use super::probe::probe;

/// An adapter, opened. Cheap to clone; all clones are the same device.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    health: Arc<Health>,
    pending: Arc<Pending>,
    pool: Arc<Pool>,
    mip_generators: Arc<MipGenerators>,
    image_format: wgpu::TextureFormat,
    double: DoublePrecision,
    /// Whether it is faster with f64, once that is known.
    native_is_faster: Arc<OnceLock<bool>>,
    /// Held while work is submitted, and while a surface is configured: that waits until the
    /// device has nothing to do, and fails if another thread gives it something meanwhile.
    submitting: Arc<Mutex<()>>,
}

/// What the driver told us on its own.
#[derive(Debug, Default)]
struct Health {
    lost: AtomicBool,
    /// The first error that nothing else caught; one of the device before one of ours.
    error: Mutex<Option<GpuError>>,
}

/// Where adapters are looked for, one after the other: the interfaces of our time first, OpenGL
/// where they have none. Or what the environment variable `WGPU_BACKEND` says.
const INTERFACES: [wgpu::Backends; 2] = [wgpu::Backends::PRIMARY, wgpu::Backends::GL];

/// The display of a window system, if there is one; OpenGL wants to know it.
pub type Display = Box<dyn wgpu::wgt::WgpuHasDisplayHandle>;

/// A way to adapters.
///
/// Validation layers stay off in debug builds, too, so that these behave as release builds do.
fn instance(interfaces: wgpu::Backends, display: Option<Display>) -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.flags = wgpu::InstanceFlags::empty();
    descriptor.backends = interfaces;
    descriptor.display = display;
    wgpu::Instance::new(descriptor.with_env())
}

/// The most that is asked of a device: less than it can do shows what becomes of applets on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The largest width and height of a texture.
    pub side: u32,
    /// Whether it filters textures of floats.
    pub filters: bool,
    /// Whether it writes timestamps.
    pub timestamps: bool,
    /// What double precision is.
    pub double: DoublePrecision,
}

/// What colorplots of double precision are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoublePrecision {
    /// What is faster on the device. It is timed when that is first asked.
    Fastest,
    /// Sums of two f32: the device is used as if it had no f64.
    Pairs,
    /// f64, where the device has it.
    Native,
}

impl Demand {
    /// Whatever it can.
    pub const ALL: Demand = Demand {
        side: u32::MAX,
        filters: true,
        timestamps: true,
        double: DoublePrecision::Fastest,
    };
}

/// A device, with the way that led to it.
#[derive(Debug)]
pub struct Opened {
    /// The device.
    pub gpu: Gpu,
    /// Its adapter.
    pub adapter: wgpu::Adapter,
    /// Where surfaces for it come from.
    pub instance: wgpu::Instance,
}

impl Opened {
    /// The best adapter that the first interface offers which has one. Knows of no window yet;
    /// `display` makes the display that windows will be on, if there is one.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoDevice`] and [`GpuError::Untrue`].
    pub fn first(display: &dyn Fn() -> Option<Display>) -> Result<Opened, GpuError> {
        Opened::best(display, Demand::ALL)
    }

    fn best(display: &dyn Fn() -> Option<Display>, demand: Demand) -> Result<Opened, GpuError> {
        let mut opened = Err(GpuError::Lost);
        for interfaces in INTERFACES {
            opened = Opened::new(instance(interfaces, display()), None, demand);
            if opened.is_ok() {
                break;
            }
        }
        opened
    }

    /// A surface for a window, and a device that can paint it: `opened` if it can.
    ///
    /// # Errors
    /// No interface has an adapter for this window.
    pub fn surface_for<W>(
        opened: Option<Opened>,
        window: &W,
        display: &dyn Fn() -> Option<Display>,
    ) -> Result<(Opened, wgpu::Surface<'static>), GpuError>
    where
        W: Clone + Into<wgpu::SurfaceTarget<'static>>,
    {
        let surface = |instance: &wgpu::Instance| {
            let surface = instance.create_surface(window.clone());
            surface.map_err(|error| GpuError::Surface(one_line(&error.to_string())))
        };
        if let Some(opened) = opened
            && let Ok(surface) = surface(&opened.instance)
            && opened.adapter.is_surface_supported(&surface)
        {
            return Ok((opened, surface));
        }
        let mut last = GpuError::Surface("no interface knows this window".to_owned());
        for interfaces in INTERFACES {
            let instance = instance(interfaces, display());
            let found = surface(&instance).and_then(|surface| {
                let opened = Opened::new(instance, Some(&surface), Demand::ALL)?;
                Ok((opened, surface))
            });
            match found {
                Ok(found) => return Ok(found),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn new(
        instance: wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        demand: Demand,
    ) -> Result<Opened, GpuError> {
        let (gpu, adapter) = Gpu::open(&instance, surface, demand)?;
        Ok(Opened {
            gpu,
            adapter,
            instance,
        })
    }
}

impl Gpu {
    /// Opens the best adapter, for pictures without a window.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoDevice`] and [`GpuError::Untrue`].
    pub fn headless() -> Result<Gpu, GpuError> {
        Ok(Opened::first(&|| None)?.gpu)
    }

    /// As [`Gpu::headless`], a device that does no more than what is asked of it.
    ///
    /// # Errors
    /// As [`Gpu::headless`].
    pub fn modest(demand: Demand) -> Result<Gpu, GpuError> {
        Ok(Opened::best(&|| None, demand)?.gpu)
    }

    /// Opens the best adapter; with a surface, one that can paint it.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoDevice`] and [`GpuError::Untrue`].
    fn open(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        demand: Demand,
    ) -> Result<(Gpu, wgpu::Adapter), GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))?;
        let mut wanted = wgpu::Features::empty();
        wanted.set(wgpu::Features::FLOAT32_FILTERABLE, demand.filters);
        wanted.set(wgpu::Features::TIMESTAMP_QUERY, demand.timestamps);
        let has_f64 = demand.double != DoublePrecision::Pairs;
        wanted.set(wgpu::Features::SHADER_F64, has_f64);
        // Whatever it can: programs with many uniforms want large buffers.
        let mut limits = adapter.limits();
        limits.max_texture_dimension_2d = limits.max_texture_dimension_2d.min(demand.side);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("cindyscript-preview"),
            required_features: adapter.features() & wanted,
            required_limits: limits,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        let health = Arc::new(Health::default());
        let lost = Arc::clone(&health);
        device.set_device_lost_callback(move |_, _| lost.lost.store(true, Ordering::Relaxed));
        let uncaptured = Arc::clone(&health);
        // The default is a panic.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut first = uncaptured
                .error
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let error = uncaught(&error);
            if first.is_none() || matches!(error, GpuError::Failed(_)) {
                *first = Some(error);
            }
        }));
        let gpu = Gpu {
            device,
            queue,
            info: adapter.get_info(),
            health,
            pending: Arc::default(),
            pool: Arc::default(),
            mip_generators: Arc::default(),
            image_format: image_format(&adapter),
            double: demand.double,
            native_is_faster: Arc::default(),
            submitting: Arc::default(),
        };
        if gpu.info.backend == wgpu::Backend::Gl {
            probe(&gpu)?;
        }
        Ok((gpu, adapter))
    }

    /// The adapter and its backend, such as `Vulkan, llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub fn name(&self) -> String {
        let backend = match self.info.backend {
            wgpu::Backend::Vulkan => "Vulkan",
            wgpu::Backend::Gl => "OpenGL",
            wgpu::Backend::Metal => "Metal",
            wgpu::Backend::Dx12 => "Direct3D 12",
            wgpu::Backend::BrowserWebGpu => "WebGPU",
            wgpu::Backend::Noop => "no backend",
        };
        format!("{backend}, {}", self.info.name)
    }

    /// Whether both are the same device. (wgpu counts the devices of each of its instances anew, and
    /// takes the first of one for the first of another.)
    pub fn is_same(&self, other: &Gpu) -> bool {
        Arc::ptr_eq(&self.health, &other.health)
    }

    /// Gives the device up, as a driver does that resets it. Whatever it is given after that fails.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// The memory that is taken on it, in bytes, if the driver says so.
    pub fn bytes(&self) -> Option<u64> {
        let report = self.device.generate_allocator_report()?;
        Some(report.total_allocated_bytes)
    }

    /// The largest width and height of a picture.
    pub fn max_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// The rounds after which the driver ends the loops of a pixel, whatever they have to do.
    pub(super) fn most_rounds(&self) -> u32 {
        if self.info.name.contains("llvmpipe") {
            u16::MAX.into()
        } else {
            u32::MAX
        }
    }

    /// The loops that a shader may have, written out: llvmpipe takes twice as long to compile it
    /// for each further one (2 s for 14, 17 s for 16).
    pub(crate) fn most_loops(&self) -> u64 {
        if self.info.name.contains("llvmpipe") {
            14
        } else {
            u64::MAX
        }
    }

    /// Whether its shaders have f64.
    pub fn has_f64(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Whether double precision is to be f64, and not sums of two f32. Blocks when it is first asked.
    pub fn prefers_f64(&self) -> bool {
        self.has_f64()
            && match self.double {
                DoublePrecision::Pairs => false,
                DoublePrecision::Native => true,
                DoublePrecision::Fastest => *self
                    .native_is_faster
                    .get_or_init(|| native::is_faster(self)),
            }
    }

    /// Whether a processor does the work of a GPU.
    pub(super) fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// What colorplots paint into images.
    pub(super) fn image_format(&self) -> wgpu::TextureFormat {
        self.image_format
    }

    /// Who filters textures of floats.
    pub fn filtering(&self) -> Filtering {
        let features = self.device.features();
        if features.contains(wgpu::Features::FLOAT32_FILTERABLE) {
            Filtering::Device
        } else {
            Filtering::Shader
        }
    }

    /// Whether it says when it began with something, and when it was done.
    pub fn has_timestamps(&self) -> bool {
        let features = self.device.features();
        features.contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// How long it is from one timestamp to one that is greater by 1.
    pub(super) fn nanoseconds_a_tick(&self) -> f64 {
        self.queue.get_timestamp_period().into()
    }

    pub(super) fn pending(&self) -> &Pending {
        &self.pending
    }

    pub(super) fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    pub(super) fn mip_generators(&self) -> &MipGenerators {
        &self.mip_generators
    }

    /// Submits commands, after those that wait.
    pub(crate) fn submit(&self, commands: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let _submitting = self
            .submitting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (pending, _used) = self.pending.take();
        let all = pending.into_iter().chain([commands]);
        self.queue.submit(all.map(wgpu::CommandEncoder::finish))
    }

    /// Has the device tell what it has done meanwhile, without waiting.
    pub(crate) fn ask(&self) {
        drop(self.device.poll(wgpu::PollType::Poll));
    }

    /// Configures a surface.
    pub(crate) fn configure(
        &self,
        surface: &wgpu::Surface<'_>,
        configuration: &wgpu::SurfaceConfiguration,
    ) {
        let _submitting = self
            .submitting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        surface.configure(&self.device, configuration);
    }

    /// Waits until a submission is done.
    ///
    /// # Errors
    /// [`GpuError::Hung`], [`GpuError::Lost`], and [`GpuError::Refused`] or [`GpuError::Failed`] with
    /// the first error that nothing else caught.
    pub(crate) fn finish(&self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: Some(GPU_ANSWER),
        };
        let waited = self.device.poll(wait);
        self.check()?;
        waited.map(drop).map_err(|error| match error {
            wgpu::PollError::Timeout => GpuError::Hung,
            // It took nothing any more.
            wgpu::PollError::WrongSubmissionIndex(..) => GpuError::Lost,
        })
    }

    /// Whether the device is still there and took everything.
    ///
    /// # Errors
    /// [`GpuError::Lost`], [`GpuError::Refused`] and [`GpuError::Failed`].
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        // The loss is told to whoever asks what has been done; a refusal may be all that came of it
        // so far.
        self.ask();
        if self.health.lost.load(Ordering::Relaxed) {
            return Err(GpuError::Lost);
        }
        let mut error = self
            .health
            .error
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        error.take().map_or(Ok(()), Err)
    }
}

/// What images are painted in: numbers of 32 bits, or the most that the adapter paints.
fn image_format(adapter: &wgpu::Adapter) -> wgpu::TextureFormat {
    let wanted = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    let formats = [
        wgpu::TextureFormat::Rgba32Float,
        wgpu::TextureFormat::Rgba16Float,
    ];
    formats
        .into_iter()
        .find(|format| {
            let features = adapter.get_texture_format_features(*format);
            features.allowed_usages.contains(wanted)
        })
        .unwrap_or(wgpu::TextureFormat::Rgba8Unorm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_device_is_not_the_same() {
        let (Ok(first), Ok(second)) = (Gpu::headless(), Gpu::headless()) else {
            return cindyscript_tests::lacking("two devices", "there is no Vulkan driver");
        };
        assert!(first.is_same(&first.clone()));
        assert!(!first.is_same(&second));
    }
}
