//! The grid of the world over the picture: lines with numbers, its axes, and the coordinates at the
//! pointer.
//!
//! What the picture looks like is not known here: beside each dark line there is a light one, of
//! which one is seen on any, and numbers stand on dark plates.

use cindyscript_applet::View;
use cindyscript_interpreter::display::{Colour, Drawing, Path};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::shape::{filled, outlined, polygon, rounded};
use cindyscript_player::text::{Fonts, Line};
use cindyscript_player::view::Canvas;

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
        self.times(1)
    }

    /// A multiple, with the rounding of the number as it is written.
    fn times(self, count: i64) -> f64 {
        let written = format!("{}e{}", count * i64::from(self.digit), self.exponent);
        written.parse().unwrap_or(f64::NAN)
    }

    /// The number at a line, with as many digits as tell it from its neighbours.
    fn label(self, count: i64) -> String {
        number(self.times(count), -self.exponent)
    }

    /// A coordinate as a multiple of the step; none where lines cannot be told apart.
    fn count(self, coordinate: f64) -> Option<f64> {
        /// As far as ten times every integer is a number of 64 bits.
        const EXACT: f64 = (1_u64 << 49) as f64;
        let count = coordinate / self.value();
        (count.abs() < EXACT).then_some(count)
    }

    /// The lines between two coordinates, by what they are multiples of.
    fn between(self, least: f64, most: f64) -> impl Iterator<Item = i64> {
        let ends = self.count(least).zip(self.count(most));
        let lines = ends.map(|(first, last)| first.ceil() as i64..=last.floor() as i64);
        lines.into_iter().flatten()
    }
}

/// A number with so many decimals, without needless digits.
fn number(value: f64, decimals: i32) -> String {
    let written = if value == 0.0 {
        "0".to_owned()
    } else if PLAIN.contains(&value.abs()) || decimals > 0 && value.abs() >= 1.0 {
        format!("{value:.*}", usize::try_from(decimals).unwrap_or(0))
    } else {
        // Of the decimals, those that count.
        let exponent = value.abs().log10().floor() as i32;
        let digits = usize::try_from(decimals + exponent).unwrap_or(0);
        let rounded = format!("{value:.digits$e}");
        let short = rounded.parse::<f64>().map(|value| format!("{value:e}"));
        short.unwrap_or(rounded)
    };
    written.replace('-', "−")
}

