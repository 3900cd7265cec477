//! Conics, as far as they lie on the canvas.
//!
//! A conic is an affine image of a circle, a hyperbola or a parabola. With the usual parameters of
//! these, the arc between two parameters is close to the quadratic curve that touches it at both
//! ends, whose middle control point is the pole of the chord.

use std::f64::consts::{PI, TAU};

use super::line::THINNEST;
use super::{Graphics, Pen};
use crate::display::{Path, PathSegment};

/// A conic of which the determinant is smaller is a pair of lines; all coordinates are about 1.
const DEGENERATE: f64 = 1e-12;
/// An ellipse or hyperbola longer than wide by the square root of this is a parabola.
const PARABOLIC: f64 = 1e-11;
/// How far a piece may lie from the conic, in pixels. As in CindyJS, and as there arcs are halved
/// until they do: rasterisers make a few straight lines of each piece of a thin line, so that it
/// can be seen where pieces end.
const TOLERANCE: f64 = 0.2;
/// How often an arc is halved at most.
const HALVINGS: u32 = 11;

type Vec2 = [f64; 2];

/// A symmetric matrix of rank 3: the conic of places (x, y, 1) where the form vanishes.
pub(crate) type ConicMatrix = [[f64; 3]; 3];

/// A conic that is no pair of lines. Two axes, in the direction of which it is measured.
enum Curve {
    Ellipse {
        centre: Vec2,
        axes: [Vec2; 2],
    },
    /// One branch.
    Hyperbola {
        centre: Vec2,
        axes: [Vec2; 2],
    },
    /// The curve a + b t + c t².
    Parabola([Vec2; 3]),
}

impl Curve {
    fn at(&self, t: f64) -> Vec2 {
        match self {
            Curve::Ellipse { centre, axes } => combine(*centre, *axes, [t.cos(), t.sin()]),
            Curve::Hyperbola { centre, axes } => combine(*centre, *axes, [t.cosh(), t.sinh()]),
            Curve::Parabola([a, b, c]) => combine(*a, [*b, *c], [t, t * t]),
        }
    }

    /// Where the tangents in two places meet.
    fn pole(&self, from: f64, to: f64) -> Vec2 {
        let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
        match self {
            Curve::Ellipse { centre, axes } => {
                let factors = [middle.cos(), middle.sin()].map(|part| part / half.cos());
                combine(*centre, *axes, factors)
            }
            Curve::Hyperbola { centre, axes } => {
                let factors = [middle.cosh(), middle.sinh()].map(|part| part / half.cosh());
                combine(*centre, *axes, factors)
            }
            Curve::Parabola([a, b, c]) => combine(*a, [*b, *c], [middle, from * to]),
        }
    }

    /// The parameters where a coordinate (0 is x) has a value.
    fn crossings(&self, coordinate: usize, value: f64) -> [f64; 2] {
        match self {
            Curve::Ellipse { centre, axes } => {
                let [cos, sin] = axes.map(|axis| axis[coordinate]);
                let middle = sin.atan2(cos);
                let half = ((value - centre[coordinate]) / cos.hypot(sin)).acos();
                [middle - half, middle + half].map(|t| t.rem_euclid(TAU))
            }
            Curve::Hyperbola { centre, axes } => {
                let [cosh, sinh] = axes.map(|axis| axis[coordinate]);
                let distance = value - centre[coordinate];
                quadratic(cosh + sinh, -2.0 * distance, cosh - sinh).map(f64::ln)
            }
            Curve::Parabola([a, b, c]) => {
                quadratic(c[coordinate], b[coordinate], a[coordinate] - value)
            }
        }
    }

    /// The parameters of the places of an ellipse that are leftmost, highest, and so on; there, too,
    /// pieces end.
    fn extremes(&self) -> Vec<f64> {
        let Curve::Ellipse { axes, .. } = self else {
            return Vec::new();
        };
        let angles = [0, 1].map(|coordinate| {
            let [cos, sin] = axes.map(|axis| axis[coordinate]);
            sin.atan2(cos)
        });
        angles.map(|angle| [angle, angle + PI]).concat()
    }

