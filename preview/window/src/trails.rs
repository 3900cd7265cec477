//! The places of variables at a pixel that is debugged, drawn over the picture.
//!
//! The picture may have any colours: beside each light line there is a dark one.

mod inset;

use cindyscript_interpreter::display::{Colour, Drawing, Path, PathSegment};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::session::{PixelTrail, PixelTrails};
use cindyscript_player::shape::{filled, outlined, rounded};
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

use inset::Inset;

/// The colours of variables, by their numbers.
const COLOURS: [[f64; 3]; 6] = [
    [1.0, 0.84, 0.25],
    [0.35, 0.84, 1.0],
    [1.0, 0.52, 0.72],
    [0.55, 0.92, 0.45],
    [1.0, 0.60, 0.30],
    [0.76, 0.64, 1.0],
];
const DARK: [f64; 3] = [0.09, 0.10, 0.12];
const LIGHT: [f64; 3] = [0.96, 0.97, 0.98];

/// Lines end so far outside of the canvas, in CSS pixels.
const BEYOND: f64 = 24.0;
/// The radius of the ring around the place of a variable.
const RING: f64 = 4.5;
const TEXT: f64 = 13.0;
/// From letters to the edges of their plate, to the side and up.
const PLATE: [f64; 2] = [5.0, 3.0];

/// The lines and dots of some places.
struct Stroke {
    width: f64,
    dot: f64,
    alpha: f64,
    /// The alpha of the dark line below.
    shade: f64,
}

/// The places that are to come.
const LATER: Stroke = Stroke {
    width: 1.0,
    dot: 1.25,
    alpha: 0.35,
    shade: 0.2,
};
/// The places that the variable has had, the more places ago the weaker: the first number says how many.
const EARLIER: [(usize, Stroke); 3] = [
    (
        8,
        Stroke {
            width: 2.0,
            dot: 2.75,
            alpha: 1.0,
            shade: 0.8,
        },
    ),
    (
        32,
        Stroke {
            width: 1.75,
            dot: 2.5,
            alpha: 0.85,
            shade: 0.6,
        },
    ),
    (
        usize::MAX,
        Stroke {
            width: 1.25,
            dot: 1.75,
            alpha: 0.55,
            shade: 0.35,
        },
    ),
];

/// The pixel, the places of variables and their names.
pub(crate) fn bitmap(shown: &PixelTrails, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let mut drawings = Vec::new();
    // Those that get places first lie above those that may only have copies of them.
    for trail in shown.trails.iter().rev() {
        draw_later(trail, canvas, &mut drawings);
    }
    for trail in shown.trails.iter().rev() {
        draw_earlier(trail, canvas, &mut drawings);
    }
    draw_pixel(shown.pixel, &mut drawings);
    let mut labels = Labels::new(canvas);
    for trail in shown.trails.iter().rev() {
        let seen = trail.here().filter(|at| is_within(*at, canvas.css(), 0.0));
        if let Some(at) = seen {
            draw_ring(at, colour(trail), &mut drawings);
            labels.occupied.push(around(at, [2.0 * RING; 2]));
        }
    }
    let space = shown.space.as_ref();
    let inset = space.and_then(|space| Some((space, Inset::new(space, shown.pixel, canvas)?)));
    labels
        .occupied
        .extend(inset.iter().map(|(_, inset)| inset.area));
    for trail in &shown.trails {
        labels.add(trail, fonts, &mut drawings);
    }
    if let Some((space, inset)) = inset {
        inset.draw(space, canvas, fonts, &mut drawings);
    }
    paint::bitmap(&drawings, canvas, fonts)
}

fn colour(trail: &PixelTrail) -> [f64; 3] {
    COLOURS[trail.number % COLOURS.len()]
}

fn with_alpha([red, green, blue]: [f64; 3], alpha: f64) -> Colour {
    [red, green, blue, alpha]
}

/// The places that are to come.
fn draw_later(trail: &PixelTrail, canvas: &Canvas, drawings: &mut Vec<Drawing>) {
    let later = trail.passed.saturating_sub(1)..usize::MAX;
    draw(trail, later, &LATER, canvas, drawings);
}

