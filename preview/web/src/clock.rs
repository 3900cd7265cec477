//! The time of an applet.

use cindyscript_interpreter::platform::Instant;

/// The seconds between two frames that are played one by one.
const FRAME: f64 = 1.0 / 60.0;

/// The time of an applet: real time, or frame by frame.
#[derive(Debug)]
pub(crate) enum Clock {
    /// Real time since then.
    Real(Instant),
    /// Frames 1/60 s apart: the number of the last one, and the one at which time stands still.
    Frames(u32, u32),
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::Real(Instant::now())
    }
}

impl Clock {
    /// The time of the next frame, in seconds.
    pub(crate) fn next(&mut self) -> f64 {
        match self {
            Clock::Real(since) => since.elapsed().as_secs_f64(),
            Clock::Frames(last, end) => {
                *last = (*last + 1).min(*end);
                f64::from(*last) * FRAME
            }
        }
    }

    /// The time now, in seconds.
    pub(crate) fn now(&self) -> f64 {
        match self {
            Clock::Real(since) => since.elapsed().as_secs_f64(),
            Clock::Frames(last, _) => f64::from(*last) * FRAME,
        }
    }

    /// True if time stands still.
    pub(crate) fn is_at_end(&self) -> bool {
        matches!(self, Clock::Frames(last, end) if last >= end)
    }

    /// Begins anew.
    pub(crate) fn restart(&mut self) {
        *self = match self {
            Clock::Real(_) => Clock::default(),
            Clock::Frames(_, end) => Clock::Frames(0, *end),
        };
    }
}
