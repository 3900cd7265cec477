//! The canvas: WebGPU shows the pictures, or a 2D context where a browser has no WebGPU.

use cindyscript_player::bitmap::Bitmap;
use cindyscript_render::Presenter;
use cindyscript_render::gpu::{Gpu, GpuError, Opened, Presented, WindowSurface};
use cindyscript_render::picture::FramePicture;
use cindyscript_render::presenter::PresentError;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// A canvas that shows pictures.
pub(crate) struct Screen {
    pub(crate) presenter: Box<dyn Presenter>,
    /// The reason for a 2D context.
    pub(crate) no_gpu: Option<GpuError>,
}

impl Screen {
    /// Opens WebGPU, or a 2D context.
    ///
    /// # Errors
    /// There is neither.
    pub(crate) async fn open(canvas: &HtmlCanvasElement) -> Result<Screen, PresentError> {
        match surface(canvas).await {
            Ok(surface) => Ok(Screen {
                presenter: Box::new(surface),
                no_gpu: None,
            }),
            Err(error) => Ok(Screen {
                presenter: Box::new(Sheet::new(canvas)?),
                no_gpu: Some(error),
            }),
        }
    }
}

async fn surface(canvas: &HtmlCanvasElement) -> Result<WindowSurface, GpuError> {
    let opened = Opened::in_browser().await?;
    let size = [canvas.width(), canvas.height()];
    let target = wgpu::SurfaceTarget::Canvas(canvas.clone());
    let surface = opened.instance.create_surface(target);
    let surface = surface.map_err(|error| GpuError::Surface(error.to_string()))?;
    WindowSurface::new(opened.gpu, &opened.adapter, surface, size)
}

/// A canvas that takes pictures from memory.
struct Sheet {
    context: CanvasRenderingContext2d,
    size: [u32; 2],
}

impl Sheet {
    fn new(canvas: &HtmlCanvasElement) -> Result<Sheet, PresentError> {
        let context = canvas.get_context("2d").map_err(|error| failed(&error))?;
        let context = context.and_then(|context| context.dyn_into().ok());
        let context = context
            .ok_or_else(|| PresentError::Window("the canvas shows something else".to_owned()))?;
        Ok(Sheet {
            context,
            size: [canvas.width(), canvas.height()],
        })
    }
}

impl Presenter for Sheet {
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
        let [width, height] = self.size;
        let pixels = Clamped(whole.rgba());
        let image = ImageData::new_with_u8_clamped_array_and_sh(pixels, width, height);
        let shown = image.and_then(|image| self.context.put_image_data(&image, 0.0, 0.0));
        shown.map_err(|error| failed(&error))?;
        Ok(Presented::Shown)
    }
}

fn failed(error: &JsValue) -> PresentError {
    PresentError::Window(format!("{error:?}"))
}
