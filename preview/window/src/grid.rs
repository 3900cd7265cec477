//! The grid of the world over the picture: lines with numbers, its axes, and the coordinates at the
//! pointer.
//!
//! What the picture looks like is not known here: beside each dark line there is a light one, of
//! which one is seen on any, and its numbers stand on dark plates.

use cindyscript_interpreter::display::{Colour, Drawing, Path};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::exact::{Exact, decimal, digits, exact, nearest};
use cindyscript_player::paint;
use cindyscript_player::shape::{filled, outlined, polygon, rounded};
use cindyscript_player::text::{Fonts, Line};
use cindyscript_player::view::{Canvas, ExactView};

use crate::look::Palette;

/// Between two lines of the grid there are at least so many CSS pixels.
const LEAST_GAP: f64 = 64.0;
/// Between the numbers at two of its lines.
const LEAST_SPACE: f64 = 14.0;
/// From numbers to their line and to the edge of the canvas.
const MARGIN: f64 = 6.0;
const TEXT: f64 = 11.0;
/// The height of digits, in em.
const DIGITS: f64 = 0.73;
/// From a number to the edge of its plate, to the side and up.
const PLATE: [f64; 2] = [3.0, 2.5];

const DARK: Colour = [0.09, 0.10, 0.12, 1.0];
const LIGHT: Colour = [0.96, 0.97, 0.98, 1.0];

/// How much of the picture lines cover.
const LINES: f64 = 0.3;
const AXES: f64 = 0.8;

/// Numbers outside of these are written with an exponent: more digits are only counted.
const PLAIN: std::ops::Range<f64> = 1e-4..1e6;

/// The distance of two lines: 1, 2 or 5 times a power of 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    digit: i32,
    exponent: i32,
}

impl Step {
    /// The smallest that is not less than a length, which is greater than 0.
    fn at_least(length: f64) -> Step {
        let exponent = length.log10().floor() as i32;
        let steps = [1, 2, 5].map(|digit| Step { digit, exponent });
        let found = steps.into_iter().find(|step| step.value() >= length);
        found.unwrap_or(Step {
            digit: 1,
            exponent: exponent + 1,
        })
    }

    fn next(self) -> Step {
        let (digit, exponent) = match self.digit {
            1 => (2, self.exponent),
            2 => (5, self.exponent),
            _ => (1, self.exponent + 1),
        };
        Step { digit, exponent }
    }

    fn value(self) -> f64 {
        nearest(&self.length())
    }

    fn length(self) -> Exact {
        let written = format!("{}e{}", self.digit, self.exponent);
        decimal(&written).unwrap_or(Exact::ZERO)
    }

    /// The number at a line, with as many digits as tell it from its neighbours.
    fn label(self, coordinate: &Exact) -> String {
        number(coordinate, -self.exponent)
    }

    /// The multiples between two coordinates, from the least.
    fn between(self, least: &Exact, most: &Exact) -> impl Iterator<Item = Exact> + use<> {
        let length = self.length();
        let first = (least / &length).ceil();
        let last = (most / &length).floor();
        // `as` saturates, and takes NaN for 0. There are fewer on any canvas.
        let count = (nearest(&(last - &first)) + 1.0).clamp(0.0, 1e4) as u32;
        (0..count).map(move |line| (&first + exact(line.into())) * &length)
    }
}

/// A number with so many decimals, without needless digits.
fn number(value: &Exact, decimals: i32) -> String {
    let about = nearest(value);
    let written = if *value == Exact::ZERO {
        "0".to_owned()
    } else if PLAIN.contains(&about.abs()) || decimals > 0 && about.abs() >= 1.0 {
        digits(value, usize::try_from(decimals).unwrap_or(0))
    } else if about.abs() < 1.0 {
        small(&digits(value, usize::try_from(decimals).unwrap_or(0)))
    } else {
        // Of the digits, those that count.
        let exponent = about.abs().log10().floor() as i32;
        let digits = usize::try_from(decimals + exponent).unwrap_or(0);
        let rounded = format!("{about:.digits$e}");
        let short = rounded.parse::<f64>().map(|value| format!("{value:e}"));
        short.unwrap_or(rounded)
    };
    written.replace('-', "−")
}

/// A decimal number below 1 with an exponent, without zeros at its end.
fn small(plain: &str) -> String {
    let (sign, plain) = match plain.strip_prefix('-') {
        Some(plain) => ("-", plain),
        None => ("", plain),
    };
    let behind = plain.strip_prefix("0.").unwrap_or(plain);
    let significant = behind.trim_start_matches('0');
    let exponent = behind.len() - significant.len() + 1;
    let significant = significant.trim_end_matches('0');
    match significant.split_at_checked(1) {
        None => "0".to_owned(),
        Some((first, "")) => format!("{sign}{first}e-{exponent}"),
        Some((first, others)) => format!("{sign}{first}.{others}e-{exponent}"),
    }
}