    /// Adds the arc between two parameters to a path that has come to its beginning. A unit has so
    /// many pixels.
    fn append(&self, path: &mut Path, [from, to]: [f64; 2], pixels: f64, halvings: u32) {
        let (end, pole, middle) = (self.at(to), self.pole(from, to), (from + to) / 2.0);
        let chord = combine([0.0; 2], [self.at(from), end], [0.5, 0.5]);
        let distance = |a: Vec2, b: Vec2| length([a[0] - b[0], a[1] - b[1]]) * pixels;
        let piece = combine([0.0; 2], [chord, pole], [0.5, 0.5]);
        let close =
            distance(chord, pole) < TOLERANCE || distance(piece, self.at(middle)) < TOLERANCE;
        if close || halvings == 0 {
            path.segments.push(PathSegment::Quadratic(pole, end));
            return;
        }
        self.append(path, [from, middle], pixels, halvings - 1);
        self.append(path, [middle, to], pixels, halvings - 1);
    }
}

fn combine(origin: Vec2, [a, b]: [Vec2; 2], [s, t]: [f64; 2]) -> Vec2 {
    let at = |i: usize| origin[i] + s * a[i] + t * b[i];
    [at(0), at(1)]
}

fn length([x, y]: Vec2) -> f64 {
    x.hypot(y)
}

/// The solutions of a x² + b x + c = 0; NaN for those that are not real.
fn quadratic(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - 4.0 * a * c).sqrt();
    let sum = if b > 0.0 { -b - root } else { -b + root };
    [sum / (2.0 * a), 2.0 * c / sum]
}

/// The pieces of a conic, without regard to what of them is visible.
enum Pieces {
    /// Lines a x + b y + c = 0.
    Lines(Vec<[f64; 3]>),
    Curves(Vec<Curve>),
}

fn pieces(matrix: &ConicMatrix) -> Pieces {
    let [[a, b, d], [_, c, e], [.., f]] = *matrix;
    let determinant2 = a * c - b * b;
    let determinant3 = a * (c * f - e * e) - b * (b * f - e * d) + d * (b * e - c * d);
    let square = a * a + 2.0 * b * b + c * c;
    let parabolic = determinant2.abs() <= PARABOLIC * square;
    let degenerate = determinant3.abs() <= DEGENERATE;
    if square <= DEGENERATE * DEGENERATE {
        return Pieces::Lines(vec![[2.0 * d, 2.0 * e, f]]);
    }
    // The directions of the axes, and the form's values there: the first is the larger one.
    let angle = 0.5 * (2.0 * b).atan2(a - c);
    let (sin, cos) = angle.sin_cos();
    let (mean, radius) = ((a + c) / 2.0, ((a - c) / 2.0).hypot(b));
    let mut axes = [([cos, sin], mean + radius), ([-sin, cos], mean - radius)];
    if axes[0].1.abs() < axes[1].1.abs() {
        axes.swap(0, 1);
    }
    let [(across, steep), (along, flat)] = axes;
    if parabolic {
        let slope = |direction: Vec2| d * direction[0] + e * direction[1];
        let (k, l) = (slope(across), slope(along));
        if degenerate {
            let line = |t: f64| [across[0], across[1], -t];
            return Pieces::Lines(quadratic(steep, 2.0 * k, f).map(line).into());
        }
        // steep t² + 2 k t + 2 l s + f = 0, with t across and s along the axis.
        let scaled = |[x, y]: Vec2, factor: f64| [x * factor, y * factor];
        let along = scaled(along, -0.5 / l);
        return Pieces::Curves(vec![Curve::Parabola([
            scaled(along, f),
            combine(across, [along, [0.0; 2]], [2.0 * k, 0.0]),
            scaled(along, steep),
        ])]);
    }
    let centre = [
        (b * e - c * d) / determinant2,
        (b * d - a * e) / determinant2,
    ];
    if degenerate {
        if determinant2 > 0.0 {
            return Pieces::Lines(Vec::new());
        }
        // The two directions in which the form vanishes.
        let (s, t) = (flat.abs().sqrt(), steep.abs().sqrt());
        let lines = [t, -t].map(|t| {
            let [x, y] = combine([0.0; 2], [across, along], [s, t]);
            [-y, x, y * centre[0] - x * centre[1]]
        });
        return Pieces::Lines(lines.into());
    }
    let middle = f + d * centre[0] + e * centre[1];
    let axis = |(direction, value): (Vec2, f64)| {
        let squared = -middle / value;
        let length = squared.abs().sqrt();
        (direction.map(|part| part * length), squared > 0.0)
    };
    match [axis((across, steep)), axis((along, flat))] {
        [(a, true), (b, true)] => Pieces::Curves(vec![Curve::Ellipse {
            centre,
            axes: [a, b],
        }]),
        [(a, true), (b, false)] | [(b, false), (a, true)] => {
            let branch = |axis: Vec2| Curve::Hyperbola {
                centre,
                axes: [axis, b],
            };
            Pieces::Curves(vec![branch(a), branch(a.map(|part| -part))])
        }
        _ => Pieces::Curves(Vec::new()),
    }
}

