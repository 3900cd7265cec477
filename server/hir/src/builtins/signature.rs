//! `min_signature` of the paper: the signature that given arguments choose, and what comes out.

mod tuple;

use std::borrow::Cow;

use super::notation::{
    Argument, COORDINATES, Overload, SIZE_VARIABLES, Size, TYPE_VARIABLES, TypeExpr,
};
use super::{BuiltinId, Side, find};
use crate::types::{ListType, Scalar, Type};

pub use tuple::undefined_elements;

/// The signature chosen for given arguments: what they are up-cast to, and what comes out.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The types that the implementation takes; each is ⊒ the argument's.
    pub parameters: Vec<Type>,
    /// The type of the value.
    pub result: Type,
}

impl Overload {
    /// How many arguments of these types it would take as they are.
    #[must_use]
    pub fn likeness(&self, types: &[Type]) -> usize {
        let fits = |(parameter, ty): (&TypeExpr, &Type)| {
            *parameter != TypeExpr::Any && Bindings::default().fit(parameter, ty) == Fit::Yes
        };
        self.parameters
            .iter()
            .zip(types)
            .filter(|&pair| fits(pair))
            .count()
    }

    /// Whether the argument at a 0-based place may be of this type; none where anything may be, and
    /// where there is no such argument.
    #[must_use]
    pub fn takes_at(&self, place: usize, ty: &Type) -> Option<bool> {
        match self.parameters.get(place)? {
            TypeExpr::Any | TypeExpr::Variable(_, Argument::Any) => None,
            parameter => Some(Bindings::default().fit(parameter, ty) == Fit::Yes),
        }
    }

    /// The type of the value, if it is the same for all arguments.
    #[must_use]
    pub fn value(&self) -> Option<Type> {
        exact(&self.result)
    }
}

/// The type that an expression without variables stands for.
fn exact(expr: &TypeExpr) -> Option<Type> {
    match expr {
        TypeExpr::Exact(ty) => Some(ty.clone()),
        TypeExpr::List(Size::Known(len), element) => Some(Type::list(*len, exact(element)?)),
        TypeExpr::List(Size::Any, element) => Some(Type::any_list(exact(element)?)),
        TypeExpr::List(Size::Variable(_) | Size::Sum(..), _)
        | TypeExpr::Any
        | TypeExpr::Variable(..)
        | TypeExpr::Result(..)
        | TypeExpr::Join(_) => None,
    }
}

/// Whether a signature takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It does not, and will not take a larger type.
    No,
    /// That depends on what is not known yet: there is ⊥ in it.
    Perhaps,
    /// It does, whatever becomes of ⊥ in it.
    Yes,
}

impl From<bool> for Fit {
    fn from(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
    }
}

#[derive(Default)]
struct Bindings {
    types: [Option<Type>; TYPE_VARIABLES.len()],
    /// `Some(None)` is bound to an unknown length.
    sizes: [Option<Option<u32>>; SIZE_VARIABLES.len()],
}

impl Bindings {
    /// Whether all arguments are taken.
    fn fit_all(&mut self, overload: &Overload, arguments: &[Type]) -> Fit {
        if overload.parameters.len() != arguments.len() {
            return Fit::No;
        }
        let pairs = overload.parameters.iter().zip(arguments);
        let fits = pairs.map(|(parameter, argument)| self.fit(parameter, argument));
        fits.min().unwrap_or(Fit::Yes)
    }

    fn fit(&mut self, expr: &TypeExpr, ty: &Type) -> Fit {
        match expr {
            TypeExpr::Any => Fit::Yes,
            TypeExpr::Exact(_) if ty.is_unset() => Fit::Perhaps,
            TypeExpr::Exact(exact) => ty.fits(exact).into(),
            TypeExpr::Variable(slot, restriction) => {
                let (ty, fit) = match restriction {
                    Argument::Any => (Some(ty.clone()), Fit::Yes),
                    Argument::Scalar => {
                        let is_scalar = matches!(ty, Type::Scalar(_) | Type::Unset);
                        (is_scalar.then(|| ty.clone()), settled(!ty.is_unset()))
                    }
                    Argument::Place => (ty.place(), settled(!is_open(ty))),
                };
                let Some(ty) = ty else {
                    return Fit::No;
                };
                let joined = match &self.types[*slot] {
                    Some(bound) => bound.join(&ty),
                    None => ty,
                };
                self.types[*slot] = Some(joined);
                fit
            }
            TypeExpr::List(size, element) => {
                let list = match ty {
                    Type::Unset => return Fit::Perhaps,
                    Type::Point => Some(Cow::Owned(ListType {
                        len: Some(2),
                        element: Type::REAL,
                    })),
                    _ => ty.as_list(),
                };
                let Some(list) = list else {
                    return Fit::No;
                };
                if !self.matches_size(size, list.len) {
                    return Fit::No;
                }
                if list.len == Some(0) && matches!(**element, TypeExpr::List(..)) {
                    return Fit::No;
                }
                let fit = self.fit(element, &list.element);
                let takes_all = matches!(
                    **element,
                    TypeExpr::Any | TypeExpr::Variable(_, Argument::Any)
                );
                match ty {
                    // There is nothing in it, whatever it may be.
                    _ if list.len == Some(0) && fit != Fit::No => Fit::Yes,
                    Type::Tuple(tuple) if !tuple.is_complete() && !takes_all => {
                        fit.min(Fit::Perhaps)
                    }
                    _ => fit,
                }
            }
            TypeExpr::Result(..) | TypeExpr::Join(_) => Fit::No,
        }
    }

