//! What the host tells scripts about the world outside.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_applet::{Applet, Port, View};

use crate::context::Context;
use crate::context::animation::Animation;
use crate::context::console::Console;
use crate::context::draw::Graphics;
use crate::context::feedback::Feedback;
use crate::context::geometry::Geometry;
use crate::context::host::NoHost;
use crate::context::images::Images;
use crate::context::input::Input;
use crate::context::model::Models;
use crate::context::page_image::PageImage;
use crate::context::sound::Sound;
use crate::context::space::Space;
use crate::error::Reports;
use crate::machine::plots::PlotHost;
use crate::random::Random;
use crate::value::Value;
use cindyscript_hir::program::TermId;

/// The surroundings of an applet at its start: view, size, images, construction.
#[derive(Clone, Debug)]
pub struct World {
    /// Where world coordinates lie on the canvas.
    pub view: View,
    /// Width and height of the canvas in the pixels of [`World::view`].
    pub size: [f64; 2],
    /// The local time at the applet's start, in milliseconds since 1970-01-01 00:00.
    pub clock: f64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Fonts, pixels, files.
    pub host: Arc<dyn PlotHost>,
    /// Ends the scripts that run once it is set.
    pub interrupt: Arc<AtomicBool>,
    pub(crate) port: Port,
    /// The height of text, in pixels.
    pub(crate) text_size: f64,
    /// The images that the page names, in its order.
    pub images: Arc<[PageImage]>,
    pub(crate) geometry: Geometry,
    pub(crate) speed: f64,
    /// True if there is a page that runs the JavaScript that scripts give to it.
    pub runs_javascript: bool,
}

impl World {
    /// The applet's construction and its first port, seen at that port's size; the clock stands
    /// at 0.
    #[must_use]
    pub fn new(applet: &Applet) -> World {
        let default = || cindyscript_applet::Port::new(applet.range);
        let port = applet.ports.first().cloned().unwrap_or_else(default);
        let [width, height] = port.size();
        World {
            view: port.view(width, height),
            size: [width, height],
            clock: 0.0,
            seed: 0,
            host: Arc::new(NoHost),
            interrupt: Arc::default(),
            text_size: applet.default_appearance.text_size,
            port,
            images: Arc::default(),
            geometry: Geometry::of(applet),
            speed: applet.speed(),
            runs_javascript: false,
        }
    }

    /// Returns the state that builtins see at the start.
    pub(crate) fn into_context(self) -> Context {
        let mut images = Images::default();
        for image in self.images.iter() {
            images.load(image);
        }
        Context {
            host: self.host,
            geometry: self.geometry,
            random: Random::new(self.seed),
            console: Console::default(),
            reports: Reports::default(),
            wants_frame: false,
            javascript: self.runs_javascript.then(Vec::new),
            animation: Animation::new(self.clock, self.speed),
            input: Input::default(),
            graphics: Graphics::new(self.port, self.text_size, self.view, self.size),
            space: Space::default(),
            models: Models::default(),
            sound: Sound::default(),
            images,
            feedback: Feedback::default(),
            canvases: Vec::new(),
            interrupt: self.interrupt,
            deadline: None,
            at_pixels: false,
            discarded: false,
            this: Value::Undefined,
            term: TermId(0),
            modifiers: Vec::new(),
        }
    }
}
