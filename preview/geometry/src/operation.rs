//! The types of elements: what each is computed from, and how.

use std::fmt;

use num_complex::Complex64 as C;

use crate::algebra::ZERO_VECTOR;
use crate::moving::Mover;
use crate::operations::{self, ALIASES};
use crate::tracing::{Refine, Trace};
use crate::{
    Conic, Definition, DefinitionError, Element, ElementKind, ElementValue, Vector, WidgetKind,
};

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

/// A type of element: a row of the table in [`operations`].
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
            Signature::Any => return Ok(()),
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

/// What the definition of an element fixes for good.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Parameter {
    #[default]
    None,
    /// Which of several values it is.
    Choice(usize),
    /// The cosine and sine of an angle.
    Rotation([C; 2]),
}

/// What an element is computed from. Arguments of another kind than asked for count as zero: the
/// check of the arguments leaves none.
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

/// The row of a type, by any of its names. Types that stand for others, depending on their
/// arguments (`Transform`), are not among them.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    let name = resolve(name);
    operations::all().find(|operation| operation.name == name)
}

/// CindyJS's own name of a type that has several.
pub(crate) fn resolve(name: &str) -> &str {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(name, |(_, name)| name)
}

/// What elements of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeInfo {
    /// What kind of thing.
    pub kind: ElementKind,
    /// From how many elements they are computed; none if from any number of them.
    pub arity: Option<usize>,
}

impl TypeInfo {
    /// What elements of a type are, named by any of its names. Types that stand for others,
    /// depending on their arguments (`Transform`), have no answer.
    pub fn of(type_name: &str) -> Option<TypeInfo> {
        let operation = find(type_name)?;
        Some(TypeInfo {
            kind: operation.kind,
            arity: match operation.signature {
                Signature::Exactly(kinds) => Some(kinds.len()),
                Signature::Each(_) | Signature::Any => None,
            },
        })
    }
}

/// All names of types, sorted.
pub fn known_types() -> Vec<&'static str> {
    let mut names: Vec<&str> = operations::all()
        .map(|operation| operation.name)
        .chain(ALIASES.iter().map(|(alias, _)| *alias))
        .chain(operations::MACROS.iter().map(|(name, _)| *name))
        .collect();
    names.sort_unstable();
    names
}
