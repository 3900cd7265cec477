//! Text to tokens. Lexing has no state: a token depends on the text from its first byte on.

use rowan::{TextRange, TextSize};

use crate::{
    SyntaxKind::{self, *},
    operator::longest_operator,
    text::script_char,
};

/// A token as the lexer found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexed {
    pub(crate) kind: SyntaxKind,
    /// The byte after it.
    pub(crate) end: usize,
    /// False for a string or comment that the text ends in.
    pub(crate) terminated: bool,
}

/// A token that is not trivia, an unknown character or a bracket that closes nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Significant {
    pub(crate) kind: SyntaxKind,
    /// The index among all tokens of the chunk.
    pub(crate) raw: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// For an opening bracket: the significant token that closes it, or before which it ends
    /// without being closed. For a closing bracket: its opening one.
    pub(crate) mate: usize,
    /// A line end stands between this and the significant token before it.
    pub(crate) new_line: bool,
    pub(crate) terminated: bool,
}

impl Significant {
    pub(crate) fn range(&self) -> TextRange {
        TextRange::new(size(self.start), size(self.end))
    }
}

/// The part of the text in which the closing quote of a string is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strings {
    /// To the end of the text, as the language has it.
    SpanLines,
    /// To the end of the line: a guess, where the quotes of the text do not pair up.
    EndWithLine,
}

/// The tokens of a text, trivia included, in order and without gaps.
///
/// Brackets are not matched here and nothing is reported: this is what highlighting needs.
pub fn tokens(text: &str) -> impl Iterator<Item = (SyntaxKind, TextRange)> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let token = lex(text, start, Strings::SpanLines)?;
        let range = TextRange::new(size(start), size(token.end));
        start = token.end;
        Some((token.kind, range))
    })
}

/// A byte offset in rowan's type. Texts of 4 GiB and more have no positions in it.
pub(crate) fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX))
}

/// The token that begins at `start`; `None` at the end of the text.
pub(crate) fn lex(text: &str, start: usize, strings: Strings) -> Option<Lexed> {
    let cursor = Cursor {
        text,
        bytes: text.as_bytes(),
    };
    let first = *cursor.bytes.get(start)?;
    let mut terminated = true;
    let (kind, end) = match first {
        b' ' | b'\t' | b'\n' | b'\r' => (WHITESPACE, cursor.whitespace(start)),
        b'/' if cursor.at(start + 1) == b'/' => (LINE_COMMENT, cursor.line_end(start)),
        b'/' if cursor.at(start + 1) == b'*' => {
            let end = cursor.block_comment(start);
            terminated = end.is_some();
            (BLOCK_COMMENT, end.unwrap_or(text.len()))
        }
        b'0'..=b'9' => (NUMBER, cursor.number(start)),
        b'a'..=b'z' | b'A'..=b'Z' | b'\'' => (IDENT, cursor.name(start + 1)),
        b'#' => {
            let digit = cursor.blanks(start + 1);
            let end = match cursor.at(digit) {
                b'1'..=b'9' => digit + 1,
                _ => start + 1,
            };
            (IDENT, end)
        }
        b'"' => {
            let end = cursor.string(start, strings);
            terminated = end.is_ok();
            (STRING, end.unwrap_or_else(|end| end))
        }
        b'(' => (L_PAREN, start + 1),
        b')' => (R_PAREN, start + 1),
        b'[' => (L_BRACKET, start + 1),
        b']' => (R_BRACKET, start + 1),
        b'{' => (L_BRACE, start + 1),
        b'}' => (R_BRACE, start + 1),
        b'|' => (BAR, start + 1),
        b'.' => match cursor.fraction(start) {
            Some(end) => (NUMBER, end),
            None => cursor.operator(start),
        },
        0..0x80 => cursor.operator(start),
        0x80.. => cursor.beyond_ascii(start),
    };
    Some(Lexed {
        kind,
        end,
        terminated,
    })
}

#[derive(Clone, Copy)]
struct Cursor<'t> {
    text: &'t str,
    bytes: &'t [u8],
}

