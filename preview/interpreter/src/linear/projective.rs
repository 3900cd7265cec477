//! The projective plane: points, lines and maps of three homogeneous coordinates.

use num_complex::Complex64;

/// A point or a line of the plane, homogeneous.
pub(crate) type Vector = [Complex64; 3];
/// A map of the plane, row by row.
pub(crate) type Transformation = [Vector; 3];

/// The matrix of cofactors, transposed: the inverse up to a factor.
pub(crate) fn adjoint(m: &Transformation) -> Transformation {
    let columns = [
        cross(&m[1], &m[2]),
        cross(&m[2], &m[0]),
        cross(&m[0], &m[1]),
    ];
    transpose(&columns)
}

/// The matrix divided by its largest entry, the first of them.
pub(crate) fn normalized(matrix: Transformation) -> Transformation {
    let largest = matrix.iter().flatten().fold(Complex64::ZERO, |largest, x| {
        if largest.norm_sqr() < x.norm_sqr() {
            *x
        } else {
            largest
        }
    });
    let factor = largest.inv();
    if factor.is_finite() {
        matrix.map(|row| row.map(|x| factor * x))
    } else {
        matrix
    }
}

pub(crate) fn cross(a: &Vector, b: &Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn transpose(m: &Transformation) -> Transformation {
    std::array::from_fn(|row| std::array::from_fn(|column| m[column][row]))
}

pub(crate) fn determinant(a: &Vector, b: &Vector, c: &Vector) -> Complex64 {
    // In the order in which CindyJS adds, so that results round alike.
    a[0] * b[1] * c[2] + a[2] * b[0] * c[1] + a[1] * b[2] * c[0]
        - a[0] * b[2] * c[1]
        - a[2] * b[1] * c[0]
        - a[1] * b[0] * c[2]
}

pub(crate) fn product(a: &Transformation, b: &Transformation) -> Transformation {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| (0..3).map(|k| a[row][k] * b[k][column]).sum())
    })
}
