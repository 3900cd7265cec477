//! The page as scripts see it: fonts, pixels, and the files that the editor has sent.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_applet::library_path;
use cindyscript_files::Files;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, Host, ImagePlot, PlotHost};
use cindyscript_player::text::Fonts;
use cindyscript_player::{Services, paint};
use cindyscript_render::Renderer;

use crate::images::Camera;

/// The surroundings that stay from one version of an applet to the next.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    pub(crate) renderer: Arc<Renderer>,
    pub(crate) fonts: Fonts,
    pub(crate) files: Files,
    pub(crate) camera: Camera,
    interrupt: Arc<AtomicBool>,
}

/// The host of an applet.
#[derive(Debug)]
struct PageHost {
    page: PathBuf,
    environment: Arc<Environment>,
}

impl Services for Environment {
    fn host(self: Arc<Self>, page: &str) -> Arc<dyn PlotHost> {
        Arc::new(PageHost {
            environment: self,
            page: page.into(),
        })
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    fn fonts(&self) -> Fonts {
        self.fonts.clone()
    }
}

impl Host for PageHost {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.environment.fonts.extent(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        paint::pixels(picture, &self.environment.fonts)
    }

    fn largest_image(&self) -> u64 {
        self.environment.renderer.largest_image()
    }

    fn camera(&self) -> Option<Arc<dyn Film>> {
        Some(self.environment.camera.film())
    }

    fn library(&self, name: &str) -> Result<String, String> {
        let files = &self.environment.files;
        let text = files.library(&self.page, &library_path(name))?;
        Ok(text.to_string())
    }
}

impl PlotHost for PageHost {
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        let Environment {
            renderer, fonts, ..
        } = &*self.environment;
        renderer.plot(plot, fonts)
    }
}
