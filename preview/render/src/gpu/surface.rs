//! The window's surface: shows a picture and what lies on top of it.

use cindyscript_player::bitmap::Bitmap;

use super::blit::Blitter;
use super::bound::Bound;
use super::device::Gpu;
use super::error::GpuError;
use super::pass::limit;

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presented {
    /// It is on its way to the screen.
    Shown,
    /// The surface was not ready; the same frame should be shown again.
    Again,
    /// Nobody would see it: the window is hidden.
    Hidden,
}

/// The place of a picture in a window, and the colour behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// The upper left corner of the picture in device pixels.
    pub(crate) corner: [u32; 2],
    /// Red, green, blue, 0 to 1.
    pub(crate) background: [f64; 3],
}

/// The surface of a window, configured for a device.
#[derive(Debug)]
pub struct WindowSurface {
    gpu: Gpu,
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    blitter: Blitter,
    /// What was shown over the picture last, ready to be shown again.
    overlays: Vec<(Bitmap, Bound)>,
}

impl WindowSurface {
    /// Configures a surface of this size in device pixels.
    ///
    /// # Errors
    /// [`GpuError::Surface`].
    pub fn new(
        gpu: Gpu,
        adapter: &wgpu::Adapter,
        surface: wgpu::Surface<'static>,
        size: [u32; 2],
    ) -> Result<WindowSurface, GpuError> {
        let [width, height] = size.map(|side| side.clamp(1, gpu.max_side()));
        let mut configuration = surface
            .get_default_config(adapter, width, height)
            .ok_or_else(|| GpuError::Surface("the adapter does not know it".to_owned()))?;
        let capabilities = surface.get_capabilities(adapter);
        // Colours are blended as they are encoded, so the surface must not encode them again.
        let plain = capabilities.formats.iter().copied().find(|format| {
            use wgpu::TextureFormat::{Bgra8Unorm, Rgba8Unorm};
            matches!(format, Bgra8Unorm | Rgba8Unorm)
        });
        configuration.format = plain.unwrap_or(configuration.format);
        // The default is the first mode offered, which may be the one that tears.
        configuration.present_mode = wgpu::PresentMode::AutoVsync;
        configuration.desired_maximum_frame_latency = 1;
        let blitter = Blitter::new(&gpu, "window", configuration.format);
        gpu.configure(&surface, &configuration);
        gpu.check()?;
        Ok(WindowSurface {
            gpu,
            surface,
            configuration,
            blitter,
            overlays: Vec::new(),
        })
    }

    /// The device that it is configured for.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Takes another size, in device pixels.
    pub fn resize(&mut self, size: [u32; 2]) {
        let [width, height] = size.map(|side| side.clamp(1, self.gpu.max_side()));
        if [self.configuration.width, self.configuration.height] != [width, height] {
            self.configuration.width = width;
            self.configuration.height = height;
            self.gpu.configure(&self.surface, &self.configuration);
        }
    }

    /// Shows a picture on its ground, and bitmaps over it. Blocks while the screen has no room for
    /// another frame.
    ///
    /// # Errors
    /// [`GpuError::Surface`] when the surface is lost and has to be made again, and what the
    /// device says.
    pub(crate) fn present(
        &mut self,
        picture: &wgpu::TextureView,
        size: [u32; 2],
        overlays: &[Bitmap],
        ground: Ground,
    ) -> Result<Presented, GpuError> {
        let (texture, suboptimal) = match self.texture()? {
            Ok(texture) => texture,
            Err(instead) => return Ok(instead),
        };
        self.take_overlays(overlays);
        let gpu = &self.gpu;
        let picture = self
            .blitter
            .copy(gpu, picture, size, ground.corner.map(u32::cast_signed));
        let view = texture
            .texture
            .create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("window"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(self.clear_colour(ground.background)),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            picture.draw(&mut pass);
            let shown = [texture.texture.width(), texture.texture.height()];
            for (bitmap, copy) in &self.overlays {
                if limit(&mut pass, bitmap.region(shown)) {
                    copy.draw(&mut pass);
                }
            }
        }
        gpu.submit(encoder);
        gpu.queue.present(texture);
        if suboptimal {
            self.gpu.configure(&self.surface, &self.configuration);
        }
        gpu.check()?;
        Ok(Presented::Shown)
    }

    /// The next texture of the surface, and true if it fits badly; otherwise what comes instead.
    fn texture(&self) -> Result<Result<(wgpu::SurfaceTexture, bool), Presented>, GpuError> {
        use wgpu::CurrentSurfaceTexture as Current;
        Ok(match self.surface.get_current_texture() {
            Current::Success(texture) => Ok((texture, false)),
            Current::Suboptimal(texture) => Ok((texture, true)),
            Current::Timeout => Err(Presented::Again),
            Current::Occluded => Err(Presented::Hidden),
            Current::Outdated => {
                self.gpu.configure(&self.surface, &self.configuration);
                self.gpu.check()?;
                Err(Presented::Again)
            }
            Current::Lost => return Err(GpuError::Surface("it was lost".to_owned())),
            Current::Validation => {
                self.gpu.check()?;
                return Err(GpuError::Surface("it is not valid".to_owned()));
            }
        })
    }

    /// Replaces the overlays; most of them are the same for many frames, and are kept.
    fn take_overlays(&mut self, overlays: &[Bitmap]) {
        let mut last = std::mem::take(&mut self.overlays);
        let overlays = overlays.iter().filter(|bitmap| !bitmap.is_empty());
        self.overlays = overlays
            .map(
                |bitmap| match last.iter().position(|(of, _)| of == bitmap) {
                    Some(same) => last.swap_remove(same),
                    None => (bitmap.clone(), self.blitter.bitmap(&self.gpu, bitmap)),
                },
            )
            .collect();
    }

    /// The same for a picture in memory.
    pub(crate) fn present_bitmap(
        &mut self,
        picture: &Bitmap,
        overlays: &[Bitmap],
        ground: Ground,
    ) -> Result<Presented, GpuError> {
        let source = match picture.is_empty() {
            true => self.gpu.pool().bitmap([1, 1], &[0; 4]),
            false => self.gpu.pool().bitmap(picture.size(), picture.rgba()),
        };
        self.present(&source.view, picture.size(), overlays, ground)
    }

    fn clear_colour(&self, background: [f64; 3]) -> wgpu::Color {
        let encode = self.configuration.format.is_srgb();
        let [r, g, b] = background.map(|c| if encode { to_linear(c) } else { c });
        wgpu::Color { r, g, b, a: 1.0 }
    }
}

/// From an sRGB component to linear light (IEC 61966-2-1).
fn to_linear(encoded: f64) -> f64 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}
