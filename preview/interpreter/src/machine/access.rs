//! Reading parts of values: `l_i`, `p.x`, `A:"key"`.

use std::fmt::Display;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;
use num_complex::Complex64;

use crate::context::Context;
use crate::machine::{Evaluated, Machine};
use crate::value::dictionary::{Dictionary, EntryContent};
use crate::value::{List, Usage, Value, allow_walk};

impl Machine<'_> {
    /// `base_index`.
    #[inline(never)]
    pub(crate) fn index(&mut self, id: TermId, base: &Value, index: &Value) -> Value {
        let context = &mut self.state.context;
        context.term = id;
        if matches!(index, Value::List(_)) && !allow_walk(std::slice::from_ref(index)) {
            return Value::Undefined;
        }
        index_value(context, base, index)
    }

    /// `base.name`.
    #[inline(never)]
    pub(crate) fn field(&mut self, id: TermId, base: &Value, name: NameId) -> Evaluated {
        let program = self.program;
        let name = program.names.text(name);
        Ok(match base {
            Value::List(list) => list_field(list, name),
            Value::Element(element) => self.state.context.geometry.field(*element, name),
            Value::Dictionary(dictionary) => return self.entry(id, dictionary, name, base),
            _ => Value::Undefined,
        })
    }

    /// `base:key`.
    #[inline(never)]
    pub(crate) fn user_data(&mut self, id: TermId, base: &Value, key: &Value) -> Evaluated {
        let key = self.state.context.print(key);
        match base {
            Value::Dictionary(dictionary) => self.entry(id, dictionary, &key, base),
            Value::Element(element) => {
                let data = self.state.context.geometry.user_data(*element).cloned();
                match data {
                    Some(dictionary) => self.entry(id, &dictionary, &key, base),
                    None => Ok(Value::Undefined),
                }
            }
            Value::List(list) => match list.data().cloned() {
                Some(dictionary) => self.entry(id, &dictionary, &key, base),
                None => Ok(Value::Undefined),
            },
            Value::String(text) => match text.data().cloned() {
                Some(dictionary) => self.entry(id, &dictionary, &key, base),
                None => Ok(Value::Undefined),
            },
            _ => Ok(Value::Undefined),
        }
    }

    fn entry(&mut self, id: TermId, dictionary: &Dictionary, key: &str, this: &Value) -> Evaluated {
        match dictionary.get(key) {
            Some(EntryContent::Value(value)) => Ok(value),
            Some(EntryContent::Code(code)) => self.eval_method(id, &code, this),
            None => Ok(Value::Undefined),
        }
    }
}

/// The place that an index means in a sequence of `len`: 1-based, rounded down, negative from the
/// end.
pub(crate) fn position(index: f64, len: usize) -> Option<usize> {
    let index = index.floor();
    let index = if index < 0.0 {
        index + len as f64
    } else {
        index - 1.0
    };
    (index >= 0.0 && index < len as f64).then_some(index as usize)
}

/// `base_index`; a list of indices gives the list of the elements there.
pub(crate) fn index_value(context: &mut Context, base: &Value, index: &Value) -> Value {
    match (base, index) {
        (Value::List(list), Value::Number(index) | Value::Angle(index)) => {
            match position(index.re, list.len()) {
                Some(place) => list.get(place).unwrap_or_default(),
                None => out_of_range(context, index.re, list.len()),
            }
        }
        (Value::Dictionary(dictionary), index) => match dictionary.get(&context.print(index)) {
            Some(EntryContent::Value(value)) => value,
            _ => Value::Undefined,
        },
        (_, Value::Element(element)) => match context.coordinates(*element) {
            Value::Element(_) => Value::Undefined,
            index => index_value(context, base, &index),
        },
        // A value that is missing has no elements; it has been reported where it is.
        (Value::Undefined, Value::Number(_) | Value::Angle(_)) => Value::Undefined,
        (base, Value::List(indices)) => indices
            .iter()
            .map(|index| index_value(context, base, &index))
            .collect(),
        (Value::String(text), Value::Number(index) | Value::Angle(index)) => {
            let len = text.len_utf16();
            match position(index.re, len).and_then(|place| text.part(place..place + 1)) {
                Some(unit) => unit.into(),
                None => out_of_range(context, index.re, len),
            }
        }
        // Everything else is a list of one element.
        (base, Value::Number(index) | Value::Angle(index)) => match position(index.re, 1) {
            Some(_) => base.clone(),
            None => out_of_range(context, index.re, 1),
        },
        _ => Value::Undefined,
    }
}

fn out_of_range(context: &mut Context, index: f64, len: usize) -> Value {
    let index = crate::value::number::real_text(index.floor());
    context.warn(beyond_the_end(index, len))
}

/// The warning about an index outside of a list or a string with so many elements.
pub(crate) fn beyond_the_end(index: impl Display, len: usize) -> String {
    let there = match len {
        1 => "is 1 element".to_owned(),
        _ => format!("are {len} elements"),
    };
    format!("index {index} is out of range: there {there}")
}

fn list_field(list: &List, name: &str) -> Value {
    let coordinate = |index: usize| match list.vector::<3>() {
        Some(vector) if list.usage() == Usage::Point && index < 2 => {
            (vector[index] / vector[2]).into()
        }
        _ => list.get(index).unwrap_or_default(),
    };
    match (name, list.len()) {
        ("x", _) => coordinate(0),
        ("y", _) => coordinate(1),
        ("z", _) => coordinate(2),
        ("xy", 2) | ("homog", 3) => Value::List(list.clone()),
        ("xy", 3) => match list.vector::<3>() {
            Some([x, y, z]) => [x / z, y / z].into(),
            None => Value::Undefined,
        },
        ("homog", 2) => match list.vector::<2>() {
            Some([x, y]) => [x, y, Complex64::ONE].into(),
            None => Value::Undefined,
        },
        _ => Value::Undefined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(position(1.0, 3), Some(0));
        assert_eq!(position(3.9, 3), Some(2));
        assert_eq!(position(-1.0, 3), Some(2));
        assert_eq!(position(-3.0, 3), Some(0));
        assert_eq!(position(0.0, 3), None);
        assert_eq!(position(0.5, 3), None);
        assert_eq!(position(4.0, 3), None);
        assert_eq!(position(-4.0, 3), None);
        assert_eq!(position(f64::NAN, 3), None);
    }
}
