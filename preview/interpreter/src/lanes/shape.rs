//! How the values of a typed program lie in registers: a register for each real number.

use cindyscript_hir::types::{Scalar, Type};

use crate::value::Value;

/// The largest value, in real numbers.
const WIDEST: usize = 4096;

/// The numbers of a type, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// No number: what has no value.
    Nothing,
    /// 0 or 1.
    Boolean,
    /// An int or a real number; an image, by its number.
    Real,
    /// Real and imaginary part.
    Complex,
    /// The elements one after the other.
    List(Vec<Shape>),
}

impl Shape {
    /// The shape of a type; `None` for what is not made of numbers, and for what is too wide.
    pub(super) fn of(ty: &Type) -> Option<Shape> {
        (width(ty)? <= WIDEST).then(|| Shape::unbounded(ty))?
    }

    fn unbounded(ty: &Type) -> Option<Shape> {
        Some(match ty {
            Type::Unset => Shape::Nothing,
            Type::Scalar(Scalar::Boolean) => Shape::Boolean,
            Type::Scalar(Scalar::Complex) => Shape::Complex,
            Type::Scalar(_) | Type::String => Shape::Real,
            Type::Code(_) => Shape::unbounded(&ty.data())?,
            Type::Point => Shape::List(vec![Shape::Real; 2]),
            Type::Tuple(tuple) => {
                let parts = tuple.components().iter().map(Shape::unbounded);
                Shape::List(parts.collect::<Option<_>>()?)
            }
            Type::List(list) => {
                Shape::List(vec![Shape::unbounded(&list.element)?; list.len? as usize])
            }
            Type::ScalarOrString(_)
            | Type::Dictionary
            | Type::Line
            | Type::Circle
            | Type::Element
            | Type::Shape
            | Type::Top => return None,
        })
    }

    /// How many registers it takes.
    pub(super) fn width(&self) -> usize {
        match self {
            Shape::Nothing => 0,
            Shape::Boolean | Shape::Real => 1,
            Shape::Complex => 2,
            Shape::List(parts) => parts.iter().map(Shape::width).sum(),
        }
    }

    /// The elements of a list; none of what is no list.
    pub(super) fn parts(&self) -> &[Shape] {
        match self {
            Shape::List(parts) => parts,
            _ => &[],
        }
    }

    /// How many lists lie around the numbers.
    pub(super) fn depth(&self) -> usize {
        match self {
            Shape::List(parts) => 1 + parts.iter().map(Shape::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Appends the numbers of a value; zeros for what it lacks. `image` knows the numbers of images.
    pub(super) fn flatten(
        &self,
        value: &Value,
        numbers: &mut Vec<f64>,
        image: &mut impl FnMut(&Value) -> f64,
    ) {
        match (self, value) {
            (Shape::Nothing, _) => {}
            (Shape::Real, Value::String(_)) => numbers.push(image(value)),
            (Shape::Boolean | Shape::Real, Value::Boolean(truth)) => {
                numbers.push(f64::from(u8::from(*truth)));
            }
            (Shape::Boolean | Shape::Real, value) => {
                numbers.push(value.real().unwrap_or_default());
            }
            (Shape::Complex, value) => {
                let number = match value {
                    Value::Boolean(truth) => f64::from(u8::from(*truth)).into(),
                    value => value.number().unwrap_or_default(),
                };
                numbers.extend([number.re, number.im]);
            }
            (Shape::List(parts), value) => {
                let list = value.contents();
                for (place, part) in parts.iter().enumerate() {
                    let item = list.and_then(|list| list.get(place)).unwrap_or_default();
                    part.flatten(&item, numbers, image);
                }
            }
        }
    }

    /// The value that has these numbers, which are taken from the front.
    pub(super) fn value(&self, numbers: &mut impl Iterator<Item = f64>) -> Value {
        let mut next = || numbers.next().unwrap_or_default();
        match self {
            Shape::Nothing => Value::Undefined,
            Shape::Boolean => (next() != 0.0).into(),
            Shape::Real => next().into(),
            Shape::Complex => num_complex::Complex64::new(next(), next()).into(),
            Shape::List(parts) => parts.iter().map(|part| part.value(numbers)).collect(),
        }
    }
}

/// As [`Shape::width`], without making the shape.
fn width(ty: &Type) -> Option<usize> {
    Some(match ty {
        Type::Unset => 0,
        Type::Scalar(Scalar::Complex) | Type::Point => 2,
        Type::Scalar(_) | Type::String => 1,
        Type::Code(_) => width(&ty.data())?,
        Type::Tuple(tuple) => {
            let widths = tuple.components().iter().map(width);
            widths.sum::<Option<usize>>()?
        }
        // Empty elements are elements, too.
        Type::List(list) => {
            let width = width(&list.element)?.max(1);
            width.saturating_mul(list.len? as usize)
        }
        Type::ScalarOrString(_)
        | Type::Dictionary
        | Type::Line
        | Type::Circle
        | Type::Element
        | Type::Shape
        | Type::Top => return None,
    })
}
