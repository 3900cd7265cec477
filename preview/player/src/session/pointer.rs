//! What the user does with the pointer, in the order in which CindyJS does it.

use std::sync::Arc;

use cindyscript_applet::Event;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_interpreter::{self as interpreter, WidgetKind};

use super::Session;
use super::controls::Control;
use crate::exact::Exact;

/// A movable point is close enough for the pointer to change its shape, in CSS pixels.
const REACH: f64 = 12.0;
/// A press that wanders off farther than this, in CSS pixels, is no click.
const CLICK: f64 = 2.0;
/// From the pointer's place to the middle of its pixel, in CSS pixels, as CindyJS counts.
const MIDDLE: f64 = 0.5;

/// What a press of the pointer took hold of.
#[derive(Clone, Debug, Default)]
pub(super) enum Grip {
    /// The pointer is up.
    #[default]
    Nothing,
    /// An element.
    Element(interpreter::Grip),
    /// The background, which moves along.
    Background,
    /// Nothing that moves: the scripts listen.
    Scripts,
    /// A button or a text field: the canvas knows nothing of it.
    Widget,
    /// The slider of the animation's speed.
    Speed,
    /// The picture in space on the canvas of a name; true if the camera moves along with the pointer,
    /// and does not turn.
    Space(Arc<str>, bool),
}

/// A press of the pointer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Press {
    /// Where it began, in CSS pixels.
    from: [f64; 2],
    /// Whether it is too far from there to be a click.
    wandered: bool,
    /// Whether it has moved at all, and with it what it holds.
    drags: bool,
}

/// The form of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cursor {
    /// An arrow.
    #[default]
    Arrow,
    /// Over something to drag.
    Grab,
    /// Something is being dragged.
    Grabbing,
    /// Over a button.
    Hand,
    /// Over a text field.
    Text,
}

impl Session {
    /// The pointer is at a place, in CSS pixels.
    pub(super) fn pointer_moved(&mut self, at: [f64; 2]) {
        let by = [0, 1].map(|axis| at[axis] - self.pointer[axis]);
        self.pointer = at;
        let holds = !matches!(self.grip, Grip::Nothing);
        let is_in_space = match &self.grip {
            Grip::Space(..) => true,
            Grip::Nothing => self.space_canvas_at(at).is_some(),
            _ => false,
        };
        self.outdated |= !is_in_space && (holds || !self.is_stopped_between_frames());
        match self.grip {
            Grip::Background => self.pan(by),
            Grip::Widget => self.select_to_pointer(),
            Grip::Speed => self.use_control(Control::Speed),
            Grip::Space(ref canvas, pans) => {
                let canvas = Arc::clone(canvas);
                self.drag_in_space(&canvas, pans, by);
            }
            Grip::Nothing => {
                self.follow(at);
                self.react(Event::MouseMove);
            }
            Grip::Element(_) | Grip::Scripts => {
                self.follow(at);
                self.interpreter.set_touch(0, Some(self.pointer_place()));
                self.react(Event::MouseDrag);
                self.react(Event::MultiDrag);
            }
        }
    }

    /// Whether the user has stopped what goes on from frame to frame: one more, only since the pointer
    /// passes, would not be stopped. A script that listens to the pointer is run in any case.
    fn is_stopped_between_frames(&self) -> bool {
        let listens = self.applet().is_some_and(|applet| {
            let mut scripts = applet.scripts.iter();
            scripts.any(|script| script.event == Event::MouseMove)
        });
        self.held && self.is_playing() && !self.follows_time() && !listens
    }

    /// What acts as the mouse is at a place.
    pub(super) fn follow(&mut self, at: [f64; 2]) {
        self.pointer = at;
        let place = self.pointer_place();
        self.interpreter.set_mouse(place);
        let from = self.press.from;
        self.press.wandered |= [0, 1].iter().any(|&axis| {
            let away = at[axis] - from[axis];
            away.abs() > CLICK
        });
    }

    /// The main button goes down: takes the nearest element, as CindyJS does however far it is, or
    /// the background where there is nothing to take and no script to listen.
    pub(super) fn pointer_pressed(&mut self) {
        if self.take_hold() {
            self.interpreter.set_touch(0, Some(self.pointer_place()));
            self.react(Event::MultiDown);
            self.react(Event::MouseDown);
        }
    }

    /// Takes hold of what is at the pointer; whether that is for the scripts.
    pub(super) fn take_hold(&mut self) -> bool {
        self.press = Press {
            from: self.pointer,
            wandered: false,
            drags: false,
        };
        if let Some(canvas) = self.space_canvas_at(self.pointer) {
            self.grip = Grip::Space(canvas, false);
            return false;
        }
        self.outdated = true;
        if let Some(control) = self.control_at(self.pointer) {
            self.grip = match control {
                Control::Speed => Grip::Speed,
                Control::Button(_) => Grip::Widget,
            };
            self.use_control(control);
            return false;
        }
        if let Some((name, kind)) = self.widget_at(self.pointer) {
            self.grip = Grip::Widget;
            self.press_widget(name, kind);
            return false;
        }
        self.blur();
        let place = self.pointer_place();
        self.interpreter.set_mouse(place);
        self.grip = match self.interpreter.pick(place) {
            Some(grip) => {
                self.interpreter.set_mover(Some(&grip.name));
                Grip::Element(grip)
            }
            None if self.reads_pointer() => Grip::Scripts,
            None => {
                self.grip = Grip::Background;
                return false;
            }
        };
        true
    }

