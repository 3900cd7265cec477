//! What the colours mean in which rounds of loops, and differences, are shown.

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::plot_view::rounds::COLOURS;
use cindyscript_player::plot_view::{disagreement, rounds};
use cindyscript_player::shape::{filled, outlined, rounded};
use cindyscript_player::text::{Fonts, Line};
use cindyscript_player::view::Canvas;

use crate::grid::Room;
use crate::look::Palette;

const MARGIN: f64 = 8.0;
const PADDING: f64 = 8.0;
const TEXT: f64 = 12.0;
/// A line of it.
const LINE: f64 = 18.0;
/// The strip of colours.
const STRIP: [f64; 2] = [300.0, 12.0];
/// It is painted in so many parts.
const PARTS: usize = 65;

/// What stands at the colours.
pub(crate) struct Scale {
    /// What is shown,
    title: &'static str,
    /// and how to go on.
    next: &'static str,
    /// Numbers, each with its place from 0 to 1. Without any, no colours are shown.
    ticks: Vec<(String, f64)>,
}

impl Scale {
    /// Rounds of loops: none, powers of ten, the most.
    pub(crate) fn rounds(most: u32) -> Scale {
        let powers = (0..10).map(|power| 10_u32.pow(power));
        let powers = powers.take_while(|power| *power < most);
        let ticks = std::iter::once(0).chain(powers).chain([most]);
        let tick = |number: u32| (number.to_string(), rounds::part(number.into(), most));
        Scale {
            title: "rounds of loops at each pixel",
            next: "z: error of single precision",
            ticks: ticks.map(tick).collect(),
        }
    }

    /// Differences of colours, in steps of a byte.
    pub(crate) fn disagreement() -> Scale {
        let ticks = [0.01, 0.1, 1.0, 10.0, 100.0];
        let tick = |steps: f64| (steps.to_string(), disagreement::part(steps));
        Scale {
            title: "error of single precision, in 1/255",
            next: "z: the picture",
            ticks: ticks.map(tick).to_vec(),
        }
    }

    /// The same while the map is computed: without colours, which would explain those of another map.
    pub(crate) fn before_it_is_painted(self) -> Scale {
        Scale {
            next: "computing...",
            ticks: Vec::new(),
            ..self
        }
    }

    /// What stands above the colours, in lines that are so wide, in em: one if that has room for all.
    fn heading(&self, width: f64, fonts: &Fonts) -> Vec<Line> {
        let Scale { title, next, .. } = self;
        let all = fonts.plain(&format!("{title}; {next}"));
        if all.width <= width {
            return vec![all];
        }
        let lines = [title, next].map(|line| fonts.plain_within(line, width));
        lines.to_vec()
    }
}

/// At the upper edge of the room that there is: what is shown, the colours, and numbers below them.
pub(crate) fn legend(
    scale: &Scale,
    room: Room,
    canvas: &Canvas,
    fonts: &Fonts,
    palette: &Palette,
) -> Bitmap {
    let width = room.width;
    let strip = STRIP[0].min(width - 2.0 * (MARGIN + PADDING)).max(1.0);
    let heading = scale.heading(strip / TEXT, fonts);
    let (parts, below) = match scale.ticks.is_empty() {
        true => (0, 0.0),
        false => (PARTS, STRIP[1] + LINE),
    };
    let size = [
        strip + 2.0 * PADDING,
        2.0 * PADDING + heading.len() as f64 * LINE + below,
    ];
    let before = ((width - size[0]) / 2.0).max(0.0);
    let corner = [room.left + before, room.top + MARGIN];
    let (left, mut top) = (corner[0] + PADDING, corner[1] + PADDING);
    let mut drawings = vec![
        filled(rounded(corner, size, 6.0), palette.plate),
        outlined(rounded(corner, size, 6.0), 1.0, palette.edge),
    ];
    for line in heading {
        let path = line.path(TEXT, [left, top + TEXT], 0.0);
        drawings.push(filled(path, palette.text));
        top += LINE;
    }
    for index in 0..parts {
        let along = index as f64 / PARTS as f64;
        let [red, green, blue] = colour(along);
        // A little wider, so that nothing is seen between two.
        let part = [strip / PARTS as f64 + 0.5, STRIP[1]];
        let place = [left + along * strip, top];
        drawings.push(filled(rounded(place, part, 0.0), [red, green, blue, 1.0]));
    }
    let mut free = f64::NEG_INFINITY;
    for (number, part) in &scale.ticks {
        let text = fonts.plain(number);
        let wide = text.width * TEXT;
        let at = left + part * strip;
        // None is written where a window is too small for it.
        let start = (at - wide / 2.0).min(left + strip - wide).max(left);
        if start < free || wide > strip {
            continue;
        }
        free = start + wide + 6.0;
        let baseline = top + STRIP[1] + TEXT + 2.0;
        drawings.push(filled(text.path(TEXT, [start, baseline], 0.0), palette.dim));
    }
    paint::bitmap(&drawings, canvas, fonts)
}

