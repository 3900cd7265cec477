//! A window that is painted from memory: what there is to show pictures where there is no GPU.

use std::num::NonZeroU32;
use std::sync::Arc;

use cindyscript_player::bitmap::{BYTES, Bitmap};
use cindyscript_render::Presenter;
use cindyscript_render::gpu::{Gpu, Presented};
use cindyscript_render::picture::FramePicture;
use cindyscript_render::presenter::PresentError;
use softbuffer::SoftBufferError;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use winit::window::Window;

/// The inside of a window, which the window system takes from memory.
pub struct MemoryWindow {
    surface: softbuffer::Surface<Arc<Window>, Arc<Window>>,
    size: [u32; 2],
}

impl MemoryWindow {
    /// The inside of this window.
    ///
    /// # Errors
    /// The window system takes no pictures.
    pub fn new(window: Arc<Window>) -> Result<MemoryWindow, PresentError> {
        let context = softbuffer::Context::new(Arc::clone(&window)).map_err(failed)?;
        let surface = softbuffer::Surface::new(&context, window).map_err(failed)?;
        Ok(MemoryWindow {
            surface,
            size: [0, 0],
        })
    }

    fn show(&mut self, whole: &Bitmap) -> Result<(), SoftBufferError> {
        let [Some(width), Some(height)] = self.size.map(NonZeroU32::new) else {
            return Ok(());
        };
        self.surface.resize(width, height)?;
        let mut buffer = self.surface.buffer_mut()?;
        for (target, pixel) in buffer.iter_mut().zip(whole.rgba().chunks_exact(BYTES)) {
            if let [r, g, b, _] = *pixel {
                *target = u32::from_be_bytes([0, r, g, b]);
            }
        }
        buffer.present()?;
        if self.is_of_x11() {
            // What was asked of X11 would wait until something else is: until somebody moves the pointer,
            // the window stays black. This waits until it is done.
            drop(self.surface.buffer_mut()?);
        }
        Ok(())
    }

    fn is_of_x11(&self) -> bool {
        let handle = self.surface.window().window_handle();
        let handle = handle.map(|handle| handle.as_raw());
        matches!(
            handle,
            Ok(RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_))
        )
    }
}

impl Presenter for MemoryWindow {
    fn gpu(&self) -> Option<&Gpu> {
        None
    }

    fn resize(&mut self, size: [u32; 2]) {
        self.size = size;
    }

    fn present(
        &mut self,
        picture: &FramePicture,
        corner: [u32; 2],
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Presented, PresentError> {
        let whole = picture.composed(corner, self.size, overlays, background)?;
        self.show(&whole).map_err(failed)?;
        Ok(Presented::Shown)
    }
}

fn failed(error: SoftBufferError) -> PresentError {
    PresentError::Window(error.to_string())
}
