//! Conics through points, touching lines, with given poles and polars.
//!
//! The formulas for poles and polars are those of CindyJS's own derivations: polynomials in the
//! coordinates that have the wanted incidences.

use num_complex::Complex64 as C;

use super::intersections::conic_position;
use crate::ElementKind;
use crate::algebra::{
    II, JJ, ONE, ZERO, ZERO_MATRIX, add, adjugate, apply, cross, det3, distance, dot,
    is_almost_zero, matrix_add, matrix_scale, matrix_sub, normalize, outer, product, scale, sub,
    symmetrize, transpose,
};
use crate::conic::{
    basis_map, coefficients, in_pencil, is_ellipse, matrix, point_reflection, through,
};
use crate::inputs::{Inputs, Parameter};
use crate::moving::{Mover, parameters, straight};
use crate::operation::Operation;
use crate::tracing::{Refine, Trace};
use crate::{Conic, ElementMove, ElementValue, Matrix, Vector};

const P: ElementKind = ElementKind::Point;
const L: ElementKind = ElementKind::Line;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("ConicBy5", ElementKind::Conic, &[P; 5], |inputs, _| {
        conic(through(inputs.vectors()))
    }),
    Operation::new("ConicBy5lines", ElementKind::Conic, &[L; 5], |inputs, _| {
        conic(adjugate(through(inputs.vectors())))
    }),
    Operation::new("FreeConic", ElementKind::Conic, &[], |_, trace| {
        conic(matrix(trace.take()))
    })
    .traced(6)
    .starting(|definition, _, state| {
        let position = conic_position(definition).unwrap_or(ZERO_MATRIX);
        state.copy_from_slice(&coefficients(position));
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 6,
        by_mouse: false,
        target: |_, _, input| match input {
            ElementMove::Matrix(matrix) => {
                Some(parameters(coefficients(normalize(symmetrize(matrix)))))
            }
            _ => None,
        },
        path: straight,
    }),
    Operation::new(
        "ConicBy4p1l",
        ElementKind::Conics,
        &[P, P, P, P, L],
        |inputs, trace| {
            let [a, b, c, d, line] = inputs.vectors();
            conics(by_four(trace, [a, b, c, d], line)?)
        },
    )
    .traced(6),
    Operation::new(
        "ConicBy1p4l",
        ElementKind::Conics,
        &[P, L, L, L, L],
        |inputs, trace| {
            let [point, a, b, c, d] = inputs.vectors();
            conics(by_four(trace, [a, b, c, d], point)?.map(adjugate))
        },
    )
    .traced(6),
    Operation::new(
        "ConicBy3p2l",
        ElementKind::Conics,
        &[P, P, P, L, L],
        |inputs, trace| {
            let [a, b, c, g, h] = inputs.vectors();
            let found = by_three([a, b, c], [g, h]).map(coefficients);
            conics(trace.four_conics(found)?.map(matrix))
        },
    )
    .traced(24),
    Operation::new(
        "ConicBy2p3l",
        ElementKind::Conics,
        &[P, P, L, L, L],
        |inputs, trace| {
            let [a, b, g, h, l] = inputs.vectors();
            let found = by_three([g, h, l], [a, b]).map(coefficients);
            conics(trace.four_conics(found)?.map(matrix).map(adjugate))
        },
    )
    .traced(24),
    Operation::new("ConicParabolaPL", ElementKind::Conic, &[P, L], parabola),
    Operation::new(
        "ConicBy2Foci1P",
        ElementKind::Conics,
        &[P, P, P],
        |inputs, _| conics(by_foci(inputs.vectors())),
    ),
    Operation::new(
        "ConicBy2Pol1P",
        ElementKind::Conic,
        &[P, L, P, L, P],
        |inputs, _| {
            let [p, p_polar, q, q_polar, point] = inputs.vectors();
            // The point's images under the harmonic reflections that the polar pairs define.
            let image = |pole, polar| {
                sub(
                    scale(dot(polar, pole), point),
                    scale(dot(polar, point) * 2.0, pole),
                )
            };
            let (p_line, q_line) = (cross(p, point), cross(q, point));
            let (pq, qp) = (dot(p, q_polar), dot(q, p_polar));
            let first = outer(p_line, cross(p, image(q, q_polar)));
            let second = outer(q_line, cross(q, image(p, p_polar)));
            let third = outer(p_line, q_line);
            conic(symmetrize(matrix_sub(
                matrix_add(matrix_scale(qp, first), matrix_scale(pq, second)),
                matrix_scale(pq * qp * 2.0, third),
            )))
        },
    ),
    Operation::new(
        "ConicBy2Pol1L",
        ElementKind::Conic,
        &[P, L, P, L, L],
        |inputs, _| conic(by_two_poles_and_line(inputs.vectors())),
    ),
    Operation::new(
        "ConicBy1Pol3P",
        ElementKind::Conic,
        &[P, L, P, P, P],
        |inputs, _| {
            let [pole, polar, a, b, c] = inputs.vectors();
            conic(by_pole_and_three(pole, polar, [a, b, c]))
        },
    ),
    Operation::new(
        "ConicBy1Pol3L",
        ElementKind::Conic,
        &[P, L, L, L, L],
        |inputs, _| {
            let [pole, polar, a, b, c] = inputs.vectors();
            conic(adjugate(by_pole_and_three(polar, pole, [a, b, c])))
        },
    ),
    Operation::new(
        "ConicBy1Pol2P1L",
        ElementKind::Conics,
        &[P, L, P, P, L],
        |inputs, trace| two_conics(trace, by_pole_two_points_and_line(inputs.vectors())),
    )
    .traced(12),
    Operation::new(
        "ConicBy1Pol1P2L",
        ElementKind::Conics,
        &[P, L, P, L, L],
        |inputs, trace| two_conics(trace, by_pole_point_and_two_lines(inputs.vectors())),
    )
    .traced(12),
    Operation::new("ConicInSquare", ElementKind::Conic, &[P; 4], |inputs, _| {
        // In the coordinates of the four corners it is always the same conic.
        let back = adjugate(basis_map(inputs.vectors()));
        let inscribed = matrix([ONE, ONE, ONE, C::from(-3.0), ONE, ONE]);
        conic(product(transpose(back), product(inscribed, back)))
    }),
    Operation::new(
        "ConicFromPrincipalDirections",
        ElementKind::Conic,
        &[P; 3],
        |inputs, _| {
            let [center, end, point] = inputs.vectors();
            let axis = cross(end, center);
            let across = [axis[0], axis[1], ZERO];
            let tangents = [end, point_reflection(center, end)].map(|end| cross(end, across));
            conic(in_pencil([axis, axis], tangents, point))
        },
    ),
];

