//! Lists.

use cindyscript_hir::builtins::modifiers;
use std::sync::Arc;

use num_complex::Complex64;

use super::members::Members;
use super::{Row, order, raw, row, shallow};
use crate::context::{Context, arithmetic};
use crate::machine::access::index_value;
pub(super) use crate::memory::fits;
use crate::memory::is_refused;
use crate::value::list::Builder;
use crate::value::shape::{Combination, Shape};
use crate::value::{List, Value, allow_walk};

pub(super) const ROWS: &[Row] = &[
    row("..", 2, |_, a| match (a[0].real(), a[1].real()) {
        (Some(from), Some(to)) => range(from.ceil(), to.floor()),
        _ => Value::Undefined,
    }),
    shallow("take", 2, |context, a| match allow_walk(&a[1..]) {
        true => index_value(context, &a[0], &a[1]),
        false => Value::Undefined,
    }),
    shallow("length", 1, |_, a| {
        match &a[0] {
            Value::List(list) => list.len() as f64,
            Value::String(text) => text.len_utf16() as f64,
            other => as_list(other).len() as f64,
        }
        .into()
    }),
    shallow("++", 2, |_, a| concat(&a[0], &a[1])),
    shallow("concat", 2, |_, a| concat(&a[0], &a[1])),
    raw("--", 2, |_, a| remove(&a[0], &a[1])),
    raw("remove", 2, |_, a| remove(&a[0], &a[1])),
    raw("~~", 2, common),
    raw("common", 2, common),
    shallow(":>", 2, |_, a| append(&a[0], &a[1])),
    shallow("append", 2, |_, a| append(&a[0], &a[1])),
    shallow("<:", 2, |_, a| prepend(&a[0], &a[1])),
    shallow("prepend", 2, |_, a| prepend(&a[0], &a[1])),
    raw("flatten", 1, flatten),
    raw("sum", 1, |context, a| {
        fold(context, &a[0], 0.0, |total, item| match (total, &item) {
            // In place: else a long text would be copied for each of its parts.
            (Value::String(mut text), Value::String(more)) => {
                text.push_str(more).then_some(Value::String(text))
            }
            (total, _) => made(arithmetic::sum(context, &total, &item)),
        })
    }),
    raw("product", 1, |context, a| {
        fold(context, &a[0], 1.0, |total, item| {
            made(arithmetic::factor(context, &total, &item))
        })
    }),
    shallow("pairs", 1, |_, a| {
        tuples(&a[0], |items| {
            let rest = |i: usize| items[i + 1..].iter();
            let pairs = items
                .iter()
                .enumerate()
                .flat_map(|(i, a)| rest(i).map(move |b| Value::from([a.clone(), b.clone()])));
            fits(items.len().saturating_mul(items.len()) / 2).then(|| pairs.collect())
        })
    }),
    shallow("triples", 1, |_, a| {
        tuples(&a[0], |items| {
            let n = items.len();
            // Four values each.
            if !fits(n.saturating_mul(n).saturating_mul(n) / 6 * 4) {
                return None;
            }
            let mut triples = Vec::new();
            for (i, a) in items.iter().enumerate() {
                for (j, b) in items.iter().enumerate().skip(i + 1) {
                    for c in &items[j + 1..] {
                        triples.push(Value::from([a.clone(), b.clone(), c.clone()]));
                    }
                }
            }
            Some(triples.into_iter().collect())
        })
    }),
    shallow("consecutive", 1, |_, a| {
        tuples(&a[0], |items| {
            Some(
                items
                    .windows(2)
                    .map(|pair| pair.iter().cloned().collect::<Value>())
                    .collect(),
            )
        })
    }),
    shallow("cycle", 1, |_, a| {
        tuples(&a[0], |items| {
            let following = items.iter().cycle().skip(1);
            let pairs = items.iter().zip(following);
            Some(
                pairs
                    .map(|(a, b)| Value::from([a.clone(), b.clone()]))
                    .collect(),
            )
        })
    }),
    shallow("directproduct", 2, |_, a| {
        match (a[0].list(), a[1].list()) {
            (Some(a), Some(b)) if fits(a.len().saturating_mul(b.len())) => a
                .iter()
                .flat_map(|a| b.iter().map(move |b| Value::from([a.clone(), b])))
                .collect(),
            _ => Value::Undefined,
        }
    }),
    raw("combinations", 2, combinations),
    shallow("reverse", 1, |_, a| match &a[0] {
        Value::List(list) => list.iter().rev().collect(),
        Value::String(text) => text.chars().rev().collect::<String>().into(),
        _ => Value::Undefined,
    }),
];

/// Scalars are lists of one element; strings and undefined are empty lists.
fn as_list(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.iter().collect(),
        Value::Number(_) | Value::Angle(_) | Value::Boolean(_) | Value::Element(_) => {
            vec![value.clone()]
        }
        Value::String(_)
        | Value::Undefined
        | Value::Dictionary(_)
        | Value::Shape(_)
        | Value::Code(_) => Vec::new(),
    }
}

fn listed(value: &Value) -> Option<List> {
    match value {
        Value::List(list) => Some(list.clone()),
        other => List::new(as_list(other)),
    }
}

fn range(from: f64, to: f64) -> Value {
    let len = to - from + 1.0;
    if len.is_nan() || len < 1.0 {
        return [Value::Undefined; 0].into();
    }
    if !fits(len as usize) {
        return Value::Undefined;
    }
    (0..len as u64).map(|offset| from + offset as f64).collect()
}

