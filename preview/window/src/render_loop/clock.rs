//! Time: the applet's and the screen's.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::controls::GRAPH_SECONDS;
use crate::overlay::Stopped;

/// So many frames are remembered, however fast they are.
const MOST_RECENT: usize = 600;

/// The applet's time: real time without pauses, faster or slower, again and again if asked to.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The applet's time then, in seconds.
    seconds: f64,
    since: Instant,
    /// Seconds of the applet in a second; of those that are less than 0, time goes backwards.
    speed: f64,
    /// Why it stands still, if it does.
    stopped: Option<Stopped>,
    /// True while a debugger has stopped the scripts.
    is_frozen: bool,
    /// What is played again and again: from and to, in seconds.
    range: Option<[f64; 2]>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            seconds: 0.0,
            since: Instant::now(),
            speed: 1.0,
            stopped: None,
            is_frozen: false,
            range: None,
        }
    }
}

impl Clock {
    /// The applet's time now, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds_at(Instant::now())
    }

    fn seconds_at(&self, now: Instant) -> f64 {
        let passed = match self.stopped {
            Some(Stopped::Paused | Stopped::Unplayed) => 0.0,
            None if self.is_frozen => 0.0,
            None => now.saturating_duration_since(self.since).as_secs_f64(),
        };
        let seconds = self.seconds + passed * self.speed;
        match self.range {
            Some([begin, end])
                if end > begin && (seconds > end || self.speed < 0.0 && seconds < begin) =>
            {
                begin + (seconds - begin).rem_euclid(end - begin)
            }
            _ => seconds.max(0.0),
        }
    }

    /// Whether it stands still.
    pub(super) fn is_paused(&self) -> bool {
        self.stopped.is_some()
    }

    /// Why it stands still, if it does.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Whether it is at the start, and goes no further back.
    pub(super) fn is_at_start(&self) -> bool {
        self.speed < 0.0 && self.range.is_none() && self.seconds() <= 0.0
    }

    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    pub(super) fn range(&self) -> Option<[f64; 2]> {
        self.range
    }

    /// Shows another time from now on, in seconds.
    pub(super) fn seek(&mut self, seconds: f64) {
        (self.seconds, self.since) = (seconds.max(0.0), Instant::now());
    }

    /// Stands still from now on, or goes on.
    pub(super) fn stop(&mut self, stopped: Option<Stopped>) {
        self.seek(self.seconds());
        self.stopped = stopped;
    }

    /// A debugger stops the scripts, and time with them, or lets both go on.
    pub(super) fn freeze(&mut self, is_frozen: bool) {
        self.seek(self.seconds());
        self.is_frozen = is_frozen;
    }

    /// Goes on so fast.
    pub(super) fn set_speed(&mut self, speed: f64) {
        self.seek(self.seconds());
        self.speed = speed;
    }

    /// Plays a range again and again, or goes on behind it.
    pub(super) fn set_range(&mut self, range: Option<[f64; 2]>) {
        self.seek(self.seconds());
        self.range = range;
    }
}

/// When frames were shown, and how long they took.
#[derive(Debug, Default)]
pub(super) struct FrameTimes {
    /// The shortest time between two frames.
    interval: Duration,
    pub(super) last: Option<Instant>,
    /// The frames of the last seconds: when each was shown, and its time in milliseconds.
    recent: VecDeque<(Instant, f32)>,
    /// When the panel of the times was given others.
    pub(super) told: Option<Instant>,
    /// Since the last status: when it was, frames, milliseconds.
    pub(super) since: Option<Instant>,
    pub(super) frames: u32,
    pub(super) milliseconds: f64,
}

impl FrameTimes {
    /// Of frames with at least so much time between them.
    pub(super) fn new(interval: Duration) -> FrameTimes {
        FrameTimes {
            interval,
            ..FrameTimes::default()
        }
    }

    /// How long until another frame may be shown.
    pub(super) fn next(&self) -> Duration {
        self.last.map_or(Duration::ZERO, |last| {
            self.interval.saturating_sub(last.elapsed())
        })
    }

