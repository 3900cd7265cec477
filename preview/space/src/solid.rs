//! A scene as a model for 3D printers: closed surfaces of triangles.
//!
//! Each shape becomes a surface of its own. Where shapes overlap, so do their surfaces: programs for 3D
//! printers print the union.

mod format;
mod level;
mod round;
mod surface;
#[cfg(test)]
mod tests;
mod tube;

pub use format::SolidFormat;
pub use level::{LevelGrid, clip, triangles};

use crate::scene::{Material, SpaceScene, Triangle, Vertex};
use crate::vector::{cross, dehomogenized, dot, minus, plus, scaled};

/// A model has no more triangles: as STL, these take 200 MB.
pub const MAX_FACES: usize = 4_000_000;

/// Spheres and rods of a scene get fewer sides until all of them have no more triangles.
const ROUND_FACES: usize = 1_000_000;

/// The sides of a circle: at least and at most.
const SIDES: [u32; 2] = [8, 64];

/// The form of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidOptions {
    /// The model has spheres.
    pub has_spheres: bool,
    /// The model has rods.
    pub has_rods: bool,
    /// The model has triangles.
    pub has_triangles: bool,
    /// The sides of a sphere's equator; none for as many as suit the scene.
    pub sphere_sides: Option<u32>,
    /// The sides of a rod, likewise.
    pub rod_sides: Option<u32>,
    /// The factor for the radii of spheres and rods.
    pub radius_factor: f64,
    /// Half of the thickness that open surfaces get, in units of the scene; none for surfaces without
    /// thickness, which have holes.
    pub thickness: Option<f64>,
    /// The rims of open surfaces are round.
    pub has_round_rims: bool,
    /// Units of the model, which printers take for millimetres, in a unit of the scene.
    pub scale: f64,
}

impl Default for SolidOptions {
    /// As CindyPrint, except that spheres and rods are as smooth as their number allows.
    fn default() -> SolidOptions {
        SolidOptions {
            has_spheres: true,
            has_rods: true,
            has_triangles: true,
            sphere_sides: None,
            rod_sides: None,
            radius_factor: 1.0,
            thickness: Some(0.1),
            has_round_rims: true,
            scale: 10.0,
        }
    }
}

/// The cause why there is no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolidError {
    /// The scene has no shape that can be printed.
    #[error("there is nothing to print: the scene has no sphere, line or surface of finite size")]
    Empty,
    /// The model would have too many triangles.
    #[error(
        "the model has more than {MAX_FACES} triangles, which is the most: draw fewer shapes, or \
         choose a lower quality"
    )]
    TooLarge,
}

/// A model: surfaces of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    points: Vec<[f32; 3]>,
    /// The corners, anticlockwise as seen from outside.
    faces: Vec<[u32; 3]>,
    /// From units of the scene.
    scale: f64,
    left_out: usize,
    open_edges: usize,
}

impl Solid {
    /// The model of a scene.
    ///
    /// # Errors
    /// Nothing can be printed, or there are too many triangles.
    pub fn of_scene(scene: &SpaceScene, options: &SolidOptions) -> Result<Solid, SolidError> {
        let mut solid = Solid::new(options);
        let has_surface = options.has_triangles && !scene.triangles.is_empty();
        // Spheres and rods on a surface would vanish in it.
        let wider = options.thickness.filter(|_| has_surface).unwrap_or(0.0);
        let radius = |radius: f32| match radius > 0.0 {
            true => (f64::from(radius) + wider) * options.radius_factor,
            false => 0.0,
        };
        let place = |at: [f32; 4]| dehomogenized(at.map(f64::from));
        let spheres = scene.spheres.iter().filter(|_| options.has_spheres);
        let rods = scene.rods.iter().filter(|_| options.has_rods);
        let [sphere_sides, rod_sides] =
            sides([spheres.clone().count(), rods.clone().count()], options);
        for sphere in spheres {
            let centre = place(sphere.centre);
            solid.add_rod([centre, centre], radius(sphere.radius), sphere_sides)?;
        }
        for rod in rods {
            solid.add_rod(rod.ends.map(place), radius(rod.radius), rod_sides)?;
        }
        if has_surface {
            solid.add_surface(&scene.triangles, options)?;
        }
        solid.checked()
    }

    fn new(options: &SolidOptions) -> Solid {
        Solid {
            scale: options.scale,
            ..Solid::default()
        }
    }

