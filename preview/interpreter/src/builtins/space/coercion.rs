//! Conversion of values of scripts, as Cindy3D does it.

use crate::value::{List, Value};

/// The real part of a number; NaN for other values.
pub(super) fn real(value: &Value) -> f64 {
    value.real().unwrap_or(f64::NAN)
}

/// A number, moved between two others; none for other values.
pub(super) fn between(least: f64, most: f64, value: &Value) -> Option<f64> {
    let number = value.real().filter(|number| !number.is_nan())?;
    Some(number.clamp(least, most))
}

/// A whole number; none for anything but a number.
pub(super) fn whole(value: &Value) -> Option<f64> {
    value.real().map(f64::round)
}

/// Red, green and blue from 0 to 1, from a list of three or from a brightness. What is no number in the
/// list is 0, as WebGL has it.
pub(super) fn colour(value: &Value) -> Option<[f64; 3]> {
    if let Some(brightness) = between(0.0, 1.0, value) {
        return Some([brightness; 3]);
    }
    let list = value.list().filter(|list| list.len() == 3)?;
    let component = |index| between(0.0, 1.0, &list.get(index)?);
    Some([0, 1, 2].map(|index| component(index).unwrap_or(0.0)))
}

/// The colour of what is no colour.
pub(super) const GREY: [f64; 3] = [0.5; 3];

/// The first `N` coordinates of a list; those that it lacks are 0.
fn coordinates<const N: usize>(list: &List) -> [f64; N] {
    let mut coordinates = [0.0; N];
    for (coordinate, value) in coordinates.iter_mut().zip(list.iter()) {
        *coordinate = real(&value);
    }
    coordinates
}

/// Homogeneous coordinates of a point, from three or four; none for what is no list.
pub(super) fn point(value: &Value) -> Option<[f64; 4]> {
    let list = value.list()?;
    let mut point: [f64; 4] = coordinates(list);
    if list.len() < 4 {
        point[3] = 1.0;
    }
    Some(point)
}

/// A direction; none for what is no list.
pub(super) fn direction(value: &Value) -> Option<[f64; 3]> {
    value.list().map(coordinates)
}

/// A direction as homogeneous coordinates of a point far away.
pub(super) fn far_point(value: &Value) -> Option<[f64; 4]> {
    let [x, y, z] = direction(value)?;
    Some([x, y, z, 0.0])
}
