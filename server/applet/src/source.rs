//! The text of a script, and where in the file each byte of it stands.

use std::borrow::Cow;
use std::sync::Arc;

use text_size::{TextLen, TextRange, TextSize};

/// A text taken from a file, with the map between its offsets and the file's.
///
/// The text of a script element is one piece of the file. The text of a JavaScript string may be
/// many: each escape sequence (`\n`, `\u00b0`) is a piece of its own, and so is each part of a
/// concatenation. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    text: Arc<str>,
    map: Map,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Map {
    /// The text stands in the file as it is, from this offset.
    Contiguous(TextSize),
    /// In ascending order of `script`, without gaps there.
    Pieces(Arc<[Piece]>),
}

/// A part of the text and the part of the file that it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) script: TextRange,
    pub(crate) file: TextRange,
    pub(crate) written: Written,
}

/// How a piece of the text stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// As it is, byte for byte.
    Verbatim,
    /// As an escape sequence, which has no inside.
    Escaped,
    /// Not at all: there stands an expression with this value, which has no inside either.
    Computed,
}

impl Piece {
    fn is_verbatim(self) -> bool {
        self.written == Written::Verbatim
    }
}

impl SourceText {
    /// The text that stands in the file, as it is, from `start` on.
    pub fn contiguous(text: impl Into<Arc<str>>, start: TextSize) -> SourceText {
        SourceText {
            text: text.into(),
            map: Map::Contiguous(start),
        }
    }

    /// A text assembled from pieces; they are in order and cover the text.
    pub(crate) fn pieces(text: impl Into<Arc<str>>, pieces: Vec<Piece>) -> SourceText {
        let text = text.into();
        match pieces.as_slice() {
            [one] if one.is_verbatim() => SourceText::contiguous(text, one.file.start()),
            _ => SourceText {
                text,
                map: Map::Pieces(pieces.into()),
            },
        }
    }

    /// The text of the script.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file offset of the script's first byte, if script and file differ by that offset only:
    /// then an edit of the file inside the script is the same edit of the script.
    pub fn contiguous_start(&self) -> Option<TextSize> {
        match self.map {
            Map::Contiguous(start) => Some(start),
            Map::Pieces(_) => None,
        }
    }

    /// The part of the file that holds this part of the script.
    ///
    /// A range that ends inside an escape sequence takes all of it; one across the seam of a
    /// concatenation takes the seam, too. Offsets past the end are those of the end.
    pub fn to_file(&self, range: TextRange) -> TextRange {
        let len = self.text.text_len();
        let (start, end) = (range.start().min(len), range.end().min(len));
        match &self.map {
            Map::Contiguous(offset) => TextRange::new(start + *offset, end + *offset),
            Map::Pieces(pieces) => {
                let file_start = file_start(pieces, start);
                let file_end = if start == end {
                    file_start
                } else {
                    file_end(pieces, end)
                };
                // Parts of a concatenation may stand in any order (`var tail = "..."` above).
                TextRange::new(file_start.min(file_end), file_start.max(file_end))
            }
        }
    }

    /// The parts of the file that this part of the script is written as, in the script's order:
    /// several where it goes across the seam of a concatenation, and none for what is computed.
    pub fn written(&self, range: TextRange) -> Vec<TextRange> {
        let pieces = match &self.map {
            Map::Contiguous(_) => return vec![self.to_file(range)],
            Map::Pieces(pieces) => pieces,
        };
        let first = pieces.partition_point(|piece| piece.script.end() <= range.start());
        let pieces = pieces.get(first..).unwrap_or_default().iter();
        let mut parts: Vec<TextRange> = Vec::new();
        for piece in pieces.take_while(|piece| piece.script.start() < range.end()) {
            let part = match piece.script.intersect(range) {
                Some(script) if piece.is_verbatim() => TextRange::at(
                    piece.file.start() + (script.start() - piece.script.start()),
                    script.len(),
                ),
                Some(_) if piece.written == Written::Escaped => piece.file,
                _ => continue,
            };
            match parts.last_mut() {
                Some(before) if before.end() == part.start() => *before = before.cover(part),
                _ => parts.push(part),
            }
        }
        parts
    }

