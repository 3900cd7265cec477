//! The construction of an applet: points that users drag, and everything that is computed from them.
//!
//! Coordinates are homogeneous and complex, as in Cinderella: a point is `[x, y, z]` and lies at
//! `[x/z, y/z]`, a line `[a, b, c]` contains the points with `a x + b y + c z = 0`, a conic is a
//! symmetric matrix. Circles that do not meet have complex intersections, which become real again
//! when the circles meet.
//!
//! Elements with several solutions, such as the two intersections of circles, are traced: while a
//! point moves, its dependents are computed at intermediate positions, on a complex detour around
//! singularities, so that each solution moves continuously.
//! (Kortenkamp, Richter-Gebert: *Complexity issues in dynamic geometry*, 2002.)
//!
//! Must not depend on: scripts, values of CindyScript, drawing, windows. An invalid element is
//! dropped with a reason, and the others work.

mod algebra;
mod appearance;
mod attribute;
mod conic;
mod construction;
mod element;
mod function_system;
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
pub use function_system::{Generator, PlaneMap, WeightedMap};
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