fn concat(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Shape(a), Value::Shape(b)) => combined(a, b, Combination::Union),
        (Value::List(a), Value::List(b)) => a.clone().extended(b.iter()).into(),
        _ => as_list(a).into_iter().chain(as_list(b)).collect(),
    }
}

fn remove(a: &Value, b: &Value) -> Value {
    if let (Value::Shape(a), Value::Shape(b)) = (a, b) {
        return combined(a, b, Combination::Difference);
    }
    let (Some(all), Some(removed)) = (listed(a), listed(b)) else {
        return Value::Undefined;
    };
    let removed = Members::new(&removed, all.len());
    all.iter().filter(|item| !removed.contain(item)).collect()
}

fn common(context: &mut Context, arguments: &[Value]) -> Value {
    match (&arguments[0], &arguments[1]) {
        (Value::List(a), Value::List(b)) => {
            let members = Members::new(b, a.len());
            let both = a.iter().filter(|item| members.contain(item)).collect();
            order::set(context, both)
        }
        (Value::Shape(a), Value::Shape(b)) => combined(a, b, Combination::Intersection),
        _ => Value::Undefined,
    }
}

fn combined(a: &Shape, b: &Shape, how: Combination) -> Value {
    let combined = a.combined(b, how);
    combined.map_or(Value::Undefined, |shape| Value::Shape(Arc::new(shape)))
}

fn append(list: &Value, value: &Value) -> Value {
    let Some(list) = list.list() else {
        return Value::Undefined;
    };
    list.clone().extended(std::iter::once(value.clone())).into()
}

fn prepend(value: &Value, list: &Value) -> Value {
    let Some(list) = list.list() else {
        return Value::Undefined;
    };
    std::iter::once(value.clone()).chain(list.iter()).collect()
}

/// The first element, combined with each that follows, until that would take too much memory.
fn fold(
    context: &Context,
    list: &Value,
    empty: f64,
    combine: impl Fn(Value, Value) -> Option<Value>,
) -> Value {
    let Some(list) = list.list() else {
        return Value::Undefined;
    };
    let mut items = list.iter();
    let Some(first) = items.next() else {
        return empty.into();
    };
    items
        .try_fold(context.plain(first), combine)
        .unwrap_or_default()
}

/// The value, unless it is undefined because it would take too much memory.
fn made(value: Value) -> Option<Value> {
    (!value.is_undefined() || !is_refused()).then_some(value)
}

fn tuples(list: &Value, make: impl Fn(&[Value]) -> Option<Value>) -> Value {
    let items: Option<Vec<Value>> = list.list().map(|list| list.iter().collect());
    items.and_then(|items| make(&items)).unwrap_or_default()
}

/// Takes `levels` (1 unless the modifier says otherwise) of brackets away.
fn flatten(context: &mut Context, arguments: &[Value]) -> Value {
    let levels = match context.modifier(modifiers::name::LEVELS) {
        Some(Value::Number(levels)) => Some(levels.re as usize),
        Some(Value::String(text)) if &**text == "all" => None,
        _ => Some(1),
    };
    let Some(list) = arguments[0].list() else {
        return arguments[0].clone();
    };
    let mut flat = Builder::default();
    collect_flat(list, levels, &mut flat);
    flat.finish().into()
}

/// Adds the elements of a list, until they are too many.
fn collect_flat(list: &List, levels: Option<usize>, flat: &mut Builder) -> bool {
    list.iter().all(|item| match item {
        Value::List(inner) if levels != Some(0) => {
            collect_flat(&inner, levels.map(|levels| levels - 1), flat)
        }
        item => flat.push(item),
    })
}

/// Of a number, how many ways there are to choose so many; of a list, all of them, in order.
fn combinations(_: &mut Context, arguments: &[Value]) -> Value {
    let Some(count) = arguments[1].real().map(f64::trunc) else {
        return Value::Undefined;
    };
    let list = match &arguments[0] {
        Value::List(list) => list,
        other => {
            return other
                .number()
                .map_or(Value::Undefined, |base| binomial(base, count));
        }
    };
    let len = list.len();
    if count < 0.0 || count > len as f64 {
        return [Value::Undefined; 0].into();
    }
    let size = binomial_coefficient(len as f64, count) * count.max(1.0);
    if size.is_nan() || !fits(size as usize) {
        return Value::Undefined;
    }
    let mut chosen: Vec<usize> = (0..count as usize).collect();
    let mut all = Vec::new();
    loop {
        let choice = chosen
            .iter()
            .map(|index| list.get(*index).unwrap_or_default());
        all.push(choice.collect::<Value>());
        // The last index that can still grow; those after it follow it closely.
        let offset = len - chosen.len();
        let Some(place) = (0..chosen.len()).rfind(|place| chosen[*place] < place + offset) else {
            return all.into_iter().collect();
        };
        let next = chosen[place] + 1;
        for (index, choice) in chosen[place..].iter_mut().enumerate() {
            *choice = next + index;
        }
    }
}

fn binomial(base: Complex64, count: f64) -> Value {
    let total = base.re.trunc();
    match count.min(total - count) {
        fewer if fewer < 0.0 => 0.0.into(),
        1.0 => base.into(),
        fewer => binomial_coefficient(total, fewer).into(),
    }
}

/// Exact as long as it is an integer that a double holds.
fn binomial_coefficient(total: f64, count: f64) -> f64 {
    let count = count.min(total - count);
    if count > 1e4 {
        return f64::INFINITY;
    }
    (1..=count as u32).fold(1.0, |product, k| {
        let k = f64::from(k);
        (product * (total - count + k) / k).round()
    })
}
