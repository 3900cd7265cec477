//! Dictionaries.

use super::{Row, row, shallow};
use crate::context::Context;
use crate::value::Value;
use crate::value::dictionary::{Dictionary, EntryContent};

pub(super) const ROWS: &[Row] = &[
    shallow("keys", 1, |context, a| match &a[0] {
        Value::List(list) => list
            .data()
            .map_or_else(|| [Value::Undefined; 0].into(), keys),
        other => entries(context, other).map_or(Value::Undefined, |entries| keys(&entries)),
    }),
    shallow("values", 1, |context, a| match &a[0] {
        Value::List(_) => a[0].clone(),
        other => match entries(context, other) {
            Some(dictionary) => dictionary
                .by_key()
                .into_iter()
                .map(|(_, content)| match content {
                    EntryContent::Value(value) => value,
                    EntryContent::Code(_) => Value::Undefined,
                })
                .collect(),
            None => Value::Undefined,
        },
    }),
    row("dict", 0, |context, _| {
        let dictionary = Dictionary::default();
        for (key, value) in &context.modifiers {
            dictionary.set(key, EntryContent::Value(value.clone()));
        }
        Value::Dictionary(dictionary)
    }),
    shallow("put", 3, |_, a| match &a[0] {
        Value::Dictionary(dictionary) => {
            let dictionary = dictionary.copy();
            dictionary.set_value(&a[1], EntryContent::Value(a[2].clone()));
            Value::Dictionary(dictionary)
        }
        _ => Value::Undefined,
    }),
    shallow("get", 2, |_, a| match &a[0] {
        Value::Dictionary(dictionary) => match dictionary.get_value(&a[1]) {
            Some(EntryContent::Value(value)) => value,
            _ => Value::Undefined,
        },
        _ => Value::Undefined,
    }),
];

/// A dictionary, or what is attached to an element.
fn keys(dictionary: &Dictionary) -> Value {
    let keys = dictionary.by_age().into_iter();
    keys.map(|(key, _)| key).collect()
}

fn entries(context: &Context, value: &Value) -> Option<Dictionary> {
    match value {
        Value::Dictionary(dictionary) => Some(dictionary.clone()),
        Value::Element(id) => Some(context.geometry.user_data(*id).cloned().unwrap_or_default()),
        _ => None,
    }
}
