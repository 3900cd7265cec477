//! How the types of pixel programs look in WGSL.

use std::fmt;

use cindyscript_hir::types::{Scalar, Type};

/// A scalar that WGSL has vectors of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    Bool,
    Int,
    Real,
}

/// How the real and complex numbers of a pixel are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// As f32: 24 bits.
    #[default]
    Single,
    /// As sums of two f32 of which the second is what the first lacks: 48 bits.
    Double,
    /// As f64, where the device has it: 53 bits.
    Native,
    /// As f32, but what an iteration computes as its difference to an orbit that is known to any number
    /// of digits: [`PolynomialIteration`](crate::PolynomialIteration).
    Perturbed,
}

impl Precision {
    /// This where something is promoted, otherwise single precision.
    pub(crate) fn if_promoted(self, is_promoted: bool) -> Precision {
        match is_promoted {
            true => self,
            false => Precision::Single,
        }
    }

    /// The representation of a type; `None` if no shader can hold it.
    pub(crate) fn repr(self, ty: &Type) -> Option<Repr> {
        let repr = Repr::of(ty)?;
        Some(match self {
            Self::Single | Self::Perturbed => repr,
            Self::Double | Self::Native => repr.doubled(),
        })
    }

    /// The types of numbers of double precision, where there are any: the names by which all else knows
    /// them.
    pub(crate) fn aliases(self) -> &'static str {
        match self {
            Self::Single | Self::Perturbed => "",
            Self::Double => "\nalias Double = vec2f;\nalias DoubleComplex = vec4f;\n",
            Self::Native => "\nalias Double = f64;\nalias DoubleComplex = vec2<f64>;\n",
        }
    }

    /// What numbers of double precision are in it.
    pub(crate) fn double(self) -> DoubleFormat {
        match self {
            Self::Native => DoubleFormat::Native,
            Self::Single | Self::Double | Self::Perturbed => DoubleFormat::Pair,
        }
    }
}

/// What a number of double precision is in a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DoubleFormat {
    /// Two f32, high and low part: a `vec2f`. A complex number is a `vec4f`: the high parts of both its
    /// parts, then the low ones.
    #[default]
    Pair,
    /// An f64, a complex number a `vec2<f64>`.
    Native,
}

impl DoubleFormat {
    /// A real number in the text, as near as it can be held.
    pub(crate) fn real(self, number: f64) -> String {
        match self {
            Self::Pair => {
                let [high, low] = halves(number.clamp(f32::MIN.into(), f32::MAX.into()));
                format!("vec2f({high:?}, {low:?})")
            }
            Self::Native => format!("{:?}lf", number.clamp(f64::MIN, f64::MAX)),
        }
    }

    /// The same as a complex number.
    pub(crate) fn complex(self, number: f64) -> String {
        match self {
            Self::Pair => {
                let [high, low] = halves(number.clamp(f32::MIN.into(), f32::MAX.into()));
                format!("vec4f({high:?}, 0.0, {low:?}, 0.0)")
            }
            Self::Native => format!("vec2<f64>({}, 0.0lf)", self.real(number)),
        }
    }
}

/// A number as the sum of two f32; where the first is not finite, the second is 0.
pub(crate) fn halves(number: f64) -> [f32; 2] {
    let high = number as f32;
    let low = (number - f64::from(high)) as f32;
    // What is subnormal is 0 on some devices.
    [high, if low.is_normal() { low } else { 0.0 }]
}

/// The representation of a type in WGSL.
///
/// Complex numbers are `vec2f`, short lists of real scalars are vectors, all other lists arrays;
/// a matrix is an array of its rows. Lists of unlike elements are structures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    /// No value at all: ⊥ and the empty list. Where WGSL wants something, an i32.
    Unit,
    Bool,
    Int,
    Real,
    Complex,
    /// A real number of double precision, in the [format](DoubleFormat) of the module.
    Double,
    /// A complex number of double precision.
    DoubleComplex,
    /// 2 to 4 scalars.
    Vector(u32, Lane),
    /// One or more elements.
    Array(u32, Box<Repr>),
    /// Two or more unlike elements.
    Tuple(Vec<Repr>),
}

/// The largest list that a pixel can hold, in scalars and complex numbers.
pub(crate) const MAX_LEAVES: u64 = 16 * 1024;

/// Longer lists are indexed in memory.
const MAX_CHOICES: u32 = 8;

