//! The edits that lead from a text to another one with the same tokens.

use std::ops::Range;

use cindyscript_syntax::{TextEdit, TextRange, TextSize};

use crate::words::Words;

/// Adds the edits that make `new` of `old`, which begins at `start`: of white space alone where
/// both have the same tokens and comments in the same order, and else one edit.
pub(crate) fn difference(
    old: &Words<'_>,
    new: &Words<'_>,
    start: usize,
    edits: &mut Vec<TextEdit>,
) {
    if !old.texts().eq(new.texts()) {
        return replace(old.text(), new.text(), start, edits);
    }
    let words = old.ranges().zip(new.ranges());
    white_space(old.text(), new.text(), words, start, edits);
}

/// Adds the edits that make `new` of `old`, which begins at `start`, where both have the same words,
/// and these stand at these places.
pub(crate) fn white_space(
    old: &str,
    new: &str,
    words: impl Iterator<Item = (Range<usize>, Range<usize>)>,
    start: usize,
    edits: &mut Vec<TextEdit>,
) {
    let end = |text: &str| text.len()..text.len();
    let (mut a, mut b) = (0, 0);
    for (old_word, new_word) in words.chain([(end(old), end(new))]) {
        let old_space = old.get(a..old_word.start);
        let new_space = new.get(b..new_word.start);
        if let (Some(old_space), Some(new_space)) = (old_space, new_space) {
            replace(old_space, new_space, start + a, edits);
        }
        (a, b) = (old_word.end, new_word.end);
    }
}

/// Adds the edit that replaces what differs between two texts.
pub(crate) fn replace(old: &str, new: &str, start: usize, edits: &mut Vec<TextEdit>) {
    if old == new {
        return;
    }
    let same = |(a, b): &(char, char)| a == b;
    let front = old.chars().zip(new.chars()).take_while(same);
    let front: usize = front.map(|(c, _)| c.len_utf8()).sum();
    let (old_rest, new_rest) = (&old[front..], &new[front..]);
    let back = old_rest.chars().rev().zip(new_rest.chars().rev());
    let back: usize = back.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    edits.push(TextEdit {
        range: range(start + front, start + old.len() - back),
        insert: new_rest[..new_rest.len() - back].to_owned(),
    });
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |offset: usize| TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    TextRange::new(size(start), size(end))
}

/// The text after edits, which are in order and do not overlap.
#[must_use]
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    apply_within(text, 0..text.len(), edits)
}

/// A part of a text after edits that lie in it.
pub(crate) fn apply_within(text: &str, part: Range<usize>, edits: &[TextEdit]) -> String {
    let mut new = String::with_capacity(part.len());
    let mut at = part.start;
    for edit in edits {
        let Range { start, end } = edit.range.into();
        new.push_str(text.get(at..start).unwrap_or_default());
        new.push_str(&edit.insert);
        at = end;
    }
    new.push_str(text.get(at..part.end).unwrap_or_default());
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: &[(u32, u32, &str)]) {
        let (old_words, new_words) = (Words::new(old), Words::new(new));
        let mut edits = Vec::new();
        difference(&old_words, &new_words, 10, &mut edits);
        let found: Vec<(u32, u32, &str)> = edits
            .iter()
            .map(|edit| {
                let (start, end) = (edit.range.start().into(), edit.range.end().into());
                (start, end, edit.insert.as_str())
            })
            .collect();
        assert_eq!(found, expected, "{old:?}");
        let mut edits = Vec::new();
        difference(&old_words, &new_words, 0, &mut edits);
        assert_eq!(apply(old, &edits), new);
    }

    #[test]
    fn only_white_space_is_edited() {
        check("a=1;", "a = 1;", &[(11, 11, " "), (12, 12, " ")]);
        check(
            "f(\n    a,b)",
            "f(\n  a,\n  b\n)",
            &[(15, 17, ""), (19, 19, "\n  "), (20, 20, "\n")],
        );
        check("a // b\n", "a // b\n", &[]);
        check("a // b\n, c", "a, // b\nc", &[(11, 19, ", // b\n")]);
        check("", "a", &[(10, 10, "a")]);
    }
}
