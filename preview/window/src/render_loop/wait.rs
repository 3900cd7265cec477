//! How long the render loop waits: until something happens, or something is due.

use std::time::{Duration, Instant};

use cindyscript_player::Session;

use super::drops::{Dropped, ScriptDrop};
use super::state::Wait;
use super::{LoopEvent, RenderLoop, WindowProxy};

impl<P: WindowProxy> RenderLoop<P> {
    /// Waits until something happens or a frame is due.
    pub(super) fn wait(&mut self) -> Option<LoopEvent> {
        self.look_for_room();
        let due = self.is_animated() || self.is_outdated() || self.seeking.is_some();
        let due = match self.state.wait(due) {
            Wait::No => Some(Duration::ZERO),
            Wait::Frame => Some(self.next_frame()),
            Wait::Timer => self.next_timer(),
            Wait::Until(time) => Some(time.saturating_duration_since(Instant::now())),
            Wait::Event => None,
        };
        let controls = self.controls.due(Instant::now());
        let searches = self.state.is_visible() && self.frames.goes_on_searching();
        let due = [
            due,
            self.console.due(),
            self.values.due(),
            self.plots_due(),
            controls,
            searches.then_some(Duration::ZERO),
            self.jobs_due(),
            self.inspection_due(),
            self.samples_due(),
            self.dropped.as_ref().and_then(Dropped::due),
            self.script_drop.as_ref().map(ScriptDrop::due),
            self.saving.due(),
        ];
        let due = due.into_iter().flatten().min();
        self.events.wait(due)
    }

    /// How long until another frame may be shown.
    pub(super) fn next_frame(&self) -> Duration {
        self.times.next()
    }

    /// How long until code is due that a script has put off.
    pub(super) fn next_timer(&self) -> Option<Duration> {
        let due = self.frames.session()?.next_timer()?;
        if self.clock.is_paused() {
            return None;
        }
        let left = (due - self.clock.seconds()).max(0.0);
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    pub(super) fn is_outdated(&mut self) -> bool {
        self.frames.session_mut().is_some_and(Session::is_outdated)
    }

    /// Time went backwards, and the picture of the start is there.
    pub(super) fn is_over(&self) -> bool {
        let is_shown = |session: &Session| session.seconds() <= 0.0;
        self.clock.is_at_start() && self.frames.session().is_some_and(is_shown)
    }

    pub(super) fn is_animated(&self) -> bool {
        !self.clock.is_paused()
            && !self.is_over()
            && self.state.is_running()
            && self.frames.session().is_some_and(Session::is_playing)
    }
}
