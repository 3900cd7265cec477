//! Values.

pub(crate) mod closure;
pub(crate) mod colour;
pub(crate) mod dictionary;
pub(crate) mod element_id;
pub(crate) mod lazy;
pub(crate) mod list;
pub(crate) mod number;
pub(crate) mod order;
pub(crate) mod print;
pub mod shape;
pub(crate) mod text;

use std::fmt;
use std::sync::Arc;

use cindyscript_hir::types::{ListType, Scalar, Tuple, Type};
use num_complex::Complex64;

use crate::memory::{MAX_SIZE, fits_text, fits_walk};
use crate::value::closure::Closure;
use crate::value::dictionary::Dictionary;
use crate::value::element_id::ElementRef;
use crate::value::list::Slice;
pub(crate) use crate::value::list::{List, Usage};
use crate::value::shape::Shape;
use crate::value::text::Text;
use crate::work;

/// A value of CindyScript.
///
/// Scalars take no allocation; lists and strings are shared and copied on write, so that a clone is
/// at most one atomic increment. Values can be sent to and read by other threads.
// With a tag of a full word, the payload of every kind lies in the same two words, and a value that
// was just written is read back without waiting for the store: up to a third less time in loops.
#[derive(Clone, Debug, Default)]
#[repr(u64)]
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
    String(Text),
    /// A list.
    List(List),
    /// A dictionary: the only value that is shared by reference.
    Dictionary(Dictionary),
    /// An element of the construction.
    Element(ElementRef),
    /// An area of the plane.
    Shape(Arc<Shape>),
    /// Code, made by `cgllazy`.
    Code(Arc<Closure>),
}

impl FromIterator<Value> for Value {
    /// A list; undefined if it would be too large or too deep.
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Value {
        List::new(items).into()
    }
}

impl FromIterator<Complex64> for Value {
    fn from_iter<I: IntoIterator<Item = Complex64>>(numbers: I) -> Value {
        List::from_numbers(numbers.into_iter().take(MAX_SIZE + 1).collect()).into()
    }
}

impl FromIterator<f64> for Value {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Value {
        List::from_reals(numbers).into()
    }
}

impl From<Option<List>> for Value {
    /// The list; undefined if there is none.
    fn from(list: Option<List>) -> Value {
        list.map_or(Value::Undefined, Value::List)
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

    /// The size of a walk over it: elements of lists, bytes of strings.
    #[inline]
    pub(crate) fn extent(&self) -> usize {
        match self {
            Value::List(list) => list.size(),
            Value::String(text) => text.len(),
            _ => 0,
        }
    }

    /// The elements of a list, or bytes of a string, without a walk into its elements.
    #[inline]
    pub(crate) fn breadth(&self) -> usize {
        match self {
            Value::List(list) => list.len(),
            other => other.extent(),
        }
    }

    /// Counts the memory that it holds, however small: another value holds it. `false`, and a
    /// reason in [`memory::take_refusal`](crate::memory::take_refusal), if that is too much.
    #[inline]
    pub(crate) fn hold(&self) -> bool {
        match self {
            Value::List(list) => list.hold(),
            Value::String(text) => text.hold(),
            _ => true,
        }
    }

    /// The values in it: of a list, its elements; of code, what it has captured.
    pub(crate) fn contents(&self) -> Option<&List> {
        match self {
            Value::List(list) => Some(list),
            Value::Code(code) => Some(code.captured()),
            _ => None,
        }
    }

    /// True if both are one value in memory: then they are equal. Values that are equal need not be.
    #[inline]
    pub(crate) fn is_same(&self, other: &Value) -> bool {
        let bits = |number: &Complex64| (number.re.to_bits(), number.im.to_bits());
        match (self, other) {
            (Value::Undefined, Value::Undefined) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Number(a), Value::Number(b)) | (Value::Angle(a), Value::Angle(b)) => {
                bits(a) == bits(b)
            }
            (Value::String(a), Value::String(b)) => a.is_same(b),
            (Value::List(a), Value::List(b)) => a.is_same(b) && a.usage() == b.usage(),
            (Value::Dictionary(a), Value::Dictionary(b)) => a.is_same(b),
            (Value::Element(a), Value::Element(b)) => a == b,
            (Value::Shape(a), Value::Shape(b)) => Arc::ptr_eq(a, b),
            (Value::Code(a), Value::Code(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
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
    /// A list's element type is the join of its elements' types. A list that shares lists so often that
    /// a walk would meet more than 8 million values has the type ⊤.
    #[must_use]
    pub fn type_of(&self) -> Type {
        match self {
            Value::Undefined => Type::Unset,
            Value::Boolean(_) => Type::BOOLEAN,
            Value::Number(number) | Value::Angle(number) => Type::Scalar(scalar_type(*number)),
            Value::String(_) => Type::String,
            Value::List(list) if list.size() > MAX_SIZE => Type::Top,
            Value::List(list) => {
                let mut element = Type::Unset;
                match list.slice() {
                    Slice::Values(values) => {
                        if values.len() <= Tuple::WIDEST {
                            let types = values.iter().map(Value::type_of);
                            return Type::of_elements(types.collect());
                        }
                        for item in values {
                            element = element.join(&item.type_of());
                        }
                    }
                    _ => {
                        let scalars = list.iter().filter_map(|item| item.number());
                        if let Some(scalar) = scalars.map(scalar_type).reduce(Scalar::join) {
                            element = Type::Scalar(scalar);
                        }
                    }
                }
                let len = u32::try_from(list.len()).ok();
                Type::List(Arc::new(ListType { len, element }))
            }
            Value::Dictionary(_) => Type::Dictionary,
            Value::Element(element) => element.type_of(),
            Value::Shape(_) => Type::Shape,
            Value::Code(code) => code.type_of(),
        }
    }
}

/// A string, unless it is too long.
pub(crate) fn checked_text(text: String) -> Value {
    if fits_text(text.len()) {
        text.into()
    } else {
        Value::Undefined
    }
}

/// Counts a walk over all of these values as work; `false`, and a reason in
/// [`memory::take_refusal`](crate::memory::take_refusal), if it may not begin.
pub(crate) fn allow_walk(values: &[Value]) -> bool {
    let extents = values.iter().map(Value::extent);
    let extent = extents.fold(0, usize::saturating_add);
    fits_walk(extent) && work::spend(extent)
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
        f.write_str(&crate::value::print::print(self, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{self, MAX_NESTING, Refusal};

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value>(), 24);
        assert_eq!(size_of::<Option<Value>>(), 24);
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
    fn lists_that_share_lists_take_no_memory_for_them() {
        let mut value = Value::from([1.0]);
        for _ in 0..400 {
            value = Value::from([value.clone(), value]);
        }
        assert!(
            value
                .list()
                .is_some_and(|list| list.size() > memory::MAX_WALK)
        );
        assert_eq!(value.type_of(), Type::Top);
        assert!(!allow_walk(&[value]));
        assert_eq!(memory::take_refusal(), Some(Refusal::Walk));
    }
}
