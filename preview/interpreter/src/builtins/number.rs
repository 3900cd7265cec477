//! Functions of complex numbers.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use cindyscript_hir::builtins::Intrinsic;
use num_complex::Complex64;

use super::{Row, row};
use crate::context::Context;
use crate::random::Random;
use crate::value::Value;
use crate::value::list::Slice;
use crate::value::number::round_half_up;

pub(super) const ROWS: &[Row] = &[
    row("√", 1, |_, a| numeric(a, sqrt)),
    row("sqrt", 1, |_, a| numeric(a, sqrt)),
    row("exp", 1, |_, a| numeric(a, exp)),
    row("sin", 1, |_, a| numeric(a, sin)),
    row("cos", 1, |_, a| numeric(a, cos)),
    row("tan", 1, |_, a| numeric(a, tan)),
    row("log", 1, |_, a| numeric(a, log)),
    row("arcsin", 1, |_, a| angle(a, arcsin)),
    row("arccos", 1, |_, a| angle(a, arccos)),
    row("arctan", 1, |_, a| angle(a, arctan)),
    row("arctan2", 1, |_, a| arctan2_of_one(&a[0])),
    row("arctan2", 2, |_, a| match (a[0].number(), a[1].number()) {
        (Some(x), Some(y)) => Value::Angle(arctan2(x, y)),
        _ => Value::Undefined,
    }),
    row("°", 1, |_, a| angle(a, |z| z * (PI / 180.0))),
    row("re", 1, |_, a| elementwise(&a[0], |z| z.re.into())),
    row("im", 1, |_, a| elementwise(&a[0], |z| z.im.into())),
    row("conjugate", 1, |_, a| elementwise(&a[0], |z| z.conj())),
    row("round", 1, |_, a| {
        elementwise(&a[0], |z| by_parts(z, round_half_up))
    }),
    row("ceil", 1, |_, a| {
        elementwise(&a[0], |z| by_parts(z, f64::ceil))
    }),
    row("floor", 1, |_, a| {
        elementwise(&a[0], |z| by_parts(z, f64::floor))
    }),
    row("abs", 1, |context, a| abs(context, &a[0])),
    row("|.|", 1, |context, a| abs(context, &a[0])),
    row("mod", 2, |context, a| {
        match (a[0].number(), a[1].number()) {
            (Some(_), Some(by)) if context.at_pixels && by == Complex64::ZERO => f64::NAN.into(),
            (Some(z), Some(by)) => {
                let value = snap(Complex64::new(
                    remainder(z.re, by.re),
                    remainder(z.im, by.im),
                ));
                match (&a[0], &a[1]) {
                    (Value::Angle(_), Value::Angle(_)) => Value::Angle(value),
                    _ => value.into(),
                }
            }
            _ => Value::Undefined,
        }
    }),
    row("random", 0, |context, _| context.random.uniform().into()),
    row("random", 1, |context, a| match a[0].number() {
        Some(z) => {
            let re = z.re * context.random.uniform();
            Complex64::new(re, z.im * context.random.uniform()).into()
        }
        None => Value::Undefined,
    }),
    row("randomnormal", 0, |context, _| {
        context.random.normal().into()
    }),
    row("randominteger", 1, random_integer),
    row("randomint", 1, random_integer),
    row("randombool", 0, |context, _| {
        (context.random.uniform() > 0.5).into()
    }),
    row("seedrandom", 1, |context, a| {
        if let Some(seed) = a[0].real() {
            context.random = Random::seeded(seed);
        }
        Value::Undefined
    }),
];

/// Numbers are equal up to this tolerance.
const EPSILON: f64 = 1e-10;

fn numeric(arguments: &[Value], function: impl Fn(Complex64) -> Complex64) -> Value {
    match arguments[0].number() {
        Some(z) => function(z).into(),
        None => Value::Undefined,
    }
}

