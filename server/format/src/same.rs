//! Whether edits leave a script as it reads.

use std::ops::Range;

use cindyscript_syntax::{Node, Parse, TextEdit, TextRange, child_range};

use crate::edits::{apply, apply_within};
use crate::words::Words;

/// Leaves out edits after which a script would have another tree, but for white space, or other
/// comments. The first `sound` bytes are statements without errors. Gives whether all are left.
///
/// What is broken may be read in another way when what stands behind it changes.
pub(crate) fn keep_the_reading(
    text: &str,
    parse: &Parse,
    sound: usize,
    edits: &mut Vec<TextEdit>,
) -> bool {
    let all = edits.len();
    let before = edits.partition_point(|edit| usize::from(edit.range.end()) <= sound);
    if !have_the_same_tree(text, parse, &edits[before..]) {
        edits.truncate(before);
    }
    let before = before.min(edits.len());
    if !have_the_same_tokens(text, parse, &edits[..before]) {
        edits.clear();
    }
    edits.len() == all
}

/// All edits as one: the part of the text that they replace, and the text after them; none where there
/// are none.
fn as_one(text: &str, edits: &[TextEdit]) -> Option<(TextRange, String)> {
    let (first, last) = (edits.first()?, edits.last()?);
    let part = TextRange::new(first.range.start(), last.range.end());
    Some((part, apply(text, edits)))
}

/// Whether a script after edits has the same tree but for white space, and the same comments in
/// the same order.
pub(crate) fn have_the_same_tree(text: &str, parse: &Parse, edits: &[TextEdit]) -> bool {
    let Some((old_part, new)) = as_one(text, edits) else {
        return true;
    };
    let Some(insert) = remainder(&new, text, old_part) else {
        return false;
    };
    let edit = TextEdit {
        range: old_part,
        insert: insert.to_owned(),
    };
    parse.reads_the_same(&edit, &new)
}

/// What has taken the place of a part of a text.
fn remainder<'t>(new: &'t str, old: &str, part: TextRange) -> Option<&'t str> {
    let behind = old.len() - usize::from(part.end());
    new.get(part.start().into()..new.len().checked_sub(behind)?)
}

/// Whether statements without errors have the same tokens after edits, and the same comments in the
/// same order: their tree depends on nothing else.
fn have_the_same_tokens(text: &str, parse: &Parse, edits: &[TextEdit]) -> bool {
    groups(parse.script().node(), edits).all(|(part, edits)| {
        let Some(old) = text.get(Range::<usize>::from(part)) else {
            return false;
        };
        let new = apply_within(text, part.into(), edits);
        let (old, new) = (Words::new(old), Words::new(&new));
        old.tokens().eq(new.tokens()) && old.comments().eq(new.comments())
    })
}

/// Edits that are near each other, each time with the children of the root that they touch and those
/// beside these: tokens do not reach across the ends of that, whatever becomes of what is between.
fn groups<'e>(
    root: Node<'_>,
    edits: &'e [TextEdit],
) -> impl Iterator<Item = (TextRange, &'e [TextEdit])> {
    let children: Vec<TextRange> = root.children_with_tokens().map(child_range).collect();
    let mut left = edits;
    std::iter::from_fn(move || {
        let mut last = left.first()?;
        let (start, mut end) = beside(&children, last.range);
        let mut count = 1;
        while let Some(next) = left.get(count) {
            let (first, behind) = beside(&children, next.range);
            if first >= end {
                break;
            }
            (end, last) = (behind, next);
            count += 1;
        }
        let (group, rest) = left.split_at(count);
        left = rest;
        let whole = TextRange::new(group.first()?.range.start(), last.range.end());
        let part = children.get(start..end).unwrap_or_default().iter();
        Some((part.fold(whole, |part, child| part.cover(*child)), group))
    })
}

/// The first of the children that touch a part or stand beside those, and the one behind the last.
fn beside(children: &[TextRange], part: TextRange) -> (usize, usize) {
    let touching = children.partition_point(|child| child.end() < part.start());
    let behind = children.partition_point(|child| child.start() <= part.end());
    (touching.saturating_sub(1), (behind + 1).min(children.len()))
}
