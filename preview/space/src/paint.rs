//! The painter: what WebGL does with Cindy3D's shaders, in bands of rows that threads paint at the same
//! time.

mod band;
mod lens;
mod rod;
mod sphere;
mod supersampling;
mod triangle;

use std::ops::Range;

use crate::camera::SpaceCamera;
use crate::light::Lighting;
use crate::mipmap::Mipmap;
use crate::scene::SpaceScene;

use band::{Band, Pass};
use lens::{Extent, Lens};
use sphere::Side;

/// Rows of a band.
const HEIGHT: u32 = 32;

/// The picture of a scene: red, green, blue, alpha, a byte each, multiplied with alpha; rows from the
/// top. Width and height are in pixels. Triangles of a textured scene are not seen without the texture.
/// If the scene is not [affordable](is_affordable), the last shapes are left out.
pub fn paint(
    scene: &SpaceScene,
    camera: &SpaceCamera,
    texture: Option<&Mipmap>,
    size: [u32; 2],
) -> Vec<u8> {
    let pixels = pixels(&Painter::new(scene, texture, lens(scene, camera, size)));
    if scene.supersample > 1 {
        return supersampling::shrunk(&pixels, supersampling::side(scene, size), size);
    }
    pixels
}

/// True if [`paint`] paints all shapes. Width and height of the picture are in pixels.
pub fn is_affordable(scene: &SpaceScene, camera: &SpaceCamera, size: [u32; 2]) -> bool {
    let painter = Painter::new(scene, None, lens(scene, camera, size));
    painter.work.left > 0
}

/// The projection to the pixels that are painted.
fn lens(scene: &SpaceScene, camera: &SpaceCamera, size: [u32; 2]) -> Lens {
    if scene.supersample > 1 {
        return Lens::stretched(camera, [supersampling::side(scene, size); 2], size);
    }
    Lens::new(camera, size)
}

/// The bytes of a picture.
fn pixels(painter: &Painter<'_>) -> Vec<u8> {
    let size = painter.lens.size;
    let [width, height] = size.map(|side| side as usize);
    let mut pixels = vec![0; 4 * width * height];
    if pixels.is_empty() {
        return pixels;
    }
    rayon_core::scope(|scope| {
        let bands = pixels.chunks_mut(4 * width * HEIGHT as usize);
        for (index, pixels) in bands.enumerate() {
            scope.spawn(move |_| painter.paint(index as u32 * HEIGHT, pixels));
        }
    });
    pixels
}

/// The number of times that shapes are painted if some can be seen through.
const PASSES: u64 = 3;

/// The work of a shape besides its pixels, in pixels.
const SHAPE: u64 = 8;

/// The work of one picture: up to twenty seconds of one processor. Its unit is one light on a pixel.
const MAX_WORK: u64 = 1 << 29;

/// The work that is left for a picture.
struct Work {
    left: u64,
    /// The work for a pixel.
    pixel: u64,
}

impl Work {
    fn new(scene: &SpaceScene) -> Work {
        Work {
            left: MAX_WORK,
            // The rest of a pixel takes as long as four lights.
            pixel: 4 + scene.lights.iter().flatten().count() as u64,
        }
    }

    /// The rows of a shape that is painted so many times; none if that is more work than is left. Later
    /// shapes have none either.
    fn rows(&mut self, extent: Option<Extent>, times: u64) -> Range<u32> {
        let pixels = extent.as_ref().map_or(0, Extent::pixels) + SHAPE;
        self.left = self.left.saturating_sub(times * self.pixel * pixels);
        match extent {
            Some(extent) if self.left > 0 => extent.rows,
            _ => 0..0,
        }
    }
}

/// A scene, as it is seen.
struct Painter<'a> {
    scene: &'a SpaceScene,
    texture: Option<&'a Mipmap>,
    lens: Lens,
    /// Samples of a pixel: 4 or 1.
    samples: usize,
    /// True if nothing of the scene can be seen through.
    is_opaque: bool,
    lighting: Lighting,
    work: Work,
    /// The rows that shapes touch, in the order of the scene.
    spheres: Vec<Range<u32>>,
    rods: Vec<Range<u32>>,
    triangles: Vec<Range<u32>>,
}

impl<'a> Painter<'a> {
    fn new(scene: &'a SpaceScene, texture: Option<&'a Mipmap>, lens: Lens) -> Painter<'a> {
        let is_opaque = scene.is_opaque();
        let [times, of_spheres] = if is_opaque {
            [1, 1]
        } else {
            [PASSES, 2 * PASSES]
        };
        let mut work = Work::new(scene);
        let triangles = scene.triangles.iter();
        let triangles = triangles.map(|it| work.rows(triangle::extent(it, &lens), times));
        let triangles = triangles.collect();
        let rods = scene.rods.iter();
        let rods = rods.map(|it| work.rows(rod::extent(it, &lens), times));
        let rods = rods.collect();
        let spheres = scene.spheres.iter();
        let spheres = spheres.map(|it| work.rows(sphere::extent(it, &lens), of_spheres));
        let spheres = spheres.collect();
        Painter {
            scene,
            texture: texture.filter(|_| scene.is_textured),
            samples: if scene.antialias && scene.supersample <= 1 {
                4
            } else {
                1
            },
            is_opaque,
            lighting: Lighting::new(scene.ambient, &scene.lights, &lens.view),
            work,
            spheres,
            rods,
            triangles,
            lens,
        }
    }

    /// Paints the rows from `top` on that these pixels are.
    fn paint(&self, top: u32, pixels: &mut [u8]) {
        let width = self.lens.size[0];
        let rows = pixels.len() as u32 / (4 * width);
        let background = self.scene.background;
        let mut band = Band::new(top..top + rows, width, self.samples, background);
        if self.scene.supersample > 1 {
            band = band.coarse();
        }
        if self.is_opaque {
            self.shapes(&mut band, Pass::Opaque);
        } else {
            // As in Cindy3D. The shapes are in no order of depth: after a second time, those behind
            // others are seen too.
            self.shapes(&mut band, Pass::Blended);
            self.shapes(&mut band, Pass::Blended);
            self.shapes(&mut band, Pass::DepthBlended);
        }
        band.resolve(pixels);
    }

    fn shapes(&self, band: &mut Band, pass: Pass) {
        band.pass = pass;
        if pass != Pass::Opaque {
            self.spheres(band, Side::Back);
        }
        let waits = self.scene.is_textured && self.texture.is_none();
        let triangles = self.scene.triangles.iter().filter(|_| !waits);
        for (triangle, rows) in triangles.zip(&self.triangles) {
            if band.touches(rows) {
                triangle::paint(triangle, self.texture, &self.lens, &self.lighting, band);
            }
        }
        for (rod, rows) in self.scene.rods.iter().zip(&self.rods) {
            if band.touches(rows) {
                rod::paint(rod, &self.lens, &self.lighting, band);
            }
        }
        self.spheres(band, Side::Front);
    }

    fn spheres(&self, band: &mut Band, side: Side) {
        for (sphere, rows) in self.scene.spheres.iter().zip(&self.spheres) {
            if band.touches(rows) {
                sphere::paint(sphere, side, &self.lens, &self.lighting, band);
            }
        }
    }
}

#[cfg(test)]
mod tests;
