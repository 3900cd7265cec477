//! Comparing, sorting, and what is largest.

use std::cmp::Ordering;

use super::{Row, raw, row};
use crate::context::Context;
use crate::value::Value;
use crate::value::order::{compare, compare_reals, compare_strings, equal, holds, larger};
use crate::work;

pub(super) const ROWS: &[Row] = &[
    raw("==", 2, |_, a| equal(&a[0], &a[1]).into()),
    raw("!=", 2, |_, a| (!equal(&a[0], &a[1])).into()),
    row("<", 2, |_, a| compared(a, |x, y| x < y, Ordering::is_lt)),
    row(">", 2, |_, a| compared(a, |x, y| x > y, Ordering::is_gt)),
    row("<=", 2, |_, a| compared(a, |x, y| x <= y, Ordering::is_le)),
    row(">=", 2, |_, a| compared(a, |x, y| x >= y, Ordering::is_ge)),
    row("~=", 2, |context, a| {
        almost_equal(context, &a[0], &a[1]).into()
    }),
    row("~!=", 2, |context, a| {
        (!almost_equal(context, &a[0], &a[1])).into()
    }),
    row("~<", 2, |_, a| difference(a, |d| d <= -EPSILON)),
    row("~>", 2, |_, a| difference(a, |d| d >= EPSILON)),
    row("~<=", 2, |_, a| difference(a, |d| d < EPSILON)),
    row("~>=", 2, |_, a| difference(a, |d| d > -EPSILON)),
    raw("max", 1, |context, a| {
        extremum(context, &a[0], Ordering::Greater)
    }),
    raw("min", 1, |context, a| {
        extremum(context, &a[0], Ordering::Less)
    }),
    raw("max", 2, |context, a| {
        extremum_of_two(context, a, Ordering::Greater)
    }),
    raw("min", 2, |context, a| {
        extremum_of_two(context, a, Ordering::Less)
    }),
    raw("sort", 1, |context, a| sort(context, &a[0])),
    raw("set", 1, |context, a| match a[0].list() {
        Some(list) => set(context, list.iter().collect()),
        None => Value::Undefined,
    }),
    raw("∈", 2, |_, a| contains(&a[1], &a[0])),
    raw("contains", 2, |_, a| contains(&a[0], &a[1])),
    raw("∉", 2, |_, a| match contains(&a[1], &a[0]) {
        Value::Boolean(value) => (!value).into(),
        other => other,
    }),
];

/// Numbers are equal up to this tolerance in `~=` and the like.
const EPSILON: f64 = 1e-10;
/// Numbers are real up to this tolerance in comparisons.
const REAL_EPSILON: f64 = 1e-6;

fn almost_equal(context: &Context, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|(a, b)| almost_equal(context, &context.plain(a), &context.plain(b)))
        }
        (Value::Dictionary(_), Value::Dictionary(_)) => false,
        _ => match (a.number(), b.number()) {
            (Some(a), Some(b)) => (a.re - b.re).abs() < EPSILON && (a.im - b.im).abs() < EPSILON,
            _ => equal(a, b),
        },
    }
}

fn real(value: &Value) -> Option<f64> {
    let number = value.number()?;
    (number.im.abs() < REAL_EPSILON).then_some(number.re)
}

fn compared(
    arguments: &[Value],
    numbers: impl Fn(f64, f64) -> bool,
    strings: impl Fn(Ordering) -> bool,
) -> Value {
    match (&arguments[0], &arguments[1]) {
        (Value::String(a), Value::String(b)) => strings(compare_strings(a, b)).into(),
        (a, b) => match (real(a), real(b)) {
            (Some(a), Some(b)) => numbers(a, b).into(),
            _ => Value::Undefined,
        },
    }
}

fn difference(arguments: &[Value], test: impl Fn(f64) -> bool) -> Value {
    match (real(&arguments[0]), real(&arguments[1])) {
        (Some(a), Some(b)) => test(a - b).into(),
        _ => Value::Undefined,
    }
}

fn extremum(context: &Context, value: &Value, wanted: Ordering) -> Value {
    let Some(list) = value.list() else {
        return Value::Undefined;
    };
    let better = |a, b| larger(&context.geometry, &a, &b, wanted);
    list.iter().reduce(better).unwrap_or_default()
}

/// A list first means the extremum of code over it; code without `#` has one value.
fn extremum_of_two(context: &mut Context, arguments: &[Value], wanted: Ordering) -> Value {
    let [a, b] = [0, 1].map(|index| context.plain(arguments[index].clone()));
    match a {
        Value::List(list) if list.is_empty() => Value::Undefined,
        // Code that is an element has that as its value, not its coordinates.
        Value::List(_) => arguments[1].clone(),
        _ => larger(&context.geometry, &a, &b, wanted),
    }
}

fn sort(context: &Context, value: &Value) -> Value {
    let Some(list) = value.list() else {
        return Value::Undefined;
    };
    if let Some(reals) = list.reals() {
        let mut reals = reals.to_vec();
        reals.sort_by(|a, b| compare_reals(*a, *b));
        return reals.into_iter().collect();
    }
    let items: Vec<Value> = list.iter().collect();
    let sorted = work::sort_by(items, &|a, b| compare(&context.geometry, a, b));
    sorted.into_iter().collect()
}

/// In ascending order, without repetitions.
pub(super) fn set(context: &Context, items: Vec<Value>) -> Value {
    let mut items = work::sort_by(items, &|a, b| compare(&context.geometry, a, b));
    items.dedup_by(|next, kept| equal(kept, next));
    items.into_iter().collect()
}

fn contains(list: &Value, value: &Value) -> Value {
    match list.list() {
        Some(list) => holds(list, value).into(),
        None => Value::Undefined,
    }
}
