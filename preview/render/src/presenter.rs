//! Where pictures are shown.

use cindyscript_player::bitmap::Bitmap;

use crate::gpu::{Gpu, GpuError, Ground, Presented, WindowSurface};
use crate::picture::FramePicture;

/// Shows pictures: in a window, or nowhere.
pub trait Presenter {
    /// The device that the pictures have to be on; none where they have to be in memory.
    fn gpu(&self) -> Option<&Gpu>;

    /// Whether it takes a picture now. One that does not is asked again when something happens, and
    /// sees to it that something does once it takes one.
    fn has_room(&self) -> bool {
        true
    }

    /// Takes the size of where it shows them, in device pixels.
    fn resize(&mut self, size: [u32; 2]);

    /// Shows a picture with its upper left corner at a place in device pixels, on a background (red,
    /// green, blue, 0 to 1), and bitmaps over it. Blocks while there is no room for another frame.
    ///
    /// # Errors
    /// What the device or the window system says.
    fn present(
        &mut self,
        picture: &FramePicture,
        corner: [u32; 2],
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Presented, PresentError>;
}

/// Why a picture cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PresentError {
    /// The GPU.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The window system.
    #[error("the window cannot be painted: {0}")]
    Window(String),
}

impl Presenter for WindowSurface {
    fn gpu(&self) -> Option<&Gpu> {
        Some(WindowSurface::gpu(self))
    }

    fn resize(&mut self, size: [u32; 2]) {
        WindowSurface::resize(self, size);
    }

    fn present(
        &mut self,
        picture: &FramePicture,
        corner: [u32; 2],
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Presented, PresentError> {
        let ground = Ground { corner, background };
        let shown = match picture {
            FramePicture::Gpu(picture) => {
                self.present(picture.view(), picture.size(), overlays, ground)
            }
            FramePicture::Memory(picture) => self.present_bitmap(picture, overlays, ground),
        };
        Ok(shown?)
    }
}

/// Shows pictures nowhere: for tests, measurements, and what is written to files.
#[derive(Debug)]
pub struct Nowhere(pub Option<Gpu>);

impl Presenter for Nowhere {
    fn gpu(&self) -> Option<&Gpu> {
        self.0.as_ref()
    }

    fn resize(&mut self, _: [u32; 2]) {}

    fn present(
        &mut self,
        _: &FramePicture,
        _: [u32; 2],
        _: &[Bitmap],
        _: [f64; 3],
    ) -> Result<Presented, PresentError> {
        Ok(Presented::Shown)
    }
}
