//! What an edit of the text does to an applet that plays.

use std::sync::Arc;

use cindyscript_applet::{Applet, Constant, Element, Event, TextRange, Value};
use cindyscript_interpreter::{PageImage, Point};

use super::pointer::Grip;
use super::{Player, START};
use crate::source::Source;

impl Player {
    /// Goes on with another version of the text. Variables keep their values, elements stay as they
    /// are unless the text now says otherwise about them, clock and animation go on; init runs again
    /// only if its text changed, and leaves points where the user moved them.
    pub fn load(&mut self, source: Source) {
        self.outdated = true;
        // About a text that is gone.
        self.troubles.clear();
        let rebuilt = !same_construction(&self.source, &source);
        let begin_again = init(&self.source) != init(&source);
        let (autoplayed, speed) = (self.autoplays(), self.page_speed());
        let before = std::mem::replace(&mut self.source, source);
        if rebuilt {
            let source = &self.source;
            self.moved.retain(|name| same_place(&before, source, name));
            self.reconstruct();
        }
        let kept = self.positions();
        self.tell_view();
        self.load_program();
        // Scripts may have drawn into those that are the same.
        let same = |a: &PageImage, b: &PageImage| a.name == b.name && a.picture.is_same(&b.picture);
        let is_new = |image: &&PageImage| !before.images.iter().any(|old| same(old, image));
        self.interpreter
            .load_images(self.source.images.iter().filter(is_new));
        let is_there = |name: &str| self.source.images.iter().any(|image| &*image.name == name);
        for gone in before.images.iter().filter(|image| !is_there(&image.name)) {
            self.interpreter.remove_image(&gone.name);
        }
        self.interpreter.forget_images(&self.source.images);
        if begin_again {
            self.begin_again(&kept);
        }
        match (autoplayed, self.autoplays()) {
            (false, true) => self.play(),
            (true, false) => self.stop(),
            _ => {}
        }
        if speed != self.page_speed() {
            self.interpreter.set_speed(self.page_speed());
        }
    }

    /// Runs init again, which leaves points where the user moved them: what was painted before is
    /// gone.
    pub fn restore(&mut self) {
        self.outdated = true;
        let kept = self.positions();
        self.begin_again(&kept);
    }

    fn begin_again(&mut self, kept: &[(String, [f64; 2])]) {
        self.interpreter.allow(Some(START));
        self.run(Event::Init);
        self.move_back(kept);
    }

    /// The speed of the animation that the page sets.
    fn page_speed(&self) -> f64 {
        self.applet().map_or(1.0, |applet| applet.animation.speed)
    }

    fn move_back(&mut self, positions: &[(String, [f64; 2])]) {
        for (name, position) in positions {
            self.interpreter.move_point(name, *position);
        }
    }

    fn reconstruct(&mut self) {
        let nothing = Applet::new(TextRange::default());
        let applet = self.source.applet().unwrap_or(&nothing);
        self.interpreter.reconstruct(applet);
        let construction = self.interpreter.construction();
        if let Grip::Element(grip) = &self.grip
            && construction.find(&grip.name).is_none()
        {
            // What it held is gone.
            self.grip = Grip::Nothing;
        }
    }

    /// The points that the user has moved, and where they are.
    fn positions(&self) -> Vec<(String, [f64; 2])> {
        let moved = |point: &&Point| self.moved.iter().any(|name| *name == point.name);
        let points = self.interpreter.points();
        let points = points.iter().filter(moved);
        points
            .filter_map(|point| Some((point.name.to_string(), point.xy()?)))
            .collect()
    }
}

/// The texts that run at the start.
fn init(source: &Source) -> Vec<Arc<str>> {
    let scripts = source.applet().map_or(&[][..], |applet| &applet.scripts);
    let init = scripts.iter().filter(|script| script.event == Event::Init);
    init.map(|script| script.source.shared_text()).collect()
}

/// Whether two versions put an element at the same place.
fn same_place(a: &Source, b: &Source, name: &str) -> bool {
    let place = |source: &Source| source.applet()?.element(name)?.position;
    place(a) == place(b)
}

/// Whether two versions have the same construction, wherever it stands in the file: an edit above
/// it moves it only there.
fn same_construction(a: &Source, b: &Source) -> bool {
    let setting = |source: &Source| {
        let applet = source.applet()?;
        let port = applet.ports.first()?;
        Some((applet.default_appearance.clone(), port.snap, port.grid))
    };
    if setting(a) != setting(b) {
        return false;
    }
    let elements = |source: &Source| -> Vec<Element> {
        let elements = source.applet().map_or(&[][..], |applet| &applet.geometry);
        elements.to_vec()
    };
    let (a, b) = (elements(a), elements(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same_element(a, b))
}

fn same_element(a: &Element, b: &Element) -> bool {
    let placeless = |element: &Element| Element {
        name_range: Default::default(),
        position_range: None,
        arg_ranges: Vec::new(),
        range: Default::default(),
        others: Vec::new(),
        ..element.clone()
    };
    let same_other = |(a, b): (&(String, Constant), &(String, Constant))| {
        a.0 == b.0 && same_constant(&a.1, &b.1)
    };
    placeless(a) == placeless(b)
        && a.others.len() == b.others.len()
        && a.others.iter().zip(&b.others).all(same_other)
}

/// The depth is that of the page's literals, which its parser bounds.
fn same_constant(a: &Constant, b: &Constant) -> bool {
    match (&a.value, &b.value) {
        (Value::String(a), Value::String(b)) => a.text() == b.text(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_constant(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len()
                && pairs.all(|(a, b)| a.name == b.name && same_constant(&a.value, &b.value))
        }
        (a, b) => a == b,
    }
}
