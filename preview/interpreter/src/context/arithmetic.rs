//! Arithmetic of numbers, lists and strings.

use std::ops::Mul;

use num_complex::Complex64;

use super::Context;
use crate::memory::fits;
use crate::value::list::Slice;
use crate::value::number::{product_at_pixels, quotient, quotient_at_pixels, quotient_of_reals};
use crate::value::{List, Value, checked_text};
use crate::work;

/// Numbers are added, lists of equal length elementwise; with a string on either side the printed
/// forms are joined.
pub(crate) fn add(context: &Context, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::String(_), _) | (_, Value::String(_)) => {
            let mut text = context.print(a);
            text.push_str(&context.print(b));
            checked_text(text)
        }
        (Value::Angle(x), Value::Angle(y)) => Value::Angle(x + y),
        _ => zip(a, b, |x, y| x + y, |x, y| x + y),
    }
}

/// [`add`] for values that may be points. What is summed up is no angle any more.
pub(crate) fn sum(context: &Context, a: &Value, b: &Value) -> Value {
    add(
        context,
        &number_of(context.plain(a.clone())),
        &context.plain(b.clone()),
    )
}

/// [`multiply`] for a factor of many: the product is no angle any more.
pub(crate) fn factor(context: &Context, a: &Value, b: &Value) -> Value {
    let [a, b] = [a, b].map(|factor| number_of(factor.clone()));
    multiply(context, &a, &b)
}

/// An angle as a number.
fn number_of(value: Value) -> Value {
    match value {
        Value::Angle(z) => z.into(),
        other => other,
    }
}

pub(crate) fn subtract(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Angle(x), Value::Angle(y)) => Value::Angle(x - y),
        _ => zip(a, b, |x, y| x - y, |x, y| x - y),
    }
}

/// Elementwise on lists of equal length, whose shapes must agree where the result is to be
/// defined. The imaginary part of the operation's result is that of 0 and 0 for real numbers.
fn zip(
    a: &Value,
    b: &Value,
    operation: impl Fn(Complex64, Complex64) -> Complex64 + Copy,
    real: impl Fn(f64, f64) -> f64 + Copy,
) -> Value {
    match (a, b) {
        (Value::List(a), Value::List(b)) if a.len() == b.len() => match (a.slice(), b.slice()) {
            (Slice::Reals(a), Slice::Reals(b)) => {
                a.iter().zip(b).map(|(a, b)| real(*a, *b)).collect()
            }
            (Slice::Values(a), Slice::Values(b)) => a
                .iter()
                .zip(b)
                .map(|(a, b)| zip(a, b, operation, real))
                .collect(),
            _ => a
                .iter()
                .zip(b.iter())
                .map(|(a, b)| zip(&a, &b, operation, real))
                .collect(),
        },
        _ => match (a.number(), b.number()) {
            (Some(x), Some(y)) => operation(x, y).into(),
            _ => Value::Undefined,
        },
    }
}

/// The negative: of real numbers, the imaginary parts become -0.
pub(crate) fn negate(value: &Value) -> Value {
    match value {
        Value::Number(z) => (-z).into(),
        Value::Angle(z) => Value::Angle(-z),
        Value::List(list) => list.iter().map(|item| negate(&item)).collect(),
        _ => Value::Undefined,
    }
}

/// Applies a scalar to all numbers in a value.
fn scale(value: &Value, operation: impl Fn(Complex64) -> Complex64 + Copy) -> Value {
    match value {
        Value::Number(z) | Value::Angle(z) => operation(*z).into(),
        Value::List(list) => list.iter().map(|item| scale(&item, operation)).collect(),
        _ => Value::Undefined,
    }
}

/// A list times a number.
fn scaled(times: Times, list: &List, factor: Complex64) -> Value {
    match list.slice() {
        // The imaginary part of a product of two negative numbers is -0.
        Slice::Reals(reals)
            if factor.im.to_bits() == 0
                && (factor.re.is_sign_positive()
                    || reals.iter().all(|real| real.is_sign_positive())) =>
        {
            finite(reals.iter().map(|real| real * factor.re))
        }
        Slice::Values(values) => {
            return values
                .iter()
                .map(|item| match item {
                    Value::List(list) => scaled(times, list, factor),
                    item => scale(item, |z| times(z, factor)),
                })
                .collect();
        }
        _ => None,
    }
    .unwrap_or_else(|| {
        list.iter()
            .map(|item| scale(&item, |z| times(z, factor)))
            .collect()
    })
}

/// A list of real numbers; `None` if one is not finite: then there are imaginary parts as well,
/// which are not numbers.
fn finite(reals: impl IntoIterator<Item = f64>) -> Option<Value> {
    let list = List::from_reals(reals)?;
    let is_finite = list.reals()?.iter().all(|real| real.is_finite());
    is_finite.then_some(Value::List(list))
}

