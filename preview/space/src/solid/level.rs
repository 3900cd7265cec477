//! Surfaces on which a function has one value, from its values on a grid.
//!
//! Each cell of the grid is cut into six tetrahedra around a diagonal, in which the function is taken for
//! linear. Neighbouring cells agree at their common face, so the surface has no gaps.

use super::{MAX_FACES, SolidError};
use crate::scene::{Material, Triangle, Vertex};
use crate::vector::{dot, minus, plus, scaled};

/// Values of a function at the points of a cubic grid: x changes first, z last.
#[derive(Clone, Copy, Debug)]
pub struct LevelGrid<'a> {
    /// The values. Where one is not finite, there is no surface.
    pub values: &'a [f64],
    /// The number of points in each direction.
    pub count: usize,
    /// The point with the smallest coordinates.
    pub origin: [f64; 3],
    /// The distance of neighbours.
    pub step: f64,
}

/// The corners of the six tetrahedra of a cell: each goes from one end of a diagonal to the other along
/// three edges, in another order. A corner is a number whose bits are steps in x, y and z.
const TETRAHEDRA: [[usize; 4]; 6] = [
    [0, 1, 3, 7],
    [0, 3, 2, 7],
    [0, 2, 6, 7],
    [0, 6, 4, 7],
    [0, 4, 5, 7],
    [0, 5, 1, 7],
];

impl LevelGrid<'_> {
    /// The surface where the function has a value.
    ///
    /// # Errors
    /// There are too many triangles.
    pub fn surface(&self, level: f64) -> Result<Vec<[[f64; 3]; 3]>, SolidError> {
        let count = self.count;
        let mut faces = Vec::new();
        if count < 2 || self.values.len() < count * count * count {
            return Ok(faces);
        }
        for z in 0..count - 1 {
            for y in 0..count - 1 {
                for x in 0..count - 1 {
                    self.add_cell([x, y, z], level, &mut faces);
                }
            }
            if faces.len() > MAX_FACES / 4 {
                return Err(SolidError::TooLarge);
            }
        }
        Ok(faces)
    }

    fn add_cell(&self, at: [usize; 3], level: f64, faces: &mut Vec<[[f64; 3]; 3]>) {
        let corner = |bits: usize| [0, 1, 2].map(|axis| at[axis] + (bits >> axis & 1));
        let value = |[x, y, z]: [usize; 3]| self.values[(z * self.count + y) * self.count + x];
        let heights: [f64; 8] = std::array::from_fn(|bits| value(corner(bits)) - level);
        let is_inside = heights.map(|height| height < 0.0);
        let is_cut = is_inside.contains(&true) && is_inside.contains(&false);
        if !is_cut || heights.iter().any(|height| !height.is_finite()) {
            return;
        }
        let point = |bits: usize| {
            let at = corner(bits).map(|steps| self.step * steps as f64);
            plus(self.origin, at)
        };
        let between = |a: usize, b: usize| {
            // The same from both sides.
            let (a, b) = (a.min(b), a.max(b));
            let part = heights[a] / (heights[a] - heights[b]);
            plus(point(a), scaled(minus(point(b), point(a)), part))
        };
        for corners in TETRAHEDRA {
            let [inside, outside] = [true, false].map(|wanted| {
                let of = corners.iter().filter(|it| is_inside[**it] == wanted);
                of.copied().collect::<Vec<usize>>()
            });
            match (&*inside, &*outside) {
                (&[a], &[b, c, d]) | (&[b, c, d], &[a]) => {
                    faces.push([between(a, b), between(a, c), between(a, d)]);
                }
                (&[a, b], &[c, d]) => {
                    let [p, q] = [between(a, c), between(a, d)];
                    let [r, s] = [between(b, d), between(b, c)];
                    faces.extend([[p, q, r], [p, r, s]]);
                }
                _ => {}
            }
        }
    }
}

/// The part of a surface that lies in a sphere.
pub fn clip(faces: &[[[f64; 3]; 3]], centre: [f64; 3], radius: f64) -> Vec<[[f64; 3]; 3]> {
    let mut kept = Vec::with_capacity(faces.len());
    for face in faces {
        let mut corners: Vec<[f64; 3]> = Vec::new();
        for at in 0..3 {
            let [a, b] = [face[at], face[(at + 1) % 3]];
            let [from, to] = [a, b].map(|it| minus(it, centre));
            let [inner, outer] = [from, to].map(|it| dot(it, it) - radius * radius);
            if inner <= 0.0 {
                corners.push(a);
            }
            if (inner <= 0.0) != (outer <= 0.0) {
                // The same from both sides.
                let (a, b, part) = match inner <= 0.0 {
                    true => (a, b, inner / (inner - outer)),
                    false => (b, a, outer / (outer - inner)),
                };
                corners.push(plus(a, scaled(minus(b, a), part)));
            }
        }
        let fan = (2..corners.len()).map(|at| [corners[0], corners[at - 1], corners[at]]);
        kept.extend(fan);
    }
    kept
}

/// Faces as triangles of a scene.
pub fn triangles(faces: &[[[f64; 3]; 3]], material: &Material) -> Vec<Triangle> {
    let vertex = |[x, y, z]: [f64; 3]| Vertex {
        position: [x as f32, y as f32, z as f32, 1.0],
        normal: [0.0; 3],
        colour: material.colour,
    };
    let triangle = |corners: &[[f64; 3]; 3]| Triangle {
        corners: corners.map(vertex),
        alpha: material.alpha,
        shininess: material.shininess,
    };
    faces.iter().map(triangle).collect()
}
