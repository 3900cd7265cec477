//! Where lines, circles and conics meet, and the choice of one of several things.

use crate::ElementKind;
use crate::algebra::{ZERO_MATRIX, ZERO_VECTOR, distance};
use crate::conic::{coefficients, matrix, meet_circles, meet_conics, meet_line};
use crate::inputs::Parameter;
use crate::operation::{Operation, SpecialType};
use crate::{
    Attribute, Complex64, Conic, Definition, DefinitionError, ElementValue, Matrix, Vector,
};

use super::free::position;
use super::lines::{line, point};

const TWO_CONICS: &[ElementKind] = &[ElementKind::Conic, ElementKind::Conic];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new(
        "IntersectLC",
        ElementKind::Points,
        &[ElementKind::Line, ElementKind::Conic],
        |inputs, trace| {
            let points = meet_line(inputs.vector(0), inputs.conic(1).matrix);
            Ok(ElementValue::Points(trace.two(points)?.to_vec()))
        },
    )
    .traced(6),
    Operation::new(
        "IntersectCirCir",
        ElementKind::Points,
        TWO_CONICS,
        |inputs, trace| {
            let points = meet_circles(inputs.conic(0).matrix, inputs.conic(1).matrix);
            Ok(ElementValue::Points(trace.two(points)?.to_vec()))
        },
    )
    .traced(6),
    Operation::new(
        "IntersectConicConic",
        ElementKind::Points,
        TWO_CONICS,
        |inputs, trace| {
            let points = meet_conics(inputs.conic(0).matrix, inputs.conic(1).matrix);
            Ok(ElementValue::Points(trace.four(points)?.to_vec()))
        },
    )
    .traced(12),
    Operation::new(
        "OtherIntersectionCL",
        ElementKind::Point,
        &[ElementKind::Conic, ElementKind::Line, ElementKind::Point],
        |inputs, _| {
            let points = meet_line(inputs.vector(1), inputs.conic(0).matrix);
            point(other(points, inputs.vector(2)))
        },
    ),
    Operation::new(
        "OtherIntersectionCC",
        ElementKind::Point,
        &[ElementKind::Conic, ElementKind::Conic, ElementKind::Point],
        |inputs, _| {
            let points = meet_circles(inputs.conic(0).matrix, inputs.conic(1).matrix);
            point(other(points, inputs.vector(2)))
        },
    ),
    Operation::new(
        "SelectP",
        ElementKind::Point,
        &[ElementKind::Points],
        |inputs, _| match (inputs.value(0), inputs.parameter) {
            (Some(ElementValue::Points(points)), Parameter::Choice(index)) => {
                point(points.get(index).copied().unwrap_or(ZERO_VECTOR))
            }
            _ => point(ZERO_VECTOR),
        },
    )
    .special(SpecialType::Selection)
    .starting(|definition, inputs, _| match inputs.value(0) {
        Some(ElementValue::Points(points)) => {
            let place = position(definition);
            choose(definition, points, |other| distance(place, *other))
        }
        _ => Ok(Parameter::Choice(0)),
    }),
    Operation::new(
        "SelectL",
        ElementKind::Line,
        &[ElementKind::Lines],
        |inputs, _| match (inputs.value(0), inputs.parameter) {
            (Some(ElementValue::Lines(lines)), Parameter::Choice(index)) => {
                line(lines.get(index).copied().unwrap_or(ZERO_VECTOR))
            }
            _ => line(ZERO_VECTOR),
        },
    )
    .special(SpecialType::Selection)
    .starting(|definition, inputs, _| match inputs.value(0) {
        Some(ElementValue::Lines(lines)) => {
            let place = position(definition);
            choose(definition, lines, |other| distance(place, *other))
        }
        _ => Ok(Parameter::Choice(0)),
    }),
    Operation::new(
        "SelectConic",
        ElementKind::Conic,
        &[ElementKind::Conics],
        |inputs, _| {
            let conic = match (inputs.value(0), inputs.parameter) {
                (Some(ElementValue::Conics(conics)), Parameter::Choice(index)) => conics.get(index),
                _ => None,
            };
            Ok(ElementValue::Conic(Conic::new(
                conic.copied().unwrap_or(ZERO_MATRIX),
            )))
        },
    )
    .special(SpecialType::Selection)
    .starting(|definition, inputs, _| match inputs.value(0) {
        Some(ElementValue::Conics(conics)) => {
            let place = conic_vector(conic_position(definition).unwrap_or(ZERO_MATRIX));
            choose(definition, conics, |other| {
                distance(place, conic_vector(*other))
            })
        }
        _ => Ok(Parameter::Choice(0)),
    }),
];

/// The point that is farther from a given one.
fn other([a, b]: [Vector; 2], given: Vector) -> Vector {
    if distance(a, given) < distance(b, given) {
        b
    } else {
        a
    }
}

/// By `index`, counted from one, or else the nearest.
fn choose<T>(
    definition: &Definition,
    items: &[T],
    measure: impl Fn(&T) -> f64,
) -> Result<Parameter, DefinitionError> {
    if let Some(index) = definition.get("index").and_then(Attribute::real) {
        let choice = index.round() as usize;
        return if (1..=items.len()).contains(&choice) {
            Ok(Parameter::Choice(choice - 1))
        } else {
            Err(DefinitionError::Missing {
                type_name: definition.type_name.clone(),
                attribute: "index",
                form: "from 1 to the number of things to choose from",
            })
        };
    }
    let mut best = (0, f64::INFINITY);
    for (index, item) in items.iter().enumerate() {
        let measure = measure(item);
        if measure < best.1 {
            best = (index, measure);
        }
    }
    Ok(Parameter::Choice(best.0))
}

/// The six coefficients of the equation of a conic, the mixed ones being sums of two entries.
fn conic_vector(conic: Matrix) -> [Complex64; 6] {
    let [xx, xy, yy, xz, yz, zz] = coefficients(conic);
    [xx, xy * 2.0, yy, xz * 2.0, yz * 2.0, zz]
}

/// `pos` of a conic: the coefficients of its equation, by name.
pub(super) fn conic_position(definition: &Definition) -> Option<Matrix> {
    let position = definition.get("pos")?;
    let coefficient = |name| position.get(name).and_then(Attribute::number);
    let half = |name| coefficient(name).map(|value| value * 0.5);
    Some(matrix([
        coefficient("xx")?,
        half("xy")?,
        coefficient("yy")?,
        half("xz")?,
        half("yz")?,
        coefficient("zz")?,
    ]))
}
