//! The lattice T of the paper's §Type detection, and what lies around it.
//!
//! The paper's T is ⊥ ⊑ boolean ⊑ int ⊑ real ⊑ complex, `list(n, τ)` elementwise, and ⊤. Two
//! refinements keep square roots real where they are (`nat` and `nonneg` are the int and the real
//! that cannot be negative), a list of unlike elements is a [tuple](Tuple), and the values that
//! never leave the CPU have types of their own: strings, dictionaries, geometric elements, what may
//! be a number or a string, and lists whose length is not known. Of [code](Codes) it belongs to the type which it is.

mod code;
mod tuple;
mod words;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub use code::{CodeType, Codes};
pub use tuple::Tuple;
pub use words::several;
pub use words::{enumerated, one_of};

/// The type of a number or a truth value.
///
/// Ordered by inclusion, except that [`Int`](Scalar::Int) and [`NonNeg`](Scalar::NonNeg) are not
/// comparable: see [`Scalar::join`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `true` or `false`.
    Boolean,
    /// An integer that is known not to be negative; shown as `int`.
    Nat,
    /// An integer.
    Int,
    /// A real number that is known not to be negative; shown as `real`.
    NonNeg,
    /// A real number.
    Real,
    /// A complex number.
    Complex,
}

impl Scalar {
    /// Whether every value of `self` is a value of `other`: σ ⊑ τ.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        self.join(other) == other
    }

    /// The least upper bound σ ⊔ τ.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self.min(other), self.max(other)) {
            (Self::Int, Self::NonNeg) => Self::Real,
            (_, upper) => upper,
        }
    }

    /// The paper's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Nat | Self::Int => "int",
            Self::NonNeg | Self::Real => "real",
            Self::Complex => "complex",
        }
    }

    /// The type of the values of this type that are real and not negative, as long as those that
    /// are not real have no smaller type anyway.
    #[must_use]
    pub fn not_negative(self) -> Self {
        match self {
            Self::Int => Self::Nat,
            Self::Real => Self::NonNeg,
            other => other,
        }
    }

    /// The type without the knowledge of its sign.
    #[must_use]
    pub fn unsigned_forgotten(self) -> Self {
        match self {
            Self::Nat => Self::Int,
            Self::NonNeg => Self::Real,
            other => other,
        }
    }
}

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
    /// The type of a value that turned out to be real.
    #[must_use]
    pub fn if_real(&self) -> Self {
        match self {
            Self::Scalar(Scalar::Complex) => Self::REAL,
            Self::List(list) => {
                let element = list.element.if_real();
                match list.len {
                    Some(len) => Self::list(len, element),
                    None => Self::any_list(element),
                }
            }
            Self::Tuple(tuple) => {
                let types = tuple.components().iter();
                Self::of_elements(types.map(Self::if_real).collect())
            }
            other => other.clone(),
        }
    }

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
        *self == Self::Unset
    }

    /// Whether it is ⊤ or has ⊤ inside.
    #[must_use]
    pub fn has_top(&self) -> bool {
        match self {
            Self::Top => true,
            Self::List(list) => list.element.has_top(),
            Self::Tuple(tuple) => tuple.components().iter().any(Self::has_top),
            Self::Code(codes) => codes.captured().any(Self::has_top),
            _ => false,
        }
    }

    /// Whether something in it may be a number or a string.
    #[must_use]
    pub fn has_alternatives(&self) -> bool {
        match self {
            Self::ScalarOrString(_) => true,
            Self::List(list) => list.element.has_alternatives(),
            Self::Tuple(tuple) => tuple.components().iter().any(Self::has_alternatives),
            _ => false,
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
        vec![
            self.decided(&|scalar| Self::Scalar(scalar)),
            self.decided(&|_| Self::String),
        ]
    }

    fn decided(&self, choice: &dyn Fn(Scalar) -> Self) -> Self {
        match self {
            Self::ScalarOrString(scalar) => choice(*scalar),
            Self::List(list) => {
                let element = list.element.decided(choice);
                list.len.map_or_else(
                    || Self::any_list(element.clone()),
                    |len| Self::list(len, element.clone()),
                )
            }
            Self::Tuple(tuple) => {
                let types = tuple.components().iter();
                Self::of_elements(types.map(|ty| ty.decided(choice)).collect())
            }
            _ => self.clone(),
        }
    }

    /// σ ⊑ τ.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unset, _) | (_, Self::Top) => true,
            (Self::Scalar(a) | Self::ScalarOrString(a), Self::ScalarOrString(b))
            | (Self::Scalar(a), Self::Scalar(b)) => a.fits(*b),
            (Self::String, Self::ScalarOrString(_)) => true,
            (Self::List(a), Self::List(b)) => {
                (b.len.is_none() || a.len == b.len) && a.element.fits(&b.element)
            }
            (Self::Tuple(a), Self::List(b)) => {
                let len = b.len.is_none_or(|len| len == a.len());
                len && a.components().iter().all(|ty| ty.fits(&b.element))
            }
            (Self::List(a), Self::Tuple(b)) => {
                let len = a.len == Some(b.len());
                len && b.components().iter().all(|ty| a.element.fits(ty))
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                let pairs = a.components().iter().zip(b.components());
                a.len() == b.len() && pairs.into_iter().all(|(a, b)| a.fits(b))
            }
            (Self::Code(a), Self::Code(b)) => a.fits(b),
            _ => self == other,
        }
    }

    /// The least upper bound σ ⊔ τ.
    ///
    /// Lists of different lengths join to a list of unknown length, which exists on the CPU only;
    /// in the paper's T, and so for pixels, that is ⊤: see [`Type::on_gpu`].
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unset, upper) | (upper, Self::Unset) => upper.clone(),
            (Self::Scalar(a), Self::Scalar(b)) => Self::Scalar(a.join(*b)),
            (Self::ScalarOrString(a), Self::Scalar(b) | Self::ScalarOrString(b))
            | (Self::Scalar(a), Self::ScalarOrString(b)) => Self::ScalarOrString(a.join(*b)),
            (Self::String, Self::Scalar(a) | Self::ScalarOrString(a))
            | (Self::Scalar(a) | Self::ScalarOrString(a), Self::String) => Self::ScalarOrString(*a),
            (Self::List(a), Self::List(b)) => {
                if a == b {
                    return self.clone();
                }
                let element = a.element.join(&b.element);
                match a.len.filter(|_| a.len == b.len) {
                    Some(len) => Self::list(len, element),
                    None => Self::any_list(element),
                }
            }
            (a, b) if a == b => a.clone(),
            (Self::Code(a), Self::Code(b)) => Self::Code(a.join(b)),
            (Self::Tuple(a), b @ (Self::List(_) | Self::Tuple(_)))
            | (b @ Self::List(_), Self::Tuple(a)) => a.join(b),
            _ => Self::Top,
        }
    }

    /// The element of the paper's T that stands for this type in a pixel program.
    ///
    /// Points are their coordinates, lines their homogeneous ones, strings the names of images, code
    /// is itself as long as it is known which; what no shader can hold (dictionaries, lists of
    /// unknown length) is ⊤.
    #[must_use]
    pub fn on_gpu(&self) -> Self {
        match self {
            Self::Unset | Self::Scalar(_) | Self::String => self.clone(),
            Self::Point => Self::list(2, Self::REAL),
            Self::Line => Self::list(3, Self::REAL),
            Self::List(list) => match (list.len, list.element.on_gpu()) {
                (None, _) | (_, Self::Top) => Self::Top,
                (Some(_), element) if element == list.element => self.clone(),
                (Some(len), element) => Self::list(len, element),
            },
            Self::Tuple(tuple) => tuple.on_gpu(),
            Self::Code(codes) => codes.on_gpu(),
            Self::ScalarOrString(_)
            | Self::Dictionary
            | Self::Circle
            | Self::Element
            | Self::Shape
            | Self::Top => Self::Top,
        }
    }

    /// The least upper bound in a pixel program.
    ///
    /// Unlike in the paper's T, there is a list of unknown length, which `select` makes: it is only
    /// ever looped over. It has no bound with other lists but ⊤.
    #[must_use]
    pub fn join_on_gpu(&self, other: &Self) -> Self {
        let element = |ty: &Self| match ty {
            Self::List(list) if list.len.is_none() => Some(list.element.clone()),
            _ => None,
        };
        // A point has no bound with a list of two, but what stands for it has.
        let bound = |a: &Self, b: &Self| a.on_gpu().join(&b.on_gpu());
        let joined = match (element(self), element(other)) {
            (Some(a), Some(b)) => bound(&a, &b),
            (Some(only), None) if other.is_unset() => only,
            (None, Some(only)) if self.is_unset() => only,
            _ => return bound(self, other).on_gpu(),
        };
        match joined.on_gpu() {
            Self::Top => Self::Top,
            element => Self::any_list(element),
        }
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
            Some(Colour::Rgb | Colour::Rgba) => "colour".to_owned(),
            Some(Colour::Grey) | None => self.to_string(),
        }
    }

    /// What a colorplot paints for a value of this type, if it is a colour.
    #[must_use]
    pub fn colour(&self) -> Option<Colour> {
        match self {
            Self::Scalar(Scalar::Complex) => None,
            Self::Scalar(_) => Some(Colour::Grey),
            _ => {
                let list = self.as_list()?;
                let real = list.element.fits(&Self::REAL);
                match list.len {
                    Some(3) if real => Some(Colour::Rgb),
                    Some(4) if real => Some(Colour::Rgba),
                    _ => None,
                }
            }
        }
    }
}

