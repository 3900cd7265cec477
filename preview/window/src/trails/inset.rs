//! The places of a variable in space, in a box in a corner of the picture: the steps of a ray.
//!
//! The box is a cube in isometric projection, as large as the largest range of the values. `z` points up, `x`
//! and `y` to the viewer.

use cindyscript_interpreter::display::{Drawing, Path, PathSegment};
use cindyscript_player::session::PixelTrail;
use cindyscript_player::shape::{filled, outlined, polygon, rounded};
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

use super::{
    Area, DARK, LIGHT, Labels, Line, RING, around, colour, draw_earlier, draw_later, draw_ring,
    overlap, with_alpha,
};
use crate::controls::probe::number;

/// The longest edge of the box in CSS pixels, and the shortest one that is drawn.
const EDGE: f64 = 64.0;
const SHORTEST: f64 = 24.0;
/// The part of the smaller side of the canvas that an edge has.
const PART: f64 = 0.17;
/// From the box to the edges of its plate, to the side and up.
const ROOM: [f64; 2] = [24.0, 22.0];
/// From the plate to the edges of the canvas.
const MARGIN: f64 = 12.0;
const TEXT: f64 = 11.0;
/// The height of a line with the range of an axis.
const ROW: f64 = 15.0;
const COSINE: f64 = 0.866_025_403_784_438_6;

/// The box, and the map from space into it.
pub(super) struct Inset {
    pub(super) area: Area,
    /// The pixel of the corner at the back, where all values are least.
    corner: [f64; 2],
    edge: f64,
    /// The least and the largest value on each axis.
    ranges: [[f64; 2]; 3],
}

impl Inset {
    /// The box of a trail, in the upper right corner unless the pixel that is debugged is there. None if there
    /// is no room or no finite place.
    pub(super) fn new(trail: &PixelTrail<3>, pixel: [f64; 2], canvas: &Canvas) -> Option<Inset> {
        let [width, height] = canvas.css();
        let edge = (PART * width.min(height)).min(EDGE);
        let places = trail.parts.iter().flatten();
        let places = places.filter(|place| place.iter().all(|number| number.is_finite()));
        let range = |axis: usize| {
            let numbers = places.clone().map(|place| place[axis]);
            let least = numbers.clone().reduce(f64::min)?;
            Some([least, numbers.reduce(f64::max)?])
        };
        let ranges = [range(0)?, range(1)?, range(2)?];
        if edge < SHORTEST {
            return None;
        }
        let size = [
            2.0 * (edge * COSINE + ROOM[0]),
            2.0 * (edge + ROOM[1]) + 3.0 * ROW,
        ];
        let at_right = [width - MARGIN - size[0], MARGIN];
        let area = match overlap([at_right, size], around(pixel, [MARGIN; 2])) {
            true => [[MARGIN; 2], size],
            false => [at_right, size],
        };
        let [[left, top], _] = area;
        Some(Inset {
            area,
            corner: [left + size[0] / 2.0, top + ROOM[1] + edge],
            edge,
            ranges,
        })
    }

    /// The pixel of a place in the box, in parts of its edges.
    fn project(&self, [x, y, z]: [f64; 3]) -> [f64; 2] {
        let [left, top] = self.corner;
        [
            left + (y - x) * COSINE * self.edge,
            top + ((x + y) / 2.0 - z) * self.edge,
        ]
    }

    /// A place in parts of the edges. All edges are as long as the largest range, and the others lie in the
    /// middle of theirs.
    fn part(&self, place: [f64; 3]) -> [f64; 3] {
        // Halves do not overflow.
        let half = |[least, largest]: [f64; 2]| largest / 2.0 - least / 2.0;
        let longest = self.ranges.map(half).into_iter().fold(0.0, f64::max);
        [0, 1, 2].map(|axis: usize| {
            let [least, largest] = self.ranges[axis];
            let middle = least / 2.0 + largest / 2.0;
            match longest > 0.0 {
                true => 0.5 + (place[axis] / 2.0 - middle / 2.0) / longest,
                false => 0.5,
            }
        })
    }

    /// The trail as it is seen in the box, or its shadow on the floor.
    fn seen(&self, trail: &PixelTrail<3>, is_shadow: bool) -> PixelTrail {
        let seen = |place: &[f64; 3]| {
            let [x, y, z] = self.part(*place);
            self.project([x, y, if is_shadow { 0.0 } else { z }])
        };
        let parts = trail.parts.iter();
        PixelTrail {
            name: trail.name.clone(),
            number: trail.number,
            parts: parts.map(|part| part.iter().map(seen).collect()).collect(),
            passed: trail.passed,
            is_there: trail.is_there,
        }
    }

