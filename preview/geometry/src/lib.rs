//! The construction of an applet: points that one drags, and everything that is computed from them.
//!
//! Coordinates are homogeneous and complex, as in Cinderella: a point is `[x, y, z]` and stands at
//! `[x/z, y/z]`, a line `[a, b, c]` holds the points with `a x + b y + c z = 0`, a conic is a
//! symmetric matrix. Circles that do not meet have complex intersections, which become real again
//! when the circles do. Elements with several values (the two intersections of circles) are traced:
//! while a point moves from here to there, its dependents are computed at places in between, on a
//! detour through complex positions around the places where values coincide, so that each value
//! goes on as itself and does not jump.
//! (Kortenkamp, Richter-Gebert: *Complexity issues in dynamic geometry*, 2002.)
//!
//! This crate deliberately knows no scripts, no values of CindyScript, no drawing, no window. It
//! never fails as a whole: an element that cannot be is left out with a reason, the rest works.

mod algebra;
mod appearance;
mod attribute;
mod conic;
mod construction;
mod element;
mod incidence;
mod inputs;
mod moving;
mod operation;
mod operations;
mod physics;
mod problem;
mod read;
mod scatter;
mod shape;
mod snapshot;
mod tracing;

pub use cindyscript_applet::ElementKind;

pub use appearance::{Appearance, Arrow, Clip, Dash, Label, Trail};
pub use attribute::{Attribute, Definition};
pub use construction::Construction;
pub use element::{Dock, Element, ElementId, Widget, WidgetKind};
pub use moving::{ElementMove, Snap};
pub use operation::SpecialType;
pub use operations::{TypeInfo, known_types};
pub use physics::{Mass, Physics, PhysicsRole, Velocities};
pub use problem::{DefinitionError, GeometryProblem};
pub use shape::{Angles, Conic, ElementValue, Moebius, Segment, Transformation};
pub use snapshot::Snapshot;

/// A complex number.
pub use num_complex::Complex64;

/// Homogeneous coordinates of a point or a line.
pub type Vector = [Complex64; 3];

/// A conic or a transformation, by rows.
pub type Matrix = [[Complex64; 3]; 3];
