//! The time for which the author waits: from the arrival of an edit to its diagnostics.

use std::fmt;
use std::time::Duration;

use crate::platform::Instant;

/// Runs from the first edit that has no diagnostics yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meter {
    since: Option<Instant>,
    edits: u32,
}

impl Meter {
    /// An edit arrived.
    pub(crate) fn edit(&mut self, arrived: Instant) {
        self.since.get_or_insert(arrived);
        self.edits += 1;
    }

    /// Diagnostics went out that cover all edits.
    pub(crate) fn answered(&mut self) -> Option<Latency> {
        let Self { since, edits } = std::mem::take(self);
        let longest = since?.elapsed();
        Some(Latency { longest, edits })
    }
}

/// The latency of one answer, as the log shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latency {
    /// The time since the oldest of the edits.
    pub(crate) longest: Duration,
    /// The number of edits that one answer covers.
    edits: u32,
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.longest.as_secs_f64() * 1e3;
        write!(f, "{milliseconds:.3} ms after the edit")?;
        match self.edits {
            0 | 1 => Ok(()),
            edits => write!(f, " (the first of {edits})"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_oldest_edit_counts() {
        let mut meter = Meter::default();
        assert!(meter.answered().is_none());
        let now = Instant::now();
        meter.edit(now.checked_sub(Duration::from_millis(50)).unwrap());
        meter.edit(now);
        let latency = meter.answered().unwrap();
        assert!(latency.longest >= Duration::from_millis(50) && latency.edits == 2);
        assert!(latency.to_string().ends_with("(the first of 2)"));
        assert!(meter.answered().is_none());
    }
}
