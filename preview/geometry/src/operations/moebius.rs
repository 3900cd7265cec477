//! Möbius transformations and reflections at circles, and what becomes of elements under them.
//!
//! Their coefficients are complex numbers in the plane of the construction; each of the two parts
//! is complex itself while an element is traced. [`Planar`] is such a number.

use num_complex::Complex64 as C;

use super::circles::arc;
use super::lines::point;
use super::transformations::transformation;
use crate::ElementKind;
use crate::algebra::{ZERO, add, cross, negate, normalize};
use crate::conic::{circle_through_three, meet_line};
use crate::inputs::Inputs;
use crate::operation::{Operation, Signature};
use crate::{Angles, Conic, Element, ElementValue, Moebius, Transformation, Vector};

const P: ElementKind = ElementKind::Point;
const TR: ElementKind = ElementKind::Transformation;
const MT: ElementKind = ElementKind::Moebius;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("TrMoebius", MT, &[P; 6], |inputs, _| {
        let [a, a1, b, b1, c, c1] = inputs.vectors();
        let [p, q, r, s] = base([a, b, c]);
        let [p1, q1, r1, s1] = base([a1, b1, c1]);
        moebius(Moebius {
            anti: false,
            coefficients: [
                add(times(p1, s), negate(times(q1, r))),
                add(times(q1, p), negate(times(p1, q))),
                add(times(r1, s), negate(times(s1, r))),
                add(times(s1, p), negate(times(r1, q))),
            ],
        })
    }),
    Operation::new("TrReflectionC", MT, &[ElementKind::Conic], |inputs, _| {
        let [[a, _, b], [_, _, c], [.., d]] = inputs.conic(0).matrix;
        moebius(Moebius {
            anti: true,
            coefficients: [[b, c], [d, ZERO], [-a, ZERO], [-b, c]],
        })
    })
    .when(|inputs| inputs.conic(0).is_circle, "a circle"),
    Operation::new("TrInverseMoebius", MT, &[MT], |inputs, _| {
        moebius(inverse(argument(inputs, 0)))
    }),
    Operation::new("TrComposeMtMt", MT, &[MT, MT], |inputs, _| {
        moebius(compose(argument(inputs, 0), argument(inputs, 1)))
    }),
    Operation::new("TrComposeTrMt", MT, &[TR, MT], |inputs, _| {
        let first = similarity(transformation(inputs, 0));
        moebius(compose(first, argument(inputs, 1)))
    })
    .when(
        |inputs| keeps_circles(inputs, 0),
        "a transformation that takes circles to circles",
    ),
    Operation::new("TrComposeMtTr", MT, &[MT, TR], |inputs, _| {
        let second = similarity(transformation(inputs, 1));
        moebius(compose(argument(inputs, 0), second))
    })
    .when(
        |inputs| keeps_circles(inputs, 1),
        "a transformation that takes circles to circles",
    ),
    Operation::new("TrMoebiusP", P, &[MT, P], |inputs, _| {
        point(image(&argument(inputs, 0), inputs.vector(1)))
    }),
    Operation::new(
        "TrMoebiusL",
        ElementKind::Conic,
        &[MT, ElementKind::Line],
        |inputs, _| {
            let m = argument(inputs, 0);
            let line = inputs.vector(1);
            let images =
                SECANTS.map(|secant| image(&m, normalize(cross(secant.map(C::from), line))));
            Ok(ElementValue::Conic(Conic::circle(circle_through_three(
                images,
            ))))
        },
    ),
    Operation::new(
        "TrMoebiusC",
        ElementKind::Conic,
        &[MT, ElementKind::Conic],
        |inputs, _| {
            let m = argument(inputs, 0);
            let circle = inputs.conic(1).matrix;
            let [first, second, _] = SECANTS.map(|secant| meet_line(secant.map(C::from), circle));
            let images = [first[0], first[1], second[1]].map(|point| image(&m, point));
            Ok(ElementValue::Conic(Conic::circle(circle_through_three(
                images,
            ))))
        },
    )
    .when(|inputs| inputs.conic(1).is_circle, "a circle"),
    Operation::new(
        "TrMoebiusS",
        ElementKind::Conic,
        &[MT, ElementKind::Segment],
        |inputs, _| {
            let m = argument(inputs, 0);
            let points = match inputs.value(1) {
                Some(ElementValue::Segment(s)) => [s.start, add(s.start, s.end), s.end],
                _ => [[ZERO; 3]; 3],
            };
            Ok(ElementValue::Conic(arc(
                points.map(|point| image(&m, point))
            )))
        },
    ),
    Operation::new(
        "TrMoebiusArc",
        ElementKind::Conic,
        &[MT, ElementKind::Conic],
        |inputs, _| {
            let m = argument(inputs, 0);
            let points = inputs.conic(1).arc.unwrap_or_default();
            Ok(ElementValue::Conic(arc(
                points.map(|point| image(&m, point))
            )))
        },
    )
    .when(|inputs| inputs.conic(1).arc.is_some(), "an arc"),
    FUNCTION_SYSTEM,
];

