//! What the user does to the applet.

use cindyscript_applet::Event;

use super::Player;
use crate::view::Navigation;

/// A press within this many CSS pixels of a point's centre takes it, however small it is.
const REACH: f64 = 12.0;
/// What a press of the pointer took hold of.
#[derive(Clone, Debug, Default)]
pub(super) enum Grip {
    /// The pointer is up.
    #[default]
    Nothing,
    /// A point, which lies this far from the pointer, in CSS pixels.
    Point { name: String, offset: [f64; 2] },
    /// The background, which moves along.
    Background,
    /// Nothing that moves: the scripts listen.
    Scripts,
}

impl Player {
    /// The pointer is at a place, in CSS pixels. Whether the picture may change by it.
    pub fn pointer_moved(&mut self, at: [f64; 2]) -> bool {
        let by = [0, 1].map(|axis| at[axis] - self.pointer[axis]);
        self.pointer = at;
        let view = self.view();
        self.interpreter.set_mouse(view.to_world(at));
        match self.grip.clone() {
            Grip::Nothing => {
                let listens = self.listens_to(Event::MouseMove);
                self.run(Event::MouseMove);
                listens || self.reads_mouse()
            }
            Grip::Point { name, offset } => {
                let place = [0, 1].map(|axis| at[axis] + offset[axis]);
                self.interpreter.move_point(&name, view.to_world(place));
                if !self.moved.contains(&name) {
                    self.moved.push(name);
                }
                self.run(Event::MouseDrag);
                true
            }
            Grip::Background => {
                self.navigation.pan(by);
                self.tell_view();
                true
            }
            Grip::Scripts => {
                self.run(Event::MouseDrag);
                true
            }
        }
    }

    /// The main button goes down: takes a point, or the background unless scripts listen. Whether
    /// the picture may change by it.
    pub fn pointer_pressed(&mut self) -> bool {
        const OWN: [Event; 4] = [
            Event::MouseDown,
            Event::MouseDrag,
            Event::MouseUp,
            Event::MouseClick,
        ];
        self.grip = match self.point_at(self.pointer) {
            Some((name, centre)) => {
                let offset = [0, 1].map(|axis| centre[axis] - self.pointer[axis]);
                Grip::Point { name, offset }
            }
            None if OWN.into_iter().any(|event| self.listens_to(event)) => Grip::Scripts,
            None => Grip::Background,
        };
        let listens = self.listens_to(Event::MouseDown);
        self.run(Event::MouseDown);
        listens
    }

    /// A button goes down that moves the view whatever the scripts do.
    pub fn pan_pressed(&mut self) {
        self.grip = Grip::Background;
    }

    /// The button goes up. Whether the picture may change by it.
    pub fn pointer_released(&mut self) -> bool {
        let grip = std::mem::take(&mut self.grip);
        if matches!(grip, Grip::Background | Grip::Nothing) {
            return false;
        }
        self.run(Event::MouseUp);
        self.run(Event::MouseClick);
        self.listens_to(Event::MouseUp) || self.listens_to(Event::MouseClick)
    }

    /// Whether some script runs at keys.
    pub fn listens_to_keys(&self) -> bool {
        let keys = [
            Event::KeyDown,
            Event::KeyUp,
            Event::KeyTyped,
            Event::KeyType,
        ];
        keys.into_iter().any(|event| self.listens_to(event))
    }

    /// A key goes down. Whether the picture may change by it.
    pub fn key_pressed(&mut self, text: &str, code: u32) -> bool {
        self.interpreter.set_key(text, code);
        let mut listens = false;
        for event in [Event::KeyDown, Event::KeyTyped, Event::KeyType] {
            listens |= self.listens_to(event);
            self.run(event);
        }
        listens
    }

    /// Magnifies, keeping what is under the pointer there.
    pub fn zoom(&mut self, factor: f64) {
        self.navigation.zoom(factor, self.pointer, &self.canvas);
        self.tell_view();
    }

    /// Forgets pan and zoom.
    pub fn reset_view(&mut self) {
        self.navigation = Navigation::default();
        self.tell_view();
    }

    /// Whether the pointer is over something that can be dragged.
    pub fn is_over_point(&self) -> bool {
        self.point_at(self.pointer).is_some()
    }

    /// The movable point nearest to a place, within reach: its name and centre, in CSS pixels.
    fn point_at(&self, at: [f64; 2]) -> Option<(String, [f64; 2])> {
        let view = self.view();
        let points = self.interpreter.points();
        let movable = points
            .iter()
            .filter(|p| p.movable && p.appearance.visible && !p.appearance.pinned);
        let near = movable.filter_map(|point| {
            let centre = view.to_pixel(point.xy()?);
            let distance = (centre[0] - at[0]).hypot(centre[1] - at[1]);
            let reach = REACH.max(1.5 * point.appearance.size);
            (distance <= reach).then(|| (distance, point.name.to_string(), centre))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((nearest.1, nearest.2))
    }

    fn listens_to(&self, event: Event) -> bool {
        self.applet()
            .is_some_and(|applet| applet.script(event).is_some())
    }

    /// Whether some script asks where the mouse is.
    fn reads_mouse(&self) -> bool {
        let callees = &self.interpreter.program().callees;
        callees
            .iter()
            .any(|callee| callee.name.eq_ignore_ascii_case("mouse"))
    }
}
