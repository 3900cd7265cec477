//! How long the preview takes for a picture, as the editor shows it.

use std::time::Duration;

use crate::platform::Instant;

use cindyscript_ide::code_lens::milliseconds;

/// After the mean of many frames, the time of a single one is of no interest for as long as this.
const MEAN_LASTS: Duration = Duration::from_secs(3);

/// A change that is smaller than this part of the time is noise, and is not shown.
const NOISE: f64 = 0.2;

/// How long the preview takes for a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FrameTime {
    /// In milliseconds.
    shown: Option<f64>,
    /// When the last mean came.
    mean: Option<Instant>,
}

impl FrameTime {
    /// The time that is shown, in milliseconds.
    pub(crate) fn shown(&self) -> Option<f64> {
        self.shown
    }

    /// The mean time of the frames of an animation. Whether another time is shown now.
    pub(crate) fn see_mean(&mut self, milliseconds: f64, now: Instant) -> bool {
        self.mean = Some(now);
        self.show(milliseconds)
    }

    /// The time of one picture. Whether another time is shown now.
    pub(crate) fn see_one(&mut self, milliseconds: f64, now: Instant) -> bool {
        let is_animated = self
            .mean
            .is_some_and(|mean| now.saturating_duration_since(mean) < MEAN_LASTS);
        !is_animated && self.show(milliseconds)
    }

    fn show(&mut self, new: f64) -> bool {
        if !new.is_finite() {
            return false;
        }
        let is_news = self.shown.is_none_or(|shown| {
            (new - shown).abs() > shown * NOISE && milliseconds(new) != milliseconds(shown)
        });
        if is_news {
            self.shown = Some(new);
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_seen_is_news() {
        let now = Instant::now();
        let mut time = FrameTime::default();
        for (seen, is_news, shown) in [
            (0.42, true, 0.42),
            (0.47, false, 0.42),
            (0.55, true, 0.55),
            (f64::NAN, false, 0.55),
            (12.0, true, 12.0),
            (13.9, false, 12.0),
            (0.02, true, 0.02),
            (0.05, false, 0.02),
        ] {
            assert_eq!(time.see_mean(seen, now), is_news, "{seen}");
            assert_eq!(time.shown(), Some(shown));
        }
    }

    #[test]
    fn one_picture_counts_where_there_is_no_animation() {
        let now = Instant::now();
        let mut time = FrameTime::default();
        assert!(time.see_one(3.0, now));
        assert!(time.see_mean(1.0, now));
        assert!(!time.see_one(3.0, now + Duration::from_secs(1)));
        assert!(time.see_one(3.0, now + MEAN_LASTS));
    }
}
