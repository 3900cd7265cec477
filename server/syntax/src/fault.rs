//! The messages: every error that this crate reports, with its code and its advice.

mod spelling;

use rowan::TextRange;

use crate::{
    SyntaxError,
    SyntaxKind::{self, *},
    TextFix,
    chunk::{Significant, closing},
    lexer::size,
    parser::{MAX_HEIGHT, MAX_NESTING, Operand, bracket_text},
};
use spelling::{
    QUOTES, choice, curly_quotes, escaped, floor_division, index_chain, method, power_of_function,
    sorted_by_sign,
};

/// Spellings from other languages, as two tokens in a row, and what CindyScript has for them.
#[rustfmt::skip]
static FOREIGN: &[(SyntaxKind, SyntaxKind, &str, Option<&str>)] = &[
    (AND,   AND,   "`and` is written `&`",                        Some("&")),
    (BAR,   BAR,   "`or` is written `%`",                         Some("%")),
    (STAR,  STAR,  "a power is written `^`",                      Some("^")),
    (EQ_EQ, EQ,    "equality is written `==`",                    Some("==")),
    (NOT_EQ, EQ,   "inequality is written `!=`",                  Some("!=")),
    (DOT,   STAR,  "`*` of two lists is their scalar product",    Some("*")),
    (EQ,    LESS,  "less or equal is written `<=`",               Some("<=")),
    (EQ,    GREATER, "greater or equal is written `>=`",          Some(">=")),
    (PLUS,  EQ,    "there is no `+=`: write `a = a + b`",         None),
    (MINUS, EQ,    "there is no `-=`: write `a = a - b`",         None),
    (STAR,  EQ,    "there is no `*=`: write `a = a * b`",         None),
    (SLASH, EQ,    "there is no `/=`: write `a = a / b`",         None),
];

/// Words that stand between values in other languages.
#[rustfmt::skip]
static WORDS: &[(&str, &str)] = &[
    ("and",  "`and` is written `&`"),
    ("deg",     "degrees are written 90°"),
    ("degree",  "degrees are written 90°"),
    ("degrees", "degrees are written 90°"),
    ("div",  "rounded down, a quotient is floor(a/b)"),
    ("else", "the other case is the third argument: if(a, b, c)"),
    ("for",  "a list is made by apply(list, v, ...)"),
    ("if",   "`if` is a function: if(condition, then, otherwise)"),
    ("in",   "forall(list, v, ...) goes through a list, contains(list, v) looks for v"),
    ("mod",  "the remainder is mod(a, b)"),
    ("or",   "`or` is written `%`"),
    ("then", "`if` is a function: if(condition, then, otherwise)"),
];

/// Functions that are called without parentheses elsewhere.
const PRINTING: [&str; 4] = ["err", "import", "print", "println"];

/// Characters that look like others, as they come out of word processors and web pages.
static LOOKALIKES: &[(&str, &str)] = &[
    ("\u{a0}", " "),
    ("\u{202f}", " "),
    ("\u{2009}", " "),
    ("\u{3000}", " "),
    ("\u{200b}", ""),
    ("\u{feff}", ""),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("’", "'"),
    ("‘", "'"),
    ("–", "-"),
    ("—", "-"),
    ("∗", "*"),
    ("（", "("),
    ("）", ")"),
    ("，", ","),
    ("；", ";"),
];

fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Code that is short enough to be quoted in a message.
fn quotable(text: &str) -> bool {
    text.len() <= 60 && !text.contains(['\n', '\r'])
}

fn between(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}

impl SyntaxError {
    /// Whether the script runs all the same: CindyJS leaves out an entry of a dictionary that has no
    /// string for a key, says so, and goes on.
    pub fn is_tolerated(&self) -> bool {
        matches!(self.code, "dict-key" | "dict-entry")
    }

