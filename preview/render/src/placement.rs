//! How the picture of one view lies in that of another: what is painted already is shown where it has
//! moved to, until it is painted anew.

use std::sync::Arc;

use cindyscript_hir::program::PlotId;
use cindyscript_player::exact::{Exact, nearest};
use cindyscript_player::frame::PlotDraw;
use cindyscript_shader::FrameUniforms;

/// A picture that becomes smaller by more than this factor is dropped.
const MOST: f64 = 64.0;

/// Where the pixels of a colorplot lie in the world, with all digits.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) plot: PlotId,
    frame: FrameUniforms,
    /// The middle of the picture.
    centre: Arc<[Exact; 2]>,
}

/// From the pixels of a picture to those of another: the rows `[a, b, c]` of x = a x + b y + c.
pub(crate) type Map = [[f64; 3]; 2];

impl Placed {
    /// A colorplot whose pixels lie like this, about a middle.
    pub(crate) fn new(plot: PlotId, frame: FrameUniforms, centre: Arc<[Exact; 2]>) -> Placed {
        Placed {
            plot,
            frame,
            centre,
        }
    }

    /// What is drawn in a view.
    pub(crate) fn of(draw: &PlotDraw) -> Placed {
        Placed::new(draw.call.plot, draw.frame, Arc::clone(&draw.centre))
    }

    /// Where what is seen at a pixel was in the picture before. None where that is the same pixel for
    /// all, or where nothing of this picture was seen.
    pub(crate) fn moved_from(&self, before: &Placed) -> Option<Map> {
        if self.plot != before.plot || self.frame.resolution != before.frame.resolution {
            return None;
        }
        let [now, then] = [self, before].map(|placed| {
            let [[ax, bx, _], [ay, by, _]] = [placed.frame.world_x, placed.frame.world_y];
            [[ax, bx], [ay, by]]
        });
        let by = [0, 1].map(|axis: usize| nearest(&(&self.centre[axis] - &before.centre[axis])));
        if now == then && by == [0.0; 2] {
            return None;
        }
        let [[a, b], [c, d]] = then;
        let determinant = a * d - b * c;
        let inverse =
            |[x, y]: [f64; 2]| [(d * x - b * y) / determinant, (a * y - c * x) / determinant];
        let [across, down] = [0, 1].map(|column| inverse([now[0][column], now[1][column]]));
        let shift = inverse(by);
        let middle = self.frame.resolution.map(|side| side / 2.0);
        let map = [0, 1].map(|axis| {
            let [a, b] = [across[axis], down[axis]];
            [
                a,
                b,
                middle[axis] + shift[axis] - a * middle[0] - b * middle[1],
            ]
        });
        is_seen(&map, self.frame.resolution).then_some(map)
    }
}

/// Whether a picture of a size shows a part of the other.
fn is_seen(map: &Map, [width, height]: [f64; 2]) -> bool {
    let [[a, b, _], [c, d, _]] = *map;
    let grows = (a * d - b * c).abs().sqrt();
    let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
    let meets = [width, height]
        .into_iter()
        .zip(map)
        .all(|(side, [a, b, c])| {
            let places = corners.map(|[x, y]| a * x + b * y + c);
            let least = places.into_iter().fold(f64::INFINITY, f64::min);
            let most = places.into_iter().fold(f64::NEG_INFINITY, f64::max);
            least < side && most > 0.0
        });
    // However much it is magnified: a blur is nearer to what comes than nothing, or another place.
    meets && grows > 0.0 && grows <= MOST
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_player::exact::{decimal, exact};

    use super::*;

    /// 400 by 200 pixels of a width about a place.
    fn placed(centre: [&str; 2], step: f64) -> Placed {
        let centre = centre.map(|place| decimal(place).unwrap());
        let [x, y] = [0, 1].map(|axis: usize| nearest(&centre[axis]));
        Placed {
            plot: PlotId(0),
            frame: FrameUniforms {
                world_x: [step, 0.0, x - 200.0 * step],
                world_y: [0.0, -step, y + 100.0 * step],
                resolution: [400.0, 200.0],
                seed: 0,
                view: [[0.0; 2]; 2],
            },
            centre: Arc::new(centre),
        }
    }

    #[track_caller]
    fn check(map: Option<Map>, pixel: [f64; 2], before: [f64; 2]) {
        let [x, y] = pixel;
        let at = map.unwrap().map(|[a, b, c]| a * x + b * y + c);
        let away = (at[0] - before[0]).hypot(at[1] - before[1]);
        assert!(away < 1e-6, "{at:?} and not {before:?}");
    }

    #[test]
    fn what_is_seen_at_a_pixel_was_at_another_before() {
        let place = "-0.743643887037158704752191506114774000000000000000000000000001234567";
        let step = 1e-60;
        let before = placed([place, "1"], step);
        assert_eq!(before.moved_from(&before), None);
        // Twice as large about the middle.
        let twice = placed([place, "1"], step / 2.0).moved_from(&before);
        check(twice, [200.0, 100.0], [200.0, 100.0]);
        check(twice, [0.0, 0.0], [100.0, 50.0]);
        // 30 pixels to the right and 10 up, far beyond the digits of f64.
        let right = decimal(place).unwrap() + exact(30.0 * step);
        let mut moved = before.clone();
        moved.centre = Arc::new([right, exact(1.0) + exact(10.0 * step)]);
        check(moved.moved_from(&before), [0.0, 10.0], [30.0, 0.0]);
    }

    #[test]
    fn picture_is_magnified_however_far_the_zoom_goes_at_once() {
        let before = placed(["0", "0"], 0.01);
        for zoom in [65.0, 1e4, 1e30] {
            let now = placed(["0.3", "0.2"], 0.01 / zoom);
            let map = now.moved_from(&before);
            check(map, [200.0, 100.0], [230.0, 80.0]);
            check(map, [0.0, 0.0], [230.0 - 200.0 / zoom, 80.0 - 100.0 / zoom]);
        }
    }

    #[test]
    fn what_shows_nothing_of_another_is_not_moved() {
        let before = placed(["0", "0"], 0.01);
        for (centre, step) in [
            (["5", "0"], 0.01),
            (["0", "-3"], 0.01),
            (["0", "0"], 10.0),
            (["0", "0"], 0.0),
            (["0", "0"], f64::NAN),
        ] {
            let now = placed(centre, step);
            assert_eq!(now.moved_from(&before), None, "{centre:?} {step}");
        }
        let mut other = placed(["1", "0"], 0.01);
        assert!(other.moved_from(&before).is_some());
        other.frame.resolution = [399.0, 200.0];
        assert_eq!(other.moved_from(&before), None);
    }
}
