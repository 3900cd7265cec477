//! Times of repeated measurements, in one line.

use std::fmt;
use std::time::{Duration, Instant};

use crate::clock;

/// Times of the same thing done again and again.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Does something, and notes how long it took.
    pub fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(start.elapsed());
        result
    }

    /// Notes one time.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Notes one time in milliseconds.
    pub fn add_ms(&mut self, milliseconds: f64) {
        self.add(Duration::from_secs_f64(milliseconds.max(0.0) / 1e3));
    }

    /// All together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.0.iter().sum()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Leaves of each time the least of it and of the one in the same place of the other.
    fn keep_least(&mut self, other: &Self) {
        for (time, other) in self.0.iter_mut().zip(&other.0) {
            *time = (*time).min(*other);
        }
    }

    /// The time that a share of the measurements, 0 to 1, stays within; zero when there are none.
    #[must_use]
    pub fn percentile(&self, share: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        let place = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(place.max(1) - 1).copied().unwrap_or_default()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |share| self.percentile(share).as_secs_f64() * 1e3;
        write!(
            f,
            "p50 {:8.2} ms   p95 {:8.2} ms   max {:8.2} ms   ({} times)",
            ms(0.5),
            ms(0.95),
            ms(1.0),
            self.0.len()
        )
    }
}

/// What the same thing costs, done again and again, and how long it took. Where others use the
/// machine as well, the cost says more.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// The processor time.
    pub processor: Times,
    /// The time that went by.
    pub wall: Times,
}

impl Costs {
    /// Does something in this process.
    pub fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.measure_by(clock::own, work)
    }

    /// Does something that costs what this clock says.
    pub fn measure_by<T>(&mut self, clock: impl Fn() -> Duration, work: impl FnOnce() -> T) -> T {
        let before = clock();
        let result = self.wall.measure(work);
        self.processor.add(clock().saturating_sub(before));
        result
    }

    /// Leaves of each cost the least of it and of that of the same thing, done another time.
    pub fn keep_least(&mut self, other: &Self) {
        self.processor.keep_least(&other.processor);
        self.wall.keep_least(&other.wall);
    }

    /// Has another process do something. The cost is all that it does until it rests: what it frees
    /// after its answer belongs to it, and not to what is asked next.
    pub fn measure_to_rest<T>(&mut self, process: u32, work: impl FnOnce() -> T) -> T {
        let before = clock::of(process);
        let result = self.wall.measure(work);
        clock::wait_for_rest(process);
        self.processor
            .add(clock::of(process).saturating_sub(before));
        result
    }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |times: &Times, share| times.percentile(share).as_secs_f64() * 1e3;
        write!(
            f,
            "processor p50 {:7.2} p95 {:7.2}   wall least {:7.2} p50 {:7.2} p95 {:7.2} ms   ({} times)",
            ms(&self.processor, 0.5),
            ms(&self.processor, 0.95),
            ms(&self.wall, 0.0),
            ms(&self.wall, 0.5),
            ms(&self.wall, 0.95),
            self.wall.0.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_rank() {
        let mut times = Times::default();
        assert_eq!(times.percentile(0.95), Duration::ZERO);
        for ms in (1..=20).rev() {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.percentile(0.5), Duration::from_millis(10));
        assert_eq!(times.percentile(0.95), Duration::from_millis(19));
        assert_eq!(times.percentile(1.0), Duration::from_millis(20));
    }

    #[test]
    fn the_least_of_each() {
        let costs = |ms: [u64; 3]| {
            let mut costs = Costs::default();
            for ms in ms {
                costs.processor.add(Duration::from_millis(ms));
                costs.wall.add(Duration::from_millis(10 * ms));
            }
            costs
        };
        let mut least = costs([1, 9, 3]);
        least.keep_least(&costs([7, 2, 3]));
        let expected = costs([1, 2, 3]);
        assert_eq!(least.processor.0, expected.processor.0);
        assert_eq!(least.wall.0, expected.wall.0);
    }
}
