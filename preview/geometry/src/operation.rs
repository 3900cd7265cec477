//! The types of elements: what each is computed from, and how.

use std::fmt;

use num_complex::Complex64 as C;

use crate::inputs::{Inputs, Parameter};
use crate::moving::Mover;
use crate::tracing::{Refine, Trace};
use crate::{Definition, DefinitionError, ElementKind, ElementValue, WidgetKind};

/// What an element is computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signature {
    /// One of each.
    Exactly(&'static [ElementKind]),
    /// Any number of this kind.
    Each(ElementKind),
    /// Anything.
    Any,
}

/// A type of element that somebody has a rule for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialType {
    /// The line through two points.
    Join,
    /// A circle that is moved by its radius.
    CircleByRadius,
    /// A point on a circle.
    PointOnCircle,
    /// The point opposite to such a point.
    OtherPointOnCircle,
    /// One of several points, lines or conics.
    Selection,
}

/// A type of element: a row of the table in [`operations`](crate::operations).
pub(crate) struct Operation {
    /// CindyJS's `type`.
    pub(crate) name: &'static str,
    pub(crate) kind: ElementKind,
    pub(crate) special: Option<SpecialType>,
    pub(crate) signature: Signature,
    /// What else must hold for the arguments.
    pub(crate) condition: Option<Condition>,
    /// How many complex numbers it carries from one step of a movement to the next: first those
    /// that move it, if it can be moved, then the values among which the next ones are found.
    pub(crate) state: usize,
    pub(crate) start: Option<Start>,
    pub(crate) update: Update,
    pub(crate) mover: Option<&'static Mover>,
    /// Whether there is such a thing at its place; none if always.
    pub(crate) exists: Option<fn(&Inputs, &ElementValue) -> bool>,
    pub(crate) widget: Option<WidgetKind>,
}

/// What must hold for arguments beyond their kinds.
#[derive(Clone, Copy)]
pub(crate) struct Condition {
    holds: fn(&Inputs) -> bool,
    /// What is wanted, in words: `an arc`.
    expected: &'static str,
}

/// Writes the state that a definition says, and keeps what else is needed of it.
pub(crate) type Start = fn(&Definition, &Inputs, &mut [C]) -> Result<Parameter, DefinitionError>;

/// Computes the element.
pub(crate) type Update = fn(&Inputs, &mut Trace) -> Result<ElementValue, Refine>;

impl Operation {
    /// A row without state, from which others are made.
    pub(crate) const fn new(
        name: &'static str,
        kind: ElementKind,
        signature: &'static [ElementKind],
        update: Update,
    ) -> Operation {
        Operation {
            name,
            kind,
            special: None,
            signature: Signature::Exactly(signature),
            condition: None,
            state: 0,
            start: None,
            update,
            mover: None,
            exists: None,
            widget: None,
        }
    }

    /// With an identity for those who have a rule for it.
    pub(crate) const fn special(mut self, special: SpecialType) -> Operation {
        self.special = Some(special);
        self
    }

    /// With so many complex numbers of state.
    pub(crate) const fn traced(mut self, state: usize) -> Operation {
        self.state = state;
        self
    }

    /// With what its definition says.
    pub(crate) const fn starting(mut self, start: Start) -> Operation {
        self.start = Some(start);
        self
    }

    /// With a way to move it.
    pub(crate) const fn movable(mut self, mover: &'static Mover) -> Operation {
        self.mover = Some(mover);
        self
    }

    /// With a condition on its arguments.
    pub(crate) const fn when(
        mut self,
        holds: fn(&Inputs) -> bool,
        expected: &'static str,
    ) -> Operation {
        self.condition = Some(Condition { holds, expected });
        self
    }

    pub(crate) fn is_movable(&self) -> bool {
        self.mover.is_some_and(|mover| mover.by_mouse)
    }

    /// Whether an element of this type can be computed from these.
    pub(crate) fn check(
        &self,
        definition: &Definition,
        inputs: &Inputs,
    ) -> Result<(), DefinitionError> {
        let type_name = &definition.type_name;
        let expected: &mut dyn Iterator<Item = ElementKind> = match self.signature {
            Signature::Any => &mut std::iter::empty(),
            Signature::Each(kind) => &mut std::iter::repeat(kind),
            Signature::Exactly(kinds) if kinds.len() != inputs.len() => {
                return Err(DefinitionError::WrongCount {
                    type_name: type_name.clone(),
                    expected: match kinds.len() {
                        0 => "nothing".to_owned(),
                        1 => "one element".to_owned(),
                        count => format!("{count} elements"),
                    },
                    found: inputs.len(),
                });
            }
            Signature::Exactly(kinds) => &mut kinds.iter().copied(),
        };
        for (element, kind) in inputs.iter().zip(expected) {
            if !kind.accepts(element.kind()) {
                return Err(DefinitionError::WrongKind {
                    type_name: type_name.clone(),
                    argument: element.name.clone(),
                    expected: kind,
                    found: element.kind(),
                });
            }
        }
        match self.condition {
            Some(condition) if !(condition.holds)(inputs) => Err(DefinitionError::Unfit {
                type_name: type_name.clone(),
                expected: condition.expected,
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
