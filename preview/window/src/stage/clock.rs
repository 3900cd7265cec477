//! Time: the applet's, the screen's, and how much of it painting on the CPU may take.

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

/// The squares that colorplots are painted in on the CPU: coarse while things move, fine at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refinement {
    /// The side of the squares for a first picture.
    pub(super) first: u32,
    /// The side of those of the picture shown.
    pub(super) shown: u32,
}

impl Default for Refinement {
    fn default() -> Refinement {
        Refinement { first: 8, shown: 1 }
    }
}

impl Refinement {
    const COARSEST: u32 = 16;
    /// A first picture may take this long.
    const PATIENCE: Duration = Duration::from_millis(60);

    /// Learns from how long a first picture took.
    pub(super) fn learn(&mut self, took: Duration) {
        if took > 2 * Refinement::PATIENCE {
            self.first = (self.first * 2).min(Refinement::COARSEST);
        } else if took < Refinement::PATIENCE / 4 {
            self.first = (self.first / 2).max(1);
        }
    }
}

/// When frames were shown, and how long they took.
#[derive(Debug, Default)]
pub(super) struct Pace {
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

    #[test]
    fn slow_pictures_begin_coarsely() {
        let mut refinement = Refinement::default();
        refinement.learn(Duration::from_secs(1));
        refinement.learn(Duration::from_secs(1));
        assert_eq!(refinement.first, Refinement::COARSEST);
        for _ in 0..10 {
            refinement.learn(Duration::from_millis(1));
        }
        assert_eq!(refinement.first, 1);
    }
}
