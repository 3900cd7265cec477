//! Points and lines that one can put anywhere.

use num_complex::Complex64 as C;

use crate::ElementKind;
use crate::algebra::{EX, EY, EZ, INFINITY, ONE, ZERO, cross, dehomogenize, normalize};
use crate::inputs::{Inputs, Parameter};
use crate::moving::{Mover, Parameters, Situation, parameters, straight};
use crate::operation::Operation;
use crate::scatter::scatter;
use crate::tracing::{Refine, Trace};
use crate::{Attribute, Definition, DefinitionError, ElementMove, ElementValue, Vector};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("Free", ElementKind::Point, &[], point)
        .traced(3)
        .starting(at_position)
        .movable(&FREE_POINT),
    Operation::new("RandomPoint", ElementKind::Point, &[], point)
        .traced(3)
        .starting(|definition, _, state| {
            state.copy_from_slice(&normalize(random(definition, 0.0..100.0)));
            Ok(Parameter::None)
        }),
    Operation::new("FreeLine", ElementKind::Line, &[], line)
        .traced(3)
        .starting(at_position)
        .movable(&Mover {
            parameters: 3,
            by_mouse: true,
            // The mouse holds it at the point nearest to the origin.
            target: |_, _, input| line_target(input, |point| cross(cross(point, EZ), point), |l| l),
            path: straight,
        }),
    Operation::new("HorizontalLine", ElementKind::Line, &[], line)
        .traced(3)
        .starting(|definition, _, state| {
            state.copy_from_slice(&normalize(horizontal(position(definition))));
            Ok(Parameter::None)
        })
        .movable(&Mover {
            parameters: 3,
            by_mouse: true,
            target: |_, _, input| line_target(input, |point| cross(point, EX), horizontal),
            path: straight,
        }),
    Operation::new("VerticalLine", ElementKind::Line, &[], line)
        .traced(3)
        .starting(|definition, _, state| {
            state.copy_from_slice(&normalize(vertical(position(definition))));
            Ok(Parameter::None)
        })
        .movable(&Mover {
            parameters: 3,
            by_mouse: true,
            target: |_, _, input| line_target(input, |point| cross(point, EY), vertical),
            path: straight,
        }),
    Operation::new("RandomLine", ElementKind::Line, &[], line)
        .traced(3)
        .starting(|definition, _, state| {
            state.copy_from_slice(&normalize(random(definition, -0.5..0.5)));
            Ok(Parameter::None)
        }),
    Operation::new(
        "Through",
        ElementKind::Line,
        &[ElementKind::Point],
        |inputs, trace| {
            let direction = trace.take();
            let [point] = inputs.vectors();
            Ok(ElementValue::Line(normalize(cross(point, direction))))
        },
    )
    .traced(3)
    .starting(|definition, _, state| {
        let direction = definition.get("dir").and_then(Attribute::vector);
        let direction = match (direction, definition.position()) {
            (Some(direction), _) => direction,
            // The position is the line.
            (None, Some([a, b, _])) => [b, -a, ZERO],
            (None, None) => {
                return Err(DefinitionError::Missing {
                    type_name: definition.type_name.clone(),
                    attribute: "dir",
                    form: "the direction, two numbers and a zero, or `pos`, the line",
                });
            }
        };
        state.copy_from_slice(&direction);
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 3,
        by_mouse: true,
        target: |inputs, _, input| {
            let [point] = inputs.vectors();
            let line = match input {
                ElementMove::Homogeneous(line) => line,
                ElementMove::Direction(direction) => cross(point, direction),
                _ => cross(point, input.homogeneous()?),
            };
            // Where the line meets the one at infinity.
            Some(parameters(normalize(cross(INFINITY, line))))
        },
        path: straight,
    }),
];

pub(super) const FREE_POINT: Mover = Mover {
    parameters: 3,
    by_mouse: true,
    target: |_, situation, input| {
        let point = snap(input.homogeneous()?, situation, input);
        Some(parameters(normalize(point)))
    },
    path: straight,
};

fn point(_: &Inputs, trace: &mut Trace) -> Result<ElementValue, Refine> {
    Ok(ElementValue::Point(trace.take()))
}

fn line(_: &Inputs, trace: &mut Trace) -> Result<ElementValue, Refine> {
    Ok(ElementValue::Line(trace.take()))
}

/// Starts where `pos` says.
pub(super) fn at_position(
    definition: &Definition,
    _: &Inputs,
    state: &mut [C],
) -> Result<Parameter, DefinitionError> {
    state.copy_from_slice(&normalize(position(definition)));
    Ok(Parameter::None)
}

/// `pos`; without it, nowhere: the zero vector.
pub(super) fn position(definition: &Definition) -> Vector {
    definition.position().unwrap_or_default()
}

fn line_target(
    input: ElementMove,
    through: fn(Vector) -> Vector,
    restrict: fn(Vector) -> Vector,
) -> Option<Parameters> {
    let line = match input {
        ElementMove::Homogeneous(line) => restrict(line),
        _ => through(input.homogeneous()?),
    };
    Some(parameters(normalize(line)))
}

fn horizontal([_, b, c]: Vector) -> Vector {
    [ZERO, b, c]
}

fn vertical([a, _, c]: Vector) -> Vector {
    [a, ZERO, c]
}

/// The point of the grid that attracts a point which the mouse moves; else the point.
pub(super) fn snap(point: Vector, situation: &Situation, input: ElementMove) -> Vector {
    match (situation.snap, input) {
        (Some(snap), ElementMove::Mouse(_)) => snap
            .attract(dehomogenize(point).map(|entry| entry.re))
            .map_or(point, |[x, y]| [x.into(), y.into(), ONE]),
        _ => point,
    }
}

/// Three numbers that are the same whenever the element is read, and differ between elements.
fn random(definition: &Definition, range: std::ops::Range<f64>) -> Vector {
    scatter(&definition.name).map(|unit| (range.start + unit * (range.end - range.start)).into())
}
