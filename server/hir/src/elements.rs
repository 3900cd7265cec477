//! The elements of a construction as values of scripts: which type each has, and its fields.

mod signatures;

use std::collections::BTreeMap;

use cindyscript_applet::GeometryEntry;

use crate::types::Type;
pub use signatures::{ElementArguments, ElementSignature, signature};

/// What an entry of the `geometry` array is for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A value of that kind.
    Is(Kind),
    /// What its last argument is: the image of that under a transformation.
    LikeLast,
    /// It belongs to what the preview does not have.
    OutOfScope,
}

/// The kinds of elements that scripts tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Point,
    Line,
    Conic,
    /// Texts, buttons, polygons, transformations, measured values, and the bundles of points,
    /// lines and conics from which `Select...` takes one.
    Other,
}

impl Kind {
    fn ty(self) -> Type {
        match self {
            Self::Point => Type::Point,
            Self::Line => Type::Line,
            Self::Conic => Type::Circle,
            Self::Other => Type::Element,
        }
    }
}

/// CindyJS's `type`s, by what they make.
#[rustfmt::skip]
const TYPES: &[(Meaning, &[&str])] = &[
    (Meaning::Is(Kind::Point), &[
        "CenterOfConic", "EuclideanMid", "Free", "FreePoint", "Meet", "Mid", "OtherIntersectionCC",
        "OtherIntersectionCL", "OtherPointOnCircle", "PointOnArc", "PointOnCircle", "PointOnLine",
        "PointOnSegment", "PolarOfLine", "Pole", "RandomPoint", "ReflectCP", "SelectP",
        "TrMoebiusP", "TransformP",
    ]),
    (Meaning::Is(Kind::Line), &[
        "FreeLine", "Horizontal", "HorizontalLine", "Join", "LineByFixedAngle", "Orthogonal",
        "Para", "Parallel", "Perp", "Polar", "PolarOfPoint", "RandomLine", "Segment", "SelectL",
        "Through", "TransformL", "TransformS", "TransformSegment", "Vertical", "VerticalLine",
    ]),
    (Meaning::Is(Kind::Conic), &[
        "Arc", "ArcBy3", "CircleBy3", "CircleByFixedRadius", "CircleByRadius", "CircleMFixedr",
        "CircleMP", "CircleMr", "Compass", "ConicBy1Pol3L", "ConicBy1Pol3P", "ConicBy2Pol1L",
        "ConicBy2Pol1P", "ConicBy5", "ConicBy5lines", "ConicFromPrincipalDirections",
        "ConicInSquare", "ConicParabolaPL", "FreeConic", "ReflectCArc", "ReflectCC", "ReflectCL",
        "ReflectCS", "SelectConic", "TrMoebiusArc", "TrMoebiusC", "TrMoebiusCircle", "TrMoebiusL",
        "TrMoebiusS", "TrMoebiusSegment", "TransformArc", "TransformC", "TransformConic",
    ]),
    (Meaning::Is(Kind::Other), &[
        "Angle", "AngleBisector", "AngularBisector", "Button", "Calculation", "ConicBy1Pol1P2L",
        "ConicBy1Pol2P1L", "ConicBy1p4l", "ConicBy2Foci1P", "ConicBy2p3l", "ConicBy3p2l",
        "ConicBy4p1l", "Dist", "EditableText", "Equation", "Evaluate", "IFS", "IntersectCirCir",
        "IntersectConicConic", "IntersectLC", "IntersectionCircleCircle", "IntersectionConicConic",
        "IntersectionConicLine", "Plot", "Poly", "Text", "ToggleButton", "TrAffine", "TrCompose",
        "TrComposeMtMt", "TrComposeMtTr", "TrComposeTrMt", "TrComposeTrTr", "TrInverse",
        "TrInverseMoebius", "TrMoebius", "TrProjection", "TrReflection", "TrReflectionC",
        "TrReflectionL", "TrReflectionP", "TrReflectionS", "TrRotationPNumb", "TrSimilarity",
        "TrTranslation", "TransformPolygon", "angleBisector",
    ]),
    (Meaning::LikeLast, &["Transform"]),
    (Meaning::OutOfScope, &[
        "AnimationAlg", "Bouncer", "Environment", "Gravity", "Locus", "Mass", "Spring", "Sun",
    ]),
];

fn meaning(kind: &str) -> Option<Meaning> {
    let mut rows = TYPES.iter();
    let row = rows.find(|(_, kinds)| kinds.contains(&kind));
    row.map(|(meaning, _)| *meaning)
}

/// Whether CindyJS's `type` of an element is known.
#[must_use]
pub fn is_known(kind: &str) -> bool {
    meaning(kind).is_some()
}

/// All `type`s that are known.
pub fn known() -> impl Iterator<Item = &'static str> {
    TYPES.iter().flat_map(|(_, kinds)| kinds.iter().copied())
}

/// Whether elements of that `type` are known, and deliberately not available in the preview.
pub fn is_out_of_scope(kind: &str) -> bool {
    meaning(kind) == Some(Meaning::OutOfScope)
}

