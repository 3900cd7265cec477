//! Equality and the order of values.

use std::cmp::Ordering;

use num_complex::Complex64;

use super::list::Slice;
use super::print::ElementNames;
use super::text::Text;
use super::{List, Value};
use crate::work;

/// Exact equality: false for values of different kinds, and for undefined ones.
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
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

pub(crate) fn holds(list: &List, value: &Value) -> bool {
    match (list.slice(), value) {
        (Slice::Reals(reals), Value::Number(number)) if number.im == 0.0 => {
            reals.contains(&number.re)
        }
        (Slice::Values(values), _) => values.iter().any(|item| equal(item, value)),
        _ => list.iter().any(|item| equal(&item, value)),
    }
}

pub(crate) fn compare_strings(a: &Text, b: &Text) -> Ordering {
    if a.is_same(b) || !work::spend(a.len().min(b.len())) {
        return Ordering::Equal;
    }
    a.encode_utf16().cmp(b.encode_utf16())
}

/// The order of all values: undefined, booleans, numbers (real part first), elements, strings,
/// lists (by the first difference), dictionaries. It is total; NaN lies at the ends.
pub(crate) fn compare(names: &dyn ElementNames, a: &Value, b: &Value) -> Ordering {
    let numbers = |a: Complex64, b: Complex64| {
        compare_reals(a.re, b.re).then_with(|| compare_reals(a.im, b.im))
    };
    match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => compare_strings(a, b),
        (Value::Element(a), Value::Element(b)) => names.name(*a).cmp(&names.name(*b)),
        (Value::List(a), Value::List(b)) if a.is_same(b) => Ordering::Equal,
        (Value::List(a), Value::List(b)) => {
            let pairs = a.iter().zip(b.iter());
            let difference = pairs
                .map_while(|(a, b)| work::spend(1).then(|| compare(names, &a, &b)))
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

/// The one of two values that comes `wanted` of the other. As in CindyJS, the first of two numbers
/// is the larger one if either is NaN.
pub(crate) fn larger(names: &dyn ElementNames, a: &Value, b: &Value, wanted: Ordering) -> Value {
    let order = match (a.number(), b.number()) {
        (Some(x), Some(y)) if x.is_nan() || y.is_nan() => Ordering::Greater,
        _ => compare(names, a, b),
    };
    let first = order == wanted;
    if first { a.clone() } else { b.clone() }
}