    /// A button goes down that moves the view whatever the scripts do.
    pub(super) fn pan_pressed(&mut self) {
        self.grip = match self.space_canvas_at(self.pointer) {
            Some(canvas) => Grip::Space(canvas, true),
            None => Grip::Background,
        };
    }

    /// The button goes up.
    pub(super) fn pointer_released(&mut self) {
        self.outdated |= !matches!(self.grip, Grip::Space(..));
        self.drag_to_the_end();
        let held = std::mem::take(&mut self.grip);
        match held {
            Grip::Widget => return self.release_widget(),
            Grip::Background | Grip::Nothing | Grip::Speed | Grip::Space(..) => return,
            Grip::Element(_) | Grip::Scripts => {}
        }
        self.react(Event::MouseUp);
        self.react(Event::MultiUp);
        self.interpreter.set_touch(0, None);
        self.let_go();
    }

    /// What was held is not any more.
    pub(super) fn let_go(&mut self) {
        self.interpreter.set_mover(None);
        if !self.press.wandered {
            self.react(Event::MouseClick);
        }
    }

    /// Brings what is being dragged to the pointer, before the scripts of each frame.
    pub(super) fn drag(&mut self) {
        let Grip::Element(grip) = &self.grip else {
            return;
        };
        // A click takes hold of a point, and lets it be where it is.
        self.press.drags |= self.pointer != self.press.from;
        if !self.press.drags {
            return;
        }
        let (place, name) = (self.pointer_place(), grip.name.to_string());
        match self.snap {
            Some(step) => self.interpreter.drag_to_grid(grip, place, step),
            None => self.interpreter.drag(grip, place),
        };
        self.note_moved(&name);
    }

    /// Has points that are dragged come to places whose coordinates are multiples of a step, or go
    /// wherever the pointer is.
    pub fn set_snap(&mut self, step: Option<f64>) {
        self.outdated |= self.snap != step && self.has_grip();
        self.snap = step;
    }

    /// The points that the user can move, and where they lie in the plane.
    pub fn movable_points(&self) -> Vec<(String, [f64; 2])> {
        let points =
            self.interpreter.points().into_iter().filter(|point| {
                point.movable && point.appearance.visible && !point.appearance.pinned
            });
        let placed = points.filter_map(|point| Some((point.name.to_string(), point.xy()?)));
        placed
            .filter(|(_, place)| place.iter().all(|it| it.is_finite()))
            .collect()
    }

    /// Moves a point to a place, as if it was dragged there.
    pub fn place_point(&mut self, name: &str, at: [f64; 2]) {
        if self.interpreter.move_point(name, at) {
            self.note_moved(name);
            self.outdated = true;
        }
    }

    /// Before it is let go: it may have come all the way since the last frame.
    pub(super) fn drag_to_the_end(&mut self) {
        if self.press.wandered {
            self.drag();
        }
    }

    /// Whether the pointer holds something, which it moves or may move.
    pub fn has_grip(&self) -> bool {
        !matches!(self.grip, Grip::Nothing)
    }

    /// The form of the pointer where it is.
    pub fn cursor(&self) -> Cursor {
        match &self.grip {
            Grip::Element(_) => Cursor::Grabbing,
            Grip::Widget | Grip::Speed => Cursor::Hand,
            Grip::Space(..) => Cursor::Grabbing,
            Grip::Nothing if self.space_canvas_at(self.pointer).is_some() => Cursor::Arrow,
            Grip::Nothing if self.control_at(self.pointer).is_some() => Cursor::Hand,
            Grip::Nothing => {
                match self.widget_at(self.pointer) {
                    Some((_, WidgetKind::EditableText)) => return Cursor::Text,
                    Some(_) => return Cursor::Hand,
                    None => {}
                }
                let nearest = self.interpreter.pick(self.pointer_place());
                match nearest {
                    Some(grip) if grip.distance <= REACH => Cursor::Grab,
                    _ => Cursor::Arrow,
                }
            }
            Grip::Background | Grip::Scripts => Cursor::Arrow,
        }
    }

    /// Where the pointer is, in CSS pixels.
    pub fn pointer(&self) -> [f64; 2] {
        self.pointer
    }

    /// Where the pointer is in the world, as `mouse()` has it.
    pub fn pointer_place(&self) -> [f64; 2] {
        self.place_of(self.pointer)
    }

    /// The same with all digits.
    pub fn exact_pointer_place(&self) -> [Exact; 2] {
        let at = self.pointer.map(|place| place + MIDDLE);
        self.exact_view().to_world(at)
    }

    /// Where a place on the canvas is in the world.
    pub(super) fn place_of(&self, at: [f64; 2]) -> [f64; 2] {
        self.view().to_world(at.map(|place| place + MIDDLE))
    }

    /// Whether some script runs at the pointer's events, or asks where it is.
    pub(super) fn reads_pointer(&self) -> bool {
        const POINTER: [Event; 8] = [
            Event::MouseDown,
            Event::MouseUp,
            Event::MouseDrag,
            Event::MouseMove,
            Event::MouseClick,
            Event::MultiDown,
            Event::MultiUp,
            Event::MultiDrag,
        ];
        let listens = self.applet().is_some_and(|applet| {
            let mut scripts = applet.scripts.iter();
            scripts.any(|script| POINTER.contains(&script.event))
        });
        let callees = &self.interpreter.program().callees;
        let mut called = callees.iter().filter_map(|callee| callee.builtin);
        listens || called.any(|builtin| builtin.is(Intrinsic::Mouse))
    }
}
