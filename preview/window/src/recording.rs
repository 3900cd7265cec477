//! Frame after frame of an applet as pictures: each exactly 1/60 s later than the one before, however
//! long it takes.

use cindyscript_player::bitmap::Bitmap;

use crate::headless::Offline;
use crate::movie::FRAME_RATE;

/// Which frames become pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The first, from 1.
    pub(crate) first: u32,
    /// None is behind this one.
    pub(crate) last: u32,
    /// Pictures in a second; every so many frames one.
    pub(crate) rate: u32,
}

/// How far a recording is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The scripts of the frames before the first picture run; the next of them.
    Before(u32),
    /// So many pictures are done.
    Painted(u32),
}

impl Cut {
    /// How many pictures there are.
    pub(crate) fn count(self) -> u32 {
        self.last.saturating_sub(self.first) / self.step() + 1
    }

    fn step(self) -> u32 {
        (FRAME_RATE / self.rate.max(1)).max(1)
    }

    /// How far a recording is, from 0 to 1: running takes so much less than painting that it counts
    /// like a part of it.
    pub(crate) fn share(self, stage: Stage) -> f64 {
        const RUNNING: f64 = 0.2;
        let running = if self.first > FRAME_RATE {
            RUNNING
        } else {
            0.0
        };
        match stage {
            Stage::Before(frame) => running * f64::from(frame) / f64::from(self.first.max(1)),
            Stage::Painted(done) => {
                running + (1.0 - running) * f64::from(done) / f64::from(self.count())
            }
        }
    }
}

/// Plays an applet from its start and hands on the pictures, on a background unless they are to be
/// transparent. `goes_on` is asked before each frame. Whether all were taken.
///
/// # Errors
/// What the device says, or whoever takes the pictures.
pub(crate) fn record(
    applet: &mut Offline,
    cut: Cut,
    background: Option<[f64; 3]>,
    mut goes_on: impl FnMut(Stage) -> bool,
    mut take: impl FnMut(u32, &Bitmap) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let mut painted: Option<Bitmap> = None;
    let mut done = 0;
    applet.skip_to(cut.first);
    for frame in applet.number() + 1..=cut.last {
        let stage = match frame < cut.first {
            true => Stage::Before(frame),
            false => Stage::Painted(done),
        };
        if !goes_on(stage) {
            return Ok(false);
        }
        // What is at rest looks as it did.
        if applet.advance() {
            painted = None;
        }
        if frame < cut.first || !(frame - cut.first).is_multiple_of(cut.step()) {
            continue;
        }
        let picture = match painted.take() {
            Some(picture) => picture,
            None => {
                let (picture, _) = applet.paint(false)?;
                match background {
                    Some(colour) => picture.on_background(colour),
                    None => picture,
                }
            }
        };
        take(frame, &picture)?;
        painted = Some(picture);
        done += 1;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_counted_and_measured() {
        let cut = |first, last, rate| Cut { first, last, rate };
        assert_eq!(cut(1, 60, 60).count(), 60);
        assert_eq!(cut(1, 60, 30).count(), 30);
        assert_eq!(cut(1, 61, 30).count(), 31);
        assert_eq!(cut(5, 5, 1).count(), 1);
        let percent = |cut: Cut, stage| (100.0 * cut.share(stage)).round();
        assert_eq!(percent(cut(1, 10, 60), Stage::Painted(5)), 50.0);
        assert_eq!(percent(cut(101, 110, 60), Stage::Before(101)), 20.0);
        assert_eq!(percent(cut(101, 110, 60), Stage::Painted(10)), 100.0);
    }
}
