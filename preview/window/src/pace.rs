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

/// So many bytes more or less tell how much the link carries.
const TELLING: usize = 10_000;

/// Links change: what is known of the delay is forgotten after so long.
const KNOWN_FOR: Duration = Duration::from_secs(10);

/// The pictures on their way, and what has been seen of those before.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// The number of the last picture.
    last: u64,
    waiting: VecDeque<Sent>,
    /// When the last one was acknowledged.
    taken: Option<Instant>,
    /// The one that took the shortest time.
    fastest: Option<Fastest>,
    /// Seconds that a byte keeps the link busy, as far as that is known.
    seconds_a_byte: f64,
    /// So many more than one may be on their way.
    more: usize,
}

/// The picture that waited for no other one.
#[derive(Clone, Copy, Debug)]
struct Fastest {
    took: Duration,
    bytes: usize,
    since: Instant,
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
        let before = self.taken.replace(now);
        let took = now.saturating_duration_since(sent.at);
        let own = Fastest {
            took,
            bytes: sent.bytes,
            since: now,
        };
        let fastest = *self.fastest.get_or_insert(own);
        if took < fastest.took {
            self.fastest = Some(own);
        } else if now.saturating_duration_since(fastest.since) > KNOWN_FOR {
            // The next one goes alone, and tells.
            (self.fastest, self.more) = (None, 0);
            return;
        }
        let more_bytes = sent.bytes.saturating_sub(fastest.bytes);
        // It has waited for those before it, and the link for none.
        let waited = took.saturating_sub(fastest.took + self.time_for(more_bytes));
        match before.filter(|&before| sent.at < before) {
            Some(before) => {
                let busy = now.saturating_duration_since(before).as_secs_f64();
                let a_byte = busy / sent.bytes.max(1) as f64;
                if waited > FRAME_PERIOD {
                    self.seconds_a_byte = f64::midpoint(self.seconds_a_byte, a_byte);
                } else {
                    self.seconds_a_byte = self.seconds_a_byte.min(a_byte);
                }
            }
            // The link was free.
            None if more_bytes >= TELLING => {
                let longer = took.saturating_sub(fastest.took).as_secs_f64();
                let a_byte = longer / more_bytes as f64;
                self.seconds_a_byte = f64::midpoint(self.seconds_a_byte, a_byte);
            }
            None => {}
        }
        let period = self.time_for(sent.bytes).max(FRAME_PERIOD);
        let fit = (fastest.took.as_secs_f64() / period.as_secs_f64()).ceil() as usize;
        let more = match waited > period {
            true => self.more.saturating_sub(1),
            // Little by little, for nothing is known at first.
            false => self.more + 1,
        };
        self.more = more.min(fit.clamp(1, MOST) - 1);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link of a delay (both ways) that carries so many bytes a second: the pictures a second, and
    /// how old each is when it is acknowledged, after a while.
    fn run(delay: f64, rate: f64, bytes: usize) -> (f64, f64) {
        go_on(&mut Pace::default(), Instant::now(), delay, rate, bytes)
    }

    fn go_on(pace: &mut Pace, start: Instant, delay: f64, rate: f64, bytes: usize) -> (f64, f64) {
        let at = |seconds| start + Duration::from_secs_f64(seconds);
        let mut ways: VecDeque<(f64, u64, f64)> = VecDeque::new();
        let (mut now, mut free) = (0.0_f64, 0.0_f64);
        let (mut shown, mut age) = (0, 0.0);
        let (warm, end) = (5.0, 45.0);
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
    fn pictures_that_come_one_by_one_say_nothing_against_the_link() {
        let mut pace = Pace::default();
        let mut at = Instant::now();
        for turn in 0..500_u32 {
            let number = pace.begin(at);
            pace.send(number, 12_000, at);
            // A little uneven, as links are.
            at += Duration::from_micros(100_000 + u64::from(turn % 7) * 300);
            pace.take(number, at);
            at += Duration::from_millis(50);
        }
        let (a_second, age) = go_on(&mut pace, at, 0.1, 1e8, 100_000);
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
