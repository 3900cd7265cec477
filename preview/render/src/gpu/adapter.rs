//! Finding a graphics adapter and opening it.

use super::device::{DoublePrecision, Gpu};
use super::error::{GpuError, one_line};
use super::probe::probe;

/// Where adapters are looked for, one after the other: the interfaces of our time first, OpenGL
/// where they have none. Or what the environment variable `WGPU_BACKEND` says.
const INTERFACES: [wgpu::Backends; 2] = [wgpu::Backends::PRIMARY, wgpu::Backends::GL];

/// The display of a window system, if there is one; OpenGL wants to know it.
pub type DisplayHandle = Box<dyn wgpu::wgt::WgpuHasDisplayHandle>;

/// A way to adapters.
///
/// Validation layers stay off in debug builds, too, so that these behave as release builds do.
fn instance(interfaces: wgpu::Backends, display: Option<DisplayHandle>) -> wgpu::Instance {
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
    pub fn first(display: &dyn Fn() -> Option<DisplayHandle>) -> Result<Opened, GpuError> {
        Opened::best(display, Demand::ALL)
    }

    fn best(
        display: &dyn Fn() -> Option<DisplayHandle>,
        demand: Demand,
    ) -> Result<Opened, GpuError> {
        let mut opened = Err(GpuError::Lost);
        for interfaces in INTERFACES {
            let instance = instance(interfaces, display());
            opened = pollster::block_on(Opened::open(instance, None, demand));
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
        display: &dyn Fn() -> Option<DisplayHandle>,
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
                let opened = Opened::open(instance, Some(&surface), Demand::ALL);
                Ok((pollster::block_on(opened)?, surface))
            });
            match found {
                Ok(found) => return Ok(found),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The best adapter that a browser offers.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] and [`GpuError::NoDevice`].
    pub async fn in_browser() -> Result<Opened, GpuError> {
        let instance = instance(wgpu::Backends::BROWSER_WEBGPU, None);
        Opened::open(instance, None, Demand::ALL).await
    }

    async fn open(
        instance: wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        demand: Demand,
    ) -> Result<Opened, GpuError> {
        let (gpu, adapter) = Gpu::open(&instance, surface, demand).await?;
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
    async fn open(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        demand: Demand,
    ) -> Result<(Gpu, wgpu::Adapter), GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = instance.request_adapter(&options).await?;
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
        let (device, queue) = adapter.request_device(&descriptor).await?;
        let gpu = Gpu::new(
            device,
            queue,
            adapter.get_info(),
            image_format(&adapter),
            demand.double,
        );
        if adapter.get_info().backend == wgpu::Backend::Gl {
            probe(&gpu)?;
        }
        Ok((gpu, adapter))
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
