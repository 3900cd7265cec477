//! Values as a debugger shows them: in one line, and unfolded part by part.

use std::fmt::{Display, LowerExp};

use cindyscript_interpreter::{List, Value};
use cindyscript_player::Session;
use num_complex::Complex64;

/// The most elements of a list in its line.
const MOST_PRINTED: usize = 20;
/// A line has at most so many characters.
const LONGEST: usize = 400;

/// A value in one line: long ones are cut.
pub(crate) fn line(session: &Session, value: &Value) -> String {
    let text = match value {
        Value::String(text) => format!("{:?}", cut(text)),
        Value::List(list) if list.size() > MOST_PRINTED => {
            let items = list.iter().take(MOST_PRINTED);
            let items = items.map(|item| match &item {
                Value::List(inner) if inner.size() > MOST_PRINTED => summary(inner),
                item => session.print(item),
            });
            let items: Vec<String> = items.collect();
            let rest = if list.len() > MOST_PRINTED {
                ", …"
            } else {
                ""
            };
            format!("[{}{rest}]", items.join(", "))
        }
        Value::Dictionary(_) => "{…}".to_owned(),
        value => session.print(value),
    };
    cut(&text).into_owned()
}

/// A value of a pixel in one line: with all digits, beside single precision and the difference if it has
/// numbers.
pub(crate) fn line_with_single(session: &Session, value: &Value, single: &Value) -> String {
    let parts = |value: &Value| match value {
        Value::Number(number) | Value::Angle(number) => Some(vec![*number]),
        Value::List(list) if list.len() <= MOST_PRINTED => {
            list.iter().map(|item| item.number()).collect()
        }
        _ => None,
    };
    let (Some(exact), Some(rounded)) = (parts(value), parts(single)) else {
        return line(session, value);
    };
    let is_list = matches!(value, Value::List(_));
    let print = |numbers: &[Complex64], part: fn(f64) -> String| {
        let printed: Vec<String> = numbers.iter().map(|number| digits(*number, part)).collect();
        match is_list {
            true => format!("[{}]", printed.join(", ")),
            false => printed.concat(),
        }
    };
    let in_single = |part: f64| f64::from(part as f32);
    let differences = exact.iter().zip(&rounded).map(|(exact, single)| {
        let single = Complex64::new(in_single(single.re), in_single(single.im));
        (exact - single).norm()
    });
    let difference = match differences.fold(0.0, largest_or_nan) {
        0.0 => "0".to_owned(),
        difference => format!("{difference:.1e}"),
    };
    let exact = print(&exact, decimal);
    let single = print(&rounded, |part| decimal(part as f32));
    format!("{exact} (single {single}, difference {difference})")
}

fn largest_or_nan(a: f64, b: f64) -> f64 {
    match a.is_nan() || a > b {
        true => a,
        false => b,
    }
}

/// A number with all its digits.
fn digits(number: Complex64, print: fn(f64) -> String) -> String {
    match number.im == 0.0 {
        true => print(number.re),
        false => format!("{} + i*{}", print(number.re), print(number.im)),
    }
}

/// All digits of a number in single or double precision; with an exponent where it is very large or small.
fn decimal<N: Copy + Display + LowerExp + Into<f64>>(number: N) -> String {
    match number.into().abs() {
        f64::INFINITY => number.to_string().replace("inf", "Infinity"),
        1e-5..1e16 | 0.0 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

fn summary(list: &List) -> String {
    format!("[{} elements]", list.len())
}

fn cut(text: &str) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// The type of a value.
pub(crate) fn type_name(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        value => value.type_of().to_string(),
    }
}

/// The expression of an element of a list.
pub(crate) fn element_path(list: &str, index: usize) -> String {
    format!("{}_{index}", operand(list))
}

/// The expression of an entry of a dictionary.
pub(crate) fn entry_path(dictionary: &str, key: &str) -> String {
    let key = key.replace('"', "");
    format!("{}:\"{key}\"", operand(dictionary))
}

/// An expression as an operand of an operator that binds tightly.
fn operand(expression: &str) -> String {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '#';
    match expression.chars().all(is_part) {
        true => expression.to_owned(),
        false => format!("({expression})"),
    }
}
