//! Values.

use std::fmt;
use std::sync::Arc;

use cindyscript_analysis::types::{ListType, Scalar, Type};
use num_complex::Complex64;

use crate::dictionary::Dictionary;
use crate::geometry::ElementId;

/// How deep lists may be nested: everything that walks a value recurses at most this deep.
pub(crate) const MAX_NESTING: u16 = 500;
/// How many values a list may hold, all levels together: it bounds what a walk over it takes.
pub(crate) const MAX_SIZE: usize = 1 << 23;

/// A value of CindyScript.
///
/// Scalars take no allocation; lists and strings are shared and copied on write, so that a clone is
/// at most one atomic increment. Values can be sent to and read by other threads.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// The undefined value, printed `___`.
    #[default]
    Undefined,
    /// `true` or `false`.
    Boolean(bool),
    /// A number; all numbers are complex.
    Number(Complex64),
    /// A number that is printed as an angle (in degrees); otherwise a number as any other.
    Angle(Complex64),
    /// A string.
    String(Arc<str>),
    /// A list.
    List(List),
    /// A dictionary: the only value that is shared by reference.
    Dictionary(Dictionary),
    /// An element of the construction.
    Element(ElementId),
}

/// What a list stands for, besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Usage {
    /// Nothing.
    #[default]
    Plain,
    /// The coordinates of a point: in three of them, the third is the homogeneous one.
    Point,
    /// The homogeneous coordinates of a line.
    Line,
}

/// A list; immutable, and shared by its clones.
#[derive(Clone, Debug, Default)]
pub struct List {
    items: Arc<[Value]>,
    /// How many values there are in it, those in lists in it included.
    size: u32,
    nesting: u16,
    usage: Usage,
}

impl List {
    /// The list of these elements, unless it would be too large or too deep.
    pub fn new(items: impl IntoIterator<Item = Value>) -> Option<List> {
        let items = items.into_iter().collect();
        let mut list = List {
            items,
            size: 0,
            nesting: 0,
            usage: Usage::Plain,
        };
        list.measure().then_some(list)
    }

    /// Computes size and depth; whether they are within the limits.
    fn measure(&mut self) -> bool {
        let (mut size, mut nesting) = (self.items.len() as u64, 0);
        for item in self.items.iter() {
            if let Value::List(inner) = item {
                size += u64::from(inner.size);
                nesting = nesting.max(inner.nesting + 1);
            }
        }
        self.nesting = nesting;
        self.size = u32::try_from(size).unwrap_or(u32::MAX);
        size <= MAX_SIZE as u64 && nesting <= MAX_NESTING
    }

    /// The elements.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// The element at a place, counted from 0.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        self.items.get(index).cloned()
    }

    /// The elements, one after the other.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + '_ {
        self.items.iter().cloned()
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// What the list stands for.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The same list, standing for something.
    #[must_use]
    pub(crate) fn with_usage(mut self, usage: Usage) -> List {
        self.usage = usage;
        self
    }

    /// The elements as `N` numbers.
    pub(crate) fn vector<const N: usize>(&self) -> Option<[Complex64; N]> {
        let items: &[Value; N] = self.items().try_into().ok()?;
        let mut vector = [Complex64::ZERO; N];
        for (number, item) in vector.iter_mut().zip(items) {
            *number = item.number()?;
        }
        Some(vector)
    }

    /// Replaces one element, in place if nobody else holds the list. `None` if the list would
    /// become too large or too deep.
    pub(crate) fn with(mut self, index: usize, value: Value) -> Option<List> {
        let plain = !matches!(value, Value::List(_));
        let slot = Arc::make_mut(&mut self.items).get_mut(index)?;
        let was_plain = !matches!(slot, Value::List(_));
        *slot = value;
        // Plain for plain: size and depth are what they were.
        (plain && was_plain || self.measure()).then_some(self)
    }

    /// Takes one element out and leaves undefined there.
    pub(crate) fn take(&mut self, index: usize) -> Value {
        Arc::make_mut(&mut self.items)
            .get_mut(index)
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

impl FromIterator<Value> for Value {
    /// A list; undefined if it would be too large or too deep.
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Value {
        List::new(items).map_or(Value::Undefined, Value::List)
    }
}

impl FromIterator<Complex64> for Value {
    fn from_iter<I: IntoIterator<Item = Complex64>>(numbers: I) -> Value {
        numbers.into_iter().map(Value::Number).collect()
    }
}

impl FromIterator<f64> for Value {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Value {
        numbers.into_iter().map(Value::from).collect()
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number.into())
    }
}

