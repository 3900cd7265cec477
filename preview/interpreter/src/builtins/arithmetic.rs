//! Arithmetic of numbers, lists and strings.

use num_complex::Complex64;

use super::{Row, number, row};
use crate::context::Context;
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    row("+", 2, |context, a| add(context, &a[0], &a[1])),
    row("add", 2, |context, a| add(context, &a[0], &a[1])),
    row("+", 1, |_, a| match &a[0] {
        Value::Number(_) | Value::Angle(_) | Value::List(_) => a[0].clone(),
        _ => Value::Undefined,
    }),
    row("-", 2, |_, a| subtract(&a[0], &a[1])),
    row("sub", 2, |_, a| subtract(&a[0], &a[1])),
    row("-", 1, |_, a| negate(&a[0])),
    row("*", 2, |context, a| multiply(context, &a[0], &a[1])),
    row("mult", 2, |context, a| multiply(context, &a[0], &a[1])),
    row("/", 2, |context, a| divide(context, &a[0], &a[1])),
    row("div", 2, |context, a| divide(context, &a[0], &a[1])),
    row("^", 2, |_, a| power(&a[0], &a[1])),
    row("pow", 2, |_, a| power(&a[0], &a[1])),
    row("dist", 2, |_, a| number::abs(&subtract(&a[0], &a[1]))),
    row("|.|", 2, |_, a| number::abs(&subtract(&a[0], &a[1]))),
];

/// Numbers are added, lists of equal length elementwise; with a string on either side the printed
/// forms are joined.
pub(crate) fn add(context: &Context, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::String(_), _) | (_, Value::String(_)) => {
            let mut text = context.print(a);
            text.push_str(&context.print(b));
            super::string::text(text)
        }
        _ => zip(a, b, |x, y| x + y),
    }
}

/// [`add`] for values that may be points.
pub(crate) fn sum(context: &Context, a: &Value, b: &Value) -> Value {
    add(
        context,
        &context.plain(a.clone()),
        &context.plain(b.clone()),
    )
}

fn subtract(a: &Value, b: &Value) -> Value {
    zip(a, b, |x, y| x - y)
}

/// Elementwise on lists of equal length, whose shapes must agree where the result is to be
/// defined.
fn zip(
    a: &Value,
    b: &Value,
    operation: impl Fn(Complex64, Complex64) -> Complex64 + Copy,
) -> Value {
    match (a, b) {
        (Value::Angle(x), Value::Angle(y)) => Value::Angle(operation(*x, *y)),
        (Value::List(a), Value::List(b)) if a.len() == b.len() => a
            .items()
            .iter()
            .zip(b.items())
            .map(|(a, b)| zip(a, b, operation))
            .collect(),
        _ => match (a.number(), b.number()) {
            (Some(x), Some(y)) => operation(x, y).into(),
            _ => Value::Undefined,
        },
    }
}

fn negate(value: &Value) -> Value {
    match value {
        Value::Number(z) => (-z).into(),
        Value::Angle(z) => Value::Angle(-z),
        Value::List(list) => list.items().iter().map(negate).collect(),
        _ => Value::Undefined,
    }
}

/// Applies a scalar to all numbers in a value.
fn scale(value: &Value, operation: impl Fn(Complex64) -> Complex64 + Copy) -> Value {
    match value {
        Value::Number(z) | Value::Angle(z) => operation(*z).into(),
        Value::List(list) => list
            .items()
            .iter()
            .map(|item| scale(item, operation))
            .collect(),
        _ => Value::Undefined,
    }
}

/// Products of numbers, of a number and a list, and by their shapes of vectors (dot product,
/// without conjugation) and matrices.
pub(crate) fn multiply(_: &Context, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Angle(x), Value::Number(y)) | (Value::Number(x), Value::Angle(y)) => {
            Value::Angle(x * y)
        }
        (Value::List(a), Value::List(b)) => product(a, b),
        _ => match (a.number(), b.number()) {
            (Some(x), Some(y)) => (x * y).into(),
            (Some(x), None) if b.list().is_some() => scale(b, |z| z * x),
            (None, Some(y)) if a.list().is_some() => scale(a, |z| z * y),
            _ => Value::Undefined,
        },
    }
}

