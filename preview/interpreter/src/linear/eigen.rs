//! Eigenvalues and eigenvectors.

use num_complex::Complex64;

use super::orthogonal::Reflection;
use super::{Lu, Matrix, norm, null_space};
use crate::work;

/// What is remaining columns' zero where an eigenvector is sought.
const PRECISION: f64 = 1e-5;
/// Eigenvalues closer than this are one of higher multiplicity.
const SAME: f64 = 1e-6;
/// QR steps until one eigenvalue is found; it takes two or three on average.
const STEPS: usize = 60;

/// Eigenvalues in ascending order, real part first, and a vector of length 1 for each.
pub(crate) struct Eigen {
    pub(crate) values: Vec<Complex64>,
    pub(crate) vectors: Vec<Vec<Complex64>>,
}

/// Eigenvalues and eigenvectors of a square matrix. Where there are fewer eigenvectors than
/// eigenvalues, vectors repeat.
pub(crate) fn eigen(matrix: &Matrix) -> Eigen {
    let values = eigenvalues(matrix);
    let mut vectors: Vec<Vec<Complex64>> = Vec::with_capacity(values.len());
    let mut space = Vec::new();
    let mut multiplicity = 0;
    for (k, &value) in values.iter().enumerate() {
        if multiplicity == 0 {
            space = null_space(&shifted(matrix, value), PRECISION);
            if space.first().is_none_or(|first| norm(first) < 0.5) {
                space = vec![inverse_iteration(matrix, value)];
            }
        }
        let vector = space.get(multiplicity).or(space.first());
        vectors.push(vector.cloned().unwrap_or_default());
        let same = values
            .get(k + 1)
            .is_some_and(|next| (next - value).norm() < SAME);
        multiplicity = if same { multiplicity + 1 } else { 0 };
    }
    Eigen { values, vectors }
}

fn shifted(matrix: &Matrix, value: Complex64) -> Matrix {
    let mut shifted = matrix.clone();
    for k in 0..matrix.width() {
        shifted[(k, k)] -= value;
    }
    shifted
}

/// An eigenvector of the eigenvalue nearest to a number.
fn inverse_iteration(matrix: &Matrix, value: Complex64) -> Vec<Complex64> {
    // Off the eigenvalue, so that the system can be solved.
    let lu = Lu::new(shifted(matrix, value + 1e-10 * (1.0 + value.norm())));
    let mut vector = vec![Complex64::ONE; matrix.width()];
    for _ in 0..4 {
        vector = lu.solve(&vector);
        let length = norm(&vector);
        for entry in &mut vector {
            *entry /= length;
        }
    }
    vector
}

/// The eigenvalues of a square matrix in ascending order, real part first: reduction to Hessenberg
/// form, then QR steps with Wilkinson's shift (Golub, van Loan, *Matrix Computations*, §7.4, §7.5,
/// in complex arithmetic).
pub(crate) fn eigenvalues(matrix: &Matrix) -> Vec<Complex64> {
    let mut hessenberg = matrix.clone();
    reduce(&mut hessenberg);
    let scale = matrix.norm();
    let mut size = matrix.width();
    let mut steps = 0;
    while size > 1 {
        let h = |k: usize| hessenberg[(k, k - 1)].norm();
        let small = |k: usize| {
            let neighbours = hessenberg[(k, k)].norm() + hessenberg[(k - 1, k - 1)].norm();
            let scale = if neighbours > 0.0 { neighbours } else { scale };
            h(k) <= f64::EPSILON * scale
        };
        let last = size - 1;
        if small(last) || steps > STEPS {
            size -= 1;
            steps = 0;
            continue;
        }
        if !work::spend(size * size) {
            break;
        }
        let first = (1..last).rev().find(|k| small(*k)).unwrap_or(0);
        steps += 1;
        let shift = if steps % 10 == 0 {
            // Every now and then another one, against cycles.
            hessenberg[(last, last)] + h(last)
        } else {
            wilkinson(&hessenberg, last)
        };
        qr_step(&mut hessenberg, first, last, shift);
    }
    let mut values: Vec<Complex64> = (0..matrix.width()).map(|k| hessenberg[(k, k)]).collect();
    if matrix.entries.iter().all(|entry| entry.im == 0.0) {
        pair(&mut values, scale);
    }
    sort(&mut values);
    values
}

/// Ascending, real part first.
pub(super) fn sort(values: &mut [Complex64]) {
    values.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
}

/// Makes values exact conjugates that differ from them by rounding, and real what is nearly real:
/// for the roots of a real polynomial.
pub(super) fn pair(values: &mut [Complex64], scale: f64) {
    let tolerance = 1e-11 * scale;
    for k in 0..values.len() {
        if values[k].im.abs() <= tolerance {
            values[k].im = 0.0;
        } else if let Some(other) = (k + 1..values.len())
            .find(|j| (values[*j] - values[k].conj()).norm() <= 100.0 * tolerance)
        {
            values[other] = values[k].conj();
            values.swap(k + 1, other);
        }
    }
}

/// Makes all entries below the first subdiagonal 0; the eigenvalues stay.
fn reduce(matrix: &mut Matrix) {
    let size = matrix.width();
    for k in 0..size.saturating_sub(2) {
        let column = matrix.column(k).split_off(k + 1);
        if column[1..].iter().all(|entry| *entry == Complex64::ZERO) {
            continue;
        }
        let reflection = Reflection::new(&column);
        reflection.apply_left(matrix, k + 1, k);
        reflection.apply_inverse_right(matrix, k + 1);
    }
}

/// The eigenvalue of the last two rows and columns that is nearer to the last entry.
fn wilkinson(h: &Matrix, last: usize) -> Complex64 {
    let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
    let (c, d) = (h[(last, last - 1)], h[(last, last)]);
    let half = (a - d) * 0.5;
    let root = (half * half + b * c).sqrt();
    let (one, other) = (half + root, half - root);
    d + if one.norm_sqr() < other.norm_sqr() {
        one
    } else {
        other
    }
}

/// One QR step on the rows and columns from `first` to `last`, by Givens rotations.
fn qr_step(h: &mut Matrix, first: usize, last: usize, shift: Complex64) {
    for k in first..=last {
        h[(k, k)] -= shift;
    }
    let mut rotations = Vec::with_capacity(last - first);
    for k in first..last {
        let (a, b) = (h[(k, k)], h[(k + 1, k)]);
        let length = a.norm().hypot(b.norm());
        let (c, s) = if length > 0.0 {
            (a / length, b / length)
        } else {
            (Complex64::ONE, Complex64::ZERO)
        };
        for column in k..=last {
            let (x, y) = (h[(k, column)], h[(k + 1, column)]);
            h[(k, column)] = c.conj() * x + s.conj() * y;
            h[(k + 1, column)] = c * y - s * x;
        }
        rotations.push((c, s));
    }
    for (k, (c, s)) in (first..last).zip(rotations) {
        for row in first..=last.min(k + 2) {
            let (x, y) = (h[(row, k)], h[(row, k + 1)]);
            h[(row, k)] = c * x + s * y;
            h[(row, k + 1)] = c.conj() * y - s.conj() * x;
        }
    }
    for k in first..=last {
        h[(k, k)] += shift;
    }
}
