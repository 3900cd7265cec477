//! Projective transformations, and what becomes of elements under them.

use num_complex::Complex64 as C;

use super::circles::arc;
use super::lines::{line, point};
use crate::ElementKind;
use crate::algebra::{
    II, JJ, ONE, ZERO, adjugate, apply, cross, normalize, product, scale, transpose,
};
use crate::conic::basis_map;
use crate::inputs::Inputs;
use crate::operation::Operation;
use crate::tracing::{Refine, Trace};
use crate::{Angles, Conic, ElementValue, Matrix, Segment, Transformation, Vector};

const P: ElementKind = ElementKind::Point;
const TR: ElementKind = ElementKind::Transformation;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("TrProjection", TR, &[P; 8], |inputs, _| {
        let [a, a1, b, b1, c, c1, d, d1] = inputs.vectors();
        map(between([a, b, c, d], [a1, b1, c1, d1], Angles::Lost))
    }),
    Operation::new("TrAffine", TR, &[P; 6], |inputs, _| {
        let [a, a1, b, b1, c, c1] = inputs.vectors();
        // The middle of a triangle goes to the middle of its image.
        map(between(
            [a, b, c, centroid([a, b, c])],
            [a1, b1, c1, centroid([a1, b1, c1])],
            Angles::Lost,
        ))
    }),
    Operation::new("TrSimilarity", TR, &[P; 4], |inputs, _| {
        let [a, a1, b, b1] = inputs.vectors();
        map(between([a, b, II, JJ], [a1, b1, II, JJ], Angles::Kept))
    }),
    Operation::new("TrTranslation", TR, &[P; 2], |inputs, _| {
        let [a, b] = inputs.vectors();
        let [x, y, _] = cross(a, b);
        let n = a[2] * b[2];
        let matrix = normalize([[n, ZERO, y], [ZERO, n, -x], [ZERO, ZERO, n]]);
        let [[n, _, x], [_, _, y], _] = matrix;
        let dual = [[-n, ZERO, ZERO], [ZERO, -n, ZERO], [x, y, -n]];
        map(Transformation {
            matrix,
            dual,
            angles: Angles::Kept,
        })
    }),
    Operation::new(
        "TrRotationPNumb",
        TR,
        &[P, ElementKind::Value],
        |inputs, _| {
            let [[x, y, z]] = inputs.vectors();
            let angle = match inputs.value(1) {
                Some(ElementValue::Number(angle) | ElementValue::Angle(angle)) => *angle,
                _ => ZERO,
            };
            let (cos, sin) = (angle.cos(), angle.sin());
            let rest = ONE - cos;
            map(Transformation {
                matrix: normalize([
                    [cos * z, -(sin * z), rest * x + sin * y],
                    [sin * z, cos * z, rest * y - sin * x],
                    [ZERO, ZERO, z],
                ]),
                dual: normalize([
                    [cos * z, -(sin * z), ZERO],
                    [sin * z, cos * z, ZERO],
                    [rest * x - sin * y, rest * y + sin * x, z],
                ]),
                angles: Angles::Kept,
            })
        },
    ),
    Operation::new("TrReflectionP", TR, &[P], |inputs, _| {
        let [[x, y, z]] = inputs.vectors();
        let half = z * 0.5;
        involution(
            [[-half, ZERO, x], [ZERO, -half, y], [ZERO, ZERO, half]],
            Angles::Kept,
        )
    }),
    Operation::new("TrReflectionL", TR, &[ElementKind::Line], reflection),
    Operation::new("TrReflectionS", TR, &[ElementKind::Segment], reflection),
    Operation::new("TrInverse", TR, &[TR], |inputs, _| {
        let Transformation {
            matrix,
            dual,
            angles,
        } = transformation(inputs, 0);
        map(Transformation {
            matrix: transpose(dual),
            dual: transpose(matrix),
            angles,
        })
    }),
    Operation::new("TrComposeTrTr", TR, &[TR, TR], |inputs, _| {
        let (first, second) = (transformation(inputs, 0), transformation(inputs, 1));
        map(Transformation {
            matrix: normalize(product(second.matrix, first.matrix)),
            dual: normalize(product(second.dual, first.dual)),
            angles: first.angles.then(second.angles),
        })
    }),
    Operation::new("TransformP", P, &[TR, P], |inputs, _| {
        point(apply(transformation(inputs, 0).matrix, inputs.vector(1)))
    }),
    Operation::new(
        "TransformL",
        ElementKind::Line,
        &[TR, ElementKind::Line],
        |inputs, _| line(apply(transformation(inputs, 0).dual, inputs.vector(1))),
    ),
    Operation::new(
        "TransformS",
        ElementKind::Segment,
        &[TR, ElementKind::Segment],
        |inputs, _| {
            let Transformation { matrix, dual, .. } = transformation(inputs, 0);
            Ok(ElementValue::Segment(match inputs.value(1) {
                Some(ElementValue::Segment(s)) => Segment::new(
                    apply(dual, s.line),
                    apply(matrix, s.start),
                    apply(matrix, s.end),
                ),
                _ => Segment::new([ZERO; 3], [ZERO; 3], [ZERO; 3]),
            }))
        },
    ),
    Operation::new(
        "TransformC",
        ElementKind::Conic,
        &[TR, ElementKind::Conic],
        |inputs, _| {
            let dual = transformation(inputs, 0).dual;
            let conic = inputs.conic(1).matrix;
            let image = product(product(dual, conic), transpose(dual));
            Ok(ElementValue::Conic(Conic::new(image)))
        },
    ),
    Operation::new(
        "TransformArc",
        ElementKind::Conic,
        &[TR, ElementKind::Conic],
        |inputs, _| {
            let matrix = transformation(inputs, 0).matrix;
            let points = inputs.conic(1).arc.unwrap_or_default();
            Ok(ElementValue::Conic(arc(
                points.map(|point| normalize(apply(matrix, point)))
            )))
        },
    )
    .when(|inputs| inputs.conic(1).arc.is_some(), "an arc"),
    Operation::new(
        "TransformPolygon",
        ElementKind::Polygon,
        &[TR, ElementKind::Polygon],
        |inputs, _| {
            let matrix = transformation(inputs, 0).matrix;
            Ok(ElementValue::Polygon(match inputs.value(1) {
                Some(ElementValue::Polygon(corners)) => corners
                    .iter()
                    .map(|corner| normalize(apply(matrix, *corner)))
                    .collect(),
                _ => Vec::new(),
            }))
        },
    ),
];