impl Cursor<'_> {
    /// The byte at `index`; 0, which no rule asks for, past the end.
    fn at(self, index: usize) -> u8 {
        self.bytes.get(index).copied().unwrap_or(0)
    }

    fn char_at(self, index: usize) -> Option<char> {
        self.text.get(index..)?.chars().next()
    }

    fn skip(self, mut index: usize, pattern: impl Fn(u8) -> bool) -> usize {
        while self.bytes.get(index).is_some_and(|byte| pattern(*byte)) {
            index += 1;
        }
        index
    }

    fn whitespace(self, index: usize) -> usize {
        self.skip(index, |b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Skips what may stand inside a token.
    fn blanks(self, index: usize) -> usize {
        self.skip(index, |b| matches!(b, b' ' | b'\t'))
    }

    /// The end of a line comment: a line end of any sort, U+2028 and U+2029 among them.
    fn line_end(self, mut index: usize) -> usize {
        loop {
            index = self.skip(index, |b| !matches!(b, b'\n' | b'\r' | 0xE2));
            match self.bytes.get(index..) {
                Some([0xE2, 0x80, 0xA8 | 0xA9, ..]) | Some([b'\n' | b'\r', ..] | []) | None => {
                    return index.min(self.bytes.len());
                }
                Some(_) => index += 1,
            }
        }
    }

    fn block_comment(self, start: usize) -> Option<usize> {
        let mut index = start + 2;
        let mut depth = 1;
        while depth > 0 {
            index = self.skip(index, |b| !matches!(b, b'/' | b'*'));
            let step = match self.bytes.get(index..)? {
                [b'/', b'*', ..] => 1,
                [b'*', b'/', ..] => -1,
                [] => return None,
                _ => 0,
            };
            depth += step;
            index += if step == 0 { 1 } else { 2 };
        }
        Some(index)
    }

    /// The end of a string; as an error, where an unterminated one is cut.
    fn string(self, start: usize, strings: Strings) -> Result<usize, usize> {
        let content = start + 1;
        let end = match strings {
            Strings::SpanLines => self.skip(content, |b| b != b'"'),
            Strings::EndWithLine => self.skip(content, |b| !matches!(b, b'"' | b'\n' | b'\r')),
        };
        if self.at(end) == b'"' {
            Ok(end + 1)
        } else {
            // Wherever it was looked for, what is not closed ends with its line.
            Err(self.skip(content, |b| !matches!(b, b'\n' | b'\r')))
        }
    }

    /// Further digits of a number, with blanks between them.
    fn digits(self, mut end: usize) -> usize {
        loop {
            end = self.skip(end, |b| b.is_ascii_digit());
            let next = self.blanks(end);
            if next == end || !self.at(next).is_ascii_digit() {
                return end;
            }
            end = next;
        }
    }

    fn number(self, start: usize) -> usize {
        let mut end = self.digits(start);
        let dot = self.blanks(end);
        if self.at(dot) == b'.' {
            let after = dot + 1;
            let next = self.blanks(after);
            // `1..5` is a range and `1.x` a field, but `1.e3` is a number, and so is `1. x`.
            let range = self.at(next) == b'.';
            let field = self.at(next) == b'#' || self.begins_name(after);
            let stays_out = range || field && self.exponent(after).is_none();
            if !stays_out {
                end = self.digits(after);
            }
        }
        self.exponent(end).unwrap_or(end)
    }

    /// A number that begins with its dot.
    fn fraction(self, dot: usize) -> Option<usize> {
        let digit = self.blanks(dot + 1);
        if !self.at(digit).is_ascii_digit() {
            return None;
        }
        let end = self.digits(digit);
        Some(self.exponent(end).unwrap_or(end))
    }

    fn exponent(self, end: usize) -> Option<usize> {
        let letter = self.blanks(end);
        if !matches!(self.at(letter), b'e' | b'E') {
            return None;
        }
        let mut digit = self.blanks(letter + 1);
        if matches!(self.at(digit), b'+' | b'-') {
            digit = self.blanks(digit + 1);
        }
        self.at(digit).is_ascii_digit().then(|| self.digits(digit))
    }

    fn begins_name(self, index: usize) -> bool {
        match self.at(index) {
            b'\'' => true,
            byte if byte.is_ascii() => byte.is_ascii_alphabetic(),
            _ => self.char_at(index).is_some_and(is_letter),
        }
    }

    /// The end of a name whose first character ends at `end`.
    fn name(self, mut end: usize) -> usize {
        loop {
            end = self.skip(end, |b| b.is_ascii_alphanumeric() || b == b'\'');
            let next = self.blanks(end);
            match self.at(next) {
                b'\'' => end = next,
                byte if byte.is_ascii_alphanumeric() => end = next,
                0x80.. => match self.char_at(next) {
                    Some(c) if is_letter(c) => end = next + c.len_utf8(),
                    _ => return end,
                },
                _ => return end,
            }
        }
    }

    fn operator(self, start: usize) -> (SyntaxKind, usize) {
        let rest = self.bytes.get(start..).unwrap_or_default();
        match longest_operator(rest) {
            Some((kind, length)) => (kind, start + length),
            None => (
                UNKNOWN,
                start + self.char_at(start).map_or(1, char::len_utf8),
            ),
        }
    }

    fn beyond_ascii(self, start: usize) -> (SyntaxKind, usize) {
        let found = self.operator(start);
        if found.0 != UNKNOWN {
            return found;
        }
        if let Some(end) = self.script_digits(start, &SUBSCRIPTS) {
            return (SUBSCRIPT, end);
        }
        if let Some(end) = self.script_digits(start, &SUPERSCRIPTS) {
            return (SUPERSCRIPT, end);
        }
        match self.char_at(start) {
            Some(c) if is_letter(c) => (IDENT, self.name(start + c.len_utf8())),
            _ => found,
        }
    }

    fn script_digits(self, start: usize, script: &Script) -> Option<usize> {
        let mut end = None;
        let mut next = start;
        if let Some(sign) = self.char_at(start).filter(|c| script.signs.contains(c)) {
            next = self.blanks(start + sign.len_utf8());
        }
        while let Some(digit) = self.char_at(next).filter(|c| script.is_digit(*c)) {
            next += digit.len_utf8();
            end = Some(next);
            next = self.blanks(next);
        }
        end
    }
}

struct Script {
    signs: [char; 2],
    others: &'static [char],
    zero: char,
}

static SUPERSCRIPTS: Script = Script {
    signs: ['⁺', '⁻'],
    others: &['¹', '²', '³'],
    zero: '⁰',
};
static SUBSCRIPTS: Script = Script {
    signs: ['₊', '₋'],
    others: &[],
    zero: '₀',
};

impl Script {
    fn is_digit(&self, c: char) -> bool {
        self.others.contains(&c)
            || script_char(c).is_some()
                && (self.zero as u32..self.zero as u32 + 10).contains(&(c as u32))
    }
}

/// A letter in the sense of Unicode's general category L.
pub(crate) fn is_letter(c: char) -> bool {
    unicode_ident::is_xid_start(c)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        let found: Vec<_> = tokens(text)
            .filter(|(kind, _)| *kind != WHITESPACE)
            .map(|(kind, range)| format!("{kind:?} {}", &text[range]))
            .collect();
        expected.assert_eq(&found.join(", "));
    }

    #[test]
    fn numbers() {
        check("1 2 3", expect!["NUMBER 1 2 3"]);
        check(
            "12.;.5;1.5e-3",
            expect!["NUMBER 12., SEMICOLON ;, NUMBER .5, SEMICOLON ;, NUMBER 1.5e-3"],
        );
        check("1..5", expect!["NUMBER 1, DOT_DOT .., NUMBER 5"]);
        check("1.x", expect!["NUMBER 1, DOT ., IDENT x"]);
        check("1. x", expect!["NUMBER 1., IDENT x"]);
        check("1. #", expect!["NUMBER 1, DOT ., IDENT #"]);
        check("1.e3", expect!["NUMBER 1.e3"]);
        check("2 e + 4", expect!["NUMBER 2 e + 4"]);
        check("2e", expect!["NUMBER 2, IDENT e"]);
        check("1...5", expect!["NUMBER 1, DOT_DOT .., NUMBER .5"]);
    }

    #[test]
    fn names() {
        check(
            "draw image(a b)",
            expect!["IDENT draw image, L_PAREN (, IDENT a b, R_PAREN )"],
        );
        check(
            "a_b' é1 'x",
            expect!["IDENT a, UNDERSCORE _, IDENT b' é1 'x"],
        );
        check(
            "# 1 #0 #12",
            expect!["IDENT # 1, IDENT #, NUMBER 0, IDENT #1, NUMBER 2"],
        );
    }

    #[test]
    fn scripts_strings_comments() {
        check(
            "x⁻ ¹ ²₊₃₄",
            expect!["IDENT x, SUPERSCRIPT ⁻ ¹ ², SUBSCRIPT ₊₃₄"],
        );
        check("⁻", expect!["UNKNOWN ⁻"]);
        check(
            "\"a\nb\"c\"d\ne",
            expect![[r#"
            STRING "a
            b", IDENT c, STRING "d, IDENT e"#]],
        );
        check(
            "/*a/*b*/c*/d//e\nf/*",
            expect![[r"
            BLOCK_COMMENT /*a/*b*/c*/, IDENT d, LINE_COMMENT //e, IDENT f, BLOCK_COMMENT /*"]],
        );
        check(
            "\0~ \u{a0}@",
            expect!["UNKNOWN \0, UNKNOWN ~, UNKNOWN \u{a0}, UNKNOWN @"],
        );
    }
}
