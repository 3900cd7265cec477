//! Conversions written out: where types clash, a builtin that makes one of the other.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, SlotId, SlotSubject, builtin_type};

use super::{Remedy, bodies, ty, value_of};
use crate::analysis::AppletAnalysis;

/// Kinds of values that can be made of one another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Real,
    Complex,
    Vector,
    Rgb,
    Rgba,
}

impl Shape {
    fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Scalar(Scalar::Boolean) => None,
            Type::Scalar(Scalar::Complex) => Some(Self::Complex),
            Type::Scalar(_) => Some(Self::Real),
            Type::Point => Some(Self::Vector),
            Type::List(list) if list.element.fits(&Type::REAL) => match list.len {
                Some(2) => Some(Self::Vector),
                Some(3) => Some(Self::Rgb),
                Some(4) => Some(Self::Rgba),
                _ => None,
            },
            _ => None,
        }
    }
}

/// From, to, what is written before and after the value, and the title.
type Conversion = (Shape, Shape, &'static str, &'static str, &'static str);

const CONVERSIONS: &[Conversion] = &[
    (
        Shape::Real,
        Shape::Rgb,
        "gray(",
        ")",
        "make a shade of grey of this: `gray(..)`",
    ),
    (
        Shape::Real,
        Shape::Rgba,
        "(gray(",
        ") ++ [1])",
        "make an opaque grey of this: `gray(..) ++ [1]`",
    ),
    (
        Shape::Rgb,
        Shape::Rgba,
        "(",
        " ++ [1])",
        "make this colour opaque: `.. ++ [1]`",
    ),
    (
        Shape::Vector,
        Shape::Complex,
        "complex(",
        ")",
        "make a complex number of this: `complex(..)`",
    ),
    (
        Shape::Complex,
        Shape::Vector,
        "gauss(",
        ")",
        "make a vector of this: `gauss(..)`",
    ),
];

/// One of two values that should have one type becomes what the other is.
pub(super) fn to_one_type(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let bodies = bodies(applet, term).into_iter();
    bodies
        .flat_map(|body| conversions(applet, body, term))
        .map(|(_, remedy)| remedy)
        .collect()
}

/// The ways to make one type of two values that should have one, each with that type.
fn conversions<'a>(
    applet: &'a AppletAnalysis,
    body: &Body,
    term: TermId,
) -> Vec<(&'a Type, Remedy)> {
    let mut found = Vec::new();
    for (one, other) in clashes(applet, body, term) {
        let shapes = [one, other].map(|(_, ty)| Shape::of(ty));
        let [Some(a), Some(b)] = shapes else { continue };
        for (from, to, place, ty) in [(a, b, one.0, other.1), (b, a, other.0, one.1)] {
            let known = CONVERSIONS.iter();
            for (.., before, after, title) in
                known.filter(|conversion| (conversion.0, conversion.1) == (from, to))
            {
                let range = applet.range(value_of(applet, place));
                found.push((ty, Remedy::wrap(*title, range, before, after)));
            }
        }
    }
    found
}

type Side<'a> = (TermId, &'a Type);

/// The pairs of terms that meet in a term, or in a variable that it is assigned to, and have no
/// common type.
fn clashes<'a>(applet: &'a AppletAnalysis, body: &Body, term: TermId) -> Vec<(Side<'a>, Side<'a>)> {
    let program = &applet.program;
    let solution = &*applet.solution;
    if let TermKind::List(operands) = program.kind(term) {
        let operands = program.children(operands);
        let side = |&operand: &TermId| (operand, ty(applet, body, operand));
        let Some(first) = operands.first().map(side) else {
            return Vec::new();
        };
        let others = operands.iter().map(side);
        return others
            .filter(|other| first.1.join(other.1).on_gpu().has_top())
            .map(|other| (first, other))
            .collect();
    }
    let provenance = applet.provenance(solution);
    let side = |slot: SlotId| match solution.slot(slot).subject {
        SlotSubject::Term(term) => Some((term, solution.ty(slot))),
        SlotSubject::Variable(_) => None,
    };
    let joins = [body.slot(term)]
        .into_iter()
        .chain(body.variables.iter().copied());
    joins
        .filter_map(|slot| {
            let (before, culprit) = provenance.clash(slot)?;
            let (before, culprit) = (side(before)?, side(culprit)?);
            let is_meant = slot == body.slot(term) || culprit.0 == term;
            is_meant.then_some((before, culprit))
        })
        .collect()
}

