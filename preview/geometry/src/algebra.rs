//! Vectors and matrices over the complex numbers, up to a factor.
//!
//! The order of the operations is the one of CindyJS where the sign of a zero decides which of two
//! square roots comes first: intersections are numbered by it.

use num_complex::Complex64 as C;

use crate::{Matrix, Vector};

pub(crate) const ZERO: C = C::new(0.0, 0.0);
pub(crate) const ONE: C = C::new(1.0, 0.0);

pub(crate) const ZERO_VECTOR: Vector = [ZERO; 3];
pub(crate) const ZERO_MATRIX: Matrix = [ZERO_VECTOR; 3];

/// The horizontal direction.
pub(crate) const EX: Vector = [ONE, ZERO, ZERO];
/// The vertical direction.
pub(crate) const EY: Vector = [ZERO, ONE, ZERO];
/// The origin; as a line, the one at infinity.
pub(crate) const EZ: Vector = [ZERO, ZERO, ONE];
/// The line at infinity.
pub(crate) const INFINITY: Vector = EZ;
/// The circular points: the two complex points that all circles share.
pub(crate) const II: Vector = [ONE, C::new(0.0, 1.0), ZERO];
pub(crate) const JJ: Vector = [ONE, C::new(0.0, -1.0), ZERO];

/// Below this, a number counts as zero.
pub(crate) const EPSILON: f64 = 1e-10;

/// Below this, an imaginary part counts as zero.
pub(crate) const EPSILON_REAL: f64 = 1e-6;

/// Something that can be scaled to have entries of at most absolute value one.
pub(crate) trait Entries {
    fn entries(&self) -> impl Iterator<Item = &C>;
    fn entries_mut(&mut self) -> impl Iterator<Item = &mut C>;
}

impl<const N: usize> Entries for [C; N] {
    fn entries(&self) -> impl Iterator<Item = &C> {
        self.iter()
    }

    fn entries_mut(&mut self) -> impl Iterator<Item = &mut C> {
        self.iter_mut()
    }
}

impl<const N: usize, const M: usize> Entries for [[C; N]; M] {
    fn entries(&self) -> impl Iterator<Item = &C> {
        self.iter().flatten()
    }

    fn entries_mut(&mut self) -> impl Iterator<Item = &mut C> {
        self.iter_mut().flatten()
    }
}

/// Divides by the entry of largest absolute value, unless that gives no finite numbers.
pub(crate) fn normalize<T: Entries>(mut value: T) -> T {
    let mut largest = ZERO;
    for entry in value.entries() {
        // Not `max`: the first of equals counts, and NaN never wins.
        if largest.norm_sqr() < entry.norm_sqr() {
            largest = *entry;
        }
    }
    let factor = inverse(largest);
    if is_finite(factor) {
        for entry in value.entries_mut() {
            *entry *= factor;
        }
    }
    value
}

pub(crate) fn inverse(a: C) -> C {
    let square = a.norm_sqr();
    C::new(a.re / square, -a.im / square)
}

pub(crate) fn is_finite(a: C) -> bool {
    a.re.is_finite() && a.im.is_finite()
}

pub(crate) fn all_finite<T: Entries>(value: &T) -> bool {
    value.entries().all(|entry| is_finite(*entry))
}

pub(crate) fn has_nan<T: Entries>(value: &T) -> bool {
    value.entries().any(|entry| entry.is_nan())
}

pub(crate) fn is_almost_zero<T: Entries>(value: &T) -> bool {
    value
        .entries()
        .all(|entry| entry.re.abs() < EPSILON && entry.im.abs() < EPSILON)
}

pub(crate) fn is_almost_real<T: Entries>(value: &T) -> bool {
    value.entries().all(|entry| entry.im.abs() < EPSILON_REAL)
}

/// The Hermitian norm.
pub(crate) fn norm<T: Entries>(value: &T) -> f64 {
    value.entries().map(C::norm_sqr).sum::<f64>().sqrt()
}

pub(crate) fn add<const N: usize>(a: [C; N], b: [C; N]) -> [C; N] {
    std::array::from_fn(|i| a[i] + b[i])
}

