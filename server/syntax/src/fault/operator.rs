//! Operators without operands, operands without operators.

use cindyscript_diagnostic::{Code, Diagnostic};

use super::spelling::{
    escaped, floor_division, index_chain, point_by_bar, power_of_function, sorted_by_sign,
    vector_by_angles,
};
use super::unlike::{modifiers_behind, quoted_in_string};
use super::{Mend, between, quotable, slice};
use crate::{
    SyntaxKind::{self, *},
    builder::Operand,
    lexer::Significant,
};
use rowan::TextRange;

/// What takes the place of an operator that does not exist.
enum Instead {
    /// It can be nothing else.
    Surely(&'static str),
    Perhaps(&'static str),
    /// Several parts of the statement change.
    Rewritten,
}
use Instead::{Perhaps, Rewritten, Surely};

/// Spellings from other languages, as two tokens in a row, and what CindyScript has for them.
#[rustfmt::skip]
static FOREIGN: &[(SyntaxKind, SyntaxKind, &str, Instead)] = &[
    (AND,   AND,   "`and` is written `&`",                        Surely("&")),
    (BAR,   BAR,   "`or` is written `%`",                         Surely("%")),
    (STAR,  STAR,  "a power is written `^`",                      Surely("^")),
    (EQ_EQ, EQ,    "equality is written `==`",                    Surely("==")),
    (NOT_EQ, EQ,   "inequality is written `!=`",                  Surely("!=")),
    (DOT,   STAR,  "`*` of two lists is their scalar product",    Perhaps("*")),
    (EQ,    LESS,  "less or equal is written `<=`",               Surely("<=")),
    (EQ,    GREATER, "greater or equal is written `>=`",          Perhaps(">=")),
    (PLUS,  EQ,    "there is no `+=`: write `a = a + b`",         Rewritten),
    (MINUS, EQ,    "there is no `-=`: write `a = a - b`",         Rewritten),
    (STAR,  EQ,    "there is no `*=`: write `a = a * b`",         Rewritten),
    (SLASH, EQ,    "there is no `/=`: write `a = a / b`",         Rewritten),
];

/// Words that stand between values in other languages.
#[rustfmt::skip]
static WORDS: &[(&str, &str)] = &[
    ("and",  "`and` is written `&`"),
    ("deg",     "degrees are written 90°"),
    ("degree",  "degrees are written 90°"),
    ("degrees", "degrees are written 90°"),
    ("div",  "a quotient is rounded down by floor(a/b)"),
    ("else", "the other case is the third argument: if(a, b, c)"),
    ("for",  "a list is made by apply(list, v, ...)"),
    ("if",   "`if` is a function: if(condition, then, otherwise)"),
    ("in",   "forall(list, v, ...) goes through a list, contains(list, v) looks for v"),
    ("mod",  "the remainder is mod(a, b)"),
    ("or",   "`or` is written `%`"),
    ("then", "`if` is a function: if(condition, then, otherwise)"),
];

/// Suffixes of numbers in other languages, the help, and the text in their place.
#[rustfmt::skip]
static SUFFIXES: &[(&str, &str, &str)] = &[
    ("e", "Euler's number is exp(1): write {}*exp(1)",   "*exp(1)"),
    ("f", "a number has no letter after it: write {}",  ""),
    ("F", "a number has no letter after it: write {}",  ""),
    ("j", "the imaginary unit is `i`: write {}*i",       "*i"),
    ("J", "the imaginary unit is `i`: write {}*i",       "*i"),
];

/// Functions that are called without parentheses elsewhere.
const PRINTING: [&str; 4] = ["err", "import", "print", "println"];

pub(crate) fn sign_after_operator(
    text: &str,
    sign: &Significant,
    (before_start, before_end): (usize, usize),
    operand_end: usize,
) -> Diagnostic {
    let signed = slice(text, sign.start, operand_end);
    let operator = slice(text, before_start, before_end);
    let before = slice(text, before_start, sign.start);
    let operator = operator.chars().next_back().unwrap_or(' ');
    let error = Diagnostic::new(
        Code::SignAfterOperator,
        sign.range(),
        format!(
            "`{}` cannot follow `{operator}` directly",
            slice(text, sign.start, sign.end)
        ),
    );
    if operand_end <= sign.end {
        return error.help("put the signed value into parentheses");
    }
    let range = between(sign.start, operand_end);
    let operand = slice(text, sign.end, operand_end);
    // Of `2*-x^2`, the sign may be meant for `x` alone.
    let error = match operand.chars().all(|c| c.is_alphanumeric() || c == '.') {
        true => error.safe_fix(range, format!("({signed})")),
        false => error.fix(range, format!("({signed})")),
    };
    match (quotable(before), quotable(signed)) {
        (true, true) => error.write(format!("{before}({signed})")),
        (false, true) => error.write(format!("({signed})")),
        _ => error.help("put the signed value into parentheses"),
    }
}

pub(crate) fn missing_operand_before(
    text: &str,
    operator: &Significant,
    before: Option<&Significant>,
) -> Diagnostic {
    let spelled = slice(text, operator.start, operator.end);
    if let Some(before) = before {
        if let Some(error) = foreign(before, operator) {
            return error;
        }
        if let Some(error) = vector_by_angles(text, operator) {
            return error;
        }
        let before = slice(text, before.start, before.end);
        return Diagnostic::new(
            Code::MissingOperand,
            operator.range(),
            format!("a value is missing between `{before}` and `{spelled}`"),
        )
        .write("a value between them, or only one of the two");
    }
    let error = Diagnostic::new(
        Code::MissingOperand,
        operator.range(),
        format!("`{spelled}` needs a value on its left"),
    );
    match operator.kind {
        SUPERSCRIPT => error.help("a power is written after its base: x²"),
        SUBSCRIPT => error.help("an index is written after its list: a₁"),
        _ => error,
    }
}

/// `sort(l, >)`: an operator without any value.
pub(crate) fn operator_alone(text: &str, operator: &Significant) -> Diagnostic {
    let spelled = slice(text, operator.start, operator.end);
    let range = operator.range();
    let message = format!("`{spelled}` is alone: an operator needs a value on each side");
    let error = Diagnostic::new(Code::MissingOperand, range, message).explains(range);
    match sorted_by_sign(text, operator) {
        Some((range, sorted)) => error
            .help(format!(
                "`sort` goes upwards, `reverse` turns the list around: write {sorted}"
            ))
            .fix(range, sorted),
        None => error,
    }
}

pub(crate) fn missing_operand_after(
    text: &str,
    operator: &Significant,
    last: Option<Significant>,
) -> Diagnostic {
    let range = last.map_or(operator.range(), |last| last.range());
    let spelled = slice(text, operator.start, operator.end);
    let error = Diagnostic::new(
        Code::MissingOperand,
        range,
        format!("`{spelled}` needs a value on its right"),
    );
    match operator.kind {
        CONCAT => error.help("`++` joins lists; to count up, write a = a + 1"),
        REMOVE => error.help("`--` removes from lists; to count down, write a = a - 1"),
        OR if last.is_none_or(|last| last.end == operator.end) => error
            .help("`%` is *or*; 50 percent is 50/100")
            .fix(operator.range(), "/100"),
        _ => error,
    }
}

pub(crate) fn missing_operator(
    text: &str,
    operand: &Significant,
    lhs: &Operand,
    nesting: u16,
) -> Diagnostic {
    let range = operand.range();
    let what = match nesting {
        0 => "an operator",
        _ => "an operator or a comma",
    };
    let error = |message: &str| Diagnostic::new(Code::MissingOperator, range, message);
    match operand.kind {
        BAR if slice(text, operand.end, operand.end + 1) == "|" => {
            let both = between(operand.start, operand.end + 1);
            let error =
                Diagnostic::new(Code::ForeignOperator, both, "this operator does not exist")
                    .help("`or` is written `%`");
            // Two bars may also be those of two values.
            match slice(text, operand.end + 1, operand.end + 2) {
                " " | "\n" => error.safe_fix(both, "%"),
                _ => error.fix(both, "%"),
            }
        }
        BAR if let Some(error) = point_by_bar(text, operand, lhs) => error,
        L_BRACE => error("`{` cannot follow a value")
            .help("a body is an argument: if(a, b, c), repeat(n, a; b); braces are dictionaries"),
        BANG | SQRT => prefix_behind_a_value(text, operand, lhs),
        L_PAREN if let Some(error) = power_of_function(text, operand, lhs) => error,
        L_BRACKET if let Some(error) = index_chain(text, operand, lhs) => error,
        L_BRACKET if nesting > 0 && slice(text, lhs.start, lhs.end).ends_with(']') => {
            error("a comma is missing before `[`")
                .help("lists and arguments are separated by `,`")
                .fix(between(lhs.end, lhs.end), ",")
        }
        L_BRACKET => error(&format!("{what} is missing before `[`")).help("to multiply, write `*`"),
        STRING => before_a_string(text, operand, lhs, nesting),
        IDENT | NUMBER if slice(text, lhs.start, lhs.end).ends_with("\\\"") => escaped(text, lhs),
        IDENT if let Some(error) = modifiers_behind(text, operand, lhs) => error,
        IDENT | NUMBER if let Some(error) = quoted_in_string(text, operand, lhs) => error,
        _ => before_a_value(text, operand, lhs, nesting, what),
    }
}

/// `3!`, `2√`
fn prefix_behind_a_value(text: &str, operand: &Significant, lhs: &Operand) -> Diagnostic {
    let found = slice(text, operand.start, operand.end);
    let message = format!("`{found}` is written before a value, not after it");
    let error = Diagnostic::new(Code::MissingOperator, operand.range(), message);
    let error = error.explains(operand.range());
    let value = slice(text, lhs.start, lhs.end);
    let next = slice(text, operand.end, text.len()).trim_start();
    let is_last = !next.starts_with(|c: char| c.is_alphanumeric() || "([{\"|#".contains(c));
    match operand.kind == BANG && is_last && quotable(value) {
        true => {
            let product = format!("product(1..{value})");
            error
                .help(format!("`!` is *not*; a factorial is {product}"))
                .fix(between(lhs.start, operand.end), product)
        }
        false => error,
    }
}

/// A string behind a value.
fn before_a_string(text: &str, string: &Significant, lhs: &Operand, nesting: u16) -> Diagnostic {
    let before = slice(text, lhs.start, lhs.end);
    let error = |message: &str| Diagnostic::new(Code::MissingOperator, string.range(), message);
    if before.ends_with("\\\"") {
        escaped(text, lhs)
    } else if PRINTING.contains(&before) {
        let call = format!("{before}({})", slice(text, string.start, string.end));
        let error = error("a function is called with parentheses");
        let fix = between(lhs.start, string.end);
        match quotable(&call) {
            true => error.fix(fix, call.as_str()).write(call),
            false => error.fix(fix, call),
        }
    } else if lhs.end == string.start && before == "f" {
        // `f"value {x}"`
        error("strings have no values in braces")
            .help("strings and values are joined by `+`: write \"x is \" + x")
    } else if nesting > 0 && is_place(text, lhs) {
        error("a comma is missing before this string")
            .help("lists and arguments are separated by `,`")
            .fix(between(lhs.end, lhs.end), ",")
    } else {
        error("an operator is missing before this string")
            .help("`+` joins strings and values")
            .fix(between(lhs.end, string.start), " + ")
    }
}

/// A value behind a value.
fn before_a_value(
    text: &str,
    operand: &Significant,
    lhs: &Operand,
    nesting: u16,
    what: &str,
) -> Diagnostic {
    let range = operand.range();
    let found = slice(text, operand.start, operand.end);
    let message = format!("{what} is missing before `{found}`");
    let error = Diagnostic::new(Code::MissingOperator, range, message);
    let written = slice(text, lhs.start, lhs.end);
    if let Some(error) = foreign_word(&error, text, operand, lhs, nesting) {
        return error;
    }
    let hexadecimal = found.strip_prefix(['x', 'X']).filter(|_| written == "0");
    if let Some(value) = hexadecimal.and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
        let all = between(lhs.start, operand.end);
        return Diagnostic::new(Code::ForeignNumber, all, "numbers are written in decimals")
            .safe_fix(all, value.to_string())
            .write(value);
    }
    if written.ends_with('"') {
        return error
            .help("`+` joins strings and values")
            .fix(between(lhs.end, lhs.end), " +");
    }
    // `draw(A) k = 1`, in a body
    let behind = slice(text, operand.end, text.len()).trim_start();
    if operand.kind == IDENT && nesting > 0 && behind.starts_with('=') && !behind.starts_with("==")
    {
        return error
            .help("statements are separated by `;`")
            .fix(between(lhs.end, lhs.end), ";");
    }
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    if lhs.end == operand.start
        && written.chars().all(is_digit)
        && let Some((_, help, instead)) = SUFFIXES.iter().find(|(suffix, ..)| *suffix == found)
    {
        return error.help(help.replace("{}", written)).fix(range, *instead);
    }
    if written == "#" && matches!(found, "x" | "y") {
        return error
            .help(format!("a coordinate of `#` is written #.{found}"))
            .fix(between(lhs.end, operand.start), ".");
    }
    let is_decimal = written.contains('.') && written.chars().all(is_digit);
    if is_decimal && found.starts_with('.') && lhs.end == operand.start {
        return error.help("a number has only one decimal point");
    }
    if let Some(digits) = found.strip_prefix('.')
        && lhs.end == operand.start
        && digits.chars().all(|c| c.is_ascii_digit())
        && quotable(written)
    {
        let element = format!("{written}_{digits}");
        return error
            .help(format!("an element of a list is written {element}"))
            .fix(between(lhs.start, operand.end), element);
    }
    times(error, operand, lhs, written, found)
}

/// A word of another language between two values.
fn foreign_word(
    error: &Diagnostic,
    text: &str,
    operand: &Significant,
    lhs: &Operand,
    nesting: u16,
) -> Option<Diagnostic> {
    let found = slice(text, operand.start, operand.end);
    let written = slice(text, lhs.start, lhs.end);
    let (word, rest) = found.split_once([' ', '\t']).unwrap_or((found, ""));
    let (_, help) = WORDS.iter().find(|(foreign, _)| *foreign == word)?;
    let error = error.clone().help(*help).explains(operand.range());
    let of_word = between(operand.start, operand.start + word.len());
    let all = between(lhs.start, operand.end);
    let rest = rest.trim_start();
    Some(match word {
        "and" if !rest.is_empty() => error.fix(of_word, "&"),
        "or" if !rest.is_empty() => error.fix(of_word, "%"),
        "then" | "else" if nesting > 0 && !rest.is_empty() => {
            let word = between(lhs.end, operand.start + word.len());
            error.fix(word, ",")
        }
        "degrees" | "degree" | "deg" if rest.is_empty() => {
            error.fix(between(lhs.end, operand.end), "°")
        }
        "mod" if !rest.is_empty() => error.fix(all, format!("mod({written}, {rest})")),
        "div" if !rest.is_empty() => error.fix(all, format!("floor({written}/{rest})")),
        _ => error,
    })
}

/// Two values that may be the factors of a product.
fn times(
    error: Diagnostic,
    operand: &Significant,
    lhs: &Operand,
    written: &str,
    found: &str,
) -> Diagnostic {
    let product = match operand.kind {
        L_PAREN => None,
        _ => quotable(written).then(|| format!("to multiply, write {written}*{found}")),
    };
    let error = error.help(product.unwrap_or("to multiply, write `*`".to_owned()));
    let is_number = written.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_name = found.chars().all(char::is_alphanumeric);
    match (operand.kind, lhs.end == operand.start) {
        (IDENT | L_PAREN, true) => error.fix(between(lhs.end, lhs.end), "*"),
        (IDENT, false) if is_number && is_name => error.fix(between(lhs.end, operand.start), "*"),
        _ => error,
    }
}

/// True if a value is a place, as drawing functions take it before a text: a list, or their first
/// argument.
fn is_place(text: &str, value: &Operand) -> bool {
    const DRAWING: [&str; 2] = ["drawimage(", "drawtext("];
    let written = slice(text, value.start, value.end);
    let is_list = |open, close| written.starts_with(open) && written.ends_with(close);
    let before = slice(text, 0, value.start).trim_end();
    is_list('[', ']')
        || is_list('(', ')') && written.contains(',')
        || DRAWING.iter().any(|name| before.ends_with(name))
}

pub(crate) fn missing_semicolon(
    text: &str,
    end: usize,
    range: TextRange,
    nesting: u16,
) -> Diagnostic {
    let between_them = slice(text, end, range.start().into());
    if let Some(error) = floor_division(between_them, end) {
        return error;
    }
    let error = |message: &str| Diagnostic::new(Code::MissingSemicolon, range, message);
    if nesting == 0 {
        let error = error("`;` is missing before this statement");
        let error = match between_them.contains('\n') {
            true => error.help("a line end does not end a statement"),
            false => error.help("statements are separated by `;`"),
        };
        error.safe_fix(between(end, end), ";")
    } else {
        error("`;`, `,` or an operator is missing before this").help("a line end separates nothing")
    }
}

pub(crate) fn after_superscript(
    text: &str,
    range: TextRange,
    start: usize,
    end: usize,
) -> Diagnostic {
    let power = slice(text, start, end);
    let follows = slice(text, range.start().into(), range.end().into());
    let error = Diagnostic::new(
        Code::OperatorAfterSuperscript,
        range,
        format!("`{follows}` cannot follow superscript digits"),
    );
    let error = error.safe_fix(between(start, end), format!("({power})"));
    if quotable(power) {
        error.help(format!("put the power into parentheses: ({power})"))
    } else {
        error.help("put the power into parentheses")
    }
}

pub(crate) fn after_undefine(range: TextRange) -> Diagnostic {
    Diagnostic::new(Code::AfterUndefine, range, "nothing can follow `:= _`")
        .help("end the statement with `;`")
}

/// The error for two tokens that are one operator in other languages.
fn foreign(before: &Significant, operator: &Significant) -> Option<Diagnostic> {
    if before.end != operator.start {
        return None;
    }
    let (.., help, instead) = FOREIGN
        .iter()
        .find(|(first, second, ..)| (*first, *second) == (before.kind, operator.kind))?;
    let range = before.range().cover(operator.range());
    let error = Diagnostic::new(Code::ForeignOperator, range, "this operator does not exist");
    let error = error.help(*help);
    Some(match *instead {
        Surely(instead) => error.safe_fix(range, instead),
        Perhaps(instead) => error.fix(range, instead),
        Rewritten => error,
    })
}
