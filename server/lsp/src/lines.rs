//! Index of the lines of one version: it converts byte offsets to positions, which happens many
//! thousand times for the tokens of a long script.

use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range};

use crate::position::{Encoding, size};

/// The offsets at which the lines of a text begin, which end as in [`crate::position`], and how many
/// characters lie before each block: lines may be as long as texts.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<TextSize>,
    /// Before each block of [`BLOCK`] bytes; empty if the text is ASCII.
    blocks: Vec<Units>,
}

const BLOCK: usize = 128;

/// The number of characters that begin in some bytes, and of those that are two units in UTF-16.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    chars: usize,
    pairs: usize,
}

impl Units {
    fn add(mut self, bytes: &[u8]) -> Self {
        for &byte in bytes {
            self.chars += usize::from(byte & 0b1100_0000 != 0b1000_0000);
            self.pairs += usize::from(byte >= 0b1111_0000);
        }
        self
    }
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = ends.map(|(at, _)| size(at + 1));
        let starts = std::iter::once(TextSize::new(0)).chain(starts).collect();
        let mut blocks = Vec::new();
        if !text.is_ascii() {
            let mut before = Units::default();
            for block in bytes.chunks(BLOCK) {
                blocks.push(before);
                before = before.add(block);
            }
        }
        Self { starts, blocks }
    }

    /// The number of units of an encoding before an offset, counted from the beginning of the text.
    fn units(&self, text: &str, encoding: Encoding, offset: usize) -> usize {
        let block = (offset / BLOCK).min(self.blocks.len().saturating_sub(1));
        let Some(&before) = self.blocks.get(block) else {
            return offset;
        };
        let rest = text.as_bytes().get(block * BLOCK..offset);
        let units = || before.add(rest.unwrap_or_default());
        match encoding {
            Encoding::Utf8 => offset,
            Encoding::Utf16 => {
                let Units { chars, pairs } = units();
                chars + pairs
            }
            Encoding::Utf32 => units().chars,
        }
    }

    /// The line that an offset lies on.
    fn line_of(&self, offset: TextSize) -> usize {
        let behind = self.starts.partition_point(|start| *start <= offset);
        behind.saturating_sub(1)
    }

    /// The position of a byte offset of the text that these are the lines of: as
    /// [`crate::position::to_position`], to the byte.
    pub(crate) fn to_position(&self, text: &str, encoding: Encoding, offset: TextSize) -> Position {
        let offset = offset.min(size(text.len()));
        self.position_on(self.line_of(offset), text, encoding, offset)
    }

    /// The position of an offset that lies on this line.
    fn position_on(
        &self,
        line: usize,
        text: &str,
        encoding: Encoding,
        offset: TextSize,
    ) -> Position {
        let start = self.starts.get(line).copied().unwrap_or_default();
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(size(text.len()));
        let content = text.get(usize::from(start)..usize::from(end));
        let content = content.unwrap_or_default();
        let content = content.strip_suffix('\n').unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let mut length = usize::from(offset - start).min(content.len());
        while !content.is_char_boundary(length) {
            length -= 1;
        }
        let start = usize::from(start);
        let units = |offset| self.units(text, encoding, offset);
        let units = units(start + length) - units(start);
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(number(line), number(units))
    }

    /// The positions of a range of bytes, most of which lie on one line.
    pub(crate) fn to_range(&self, text: &str, encoding: Encoding, range: TextRange) -> Range {
        let [start, end] = [range.start(), range.end()].map(|offset| offset.min(size(text.len())));
        let first = self.line_of(start);
        let next = self.starts.get(first + 1);
        let last = match next.is_none_or(|next| end < *next) {
            true => first,
            false => self.line_of(end),
        };
        Range::new(
            self.position_on(first, text, encoding, start),
            self.position_on(last, text, encoding, end),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;

    use super::*;
    use crate::position::to_position;

    proptest! {
        #[test]
        fn as_the_rope_has_it_in_long_lines(words in proptest::collection::vec("[a\n\rß😀]{0,9}", 0..80)) {
            let text = words.join("ab");
            let (rope, lines) = (Rope::from_str(&text), Lines::new(&text));
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                for offset in (0..=text.len() + 3).map(size) {
                    prop_assert_eq!(
                        lines.to_position(&text, encoding, offset),
                        to_position(&rope, encoding, offset)
                    );
                }
            }
        }

        #[test]
        fn a_range_has_the_positions_of_its_ends(
            text in "[a;\\r\\n\\n\\rä😀]{0,24}",
            ends in proptest::array::uniform2(0..60_usize),
        ) {
            let lines = Lines::new(&text);
            let [a, b] = ends.map(size);
            let range = TextRange::new(a.min(b), a.max(b));
            let position = |offset| lines.to_position(&text, Encoding::Utf16, offset);
            let expected = Range::new(position(range.start()), position(range.end()));
            prop_assert_eq!(lines.to_range(&text, Encoding::Utf16, range), expected);
        }

        #[test]
        fn as_the_rope_has_it(text in "[a;\\r\\n\\n\\r\u{0}\u{b}\u{85}\u{2028}äß∑😀𝛼]{0,24}") {
            let (rope, lines) = (Rope::from_str(&text), Lines::new(&text));
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                for offset in (0..=text.len() + 3).map(size) {
                    prop_assert_eq!(
                        lines.to_position(&text, encoding, offset),
                        to_position(&rope, encoding, offset)
                    );
                }
            }
        }
    }
}
