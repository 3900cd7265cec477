//! Spheres, and rods with round ends.
//!
//! A polyhedron whose corners lie on a sphere is smaller than that. These are wider, so that the cross
//! section of a rod and the volume of an end are right.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{Solid, SolidError, direction};
use crate::vector::{cross, minus, plus, scaled};

/// The rings of an end, from the pole to the equator.
fn rings(sides: u32) -> u32 {
    (sides / 4).max(2)
}

/// The triangles of a rod.
pub(super) fn faces(sides: u32) -> usize {
    let rings = rings(sides) as usize;
    4 * rings * sides as usize
}

/// The factor for the radius of a circle, so that a polygon with corners on it has its area.
pub(super) fn widening(sides: u32) -> f64 {
    let angle = TAU / f64::from(sides);
    (angle / angle.sin()).sqrt()
}

/// Two directions of length 1, perpendicular to another one and to each other.
pub(super) fn across(axis: [f64; 3]) -> [[f64; 3]; 2] {
    let [x, y, z] = axis.map(f64::abs);
    let other = match (x <= y && x <= z, y <= z) {
        (true, _) => [1.0, 0.0, 0.0],
        (false, true) => [0.0, 1.0, 0.0],
        (false, false) => [0.0, 0.0, 1.0],
    };
    let first = direction(cross(axis, other)).unwrap_or([1.0, 0.0, 0.0]);
    [first, cross(axis, first)]
}

/// A round end: for each ring from the pole to the equator, its height above that, and its radius, for
/// a radius of 1.
pub(super) fn profile(sides: u32) -> Vec<[f64; 2]> {
    let count = rings(sides);
    let wide = widening(sides);
    let ring = |index: u32| {
        let (sine, cosine) = (FRAC_PI_2 * f64::from(index) / f64::from(count)).sin_cos();
        [cosine, wide * sine]
    };
    let mut rings: Vec<[f64; 2]> = (1..=count).map(ring).collect();
    // The last one is exact.
    if let Some(equator) = rings.last_mut() {
        *equator = [0.0, wide];
    }
    let corners = std::iter::once([1.0, 0.0]).chain(rings.iter().copied());
    let slices = corners.zip(&rings).map(|([upper, a], [lower, b])| {
        // A circle of radius 1 has the area of the polygon with this radius.
        PI / (wide * wide) * (upper - lower) / 3.0 * (a * a + a * b + b * b)
    });
    let higher = TAU / 3.0 / slices.sum::<f64>();
    rings
        .iter()
        .map(|[height, radius]| [higher * height, *radius])
        .collect()
}

/// The height of the pole above the equator, for a radius of 1.
pub(super) fn pole(profile: &[[f64; 2]], sides: u32) -> f64 {
    let first = (FRAC_PI_2 / f64::from(rings(sides))).cos();
    profile[0][0] / first
}

impl Solid {
    /// Adds a rod with round ends; a sphere if both ends are at one place.
    pub(super) fn add_rod(
        &mut self,
        ends: [[f64; 3]; 2],
        radius: f64,
        sides: u32,
    ) -> Result<(), SolidError> {
        let largest = ends
            .as_flattened()
            .iter()
            .fold(radius, |most, it| most.max(it.abs()));
        let is_finite = ends.as_flattened().iter().all(|entry| entry.is_finite());
        let fits = (largest * 4.0 * self.scale.abs()) < f64::from(f32::MAX);
        if !(radius > 0.0 && radius.is_finite() && is_finite && fits) {
            self.left_out += 1;
            return Ok(());
        }
        self.reserve(faces(sides))?;
        let axis = direction(minus(ends[1], ends[0]));
        let frame = RodFrame::new(axis.unwrap_or([0.0, 0.0, 1.0]), radius, sides);
        let rings = profile(sides);
        let top = pole(&rings, sides) * radius;
        let first = self.add_point(plus(ends[0], scaled(frame.axis, -top)));
        let start = rings.iter().map(|ring| (0, -ring[0], ring[1]));
        let equators = usize::from(axis.is_some());
        let end = rings
            .iter()
            .rev()
            .skip(1 - equators)
            .map(|ring| (1, ring[0], ring[1]));
        let circles: Vec<u32> = start
            .chain(end)
            .map(|(end, height, wide)| {
                let centre = plus(ends[end], scaled(frame.axis, height * radius));
                self.add_circle(centre, &frame, wide)
            })
            .collect();
        let last = self.add_point(plus(ends[1], scaled(frame.axis, top)));
        self.add_fan(first, circles[0], sides, true);
        for pair in circles.windows(2) {
            self.add_band([pair[0], pair[1]], sides, 0);
        }
        self.add_fan(last, circles[circles.len() - 1], sides, false);
        Ok(())
    }

    /// Adds the points of a circle, and returns the place of the first.
    pub(super) fn add_circle(&mut self, centre: [f64; 3], frame: &RodFrame, wide: f64) -> u32 {
        let first = self.points.len() as u32;
        for side in 0..frame.sides {
            let (sine, cosine) = (TAU * f64::from(side) / f64::from(frame.sides)).sin_cos();
            let [x, y] = frame.across;
            let out = plus(scaled(x, cosine), scaled(y, sine));
            self.add_point(plus(centre, scaled(out, wide * frame.radius)));
        }
        first
    }

    /// Joins two circles, the second further along the axis, and turned by some sides.
    pub(super) fn add_band(&mut self, [from, to]: [u32; 2], sides: u32, turn: u32) {
        for side in 0..sides {
            let next = (side + 1) % sides;
            let [a, b] = [from + side, from + next];
            let [c, d] = [side, next].map(|side| to + (side + turn) % sides);
            self.faces.extend([[a, b, d], [a, d, c]]);
        }
    }

    /// Joins a circle and a pole; `starts` if that is before it along the axis.
    pub(super) fn add_fan(&mut self, pole: u32, circle: u32, sides: u32, starts: bool) {
        for side in 0..sides {
            let [a, b] = [side, (side + 1) % sides].map(|side| circle + side);
            self.faces.push(match starts {
                true => [pole, b, a],
                false => [pole, a, b],
            });
        }
    }
}

/// A direction, and the circle around it.
pub(super) struct RodFrame {
    pub(super) axis: [f64; 3],
    /// The directions of the first side and of that a quarter further.
    pub(super) across: [[f64; 3]; 2],
    pub(super) radius: f64,
    pub(super) sides: u32,
}

impl RodFrame {
    pub(super) fn new(axis: [f64; 3], radius: f64, sides: u32) -> RodFrame {
        RodFrame {
            axis,
            across: across(axis),
            radius,
            sides,
        }
    }
}
