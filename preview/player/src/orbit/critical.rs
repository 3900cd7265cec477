//! Where a polynomial has critical points: the roots of its derivative.

use num_complex::Complex64;

use super::point::Point;

/// The polynomial Σ `coefficients[k]` wᵏ.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    /// The critical points.
    pub(super) points: Vec<Point>,
    /// For each, the factors of (w - point)², (w - point)³, ...
    pub(super) coefficients: Vec<Vec<Complex64>>,
}

/// Rounds of the search in f64.
const SEARCH: usize = 200;

/// Newton's steps from f64 on: each doubles the digits.
const STEPS: usize = 12;

/// Roots that are nearer than this, in parts of their size, are taken for one that is double.
const APART: f64 = 1e-5;

/// The critical points of a polynomial to so many bits.
///
/// # Errors
/// What keeps them from being found.
pub(super) fn critical(coefficients: &[Complex64], bits: usize) -> Result<Critical, &'static str> {
    let leading = coefficients.last().copied().unwrap_or_default();
    if !coefficients.iter().all(|own| own.is_finite()) || leading == Complex64::ZERO {
        return Err("a factor of a power of z is 0 or not finite");
    }
    let derivative = derivative(coefficients);
    let roots = roots(&derivative);
    let scale = roots.iter().map(|root| root.norm()).fold(1e-3, f64::max);
    let are_apart = roots.iter().enumerate().all(|(place, a)| {
        let others = &roots[place + 1..];
        others.iter().all(|b| (a - b).norm() > APART * scale)
    });
    if !are_apart {
        return Err("two critical points of the polynomial are too close to each other");
    }
    // With all digits: factors in f64 are rounded where they are multiplied with powers.
    let first = exact_derivative(&exactly(coefficients, bits), bits);
    let second = exact_derivative(&first, bits);
    let refined = roots.iter().map(|root| {
        let mut point = Point::of(*root, bits);
        for _ in 0..STEPS {
            let step = at(&first, &point).over(&at(&second, &point));
            if let Some(step) = step {
                point = point.minus(&step);
            }
        }
        point
    });
    let points: Vec<Point> = refined.collect();
    let around = |point: &Point| shifted(coefficients, point.nearest());
    Ok(Critical {
        coefficients: points.iter().map(around).collect(),
        points,
    })
}

fn derivative(coefficients: &[Complex64]) -> Vec<Complex64> {
    let powers = coefficients.iter().enumerate().skip(1);
    powers.map(|(power, own)| own * power as f64).collect()
}

fn exact_derivative(coefficients: &[Point], bits: usize) -> Vec<Point> {
    let powers = coefficients.iter().enumerate().skip(1);
    let by = |power: usize| Point::of(Complex64::from(power as f64), bits);
    powers.map(|(power, own)| own.times(&by(power))).collect()
}

fn exactly(coefficients: &[Complex64], bits: usize) -> Vec<Point> {
    let coefficients = coefficients.iter();
    coefficients.map(|own| Point::of(*own, bits)).collect()
}

/// The value of a polynomial.
pub(super) fn at(coefficients: &[Point], point: &Point) -> Point {
    let mut highest = coefficients.iter().rev();
    let Some(first) = highest.next() else {
        return Point::of(Complex64::ZERO, 1);
    };
    highest.fold(first.clone(), |sum, own| sum.times(point).plus(own))
}

/// All roots, by the method of Weierstrass, Durand and Kerner.
fn roots(coefficients: &[Complex64]) -> Vec<Complex64> {
    let degree = coefficients.len().saturating_sub(1);
    let leading = coefficients.last().copied().unwrap_or(Complex64::ONE);
    let value = |at: Complex64| {
        let highest = coefficients.iter().rev();
        highest.fold(Complex64::ZERO, |sum, own| sum * at + own) / leading
    };
    let sizes = coefficients.iter().map(|own| (own / leading).norm());
    let radius = 1.0 + sizes.fold(0.0, f64::max);
    let spread = Complex64::new(0.4, 0.9);
    let mut roots: Vec<Complex64> = (1..=degree as u32)
        .map(|place| spread.powu(place) * radius.min(2.0))
        .collect();
    for _ in 0..SEARCH {
        for place in 0..degree {
            let own = roots[place];
            let others = roots.iter().enumerate();
            let others = others.filter(|(other, _)| *other != place);
            let product: Complex64 = others.map(|(_, other)| own - other).product();
            let step = value(own) / product;
            if step.is_finite() {
                roots[place] = own - step;
            }
        }
    }
    roots
}

/// The factors of (w - point)², (w - point)³, ... of a polynomial.
fn shifted(coefficients: &[Complex64], point: Complex64) -> Vec<Complex64> {
    let mut rest = coefficients.to_vec();
    for from in 0..rest.len() {
        for place in (from..rest.len().saturating_sub(1)).rev() {
            let above = rest[place + 1];
            rest[place] += above * point;
        }
    }
    rest.split_off(2.min(rest.len()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn critical_points_are_found_to_all_digits() {
        // z^3 - 3 z + 5 z^2: the roots of 3 z^2 + 10 z - 3.
        let numbers = [0.0, -3.0, 5.0, 1.0].map(|number| Complex64::new(number, 0.0));
        let found = critical(&numbers, 400).unwrap();
        assert_eq!(found.points.len(), 2);
        for (point, coefficients) in found.points.iter().zip(&found.coefficients) {
            let derivative = exactly(&derivative(&numbers), 400);
            assert!(at(&derivative, point).nearest().norm() < 1e-110);
            let own = point.nearest();
            // The second derivative is 6 z + 10.
            assert!((coefficients[0] - (3.0 * own + 5.0)).norm() < 1e-12);
            assert!((coefficients[1] - 1.0).norm() < 1e-12);
        }
        // Factors that f64 rounds.
        let numbers = [0.1, -0.3, 0.7, 0.13, 0.9].map(|number| Complex64::new(number, -0.087));
        let found = critical(&numbers, 400).unwrap();
        let derivative = exact_derivative(&exactly(&numbers, 400), 400);
        assert_eq!(found.points.len(), 3);
        for point in &found.points {
            assert!(at(&derivative, point).nearest().norm() < 1e-110);
        }
        assert!(critical(&[0.0, 1.0, 0.0].map(Into::into), 100).is_err());
        // (z - 1)^3
        assert!(critical(&[0.0, 3.0, -3.0, 1.0].map(Into::into), 100).is_err());
    }
}