fn conic<E>(matrix: Matrix) -> Result<ElementValue, E> {
    Ok(ElementValue::Conic(Conic::new(matrix)))
}

fn conics<const N: usize, E>(matrices: [Matrix; N]) -> Result<ElementValue, E> {
    Ok(ElementValue::Conics(matrices.map(normalize).to_vec()))
}

fn two_conics(trace: &mut Trace, found: [Matrix; 2]) -> Result<ElementValue, Refine> {
    let sorted = trace.two(found.map(|matrix| coefficients(normalize(matrix))))?;
    Ok(ElementValue::Conics(sorted.map(matrix).to_vec()))
}

/// The conics through four points that touch a line; or, dually, the duals of those that touch
/// four lines and go through a point.
fn by_four(
    trace: &mut Trace,
    [a, b, c, d]: [Vector; 4],
    line: Vector,
) -> Result<[Matrix; 2], Refine> {
    let [al, bl, cl, dl] = [a, b, c, d].map(|point| dot(point, line));
    let first = (bl * dl * (det3(b, c, d) * det3(a, b, d))).sqrt();
    let second = (al * cl * (det3(a, c, d) * det3(a, b, c))).sqrt();
    // The points where they touch.
    let first = scale(first, cross(cross(a, c), line));
    let second = scale(second, cross(cross(b, d), line));
    let contacts = [normalize(add(first, second)), normalize(sub(first, second))];
    let contacts = trace.two(contacts)?;
    Ok(contacts.map(|contact| normalize(through([a, b, c, d, contact]))))
}