/// Lines and axes with their numbers, from back to front.
pub fn grid(view: &ExactView, canvas: &Canvas, fonts: &Fonts) -> Vec<Bitmap> {
    if !(1.0 / view.scale).is_normal() {
        return Vec::new();
    }
    let step = step(view, fonts);
    let lines: Vec<GridLine> = [0, 1]
        .into_iter()
        .flat_map(|axis| grid_lines(axis, step, view))
        .collect();
    let drawn = lines.iter().map(GridLine::is_axis);
    let (axes, others): (Vec<_>, Vec<_>) = lines.iter().zip(drawn).partition(|(_, axis)| *axis);
    let mut bitmaps = Vec::new();
    for (lines, alpha) in [(others, LINES), (axes, AXES)] {
        // All light ones before all dark ones: none is broken by another.
        for (beside, colour) in [(1.0, LIGHT), (0.0, DARK)] {
            let painted = lines.iter().map(|(line, _)| {
                let drawing = filled(line.outline(beside, canvas), faint(colour, alpha));
                paint::bitmap(&[drawing], canvas, fonts)
            });
            bitmaps.extend(painted);
        }
    }
    bitmaps.extend(numbers(step, &lines, view, canvas, fonts));
    bitmaps
}

/// How far two lines of the grid are apart in the world; none where there is no grid.
pub fn spacing(view: &ExactView, fonts: &Fonts) -> Option<f64> {
    let has_grid = (1.0 / view.scale).is_normal();
    has_grid.then(|| step(view, fonts).value())
}

/// The distance of the lines: their numbers do not touch.
fn step(view: &ExactView, fonts: &Fonts) -> Step {
    let ends = ends(view);
    let mut step = Step::at_least(LEAST_GAP / view.scale);
    // Wider steps have shorter numbers, so it ends soon.
    for _ in 0..6 {
        let widths = ends
            .iter()
            .map(|end| fonts.plain(&step.label(&end[0])).width);
        if widths.fold(0.0, f64::max) * TEXT + LEAST_SPACE <= step.value() * view.scale {
            break;
        }
        step = step.next();
    }
    step
}

/// The lower left and the upper right corner of a canvas in the world.
fn ends(view: &ExactView) -> [[Exact; 2]; 2] {
    let [width, height] = view.size;
    [view.to_world([0.0, height]), view.to_world([width, 0.0])]
}

/// A line of the grid.
#[derive(Clone, Debug)]
struct GridLine {
    /// Which coordinate is the same all along it.
    axis: usize,
    /// That coordinate.
    coordinate: Exact,
    /// Where it is, in CSS pixels.
    at: f64,
}

impl GridLine {
    /// Whether it goes through the world's origin.
    fn is_axis(&self) -> bool {
        self.coordinate == Exact::ZERO
    }

    /// The line, or one so many of its widths beside it.
    fn outline(&self, beside: f64, canvas: &Canvas) -> Path {
        let width = canvas.scale.round().max(1.0);
        let first = (self.at * canvas.scale - width / 2.0).round() + beside * width;
        let [first, last] = [first, first + width].map(|at| at / canvas.scale);
        let end = canvas.css()[1 - self.axis];
        let corners = match self.axis {
            0 => [[first, 0.0], [last, 0.0], [last, end], [first, end]],
            _ => [[0.0, first], [end, first], [end, last], [0.0, last]],
        };
        polygon(&corners)
    }
}

/// The lines on which a coordinate stays the same.
fn grid_lines(axis: usize, step: Step, view: &ExactView) -> impl Iterator<Item = GridLine> {
    let [least, most] = ends(view);
    let lines = step.between(&least[axis], &most[axis]);
    lines.map(move |coordinate| GridLine {
        axis,
        at: view.to_pixel(axis, &coordinate),
        coordinate,
    })
}

