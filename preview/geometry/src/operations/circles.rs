//! Circles and arcs.

use crate::ElementKind;
use crate::algebra::{dehomogenize, dot, norm, scale, sub};
use crate::conic::{circle_through, circle_through_three, circle_with_radius};
use crate::inputs::Parameter;
use crate::moving::{Mover, parameters, straight};
use crate::operation::{Operation, SpecialType};
use crate::{Attribute, Conic, DefinitionError, ElementMove, ElementValue, Matrix, Vector};

const THREE_POINTS: &[ElementKind] = &[ElementKind::Point; 3];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new(
        "CircleMP",
        ElementKind::Conic,
        &[ElementKind::Point; 2],
        |inputs, _| {
            let [center, point] = inputs.vectors();
            circle(circle_through(center, point))
        },
    ),
    Operation::new(
        "CircleMr",
        ElementKind::Conic,
        &[ElementKind::Point],
        |inputs, trace| {
            let [radius] = trace.take();
            let [center] = inputs.vectors();
            let scaled = center[2] * radius;
            circle(circle_with_radius(center, scaled * scaled))
        },
    )
    .special(SpecialType::CircleByRadius)
    .traced(1)
    .starting(|definition, _, state| {
        let radius = definition.get("radius").and_then(Attribute::number);
        state[0] = radius.ok_or_else(|| DefinitionError::Missing {
            type_name: definition.type_name.clone(),
            attribute: "radius",
            form: "a number",
        })?;
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 1,
        by_mouse: true,
        target: |inputs, _, input| {
            if let ElementMove::Radius(radius) = input {
                return Some(parameters([radius]));
            }
            let [center] = inputs.vectors();
            let point = input.homogeneous()?;
            let radius = norm(&sub(dehomogenize(center), dehomogenize(point)));
            Some(parameters([radius.into()]))
        },
        path: straight,
    }),
    Operation::new("Compass", ElementKind::Conic, THREE_POINTS, |inputs, _| {
        let [a, b, center] = inputs.vectors();
        let (za, zb, zc) = (a[2], b[2], center[2]);
        let radius = sub(scale(za * zc, b), scale(zb * zc, a));
        circle(circle_with_radius(
            scale(za * zb, center),
            dot(radius, radius),
        ))
    }),
    Operation::new(
        "CircleBy3",
        ElementKind::Conic,
        THREE_POINTS,
        |inputs, _| circle(circle_through_three(inputs.vectors())),
    ),
    Operation::new("ArcBy3", ElementKind::Conic, THREE_POINTS, |inputs, _| {
        Ok(ElementValue::Conic(arc(inputs.vectors())))
    }),
];

fn circle<E>(matrix: Matrix) -> Result<ElementValue, E> {
    Ok(ElementValue::Conic(Conic::circle(matrix)))
}

/// The arc from the first point through the second to the third.
pub(super) fn arc(points: [Vector; 3]) -> Conic {
    Conic {
        arc: Some(points),
        ..Conic::circle(circle_through_three(points))
    }
}
