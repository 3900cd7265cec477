//! The shapes of a picture, and the light that they are seen in.

use crate::light::Light;

/// No scene has more shapes: its data would take a large part of the memory.
pub const MAX_SHAPES: usize = 1 << 20;

/// The contents of a picture in space.
#[derive(Clone, Debug)]
pub struct SpaceScene {
    /// The colour behind everything.
    pub background: [f64; 3],
    /// The light that is everywhere.
    pub ambient: [f64; 3],
    /// The lights, by their indices.
    pub lights: Vec<Option<Light>>,
    /// The spheres, in the order in which they were drawn.
    pub spheres: Vec<Sphere>,
    /// The rods, likewise.
    pub rods: Vec<Rod>,
    /// The triangles, likewise.
    pub triangles: Vec<Triangle>,
    /// Colours of vertices are places in the texture: u, v and what both are divided by. Cindy3D has one
    /// texture for all triangles.
    pub is_textured: bool,
    /// Edges of triangles are smooth.
    pub antialias: bool,
    /// The number of points that a pixel is made of, 1 or more.
    pub supersample: u32,
}

impl Default for SpaceScene {
    fn default() -> SpaceScene {
        SpaceScene {
            background: [1.0; 3],
            ambient: [0.0; 3],
            lights: vec![Some(Light::default())],
            spheres: Vec::new(),
            rods: Vec::new(),
            triangles: Vec::new(),
            is_textured: false,
            antialias: true,
            supersample: 1,
        }
    }
}

impl SpaceScene {
    /// Removes all shapes.
    pub fn clear(&mut self) {
        self.spheres.clear();
        self.rods.clear();
        self.triangles.clear();
    }

    /// The number of shapes.
    pub fn shapes(&self) -> usize {
        self.spheres.len() + self.rods.len() + self.triangles.len()
    }

    /// True if nothing of it can be seen through.
    pub(crate) fn is_opaque(&self) -> bool {
        let spheres = self.spheres.iter().map(|it| it.material.alpha);
        let rods = self.rods.iter().map(|it| it.material.alpha);
        let triangles = self.triangles.iter().map(|it| it.alpha);
        let mut alphas = spheres.chain(rods).chain(triangles);
        !self.is_textured && !alphas.any(|alpha| alpha < 1.0)
    }
}

/// The look of a surface. Numbers are as precise as those of WebGL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Red, green, blue.
    pub colour: [f32; 3],
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// The exponent of highlights, 0 to 128.
    pub shininess: f32,
}

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Homogeneous coordinates.
    pub centre: [f32; 4],
    /// The radius.
    pub radius: f32,
    /// The look of its surface.
    pub material: Material,
}

/// A straight rod with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    /// Homogeneous coordinates of the middle of each end.
    pub ends: [[f32; 4]; 2],
    /// The radius.
    pub radius: f32,
    /// The look of its surface.
    pub material: Material,
}

/// A triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// The corners.
    pub corners: [Vertex; 3],
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// The exponent of highlights, 0 to 128.
    pub shininess: f32,
}

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Homogeneous coordinates.
    pub position: [f32; 4],
    /// The direction perpendicular to the surface, of any length.
    pub normal: [f32; 3],
    /// Red, green, blue.
    pub colour: [f32; 3],
}
