//! Exact expressions for numbers: fractions, multiples of pi, square roots.

use std::f64::consts::PI;

use num_complex::Complex64;

use crate::context::Context;
use crate::value::Value;
use crate::value::number::real_text;
use crate::work;

/// Numbers are 0, or real, up to this.
const NEARLY: f64 = 1e-6;
/// The work of a guess, in elements: so many forms of numbers are tried, about.
const ATTEMPTS: usize = 1 << 12;
/// How near an expression has to come.
const ERROR: f64 = 1e-12;
/// The largest whole number in a combination of pi and 1, and in a quadratic equation.
const LARGEST_LINEAR: f64 = 3000.0;
const LARGEST_QUADRATIC: f64 = 8990.0;

pub(super) fn guess(context: &mut Context, arguments: &[Value]) -> Value {
    work::spend(ATTEMPTS);
    match arguments[0].number() {
        Some(z) if !z.is_finite() => Value::Undefined,
        Some(z) if z.re.abs() < NEARLY && z.im.abs() < NEARLY => "0".into(),
        Some(z) if z.im.abs() < NEARLY => real(z.re).into(),
        Some(z) => match complex(z) {
            Some(text) => text.into(),
            None => context.print(&z.into()).into(),
        },
        None => Value::Undefined,
    }
}

fn size(relation: [f64; 3]) -> f64 {
    relation.into_iter().map(f64::abs).fold(0.0, f64::max)
}

fn real(x: f64) -> String {
    let linear = relation([PI, x, 1.0]);
    let quadratic = relation([x * x, x, 1.0]);
    // What is simpler wins; a fraction is the simpler one of the two that it has.
    if size(linear) < LARGEST_LINEAR && size(linear) < size(quadratic) + 10.0 {
        let [pi, of_x, one] = linear;
        if (x + (one + PI * pi) / of_x).abs() < ERROR {
            let mut text = String::new();
            if one != 0.0 {
                text += &fraction(one, -of_x);
            }
            if pi != 0.0 {
                text += &(fraction(pi, -of_x) + "*pi");
            }
            return signed(text);
        }
    } else if size(quadratic) < LARGEST_QUADRATIC {
        let [a, b, c] = quadratic;
        let discriminant = b * b - 4.0 * a * c;
        let (middle, distance) = (-b / (2.0 * a), discriminant.abs().sqrt() / (2.0 * a).abs());
        let (above, below) = (middle + distance - x, middle - distance - x);
        if above.abs().min(below.abs()) < ERROR {
            let sign = if above.abs() < below.abs() { '+' } else { '-' };
            return signed(center(a, b) + &root(sign, "", a, discriminant));
        }
    }
    real_text(x)
}

/// A complex number whose real part and squared modulus are fractions.
fn complex(z: Complex64) -> Option<String> {
    let [p, q] = rational(z.re)?;
    let [r, s] = rational(z.norm_sqr())?;
    // z solves z² - 2 p/q z + r/s = 0.
    let (a, b, c) = (q * s, -2.0 * p * s, r * q);
    let discriminant = b * b - 4.0 * a * c;
    let sign = if z.im > 0.0 { '+' } else { '-' };
    Some(signed(center(a, b) + &root(sign, "i*", a, -discriminant)))
}

/// `-b / 2a`, nothing if that is 0.
fn center(a: f64, b: f64) -> String {
    if b == 0.0 {
        String::new()
    } else {
        fraction(-b, 2.0 * a)
    }
}

/// `√discriminant / 2a`, with the squares taken out of the root.
fn root(sign: char, unit: &str, a: f64, discriminant: f64) -> String {
    let square = (1..=3000)
        .rev()
        .map(f64::from)
        .find(|n| discriminant % (n * n) == 0.0)
        .unwrap_or(1.0);
    let rest = real_text(discriminant / (square * square));
    if square == (2.0 * a).abs() {
        return format!("{sign}{unit}sqrt({rest})");
    }
    let factor = fraction(square, 2.0 * a);
    format!("{sign}{unit}{}*sqrt({rest})", &factor[1..])
}