/// The colour of a place on the scale.
fn colour(place: f64) -> [f64; 3] {
    let steps = (COLOURS.len() - 1) as f64;
    let index = (place * steps) as usize;
    let (from, to) = match COLOURS.get(index..index + 2) {
        Some([from, to]) => (from, to),
        _ => return COLOURS.last().copied().unwrap_or_default(),
    };
    let along = place * steps - index as f64;
    [0, 1, 2].map(|axis: usize| from[axis] + along * (to[axis] - from[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look;

    #[test]
    fn a_legend_fits_any_canvas_and_names_the_most() {
        let fonts = Fonts::default();
        for (device, scale) in [([500, 400], 1.0), ([900, 700], 2.0), ([40, 30], 1.0)] {
            let canvas = Canvas { device, scale };
            for scale in [Scale::rounds(1000), Scale::disagreement()] {
                let room = Room::beside(&canvas, false, [0.0; 2], 0.0);
                let palette = look::Scheme::Light.palette();
                let bitmap = legend(&scale, room, &canvas, &fonts, palette);
                for (axis, size) in device.into_iter().enumerate() {
                    let at = bitmap.offset()[axis].max(0).cast_unsigned();
                    assert!(at + bitmap.size()[axis] <= size.max(at), "{device:?}");
                }
            }
        }
        // It makes room for panels: beside them, or below the one at the left.
        let canvas = Canvas {
            device: [500, 500],
            scale: 1.0,
        };
        for (left, right, free) in [
            ([0.0; 2], 258.0, [0, 0, 242, 500]),
            ([150.0, 300.0], 0.0, [150, 0, 500, 500]),
            ([240.0, 300.0], 258.0, [0, 300, 242, 500]),
        ] {
            let room = Room::beside(&canvas, false, left, right);
            let palette = look::Scheme::Light.palette();
            let bitmap = legend(&Scale::disagreement(), room, &canvas, &fonts, palette);
            let [x, y] = bitmap.offset();
            let end = [0, 1].map(|axis| bitmap.offset()[axis] + bitmap.size()[axis].cast_signed());
            assert!(x >= free[0] && y >= free[1], "{x} {y}");
            assert!(end[0] <= free[2] && end[1] <= free[3], "{end:?}");
        }
        // The narrowest room beside panels has room for all that it says.
        for scale in [Scale::rounds(500), Scale::disagreement()] {
            let narrow = (220.0 - 2.0 * (MARGIN + PADDING)) / TEXT;
            let [title, next] = &scale.heading(narrow, &fonts)[..] else {
                panic!("one line");
            };
            assert_eq!(title.width, fonts.plain(scale.title).width);
            assert_eq!(next.width, fonts.plain(scale.next).width);
            assert_eq!(scale.heading(f64::INFINITY, &fonts).len(), 1);
        }
        let numbers = |scale: Scale| scale.ticks.into_iter().map(|(number, _)| number);
        let rounds: Vec<_> = numbers(Scale::rounds(500)).collect();
        assert_eq!(rounds, ["0", "1", "10", "100", "500"]);
        let steps: Vec<_> = numbers(Scale::disagreement()).collect();
        assert_eq!(steps, ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(colour(0.0), COLOURS[0]);
        assert_eq!(colour(1.0), COLOURS[4]);
    }
}
