//! Colours: red, green and blue in 0..1.

use super::{Row, row};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    row("red", 1, |_, a| shade(&a[0], |c| [c, 0.0, 0.0])),
    row("green", 1, |_, a| shade(&a[0], |c| [0.0, c, 0.0])),
    row("blue", 1, |_, a| shade(&a[0], |c| [0.0, 0.0, c])),
    row("gray", 1, |_, a| shade(&a[0], |c| [c, c, c])),
    row("grey", 1, |_, a| shade(&a[0], |c| [c, c, c])),
    row("hue", 1, |_, a| {
        a[0].real().map_or(Value::Undefined, |h| hue(h).into())
    }),
];

fn shade(value: &Value, color: impl Fn(f64) -> [f64; 3]) -> Value {
    value
        .real()
        .map_or(Value::Undefined, |c| color(c.clamp(0.0, 1.0)).into())
}

/// The fully saturated colour at `h` on a circle of circumference 1 from red to green to blue.
fn hue(h: f64) -> [f64; 3] {
    let h = 6.0 * (h - h.floor());
    let part = |shift: f64| {
        let distance = (h - shift).abs();
        (2.0 - distance.min(6.0 - distance)).clamp(0.0, 1.0)
    };
    [part(0.0), part(2.0), part(4.0)]
}
