//! The meaning of tokens: the name, number or string behind the text as it was typed.

use std::borrow::Cow;

/// Drops the spaces and tabs that CindyScript lets stand inside a token: `draw image` is
/// `drawimage`. Borrows where there are none.
pub fn without_spaces(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, b' ' | b'\t')) {
        Cow::Owned(text.replace([' ', '\t'], ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// The value of a NUMBER token.
pub fn number_value(text: &str) -> f64 {
    without_spaces(text).parse().unwrap_or(f64::NAN)
}

/// The content of a STRING token. There are no escapes.
pub fn string_value(text: &str) -> &str {
    let content = text.strip_prefix('"').unwrap_or(text);
    content.strip_suffix('"').unwrap_or(content)
}

/// The value of a SUPERSCRIPT or SUBSCRIPT token.
pub fn script_digits_value(text: &str) -> f64 {
    let plain: String = text.chars().filter_map(script_char).collect();
    plain.parse().unwrap_or(f64::NAN)
}

/// The plain digit or sign of a superscript or subscript one.
pub(crate) fn script_char(c: char) -> Option<char> {
    let digit = match c {
        '⁺' | '₊' => return Some('+'),
        '⁻' | '₋' => return Some('-'),
        '⁰' => 0,
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '⁴'..='⁹' => c as u32 - '⁰' as u32,
        '₀'..='₉' => c as u32 - '₀' as u32,
        _ => return None,
    };
    char::from_digit(digit, 10)
}

/// A colour for its hexadecimal digits, as a list: `f00` is `[1, 0, 0]`.
#[must_use]
pub fn hexadecimal_colour(digits: &str) -> Option<String> {
    let width = match digits.len() {
        3 => 1,
        6 => 2,
        _ => return None,
    };
    let parts = [0, 1, 2].map(|place| {
        let digits = digits.get(place * width..(place + 1) * width)?;
        let part = u32::from_str_radix(digits, 16).ok()?;
        Some(if width == 1 { part * 17 } else { part })
    });
    let [Some(red), Some(green), Some(blue)] = parts else {
        return None;
    };
    let is_pure = [red, green, blue]
        .iter()
        .all(|part| matches!(part, 0 | 255));
    Some(match is_pure {
        true => format!("[{}, {}, {}]", red / 255, green / 255, blue / 255),
        false => format!("[{red}, {green}, {blue}]/255"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        assert!(matches!(
            without_spaces("drawimage"),
            Cow::Borrowed("drawimage")
        ));
        assert_eq!(without_spaces("draw \timage"), "drawimage");
        for (text, value) in [
            ("1 2 3", 123.0),
            ("12.", 12.0),
            (".5", 0.5),
            ("1.e3", 1000.0),
            ("1 . 5 e - 3", 0.0015),
            ("1e999", f64::INFINITY),
        ] {
            assert_eq!(number_value(text), value, "{text}");
        }
        assert_eq!(string_value("\"a\"\""), "a\"");
        assert_eq!(string_value("\"open"), "open");
        assert_eq!(string_value("\""), "");
        assert_eq!(script_digits_value("⁻ ¹⁰"), -10.0);
        assert_eq!(script_digits_value("₂₃"), 23.0);
    }
}
