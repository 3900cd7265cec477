//! The painter: what WebGL does with Cindy3D's shaders, in bands of rows that threads paint at the same
//! time.

mod band;
mod lens;
mod rod;
mod sphere;
mod supersampled;
mod triangle;

use std::ops::Range;

use crate::camera::SpaceCamera;
use crate::light::Lighting;
use crate::mipmap::Mipmap;
use crate::scene::SpaceScene;

use band::{Band, Pass};
use lens::Lens;
use sphere::Side;

/// Rows of a band.
const HEIGHT: u32 = 32;

/// The picture of a scene: red, green, blue, alpha, a byte each, multiplied with alpha; rows from the
/// top. Width and height are in pixels. Triangles of a textured scene are not seen without the texture.
pub fn paint(
    scene: &SpaceScene,
    camera: &SpaceCamera,
    texture: Option<&Mipmap>,
    size: [u32; 2],
) -> Vec<u8> {
    let samples = if scene.antialias { 4 } else { 1 };
    let painter = Painter::new(scene, texture, Lens::new(camera, size), samples);
    if scene.supersample > 1 {
        return supersampled::paint(painter, camera);
    }
    pixels(&painter)
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

/// A scene, as it is seen.
struct Painter<'a> {
    scene: &'a SpaceScene,
    texture: Option<&'a Mipmap>,
    lens: Lens,
    /// Samples of a pixel: 4 or 1.
    samples: usize,
    /// True if the target has no alpha, and depths of 16 bits.
    is_coarse: bool,
    lighting: Lighting,
    /// The rows that shapes touch, in the order of the scene.
    spheres: Vec<Range<u32>>,
    rods: Vec<Range<u32>>,
    triangles: Vec<Range<u32>>,
}

impl<'a> Painter<'a> {
    fn new(
        scene: &'a SpaceScene,
        texture: Option<&'a Mipmap>,
        lens: Lens,
        samples: usize,
    ) -> Painter<'a> {
        Painter {
            scene,
            texture: texture.filter(|_| scene.is_textured),
            samples,
            is_coarse: false,
            lighting: Lighting::new(scene.ambient, &scene.lights, &lens.view),
            spheres: scene
                .spheres
                .iter()
                .map(|it| sphere::rows(it, &lens))
                .collect(),
            rods: scene.rods.iter().map(|it| rod::rows(it, &lens)).collect(),
            triangles: scene
                .triangles
                .iter()
                .map(|it| triangle::rows(it, &lens))
                .collect(),
            lens,
        }
    }

    /// Paints the rows from `top` on that these pixels are.
    fn paint(&self, top: u32, pixels: &mut [u8]) {
        let width = self.lens.size[0];
        let rows = pixels.len() as u32 / (4 * width);
        let background = self.scene.background;
        let mut band = Band::new(top..top + rows, width, self.samples, background);
        if self.is_coarse {
            band = band.coarse();
        }
        if self.scene.is_opaque() {
            self.shapes(&mut band, Pass::Opaque);
        } else {
            // As in Cindy3D. Its order is that of the scene, not that of depth: what is painted again
            // comes through shapes in front of it.
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
