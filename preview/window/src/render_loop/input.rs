//! What happens to the window and what the user does: to the controls, to what was dropped, or else to
//! the applet.

use std::time::Instant;

use cindyscript_player::Session;
use cindyscript_player::session::{Cursor, Key, UserEvent};

use super::events::phase;
use super::{LoopEvent, RenderLoop, WindowProxy};
use crate::controls::{self, Command};
use crate::policy::DOUBLE_CLICK;

/// The pointer over the picture.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    /// Where it has moved to, not yet told to the session: of many places only the last matters.
    moved_to: Option<[f64; 2]>,
    /// Where it is, in CSS pixels; none outside of the window.
    pub(super) at: Option<[f64; 2]>,
    /// When and where the main button went down last; none after a double click.
    pressed: Option<(Instant, [f64; 2])>,
    /// Whether the Shift key is held.
    pub(super) shift_is_down: bool,
    /// Its form.
    cursor: Cursor,
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Something happens, after all that happened before. Places that the pointer only passes are
    /// skipped, as browsers do.
    pub(super) fn take(&mut self, event: LoopEvent) {
        if let LoopEvent::User(UserEvent::PointerMoved(at)) = event {
            self.pointer.moved_to = Some(at);
            return;
        }
        self.move_pointer();
        self.happen(event);
        self.show_cursor();
    }

    pub(super) fn move_pointer(&mut self) {
        if let Some(moved_to) = self.pointer.moved_to.take() {
            let at = self.in_css(moved_to);
            self.pointer.at = Some(at);
            if self
                .dropped
                .as_ref()
                .is_some_and(|dropped| dropped.due().is_some())
            {
                self.choose_at_pointer();
            }
            let scale = self.look.scale_on(&self.canvas);
            self.controls
                .pointer_moved(Some(at.map(|place| place / scale)));
            self.point(true);
            let holds = self.frames.session().is_some_and(Session::has_grip);
            if holds {
                self.controls.hide();
            }
            if holds || !self.controls.have_pointer() {
                let at = self.placement.on_canvas(moved_to);
                self.inspector.point(at);
                self.tell_snap();
                self.input(UserEvent::PointerMoved(at));
            }
            self.show_cursor();
        }
    }

    /// A place of the window, in CSS pixels.
    pub(super) fn in_css(&self, at: [f64; 2]) -> [f64; 2] {
        at.map(|place| place / self.canvas.scale)
    }

    /// The pointer on the canvas of the applet, in CSS pixels; none if it is outside of the window.
    pub(super) fn pointer_on_canvas(&self) -> Option<[f64; 2]> {
        let at = self.pointer.at?.map(|place| place * self.canvas.scale);
        Some(self.placement.on_canvas(at))
    }

    /// True if the pointer is over a bar beside the applet.
    fn is_beside_applet(&self) -> bool {
        let size = self.placement.canvas.css();
        let is_within =
            |at: [f64; 2]| (0..2).all(|axis: usize| (0.0..=size[axis]).contains(&at[axis]));
        self.pointer_on_canvas().is_some_and(|at| !is_within(at))
    }

    fn show_cursor(&mut self) {
        let session = self
            .frames
            .session()
            .filter(|_| !self.controls.have_pointer());
        let cursor = match self.place_at_pointer() {
            Some(_) => Cursor::Hand,
            None => session.map(Session::cursor).unwrap_or_default(),
        };
        if cursor != self.pointer.cursor {
            self.pointer.cursor = cursor;
            self.proxy.cursor(cursor);
        }
    }

    fn happen(&mut self, event: LoopEvent) {
        match event {
            LoopEvent::Outcome(outcome) => self.outcome(outcome),
            LoopEvent::Unreadable(message) => {
                self.bar.unreadable = Some(message);
                self.state.overlay_changed();
            }
            LoopEvent::Canvas(canvas) => {
                if self.canvas != canvas {
                    self.canvas = canvas;
                    if let Some(presenter) = &mut self.presenter {
                        presenter.resize(canvas.device);
                    }
                    self.place();
                }
            }
            LoopEvent::User(event) => self.do_as_user(event),
            LoopEvent::Command(command) => self.obey(command),
            LoopEvent::Notice(notice) => self.note(notice),
            LoopEvent::Shift(is_down) => self.shift(is_down),
            LoopEvent::Scheme(scheme) => self.show_in(scheme),
            LoopEvent::LessMotion => self.move_less(),
            LoopEvent::Hover(path) => self.hover(path.as_deref()),
            LoopEvent::Dropped(Ok(path)) => self.dropped(path),
            LoopEvent::Dropped(Err(reason)) => {
                self.bar.notice = Some(reason);
                self.state.overlay_changed();
            }
            LoopEvent::Selected(version, range) => self.select(version, range),
            LoopEvent::PointerLeft => {
                self.pointer.at = None;
                self.controls.pointer_moved(None);
                self.point(false);
            }
            LoopEvent::Debug(content) => self.debug(&content),
            LoopEvent::Expose => self.state.exposed(),
            LoopEvent::Hidden(hidden) => self.state.hidden(hidden),
            LoopEvent::Room | LoopEvent::Quit => {}
        }
    }

    /// The user does something, to the window or to the applet.
    fn do_as_user(&mut self, event: UserEvent) {
        self.saving.touch();
        match event {
            UserEvent::PointerMoved(at) => self.pointer.moved_to = Some(at),
            // A slider takes no press that ends before it was laid out with it.
            UserEvent::PointerPressed if self.controls.press() => self.lay_out_controls(),
            UserEvent::PointerReleased if self.controls.release() => self.lay_out_controls(),
            UserEvent::Zoom(factor) if self.controls.have_pointer() => {
                self.controls.wheel(factor);
            }
            UserEvent::PointerPressed => {
                if let Some((version, range)) = self.place_at_pointer() {
                    return self.reveal(version, range);
                }
                if self.dropped.is_some() {
                    return self.choose_at_pointer();
                }
                self.forget_notice();
                if self.is_beside_applet() {
                    return;
                }
                self.state.touched();
                let at = self.frames.session().map(Session::pointer);
                let again = self.pointer.pressed.is_some_and(|(when, place)| {
                    when.elapsed() < DOUBLE_CLICK && Some(place) == at
                });
                let at = at.filter(|_| !again);
                self.pointer.pressed = at.map(|at| (Instant::now(), at));
                self.input(match again {
                    true => UserEvent::PointerPressedAgain,
                    false => UserEvent::PointerPressed,
                });
            }
            UserEvent::KeyPressed(key) => {
                self.forget_notice();
                self.key_pressed(key);
            }
            UserEvent::KeyReleased(_) => {
                if self.frames.session().is_some_and(Session::listens_to_keys) {
                    self.input(event);
                }
            }
            UserEvent::Touch { finger, touch, at } => {
                let at = self.placement.on_canvas(at);
                self.input(UserEvent::Touch { finger, touch, at });
            }
            UserEvent::PointerPressedAgain
            | UserEvent::PanPressed
            | UserEvent::PointerReleased
            | UserEvent::Operated(..)
            | UserEvent::Dropped(..)
            | UserEvent::Zoom(_) => self.input(event),
        }
    }

    pub(super) fn input(&mut self, event: UserEvent) {
        let holds = self.state.holds_scripts();
        let phase = phase(&event);
        let is_taken = phase.map_or(!holds, |phase| self.admission.takes(phase, holds));
        match (holds, is_taken) {
            (false, true) => self.with_session(|session| session.input(event)),
            (true, true) => self.release_later(event),
            (true, false) => self.say_that_it_is_stopped(&event),
            (false, false) => {}
        }
    }

    pub(super) fn with_session(&mut self, act: impl FnOnce(&mut Session)) {
        if let Some(session) = self.frames.session_mut() {
            act(session);
        }
    }

    pub(super) fn forget_notice(&mut self) {
        if self.bar.clear() {
            self.state.overlay_changed();
        }
    }

    fn key_pressed(&mut self, key: Key) {
        if self.answers_dropped(&key) {
            return;
        }
        // What the next key is meant for may depend on what comes of this one.
        let has_controls = !self.panels.is_empty() || !self.debugged_loops().is_empty();
        let is_for_panel = has_controls && self.controls.takes(&key);
        if is_for_panel || self.controls.take_keys() {
            self.controls.key_pressed(&key);
            return self.lay_out_controls();
        }
        if !self.panels.is_empty() && self.scrolls(&key) {
            return self.lay_out_controls();
        }
        // Before the applet has it: nothing else takes a panel away that lies over a text field,
        // or ends a recording.
        let is_wanted = !self.panels.is_empty() || self.has_long_job();
        let command = controls::of_key(&key, self.proxy.container());
        if is_wanted && command == Some(Command::HidePanels) {
            self.obey(Command::HidePanels);
            return;
        }
        if controls::is_for_window(&key) {
            if let Some(command) = command {
                self.obey(command);
            }
            return;
        }
        // With Control it is meant for a text field or the window, whatever scripts do.
        let takes =
            |session: &Session| session.is_editing() || session.listens_to_keys() && !key.control;
        if self.frames.session().is_some_and(takes) {
            self.input(UserEvent::KeyPressed(key));
            return;
        }
        if let Some(command) = command {
            self.obey(command);
        }
    }

    /// Scrolls a panel with a key, unless scripts take that.
    fn scrolls(&mut self, key: &Key) -> bool {
        let listens = self.frames.session().is_some_and(Session::listens_to_keys);
        if listens && !key.control {
            return false;
        }
        // Only so is known what a panel has that was just opened.
        self.lay_out_controls();
        self.controls.scroll(key)
    }
}
