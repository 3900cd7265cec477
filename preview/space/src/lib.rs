//! Pictures in space, as Cindy3D paints them: spheres, rods and triangles, lit per pixel, seen by a
//! camera that the user moves.
//!
//! A [`SpaceScene`] is plain data, a [`SpaceCamera`] says from where it is seen, [`paint()`] makes the picture on
//! the CPU, and a [`Solid`] is a model of it for 3D printers. Coordinates and colours are those of CindyJS: homogeneous coordinates of the world, red,
//! green and blue from 0 to 1.
//!
//! Must not depend on: scripts, windows, GPU.

mod camera;
mod light;
mod mesh;
mod mipmap;
mod paint;
mod scene;
mod solid;
mod vector;

pub use camera::{Motion, Pose, SpaceCamera};
pub use light::{Frame, Light, Spot};
pub use mesh::{Corner, Topology, grid, normals, polygon};
pub use mipmap::Mipmap;
pub use paint::{is_affordable, paint};
pub use scene::{MAX_SHAPES, Material, Rod, SpaceScene, Sphere, Triangle, Vertex};
pub use solid::{
    LevelGrid, MAX_FACES, Solid, SolidError, SolidFormat, SolidOptions, clip, triangles,
};
pub use vector::{cross, dehomogenized, minus, normalized};