impl Repr {
    /// The representation of a type in single precision; `None` if no shader can hold it.
    fn of(ty: &Type) -> Option<Self> {
        let repr = Self::unbounded(ty)?;
        (repr.leaves() <= MAX_LEAVES).then_some(repr)
    }

    fn unbounded(ty: &Type) -> Option<Self> {
        Some(match ty {
            Type::Unset => Self::Unit,
            Type::Scalar(scalar) => match scalar {
                Scalar::Boolean => Self::Bool,
                Scalar::Nat | Scalar::Int => Self::Int,
                Scalar::NonNeg | Scalar::Real => Self::Real,
                Scalar::Complex => Self::Complex,
            },
            Type::Point => Self::Vector(2, Lane::Real),
            Type::List(_) => {
                let (len, element) = ty.sized_list()?;
                Self::list(len, Self::unbounded(element)?)
            }
            Type::Tuple(tuple) => {
                let parts = tuple.components().iter().map(Self::unbounded);
                Self::Tuple(parts.collect::<Option<_>>()?)
            }
            // What it has captured: which code it is, the program says.
            Type::Code(_) => Self::unbounded(&ty.data())?,
            // Images are known by number.
            Type::String => Self::Int,
            Type::ScalarOrString(_)
            | Type::Dictionary
            | Type::Line
            | Type::Circle
            | Type::Element
            | Type::Shape
            | Type::Top => return None,
        })
    }

    /// A list of `len` elements.
    pub(crate) fn list(len: u32, element: Self) -> Self {
        let lane = match element {
            Self::Bool => Some(Lane::Bool),
            Self::Int => Some(Lane::Int),
            Self::Real => Some(Lane::Real),
            Self::Unit
            | Self::Complex
            | Self::Double
            | Self::DoubleComplex
            | Self::Vector(..)
            | Self::Array(..)
            | Self::Tuple(_) => None,
        };
        match (len, lane) {
            (0, _) => Self::Unit,
            (2..=4, Some(lane)) => Self::Vector(len, lane),
            _ => Self::Array(len, Box::new(element)),
        }
    }

