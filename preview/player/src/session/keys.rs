//! Keys.

use cindyscript_applet::Event;

use super::Session;

/// A key, as a browser describes it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Key {
    /// What it types, or its name: `a`, `ArrowUp`, `Enter`.
    pub name: String,
    /// JavaScript's `keyCode`.
    pub code: u32,
    /// The code of the character that it types, if it types one.
    pub typed: Option<u32>,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Control is held, or Command.
    pub control: bool,
}

impl Session {
    /// Whether keys reach the scripts.
    pub fn listens_to_keys(&self) -> bool {
        const LISTENING: [Event; 3] = [Event::KeyDown, Event::KeyUp, Event::KeyTyped];
        let is_heard = self.page_hears(&["keydown", "keypress", "keyup"]);
        let hears = self.applet().is_some_and(|applet| {
            let mut scripts = applet.scripts.iter();
            applet.key_listener || scripts.any(|script| LISTENING.contains(&script.event))
        });
        is_heard || hears
    }

    /// A key goes down, or repeats.
    pub(super) fn key_pressed(&mut self, key: &Key) {
        self.edit_field(key);
        if self.is_editing() && !self.listens_to_keys() || key.control {
            return;
        }
        self.key_event(Event::KeyDown, &key.name, key.code);
        if let Some(typed) = key.typed {
            self.key_event(Event::KeyTyped, &key.name, typed);
        }
    }

    /// A key goes up.
    pub(super) fn key_released(&mut self, key: &Key) {
        self.key_event(Event::KeyUp, &key.name, key.code);
    }

    fn key_event(&mut self, event: Event, name: &str, code: u32) {
        self.interpreter.set_key(name, code);
        self.react(event);
        self.outdated = true;
    }
}
