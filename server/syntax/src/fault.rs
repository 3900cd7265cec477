//! The messages: every error that this crate reports, with its code and its advice.

use rowan::TextRange;

use crate::{
    SyntaxError,
    SyntaxKind::{self, *},
    TextFix,
    chunk::{Significant, closing},
    lexer::size,
    parser::{MAX_HEIGHT, MAX_NESTING, Operand, Shape, bracket_text},
};

/// Spellings from other languages, as two tokens in a row, and what CindyScript has for them.
#[rustfmt::skip]
static FOREIGN: &[(SyntaxKind, SyntaxKind, &str, Option<&str>)] = &[
    (AND,   AND,   "`and` is written `&`",                        Some("&")),
    (BAR,   BAR,   "`or` is written `%`",                         Some("%")),
    (STAR,  STAR,  "a power is written `^`",                      Some("^")),
    (EQ_EQ, EQ,    "equality is written `==`",                    Some("==")),
    (NOT_EQ, EQ,   "inequality is written `!=`",                  Some("!=")),
    (PLUS,  EQ,    "there is no `+=`: write `a = a + b`",         None),
    (MINUS, EQ,    "there is no `-=`: write `a = a - b`",         None),
    (STAR,  EQ,    "there is no `*=`: write `a = a * b`",         None),
    (SLASH, EQ,    "there is no `/=`: write `a = a / b`",         None),
];

/// Words that stand between values in other languages.
#[rustfmt::skip]
static WORDS: &[(&str, &str)] = &[
    ("and",  "`and` is written `&`"),
    ("else", "the other case is the third argument: if(a, b, c)"),
    ("if",   "`if` is a function: if(condition, then, otherwise)"),
    ("in",   "forall(list, v, ...) goes through a list, contains(list, v) looks for v"),
    ("mod",  "the remainder is mod(a, b)"),
    ("or",   "`or` is written `%`"),
    ("then", "`if` is a function: if(condition, then, otherwise)"),
];

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

    fn new(code: &'static str, range: TextRange, message: impl Into<String>) -> Self {
        SyntaxError {
            code,
            message: message.into(),
            range,
            help: None,
            fix: None,
            related: Vec::new(),
        }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn fix(mut self, range: TextRange, text: impl Into<String>) -> Self {
        let text = text.into();
        self.fix = Some(TextFix { range, text });
        self
    }

    fn related(mut self, range: TextRange, message: impl Into<String>) -> Self {
        self.related.push((range, message.into()));
        self
    }

    // Tokens

    pub(crate) fn unterminated(kind: SyntaxKind, range: TextRange) -> Self {
        if kind == STRING {
            return SyntaxError::new("unterminated-string", range, "this string is never closed")
                .help("close it with \"; a string cannot contain that sign, `unicode(\"22\")` gives it");
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
        let character = slice(text, range.start().into(), range.end().into());
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
        if character == "?" {
            error = error.help("a choice is written if(condition, a, b)");
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
        let error = error.fix(between(place, place), close);
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
            fix.text.push_str(bracket_text(close));
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
        let message = match count {
            0 => "between bars there is nothing".to_owned(),
            _ => format!("between bars there are {count} values"),
        };
        SyntaxError::new("bars", range, message)
            .help("write |x| for an absolute value, |a, b| for a distance, a % b for `or`")
    }

    pub(crate) fn comma_outside_brackets(range: TextRange) -> Self {
        SyntaxError::new(
            "comma-outside-brackets",
            range,
            "a comma only separates values in brackets",
        )
        .help("statements are separated by `;`, a list is written [a, b]")
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
            return error.help("put the signed operand into parentheses");
        }
        let error = error.fix(between(sign.start, operand_end), format!("({signed})"));
        match (quotable(before), quotable(signed)) {
            (true, true) => error.help(format!("write {before}({signed})")),
            (false, true) => error.help(format!("write ({signed})")),
            _ => error.help("put the signed operand into parentheses"),
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
                format!("an operand is missing between `{before}` and `{spelled}`"),
            );
        }
        let error = SyntaxError::new(
            "missing-operand",
            operator.range(),
            format!("`{spelled}` needs an operand on its left"),
        );
        match operator.kind {
            SUPERSCRIPT => error.help("a power is written after its base: x²"),
            SUBSCRIPT => error.help("an index is written after its list: a₁"),
            _ => error,
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
            format!("`{spelled}` needs an operand on its right"),
        );
        match operator.kind {
            CONCAT => error.help("`++` joins lists; to count up, write a = a + 1"),
            REMOVE => error.help("`--` removes from lists; to count down, write a = a - 1"),
            _ => error,
        }
    }

    pub(crate) fn missing_operator(text: &str, operand: &Significant, lhs: &Operand) -> Self {
        let range = operand.range();
        let found = slice(text, operand.start, operand.end);
        let error = |message: &str| SyntaxError::new("missing-operator", range, message);
        match operand.kind {
            BAR if slice(text, operand.end, operand.end + 1) == "|" => {
                error("an operator is missing before `||`").help("`or` is written `%`")
            }
            L_BRACE => error("`{` cannot follow a value").help(
                "a body is an argument: if(a, b, c), repeat(n, a; b); braces are dictionaries",
            ),
            BANG | SQRT => error(&format!("`{found}` stands before a value, not after one")),
            L_PAREN | L_BRACKET if matches!(lhs.shape, Shape::Parameters { .. }) => {
                error("only a name can be called").help("to multiply, write `*`")
            }
            STRING => error("an operator is missing before this string")
                .help("`+` joins strings and values"),
            _ => {
                let error = error(&format!("an operator is missing before `{found}`"));
                let lhs = slice(text, lhs.start, lhs.end);
                let word = found.split_whitespace().next();
                if let Some((_, help)) = WORDS.iter().find(|(foreign, _)| Some(*foreign) == word) {
                    return error.help(*help);
                }
                if quotable(lhs) && matches!(operand.kind, IDENT | NUMBER) {
                    error.help(format!("to multiply, write {lhs}*{found}"))
                } else {
                    error.help("to multiply, write `*`")
                }
            }
        }
    }

    pub(crate) fn missing_semicolon(end: usize, range: TextRange, nesting: u16) -> Self {
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
        let called = slice(text, name.start, name.end);
        let call = slice(text, name.start, end);
        if operator.kind == DOT {
            return SyntaxError::new(CODE, name.range(), "a field cannot be called")
                .help(format!("functions are called by their name: {called}(..)"));
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

    pub(crate) fn field_name(range: TextRange) -> Self {
        SyntaxError::new("field-name", range, "after `.` comes the name of a field")
            .help("an element is written a_1, a dictionary's value a.name")
    }

    pub(crate) fn parameter_name(range: TextRange) -> Self {
        SyntaxError::new("parameter-name", range, "a parameter is a name")
            .help("write f(x, y) := ... and choose by `if` in the body")
    }

    pub(crate) fn modifier_name(range: TextRange, arrow: TextRange) -> Self {
        let range = if range.is_empty() { arrow } else { range };
        SyntaxError::new("modifier-name", range, "the left side of `->` is a name")
            .help("write color -> (1, 0, 0)")
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

    pub(crate) fn dict_entry(range: TextRange) -> Self {
        SyntaxError::new("dict-entry", range, "an entry is written \"key\": value")
            .help("a list is written [a, b], a group of statements (a; b)")
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
