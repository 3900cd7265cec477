//! What scripts hold of an element of the construction.

use cindyscript_geometry::ElementKind;
use cindyscript_hir::types::Type;

/// An element of the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementRef {
    pub(crate) id: cindyscript_geometry::ElementId,
    pub(crate) kind: ElementKind,
}

impl ElementRef {
    /// What kind of thing it is.
    #[must_use]
    pub fn kind(self) -> ElementKind {
        self.kind
    }

    /// Its type. Measured numbers are what they measure; texts, polygons and the like have none.
    #[must_use]
    pub fn type_of(self) -> Type {
        match self.kind {
            ElementKind::Point => Type::Point,
            ElementKind::Line | ElementKind::Segment => Type::Line,
            ElementKind::Conic => Type::Circle,
            ElementKind::Value => Type::COMPLEX,
            ElementKind::Points
            | ElementKind::Lines
            | ElementKind::Conics
            | ElementKind::Transformation
            | ElementKind::Moebius
            | ElementKind::Text
            | ElementKind::Polygon
            | ElementKind::FunctionSystem => Type::Top,
        }
    }
}
