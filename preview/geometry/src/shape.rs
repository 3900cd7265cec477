//! What an element is at the moment.

use num_complex::Complex64;

use crate::algebra::{
    EPSILON_REAL, ZERO_MATRIX, adjugate, all_finite, is_almost_real, is_almost_zero, normalize,
};
use crate::{Matrix, Vector};

/// The value of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue {
    /// A point.
    Point(Vector),
    /// A line.
    Line(Vector),
    /// A line between two of its points.
    Segment(Segment),
    /// A circle, a conic, or an arc of a circle.
    Conic(Conic),
    /// Several points, such as the intersections of two circles.
    Points(Vec<Vector>),
    /// Several lines, such as the two bisectors of an angle.
    Lines(Vec<Vector>),
    /// Several conics, such as the conics through four points that touch a line.
    Conics(Vec<Matrix>),
    /// The corners.
    Polygon(Vec<Vector>),
    /// A projective transformation.
    Transformation(Transformation),
    /// A Möbius transformation.
    Moebius(Moebius),
    /// A measured number, such as a distance.
    Number(Complex64),
    /// An angle in radians.
    Angle(Complex64),
    /// A text, a button, a text field; its anchor if it stands in the plane.
    Text(Option<Vector>),
    /// An iterated function system: see [`Construction::function_system`](crate::Construction::function_system).
    FunctionSystem,
}

/// A line between two of its points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The line.
    pub line: Vector,
    /// Scaled with `end` such that `start + end` is the middle and `start - end` the point at
    /// infinity. The segment runs through infinity if the last coordinates of `start` and `end`
    /// differ in sign.
    pub start: Vector,
    /// See [`Segment::start`].
    pub end: Vector,
}

/// A circle, a conic, or an arc of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conic {
    /// The symmetric matrix `m` with `p m p = 0` for the points `p` of the conic.
    pub matrix: Matrix,
    /// Whether it is a circle by construction.
    pub is_circle: bool,
    /// Of an arc: where it begins, a point on the way, where it ends.
    pub arc: Option<[Vector; 3]>,
}

/// A projective transformation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transformation {
    /// Acts on points.
    pub matrix: Matrix,
    /// Acts on lines.
    pub dual: Matrix,
    /// How it treats angles.
    pub angles: Angles,
}

/// How a transformation treats angles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angles {
    /// It is a similarity.
    Kept,
    /// It is a similarity and a reflection.
    Reversed,
    /// Nothing is known.
    Lost,
}

impl Angles {
    /// Of one transformation after the other.
    pub(crate) fn then(self, second: Angles) -> Angles {
        match (self, second) {
            (Angles::Lost, _) | (_, Angles::Lost) => Angles::Lost,
            _ if self == second => Angles::Kept,
            _ => Angles::Reversed,
        }
    }
}

/// A Möbius transformation `p -> (a p + b) / (c p + d)`, with `p` conjugated before if `anti`. The
/// real and imaginary parts of the coefficients are complex numbers themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moebius {
    /// Whether it reverses angles.
    pub anti: bool,
    /// The real and imaginary part of each of a, b, c, d.
    pub coefficients: [[Complex64; 2]; 4],
}

impl Segment {
    /// The segment from `start` to `end` on `line`.
    pub(crate) fn new(line: Vector, start: Vector, end: Vector) -> Segment {
        let [start, end] = normalize([start, end]);
        Segment {
            line: normalize(line),
            start,
            end,
        }
    }
}

impl Conic {
    /// A conic of which nothing is known.
    pub(crate) const ZERO: Conic = Conic {
        matrix: ZERO_MATRIX,
        is_circle: false,
        arc: None,
    };

    pub(crate) fn new(matrix: Matrix) -> Conic {
        Conic {
            matrix: normalize(matrix),
            is_circle: false,
            arc: None,
        }
    }

    pub(crate) fn circle(matrix: Matrix) -> Conic {
        Conic {
            is_circle: true,
            ..Conic::new(matrix)
        }
    }
}

impl Conic {
    /// The center, in homogeneous coordinates.
    pub fn center(&self) -> Vector {
        let [.., center] = adjugate(self.matrix);
        center
    }

    /// The radius, if it is a circle; complex if the circle is.
    pub fn radius(&self) -> Complex64 {
        let [[a, _, x], [_, _, y], [.., z]] = self.matrix;
        let (x, y, z) = (x / a, y / a, z / a);
        (x * x + y * y - z).sqrt()
    }
}

impl ElementValue {
    /// The coordinates of a point or a text in the plane, divided by the last one; complex ones
    /// are given as they are, and a point at infinity has infinite or undefined ones.
    pub fn affine(&self) -> Option<[Complex64; 2]> {
        let [x, y, z] = self.point()?;
        if z == Complex64::ONE {
            Some([x, y])
        } else {
            Some([x / z, y / z])
        }
    }

    /// Where a real, finite point or text stands in the plane.
    pub fn xy(&self) -> Option<[f64; 2]> {
        let [x, y] = self.affine()?;
        let is_real = x.im.abs() < EPSILON_REAL && y.im.abs() < EPSILON_REAL;
        (is_real && x.re.is_finite() && y.re.is_finite()).then_some([x.re, y.re])
    }

    /// The homogeneous coordinates of a point or a text.
    pub fn point(&self) -> Option<Vector> {
        match self {
            ElementValue::Point(point) => Some(*point),
            ElementValue::Text(point) => *point,
            _ => None,
        }
    }

    /// The homogeneous coordinates of a line or of a segment's line.
    pub fn line(&self) -> Option<Vector> {
        match self {
            ElementValue::Line(line) => Some(*line),
            ElementValue::Segment(segment) => Some(segment.line),
            _ => None,
        }
    }

    /// The conic, if it is one.
    pub fn conic(&self) -> Option<&Conic> {
        match self {
            ElementValue::Conic(conic) => Some(conic),
            _ => None,
        }
    }

    /// Whether it can be drawn: it is real, up to rounding, and it is anywhere at all.
    pub fn is_real(&self) -> bool {
        match self {
            ElementValue::Point(vector)
            | ElementValue::Line(vector)
            | ElementValue::Text(Some(vector)) => is_drawable(vector),
            ElementValue::Segment(segment) => is_drawable(&segment.line),
            ElementValue::Conic(conic) => {
                is_almost_real(&conic.matrix)
                    && all_finite(&conic.matrix)
                    && !is_almost_zero(&conic.matrix)
            }
            ElementValue::Polygon(corners) => corners.iter().all(is_drawable),
            ElementValue::Points(_)
            | ElementValue::Lines(_)
            | ElementValue::Conics(_)
            | ElementValue::Transformation(_)
            | ElementValue::Moebius(_)
            | ElementValue::Number(_)
            | ElementValue::Angle(_)
            | ElementValue::Text(None)
            | ElementValue::FunctionSystem => false,
        }
    }
}

fn is_drawable(vector: &Vector) -> bool {
    is_almost_real(vector) && all_finite(vector) && !is_almost_zero(vector)
}
