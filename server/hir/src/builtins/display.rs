//! Signatures as authors read them.

use std::fmt;

use super::notation::{Overload, SIZE_VARIABLES, Size, TYPE_VARIABLES, TypeExpr};
use super::{BuiltinId, Side};
use crate::types::{Scalar, Type};

impl BuiltinId {
    /// The signatures that say something to the author. Those for numbers that are not negative only
    /// where the same is not true of all numbers, and none that refers to another signature.
    #[must_use]
    pub fn shown_signatures(self, side: Side) -> Vec<String> {
        let all = self.overloads(side).iter();
        let plain: Vec<&Overload> = all.filter(|overload| !overload.refers()).collect();
        let mut shown: Vec<String> = Vec::new();
        for &overload in &plain {
            let of_all = overload.signs_forgotten();
            if of_all != *overload && plain.contains(&&of_all) {
                continue;
            }
            let overload = overload.to_string();
            if !shown.contains(&overload) {
                shown.push(overload);
            }
        }
        shown
    }
}

impl Overload {
    /// Whether its types are told by other signatures, or by what other types have in common.
    fn refers(&self) -> bool {
        let mut types = self.parameters.iter().chain([&self.result]);
        types.any(TypeExpr::refers)
    }

    /// The same for numbers of any sign.
    fn signs_forgotten(&self) -> Self {
        let parameters = self.parameters.iter().map(TypeExpr::signs_forgotten);
        Self {
            parameters: parameters.collect(),
            result: self.result.signs_forgotten(),
        }
    }
}

impl TypeExpr {
    fn refers(&self) -> bool {
        match self {
            Self::Exact(_) | Self::Any | Self::Variable(..) => false,
            Self::List(_, element) => element.refers(),
            Self::Result(..) | Self::Join(_) => true,
        }
    }

    fn signs_forgotten(&self) -> Self {
        let of_each = |parts: &[Self]| parts.iter().map(Self::signs_forgotten).collect();
        match self {
            Self::Exact(ty) => Self::Exact(ty.map_scalars(Scalar::unsigned_forgotten)),
            Self::Any | Self::Variable(..) => self.clone(),
            Self::List(size, element) => {
                Self::List(size.clone(), Box::new(element.signs_forgotten()))
            }
            Self::Result(name, arguments) => Self::Result(*name, of_each(arguments)),
            Self::Join(parts) => Self::Join(of_each(parts)),
        }
    }
}

/// The notation of the table, but for the words of numbers that are not negative.
impl fmt::Display for Overload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        separated(f, &self.parameters)?;
        let space = if self.parameters.is_empty() { "" } else { " " };
        write!(f, "{space}-> {}", self.result)
    }
}

impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(Type::Unset) => f.write_str("undefined"),
            Self::Exact(Type::ScalarOrString(_)) => f.write_str("token"),
            Self::Exact(Type::Scalar(Scalar::Nat)) => f.write_str("int ≥ 0"),
            Self::Exact(Type::Scalar(Scalar::NonNeg)) => f.write_str("real ≥ 0"),
            Self::Exact(ty) => write!(f, "{ty}"),
            Self::Any => f.write_str("any"),
            Self::Variable(slot, _) => f.write_str(TYPE_VARIABLES[*slot].0),
            Self::List(Size::Any, element) => write!(f, "list({element})"),
            Self::List(size, element) => write!(f, "list({size}, {element})"),
            Self::Result(name, arguments) => {
                match name {
                    Some(name) => write!(f, "call {name}(")?,
                    None => f.write_str("self(")?,
                }
                separated(f, arguments)?;
                f.write_str(")")
            }
            Self::Join(parts) => {
                f.write_str("join(")?;
                separated(f, parts)?;
                f.write_str(")")
            }
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, types: &[TypeExpr]) -> fmt::Result {
    for (place, ty) in types.iter().enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        write!(f, "{comma}{ty}")?;
    }
    Ok(())
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Known(number) => write!(f, "{number}"),
            Self::Variable(slot) => f.write_str(SIZE_VARIABLES[*slot]),
            Self::Sum(a, b) => write!(f, "{a} + {b}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{all, find};

    #[test]
    fn signatures_are_read_back() {
        for id in all() {
            let rows = [id.row().gpu, id.row().cpu];
            let written = rows.iter().flat_map(|row| row.split(';')).map(str::trim);
            let overloads: Vec<String> = id
                .overloads(Side::Cpu)
                .iter()
                .map(|overload| overload.to_string().replace("int ≥ 0", "nat"))
                .map(|text| text.replace("real ≥ 0", "nonneg"))
                .collect();
            for signature in written.filter(|text| !["", "..."].contains(text)) {
                let is_there = overloads.iter().any(|overload| overload == signature);
                assert!(is_there, "{}: {signature} of {overloads:?}", id.name());
            }
        }
    }

    #[test]
    fn shown_signatures() {
        let of = |name, arity| {
            let builtin = find(name, arity).expect("a builtin");
            builtin.shown_signatures(Side::Gpu).join("; ")
        };
        let sqrt = "real ≥ 0 -> real ≥ 0; real -> complex; complex -> complex";
        assert_eq!(of("sqrt", 1), sqrt);
        let power = "real ≥ 0, real -> real ≥ 0; real, int -> real; real, real -> complex; \
                     complex, complex -> complex";
        assert_eq!(of("^", 2), power);
        let quotient = "real, real -> real; complex, real -> complex; complex, complex -> complex";
        assert_eq!(of("/", 2), quotient);
    }
}
