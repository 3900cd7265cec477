//! Time: the clock, the animation, and the code that scripts have put off.

use cindyscript_applet::Event;

use super::Interpreter;
use super::debugger::Job;
use crate::context::animation::Playback;
use crate::error::{NOWHERE, RuntimeError};

/// Whether a camera has something to see is looked after as often, in seconds.
const LOOK: f64 = 0.05;

impl Interpreter {
    /// Sets the time, in seconds since the applet's start.
    pub fn set_time(&mut self, seconds: f64) {
        let context = &mut self.state.context;
        context.animation.set_time(seconds);
        context.images.show_films(seconds);
    }

    /// Whether the animation plays.
    #[must_use]
    pub fn playback(&self) -> Playback {
        self.state.context.animation.playback
    }

    /// Begins or goes on to play, as the button does. What went wrong in `simulationstart`.
    pub fn play(&mut self) -> Vec<RuntimeError> {
        if self.state.context.play() {
            return self.run_event(Event::SimulationStart);
        }
        Vec::new()
    }

    /// Lets the animation stand still, as the button does.
    pub fn pause(&mut self) {
        self.state.context.animation.pause();
    }

    /// Stops the animation, as the button does: puts the construction back where it was when it
    /// began to play. What went wrong in `simulationstop`.
    pub fn stop(&mut self) -> Vec<RuntimeError> {
        let mut errors = Vec::new();
        if self.playback() == Playback::Playing {
            errors = self.run_event(Event::SimulationStop);
        }
        self.state.context.stop();
        errors
    }

    /// Simulated time per time.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.state.context.animation.speed
    }

    /// Sets the simulated time per time; a script may set another.
    pub fn set_speed(&mut self, speed: f64) {
        self.state.context.animation.speed = speed;
    }

    /// A frame of the animation begins: simulated time passes, `tick` runs. Nothing happens unless
    /// it plays, or a camera lets it begin to.
    pub fn tick(&mut self) -> Vec<RuntimeError> {
        let mut errors = Vec::new();
        if std::mem::take(&mut self.state.context.animation.starts) {
            errors = self.play();
        }
        if self.playback() == Playback::Playing {
            let passed = self.state.context.animation.tick();
            let end = self.state.context.animation.simulated + passed;
            if self.state.context.geometry.physics().is_active() {
                self.execute(Job::Simulation(passed));
                let reports = self.state.context.reports.take().into_iter();
                errors.extend(reports.map(of_simulation));
            }
            self.state.context.animation.simulated = end;
        }
        // A script of the simulation may have ended it.
        if self.playback() == Playback::Playing {
            errors.append(&mut self.run_event(Event::Tick));
        }
        errors.append(&mut self.state.context.reports.take());
        errors
    }

    /// The time at which code that a script has put off is due, in seconds since the start.
    #[must_use]
    pub fn next_timer(&self) -> Option<f64> {
        let context = &self.state.context;
        let look = context.images.is_expecting();
        let look = look.then(|| context.animation.now() + LOOK);
        let code = context.animation.next_timer();
        look.into_iter().chain(code).min_by(f64::total_cmp)
    }

    /// Runs the code that is due, and asks for a frame if there was some.
    pub fn run_timers(&mut self) -> Vec<RuntimeError> {
        for code in self.state.context.animation.take_due() {
            self.execute(Job::Code(code));
            self.state.context.wants_frame = true;
        }
        self.state.context.reports.take()
    }
}

/// Names the simulation in an error that no term of a script has caused.
fn of_simulation(error: RuntimeError) -> RuntimeError {
    match error.message.strip_prefix("stopped: ") {
        Some(reason) if error.term == NOWHERE => RuntimeError {
            message: format!("stopped in the simulation of `behavior`: {reason}"),
            ..error
        },
        _ => error,
    }
}
