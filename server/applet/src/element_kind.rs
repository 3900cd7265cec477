//! What elements of a construction are.

use std::fmt;

/// What kind of thing an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// A point.
    Point,
    /// A line.
    Line,
    /// A segment, which can stand wherever a line can.
    Segment,
    /// A circle, a conic, or an arc.
    Conic,
    /// Several points.
    Points,
    /// Several lines.
    Lines,
    /// Several conics.
    Conics,
    /// A projective transformation.
    Transformation,
    /// A Möbius transformation.
    Moebius,
    /// A measured number or angle.
    Value,
    /// A text, a button, or a text field.
    Text,
    /// A polygon.
    Polygon,
    /// An iterated function system.
    FunctionSystem,
}

impl ElementKind {
    const ALL: [Self; 13] = [
        Self::Point,
        Self::Line,
        Self::Segment,
        Self::Conic,
        Self::Points,
        Self::Lines,
        Self::Conics,
        Self::Transformation,
        Self::Moebius,
        Self::Value,
        Self::Text,
        Self::Polygon,
        Self::FunctionSystem,
    ];

    /// CindyJS's name of it: `P`, `L`, `S`, `C`, `Ps`, ...
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::Point => "P",
            Self::Line => "L",
            Self::Segment => "S",
            Self::Conic => "C",
            Self::Points => "Ps",
            Self::Lines => "Ls",
            Self::Conics => "Cs",
            Self::Transformation => "Tr",
            Self::Moebius => "Mt",
            Self::Value => "V",
            Self::Text => "Text",
            Self::Polygon => "Poly",
            Self::FunctionSystem => "IFS",
        }
    }

    /// The kind that CindyJS calls by this name.
    #[must_use]
    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Of several things of a kind: the type of one of them.
    #[must_use]
    pub fn selection(self) -> Option<&'static str> {
        match self {
            Self::Points => Some("SelectP"),
            Self::Lines => Some("SelectL"),
            Self::Conics => Some("SelectConic"),
            Self::Point
            | Self::Line
            | Self::Segment
            | Self::Conic
            | Self::Transformation
            | Self::Moebius
            | Self::Value
            | Self::Text
            | Self::Polygon
            | Self::FunctionSystem => None,
        }
    }

    /// Whether an element of another kind can stand where this one is wanted.
    #[must_use]
    pub fn accepts(self, given: Self) -> bool {
        self == given || (self, given) == (Self::Line, Self::Segment)
    }

    /// What it is, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Point => "a point",
            Self::Line => "a line",
            Self::Segment => "a segment",
            Self::Conic => "a circle or conic",
            Self::Points => "a set of points",
            Self::Lines => "a set of lines",
            Self::Conics => "a set of conics",
            Self::Transformation => "a projective transformation",
            Self::Moebius => "a Möbius transformation",
            Self::Value => "a measured number",
            Self::Text => "a text",
            Self::Polygon => "a polygon",
            Self::FunctionSystem => "an iterated function system",
        }
    }
}

impl fmt::Display for ElementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
