//! A line of text, laid out: shapes at their places.

use ab_glyph::{Font, GlyphId, OutlineCurve};
use cindyscript_interpreter::display::{Path, PathSegment};

use super::face::{self, FaceId};

/// A line of text, laid out. Lengths are in em; y is up from the baseline.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub(super) shapes: Vec<Shape>,
    /// How far the next text would begin to the right.
    pub width: f64,
    /// Above the baseline.
    pub ascent: f64,
    /// Below the baseline.
    pub descent: f64,
}

/// A part of a [`Line`].
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A letter.
    Glyph {
        face: FaceId,
        id: GlyphId,
        /// Of the left end of its baseline.
        place: [f64; 2],
        /// Its em, in em of the line.
        scale: f64,
        /// How far the top of its em leans to the right.
        slant: f64,
    },
    /// Anything else.
    Outline(Vec<PathSegment>),
}

impl Line {
    /// Appends another line to the right.
    pub(super) fn append(&mut self, next: &Line) {
        self.shapes.extend(next.clone().at([self.width, 0.0], 1.0));
        self.width += next.width;
        self.ascent = self.ascent.max(next.ascent);
        self.descent = self.descent.max(next.descent);
    }

    /// Its shapes with the left end of the baseline at a place, as many times as large.
    pub(super) fn at(self, [left, up]: [f64; 2], by: f64) -> impl Iterator<Item = Shape> {
        let moved = move |[x, y]: [f64; 2]| [left + x * by, up + y * by];
        self.shapes.into_iter().map(move |mut shape| {
            match &mut shape {
                Shape::Glyph { place, scale, .. } => {
                    *place = moved(*place);
                    *scale *= by;
                }
                Shape::Outline(segments) => *segments = mapped(segments, moved).collect(),
            }
            shape
        })
    }

    /// How far its outlines reach above the baseline and below it; neither is negative.
    pub(super) fn reach(&self) -> [f64; 2] {
        let (mut above, mut below) = (0.0_f64, 0.0_f64);
        for segment in self.path(1.0, [0.0, 0.0], 0.0).segments {
            let points = match segment {
                PathSegment::Move(to) | PathSegment::Line(to) => [to; 3],
                PathSegment::Quadratic(control, to) => [control, to, to],
                PathSegment::Cubic(first, second, to) => [first, second, to],
                PathSegment::Close => continue,
            };
            for [_, down] in points {
                above = above.max(-down);
                below = below.max(down);
            }
        }
        [above, below]
    }

    /// Its outlines, of an em in pixels: x to the right, y down. Turned by an angle around the left
    /// end of its baseline, counterclockwise as seen.
    pub fn path(&self, em: f64, [left, baseline]: [f64; 2], angle: f64) -> Path {
        let (sin, cos) = angle.sin_cos();
        let (sin, cos) = (sin * em, cos * em);
        let at = |[x, y]: [f64; 2]| [left + x * cos - y * sin, baseline - x * sin - y * cos];
        let mut segments = Vec::new();
        for shape in &self.shapes {
            match shape {
                Shape::Outline(outline) => segments.extend(mapped(outline, at)),
                Shape::Glyph {
                    face,
                    id,
                    place: [x, y],
                    scale,
                    slant,
                } => {
                    let face = face::get(*face);
                    let Some(face) = face else { continue };
                    let unit = scale * face.unit();
                    let glyph = |p: ab_glyph::Point| {
                        let (dx, dy) = (f64::from(p.x) * unit, f64::from(p.y) * unit);
                        at([x + dx + slant * dy, y + dy])
                    };
                    let curves = face.font.outline(*id).map(|outline| outline.curves);
                    letter(&curves.unwrap_or_default(), glyph, &mut segments);
                }
            }
        }
        Path { segments }
    }
}

fn mapped(
    segments: &[PathSegment],
    at: impl Fn([f64; 2]) -> [f64; 2],
) -> impl Iterator<Item = PathSegment> {
    segments.iter().map(move |segment| match *segment {
        PathSegment::Move(to) => PathSegment::Move(at(to)),
        PathSegment::Line(to) => PathSegment::Line(at(to)),
        PathSegment::Quadratic(control, to) => PathSegment::Quadratic(at(control), at(to)),
        PathSegment::Cubic(first, second, to) => PathSegment::Cubic(at(first), at(second), at(to)),
        PathSegment::Close => PathSegment::Close,
    })
}

fn letter(
    curves: &[OutlineCurve],
    at: impl Fn(ab_glyph::Point) -> [f64; 2],
    segments: &mut Vec<PathSegment>,
) {
    let mut pen = None;
    for curve in curves {
        let (from, to, segment) = match *curve {
            OutlineCurve::Line(a, b) => (a, b, PathSegment::Line(at(b))),
            OutlineCurve::Quad(a, b, c) => (a, c, PathSegment::Quadratic(at(b), at(c))),
            OutlineCurve::Cubic(a, b, c, d) => (a, d, PathSegment::Cubic(at(b), at(c), at(d))),
        };
        if pen != Some(from) {
            if pen.is_some() {
                segments.push(PathSegment::Close);
            }
            segments.push(PathSegment::Move(at(from)));
        }
        segments.push(segment);
        pen = Some(to);
    }
    if pen.is_some() {
        segments.push(PathSegment::Close);
    }
}