fn product(a: &List, b: &List) -> Value {
    if a.len() == b.len()
        && let Some(value) = dot(a.items(), b.items())
    {
        return value.into();
    }
    let (Some(a_rows), Some(b_rows)) = (rows(a), rows(b)) else {
        return vector_product(a, b).unwrap_or(Value::Undefined);
    };
    let (Some(a_row), Some(b_row)) = (a_rows.first(), b_rows.first()) else {
        return Value::Undefined;
    };
    if a_row.len() != b_rows.len() {
        return Value::Undefined;
    }
    // The second matrix by columns, so that each entry is a dot product.
    let columns: Vec<Vec<Value>> = (0..b_row.len())
        .map(|column| {
            b_rows
                .iter()
                .map(|row| row.items()[column].clone())
                .collect()
        })
        .collect();
    let entry = |row: &List, column: &[Value]| dot(row.items(), column).map(Value::from);
    a_rows
        .iter()
        .map(|row| {
            columns
                .iter()
                .map(|column| entry(row, column))
                .collect::<Option<Value>>()
        })
        .collect::<Option<Value>>()
        .unwrap_or_default()
}

/// Matrix by vector, or vector by matrix.
fn vector_product(a: &List, b: &List) -> Option<Value> {
    if let Some(rows) = rows(a) {
        let b = b.items();
        return rows
            .iter()
            .map(|row| Some(Value::from(dot(row.items(), b)?)))
            .collect();
    }
    let rows = rows(b).filter(|rows| rows.len() == a.len())?;
    let width = rows.first()?.len();
    let mut sums = vec![Complex64::ZERO; width];
    for (factor, row) in a.items().iter().zip(&rows) {
        let factor = factor.number()?;
        for (sum, entry) in sums.iter_mut().zip(row.items()) {
            *sum += factor * entry.number()?;
        }
    }
    Some(sums.into_iter().collect())
}

/// The rows, if it is a matrix: lists of one length.
pub(super) fn rows(list: &List) -> Option<Vec<&List>> {
    let rows: Vec<&List> = list
        .items()
        .iter()
        .map(Value::list)
        .collect::<Option<_>>()?;
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then_some(rows)
}

/// The elements, if all are numbers.
pub(super) fn numbers(list: &List) -> Option<Vec<Complex64>> {
    list.iter().map(|item| item.number()).collect()
}

/// The sum of the products; `None` unless both are equally many numbers.
fn dot(a: &[Value], b: &[Value]) -> Option<Complex64> {
    if a.len() != b.len() {
        return None;
    }
    a.iter().zip(b).try_fold(Complex64::ZERO, |sum, (a, b)| {
        Some(sum + a.number()? * b.number()?)
    })
}

fn divide(context: &mut Context, a: &Value, b: &Value) -> Value {
    let Some(divisor) = b.number() else {
        return Value::Undefined;
    };
    if divisor == Complex64::ZERO {
        context.warn("division by zero");
    }
    let quotient = |z: Complex64| {
        if z.im == 0.0 && divisor.im == 0.0 && divisor.re != 0.0 {
            Complex64::from(z.re / divisor.re)
        } else {
            z / divisor
        }
    };
    match (a, b) {
        (Value::Angle(z), Value::Number(_)) | (Value::Number(z), Value::Angle(_)) => {
            Value::Angle(quotient(*z))
        }
        _ => scale(a, quotient),
    }
}

fn power(a: &Value, b: &Value) -> Value {
    match (a.number(), b.number()) {
        (Some(base), Some(exponent)) => number::power(base, exponent).into(),
        _ => Value::Undefined,
    }
}
