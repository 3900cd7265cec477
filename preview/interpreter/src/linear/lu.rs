//! Gaussian elimination.

use num_complex::Complex64;

use super::{Matrix, quotient};
use crate::work;

/// A square matrix as the product of a lower and an upper triangular one, rows exchanged: partial
/// pivoting (Golub, van Loan, *Matrix Computations*, §3.4).
pub(crate) struct Lu {
    /// Both factors; the lower one's diagonal is 1 and is not stored.
    factors: Matrix,
    /// The row exchanged with the k-th one in step k.
    exchanges: Vec<usize>,
}

impl Lu {
    /// Factors a square matrix; not at all if the run has to end.
    pub(crate) fn new(mut matrix: Matrix) -> Lu {
        let size = matrix.width();
        let mut exchanges = Vec::with_capacity(size);
        for k in 0..size {
            if !work::spend((size - k) * (size - k)) {
                break;
            }
            let mut pivot = k;
            for row in k + 1..size {
                if matrix[(row, k)].norm_sqr() > matrix[(pivot, k)].norm_sqr() {
                    pivot = row;
                }
            }
            exchanges.push(pivot);
            matrix.swap_rows(k, pivot);
            let (above, below) = matrix.entries.split_at_mut((k + 1) * size);
            let pivot_row = &above[k * size..];
            if pivot_row[k] == Complex64::ZERO {
                continue;
            }
            for row in below.chunks_exact_mut(size) {
                let factor = quotient(row[k], pivot_row[k]);
                row[k] = factor;
                if factor == Complex64::ZERO {
                    continue;
                }
                for (entry, above) in row[k + 1..].iter_mut().zip(&pivot_row[k + 1..]) {
                    *entry -= factor * above;
                }
            }
        }
        Lu {
            factors: matrix,
            exchanges,
        }
    }

    fn size(&self) -> usize {
        self.factors.width()
    }

    pub(crate) fn determinant(&self) -> Complex64 {
        let exchanged = self.exchanges.iter().enumerate();
        let odd = exchanged.filter(|(k, other)| k != *other).count() % 2 == 1;
        let sign = Complex64::from(if odd { -1.0 } else { 1.0 });
        (0..self.size()).fold(sign, |product, k| product * self.factors[(k, k)])
    }

    /// The vector that the matrix maps to `right`. Not finite if the matrix is singular.
    pub(crate) fn solve(&self, right: &[Complex64]) -> Vec<Complex64> {
        let mut x = right.to_vec();
        for (k, &other) in self.exchanges.iter().enumerate() {
            x.swap(k, other);
        }
        for k in 0..self.size() {
            let known: Complex64 = self.dot(k, 0..k, &x);
            x[k] -= known;
        }
        for k in (0..self.size()).rev() {
            let known: Complex64 = self.dot(k, k + 1..self.size(), &x);
            x[k] = quotient(x[k] - known, self.factors[(k, k)]);
        }
        x
    }

    fn dot(&self, row: usize, columns: std::ops::Range<usize>, x: &[Complex64]) -> Complex64 {
        let entries = &self.factors.row(row)[columns.clone()];
        entries.iter().zip(&x[columns]).map(|(a, b)| a * b).sum()
    }

    /// The inverse matrix. Not finite if the matrix is singular.
    pub(crate) fn inverse(&self) -> Matrix {
        let size = self.size();
        let mut inverse = Matrix::identity(size);
        let mut unit = vec![Complex64::ZERO; size];
        for column in 0..size {
            if !work::spend(size * size) {
                break;
            }
            unit[column] = Complex64::ONE;
            for (row, entry) in self.solve(&unit).into_iter().enumerate() {
                inverse[(row, column)] = entry;
            }
            unit[column] = Complex64::ZERO;
        }
        inverse
    }
}