impl Graphics {
    /// A conic, given by a real symmetric matrix: the places whose form with it vanishes.
    pub(crate) fn draw_conic(&mut self, matrix: &ConicMatrix, pen: &Pen) {
        if pen.line_size < THINNEST {
            return;
        }
        // In coordinates in which the canvas goes from about -1 to 1.
        let [width, height] = self.size;
        let half = [width / 2.0 + pen.line_size, height / 2.0 + pen.line_size];
        let pixels = half[0].max(half[1]);
        let bounds = half.map(|side| side / pixels);
        let [x, y] = [width / 2.0, height / 2.0];
        let to_pixels = [[pixels, 0.0, x], [0.0, pixels, y], [0.0, 0.0, 1.0]];
        let to_world = product(&self.matrix().homogeneous_to_world(), &to_pixels);
        let to_world = normalized(to_world);
        let seen = product(
            &product(&transposed(&to_world), &normalized(*matrix)),
            &to_world,
        );
        let seen = normalized(seen);
        if !seen.iter().flatten().all(|entry| entry.is_finite()) {
            return;
        }
        let place = |[u, v]: Vec2| [x + pixels * u, y + pixels * v];
        let mut path = Path::default();
        match pieces(&seen) {
            Pieces::Lines(lines) => {
                for line in lines {
                    let ends = line_in_box(line, bounds);
                    path.segments
                        .extend(ends.into_iter().flatten().enumerate().map(|(index, end)| {
                            match index {
                                0 => PathSegment::Move(place(end)),
                                _ => PathSegment::Line(place(end)),
                            }
                        }));
                }
            }
            Pieces::Curves(curves) => {
                for curve in curves {
                    append(&mut path, &curve, bounds, pixels);
                }
                for segment in &mut path.segments {
                    match segment {
                        PathSegment::Move(a) => *a = place(*a),
                        PathSegment::Quadratic(a, b) => [*a, *b] = [place(*a), place(*b)],
                        PathSegment::Line(_) | PathSegment::Cubic(..) | PathSegment::Close => {}
                    }
                }
            }
        }
        if !path.segments.is_empty() {
            self.stroke(path, pen.line(), pen.line_colour);
        }
    }
}

/// The arcs of a curve within bounds on both sides of the origin.
fn append(path: &mut Path, curve: &Curve, bounds: Vec2, pixels: f64) {
    let inside = |[x, y]: Vec2| x.abs() <= bounds[0] && y.abs() <= bounds[1];
    let mut crossings: Vec<f64> = (0..2)
        .flat_map(|i| [-bounds[i], bounds[i]].map(|value| curve.crossings(i, value)))
        .flatten()
        .filter(|t| t.is_finite())
        .collect();
    crossings.sort_by(f64::total_cmp);
    let extremes = curve.extremes();
    let mut whole = !extremes.is_empty();
    // Around an ellipse, from where it leaves or enters the bounds, if it does.
    let around = crossings.first().or(extremes.first()).copied();
    if let Some(begin) = around.filter(|_| whole) {
        crossings.extend(extremes);
        for t in &mut crossings {
            *t = begin + (*t - begin).rem_euclid(TAU);
        }
        crossings.push(begin + TAU);
        crossings.sort_by(f64::total_cmp);
    }
    let mut end = f64::NAN;
    for pair in crossings.windows(2) {
        let &[from, to] = pair else { continue };
        if from == to {
            continue;
        }
        if !inside(curve.at((from + to) / 2.0)) {
            whole = false;
            continue;
        }
        if from != end {
            path.move_to(curve.at(from));
        }
        curve.append(path, [from, to], pixels, HALVINGS);
        end = to;
    }
    if whole {
        path.close();
    }
}

