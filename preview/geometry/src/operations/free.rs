//! Points and lines that one can put anywhere, or anywhere on something.

use num_complex::Complex64 as C;

use crate::algebra::{ONE, dehomogenize, normalize};
use crate::moving::{Mover, Situation, parameters, straight};
use crate::operation::{Kind, Operation, Parameter};
use crate::{Definition, DefinitionError, Input, Shape, Vector};

pub(super) const OPERATIONS: &[Operation] =
    &[Operation::new("Free", Kind::Point, &[], |_, trace| {
        Ok(Shape::Point(trace.take()))
    })
    .traced(3)
    .starting(|definition, _, state| place(definition, state))
    .movable(&Mover {
        parameters: 3,
        by_mouse: true,
        target: |_, situation, input| {
            let point = snap(input.homogeneous()?, situation, input);
            Some(parameters(normalize(point)))
        },
        path: straight,
    })];

/// The position of a definition, as state.
pub(super) fn place(
    definition: &Definition,
    state: &mut [C],
) -> Result<Parameter, DefinitionError> {
    state.copy_from_slice(&normalize(position(definition)));
    Ok(Parameter::None)
}

/// The position of a definition; without one, nowhere.
pub(super) fn position(definition: &Definition) -> Vector {
    definition.position().unwrap_or_default()
}

/// The point of the grid that attracts a point which the mouse moves; else the point.
fn snap(point: Vector, situation: &Situation, input: Input) -> Vector {
    match (situation.snap, input) {
        (Some(snap), Input::Mouse(_)) => {
            let [x, y, _] = dehomogenize(point).map(|entry| entry.re);
            let nearest = [x, y].map(|x| (x / snap.grid).round() * snap.grid);
            let is_near = |x: f64, nearest: f64| (x - nearest).abs() < snap.distance;
            if is_near(x, nearest[0]) && is_near(y, nearest[1]) {
                [nearest[0].into(), nearest[1].into(), ONE]
            } else {
                point
            }
        }
        _ => point,
    }
}
