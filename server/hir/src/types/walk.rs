//! What is asked of all types within a type, and what is changed in all of them.

use std::sync::Arc;

use super::{Codes, ListType, Scalar, Tuple, Type};

/// A type that has other types within it.
enum Composite<'a> {
    List(&'a ListType),
    Tuple(&'a Tuple),
    Code(&'a Codes),
}

impl Type {
    /// What it is, if it has other types within it.
    fn composite(&self) -> Option<Composite<'_>> {
        match self {
            Self::List(list) => Some(Composite::List(list)),
            Self::Tuple(tuple) => Some(Composite::Tuple(tuple)),
            Self::Code(codes) => Some(Composite::Code(codes)),
            Self::Unset
            | Self::Scalar(_)
            | Self::String
            | Self::ScalarOrString(_)
            | Self::Dictionary
            | Self::Point
            | Self::Line
            | Self::Circle
            | Self::Element
            | Self::Shape
            | Self::Top => None,
        }
    }

    /// Whether something holds of some of the types within it: those of the elements of a list, or
    /// of what code has captured.
    fn any_part(&self, holds: impl Fn(&Self) -> bool) -> bool {
        match self.composite() {
            Some(Composite::List(list)) => holds(&list.element),
            Some(Composite::Tuple(tuple)) => tuple.components().iter().any(holds),
            Some(Composite::Code(codes)) => codes.captured().any(holds),
            None => false,
        }
    }

    /// The same lists of what becomes of all that is no list.
    pub(super) fn map_leaves(&self, change: &dyn Fn(&Self) -> Self) -> Self {
        match self.composite() {
            Some(Composite::List(list)) => {
                let element = list.element.map_leaves(change);
                match list.len {
                    Some(len) => Self::list(len, element),
                    None => Self::any_list(element),
                }
            }
            Some(Composite::Tuple(tuple)) => {
                let types = tuple.components().iter();
                Self::of_elements(types.map(|ty| ty.map_leaves(change)).collect())
            }
            Some(Composite::Code(_)) | None => change(self),
        }
    }

    /// The same type with other scalars in it.
    #[must_use]
    pub fn map_scalars(&self, change: impl Fn(Scalar) -> Scalar) -> Self {
        self.map_leaves(&|leaf| match leaf {
            Self::Scalar(scalar) => Self::Scalar(change(*scalar)),
            other => other.clone(),
        })
    }

    /// The type of a value that turned out to be real.
    #[must_use]
    pub fn if_real(&self) -> Self {
        self.map_scalars(|scalar| match scalar {
            Scalar::Complex => Scalar::Real,
            other => other,
        })
    }

    /// Whether it is ⊤ or has ⊤ inside.
    #[must_use]
    pub fn has_top(&self) -> bool {
        matches!(self, Self::Top) || self.any_part(Self::has_top)
    }

    /// Whether something in it may be a number or a string.
    #[must_use]
    pub fn has_alternatives(&self) -> bool {
        match self {
            Self::ScalarOrString(_) => true,
            // What code has captured is asked where the code runs.
            Self::Code(_) => false,
            _ => self.any_part(Self::has_alternatives),
        }
    }

    /// Whether values of unlike kinds have met in it: it is ⊤ or may be a number or a string, or
    /// has something like that inside.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.has_top() || self.has_alternatives()
    }

    /// The type where all that may be a number or a string is a number, and where it is a string;
    /// only itself if there is nothing like that in it.
    #[must_use]
    pub fn alternatives(&self) -> Vec<Self> {
        if !self.has_alternatives() {
            return vec![self.clone()];
        }
        let decided = |choice: fn(Scalar) -> Self| {
            self.map_leaves(&|leaf| match leaf {
                Self::ScalarOrString(scalar) => choice(*scalar),
                other => other.clone(),
            })
        };
        vec![decided(Self::Scalar), decided(|_| Self::String)]
    }

    /// Whether there is a list of unknown length in it.
    #[must_use]
    pub fn is_unsized(&self) -> bool {
        let is_itself = matches!(self, Self::List(list) if list.len.is_none());
        is_itself || self.any_part(Self::is_unsized)
    }

    /// Whether there is a string in it.
    pub(super) fn has_string(&self) -> bool {
        matches!(self, Self::String) || self.any_part(Self::has_string)
    }

    /// How many lists are nested in it; what code has captured counts as one.
    #[must_use]
    pub fn nesting(&self) -> usize {
        match self.composite() {
            Some(Composite::List(list)) => 1 + list.element.nesting(),
            Some(Composite::Tuple(tuple)) => 1 + deepest(tuple.components()),
            Some(Composite::Code(codes)) => match codes.captured().next() {
                Some(_) => 1 + deepest(codes.captured()),
                None => 0,
            },
            None => 0,
        }
    }

    /// The type with ⊤ in the place of lists that are nested deeper. It rises with the type.
    #[must_use]
    pub fn no_deeper_than(&self, depth: usize) -> Self {
        if self.nesting() <= depth {
            return self.clone();
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Self::Top;
        };
        match self.composite() {
            Some(Composite::List(list)) => Self::List(Arc::new(ListType {
                len: list.len,
                element: list.element.no_deeper_than(depth),
            })),
            Some(Composite::Tuple(tuple)) => {
                let types = tuple.components().iter();
                Self::of_elements(types.map(|ty| ty.no_deeper_than(depth)).collect())
            }
            Some(Composite::Code(codes)) => Self::Code(codes.map(|ty| ty.no_deeper_than(depth))),
            None => self.clone(),
        }
    }

    /// Whether nothing in it is ⊥; of code, which it is may still rise.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            Self::Unset => false,
            Self::List(list) => list.len == Some(0) || list.element.is_complete(),
            Self::Code(_) => true,
            _ => !self.any_part(|part| !part.is_complete()),
        }
    }

    /// The same with lists of unknown length alone.
    #[must_use]
    pub fn without_lengths(&self) -> Self {
        match self {
            Self::List(list) => Self::any_list(list.element.without_lengths()),
            Self::Tuple(tuple) => {
                let types = tuple.components().iter().map(Self::without_lengths);
                Self::any_list(types.fold(Self::Unset, |joined, ty| joined.join(&ty)))
            }
            _ => self.clone(),
        }
    }
}

/// How many lists are nested in that of these types in which most are.
fn deepest<'t>(types: impl IntoIterator<Item = &'t Type>) -> usize {
    let nesting = types.into_iter().map(Type::nesting);
    nesting.max().unwrap_or(0)
}