pub(crate) fn sub<const N: usize>(a: [C; N], b: [C; N]) -> [C; N] {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(crate) fn scale<const N: usize>(factor: C, a: [C; N]) -> [C; N] {
    a.map(|entry| factor * entry)
}

pub(crate) fn negate<const N: usize>(a: [C; N]) -> [C; N] {
    a.map(|entry| -entry)
}

/// Without conjugation: zero when a point lies on a line.
pub(crate) fn dot<const N: usize>(a: [C; N], b: [C; N]) -> C {
    let mut sum = ZERO;
    for i in 0..N {
        sum = a[i] * b[i] + sum;
    }
    sum
}

/// The line through two points, the point on two lines.
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The determinant; zero when three points lie on a line.
pub(crate) fn det3(a: Vector, b: Vector, c: Vector) -> C {
    a[0] * b[1] * c[2] + a[2] * b[0] * c[1] + a[1] * b[2] * c[0]
        - a[0] * b[2] * c[1]
        - a[2] * b[1] * c[0]
        - a[1] * b[0] * c[2]
}

/// A finite point with last coordinate one.
pub(crate) fn dehomogenize(a: Vector) -> Vector {
    scale(inverse(a[2]), a)
}

pub(crate) fn transpose<const N: usize, const M: usize>(a: [[C; N]; M]) -> [[C; M]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

pub(crate) fn matrix_add(a: Matrix, b: Matrix) -> Matrix {
    std::array::from_fn(|i| add(a[i], b[i]))
}

pub(crate) fn matrix_sub(a: Matrix, b: Matrix) -> Matrix {
    std::array::from_fn(|i| sub(a[i], b[i]))
}

pub(crate) fn matrix_scale(factor: C, a: Matrix) -> Matrix {
    a.map(|row| scale(factor, row))
}

/// A matrix times a column.
pub(crate) fn apply<const N: usize, const M: usize>(a: [[C; N]; M], v: [C; N]) -> [C; M] {
    a.map(|row| dot(row, v))
}

pub(crate) fn product<const L: usize, const N: usize, const M: usize>(
    a: [[C; N]; M],
    b: [[C; L]; N],
) -> [[C; L]; M] {
    let columns = transpose(b);
    a.map(|row| columns.map(|column| dot(row, column)))
}

/// The column `a` times the row `b`.
pub(crate) fn outer(a: Vector, b: Vector) -> Matrix {
    a.map(|entry| scale(entry, b))
}

/// A matrix plus its transpose.
pub(crate) fn symmetrize(a: Matrix) -> Matrix {
    matrix_add(a, transpose(a))
}

/// The adjugate: the inverse times the determinant, also where there is no inverse.
pub(crate) fn adjugate(a: Matrix) -> Matrix {
    let minor = |i: usize, j: usize| {
        let (r, s) = ((i + 1) % 3, (i + 2) % 3);
        let (u, v) = ((j + 1) % 3, (j + 2) % 3);
        a[r][u] * a[s][v] - a[r][v] * a[s][u]
    };
    std::array::from_fn(|i| std::array::from_fn(|j| minor(j, i)))
}

/// The matrix that takes a vector to its cross product with `a`.
pub(crate) fn cross_operator(a: Vector) -> Matrix {
    let [x, y, z] = a;
    [[ZERO, -z, y], [z, ZERO, -x], [-y, x, ZERO]]
}

/// The index of the first entry for which `measure` is largest.
pub(crate) fn largest<T>(items: &[T], measure: impl Fn(&T) -> f64) -> usize {
    let mut best = 0;
    let mut most = f64::NEG_INFINITY;
    for (index, item) in items.iter().enumerate() {
        let value = measure(item);
        if value > most {
            best = index;
            most = value;
        }
    }
    best
}

/// How far two vectors are from being multiples of each other, 0 to about 1.4; 0 if one is zero.
pub(crate) fn distance<const N: usize>(a: [C; N], b: [C; N]) -> f64 {
    let (length_a, length_b) = (norm(&a), norm(&b));
    if length_a == 0.0 || length_b == 0.0 {
        return 0.0;
    }
    let product = dot(a, b.map(|entry| entry.conj()));
    let turn = if is_almost_zero(&[product]) {
        ONE
    } else {
        product / product.norm()
    };
    let a = a.map(|entry| entry / length_a);
    let b = b.map(|entry| turn * (entry / length_b));
    norm(&add(a, b)).min(norm(&sub(a, b)))
}

/// The cross ratio of four points on a line, seen from `x`, as a fraction.
pub(crate) fn cross_ratio(a: Vector, b: Vector, c: Vector, d: Vector, x: Vector) -> [C; 2] {
    [det3(a, c, x) * det3(b, d, x), det3(a, d, x) * det3(b, c, x)]
}
