//! Spheres.

use super::band::Band;
use super::lens::{Extent, Lens, meet_sphere};
use crate::light::{Lighting, Surface};
use crate::scene::{Material, Sphere};
use crate::vector::{cross, dot, minus, normalized, plus, scaled};

/// The half of a sphere that is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Back,
}

/// The square in front of a sphere, facing the camera, in which WebGL looks for it.
struct Square {
    centre: [f64; 3],
    /// From the sphere to the camera, to the right and up; each of length 1.
    axes: [[f64; 3]; 3],
    radius: f64,
}

impl Square {
    fn new(sphere: &Sphere, lens: &Lens) -> Square {
        let centre = lens.point(sphere.centre);
        let towards = normalized(scaled(centre, -1.0));
        let right = normalized(cross(towards, [0.0, 1.0, 0.0]));
        Square {
            centre,
            axes: [towards, right, normalized(cross(right, towards))],
            radius: f64::from(sphere.radius),
        }
    }

    fn middle(&self) -> [f64; 3] {
        plus(self.centre, scaled(self.axes[0], self.radius))
    }

    fn corners(&self) -> [[f64; 3]; 4] {
        let [_, right, up] = self.axes.map(|axis| scaled(axis, self.radius));
        let middle = self.middle();
        let (left, right) = (minus(middle, right), plus(middle, right));
        [
            plus(left, up),
            plus(right, up),
            minus(left, up),
            minus(right, up),
        ]
    }

    /// True if a ray from the camera meets it where the camera sees.
    fn is_hit(&self, ray: [f64; 3], lens: &Lens) -> bool {
        let [towards, right, up] = self.axes;
        let middle = self.middle();
        let point = scaled(ray, dot(middle, towards) / dot(ray, towards));
        let within = |axis| dot(minus(point, middle), axis).abs() <= self.radius.abs();
        lens.is_in_range(point[2]) && within(right) && within(up)
    }
}

/// The pixels that may show a sphere.
pub(super) fn extent(sphere: &Sphere, lens: &Lens) -> Option<Extent> {
    lens.extent(&Square::new(sphere, lens).corners())
}

/// Paints one side of a sphere.
pub(super) fn paint(sphere: &Sphere, side: Side, lens: &Lens, light: &Lighting, band: &mut Band) {
    let square = Square::new(sphere, lens);
    let Some(extent) = lens.extent(&square.corners()) else {
        return;
    };
    for y in band.common(&extent.rows) {
        for x in extent.columns.clone() {
            let ray = lens.ray([x, y]);
            let Some([enters, leaves]) = meet_sphere(ray, square.centre, square.radius) else {
                continue;
            };
            let at = match side {
                Side::Front => enters,
                Side::Back => leaves,
            };
            if at < 0.0 || !square.is_hit(ray, lens) {
                continue;
            }
            let position = scaled(ray, at);
            band.paint([x, y], u8::MAX, lens.depth(position[2]), || {
                lit(position, square.centre, &sphere.material, light)
            });
        }
    }
}

/// The colour of a round surface at a position around a centre.
pub(super) fn lit(
    position: [f64; 3],
    centre: [f64; 3],
    material: &Material,
    light: &Lighting,
) -> [f64; 4] {
    let [r, g, b] = light.colour(&Surface {
        position,
        normal: normalized(minus(position, centre)),
        colour: material.colour.map(f64::from),
        shininess: f64::from(material.shininess),
    });
    [r, g, b, f64::from(material.alpha)]
}
