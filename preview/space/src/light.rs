//! Lights, and the colours of surfaces: the model of Blinn and Phong.

use crate::vector::{Matrix, apply, dot, minus, normalized, plus, scaled, xyz};

/// A light.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Homogeneous coordinates of its position; for light from far away, of its direction.
    pub position: [f64; 4],
    /// The colour of what scatters it.
    pub diffuse: [f64; 3],
    /// The colour of highlights.
    pub specular: [f64; 3],
    /// The frame of the coordinates.
    pub frame: Frame,
    /// The cone that it is limited to.
    pub spot: Option<Spot>,
}

/// A frame of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Frame {
    /// The camera: the light moves with it.
    #[default]
    Camera,
    /// The world.
    World,
}

/// A cone of light.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The point or the direction that it shines to, homogeneous.
    pub direction: [f64; 4],
    /// The cosine of the angle between axis and edge.
    pub cosine: f64,
    /// The exponent of the cosine of the angle to the axis: the light fades with it.
    pub exponent: f64,
}

impl Default for Light {
    fn default() -> Light {
        Light {
            position: [0.0, 0.0, 0.0, 1.0],
            diffuse: [1.0; 3],
            specular: [1.0; 3],
            frame: Frame::Camera,
            spot: None,
        }
    }
}

/// A point of a surface, in the coordinates of the camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) position: [f64; 3],
    /// The direction perpendicular to it, of length 1.
    pub(crate) normal: [f64; 3],
    pub(crate) colour: [f64; 3],
    pub(crate) shininess: f64,
}

/// All light of a scene, in the coordinates of the camera.
#[derive(Debug)]
pub(crate) struct Lighting {
    ambient: [f64; 3],
    lights: Vec<Light>,
}

impl Lighting {
    pub(crate) fn new(ambient: [f64; 3], lights: &[Option<Light>], view: &Matrix) -> Lighting {
        let lights = lights.iter().flatten().map(|light| {
            let place = |point| match light.frame {
                Frame::Camera => flipped(point),
                // As in Cindy3D, which lights the other side.
                Frame::World => apply(view, point).map(|entry| -entry),
            };
            Light {
                position: place(light.position),
                spot: light.spot.as_ref().map(|spot| Spot {
                    direction: place(spot.direction),
                    ..spot.clone()
                }),
                ..light.clone()
            }
        });
        Lighting {
            ambient,
            lights: lights.collect(),
        }
    }

    /// The colour of a point of a surface: red, green, blue, 0 to 1. Either side of it is lit.
    pub(crate) fn colour(&self, surface: &Surface) -> [f64; 3] {
        let eye = normalized(scaled(surface.position, -1.0));
        let facing = dot(eye, surface.normal);
        let normal = scaled(surface.normal, sign(facing));
        let reflected = 1.0 - 0.95f64.powf(surface.shininess);
        let (mut diffuse, mut specular) = (self.ambient, [0.0; 3]);
        for light in &self.lights {
            let [x, y, z, w] = light.position;
            let direction = normalized(minus([x, y, z], scaled(surface.position, w)));
            let half = normalized(plus(direction, eye));
            let scattered = dot(normal, direction).max(0.0);
            let highlight = if scattered > 0.0 {
                dot(normal, half).max(0.0).powf(surface.shininess) * reflected
            } else {
                0.0
            };
            let strength = light
                .spot
                .as_ref()
                .map_or(1.0, |spot| spot.strength(light.position, direction));
            diffuse = plus(diffuse, scaled(light.diffuse, strength * scattered));
            specular = plus(specular, scaled(light.specular, strength * highlight));
        }
        [0, 1, 2].map(|i| (diffuse[i] * surface.colour[i] + specular[i]).clamp(0.0, 1.0))
    }
}

impl Spot {
    /// The part of the light at `position` that goes in a direction, opposite to the one given.
    fn strength(&self, position: [f64; 4], direction: [f64; 3]) -> f64 {
        let towards = scaled(xyz(self.direction), position[3]);
        let axis = minus(towards, scaled(xyz(position), self.direction[3]));
        let cosine = -dot(direction, normalized(axis));
        if cosine >= self.cosine {
            cosine.powf(self.exponent)
        } else {
            0.0
        }
    }
}

fn flipped([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [x, -y, z, w]
}

/// As GLSL has it: 0 for 0.
fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number.signum() }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Light, Lighting, Spot, Surface};
    use crate::camera::SpaceCamera;

    fn colour(light: Light, shininess: f64) -> [f64; 3] {
        let view = SpaceCamera::default().matrix();
        let surface = Surface {
            position: [0.0, 0.0, -5.0],
            normal: [0.0, 0.0, -1.0],
            colour: [0.5, 0.25, 0.0],
            shininess,
        };
        Lighting::new([0.0; 3], &[Some(light)], &view).colour(&surface)
    }

    #[test]
    fn light_at_the_camera_shows_a_surface_from_either_side() {
        assert_eq!(colour(Light::default(), 0.0), [0.5, 0.25, 0.0]);
    }

    #[test]
    fn highlight_is_added_to_the_colour() {
        let highlight = 1.0 - 0.95f64.powi(10);
        let expected = [0.5 + highlight, 0.25 + highlight, highlight];
        assert_eq!(colour(Light::default(), 10.0), expected);
    }

    #[test]
    fn light_of_the_world_shines_from_the_other_side() {
        let light = |z| Light {
            position: [0.0, 0.0, z, 0.0],
            frame: Frame::World,
            ..Light::default()
        };
        assert_eq!(colour(light(1.0), 0.0), [0.0; 3]);
        assert_eq!(colour(light(-1.0), 0.0), [0.5, 0.25, 0.0]);
    }

    #[test]
    fn spot_lights_its_cone() {
        let light = |direction| Light {
            spot: Some(Spot {
                direction,
                cosine: 0.9,
                exponent: 2.0,
            }),
            ..Light::default()
        };
        assert_eq!(colour(light([0.0, 1.0, 0.0, 0.0]), 0.0), [0.0; 3]);
        let ahead = colour(light([0.0, 0.0, -1.0, 0.0]), 0.0);
        assert_eq!(ahead, [0.5, 0.25, 0.0]);
    }
}
