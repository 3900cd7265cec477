//! Whether edits leave a script as it reads.

use SyntaxKind::*;
use cindyscript_syntax::{Element, Node, Parse, SyntaxKind, TextEdit, TextRange, Token};

use crate::edits::apply;

/// Whether a script after edits has the same tree but for white space, and the same comments in
/// the same order.
pub(crate) fn reads_the_same(text: &str, parse: &Parse, edits: &[TextEdit]) -> bool {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else {
        return true;
    };
    let new = apply(text, edits);
    // All edits as one.
    let old_part = TextRange::new(first.range.start(), last.range.end());
    let start = usize::from(old_part.start());
    let behind = text.len() - usize::from(old_part.end());
    let Some(insert) = new.get(start..new.len().saturating_sub(behind)) else {
        return false;
    };
    let edit = TextEdit {
        range: old_part,
        insert: insert.to_owned(),
    };
    let again = parse.reparse(&edit, &new);
    let (old, new) = (parse.script().node(), again.script().node());
    parse.errors.len() == again.errors.len()
        && shape(old).eq(shape(new))
        && comments(old).eq(comments(new))
}

/// The kind of a part, the number of its parts, and its text if it is a token.
type Shape<'t> = (SyntaxKind, usize, &'t str);

/// The parts of a tree without trivia, each before what it holds.
fn shape<'t>(root: Node<'t>) -> impl Iterator<Item = Shape<'t>> {
    parts(root).filter_map(|part| match part {
        Element::Token(token) if token.kind().is_trivia() => None,
        Element::Token(token) => Some((token.kind(), 0, token.text())),
        Element::Node(node) => Some((
            node.kind(),
            node.tokens().count() + node.children().count(),
            "",
        )),
    })
}

fn comments<'t>(root: Node<'t>) -> impl Iterator<Item = &'t str> {
    let tokens = parts(root).filter_map(Element::into_token);
    let comments = tokens.filter(|token| matches!(token.kind(), LINE_COMMENT | BLOCK_COMMENT));
    comments.map(Token::text)
}

/// All parts of a tree, each before what it holds.
fn parts<'t>(root: Node<'t>) -> impl Iterator<Item = Element<'t>> {
    let mut pending = vec![Element::Node(root)];
    std::iter::from_fn(move || {
        let part = pending.pop()?;
        if let Element::Node(node) = part {
            let first = pending.len();
            pending.extend(node.children_with_tokens());
            pending[first..].reverse();
        }
        Some(part)
    })
}