/// The conics through three points that touch two lines; or, dually, the duals of those that touch
/// three lines and go through two points. (<http://math.stackexchange.com/a/1187525/35416>)
fn by_three([a, b, c]: [Vector; 3], [g, h]: [Vector; 2]) -> [Matrix; 4] {
    // Coordinates in which the lines are coordinate axes and the first points at infinity.
    let line = cross(a, b);
    let (gh, gl, hl) = (cross(g, h), cross(g, line), cross(h, line));
    let [u, v, w] = apply(transpose(adjugate([gl, hl, gh])), c);
    let back = adjugate([scale(u, gl), scale(v, hl), scale(w, gh)]);
    let forth = transpose(back);
    let ([a1, a2, _], [b1, b2, _]) = (apply(forth, a), apply(forth, b));
    let (a_root, b_root) = ((a1 * a2).sqrt(), (b1 * b2).sqrt());
    [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(sign_a, sign_b)| {
        let (a3, b3) = (a_root * sign_a, b_root * sign_b);
        let p1 = a2 * b3 - a3 * b2;
        let p2 = b1 * a3 - b3 * a1;
        let p3 = a1 * b2 - a2 * b1;
        let p4 = (b1 * a2 - b2 * a1) + (b2 * a3 - b3 * a2) + (b3 * a1 - b1 * a3);
        let found = matrix([
            p1 * p1,
            p1 * p2 - p3 * p3 * 0.5,
            p2 * p2,
            p1 * p4,
            p2 * p4,
            p4 * p4,
        ]);
        product(back, product(found, forth))
    })
}

/// The parabola with a focus and a directrix.
fn parabola(inputs: &Inputs, _: &mut Trace) -> Result<ElementValue, Refine> {
    let [[x, y, z], [a, b, c]] = inputs.vectors();
    let square = a * a + b * b;
    let (zz, zc) = (z * z, z * c);
    conic(matrix([
        zz * (b * b),
        -zz * (a * b),
        zz * (a * a),
        -z * (x * square + zc * a),
        -z * (y * square + zc * b),
        (x * x + y * y) * square - zz * (c * c),
    ]))
}

/// The ellipse and the hyperbola with two foci through a point.
fn by_foci([f, g, point]: [Vector; 3]) -> [Matrix; 2] {
    let isotropic = [II, JJ].map(|circular| normalize(cross(point, circular)));
    let rays = [f, g].map(|focus| normalize(cross(focus, point)));
    // The tangents in the point are harmonic to both pairs.
    let [first, second] = harmonic_to(isotropic, rays).map(|tangent| {
        let dual = in_pencil([II, JJ], [f, g], tangent);
        normalize(adjugate(normalize(dual)))
    });
    let (ellipse, hyperbola) = if is_ellipse(first) {
        (first, second)
    } else {
        (second, first)
    };
    // There is no hyperbola whose foci coincide.
    let coincide = distance(f, g) == 0.0 || is_almost_zero(&cross(f, g));
    [ellipse, if coincide { ZERO_MATRIX } else { hyperbola }]
}

