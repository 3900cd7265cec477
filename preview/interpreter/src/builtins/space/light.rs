//! Lights.

use std::f64::consts::FRAC_PI_4;

use cindyscript_space::{Frame, Light, Spot};

use super::coercion::{between, colour, far_point, point as point_of, whole};
use super::{PI, with};
use crate::context::Context;
use crate::value::Value;

/// No picture has more lights: each pixel looks at all.
const MAX_LIGHTS: f64 = 32.0;

/// The direction of light from far away, unless the script says another.
const DOWN: [f64; 4] = [0.0, -1.0, 0.0, 0.0];

pub(super) fn point(context: &mut Context, index: &Value) -> Value {
    let position = modified(context, "position", point_of, Light::default().position);
    let light = light(context, position);
    set(context, index, Some(light))
}

pub(super) fn directional(context: &mut Context, index: &Value) -> Value {
    let direction = modified(context, "direction", far_point, DOWN);
    let light = light(context, direction);
    set(context, index, Some(light))
}

pub(super) fn spot(context: &mut Context, index: &Value) -> Value {
    let position = modified(context, "position", point_of, Light::default().position);
    let angle = |value: &Value| between(0.0, PI, value);
    let spot = Spot {
        direction: modified(context, "direction", far_point, DOWN),
        cosine: modified(context, "cutoffangle", angle, FRAC_PI_4).cos(),
        exponent: modified(context, "exponent", Value::real, 0.0),
    };
    let light = Light {
        spot: Some(spot),
        ..light(context, position)
    };
    set(context, index, Some(light))
}

/// Puts a light in the place of an index, or switches it off.
pub(super) fn set(context: &mut Context, index: &Value, light: Option<Light>) -> Value {
    let index = whole(index).unwrap_or(0.0);
    if !(0.0..MAX_LIGHTS).contains(&index) {
        return context.warn("the index of a light is a whole number from 0 to 31");
    }
    with(context, |viewer| {
        let lights = &mut viewer.scene().lights;
        let index = index as usize;
        if index >= lights.len() {
            lights.resize(index + 1, None);
        }
        lights[index] = light;
    })
}

/// A light at a position, of the colours and in the frame that the modifiers of the call say.
fn light(context: &Context, position: [f64; 4]) -> Light {
    let frame = context.modifier("frame").and_then(Value::string);
    Light {
        position,
        diffuse: modified(context, "diffuse", colour, [1.0; 3]),
        specular: modified(context, "specular", colour, [1.0; 3]),
        frame: match frame {
            Some("world") => Frame::World,
            _ => Frame::Camera,
        },
        spot: None,
    }
}

/// The value of a modifier of the call; the default where it is missing or something else.
fn modified<T>(
    context: &Context,
    name: &str,
    of: impl FnOnce(&Value) -> Option<T>,
    default: T,
) -> T {
    context.modifier(name).and_then(of).unwrap_or(default)
}
