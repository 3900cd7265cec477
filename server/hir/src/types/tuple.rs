//! Lists of unlike elements.
//!
//! `[1, [2, 3]]` is of type `[int, list(2, int)]`: each place has a type of its own. The order is
//! that of the places, and `list(n, τ)` is the tuple of n times τ. Elements of one shape have one
//! type, so that `[1, 0.5]` is `list(2, real)` and becomes a vector; two shapes are equal if they
//! differ in scalars only.
//!
//! Formally, lists of length n are the fixed points of a closure operator on n-fold products
//! ([`Type::of_elements`]); their join is the closure of the join at each place, which makes it
//! associative, and the least upper bound. The operator is monotone because what makes the elements
//! alike stays so on the way up: one shape that is complete cannot change any more except to ⊤, to
//! *number or string* or a list of unknown length, and these make all of them alike.

use std::fmt;
use std::sync::Arc;

use super::{ListType, Type};

/// In a tuple, lists are nested at most so deep, the tuple included.
const DEEPEST: usize = 4;

/// The types of at least two elements, not all equal; none of them is ⊤, *number or string* or of
/// unknown length.
// A pointer of one word: there are many types, and few of them are tuples.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tuple(Arc<Vec<Type>>);

impl Tuple {
    /// Tuples have at most so many elements, as they are written by hand.
    pub const WIDEST: usize = 16;

    /// The types of the elements.
    #[must_use]
    pub fn components(&self) -> &[Type] {
        &self.0
    }

    /// How many elements there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never
    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// The smallest list of like elements.
    #[must_use]
    pub fn alike(&self) -> ListType {
        ListType {
            len: Some(self.len()),
            element: joined(&self.0),
        }
    }

    /// The first element with which those before it have no type in common, and the first of
    /// those, by their places.
    #[must_use]
    pub fn clash(&self) -> Option<(usize, usize)> {
        let types = self.components();
        let clash = |a: &Type, b: &Type| a.join(b).on_gpu() == Type::Top;
        (1..types.len()).find_map(|later| {
            let earlier = (0..later).find(|&earlier| clash(&types[earlier], &types[later]))?;
            Some((earlier, later))
        })
    }

    /// Whether nothing in it is ⊥: then its shape cannot change any more, except to one that has no
    /// type at pixels.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Type::is_complete)
    }

    pub(super) fn join(&self, other: &Type) -> Type {
        let same_len = other.known_len() == Some(self.len());
        match other {
            Type::Tuple(other) if same_len => {
                let pairs = self.0.iter().zip(other.components());
                Type::of_elements(pairs.map(|(a, b)| a.join(b)).collect())
            }
            Type::List(list) if same_len => {
                Type::of_elements(self.0.iter().map(|ty| ty.join(&list.element)).collect())
            }
            _ => {
                let element = other.as_list().map(|list| list.element.clone());
                Type::any_list(joined(&self.0).join(&element.unwrap_or_default()))
            }
        }
    }

    pub(super) fn on_gpu(&self) -> Type {
        // Images are known by their names, and those lie in lists of names only. What is not
        // complete may still become one.
        if self.is_complete() && self.0.iter().any(Type::has_string) {
            return Type::Top;
        }
        match Type::of_elements(self.0.iter().map(Type::on_gpu).collect()) {
            tuple @ Type::Tuple(_) => tuple,
            // As if it had never been a tuple.
            list => list.on_gpu(),
        }
    }
}

impl Type {
    /// The type of a list with elements of these types: `list(n, τ)` where they are alike, or one
    /// of them can be anything, may be a number or a string, or has no known length, otherwise a
    /// tuple.
    #[must_use]
    pub fn of_elements(types: Vec<Self>) -> Self {
        let len = types.len() as u32;
        let is_fixed = |ty: &Self| {
            !ty.has_top() && !ty.has_alternatives() && !ty.is_unsized() && ty.nesting() < DEEPEST
        };
        let alike = |pair: &[Self]| {
            pair[0] == pair[1] || pair[0].is_complete() && pair[0].has_shape_of(&pair[1])
        };
        if types.len() > Tuple::WIDEST || types.windows(2).all(alike) || !types.iter().all(is_fixed)
        {
            return Self::list(len, joined(&types));
        }
        Self::Tuple(Tuple(Arc::new(types)))
    }

    /// The types of the elements, if it is a list of known length and no longer than tuples are.
    #[must_use]
    pub fn few_elements(&self) -> Option<Vec<Self>> {
        match self {
            Self::List(list) => {
                let len = list.len? as usize;
                (len <= Tuple::WIDEST).then(|| vec![list.element.clone(); len])
            }
            Self::Tuple(tuple) => Some(tuple.components().to_vec()),
            _ => None,
        }
    }

    /// Whether two types differ in scalars only.
    fn has_shape_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(_), Self::Scalar(_)) => true,
            (Self::List(a), Self::List(b)) => {
                a.len == b.len && (a.len == Some(0) || a.element.has_shape_of(&b.element))
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                let mut pairs = a.0.iter().zip(&*b.0);
                a.len() == b.len() && pairs.all(|(a, b)| a.has_shape_of(b))
            }
            // Which code it is may still rise.
            (Self::Code(_), Self::Code(_)) => true,
            // Not complete: it has no shape yet.
            (Self::Unset, _) => false,
            _ => self == other,
        }
    }
}

fn joined(types: &[Type]) -> Type {
    types.iter().fold(Type::Unset, |joined, ty| joined.join(ty))
}

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (place, ty) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{ty}")?;
        }
        f.write_str("]")
    }
}
