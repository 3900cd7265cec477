//! Orthogonal factorisations by Householder reflections: rank and null space.

use num_complex::Complex64;

use super::{Matrix, norm, quotient};
use crate::work;

/// What counts as zero in the square of a column's squared norm: columns shorter than 1e-4 do not
/// begin another step, as in CindyJS.
const SHORT: f64 = 1e-16;

/// A unitary matrix that maps a vector to a multiple of the first unit vector:
/// `1 - factor · direction · directionᴴ`.
pub(super) struct Reflection {
    direction: Vec<Complex64>,
    factor: Complex64,
}

impl Reflection {
    /// The reflection for a vector that is not 0. The image is real, and its sign the opposite of
    /// that of the real part of the vector's first entry.
    pub(super) fn new(vector: &[Complex64]) -> Reflection {
        let length = norm(vector);
        let mut direction = vector.to_vec();
        if let Some(first) = direction.first_mut() {
            *first -= if first.re < 0.0 { length } else { -length };
        }
        let length = norm(&direction);
        for entry in &mut direction {
            *entry /= length;
        }
        let inner: Complex64 = inner(vector, &direction);
        Reflection {
            factor: Complex64::ONE + quotient(inner, inner.conj()),
            direction,
        }
    }

    /// Multiplies the rows from `first_row` on, in the columns from `first_column` on, from the
    /// left.
    pub(super) fn apply_left(&self, matrix: &mut Matrix, first_row: usize, first_column: usize) {
        let mut sums = vec![Complex64::ZERO; matrix.width() - first_column];
        for (offset, entry) in self.direction.iter().enumerate() {
            let row = &matrix.row(first_row + offset)[first_column..];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += entry.conj() * value;
            }
        }
        for (offset, entry) in self.direction.iter().enumerate() {
            let factor = self.factor * entry;
            let row = &mut matrix.row_mut(first_row + offset)[first_column..];
            for (value, sum) in row.iter_mut().zip(&sums) {
                *value -= factor * sum;
            }
        }
    }

    /// Multiplies the columns from `first` on by the inverse, from the right.
    pub(super) fn apply_inverse_right(&self, matrix: &mut Matrix, first: usize) {
        for row in 0..matrix.height() {
            let row = &mut matrix.row_mut(row)[first..];
            let sum: Complex64 = row.iter().zip(&self.direction).map(|(a, b)| a * b).sum();
            let sum = sum * self.factor.conj();
            for (value, entry) in row.iter_mut().zip(&self.direction) {
                *value -= sum * entry.conj();
            }
        }
    }
}

/// The inner product, conjugate in its first argument.
fn inner(a: &[Complex64], b: &[Complex64]) -> Complex64 {
    a.iter().zip(b).map(|(a, b)| a.conj() * b).sum()
}

/// The unitary factor and the rank of a square matrix: a QR factorisation that takes the longest
/// remaining column first (Golub, van Loan, *Matrix Computations*, §5.4). Remaining columns
/// shorter than `precision` are 0.
fn rank_revealing(matrix: &Matrix, precision: f64) -> (Matrix, usize) {
    let size = matrix.width();
    let mut rest = matrix.clone();
    let mut unitary = Matrix::identity(size);
    let mut squares: Vec<f64> = (0..size)
        .map(|column| matrix.rows().map(|row| row[column].norm_sqr()).sum())
        .collect();
    let longest = |squares: &[f64], from: usize| {
        let mut best = from;
        for k in from..squares.len() {
            if squares[k].abs() > squares[best].abs() {
                best = k;
            }
        }
        best
    };
    let mut rank = 0;
    let mut next = longest(&squares, 0);
    while rank < size && squares[next] * squares[next] > SHORT {
        let k = rank;
        rank += 1;
        if !work::spend(size * size) {
            break;
        }
        rest.swap_columns(k, next);
        squares.swap(k, next);
        let column = rest.column(k).split_off(k);
        if norm(&column).powi(2) > 1e-8 && size > 1 {
            let reflection = Reflection::new(&column);
            reflection.apply_inverse_right(&mut unitary, k);
            reflection.apply_left(&mut rest, k, 0);
        }
        for (column, square) in squares.iter_mut().enumerate().skip(k + 1) {
            *square -= rest[(k, column)].norm_sqr();
        }
        if rank >= size {
            break;
        }
        next = longest(&squares, rank);
        if rank + 1 == size {
            rank += usize::from(squares[next].abs() > precision * precision);
            break;
        }
    }
    (unitary, rank)
}

/// The rank of a square matrix.
pub(crate) fn rank(matrix: &Matrix, precision: f64) -> usize {
    rank_revealing(matrix, precision).1
}

/// An orthonormal basis of the vectors that a square matrix maps to 0; a single vector of zeros
/// if there are no others.
pub(crate) fn null_space(matrix: &Matrix, precision: f64) -> Vec<Vec<Complex64>> {
    let size = matrix.width();
    let (unitary, rank) = rank_revealing(&matrix.adjoint(), precision);
    if rank >= size {
        return vec![vec![Complex64::ZERO; size]];
    }
    (rank..size)
        .rev()
        .map(|column| {
            let mut vector = unitary.column(column);
            let length = norm(&vector);
            for entry in &mut vector {
                *entry /= length;
            }
            vector
        })
        .collect()
}
