//! Shapes: what can be filled, drawn around, and clipped to.

/// An area of the plane, in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its centre.
        centre: [f64; 2],
        /// Its radius.
        radius: f64,
    },
    /// The corners of polygons; they may have holes, as others wind around.
    Polygons(Vec<Vec<[f64; 2]>>),
}

impl Shape {
    /// As it is printed.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Shape::Circle { .. } => "circle",
            Shape::Polygons(_) => "polygon",
        }
    }
}
