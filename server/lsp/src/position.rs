//! Positions of the editor and byte offsets of the text, both ways, for every text and every
//! position: what lies outside is clamped, what lies within a character goes to its start.
//!
//! Lines end at LF, CRLF and CR, as the language server protocol has it.

use ropey::{Rope, RopeSlice};
use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, PositionEncodingKind, Range};

/// The unit in which the editor counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units: what editors mean that say nothing.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

impl Encoding {
    const ALL: [Self; 3] = [Self::Utf8, Self::Utf16, Self::Utf32];

    /// The first of the editor's encodings, in the order of its preference, that is known here.
    pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        offered
            .unwrap_or_default()
            .iter()
            .find_map(|offer| Self::ALL.into_iter().find(|known| known.kind() == *offer))
            .unwrap_or_default()
    }

    /// Its name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The index of the character of a line that the unit belongs to.
    fn to_char(self, line: RopeSlice<'_>, units: usize) -> usize {
        match self {
            Self::Utf8 => line.byte_to_char(units.min(line.len_bytes())),
            Self::Utf16 => line.utf16_cu_to_char(units.min(line.len_utf16_cu())),
            Self::Utf32 => units.min(line.len_chars()),
        }
    }

    /// The number of units before a character of a line.
    fn of_char(self, line: RopeSlice<'_>, char: usize) -> usize {
        let char = char.min(line.len_chars());
        match self {
            Self::Utf8 => line.char_to_byte(char),
            Self::Utf16 => line.char_to_utf16_cu(char),
            Self::Utf32 => char,
        }
    }
}

/// A line without its end.
fn content(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let mut length = line.len_chars();
    for end in ['\n', '\r'] {
        if length > 0 && line.get_char(length - 1) == Some(end) {
            length -= 1;
        }
    }
    line.slice(..length)
}

/// The index of the character at a position.
pub(crate) fn to_char(text: &Rope, encoding: Encoding, position: Position) -> usize {
    let index = usize::try_from(position.line).unwrap_or(usize::MAX);
    let Some(line) = text.get_line(index) else {
        return text.len_chars();
    };
    let units = usize::try_from(position.character).unwrap_or(usize::MAX);
    text.line_to_char(index) + encoding.to_char(content(line), units)
}

/// The byte offset of a position.
pub(crate) fn to_offset(text: &Rope, encoding: Encoding, position: Position) -> TextSize {
    size(text.char_to_byte(to_char(text, encoding, position)))
}

/// The bytes of a range of positions; a reversed one is read in order.
pub(crate) fn to_text_range(text: &Rope, encoding: Encoding, range: Range) -> TextRange {
    let a = to_offset(text, encoding, range.start);
    let b = to_offset(text, encoding, range.end);
    TextRange::new(a.min(b), a.max(b))
}

/// The position of a byte offset.
pub(crate) fn to_position(text: &Rope, encoding: Encoding, offset: TextSize) -> Position {
    let char = text.byte_to_char(usize::from(offset).min(text.len_bytes()));
    let index = text.char_to_line(char);
    let line = content(text.line(index));
    let units = encoding.of_char(line, char - text.line_to_char(index));
    let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Position::new(number(index), number(units))
}

/// A length of a text as the analysis counts. Its texts end at 4 GiB.
pub(crate) fn size(bytes: usize) -> TextSize {
    TextSize::new(u32::try_from(bytes).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn encoding() -> impl Strategy<Value = Encoding> {
        prop_oneof![
            Just(Encoding::Utf8),
            Just(Encoding::Utf16),
            Just(Encoding::Utf32)
        ]
    }

    /// Short texts of all that is difficult: line ends alone and in pairs, separators that are no
    /// line ends in the protocol, one to four bytes a character, NUL.
    fn text() -> impl Strategy<Value = String> {
        "[a;\\r\\n\\n\\r\u{0}\u{b}\u{c}\u{85}\u{2028}äß∑😀𝛼]{0,24}"
    }

    fn position() -> impl Strategy<Value = Position> {
        let number = || prop_oneof![9 => 0..12_u32, 1 => Just(u32::MAX)];
        (number(), number()).prop_map(|(line, character)| Position::new(line, character))
    }

    proptest! {
        #[test]
        fn an_offset_survives(text in text(), encoding in encoding()) {
            let rope = Rope::from_str(&text);
            let offsets = (0..=text.len()).filter(|&offset| text.is_char_boundary(offset));
            for offset in offsets.map(size) {
                let back = to_offset(&rope, encoding, to_position(&rope, encoding, offset));
                let within_crlf = text[..usize::from(offset)].ends_with('\r')
                    && text[usize::from(offset)..].starts_with('\n');
                let expected = if within_crlf { offset - TextSize::new(1) } else { offset };
                prop_assert_eq!(back, expected);
            }
        }

        #[test]
        fn positions_and_offsets_have_one_order(text in text(), encoding in encoding()) {
            let rope = Rope::from_str(&text);
            let positions: Vec<Position> =
                (0..=text.len() + 3).map(|offset| to_position(&rope, encoding, size(offset))).collect();
            prop_assert!(positions.is_sorted());
        }

        #[test]
        fn any_position_lands_on_a_character(text in text(), encoding in encoding(), position in position()) {
            let rope = Rope::from_str(&text);
            let offset = usize::from(to_offset(&rope, encoding, position));
            prop_assert!(text.is_char_boundary(offset));
            let there = to_position(&rope, encoding, size(offset));
            prop_assert!(there <= position);
        }

        #[test]
        fn any_range_is_in_order(text in text(), encoding in encoding(), start in position(), end in position()) {
            let rope = Rope::from_str(&text);
            let range = to_text_range(&rope, encoding, Range::new(start, end));
            prop_assert!(usize::from(range.end()) <= text.len());
            prop_assert!(text.get(std::ops::Range::<usize>::from(range)).is_some());
        }
    }

    #[test]
    fn units_of_each_encoding() {
        let rope = Rope::from_str("α😀b\r\nc");
        let check = |encoding, character, byte: u32| {
            let position = Position::new(0, character);
            assert_eq!(to_offset(&rope, encoding, position), TextSize::new(byte));
        };
        for (character, byte) in [(0, 0), (1, 0), (2, 2), (4, 2), (6, 6), (7, 7), (8, 7)] {
            check(Encoding::Utf8, character, byte);
        }
        for (character, byte) in [(1, 2), (2, 2), (3, 6), (4, 7), (9, 7)] {
            check(Encoding::Utf16, character, byte);
        }
        for (character, byte) in [(1, 2), (2, 6), (3, 7), (4, 7)] {
            check(Encoding::Utf32, character, byte);
        }
        let end = to_offset(&rope, Encoding::Utf16, Position::new(1, 1));
        assert_eq!(end, TextSize::new(10));
    }

    #[test]
    fn the_editors_preference_decides() {
        let kinds = |names: &[&'static str]| -> Vec<PositionEncodingKind> {
            names
                .iter()
                .map(|name| PositionEncodingKind::new(name))
                .collect()
        };
        let negotiate = |names: &[&'static str]| Encoding::negotiate(Some(&kinds(names)));
        assert_eq!(Encoding::negotiate(None), Encoding::Utf16);
        assert_eq!(negotiate(&[]), Encoding::Utf16);
        assert_eq!(negotiate(&["utf-7"]), Encoding::Utf16);
        assert_eq!(negotiate(&["utf-7", "utf-32", "utf-8"]), Encoding::Utf32);
        assert_eq!(negotiate(&["utf-8", "utf-16"]), Encoding::Utf8);
    }
}