/// Where a line a x + b y + c = 0 enters and leaves the bounds.
fn line_in_box([a, b, c]: [f64; 3], [width, height]: Vec2) -> Option<[Vec2; 2]> {
    // Along the axis from which it deviates less, it crosses two opposite sides.
    let (mut from, mut to) = if a.abs() < b.abs() {
        let y = |x: f64| [x, (-c - a * x) / b];
        (y(-width), y(width))
    } else {
        let x = |y: f64| [(-c - b * y) / a, y];
        (x(-height), x(height))
    };
    for (i, bound) in [width, height].into_iter().enumerate() {
        for side in [-bound, bound] {
            let outside = |place: Vec2| (place[i] - side) * side.signum() > 0.0;
            let part = (side - from[i]) / (to[i] - from[i]);
            let cut = combine(from, [from, to], [-part, part]);
            match (outside(from), outside(to)) {
                (true, true) => return None,
                (true, false) => from = cut,
                (false, true) => to = cut,
                (false, false) => {}
            }
        }
    }
    [from, to]
        .iter()
        .flatten()
        .all(|part| part.is_finite())
        .then_some([from, to])
}

fn product(a: &ConicMatrix, b: &ConicMatrix) -> ConicMatrix {
    let row = |row: &[f64; 3]| {
        let entry = |j: usize| row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j];
        [entry(0), entry(1), entry(2)]
    };
    [row(&a[0]), row(&a[1]), row(&a[2])]
}

fn transposed([[a, b, c], [d, e, f], [g, h, i]]: &ConicMatrix) -> ConicMatrix {
    [[*a, *d, *g], [*b, *e, *h], [*c, *f, *i]]
}

/// Divided by its largest entry.
fn normalized(matrix: ConicMatrix) -> ConicMatrix {
    let largest = matrix.iter().flatten().fold(0.0f64, |a, b| a.max(b.abs()));
    matrix.map(|row| row.map(|entry| entry / largest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ends of curves lie on the conic, and as many arcs are visible as they should.
    #[track_caller]
    fn check(conic: ConicMatrix, arcs: usize) {
        let conic = normalized(conic);
        let value = |[x, y]: Vec2| {
            let [[a, b, d], [_, c, e], [.., f]] = conic;
            a * x * x + 2.0 * b * x * y + c * y * y + 2.0 * d * x + 2.0 * e * y + f
        };
        let mut path = Path::default();
        let found = match pieces(&conic) {
            Pieces::Lines(lines) => {
                let visible = lines.iter().filter_map(|l| line_in_box(*l, [1.0, 0.8]));
                visible
                    .inspect(|ends| {
                        assert!(ends.iter().all(|end| value(*end).abs() < 1e-6), "{ends:?}");
                    })
                    .count()
            }
            Pieces::Curves(curves) => {
                for curve in &curves {
                    append(&mut path, curve, [1.0, 0.8], 250.0);
                }
                let mut from = [0.0; 2];
                let mut moves = 0;
                for segment in &path.segments {
                    match *segment {
                        PathSegment::Move(place) => {
                            moves += 1;
                            from = place;
                        }
                        PathSegment::Quadratic(control, to) => {
                            let at = |i: usize| (from[i] + 2.0 * control[i] + to[i]) / 4.0;
                            let middle = [at(0), at(1)];
                            let step = 1e-6;
                            let dx = (value([middle[0] + step, middle[1]]) - value(middle)) / step;
                            let dy = (value([middle[0], middle[1] + step]) - value(middle)) / step;
                            let off = value(middle) / dx.hypot(dy) * 250.0;
                            assert!(value(to).abs() < 1e-9, "{segment:?}");
                            assert!(off.abs() < 1.1 * TOLERANCE, "{segment:?} {off}");
                            from = to;
                        }
                        _ => {}
                    }
                }
                moves
            }
        };
        assert_eq!(found, arcs, "{path:?}");
    }

    #[test]
    fn arcs() {
        let circle = |x: f64, y: f64, r: f64| {
            [
                [1.0, 0.0, -x],
                [0.0, 1.0, -y],
                [-x, -y, x * x + y * y - r * r],
            ]
        };
        check(circle(0.0, 0.0, 0.5), 1);
        check(circle(0.0, 0.0, 0.9), 2);
        check(circle(0.0, 0.0, 2.0), 0);
        check(circle(1e4, 0.0, 1e4), 1);
        check(circle(5.0, 0.0, 1.0), 0);
        // x y = c, a parabola, lines.
        check([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -0.1]], 2);
        check([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]], 2);
        check([[1.0, 0.0, 0.0], [0.0, 0.0, -0.2], [0.0, -0.2, 0.0]], 1);
        check([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, -0.25]], 2);
        check([[0.0, 0.0, 1.0], [0.0, 0.0, 0.5], [1.0, 0.5, 0.1]], 1);
        check([[1.0, 0.2, 0.1], [0.2, -0.3, 0.05], [0.1, 0.05, -0.02]], 2);
        // No real place.
        check([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 0);
    }
}
