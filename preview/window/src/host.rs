//! What scripts see of the machine: fonts, pixels, the files beside the page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_applet::library_path;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, Host, ImagePlot};

use crate::camera::Camera;
use crate::image_painter::ImagePainter;
use crate::paint;
use crate::resource;
use crate::text::Fonts;

/// What stays from one version of an applet to the next: where images are painted, and what there
/// is to see.
#[derive(Debug, Default)]
pub struct Environment {
    /// Where colorplots into images are painted.
    pub image_painter: ImagePainter,
    /// The camera.
    pub camera: Camera,
    /// Ends the scripts that run, also those that run when an applet starts.
    pub interrupt: Arc<AtomicBool>,
}

/// The host of an applet.
#[derive(Debug)]
pub struct PageHost {
    fonts: Fonts,
    page: PathBuf,
    environment: Arc<Environment>,
}

impl PageHost {
    /// The host of the applet in a file, which need not exist.
    pub fn new(page: impl AsRef<Path>, environment: Arc<Environment>) -> PageHost {
        PageHost {
            environment,
            fonts: Fonts::default(),
            page: page.as_ref().to_owned(),
        }
    }
}

impl Host for PageHost {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.fonts.extent(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        paint::pixels(picture, &self.fonts)
    }

    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        self.environment.image_painter.plot(plot, &self.fonts)
    }

    fn largest_image(&self) -> u64 {
        self.environment.image_painter.largest_image()
    }

    fn camera(&self) -> Option<Arc<dyn Film>> {
        self.environment.camera.film()
    }

    fn library(&self, name: &str) -> Result<String, String> {
        resource::text(&self.page, &library_path(name))
    }
}
