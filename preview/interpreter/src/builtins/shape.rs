//! Shapes.

use std::sync::Arc;

use super::{Row, raw};
use crate::context::Context;
use crate::value::shape::Shape;
use crate::value::{Usage, Value};

/// How far a half plane goes, in world units.
const FAR: f64 = 1000.0;

pub(super) const ROWS: &[Row] = &[
    raw("circle", 2, |context, a| {
        let radius = context.plain(a[1].clone()).real();
        match (context.place(&a[0]), radius) {
            (Some(centre), Some(radius)) => shape(Shape::Circle { centre, radius }),
            _ => Value::Undefined,
        }
    }),
    raw("polygon", 1, |context, a| {
        polygon(context, &a[0]).map_or(Value::Undefined, shape)
    }),
    raw("screen", 0, |context, _| {
        shape(Shape::Polygons(vec![context.graphics.screen().into()]))
    }),
    raw("halfplane", 2, |context, a| {
        half_plane(context, &a[0], &a[1]).map_or(Value::Undefined, shape)
    }),
];

fn shape(shape: Shape) -> Value {
    Value::Shape(Arc::new(shape))
}

/// The polygon with these corners; none if one of them is no place.
pub(super) fn polygon(context: &Context, corners: &Value) -> Option<Shape> {
    let corners = corners.list()?.iter();
    let corners: Option<Vec<_>> = corners.map(|corner| context.place(&corner)).collect();
    Some(Shape::Polygons(vec![corners?]))
}

/// What lies on the same side of a line as a point: one of the arguments is the line.
fn half_plane(context: &Context, first: &Value, second: &Value) -> Option<Shape> {
    let (a, first_usage) = context.homogeneous(first)?;
    let (b, second_usage) = context.homogeneous(second)?;
    let line_first = first_usage == Usage::Line || second_usage == Usage::Point;
    let (line, point) = if line_first { (a, b) } else { (b, a) };
    let [x, y, z] = point.map(|coordinate| coordinate.re);
    let [a, b, c] = line.map(|coordinate| coordinate.re);
    let (x, y) = (x / z, y / z);
    // The line's normal, towards the point, and the foot of the point on the line.
    let distance = (a * x + b * y + c) / (a * a + b * b);
    // A point on the line has no side, and a line at infinity no distance.
    if distance == 0.0 || !distance.is_finite() {
        return Some(Shape::Polygons(Vec::new()));
    }
    let foot = [x - distance * a, y - distance * b];
    let length = a.hypot(b) * distance.signum();
    let [dx, dy] = [a / length * FAR, b / length * FAR];
    let corner = |along: f64, across: f64| {
        [
            foot[0] + along * dx + across * dy,
            foot[1] + along * dy - across * dx,
        ]
    };
    Some(Shape::Polygons(vec![vec![
        corner(0.0, 0.5),
        corner(1.0, 0.5),
        corner(1.0, -0.5),
        corner(0.0, -0.5),
    ]]))
}