    /// The script offset of a file offset, or none if the file holds something else there.
    ///
    /// The offset just after the last byte belongs to the script; one inside an escape sequence
    /// is that of the escaped character.
    pub fn to_script(&self, file: TextSize) -> Option<TextSize> {
        match &self.map {
            Map::Contiguous(offset) => {
                let script = file.checked_sub(*offset)?;
                (script <= self.text.text_len()).then_some(script)
            }
            Map::Pieces(pieces) => {
                let inside = |p: &&Piece| p.file.contains(file);
                let at_end = |p: &&Piece| p.file.end() == file;
                let piece = pieces
                    .iter()
                    .find(inside)
                    .or_else(|| pieces.iter().find(at_end))?;
                Some(if piece.file.end() == file {
                    piece.script.end()
                } else if piece.is_verbatim() {
                    piece.script.start() + (file - piece.file.start())
                } else {
                    piece.script.start()
                })
            }
        }
    }

    /// Moves the places in the file.
    pub(crate) fn move_file(&mut self, moved: impl Fn(TextSize) -> TextSize) {
        match &mut self.map {
            Map::Contiguous(start) => *start = moved(*start),
            Map::Pieces(pieces) => {
                let all = pieces.iter().map(|piece| Piece {
                    file: TextRange::new(moved(piece.file.start()), moved(piece.file.end())),
                    ..*piece
                });
                *pieces = all.collect();
            }
        }
    }

    /// The part of the file from the script's first byte to its last.
    pub fn file_range(&self) -> TextRange {
        self.to_file(TextRange::up_to(self.text.text_len()))
    }

    /// A text as it has to be written at a place of the file, whose text this is, to be a part of
    /// the script there: what a string of JavaScript cannot hold as it is, is escaped.
    pub fn written_at<'t>(&self, file: &str, place: TextSize, text: &'t str) -> Cow<'t, str> {
        let Some(quote) = self.quote(file, place) else {
            return Cow::Borrowed(text);
        };
        let mut written = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(char) = rest.next() {
            match char {
                '\\' => written.push_str("\\\\"),
                '\n' if quote != '`' => written.push_str("\\n"),
                '\r' if quote != '`' => written.push_str("\\r"),
                '$' if quote == '`' && rest.peek() == Some(&'{') => written.push_str("\\$"),
                _ if char == quote => written.extend(['\\', char]),
                _ => written.push(char),
            }
        }
        Cow::Owned(written)
    }

    /// How the string of JavaScript is quoted that holds the script at a place of the file; `None`
    /// if it stands there in no string, or in one without escapes.
    fn quote(&self, file: &str, place: TextSize) -> Option<char> {
        let before = |start: TextSize| file.get(..usize::from(start));
        let mut start = match &self.map {
            Map::Contiguous(start) => *start,
            Map::Pieces(pieces) => {
                let holds = |piece: &Piece| {
                    piece.written != Written::Computed && piece.file.contains_inclusive(place)
                };
                let at = pieces.iter().position(holds)?;
                let mut first = pieces.get(at)?;
                for piece in pieces.get(..at)?.iter().rev() {
                    // Of the same string; a line may go on in the next.
                    let between = file.get(piece.file.end().into()..first.file.start().into());
                    let goes_on = between
                        .is_some_and(|text| text.is_empty() || matches!(text, "\\\n" | "\\\r\n"));
                    if piece.written == Written::Computed || !goes_on {
                        break;
                    }
                    first = piece;
                }
                first.file.start()
            }
        };
        for continued in ["\\\n", "\\\r\n"] {
            if before(start)?.ends_with(continued) {
                start -= TextSize::of(continued);
            }
        }
        let before = before(start)?;
        match before.chars().next_back()? {
            quote @ ('"' | '\'') => Some(quote),
            '`' if before.ends_with("String.raw`") => None,
            // Behind an expression, `${...}`, if it is no part of a page.
            '`' | '}' => Some('`'),
            _ => None,
        }
    }

    /// A text that is not in the file as it is, but stands for this part of it.
    pub(crate) fn inserted(text: &str, file: TextRange) -> SourceText {
        let piece = Piece {
            script: TextRange::up_to(text.text_len()),
            file,
            written: Written::Computed,
        };
        SourceText::pieces(text, vec![piece])
    }

    /// The same with another text in the place of a part of it: the rest stands where it stood, and
    /// what is other has no inside there.
    pub fn with_part(&self, range: TextRange, insert: &str) -> SourceText {
        let len = self.text.text_len();
        let range = range.intersect(TextRange::up_to(len)).unwrap_or_default();
        let other = SourceText::inserted(insert, self.to_file(range));
        let before = self.part(TextRange::up_to(range.start()));
        let parts = [before, other, self.part(TextRange::new(range.end(), len))];
        let parts = parts.into_iter().filter(|part| !part.text.is_empty());
        let parts: Vec<SourceText> = parts.collect();
        match parts.is_empty() {
            true => SourceText::contiguous("", self.file_range().start()),
            false => SourceText::concat_all(&parts),
        }
    }

    /// A part of it.
    fn part(&self, range: TextRange) -> SourceText {
        let cut = |piece: Piece| {
            let script = piece.script.intersect(range)?;
            let file = match piece.written {
                Written::Verbatim => {
                    let start = piece.file.start() + (script.start() - piece.script.start());
                    TextRange::at(start, script.len())
                }
                Written::Escaped | Written::Computed => piece.file,
            };
            let script = script - range.start();
            (!script.is_empty()).then_some(Piece {
                script,
                file,
                ..piece
            })
        };
        let pieces = self.to_pieces().into_iter().filter_map(cut);
        SourceText::pieces(&self.text[range], pieces.collect())
    }

    /// The sources one after the other.
    pub(crate) fn concat_all(parts: &[SourceText]) -> SourceText {
        let mut text = String::with_capacity(parts.iter().map(|p| p.text.len()).sum());
        let mut pieces = Vec::new();
        for part in parts {
            let shift = text.text_len();
            let moved = |p: Piece| Piece {
                script: p.script + shift,
                ..p
            };
            pieces.extend(part.to_pieces().into_iter().map(moved));
            text.push_str(&part.text);
        }
        SourceText::pieces(text, pieces)
    }

    fn to_pieces(&self) -> Vec<Piece> {
        match &self.map {
            Map::Contiguous(start) => {
                let script = TextRange::up_to(self.text.text_len());
                vec![Piece {
                    script,
                    file: script + *start,
                    written: Written::Verbatim,
                }]
            }
            Map::Pieces(pieces) => pieces.to_vec(),
        }
    }
}

