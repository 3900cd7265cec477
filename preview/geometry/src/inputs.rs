//! The arguments of an element, as its operation sees them.

use num_complex::Complex64 as C;

use crate::algebra::ZERO_VECTOR;
use crate::{Conic, Element, ElementValue, Vector};

/// A value that the definition of an element fixes for good.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Parameter {
    #[default]
    None,
    /// The place of the value among several.
    Choice(usize),
    /// The cosine and sine of an angle.
    Rotation([C; 2]),
}

/// The arguments of an element. An argument of another kind than the operation takes counts as
/// zero: the check of the arguments leaves none.
pub(crate) struct Inputs<'a> {
    pub(crate) elements: &'a [Element],
    pub(crate) indices: &'a [usize],
    pub(crate) parameter: Parameter,
}

impl<'a> Inputs<'a> {
    pub(crate) fn len(&self) -> usize {
        self.indices.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a Element> {
        let elements = self.elements;
        self.indices.iter().filter_map(|&index| elements.get(index))
    }

    pub(crate) fn get(&self, argument: usize) -> Option<&'a Element> {
        self.elements.get(*self.indices.get(argument)?)
    }

    pub(crate) fn value(&self, argument: usize) -> Option<&'a ElementValue> {
        self.get(argument).map(|element| &element.value)
    }

    /// The homogeneous coordinates of a point, a line or a segment.
    pub(crate) fn vector(&self, argument: usize) -> Vector {
        self.value(argument)
            .and_then(|shape| shape.point().or_else(|| shape.line()))
            .unwrap_or(ZERO_VECTOR)
    }

    /// The homogeneous coordinates of the first so many points or lines.
    pub(crate) fn vectors<const N: usize>(&self) -> [Vector; N] {
        std::array::from_fn(|argument| self.vector(argument))
    }

    pub(crate) fn conic(&self, argument: usize) -> Conic {
        let conic = self.value(argument).and_then(ElementValue::conic).copied();
        conic.unwrap_or(Conic::ZERO)
    }
}
