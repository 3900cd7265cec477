//! Values of CindyScript as CindyJS gives them to the JavaScript of a page.

use cindyscript_interpreter::Value;
use serde_json::{Value as Json, json};

/// Lists within lists are given so deep.
const DEEPEST: usize = 32;

/// A value and its text, as JSON.
pub(super) fn described(value: &Value, text: String) -> String {
    json!({ "value": plain(value, DEEPEST), "text": text }).to_string()
}

fn plain(value: &Value, depth: usize) -> Json {
    match value {
        Value::Boolean(value) => json!({ "ctype": "boolean", "value": value }),
        Value::Number(number) | Value::Angle(number) => {
            json!({ "ctype": "number", "value": { "real": number.re, "imag": number.im } })
        }
        Value::String(text) => json!({ "ctype": "string", "value": text.to_string() }),
        Value::List(items) if depth > 0 => {
            let items: Vec<Json> = items.iter().map(|it| plain(&it, depth - 1)).collect();
            json!({ "ctype": "list", "value": items })
        }
        _ => json!({ "ctype": "undefined" }),
    }
}
