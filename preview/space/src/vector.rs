//! Vectors and matrices.

/// A matrix, by rows.
pub(crate) type Matrix = [[f64; 4]; 4];

/// The scalar product.
pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product. Swapping its arguments changes nothing but the sign, without rounding.
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The sum.
pub(crate) fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The difference.
pub fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// A multiple of a vector.
pub(crate) fn scaled(a: [f64; 3], factor: f64) -> [f64; 3] {
    a.map(|entry| factor * entry)
}

/// The length.
pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in the same direction; not a number for the zero vector.
pub fn normalized(a: [f64; 3]) -> [f64; 3] {
    scaled(a, 1.0 / length(a))
}

/// The place with these homogeneous coordinates.
pub fn dehomogenized([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    scaled([x, y, z], 1.0 / w)
}

/// The first three entries.
pub(crate) fn xyz([x, y, z, _]: [f64; 4]) -> [f64; 3] {
    [x, y, z]
}

/// A matrix times a vector.
pub(crate) fn apply(matrix: &Matrix, v: [f64; 4]) -> [f64; 4] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] * v[3])
}

/// The product of two matrices.
pub(crate) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |j: usize| apply(a, [b[0][j], b[1][j], b[2][j], b[3][j]]);
    let columns = [0, 1, 2, 3].map(column);
    [0, 1, 2, 3].map(|i| columns.map(|column| column[i]))
}

/// The matrix that moves by a vector.
pub(crate) fn translation([x, y, z]: [f64; 3]) -> Matrix {
    [
        [1.0, 0.0, 0.0, x],
        [0.0, 1.0, 0.0, y],
        [0.0, 0.0, 1.0, z],
        [0.0, 0.0, 0.0, 1.0],
    ]
}
