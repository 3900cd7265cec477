//! The text of a JavaScript string, with the map from each of its bytes to where it is written.

use text_size::{TextRange, TextSize};

use crate::SourceText;
use crate::source::{Piece, Written};

/// The value of what stands between the quotes of a string or template literal.
///
/// `raw` begins at `start` in the file. In a template, line breaks are `\n` however the file
/// writes them. A surrogate without its partner becomes U+FFFD.
pub(crate) fn unescape(raw: &str, start: TextSize) -> SourceText {
    if !raw.contains(['\\', '\r']) {
        return SourceText::contiguous(raw, start);
    }
    let mut builder = Builder {
        text: String::with_capacity(raw.len()),
        pieces: Vec::new(),
        start,
    };
    let mut rest = raw;
    while let Some(special) = rest.find(['\\', '\r']) {
        let at = raw.len() - rest.len();
        builder.verbatim(&rest[..special], at);
        let (decoded, len) = decode(&rest[special..]);
        builder.escape(decoded, at + special, len);
        rest = rest.get(special + len..).unwrap_or("");
    }
    builder.verbatim(rest, raw.len() - rest.len());
    SourceText::pieces(builder.text, builder.pieces)
}

/// The character at the start of `text`, an escape or a carriage return, and the bytes it takes.
/// None for a line continuation, which stands for nothing.
fn decode(text: &str) -> (Option<char>, usize) {
    if text.starts_with("\r\n") {
        return (Some('\n'), 2);
    }
    let mut chars = text.chars();
    if chars.next() == Some('\r') {
        return (Some('\n'), 1);
    }
    let Some(kind) = chars.next() else {
        return (None, 1);
    };
    let simple = |c| (Some(c), 1 + kind.len_utf8());
    match kind {
        'n' => simple('\n'),
        't' => simple('\t'),
        'r' => simple('\r'),
        'b' => simple('\u{8}'),
        'f' => simple('\u{c}'),
        'v' => simple('\u{b}'),
        '0' => simple('\0'),
        '\r' if text[2..].starts_with('\n') => (None, 3),
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => (None, 1 + kind.len_utf8()),
        'x' => match hex(text, 2, 4) {
            Some(code) => (char::from_u32(code), 4),
            None => simple('x'),
        },
        'u' => unicode(text).unwrap_or(simple('u')),
        other => simple(other),
    }
}

/// `\uXXXX`, a surrogate pair of two of these, or `\u{X...}`.
fn unicode(text: &str) -> Option<(Option<char>, usize)> {
    if text[2..].starts_with('{') {
        let close = text.find('}')?;
        let code = hex(text, 3, close)?;
        return Some((
            char::from_u32(code).or(Some(char::REPLACEMENT_CHARACTER)),
            close + 1,
        ));
    }
    let high = hex(text, 2, 6)?;
    if (0xD800..0xDC00).contains(&high)
        && text.get(6..8) == Some("\\u")
        && let Some(low @ 0xDC00..0xE000) = hex(text, 8, 12)
    {
        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        return Some((char::from_u32(code), 12));
    }
    Some((
        char::from_u32(high).or(Some(char::REPLACEMENT_CHARACTER)),
        6,
    ))
}

fn hex(text: &str, from: usize, to: usize) -> Option<u32> {
    let digits = text
        .get(from..to)
        .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

struct Builder {
    text: String,
    pieces: Vec<Piece>,
    start: TextSize,
}

impl Builder {
    fn verbatim(&mut self, part: &str, at: usize) {
        if !part.is_empty() {
            self.push(part.len(), at, part.len(), Written::Verbatim);
            self.text.push_str(part);
        }
    }

    fn escape(&mut self, decoded: Option<char>, at: usize, len: usize) {
        if let Some(c) = decoded {
            self.push(c.len_utf8(), at, len, Written::Escaped);
            self.text.push(c);
        }
    }

    fn push(&mut self, script_len: usize, file_at: usize, file_len: usize, written: Written) {
        let size = |bytes: usize| TextSize::new(u32::try_from(bytes).unwrap_or(u32::MAX));
        self.pieces.push(Piece {
            script: TextRange::at(size(self.text.len()), size(script_len)),
            file: TextRange::at(self.start + size(file_at), size(file_len)),
            written,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let raw = r"a\n\x41\u00b0\u{1F600}\ud83d\ude00\'\q\u12\ud800.";
        let source = unescape(raw, 100.into());
        assert_eq!(source.text(), "a\nA°😀😀'qu12\u{fffd}.");
        let at = |needle: &str| {
            let start = TextSize::new(source.text().find(needle).unwrap_or(0) as u32);
            let range = source.to_file(TextRange::at(start, TextSize::of(needle)));
            &raw[range - TextSize::new(100)]
        };
        assert_eq!(at("°"), r"\u00b0");
        assert_eq!(at("😀😀"), r"\u{1F600}\ud83d\ude00");
        assert_eq!(at("q"), r"\q");
        assert_eq!(at("."), ".");
    }

    #[test]
    fn line_ends() {
        let source = unescape("a\\\r\nb\r\nc\rd\\", 0.into());
        assert_eq!(source.text(), "ab\nc\nd");
        assert_eq!(
            source.to_file(TextRange::new(1.into(), 3.into())),
            TextRange::new(4.into(), 7.into())
        );
    }

    #[test]
    fn without_escapes_the_text_is_the_file() {
        assert_eq!(
            unescape("a = 1;", 7.into()).contiguous_start(),
            Some(7.into())
        );
    }
}
