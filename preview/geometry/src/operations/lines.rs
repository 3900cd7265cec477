//! Lines and segments from points, and points from lines.

use crate::algebra::{add, cross, normalize, scale};
use crate::operation::{Kind, Operation};
use crate::{Segment, Shape, Vector};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new(
        "Join",
        Kind::Line,
        &[Kind::Point, Kind::Point],
        |inputs, _| {
            let [a, b] = inputs.vectors();
            Ok(Shape::Line(normalize(cross(a, b))))
        },
    ),
    Operation::new(
        "Segment",
        Kind::Segment,
        &[Kind::Point, Kind::Point],
        |inputs, _| {
            let [a, b] = inputs.vectors();
            let segment = Segment::new(cross(a, b), scale(b[2], a), scale(a[2], b));
            Ok(Shape::Segment(segment))
        },
    ),
    Operation::new(
        "Meet",
        Kind::Point,
        &[Kind::Line, Kind::Line],
        |inputs, _| {
            let [a, b] = inputs.vectors();
            Ok(Shape::Point(normalize(cross(a, b))))
        },
    ),
    Operation::new(
        "Mid",
        Kind::Point,
        &[Kind::Point, Kind::Point],
        |inputs, _| {
            let [a, b] = inputs.vectors();
            Ok(Shape::Point(middle(a, b)))
        },
    ),
];

/// The point half way between two points.
pub(super) fn middle(a: Vector, b: Vector) -> Vector {
    normalize(add(scale(b[2], a), scale(a[2], b)))
}
