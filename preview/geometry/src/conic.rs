//! Conics: through points, and where they meet lines and one another.
//!
//! A conic is a symmetric matrix; its adjugate is the dual conic, the lines that touch it.
//! (Richter-Gebert: *Perspectives on Projective Geometry*, 2011, chapters 9 to 11.)

use num_complex::Complex64 as C;

use crate::algebra::{
    II, JJ, ONE, ZERO, ZERO_VECTOR, add, adjugate, apply, cross, cross_operator, det3, dot,
    inverse, is_finite, largest, matrix_add, matrix_scale, matrix_sub, norm, normalize, outer,
    product, scale, sub, symmetrize, transpose,
};
use crate::{Matrix, Vector};

/// Below this, the square of a determinant counts as zero.
const DEGENERATE: f64 = 1e-24;

/// `p m q`: zero when `p` and `q` are conjugate, or `p = q` lies on the conic.
pub(crate) fn form(p: Vector, m: Matrix, q: Vector) -> C {
    dot(p, apply(m, q))
}

/// The symmetric matrix of six coefficients: xx, xy, yy, xz, yz, zz.
pub(crate) fn matrix([xx, xy, yy, xz, yz, zz]: [C; 6]) -> Matrix {
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

/// The six coefficients of a symmetric matrix: xx, xy, yy, xz, yz, zz.
pub(crate) fn coefficients([[xx, xy, xz], [_, yy, yz], [.., zz]]: Matrix) -> [C; 6] {
    [xx, xy, yy, xz, yz, zz]
}

/// The center of a circle, which need not be finite.
pub(crate) fn circle_center(circle: Matrix) -> Vector {
    [circle[2][0], circle[2][1], -circle[0][0]]
}

/// The center of a conic: the pole of the line at infinity.
pub(crate) fn center(conic: Matrix) -> Vector {
    adjugate(conic)[2]
}

/// The circle around a point through another.
pub(crate) fn circle_through(center: Vector, point: Vector) -> Matrix {
    let [x, y, z] = center;
    // All circles around the center are combinations of the pair of lines from it to the circular
    // points, and of the line at infinity, taken twice.
    let tangents = [[-z, ZERO, x], [ZERO, -z, y], [x, y, ZERO]];
    let infinity = [ZERO_VECTOR, ZERO_VECTOR, [ZERO, ZERO, ONE]];
    matrix_sub(
        matrix_scale(form(point, tangents, point), infinity),
        matrix_scale(form(point, infinity, point), tangents),
    )
}

/// The circle around a point, its squared radius times the square of the point's last coordinate.
pub(crate) fn circle_with_radius([x, y, z]: Vector, squared_radius: C) -> Matrix {
    let last = dot([x, y], [x, y]) - squared_radius;
    matrix([z * z, ZERO, z * z, -z * x, -z * y, last])
}

/// The conic through a point that belongs to the pencil of two pairs of lines.
pub(crate) fn in_pencil(first: [Vector; 2], second: [Vector; 2], point: Vector) -> Matrix {
    let first = symmetrize(outer(first[1], first[0]));
    let second = symmetrize(outer(second[1], second[0]));
    matrix_sub(
        matrix_scale(form(point, first, point), second),
        matrix_scale(form(point, second, point), first),
    )
}

/// The conic through five points.
pub(crate) fn through([a, b, c, d, e]: [Vector; 5]) -> Matrix {
    in_pencil([cross(b, c), cross(a, d)], [cross(a, b), cross(c, d)], e)
}

/// The circle through three points.
pub(crate) fn circle_through_three([a, b, c]: [Vector; 3]) -> Matrix {
    through([a, b, II, JJ, c])
}

/// The reflection of a point at another.
pub(crate) fn point_reflection(center: Vector, point: Vector) -> Vector {
    normalize(sub(scale(point[2] * 2.0, center), scale(center[2], point)))
}

/// The second point of a conic on the line through a point `a` of the conic and any point `b`.
pub(crate) fn other_intersection(conic: Matrix, a: Vector, b: Vector) -> Vector {
    let polar = apply(conic, b);
    normalize(add(scale(dot(b, polar), a), scale(dot(a, polar) * -2.0, b)))
}

/// The points in which a line meets a conic.
pub(crate) fn meet_line(line: Vector, conic: Matrix) -> [Vector; 2] {
    let operator = cross_operator(line);
    // The dual conic of the two points as a pair, of rank two.
    let pair = product(transpose(operator), product(conic, operator));
    let most = largest(&line, C::norm_sqr);
    let (i, j) = [(1, 2), (0, 2), (0, 1)][most];
    let root = (pair[i][j] * pair[j][i] - pair[i][i] * pair[j][j]).sqrt() / line[most];
    // With the right multiple of the operator added it is of rank one: a column times a row.
    let split = matrix_add(pair, matrix_scale(root, operator));
    [split, transpose(split)].map(|rows| normalize(rows[largest(&rows, norm)]))
}

/// The line through the points that two circles share, the circular points apart.
pub(crate) fn radical_line(first: Matrix, second: Matrix) -> Vector {
    let [x, y, z] = sub(scale(second[0][0], first[2]), scale(first[0][0], second[2]));
    normalize([x, y, z * 0.5])
}

/// The points in which two circles meet, the circular points apart.
pub(crate) fn meet_circles(first: Matrix, second: Matrix) -> [Vector; 2] {
    meet_line(radical_line(first, second), first)
}

/// The points in which two conics meet.
pub(crate) fn meet_conics(a: Matrix, b: Matrix) -> [Vector; 4] {
    let [first, second] = degenerate_members(a, b).map(split);
    [
        (first[0], second[0]),
        (first[1], second[0]),
        (first[0], second[1]),
        (first[1], second[1]),
    ]
    .map(|(g, h)| normalize(cross(g, h)))
}

/// Two pairs of lines in the pencil of two conics.
fn degenerate_members(mut a: Matrix, mut b: Matrix) -> [Matrix; 2] {
    let ([a1, a2, a3], [b1, b2, b3]) = (a, b);
    // det(t a + b) as a polynomial in t.
    let mut cubic = [
        det3(a1, a2, a3),
        det3(a1, a2, b3) + det3(a1, b2, a3) + det3(b1, a2, a3),
        det3(a1, b2, b3) + det3(b1, a2, b3) + det3(b1, b2, a3),
        det3(b1, b2, b3),
    ];
    if cubic[0].norm_sqr() < cubic[3].norm_sqr() {
        std::mem::swap(&mut a, &mut b);
        cubic.reverse();
    }
    if cubic[0].norm_sqr() < DEGENERATE {
        return [a, b];
    }
    let [x, y, z] = roots_of_cubic(cubic);
    // The two that are farthest from each other.
    let (xy, xz, yz) = ((x - y).norm_sqr(), (x - z).norm_sqr(), (y - z).norm_sqr());
    let pair = if xy > xz {
        [y, if xy > yz { x } else { z }]
    } else {
        [z, if xz > yz { x } else { y }]
    };
    pair.map(|t| matrix_add(matrix_scale(t, a), b))
}

/// The lines of a conic that is a pair of lines; zero vectors if they coincide.
fn split(conic: Matrix) -> [Vector; 2] {
    let dual = adjugate(conic);
    let diagonal = [dual[0][0], dual[1][1], dual[2][2]];
    let most = largest(&diagonal, C::norm_sqr);
    let beta = (-diagonal[most]).sqrt();
    if beta.norm_sqr() < 1e-16 {
        return [ZERO_VECTOR; 2];
    }
    // Where the lines meet.
    let point = scale(inverse(beta), transpose(dual)[most]);
    let rows = matrix_sub(conic, cross_operator(point));
    // Now of rank one: a column times a row. The row and the column of the largest entry.
    let row = largest(&rows, |row| row[largest(row, C::norm_sqr)].norm_sqr());
    let column = largest(&rows[row], C::norm_sqr);
    [normalize(rows[row]), normalize(transpose(rows)[column])]
}

/// The solutions of `a x^3 + b x^2 + c x + d = 0`, `a` not zero (Cardano).
fn roots_of_cubic([a, b, c, d]: [C; 4]) -> [C; 3] {
    const THIRD: f64 = 1.0 / 3.0;
    let discriminant = {
        let inner = (a * c * 4.0 - b * b) * c - a * b * d * 18.0;
        let outer = a * a * d * 27.0 + b * b * b * 4.0;
        inner * c + outer * d
    };
    let middle = b * b * b * -2.0 + a * b * c * 9.0 - a * a * d * 27.0;
    let spread = (discriminant * 27.0).sqrt() * a;
    // The sum is zero, up to rounding, if one of the cube roots below would be; then the
    // difference is not.
    let sum = middle + spread;
    let cube = if sum.norm() > 1e-12 * middle.norm() {
        sum
    } else {
        middle - spread
    };
    let root = C::from_polar(cube.norm().powf(THIRD), cube.arg() * THIRD);
    if root.norm() == 0.0 || !is_finite(root) {
        return [-b / (a * 3.0); 3];
    }
    let (two_thirds, one_third) = (4.0_f64.cbrt(), 2.0_f64.cbrt());
    let below = inverse(root * a * (3.0 * two_thirds));
    let x = (b * b * 2.0 - a * c * 6.0) * below;
    let y = b * root * -two_thirds * below;
    let z = root * root * one_third * below;
    let turn = C::new(-0.5, 0.75_f64.sqrt());
    [
        x + y + z,
        turn * x + y + turn.conj() * z,
        turn.conj() * x + y + turn * z,
    ]
}

/// Whether a conic is an ellipse.
pub(crate) fn is_ellipse(conic: Matrix) -> bool {
    let [a, b, c] = conic;
    let minor = conic[0][0] * conic[1][1] - conic[0][1] * conic[0][1];
    det3(a, b, c).norm() >= 1e-16 && minor.re > 1e-16
}

/// The projective map that takes the unit vectors to three points, and `[1, 1, 1]` to a fourth.
pub(crate) fn basis_map([a, b, c, d]: [Vector; 4]) -> Matrix {
    let columns = transpose([a, b, c]);
    let [u, v, w] = apply(adjugate(columns), d);
    transpose([scale(u, a), scale(v, b), scale(w, c)])
}