/// The numbers: at the axes, or where those are not seen at the edge that is nearest to them.
fn numbers(
    step: Step,
    lines: &[GridLine],
    view: &ExactView,
    canvas: &Canvas,
    fonts: &Fonts,
) -> Vec<Bitmap> {
    let [width, height] = canvas.css();
    let origin = [0, 1].map(|axis| view.to_pixel(axis, &Exact::ZERO));
    let tall = DIGITS * TEXT;
    let mut taken: Vec<[[f64; 2]; 2]> = Vec::new();
    let mut bitmaps = Vec::new();
    for line in lines {
        let text = fonts.plain(&step.label(&line.coordinate));
        let wide = text.width * TEXT;
        let within = |at: f64, size: f64, all: f64| at.min(all - size - MARGIN).max(MARGIN);
        let beside = |origin: f64, size: f64, all: f64| within(origin - size - MARGIN, size, all);
        // The 0 of both axes stands between them.
        let place = match line.axis {
            0 if line.is_axis() => [
                line.at - wide - MARGIN,
                within(origin[1] + MARGIN, tall, height),
            ],
            0 => [
                line.at - wide / 2.0,
                within(origin[1] + MARGIN, tall, height),
            ],
            _ if line.is_axis() => [beside(origin[0], wide, width), line.at + MARGIN],
            _ => [beside(origin[0], wide, width), line.at - tall / 2.0],
        };
        let end = [place[0] + wide, place[1] + tall];
        let is_inside = place.iter().all(|at| *at >= 1.0) && end[0] < width && end[1] < height;
        let touches = |other: &[[f64; 2]; 2]| {
            (0..2)
                .all(|axis| place[axis] - 8.0 < other[1][axis] && other[0][axis] < end[axis] + 8.0)
        };
        if !is_inside || taken.iter().any(touches) {
            continue;
        }
        taken.push([place, end]);
        let letters = letters(&text, [place[0], end[1]], canvas);
        bitmaps.push(paint::bitmap(&letters, canvas, fonts));
    }
    bitmaps
}

/// Light letters on a dark plate.
fn letters(text: &Line, [left, baseline]: [f64; 2], canvas: &Canvas) -> [Drawing; 2] {
    let sharp = |place: f64| (place * canvas.scale).round() / canvas.scale;
    let (left, baseline) = (sharp(left), sharp(baseline));
    let corner = [left - PLATE[0], baseline - DIGITS * TEXT - PLATE[1]];
    let size = [
        text.width * TEXT + 2.0 * PLATE[0],
        DIGITS * TEXT + 2.0 * PLATE[1],
    ];
    let plate = filled(rounded(corner, size, 3.0), faint(DARK, 0.6));
    [plate, filled(text.path(TEXT, [left, baseline], 0.0), LIGHT)]
}

fn faint([red, green, blue, _]: Colour, alpha: f64) -> Colour {
    [red, green, blue, alpha]
}

/// The coordinates of a place in the world, on a plate at the upper edge: with so many decimals, beside one
/// another or below where they do not fit, and without digits in their middle where that is too wide as well.
pub fn readout(
    at: &[Exact; 2],
    view: &ExactView,
    decimals: i32,
    room: Room,
    canvas: &Canvas,
    fonts: &Fonts,
    palette: &Palette,
) -> Bitmap {
    const SIZE: f64 = 12.0;
    const PADDING: f64 = 8.0;
    const LINE: f64 = 16.0;
    const ABOVE: f64 = 6.0;
    const SPACE: f64 = 12.0;
    const TOP: f64 = 8.0;
    const CORNER: f64 = 5.0;
    let height = canvas.css()[1];
    let Room { left, width, top } = room;
    let room = (width - 2.0 * (PADDING + TOP)).max(0.0);
    let written = |axis: usize, value: &Exact| {
        let name = ["x", "y"][axis];
        fitted(
            &format!("{name} = {}", number(value, decimals)),
            room / SIZE,
            fonts,
        )
    };
    // It stays as wide as it is while the pointer moves.
    let ends = ends(view);
    let widths = [0, 1].map(|axis| {
        let wides = [&ends[0][axis], &ends[1][axis], &at[axis]];
        let wides = wides.map(|end| written(axis, end).width);
        wides.into_iter().fold(0.0, f64::max) * SIZE
    });
    let beside = widths[0] + SPACE + widths[1];
    // How far the second is to the right of the first and below it.
    let (second, wide) = match beside <= room {
        true => ([widths[0] + SPACE, 0.0], beside),
        false => ([0.0, LINE], widths[0].max(widths[1])),
    };
    let size = [wide + 2.0 * PADDING, LINE + ABOVE + second[1]];
    let left = left + ((width - size[0]) / 2.0).max(0.0).floor();
    let top = match top {
        0.0 => TOP.min((height - size[1]).max(0.0) / 2.0),
        top => (TOP + top).min((height - size[1]).max(0.0)),
    };
    let top = top.floor();
    let middles = size.map(|side| side - 1.0);
    let mut drawings = vec![
        filled(rounded([left, top], size, CORNER), palette.plate),
        outlined(
            rounded([left + 0.5, top + 0.5], middles, CORNER - 0.5),
            1.0,
            palette.edge,
        ),
    ];
    let baseline = top + (LINE + ABOVE + DIGITS * SIZE) / 2.0;
    let places = [[0.0; 2], second].map(|[right, below]| {
        let baseline = ((baseline + below) * canvas.scale).round() / canvas.scale;
        [left + PADDING + right, baseline]
    });
    let lines = places.into_iter().enumerate().map(|(axis, place)| {
        let path = written(axis, &at[axis]).path(SIZE, place, 0.0);
        filled(path, palette.text)
    });
    drawings.extend(lines);
    paint::bitmap(&drawings, canvas, fonts)
}

