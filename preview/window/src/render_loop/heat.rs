//! Where loops run longest, in the place of the picture, if the user wants to see that.

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::shown::Shown;
use cindyscript_protocol::Version;

use super::{RenderLoop, WindowProxy};
use crate::legend::legend;

/// The most where nobody can tell.
const UNKNOWN: u32 = 1000;

/// Whether that is shown, and on which scale.
#[derive(Debug, Default)]
pub(super) struct Heat {
    is_shown: bool,
    /// The version of which the scale is, and the most rounds on it.
    scale: Option<(Version, u32)>,
}

impl Heat {
    /// What programs are to show then.
    pub(super) fn shown(&self) -> Option<Shown> {
        let (_, most) = self.scale.filter(|_| self.is_shown)?;
        Some(Shown::Rounds { most })
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Rounds are shown, or the picture again.
    pub(super) fn toggle_heat(&mut self) {
        self.heat = Heat {
            is_shown: !self.heat.is_shown,
            scale: None,
        };
        self.follow_heat();
        self.follow_selection();
        self.state.overlay_changed();
    }

    /// Finds the scale for another version.
    pub(super) fn follow_heat(&mut self) {
        let source = self.frames.session().map(Session::source);
        let Some(version) = source.map(|source| source.version) else {
            return;
        };
        let is_known = self.heat.scale.is_some_and(|(of, _)| of == version);
        if !self.heat.is_shown || is_known || self.frames.frame().plots().next().is_none() {
            return;
        }
        let most = rounded(self.frames.most_rounds().unwrap_or(UNKNOWN));
        self.heat.scale = Some((version, most));
        self.follow_selection();
        self.state.overlay_changed();
    }

    /// What the colours mean, where they are shown.
    pub(super) fn legend(&self) -> Option<Bitmap> {
        let (_, most) = self.heat.scale.filter(|_| self.heat.is_shown)?;
        Some(legend(most, &self.canvas, &self.fonts))
    }
}

/// The next larger of 1, 2, 5, 10, 20, 50 and so on: what changes a little has the same scale.
fn rounded(most: u32) -> u32 {
    let powers = (0..9).map(|power| 10_u32.pow(power));
    let all = powers.flat_map(|power| [1, 2, 5].map(|digit| digit * power));
    all.into_iter()
        .find(|scale| *scale >= most)
        .unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn scales_end_at_round_numbers() {
        let all = [0, 1, 3, 60, 100, 101, 70_000, u32::MAX].map(rounded);
        assert_eq!(all, [1, 1, 5, 100, 100, 200, 100_000, u32::MAX]);
    }
}
