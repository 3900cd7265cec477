//! Spellings of other languages and of word processors, where the parser comes upon them: the error
//! and the fix.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::{Mend, between, quotable, slice};
use crate::{builder::Operand, lexer::Significant};

/// `“hello”`, if the second mark stands on the same line.
pub(super) fn curly_quotes(text: &str, opening: &str, start: usize) -> Option<Diagnostic> {
    if !matches!(opening, "“" | "”" | "„" | "‟" | "«") {
        return None;
    }
    let inner = start + opening.len();
    let line = slice(text, inner, text.len()).lines().next()?;
    let close = line.find(['“', '”', '»'])?;
    let width = line.get(close..)?.chars().next()?.len_utf8();
    let range = between(start, inner + close + width);
    // A semicolon would end the statement, as far as the parser is concerned.
    let written = line.get(..close).filter(|written| !written.contains(';'))?;
    let error = Diagnostic::new(
        Code::CurlyQuotes,
        range,
        "strings are written in straight quotation marks",
    );
    let error = error.safe_fix(range, format!("\"{written}\""));
    let error = match quotable(written) {
        true => error.write(format!("\"{written}\"")),
        false => error.write('"'),
    };
    Some(error.explains(range))
}

/// The most characters of an expression that are looked at.
const LONGEST: usize = 100;

/// The offset at which the part of an expression begins that ends at another: behind a separator,
/// an assignment or the bracket around it. `None` if that is far away.
pub(super) fn part_start(text: &str, end: usize) -> Option<usize> {
    let (mut depth, mut in_string, mut next) = (0_u32, false, ' ');
    for (place, (at, c)) in slice(text, 0, end).char_indices().rev().enumerate() {
        if place > LONGEST {
            return None;
        }
        let behind = at + c.len_utf8();
        match c {
            '"' => in_string = !in_string,
            _ if in_string => {}
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return Some(behind),
            },
            ';' | ',' if depth == 0 => return Some(behind),
            '=' if depth == 0 && next != '=' => {
                let before = slice(text, 0, at).chars().next_back();
                if !matches!(before, Some('=' | '<' | '>' | '!' | '~')) {
                    return Some(behind);
                }
            }
            _ => {}
        }
        next = c;
    }
    Some(0)
}

/// The length of the part of an expression that a text begins with, up to a separator, the end of
/// the line or another character. `None` if that is far away.
pub(super) fn part_length(text: &str, also: char) -> Option<usize> {
    let (mut depth, mut in_string) = (0_u32, false);
    for (place, (at, c)) in text.char_indices().enumerate() {
        match c {
            _ if place > LONGEST => return None,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return Some(at),
            },
            ';' | ',' | '\n' | '\r' if depth == 0 => return Some(at),
            c if depth == 0 && c == also => return Some(at),
            _ => {}
        }
    }
    Some(text.len())
}

/// `a > 0 ? b : c`: where it stands, and how it is written.
pub(super) fn choice(text: &str, mark: usize) -> Option<(TextRange, String)> {
    let near = text.floor_char_boundary(mark.saturating_sub(2 * LONGEST));
    let line = slice(text, near, mark).rfind('\n');
    let line = line.map_or(near, |end| near + end + 1);
    let start = part_start(text, mark);
    // A comment before the line is no part of it.
    let start = match start.filter(|&start| !slice(text, start, mark).contains("//")) {
        Some(start) => start,
        None => line + part_start(slice(text, line, mark), mark - line)?,
    };
    let condition = slice(text, start, mark);
    let start = start + condition.len() - condition.trim_start().len();
    let behind = slice(text, mark + 1, text.len());
    let (then, rest) = behind.split_at_checked(part_length(behind, ':')?)?;
    let rest = rest
        .strip_prefix(':')
        .filter(|rest| !rest.starts_with('='))?;
    let otherwise = rest.get(..part_length(rest, '?')?)?;
    let end = mark + 1 + then.len() + 1 + otherwise.trim_end().len();
    let parts = [condition, then, otherwise].map(str::trim);
    if parts
        .iter()
        .any(|part| part.is_empty() || part.contains('?'))
    {
        return None;
    }
    Some((between(start, end), format!("if({})", parts.join(", "))))
}