/// Where the byte at `offset` begins; for the end of the text, where its last piece ends.
fn file_start(pieces: &[Piece], offset: TextSize) -> TextSize {
    let after = pieces.partition_point(|p| p.script.end() <= offset);
    match (pieces.get(after), pieces.last()) {
        (Some(p), _) if p.is_verbatim() => p.file.start() + (offset - p.script.start()),
        (Some(p), _) => p.file.start(),
        (None, Some(last)) => last.file.end(),
        (None, None) => TextSize::new(0),
    }
}

/// Where the byte before `offset` ends.
fn file_end(pieces: &[Piece], offset: TextSize) -> TextSize {
    let holding = pieces.partition_point(|p| p.script.end() < offset);
    match (pieces.get(holding), pieces.last()) {
        (Some(p), _) if p.is_verbatim() => p.file.start() + (offset - p.script.start()),
        (Some(p), _) => p.file.end(),
        (None, Some(last)) => last.file.end(),
        (None, None) => TextSize::new(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> TextRange {
        TextRange::new(start.into(), end.into())
    }

    fn piece(script: (u32, u32), file: (u32, u32)) -> Piece {
        Piece {
            script: range(script.0, script.1),
            file: range(file.0, file.1),
            written: match script.1 - script.0 == file.1 - file.0 {
                true => Written::Verbatim,
                false => Written::Escaped,
            },
        }
    }

    /// `"a\nb" + "cd"` at file offset 10.
    fn escaped() -> SourceText {
        let pieces = vec![
            piece((0, 1), (11, 12)),
            piece((1, 2), (12, 14)),
            piece((2, 3), (14, 15)),
            piece((3, 5), (20, 22)),
        ];
        SourceText::pieces("a\nbcd", pieces)
    }

    #[test]
    fn contiguous() {
        let source = SourceText::contiguous("abc", 10.into());
        assert_eq!(source.to_file(range(1, 3)), range(11, 13));
        assert_eq!(source.to_file(range(1, 99)), range(11, 13));
        assert_eq!(source.to_script(13.into()), Some(3.into()));
        assert_eq!(source.to_script(14.into()), None);
        assert_eq!(source.to_script(9.into()), None);
    }

    #[test]
    fn escapes_and_seams() {
        let source = escaped();
        assert_eq!(source.to_file(range(0, 1)), range(11, 12));
        assert_eq!(source.to_file(range(1, 2)), range(12, 14));
        assert_eq!(source.to_file(range(2, 3)), range(14, 15));
        assert_eq!(source.to_file(range(2, 4)), range(14, 21));
        assert_eq!(source.to_file(range(5, 5)), range(22, 22));
        assert_eq!(source.to_script(13.into()), Some(1.into()));
        assert_eq!(source.to_script(17.into()), None);
        assert_eq!(source.to_script(22.into()), Some(5.into()));
    }

    #[test]
    fn what_is_written_in_parts() {
        let source = escaped();
        assert_eq!(source.written(range(0, 3)), [range(11, 15)]);
        assert_eq!(source.written(range(1, 4)), [range(12, 15), range(20, 21)]);
        let number = SourceText::inserted("2", range(30, 31));
        let whole = SourceText::concat_all(&[source, number]);
        assert_eq!(whole.text(), "a\nbcd2");
        assert_eq!(whole.written(range(4, 6)), [range(21, 22)]);
        assert_eq!(whole.written(range(5, 6)), []);
        assert_eq!(
            SourceText::contiguous("abc", 10.into()).written(range(1, 3)),
            [range(11, 13)]
        );
    }

    #[test]
    fn the_rest_of_a_text_stands_where_it_stood() {
        let check = |source: &SourceText, part: (u32, u32), insert: &str, expected: &str| {
            let other = source.with_part(range(part.0, part.1), insert);
            assert_eq!(other.text(), expected);
            let len = other.text().len() as u32;
            let places = (0..len).map(|at| other.to_file(range(at, at + 1)));
            let places = places.map(|at| (at.start().into(), at.end().into()));
            places.collect::<Vec<(u32, u32)>>()
        };
        let source = SourceText::contiguous("ab(cd", 10.into());
        assert_eq!(
            check(&source, (2, 3), "", "abcd"),
            [(10, 11), (11, 12), (13, 14), (14, 15)]
        );
        assert_eq!(
            check(&source, (2, 5), "xyz", "abxyz"),
            [(10, 11), (11, 12), (12, 15), (12, 15), (12, 15)]
        );
        assert_eq!(check(&source, (0, 5), "x", "x"), [(10, 15)]);
        let nothing = source.with_part(range(0, 5), "");
        assert_eq!(nothing.file_range(), range(10, 10));
        assert_eq!(
            check(&escaped(), (2, 4), "x", "a\nxd"),
            [(11, 12), (12, 14), (14, 21), (21, 22)]
        );
    }

    #[test]
    fn what_a_string_cannot_hold_is_escaped() {
        let check = |file: &str, expected: &str| {
            let start = TextSize::new(file.find("a=1").unwrap_or(0) as u32);
            let source = SourceText::contiguous("a=1", start);
            let written = source.written_at(file, start, "\"'`\\\n${x}");
            assert_eq!(written, expected, "{file}");
        };
        check("<script>a=1</script>", "\"'`\\\n${x}");
        check("s = \"a=1\"", r#"\"'`\\\n${x}"#);
        check("s = 'a=1'", r#""\'`\\\n${x}"#);
        check("s = `a=1`", "\"'\\`\\\\\n\\${x}");
        check("s = `${x}a=1`", "\"'\\`\\\\\n\\${x}");
        check("s = String.raw`a=1`", "\"'`\\\n${x}");
        check("a=1", "\"'`\\\n${x}");
        // `"a\nb" + "cd"`, at offset 10.
        let file = "          \"a\\nb\" + 'cd'";
        let source = escaped();
        let at = |place: u32| source.written_at(file, place.into(), "\"'");
        assert_eq!(at(14), "\\\"'");
        assert_eq!(at(20), "\"\\'");
    }

    #[test]
    fn every_byte_is_found_again() {
        let source = escaped();
        for offset in 0..5 {
            let file = source.to_file(range(offset, offset + 1));
            assert_eq!(source.to_script(file.start()), Some(offset.into()));
        }
    }
}
