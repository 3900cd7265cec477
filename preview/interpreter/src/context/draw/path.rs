//! Paths: circles and arcs made of Bézier curves, and affine images of paths.

use std::f64::consts::TAU;

use crate::display::{Affine, Path, PathSegment};

/// How far a curve may lie from what it stands for, in pixels.
const TOLERANCE: f64 = 0.02;
/// Pieces of a quarter of a circle.
const MAX_PIECES: f64 = 64.0;

/// The identity.
pub(crate) const IDENTITY: Affine = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The image of a place.
pub(crate) fn apply([a, b, c, d, e, f]: Affine, [x, y]: [f64; 2]) -> [f64; 2] {
    [a * x + c * y + e, b * x + d * y + f]
}

/// First `inner`, then `outer`.
pub(crate) fn compose(outer: Affine, inner: Affine) -> Affine {
    let [a, b, c, d, e, f] = inner;
    let linear = |x: f64, y: f64| [outer[0] * x + outer[2] * y, outer[1] * x + outer[3] * y];
    let ([a, b], [c, d]) = (linear(a, b), linear(c, d));
    let [e, f] = apply(outer, [e, f]);
    [a, b, c, d, e, f]
}

/// How much lengths grow on average.
pub(crate) fn growth([a, b, c, d, ..]: Affine) -> f64 {
    (a * d - b * c).abs().sqrt()
}

impl Path {
    pub(crate) fn move_to(&mut self, to: [f64; 2]) {
        self.segments.push(PathSegment::Move(to));
    }

    pub(crate) fn line_to(&mut self, to: [f64; 2]) {
        self.segments.push(PathSegment::Line(to));
    }

    pub(crate) fn close(&mut self) {
        self.segments.push(PathSegment::Close);
    }

    /// Straight lines between places.
    pub(crate) fn polyline(places: impl IntoIterator<Item = [f64; 2]>) -> Path {
        let mut path = Path::default();
        for place in places {
            if path.segments.is_empty() {
                path.move_to(place);
            } else {
                path.line_to(place);
            }
        }
        path
    }

    /// A full circle.
    pub(crate) fn circle(centre: [f64; 2], radius: f64) -> Path {
        let mut path = Path::arc(centre, radius, 0.0, TAU);
        path.close();
        path
    }

    /// Part of a circle, from an angle on; both in radians, clockwise as seen.
    pub(crate) fn arc([x, y]: [f64; 2], radius: f64, start: f64, sweep: f64) -> Path {
        let place = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            (
                [x + radius * cos, y + radius * sin],
                [-radius * sin, radius * cos],
            )
        };
        let pieces = arc_pieces(radius, sweep);
        let step = sweep / f64::from(pieces);
        // The length of the handles of a cubic curve that is closest to an arc.
        let handle = 4.0 / 3.0 * (step / 4.0).tan();
        let mut path = Path::default();
        let (mut from, mut along) = place(start);
        path.move_to(from);
        for piece in 1..=pieces {
            let (to, direction) = place(start + step * f64::from(piece));
            let first = [from[0] + handle * along[0], from[1] + handle * along[1]];
            let second = [to[0] - handle * direction[0], to[1] - handle * direction[1]];
            path.segments.push(PathSegment::Cubic(first, second, to));
            (from, along) = (to, direction);
        }
        path
    }

    /// The image of the path.
    pub(crate) fn transformed(mut self, map: Affine) -> Path {
        if map != IDENTITY {
            for segment in &mut self.segments {
                match segment {
                    PathSegment::Move(a) | PathSegment::Line(a) => *a = apply(map, *a),
                    PathSegment::Quadratic(a, b) => {
                        [*a, *b] = [*a, *b].map(|place| apply(map, place));
                    }
                    PathSegment::Cubic(a, b, c) => {
                        [*a, *b, *c] = [*a, *b, *c].map(|place| apply(map, place));
                    }
                    PathSegment::Close => {}
                }
            }
        }
        self
    }
}

/// How many cubic curves an arc takes, so many for each begun quarter of a turn: one of an angle t
/// is off by about radius · 4/27 · (t/4)⁶.
fn arc_pieces(radius: f64, sweep: f64) -> u32 {
    let quarter = TAU / 4.0;
    let angle = 4.0 * (TOLERANCE * 27.0 / 4.0 / radius.abs().max(TOLERANCE)).powf(1.0 / 6.0);
    let quarters = (sweep.abs() / quarter - 1e-9).ceil().max(1.0);
    // NaN becomes 0.
    ((quarter / angle).ceil().clamp(1.0, MAX_PIECES) * quarters) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_stay_close_to_their_circle() {
        for radius in [1.0, 40.0, 1e3, 1e6] {
            let path = Path::circle([0.0; 2], radius);
            let mut from = [radius, 0.0];
            for segment in &path.segments {
                let PathSegment::Cubic(a, b, to) = *segment else {
                    continue;
                };
                for step in 0..=8 {
                    let t = f64::from(step) / 8.0;
                    let s = 1.0 - t;
                    let at = |i: usize| {
                        s * s * s * from[i]
                            + 3.0 * s * s * t * a[i]
                            + 3.0 * s * t * t * b[i]
                            + t * t * t * to[i]
                    };
                    let error = (at(0).hypot(at(1)) - radius).abs();
                    assert!(error < 2.0 * TOLERANCE, "{radius}: {error}");
                }
                from = to;
            }
            assert!((from[0] - radius).abs() < 1e-6 * radius);
        }
    }

    #[test]
    fn maps_compose() {
        let (turn, shift) = (
            [0.0, 1.0, -1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 1.0, 3.0, 4.0],
        );
        let place = [5.0, 7.0];
        let both = compose(turn, shift);
        assert_eq!(apply(both, place), apply(turn, apply(shift, place)));
        assert_eq!(growth(both), 1.0);
    }
}
