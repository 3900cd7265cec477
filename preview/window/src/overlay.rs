//! What the window lays over the picture by itself: bars with what is to be said, the mark of a clock
//! that stands still, a note about the precision.

use cindyscript_interpreter::display::{Colour, Drawing};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::session::MarkPart;
use cindyscript_player::shape::{filled, outlined, polygon, rounded};
use cindyscript_player::text::{Fonts, Line};
use cindyscript_player::view::Canvas;

use crate::look::Palette;

/// What a bar is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The text has an error; the picture is that of the last version without.
    Error,
    /// Something worth knowing.
    Note,
}

/// What a bar says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarMessage {
    /// What it is about.
    pub tone: Tone,
    /// The first line of this.
    pub text: String,
    /// What else there is to know.
    pub remark: Option<String>,
}

const MARGIN: f64 = 8.0;
/// Between two bars.
const GAP: f64 = 4.0;
const PADDING: f64 = 8.0;
const TEXT: f64 = 13.0;
const LINE: f64 = 18.0;
const CORNER: f64 = 6.0;
/// A bar has at most so many lines.
const BAR_LINES: usize = 5;

/// Of marks in the picture, which are seen on any: light on dark.
const SHADE: Colour = [0.09, 0.10, 0.12, 0.86];
const WHITE: Colour = [0.96, 0.97, 0.98, 1.0];

/// The room that is left to bars, in CSS pixels: so far from the left edge and from the lower one, and
/// so wide.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    /// From the left edge.
    pub left: f64,
    /// From there on.
    pub width: f64,
    /// Under it.
    pub below: f64,
}

/// The bars at the lower edge, one above the other, the first at the edge. Those that come after it are
/// left out where they would hide too much of the picture.
pub fn bars(
    messages: &[BarMessage],
    free: Free,
    canvas: &Canvas,
    fonts: &Fonts,
    palette: &Palette,
) -> Vec<Bitmap> {
    /// The part of the canvas that one of them may take,
    const ONE: f64 = 0.5;
    /// and all of them.
    const ALL: f64 = 0.75;
    let [_, height] = canvas.css();
    let mut bars: Vec<Bitmap> = Vec::new();
    let mut used = 0.0;
    for message in messages {
        let room = (height * ONE).min(height * ALL - used);
        if !bars.is_empty() && room < 2.0 * MARGIN + PADDING + LINE {
            break;
        }
        let free = Free {
            below: free.below + used,
            ..free
        };
        let bar = bar(message, room, free, canvas, fonts, palette);
        used += f64::from(bar.size()[1]) / canvas.scale + GAP;
        bars.push(bar);
    }
    bars
}

/// A bar: a text, and below it what else there is to know. Long texts are broken between words, and cut
/// where they would take more than [`BAR_LINES`] lines, or more than the room in height.
fn bar(
    message: &BarMessage,
    room: f64,
    free: Free,
    canvas: &Canvas,
    fonts: &Fonts,
    palette: &Palette,
) -> Bitmap {
    /// The coloured dot before the text.
    const DOT: f64 = 4.0;
    let BarMessage { tone, text, remark } = message;
    let rows = rows_within(room).min(BAR_LINES);
    let Free { left, width, below } = free;
    let [_, height] = canvas.css();
    let before_text = PADDING + 2.0 * DOT + PADDING;
    let room = (width - 2.0 * MARGIN - before_text - PADDING).max(0.0) / TEXT;
    let rest = remark.as_deref();
    let rest = rest.map(|remark| wrapped(remark, room, (rows - 1).min(2), fonts));
    let rest = rest.unwrap_or_default();
    let text = text.lines().next().unwrap_or_default();
    let above = wrapped(text, room, rows.saturating_sub(rest.len()).max(1), fonts);
    let lines = above.iter().map(|line| (line, palette.text));
    let lines: Vec<(&Line, Colour)> = lines
        .chain(rest.iter().map(|line| (line, palette.dim)))
        .collect();
    let widest = lines.iter().map(|(line, _)| line.width).fold(0.0, f64::max);
    let size = [
        before_text + widest * TEXT + PADDING,
        lines.len() as f64 * LINE + PADDING,
    ];
    let corner = [left + MARGIN, height - MARGIN - below - size[1]];
    let dot = match tone {
        Tone::Error => palette.wrong,
        Tone::Note => palette.accent,
    };
    let middle = corner[1] + (LINE + PADDING) / 2.0;
    let beside = [corner[0] + PADDING, middle - DOT];
    let mut drawings = plate(corner, size, palette);
    drawings.push(filled(rounded(beside, [2.0 * DOT; 2], DOT), dot));
    for (row, (line, colour)) in lines.into_iter().enumerate() {
        let baseline = sharp(middle + row as f64 * LINE + 0.35 * TEXT, canvas);
        let origin = [corner[0] + before_text, baseline];
        drawings.push(filled(line.path(TEXT, origin, 0.0), colour));
    }
    paint::bitmap(&drawings, canvas, fonts)
}

