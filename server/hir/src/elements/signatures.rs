//! What the elements of a construction are computed from, as CindyJS has it.

use cindyscript_applet::ElementKind;

/// A type of element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSignature {
    /// CindyJS's `type`.
    pub name: &'static str,
    /// What it is.
    pub kind: ElementKind,
    /// What it is computed from.
    pub wants: ElementArguments,
}

/// What an element is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementArguments {
    /// One of each.
    Exactly(Vec<ElementKind>),
    /// Any number, all of this kind or of any.
    AnyNumber(Option<ElementKind>),
}

impl ElementArguments {
    /// As the table has it.
    fn read(wants: &str) -> Option<Self> {
        Some(match wants.strip_suffix('*') {
            Some("*") => Self::AnyNumber(None),
            Some(letter) => Self::AnyNumber(Some(ElementKind::of_letter(letter)?)),
            None => {
                let kinds = wants.split_whitespace().map(ElementKind::of_letter);
                Self::Exactly(kinds.collect::<Option<_>>()?)
            }
        })
    }
}

impl ElementSignature {
    fn read(&(name, kind, wants): &(&'static str, &str, &str)) -> Option<Self> {
        Some(Self {
            name,
            kind: ElementKind::of_letter(kind)?,
            wants: ElementArguments::read(wants)?,
        })
    }

    /// The kinds of the elements that it is computed from, if these are so many.
    #[must_use]
    pub fn arguments(&self) -> Option<&[ElementKind]> {
        match &self.wants {
            ElementArguments::Exactly(kinds) => Some(kinds),
            ElementArguments::AnyNumber(_) => None,
        }
    }
}

/// What elements of a type are computed from; none for types that depend on what that is.
#[must_use]
pub fn signature(name: &str) -> Option<ElementSignature> {
    let mut rows = SIGNATURES.iter();
    ElementSignature::read(rows.find(|(known, ..)| *known == name)?)
}

/// The types with CindyJS's names of what they are, and of the elements that they are computed from,
/// with a space between; `P*` is any number of points, `**` any number of anything.
#[rustfmt::skip]
const SIGNATURES: &[(&str, &str, &str)] = &[
    ("Angle", "V", "L L P"),
    ("AngleBisector", "Ls", "L L P"),
    ("angleBisector", "Ls", "L L"),
    ("AngularBisector", "Ls", "L L P"),
    ("Arc", "C", "P P P"),
    ("ArcBy3", "C", "P P P"),
    ("Button", "Text", "**"),
    ("Calculation", "Text", "**"),
    ("CenterOfConic", "P", "C"),
    ("CircleBy3", "C", "P P P"),
    ("CircleByFixedRadius", "C", "P"),
    ("CircleByRadius", "C", "P"),
    ("CircleMFixedr", "C", "P"),
    ("CircleMP", "C", "P P"),
    ("CircleMr", "C", "P"),
    ("Compass", "C", "P P P"),
    ("ConicBy1p4l", "Cs", "P L L L L"),
    ("ConicBy1Pol1P2L", "Cs", "P L P L L"),
    ("ConicBy1Pol2P1L", "Cs", "P L P P L"),
    ("ConicBy1Pol3L", "C", "P L L L L"),
    ("ConicBy1Pol3P", "C", "P L P P P"),
    ("ConicBy2Foci1P", "Cs", "P P P"),
    ("ConicBy2p3l", "Cs", "P P L L L"),
    ("ConicBy2Pol1L", "C", "P L P L L"),
    ("ConicBy2Pol1P", "C", "P L P L P"),
    ("ConicBy3p2l", "Cs", "P P P L L"),
    ("ConicBy4p1l", "Cs", "P P P P L"),
    ("ConicBy5", "C", "P P P P P"),
    ("ConicBy5lines", "C", "L L L L L"),
    ("ConicFromPrincipalDirections", "C", "P P P"),
    ("ConicInSquare", "C", "P P P P"),
    ("ConicParabolaPL", "C", "P L"),
    ("Dist", "V", "P P"),
    ("EditableText", "Text", "**"),
    ("Equation", "Text", "**"),
    ("EuclideanMid", "P", "P P"),
    ("Evaluate", "Text", "**"),
    ("Free", "P", ""),
    ("FreeConic", "C", ""),
    ("FreeLine", "L", ""),
    ("FreePoint", "P", ""),
    ("Horizontal", "L", "P"),
    ("HorizontalLine", "L", ""),
    ("IFS", "IFS", "**"),
    ("IntersectCirCir", "Ps", "C C"),
    ("IntersectConicConic", "Ps", "C C"),
    ("IntersectionCircleCircle", "Ps", "C C"),
    ("IntersectionConicConic", "Ps", "C C"),
    ("IntersectionConicLine", "Ps", "C L"),
    ("IntersectLC", "Ps", "L C"),
    ("Join", "L", "P P"),
    ("LineByFixedAngle", "L", "L P"),
    ("Meet", "P", "L L"),
    ("Mid", "P", "P P"),
    ("Orthogonal", "L", "L P"),
    ("OtherIntersectionCC", "P", "C C P"),
    ("OtherIntersectionCL", "P", "C L P"),
    ("OtherPointOnCircle", "P", "P"),
    ("Para", "L", "L P"),
    ("Parallel", "L", "L P"),
    ("Perp", "L", "L P"),
    ("Plot", "Text", "**"),
    ("PointOnArc", "P", "C"),
    ("PointOnCircle", "P", "C"),
    ("PointOnLine", "P", "L"),
    ("PointOnSegment", "P", "S"),
    ("Polar", "L", "P C"),
    ("PolarOfLine", "P", "L C"),
    ("PolarOfPoint", "L", "P C"),
    ("Pole", "P", "L C"),
    ("Poly", "Poly", "P*"),
    ("RandomLine", "L", ""),
    ("RandomPoint", "P", ""),
    ("ReflectCArc", "C", "Mt C"),
    ("ReflectCC", "C", "Mt C"),
    ("ReflectCL", "C", "Mt L"),
    ("ReflectCP", "P", "Mt P"),
    ("ReflectCS", "C", "Mt S"),
    ("Segment", "S", "P P"),
    ("SelectConic", "C", "Cs"),
    ("SelectL", "L", "Ls"),
    ("SelectP", "P", "Ps"),
    ("Text", "Text", "**"),
    ("Through", "L", "P"),
    ("ToggleButton", "Text", "**"),
    ("TrAffine", "Tr", "P P P P P P"),
    ("TransformArc", "C", "Tr C"),
    ("TransformC", "C", "Tr C"),
    ("TransformConic", "C", "Tr C"),
    ("TransformL", "L", "Tr L"),
    ("TransformP", "P", "Tr P"),
    ("TransformPolygon", "Poly", "Tr Poly"),
    ("TransformS", "S", "Tr S"),
    ("TransformSegment", "S", "Tr S"),
    ("TrComposeMtMt", "Mt", "Mt Mt"),
    ("TrComposeMtTr", "Mt", "Mt Tr"),
    ("TrComposeTrMt", "Mt", "Tr Mt"),
    ("TrComposeTrTr", "Tr", "Tr Tr"),
    ("TrInverse", "Tr", "Tr"),
    ("TrInverseMoebius", "Mt", "Mt"),
    ("TrMoebius", "Mt", "P P P P P P"),
    ("TrMoebiusArc", "C", "Mt C"),
    ("TrMoebiusC", "C", "Mt C"),
    ("TrMoebiusCircle", "C", "Mt C"),
    ("TrMoebiusL", "C", "Mt L"),
    ("TrMoebiusP", "P", "Mt P"),
    ("TrMoebiusS", "C", "Mt S"),
    ("TrMoebiusSegment", "C", "Mt S"),
    ("TrProjection", "Tr", "P P P P P P P P"),
    ("TrReflectionC", "Mt", "C"),
    ("TrReflectionL", "Tr", "L"),
    ("TrReflectionP", "Tr", "P"),
    ("TrReflectionS", "Tr", "S"),
    ("TrRotationPNumb", "Tr", "P V"),
    ("TrSimilarity", "Tr", "P P P P"),
    ("TrTranslation", "Tr", "P P"),
    ("Vertical", "L", "P"),
    ("VerticalLine", "L", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        for row in SIGNATURES {
            assert!(ElementSignature::read(row).is_some(), "{row:?}");
        }
    }
}
