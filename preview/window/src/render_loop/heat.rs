//! Where loops run longest, or where single and double precision disagree, in the place of the picture,
//! if the user wants to see that.

use std::mem::discriminant;

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::plot_view::Shown;
use cindyscript_protocol::Version;

use super::{RenderLoop, WindowProxy};
use crate::grid::Room;
use crate::legend::{Scale, legend};
use crate::overlay;

/// The most where nobody can tell.
const UNKNOWN: u32 = 1000;

/// What is shown of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Heat {
    /// Nothing: there is the picture.
    #[default]
    Nothing,
    /// How many rounds loops take: the version of which the scale is, and the most on it.
    Rounds(Option<(Version, u32)>),
    /// How far the colours are apart of both precisions.
    Disagreement,
}

impl Heat {
    /// What programs are to show then.
    pub(super) fn shown(self) -> Option<Shown> {
        match self {
            Heat::Nothing => None,
            Heat::Rounds(scale) => scale.map(|(_, most)| Shown::Rounds { most }),
            Heat::Disagreement => Some(Shown::Disagreement),
        }
    }

    fn next(self) -> Heat {
        match self {
            Heat::Nothing => Heat::Rounds(None),
            Heat::Rounds(_) => Heat::Disagreement,
            Heat::Disagreement => Heat::Nothing,
        }
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Rounds are shown, then where precisions disagree, then the picture again.
    pub(super) fn next_heat(&mut self) {
        self.heat = self.heat.next();
        self.follow_heat();
        self.follow_selection();
        self.state.overlay_changed();
    }

    /// Shows no heat map any more; the caller shows something else.
    pub(super) fn leave_heat(&mut self) {
        self.heat = Heat::Nothing;
        self.state.overlay_changed();
    }

    /// Finds the scale of rounds for another version.
    pub(super) fn follow_heat(&mut self) {
        let source = self.frames.session().map(Session::source);
        let Some(version) = source.map(|source| source.version) else {
            return;
        };
        let Heat::Rounds(scale) = self.heat else {
            return;
        };
        let is_known = scale.is_some_and(|(of, _)| of == version);
        if is_known || self.frames.frame().plots().next().is_none() {
            return;
        }
        let most = rounded(self.frames.most_rounds().unwrap_or(UNKNOWN));
        self.heat = Heat::Rounds(Some((version, most)));
        self.follow_selection();
        self.state.overlay_changed();
    }

    /// Keeps which heat map is painted as a whole now.
    pub(super) fn keep_painted_heat(&mut self) {
        let (shown, compiled) = (self.heat.shown(), self.frames.compiled());
        self.painted_heat = match compiled {
            Some(compiled) if Some(&compiled.source.shown) == shown.as_ref() => self.heat,
            _ => Heat::Nothing,
        };
    }

    /// What the colours mean, where they are shown.
    pub(super) fn legend(&self) -> Option<Bitmap> {
        let scale = match self.heat {
            _ if self.said_of_heat().is_some() => return None,
            Heat::Rounds(Some((_, most))) => Scale::rounds(most),
            Heat::Disagreement => Scale::disagreement(),
            Heat::Nothing | Heat::Rounds(None) => return None,
        };
        let palette = self.look.scheme.palette();
        let own = self.own_canvas();
        let mark = match self.stopped() {
            Some(_) => overlay::MARK,
            None => 0.0,
        };
        let (left, right) = (
            self.controls.reach_at_left(),
            self.controls.width_at_right(),
        );
        let room = Room::beside(&own, false, left, right + mark);
        // The colours that are still there belong to another map, or to the picture.
        let is_painted = discriminant(&self.heat) == discriminant(&self.painted_heat);
        let scale = match is_painted {
            true => scale,
            false => scale.before_it_is_painted(),
        };
        Some(legend(&scale, room, &own, &self.fonts, palette))
    }

    /// Why it is not shown where loops run longest, or where precisions disagree.
    pub(super) fn said_of_heat(&self) -> Option<String> {
        let (said, then) = match self.heat {
            Heat::Nothing => return None,
            Heat::Rounds(_) => ("the rounds of loops are not counted", "goes on"),
            Heat::Disagreement => (
                "single and double precision are not compared",
                "shows the picture again",
            ),
        };
        let shown = self.heat.shown()?;
        let compiled = self.frames.compiled();
        let compiled = compiled.filter(|it| it.source.shown == shown)?;
        let reason = compiled.shown().err()??;
        Some(format!("{said}: {reason}; z {then}"))
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
