//! Logic. Both sides are evaluated.

use super::{Row, row};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    row("&", 2, |_, a| both(a, |a, b| a & b)),
    row("and", 2, |_, a| both(a, |a, b| a & b)),
    row("%", 2, |_, a| both(a, |a, b| a | b)),
    row("or", 2, |_, a| both(a, |a, b| a | b)),
    row("xor", 2, |_, a| both(a, |a, b| a ^ b)),
    row("!", 1, |_, a| not(&a[0])),
    row("not", 1, |_, a| not(&a[0])),
];

fn both(arguments: &[Value], operation: fn(bool, bool) -> bool) -> Value {
    match (&arguments[0], &arguments[1]) {
        (Value::Boolean(a), Value::Boolean(b)) => operation(*a, *b).into(),
        _ => Value::Undefined,
    }
}

fn not(value: &Value) -> Value {
    match value {
        Value::Boolean(value) => (!value).into(),
        _ => Value::Undefined,
    }
}
