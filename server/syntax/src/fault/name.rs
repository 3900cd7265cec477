//! Names, and what stands where a name has to: fields, parameters, modifiers.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::{TextRange, TextSize};

use super::spelling::method;
use super::{Mend, between, quotable, slice};
use crate::{SyntaxKind::*, lexer::Significant};

pub(crate) fn call_in_index(
    text: &str,
    name: &Significant,
    operator: &Significant,
    start: usize,
    end: usize,
) -> Diagnostic {
    let call = slice(text, name.start, end);
    if operator.kind == DOT {
        return method(text, name, operator, start, end);
    }
    let error = Diagnostic::new(
        Code::CallInIndex,
        name.range(),
        "a call after `_` or `:` needs parentheses",
    )
    .safe_fix(between(name.start, end), format!("({call})"));
    let before = slice(text, start, operator.end);
    if quotable(before) && quotable(call) {
        error.write(format!("{before}({call})"))
    } else {
        error.help("put the call into parentheses")
    }
}

/// Whether this says that the call at `start` cannot be called.
pub(crate) fn is_call_in_index_at(error: &Diagnostic, start: TextSize) -> bool {
    error.code == Code::CallInIndex && error.range.start() == start
}

pub(crate) fn field_name(text: &str, range: TextRange, dot: TextRange) -> Diagnostic {
    let is_string = slice(text, range.start().into(), range.end().into()).starts_with('"');
    let before = slice(text, 0, dot.start().into());
    if is_string && before.trim_end().ends_with('"') {
        return Diagnostic::new(Code::FieldName, dot, "strings are not joined by `.`")
            .help("`+` joins strings and values")
            .safe_fix(dot, "+");
    }
    Diagnostic::new(
        Code::FieldName,
        range,
        "after `.` comes the name of a field",
    )
    .help("an element is written a_1, a dictionary's value a.name")
}

pub(crate) fn parameter_name(text: &str, range: TextRange) -> Diagnostic {
    let written = slice(text, range.start().into(), range.end().into());
    if written.contains(';') {
        let names: Vec<&str> = written.split(';').map(str::trim).collect();
        let names = names.join(", ");
        return Diagnostic::new(
            Code::ParameterName,
            range,
            "parameters are separated by `,`",
        )
        .fix(range, names.as_str())
        .write(names);
    }
    if let Some((name, default)) = written.split_once([':', '='])
        && name.trim().chars().all(char::is_alphanumeric)
    {
        let default = default.trim_start_matches('=').trim();
        let name = name.trim();
        return Diagnostic::new(
            Code::ParameterName,
            range,
            "parameters have no default values",
        )
        .help(format!(
            "define it twice: f(x, {name}) := ... and f(x) := f(x, {default})"
        ))
        .fix(range, name);
    }
    // `f[x_] := x^2`
    if let Some(name) = written.trim_end().strip_suffix('_')
        && name.chars().all(char::is_alphanumeric)
    {
        return Diagnostic::new(
            Code::ParameterName,
            range,
            "a parameter has no `_` after its name",
        )
        .fix(range, name)
        .write(name)
        .explains(range);
    }
    Diagnostic::new(Code::ParameterName, range, "a parameter is a name")
        .write("f(x, y) := ... and choose by `if` in the body")
}

pub(crate) fn modifier_name(text: &str, range: TextRange, arrow: TextRange) -> Diagnostic {
    let range = if range.is_empty() { arrow } else { range };
    let error = Diagnostic::new(Code::ModifierName, range, "the left side of `->` is a name");
    let written = slice(text, range.start().into(), range.end().into());
    let quoted = written
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    let is_name = |name: &&str| name.chars().all(char::is_alphabetic);
    // `draw(A, B; color -> c)`
    if let Some((before, name)) = written.rsplit_once(';')
        && let name = name.trim()
        && !name.is_empty()
        && is_name(&name)
    {
        let place = range.start() + TextSize::of(before);
        let semicolon = TextRange::at(place, TextSize::of(';'));
        let message = "`;` separates statements, not arguments";
        return Diagnostic::new(Code::ModifierName, semicolon, message)
            .safe_fix(semicolon, ",")
            .write(format!(", {name} -> ..."));
    }
    match quoted.filter(is_name) {
        Some(name) => error.safe_fix(range, name).write(format!("{name} -> ...")),
        None => error.write("color -> [1, 0, 0]"),
    }
}

/// `color => c`, `color - > c`.
pub(crate) fn foreign_arrow(text: &str, arrow: TextRange) -> Diagnostic {
    let written = slice(text, arrow.start().into(), arrow.end().into());
    Diagnostic::new(
        Code::ForeignOperator,
        arrow,
        format!("a modifier is given by `->`, not by `{written}`"),
    )
    .safe_fix(arrow, "->")
    .write("`->`")
}

/// `f(x) : = x^2`
pub(crate) fn spaced_define(range: TextRange) -> Diagnostic {
    Diagnostic::new(
        Code::ForeignOperator,
        range,
        "`:=` is written without a space",
    )
    .safe_fix(range, ":=")
    .write("`:=`")
}

pub(crate) fn modifier_value(arrow: TextRange) -> Diagnostic {
    Diagnostic::new(Code::ModifierValue, arrow, "a value is missing after `->`")
        .help("write a value after the arrow, such as size -> 5")
}

pub(crate) fn modifier_outside_call(arrow: TextRange) -> Diagnostic {
    Diagnostic::new(
        Code::ModifierOutsideCall,
        arrow,
        "`->` is only possible among the arguments of a call",
    )
    .write("draw(a, color -> b); a function is defined by f(x) := ...")
}