fn map<E>(transformation: Transformation) -> Result<ElementValue, E> {
    Ok(ElementValue::Transformation(transformation))
}

/// The transformation of an argument.
pub(super) fn transformation(inputs: &Inputs, argument: usize) -> Transformation {
    match inputs.value(argument) {
        Some(ElementValue::Transformation(transformation)) => *transformation,
        _ => Transformation {
            matrix: [[ZERO; 3]; 3],
            dual: [[ZERO; 3]; 3],
            angles: Angles::Lost,
        },
    }
}

/// The transformation that takes four points to four others.
fn between(from: [Vector; 4], to: [Vector; 4], angles: Angles) -> Transformation {
    let (from, to) = (basis_map(from), basis_map(to));
    Transformation {
        matrix: normalize(product(to, adjugate(from))),
        dual: normalize(transpose(product(from, adjugate(to)))),
        angles,
    }
}

/// A transformation that is its own inverse.
fn involution<E>(matrix: Matrix, angles: Angles) -> Result<ElementValue, E> {
    let matrix = normalize(matrix);
    map(Transformation {
        matrix,
        dual: transpose(matrix),
        angles,
    })
}

/// The reflection at a line or a segment.
fn reflection(inputs: &Inputs, _: &mut Trace) -> Result<ElementValue, Refine> {
    let [[a, b, c]] = inputs.vectors();
    let difference = (a * a - b * b) * 0.5;
    let sum = (a * a + b * b) * 0.5;
    involution(
        [
            [difference, a * b, a * c],
            [a * b, -difference, b * c],
            [ZERO, ZERO, -sum],
        ],
        Angles::Reversed,
    )
}

/// The middle of a triangle.
fn centroid([a, b, c]: [Vector; 3]) -> Vector {
    let scaled: [Vector; 3] = [
        scale(b[2] * c[2], a),
        scale(a[2] * c[2], b),
        scale(a[2] * b[2], c),
    ];
    std::array::from_fn(|i| scaled.iter().map(|point| point[i]).sum::<C>())
}
