//! The elements of a list, to be asked often whether a value is among them.

use std::hash::{DefaultHasher, Hash, Hasher};

use num_complex::Complex64;
use rustc_hash::FxHashMap;

use crate::value::list::Slice;
use crate::value::order::{equal, holds};
use crate::value::{List, Value};
use crate::work;

/// In shorter lists, one looks at each element.
const FEW: usize = 16;

/// What is in a list, by [`equal`].
pub(super) struct Members<'a> {
    list: &'a List,
    order: Order,
}

/// How it is found.
enum Order {
    /// One after the other.
    None,
    /// Real numbers in ascending order, without NaN.
    Sorted(Vec<f64>),
    /// By hash, the place of the last element that has it; by place, that of the one before.
    Hashed {
        last: FxHashMap<u64, u32>,
        before: Vec<u32>,
    },
}

/// No place.
const END: u32 = u32::MAX;

impl<'a> Members<'a> {
    /// Makes ready for so many questions.
    pub(super) fn new(list: &'a List, questions: usize) -> Members<'a> {
        let order = if list.len().min(questions) < FEW {
            Order::None
        } else if let Some(reals) = list.reals() {
            let mut sorted: Vec<f64> = reals.iter().copied().filter(|x| !x.is_nan()).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            Order::Sorted(sorted)
        } else {
            let mut last = FxHashMap::default();
            let mut before = Vec::with_capacity(list.len());
            for (place, item) in (0..).zip(list.iter()) {
                if !work::spend(1) {
                    break;
                }
                let same = hash(&item).and_then(|hash| last.insert(hash, place));
                before.push(same.unwrap_or(END));
            }
            Order::Hashed { last, before }
        };
        Members { list, order }
    }

    /// Whether an element is equal to a value.
    pub(super) fn contain(&self, value: &Value) -> bool {
        if !work::spend(1) {
            return false;
        }
        match &self.order {
            Order::None => holds(self.list, value),
            Order::Sorted(sorted) => value.number().is_some_and(|number| {
                // Both zeros are equal, and lie side by side.
                let first = sorted.partition_point(|real| *real < number.re);
                number.im == 0.0 && sorted.get(first) == Some(&number.re)
            }),
            Order::Hashed { last, before } => {
                let place = hash(value).and_then(|hash| last.get(&hash));
                let mut place = place.copied().unwrap_or(END);
                while let Some(item) = self.list.get(place as usize) {
                    if equal(&item, value) {
                        return true;
                    }
                    place = before.get(place as usize).copied().unwrap_or(END);
                }
                false
            }
        }
    }
}

/// The same number for values that are equal; none for what is equal to nothing.
fn hash(value: &Value) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    hash_into(value, &mut hasher)?;
    Some(hasher.finish())
}

fn hash_into(value: &Value, hasher: &mut DefaultHasher) -> Option<()> {
    match value {
        Value::Number(number) | Value::Angle(number) => hash_number(*number, hasher)?,
        Value::String(text) => {
            if !work::spend(text.len()) {
                return None;
            }
            (1, &**text).hash(hasher);
        }
        Value::Boolean(truth) => (2, truth).hash(hasher),
        Value::Element(id) => (3, id).hash(hasher),
        Value::Dictionary(dictionary) => (4, dictionary.identity()).hash(hasher),
        // At most so deep as lists may be.
        Value::List(list) => {
            (5, list.len()).hash(hasher);
            match list.slice() {
                Slice::Reals(reals) => {
                    for real in reals {
                        hash_number((*real).into(), hasher)?;
                    }
                }
                _ => {
                    for item in list.iter() {
                        hash_into(&item, hasher)?;
                    }
                }
            }
        }
        Value::Undefined | Value::Shape(_) | Value::Code(_) => return None,
    }
    Some(())
}

fn hash_number(number: Complex64, hasher: &mut DefaultHasher) -> Option<()> {
    // Adding 0 makes -0 the same as 0.
    let parts = [number.re + 0.0, number.im + 0.0];
    let is_number = !parts.iter().any(|part| part.is_nan());
    is_number.then(|| (0, parts.map(f64::to_bits)).hash(hasher))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::dictionary::Dictionary;

    #[test]
    fn what_is_found_fast_is_what_is_found_one_by_one() {
        let number = |re: f64, im: f64| Value::Number(Complex64::new(re, im));
        let dictionary = Value::Dictionary(Dictionary::default());
        let others = [
            number(0.0, 0.0),
            number(-0.0, 0.0),
            number(1.0, -0.0),
            number(1.0, 1.0),
            number(f64::NAN, 0.0),
            Value::Angle(Complex64::ONE),
            Value::from(true),
            Value::from("a"),
            Value::from(""),
            Value::Undefined,
            Value::from([number(0.0, 0.0), number(f64::NAN, 0.0)]),
            Value::from([number(-0.0, 0.0), Value::from("a")]),
            Value::from([number(0.0, 0.0), Value::from("a")]),
            Value::from([1.0, 2.0]),
            dictionary,
            Value::Dictionary(Dictionary::default()),
        ];
        let reals: Vec<Value> = (0..40).map(|k| number(f64::from(k) / 4.0, 0.0)).collect();
        for wanted in 0..others.len() {
            // Lists of reals, of numbers, of anything; one of them not there.
            let rest = others.iter().enumerate();
            let rest = rest.filter(|(index, _)| *index != wanted).map(|(_, v)| v);
            let lists = [
                reals.clone(),
                reals.iter().chain(&others[..5]).cloned().collect(),
                reals.iter().chain(rest).cloned().collect(),
            ];
            for list in lists.into_iter().filter_map(List::new) {
                let members = Members::new(&list, 100);
                assert!(!matches!(members.order, Order::None));
                for value in reals.iter().chain(&others) {
                    let expected = list.iter().any(|item| equal(&item, value));
                    assert_eq!(members.contain(value), expected, "{value:?} in {list:?}");
                }
            }
        }
    }
}