    fn matches_size(&mut self, size: &Size, len: Option<u32>) -> bool {
        match size {
            Size::Any => true,
            Size::Known(known) => len.is_none_or(|len| len == *known),
            Size::Variable(slot)
                if COORDINATES.contains(slot) && len.is_some_and(|len| !matches!(len, 2 | 3)) =>
            {
                false
            }
            Size::Variable(slot) => match (self.sizes[*slot], len) {
                (Some(Some(bound)), Some(len)) => bound == len,
                (Some(Some(_)), None) => true,
                (_, len) => {
                    self.sizes[*slot] = Some(len);
                    true
                }
            },
            Size::Sum(..) => false,
        }
    }

    fn size(&self, size: &Size) -> Option<u32> {
        match size {
            Size::Any => None,
            Size::Known(known) => Some(*known),
            Size::Variable(slot) => self.sizes[*slot].flatten(),
            Size::Sum(a, b) => self.size(a)?.checked_add(self.size(b)?),
        }
    }

    /// The type that an expression stands for. Results of builtins and joins also widen the
    /// variables in them: what the implementation takes is what the inner operation takes.
    fn result(&mut self, expr: &TypeExpr, own: BuiltinId, side: Side) -> Option<Type> {
        Some(match expr {
            TypeExpr::Any => Type::Top,
            TypeExpr::Exact(ty) => ty.clone(),
            TypeExpr::Variable(slot, _) => self.types[*slot].clone().unwrap_or_default(),
            TypeExpr::List(size, element) => {
                let element = self.result(element, own, side)?;
                match self.size(size) {
                    Some(len) => Type::list(len, element),
                    None => Type::any_list(element),
                }
            }
            TypeExpr::Join(parts) => {
                let mut joined = Type::Unset;
                for part in parts {
                    joined = joined.join(&self.result(part, own, side)?);
                }
                for part in parts {
                    self.widen(part, &joined);
                }
                joined
            }
            TypeExpr::Result(name, arguments) => {
                let builtin = match name {
                    Some(name) => find(name, arguments.len())?,
                    None => own,
                };
                let types: Option<Vec<Type>> = arguments
                    .iter()
                    .map(|argument| self.result(argument, own, side))
                    .collect();
                let signature = min_signature(builtin, side, &types?)?;
                for (argument, ty) in arguments.iter().zip(&signature.parameters) {
                    self.widen(argument, ty);
                }
                signature.result
            }
        })
    }

    fn widen(&mut self, expr: &TypeExpr, ty: &Type) {
        if let TypeExpr::Variable(slot, _) = expr {
            self.types[*slot] = Some(ty.clone());
        }
    }

    /// What an argument of type `ty` is up-cast to.
    fn parameter(&self, expr: &TypeExpr, ty: &Type) -> Type {
        match expr {
            TypeExpr::Any | TypeExpr::Result(..) | TypeExpr::Join(_) => ty.clone(),
            TypeExpr::Exact(exact) => exact.clone(),
            TypeExpr::Variable(slot, _) => self.types[*slot].clone().unwrap_or_else(|| ty.clone()),
            TypeExpr::List(size, element) => {
                let (len, inner) = match ty.as_list() {
                    Some(list) => (list.len, list.element.clone()),
                    None => (Some(2), Type::REAL),
                };
                match len.or_else(|| self.size(size)) {
                    Some(len) => Type::list(len, self.parameter(element, &inner)),
                    None => Type::any_list(self.parameter(element, &inner)),
                }
            }
        }
    }
}

