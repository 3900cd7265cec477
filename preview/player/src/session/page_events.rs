//! Pointer, wheel and keys over the picture, for the JavaScript of the page that listens to them.

use cindyscript_javascript::PageEvent;
use serde_json::{Value as Json, json};

use super::{Key, Session, UserEvent};

/// A line of the wheel, as browsers count it.
const LINE: f64 = 100.0;

impl Session {
    /// Tells the page of an event over the picture. True if the page takes it for its own.
    pub(super) fn tell_page(&mut self, event: &UserEvent) -> bool {
        if self.page.is_none() {
            return false;
        }
        let at = self.pointer;
        match event {
            UserEvent::PointerMoved(at) => {
                self.happen(&["pointermove", "mousemove"], &pointer(*at))
            }
            UserEvent::PointerPressed | UserEvent::PointerPressedAgain => {
                self.happen(&["pointerdown", "mousedown"], &pointer(at))
            }
            UserEvent::PointerReleased => {
                self.happen(&["pointerup", "mouseup", "click"], &pointer(at))
            }
            UserEvent::Zoom(factor) if self.space_canvas_at(at).is_none() => {
                let mut properties = pointer(at);
                properties["deltaY"] = json!(-LINE * factor.ln().signum());
                return self.happen(&["wheel"], &properties);
            }
            UserEvent::KeyPressed(pressed) => {
                self.happen(&["keydown"], &key(pressed, pressed.code));
                if let Some(typed) = pressed.typed {
                    self.happen(&["keypress"], &key(pressed, typed));
                }
                false
            }
            UserEvent::KeyReleased(released) => {
                self.happen(&["keyup"], &key(released, released.code))
            }
            _ => false,
        };
        false
    }

    /// Sends events that the page listens to to the canvas; true if there are some.
    fn happen(&mut self, names: &[&str], properties: &Json) -> bool {
        let heard = names.iter().filter(|name| self.page_hears(&[name]));
        let heard: Vec<String> = heard.map(|name| (*name).to_owned()).collect();
        let id = self.port().and_then(|port| port.id.clone());
        for name in &heard {
            self.run_page_event(PageEvent::Happen {
                id: id.clone().unwrap_or_default(),
                name: name.clone(),
                properties: properties.to_string(),
            });
        }
        !heard.is_empty()
    }
}

fn pointer([x, y]: [f64; 2]) -> Json {
    json!({ "clientX": x, "clientY": y, "offsetX": x, "offsetY": y, "pageX": x, "pageY": y,
            "x": x, "y": y, "button": 0 })
}

fn key(key: &Key, code: u32) -> Json {
    json!({ "key": key.name, "keyCode": code, "which": code, "charCode": key.typed.unwrap_or_default(),
            "shiftKey": key.shift, "ctrlKey": key.control })
}
