//! How the table writes signatures.
//!
//! Overloads are divided by `;`, parameters by `,`, and stand before `->`. Types have the paper's
//! names; `list(n, T)` has a length that must agree wherever `n` recurs, `list(T)` any length; `d`,
//! `e`, `f` are 2 or 3. `a`, `b` stand for any type, `s`, `t` for any scalar, `p`, `q`, `r` for the
//! places of the plane ([`Type::place`]). In a result, `self(a, b)` is the same builtin one level
//! down (elementwise operations, dot products), `call *(s, t)` another one, `join(a, b)` the least
//! upper bound, `n + m` a length.

use crate::types::{Scalar, Type};

/// One signature of a builtin, as the table has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Overload {
    pub(super) parameters: Vec<TypeExpr>,
    pub(super) result: TypeExpr,
}

impl Overload {
    /// How many arguments it takes.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// What the operands are, if the operation is applied to each element of them in turn:
    /// `list(n, a), t -> list(n, self(a, t))`.
    pub(super) fn elementwise(&self) -> Option<Vec<Operand>> {
        let TypeExpr::List(Size::Variable(_), element) = &self.result else {
            return None;
        };
        if !matches!(**element, TypeExpr::Result(None, _)) {
            return None;
        }
        let operands = self.parameters.iter().map(|parameter| match parameter {
            TypeExpr::List(Size::Variable(_), element) => {
                matches!(**element, TypeExpr::Variable(_, Argument::Any))
                    .then_some(Operand::Elements)
            }
            TypeExpr::Variable(_, Argument::Scalar) => Some(Operand::Number),
            TypeExpr::Any => Some(Operand::Anything),
            _ => None,
        });
        operands.collect()
    }
}

/// An argument of an elementwise operation, as the signatures of the table have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A list, of which the operation takes the elements one after the other.
    Elements,
    /// A number, the same for all elements.
    Number,
    /// Any value, the same for all elements.
    Anything,
}

/// A type with variables.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypeExpr {
    /// A type without variables.
    Exact(Type),
    /// Whatever comes.
    Any,
    /// A type variable; the flag restricts it to scalars.
    Variable(Slot, Argument),
    /// A list.
    List(Size, Box<TypeExpr>),
    /// The result of a builtin (`None` is the one whose signature this is).
    Result(Option<&'static str>, Vec<TypeExpr>),
    /// A least upper bound.
    Join(Vec<TypeExpr>),
}

/// What a type variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Any type.
    Any,
    /// A scalar.
    Scalar,
    /// A place of the plane.
    Place,
}

pub(super) type Slot = usize;

/// A list's length in a signature.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Size {
    /// Any length, forgotten.
    Any,
    /// A number.
    Known(u32),
    /// A variable, by the place of its letter.
    Variable(Slot),
    /// The sum of two.
    Sum(Box<Size>, Box<Size>),
}

pub(super) const TYPE_VARIABLES: [(&str, Argument); 7] = [
    ("a", Argument::Any),
    ("b", Argument::Any),
    ("s", Argument::Scalar),
    ("t", Argument::Scalar),
    ("p", Argument::Place),
    ("q", Argument::Place),
    ("r", Argument::Place),
];
/// The last three stand for the number of coordinates that points and lines have, 2 or 3.
pub(super) const SIZE_VARIABLES: [&str; 6] = ["n", "m", "k", "d", "e", "f"];
pub(super) const COORDINATES: std::ops::Range<Slot> = 3..6;

/// Parses the signatures of one row. The table is ours, so mistakes in it are programming errors;
/// a test reads every row.
pub(super) fn parse(text: &'static str) -> Vec<Overload> {
    text.split(';')
        .filter(|part| !part.trim().is_empty())
        .map(|part| {
            let mut parser = Parser { rest: part };
            let mut parameters = Vec::new();
            while !parser.eat("->") {
                parameters.push(parser.type_expr());
                parser.eat(",");
            }
            let result = parser.type_expr();
            assert!(
                parser.rest.trim().is_empty(),
                "signature {part:?}: {:?}",
                parser.rest
            );
            Overload { parameters, result }
        })
        .collect()
}

struct Parser {
    rest: &'static str,
}

impl Parser {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        if let Some(rest) = rest.strip_prefix(token) {
            self.rest = rest;
            return true;
        }
        false
    }

    fn expect(&mut self, token: &str) {
        assert!(
            self.eat(token),
            "a signature wants {token:?} before {:?}",
            self.rest
        );
    }

    fn word(&mut self) -> &'static str {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    fn arguments(&mut self) -> Vec<TypeExpr> {
        self.expect("(");
        let mut arguments = Vec::new();
        while !self.eat(")") {
            arguments.push(self.type_expr());
            self.eat(",");
        }
        arguments
    }

    fn type_expr(&mut self) -> TypeExpr {
        match self.word() {
            "list" => {
                self.expect("(");
                let (size, element) = match self.size() {
                    Some(size) => {
                        self.expect(",");
                        (size, self.type_expr())
                    }
                    None => (Size::Any, self.type_expr()),
                };
                self.expect(")");
                TypeExpr::List(size, Box::new(element))
            }
            "self" => TypeExpr::Result(None, self.arguments()),
            "call" => {
                let rest = self.rest.trim_start();
                let (name, rest) = rest.split_at(rest.find('(').unwrap_or(rest.len()));
                self.rest = rest;
                TypeExpr::Result(Some(name), self.arguments())
            }
            "join" => TypeExpr::Join(self.arguments()),
            "any" => TypeExpr::Any,
            "undefined" => TypeExpr::Exact(Type::Unset),
            "nat" => TypeExpr::Exact(Type::NAT),
            "nonneg" => TypeExpr::Exact(Type::NONNEG),
            "token" => TypeExpr::Exact(Type::ScalarOrString(Scalar::Real)),
            word => {
                if let Ok(ty) = word.parse() {
                    return TypeExpr::Exact(ty);
                }
                let slot = TYPE_VARIABLES.iter().position(|(name, _)| *name == word);
                let slot = slot.unwrap_or_else(|| panic!("a signature has the type {word:?}"));
                TypeExpr::Variable(slot, TYPE_VARIABLES[slot].1)
            }
        }
    }

    fn size(&mut self) -> Option<Size> {
        let before = self.rest;
        let word = self.word();
        let mut size = if let Ok(number) = word.parse() {
            Size::Known(number)
        } else if let Some(slot) = SIZE_VARIABLES.iter().position(|name| *name == word) {
            Size::Variable(slot)
        } else {
            self.rest = before;
            return None;
        };
        if self.eat("+")
            && let Some(more) = self.size()
        {
            size = Size::Sum(Box::new(size), Box::new(more));
        }
        Some(size)
    }
}