/// Arguments of a builtin that has no signature for them.
pub(super) fn to_signature(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let mut remedies = to_real(applet, term);
    remedies.extend(to_like_elements(applet, term));
    remedies
}

/// Lists as arguments of a builtin whose elements should have been of one type, and of one that it
/// has a signature for.
fn to_like_elements(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let Some((builtin, arguments)) = builtin_call(applet, term) else {
        return Vec::new();
    };
    let operands = program.children(arguments);
    let mut remedies = Vec::new();
    for body in bodies(applet, term) {
        let mut types = types(applet, body, operands);
        for (place, &operand) in operands.iter().enumerate() {
            let Type::Tuple(tuple) = ty(applet, body, operand) else {
                continue;
            };
            if !matches!(program.kind(operand), TermKind::List(_)) {
                continue;
            }
            for (element, remedy) in conversions(applet, body, operand) {
                let list = Type::list(tuple.len(), element.clone());
                let unlike = std::mem::replace(&mut types[place], list);
                let found = builtin_type(applet.numbers(), builtin, body.side(), arguments, &types);
                if found.is_some() {
                    remedies.push(remedy);
                }
                types[place] = unlike;
            }
        }
    }
    remedies
}

/// Complex arguments of a builtin that wants real ones.
fn to_real(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let Some((builtin, arguments)) = builtin_call(applet, term) else {
        return Vec::new();
    };
    for body in bodies(applet, term) {
        let operands = program.children(arguments);
        let types = types(applet, body, operands);
        let real: Vec<Type> = types
            .iter()
            .map(|ty| {
                if *ty == Type::COMPLEX {
                    Type::REAL
                } else {
                    ty.clone()
                }
            })
            .collect();
        let is_defined = |types: &[Type]| {
            builtin_type(applet.numbers(), builtin, body.side(), arguments, types).is_some()
        };
        if real == types || is_defined(&types) || !is_defined(&real) {
            continue;
        }
        let complex = operands.iter().zip(&types);
        let complex = complex.filter(|(_, ty)| **ty == Type::COMPLEX);
        let edits = complex.flat_map(|(&operand, _)| {
            let range = applet.range(operand);
            Remedy::wrap("", range, "re(", ")").edits
        });
        return vec![Remedy {
            title: "take the real part: `re(..)`".to_owned(),
            edits: edits.collect(),
        }];
    }
    Vec::new()
}

/// The builtin that a term calls, and its arguments.
fn builtin_call(applet: &AppletAnalysis, term: TermId) -> Option<(BuiltinId, Children)> {
    let TermKind::Call {
        callee, arguments, ..
    } = applet.program.kind(term)
    else {
        return None;
    };
    Some((applet.program.callee(callee).builtin?, arguments))
}

fn types(applet: &AppletAnalysis, body: &Body, operands: &[TermId]) -> Vec<Type> {
    let types = operands.iter().map(|&operand| ty(applet, body, operand));
    types.cloned().collect()
}

/// Remedies that make a colour of a value that is none.
pub(super) fn to_colour(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let complex = bodies(applet, term)
        .iter()
        .any(|body| *ty(applet, body, term) == Type::COMPLEX);
    if !complex {
        return Vec::new();
    }
    let title = "take the absolute value: `abs(..)`";
    vec![Remedy::wrap(title, applet.range(term), "abs(", ")")]
}

/// A number becomes a truth value.
pub(super) fn to_condition(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let number = bodies(applet, term).iter().any(|body| {
        let ty = ty(applet, body, term);
        ty.scalar().is_some() && ty.fits(&Type::REAL) && *ty != Type::BOOLEAN
    });
    if !number {
        return Vec::new();
    }
    let title = "compare with 0: `(..) != 0`";
    vec![Remedy::wrap(title, applet.range(term), "(", ") != 0")]
}
