//! How time passes for an applet: its clock, its animation, code that waits.
//!
//! The host says what time it is; nothing here looks at a clock.

use crate::value::lazy::Lazy;

/// Whether frames run by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Playback {
    /// Not started, or stopped: the construction is where it was.
    #[default]
    Stopped,
    /// Frames run.
    Playing,
    /// Frames do not run.
    Paused,
}

/// `simulationtime()` for a unit of simulated time.
const UNIT: f64 = 5.0 / 360.0;

/// Simulated time in a millisecond at speed 1.
const RATE: f64 = (0.32 / UNIT / 1000.0) * 2.0;

/// A frame counts for this many milliseconds at most.
const LONGEST_FRAME: f64 = 50.0;

/// More code than this does not wait at the same time.
const MAX_TIMERS: usize = 1000;

/// The state of clock and animation.
#[derive(Clone, Debug)]
pub(crate) struct Animation {
    pub(crate) playback: Playback,
    /// Whether it is to play from the next frame on.
    pub(crate) starts: bool,
    /// Local time at the start, in milliseconds since 1970.
    epoch: f64,
    /// Seconds since the start.
    now: f64,
    /// What [`Animation::clock`] showed at the last `resetclock()`; 0, which is 1970, before.
    reset: f64,
    /// The [`Animation::clock`] when the animation began or went on.
    played: f64,
    /// Simulated time; see [`Animation::tick`].
    pub(crate) simulated: f64,
    /// Simulated time per time; CindyJS's default is 0.5.
    pub(crate) speed: f64,
    timers: Vec<Timer>,
}

/// Code that waits.
#[derive(Clone, Debug)]
struct Timer {
    /// In seconds since the start.
    due: f64,
    code: Lazy,
}

impl Animation {
    pub(crate) fn new(epoch: f64, speed: f64) -> Animation {
        Animation {
            playback: Playback::Stopped,
            starts: false,
            epoch,
            now: 0.0,
            reset: 0.0,
            played: 0.0,
            simulated: 0.0,
            speed,
            timers: Vec::new(),
        }
    }

    /// The time, in seconds since the start.
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// Sets the time, in seconds since the start.
    pub(crate) fn set_time(&mut self, seconds: f64) {
        self.now = seconds;
    }

    /// The local time in whole milliseconds since 1970, as JavaScript's `Date.now()`.
    pub(crate) fn clock(&self) -> f64 {
        (self.epoch + self.now * 1000.0).floor()
    }

    /// Seconds since the last `resetclock()`, or since 1970.
    pub(crate) fn seconds(&self) -> f64 {
        (self.clock() - self.reset) / 1000.0
    }

    /// `resetclock()`.
    pub(crate) fn reset_clock(&mut self) {
        self.reset = self.clock();
    }

    /// Begins to play, from the start if it was stopped. Whether it did not play before.
    pub(crate) fn play(&mut self) -> bool {
        match self.playback {
            Playback::Playing => return false,
            Playback::Stopped => self.simulated = 0.0,
            Playback::Paused => {}
        }
        self.playback = Playback::Playing;
        self.played = self.clock();
        true
    }

    /// Stands still if it plays.
    pub(crate) fn pause(&mut self) {
        if self.playback == Playback::Playing {
            self.playback = Playback::Paused;
        }
    }

    /// A frame of the animation begins. The simulated time that passes in it: as in CindyJS, it is
    /// counted from the start of the animation and not from the frame before, so nearly every
    /// frame counts for the most that it can; and simulated time goes on from the clock.
    pub(crate) fn tick(&mut self) -> f64 {
        let now = self.clock();
        let passed = (now - self.played).clamp(0.0, LONGEST_FRAME);
        self.simulated = now;
        passed * self.speed * RATE
    }

    /// `simulationtime()`
    pub(crate) fn simulation_time(&self) -> f64 {
        self.simulated * UNIT
    }

    /// Runs code later. Whether it will: not if too much waits already.
    pub(crate) fn wait(&mut self, seconds: f64, code: Lazy) -> bool {
        let room = self.timers.len() < MAX_TIMERS;
        if room {
            let due = self.now + seconds.max(0.0);
            self.timers.push(Timer { due, code });
        }
        room
    }

    /// The time at which the next code is due, in seconds since the start.
    pub(crate) fn next_timer(&self) -> Option<f64> {
        let due = self.timers.iter().map(|timer| timer.due);
        due.min_by(f64::total_cmp)
    }

    /// Takes the code that is due, in the order in which it became so.
    pub(crate) fn take_due(&mut self) -> Vec<Lazy> {
        let now = self.now;
        let mut due: Vec<Timer> = self.timers.extract_if(.., |t| t.due <= now).collect();
        due.sort_by(|a, b| a.due.total_cmp(&b.due));
        due.into_iter().map(|timer| timer.code).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_count_from_the_start_of_the_animation_up_to_their_most() {
        let mut animation = Animation::new(0.0, 0.5);
        animation.set_time(10.0);
        assert!(animation.play());
        assert!(!animation.play());
        for (time, counted) in [(10.02, 20.0), (20.0, 50.0), (20.01, 50.0)] {
            animation.set_time(time);
            let passed = animation.tick();
            assert!((passed - counted * 0.5 * RATE).abs() < 1e-9);
        }
        assert!((animation.simulation_time() - 20_010.0 * UNIT).abs() < 1e-6);
    }

    #[test]
    fn pause_begins_the_count_anew_and_stop_sets_simulated_time_to_zero() {
        let mut animation = Animation::new(0.0, 1.0);
        animation.play();
        animation.set_time(0.05);
        animation.tick();
        animation.pause();
        animation.set_time(9.0);
        animation.play();
        assert_eq!(animation.tick(), 0.0);
        animation.playback = Playback::Stopped;
        animation.play();
        assert_eq!(animation.simulation_time(), 0.0);
    }

    #[test]
    fn the_clock_counts_whole_milliseconds() {
        let mut animation = Animation::new(1_704_110_400_000.5, 0.5);
        animation.set_time(1.0 / 60.0);
        assert_eq!(animation.clock(), 1_704_110_400_017.0);
        assert_eq!(animation.seconds(), 1_704_110_400.017);
        animation.reset_clock();
        animation.set_time(2.0 / 60.0);
        assert_eq!(animation.seconds(), 0.016);
    }

    #[test]
    fn code_waits_in_order() {
        let mut animation = Animation::new(0.0, 0.5);
        for (seconds, code) in [(0.3, 3), (0.1, 1), (f64::NAN, 0), (5.0, 5)] {
            assert!(animation.wait(seconds, Lazy::test(code)));
        }
        animation.set_time(1.0);
        let due = animation.take_due();
        let bodies: Vec<_> = due.iter().map(Lazy::test_body).collect();
        assert_eq!(bodies, [0, 1, 3]);
        assert_eq!(animation.next_timer(), Some(5.0));
        let taken = (0..2 * MAX_TIMERS).filter(|_| animation.wait(0.0, Lazy::test(9)));
        assert_eq!(taken.count(), MAX_TIMERS - 1);
    }
}
