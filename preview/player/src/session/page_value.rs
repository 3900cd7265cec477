//! Values of CindyScript as CindyJS gives them to the JavaScript of a page.

use cindyscript_interpreter::Value;
use serde_json::{Value as Json, json};

/// Lists within lists are given so deep.
const DEEPEST: usize = 32;
/// The values of one call, elements of lists included. The rest is undefined.
const MOST_VALUES: usize = 100_000;

/// Bytes of the text.
const LONGEST_TEXT: usize = 100_000;

/// A value and its text, as JSON.
pub(super) fn described(value: &Value, mut text: String) -> String {
    text.truncate(text.floor_char_boundary(LONGEST_TEXT));
    let value = plain(value, DEEPEST, &mut { MOST_VALUES });
    json!({ "value": value, "text": text }).to_string()
}

fn plain(value: &Value, depth: usize, left: &mut usize) -> Json {
    match value {
        Value::Boolean(value) => json!({ "ctype": "boolean", "value": value }),
        Value::Number(number) | Value::Angle(number) => {
            let [real, imag] = [number.re, number.im].map(part);
            json!({ "ctype": "number", "value": { "real": real, "imag": imag } })
        }
        Value::String(text) => json!({ "ctype": "string", "value": text.to_string() }),
        Value::List(items) if depth > 0 && items.len() <= *left => {
            *left -= items.len();
            let items = items.iter().map(|it| plain(&it, depth - 1, left));
            json!({ "ctype": "list", "value": items.collect::<Vec<Json>>() })
        }
        _ => json!({ "ctype": "undefined" }),
    }
}

/// A part of a number; a text where JSON has no number for it.
fn part(number: f64) -> Json {
    match number {
        f64::INFINITY => json!("Infinity"),
        f64::NEG_INFINITY => json!("-Infinity"),
        _ if number.is_nan() => json!("NaN"),
        _ => json!(number),
    }
}
