//! How many pictures are on their way to a tab of the editor, and how fast they get there.
//!
//! Each is acknowledged once it is shown. As many may be on their way as the delay of the link has
//! room for, at the pace at which pictures get through: more would only wait, and be older when they
//! are shown. One at least.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::policy::FRAME_PERIOD;

/// No more pictures are on their way.
const MOST: usize = 6;

/// Smaller pictures tell nothing of how much the link carries, in bytes.
const TELLING: usize = 10_000;

/// The pictures on their way, and what has been seen of those before.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// The number of the last picture.
    last: u64,
    waiting: VecDeque<Sent>,
    /// When the last one was acknowledged.
    taken: Option<Instant>,
    /// The one that has told most of the delay, with the time that it took.
    fastest: Option<(Duration, usize)>,
    /// Seconds that a picture keeps the link busy.
    seconds: f64,
    /// Seconds that a byte does.
    seconds_a_byte: f64,
    /// So many more than one may be on their way.
    more: usize,
}

#[derive(Debug)]
struct Sent {
    number: u64,
    bytes: usize,
    at: Instant,
}

impl Pace {
    /// Whether another picture may go.
    pub(crate) fn has_room(&self) -> bool {
        self.waiting.len() <= self.more
    }

    /// A picture is about to be made; its number.
    pub(crate) fn begin(&mut self, now: Instant) -> u64 {
        self.last += 1;
        self.waiting.push_back(Sent {
            number: self.last,
            bytes: 0,
            at: now,
        });
        self.last
    }

    /// It is made, and goes.
    pub(crate) fn send(&mut self, number: u64, bytes: usize, now: Instant) {
        let sent = self.waiting.iter_mut().find(|sent| sent.number == number);
        if let Some(sent) = sent {
            (sent.bytes, sent.at) = (bytes, now);
        }
    }

    /// It does not go: nothing has changed.
    pub(crate) fn cancel(&mut self, number: u64) {
        self.waiting.retain(|sent| sent.number != number);
    }

    /// A picture is shown, and with it those before it.
    pub(crate) fn take(&mut self, number: u64, now: Instant) {
        let shown = self.waiting.partition_point(|sent| sent.number <= number);
        let Some(sent) = self.waiting.drain(..shown).next_back() else {
            return;
        };
        let took = now.saturating_duration_since(sent.at);
        if self
            .delay()
            .is_none_or(|delay| self.without_its_bytes(took, sent.bytes) < delay)
        {
            self.fastest = Some((took, sent.bytes));
        }
        let delay = self.delay().unwrap_or_default();
        // It may have waited for the one before it, and the link for it.
        let alone = took.saturating_sub(delay);
        let since = self
            .taken
            .map(|before| now.saturating_duration_since(before));
        let busy = since.map_or(alone, |since| alone.min(since));
        self.taken = Some(now);
        let busy = busy.as_secs_f64();
        self.seconds = f64::midpoint(self.seconds, busy);
        if sent.bytes >= TELLING {
            let a_byte = busy / sent.bytes as f64;
            self.seconds_a_byte = f64::midpoint(self.seconds_a_byte, a_byte);
        }
        // Little by little, for nothing is known at first; and at once where there are too many.
        let period = self.seconds.max(FRAME_PERIOD.as_secs_f64());
        let fit = (delay.as_secs_f64() / period).ceil() as usize;
        self.more = fit.clamp(1, MOST).saturating_sub(1).min(self.more + 1);
    }

    /// How long the link takes for so many bytes, beyond its delay.
    pub(crate) fn time_for(&self, bytes: usize) -> Duration {
        Duration::try_from_secs_f64(self.seconds_a_byte * bytes as f64).unwrap_or_default()
    }

    /// Nothing is on its way any more: what it went to is gone.
    pub(crate) fn forget(&mut self) {
        self.waiting.clear();
        self.taken = None;
    }

    /// The time that a picture of no bytes would take.
    fn delay(&self) -> Option<Duration> {
        let (took, bytes) = self.fastest?;
        Some(self.without_its_bytes(took, bytes))
    }

    fn without_its_bytes(&self, took: Duration, bytes: usize) -> Duration {
        took.saturating_sub(self.time_for(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link of a delay (both ways) that carries so many bytes a second: the pictures a second, and
    /// how old each is when it is acknowledged, after a while.
    fn run(delay: f64, rate: f64, bytes: usize) -> (f64, f64) {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs_f64(seconds);
        let mut pace = Pace::default();
        let mut ways: VecDeque<(f64, u64, f64)> = VecDeque::new();
        let (mut now, mut free) = (0.0_f64, 0.0_f64);
        let (mut shown, mut age) = (0, 0.0);
        let (warm, end) = (5.0, 15.0);
        while now < end {
            while ways.front().is_some_and(|(arrives, ..)| *arrives <= now) {
                if let Some((arrives, number, sent)) = ways.pop_front() {
                    pace.take(number, at(arrives));
                    if now > warm {
                        shown += 1;
                        age += arrives - sent;
                    }
                }
            }
            if pace.has_room() {
                let number = pace.begin(at(now));
                pace.send(number, bytes, at(now));
                free = free.max(now) + bytes as f64 / rate;
                ways.push_back((free + delay, number, now));
            }
            now += FRAME_PERIOD.as_secs_f64();
        }
        (f64::from(shown) / (end - warm), age / f64::from(shown))
    }

    #[test]
    fn a_link_with_a_long_delay_carries_several_pictures() {
        let (a_second, age) = run(0.1, 1e8, 100_000);
        assert!(a_second > 40.0, "{a_second}");
        assert!(age < 0.13, "{age}");
    }

    #[test]
    fn a_slow_link_makes_pictures_fewer_and_not_older() {
        let (a_second, age) = run(0.1, 1e6, 200_000);
        assert!(a_second > 3.0, "{a_second}");
        assert!(age < 0.45, "{age}");
    }

    #[test]
    fn a_near_tab_is_sent_one_at_a_time() {
        let (a_second, age) = run(0.004, 1e9, 200_000);
        assert!(a_second > 55.0, "{a_second}");
        assert!(age < 0.02, "{age}");
    }

    #[test]
    fn the_time_for_bytes_is_learnt() {
        let now = Instant::now();
        let mut pace = Pace::default();
        let mut at = now;
        for bytes in [100, 200_000, 200_000, 200_000, 200_000, 200_000] {
            let number = pace.begin(at);
            pace.send(number, bytes, at);
            at += Duration::from_millis(10) + Duration::from_micros(bytes as u64);
            pace.take(number, at);
        }
        let time = pace.time_for(200_000).as_secs_f64();
        assert!((0.15..0.25).contains(&time), "{time}");
    }

    #[test]
    fn what_is_acknowledged_twice_never_or_wrongly_does_no_harm() {
        let now = Instant::now();
        let mut pace = Pace::default();
        assert!(pace.has_room());
        let number = pace.begin(now);
        assert!(!pace.has_room());
        pace.take(0, now);
        assert!(!pace.has_room());
        pace.take(u64::MAX, now);
        pace.take(number, now);
        assert!(pace.has_room());
        pace.begin(now);
        pace.forget();
        assert!(pace.has_room());
        let number = pace.begin(now);
        pace.cancel(number);
        assert!(pace.has_room());
    }
}
