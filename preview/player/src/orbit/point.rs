//! Complex numbers with many digits.

use num_complex::Complex64;

use crate::exact::{Exact, exact, nearest, with_bits};

/// A complex number with many digits: real and imaginary part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point(pub(super) [Exact; 2]);

impl Point {
    /// A number with so many bits; the parts that are not finite are 0.
    pub(super) fn of(number: Complex64, bits: usize) -> Point {
        Point([number.re, number.im].map(|part| with_bits(exact(part), bits)))
    }

    pub(super) fn plus(&self, other: &Point) -> Point {
        Point([0, 1].map(|axis: usize| &self.0[axis] + &other.0[axis]))
    }

    pub(super) fn minus(&self, other: &Point) -> Point {
        Point([0, 1].map(|axis: usize| &self.0[axis] - &other.0[axis]))
    }

    pub(super) fn times(&self, other: &Point) -> Point {
        let ([a, b], [c, d]) = (&self.0, &other.0);
        Point([a * c - b * d, a * d + b * c])
    }

    /// With two products instead of four.
    pub(super) fn square(&self) -> Point {
        let [x, y] = &self.0;
        let product = x * y;
        Point([(x + y) * (x - y), product << 1])
    }

    /// A power of at least 1.
    pub(super) fn power(&self, exponent: u32) -> Point {
        match exponent {
            0 | 1 => self.clone(),
            even if even.is_multiple_of(2) => self.power(even / 2).square(),
            odd => self.power(odd - 1).times(self),
        }
    }

    /// The quotient, unless it is none.
    pub(super) fn over(&self, other: &Point) -> Option<Point> {
        let [c, d] = &other.0;
        let size = c * c + d * d;
        if size == Exact::ZERO {
            return None;
        }
        let [x, y] = self.times(&other.conjugate()).0;
        Some(Point([x / &size, y / &size]))
    }

    pub(super) fn conjugate(&self) -> Point {
        let [x, y] = self.0.clone();
        Point([x, -y])
    }

    /// With the absolute values of the parts for which that is asked.
    pub(super) fn absolute(self, [real, imaginary]: [bool; 2]) -> Point {
        let [x, y] = self.0;
        let absolute = |part: Exact, is_wanted: bool| match is_wanted && part < Exact::ZERO {
            true => -part,
            false => part,
        };
        Point([absolute(x, real), absolute(y, imaginary)])
    }

    pub(super) fn nearest(&self) -> Complex64 {
        let [re, im] = [0, 1].map(|axis: usize| nearest(&self.0[axis]));
        Complex64::new(re, im)
    }
}