/// What things are written on.
fn plate(corner: [f64; 2], size: [f64; 2], palette: &Palette) -> Vec<Drawing> {
    // In the middle of the outermost pixels.
    let inner = (
        corner.map(|place| place + 0.5),
        size.map(|side| (side - 1.0).max(0.0)),
    );
    vec![
        filled(rounded(corner, size, CORNER), palette.plate),
        outlined(rounded(inner.0, inner.1, CORNER - 0.5), 1.0, palette.edge),
    ]
}

/// Why a clock stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The user has stopped it.
    Paused,
    /// Nothing plays by itself here, and nobody has made it.
    Unplayed,
}

/// The width and height of the mark of a clock that stands still.
const SIDE: f64 = 26.0;
/// The room that it takes at the upper edge, in CSS pixels.
pub const MARK: f64 = SIDE + MARGIN;

/// The mark at the upper right of a picture whose clock stands still: two bars, or the triangle that
/// stands for playing. What is at the left, and `beside` it to the right, takes so many CSS pixels; there
/// is none where these leave no room, for it would hide what stands there.
pub fn stopped(
    why: Stopped,
    [left, beside]: [f64; 2],
    canvas: &Canvas,
    fonts: &Fonts,
    palette: &Palette,
) -> Option<Bitmap> {
    const BAR: [f64; 2] = [4.0, 12.0];
    let [width, _] = canvas.css();
    let corner = [(width - beside - MARK).max(0.0), MARGIN];
    if corner[0] < left {
        return None;
    }
    let middle = corner.map(|place| place + SIDE / 2.0);
    let at = |[x, y]: [f64; 2]| [middle[0] + x, middle[1] + y];
    let bar = |left: f64| rounded(at([left, -BAR[1] / 2.0]), BAR, 1.0);
    let signs = match why {
        Stopped::Paused => vec![bar(-6.0), bar(2.0)],
        Stopped::Unplayed => vec![polygon(&[[-4.0, -6.5], [7.0, 0.0], [-4.0, 6.5]].map(at))],
    };
    let mut drawings = plate(corner, [SIDE; 2], palette);
    drawings.extend(signs.into_iter().map(|sign| filled(sign, palette.text)));
    Some(paint::bitmap(&drawings, canvas, fonts))
}

/// A line of small text at the upper left, cut where there is no more room.
pub fn note(text: &str, canvas: &Canvas, fonts: &Fonts, palette: &Palette) -> Bitmap {
    const SIZE: f64 = 11.0;
    const HEIGHT: f64 = 20.0;
    const BESIDE: f64 = 6.0;
    let [width, _] = canvas.css();
    let room = (width - 2.0 * (MARGIN + BESIDE)).max(0.0) / SIZE;
    let line = fonts.plain_within(text, room);
    let size = [line.width * SIZE + 2.0 * BESIDE, HEIGHT];
    let mut drawings = plate([MARGIN; 2], size, palette);
    let baseline = sharp(MARGIN + HEIGHT / 2.0 + 0.35 * SIZE, canvas);
    let path = line.path(SIZE, [MARGIN + BESIDE, baseline], 0.0);
    drawings.push(filled(path, palette.dim));
    paint::bitmap(&drawings, canvas, fonts)
}

/// A ring around a place, in CSS pixels, with a number.
pub fn mark([x, y]: [f64; 2], number: usize, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    const RADIUS: f64 = 5.0;
    let ring = || rounded([x - RADIUS, y - RADIUS], [2.0 * RADIUS; 2], RADIUS);
    let number = fonts.plain(&number.to_string());
    let letters = || number.path(TEXT, [x + RADIUS + 3.0, y - RADIUS + 3.0], 0.0);
    // Dark below light is seen on any picture.
    let drawings = [
        outlined(ring(), 3.5, SHADE),
        outlined(ring(), 1.5, WHITE),
        outlined(letters(), 3.0, SHADE),
        filled(letters(), WHITE),
    ];
    paint::bitmap(&drawings, canvas, fonts)
}

