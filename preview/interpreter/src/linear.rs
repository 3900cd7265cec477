//! Linear algebra over the complex numbers, on dense matrices.
//!
//! Knows no values of the language: its builtins translate. No routine fails on numbers that are
//! not finite, and each ends after a number of steps that the matrix' size bounds.

mod eigen;
mod lu;
mod orthogonal;
pub(crate) mod projective;
mod roots;

pub(crate) use eigen::{eigen, eigenvalues};
pub(crate) use lu::Lu;
pub(crate) use orthogonal::{null_space, rank};
pub(crate) use roots::roots;

use num_complex::Complex64;

/// A matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    width: usize,
    entries: Vec<Complex64>,
}

impl Matrix {
    /// The matrix of these rows' entries; `width` entries are a row.
    pub(crate) fn new(width: usize, entries: Vec<Complex64>) -> Matrix {
        debug_assert!(entries.len().is_multiple_of(width.max(1)));
        Matrix { width, entries }
    }

    pub(crate) fn identity(size: usize) -> Matrix {
        let mut identity = Matrix::new(size, vec![Complex64::ZERO; size * size]);
        for k in 0..size {
            identity[(k, k)] = Complex64::ONE;
        }
        identity
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.entries.len().checked_div(self.width).unwrap_or(0)
    }

    /// The size, if it is as high as wide.
    pub(crate) fn square(&self) -> Option<usize> {
        (self.height() == self.width).then_some(self.width)
    }

    pub(crate) fn row(&self, row: usize) -> &[Complex64] {
        &self.entries[row * self.width..][..self.width]
    }

    fn row_mut(&mut self, row: usize) -> &mut [Complex64] {
        &mut self.entries[row * self.width..][..self.width]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Complex64]> {
        self.entries.chunks_exact(self.width.max(1))
    }

    pub(crate) fn column(&self, column: usize) -> Vec<Complex64> {
        self.rows().map(|row| row[column]).collect()
    }

    /// The conjugate transpose.
    fn adjoint(&self) -> Matrix {
        let entries = (0..self.width)
            .flat_map(|column| self.rows().map(move |row| row[column].conj()))
            .collect();
        Matrix::new(self.height(), entries)
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        for column in 0..self.width {
            self.entries
                .swap(a * self.width + column, b * self.width + column);
        }
    }

    fn swap_columns(&mut self, a: usize, b: usize) {
        for row in self.entries.chunks_exact_mut(self.width.max(1)) {
            row.swap(a, b);
        }
    }

    /// The Euclidean norm of all entries.
    fn norm(&self) -> f64 {
        norm(&self.entries)
    }
}

impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = Complex64;

    fn index(&self, (row, column): (usize, usize)) -> &Complex64 {
        &self.entries[row * self.width + column]
    }
}

impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut Complex64 {
        &mut self.entries[row * self.width + column]
    }
}

/// The Euclidean norm.
pub(crate) fn norm(vector: &[Complex64]) -> f64 {
    vector.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt()
}

/// The quotient; of reals, as real division rounds it.
pub(crate) fn quotient(a: Complex64, b: Complex64) -> Complex64 {
    if a.im == 0.0 && b.im == 0.0 && b.re != 0.0 {
        Complex64::new(a.re / b.re, 0.0)
    } else {
        a / b
    }
}

#[cfg(test)]
mod tests {
    use super::eigen::Eigen;
    use super::*;

    /// A matrix of numbers without pattern, the same each time.
    pub(super) fn sample(size: usize) -> Matrix {
        let mut random = crate::random::Random::new(size as u64);
        let mut part = || random.uniform() - 0.5;
        let entries = (0..size * size).map(|_| Complex64::new(part(), part()));
        Matrix::new(size, entries.collect())
    }

    fn product(a: &Matrix, vector: &[Complex64]) -> Vec<Complex64> {
        a.rows()
            .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
            .collect()
    }

    #[test]
    fn solutions_solve() {
        for size in [1, 2, 3, 7, 40] {
            let matrix = sample(size);
            let right = sample(size).column(0);
            let solution = Lu::new(matrix.clone()).solve(&right);
            for (a, b) in product(&matrix, &solution).iter().zip(&right) {
                assert!((a - b).norm() < 1e-10);
            }
        }
    }

    #[test]
    fn eigenvectors_are_stretched() {
        for size in [1, 2, 3, 7, 40] {
            let matrix = sample(size);
            let Eigen { values, vectors } = eigen(&matrix);
            for (value, vector) in values.iter().zip(&vectors) {
                assert!((norm(vector) - 1.0).abs() < 1e-10);
                for (a, b) in product(&matrix, vector).iter().zip(vector) {
                    assert!((a - b * value).norm() < 1e-6, "{size}: {a} {}", b * value);
                }
            }
        }
    }

    #[test]
    fn what_is_not_finite_ends() {
        let mut matrix = sample(5);
        matrix[(2, 3)] = f64::NAN.into();
        matrix[(0, 1)] = f64::INFINITY.into();
        assert_eq!(eigen(&matrix).values.len(), 5);
        assert_eq!(Lu::new(matrix.clone()).inverse().height(), 5);
        assert!(rank(&matrix, 1e-5) <= 5);
        assert!(roots(matrix.row(2)).len() <= 5);
    }
}
