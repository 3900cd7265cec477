//! Colours of values.

use num_complex::Complex64;

use super::Value;

/// The colour that a value paints: a boolean or real number is grey, three numbers are red, green,
/// blue, four have alpha. Clamped to 0..1; what is no number counts as 0.
#[must_use]
pub fn colour(value: &Value) -> [f32; 4] {
    clamped(components(value))
}

/// Returns transparent black for no colour. A component that is no number counts as 0, as in CindyJS.
pub(crate) fn clamped(components: Option<[f64; 4]>) -> [f32; 4] {
    components.unwrap_or_default().map(|part| match part {
        part if part.is_nan() => 0.0,
        part => part.clamp(0.0, 1.0) as f32,
    })
}

/// Red, green, blue, alpha of a value, if it is a colour.
pub(crate) fn components(value: &Value) -> Option<[f64; 4]> {
    let part = |number: Complex64| match number.im {
        im if im.is_nan() => Some(f64::NAN),
        im => (im.abs() < 1e-6).then_some(number.re),
    };
    let [r, g, b, a] = match value {
        Value::Boolean(value) => {
            let grey = f64::from(u8::from(*value));
            return Some([grey, grey, grey, 1.0]);
        }
        Value::Number(grey) | Value::Angle(grey) => [*grey, *grey, *grey, Complex64::ONE],
        Value::List(list) => {
            let opaque = list.vector::<3>();
            let opaque = opaque.map(|[r, g, b]| [r, g, b, Complex64::ONE]);
            opaque.or_else(|| list.vector::<4>())?
        }
        _ => return None,
    };
    Some([part(r)?, part(g)?, part(b)?, part(a)?])
}
