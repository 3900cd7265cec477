//! What unit tests play: scripts, with fonts and colorplots into images, and nothing else of a
//! machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_hir::document::Libraries;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{Host, ImagePlot, PlotHost};
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_player::text::Fonts;
use cindyscript_player::{Services, paint};

use crate::renderer::Renderer;

/// A page whose canvas has no settings, with the cells of a script.
fn page(script: &str) -> String {
    let cells = match script.strip_prefix("// %% ") {
        Some(cells) => cells.to_owned(),
        None => format!("draw\n{script}"),
    };
    let elements = cells.split("// %% ").map(|cell| {
        let (event, body) = cell.split_once('\n').unwrap_or((cell, ""));
        format!("<script id=\"cs{event}\" type=\"text/x-cindyscript\">{body}</script>")
    });
    elements.collect::<String>() + "<script>CindyJS({scripts: \"cs*\"});</script>"
}

/// A script in a page, read and analysed.
pub(crate) fn source(script: &str) -> Source {
    let text = ReceivedText {
        path: "a.html".to_owned(),
        text: page(script),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, Arc::new(NoLibraries));
    Source::new(&text, document, None)
}

/// What a script sees of the machine.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    pub(crate) renderer: Arc<Renderer>,
    interrupt: Arc<AtomicBool>,
    fonts: Fonts,
}

#[derive(Debug)]
struct NoLibraries;

impl Libraries for NoLibraries {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("there is no `{path}`"))
    }
}

impl Services for Machine {
    fn host(self: Arc<Self>, _: &str) -> Arc<dyn PlotHost> {
        self
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    fn fonts(&self) -> Fonts {
        self.fonts.clone()
    }
}

impl Host for Machine {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.fonts.extent(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        paint::pixels(picture, &self.fonts)
    }

    fn largest_image(&self) -> u64 {
        self.renderer.largest_image()
    }

    fn library(&self, name: &str) -> Result<String, String> {
        Err(format!("there is no `{name}`"))
    }
}

impl PlotHost for Machine {
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        self.renderer.plot(plot, &self.fonts)
    }
}
