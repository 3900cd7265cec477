//! The progress of work that takes long, on standard error: on a terminal in one line that changes,
//! else now and then in one more.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two lines: for people, and for what keeps all lines.
const PERIOD: Duration = Duration::from_millis(200);
const PERIOD_OF_LINES: Duration = Duration::from_secs(5);

/// Deletes the line of the terminal.
const DELETE_LINE: &[u8] = b"\r\x1b[K";

/// A line that tells how far some work is. It is deleted when this is dropped.
pub(crate) struct Progress {
    began: Instant,
    told: Option<Instant>,
    in_place: bool,
}

impl Progress {
    pub(crate) fn start() -> Progress {
        Progress {
            began: Instant::now(),
            told: None,
            in_place: io::stderr().is_terminal(),
        }
    }

    /// Writes a line, unless the last one is too new.
    pub(crate) fn tell(&mut self, line: impl FnOnce(&Progress) -> String) {
        let period = if self.in_place {
            PERIOD
        } else {
            PERIOD_OF_LINES
        };
        let since = self.told.unwrap_or(self.began);
        if since.elapsed() < period {
            return;
        }
        self.told = Some(Instant::now());
        let line = line(self);
        let text = match self.in_place {
            true => format!("\r{line}\x1b[K"),
            false => format!("{line}\n"),
        };
        drop(io::stderr().write_all(text.as_bytes()));
    }

    /// The time that is left where this share of the work is done, 0 to 1.
    pub(crate) fn left(&self, share: f64) -> String {
        let left = self.began.elapsed().as_secs_f64() * (1.0 / share.max(1e-6) - 1.0);
        format!("about {} left", rough(left))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.told.is_some() {
            delete_line();
        }
    }
}

/// Deletes a line of progress from the terminal, if that is one.
pub(crate) fn delete_line() {
    if io::stderr().is_terminal() {
        drop(io::stderr().write_all(DELETE_LINE));
    }
}

/// A duration in seconds for people: `140 ms`, `2.9 s`, `2 min 12 s`, `1 h 5 min`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.9995 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 59.95 => format!("{seconds:.1} s"),
        _ => rough(seconds),
    }
}

/// As [`duration`], in whole seconds.
fn rough(seconds: f64) -> String {
    let seconds = match seconds < 60.0 {
        true => seconds.round(),
        false => seconds.floor(),
    } as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_units_of_clocks() {
        for (seconds, expected) in [
            (0.0, "0 ms"),
            (0.1404, "140 ms"),
            (0.9996, "1.0 s"),
            (2.94, "2.9 s"),
            (59.94, "59.9 s"),
            (59.96, "1 min 0 s"),
            (132.649, "2 min 12 s"),
            (3599.7, "59 min 59 s"),
            (3930.0, "1 h 5 min"),
        ] {
            assert_eq!(duration(seconds), expected);
        }
        assert_eq!(rough(7.4), "7 s");
    }
}
