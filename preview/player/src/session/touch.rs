//! Fingers, as CindyJS takes them: each runs the scripts of several fingers, and the first that is
//! down is the mouse as well.

use cindyscript_applet::Event;

use super::Session;
use super::pointer::Grip;

/// What a finger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It comes down.
    Down,
    /// It moves.
    Moved,
    /// It goes up, or the window system takes it away.
    Up,
}

/// The fingers that are down.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingers {
    /// What the window system calls each, and what scripts do: from 1.
    down: Vec<(u64, u32)>,
    /// The one that is the mouse.
    first: Option<u64>,
}

impl Fingers {
    /// The smallest number that no finger has.
    fn free(&self) -> u32 {
        let taken = |number: &u32| self.down.iter().any(|(_, other)| other == number);
        (1..).find(|number| !taken(number)).unwrap_or(1)
    }

    fn number(&self, finger: u64) -> Option<u32> {
        let mut down = self.down.iter();
        down.find(|(id, _)| *id == finger)
            .map(|(_, number)| *number)
    }
}

impl Session {
    /// A finger does something at a place, in CSS pixels. `finger` tells it from others that are
    /// down.
    pub(super) fn touch(&mut self, finger: u64, touch: Touch, at: [f64; 2]) {
        match touch {
            Touch::Down => self.finger_down(finger, at),
            Touch::Moved => self.finger_moved(finger, at),
            Touch::Up => self.finger_up(finger),
        }
        self.interpreter.set_current_touch(0);
        self.outdated = true;
    }

    fn finger_down(&mut self, finger: u64, at: [f64; 2]) {
        let is_first = self.fingers.first.is_none();
        if is_first {
            self.pointer = at;
            self.fingers.first = Some(finger);
            if !self.take_hold() {
                return;
            }
        }
        let number = self.fingers.free();
        self.fingers.down.push((finger, number));
        self.report(number, at, Event::MultiDown);
        if is_first {
            self.react(Event::MouseDown);
        }
    }

    fn finger_moved(&mut self, finger: u64, at: [f64; 2]) {
        let is_first = self.fingers.first == Some(finger);
        let Some(number) = self.fingers.number(finger) else {
            if is_first {
                self.pointer_moved(at);
            }
            return;
        };
        self.report(number, at, Event::MultiDrag);
        if is_first {
            self.follow(at);
            self.react(Event::MouseDrag);
        }
    }

    fn finger_up(&mut self, finger: u64) {
        let is_first = self.fingers.first == Some(finger);
        if is_first {
            self.drag_to_the_end();
            self.fingers.first = None;
        }
        let Some(number) = self.fingers.number(finger) else {
            if is_first {
                self.pointer_released();
            }
            return;
        };
        self.interpreter.set_current_touch(number);
        self.react(Event::MultiUp);
        self.fingers.down.retain(|(id, _)| *id != finger);
        self.interpreter.set_touch(number, None);
        if is_first {
            self.grip = Grip::Nothing;
            self.react(Event::MouseUp);
            self.let_go();
        }
    }

    fn report(&mut self, number: u32, at: [f64; 2], event: Event) {
        let place = self.place_of(at);
        self.interpreter.set_touch(number, Some(place));
        self.interpreter.set_current_touch(number);
        self.react(event);
    }
}
