//! Where the lines of one version begin: the way from byte offsets to positions, which is gone
//! many thousand times for the tokens of a long script.

use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range};

use crate::position::{Encoding, size};

/// The offsets at which the lines of a text begin. Lines end as in [`crate::position`].
#[derive(Clone, Debug)]
pub(crate) struct Lines(Vec<TextSize>);

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = ends.map(|(at, _)| size(at + 1));
        Self(std::iter::once(TextSize::new(0)).chain(starts).collect())
    }

    /// The position of a byte offset of the text that these are the lines of: as
    /// [`crate::position::to_position`], to the byte.
    pub(crate) fn to_position(&self, text: &str, encoding: Encoding, offset: TextSize) -> Position {
        let offset = offset.min(size(text.len()));
        let line = self.0.partition_point(|start| *start <= offset);
        let line = line.saturating_sub(1);
        let start = self.0.get(line).copied().unwrap_or_default();
        let end = self.0.get(line + 1).copied().unwrap_or(size(text.len()));
        let content = text.get(usize::from(start)..usize::from(end));
        let content = content.unwrap_or_default();
        let content = content.strip_suffix('\n').unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let mut length = usize::from(offset - start).min(content.len());
        while !content.is_char_boundary(length) {
            length -= 1;
        }
        let before = content.get(..length).unwrap_or_default();
        let units = match encoding {
            Encoding::Utf8 => length,
            _ if before.is_ascii() => length,
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => before.chars().count(),
        };
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(number(line), number(units))
    }

    /// The positions of a range of bytes.
    pub(crate) fn to_range(&self, text: &str, encoding: Encoding, range: TextRange) -> Range {
        Range::new(
            self.to_position(text, encoding, range.start()),
            self.to_position(text, encoding, range.end()),
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