/// `sort(l, >)`: where it stands, and how it is written.
pub(super) fn sorted_by_sign(text: &str, sign: &Significant) -> Option<(TextRange, String)> {
    let before = slice(text, 0, sign.start).trim_end().strip_suffix(',')?;
    let open = part_start(text, before.len())?;
    let list = slice(text, open, before.len()).trim();
    let start = slice(text, 0, open).strip_suffix("sort(")?.len();
    let behind = slice(text, sign.end, text.len());
    let end = sign.end + behind.len() - behind.trim_start().strip_prefix(')')?.len();
    let sorted = match slice(text, sign.start, sign.end) {
        "<" | "<=" => format!("sort({list})"),
        ">" | ">=" => format!("reverse(sort({list}))"),
        _ => return None,
    };
    (!list.is_empty()).then(|| (between(start, end), sorted))
}

/// `7 // 2;`, where the rest of the line is a comment and the semicolon with it.
pub(super) fn floor_division(between_them: &str, end: usize) -> Option<Diagnostic> {
    let line = between_them.lines().next()?;
    let comment = line.trim_start();
    let divisor = comment.strip_prefix("//")?.trim().strip_suffix(';')?.trim();
    let is_operand = !divisor.is_empty()
        && divisor
            .chars()
            .all(|c| c.is_alphanumeric() || "()._+-*/^".contains(c));
    if !is_operand {
        return None;
    }
    let start = end + line.len() - comment.len();
    let sign = between(start, start + 2);
    Some(
        Diagnostic::new(
            Code::ForeignOperator,
            sign,
            "`//` begins a comment: the rest of the line is not read",
        )
        .help("a quotient is a/b, rounded down it is floor(a/b)")
        .fix(sign, "/"),
    )
}

/// The text behind an offset, as far as it is looked at.
pub(super) fn ahead(text: &str, start: usize) -> &str {
    let rest = slice(text, start, text.len());
    let end = rest
        .char_indices()
        .nth(LONGEST)
        .map_or(rest.len(), |(at, _)| at);
    rest.get(..end).unwrap_or(rest)
}

/// True for a text with no bracket, sign of a comparison or end of a statement.
fn is_plain(text: &str) -> bool {
    let is_other = |c: char| "()[]{}|<>=;\"\n".contains(c);
    !text.trim().is_empty() && !text.contains(is_other)
}

/// `(1|2)`
pub(super) fn point_by_bar(text: &str, bar: &Significant, lhs: &Operand) -> Option<Diagnostic> {
    let x = slice(text, lhs.start, lhs.end);
    let before = slice(text, 0, lhs.start).trim_end().strip_suffix('(')?;
    let (y, _) = ahead(text, bar.end).split_once(')')?;
    if x.len() > LONGEST || !is_plain(x) || !is_plain(y) {
        return None;
    }
    let range = between(before.len(), bar.end + y.len() + 1);
    let point = format!("[{x}, {}]", y.trim());
    let message = "the coordinates of a point are separated by `,`";
    let error = Diagnostic::new(Code::MissingOperator, bar.range(), message);
    Some(
        error
            .fix(range, point.as_str())
            .write(point)
            .explains(range),
    )
}

/// `v = <1, 2>`
pub(super) fn vector_by_angles(text: &str, open: &Significant) -> Option<Diagnostic> {
    if slice(text, open.start, open.end) != "<" {
        return None;
    }
    let (inner, _) = ahead(text, open.end).split_once('>')?;
    if !is_plain(inner) || !inner.contains(',') {
        return None;
    }
    let range = between(open.start, open.end + inner.len() + 1);
    let vector = format!("[{}]", inner.trim());
    let message = "a vector is written in square brackets";
    let error = Diagnostic::new(Code::MissingOperand, range, message);
    Some(
        error
            .fix(range, vector.as_str())
            .write(vector)
            .explains(range),
    )
}

