//! Tables as text: comma-separated values (RFC 4180).

use crate::context::Context;
use crate::memory;
use crate::value::Value;
use crate::work;
use cindyscript_hir::builtins::modifiers;

/// The rows of a table, each a list of its fields; short rows end in undefined. Numbers and truth
/// values are converted unless the modifier `autoconvert` is false; `delimiter` is a character.
pub(super) fn parse(context: &mut Context, arguments: &[Value]) -> Value {
    let Some(text) = arguments[0].string() else {
        return context.warn("the table is not a string");
    };
    let convert = !matches!(
        context.modifier(modifiers::name::AUTOCONVERT),
        Some(Value::Boolean(false))
    );
    let delimiter = context
        .modifier("delimiter")
        .and_then(Value::string)
        .and_then(|text| {
            let mut characters = text.chars();
            let delimiter = characters.next()?;
            let fits = !matches!(delimiter, '"' | '\r' | '\n') && characters.next().is_none();
            fits.then_some(delimiter)
        });
    let Some(mut rows) = rows(text, delimiter.unwrap_or(','), convert) else {
        return Value::Undefined;
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    rows.iter_mut()
        .map(|row| {
            row.resize(width, Value::Undefined);
            row.drain(..).collect::<Value>()
        })
        .collect()
}

/// The fields of each row; none, and a reason in [`memory::take_refusal`], if they take too much
/// memory or time.
fn rows(text: &str, delimiter: char, convert: bool) -> Option<Vec<Vec<Value>>> {
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    let mut rest = text;
    let mut fields = 0;
    while !rest.is_empty() {
        let (field, after) = field(rest, delimiter);
        fields += 1;
        let fits = memory::fits(fields) && work::spend(rest.len() - after.len());
        let field = match convert {
            true => converted(field),
            false => field.into(),
        };
        if !fits || !field.hold() {
            return None;
        }
        row.push(field);
        rest = match after.strip_prefix(delimiter) {
            Some("") => {
                // The last row ends with an empty field.
                row.push("".into());
                rows.push(std::mem::take(&mut row));
                ""
            }
            Some(more) => more,
            None => {
                rows.push(std::mem::take(&mut row));
                let line = after.strip_prefix("\r\n");
                line.or_else(|| after.strip_prefix(['\r', '\n']))
                    .unwrap_or("")
            }
        };
    }
    Some(rows)
}

/// The first field and what stands behind it. Quotes around a field are not part of it, two
/// within it are one.
fn field(text: &str, delimiter: char) -> (String, &str) {
    let ends = |c: char| c == delimiter || matches!(c, '\r' | '\n');
    if let Some(quoted) = text.strip_prefix('"') {
        let mut content = String::new();
        let mut rest = quoted;
        while let Some((part, after)) = rest.split_once('"') {
            content.push_str(part);
            match after.strip_prefix('"') {
                Some(more) => {
                    content.push('"');
                    rest = more;
                }
                None if after.is_empty() || after.starts_with(ends) => return (content, after),
                // Not quoted after all.
                None => break,
            }
        }
    }
    let end = text.find(ends).unwrap_or(text.len());
    (text[..end].to_owned(), &text[end..])
}

fn converted(field: String) -> Value {
    match field.as_str() {
        "True" | "true" => return true.into(),
        "False" | "false" => return false.into(),
        _ => {}
    }
    let digits = field.strip_prefix(['+', '-']).unwrap_or(&field);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let decimal = all_digits(whole) && all_digits(fraction) && whole.len() + fraction.len() > 0;
    if decimal || digits == "Infinity" {
        field.parse::<f64>().map_or(Value::from(field), Value::from)
    } else {
        field.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        let check = |text: &str, expected: &str| {
            let rows = rows(text, ',', true).unwrap_or_default().into_iter();
            let rows: Value = rows.map(|row| row.into_iter().collect::<Value>()).collect();
            assert_eq!(rows.to_string(), expected, "{text}");
        };
        check("a,b\n1,2.5", "[[a, b], [1, 2.5]]");
        check("a,b\r\n", "[[a, b]]");
        check("a,\n,", "[[a, ], [, ]]");
        check("\"a,\"\"b\",true", "[[a,\"b, true]]");
        check("\"a\"b,c", "[[\"a\"b, c]]");
        check("", "[]");
        check("1.2.3,.,-5", "[[1.2.3, ., -5]]");
    }
}