    /// A frame was shown, and has taken so many milliseconds.
    pub(super) fn shown(&mut self, now: Instant, milliseconds: f64) {
        let is_old = |(shown, _): &mut (Instant, f32)| {
            now.saturating_duration_since(*shown).as_secs_f32() > GRAPH_SECONDS
        };
        while self.recent.pop_front_if(is_old).is_some() {}
        if self.recent.len() >= MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((now, milliseconds as f32));
    }

    /// How many milliseconds a frame has taken in the last second.
    pub(super) fn mean(&self) -> f64 {
        let Some((last, _)) = self.recent.back() else {
            return 0.0;
        };
        let second = Duration::from_secs(1);
        let recent = self.recent.iter().rev();
        let recent =
            recent.take_while(|(shown, _)| last.saturating_duration_since(*shown) < second);
        let (count, sum) = recent.fold((0.0, 0.0), |(count, sum), (_, took)| {
            (count + 1.0, sum + f64::from(*took))
        });
        sum / count
    }

    /// How long before the last each of them was shown, in seconds, and its time in milliseconds.
    pub(super) fn graph(&self) -> Arc<[[f32; 2]]> {
        let last = self.recent.back().map(|(shown, _)| *shown);
        let ago = |shown: Instant| last.map(|last| last.saturating_duration_since(shown));
        let frames = self.recent.iter();
        frames
            .map(|(shown, ms)| [ago(*shown).unwrap_or_default().as_secs_f32(), *ms])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What a clock shows so many seconds from when it was set last.
    fn later(clock: &Clock, seconds: f64) -> f64 {
        clock.seconds_at(clock.since + Duration::from_secs_f64(seconds))
    }

    #[test]
    fn a_frame_takes_what_those_of_the_last_second_took_in_the_mean() {
        let mut times = FrameTimes::default();
        let began = Instant::now();
        for (second, took) in [(0.0, 100.0), (1.5, 10.0), (2.0, 380.0), (2.2, 30.0)] {
            times.shown(began + Duration::from_secs_f64(second), took);
        }
        assert_eq!(times.mean(), 140.0);
    }

    #[test]
    fn a_paused_clock_stands_still_and_goes_on_from_there() {
        let mut clock = Clock::default();
        clock.seek(5.0);
        clock.stop(Some(Stopped::Paused));
        let stopped = clock.seconds;
        assert_eq!(later(&clock, 3.0), stopped);
        clock.stop(None);
        assert_eq!(later(&clock, 3.0), clock.seconds + 3.0);
        assert!((clock.seconds - stopped).abs() < 1e-9);
    }

    #[test]
    fn another_speed_counts_from_when_it_is_set() {
        let mut clock = Clock::default();
        clock.seek(5.0);
        clock.set_speed(0.5);
        assert!((later(&clock, 2.0) - 6.0).abs() < 0.1);
        clock.seek(-1.0);
        assert_eq!(later(&clock, 0.0), 0.0);
    }

    #[test]
    fn time_goes_backwards_to_the_start_or_round_a_range() {
        let mut clock = Clock::default();
        clock.seek(5.0);
        clock.set_speed(-2.0);
        assert!((later(&clock, 1.0) - 3.0).abs() < 0.1);
        assert_eq!(later(&clock, 9.0), 0.0);
        clock.set_range(Some([1.0, 3.0]));
        clock.seek(3.0);
        let shown = [0.5, 1.5].map(|seconds| later(&clock, seconds));
        assert_eq!(shown, [2.0, 2.0]);
    }

    #[test]
    fn a_range_is_played_again_and_again() {
        let mut clock = Clock::default();
        clock.set_range(Some([1.0, 3.0]));
        clock.seek(0.0);
        let shown = [0.5, 2.5, 3.5, 5.5].map(|seconds| later(&clock, seconds));
        assert_eq!(shown, [0.5, 2.5, 1.5, 1.5]);
        // One without length is none.
        clock.set_range(Some([1.0, 1.0]));
        clock.seek(4.0);
        assert_eq!(later(&clock, 1.0), 5.0);
    }
}