/// Where a readout may lie, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    pub(crate) left: f64,
    pub(crate) width: f64,
    /// What lies above it ends there.
    pub(crate) top: f64,
}

impl Room {
    /// Where there is a note, or not, and where panels reach so far from the left edge to the right and
    /// from the upper edge down, and so far from the right edge to the left.
    pub fn beside(canvas: &Canvas, has_note: bool, left: [f64; 2], right: f64) -> Room {
        /// Narrower than this, it lies below the panels.
        const NARROWEST: f64 = 220.0;
        /// So far down reaches a note.
        const NOTE: f64 = 26.0;
        let width = canvas.css()[0] - right;
        let [reach, down] = left;
        let is_beside = width - reach >= NARROWEST;
        let left = if is_beside { reach } else { 0.0 };
        Room {
            left,
            width: width - left,
            top: match (is_beside, has_note) {
                (false, _) => down,
                (true, true) => NOTE,
                (true, false) => 0.0,
            },
        }
    }
}

/// A line that is at most so wide, in em: what is too much of it is left out in its middle.
fn fitted(text: &str, width: f64, fonts: &Fonts) -> Line {
    let mut line = fonts.plain(text);
    let letters: Vec<char> = text.chars().collect();
    let mut kept = letters.len();
    while line.width > width && kept > 2 {
        // All digits are equally wide.
        kept = (kept - 1)
            .min((kept as f64 * width / line.width) as usize)
            .max(2);
        let (first, last) = (kept.div_ceil(2), letters.len() - kept / 2);
        let [first, last] =
            [&letters[..first], &letters[last..]].map(|part| part.iter().collect::<String>());
        line = fonts.plain(&format!("{first}…{last}"));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Scheme;

    /// The view of a canvas of so many CSS pixels on which the world's origin lies at a place.
    fn view(scale: f64, origin: [f64; 2], size: [f64; 2]) -> ExactView {
        let [x, y] = [0, 1].map(|axis| (size[axis] / 2.0 - origin[axis]) / scale);
        ExactView {
            centre: [x, -y].map(exact),
            scale,
            size,
        }
    }

    fn written(text: &str) -> Exact {
        decimal(text).unwrap_or(Exact::ZERO)
    }

    fn canvas(device: [u32; 2], scale: f64) -> Canvas {
        Canvas { device, scale }
    }

    #[test]
    fn steps_are_round_and_not_less_than_asked_for() {
        for (length, value) in [
            (1.0, 1.0),
            (1.1, 2.0),
            (2.5, 5.0),
            (6.0, 10.0),
            (0.03, 0.05),
            (3e-9, 5e-9),
            (7e8, 1e9),
        ] {
            let step = Step::at_least(length);
            assert_eq!(step.value(), value, "{length}");
            assert!(step.next().value() > value);
        }
    }

    #[test]
    fn numbers_have_the_digits_that_tell_them_apart() {
        let label = |length, count: i64| {
            let step = Step::at_least(length);
            step.label(&(step.length() * exact(count as f64)))
        };
        assert_eq!(label(1.0, -3), "−3");
        assert_eq!(label(0.05, 3), "0.15");
        assert_eq!(label(0.01, 300), "3.00");
        assert_eq!(label(1e-9, 1_000_000_003), "1.000000003");
        assert_eq!(label(1e-9, 3), "3e−9");
        assert_eq!(label(1e7, 12), "1.2e8");
        assert_eq!(label(1e-9, 0), "0");
        let number = |text, decimals| number(&written(text), decimals);
        assert_eq!(number("0.123456", 2), "0.12");
        assert_eq!(number("1.234567e-7", 9), "1.23e−7");
        assert_eq!(number("-1.5e-60", 62), "−1.5e−60");
        assert_eq!(number("1e-60", 50), "0");
        let digits = "−1.743643887037158704752191506114774000001";
        assert_eq!(number(&digits.replace('−', "-"), 39), digits);
    }

    #[test]
    fn lines_have_exact_numbers_however_deep() {
        let place = "0.743643887037158704752191506114774";
        let deep = ExactView {
            centre: [written(place), written("-1")],
            scale: 1e52,
            size: [500.0; 2],
        };
        let step = step(&deep, &Fonts::default());
        let lines: Vec<GridLine> = grid_lines(1, step, &deep).collect();
        assert!((1..9).contains(&lines.len()), "{}", lines.len());
        let middle = lines.iter().find(|line| line.at == 250.0);
        let middle = middle.map(|line| step.label(&line.coordinate));
        let zeros = "0".repeat((-step.exponent) as usize);
        assert_eq!(middle, Some(format!("−1.{zeros}")));
    }

    #[test]
    fn a_readout_has_all_digits_that_fit() {
        let fonts = Fonts::default();
        let text = "x = 0.7436438870371587047521915061147740001234567";
        let all = fonts.plain(text).width;
        assert_eq!(fitted(text, all, &fonts).width, all);
        let half = fitted(text, all / 2.0, &fonts).width;
        assert!(
            half <= all / 2.0 && half > 0.8 * all / 2.0,
            "{half} of {all}"
        );
        fitted(text, 0.0, &fonts);
        fitted("", 0.0, &fonts);
    }

    #[test]
    fn a_readout_lies_beside_panels_or_below_them() {
        let canvas = canvas([500, 400], 1.0);
        let room = |left, width, top| Room { left, width, top };
        let beside = |has_note, left, right| Room::beside(&canvas, has_note, left, right);
        assert_eq!(beside(false, [0.0; 2], 0.0), room(0.0, 500.0, 0.0));
        assert_eq!(beside(true, [0.0; 2], 0.0), room(0.0, 500.0, 26.0));
        assert_eq!(beside(false, [240.0, 150.0], 0.0), room(240.0, 260.0, 0.0));
        assert_eq!(
            beside(false, [240.0, 150.0], 200.0),
            room(0.0, 300.0, 150.0)
        );
    }

    #[test]
    fn lines_are_where_their_numbers_are_in_the_world() {
        let view = view(25.0, [250.0, 250.0], [500.0, 500.0]);
        let step = step(&view, &Fonts::default());
        assert_eq!(step.value(), 5.0);
        let lines: Vec<(f64, f64)> = grid_lines(1, step, &view)
            .map(|line| (nearest(&line.coordinate), line.at))
            .collect();
        assert_eq!(
            lines,
            [
                (-10.0, 500.0),
                (-5.0, 375.0),
                (0.0, 250.0),
                (5.0, 125.0),
                (10.0, 0.0)
            ]
        );
    }

    #[test]
    fn any_view_on_any_canvas_has_a_grid_that_fits() {
        let fonts = Fonts::default();
        for (device, scale) in [
            ([500, 400], 1.0),
            ([1000, 800], 2.0),
            ([60, 40], 1.0),
            ([1, 1], 3.0),
        ] {
            let canvas = canvas(device, scale);
            for (scale, origin) in [
                (25.0, [250.0, 200.0]),
                (2.5e10, [1e10, -3e10]),
                (2.5e10, [1e30, 1e30]),
                (2.5e100, [1e100, 1e100]),
                (1e-6, [250.0, 200.0]),
                (f64::INFINITY, [0.0, 0.0]),
                (1.0, [f64::NAN, 0.0]),
            ] {
                let view = view(scale, origin, canvas.css());
                let mut bitmaps = grid(&view, &canvas, &fonts);
                assert!(bitmaps.len() < 200, "{}", bitmaps.len());
                let (place, decimals) = (view.to_world([1.0; 2]), view.decimals(canvas.scale));
                let palette = Scheme::Light.palette();
                for (left, right) in [([0.0; 2], 0.0), ([300.0, 200.0], 260.0)] {
                    let room = Room::beside(&canvas, left == [0.0; 2], left, right);
                    bitmaps.push(readout(
                        &place, &view, decimals, room, &canvas, &fonts, palette,
                    ));
                }
                for bitmap in bitmaps {
                    for (axis, size) in device.into_iter().enumerate() {
                        let at = bitmap.offset()[axis].max(0).cast_unsigned();
                        assert!(
                            at + bitmap.size()[axis] <= size.max(at),
                            "{device:?} {view:?}"
                        );
                    }
                }
            }
        }
    }
}