    /// The same with its real and complex numbers in double precision.
    pub(crate) fn doubled(&self) -> Self {
        match self {
            Self::Real => Self::Double,
            Self::Complex => Self::DoubleComplex,
            Self::Vector(len, Lane::Real) => Self::list(*len, Self::Double),
            Self::Array(len, element) => Self::list(*len, element.doubled()),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(Self::doubled).collect()),
            other => other.clone(),
        }
    }

    /// The same with its real and complex numbers in single precision.
    pub(crate) fn single(&self) -> Self {
        match self {
            Self::Double => Self::Real,
            Self::DoubleComplex => Self::Complex,
            Self::Array(len, element) => Self::list(*len, element.single()),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(Self::single).collect()),
            other => other.clone(),
        }
    }

    /// Whether there are numbers of double precision in it.
    pub(crate) fn is_double(&self) -> bool {
        match self {
            Self::Double | Self::DoubleComplex => true,
            Self::Array(_, element) => element.is_double(),
            Self::Tuple(parts) => parts.iter().any(Self::is_double),
            Self::Unit | Self::Bool | Self::Int | Self::Real | Self::Complex | Self::Vector(..) => {
                false
            }
        }
    }

    /// Length and element of a list; the empty list has none.
    pub(crate) fn elements(&self) -> Option<(u32, Self)> {
        match self {
            Self::Vector(len, lane) => Some((*len, lane.repr())),
            Self::Array(len, element) => Some((*len, (**element).clone())),
            _ => None,
        }
    }

    /// How many lists lie around the innermost scalars.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::Vector(..) => 1,
            Self::Array(_, element) => 1 + element.depth(),
            Self::Tuple(parts) => 1 + parts.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The scalars and complex numbers in a value.
    pub(crate) fn leaves(&self) -> u64 {
        match self {
            Self::Vector(len, _) => u64::from(*len),
            Self::Array(len, element) => u64::from(*len).saturating_mul(element.leaves()),
            Self::Tuple(parts) => {
                let leaves = parts.iter().map(Self::leaves);
                leaves.fold(0, u64::saturating_add)
            }
            _ => 1,
        }
    }

    /// The places that the elements of an array take in a buffer: one for each scalar, complex number
    /// or short list.
    pub(crate) fn places(&self) -> u64 {
        match self {
            Self::Array(len, element) => u64::from(*len).saturating_mul(element.places()),
            _ => 1,
        }
    }

    /// Whether there is no number in it.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Unit => true,
            Self::Array(_, element) => element.is_empty(),
            Self::Tuple(parts) => parts.iter().all(Self::is_empty),
            _ => false,
        }
    }

    /// Whether there is a list of unlike elements in it.
    pub(crate) fn has_tuple(&self) -> bool {
        match self {
            Self::Array(_, element) => element.has_tuple(),
            Self::Tuple(_) => true,
            _ => false,
        }
    }

    /// The representation of the element at a 0-based place.
    pub(crate) fn part(&self, place: usize) -> Option<Self> {
        match self {
            Self::Tuple(parts) => parts.get(place).cloned(),
            _ => {
                let (len, element) = self.elements()?;
                (place < len as usize).then_some(element)
            }
        }
    }

    /// Whether an element of the list is chosen by comparing its place with each: a list whose place
    /// is a number would have to leave the registers.
    pub(crate) fn is_chosen_from(&self) -> bool {
        match self {
            Self::Vector(..) => true,
            Self::Array(len, element) => {
                let is_scalar_or_vector = !matches!(**element, Self::Array(..) | Self::Tuple(_));
                *len <= MAX_CHOICES && is_scalar_or_vector && !element.is_empty()
            }
            _ => false,
        }
    }

    /// How many elements a list has.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Tuple(parts) => parts.len(),
            _ => self.elements().map_or(0, |(len, _)| len as usize),
        }
    }

    /// Whether its scalars are truth values, with which WGSL does not calculate.
    pub(crate) fn is_boolean(&self) -> bool {
        match self {
            Self::Bool | Self::Vector(_, Lane::Bool) => true,
            Self::Array(_, element) => element.is_boolean(),
            Self::Tuple(parts) => parts.iter().any(Self::is_boolean),
            _ => false,
        }
    }

    /// Its zero: what WGSL initialises variables with.
    pub(crate) fn zero(&self) -> String {
        match self {
            Self::Unit | Self::Int => "0".to_owned(),
            Self::Bool => "false".to_owned(),
            Self::Real => "0.0".to_owned(),
            // Not `vec3f()`: as a part of a larger constant, naga 30 writes SPIR-V for that which
            // drivers take for a reason to give up the device.
            Self::Complex => "vec2f(0.0)".to_owned(),
            Self::Double | Self::DoubleComplex => format!("{self}(0.0)"),
            Self::Vector(_, lane) => format!("{self}({})", lane.repr().zero()),
            Self::Array(..) | Self::Tuple(_) => format!("{self}()"),
        }
    }

    /// A name for functions that are written for this representation.
    pub(crate) fn suffix(&self) -> String {
        match self {
            Self::Unit => "nothing".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Int => "int".to_owned(),
            Self::Real => "real".to_owned(),
            Self::Complex => "complex".to_owned(),
            Self::Double => "double".to_owned(),
            Self::DoubleComplex => "double_complex".to_owned(),
            Self::Vector(len, lane) => format!("{}{len}", lane.repr().suffix()),
            Self::Array(len, element) => format!("list{len}_{}", element.suffix()),
            // With their number in front, it says where the parts end.
            Self::Tuple(parts) => {
                let names: Vec<_> = parts.iter().map(Self::suffix).collect();
                format!("tuple{}_{}", parts.len(), names.join("_"))
            }
        }
    }
}

impl Lane {
    /// The scalar itself.
    pub(crate) fn repr(self) -> Repr {
        match self {
            Self::Bool => Repr::Bool,
            Self::Int => Repr::Int,
            Self::Real => Repr::Real,
        }
    }
}

/// The type in WGSL.
impl fmt::Display for Repr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit | Self::Int => f.write_str("i32"),
            Self::Bool => f.write_str("bool"),
            Self::Real => f.write_str("f32"),
            Self::Complex => f.write_str("vec2f"),
            // `Precision::aliases`.
            Self::Double => f.write_str("Double"),
            Self::DoubleComplex => f.write_str("DoubleComplex"),
            Self::Vector(len, Lane::Bool) => write!(f, "vec{len}<bool>"),
            Self::Vector(len, Lane::Int) => write!(f, "vec{len}i"),
            Self::Vector(len, Lane::Real) => write!(f, "vec{len}f"),
            Self::Array(len, element) => write!(f, "array<{element}, {len}>"),
            Self::Tuple(_) => f.write_str(&self.suffix()),
        }
    }
}
