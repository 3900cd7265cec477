//! Rods with round ends.

use super::band::Band;
use super::lens::{Extent, Lens, meet_sphere};
use super::sphere::lit;
use crate::light::Lighting;
use crate::scene::Rod;
use crate::vector::{cross, dot, minus, normalized, plus, scaled};

/// The box around a rod, in which WebGL looks for it.
struct Hull {
    ends: [[f64; 3]; 2],
    /// Along the rod and in two directions across, each of length 1.
    axes: [[f64; 3]; 3],
    radius: f64,
}

impl Hull {
    fn new(rod: &Rod, lens: &Lens) -> Hull {
        let ends = rod.ends.map(|end| lens.point(end));
        let along = normalized(minus(ends[1], ends[0]));
        let other = if along[0].abs() < along[1].abs() {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let across = normalized(cross(along, other));
        Hull {
            ends,
            axes: [along, across, normalized(cross(along, across))],
            radius: f64::from(rod.radius),
        }
    }

    fn corners(&self) -> [[f64; 3]; 8] {
        let [along, a, b] = self.axes.map(|axis| scaled(axis, self.radius));
        [0, 1, 2, 3, 4, 5, 6, 7].map(|corner: u8| {
            let signed = |bit: u8, axis| scaled(axis, f64::from(corner >> bit & 1) * 2.0 - 1.0);
            let end = plus(self.ends[usize::from(corner & 1)], signed(0, along));
            plus(end, plus(signed(1, a), signed(2, b)))
        })
    }

    /// Returns the distance at which a ray from the camera enters it, in lengths of the ray. None if it misses, or begins
    /// inside.
    fn entry(&self, ray: [f64; 3]) -> Option<f64> {
        let middle = scaled(plus(self.ends[0], self.ends[1]), 0.5);
        let half = 0.5 * dot(minus(self.ends[1], self.ends[0]), self.axes[0]) + self.radius;
        let halves = [half, self.radius, self.radius];
        let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
        for (axis, half) in self.axes.iter().zip(halves) {
            let (speed, place) = (dot(ray, *axis), dot(middle, *axis));
            let [a, b] = [place - half, place + half].map(|side| side / speed);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        (enters <= leaves && enters > 0.0).then_some(enters)
    }

    /// Returns the distance at which a ray from the camera meets the rod, in lengths of the ray, and the
    /// middle of the rod there.
    fn meet(&self, ray: [f64; 3]) -> Option<(f64, [f64; 3])> {
        let [start, end] = self.ends;
        let axis = minus(end, start);
        let unit = scaled(axis, 1.0 / dot(axis, axis));
        // The ray and the camera, as seen along the axis.
        let across = minus(ray, scaled(axis, dot(ray, unit)));
        let away = minus(scaled(axis, dot(start, unit)), start);
        let a = dot(across, across);
        let b = dot(across, away);
        let root = b * b - a * (dot(away, away) - self.radius * self.radius);
        if root < 0.0 {
            return None;
        }
        // A ray along the axis never enters the side of the rod.
        let at = if a > 0.0 {
            (-b - root.sqrt()) / a
        } else {
            f64::NEG_INFINITY
        };
        let share = at * dot(ray, unit) - dot(start, unit);
        let cap = match share {
            share if share < 0.0 => start,
            share if share <= 1.0 => return Some((at, plus(start, scaled(axis, share)))),
            _ => end,
        };
        let [enters, _] = meet_sphere(ray, cap, self.radius)?;
        (enters >= 0.0).then_some((enters, cap))
    }
}

/// The pixels that may show a rod.
pub(super) fn extent(rod: &Rod, lens: &Lens) -> Option<Extent> {
    lens.extent(&Hull::new(rod, lens).corners())
}

/// Paints a rod.
pub(super) fn paint(rod: &Rod, lens: &Lens, light: &Lighting, band: &mut Band) {
    let hull = Hull::new(rod, lens);
    let Some(extent) = lens.extent(&hull.corners()) else {
        return;
    };
    for y in band.common(&extent.rows) {
        for x in extent.columns.clone() {
            let ray = lens.ray([x, y]);
            let Some(entry) = hull.entry(ray) else {
                continue;
            };
            if !lens.is_in_range(entry * ray[2]) {
                continue;
            }
            if let Some((at, middle)) = hull.meet(ray) {
                let position = scaled(ray, at);
                band.paint([x, y], u8::MAX, lens.depth(position[2]), || {
                    lit(position, middle, &rod.material, light)
                });
            }
        }
    }
}
