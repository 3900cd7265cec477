//! Time: the applet's and the screen's.

use std::time::{Duration, Instant};

/// The applet's time: real time, without pauses.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) started: Instant,
    pub(super) paused: Option<Instant>,
    pub(super) lost: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            started: Instant::now(),
            paused: None,
            lost: Duration::ZERO,
        }
    }
}

impl Clock {
    pub(super) fn seconds(&self) -> f64 {
        let now = self.paused.unwrap_or_else(Instant::now);
        now.saturating_duration_since(self.started)
            .saturating_sub(self.lost)
            .as_secs_f64()
    }

    pub(super) fn toggle_pause(&mut self) {
        match self.paused.take() {
            Some(since) => self.lost += since.elapsed(),
            None => self.paused = Some(Instant::now()),
        }
    }
}

/// When frames were shown, and how long they took.
#[derive(Debug, Default)]
pub(super) struct FrameTimes {
    pub(super) last: Option<Instant>,
    /// Since the last status: when it was, frames, milliseconds.
    pub(super) since: Option<Instant>,
    pub(super) frames: u32,
    pub(super) milliseconds: f64,
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_paused_clock_stands_still_and_goes_on_from_there() {
        let mut clock = Clock::default();
        clock.toggle_pause();
        let stopped = clock.seconds();
        thread::sleep(Duration::from_millis(20));
        assert!((clock.seconds() - stopped).abs() < 1e-9);
        clock.toggle_pause();
        assert!(clock.seconds() - stopped < 0.015);
    }
}
