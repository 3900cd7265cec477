//! Roots of polynomials.

use num_complex::Complex64;

use super::eigen::{pair, sort};
use super::quotient;
use crate::work;

/// Rounds of the iteration; simple roots take about ten.
const ROUNDS: usize = 400;

/// The roots of a polynomial in ascending order, real part first; coefficients begin with the
/// constant one. A leading coefficient of 0 is a root at infinity.
pub(crate) fn roots(coefficients: &[Complex64]) -> Vec<Complex64> {
    let degree = coefficients
        .iter()
        .rposition(|coefficient| *coefficient != Complex64::ZERO)
        .unwrap_or(0);
    let at_zero = coefficients
        .iter()
        .position(|coefficient| *coefficient != Complex64::ZERO)
        .unwrap_or(0);
    let mut found = vec![Complex64::ZERO; at_zero];
    found.extend(
        match coefficients.get(at_zero..=degree).unwrap_or_default() {
            [] | [_] => Vec::new(),
            [c, b] => vec![-quotient(*c, *b)],
            [c, b, a] => quadratic(*a, *b, *c).to_vec(),
            inner => aberth(inner),
        },
    );
    if coefficients.iter().all(|coefficient| coefficient.im == 0.0) {
        let scale = found.iter().map(|root| root.norm()).fold(1.0, f64::max);
        pair(&mut found, scale);
    }
    let infinity = Complex64::new(f64::INFINITY, f64::INFINITY);
    found.resize(coefficients.len().saturating_sub(1), infinity);
    sort(&mut found);
    found
}

/// The roots of `a x² + b x + c`, `c` not 0; without the cancellation of the usual formula.
fn quadratic(a: Complex64, b: Complex64, c: Complex64) -> [Complex64; 2] {
    let discriminant = b * b - 4.0 * a * c;
    let root = if discriminant.im == 0.0 && discriminant.re >= 0.0 {
        discriminant.re.sqrt().into()
    } else {
        discriminant.sqrt()
    };
    let root = if (b.conj() * root).re > 0.0 {
        -root
    } else {
        root
    };
    [quotient(root - b, 2.0 * a), quotient(2.0 * c, root - b)]
}

/// All roots at once (Aberth, *Iteration Methods for Finding all Zeros of a Polynomial
/// Simultaneously*, 1973). Neither the first nor the last coefficient is 0.
fn aberth(coefficients: &[Complex64]) -> Vec<Complex64> {
    let degree = coefficients.len() - 1;
    let leading = coefficients[degree];
    // A circle between the bounds for the smallest and the largest root.
    let radius = quotient(coefficients[0], leading)
        .norm()
        .powf(1.0 / degree as f64);
    let mut roots: Vec<Complex64> = (0..degree)
        .map(|k| {
            // Turned off the axes: real polynomials are symmetric to one.
            let angle = std::f64::consts::TAU * k as f64 / degree as f64 + 0.4;
            Complex64::from_polar(radius, angle)
        })
        .collect();
    for _ in 0..ROUNDS {
        let mut moved = false;
        for k in 0..degree {
            if !work::spend(degree) {
                return roots;
            }
            let Some(newton) = newton_step(coefficients, roots[k]) else {
                continue;
            };
            let others = roots.iter().enumerate().filter(|(j, _)| *j != k);
            let repulsion: Complex64 = others
                .map(|(_, other)| roots[k] - other)
                .filter(|difference| *difference != Complex64::ZERO)
                .map(|difference| 1.0 / difference)
                .sum();
            let step = newton / (1.0 - newton * repulsion);
            if !step.is_finite() {
                continue;
            }
            roots[k] -= step;
            moved |= step.norm() > 4.0 * f64::EPSILON * roots[k].norm();
        }
        if !moved {
            break;
        }
    }
    roots
}

/// The value by the derivative; `None` at a root. Outside the unit circle the reversed polynomial
/// is evaluated, so that nothing overflows.
fn newton_step(coefficients: &[Complex64], z: Complex64) -> Option<Complex64> {
    let degree = (coefficients.len() - 1) as f64;
    let horner = |z: Complex64, coefficients: &mut dyn Iterator<Item = &Complex64>| {
        coefficients.fold((Complex64::ZERO, Complex64::ZERO), |(p, q), c| {
            (p * z + c, q * z + p)
        })
    };
    if z.norm_sqr() <= 1.0 {
        let (value, derivative) = horner(z, &mut coefficients.iter().rev());
        return (value != Complex64::ZERO).then(|| value / derivative);
    }
    let inverse = 1.0 / z;
    let (value, derivative) = horner(inverse, &mut coefficients.iter());
    let logarithmic = degree * inverse - inverse * inverse * (derivative / value);
    (value != Complex64::ZERO).then(|| 1.0 / logarithmic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(coefficients: &[f64], expected: &[(f64, f64)], tolerance: f64) {
        let coefficients: Vec<Complex64> = coefficients.iter().map(|c| (*c).into()).collect();
        let found = roots(&coefficients);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (root, (re, im)) in found.iter().zip(expected) {
            let error = (root - Complex64::new(*re, *im)).norm();
            assert!(error < tolerance, "{found:?}");
        }
    }

    #[test]
    fn known_roots() {
        check(&[6.0, -5.0, 1.0], &[(2.0, 0.0), (3.0, 0.0)], 1e-12);
        check(&[1.0, 0.0, 1.0], &[(0.0, -1.0), (0.0, 1.0)], 1e-12);
        check(&[0.0, 0.0, 0.0, 1.0], &[(0.0, 0.0); 3], 1e-12);
        check(&[-1.0, 3.0, -3.0, 1.0], &[(1.0, 0.0); 3], 1e-4);
        let half = 0.5f64.sqrt();
        let eighth = [(-half, -half), (-half, half), (half, -half), (half, half)];
        check(&[1.0, 0.0, 0.0, 0.0, 1.0], &eighth, 1e-12);
        check(&[], &[], 0.0);
        check(&[3.0], &[], 0.0);
    }

    #[test]
    fn many_roots() {
        // x^60 - 1
        let mut coefficients = vec![Complex64::ZERO; 61];
        coefficients[0] = (-1.0).into();
        coefficients[60] = 1.0.into();
        for root in roots(&coefficients) {
            assert!((root.powu(60) - 1.0).norm() < 1e-9);
        }
    }

    #[test]
    fn a_missing_degree_is_a_root_at_infinity() {
        let found = roots(&[1.0.into(), 2.0.into(), 0.0.into()]);
        assert_eq!(found[0], (-0.5).into());
        assert!(found[1].re.is_infinite());
    }
}