fn angle(arguments: &[Value], function: impl Fn(Complex64) -> Complex64) -> Value {
    match arguments[0].number() {
        Some(z) => Value::Angle(function(z)),
        None => Value::Undefined,
    }
}

/// Applies a function to a number, or to all numbers in a list and its lists.
fn elementwise(value: &Value, function: impl Fn(Complex64) -> Complex64 + Copy) -> Value {
    match value {
        Value::Number(z) | Value::Angle(z) => function(*z).into(),
        Value::List(list) => list
            .iter()
            .map(|item| elementwise(&item, function))
            .collect(),
        _ => Value::Undefined,
    }
}

/// Real functions keep the reals: no imaginary part comes from rounding.
#[inline]
fn real_or(
    z: Complex64,
    real: impl Fn(f64) -> f64,
    complex: impl Fn(Complex64) -> Complex64,
) -> Complex64 {
    if z.im == 0.0 {
        real(z.re).into()
    } else {
        complex(z)
    }
}

fn by_parts(z: Complex64, function: impl Fn(f64) -> f64) -> Complex64 {
    Complex64::new(function(z.re), function(z.im))
}

/// The function of a complex number that a builtin is.
pub(crate) fn scalar_function(intrinsic: Intrinsic) -> Option<fn(Complex64) -> Complex64> {
    Some(match intrinsic {
        Intrinsic::Sqrt => sqrt,
        Intrinsic::Exp => exp,
        Intrinsic::Sin => sin,
        Intrinsic::Cos => cos,
        Intrinsic::Tan => tan,
        Intrinsic::Log => log,
        Intrinsic::Arcsin => arcsin,
        Intrinsic::Arccos => arccos,
        Intrinsic::Arctan => arctan,
        _ => return None,
    })
}

fn exp(z: Complex64) -> Complex64 {
    real_or(z, f64::exp, Complex64::exp)
}

fn sin(z: Complex64) -> Complex64 {
    real_or(z, f64::sin, Complex64::sin)
}

fn cos(z: Complex64) -> Complex64 {
    real_or(z, f64::cos, Complex64::cos)
}

fn tan(z: Complex64) -> Complex64 {
    real_or(z, f64::tan, |z| z.sin() / z.cos())
}

/// The principal root; below the negative real axis, imaginary part -0 included, it is the
/// conjugate one.
pub(super) fn sqrt(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return if z.re >= 0.0 {
            z.re.sqrt().into()
        } else {
            Complex64::new(0.0, (-z.re).sqrt().copysign(z.im))
        };
    }
    z.sqrt()
}

/// The principal logarithm; parts that are nearly integers become integers.
pub(super) fn log(z: Complex64) -> Complex64 {
    let im = if z.im == 0.0 && z.re < 0.0 {
        PI
    } else {
        z.im.atan2(z.re)
    };
    // The square may be too large for a number where the modulus is not: as in CindyJS.
    snap(Complex64::new(z.norm_sqr().sqrt().max(z.norm()).ln(), im))
}

fn snap(z: Complex64) -> Complex64 {
    by_parts(z, |x| {
        let crosses = (x + EPSILON).floor() != (x - EPSILON).floor();
        if crosses { round_half_up(x) } else { x }
    })
}

fn unit_interval(z: Complex64) -> Option<f64> {
    (z.im == 0.0 && z.re.abs() <= 1.0).then_some(z.re)
}

fn arcsin(z: Complex64) -> Complex64 {
    match unit_interval(z) {
        Some(x) => x.asin().into(),
        None => -Complex64::I * log(Complex64::I * z + sqrt(1.0 - z * z)),
    }
}

fn arccos(z: Complex64) -> Complex64 {
    match unit_interval(z) {
        Some(x) => x.acos().into(),
        None => FRAC_PI_2 - arcsin(z),
    }
}

fn arctan(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return z.re.atan().into();
    }
    let (a, b) = (log(1.0 - Complex64::I * z), log(1.0 + Complex64::I * z));
    (a - b) * Complex64::new(0.0, 0.5)
}

