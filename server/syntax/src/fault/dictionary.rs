//! Dictionaries: their keys and entries.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::unlike::is_value;
use super::{Mend, between, slice};
use crate::lexer::{Significant, size};

/// `end` is where the braces close: what else is wrong in them is wrong for the same reason.
pub(crate) fn dict_entry(range: TextRange, end: usize) -> Diagnostic {
    Diagnostic::new(Code::DictEntry, range, "an entry is written \"key\": value")
        .help("a list is written [a, b], a group of statements (a; b)")
        .explains(TextRange::new(range.start(), size(end).max(range.end())))
}

/// `{ a = 3; println(a) }`: braces around statements.
pub(crate) fn or_group(
    error: Diagnostic,
    text: &str,
    open: &Significant,
    close: &Significant,
) -> Diagnostic {
    let inner = slice(text, open.end, close.start).trim();
    let inner = inner.trim_end_matches(';').trim_end();
    let values: Vec<&str> = inner.split([',', ';']).map(str::trim).collect();
    if values.len() > 1 && values.iter().all(|value| is_value(value)) {
        let list = format!("[{}]", values.join(", "));
        return error.fix(between(open.start, close.end), list);
    }
    match inner.contains(['=', '(', ';', '^', '+', '*']) && !inner.contains(':') {
        true => error.fix(between(open.start, close.end), format!("({inner})")),
        false => error,
    }
}

/// `"a" = 1`
pub(crate) fn dict_equals(equals: TextRange) -> Diagnostic {
    Diagnostic::new(
        Code::DictEntry,
        equals,
        "an entry is written \"key\": value",
    )
    .fix(equals, ":")
    .write("`:`")
}

pub(crate) fn dict_key(text: &str, key: TextRange, is_name: bool) -> Diagnostic {
    let found = slice(text, key.start().into(), key.end().into());
    let error = Diagnostic::new(Code::DictKey, key, "a key is a string");
    if is_name {
        let name = crate::text::without_spaces(found);
        error
            .fix(key, format!("\"{name}\""))
            .write(format!("\"{name}\""))
    } else {
        error.write("\"key\": value; for a computed key, assign a:key = value")
    }
}

/// One more key of the same dictionary that is a name: what is said of the one before is said of
/// both. Gives back what is said of the other if that is something else.
pub(crate) fn and_key(
    error: &mut Diagnostic,
    text: &str,
    open: usize,
    other: Diagnostic,
) -> Option<Diagnostic> {
    const NAMED: usize = 3;
    let is_same = error.code == Code::DictKey && usize::from(error.range.start()) > open;
    let (Some(first), Some(second), true) = (&mut error.fix, &other.fix, is_same) else {
        return Some(other);
    };
    let between = slice(text, first.range.end().into(), second.range.start().into());
    first.text.push_str(between);
    first.text.push_str(&second.text);
    first.range = first.range.cover(second.range);
    if let Some(help) = &mut error.help {
        let more = match help.matches('"').count() / 2 {
            ..NAMED => second.text.as_str(),
            NAMED => "...",
            _ => return None,
        };
        *help = format!("{help}, {more}");
        first.title.clone_from(help);
    }
    "keys are strings".clone_into(&mut error.message);
    None
}
