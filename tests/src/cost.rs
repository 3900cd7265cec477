//! Whether cost grows as the work does: texts of many shapes, each in two sizes, in processor time.

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Twice the text costs so much more, at most.
pub const MOST: f64 = 2.5;

/// Runs of each size, of which the least counts: other programs take the caches.
const RUNS: usize = 3;

/// How often a shape may be measured again that seems to cost too much.
const TRIES: usize = 4;

/// Name, kind of file, and the text of so many parts.
pub type Shape = (&'static str, &'static str, fn(usize) -> String);

/// So many lines, each made from its number.
pub fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(text, "{}", line(number));
    }
    text
}

/// What it costs to do something, as far as it says itself.
pub fn least(once: impl Fn() -> Duration) -> Duration {
    (0..RUNS).map(|_| once()).min().unwrap_or_default()
}

/// One test measures at a time: the time is that of all threads.
static MEASURING: Mutex<()> = Mutex::new(());

/// The shapes of which twice the text costs more than about twice as much, a line each. `cost` is given
/// the name of a file and its text; texts grow until one costs `enough`.
pub fn steep(shapes: &[Shape], enough: Duration, cost: fn(&str, &str) -> Duration) -> String {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failed = String::new();
    for (what, kind, make) in shapes {
        let name = format!("a.{kind}");
        // Large enough to be measured.
        let mut size = 100;
        while size < 40_000 && cost(&name, &make(size)) < enough {
            size *= 2;
        }
        // Every other try is twice as large. What no longer fits into a cache of the processor is steep
        // at one size alone, what is quadratic at both.
        let mut line = String::new();
        let sound = (0..TRIES).any(|attempt| {
            let size = size << (attempt % 2);
            let (one, two) = (cost(&name, &make(size)), cost(&name, &make(2 * size)));
            let ratio = two.as_secs_f64() / one.as_secs_f64().max(1e-4);
            line = format!("{what}: {size} parts, twice as many cost {ratio:.1}");
            ratio <= MOST
        });
        if sound {
            println!("{line}");
        } else {
            let _ = writeln!(failed, "{line}");
        }
    }
    failed
}