/// What marks an element: a light line with dark edges all around its parts, which stay as they are.
/// It is seen on any picture.
pub fn halo(parts: &[MarkPart], canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    /// Between the parts and the halo.
    const GAP: f64 = 2.0;
    const LINE: f64 = 2.0;
    const EDGES: f64 = 1.0;
    const DARK: Colour = [0.09, 0.10, 0.12, 1.0];
    const LIGHT: Colour = [1.0, 1.0, 1.0, 1.0];
    let grown = |by: f64, colour: Colour| {
        parts.iter().flat_map(move |part| match part {
            MarkPart::Line(path, width) => vec![outlined(path.clone(), width + 2.0 * by, colour)],
            MarkPart::Area(path) => vec![
                filled(path.clone(), colour),
                outlined(path.clone(), 2.0 * by, colour),
            ],
        })
    };
    let rings = [
        (GAP + LINE + 2.0 * EDGES, DARK),
        (GAP + LINE + EDGES, LIGHT),
        (GAP + EDGES, DARK),
    ];
    let rings = rings.into_iter().flat_map(|(by, colour)| grown(by, colour));
    let rings: Vec<Drawing> = rings.collect();
    let inside: Vec<Drawing> = grown(GAP, DARK).collect();
    let mut halo = paint::bitmap(&rings, canvas, fonts);
    halo.cut_out(&paint::bitmap(&inside, canvas, fonts));
    halo
}

/// How many lines of text there is room for in a height; at least one.
fn rows_within(height: f64) -> usize {
    let room = height - 2.0 * MARGIN - PADDING;
    ((room / LINE) as usize).max(1)
}

/// A text in lines of at most `room` em, broken between words; the last of `most` lines is cut.
fn wrapped(text: &str, room: f64, most: usize, fonts: &Fonts) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && lines.len() < most {
        let is_last = lines.len() + 1 == most;
        let ends = rest.match_indices(' ').map(|(end, _)| end);
        // The first part is taken whether it fits or not.
        let fits = |end: &usize| fonts.plain(&rest[..*end]).width <= room;
        let end = match is_last || fits(&rest.len()) {
            true => rest.len(),
            false => {
                let ends: Vec<usize> = ends.collect();
                let fitting = ends.partition_point(fits);
                let end = ends.get(fitting.saturating_sub(1));
                end.copied().unwrap_or(rest.len())
            }
        };
        lines.push(fonts.plain_within(&rest[..end], room));
        rest = rest[end..].trim_start();
    }
    lines
}

