//! All types of elements, by families.

mod bound;
mod circles;
mod conics;
mod free;
mod intersections;
mod lines;
mod macros;
mod measures;
mod moebius;
mod texts;
mod transformations;

use crate::operation::Operation;

pub(crate) use macros::MACROS;

/// Other names of types.
pub(crate) const ALIASES: &[(&str, &str)] = &[
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
pub(crate) fn all() -> impl Iterator<Item = &'static Operation> {
    FAMILIES.iter().copied().flatten()
}
