//! Which picture of a decoder is due.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cindyscript_interpreter::Film;
use cindyscript_interpreter::picture::Picture;

use super::child::{Child, lock};
use super::{Decoder, Input, RATE};

/// So long a picture is waited for where nobody waits for the frame.
const LONGEST: Duration = Duration::from_secs(10);

/// A video that decoding does not catch up with, by so many pictures, goes on from where it is.
const LAG: u64 = 2 * RATE as u64;

/// A video or a camera that is being decoded, while this is there. A video has a picture for each
/// moment, and is decoded only a little ahead; of a camera there is only the newest.
#[derive(Debug)]
pub(crate) struct VideoStream {
    decoder: Decoder,
    input: Input,
    reading: Mutex<Reading>,
}

/// How far it has come.
#[derive(Debug)]
struct Reading {
    /// None if it could not be started again.
    child: Option<Child>,
    /// The number of the picture that comes next.
    next: u64,
    shown: Option<Picture>,
    /// Nothing has come for too long.
    stuck: bool,
    failed: Option<Arc<str>>,
}

impl VideoStream {
    /// Begins to decode, without waiting for a picture.
    ///
    /// # Errors
    /// The decoder does not start; the reason and the remedy in one line.
    pub(crate) fn open(decoder: &Decoder, input: Input) -> Result<VideoStream, String> {
        let child = Child::start(decoder, &input)?;
        Ok(VideoStream {
            decoder: decoder.clone(),
            input,
            reading: Mutex::new(Reading::of(child, None)),
        })
    }

    /// Waits for the first picture.
    ///
    /// # Errors
    /// There is none; the reason in one line.
    pub(crate) fn first(&self) -> Result<Picture, String> {
        let mut reading = lock(&self.reading);
        reading.go_on(0, true);
        reading.shown.clone().ok_or_else(|| {
            let failure = reading.failure();
            let reason = failure.unwrap_or_else(|| "it takes too long to decode".into());
            reason.as_ref().to_owned()
        })
    }

    /// Whether there is nothing to be seen of it, now or later.
    pub(crate) fn is_blind(&self) -> bool {
        let reading = lock(&self.reading);
        reading.shown.is_none() && reading.failure().is_some()
    }
}

impl Film for VideoStream {
    fn at(&self, seconds: f64) -> Option<Picture> {
        let reading = &mut *lock(&self.reading);
        if self.input.is_live() {
            reading.look(self.decoder.patient);
            return reading.shown.clone();
        }
        // A little more, so that a moment between two pictures belongs to the second.
        let wanted = (seconds.max(0.0) * f64::from(RATE) + 1e-6) as u64;
        if wanted + 1 < reading.next {
            let shown = reading.shown.take();
            // One process at a time.
            reading.child = None;
            match Child::start(&self.decoder, &self.input) {
                Ok(child) => *reading = Reading::of(child, shown),
                Err(reason) => {
                    reading.shown = shown;
                    reading.next = 0;
                    reading.failed = Some(reason.into());
                }
            }
        }
        reading.go_on(wanted, self.decoder.patient);
        reading.shown.clone()
    }

    fn failure(&self) -> Option<Arc<str>> {
        lock(&self.reading).failure()
    }
}

impl Reading {
    fn of(child: Child, shown: Option<Picture>) -> Reading {
        Reading {
            child: Some(child),
            next: 0,
            shown,
            stuck: false,
            failed: None,
        }
    }

    /// Takes the newest picture of a camera.
    fn look(&mut self, patient: bool) {
        let Some(child) = &self.child else { return };
        let newest = if patient && self.shown.is_none() && !self.stuck {
            let first = child.queue().wait(LONGEST);
            self.stuck = first.is_none();
            first
        } else {
            child.queue().take()
        };
        self.shown = newest.or(self.shown.take());
    }

    /// Goes on to a picture of a video, as far as it has been decoded.
    fn go_on(&mut self, wanted: u64, patient: bool) {
        let Some(child) = &self.child else { return };
        while self.next <= wanted {
            let mut picture = child.queue().take();
            if picture.is_none() && patient && !self.stuck {
                picture = child.queue().wait(LONGEST);
                self.stuck = picture.is_none();
            }
            let Some(picture) = picture else { break };
            self.shown = Some(picture);
            self.next += 1;
        }
        if !patient && self.next.saturating_add(LAG) < wanted {
            self.next = wanted;
        }
    }

    fn failure(&self) -> Option<Arc<str>> {
        if self.failed.is_some() {
            return self.failed.clone();
        }
        let reason = self.child.as_ref()?.queue().ended()?;
        // What ends after a picture, and without a word, is a short video.
        let nothing = || {
            self.shown
                .is_none()
                .then(|| "there is no picture in it".into())
        };
        reason.or_else(nothing)
    }
}