/// Baselines on whole pixels are sharper.
fn sharp(baseline: f64, canvas: &Canvas) -> f64 {
    (baseline * canvas.scale).round() / canvas.scale
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_interpreter::display::{Path, PathSegment};

    use super::*;
    use crate::look::Scheme;

    #[test]
    fn what_lies_over_the_picture_fits_any_canvas() {
        let fonts = Fonts::default();
        let text = "line 12: an error message that is longer than the window is wide, by far";
        for (device, scale) in [
            ([500, 500], 1.0),
            ([1000, 700], 2.0),
            ([160, 120], 1.0),
            ([30, 20], 1.0),
            ([1, 1], 3.0),
        ] {
            let canvas = Canvas { device, scale };
            let palette = Scheme::Light.palette();
            let error = BarMessage {
                tone: Tone::Error,
                text: text.to_owned(),
                remark: Some("and 2 more errors; the picture is of an earlier version".to_owned()),
            };
            let note = BarMessage {
                tone: Tone::Note,
                text: "recording a.gif: 70 %".to_owned(),
                remark: None,
            };
            let messages = [error, note.clone(), note];
            let free = Free {
                left: 0.0,
                width: canvas.css()[0],
                below: 0.0,
            };
            let bars = bars(&messages, free, &canvas, &fonts, palette);
            let edge =
                |bar: &Bitmap, end: u32| bar.offset()[1] + (bar.size()[1] * end).cast_signed();
            for pair in bars.windows(2) {
                assert!(edge(&pair[1], 1) <= edge(&pair[0], 0), "{device:?}");
            }
            // In a window of a usual size, all are seen.
            assert!(bars.len() == 3 || device[0] < 500, "{device:?}");
            let others = [
                stopped(Stopped::Paused, [0.0; 2], &canvas, &fonts, palette).unwrap(),
                stopped(Stopped::Unplayed, [0.0; 2], &canvas, &fonts, palette).unwrap(),
                super::note(text, &canvas, &fonts, palette),
            ];
            for bitmap in bars.into_iter().chain(others) {
                for (axis, size) in device.into_iter().enumerate() {
                    let at = bitmap.offset()[axis].max(0).cast_unsigned();
                    assert!(at + bitmap.size()[axis] <= size.max(at), "{device:?}");
                }
            }
        }
    }

    #[test]
    fn panels_and_what_the_window_says_do_not_lie_over_one_another() {
        let (fonts, palette) = (Fonts::default(), Scheme::Light.palette());
        let canvas = Canvas {
            device: [500, 500],
            scale: 1.0,
        };
        let mark = |left, beside| {
            let mark = stopped(Stopped::Paused, [left, beside], &canvas, &fonts, palette);
            mark.map(|mark| mark.offset()[0])
        };
        assert!(mark(0.0, 0.0) > Some(450));
        assert!((Some(200)..Some(209)).contains(&mark(200.0, 258.0)));
        assert_eq!(mark(230.0, 258.0), None);
        let message = BarMessage {
            tone: Tone::Note,
            text: "drawn is a quite long expression, a number; x shows the picture".to_owned(),
            remark: None,
        };
        let free = Free {
            left: 40.0,
            width: 202.0,
            below: 0.0,
        };
        let bars = bars(&[message], free, &canvas, &fonts, palette);
        let (x, width) = (bars[0].offset()[0], bars[0].size()[0].cast_signed());
        assert!(x >= 40 && x + width <= 242 && width > 100, "{x} {width}");
    }

    #[test]
    fn a_halo_is_dark_and_light_around_what_it_marks() {
        let disc = rounded([20.0, 20.0], [10.0; 2], 5.0);
        let edge = Path {
            segments: vec![
                PathSegment::Move([-90.0, 40.0]),
                PathSegment::Line([90.0, 40.0]),
            ],
        };
        let parts = [MarkPart::Area(disc), MarkPart::Line(edge, 1.0)];
        for scale in [1.0, 2.0] {
            let canvas = Canvas {
                device: [(60.0 * scale) as u32; 2],
                scale,
            };
            let halo = halo(&parts, &canvas, &Fonts::default());
            let alike = |[x, y]: [f64; 2]| {
                let place = [x * scale, y * scale].map(|place| place as i32);
                let offset = halo.offset();
                halo.pixel([0, 1].map(|axis| (place[axis] - offset[axis]).cast_unsigned()))
            };
            // From the middle of the disc to the left.
            let along = [25.0, 19.0, 17.5, 16.0, 14.5, 12.0].map(|x| alike([x, 25.0]));
            let dark = |pixel: [u8; 4]| pixel[3] > 100 && pixel[0] < 130;
            assert_eq!(along[0], [0; 4]);
            assert_eq!(along[1], [0; 4]);
            assert!(dark(along[2]), "{along:?}");
            assert_eq!(along[3], [255; 4]);
            assert!(dark(along[4]), "{along:?}");
            assert_eq!(along[5], [0; 4]);
            // Both sides of the line, which stays.
            let across = [35.5, 40.0, 44.5].map(|y| alike([50.0, y]));
            assert_eq!(across, [[255; 4], [0; 4], [255; 4]]);
        }
        assert!(
            super::halo(
                &[],
                &Canvas {
                    device: [9; 2],
                    scale: 1.0
                },
                &Fonts::default()
            )
            .is_empty()
        );
    }

    #[test]
    fn texts_are_broken_between_words_and_cut_at_the_end() {
        let fonts = Fonts::default();
        let count = |room: f64, most| wrapped("some words, of which few fit", room, most, &fonts);
        assert_eq!(count(100.0, 3).len(), 1);
        let narrow = count(6.0, 9);
        assert!(narrow.len() > 2, "{}", narrow.len());
        assert!(narrow.iter().all(|line| line.width <= 6.0));
        assert_eq!(count(6.0, 2).len(), 2);
        assert_eq!(count(6.0, 0).len(), 0);
    }
}
