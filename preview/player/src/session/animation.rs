//! How time passes.

use cindyscript_ide::AppletAnalysis;
use cindyscript_interpreter::{NOWHERE, Playback};

use super::Session;
use crate::policy::SCRIPT_TIME;

impl Session {
    /// Whether the animation plays.
    pub fn is_playing(&self) -> bool {
        self.interpreter.playback() == Playback::Playing
    }

    /// True if nothing plays and each frame goes on from images that the one before painted.
    pub fn waits_to_play(&self) -> bool {
        !self.is_playing() && self.interpreter.has_feedback()
    }

    /// Begins or goes on to play, as a button of the page does.
    pub fn play(&mut self) {
        self.interpreter.allow(Some(SCRIPT_TIME));
        let errors = self.interpreter.play();
        self.note(errors);
        self.outdated = true;
    }

    /// Stands still, as a button of the page does.
    pub fn pause(&mut self) {
        self.interpreter.pause();
        self.outdated = true;
    }

    /// Puts the construction back where it was when the animation began, as a button of the page
    /// does.
    pub fn stop(&mut self) {
        self.interpreter.allow(Some(SCRIPT_TIME));
        let errors = self.interpreter.stop();
        self.note(errors);
        self.outdated = true;
    }

    /// Whether the page lets the animation begin by itself.
    pub(super) fn autoplays(&self) -> bool {
        self.applet()
            .is_some_and(|applet| applet.animation.autoplay)
    }

    /// The time of the next frame has come, in seconds since the start: runs what waited for it.
    pub(super) fn pass_time(&mut self, seconds: f64) {
        self.seconds = seconds;
        self.interpreter.set_time(seconds);
        let errors = self.interpreter.run_timers();
        self.note(errors);
        self.run_page_timers();
        if !self.held {
            let errors = self.interpreter.tick();
            let behavior = self.applet().and_then(|applet| applet.behavior.first());
            let behavior = behavior.map(|behavior| behavior.range);
            for error in errors {
                let is_of_simulation = error.term == NOWHERE;
                let mut said = self.diagnostic(error);
                said.range = said.range.or(behavior.filter(|_| is_of_simulation));
                self.note_once(said);
            }
        }
    }

    /// The time of the last frame, in seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Whether a frame is what its time makes of it, whatever frames came before: then the next one
    /// may be at any time, also an earlier one.
    pub fn follows_time(&self) -> bool {
        let facts = self.source.facts();
        facts.is_some_and(AppletAnalysis::follows_time)
    }

    /// Begins anew at time 0, and does again what the user has done.
    pub fn rewind(&mut self) {
        self.begin_anew();
    }

    /// Lets the animation wait, whatever the scripts say, or go on.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// The time at which code that a script has put off is due, in seconds since the start.
    pub fn next_timer(&self) -> Option<f64> {
        let timers = [self.interpreter.next_timer(), self.next_page_timer()];
        timers.into_iter().flatten().min_by(f64::total_cmp)
    }
}
