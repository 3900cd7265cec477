//! The camera, and how the user moves it.

use std::f64::consts::PI;

use crate::vector::{Matrix, apply, cross, length, minus, normalized, product, translation};

/// Radians per pixel.
const TURN: f64 = 0.01;
/// The part of the distance per pixel.
const PAN: f64 = 0.002;

/// From where and how a scene is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceCamera {
    /// Half of the angle that is seen from top to bottom, in radians.
    pub half_angle: f64,
    /// The distances between which things are seen.
    pub depth_range: [f64; 2],
    /// The place and the direction.
    pub pose: Pose,
}

/// The place and the direction of a camera: all that the user moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// The distance of the point that the camera turns around.
    distance: f64,
    /// From the world to coordinates around that point: x to the right, y up, z towards the camera.
    model: Matrix,
}

/// A movement of the camera. Lengths are in CSS pixels, x to the right and y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Turns around what is looked at.
    Orbit([f64; 2]),
    /// Turns in its place.
    Turn([f64; 2]),
    /// Moves along the picture.
    Pan([f64; 2]),
    /// Moves towards what is looked at, until it is nearer by a factor.
    Approach(f64),
    /// Turns around the direction of sight.
    Roll(f64),
}

impl Default for SpaceCamera {
    fn default() -> SpaceCamera {
        SpaceCamera {
            // 22.5°, Cindy3D's default.
            half_angle: 45.0 * PI / 360.0,
            depth_range: [0.1, 100.0],
            pose: Pose::new([0.0, 0.0, 5.0], [0.0; 3], [0.0, 1.0, 0.0]),
        }
    }
}

impl SpaceCamera {
    /// Stands at a position and looks at a point; a direction is up in the picture.
    pub fn look_at(&mut self, position: [f64; 3], point: [f64; 3], up: [f64; 3]) {
        self.pose = Pose::new(position, point, up);
    }

    /// Moves as the user wants.
    pub fn apply(&mut self, motion: Motion) {
        self.pose.apply(motion);
    }

    /// From the world to the coordinates of the camera: x to the right, y up, z backwards.
    pub(crate) fn matrix(&self) -> Matrix {
        let Pose { distance, model } = &self.pose;
        product(&translation([0.0, 0.0, -distance]), model)
    }

    /// A point in the coordinates of the camera: x to the right, y up, z backwards; homogeneous.
    pub fn view(&self, point: [f64; 4]) -> [f64; 4] {
        apply(&self.matrix(), point)
    }
}

impl Pose {
    /// A camera at a position that looks at a point; a direction is up in the picture.
    fn new(position: [f64; 3], point: [f64; 3], up: [f64; 3]) -> Pose {
        let sight = minus(position, point);
        let z = normalized(sight);
        let x = normalized(cross(up, z));
        let y = cross(z, x);
        let row = |[a, b, c]: [f64; 3]| [a, b, c, 0.0];
        let rotation = [row(x), row(y), row(z), [0.0, 0.0, 0.0, 1.0]];
        let back = translation(point.map(|coordinate| -coordinate));
        Pose {
            distance: length(sight),
            model: product(&rotation, &back),
        }
    }

    fn apply(&mut self, motion: Motion) {
        match motion {
            Motion::Orbit([x, y]) => self.transform_model(&rotation(TURN * x, TURN * y)),
            Motion::Turn([x, y]) => {
                let away = translation([0.0, 0.0, -self.distance]);
                let back = translation([0.0, 0.0, self.distance]);
                let turned = product(&rotation(-TURN * x, -TURN * y), &away);
                self.transform_model(&product(&back, &turned));
            }
            Motion::Pan([x, y]) => {
                let factor = PAN * self.distance;
                self.transform_model(&translation([factor * x, -factor * y, 0.0]));
            }
            Motion::Approach(factor) if factor > 0.0 => self.distance /= factor,
            Motion::Approach(_) => {}
            Motion::Roll(by) => {
                let (sine, cosine) = (-TURN * by).sin_cos();
                self.transform_model(&[
                    [cosine, -sine, 0.0, 0.0],
                    [sine, cosine, 0.0, 0.0],
                    [0.0, 0.0, 1.0, 0.0],
                    [0.0, 0.0, 0.0, 1.0],
                ]);
            }
        }
    }

    fn transform_model(&mut self, by: &Matrix) {
        self.model = product(by, &self.model);
    }
}

/// Turns by an angle around the vertical axis after one around the horizontal axis, in radians.
fn rotation(x: f64, y: f64) -> Matrix {
    let ((sine, cosine), (sin_y, cos_y)) = (x.sin_cos(), y.sin_cos());
    let around_y = [
        [cosine, 0.0, sine, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [-sine, 0.0, cosine, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let around_x = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, cos_y, -sin_y, 0.0],
        [0.0, sin_y, cos_y, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    product(&around_y, &around_x)
}

#[cfg(test)]
mod tests {
    use super::{Motion, SpaceCamera};
    use crate::vector::dehomogenized;

    fn seen(camera: &SpaceCamera, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = point;
        dehomogenized(camera.view([x, y, z, 1.0])).map(|entry| (entry * 1e6).round() / 1e6)
    }

    #[test]
    fn camera_starts_in_front_of_the_origin() {
        assert_eq!(
            seen(&SpaceCamera::default(), [1.0, 2.0, 3.0]),
            [1.0, 2.0, -2.0]
        );
    }

    #[test]
    fn orbit_keeps_what_is_looked_at() {
        let mut camera = SpaceCamera::default();
        camera.look_at([3.0, 4.0, 5.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]);
        let before = seen(&camera, [1.0; 3]);
        camera.apply(Motion::Orbit([30.0, -70.0]));
        assert_eq!(seen(&camera, [1.0; 3]), before);
    }

    #[test]
    fn orbit_to_the_right_shows_the_left_side() {
        let mut camera = SpaceCamera::default();
        camera.apply(Motion::Orbit([50.0 * std::f64::consts::PI, 0.0]));
        assert_eq!(seen(&camera, [-1.0, 0.0, 0.0]), [0.0, 0.0, -4.0]);
    }

    #[test]
    fn turn_keeps_the_camera_in_its_place() {
        let mut camera = SpaceCamera::default();
        camera.apply(Motion::Turn([50.0 * std::f64::consts::PI, 0.0]));
        assert_eq!(seen(&camera, [0.0, 0.0, 5.0]), [0.0; 3]);
        assert_eq!(seen(&camera, [0.0; 3]), [5.0, 0.0, 0.0]);
    }

    #[test]
    fn pan_approach_and_roll_move_the_origin() {
        let moved = |motion| {
            let mut camera = SpaceCamera::default();
            camera.apply(motion);
            seen(&camera, [1.0, 0.0, 0.0])
        };
        assert_eq!(moved(Motion::Pan([100.0, 50.0])), [2.0, -0.5, -5.0]);
        assert_eq!(moved(Motion::Approach(2.0)), [1.0, 0.0, -2.5]);
        let quarter = 50.0 * std::f64::consts::PI;
        assert_eq!(moved(Motion::Roll(-quarter)), [0.0, 1.0, -5.0]);
    }
}
