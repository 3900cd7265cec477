//! The projection from the world to the picture.

use std::ops::Range;

use crate::camera::SpaceCamera;
use crate::vector::{Matrix, apply, dehomogenized, dot, minus};

/// The projection of a camera on a picture.
#[derive(Debug)]
pub(super) struct Lens {
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
    /// The middle of the picture, in pixels from the upper left corner.
    middle: [f64; 2],
    /// Pixels across and down at distance 1 from the camera.
    scale: [f64; 2],
    depth_range: [f64; 2],
    /// From the world to the coordinates of the camera.
    pub(super) view: Matrix,
}

/// The pixels of a rectangle: columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) columns: Range<u32>,
    pub(super) rows: Range<u32>,
}

impl Extent {
    /// The number of pixels.
    pub(super) fn pixels(&self) -> u64 {
        self.columns.len() as u64 * self.rows.len() as u64
    }
}

impl Lens {
    pub(super) fn new(camera: &SpaceCamera, size: [u32; 2]) -> Lens {
        Lens::stretched(camera, size, size)
    }

    /// A picture with so many pixels, which is stretched to another shape afterwards.
    pub(super) fn stretched(camera: &SpaceCamera, size: [u32; 2], shape: [u32; 2]) -> Lens {
        let middle = size.map(|side| 0.5 * f64::from(side));
        let [width, height] = shape.map(f64::from);
        let scale = middle[1] / camera.half_angle.tan();
        Lens {
            size,
            middle,
            scale: [middle[0] * height / (middle[1] * width) * scale, scale],
            depth_range: camera.depth_range,
            view: camera.matrix(),
        }
    }

    /// A point of the world in the coordinates of the camera: x to the right, y up, z backwards.
    pub(super) fn point(&self, point: [f32; 4]) -> [f64; 3] {
        dehomogenized(self.homogeneous(point))
    }

    pub(super) fn homogeneous(&self, point: [f32; 4]) -> [f64; 4] {
        apply(&self.view, point.map(f64::from))
    }

    /// A point seen by the camera: its pixel, times its distance in the direction of sight, and that
    /// distance.
    pub(super) fn projected(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [left, top] = self.middle;
        [
            left * -z + self.scale[0] * x,
            top * -z - self.scale[1] * y,
            -z,
        ]
    }

    /// The direction of sight through a pixel's middle.
    pub(super) fn ray(&self, [x, y]: [u32; 2]) -> [f64; 3] {
        let [left, top] = self.middle;
        [
            (f64::from(x) + 0.5 - left) / self.scale[0],
            (top - f64::from(y) - 0.5) / self.scale[1],
            -1.0,
        ]
    }

    /// The depth of a point in the direction of sight: 0 at the near end of what is seen, 1 at its
    /// far end.
    pub(super) fn depth(&self, z: f64) -> f64 {
        let [near, far] = self.depth_range;
        let projected = ((far + near) * z + 2.0 * far * near) / ((near - far) * -z);
        0.5 * (projected + 1.0)
    }

    /// True if a point is neither too near nor too far to be seen.
    pub(super) fn is_in_range(&self, z: f64) -> bool {
        (0.0..=1.0).contains(&self.depth(z)) && z < 0.0
    }

    /// True if all of these points are behind the camera.
    pub(super) fn is_behind(points: &[[f64; 3]]) -> bool {
        points.iter().all(|[_, _, z]| *z >= 0.0)
    }

    /// The pixels that may show a body with these corners; none if they are no numbers.
    pub(super) fn extent(&self, corners: &[[f64; 3]]) -> Option<Extent> {
        let numbers = corners.iter().flatten();
        if Lens::is_behind(corners) || !numbers.copied().all(f64::is_finite) {
            return None;
        }
        let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for corner in corners {
            let [x, y, distance] = self.projected(*corner);
            if distance <= 0.0 {
                bounds = [[0.0, f64::INFINITY]; 2];
                break;
            }
            for (bound, place) in bounds.iter_mut().zip([x / distance, y / distance]) {
                *bound = [bound[0].min(place), bound[1].max(place)];
            }
        }
        // `as` saturates.
        let pixels = |[least, most]: [f64; 2], side: u32| {
            (least.floor() as u32).min(side)..(most.ceil() as u32).min(side)
        };
        let extent = Extent {
            columns: pixels(bounds[0], self.size[0]),
            rows: pixels(bounds[1], self.size[1]),
        };
        (!extent.columns.is_empty() && !extent.rows.is_empty()).then_some(extent)
    }
}

/// The distances at which a ray from the camera enters and leaves a sphere, in lengths of the ray.
pub(super) fn meet_sphere(ray: [f64; 3], centre: [f64; 3], radius: f64) -> Option<[f64; 2]> {
    let square = dot(ray, ray);
    let along = dot(centre, ray) / square;
    let nearest = minus(centre, ray.map(|entry| along * entry));
    let inside = radius * radius - dot(nearest, nearest);
    let half = (inside / square).sqrt();
    (inside >= 0.0).then_some([along - half, along + half])
}
