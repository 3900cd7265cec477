//! Where pictures are painted and shown: a GPU and its surface, or memory and what the window
//! system takes from there.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_player::bitmap::{BYTES, Bitmap};
use cindyscript_player::paint;
use winit::window::Window;

use cindyscript_render::gpu::Scene;
use cindyscript_render::gpu::{Gpu, GpuError, GpuPicture, Presented, WindowSurface};

/// The inside of a window.
pub enum Screen {
    /// Painted by the GPU.
    Gpu(Box<GpuScreen>),
    /// Painted by the CPU.
    Memory(Box<MemoryScreen>),
    /// Painted by the GPU, and shown nowhere: for measurements and tests.
    Nowhere(Box<GpuPicture>),
}

/// The inside of a window, on a GPU.
pub struct GpuScreen {
    picture: GpuPicture,
    surface: WindowSurface,
}

/// The inside of a window, in memory.
pub struct MemoryScreen {
    surface: softbuffer::Surface<Arc<Window>, Arc<Window>>,
    picture: Bitmap,
    size: [u32; 2],
}

/// Why nothing can be shown.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The GPU.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The window system.
    #[error("the window cannot be painted: {0}")]
    Window(#[from] softbuffer::SoftBufferError),
    /// A fault of the program.
    #[error("{0}")]
    Fault(String),
}

impl Screen {
    /// A screen on a GPU.
    pub fn gpu(gpu: Gpu, surface: WindowSurface) -> Screen {
        Screen::Gpu(Box::new(GpuScreen {
            picture: GpuPicture::new(gpu),
            surface,
        }))
    }

    /// A screen that nobody sees.
    pub fn nowhere(gpu: Gpu) -> Screen {
        Screen::Nowhere(Box::new(GpuPicture::new(gpu)))
    }

    /// A screen in memory.
    ///
    /// # Errors
    /// The window system takes no pictures.
    pub fn memory(window: Arc<Window>) -> Result<Screen, ScreenError> {
        let context = softbuffer::Context::new(Arc::clone(&window))?;
        let surface = softbuffer::Surface::new(&context, window)?;
        let screen = MemoryScreen {
            surface,
            picture: Bitmap::default(),
            size: [0, 0],
        };
        Ok(Screen::Memory(Box::new(screen)))
    }

    /// Takes the window's size, in device pixels.
    pub fn resize(&mut self, size: [u32; 2]) {
        match self {
            Screen::Gpu(screen) => screen.surface.resize(size),
            Screen::Memory(screen) => screen.size = size,
            Screen::Nowhere(_) => {}
        }
    }

    /// Begins to paint a scene, which then is the picture until the next one.
    pub fn begin(&mut self, scene: &Scene) {
        match self {
            Screen::Gpu(screen) => screen.picture.begin(scene),
            Screen::Nowhere(picture) => picture.begin(scene),
            Screen::Memory(screen) => screen.picture = paint::flatten(scene),
        }
    }

    /// Goes on to paint, until the picture is complete or `enough`. Whether it is complete.
    ///
    /// # Errors
    /// What the device says.
    pub fn go_on(&mut self, enough: impl Fn() -> bool) -> Result<bool, ScreenError> {
        Ok(match self.gpu_picture() {
            Some(picture) => picture.go_on(enough)?,
            None => true,
        })
    }

    /// What could not be painted of the scene, and why: the colorplot, if it is one.
    pub fn take_refusals(&mut self) -> Vec<(Option<PlotId>, String)> {
        let picture = self.gpu_picture();
        picture.map(GpuPicture::take_refusals).unwrap_or_default()
    }

    /// Programs have changed, or numbers in their text: how long they take is not known.
    pub fn distrust(&mut self) {
        if let Some(picture) = self.gpu_picture() {
            picture.distrust();
        }
    }

    /// A colorplot is known to have no end: no more of it is painted than takes no time.
    pub fn give_up(&mut self, plot: PlotId) {
        if let Some(picture) = self.gpu_picture() {
            picture.give_up(plot);
        }
    }

    /// How long it will take until the picture is complete, as far as is known.
    pub fn time_left(&mut self) -> Duration {
        let picture = self.gpu_picture();
        picture
            .map(|picture| picture.time_left())
            .unwrap_or_default()
    }

    /// The adapter that paints it; `None` is the CPU.
    pub fn painter(&self) -> Option<String> {
        self.device().map(Gpu::name)
    }

    /// The device that paints it; `None` is the CPU.
    pub fn device(&self) -> Option<&Gpu> {
        match self {
            Screen::Gpu(screen) => Some(screen.picture.gpu()),
            Screen::Nowhere(picture) => Some(picture.gpu()),
            Screen::Memory(_) => None,
        }
    }

    /// Whether this device paints it; `None` is the CPU.
    pub fn is_on(&self, gpu: Option<&Gpu>) -> bool {
        match (self.device(), gpu) {
            (Some(own), Some(gpu)) => own.is_same(gpu),
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    fn gpu_picture(&mut self) -> Option<&mut GpuPicture> {
        match self {
            Screen::Gpu(screen) => Some(&mut screen.picture),
            Screen::Nowhere(picture) => Some(picture),
            Screen::Memory(_) => None,
        }
    }

    /// Shows the picture on a background, and bitmaps over it.
    ///
    /// # Errors
    /// What the device or the window system says.
    pub fn present(
        &mut self,
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Presented, ScreenError> {
        match self {
            Screen::Gpu(screen) => {
                Ok(screen
                    .surface
                    .present(&screen.picture, overlays, background)?)
            }
            Screen::Memory(screen) => {
                screen.present(overlays, background)?;
                Ok(Presented::Shown)
            }
            Screen::Nowhere(_) => Ok(Presented::Shown),
        }
    }
}

impl MemoryScreen {
    fn present(
        &mut self,
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<(), softbuffer::SoftBufferError> {
        let [Some(width), Some(height)] = self.size.map(NonZeroU32::new) else {
            return Ok(());
        };
        let mut canvas = Bitmap::new([0, 0], self.size);
        canvas.draw(&self.picture);
        let mut whole = canvas.on_background(background);
        overlays.iter().for_each(|overlay| whole.draw(overlay));
        self.surface.resize(width, height)?;
        let mut buffer = self.surface.buffer_mut()?;
        for (target, pixel) in buffer.iter_mut().zip(whole.rgba().chunks_exact(BYTES)) {
            if let [r, g, b, _] = *pixel {
                *target = u32::from_be_bytes([0, r, g, b]);
            }
        }
        buffer.present()
    }
}
