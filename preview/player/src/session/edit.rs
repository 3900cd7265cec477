//! What an edit of the text does to an applet that plays.
//!
//! The picture is that of the text, the time, and what the user has done; nothing of it comes from a
//! text that stood there before. So an applet begins anew with each edit that can change what its
//! scripts compute, as if it had been started with that text: at time 0, with the same random
//! numbers. The clock goes on, and what the user has moved, typed and pressed is done again
//! ([`super::actions`]).
//!
//! A constant that the user sets is no edit: the applet goes on ([`super::constants`]).

use std::sync::Arc;

use cindyscript_applet::{Event, View};
use cindyscript_ide::digest::can_be_kept;
use cindyscript_interpreter::{Interpreter, MovedCamera, Playback, Snapshot};
use cindyscript_sound::SoundCommand;

use super::page_controls::ControlStates;
use super::pointer::Grip;
use super::revision::{computes_the_same, init, same_surroundings};
use super::{Session, diagnostic, world};
use crate::policy::START_TIME;
use crate::source::Source;

/// What an applet has come to after init: other scripts are changed more often than that, and need
/// not wait for it.
pub(super) struct Begun {
    interpreter: Interpreter,
    /// What init saw of the canvas.
    view: (View, [f64; 2]),
}

impl Begun {
    /// Where all elements were then.
    pub(super) fn positions(&self) -> Snapshot {
        self.interpreter.positions()
    }
}

impl Session {
    /// Where all elements are as the page has them.
    pub(super) fn written_positions(&self) -> Snapshot {
        let services = Arc::clone(&self.services);
        let world = world(&self.source, services, self.seed, self.clock);
        Interpreter::new(world).positions()
    }

    /// Goes on with another version of the text, or begins anew with it.
    pub fn load(&mut self, source: Source) {
        self.outdated = true;
        // About a text that is gone.
        self.diagnostics.clear();
        self.selected = None;
        if self.set_constants(&source) {
            return;
        }
        let goes_on = !self.cut_short && computes_the_same(&self.source, &source);
        let same_init =
            same_surroundings(&self.source, &source) && init(&self.source) == init(&source);
        let before = std::mem::replace(&mut self.source, source);
        self.control_states
            .keep(before.applet(), self.source.applet());
        if goes_on {
            self.load_program();
            return;
        }
        self.actions.keep(&before, &self.source);
        if !same_init {
            self.begun = None;
        }
        self.begin_anew();
    }

    /// Begins anew, because what was painted into images is gone.
    pub fn restore(&mut self) {
        self.begun = None;
        self.begin_anew();
    }

    /// Begins as if the applet had just been started, and then puts back what the user has done.
    pub(super) fn begin_anew(&mut self) {
        let cameras = self.interpreter.moved_cameras().collect();
        self.begin_anew_with(cameras);
    }

    /// The same, with cameras that the user has moved.
    pub(super) fn begin_anew_with(&mut self, cameras: Vec<MovedCamera>) {
        self.frames = 0;
        self.seconds = 0.0;
        self.cut_short = false;
        self.outdated = true;
        self.diagnostics.clear();
        self.sounds = vec![SoundCommand::Stop];
        self.control_states = ControlStates::default();
        // Init sees what it sees at a start: nobody has done anything yet.
        let input = self.interpreter.input();
        let seen = self.seen();
        // Another canvas may have let init do something else.
        let begun = self.begun.take_if(|begun| begun.view != seen);
        drop(begun);
        let left = match &self.begun {
            Some(begun) => self.interpreter.go_back_to(begun.interpreter.clone()),
            None => {
                let services = Arc::clone(&self.services);
                let world = world(&self.source, services, self.seed, self.clock);
                self.interpreter.begin_anew(world)
            }
        };
        self.left = Some(left);
        self.load_program();
        self.tell_view();
        if self.begun.is_none() {
            self.run_init();
        } else {
            self.began_late = false;
        }
        self.interpreter.set_cameras(cameras);
        self.replay_actions();
        self.interpreter.set_input(&input);
        self.hold_again();
        self.play_again();
    }

    /// Makes of the animation what the user has made of it.
    fn play_again(&mut self) {
        let plays = match self.actions.playback {
            Some(playback) => playback != Playback::Stopped,
            None => self.autoplays(),
        };
        if plays {
            self.play();
        }
        if self.actions.playback == Some(Playback::Paused) {
            self.interpreter.pause();
        }
        if let Some(speed) = self.actions.speed {
            self.interpreter.set_speed(speed);
        }
    }

    /// Runs `oninit` of the page and then init, and keeps what comes of it for the next time.
    pub(super) fn run_init(&mut self) {
        self.interpreter.allow(Some(START_TIME));
        self.open_page();
        if self.page.is_none() {
            self.run_at_start();
        }
        self.interpreter.allow(Some(START_TIME));
        let errors = self.interpreter.run_event(Event::Init);
        self.cut_short |= self.interpreter.is_interrupted();
        self.began_late = self.interpreter.is_late();
        // What went wrong is said again only if it happens again.
        let starts = self
            .applet()
            .is_some_and(|applet| !applet.at_start.is_empty());
        let keeps = errors.is_empty()
            && !starts
            && self.page.is_none()
            && can_be_kept(self.interpreter.program());
        let said = errors
            .into_iter()
            .map(|error| diagnostic(&self.source, error))
            .collect::<Vec<_>>();
        self.diagnostics.extend(said);
        self.begun = keeps.then(|| Begun {
            interpreter: self.interpreter.clone(),
            view: self.seen(),
        });
        self.page_is_ready();
    }

    /// What scripts see of the canvas.
    fn seen(&self) -> (View, [f64; 2]) {
        (self.view(), self.plane().css())
    }

    /// What the pointer holds is another element now, of the same name.
    fn hold_again(&mut self) {
        if let Grip::Element(grip) = &self.grip {
            self.grip = match self.interpreter.hold_again(grip) {
                Some(grip) => Grip::Element(grip),
                // What it held is gone.
                None => Grip::Nothing,
            };
            if let Grip::Element(grip) = &self.grip {
                self.interpreter.set_mover(Some(&grip.name));
            }
        }
    }
}
