//! All types of elements, by families.

mod free;
mod lines;

use crate::operation::Operation;
use crate::{Construction, Definition, DefinitionError};

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

const FAMILIES: &[&[Operation]] = &[free::OPERATIONS, lines::OPERATIONS];

/// All types, each under CindyJS's own name for it.
pub(crate) fn all() -> impl Iterator<Item = &'static Operation> {
    FAMILIES.iter().copied().flatten()
}

/// What a type that stands for others makes of a definition: it changes its type and arguments, and
/// gives the definition of a helping element that comes before it.
type Macro = fn(&mut Definition, &Construction) -> Result<Option<Definition>, DefinitionError>;

/// Types that stand for others, depending on their arguments.
pub(crate) const MACROS: &[(&str, Macro)] = &[];
