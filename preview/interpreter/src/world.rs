//! What the host tells scripts about the world outside.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_applet::{Applet, Port, View};

use crate::film::Film;
use crate::geometry::Geometry;
use crate::host::{Host, NoHost};
use crate::picture::Picture;

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
    pub host: Arc<dyn Host>,
    /// Ends the scripts that run once it is set.
    pub interrupt: Arc<AtomicBool>,
    pub(crate) port: Port,
    /// The height of text, in pixels.
    pub(crate) text_size: f64,
    /// The images that the page names, in its order.
    pub images: Arc<[PageImage]>,
    pub(crate) geometry: Geometry,
    pub(crate) speed: f64,
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
            speed: applet.animation.speed,
        }
    }
}

/// An image that the page names.
#[derive(Clone, Debug)]
pub struct PageImage {
    /// The name in scripts.
    pub name: Arc<str>,
    /// What it shows; a placeholder if it is missing.
    pub picture: Picture,
    /// The video of which the picture is the first, if it is one.
    pub film: Option<Arc<dyn Film>>,
    /// Why it is missing, in one line.
    pub missing: Option<Arc<str>>,
}