/// The places up to the current one, the oldest first.
fn draw_earlier(trail: &PixelTrail, canvas: &Canvas, drawings: &mut Vec<Drawing>) {
    let before = |count: usize| trail.passed.saturating_sub(count);
    for (index, (count, stroke)) in EARLIER.iter().enumerate().rev() {
        let end = match index
            .checked_sub(1)
            .and_then(|younger| EARLIER.get(younger))
        {
            // The line to the first place of the next ones.
            Some((younger, _)) => before(younger.saturating_sub(1)),
            None => trail.passed,
        };
        draw(trail, before(*count)..end, stroke, canvas, drawings);
    }
}

/// Draws some of the places of a trail, by their numbers.
fn draw(
    trail: &PixelTrail,
    numbers: std::ops::Range<usize>,
    stroke: &Stroke,
    canvas: &Canvas,
    drawings: &mut Vec<Drawing>,
) {
    let size = canvas.css();
    let mut line = Line::default();
    // The dark edges of dots, and the dots.
    let mut dots = [Vec::new(), Vec::new()];
    let mut number = 0;
    for part in &trail.parts {
        let mut before: Option<[f64; 2]> = None;
        for &at in part {
            let is_drawn = numbers.contains(&number);
            number += 1;
            let from = before
                .replace(at)
                .filter(|_| is_drawn && numbers.start + 1 < number);
            if let Some([a, b]) = from.and_then(|from| clipped([from, at], size)) {
                line.add(a, b);
            }
            if is_drawn && is_within(at, size, stroke.dot) {
                for (dots, radius) in dots.iter_mut().zip([stroke.dot + 1.0, stroke.dot]) {
                    dots.extend(disc(at, radius).segments);
                }
            }
        }
    }
    let colour = with_alpha(colour(trail), stroke.alpha);
    let shade = with_alpha(DARK, stroke.shade);
    let line = line.path();
    let [edges, dots] = dots.map(|segments| Path { segments });
    drawings.extend([
        outlined(line.clone(), stroke.width + 2.0, shade),
        filled(edges, shade),
        outlined(line, stroke.width, colour),
        filled(dots, colour),
    ]);
}

/// Lines, where each may go on from the one before.
#[derive(Default)]
struct Line {
    segments: Vec<PathSegment>,
    end: Option<[f64; 2]>,
}

impl Line {
    fn add(&mut self, from: [f64; 2], to: [f64; 2]) {
        if self.end != Some(from) {
            self.segments.push(PathSegment::Move(from));
        }
        self.segments.push(PathSegment::Line(to));
        self.end = Some(to);
    }

    fn path(self) -> Path {
        Path {
            segments: self.segments,
        }
    }
}

fn disc([x, y]: [f64; 2], radius: f64) -> Path {
    rounded([x - radius, y - radius], [2.0 * radius; 2], radius)
}

/// True if a place lies in a canvas of a size, or not farther outside than `margin`.
fn is_within(at: [f64; 2], size: [f64; 2], margin: f64) -> bool {
    let is_within = |axis: usize| (-margin..=size[axis] + margin).contains(&at[axis]);
    (0..2).all(is_within)
}

/// The part of a line that is seen on a canvas of a size, with a margin around it.
///
/// Source: Liang and Barsky, *A New Concept and Method for Line Clipping*, 1984.
fn clipped([from, to]: [[f64; 2]; 2], size: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let way = [0, 1].map(|axis: usize| to[axis] - from[axis]);
    if !from.iter().chain(&way).all(|side| side.is_finite()) {
        return None;
    }
    for axis in [0, 1] {
        let bounds = [-BEYOND, size[axis] + BEYOND];
        let [a, b] = bounds.map(|bound| (bound - from[axis]) / way[axis]);
        if way[axis] == 0.0 {
            if !(bounds[0]..=bounds[1]).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    let at = |part: f64| match part {
        0.0 => from,
        1.0 => to,
        part => [0, 1].map(|axis: usize| from[axis] + part * way[axis]),
    };
    (first < last).then(|| [first, last].map(at))
}

/// Four lines that point at the pixel and leave it free.
fn draw_pixel([x, y]: [f64; 2], drawings: &mut Vec<Drawing>) {
    const FROM: f64 = 7.0;
    const TO: f64 = 13.0;
    let mut line = Line::default();
    for [dx, dy] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        let at = |distance: f64| [x + dx * distance, y + dy * distance];
        line.add(at(FROM), at(TO));
    }
    let line = line.path();
    drawings.extend([
        outlined(line.clone(), 4.0, with_alpha(DARK, 0.8)),
        outlined(line, 2.0, with_alpha(LIGHT, 1.0)),
    ]);
}

/// The place of a variable now.
fn draw_ring(at: [f64; 2], colour: [f64; 3], drawings: &mut Vec<Drawing>) {
    let ring = || disc(at, RING);
    drawings.extend([
        outlined(ring(), 5.0, with_alpha(DARK, 0.85)),
        filled(ring(), with_alpha(colour, 1.0)),
        outlined(ring(), 1.75, with_alpha(LIGHT, 1.0)),
    ]);
}

/// A rectangle: its upper left corner and its size.
type Area = [[f64; 2]; 2];

/// A rectangle of a size around a place.
fn around(at: [f64; 2], size: [f64; 2]) -> Area {
    [[0, 1].map(|axis: usize| at[axis] - size[axis] / 2.0), size]
}

fn overlap([a, a_size]: Area, [b, b_size]: Area) -> bool {
    let overlaps =
        |axis: usize| a[axis] < b[axis] + b_size[axis] && b[axis] < a[axis] + a_size[axis];
    (0..2).all(overlaps)
}

/// The names beside the places of variables.
struct Labels<'c> {
    canvas: &'c Canvas,
    /// Rings and names that others must not hide.
    occupied: Vec<Area>,
}

