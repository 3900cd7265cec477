//! What the user has the window do, by key or with the controls: time and its passing, the view,
//! what lies over the picture.

use std::time::Instant;

use cindyscript_player::Session;

use super::{Panel, RenderLoop, WindowProxy};
use crate::controls::{Command, Playback, SPEEDS, Shown};
use crate::headless::FRAME;
use crate::policy::SEEK_SLICE;

impl<P: WindowProxy> RenderLoop<P> {
    /// Lays the controls out, and does what the user wants there.
    pub(super) fn lay_out_controls(&mut self) {
        let outcome = self
            .controls
            .lay_out(self.shown(), self.canvas, Instant::now());
        if outcome.changed {
            self.state.overlay_changed();
        }
        let obeys = !outcome.commands.is_empty();
        for command in outcome.commands {
            self.obey(command);
        }
        if obeys {
            let outcome = self
                .controls
                .lay_out(self.shown(), self.canvas, Instant::now());
            if outcome.changed {
                self.state.overlay_changed();
            }
        }
    }

    /// What the controls show.
    fn shown(&self) -> Shown {
        let Some(session) = self.frames.session() else {
            return Shown::default();
        };
        Shown {
            playback: session.is_playing().then(|| Playback {
                seconds: self.seeking.unwrap_or_else(|| self.clock.seconds()),
                paused: self.clock.is_paused(),
                speed: self.clock.speed(),
                range: self.clock.range(),
            }),
            moved: session.has_moved_view(),
        }
    }

    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::TogglePause => self.pause(!self.clock.is_paused()),
            Command::Step => {
                self.pause(true);
                self.seek(self.clock.seconds() + FRAME);
            }
            Command::StartAnew => {
                self.restart_clock();
                self.with_session(Session::start_again);
            }
            Command::Seek(seconds) => self.seek(seconds),
            Command::Faster => {
                let speed = SPEEDS.iter().find(|speed| **speed > self.clock.speed());
                self.set_speed(speed.copied());
            }
            Command::Slower => {
                let slower = |speed: &&f64| **speed < self.clock.speed();
                self.set_speed(SPEEDS.iter().rev().find(slower).copied());
            }
            Command::Speed(speed) => self.set_speed(Some(speed)),
            Command::ToggleLoop => {
                let range = match self.clock.range() {
                    Some(_) => None,
                    None => Some([0.0, self.clock.seconds()]),
                };
                self.clock.set_range(range);
            }
            Command::ResetView => self.with_session(Session::reset_view),
            Command::ToggleTimes => self.toggle(Panel::Hud),
            Command::ToggleKeys => self.toggle(Panel::Keys),
            Command::HidePanels => self.show_panel(Panel::None),
        }
    }

    fn toggle(&mut self, panel: Panel) {
        self.show_panel(self.panel.toggled(panel));
    }

    fn show_panel(&mut self, panel: Panel) {
        self.panel = panel;
        self.state.overlay_changed();
    }

    fn pause(&mut self, paused: bool) {
        self.clock.pause(paused);
        if paused && let Some(session) = self.frames.session() {
            // At the frame that is seen, from which the next is counted.
            self.clock
                .seek(self.seeking.unwrap_or_else(|| session.seconds()));
        }
        self.with_session(|session| session.hold(paused));
        self.hud.paused = paused;
        self.state.overlay_changed();
    }

    fn set_speed(&mut self, speed: Option<f64>) {
        if let Some(speed) = speed {
            self.clock.set_speed(speed);
        }
    }

    /// Begins to go to a time: there is no way but through all frames before it, for a script may
    /// go on with what it has left in the last one.
    pub(super) fn seek(&mut self, seconds: f64) {
        self.seeking = Some(seconds);
        self.clock.seek(seconds);
        if self
            .frames
            .session()
            .is_some_and(|session| session.seconds() > seconds)
        {
            self.with_session(Session::rewind);
        }
        self.state.frame_is_due();
    }

    /// Runs the scripts of the next frame; whether there was something to run.
    pub(super) fn run_frame(&mut self) -> bool {
        let seconds = self.clock.seconds();
        if self.seeking.is_none()
            && self
                .frames
                .session()
                .is_some_and(|session| session.seconds() > seconds)
        {
            // A range is played again.
            self.seek(seconds);
        }
        if let Some(target) = self.seeking {
            return self.run_towards(target);
        }
        let Some(frame) = self.frames.run(seconds) else {
            return false;
        };
        self.console.take(&frame.output);
        true
    }

    /// Runs frames on the way to a time, at least one and as many as there is time for.
    fn run_towards(&mut self, target: f64) -> bool {
        let began = Instant::now();
        self.with_session(|session| session.hold(false));
        loop {
            let Some(session) = self.frames.session() else {
                return false;
            };
            let seconds = (session.seconds() + FRAME).min(target);
            let Some(frame) = self.frames.run(seconds) else {
                return false;
            };
            self.console.take(&frame.output);
            if seconds >= target || self.frames.scripts_failed() {
                self.seeking = None;
                break;
            }
            if began.elapsed() > SEEK_SLICE {
                break;
            }
        }
        let paused = self.clock.is_paused();
        self.with_session(|session| session.hold(paused));
        self.clock.seek(target);
        true
    }
}
