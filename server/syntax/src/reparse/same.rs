//! Whether an edited text reads as before.
//!
//! The tree of a statement that nothing is wrong with is a function of its tokens: line ends count
//! only where two operands stand side by side, or a bracket is not closed. So such statements are
//! read, and only others are built again.

use rowan::TextSize;

use super::{Boundaries, Shift, TextEdit};
use crate::{
    Child, Node, Parse,
    SyntaxKind::{self, *},
    lexer::size,
    node::child_range,
    parser::Parser,
};

impl Parse {
    /// Whether `new_text`, which is the text of this parse after `edit`, has the same tree but for
    /// trivia, the same comments in the same order, and as many errors.
    ///
    /// If `new_text` is of another length than the edit leads to, it does not.
    pub fn reads_the_same(&self, edit: &TextEdit, new_text: &str) -> bool {
        let Some(shift) = Shift::new(self.green.text_len(), edit, size(new_text.len())) else {
            return false;
        };
        let boundaries = Boundaries::new(&self.green);
        let start = self.first_reached(&boundaries, edit, new_text);
        let faults = self.faults();
        let mut old = Old {
            children: Node::new(&self.green, 0.into()).children_from(start.index, start.offset),
            end: start.offset,
            comments: Vec::new(),
        };
        let mut new_comments = Vec::new();
        let pairs_from = self.pairs_from(&boundaries, &shift);
        let mut parser = Parser::knowing(new_text, start.offset.into(), &pairs_from);
        let mut rest = None;
        while rest.is_none() && parser.read() {
            let mut tokens = parser.raw_tokens().filter(|(kind, text)| {
                if is_comment(*kind) {
                    new_comments.push(*text);
                }
                !kind.is_trivia()
            });
            let is_sound = boundaries
                .statement(old.end)
                .is_some_and(|(start, end)| faults.all_outside(start, end));
            let is_same = if is_sound && parser.reads_well() {
                old.has_statement(&mut tokens)
            } else {
                tokens.for_each(drop);
                parser.build();
                let new = parser.take();
                let mut new = significant(Node::new(&new, 0.into()));
                new.all(|new| old.next().is_some_and(|child| old.is_same(child, new)))
            };
            if !is_same {
                return false;
            }
            rest = self.rest_behind(&parser, &boundaries, &shift);
        }
        let is_at_end = match rest {
            Some(rest) => old.end == rest.offset,
            None => old.next().is_none(),
        };
        let errors = self.errors.iter().filter(|error| {
            let at = error.range.start();
            start.offset <= at && rest.is_none_or(|rest| at < rest.offset)
        });
        is_at_end && old.comments == new_comments && errors.count() == parser.errors().len()
    }

    /// Where something is wrong.
    fn faults(&self) -> Faults {
        let errors = self.errors.iter().map(|error| error.range.start());
        let others = self.malformed.iter().chain(&self.unbounded);
        let mut places: Vec<TextSize> = errors.chain(others.copied()).collect();
        places.sort_unstable();
        Faults(places)
    }
}

/// The places where something is wrong, in order.
struct Faults(Vec<TextSize>);

impl Faults {
    fn all_outside(&self, start: TextSize, end: TextSize) -> bool {
        let first = self.0.partition_point(|place| *place < start);
        self.0.get(first).is_none_or(|place| *place > end)
    }
}

impl Boundaries {
    /// The statement that begins at a boundary: from there to behind its semicolon.
    fn statement(&self, start: TextSize) -> Option<(TextSize, TextSize)> {
        let at = self.0.binary_search_by_key(&start, |it| it.offset).ok()?;
        Some((start, self.0.get(at + 1)?.offset))
    }
}

/// The children of the old root that were not compared yet.
struct Old<'t, C> {
    children: C,
    /// Where the one before them ends that is no trivia.
    end: TextSize,
    /// The comments before them.
    comments: Vec<&'t str>,
}

impl<'t, C: Iterator<Item = Child<'t>>> Old<'t, C> {
    /// The next child that is no trivia.
    fn next(&mut self) -> Option<Child<'t>> {
        loop {
            let child = self.children.next()?;
            if !self.is_trivia(child) {
                self.end = child_range(child).end();
                return Some(child);
            }
        }
    }

    /// Whether it is trivia. A comment is remembered.
    fn is_trivia(&mut self, child: Child<'t>) -> bool {
        let Child::Token(token) = child else {
            return false;
        };
        if is_comment(token.kind()) {
            self.comments.push(token.text());
        }
        token.kind().is_trivia()
    }

    /// Whether the next statement consists of these tokens.
    fn has_statement<'n>(
        &mut self,
        tokens: &mut impl Iterator<Item = (SyntaxKind, &'n str)>,
    ) -> bool {
        while let Some(child) = self.next() {
            if !self.has_tokens(child, tokens) {
                return false;
            }
            if matches!(child, Child::Token(token) if token.kind() == SEMICOLON) {
                break;
            }
        }
        tokens.next().is_none()
    }

    /// Whether the next of these tokens are those of a child.
    fn has_tokens<'n>(
        &mut self,
        child: Child<'t>,
        tokens: &mut impl Iterator<Item = (SyntaxKind, &'n str)>,
    ) -> bool {
        match child {
            Child::Token(token) => tokens.next() == Some((token.kind(), token.text())),
            Child::Node(node) => node
                .children_with_tokens()
                .all(|child| self.is_trivia(child) || self.has_tokens(child, tokens)),
        }
    }

    /// Whether two children are the same but for trivia.
    fn is_same(&mut self, old: Child<'t>, new: Child<'_>) -> bool {
        match (old, new) {
            (Child::Token(old), Child::Token(new)) => {
                old.kind() == new.kind() && old.text() == new.text()
            }
            (Child::Node(old), Child::Node(new)) => {
                let mut others = significant(new);
                let mut children = old.children_with_tokens();
                old.kind() == new.kind()
                    && children.all(|child| {
                        self.is_trivia(child)
                            || others.next().is_some_and(|new| self.is_same(child, new))
                    })
                    && others.next().is_none()
            }
            _ => false,
        }
    }
}

/// The children that are no trivia.
fn significant(node: Node<'_>) -> impl Iterator<Item = Child<'_>> {
    let is_significant =
        |child: &Child<'_>| !matches!(child, Child::Token(token) if token.kind().is_trivia());
    node.children_with_tokens().filter(is_significant)
}

fn is_comment(kind: SyntaxKind) -> bool {
    matches!(kind, LINE_COMMENT | BLOCK_COMMENT)
}
