//! How a raised type acts on others.

use crate::solution::{NONE, SlotId};

/// How a raised slot acts on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flow {
    /// The target is computed from its operands again.
    Operand,
    /// The target's type is joined with the source's.
    Join,
    /// The target's type is joined with the type of the source's elements.
    Element,
    /// The target's type is joined with the type of what the source's elements are found by.
    Key,
    /// An element of the source is assigned, or to an element of the target, or both: see
    /// [`AccessPath`].
    Access(u32),
    /// The target's type is joined with the source's as it is on the GPU.
    Uniform,
    /// The target's type is joined with the source's, if this slot is that of a number.
    Beside(SlotId),
    /// The same from the number, with the slot that flows; if the source is a list, as `Element`.
    ElementOr(SlotId),
}

/// How a value gets into a variable where not all of it, or not to all of it, is assigned.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccessPath {
    /// The part of the value, as in `[a, b] = v`: 0-based places, that in the outermost list first.
    pub(crate) part: Vec<usize>,
    /// The part of the variable, as in `l_i = v`: indices, that of the outermost list first;
    /// `None` where an index is not in the text.
    pub(crate) path: Vec<Option<f64>>,
}

impl AccessPath {
    /// The way to what is assigned, where that is in an element of a list: its index comes first.
    pub(super) fn of_element(mut self, index: Option<f64>) -> Self {
        self.path.insert(0, index);
        self
    }
}

/// What depends on a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dependents {
    /// What is computed from it; the first of them, and most have no other.
    pub(crate) user: SlotId,
    /// The first of the edges to what else depends on it.
    pub(crate) edges: u32,
}

impl Dependents {
    pub(crate) const NONE: Self = Self {
        user: SlotId::NONE,
        edges: NONE,
    };
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) target: SlotId,
    pub(crate) flow: Flow,
    pub(crate) next: u32,
}