/// How a pixel's value becomes a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A boolean or a real number: 0 is black, 1 is white.
    Grey,
    /// Red, green, blue in 0..1, opaque.
    Rgb,
    /// Red, green, blue, alpha in 0..1; not premultiplied.
    Rgba,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset => f.write_str("⊥"),
            Self::Scalar(scalar) => f.write_str(scalar.name()),
            Self::List(list) => match list.len {
                Some(0) => f.write_str("list(0)"),
                Some(len) => write!(f, "list({len}, {})", list.element),
                None if list.element.is_unset() => f.write_str("list"),
                None => write!(f, "list({})", list.element),
            },
            Self::Tuple(tuple) => write!(f, "{tuple}"),
            Self::String => f.write_str("string"),
            Self::ScalarOrString(scalar) => write!(f, "{} or string", scalar.name()),
            Self::Dictionary => f.write_str("dictionary"),
            Self::Point => f.write_str("point"),
            Self::Line => f.write_str("line"),
            Self::Circle => f.write_str("circle"),
            Self::Element => f.write_str("element"),
            Self::Shape => f.write_str("shape"),
            Self::Code(codes) => write!(f, "{codes}"),
            Self::Top => f.write_str("⊤"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FunctionId;
    use proptest::prelude::*;

    fn types() -> impl Strategy<Value = Type> {
        let leaf = prop_oneof![
            Just(Type::Unset),
            Just(Type::BOOLEAN),
            Just(Type::NAT),
            Just(Type::INT),
            Just(Type::NONNEG),
            Just(Type::REAL),
            Just(Type::COMPLEX),
            Just(Type::String),
            Just(Type::ScalarOrString(Scalar::Nat)),
            Just(Type::ScalarOrString(Scalar::Real)),
            Just(Type::Point),
            Just(Type::Top),
            (0..3u32).prop_map(|code| Type::code(FunctionId(code), 1, Vec::new())),
        ];
        leaf.prop_recursive(3, 16, 3, |inner| {
            let list =
                (proptest::option::of(0..4u32), inner.clone()).prop_map(
                    |(len, element)| match len {
                        Some(len) => Type::list(len, element),
                        None => Type::any_list(element),
                    },
                );
            let tuple = proptest::collection::vec(inner.clone(), 0..4).prop_map(Type::of_elements);
            let code = proptest::collection::vec(inner, 2)
                .prop_map(|captured| Type::code(FunctionId(3), 1, captured));
            prop_oneof![list, tuple, code]
        })
    }

    proptest! {
        #[test]
        fn join_is_a_least_upper_bound(a in types(), b in types(), c in types()) {
            let ab = a.join(&b);
            prop_assert_eq!(&ab, &b.join(&a));
            prop_assert!(a.fits(&ab) && b.fits(&ab));
            prop_assert_eq!(ab.join(&c), a.join(&b.join(&c)));
            prop_assert_eq!(a.join(&a), a.clone());
            prop_assert_eq!(a.fits(&b), a.join(&b) == b);
            if a.fits(&c) && b.fits(&c) {
                prop_assert!(ab.fits(&c), "{ab} is not the least bound below {c}");
            }
        }

        #[test]
        fn what_is_too_deep_is_cut_monotonically(a in types(), b in types(), depth in 0..4usize) {
            let cut = |ty: &Type| ty.no_deeper_than(depth);
            prop_assert!(a.fits(&cut(&a)));
            prop_assert!(cut(&a).nesting() <= depth);
            if a.fits(&b) {
                prop_assert!(cut(&a).fits(&cut(&b)), "{} and {}", cut(&a), cut(&b));
            }
        }

        #[test]
        fn going_to_the_gpu_is_monotone(a in types(), b in types()) {
            if a.fits(&b) {
                prop_assert!(a.on_gpu().fits(&b.on_gpu()));
            }
        }

        #[test]
        fn joins_on_the_gpu_do_not_depend_on_the_order(a in types(), b in types(), c in types()) {
            let ab = a.join_on_gpu(&b);
            prop_assert_eq!(&ab, &b.join_on_gpu(&a));
            prop_assert_eq!(ab.join_on_gpu(&c), a.join_on_gpu(&b.join_on_gpu(&c)));
        }
    }
}
