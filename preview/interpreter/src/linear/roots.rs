//! Roots of polynomials.

use num_complex::Complex64;

use super::eigen::{pair, sort};
use super::quotient;
use crate::work;

/// Rounds of the iteration; simple roots take about ten.
const ROUNDS: usize = 400;
/// Rounds of Laguerre's method.
const LAGUERRE_ROUNDS: usize = 200;
/// A value of a polynomial is 0 up to this part of the sum of its terms' absolute values.
const BACKWARD_ERROR: f64 = 1e-11;

/// The roots of a polynomial in ascending order, real part first; coefficients begin with the
/// constant one. A leading coefficient of 0 is a root at infinity.
///
/// Rounding decides in which order roots with the same real part come. So that it is CindyJS's
/// order, these are the roots by its method; where that is not exact, those by a better one.
pub(crate) fn roots(coefficients: &[Complex64]) -> Vec<Complex64> {
    let degree = coefficients
        .iter()
        .rposition(|coefficient| *coefficient != Complex64::ZERO)
        .unwrap_or(0);
    let finite = coefficients.get(..=degree).unwrap_or_default();
    let mut found = deflation(finite);
    if !found.iter().all(|root| is_root(finite, *root)) {
        found = simultaneous(finite);
    }
    let infinity = Complex64::new(f64::INFINITY, f64::INFINITY);
    found.resize(coefficients.len().saturating_sub(1), infinity);
    sort(&mut found);
    found
}

/// True if the value at a place is 0 up to rounding errors.
fn is_root(coefficients: &[Complex64], z: Complex64) -> bool {
    work::spend(coefficients.len());
    let norm = z.norm();
    let sum =
        |(value, size): (Complex64, f64), c: &Complex64| (value * z + c, size * norm + c.norm());
    let (value, size) = coefficients.iter().rev().fold((Complex64::ZERO, 0.0), sum);
    value.norm() <= BACKWARD_ERROR * size
}

/// One root after the other by Laguerre's method, each divided out (Press et al., *Numerical
/// Recipes*, §9.5). The last coefficient is not 0.
fn deflation(coefficients: &[Complex64]) -> Vec<Complex64> {
    let mut found = Vec::new();
    let mut rest = coefficients.to_vec();
    while rest.len() > 3 {
        let root = laguerre(&rest, Complex64::ZERO, LAGUERRE_ROUNDS);
        let root = laguerre(coefficients, root, 1);
        found.push(root);
        for place in (0..rest.len() - 1).rev() {
            let higher = rest[place + 1];
            rest[place] += higher * root;
        }
        rest.remove(0);
    }
    match rest[..] {
        [c, b] => found.push(-(c / b)),
        [c, b, a] if c == Complex64::ZERO => found.extend([c, -(b / a)]),
        [c, b, a] => {
            let root = polar_sqrt(b * b - 4.0 * (a * c));
            found.extend([(root - b) / (2.0 * a), 2.0 * c / (root - b)]);
        }
        _ => {}
    }
    found
}

/// A root near a place, by so many steps of Laguerre's method at most.
fn laguerre(coefficients: &[Complex64], start: Complex64, rounds: usize) -> Complex64 {
    const SMALL: f64 = 1e-14;
    // Fractions of a step that end a cycle, one of them every so many rounds.
    const FRACTIONS: [f64; 10] = [
        1.0, 0.3141, 0.5926, 0.5358, 0.9793, 0.2385, 0.6264, 0.3383, 0.2795, 0.0288,
    ];
    const CYCLE: usize = 20;
    let degree = (coefficients.len() - 1) as f64;
    let mut z = start;
    for round in 1..=rounds {
        if !work::spend(coefficients.len()) {
            break;
        }
        // The value, the derivative, and half of the second one.
        let zero = (Complex64::ZERO, Complex64::ZERO, Complex64::ZERO);
        let horner = |(p, q, s): (Complex64, Complex64, Complex64), c: &Complex64| {
            (c + p * z, p + q * z, q + s * z)
        };
        let (value, first, second) = coefficients.iter().rev().fold(zero, horner);
        if magnitude(value) < SMALL {
            break;
        }
        let g = first / value;
        let square = g * g;
        let h = square - 2.0 * second / value;
        let root = polar_sqrt((degree - 1.0) * (degree * h - square));
        let (sum, difference) = (g + root, g - root);
        let larger = match magnitude(sum) < magnitude(difference) {
            true => difference,
            false => sum,
        };
        let mut step = if SMALL < magnitude(larger) {
            Complex64::from(degree) / larger
        } else {
            let (sin, cos) = (round as f64).sin_cos();
            (magnitude(z) + 1.0) * Complex64::new(cos, sin)
        };
        if magnitude(step) < SMALL {
            break;
        }
        if round.is_multiple_of(CYCLE) && round + CYCLE <= rounds {
            step *= FRACTIONS[round / CYCLE];
        }
        z -= step;
    }
    z
}

/// The square root by its argument: its rounding errors decide the order of roots.
fn polar_sqrt(z: Complex64) -> Complex64 {
    let radius = magnitude(z).sqrt();
    let half = z.im.atan2(z.re) / 2.0;
    Complex64::new(radius * half.cos(), radius * half.sin())
}

fn magnitude(z: Complex64) -> f64 {
    (z.re * z.re + z.im * z.im).sqrt()
}

/// All roots of a polynomial whose last coefficient is not 0, exact even where they lie close to
/// each other.
fn simultaneous(coefficients: &[Complex64]) -> Vec<Complex64> {
    let at_zero = coefficients
        .iter()
        .position(|coefficient| *coefficient != Complex64::ZERO)
        .unwrap_or(0);
    let mut found = vec![Complex64::ZERO; at_zero];
    found.extend(match coefficients.get(at_zero..).unwrap_or_default() {
        [] | [_] => Vec::new(),
        [c, b] => vec![-quotient(*c, *b)],
        [c, b, a] => quadratic(*a, *b, *c).to_vec(),
        inner => aberth(inner),
    });
    if coefficients.iter().all(|coefficient| coefficient.im == 0.0) {
        let scale = found.iter().map(|root| root.norm()).fold(1.0, f64::max);
        pair(&mut found, scale);
    }
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