/// The types of the elements of a construction, by name.
pub fn types(geometry: &[GeometryEntry]) -> BTreeMap<&str, Type> {
    let mut types: BTreeMap<&str, Type> = BTreeMap::new();
    for element in geometry {
        let like_last = || types.get(element.args.last()?.as_str()).cloned();
        let ty = match meaning(&element.kind) {
            Some(Meaning::Is(kind)) => kind.ty(),
            Some(Meaning::LikeLast) => like_last().unwrap_or(Type::Element),
            Some(Meaning::OutOfScope) | None => Type::Top,
        };
        types.insert(&element.name, ty);
    }
    types
}

/// The type that elements have which scripts make with `create`, by their `type`; ⊤ if that says
/// nothing.
#[must_use]
pub fn created(kind: &str) -> Type {
    match meaning(kind) {
        Some(Meaning::Is(kind)) => kind.ty(),
        Some(Meaning::LikeLast | Meaning::OutOfScope) | None => Type::Top,
    }
}

/// Fields that all elements have.
const COMMON: &[(&str, Type)] = &[
    ("alpha", Type::REAL),
    ("caption", Type::String),
    ("fillalpha", Type::REAL),
    ("isshowing", Type::BOOLEAN),
    ("labeled", Type::BOOLEAN),
    ("labelled", Type::BOOLEAN),
    ("name", Type::String),
    ("pinned", Type::BOOLEAN),
    ("size", Type::REAL),
    ("trace", Type::BOOLEAN),
    ("visible", Type::BOOLEAN),
];

/// Fields whose values are lists of real numbers, by their length.
const VECTORS: &[(&str, u32)] = &[("color", 3), ("colorhsb", 3), ("fillcolor", 3)];

/// Of these, those that are red, green and blue, from 0 to 1.
const COLOURS: &[&str] = &["color", "fillcolor"];

/// Whether a field of an element is red, green and blue, from 0 to 1.
#[must_use]
pub fn is_colour(field: &str) -> bool {
    COLOURS.contains(&field)
}

/// Further fields of masses and springs.
const PHYSICS: &[&str] = &[
    "charge", "f", "friction", "fx", "fy", "ldiff", "mass", "radius", "v", "vx", "vy",
];

/// Fields that CindyJS knows without a value, and those of texts and buttons.
const OTHER: &[&str] = &[
    "currenttext",
    "val",
    "matrix",
    "pressed",
    "selected",
    "text",
    "tracelength",
];

/// The weights of the transformations of an iterated function system, which scripts can set.
const WEIGHTS: &[&str] = &[
    "prob0", "prob1", "prob2", "prob3", "prob4", "prob5", "prob6", "prob7", "prob8", "prob9",
];

/// The names of the fields that an element has.
pub fn fields(element: &Type) -> impl Iterator<Item = &'static str> {
    let own = [
        "x", "y", "xy", "coord", "center", "homog", "angle", "slope", "radius",
    ];
    let common = COMMON.iter().map(|row| row.0);
    let vectors = VECTORS.iter().map(|row| row.0);
    let all = own.into_iter().chain(common).chain(vectors);
    all.filter(move |name| field(element, name).is_some())
}

/// The type of a field of an element of any kind, if those that have it agree.
#[must_use]
pub fn field_of_any(name: &str) -> Option<Type> {
    let kinds = [Type::Point, Type::Line, Type::Circle, Type::Element];
    let types = kinds.iter().filter_map(|kind| field(kind, name));
    types.reduce(|joined, ty| joined.join(&ty))
}

/// The type of a field that all elements have, and that is of the same type for all.
fn common_field(name: &str) -> Option<Type> {
    let common = COMMON.iter().find(|row| row.0 == name);
    let vector = || VECTORS.iter().find(|row| row.0 == name);
    match common {
        Some((_, ty)) => Some(ty.clone()),
        None => vector().map(|&(_, len)| Type::list(len, Type::REAL)),
    }
}

/// The type of an element's field; `None` if there is no such field.
pub fn field(element: &Type, name: &str) -> Option<Type> {
    let vector = |len| Type::list(len, Type::REAL);
    let own = match (element, name) {
        (Type::Point | Type::Element, "x" | "y") => Some(Type::REAL),
        (Type::Point | Type::Element, "xy" | "coord") => Some(vector(2)),
        (Type::Circle, "center") => Some(vector(2)),
        (Type::Point | Type::Line | Type::Element, "homog") => Some(vector(3)),
        (Type::Line, "angle" | "slope") | (Type::Point, "angle") => Some(Type::REAL),
        (Type::Circle, "radius") => Some(Type::NONNEG),
        (Type::Circle, "matrix" | "dualMatrix") => Some(Type::list(3, vector(3))),
        (Type::Point | Type::Circle, "narrow") => Some(Type::Top),
        _ => None,
    };
    let others = || {
        let physics = *element == Type::Point || *element == Type::Line;
        let other = *element == Type::Element;
        let known = name == "printlabel"
            || physics && PHYSICS.contains(&name)
            || other && (OTHER.contains(&name) || WEIGHTS.contains(&name));
        known.then_some(Type::Top)
    };
    own.or_else(|| common_field(name)).or_else(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_has_two_meanings() {
        let mut all: Vec<&str> = known().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
