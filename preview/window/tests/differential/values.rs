//! Random values of a type, and how near two values are.

use cindyscript_hir::types::{Scalar, Type};
use cindyscript_interpreter::Value;
use cindyscript_shader::Precision;

/// Numbers that look random and are the same each time: xorshift (G. Marsaglia, 2003).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound.max(1)
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Which numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    /// Small ones, simple ones, and some that are larger or smaller by orders of magnitude.
    Usual,
    /// Where things go wrong: zero, very large and very small, what is no number.
    Extreme,
}

const EXTREMES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    7e4,
    -1e9,
    1e-12,
    -1e-15,
    1e30,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// A value of a type, each number one that the precision can hold.
pub(crate) fn value(ty: &Type, range: Range, precision: Precision, random: &mut Random) -> Value {
    match ty {
        Type::Scalar(scalar) => number(*scalar, range, precision, random),
        _ => match ty.sized_list() {
            Some((len, element)) => (0..len)
                .map(|_| value(element, range, precision, random))
                .collect(),
            None => Value::Undefined,
        },
    }
}

fn number(scalar: Scalar, range: Range, precision: Precision, random: &mut Random) -> Value {
    let real = |random: &mut Random| held(real(range, random), precision);
    match scalar {
        Scalar::Boolean => Value::from(random.below(2) == 1),
        Scalar::Nat => Value::from(random.below(20) as f64),
        Scalar::Int => Value::from(random.below(41) as f64 - 20.0),
        Scalar::NonNeg => Value::from(real(random).abs()),
        Scalar::Real => Value::from(real(random)),
        Scalar::Complex => {
            let (re, im) = (real(random), real(random));
            // The shader does not tell -0 from 0 where a branch is cut.
            Value::Number(complex(re, im + 0.0))
        }
    }
}

fn complex(re: f64, im: f64) -> num_complex::Complex64 {
    num_complex::Complex64::new(re, im)
}

fn real(range: Range, random: &mut Random) -> f64 {
    match (range, random.below(8)) {
        (Range::Extreme, 0..7) => EXTREMES[random.below(EXTREMES.len())],
        (_, 0) => random.below(9) as f64 - 4.0,
        (_, 1) => {
            (random.unit() * 24.0 - 12.0).exp2() * if random.below(2) == 0 { 1.0 } else { -1.0 }
        }
        (_, 2) => random.unit() * 100.0 - 50.0,
        _ => random.unit() * 8.0 - 4.0,
    }
}

/// A number as a precision holds it.
fn held(number: f64, precision: Precision) -> f64 {
    let high = f64::from(number as f32);
    match precision {
        Precision::Double if high.is_finite() => high + f64::from((number - high) as f32),
        Precision::Native => number,
        Precision::Single | Precision::Double | Precision::Perturbed => high,
    }
}

/// The unit in the last place of a precision, in ulps of f32.
pub(crate) fn unit(precision: Precision) -> f64 {
    match precision {
        Precision::Single | Precision::Perturbed => 1.0,
        Precision::Double => 1.0 / f64::from(1 << 24),
        Precision::Native => 1.0 / f64::from(1 << 29),
    }
}

/// A value whose real numbers are those of another, or next to them in a precision.
pub(crate) fn nudged(value: &Value, ty: &Type, precision: Precision, random: &mut Random) -> Value {
    let near = |number: f64, random: &mut Random| {
        let single = number as f32;
        let (up, down) = (single.next_up(), single.next_down());
        if matches!(precision, Precision::Double | Precision::Native) {
            let step = (f64::from(up) - f64::from(single)) * unit(precision);
            return number + step * (random.below(3) as f64 - 1.0);
        }
        f64::from(match random.below(3) {
            0 => single,
            1 => up,
            _ => down,
        })
    };
    match (ty, value) {
        (Type::Scalar(Scalar::NonNeg), Value::Number(z)) => {
            Value::from(near(z.re, random).max(0.0))
        }
        (Type::Scalar(Scalar::Real), Value::Number(z)) => Value::from(near(z.re, random)),
        (Type::Scalar(Scalar::Complex), Value::Number(z)) => {
            Value::Number(complex(near(z.re, random), near(z.im, random)))
        }
        (_, Value::List(list)) => match ty.sized_list() {
            Some((_, element)) => list
                .iter()
                .map(|item| nudged(&item, element, precision, random))
                .collect(),
            None => value.clone(),
        },
        _ => value.clone(),
    }
}

/// The scalars of a value of a type, depth first: each real, or real and imaginary part; none if it
/// is of another shape (undefined, say).
pub(crate) fn scalars(value: &Value, ty: &Type, into: &mut Vec<Vec<f64>>) -> Option<()> {
    match (ty, value) {
        (Type::Scalar(Scalar::Boolean), Value::Boolean(truth)) => {
            into.push(vec![f64::from(u8::from(*truth))]);
        }
        (Type::Scalar(Scalar::Boolean), _) => return None,
        (Type::Scalar(Scalar::Complex), value) => {
            let z = value.number()?;
            into.push(vec![z.re, z.im]);
        }
        (Type::Scalar(_), value) => into.push(vec![value.real()?]),
        _ => {
            let (len, element) = ty.sized_list()?;
            let list = value.list()?;
            if list.len() != len as usize {
                return None;
            }
            for item in list.iter() {
                scalars(&item, element, into)?;
            }
        }
    }
    Some(())
}

/// The expressions of the real numbers in a value, depth first.
pub(crate) fn leaves(text: &str, ty: &Type, into: &mut Vec<String>) {
    match ty {
        Type::Scalar(Scalar::Boolean) => into.push(format!("if({text}, 1, 0)")),
        Type::Scalar(Scalar::Complex) => {
            into.push(format!("re({text})"));
            into.push(format!("im({text})"));
        }
        Type::Scalar(_) => into.push(text.to_owned()),
        _ => {
            if let Some((len, element)) = ty.sized_list() {
                for place in 1..=len {
                    leaves(&format!("{text}_{place}"), element, into);
                }
            }
        }
    }
}
