//! What the colours mean in which rounds of loops are shown.

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::shape::{filled, outlined, rounded};
use cindyscript_player::shown::rounds::{COLOURS, part};
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

const MARGIN: f64 = 8.0;
const PADDING: f64 = 8.0;
const TEXT: f64 = 12.0;
/// The strip of colours.
const STRIP: [f64; 2] = [300.0, 12.0];
/// It is painted in so many parts.
const PARTS: usize = 65;
const SHADE: [f64; 4] = [0.09, 0.10, 0.12, 0.86];
const EDGE: [f64; 4] = [1.0, 1.0, 1.0, 0.22];
const WHITE: [f64; 4] = [0.96, 0.97, 0.98, 1.0];
const DIM: [f64; 4] = [0.68, 0.71, 0.75, 1.0];

/// At the upper edge: what is shown and how to leave, the colours, and numbers of rounds below them.
pub(crate) fn legend(most: u32, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let [width, _] = canvas.css();
    let strip = STRIP[0].min(width - 2.0 * (MARGIN + PADDING)).max(1.0);
    let size = [strip + 2.0 * PADDING, 2.0 * PADDING + STRIP[1] + 2.0 * 18.0];
    let corner = [((width - size[0]) / 2.0).max(0.0), MARGIN];
    let (left, top) = (corner[0] + PADDING, corner[1] + PADDING);
    let mut drawings = vec![
        filled(rounded(corner, size, 6.0), SHADE),
        outlined(rounded(corner, size, 6.0), 1.0, EDGE),
    ];
    let title = "rounds of loops a pixel; z shows the picture again";
    let title = fonts.plain_within(title, strip / TEXT);
    drawings.push(filled(title.path(TEXT, [left, top + TEXT], 0.0), WHITE));
    let top = top + 18.0;
    for index in 0..PARTS {
        let along = index as f64 / PARTS as f64;
        let [red, green, blue] = colour(along);
        // A little wider, so that nothing is seen between two.
        let part = [strip / PARTS as f64 + 0.5, STRIP[1]];
        let place = [left + along * strip, top];
        drawings.push(filled(rounded(place, part, 0.0), [red, green, blue, 1.0]));
    }
    let mut free = f64::NEG_INFINITY;
    for number in ticks(most) {
        let text = fonts.plain(&number.to_string());
        let wide = text.width * TEXT;
        let at = left + part(number.into(), most) * strip;
        // None is written where a window is too small for it.
        let start = (at - wide / 2.0).min(left + strip - wide).max(left);
        if start < free || wide > strip {
            continue;
        }
        free = start + wide + 6.0;
        let baseline = top + STRIP[1] + TEXT + 2.0;
        drawings.push(filled(text.path(TEXT, [start, baseline], 0.0), DIM));
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

/// The numbers that are written: none, powers of ten, the most.
fn ticks(most: u32) -> Vec<u32> {
    let powers = (0..10).map(|power| 10_u32.pow(power));
    let powers = powers.take_while(|power| *power < most);
    std::iter::once(0).chain(powers).chain([most]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_fits_any_canvas_and_names_the_most() {
        let fonts = Fonts::default();
        for (device, scale) in [([500, 400], 1.0), ([900, 700], 2.0), ([40, 30], 1.0)] {
            let canvas = Canvas { device, scale };
            let bitmap = legend(1000, &canvas, &fonts);
            for (axis, size) in device.into_iter().enumerate() {
                let at = bitmap.offset()[axis].max(0).cast_unsigned();
                assert!(at + bitmap.size()[axis] <= size.max(at), "{device:?}");
            }
        }
        assert_eq!(ticks(500), [0, 1, 10, 100, 500]);
        assert_eq!(colour(0.0), COLOURS[0]);
        assert_eq!(colour(1.0), COLOURS[4]);
    }
}