/// The transformations of an iterated function system: see [`crate::function_system`].
const FUNCTION_SYSTEM: Operation = Operation {
    signature: Signature::Any,
    ..Operation::new("IFS", ElementKind::FunctionSystem, &[], |_, _| {
        Ok(ElementValue::FunctionSystem)
    })
    .when(
        |inputs| {
            let mut kinds = inputs.iter().map(Element::kind);
            inputs.len() > 0 && kinds.all(|kind| matches!(kind, TR | MT))
        },
        "projective or Möbius transformations, one at least",
    )
};

/// Lines in general position: where they meet a line or a circle are three of its points.
const SECANTS: [Vector3; 3] = [
    [0.31, -0.47, 0.19],
    [-0.23, -0.41, 0.37],
    [0.43, 0.13, -0.29],
];

type Vector3 = [f64; 3];

/// A complex number of the plane: its real and its imaginary part.
type Planar = [C; 2];

fn times([a, b]: Planar, [c, d]: Planar) -> Planar {
    [a * c - b * d, a * d + b * c]
}

fn conjugate([a, b]: Planar) -> Planar {
    [a, -b]
}

fn moebius<E>(m: Moebius) -> Result<ElementValue, E> {
    Ok(ElementValue::Moebius(Moebius {
        coefficients: normalize(m.coefficients),
        ..m
    }))
}

fn argument(inputs: &Inputs, argument: usize) -> Moebius {
    match inputs.value(argument) {
        Some(ElementValue::Moebius(moebius)) => *moebius,
        _ => Moebius {
            anti: false,
            coefficients: [[ZERO; 2]; 4],
        },
    }
}

/// The transformation, by rows, that takes infinity, zero and one to three points.
fn base([a, b, c]: [Vector; 3]) -> [Planar; 4] {
    let det =
        |u: Vector, v: Vector| -> Planar { [u[0] * v[2] - v[0] * u[2], u[1] * v[2] - v[1] * u[2]] };
    let (of_a, of_b) = (det(c, b), det(a, c));
    let column = |point: Vector, factor: Planar| {
        (
            times([point[0], point[1]], factor),
            factor.map(|part| point[2] * part),
        )
    };
    let ((p, r), (q, s)) = (column(a, of_a), column(b, of_b));
    normalize([p, q, r, s])
}

/// The Möbius transformation that undoes another.
pub(crate) fn inverse(m: Moebius) -> Moebius {
    let [a, b, c, d] = m.coefficients;
    let coefficients = [d, negate(b), negate(c), a];
    Moebius {
        coefficients: match m.anti {
            true => coefficients.map(conjugate),
            false => coefficients,
        },
        ..m
    }
}

/// First one, then the other.
pub(crate) fn compose(first: Moebius, second: Moebius) -> Moebius {
    let [a, b, c, d] = if second.anti {
        first.coefficients.map(conjugate)
    } else {
        first.coefficients
    };
    let [p, q, r, s] = second.coefficients;
    Moebius {
        anti: first.anti != second.anti,
        coefficients: [
            add(times(p, a), times(q, c)),
            add(times(p, b), times(q, d)),
            add(times(r, a), times(s, c)),
            add(times(r, b), times(s, d)),
        ],
    }
}

fn keeps_circles(inputs: &Inputs, argument: usize) -> bool {
    transformation(inputs, argument).angles != Angles::Lost
}

/// A similarity as a Möbius transformation.
fn similarity(transformation: Transformation) -> Moebius {
    let [[a, _, b], [c, _, d], [.., e]] = transformation.matrix;
    Moebius {
        anti: transformation.angles == Angles::Reversed,
        coefficients: [[a, c], [b, d], [ZERO, ZERO], [e, ZERO]],
    }
}

/// The image of a point.
fn image(m: &Moebius, [x, y, z]: Vector) -> Vector {
    let place = if m.anti { [x, -y] } else { [x, y] };
    let [a, b, c, d] = m.coefficients;
    let affine = |factor, summand: Planar| add(times(factor, place), summand.map(|part| part * z));
    let (numerator, denominator) = (affine(a, b), affine(c, d));
    let [re, im] = times(numerator, conjugate(denominator));
    let [square, _] = times(denominator, conjugate(denominator));
    normalize([re, im, square])
}
