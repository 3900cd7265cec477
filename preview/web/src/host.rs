//! The page as scripts see it: fonts, pixels, and the files that the editor has sent.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use cindyscript_applet::{library_path, locate};
use cindyscript_hir::document::Libraries;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Host, ImagePlot};
use cindyscript_player::text::Fonts;
use cindyscript_player::{Services, paint};
use cindyscript_protocol::OpenFile;
use cindyscript_render::Renderer;

/// The surroundings that stay from one version of an applet to the next.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    pub(crate) renderer: Arc<Renderer>,
    pub(crate) fonts: Fonts,
    pub(crate) files: Files,
    interrupt: Arc<AtomicBool>,
}

/// The files beside a page, by their paths. Clones are the same files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(Arc<Mutex<HashMap<PathBuf, Arc<str>>>>);

impl Files {
    /// Replaces all files.
    pub(crate) fn set(&self, files: Vec<OpenFile>) {
        let files = files.into_iter();
        let files = files.map(|file| (file.path.into(), file.text.into()));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = files.collect();
    }

    fn read(&self, page: &Path, url: &str) -> Result<Arc<str>, String> {
        let path = locate(page, url)?;
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = files.get(&path).cloned();
        text.ok_or_else(|| format!("there is no file `{url}` beside the page"))
    }
}

/// The files beside one page.
#[derive(Debug)]
pub(crate) struct Beside {
    pub(crate) page: PathBuf,
    pub(crate) files: Files,
}

impl Libraries for Beside {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.files.read(&self.page, path)
    }
}

/// The host of an applet.
#[derive(Debug)]
struct PageHost {
    page: PathBuf,
    environment: Arc<Environment>,
}

impl Services for Environment {
    fn host(self: Arc<Self>, page: &str) -> Arc<dyn Host> {
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

    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        let Environment {
            renderer, fonts, ..
        } = &*self.environment;
        renderer.plot(plot, fonts)
    }

    fn largest_image(&self) -> u64 {
        self.environment.renderer.largest_image()
    }

    fn library(&self, name: &str) -> Result<String, String> {
        let files = &self.environment.files;
        let text = files.read(&self.page, &library_path(name))?;
        Ok(text.to_string())
    }
}
