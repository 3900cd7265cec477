//! What scripts see of the machine: fonts, pixels, the files beside the page.

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

use crate::camera::Camera;
use crate::fonts::fonts;
use cindyscript_render::Renderer;

/// What stays from one version of an applet to the next: where images are painted, and what there
/// is to see.
#[derive(Debug)]
pub struct Environment {
    /// Where colorplots into images are painted; shared with the frame loop.
    pub renderer: Arc<Renderer>,
    /// The camera.
    pub camera: Camera,
    /// Where libraries are found that scripts import while they run.
    pub files: Files,
    /// Ends the scripts that run, also those that run when an applet starts.
    pub interrupt: Arc<AtomicBool>,
    /// What text is laid out with.
    pub fonts: Fonts,
}

impl Default for Environment {
    fn default() -> Environment {
        Environment {
            renderer: Arc::default(),
            camera: Camera::default(),
            files: Files::default(),
            interrupt: Arc::default(),
            fonts: fonts(),
        }
    }
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
        self.environment.camera.film()
    }

    fn library(&self, name: &str) -> Result<String, String> {
        let files = &self.environment.files;
        let text = files.library(&self.page, &library_path(name))?;
        Ok(text.to_string())
    }

    fn script(&self, address: &str) -> Result<String, String> {
        let text = self.environment.files.library(&self.page, address)?;
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

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use cindyscript_player::Session;
    use cindyscript_player::source::ReceivedText;
    use cindyscript_player::view::Canvas;

    use super::*;
    use crate::reader;

    fn shown(session: &Session, name: &str) -> String {
        let value = session.globals().find(|(global, _)| *global == name);
        value
            .map(|(_, value)| session.print(value))
            .unwrap_or_default()
    }

    #[test]
    fn libraries_beside_the_page_run_with_its_scripts() {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-libraries-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let write =
            |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
        write("first.cjs", "n = 5; twice(x) := 2 * x");
        write("last.cjs", "m = n + 1;\nif(3, 1)");
        write("late.cjs", "k = twice(n)");
        let page = r#"<canvas id="c"></canvas>
    <script id="csinit" type="text/x-cindyscript">n = twice(n); import("late")</script>
    <script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 9, height: 9}],
      import: {init: ["first", {name: "last.cjs", place: 1}]}});</script>"#;
        let text = ReceivedText {
            path: folder.join("a.html").display().to_string(),
            text: page.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let canvas = Canvas {
            device: [9, 9],
            scale: 1.0,
        };
        let mut session = Session::new(
            reader::read(text, None).0,
            canvas,
            Arc::<Environment>::default(),
            0,
            0.0,
        );
        let errors = session.frame(0.0).errors;
        std::fs::remove_dir_all(&folder).expect("the folder is gone");
        assert_eq!(shown(&session, "m"), "11");
        let [warning] = errors.as_slice() else {
            panic!("{errors:?}");
        };
        assert_eq!(
            warning.message,
            "last.cjs:2:1: the condition of `if` is a number, not a boolean"
        );
        assert_eq!(
            warning.range.map(|range| &page[range]),
            Some("\"last.cjs\"")
        );
    }
}