/// The angle of the vector (x, y).
pub(crate) fn arctan2(x: Complex64, y: Complex64) -> Complex64 {
    if x.im == 0.0 && y.im == 0.0 {
        return y.re.atan2(x.re).into();
    }
    let radius = sqrt(x * x + y * y);
    -Complex64::I * log((x + Complex64::I * y) / radius)
}

fn arctan2_of_one(value: &Value) -> Value {
    match value {
        Value::Number(z) | Value::Angle(z) => Value::Angle(z.im.atan2(z.re).into()),
        Value::List(list) => match list.vector::<2>() {
            Some([x, y]) => Value::Angle(arctan2(x, y)),
            None => Value::Undefined,
        },
        _ => Value::Undefined,
    }
}

/// The remainder with the divisor's sign; 0 for the divisor 0.
fn remainder(x: f64, by: f64) -> f64 {
    if by == 0.0 {
        0.0
    } else {
        x - (x / by).floor() * by
    }
}

/// The modulus of a number; the Euclidean norm of all numbers in a list.
pub(super) fn abs(context: &Context, value: &Value) -> Value {
    match value {
        Value::Number(z) | Value::Angle(z) => {
            // CindyJS takes the root of the square, and scripts end loops by that.
            if z.norm_sqr().is_infinite() && !context.at_pixels {
                f64::NAN.into()
            } else if z.im == 0.0 {
                z.re.abs().into()
            } else {
                z.norm().into()
            }
        }
        Value::List(_) => squared_norm(value).map_or(Value::Undefined, |sum| sum.sqrt().into()),
        _ => Value::Undefined,
    }
}

fn squared_norm(value: &Value) -> Option<f64> {
    match value {
        Value::Number(z) | Value::Angle(z) => Some(z.norm_sqr()),
        Value::List(list) => match list.slice() {
            Slice::Reals(reals) => Some(reals.iter().map(|real| real * real).sum()),
            Slice::Numbers(numbers) => Some(numbers.iter().map(Complex64::norm_sqr).sum()),
            Slice::Values(values) => values
                .iter()
                .try_fold(0.0, |sum, item| Some(sum + squared_norm(item)?)),
        },
        _ => None,
    }
}

fn random_integer(context: &mut Context, arguments: &[Value]) -> Value {
    let Some(z) = arguments[0].number() else {
        return Value::Undefined;
    };
    let re = (z.re.trunc() * context.random.uniform()).trunc();
    let im = (z.im.trunc() * context.random.uniform()).trunc();
    Complex64::new(re, im).into()
}

/// The power of a real number at pixels: as CindyGL has it, 0 to an even negative power is infinite.
pub(crate) fn power_at_pixels(base: Complex64, exponent: Complex64) -> Complex64 {
    let even = exponent.im == 0.0 && exponent.re < 0.0 && exponent.re % 2.0 == 0.0;
    if base == Complex64::ZERO && even {
        return f64::INFINITY.into();
    }
    power(base, exponent)
}

/// A power. A real base to a real exponent stays real: NaN for a negative base and an exponent
/// that is no integer.
pub(crate) fn power(base: Complex64, exponent: Complex64) -> Complex64 {
    if exponent == Complex64::ZERO {
        return Complex64::ONE;
    }
    if base == Complex64::ZERO {
        return Complex64::ZERO;
    }
    if exponent.im == 0.0 {
        let integral = exponent.re.fract() == 0.0 && exponent.re.abs() <= f64::from(i32::MAX);
        if base.im == 0.0 {
            return if integral && exponent.re.abs() < 64.0 {
                base.re.powi(exponent.re as i32).into()
            } else {
                base.re.powf(exponent.re).into()
            };
        }
        if integral {
            return base.powi(exponent.re as i32);
        }
        let (radius, angle) = (base.norm().powf(exponent.re), base.arg() * exponent.re);
        return Complex64::from_polar(radius, angle % TAU);
    }
    (log(base) * exponent).exp()
}
