//! The lattice T of the paper's §Type detection, and what lies around it.
//!
//! The paper's T is ⊥ ⊑ boolean ⊑ int ⊑ real ⊑ complex, `list(n, τ)` elementwise, and ⊤. Two
//! refinements keep square roots real where they are (`nat` and `nonneg` are the int and the real
//! that cannot be negative), a list of unlike elements is a [tuple](Tuple), and the values that
//! never leave the CPU have types of their own: strings, dictionaries, geometric elements, what may
//! be a number or a string, and lists whose length is not known. Of
//! [code](Codes) it belongs to the type which it is.

mod code;
mod lattice;
mod notation;
mod prose;
mod scalar;
mod tuple;
mod walk;

use std::borrow::Cow;
use std::sync::Arc;

pub use code::{CodeType, Codes};
pub use notation::NoType;
pub use prose::several;
pub use prose::{enumerated, one_of};
pub use scalar::Scalar;
pub use tuple::Tuple;

/// A list's type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListType {
    /// The number of elements; `None` where lists of several lengths meet (CPU only).
    pub len: Option<u32>,
    /// The join of the elements' types.
    pub element: Type,
}

/// The types of short lists of numbers: most lists are of one of them, and share it.
fn common_list(len: u32, scalar: Scalar) -> Option<Arc<ListType>> {
    const SCALARS: [Scalar; 6] = [
        Scalar::Boolean,
        Scalar::Nat,
        Scalar::Int,
        Scalar::NonNeg,
        Scalar::Real,
        Scalar::Complex,
    ];
    const LONGEST: u32 = 8;
    thread_local! {
        static COMMON: Vec<Arc<ListType>> = (1..=LONGEST)
            .flat_map(|len| SCALARS.map(|scalar| ListType {
                len: Some(len),
                element: Type::Scalar(scalar),
            }))
            .map(Arc::new)
            .collect();
    }
    let place = len.checked_sub(1)? as usize * SCALARS.len() + scalar as usize;
    let shared = COMMON.try_with(|common| common.get(place).cloned());
    shared.ok().flatten()
}

/// The type of a term or a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Type {
    /// ⊥: no value has been seen yet; also the type of the undefined value.
    #[default]
    Unset,
    /// A number or truth value.
    Scalar(Scalar),
    /// A list.
    List(Arc<ListType>),
    /// A list whose elements are too unlike for one type.
    Tuple(Tuple),
    /// A string.
    String,
    /// A number or truth value, or a string, such as the parts of a text. It exists on the CPU only.
    ScalarOrString(Scalar),
    /// A dictionary.
    Dictionary,
    /// A point of the construction; in arithmetic it is its `list(2, real)`.
    Point,
    /// A line or segment of the construction.
    Line,
    /// A circle or conic of the construction.
    Circle,
    /// Another element of the construction: a text, a button, a polygon, a transformation.
    Element,
    /// A geometric shape made by `circle(..)`, `polygon(..)` and the like.
    Shape,
    /// Code, made by `cgllazy`.
    Code(Codes),
    /// ⊤: no common type. On the CPU that is allowed and means *any value*.
    Top,
}

impl Type {
    /// `boolean`.
    pub const BOOLEAN: Self = Self::Scalar(Scalar::Boolean);
    /// `int`, not negative.
    pub const NAT: Self = Self::Scalar(Scalar::Nat);
    /// `int`.
    pub const INT: Self = Self::Scalar(Scalar::Int);
    /// `real`, not negative.
    pub const NONNEG: Self = Self::Scalar(Scalar::NonNeg);
    /// `real`.
    pub const REAL: Self = Self::Scalar(Scalar::Real);
    /// `complex`.
    pub const COMPLEX: Self = Self::Scalar(Scalar::Complex);

