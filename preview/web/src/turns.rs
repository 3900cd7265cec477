//! The turns of the preview: one for each frame of the browser while there is work, and one when a timer
//! ends.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::Function;
use serde::Serialize;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::Window;

use crate::playing::Playing;
use crate::screen::Screen;
use crate::wake::{Wake, register};

/// Gives a preview its turns. Clones are the same.
#[derive(Clone)]
pub(crate) struct Turns(Rc<State>);

struct State {
    playing: RefCell<Playing>,
    /// Takes the messages for the editor.
    post: Function,
    /// Takes the states of the controls.
    panel: Option<Function>,
    window: Window,
    /// True from the request for a turn to that turn.
    is_asked: Cell<bool>,
    is_stopped: Cell<bool>,
    is_opening: Cell<bool>,
    /// The timer that asks for a turn, and its number.
    timer: Cell<Option<i32>>,
    turn: RefCell<Option<Closure<dyn FnMut()>>>,
    alarm: RefCell<Option<Closure<dyn FnMut()>>>,
    waker: RefCell<Option<Rc<Wake>>>,
}

impl Turns {
    /// Asks for no turn yet.
    ///
    /// # Panics
    /// Outside of a page.
    pub(crate) fn new(playing: Playing, post: Function, panel: Option<Function>) -> Turns {
        #[expect(clippy::expect_used, reason = "a canvas is in a window")]
        let window = web_sys::window().expect("a window");
        let turns = Turns(Rc::new(State {
            playing: RefCell::new(playing),
            post,
            panel,
            window,
            is_asked: Cell::new(false),
            is_stopped: Cell::new(false),
            is_opening: Cell::new(false),
            timer: Cell::new(None),
            turn: RefCell::default(),
            alarm: RefCell::default(),
            waker: RefCell::default(),
        }));
        let turn = turns.later(|turns| turns.turn());
        let alarm = turns.later(|turns| {
            turns.0.timer.set(None);
            turns.wake();
        });
        let wake: Rc<Wake> = Rc::new(turns.later(|turns| turns.wake()));
        register(&wake);
        *turns.0.turn.borrow_mut() = Some(Closure::new(turn));
        *turns.0.alarm.borrow_mut() = Some(Closure::new(alarm));
        *turns.0.waker.borrow_mut() = Some(wake);
        turns
    }

    /// A function that does something unless the preview is gone by then.
    fn later<F: Fn(Turns) + 'static>(&self, act: F) -> impl Fn() + use<F> {
        let state = Rc::downgrade(&self.0);
        move || {
            if let Some(state) = state.upgrade() {
                act(Turns(state));
            }
        }
    }

    /// Does something with what plays, and gives it a turn.
    pub(crate) fn play<T>(&self, act: impl FnOnce(&mut Playing) -> T) -> T {
        let done = act(&mut self.0.playing.borrow_mut());
        self.wake();
        self.post();
        done
    }

    /// Asks the browser for a turn.
    pub(crate) fn wake(&self) {
        let state = &*self.0;
        if state.is_stopped.get() || state.is_asked.replace(true) {
            return;
        }
        if let Some(turn) = &*state.turn.borrow() {
            let turn = turn.as_ref().unchecked_ref();
            drop(state.window.request_animation_frame(turn));
        }
    }

    /// True if the browser owes no turn.
    pub(crate) fn is_at_rest(&self) -> bool {
        let state = &*self.0;
        !state.is_asked.get() && state.timer.get().is_none()
    }

    pub(crate) fn stop(&self) {
        self.0.is_stopped.set(true);
        if let Ok(mut playing) = self.0.playing.try_borrow_mut() {
            playing.speaker.close();
        }
    }

    /// Gives the page its messages; it may answer at once.
    fn post(&self) {
        let messages = self.0.playing.borrow_mut().take_messages();
        for message in messages {
            give(&self.0.post, &message);
        }
        if let Some(panel) = &self.0.panel {
            let state = self.0.playing.borrow_mut().take_panel();
            if let Some(state) = state {
                give(panel, &state);
            }
        }
    }

    /// Opens another device if the last one is lost.
    fn open_device(&self) {
        let state = &*self.0;
        let is_lost = state.playing.borrow().is_lost();
        if !is_lost || state.is_opening.replace(true) {
            return;
        }
        let turns = self.clone();
        spawn_local(async move {
            let canvas = turns.0.playing.borrow().canvas().clone();
            let screen = Screen::open(&canvas).await;
            turns.0.is_opening.set(false);
            if let Ok(screen) = screen {
                turns.play(|playing| playing.set_screen(screen));
            }
        });
    }

    fn turn(&self) {
        let state = &*self.0;
        state.is_asked.set(false);
        if state.is_stopped.get() {
            return;
        }
        let due = state.playing.borrow_mut().turn();
        self.post();
        self.open_device();
        if let Some(timer) = state.timer.take() {
            state.window.clear_timeout_with_handle(timer);
        }
        match due {
            Some(Duration::ZERO) => self.wake(),
            Some(due) => {
                let ms = i32::try_from(due.as_millis()).unwrap_or(i32::MAX);
                if let Some(alarm) = &*state.alarm.borrow() {
                    let alarm = alarm.as_ref().unchecked_ref();
                    let window = &state.window;
                    let timer =
                        window.set_timeout_with_callback_and_timeout_and_arguments_0(alarm, ms);
                    state.timer.set(timer.ok());
                }
            }
            None => {}
        }
    }
}

/// Calls a function of the page with a value, as JSON.
fn give(function: &Function, value: &impl Serialize) {
    if let Ok(json) = serde_json::to_string(value) {
        drop(function.call1(&JsValue::NULL, &json.into()));
    }
}
