//! What an applet needs of whoever plays it.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_hir::document::Libraries;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Host, PlotHost};

use crate::paint;
use crate::text::Fonts;

/// The machine as an applet sees it. It stays from one version of the applet to the next.
pub trait Services: Debug + Send + Sync {
    /// Fonts, pixels and files for the scripts of a page: the path of its file, which need not
    /// exist.
    fn host(self: Arc<Self>, page: &str) -> Arc<dyn PlotHost>;

    /// Ends the scripts that run once it is set, also those that run when an applet starts.
    fn interrupt(&self) -> Arc<AtomicBool>;

    /// What text is laid out with.
    fn fonts(&self) -> Fonts;
}

/// A machine with fonts and a painter of drawings, and with no file, no camera and nobody who paints
/// colorplots: enough to look at what an applet computes, draws and prints.
#[derive(Debug, Default)]
pub struct Alone {
    fonts: Fonts,
}

impl Services for Alone {
    fn host(self: Arc<Self>, _: &str) -> Arc<dyn PlotHost> {
        self
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    fn fonts(&self) -> Fonts {
        self.fonts.clone()
    }
}

impl Host for Alone {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.fonts.extent(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        paint::pixels(picture, &self.fonts)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        Err(format!("`{name}` cannot be read: there are no files here"))
    }
}

impl PlotHost for Alone {}

impl Libraries for Alone {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("`{path}` cannot be read: there are no files here"))
    }
}
