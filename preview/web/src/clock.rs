//! The time of an applet.

use cindyscript_interpreter::platform::Instant;

/// The seconds between two frames that are played one by one.
const FRAME: f64 = 1.0 / 60.0;

/// The time of an applet: real time, or frame by frame.
#[derive(Debug)]
pub(crate) enum Clock {
    /// A time in seconds, and the moment since which real time is added to it; none while it stands still.
    Real(f64, Option<Instant>),
    /// Frames 1/60 s apart: the number of the last one, and the one at which time stands still.
    Frames(u32, u32),
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::Real(0.0, Some(Instant::now()))
    }
}

impl Clock {
    /// The time of the next frame, in seconds.
    pub(crate) fn next(&mut self) -> f64 {
        if let Clock::Frames(last, end) = self {
            *last = (*last + 1).min(*end);
        }
        self.now()
    }

    /// The time now, in seconds.
    pub(crate) fn now(&self) -> f64 {
        match self {
            Clock::Real(seconds, since) => {
                seconds + since.map_or(0.0, |since| since.elapsed().as_secs_f64())
            }
            Clock::Frames(last, _) => f64::from(*last) * FRAME,
        }
    }

    /// True if time stands still.
    pub(crate) fn is_at_end(&self) -> bool {
        match self {
            Clock::Real(_, since) => since.is_none(),
            Clock::Frames(last, end) => last >= end,
        }
    }

    /// Stands still from now on, or goes on.
    pub(crate) fn pause(&mut self, paused: bool) {
        let now = self.now();
        if let Clock::Real(seconds, since) = self {
            (*seconds, *since) = (now, (!paused).then(Instant::now));
        }
    }

    /// Stands still one frame later.
    pub(crate) fn step(&mut self) {
        self.pause(true);
        if let Clock::Real(seconds, _) = self {
            *seconds += FRAME;
        }
    }

    /// Begins anew, and stands still if it did.
    pub(crate) fn restart(&mut self) {
        *self = match self {
            Clock::Real(_, since) => Clock::Real(0.0, since.map(|_| Instant::now())),
            Clock::Frames(_, end) => Clock::Frames(0, *end),
        };
    }
}
