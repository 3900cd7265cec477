//! Truncated Taylor series: automatic differentiation in one variable.
//!
//! A series holds the coefficients of a function around a point, constant one first. The
//! recurrences are those of Griewank and Walther, *Evaluating Derivatives*, §13.2.

use num_complex::Complex64;

use crate::linear::quotient;

/// Coefficients up to some degree. Where two series meet, the shorter one decides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series(Vec<Complex64>);

impl Series {
    /// A constant, up to so many coefficients.
    pub(crate) fn constant(value: Complex64, len: usize) -> Series {
        let mut coefficients = vec![Complex64::ZERO; len.max(1)];
        coefficients[0] = value;
        Series(coefficients)
    }

    /// The variable itself, around a point.
    pub(crate) fn variable(point: Complex64, len: usize) -> Series {
        let mut series = Series::constant(point, len);
        if let Some(slope) = series.0.get_mut(1) {
            *slope = Complex64::ONE;
        }
        series
    }

    /// The value at the point.
    pub(crate) fn value(&self) -> Complex64 {
        self.0[0]
    }

    /// The derivatives at the point, the zeroth first.
    pub(crate) fn derivatives(&self) -> Vec<Complex64> {
        let mut factorial = 1.0;
        let scaled = self.0.iter().enumerate().map(|(degree, coefficient)| {
            factorial *= degree.max(1) as f64;
            coefficient * factorial
        });
        scaled.collect()
    }

    /// Applies a linear operation to the coefficients of two series.
    pub(crate) fn zip(
        &self,
        other: &Series,
        operation: impl Fn(Complex64, Complex64) -> Complex64,
    ) -> Series {
        let pairs = self.0.iter().zip(&other.0);
        Series(pairs.map(|(a, b)| operation(*a, *b)).collect())
    }

    pub(crate) fn negative(&self) -> Series {
        Series(self.0.iter().map(|coefficient| -coefficient).collect())
    }

    pub(crate) fn times(&self, other: &Series) -> Series {
        let len = self.0.len().min(other.0.len());
        let coefficient = |k: usize| (0..=k).map(|j| self.0[j] * other.0[k - j]).sum();
        Series((0..len).map(coefficient).collect())
    }

    /// The quotient. Where both begin with zeros, as many of them as both have are left out
    /// (L'Hospital): the quotient is shorter by so many coefficients.
    pub(crate) fn over(&self, other: &Series) -> Series {
        let zeros = |series: &Series| series.0.iter().position(|c| c.norm_sqr() > 1e-12);
        let shift = match (zeros(self), zeros(other)) {
            (Some(a), Some(b)) => a.min(b),
            _ => 0,
        };
        let (f, g) = (&self.0[shift..], &other.0[shift..]);
        let len = f.len().min(g.len());
        let mut result: Vec<Complex64> = Vec::with_capacity(len);
        for k in 0..len {
            let known: Complex64 = (0..k).map(|j| result[j] * g[k - j]).sum();
            result.push(quotient(f[k] - known, g[0]));
        }
        Series(result)
    }

    /// A power with a constant exponent, whose `value` function is given.
    pub(crate) fn power(
        &self,
        exponent: Complex64,
        value: impl Fn(Complex64, Complex64) -> Complex64,
    ) -> Series {
        let whole = exponent.im == 0.0 && exponent.re.fract() == 0.0;
        if whole && (0.0..=64.0).contains(&exponent.re) {
            let one = Series::constant(Complex64::ONE, self.0.len());
            return (0..exponent.re as usize).fold(one, |power, _| power.times(self));
        }
        let f = &self.0;
        let mut result = vec![value(f[0], exponent)];
        for k in 1..f.len() {
            let sum: Complex64 = (1..=k)
                .map(|j| {
                    let weight = (exponent + 1.0) * (j as f64 / k as f64) - 1.0;
                    weight * f[j] * result[k - j]
                })
                .sum();
            result.push(quotient(sum, f[0]));
        }
        Series(result)
    }

    pub(crate) fn exp(&self) -> Series {
        let f = &self.0;
        let mut result = vec![f[0].exp()];
        for k in 1..f.len() {
            let sum: Complex64 = (1..=k).map(|j| f[j] * result[k - j] * j as f64).sum();
            result.push(sum / k as f64);
        }
        Series(result)
    }

    /// The logarithm, whose value at the point is given.
    pub(crate) fn log(&self, value: Complex64) -> Series {
        let f = &self.0;
        let mut result = vec![value];
        for k in 1..f.len() {
            let known: Complex64 = (1..k).map(|j| result[j] * f[k - j] * j as f64).sum();
            result.push(quotient(f[k] - known / k as f64, f[0]));
        }
        Series(result)
    }

    /// Sine and cosine.
    pub(crate) fn sin_cos(&self) -> (Series, Series) {
        let f = &self.0;
        let (mut sin, mut cos) = (vec![f[0].sin()], vec![f[0].cos()]);
        for k in 1..f.len() {
            let sum = |of: &[Complex64]| -> Complex64 {
                (1..=k)
                    .map(|j| f[j] * of[k - j] * j as f64)
                    .sum::<Complex64>()
                    / k as f64
            };
            let (next_sin, next_cos) = (sum(&cos), -sum(&sin));
            sin.push(next_sin);
            cos.push(next_cos);
        }
        (Series(sin), Series(cos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(series: &Series, expected: &[f64]) {
        let derivatives = series.derivatives();
        assert_eq!(derivatives.len(), expected.len());
        for (found, expected) in derivatives.iter().zip(expected) {
            assert!((found - expected).norm() < 1e-12, "{derivatives:?}");
        }
    }

    #[test]
    fn derivatives() {
        let x = |point: f64| Series::variable(point.into(), 4);
        let constant = |value: f64| Series::constant(value.into(), 4);
        check(&x(2.0).times(&x(2.0)), &[4.0, 4.0, 2.0, 0.0]);
        check(&constant(1.0).over(&x(2.0)), &[0.5, -0.25, 0.25, -0.375]);
        check(&x(0.0).exp(), &[1.0, 1.0, 1.0, 1.0]);
        check(&x(0.0).sin_cos().0, &[0.0, 1.0, 0.0, -1.0]);
        check(&x(1.0).log(0.0.into()), &[0.0, 1.0, -1.0, 2.0]);
        let root = x(4.0).power(0.5.into(), Complex64::powc);
        check(&root, &[2.0, 0.25, -1.0 / 32.0, 3.0 / 256.0]);
        let sine_over_x = x(0.0).sin_cos().0.over(&x(0.0));
        check(&sine_over_x, &[1.0, 0.0, -1.0 / 3.0]);
    }
}