/// A quotient in lowest terms, with its sign.
fn fraction(a: f64, b: f64) -> String {
    let sign = if a * b < 0.0 { '-' } else { '+' };
    let (a, b) = (a.abs(), b.abs());
    let (mut divisor, mut rest) = (a, b);
    while rest > 0.0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let (a, b) = (real_text(a / divisor), b / divisor);
    if b == 1.0 {
        format!("{sign}{a}")
    } else {
        format!("{sign}{a}/{}", real_text(b))
    }
}

/// Without a plus sign in front.
fn signed(text: String) -> String {
    match text.strip_prefix('+') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Numerator and denominator of a number that is a simple fraction, by continued fractions.
fn rational(x: f64) -> Option<[f64; 2]> {
    let (mut p, mut q) = ([1.0, x.floor()], [0.0, 1.0]);
    let mut rest = x - x.floor();
    for _ in 0..20 {
        if (x - p[1] / q[1]).abs() < ERROR * x.abs().max(1.0) {
            return Some([p[1], q[1]]);
        }
        let inverse = 1.0 / rest;
        let digit = inverse.floor();
        rest = inverse - digit;
        p = [p[1], digit * p[1] + p[0]];
        q = [q[1], digit * q[1] + q[0]];
        if q[1] > 1e5 {
            break;
        }
    }
    None
}

/// Weight of a combination that is not 0, beside its whole numbers, for numbers of 1 at most. Doubles
/// are as precise: no combination of three numbers is small by chance.
const WEIGHT: f64 = 1e15;

/// Small whole numbers that combine three numbers to nearly 0: a short vector of a lattice (Lenstra,
/// Lenstra, Lovász, *Factoring Polynomials with Rational Coefficients*, 1982).
fn relation(numbers: [f64; 3]) -> [f64; 3] {
    let weight = WEIGHT / size(numbers);
    let mut basis: Vec<[f64; 4]> = (0..3)
        .map(|k| {
            let mut vector = [0.0; 4];
            vector[k] = 1.0;
            vector[3] = (numbers[k] * weight).round();
            vector
        })
        .collect();
    let dot = |a: &[f64; 4], b: &[f64; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // Shortens each vector by each other one until nothing becomes shorter.
    for _ in 0..300 {
        let mut shorter = false;
        for k in 0..3 {
            for j in (0..3).filter(|j| *j != k) {
                let factor = (dot(&basis[k], &basis[j]) / dot(&basis[j], &basis[j])).round();
                if factor == 0.0 || !factor.is_finite() {
                    continue;
                }
                let other = basis[j];
                let mut reduced = basis[k];
                for (entry, other) in reduced.iter_mut().zip(other) {
                    *entry -= factor * other;
                }
                if dot(&reduced, &reduced) < dot(&basis[k], &basis[k]) {
                    basis[k] = reduced;
                    shorter = true;
                }
            }
        }
        if !shorter {
            break;
        }
    }
    basis.sort_by(|a, b| dot(a, a).total_cmp(&dot(b, b)));
    let [a, b, c, _] = basis[0];
    [a, b, c]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses() {
        let check = |x: f64, expected: &str| assert_eq!(real(x), expected);
        check(0.5, "1/2");
        check(-0.125, "-1/8");
        check(2.0, "2");
        check(2f64.sqrt(), "sqrt(2)");
        check(-(3f64.sqrt()), "-sqrt(3)");
        check(PI / 3.0, "1/3*pi");
        check(1.0 + PI / 2.0, "1+1/2*pi");
        check((1.0 + 5f64.sqrt()) / 2.0, "1/2+1/2*sqrt(5)");
        check(0.123456, "0.123456");
        check((20.0 * PI / 180.0).cos(), "0.9396926207859084");
        check(2f64.cbrt(), "1.2599210498948732");
        check(1000.0 + 7f64.sqrt(), "1002.6457513110646");
        let check = |re, im, expected: &str| {
            assert_eq!(complex(Complex64::new(re, im)).as_deref(), Some(expected));
        };
        check(1.0, 1.0, "1+i*sqrt(1)");
        check(-0.5, 3f64.sqrt() / 2.0, "-1/2+i*1/2*sqrt(3)");
    }
}
