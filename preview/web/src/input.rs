//! Pointer, wheel and keys over the canvas.

use cindyscript_player::session::{Key, Touch, UserEvent};
use cindyscript_protocol::PanelCommand;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsError};
use web_sys::{
    AddEventListenerOptions, Event, EventTarget, HtmlCanvasElement, KeyboardEvent, PointerEvent,
    ResizeObserver, WheelEvent,
};

use crate::playing::Playing;
use crate::turns::Turns;

/// A line of the wheel zooms by this.
const ZOOM_A_LINE: f64 = 1.15;
/// CSS pixels in a line of the wheel.
const LINE: f64 = 100.0 / 3.0;

type Listener = Closure<dyn FnMut(Event)>;

/// The listeners of a canvas, as long as this is there.
pub(crate) struct Listeners {
    target: EventTarget,
    listeners: Vec<(&'static str, Listener)>,
    observer: ResizeObserver,
    _resized: Closure<dyn FnMut()>,
}

/// Hands events of the canvas to a preview.
pub(crate) fn listen(canvas: &HtmlCanvasElement, turns: &Turns) -> Result<Listeners, JsError> {
    // Only what can have the focus has keys.
    if canvas.tab_index() < 0 {
        canvas.set_tab_index(0);
    }
    drop(canvas.style().set_property("touch-action", "none"));
    let woken = turns.clone();
    let resized = Closure::<dyn FnMut()>::new(move || woken.wake());
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref());
    let observer = observer.map_err(|_| JsError::new("the browser tells no sizes"))?;
    observer.observe(canvas);
    let mut listeners = Listeners {
        target: canvas.clone().into(),
        listeners: Vec::new(),
        observer,
        _resized: resized,
    };
    for (name, does) in HANDLERS {
        let (turns, canvas) = (turns.clone(), canvas.clone());
        let listener = Listener::new(move |event: Event| {
            turns.play(|playing| does(playing, &canvas, &event));
        });
        let options = AddEventListenerOptions::new();
        options.set_passive(false);
        let function = listener.as_ref().unchecked_ref();
        let target = &listeners.target;
        let added = target.add_event_listener_with_callback_and_add_event_listener_options(
            name, function, &options,
        );
        added.map_err(|_| JsError::new("the canvas takes no listeners"))?;
        listeners.listeners.push((name, listener));
    }
    Ok(listeners)
}

impl Drop for Listeners {
    fn drop(&mut self) {
        self.observer.disconnect();
        for (name, listener) in &self.listeners {
            let function = listener.as_ref().unchecked_ref();
            drop(
                self.target
                    .remove_event_listener_with_callback(name, function),
            );
        }
    }
}

type Handler = fn(&mut Playing, &HtmlCanvasElement, &Event);

const HANDLERS: [(&str, Handler); 9] = [
    ("pointerdown", |playing, canvas, event| {
        let Some(event) = event.dyn_ref::<PointerEvent>() else {
            return;
        };
        drop(canvas.set_pointer_capture(event.pointer_id()));
        drop(canvas.focus());
        if is_finger(event) {
            return playing.input(touch(event, Touch::Down));
        }
        playing.input(moved(event));
        if event.button() == 0 && (event.ctrl_key() || event.meta_key()) {
            return playing.obey(PanelCommand::Reveal);
        }
        let press = match event.button() {
            0 => playing.pointer.press(place(event)),
            _ => UserEvent::PanPressed,
        };
        playing.input(press);
    }),
    ("pointermove", |playing, _, event| {
        if let Some(event) = event.dyn_ref::<PointerEvent>() {
            playing.input(match is_finger(event) {
                true => touch(event, Touch::Moved),
                false => moved(event),
            });
        }
    }),
    ("pointerleave", |playing, _, _| playing.has_pointer = false),
    ("pointerup", up),
    ("pointercancel", up),
    ("wheel", |playing, _, event| {
        if let Some(event) = event.dyn_ref::<WheelEvent>() {
            event.prevent_default();
            let lines = match event.delta_mode() {
                WheelEvent::DOM_DELTA_PIXEL => event.delta_y() / LINE,
                _ => event.delta_y(),
            };
            playing.input(UserEvent::Zoom(
                ZOOM_A_LINE.powf((-lines).clamp(-100.0, 100.0)),
            ));
        }
    }),
    ("contextmenu", |_, _, event| event.prevent_default()),
    ("keydown", |playing, _, event| {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>()
            && playing.takes_keys()
        {
            // The page does not scroll where scripts listen; with Control a key is the browser's.
            if !event.ctrl_key() && !event.meta_key() && event.key() != "Tab" {
                event.prevent_default();
            }
            playing.input(UserEvent::KeyPressed(key(event)));
        }
    }),
    ("keyup", |playing, _, event| {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>()
            && playing.takes_keys()
        {
            playing.input(UserEvent::KeyReleased(key(event)));
        }
    }),
];

fn up(playing: &mut Playing, _: &HtmlCanvasElement, event: &Event) {
    if let Some(event) = event.dyn_ref::<PointerEvent>() {
        playing.input(match is_finger(event) {
            true => touch(event, Touch::Up),
            false => UserEvent::PointerReleased,
        });
    }
}

fn is_finger(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// A place in CSS pixels of the canvas.
fn place(event: &PointerEvent) -> [f64; 2] {
    [event.offset_x(), event.offset_y()].map(f64::from)
}

fn moved(event: &PointerEvent) -> UserEvent {
    UserEvent::PointerMoved(place(event))
}

fn touch(event: &PointerEvent, touch: Touch) -> UserEvent {
    UserEvent::Touch {
        // Only told from others.
        finger: event.pointer_id().cast_unsigned().into(),
        touch,
        at: place(event),
    }
}

/// A key, as scripts know them.
fn key(event: &KeyboardEvent) -> Key {
    let name = event.key();
    let mut characters = name.chars();
    let typed = match (characters.next(), characters.next()) {
        (Some(character), None) => Some(u32::from(character)),
        _ => (name == "Enter").then_some(13),
    };
    Key {
        code: event.key_code(),
        typed,
        shift: event.shift_key(),
        control: event.ctrl_key() || event.meta_key(),
        name,
    }
}