/// Lines and axes with their numbers, from back to front.
pub fn grid(view: &View, canvas: &Canvas, fonts: &Fonts) -> Vec<Bitmap> {
    let pixels = 1.0 / view.scale;
    if !pixels.is_normal() || !view.origin.iter().all(|place| place.is_finite()) {
        return Vec::new();
    }
    let step = step(view, canvas, fonts);
    let lines: Vec<GridLine> = [0, 1]
        .into_iter()
        .flat_map(|axis| grid_lines(axis, step, view, canvas))
        .collect();
    let drawn = lines.iter().map(|line| line.count == 0);
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
pub fn spacing(view: &View, canvas: &Canvas, fonts: &Fonts) -> Option<f64> {
    let has_grid = (1.0 / view.scale).is_normal();
    has_grid.then(|| step(view, canvas, fonts).value())
}

/// The distance of the lines: their numbers do not touch.
fn step(view: &View, canvas: &Canvas, fonts: &Fonts) -> Step {
    let [width, height] = canvas.css();
    let ends = [view.to_world([0.0, height]), view.to_world([width, 0.0])];
    let mut step = Step::at_least(LEAST_GAP / view.scale);
    // Wider steps have shorter numbers, so it ends soon.
    for _ in 0..6 {
        let counts = ends.iter().filter_map(|end| step.count(end[0]));
        let widths = counts.map(|count| fonts.plain(&step.label(count.round() as i64)).width);
        if widths.fold(0.0, f64::max) * TEXT + LEAST_SPACE <= step.value() * view.scale {
            break;
        }
        step = step.next();
    }
    step
}

/// A line of the grid.
#[derive(Clone, Copy, Debug)]
struct GridLine {
    /// The coordinate that is the same all along it.
    axis: usize,
    /// What it is as a multiple of the step.
    count: i64,
    /// Where it is, in CSS pixels.
    at: f64,
}

impl GridLine {
    /// The line, or one so many of its widths beside it.
    fn outline(self, beside: f64, canvas: &Canvas) -> Path {
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
fn grid_lines(
    axis: usize,
    step: Step,
    view: &View,
    canvas: &Canvas,
) -> impl Iterator<Item = GridLine> {
    let (view, [width, height]) = (*view, canvas.css());
    let ends = [view.to_world([0.0, height]), view.to_world([width, 0.0])];
    let lines = step.between(ends[0][axis], ends[1][axis]);
    lines.map(move |count| GridLine {
        axis,
        count,
        at: view.to_pixel([step.times(count); 2])[axis],
    })
}

/// The numbers: at the axes, or where those are not seen at the edge that is nearest to them.
fn numbers(
    step: Step,
    lines: &[GridLine],
    view: &View,
    canvas: &Canvas,
    fonts: &Fonts,
) -> Vec<Bitmap> {
    let [width, height] = canvas.css();
    let tall = DIGITS * TEXT;
    let mut taken: Vec<[[f64; 2]; 2]> = Vec::new();
    let mut bitmaps = Vec::new();
    for line in lines {
        let text = fonts.plain(&step.label(line.count));
        let wide = text.width * TEXT;
        let within = |at: f64, size: f64, all: f64| at.min(all - size - MARGIN).max(MARGIN);
        let beside = |origin: f64, size: f64, all: f64| within(origin - size - MARGIN, size, all);
        // The 0 of both axes stands between them.
        let place = match line.axis {
            0 if line.count == 0 => [
                line.at - wide - MARGIN,
                within(view.origin[1] + MARGIN, tall, height),
            ],
            0 => [
                line.at - wide / 2.0,
                within(view.origin[1] + MARGIN, tall, height),
            ],
            _ if line.count == 0 => [beside(view.origin[0], wide, width), line.at + MARGIN],
            _ => [beside(view.origin[0], wide, width), line.at - tall / 2.0],
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

/// The coordinates of a place in the world, on a plate at the upper edge: to a device pixel.
pub fn readout(at: [f64; 2], view: &View, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    const SIZE: f64 = 12.0;
    const PADDING: f64 = 8.0;
    const HEIGHT: f64 = 22.0;
    const SPACE: f64 = 12.0;
    const TOP: f64 = 8.0;
    const CORNER: f64 = 5.0;
    const SHADE: f64 = 0.86;
    const EDGE: f64 = 0.22;
    let [width, height] = canvas.css();
    let decimals = (view.scale * canvas.scale).log10().ceil();
    let decimals = decimals.clamp(-300.0, 300.0) as i32;
    let written = |axis: usize, value: f64| {
        let name = ["x", "y"][axis];
        fonts.plain(&format!("{name} = {}", number(value, decimals)))
    };
    // It stays as wide as it is while the pointer moves.
    let ends = [view.to_world([0.0, height]), view.to_world([width, 0.0])];
    let widths = [0, 1].map(|axis| {
        let wides = [ends[0][axis], ends[1][axis], at[axis]].map(|end| written(axis, end).width);
        wides.into_iter().fold(0.0, f64::max) * SIZE
    });
    let size = [widths[0] + widths[1] + SPACE + 2.0 * PADDING, HEIGHT];
    let left = ((width - size[0]) / 2.0).max(0.0).floor();
    let top = TOP.min((height - HEIGHT).max(0.0) / 2.0).floor();
    let middles = size.map(|side| side - 1.0);
    let mut drawings = vec![
        filled(rounded([left, top], size, CORNER), faint(DARK, SHADE)),
        outlined(
            rounded([left + 0.5, top + 0.5], middles, CORNER - 0.5),
            1.0,
            faint(LIGHT, EDGE),
        ),
    ];
    let baseline = top + (HEIGHT + DIGITS * SIZE) / 2.0;
    let baseline = (baseline * canvas.scale).round() / canvas.scale;
    let places = [left + PADDING, left + PADDING + widths[0] + SPACE];
    let lines = places.into_iter().enumerate().map(|(axis, place)| {
        let path = written(axis, at[axis]).path(SIZE, [place, baseline], 0.0);
        filled(path, LIGHT)
    });
    drawings.extend(lines);
    paint::bitmap(&drawings, canvas, fonts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(scale: f64, origin: [f64; 2]) -> View {
        View { scale, origin }
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
        let label = |length, count| Step::at_least(length).label(count);
        assert_eq!(label(1.0, -3), "−3");
        assert_eq!(label(0.05, 3), "0.15");
        assert_eq!(label(0.01, 300), "3.00");
        assert_eq!(label(1e-9, 1_000_000_003), "1.000000003");
        assert_eq!(label(1e-9, 3), "3e−9");
        assert_eq!(label(1e7, 12), "1.2e8");
        assert_eq!(label(1e-9, 0), "0");
        assert_eq!(number(0.123_456, 2), "0.12");
        assert_eq!(number(1.234_567e-7, 9), "1.23e−7");
    }

    #[test]
    fn lines_are_where_their_numbers_are_in_the_world() {
        let (view, canvas) = (view(25.0, [250.0, 250.0]), canvas([500, 500], 1.0));
        let step = step(&view, &canvas, &Fonts::default());
        assert_eq!(step.value(), 5.0);
        let lines: Vec<(i64, f64)> = grid_lines(1, step, &view, &canvas)
            .map(|line| (line.count, line.at))
            .collect();
        assert_eq!(
            lines,
            [(-2, 500.0), (-1, 375.0), (0, 250.0), (1, 125.0), (2, 0.0)]
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
            for view in [
                view(25.0, [250.0, 200.0]),
                view(2.5e10, [1e10, -3e10]),
                view(2.5e10, [1e30, 1e30]),
                view(1e-6, [250.0, 200.0]),
                view(f64::INFINITY, [0.0, 0.0]),
                view(1.0, [f64::NAN, 0.0]),
            ] {
                let mut bitmaps = grid(&view, &canvas, &fonts);
                assert!(bitmaps.len() < 200, "{}", bitmaps.len());
                bitmaps.push(readout(view.to_world([1.0; 2]), &view, &canvas, &fonts));
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
