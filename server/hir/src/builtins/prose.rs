//! What a builtin takes, in the words of authors.

use super::notation::{Argument, Overload, Size, TypeExpr};
use super::{BuiltinId, Intrinsic, Side};
use crate::types::{Scalar, Type, enumerated};

/// How many ways of calling a builtin are told.
const TOLD: usize = 3;

impl BuiltinId {
    /// What it takes instead of arguments of these types, as a sentence; the ways that are most like
    /// what was given come first.
    #[must_use]
    pub fn takes(self, side: Side, given: &[Type]) -> Option<String> {
        let (name, count) = (self.name(), given.len());
        if let Some(sentence) = self.row().takes {
            return Some(match self.is(Intrinsic::Add) && side == Side::Cpu {
                true => format!("{sentence}, and joins strings"),
                false => sentence.to_owned(),
            });
        }
        let mut overloads: Vec<&Overload> = self
            .overloads(side)
            .iter()
            .filter(|overload| overload.arity() == count)
            .collect();
        overloads.sort_by_key(|overload| std::cmp::Reverse(overload.likeness(given)));
        let is_complex = given.contains(&Type::COMPLEX);
        let mut ways: Vec<String> = Vec::new();
        for overload in &overloads {
            let way = parameters(overload, &overloads, is_complex);
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways.truncate(TOLD);
        let ways = enumerated(&ways, "or");
        (!ways.is_empty()).then(|| format!("`{name}` takes {ways}"))
    }
}

/// All parameters of one signature.
fn parameters(overload: &Overload, all: &[&Overload], tell_real: bool) -> String {
    let takes = |place: usize, wider: &[Type]| {
        all.iter().any(|other| match other.parameters.get(place) {
            Some(TypeExpr::Exact(ty)) => wider.contains(ty),
            Some(TypeExpr::Variable(_, Argument::Scalar)) => true,
            _ => false,
        })
    };
    let words = overload.parameters.iter().enumerate();
    let words: Vec<Words> = words
        .map(|(place, parameter)| {
            let number = if takes(place, &[Type::COMPLEX]) {
                "number"
            } else if takes(place, &[Type::REAL, Type::NONNEG]) {
                if tell_real { "real number" } else { "number" }
            } else {
                "whole number"
            };
            Words::of(parameter, number)
        })
        .collect();
    match words.as_slice() {
        [a, b] if a == b => {
            let length = match &overload.parameters[..] {
                [
                    TypeExpr::List(Size::Variable(m), _),
                    TypeExpr::List(Size::Variable(n), _),
                ] if m == n => " of the same length",
                _ => "",
            };
            format!("two {}{length}", a.many)
        }
        words => {
            let words: Vec<String> = words.iter().map(|words| words.one.clone()).collect();
            enumerated(&words, "and")
        }
    }
}

/// A type of a signature, once and several times.
#[derive(PartialEq, Eq)]
struct Words {
    one: String,
    many: String,
}

impl Words {
    fn new(one: impl Into<String>, many: impl Into<String>) -> Self {
        Self {
            one: one.into(),
            many: many.into(),
        }
    }

    /// `number` is what a number is called.
    fn of(parameter: &TypeExpr, number: &str) -> Self {
        match parameter {
            TypeExpr::Exact(Type::Scalar(Scalar::Boolean)) => {
                Self::new("true or false", "truth values")
            }
            TypeExpr::Exact(Type::Scalar(_)) | TypeExpr::Variable(_, Argument::Scalar) => {
                Self::new(format!("a {number}"), format!("{number}s"))
            }
            TypeExpr::Exact(ty) => {
                let one = ty.in_words();
                let plain = one.trim_start_matches("a ").trim_start_matches("an ");
                let many = match plain.strip_suffix('y') {
                    Some(stem) => format!("{stem}ies"),
                    None => format!("{plain}s"),
                };
                Self::new(one, many)
            }
            TypeExpr::Variable(_, Argument::Place) => Self::new("a point", "points"),
            TypeExpr::List(size, element) => {
                let count = match size {
                    Size::Known(count) => format!("{count} "),
                    _ => String::new(),
                };
                let of = match (&**element, size) {
                    (
                        TypeExpr::Any
                        | TypeExpr::Variable(_, Argument::Any)
                        | TypeExpr::Result(..)
                        | TypeExpr::Join(_),
                        Size::Known(_),
                    ) => format!(" of {count}elements"),
                    (
                        TypeExpr::Any
                        | TypeExpr::Variable(_, Argument::Any)
                        | TypeExpr::Result(..)
                        | TypeExpr::Join(_),
                        _,
                    ) => String::new(),
                    (element, _) => format!(" of {count}{}", Self::of(element, number).many),
                };
                Self::new(format!("a list{of}"), format!("lists{of}"))
            }
            TypeExpr::Any
            | TypeExpr::Variable(_, Argument::Any)
            | TypeExpr::Result(..)
            | TypeExpr::Join(_) => Self::new("anything", "values of any kind"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{all, find};

    fn check(name: &str, given: &[Type], expected: &str) {
        let builtin = find(name, given.len()).expect("a builtin");
        let takes = builtin.takes(Side::Gpu, given);
        assert_eq!(takes.as_deref(), Some(expected));
    }

    #[test]
    fn ways_to_call() {
        let vector = Type::list(2, Type::REAL);
        check(
            "sqrt",
            std::slice::from_ref(&vector),
            "`sqrt` takes a number",
        );
        check(
            "re",
            std::slice::from_ref(&vector),
            "`re` takes a list or a number",
        );
        check("hue", &[Type::COMPLEX], "`hue` takes a real number");
        check(
            "+",
            &[vector.clone(), Type::INT],
            "`+` adds two numbers or two lists of the same length",
        );
    }

    /// No notation is left, whatever is called with whatever.
    #[test]
    fn every_row_reads_as_a_sentence() {
        for builtin in all() {
            for side in [Side::Gpu, Side::Cpu] {
                for arity in 1..5 {
                    let given = vec![Type::Shape; arity];
                    let Some(takes) = builtin.takes(side, &given) else {
                        continue;
                    };
                    for notation in ["list(", "->", "⊤", "⊥", "nonneg", " nat"] {
                        let is_operator = !builtin.name().starts_with(char::is_alphabetic);
                        assert!(is_operator || !takes.contains(notation), "{takes}");
                    }
                }
            }
        }
    }
}
