//! What the user does, as one thing after the other.

use std::sync::Arc;

use cindyscript_applet::Event;
use cindyscript_interpreter::{DroppedFile, SavePermission};
use cindyscript_protocol::ControlInput;

use super::{Key, Session, Touch, print};

/// Something that the user does. Places are in CSS pixels, from the upper left corner of the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum UserEvent {
    /// The pointer is at a place.
    PointerMoved([f64; 2]),
    /// The main button goes down.
    PointerPressed,
    /// It does for the second time in quick succession.
    PointerPressedAgain,
    /// A button goes down that moves the view whatever the scripts do.
    PanPressed,
    /// Either button goes up.
    PointerReleased,
    /// The wheel: a factor to zoom by.
    Zoom(f64),
    /// A finger does something at a place.
    Touch {
        /// Tells it from others that are down.
        finger: u64,
        /// What it does.
        touch: Touch,
        /// Where.
        at: [f64; 2],
    },
    /// A key goes down, or repeats.
    KeyPressed(Key),
    /// A key goes up.
    KeyReleased(Key),
    /// A control of the page, by its place among them, is operated.
    Operated(usize, ControlInput),
    /// Files are dropped at a place.
    Dropped(Arc<[DroppedFile]>, [f64; 2]),
}

impl Session {
    /// The user does something.
    pub fn input(&mut self, event: UserEvent) {
        self.interpreter
            .set_save_permission(print::permission(&event));
        self.tell_print_settings();
        if !self.tell_page(&event) {
            self.take_input(event);
        }
        self.interpreter
            .set_save_permission(SavePermission::Refused);
    }

    fn take_input(&mut self, event: UserEvent) {
        match event {
            UserEvent::PointerMoved(at) => self.pointer_moved(at),
            UserEvent::PointerPressed => self.pointer_pressed(),
            UserEvent::PointerPressedAgain => self.pointer_pressed_again(),
            UserEvent::PanPressed => self.pan_pressed(),
            UserEvent::PointerReleased => self.pointer_released(),
            UserEvent::Zoom(factor) => match self.space_canvas_at(self.pointer) {
                Some(canvas) => self.zoom_in_space(&canvas, factor),
                None => self.zoom(factor, self.pointer),
            },
            UserEvent::Touch { finger, touch, at } => self.touch(finger, touch, at),
            UserEvent::KeyPressed(key) => self.key_pressed(&key),
            UserEvent::KeyReleased(key) => self.key_released(&key),
            UserEvent::Operated(control, input) => self.operate(control, input),
            UserEvent::Dropped(files, at) => {
                let place = self.place_of(at);
                self.interpreter.set_dropped(Some((files, place)));
                self.react(Event::OnDrop);
                self.interpreter.set_dropped(None);
                self.outdated = true;
            }
        }
    }

    /// True if a script runs when files are dropped.
    pub fn takes_drops(&self) -> bool {
        let mut scripts = self.interpreter.program().scripts.iter();
        scripts.any(|script| script.event == Some(Event::OnDrop))
    }
}
