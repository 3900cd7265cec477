//! The pointer over the canvas: its form, and double clicks.

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::session::{Cursor, UserEvent};

/// Two presses at the same place within this time, in milliseconds, are a double click.
const DOUBLE_CLICK: u128 = 400;

/// The presses of the main button.
#[derive(Debug, Default)]
pub(crate) struct Pointer {
    /// The last one; none after a double click.
    pressed: Option<(Instant, [f64; 2])>,
}

impl Pointer {
    /// The button is pressed at a place.
    pub(crate) fn press(&mut self, at: [f64; 2]) -> UserEvent {
        let is_again = |(when, place): (Instant, [f64; 2])| {
            when.elapsed().as_millis() < DOUBLE_CLICK && place == at
        };
        match self.pressed.take().is_some_and(is_again) {
            true => UserEvent::PointerPressedAgain,
            false => {
                self.pressed = Some((Instant::now(), at));
                UserEvent::PointerPressed
            }
        }
    }
}

/// The name of the pointer's form in CSS.
pub(crate) fn form(cursor: Cursor) -> &'static str {
    match cursor {
        Cursor::Arrow => "default",
        Cursor::Grab => "grab",
        Cursor::Grabbing => "grabbing",
        Cursor::Hand => "pointer",
        Cursor::Text => "text",
    }
}