/// The two lines of a pencil that are harmonic to two pairs of its lines.
fn harmonic_to([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> [Vector; 2] {
    // Any point will do that is on none of the lines.
    let base = [C::from(37.0), C::from(61.0), ONE];
    let from = |x, y| det3(base, x, y);
    let first = scale((from(d, b) * from(c, b)).sqrt(), a);
    let second = scale((from(d, a) * from(c, a)).sqrt(), b);
    [normalize(add(first, second)), normalize(sub(first, second))]
}

fn by_two_poles_and_line([p, a, q, b, c]: [Vector; 5]) -> Matrix {
    let (ap, aq, bp, bq) = (dot(a, p), dot(a, q), dot(b, p), dot(b, q));
    let (cp, cq) = (dot(c, p), dot(c, q));
    let v = sub(scale(bp * cq, a), scale(aq * cp, b));
    let w = sub(
        add(scale(ap * cq - aq * cp, b), scale(bq * cp - bp * cq, a)),
        scale(det3(a, b, c), cross(p, q)),
    );
    symmetrize(matrix_add(outer(scale(bp * aq, c), w), outer(v, v)))
}

/// The conic with a pole and its polar through three points; or dually.
fn by_pole_and_three(pole: Vector, polar: Vector, [a, b, c]: [Vector; 3]) -> Matrix {
    let on_pole = dot(polar, pole);
    let reflected = sub(scale(on_pole, c), scale(dot(polar, c) * 2.0, pole));
    let abc = det3(pole, a, b);
    let first = matrix_scale(abc, outer(cross(a, c), cross(b, reflected)));
    let factor =
        det3(a, b, c) * on_pole - (det3(pole, b, c) * dot(polar, a) + abc * dot(polar, c)) * 2.0;
    let second = matrix_scale(factor, outer(cross(pole, c), cross(a, b)));
    normalize(symmetrize(matrix_add(first, second)))
}

fn by_pole_two_points_and_line([p, a, q, r, d]: [Vector; 5]) -> [Matrix; 2] {
    let (ap, aq, ar) = (dot(a, p), dot(a, q), dot(a, r));
    let (dp, dq, dr) = (dot(d, p), dot(d, q), dot(d, r));
    let (pq, pr, qr) = (cross(p, q), cross(p, r), cross(q, r));
    let root = (dq * dr * ((ap * dq - dp * aq * 2.0) * (ap * dr - dp * ar * 2.0))).sqrt();
    let pair = outer(pq, pr);
    let first = matrix_scale(root, symmetrize(pair));
    let mixed = ap * (dq * dr) - (dp * (aq * dr) + dp * (dq * ar));
    let v = add(sub(scale(ar, pq), scale(aq, pr)), scale(ap * 0.5, qr));
    let second = symmetrize(matrix_add(
        matrix_scale(mixed, pair),
        matrix_scale(dp * dp, outer(qr, v)),
    ));
    [matrix_add(first, second), matrix_sub(first, second)]
}

fn by_pole_point_and_two_lines([p, a, q, c, d]: [Vector; 5]) -> [Matrix; 2] {
    let (ap, aq) = (dot(a, p), dot(a, q));
    let (cp, cq) = (dot(c, p), dot(c, q));
    let (dp, dq) = (dot(d, p), dot(d, q));
    let (app, apq, aqq) = (ap * ap, ap * aq, aq * aq);
    let (cpp, cpq, cqq) = (cp * cp, cp * cq, cq * cq);
    let (dpp, dpq, dqq) = (dp * dp, dp * dq, dq * dq);
    let of_a = app * cqq * dqq - apq * cpq * dqq * 2.0 - apq * cqq * dpq * 2.0
        + aqq * cpp * dqq * 0.5
        + aqq * cpq * dpq * 3.0
        + aqq * cqq * dpp * 0.5;
    let of_c = (ap * cq * dq - aq * cp * dq - aq * cq * dp) * (aqq * dp);
    let of_d = (ap * cq - aq * cp * 2.0) * (aqq * (cq * dp));
    let with_a = outer(a, add(add(scale(of_a, a), scale(of_c, c)), scale(of_d, d)));
    let with_c = matrix_scale(aqq * aqq * dpp * 0.5, outer(c, c));
    let with_d = outer(
        d,
        add(
            scale(apq * cpq * 2.0 - app * cqq - aqq * cpp * 0.5, d),
            scale(det3(a, c, d) * (ap * cq - aq * cp), cross(p, q)),
        ),
    );
    let first = symmetrize(matrix_add(
        matrix_add(with_a, with_c),
        matrix_scale(aqq, with_d),
    ));
    let root = (cq * dq * ((ap * cq - aq * cp * 2.0) * (ap * dq - aq * dp * 2.0))).sqrt();
    let mixed = sub(
        scale(aq * (cp * dq + cq * dp) - ap * (cq * dq), a),
        scale(aqq, add(scale(dp, c), scale(cp, d))),
    );
    let second = matrix_scale(
        root,
        matrix_add(outer(a, mixed), matrix_scale(ap * aqq, outer(c, d))),
    );
    let second = symmetrize(second);
    [matrix_add(first, second), matrix_sub(first, second)]
}
