//! How long editors wait: the time of each request from its arrival to its answer, counted by
//! method.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

/// The latencies of a session by method. Cheap to clone; clones share everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies(Arc<Mutex<BTreeMap<String, Answers>>>);

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// With an answer, which may be an error.
    Answered,
    /// An edit has overtaken it.
    Outdated,
    /// The editor took it back.
    Cancelled,
}

/// How the requests of a method ended.
#[derive(Clone, Debug, Default)]
struct Answers {
    /// The times of those that were answered.
    times: Histogram,
    outdated: u64,
    cancelled: u64,
}

impl Latencies {
    /// Notes a request.
    pub(crate) fn note(&self, method: &str, outcome: Outcome, time: Duration) {
        let mut methods = self.methods();
        if !methods.contains_key(method) {
            methods.insert(method.to_owned(), Answers::default());
        }
        let Some(answers) = methods.get_mut(method) else {
            return;
        };
        match outcome {
            Outcome::Answered => answers.times.note(time),
            Outcome::Outdated => answers.outdated += 1,
            Outcome::Cancelled => answers.cancelled += 1,
        }
    }

    /// The table as Markdown, times in milliseconds.
    pub(crate) fn markdown(&self) -> String {
        let mut table = "| method | answered | p50 ms | p99 ms | max ms | outdated | cancelled |\n\
             |---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
        for (
            method,
            Answers {
                times,
                outdated,
                cancelled,
            },
        ) in self.methods().iter()
        {
            let [p50, p99, max] = times.figures();
            let _ = writeln!(
                table,
                "| {method} | {} | {p50:.2} | {p99:.2} | {max:.2} | {outdated} | {cancelled} |",
                times.count
            );
        }
        table
    }

    /// The same as data: a list of `{method, count, p50, p99, max, outdated, cancelled}`.
    pub(crate) fn json(&self) -> Value {
        let methods = self.methods();
        let rows = methods.iter().map(|(method, answers)| {
            let [p50, p99, max] = answers.times.figures();
            json!({
                "method": method, "count": answers.times.count, "p50": p50, "p99": p99, "max": max,
                "outdated": answers.outdated, "cancelled": answers.cancelled,
            })
        });
        rows.collect()
    }

    fn methods(&self) -> MutexGuard<'_, BTreeMap<String, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The buckets between a power of two and the next.
const BUCKETS: u32 = 16;

/// Counts of times, in buckets that are a sixteenth of a time wide at most.
#[derive(Clone, Debug, Default)]
struct Histogram {
    counts: Vec<u64>,
    count: u64,
    longest: Duration,
}

impl Histogram {
    fn note(&mut self, time: Duration) {
        let bucket = bucket(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.count += 1;
        self.longest = self.longest.max(time);
    }

    /// The time that this share of all, 0 to 1, stays within, in milliseconds; 0 of none.
    fn percentile(&self, share: f64) -> f64 {
        let rank = (share * self.count as f64).ceil().max(1.0) as u64;
        let mut before = 0;
        let found = self.counts.iter().position(|count| {
            before += count;
            before >= rank
        });
        let longest = self.longest.as_secs_f64() * 1e3;
        found.map_or(0.0, |bucket| (end(bucket) as f64 / 1e3).min(longest))
    }

    /// The median, the 99th percentile and the longest time, in milliseconds.
    fn figures(&self) -> [f64; 3] {
        let longest = self.longest.as_secs_f64() * 1e3;
        [self.percentile(0.5), self.percentile(0.99), longest]
    }
}

/// The bucket of a time in microseconds: one each below [`BUCKETS`], then as many between a power of
/// two and the next.
fn bucket(time: u64) -> usize {
    let octave = time
        .checked_ilog2()
        .unwrap_or(0)
        .saturating_sub(BUCKETS.ilog2());
    let bucket = u64::from(octave * BUCKETS) + (time >> octave);
    usize::try_from(bucket).unwrap_or(usize::MAX)
}

/// The end of a bucket, in microseconds.
fn end(bucket: usize) -> u64 {
    let (bucket, buckets) = (bucket as u64, u64::from(BUCKETS));
    let octave = (bucket / buckets).saturating_sub(1);
    (bucket - octave * buckets + 1) << octave
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_bucket_holds_its_times(time in prop_oneof![0..100_u64, 0..100_000_000_u64]) {
            let bucket = bucket(time);
            prop_assert!(time < end(bucket));
            prop_assert!(bucket == 0 || end(bucket - 1) <= time);
            prop_assert!(end(bucket) - time <= 1 + time / 16);
        }
    }

    #[test]
    fn longest_times_have_a_bucket() {
        assert!(bucket(u64::MAX) < 1000);
    }

    #[test]
    fn a_table() {
        let latencies = Latencies::default();
        for time in 1..=100 {
            let time = Duration::from_micros(100 * time);
            latencies.note("textDocument/hover", Outcome::Answered, time);
        }
        latencies.note("shutdown", Outcome::Answered, Duration::from_nanos(5));
        latencies.note("textDocument/rename", Outcome::Outdated, Duration::ZERO);
        latencies.note("textDocument/rename", Outcome::Cancelled, Duration::ZERO);
        expect![[r"
            | method | answered | p50 ms | p99 ms | max ms | outdated | cancelled |
            |---|--:|--:|--:|--:|--:|--:|
            | shutdown | 1 | 0.00 | 0.00 | 0.00 | 0 | 0 |
            | textDocument/hover | 100 | 5.12 | 10.00 | 10.00 | 0 | 0 |
            | textDocument/rename | 0 | 0.00 | 0.00 | 0.00 | 1 | 1 |
        "]]
        .assert_eq(&latencies.markdown());
        let rows = latencies.json();
        assert_eq!(rows[1]["count"], 100);
        assert_eq!(rows[2]["outdated"], 1);
    }
}
