//! All types of elements, by families.

mod bound;
mod circles;
mod conics;
mod free;
mod intersections;
mod lines;
mod macros;
mod measures;
pub(crate) mod moebius;
mod texts;
mod transformations;

use crate::ElementKind;
use crate::operation::{Operation, Signature};

pub(crate) use macros::MACROS;

/// Other names of types.
const ALIASES: &[(&str, &str)] = &[
    ("Arc", "ArcBy3"),
    ("AngularBisector", "AngleBisector"),
    ("CircleByRadius", "CircleMr"),
    ("EuclideanMid", "Mid"),
    ("FreePoint", "Free"),
    ("IntersectionCircleCircle", "IntersectCirCir"),
    ("IntersectionConicConic", "IntersectConicConic"),
    ("Orthogonal", "Perp"),
    ("Parallel", "Para"),
    ("Polar", "PolarOfPoint"),
    ("Pole", "PolarOfLine"),
    ("ReflectCArc", "TrMoebiusArc"),
    ("ReflectCC", "TrMoebiusC"),
    ("ReflectCL", "TrMoebiusL"),
    ("ReflectCP", "TrMoebiusP"),
    ("ReflectCS", "TrMoebiusS"),
    ("TrMoebiusCircle", "TrMoebiusC"),
    ("TrMoebiusSegment", "TrMoebiusS"),
    ("TransformConic", "TransformC"),
    ("TransformSegment", "TransformS"),
];

const FAMILIES: &[&[Operation]] = &[
    free::OPERATIONS,
    bound::OPERATIONS,
    lines::OPERATIONS,
    circles::OPERATIONS,
    conics::OPERATIONS,
    intersections::OPERATIONS,
    transformations::OPERATIONS,
    moebius::OPERATIONS,
    measures::OPERATIONS,
    texts::OPERATIONS,
];

/// All types, each under CindyJS's own name for it.
fn all() -> impl Iterator<Item = &'static Operation> {
    FAMILIES.iter().copied().flatten()
}

/// The row of a type, by any of its names. Types that stand for others, depending on their
/// arguments (`Transform`), are not among them.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    let name = resolve(name);
    all().find(|operation| operation.name == name)
}

/// CindyJS's own name of a type that has several.
pub(crate) fn resolve(name: &str) -> &str {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(name, |(_, name)| name)
}

/// The kind of elements of a type, and the number of their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeInfo {
    /// The kind.
    pub kind: ElementKind,
    /// From how many elements they are computed; none if from any number of them.
    pub arity: Option<usize>,
}

impl TypeInfo {
    /// Looks a type up by any of its names. Types that stand for others,
    /// depending on their arguments (`Transform`), have no answer.
    pub fn of(type_name: &str) -> Option<TypeInfo> {
        let operation = find(type_name)?;
        Some(TypeInfo {
            kind: operation.kind,
            arity: match operation.signature {
                Signature::Exactly(kinds) => Some(kinds.len()),
                Signature::Each(_) | Signature::Any => None,
            },
        })
    }
}

/// All names of types, sorted.
pub fn known_types() -> Vec<&'static str> {
    let mut names: Vec<&str> = all()
        .map(|operation| operation.name)
        .chain(ALIASES.iter().map(|(alias, _)| *alias))
        .chain(MACROS.iter().map(|(name, _)| *name))
        .collect();
    names.sort_unstable();
    names
}