/// `` `x = ${x}` ``: where it stands, and how it is written.
pub(super) fn template(text: &str, start: usize) -> Option<(TextRange, String)> {
    let (inner, _) = ahead(text, start + 1).split_once('`')?;
    if inner.contains(['\n', '"', ';']) {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = inner;
    while let Some((before, value)) = rest.split_once("${") {
        let (value, behind) = value.split_once('}')?;
        parts.push(format!("\"{before}\""));
        parts.push(value.trim().to_owned());
        rest = behind;
    }
    parts.push(format!("\"{rest}\""));
    parts.retain(|part| part != "\"\"");
    let written = match parts.is_empty() {
        true => "\"\"".to_owned(),
        false => parts.join(" + "),
    };
    Some((between(start, start + inner.len() + 2), written))
}

/// `println(7 // 2);`: the bracket that a comment leaves open.
pub(super) fn division_in_brackets(text: &str, open: &Significant) -> Option<Diagnostic> {
    let line = ahead(text, open.end).lines().next()?;
    let (before, comment) = line.split_once("//")?;
    let closes = comment.trim_end().trim_end_matches(';').trim_end();
    let is_dividend = before
        .trim_end()
        .ends_with(|c: char| c.is_alphanumeric() || ")]".contains(c));
    if !is_dividend || before.contains(['"', ';']) || !closes.ends_with(')') {
        return None;
    }
    let start = open.end + before.len();
    let sign = between(start, start + 2);
    let rest = between(open.start, open.end + line.len());
    Some(
        Diagnostic::new(
            Code::ForeignOperator,
            sign,
            "`//` begins a comment: the rest of the line is not read",
        )
        .help("a quotient is a/b, rounded down it is floor(a/b)")
        .fix(sign, "/")
        .explains(rest),
    )
}

/// `"say \"hi\""`
pub(super) fn escaped(text: &str, lhs: &Operand) -> Diagnostic {
    let range = between(lhs.end - 2, lhs.end);
    let line = slice(text, lhs.end, text.len()).lines().next();
    let rest = between(lhs.end - 2, lhs.end + line.map_or(0, str::len));
    Diagnostic::new(
        Code::Escape,
        range,
        "a string has no escapes: it ends at this quotation mark",
    )
    .help("a quotation mark is unicode(\"22\"): \"say \" + unicode(\"22\") + \"hi\"")
    .explains(rest)
}

/// `m[1][2]`
pub(super) fn index_chain(text: &str, operand: &Significant, lhs: &Operand) -> Option<Diagnostic> {
    let before = slice(text, lhs.start, lhs.end);
    let (name, first) = before.strip_suffix(']')?.split_once('[')?;
    let second = slice(text, operand.end, text.len()).split(']').next()?;
    let is_plain = |index: &str| !index.is_empty() && index.chars().all(char::is_alphanumeric);
    let is_name = name.starts_with(char::is_alphabetic) && is_plain(name.trim());
    if !is_name || !is_plain(first) || !is_plain(second) {
        return None;
    }
    let range = between(lhs.start, operand.end + second.len() + 1);
    let element = format!("{name}_{first}_{second}");
    Some(
        Diagnostic::new(
            Code::ForeignIndex,
            range,
            "`_` takes an element of a list, brackets call a function",
        )
        .fix(range, element.as_str())
        .write(format!("{element}; the first element is {name}_1_1"))
        .explains(range),
    )
}

/// `sin^2(x)`
pub(super) fn power_of_function(
    text: &str,
    operand: &Significant,
    lhs: &Operand,
) -> Option<Diagnostic> {
    const FUNCTIONS: [&str; 6] = ["cos", "exp", "log", "sin", "sqrt", "tan"];
    let before = slice(text, 0, lhs.start).trim_end().strip_suffix('^')?;
    let before = before.trim_end();
    let name = FUNCTIONS.into_iter().find(|name| before.ends_with(name))?;
    let start = before.len() - name.len();
    if slice(text, 0, start).ends_with(char::is_alphanumeric) {
        return None;
    }
    let inner = slice(text, operand.end, text.len()).split([')', '(', ';', ']', '}', '\n']);
    let inner = inner.into_iter().next()?;
    let end = operand.end + inner.len();
    let exponent = slice(text, lhs.start, lhs.end);
    let range = between(start, operand.end);
    let error = Diagnostic::new(
        Code::ForeignPower,
        range,
        "a power is written after the arguments of the function",
    );
    let error = error.explains(range);
    if slice(text, end, end + 1) != ")" {
        return Some(error.write(format!("{name}(...)^{exponent}")));
    }
    let power = format!("{name}({inner})^{exponent}");
    Some(
        error
            .fix(between(start, end + 1), power.as_str())
            .write(power),
    )
}

/// Methods of other languages, and the functions that take the object as their first argument.
#[rustfmt::skip]
static METHODS: &[(&str, &str)] = &[
    ("add",    "append"),
    ("append", "append"),
    ("concat", "concat"),
    ("filter", "select"),
    ("forEach", "forall"),
    ("includes", "contains"),
    ("indexOf", "indexof"),
    ("keys",   "keys"),
    ("len",    "length"),
    ("length", "length"),
    ("map",    "apply"),
    ("push",   "append"),
    ("reverse", "reverse"),
    ("size",   "length"),
    ("sort",   "sort"),
    ("split",  "tokenize"),
    ("toFixed", "format"),
    ("values", "values"),
];

/// Objects of the page's JavaScript.
const OF_PAGE: [&str; 4] = ["document", "localStorage", "navigator", "window"];

/// Functions that need no object: `Math.sin(x)`, `console.log(x)`.
const MODULES: [&str; 5] = ["Math", "console", "math", "np", "numpy"];

/// The expression that joins the strings of a list, with a separator between them; none if the list
/// is neither a name nor written out.
#[must_use]
pub fn joined(list: &str, separator: &str) -> Option<String> {
    let is_name = list.chars().all(char::is_alphanumeric);
    let is_list = list.starts_with('[') && !list.contains('#');
    if !(is_name || is_list) || !quotable(list) {
        return None;
    }
    Some(match separator {
        "\"\"" => format!("sum({list})"),
        _ => format!("sum(1..length({list}), if(# > 1, {separator}, \"\") + {list}_#)"),
    })
}

/// `a.push(4)`
pub(super) fn method(
    text: &str,
    name: &Significant,
    operator: &Significant,
    start: usize,
    end: usize,
) -> Diagnostic {
    let called = slice(text, name.start, name.end);
    let object = slice(text, start, operator.start).trim();
    let arguments = slice(text, name.end, end).trim();
    let arguments = arguments
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let all = between(start, end);
    let error = Diagnostic::new(
        Code::CallInIndex,
        name.range(),
        "a function is called by its name, not after a dot",
    );
    let error = error.explains(all);
    let Some(arguments) = arguments.map(str::trim) else {
        return error.write(format!("{called}(...)"));
    };
    if OF_PAGE.contains(&object) {
        return error.help(
            "scripts do not see the page: javascript(\"...\") runs its code, a text between quotes",
        );
    }
    if called == "join" && !MODULES.contains(&object) {
        return match joined_method(object, arguments) {
            Some(sum) => error.fix(all, sum.as_str()).write(sum),
            None => error.help("strings are joined by `+`, all strings of a list by sum(l)"),
        };
    }
    if let Some(instead) = module_function(object, called, arguments)
        .or_else(|| without_arguments(object, called).filter(|_| arguments.is_empty()))
    {
        return error.fix(all, instead.as_str()).write(instead);
    }
    let mut methods = METHODS.iter();
    let known = methods.find(|(method, _)| *method == called);
    let function = known.map_or(called, |(_, function)| function);
    let arrow = arrow_function(arguments);
    let arguments = arrow.as_deref().unwrap_or(arguments);
    let call = match arguments.is_empty() {
        true => format!("{function}({object})"),
        false => format!("{function}({object}, {arguments})"),
    };
    if !quotable(&call) {
        return error.write(format!("{function}(...)"));
    }
    // These functions make a new list and change none.
    match (known, function) {
        (Some(_), "append" | "concat" | "reverse" | "sort") => {
            let kept = format!("{object} = {call}");
            error.fix(all, kept.as_str()).write(kept)
        }
        (Some(_), _) => error.fix(all, call.as_str()).write(call),
        (None, _) => error.help(format!("a function of your own is called {call}")),
    }
}

/// `Math.floor(Math.random() * 6)`, `console.log(x)`
fn module_function(object: &str, called: &str, arguments: &str) -> Option<String> {
    if !MODULES.contains(&object) {
        return None;
    }
    let called = match (object, called) {
        ("console", "log") => "println",
        _ => called,
    };
    let inner = match arguments.contains('"') {
        true => arguments.to_owned(),
        false => {
            let constants = arguments.replace(&format!("{object}.PI"), "pi");
            constants.replace(&format!("{object}."), "")
        }
    };
    Some(format!("{called}({inner})"))
}

/// `x.toString()`, `A.getX()`
fn without_arguments(object: &str, called: &str) -> Option<String> {
    match called {
        "toString" => Some(format!("(\"\" + {object})")),
        "getX" => Some(format!("{object}.x")),
        "getY" => Some(format!("{object}.y")),
        _ => None,
    }
}

/// `words.join(", ")`, `", ".join(words)`
fn joined_method(object: &str, arguments: &str) -> Option<String> {
    match (object.starts_with('"'), arguments.is_empty()) {
        (true, _) => joined(arguments, object),
        (false, true) => joined(object, "\", \""),
        (false, false) => joined(object, arguments),
    }
}

/// The arguments of `l.map(x => 2*x)`.
fn arrow_function(arguments: &str) -> Option<String> {
    let (variable, body) = arguments.split_once("=>")?;
    let variable = variable
        .trim()
        .trim_start_matches('(')
        .trim_end_matches(')');
    Some(format!("{variable}, {}", body.trim()))
}
