//! Texts that look like one thing and are another: quotation marks within a string, modifiers behind
//! a call, the values of a list without brackets.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::spelling::{part_length, part_start};
use super::{Mend, between, quotable, slice};
use crate::{builder::Operand, lexer::Significant};

/// `"He said "hello""`
pub(super) fn quoted_in_string(
    text: &str,
    operand: &Significant,
    lhs: &Operand,
) -> Option<Diagnostic> {
    if lhs.end != operand.start || !slice(text, lhs.start, lhs.end).ends_with('"') {
        return None;
    }
    let inner = slice(text, operand.start, operand.end);
    let behind = slice(text, operand.end, text.len()).strip_prefix('"')?;
    let rest = behind.get(..behind.find('"')?)?;
    let first = slice(text, lhs.start, lhs.end - 1);
    let before = first.get(first.rfind('"')? + 1..)?;
    let start = lhs.end - 1 - before.len() - 1;
    let end = operand.end + 1 + rest.len() + 1;
    let quoted = format!("\"{before}'{inner}'{rest}\"");
    // Behind the mark comes more of the string, and no other value.
    let is_text = !rest.contains(['+', ',', ';', '(', ')', '\n']);
    if !is_text || !quotable(&quoted) {
        return None;
    }
    let mark = between(lhs.end - 1, lhs.end);
    let message = "this quotation mark ends the string";
    let error = Diagnostic::new(Code::MissingOperator, mark, message)
        .help("within a string, write single quotation marks, or unicode(\"22\")");
    let whole = between(start, end);
    Some(error.fix(whole, quoted).explains(whole))
}

/// `draw(A) color -> c`
pub(super) fn modifiers_behind(
    text: &str,
    name: &Significant,
    lhs: &Operand,
) -> Option<Diagnostic> {
    let call = slice(text, lhs.start, lhs.end).strip_suffix(')')?;
    let behind = slice(text, name.end, text.len());
    if !behind.trim_start().starts_with("->") || !call.starts_with(char::is_alphabetic) {
        return None;
    }
    let mut length = 0;
    loop {
        let rest = behind.get(length..)?;
        length += part_length(rest, ';')?;
        // The next modifier of the same call.
        let next = behind.get(length..)?.strip_prefix(',');
        match next.filter(|next| next.contains("->")) {
            Some(_) => length += 1,
            None => break,
        }
    }
    let modifiers = slice(text, name.start, name.end + length).trim_end();
    let separator = match call.ends_with('(') {
        true => "",
        false => ", ",
    };
    let written = slice(text, name.start, name.end);
    let message = "modifiers stand in the parentheses of the call";
    let error = Diagnostic::new(Code::MissingOperator, name.range(), message)
        .help(format!("write draw(a, {written} -> ...)"));
    let range = between(lhs.end - 1, name.start + modifiers.len());
    let fixed = error.fix(range, format!("{separator}{modifiers})"));
    Some(fixed.explains(range))
}

/// True if a text is a number, a string or a name.
pub(super) fn is_value(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match quoted {
        Some(content) => !content.contains('"'),
        None => !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '.'),
    }
}

/// `l = 1, 2, 3`, given the place of a comma: the values, and the list of them.
pub(super) fn list_of_values(text: &str, comma: usize) -> Option<(TextRange, String)> {
    let start = part_start(text, comma)?;
    if !slice(text, 0, start).ends_with('=') {
        return None;
    }
    let behind = slice(text, start, text.len());
    let end = behind.find([';', '\n', '\r']).unwrap_or(behind.len());
    let written = behind.get(..end)?.trim();
    let start = start + behind.len() - behind.trim_start().len();
    let values: Vec<&str> = written.split(',').map(str::trim).collect();
    let are_numbers = |values: &[&str]| {
        let mut values = values.iter();
        values.all(|value| value.chars().all(|c| c.is_ascii_digit()))
    };
    // `1,5` is rather a number.
    let is_list = values.len() > 2 || values.len() == 2 && !are_numbers(&values);
    if !is_list || !values.iter().all(|value| is_value(value)) {
        return None;
    }
    let list = format!("[{}]", values.join(", "));
    quotable(&list).then(|| (between(start, start + written.len()), list))
}