impl From<Complex64> for Value {
    fn from(number: Complex64) -> Value {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text.into())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Value {
        items.into_iter().map(Into::into).collect()
    }
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    #[inline]
    pub fn number(&self) -> Option<Complex64> {
        match self {
            Value::Number(number) | Value::Angle(number) => Some(*number),
            _ => None,
        }
    }

    /// The real part of the number, if it is one.
    #[must_use]
    #[inline]
    pub fn real(&self) -> Option<f64> {
        self.number().map(|number| number.re)
    }

    /// The list, if it is one.
    #[must_use]
    pub fn list(&self) -> Option<&List> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The elements of a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Value]> {
        self.list().map(List::items)
    }

    /// The string, if it is one.
    #[must_use]
    pub fn string(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is the undefined value.
    #[must_use]
    pub fn is_undefined(&self) -> bool {
        matches!(self, Value::Undefined)
    }

    /// The smallest type of this value.
    ///
    /// A list's element type is the join of its elements' types.
    #[must_use]
    pub fn type_of(&self) -> Type {
        match self {
            Value::Undefined => Type::Unset,
            Value::Boolean(_) => Type::BOOLEAN,
            Value::Number(number) | Value::Angle(number) => Type::Scalar(scalar_type(*number)),
            Value::String(_) => Type::String,
            Value::List(list) => {
                let mut element = Type::Unset;
                for item in list.items() {
                    element = element.join(&item.type_of());
                }
                let len = u32::try_from(list.len()).ok();
                Type::List(Arc::new(ListType { len, element }))
            }
            Value::Dictionary(_) => Type::Dictionary,
            Value::Element(element) => element.type_of(),
        }
    }
}

/// The smallest type of a number: int if it is integral, however it was computed.
fn scalar_type(number: Complex64) -> Scalar {
    if number.im != 0.0 {
        return Scalar::Complex;
    }
    match (number.re.fract() == 0.0, number.re >= 0.0) {
        (true, true) => Scalar::Nat,
        (true, false) => Scalar::Int,
        (false, true) => Scalar::NonNeg,
        (false, false) => Scalar::Real,
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::print::print(self, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value>(), 24);
    }

    #[test]
    fn types() {
        let check = |value: Value, expected: &str| {
            assert_eq!(value.type_of().to_string(), expected);
        };
        check(Value::from(2.0), "int");
        check(Value::from(2.5), "real");
        check(Value::from(Complex64::I), "complex");
        check(Value::from([1.0, 2.5]), "list(2, real)");
        check(Value::from(["a"]), "list(1, string)");
        check(Value::Undefined, "⊥");
    }

    #[test]
    fn nesting_ends() {
        let mut value = Value::from(1.0);
        for _ in 0..10_000 {
            value = Value::from([value]);
        }
        // At the limit it became undefined, and then went on.
        assert!(value.to_string().len() <= 2 * usize::from(MAX_NESTING) + 5);
    }

    #[test]
    fn doubling_ends() {
        let mut value = Value::from([1.0]);
        let mut largest = 0;
        for _ in 0..100 {
            value = Value::from([value.clone(), value]);
            largest = largest.max(value.list().map_or(0, |list| list.size as usize));
        }
        assert!(largest > MAX_SIZE / 4 && largest <= MAX_SIZE);
    }
}