/// The smallest signature of `builtin` that takes arguments of these types (the paper's minSign),
/// or `None` if there is none.
///
/// Arguments of type ⊥ give the result ⊥: nothing is known yet. ⊤ on the CPU is *any value* and
/// gives ⊤, unless the builtin takes anything.
#[must_use]
pub fn min_signature(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<Signature> {
    let (result, chosen) = choose(builtin, side, arguments)?;
    let parameters = match chosen {
        Chosen::None => arguments.to_vec(),
        Chosen::Parameters(parameters) => parameters,
        Chosen::Overload(overload, bindings) => {
            let parameters = overload.parameters.iter().zip(arguments);
            parameters
                .map(|(parameter, argument)| bindings.parameter(parameter, argument))
                .collect()
        }
    };
    Some(Signature { parameters, result })
}

/// The second component of minSign alone: the type of the value.
pub(super) fn chosen_result(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<Type> {
    choose(builtin, side, arguments).map(|(result, _)| result)
}

/// The type of the value on the CPU where arguments of type ⊥ are undefined for certain: of the
/// first signature that takes anything in their places.
#[must_use]
pub fn undefined_result(builtin: BuiltinId, arguments: &[Type]) -> Option<Type> {
    let takes_anything = |parameter: &TypeExpr| {
        matches!(
            parameter,
            TypeExpr::Any | TypeExpr::Variable(_, Argument::Any)
        )
    };
    let overloads = builtin.overloads(Side::Cpu).iter();
    let mut overloads = overloads.filter(|overload| {
        let mut pairs = overload.parameters.iter().zip(arguments);
        overload.parameters.len() == arguments.len()
            && pairs.all(|(parameter, argument)| !argument.is_unset() || takes_anything(parameter))
    });
    overloads.find_map(|overload| {
        let mut bindings = Bindings::default();
        let mut pairs = overload.parameters.iter().zip(arguments);
        let fits = pairs.all(|(parameter, argument)| bindings.fit(parameter, argument) != Fit::No);
        fits.then(|| bindings.result(&overload.result, builtin, Side::Cpu))?
    })
}

/// So many operands that may be numbers or strings are looked at in every combination.
const COMBINED: usize = 4;

/// The type of a value for operands that may be numbers or strings, from those for every way in
/// which they are one or the other; `None` if there is none for any of them. What is undefined in
/// one of the ways is so when it runs, where it is told.
pub fn over_alternatives(
    types: &[Type],
    mut result: impl FnMut(&[Type]) -> Option<Type>,
) -> Option<Type> {
    if types.iter().filter(|ty| ty.has_alternatives()).count() > COMBINED {
        return Some(Type::Top);
    }
    let mut ways: Vec<Vec<Type>> = vec![Vec::new()];
    for ty in types {
        let alternatives = ty.alternatives();
        ways = ways
            .iter()
            .flat_map(|way| {
                alternatives.iter().map(move |ty| {
                    let mut way = way.clone();
                    way.push(ty.clone());
                    way
                })
            })
            .collect();
    }
    let results = ways.iter().filter_map(|way| result(way));
    results.reduce(|joined, ty| joined.join(&ty))
}

/// Where a signature comes from.
enum Chosen {
    /// Of anything, or of what is not known yet.
    None,
    /// From the table.
    Overload(&'static Overload, Box<Bindings>),
    /// It takes these.
    Parameters(Vec<Type>),
}

fn choose(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<(Type, Chosen)> {
    let overloads = builtin.overloads(side);
    let takes_anything = |overload: &Overload| {
        overload.parameters.len() == arguments.len()
            && overload
                .parameters
                .iter()
                .all(|parameter| *parameter == TypeExpr::Any)
            && !overload.parameters.is_empty()
    };
    if arguments.iter().any(Type::is_unset) && !overloads.iter().any(takes_anything) {
        return Some((Type::Unset, Chosen::None));
    }
    if side == Side::Cpu && arguments.iter().any(Type::has_alternatives) {
        let result = |types: &[Type]| chosen_result(builtin, side, types);
        return Some((over_alternatives(arguments, result)?, Chosen::None));
    }
    if let Some(signature) = tuple::signature(builtin, side, arguments) {
        let Signature { parameters, result } = signature?;
        return Some((result, Chosen::Parameters(parameters)));
    }
    for overload in overloads {
        if overload.parameters.len() != arguments.len() {
            continue;
        }
        // Nothing is known of it yet: a stricter signature may take it later.
        let mut open = overload.parameters.iter().zip(arguments).enumerate();
        if open.any(|(place, (parameter, argument))| {
            *parameter == TypeExpr::Any
                && is_open(argument)
                && overloads
                    .iter()
                    .any(|other| other.parameters.get(place) != Some(&TypeExpr::Any))
        }) {
            return Some((Type::Unset, Chosen::None));
        }
        let mut bindings = Bindings::default();
        match bindings.fit_all(overload, arguments) {
            Fit::No => {}
            Fit::Perhaps => return Some((Type::Unset, Chosen::None)),
            Fit::Yes => {
                if let Some(result) = bindings.result(&overload.result, builtin, side) {
                    return Some((result, Chosen::Overload(overload, Box::new(bindings))));
                }
            }
        }
    }
    let anything = side == Side::Cpu && arguments.iter().any(Type::has_top);
    anything.then_some((Type::Top, Chosen::None))
}

fn settled(is_settled: bool) -> Fit {
    if is_settled { Fit::Yes } else { Fit::Perhaps }
}

/// Whether nothing is known of it or, if it is a list, of its elements.
fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Unset => true,
        Type::List(list) => list.len != Some(0) && is_open(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().all(is_open),
        _ => false,
    }
}

/// The signature of `base ^ exponent` for an exponent that is an integer in the text.
#[must_use]
pub fn power_signature(base: &Type, exponent: i32) -> Option<Signature> {
    let parameter = base.scalar()?.max(Scalar::Nat);
    let result = match (parameter, exponent) {
        (Scalar::Nat, 0..) => Scalar::Nat,
        (Scalar::Int, 0..) if exponent % 2 == 0 => Scalar::Nat,
        (Scalar::Int, 0..) => Scalar::Int,
        (Scalar::Complex, _) => Scalar::Complex,
        (Scalar::Nat | Scalar::NonNeg, _) => Scalar::NonNeg,
        _ if exponent % 2 == 0 => Scalar::NonNeg,
        _ => Scalar::Real,
    };
    Some(Signature {
        parameters: vec![Type::Scalar(parameter)],
        result: Type::Scalar(result),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::all;

    fn check(name: &str, side: Side, arguments: &[Type], expected: &str) {
        let builtin = find(name, arguments.len()).expect("a builtin");
        let text = match min_signature(builtin, side, arguments) {
            None => "none".to_owned(),
            Some(signature) => {
                let parameters: Vec<_> = signature
                    .parameters
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                format!("({}) -> {}", parameters.join(", "), signature.result)
            }
        };
        assert_eq!(text, expected, "{name}");
    }

    #[test]
    fn every_row_can_be_read() {
        for id in all() {
            for overload in id.overloads(Side::Cpu) {
                if let Some(arity) = id.row().arity {
                    assert_eq!(
                        overload.parameters.len(),
                        usize::from(arity),
                        "{}",
                        id.name()
                    );
                }
            }
        }
    }

    #[test]
    fn the_papers_examples() {
        check("+", Side::Gpu, &[Type::INT, Type::INT], "(int, int) -> int");
        check(
            "+",
            Side::Gpu,
            &[Type::COMPLEX, Type::INT],
            "(complex, complex) -> complex",
        );
        check("sqrt", Side::Gpu, &[Type::INT], "(real) -> complex");
    }

    #[test]
    fn lists() {
        let v = |n, t: &Type| Type::list(n, t.clone());
        let (int, real, complex) = (&Type::INT, &Type::REAL, &Type::COMPLEX);
        check(
            "+",
            Side::Gpu,
            &[v(2, int), v(2, real)],
            "(list(2, real), list(2, real)) -> list(2, real)",
        );
        check("+", Side::Gpu, &[v(2, int), v(3, real)], "none");
        check(
            "*",
            Side::Gpu,
            &[v(3, real), v(3, int)],
            "(list(3, real), list(3, real)) -> real",
        );
        check(
            "*",
            Side::Gpu,
            &[int.clone(), v(3, complex)],
            "(complex, list(3, complex)) -> list(3, complex)",
        );
        check(
            "*",
            Side::Gpu,
            &[Type::list(2, v(3, real)), v(3, real)],
            "(list(2, list(3, real)), list(3, real)) -> list(2, real)",
        );
        check(
            "++",
            Side::Gpu,
            &[v(2, int), v(1, real)],
            "(list(2, real), list(1, real)) -> list(3, real)",
        );
        check("|.|", Side::Gpu, &[v(2, real)], "(list(2, real)) -> real");
        check(
            "+",
            Side::Cpu,
            &[Type::String, Type::INT],
            "(string, int) -> string",
        );
        check("+", Side::Gpu, &[v(2, real), Type::INT], "none");
        check("min", Side::Gpu, &[v(4, real)], "(list(4, real)) -> real");
        check(
            "-",
            Side::Cpu,
            &[v(2, real), Type::Point],
            "(list(2, real), list(2, real)) -> list(2, real)",
        );
    }
}