    fn checked(self) -> Result<Solid, SolidError> {
        match self.faces.is_empty() {
            true => Err(SolidError::Empty),
            false => Ok(self),
        }
    }

    /// The number of triangles.
    pub fn faces(&self) -> usize {
        self.faces.len()
    }

    /// The number of shapes that it lacks: their size or place is not finite, or they have no extent.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The number of edges with a triangle on one side only: holes.
    pub fn open_edges(&self) -> usize {
        self.open_edges
    }

    /// The middle, and a place in front of it from where all of it is seen, in units of the scene.
    pub fn place(&self) -> [[f64; 3]; 2] {
        let [low, high] = self.bounds().map(|end| end.map(f64::from));
        let middle = scaled(plus(low, high), 0.5 / self.scale);
        let size = minus(high, low).into_iter().fold(0.0, f64::max) / self.scale;
        [middle, plus(middle, [0.0, 0.0, 2.5 * size])]
    }

    /// Width, height and depth, in units of the model.
    pub fn size(&self) -> [f32; 3] {
        let [low, high] = self.bounds();
        [0, 1, 2].map(|i| (high[i] - low[i]).max(0.0))
    }

    /// The smallest and the largest coordinates.
    fn bounds(&self) -> [[f32; 3]; 2] {
        let bound = |worse: fn(f32, f32) -> f32, start: f32| {
            let points = self.points.iter();
            points.fold([start; 3], |so_far, it| {
                [0, 1, 2].map(|i| worse(so_far[i], it[i]))
            })
        };
        [bound(f32::min, f32::MAX), bound(f32::max, f32::MIN)]
    }

    /// The sum of the volumes of its surfaces, in cubic units of the model.
    pub fn volume(&self) -> f64 {
        let corner = |at: u32| self.points[at as usize].map(f64::from);
        let volumes = self.faces.iter().map(|face| {
            let [a, b, c] = face.map(corner);
            dot(a, cross(b, c)) / 6.0
        });
        volumes.sum()
    }

    /// The model as triangles of a scene, in units of the scene that it was made of.
    pub fn shown(&self, material: &Material) -> Vec<Triangle> {
        let faces = self.faces.iter().map(|face| {
            let corners = face.map(|at| self.points[at as usize].map(f64::from));
            let normal = normal(corners).map(|entry| entry as f32);
            let corners = corners.map(|corner| {
                let [x, y, z] = scaled(corner, 1.0 / self.scale).map(|entry| entry as f32);
                Vertex {
                    position: [x, y, z, 1.0],
                    normal,
                    colour: material.colour,
                }
            });
            Triangle {
                corners,
                alpha: material.alpha,
                shininess: material.shininess,
            }
        });
        faces.collect()
    }

    /// Makes room for more triangles.
    fn reserve(&self, faces: usize) -> Result<(), SolidError> {
        match self.faces.len().saturating_add(faces) > MAX_FACES {
            true => Err(SolidError::TooLarge),
            false => Ok(()),
        }
    }

    /// Adds a point of the scene, and returns its place among all.
    fn add_point(&mut self, point: [f64; 3]) -> u32 {
        let index = self.points.len() as u32;
        let point = scaled(point, self.scale).map(|entry| entry as f32);
        self.points.push(point);
        index
    }
}

/// The direction perpendicular to a triangle; zero for one without extent.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    direction(cross(minus(b, a), minus(c, a))).unwrap_or([0.0; 3])
}

/// The vector of length 1 in the same direction; none for the zero vector.
fn direction(vector: [f64; 3]) -> Option<[f64; 3]> {
    let largest = vector
        .iter()
        .fold(0.0_f64, |most, entry| most.max(entry.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    // Lengths of very small vectors would be 0.
    let vector = scaled(vector, 1.0 / largest);
    Some(scaled(vector, 1.0 / dot(vector, vector).sqrt()))
}

/// The sides of spheres and of rods, of which there are so many.
fn sides(count: [usize; 2], options: &SolidOptions) -> [u32; 2] {
    let chosen = [options.sphere_sides, options.rod_sides];
    let [least, most] = SIDES;
    let mut sides = most;
    while sides > least && round::faces(sides) * (count[0] + count[1]) > ROUND_FACES {
        sides /= 2;
    }
    chosen.map(|chosen| chosen.unwrap_or(sides).clamp(least, most))
}