impl Labels<'_> {
    fn new(canvas: &Canvas) -> Labels<'_> {
        Labels {
            canvas,
            occupied: Vec::new(),
        }
    }

    fn add(&mut self, trail: &PixelTrail, fonts: &Fonts, drawings: &mut Vec<Drawing>) {
        /// The height of letters without descenders, in em.
        const LETTERS: f64 = 0.73;
        let canvas = self.canvas.css();
        let Some(at) = trail.here().filter(|at| is_within(*at, canvas, 0.0)) else {
            return;
        };
        let name = fonts.plain_within(&trail.name, 12.0);
        let size = [name.width * TEXT + 2.0 * PLATE[0], TEXT + 2.0 * PLATE[1]];
        let area = self.free_area(at, size);
        self.occupied.push(area);
        let [corner, _] = area;
        let baseline = corner[1] + (size[1] + LETTERS * TEXT) / 2.0;
        let baseline = (baseline * self.canvas.scale).round() / self.canvas.scale;
        let letters = name.path(TEXT, [corner[0] + PLATE[0], baseline], 0.0);
        drawings.extend([
            filled(rounded(corner, size, 4.0), with_alpha(DARK, 0.86)),
            filled(letters, with_alpha(colour(trail), 1.0)),
        ]);
    }

    /// A place for a name beside a place, where it hides nothing if there is one.
    fn free_area(&self, at: [f64; 2], size: [f64; 2]) -> Area {
        const DISTANCE: f64 = RING + 5.0;
        let away = [0, 1].map(|axis: usize| DISTANCE + size[axis] / 2.0);
        let canvas = self.canvas.css();
        let sides = [
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, -1.0],
            [-1.0, 1.0],
            [1.0, 0.0],
            [-1.0, 0.0],
        ];
        let near = (1..4)
            .flat_map(|rows| sides.map(|[x, y]| [x * away[0], y * away[1] * f64::from(rows)]));
        let areas = near.map(|by| around([at[0] + by[0], at[1] + by[1]], size));
        let is_free = |[corner, size]: &Area| {
            let end = [0, 1].map(|axis: usize| corner[axis] + size[axis]);
            let mut others = self.occupied.iter();
            is_within(*corner, canvas, 0.0)
                && is_within(end, canvas, 0.0)
                && !others.any(|other| overlap([*corner, *size], *other))
        };
        let mut free = areas.clone().filter(is_free);
        let first = around([at[0] + away[0], at[1] - away[1]], size);
        free.next().unwrap_or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Canvas = Canvas {
        device: [200, 100],
        scale: 1.0,
    };

    fn trail(number: usize, places: &[[f64; 2]], passed: usize) -> PixelTrail {
        PixelTrail {
            name: "z".to_owned(),
            number,
            parts: vec![places.to_vec()],
            passed,
            is_there: true,
        }
    }

    fn painted(trails: Vec<PixelTrail>) -> impl Fn([i32; 2]) -> [u8; 4] {
        let shown = PixelTrails {
            pixel: [20.0, 80.0],
            trails,
            space: None,
        };
        let bitmap = bitmap(&shown, &CANVAS, &Fonts::default());
        move |at| {
            let offset = bitmap.offset();
            bitmap.pixel([0, 1].map(|axis: usize| (at[axis] - offset[axis]).cast_unsigned()))
        }
    }

    #[test]
    fn places_up_to_the_step_are_stronger_than_later_ones() {
        let places = [[20.5, 20.5], [60.5, 20.5], [100.5, 20.5], [140.5, 20.5]];
        let at = painted(vec![trail(0, &places, 2)]);
        let yellow = [255, 214, 64, 255];
        assert_eq!(at([40, 20]), yellow);
        assert_eq!(at([60, 20]), yellow);
        let [.., alpha] = at([120, 20]);
        assert!((60..200).contains(&alpha), "{alpha}");
        assert_eq!(at([160, 20]), [0; 4]);
        // The pixel stays free between its lines.
        assert_eq!(at([20, 80]), [0; 4]);
        assert_eq!(at([30, 80])[3], 255);
    }

    #[test]
    fn lines_to_far_places_end_outside_and_numbers_that_are_none_have_no_lines() {
        let places = [
            [20.5, 20.5],
            [1e300, 20.5],
            [f64::NAN, 20.5],
            [f64::INFINITY, 0.0],
            [60.5, 60.5],
            [60.5, -1e12],
        ];
        let at = painted(vec![trail(0, &places, 6)]);
        assert_eq!(at([190, 20])[3], 255);
        assert_eq!(at([60, 5])[3], 255);
        assert_eq!(at([60, 90]), [0; 4]);
        let both = [[f64::MIN, 5.0], [f64::MAX, 5.0]];
        assert_eq!(clipped(both, [200.0, 100.0]), None);
        let [a, b] = clipped([[-1e9, 50.0], [1e9, 50.0]], [200.0, 100.0]).unwrap_or_default();
        assert!((a[0] + BEYOND).abs() < 1e-3 && (b[0] - 200.0 - BEYOND).abs() < 1e-3);
    }

    #[test]
    fn places_in_space_lie_in_a_corner_away_from_the_pixel() {
        let canvas = Canvas {
            device: [600, 400],
            scale: 1.0,
        };
        let ray = |places: &[[f64; 3]]| PixelTrail {
            name: "p".to_owned(),
            number: 0,
            parts: vec![places.to_vec()],
            passed: places.len(),
            is_there: true,
        };
        let painted = |pixel: [f64; 2], places: &[[f64; 3]]| {
            let shown = PixelTrails {
                pixel,
                trails: Vec::new(),
                space: Some(ray(places)),
            };
            let bitmap = bitmap(&shown, &canvas, &Fonts::default());
            move |at: [i32; 2]| {
                let offset = bitmap.offset();
                bitmap.pixel([0, 1].map(|axis: usize| (at[axis] - offset[axis]).cast_unsigned()))[3]
            }
        };
        let places = [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [f64::NAN, 0.0, 0.0]];
        let at = painted([20.0, 20.0], &places);
        assert!(at([580, 60]) > 128 && at([300, 200]) == 0);
        let at = painted([550.0, 60.0], &places);
        assert!(at([20, 60]) > 128 && at([580, 200]) == 0);
        // There is no box without a finite place.
        let at = painted([20.0, 20.0], &[[f64::INFINITY; 3]]);
        assert_eq!(at([580, 60]), 0);
    }

    #[test]
    fn calls_are_not_joined() {
        let apart = PixelTrail {
            parts: vec![vec![[20.5, 20.5]], vec![[60.5, 20.5], [100.5, 20.5]]],
            ..trail(1, &[], 3)
        };
        let at = painted(vec![apart]);
        assert_eq!(at([20, 20])[3], 255);
        assert_eq!(at([40, 20]), [0; 4]);
        assert_eq!(at([80, 20])[3], 255);
    }

    #[test]
    fn names_lie_beside_each_other_and_within_the_canvas() {
        let mut labels = Labels::new(&CANVAS);
        for at in [[190.0, 5.0], [190.0, 5.0], [190.0, 5.0], [5.0, 95.0]] {
            let [corner, size] = labels.free_area(at, [20.0, 19.0]);
            let end = [0, 1].map(|axis: usize| corner[axis] + size[axis]);
            assert!(is_within(corner, CANVAS.css(), 0.0) && is_within(end, CANVAS.css(), 0.0));
            let area = [corner, size];
            assert!(!labels.occupied.iter().any(|other| overlap(area, *other)));
            labels.occupied.push(area);
        }
    }
}