    /// `list(len, element)`; in an empty list there is nothing, whatever it may be.
    #[must_use]
    pub fn list(len: u32, element: Self) -> Self {
        let element = if len == 0 { Self::Unset } else { element };
        if let Self::Scalar(scalar) = element
            && let Some(common) = common_list(len, scalar)
        {
            return Self::List(common);
        }
        Self::List(Arc::new(ListType {
            len: Some(len),
            element,
        }))
    }

    /// A list of unknown length.
    #[must_use]
    pub fn any_list(element: Self) -> Self {
        Self::List(Arc::new(ListType { len: None, element }))
    }

    /// The scalar, if it is one.
    #[must_use]
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// The list's type, if it is one; of a tuple, the type in which its elements are alike.
    #[must_use]
    pub fn as_list(&self) -> Option<Cow<'_, ListType>> {
        match self {
            Self::List(list) => Some(Cow::Borrowed(list)),
            Self::Tuple(tuple) => Some(Cow::Owned(tuple.alike())),
            _ => None,
        }
    }

    /// Length and element type of a list of known length whose elements are all of one type.
    #[must_use]
    pub fn sized_list(&self) -> Option<(u32, &Type)> {
        match self {
            Self::List(list) => Some((list.len?, &list.element)),
            _ => None,
        }
    }

    /// The length of a list, if it is known.
    #[must_use]
    pub fn known_len(&self) -> Option<u32> {
        match self {
            Self::List(list) => list.len,
            Self::Tuple(tuple) => Some(tuple.len()),
            _ => None,
        }
    }

    /// The type of an element of a list, at a 0-based place; `None` if there is no such element.
    #[must_use]
    pub fn component(&self, place: usize) -> Option<&Self> {
        match self {
            Self::List(list) => {
                let exists = list.len.is_none_or(|len| place < len as usize);
                exists.then_some(&list.element)
            }
            Self::Tuple(tuple) => tuple.components().get(place),
            _ => None,
        }
    }

    /// Whether it is ⊥.
    #[must_use]
    pub fn is_unset(&self) -> bool {
        matches!(self, Self::Unset)
    }

    /// The type in which this one is a place of the plane, if it is one: a complex number, two
    /// coordinates, or three homogeneous ones.
    #[must_use]
    pub fn place(&self) -> Option<Self> {
        match self {
            Self::Unset => Some(Self::Unset),
            Self::Scalar(Scalar::Boolean) => None,
            Self::Scalar(_) => Some(Self::COMPLEX),
            Self::Point => Some(Self::list(2, Self::REAL)),
            _ => {
                let list = self.as_list()?;
                match list.len {
                    Some(len @ (2 | 3)) if list.element.fits(&Self::REAL) => {
                        Some(Self::list(len, Self::REAL))
                    }
                    _ => None,
                }
            }
        }
    }

    /// The name of the type where a value of it is painted: a list that is a colour reads so.
    #[must_use]
    pub fn painted_name(&self) -> String {
        match self.colour() {
            Some(ColourConversion::Rgb | ColourConversion::Rgba) => "colour".to_owned(),
            Some(ColourConversion::Grey) | None => self.to_string(),
        }
    }

    /// What a colorplot paints for a value of this type, if it is a colour.
    #[must_use]
    pub fn colour(&self) -> Option<ColourConversion> {
        match self {
            Self::Scalar(Scalar::Complex) => None,
            Self::Scalar(_) => Some(ColourConversion::Grey),
            _ => {
                let list = self.as_list()?;
                let real = list.element.fits(&Self::REAL);
                match list.len {
                    Some(3) if real => Some(ColourConversion::Rgb),
                    Some(4) if real => Some(ColourConversion::Rgba),
                    _ => None,
                }
            }
        }
    }
}

/// How a pixel's value becomes a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourConversion {
    /// A boolean or a real number: 0 is black, 1 is white.
    Grey,
    /// Red, green, blue in 0..1, opaque.
    Rgb,
    /// Red, green, blue, alpha in 0..1; not premultiplied.
    Rgba,
}
