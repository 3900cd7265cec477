//! Lines and segments from points, and points from lines.

use num_complex::Complex64 as C;

use crate::ElementKind;
use crate::algebra::{
    EX, EY, INFINITY, ZERO, add, adjugate, apply, cross, dehomogenize, is_almost_real,
    is_almost_zero, norm, normalize, scale, sub,
};
use crate::conic::center;
use crate::inputs::{Inputs, Parameter};
use crate::operation::{Operation, Signature, SpecialType};
use crate::{Attribute, DefinitionError, ElementValue, Segment, Vector};

const POINTS: &[ElementKind] = &[ElementKind::Point, ElementKind::Point];
const LINE_AND_POINT: &[ElementKind] = &[ElementKind::Line, ElementKind::Point];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("Join", ElementKind::Line, POINTS, |inputs, _| {
        let [a, b] = inputs.vectors();
        line(cross(a, b))
    })
    .special(SpecialType::Join),
    Operation::new("Segment", ElementKind::Segment, POINTS, |inputs, _| {
        let [a, b] = inputs.vectors();
        let segment = Segment::new(cross(a, b), scale(b[2], a), scale(a[2], b));
        Ok(ElementValue::Segment(segment))
    }),
    Operation {
        exists: Some(meets),
        ..Operation::new(
            "Meet",
            ElementKind::Point,
            &[ElementKind::Line, ElementKind::Line],
            |inputs, _| {
                let [a, b] = inputs.vectors();
                point(cross(a, b))
            },
        )
    },
    Operation::new("Mid", ElementKind::Point, POINTS, |inputs, _| {
        let [a, b] = inputs.vectors();
        point(add(scale(b[2], a), scale(a[2], b)))
    }),
    Operation::new("Perp", ElementKind::Line, LINE_AND_POINT, |inputs, _| {
        let [[a, b, _], p] = inputs.vectors();
        line(cross([a, b, ZERO], p))
    }),
    Operation::new("Para", ElementKind::Line, LINE_AND_POINT, |inputs, _| {
        let [l, p] = inputs.vectors();
        line(cross(cross(INFINITY, l), p))
    }),
    Operation::new(
        "Horizontal",
        ElementKind::Line,
        &[ElementKind::Point],
        |inputs, _| {
            let [p] = inputs.vectors();
            line(cross(EX, p))
        },
    ),
    Operation::new(
        "Vertical",
        ElementKind::Line,
        &[ElementKind::Point],
        |inputs, _| {
            let [p] = inputs.vectors();
            line(cross(EY, p))
        },
    ),
    Operation::new(
        "LineByFixedAngle",
        ElementKind::Line,
        LINE_AND_POINT,
        |inputs, _| {
            let [[a, b, _], p] = inputs.vectors();
            let Parameter::Rotation([cos, sin]) = inputs.parameter else {
                return line([ZERO; 3]);
            };
            // The point at infinity of the turned line.
            let direction = [sin * a + cos * b, sin * b - cos * a, ZERO];
            line(cross(p, direction))
        },
    )
    .starting(|definition, _, _| {
        let angle = definition.get("angle").and_then(Attribute::number);
        let angle: C = angle.ok_or_else(|| DefinitionError::Missing {
            type_name: definition.type_name.clone(),
            attribute: "angle",
            form: "the angle in radians, a number",
        })?;
        Ok(Parameter::Rotation([angle.cos(), angle.sin()]))
    }),
    Operation::new(
        "AngleBisector",
        ElementKind::Lines,
        &[ElementKind::Line, ElementKind::Line, ElementKind::Point],
        |inputs, trace| Ok(ElementValue::Lines(trace.two(bisectors(inputs))?.to_vec())),
    )
    .traced(6),
    Operation::new(
        "PolarOfPoint",
        ElementKind::Line,
        &[ElementKind::Point, ElementKind::Conic],
        |inputs, _| line(apply(inputs.conic(1).matrix, inputs.vector(0))),
    ),
    Operation::new(
        "PolarOfLine",
        ElementKind::Point,
        &[ElementKind::Line, ElementKind::Conic],
        |inputs, _| point(apply(adjugate(inputs.conic(1).matrix), inputs.vector(0))),
    ),
    Operation {
        signature: Signature::Each(ElementKind::Point),
        ..Operation::new("Poly", ElementKind::Polygon, &[], |inputs, _| {
            Ok(ElementValue::Polygon(
                inputs
                    .iter()
                    .filter_map(|input| input.value.point())
                    .collect(),
            ))
        })
    },
    Operation::new(
        "CenterOfConic",
        ElementKind::Point,
        &[ElementKind::Conic],
        |inputs, _| point(center(inputs.conic(0).matrix)),
    ),
];

pub(super) fn point<E>(vector: Vector) -> Result<ElementValue, E> {
    Ok(ElementValue::Point(normalize(vector)))
}

pub(super) fn line<E>(vector: Vector) -> Result<ElementValue, E> {
    Ok(ElementValue::Line(normalize(vector)))
}

/// The lines that bisect the angles of two lines, which meet in a point.
fn bisectors(inputs: &Inputs) -> [Vector; 2] {
    let [a, b, p] = inputs.vectors();
    let normal = |line| cross(cross(INFINITY, line), INFINITY);
    let a_scaled = scale(norm(&normal(b)).into(), a);
    let b_scaled = scale(norm(&normal(a)).into(), b);
    let mut first = sub(a_scaled, b_scaled);
    let mut second = add(a_scaled, b_scaled);
    // Lines that coincide: the second bisector is perpendicular to the first.
    if is_almost_zero(&first) {
        first = cross(normal(second), p);
    }
    if is_almost_zero(&second) {
        second = cross(normal(first), p);
    }
    [normalize(first), normalize(second)]
}

/// Whether a point of two lines lies on those of them that are segments.
fn meets(inputs: &Inputs, value: &ElementValue) -> bool {
    let Some(point) = value.point() else {
        return true;
    };
    inputs.iter().all(|input| match &input.value {
        ElementValue::Segment(segment) => is_on_segment(point, segment),
        _ => true,
    })
}

fn is_on_segment(point: Vector, segment: &Segment) -> bool {
    let points = [segment.start, segment.end, point].map(dehomogenize);
    if !points.iter().all(is_almost_real) {
        return false;
    }
    let [start, end, point] = points;
    let length = |a, b| norm(&sub(a, b));
    let detour = length(start, point) + length(point, end) - length(start, end);
    detour * detour < 1e-15
}
