//! The operators of arithmetic.

use super::{Row, number, row};
use crate::context::Context;
use crate::context::arithmetic::{add, divide, multiply, negate, subtract};
use crate::value::Value;

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
    row("^", 2, |context, a| power(context, &a[0], &a[1])),
    row("pow", 2, |context, a| power(context, &a[0], &a[1])),
    row("dist", 2, |context, a| {
        number::abs(context, &subtract(&a[0], &a[1]))
    }),
    row("|.|", 2, |context, a| {
        number::abs(context, &subtract(&a[0], &a[1]))
    }),
];

fn power(context: &Context, a: &Value, b: &Value) -> Value {
    match (a.number(), b.number()) {
        (Some(base), Some(exponent)) if context.at_pixels => {
            number::power_at_pixels(base, exponent).into()
        }
        (Some(base), Some(exponent)) => number::power(base, exponent).into(),
        _ => Value::Undefined,
    }
}
