//! How the user moves what is seen, whatever the applet is.

use cindyscript_applet::{Port, TextRange};
use cindyscript_interpreter::{Element, ElementValue};

use super::Session;
use crate::exact::Exact;
use crate::view::{Navigation, Rectangle};

impl Session {
    /// Moves what is seen, by so many CSS pixels.
    pub fn pan(&mut self, by: [f64; 2]) {
        self.navigation.pan(by);
        self.view_changed();
    }

    /// Magnifies by a factor; what is at a place of the canvas, in CSS pixels, stays there. Of a place
    /// outside, what is at the nearest place of the canvas.
    pub fn zoom(&mut self, factor: f64, at: [f64; 2]) {
        let canvas = self.plane();
        self.navigation.zoom(factor, at, &canvas);
        self.view_changed();
    }

    /// Shows a place of the world in the middle, magnified.
    pub fn look_at(&mut self, centre: &[Exact; 2], zoom: f64) {
        let default = Port::new(TextRange::default());
        let port = self.port().unwrap_or(&default);
        self.navigation = Navigation::at(centre, zoom, port, &self.plane());
        self.view_changed();
    }

    /// Where the middle of the canvas lies in the world.
    pub fn centre(&self) -> [Exact; 2] {
        let default = Port::new(TextRange::default());
        let port = self.port().unwrap_or(&default);
        self.navigation.centre(port, &self.plane())
    }

    /// How much what the port shows is magnified.
    pub fn magnification(&self) -> f64 {
        self.navigation.magnification()
    }

    /// Shows the port as the text has it: forgets pan and zoom.
    pub fn reset_view(&mut self) {
        self.interpreter.reset_cameras();
        self.navigation = Navigation::default();
        self.view_changed();
    }

    /// Shows all points and circles of the construction, as large as they fit; where there are none,
    /// the port as the text has it.
    pub fn fit_view(&mut self) {
        let elements = self.interpreter.construction().iter();
        let all = elements.filter_map(|(_, element)| extent(element));
        let Some(all) = all.reduce(Rectangle::union) else {
            return self.reset_view();
        };
        let default;
        let port = match self.port() {
            Some(port) => port,
            None => {
                default = Port::new(TextRange::default());
                &default
            }
        };
        self.navigation = Navigation::fit(all, port, &self.plane());
        self.view_changed();
    }

    /// Whether the view is another than the text's.
    pub fn has_moved_view(&self) -> bool {
        self.navigation != Navigation::default()
            || self.interpreter.moved_cameras().next().is_some()
    }

    fn view_changed(&mut self) {
        self.tell_view();
        self.outdated = true;
    }
}

/// Where a point or a circle lies, if it is seen.
fn extent(element: &Element) -> Option<Rectangle> {
    if !element.appearance.visible || !element.is_showing() {
        return None;
    }
    let (centre, radius) = match &element.value {
        ElementValue::Point(_) => (element.value.xy()?, 0.0),
        ElementValue::Conic(conic) if conic.is_circle && element.value.is_real() => {
            (ElementValue::Point(conic.center()).xy()?, conic.radius().re)
        }
        _ => return None,
    };
    radius.is_finite().then(|| Rectangle {
        least: centre.map(|place| place - radius),
        most: centre.map(|place| place + radius),
    })
}