    pub(super) fn draw(
        &self,
        trail: &PixelTrail<3>,
        canvas: &Canvas,
        fonts: &Fonts,
        drawings: &mut Vec<Drawing>,
    ) {
        self.draw_box(drawings);
        self.draw_words(canvas, fonts, drawings);
        self.draw_shadow(trail, drawings);
        let seen = self.seen(trail, false);
        draw_later(&seen, canvas, drawings);
        draw_earlier(&seen, canvas, drawings);
        if let Some(at) = seen.here().filter(|at| is_finite(&[*at])) {
            draw_ring(at, colour(&seen), drawings);
            let mut labels = Labels::new(canvas);
            labels.occupied.push(around(at, [2.0 * RING; 2]));
            labels.add(&seen, fonts, drawings);
        }
    }

    /// The plate, the floor, and the two walls at the back with the axes where they meet.
    fn draw_box(&self, drawings: &mut Vec<Drawing>) {
        let [corner, size] = self.area;
        drawings.push(filled(rounded(corner, size, 6.0), with_alpha(DARK, 0.82)));
        let faces = [
            [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
            [[1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]],
            [[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]],
        ];
        for (face, alpha) in faces.iter().zip([0.10, 0.03, 0.06]) {
            let [a, b, c] = face.map(|place| self.project(place));
            let face = polygon(&[self.corner, a, b, c]);
            drawings.push(filled(face.clone(), with_alpha(LIGHT, alpha)));
            drawings.push(outlined(face, 1.0, with_alpha(LIGHT, 0.22)));
        }
        let mut axes = Line::default();
        for axis in 0..3 {
            axes.add(self.corner, self.project(end_of(axis)));
        }
        drawings.push(outlined(axes.path(), 1.25, with_alpha(LIGHT, 0.6)));
    }

    /// The names of the axes at their ends, and the ranges below the box.
    fn draw_words(&self, canvas: &Canvas, fonts: &Fonts, drawings: &mut Vec<Drawing>) {
        let mut write = |text: &str, [left, baseline]: [f64; 2], align: f64, alpha: f64| {
            let line = fonts.plain(text);
            let left = left - align * line.width * TEXT;
            let sharp = |side: f64| (side * canvas.scale).round() / canvas.scale;
            let letters = line.path(TEXT, [left, sharp(baseline)], 0.0);
            drawings.push(filled(letters, with_alpha(LIGHT, alpha)));
        };
        let [[left, top], size] = self.area;
        let rows = top + size[1] - 3.0 * ROW - ROOM[1] / 2.0;
        let aside = [[-8.0, 9.0], [8.0, 9.0], [0.0, -6.0]];
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let end = self.project(end_of(axis));
            let at = [0, 1].map(|side: usize| end[side] + aside[axis][side]);
            write(name, at, 0.5, 0.95);
            let baseline = rows + ROW * (axis as f64 + 0.75);
            write(name, [left + ROOM[1] / 2.0, baseline], 0.0, 0.95);
            let [least, largest] =
                self.ranges[axis].map(|value| number(value, 3).replace('-', "−"));
            let range = match least == largest {
                true => least,
                false => format!("{least} … {largest}"),
            };
            write(&range, [left + ROOM[1] / 2.0 + 14.0, baseline], 0.0, 0.75);
        }
    }

    /// The shadow of the trail up to now, and a line down to it from the current place.
    fn draw_shadow(&self, trail: &PixelTrail<3>, drawings: &mut Vec<Drawing>) {
        let shadow = self.seen(trail, true);
        let mut line = Line::default();
        let mut left = trail.passed;
        for part in &shadow.parts {
            let passed = part.get(..left.min(part.len())).unwrap_or_default();
            left -= passed.len();
            let pairs = passed.windows(2).filter(|pair| is_finite(pair));
            for pair in pairs {
                if let [a, b] = *pair {
                    line.add(a, b);
                }
            }
        }
        drawings.push(outlined(line.path(), 1.0, with_alpha(LIGHT, 0.3)));
        let ends = self.seen(trail, false).here().zip(shadow.here());
        if let Some((from, to)) = ends.filter(|(from, to)| is_finite(&[*from, *to])) {
            let stem = Path {
                segments: vec![PathSegment::Move(from), PathSegment::Line(to)],
            };
            drawings.push(outlined(stem, 1.0, with_alpha(LIGHT, 0.45)));
        }
    }
}

/// The end of an axis, in parts of the edges.
fn end_of(axis: usize) -> [f64; 3] {
    [0, 1, 2].map(|other: usize| f64::from(u8::from(other == axis)))
}

fn is_finite(places: &[[f64; 2]]) -> bool {
    places.iter().flatten().all(|side| side.is_finite())
}