/// Products of numbers, of a number and a list, and by their shapes of vectors (dot product,
/// without conjugation) and matrices.
pub(crate) fn multiply(context: &Context, a: &Value, b: &Value) -> Value {
    let times: Times = match context.at_pixels {
        true => product_at_pixels,
        false => Mul::mul,
    };
    match (a, b) {
        (Value::Angle(x), Value::Number(y)) | (Value::Number(x), Value::Angle(y)) => {
            Value::Angle(times(*x, *y))
        }
        (Value::List(a), Value::List(b)) => product(times, a, b),
        (Value::List(list), _) if let Some(factor) = b.number() => scaled(times, list, factor),
        (_, Value::List(list)) if let Some(factor) = a.number() => scaled(times, list, factor),
        _ => match (a.number(), b.number()) {
            (Some(x), Some(y)) => times(x, y).into(),
            _ => Value::Undefined,
        },
    }
}

/// A product of two numbers.
type Times = fn(Complex64, Complex64) -> Complex64;

fn product(times: Times, a: &List, b: &List) -> Value {
    if a.len() == b.len()
        && let Some(value) = dot(times, a, b)
    {
        return value.into();
    }
    let (Some(a_rows), Some(b_rows)) = (rows(a), rows(b)) else {
        return vector_product(times, a, b).unwrap_or(Value::Undefined);
    };
    let (Some(a_row), Some(b_row)) = (a_rows.first(), b_rows.first()) else {
        return Value::Undefined;
    };
    if a_row.len() != b_rows.len() || !fits(a_rows.len().saturating_mul(b_row.len())) {
        return Value::Undefined;
    }
    a_rows
        .iter()
        .map(|row| combination(times, row, &b_rows))
        .collect::<Option<Value>>()
        .unwrap_or_default()
}

/// Matrix by vector, or vector by matrix.
fn vector_product(times: Times, a: &List, b: &List) -> Option<Value> {
    if let Some(rows) = rows(a) {
        return rows
            .iter()
            .map(|row| Some(Value::from(dot(times, row, b)?)))
            .collect();
    }
    let rows = rows(b).filter(|rows| rows.len() == a.len())?;
    combination(times, a, &rows)
}

/// The sum of the rows, each with its factor: a vector by a matrix. `None` unless all are numbers.
fn combination(times: Times, factors: &List, rows: &[&List]) -> Option<Value> {
    let width = rows.first()?.len();
    if !work::spend(width.saturating_mul(rows.len())) {
        return None;
    }
    let reals = rows.iter().map(|row| row.reals());
    if let (Some(factors), Some(rows)) = (factors.reals(), reals.collect::<Option<Vec<_>>>()) {
        let mut sums = vec![0.0; width];
        for (factor, row) in factors.iter().zip(rows) {
            for (sum, entry) in sums.iter_mut().zip(row) {
                *sum += factor * entry;
            }
        }
        if let Some(value) = finite(sums) {
            return Some(value);
        }
    }
    let mut sums = vec![Complex64::ZERO; width];
    for (factor, row) in factors.iter().zip(rows) {
        let factor = factor.number()?;
        for (sum, entry) in sums.iter_mut().zip(row.iter()) {
            *sum += times(factor, entry.number()?);
        }
    }
    Some(sums.into_iter().collect())
}

/// The rows, if it is a matrix: lists of one length.
pub(crate) fn rows(list: &List) -> Option<Vec<&List>> {
    let Slice::Values(rows) = list.slice() else {
        return None;
    };
    let rows: Vec<&List> = rows.iter().map(Value::list).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then_some(rows)
}

/// The sum of the products; `None` unless both are equally many numbers.
fn dot(times: Times, a: &List, b: &List) -> Option<Complex64> {
    if a.len() != b.len() {
        return None;
    }
    if let (Some(a), Some(b)) = (a.reals(), b.reals()) {
        let sum: f64 = a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b);
        // Otherwise there is an imaginary part, which is not a number.
        if sum.is_finite() {
            return Some(sum.into());
        }
    }
    a.iter()
        .zip(b.iter())
        .try_fold(Complex64::ZERO, |sum, (a, b)| {
            Some(sum + times(a.number()?, b.number()?))
        })
}

pub(crate) fn divide(context: &mut Context, a: &Value, b: &Value) -> Value {
    let Some(divisor) = b.number() else {
        return Value::Undefined;
    };
    let real_at_pixels = context.at_pixels && divisor.im == 0.0;
    if divisor == Complex64::ZERO && !real_at_pixels {
        context.warn("division by zero");
    }
    let quotient = |z| match real_at_pixels {
        true => quotient_at_pixels(z, divisor.re),
        false => quotient(z, divisor),
    };
    match (a, b) {
        (Value::Angle(z), Value::Number(_)) | (Value::Number(z), Value::Angle(_)) => {
            Value::Angle(quotient(*z))
        }
        (Value::List(list), _) => quotients(list, divisor).unwrap_or_else(|| scale(a, quotient)),
        _ => scale(a, quotient),
    }
}

/// Real numbers by a real number.
fn quotients(list: &List, divisor: Complex64) -> Option<Value> {
    let reals = list.reals()?;
    let real = divisor.im == 0.0 && divisor.re != 0.0;
    let quotients = reals
        .iter()
        .map(|real| quotient_of_reals(*real, divisor.re));
    real.then(|| quotients.collect())
}
