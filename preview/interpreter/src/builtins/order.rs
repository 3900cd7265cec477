//! Comparing, sorting, and what is largest.

use std::cmp::Ordering;

use num_complex::Complex64;

use super::{Row, raw, row};
use crate::context::Context;
use crate::geometry::Geometry;
use crate::list::Slice;
use crate::print::ElementNames;
use crate::text::Text;
use crate::value::{List, Value};
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

/// Exact equality: false for values of different kinds, and for undefined ones.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => {
            a.len() == b.len() && (a.is_same(b) || work::spend(a.len()) && a == b)
        }
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len()
                && work::spend(a.len())
                && match (a.slice(), b.slice()) {
                    (Slice::Reals(a), Slice::Reals(b)) => a == b,
                    _ => a.iter().zip(b.iter()).all(|(a, b)| equal(&a, &b)),
                }
        }
        (Value::Dictionary(a), Value::Dictionary(b)) => a.is_same(b),
        (Value::Element(a), Value::Element(b)) => a == b,
        _ => matches!((a.number(), b.number()), (Some(a), Some(b)) if a == b),
    }
}

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

fn compare_strings(a: &Text, b: &Text) -> Ordering {
    if a.is_same(b) || !work::spend(a.len().min(b.len())) {
        return Ordering::Equal;
    }
    a.encode_utf16().cmp(b.encode_utf16())
}

/// The order of all values: undefined, booleans, numbers (real part first), elements, strings,
/// lists (by the first difference), dictionaries. It is total; NaN lies at the ends.
pub(crate) fn compare(geometry: &Geometry, a: &Value, b: &Value) -> Ordering {
    let numbers = |a: Complex64, b: Complex64| {
        compare_reals(a.re, b.re).then_with(|| compare_reals(a.im, b.im))
    };
    match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => compare_strings(a, b),
        (Value::Element(a), Value::Element(b)) => geometry.name(*a).cmp(&geometry.name(*b)),
        (Value::List(a), Value::List(b)) if a.is_same(b) => Ordering::Equal,
        (Value::List(a), Value::List(b)) => {
            let pairs = a.iter().zip(b.iter());
            let difference = pairs
                .map_while(|(a, b)| work::spend(1).then(|| compare(geometry, &a, &b)))
                .find(|order| order.is_ne());
            difference.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        _ => match (a.number(), b.number()) {
            (Some(a), Some(b)) => numbers(a, b),
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

/// The order of real numbers.
pub(crate) fn compare_reals(a: f64, b: f64) -> Ordering {
    // Adding 0 makes -0 the same as 0.
    (a + 0.0).total_cmp(&(b + 0.0))
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Undefined => 0,
        Value::Boolean(_) => 1,
        Value::Number(_) | Value::Angle(_) => 2,
        Value::Element(_) => 3,
        Value::String(_) => 4,
        Value::List(_) => 5,
        Value::Dictionary(_) | Value::Shape(_) | Value::Code(_) => 6,
    }
}

fn extremum(context: &Context, value: &Value, wanted: Ordering) -> Value {
    let Some(list) = value.list() else {
        return Value::Undefined;
    };
    let better = |a, b| larger(context, &a, &b, wanted);
    list.iter().reduce(better).unwrap_or_default()
}

/// A list first means the extremum of code over it; code without `#` has one value.
fn extremum_of_two(context: &mut Context, arguments: &[Value], wanted: Ordering) -> Value {
    let [a, b] = [0, 1].map(|index| context.plain(arguments[index].clone()));
    match a {
        Value::List(list) if list.is_empty() => Value::Undefined,
        // Code that is an element has that as its value, not its coordinates.
        Value::List(_) => arguments[1].clone(),
        _ => larger(context, &a, &b, wanted),
    }
}

/// The one of two values that comes `wanted` of the other. As in CindyJS, the first of two numbers
/// is the larger one if either is NaN.
pub(crate) fn larger(context: &Context, a: &Value, b: &Value, wanted: Ordering) -> Value {
    let order = match (a.number(), b.number()) {
        (Some(x), Some(y)) if x.is_nan() || y.is_nan() => Ordering::Greater,
        _ => compare(&context.geometry, a, b),
    };
    let first = order == wanted;
    if first { a.clone() } else { b.clone() }
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

pub(super) fn holds(list: &List, value: &Value) -> bool {
    match (list.slice(), value) {
        (Slice::Reals(reals), Value::Number(number)) if number.im == 0.0 => {
            reals.contains(&number.re)
        }
        (Slice::Values(values), _) => values.iter().any(|item| equal(item, value)),
        _ => list.iter().any(|item| equal(&item, value)),
    }
}

fn contains(list: &Value, value: &Value) -> Value {
    match list.list() {
        Some(list) => holds(list, value).into(),
        None => Value::Undefined,
    }
}