    pub(crate) fn new(code: &'static str, range: TextRange, message: impl Into<String>) -> Self {
        SyntaxError {
            code,
            message: message.into(),
            range,
            help: None,
            fix: None,
            related: Vec::new(),
            explains: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn fix(mut self, range: TextRange, text: impl Into<String>) -> Self {
        let text = text.into();
        self.fix = Some(TextFix { range, text });
        self
    }

    /// A part of the text that is written otherwise here, as a whole if that is short enough to be
    /// quoted, else in general.
    pub(crate) fn rewritten(self, range: TextRange, instead: String, usage: &str) -> Self {
        let help = match quotable(&instead) {
            true => format!("write {instead}"),
            false => format!("write {usage}"),
        };
        self.help(help).fix(range, instead)
    }

    /// Says that nothing else is to be said of a part of the text.
    pub(crate) fn explains(mut self, range: TextRange) -> Self {
        self.explains = Some(range);
        self
    }

    /// Whether it is about a part of the text, or about a semicolon that is missing there.
    pub(crate) fn is_within(&self, range: TextRange) -> bool {
        let is_in = |start: rowan::TextSize| range.start() <= start && start < range.end();
        let inserted = self.fix.as_ref().filter(|fix| fix.range.is_empty());
        is_in(self.range.start())
            || self.code == "missing-semicolon"
                && inserted.is_some_and(|fix| range.contains_inclusive(fix.range.start()))
    }

    fn is_around(&self, range: TextRange) -> bool {
        self.range.contains_range(range)
    }

    fn related(mut self, range: TextRange, message: impl Into<String>) -> Self {
        self.related.push((range, message.into()));
        self
    }

    // Tokens

    pub(crate) fn unterminated(kind: SyntaxKind, text: &str, range: TextRange) -> Self {
        if kind == STRING {
            let written = slice(text, range.start().into(), range.end().into());
            let content = written.trim_end_matches([')', ']', '}', ';', ',', ' ', '\t']);
            if content == "\"" {
                let message = "this quotation mark closes no string";
                return SyntaxError::new("unterminated-string", range, message)
                    .help("a string begins with \" and ends with \"");
            }
            let end = usize::from(range.start()) + content.len();
            return SyntaxError::new("unterminated-string", range, "this string is never closed")
                .help("close it with \"; a string cannot contain that sign, `unicode(\"22\")` gives it")
                .fix(between(end, end), "\"");
        }
        let opening = TextRange::at(range.start(), 2.into());
        SyntaxError::new(
            "unterminated-comment",
            opening,
            "this comment is never closed",
        )
        .help("close it with */; comments nest, each /* needs its own")
    }

    /// Reports an unknown character, or adds it to those reported directly before it.
    pub(crate) fn unknown_character(text: &str, range: TextRange, errors: &mut Vec<SyntaxError>) {
        const CODE: &str = "unknown-character";
        if let Some(last) = errors.last_mut()
            && last.code == CODE
            && last.range.end() == range.start()
        {
            last.range = last.range.cover(range);
            last.message = "these characters mean nothing here".into();
            last.help = None;
            last.fix = None;
            return;
        }
        // What stands between curly quotation marks has been reported with the first of them.
        if errors
            .iter()
            .rev()
            .any(|error| error.code == QUOTES && error.is_around(range))
        {
            return;
        }
        let character = slice(text, range.start().into(), range.end().into());
        if let Some(error) = curly_quotes(text, character, range.start().into()) {
            errors.push(error);
            return;
        }
        let mut error = SyntaxError::new(
            CODE,
            range,
            format!("the character {} means nothing here", describe(character)),
        );
        if character == "\"" {
            error.message = "this quotation mark has no partner".into();
        }
        if let Some((_, plain)) = LOOKALIKES.iter().find(|(found, _)| *found == character) {
            error = match *plain {
                "" => error.help("delete it: it is invisible").fix(range, ""),
                " " => error.help("write an ordinary space").fix(range, " "),
                plain => error.help(format!("write {plain}")).fix(range, plain),
            };
        }
        if character == "$" {
            error = error
                .help("a name consists of letters and digits")
                .fix(range, "");
        }
        if character == "\\" {
            error = error.help("strings have no escapes: a line ends by newline, a tab is tab");
        }
        if character == "?" {
            error = match choice(text, range.start().into()) {
                Some((range, choice)) if quotable(&choice) => error
                    .help(format!("a choice is a function: write {choice}"))
                    .fix(range, choice),
                _ => error.help("a choice is written if(condition, a, b)"),
            };
        }
        errors.push(error);
    }

    // Brackets

    pub(crate) fn unopened_bracket(kind: SyntaxKind, range: TextRange) -> Self {
        let bracket = bracket_text(kind);
        SyntaxError::new(
            "unopened-bracket",
            range,
            format!("`{bracket}` closes nothing"),
        )
        .help("delete it, or open it before")
        .fix(range, "")
    }

    pub(crate) fn unclosed_bracket(
        text: &str,
        open: &Significant,
        next: Option<&Significant>,
        end: usize,
    ) -> Self {
        let bracket = bracket_text(open.kind);
        let close = closing(open.kind).map_or("", bracket_text);
        // A semicolon that ends the line ends the statement, not one in the bracket.
        let place = end - usize::from(slice(text, open.end, end).ends_with(';'));
        let error = SyntaxError::new(
            "unclosed-bracket",
            open.range(),
            format!("`{bracket}` is never closed"),
        );
        let error = match next {
            Some(next) => error.related(next.range(), format!("`{close}` is missing before this")),
            None => error.related(between(end, end), format!("`{close}` is missing here")),
        };
        // Where another statement begins behind it, this one has to end.
        let is_last = slice(text, end, text.len()).trim_start().is_empty();
        let ends = is_last || next.is_some() || place < end;
        let error = match ends {
            true => error.fix(between(place, place), close),
            false => error.fix(between(place, place), format!("{close};")),
        };
        if open.kind == BAR {
            error.help("bars close at the next bar: put inner ones into parentheses, |(|x|) - 1|")
        } else {
            error
        }
    }

    /// Adds a bracket that is missing its end at the same place.
    pub(crate) fn also_unclosed(&mut self, open: &Significant) {
        let bracket = bracket_text(open.kind);
        if let (Some(fix), Some(close)) = (&mut self.fix, closing(open.kind)) {
            let place = fix.text.trim_end_matches(';').len();
            fix.text.insert_str(place, bracket_text(close));
        }
        let message = format!("this `{bracket}` is not closed either");
        self.related.push((open.range(), message));
    }

    pub(crate) fn mismatched_brackets(open: &Significant, close: &Significant) -> Self {
        let expected = closing(open.kind).map_or("", bracket_text);
        let (from, to) = (bracket_text(open.kind), bracket_text(close.kind));
        SyntaxError::new(
            "mismatched-brackets",
            close.range(),
            format!("`{from}` is closed by `{to}`"),
        )
        .help(format!("write `{expected}`"))
        .fix(close.range(), expected)
        .related(open.range(), "opened here")
    }

    pub(crate) fn bars(range: TextRange, count: usize) -> Self {
        let message = format!("between bars there are {count} values");
        SyntaxError::new("bars", range, message)
            .help("write |x| for an absolute value, |a, b| for a distance; a vector is |[a, b, c]|")
    }

    /// `||a| - |b||`: the second bar closes the first. Whatever stands up to `end` is read wrongly.
    pub(crate) fn nested_bars(bars: TextRange, end: usize) -> Self {
        let message = "bars inside of bars: a bar closes at the next one";
        let rest = TextRange::new(bars.start(), size(end).max(bars.end()));
        SyntaxError::new("bars", bars, message)
            .help("write abs(...) for the outer ones, or put the inner ones into parentheses: |(|a|) - (|b|)|")
            .explains(rest)
    }

    pub(crate) fn comma_outside_brackets(text: &str, range: TextRange) -> Self {
        let is_digit = |c: char| c.is_ascii_digit();
        let before = slice(text, 0, range.start().into()).ends_with(is_digit);
        let behind = slice(text, range.end().into(), text.len()).starts_with(is_digit);
        if before && behind {
            let message = "a decimal number is written with a point";
            return SyntaxError::new("comma-outside-brackets", range, message)
                .help("write `.`")
                .fix(range, ".");
        }
        SyntaxError::new(
            "comma-outside-brackets",
            range,
            "a comma only separates values in brackets",
        )
        .help("statements are separated by `;`, a list is written [a, b]; several values at once: [a, b] = [1, 2]")
    }

    // Operators

    pub(crate) fn sign_after_operator(
        text: &str,
        sign: &Significant,
        (before_start, before_end): (usize, usize),
        operand_end: usize,
    ) -> Self {
        let signed = slice(text, sign.start, operand_end);
        let operator = slice(text, before_start, before_end);
        let before = slice(text, before_start, sign.start);
        let operator = operator.chars().next_back().unwrap_or(' ');
        let error = SyntaxError::new(
            "sign-after-operator",
            sign.range(),
            format!(
                "`{}` cannot follow `{operator}` directly",
                slice(text, sign.start, sign.end)
            ),
        );
        if operand_end <= sign.end {
            return error.help("put the signed value into parentheses");
        }
        let error = error.fix(between(sign.start, operand_end), format!("({signed})"));
        match (quotable(before), quotable(signed)) {
            (true, true) => error.help(format!("write {before}({signed})")),
            (false, true) => error.help(format!("write ({signed})")),
            _ => error.help("put the signed value into parentheses"),
        }
    }

    pub(crate) fn missing_operand_before(
        text: &str,
        operator: &Significant,
        before: Option<&Significant>,
    ) -> Self {
        let spelled = slice(text, operator.start, operator.end);
        if let Some(before) = before {
            if let Some(error) = foreign(before, operator) {
                return error;
            }
            let before = slice(text, before.start, before.end);
            return SyntaxError::new(
                "missing-operand",
                operator.range(),
                format!("a value is missing between `{before}` and `{spelled}`"),
            )
            .help("write a value there, or one of the two alone");
        }
        let error = SyntaxError::new(
            "missing-operand",
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
    pub(crate) fn operator_alone(text: &str, operator: &Significant) -> Self {
        let spelled = slice(text, operator.start, operator.end);
        let range = operator.range();
        let message = format!("`{spelled}` stands alone: an operator stands between two values");
        let error = SyntaxError::new("missing-operand", range, message).explains(range);
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
    ) -> Self {
        let range = last.map_or(operator.range(), |last| last.range());
        let spelled = slice(text, operator.start, operator.end);
        let error = SyntaxError::new(
            "missing-operand",
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
    ) -> Self {
        let range = operand.range();
        let found = slice(text, operand.start, operand.end);
        let what = match nesting {
            0 => "an operator",
            _ => "an operator or a comma",
        };
        let error = |message: &str| SyntaxError::new("missing-operator", range, message);
        match operand.kind {
            BAR if slice(text, operand.end, operand.end + 1) == "|" => {
                let both = between(operand.start, operand.end + 1);
                SyntaxError::new("foreign-operator", both, "this operator does not exist")
                    .help("`or` is written `%`")
                    .fix(both, "%")
            }
            L_BRACE => error("`{` cannot follow a value").help(
                "a body is an argument: if(a, b, c), repeat(n, a; b); braces are dictionaries",
            ),
            BANG | SQRT => {
                let error = error(&format!("`{found}` stands before a value, not after one"))
                    .explains(range);
                let value = slice(text, lhs.start, lhs.end);
                let next = slice(text, operand.end, text.len()).trim_start();
                let is_last =
                    !next.starts_with(|c: char| c.is_alphanumeric() || "([{\"|#".contains(c));
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
            L_PAREN if let Some(error) = power_of_function(text, operand, lhs) => error,
            L_BRACKET if let Some(error) = index_chain(text, operand, lhs) => error,
            L_BRACKET if nesting > 0 && slice(text, lhs.start, lhs.end).ends_with(']') => {
                error("a comma is missing before `[`")
                    .help("lists and arguments are separated by `,`")
                    .fix(between(lhs.end, lhs.end), ",")
            }
            L_BRACKET => {
                error(&format!("{what} is missing before `[`")).help("to multiply, write `*`")
            }
            STRING if slice(text, lhs.start, lhs.end).ends_with("\\\"") => escaped(text, lhs),
            STRING if PRINTING.contains(&slice(text, lhs.start, lhs.end)) => {
                let call = format!("{}({found})", slice(text, lhs.start, lhs.end));
                let error = error("a function is called with parentheses");
                let fix = between(lhs.start, operand.end);
                match quotable(&call) {
                    true => error.help(format!("write {call}")).fix(fix, call),
                    false => error.fix(fix, call),
                }
            }
            // `f"value {x}"`
            STRING if lhs.end == operand.start && slice(text, lhs.start, lhs.end) == "f" => {
                error("strings have no values in braces")
                    .help("strings and values are joined by `+`: write \"x is \" + x")
            }
            STRING => error("an operator is missing before this string")
                .help("`+` joins strings and values")
                .fix(between(lhs.end, lhs.end), " + "),
            IDENT | NUMBER if slice(text, lhs.start, lhs.end).ends_with("\\\"") => {
                escaped(text, lhs)
            }
            _ => {
                let error = error(&format!("{what} is missing before `{found}`"));
                let written = slice(text, lhs.start, lhs.end);
                let (word, rest) = found.split_once([' ', '\t']).unwrap_or((found, ""));
                if let Some((_, help)) = WORDS.iter().find(|(foreign, _)| *foreign == word) {
                    let error = error.help(*help).explains(range);
                    let of_word = between(operand.start, operand.start + word.len());
                    let all = between(lhs.start, operand.end);
                    let rest = rest.trim_start();
                    return match word {
                        "and" if !rest.is_empty() => error.fix(of_word, "&"),
                        "or" if !rest.is_empty() => error.fix(of_word, "%"),
                        "then" | "else" if nesting > 0 && !rest.is_empty() => {
                            let word = between(lhs.end, operand.start + word.len());
                            error.fix(word, ",")
                        }
                        "degrees" | "degree" | "deg" if rest.is_empty() => {
                            error.fix(between(lhs.end, operand.end), "°")
                        }
                        "mod" if !rest.is_empty() => {
                            error.fix(all, format!("mod({written}, {rest})"))
                        }
                        "div" if !rest.is_empty() => {
                            error.fix(all, format!("floor({written}/{rest})"))
                        }
                        _ => error,
                    };
                }
                let hexadecimal = found.strip_prefix(['x', 'X']).filter(|_| written == "0");
                if let Some(value) =
                    hexadecimal.and_then(|digits| u64::from_str_radix(digits, 16).ok())
                {
                    let all = between(lhs.start, operand.end);
                    return SyntaxError::new(
                        "foreign-number",
                        all,
                        "numbers are written in decimals",
                    )
                    .help(format!("write {value}"))
                    .fix(all, value.to_string());
                }
                if written.ends_with('"') {
                    return error
                        .help("`+` joins strings and values")
                        .fix(between(lhs.end, lhs.end), " +");
                }
                if written == "#" && matches!(found, "x" | "y") {
                    return error
                        .help(format!("a coordinate of `#` is written #.{found}"))
                        .fix(between(lhs.end, operand.start), ".");
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
                let product = match operand.kind {
                    L_PAREN => None,
                    _ => quotable(written).then(|| format!("to multiply, write {written}*{found}")),
                };
                let error = error.help(product.unwrap_or("to multiply, write `*`".to_owned()));
                let is_number = written.chars().all(|c| c.is_ascii_digit() || c == '.');
                let is_name = found.chars().all(char::is_alphanumeric);
                match (operand.kind, lhs.end == operand.start) {
                    (IDENT | L_PAREN, true) => error.fix(between(lhs.end, lhs.end), "*"),
                    (IDENT, false) if is_number && is_name => {
                        error.fix(between(lhs.end, operand.start), "*")
                    }
                    _ => error,
                }
            }
        }
    }

    pub(crate) fn missing_semicolon(
        text: &str,
        end: usize,
        range: TextRange,
        nesting: u16,
    ) -> Self {
        let between_them = slice(text, end, range.start().into());
        if let Some(error) = floor_division(between_them, end) {
            return error;
        }
        let error = |message: &str| SyntaxError::new("missing-semicolon", range, message);
        if nesting == 0 {
            error("`;` is missing before this statement")
                .help("a line end does not end a statement")
                .fix(between(end, end), ";")
        } else {
            error("`;`, `,` or an operator is missing before this")
                .help("a line end separates nothing")
        }
    }

    pub(crate) fn after_superscript(
        text: &str,
        range: TextRange,
        start: usize,
        end: usize,
    ) -> Self {
        let power = slice(text, start, end);
        let follows = slice(text, range.start().into(), range.end().into());
        let error = SyntaxError::new(
            "operator-after-superscript",
            range,
            format!("`{follows}` cannot follow superscript digits"),
        );
        let error = error.fix(between(start, end), format!("({power})"));
        if quotable(power) {
            error.help(format!("write ({power}){follows}"))
        } else {
            error.help("put the power into parentheses")
        }
    }

    pub(crate) fn after_undefine(range: TextRange) -> Self {
        SyntaxError::new("after-undefine", range, "nothing can follow `:= _`")
            .help("end the statement with `;`")
    }

    // Names

    pub(crate) fn call_in_index(
        text: &str,
        name: &Significant,
        operator: &Significant,
        start: usize,
        end: usize,
    ) -> Self {
        const CODE: &str = "call-in-index";
        let call = slice(text, name.start, end);
        if operator.kind == DOT {
            return method(text, name, operator, start, end);
        }
        let error = SyntaxError::new(
            CODE,
            name.range(),
            "a call after `_` or `:` needs parentheses",
        )
        .fix(between(name.start, end), format!("({call})"));
        let before = slice(text, start, operator.end);
        if quotable(before) && quotable(call) {
            error.help(format!("write {before}({call})"))
        } else {
            error.help("put the call into parentheses")
        }
    }

    /// Whether this says that the call at `start` cannot be called.
    pub(crate) fn is_call_in_index_at(&self, start: rowan::TextSize) -> bool {
        self.code == "call-in-index" && self.range.start() == start
    }

    pub(crate) fn field_name(text: &str, range: TextRange, dot: TextRange) -> Self {
        let is_string = slice(text, range.start().into(), range.end().into()).starts_with('"');
        let before = slice(text, 0, dot.start().into());
        if is_string && before.trim_end().ends_with('"') {
            return SyntaxError::new("field-name", dot, "strings are not joined by `.`")
                .help("`+` joins strings and values")
                .fix(dot, "+");
        }
        SyntaxError::new("field-name", range, "after `.` comes the name of a field")
            .help("an element is written a_1, a dictionary's value a.name")
    }

    pub(crate) fn parameter_name(text: &str, range: TextRange) -> Self {
        let written = slice(text, range.start().into(), range.end().into());
        if written.contains(';') {
            let names: Vec<&str> = written.split(';').map(str::trim).collect();
            let names = names.join(", ");
            return SyntaxError::new("parameter-name", range, "parameters are separated by `,`")
                .help(format!("write {names}"))
                .fix(range, names);
        }
        if let Some((name, default)) = written.split_once([':', '='])
            && name.trim().chars().all(char::is_alphanumeric)
        {
            let default = default.trim_start_matches('=').trim();
            let name = name.trim();
            return SyntaxError::new("parameter-name", range, "parameters have no default values")
                .help(format!(
                    "define it twice: f(x, {name}) := ... and f(x) := f(x, {default})"
                ))
                .fix(range, name);
        }
        SyntaxError::new("parameter-name", range, "a parameter is a name")
            .help("write f(x, y) := ... and choose by `if` in the body")
    }

    pub(crate) fn modifier_name(text: &str, range: TextRange, arrow: TextRange) -> Self {
        let range = if range.is_empty() { arrow } else { range };
        let error = SyntaxError::new("modifier-name", range, "the left side of `->` is a name");
        let written = slice(text, range.start().into(), range.end().into());
        let quoted = written
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        let is_name = |name: &&str| name.chars().all(char::is_alphabetic);
        match quoted.filter(is_name) {
            Some(name) => error.help(format!("write {name} -> ...")).fix(range, name),
            None => error.help("write color -> (1, 0, 0)"),
        }
    }

    /// `color => c`, `color - > c`.
    pub(crate) fn foreign_arrow(text: &str, arrow: TextRange) -> Self {
        let written = slice(text, arrow.start().into(), arrow.end().into());
        SyntaxError::new(
            "foreign-operator",
            arrow,
            format!("a modifier is given by `->`, not by `{written}`"),
        )
        .help("write `->`")
        .fix(arrow, "->")
    }

    /// `f(x) : = x^2`
    pub(crate) fn spaced_define(range: TextRange) -> Self {
        SyntaxError::new("foreign-operator", range, "`:=` is written without a space")
            .help("write `:=`")
            .fix(range, ":=")
    }

    pub(crate) fn modifier_value(arrow: TextRange) -> Self {
        SyntaxError::new("modifier-value", arrow, "a value is missing after `->`")
            .help("write color -> (1, 0, 0)")
    }

    pub(crate) fn modifier_outside_call(arrow: TextRange) -> Self {
        SyntaxError::new(
            "modifier-outside-call",
            arrow,
            "`->` only stands among the arguments of a call",
        )
        .help("write draw(a, color -> b); a function is defined by f(x) := ...")
    }

    // Dictionaries

    /// `end` is where the braces close: what else is wrong in them is wrong for the same reason.
    pub(crate) fn dict_entry(range: TextRange, end: usize) -> Self {
        SyntaxError::new("dict-entry", range, "an entry is written \"key\": value")
            .help("a list is written [a, b], a group of statements (a; b)")
            .explains(TextRange::new(range.start(), size(end).max(range.end())))
    }

    /// `{ a = 3; println(a) }`: braces around statements.
    pub(crate) fn or_group(self, text: &str, open: &Significant, close: &Significant) -> Self {
        let inner = slice(text, open.end, close.start).trim();
        let inner = inner.trim_end_matches(';').trim_end();
        match inner.contains(['=', '(', ';', '^', '+', '*']) && !inner.contains(':') {
            true => self.fix(between(open.start, close.end), format!("({inner})")),
            false => self,
        }
    }

    /// `"a" = 1`
    pub(crate) fn dict_equals(equals: TextRange) -> Self {
        SyntaxError::new("dict-entry", equals, "an entry is written \"key\": value")
            .help("write `:`")
            .fix(equals, ":")
    }

    pub(crate) fn dict_key(text: &str, key: TextRange, is_name: bool) -> Self {
        let found = slice(text, key.start().into(), key.end().into());
        let error = SyntaxError::new("dict-key", key, "a key is a string");
        if is_name {
            let name = crate::text::without_spaces(found);
            error
                .help(format!("write \"{name}\""))
                .fix(key, format!("\"{name}\""))
        } else {
            error.help("write \"key\": value; for a computed key, assign a:key = value")
        }
    }

    /// One more key of the same dictionary that is a name: what is said of the one before is said of
    /// both. Gives back what is said of the other if that is something else.
    pub(crate) fn and_key(&mut self, text: &str, open: usize, other: Self) -> Option<Self> {
        const NAMED: usize = 3;
        let is_same = self.code == "dict-key" && usize::from(self.range.start()) > open;
        let (Some(first), Some(second), true) = (&mut self.fix, &other.fix, is_same) else {
            return Some(other);
        };
        let between = slice(text, first.range.end().into(), second.range.start().into());
        first.text = format!("{}{between}{}", first.text, second.text);
        first.range = first.range.cover(second.range);
        if let Some(help) = &mut self.help {
            let more = match help.matches('"').count() / 2 {
                ..NAMED => second.text.as_str(),
                NAMED => "...",
                _ => return None,
            };
            *help = format!("{help}, {more}");
        }
        "keys are strings".clone_into(&mut self.message);
        None
    }

    // Size

    pub(crate) fn too_deep(range: TextRange) -> Self {
        SyntaxError::new(
            "too-deep",
            range,
            format!(
                "this statement is too deep: more than {MAX_NESTING} brackets inside each other, \
                 or {MAX_HEIGHT} operations"
            ),
        )
        .help("compute parts of it in statements of their own")
    }
}

/// The error for two tokens that are one operator in other languages.
fn foreign(before: &Significant, operator: &Significant) -> Option<SyntaxError> {
    if before.end != operator.start {
        return None;
    }
    let (.., help, replacement) = FOREIGN
        .iter()
        .find(|(first, second, ..)| (*first, *second) == (before.kind, operator.kind))?;
    let range = before.range().cover(operator.range());
    let error = SyntaxError::new("foreign-operator", range, "this operator does not exist");
    let error = error.help(*help);
    Some(match replacement {
        Some(replacement) => error.fix(range, *replacement),
        None => error,
    })
}

/// The character itself if it can be seen, else its number.
fn describe(character: &str) -> String {
    match character.chars().next() {
        Some(c)
            if c.is_control() || c.is_whitespace() || ('\u{200b}'..='\u{200f}').contains(&c) =>
        {
            format!("U+{:04X}", c as u32)
        }
        _ => format!("`{character}`"),
    }
}
