//! Parsing again after an edit, statement by statement.
//!
//! A statement that ends with a `;` is a function of the text from its beginning to that `;`, and
//! what follows a `;` outside brackets is a function of the text after it. So the statements before
//! the edit stay, and as soon as parsing arrives at a `;` that was one before, the rest stays too.
//! There are two exceptions. Statements whose brackets or quotes do not pair up depend on everything
//! after them: parsing starts again at the first of them. What an error says may depend on the rest
//! of its line: parsing starts again at the first error on the line of the edit.

mod same;

use cindyscript_diagnostic::Diagnostic;
use rowan::{GreenNode, NodeOrToken, TextRange, TextSize};

use crate::{
    Parse,
    SyntaxKind::SEMICOLON,
    chunk::VAIN_SEARCHES,
    lexer::size,
    parser::{Parser, parse},
};

/// A replacement of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The part that is replaced, in bytes of the old text.
    pub range: TextRange,
    /// The text in its place.
    pub insert: String,
}

impl TextEdit {
    /// The edit that makes `new` of `old`, if they differ: what stands between the common beginning and end.
    pub fn between(old: &str, new: &str) -> Option<TextEdit> {
        if old == new {
            return None;
        }
        let (a, b) = (old.as_bytes(), new.as_bytes());
        let mut prefix = common_prefix(a, b);
        while !old.is_char_boundary(prefix) || !new.is_char_boundary(prefix) {
            prefix -= 1;
        }
        let (rest_a, rest_b) = (&a[prefix..], &b[prefix..]);
        let mut suffix = common_suffix(rest_a, rest_b);
        while !old.is_char_boundary(a.len() - suffix) || !new.is_char_boundary(b.len() - suffix) {
            suffix -= 1;
        }
        let range = TextRange::new(size(prefix), size(a.len() - suffix));
        Some(TextEdit {
            range,
            insert: new[prefix..b.len() - suffix].to_owned(),
        })
    }
}

impl Parse {
    /// Parses `new_text`, which is the text of this parse after `edit`. The result equals
    /// `parse(new_text)`; statements that the edit did not reach are shared with this parse.
    ///
    /// If `new_text` is of another length than the edit leads to, everything is parsed.
    pub fn reparse(&self, edit: &TextEdit, new_text: &str) -> Parse {
        let Some(shift) = Shift::new(self.green.text_len(), edit, size(new_text.len())) else {
            return parse(new_text);
        };
        let boundaries = Boundaries::new(&self.green);
        let start = self.first_reached(&boundaries, edit, new_text);
        let pairs_from = self.pairs_from(&boundaries, &shift);
        let mut parser = Parser::knowing(new_text, start.offset.into(), &pairs_from);
        let mut end = boundaries.end(&self.green);
        while parser.statement() {
            if let Some(rest) = self.rest_behind(&parser, &boundaries, &shift) {
                end = rest;
                break;
            }
        }
        self.spliced(start, parser.finish(), end, &shift)
    }

    /// Whether nothing is wrong with the text behind an edit from a place between two statements on,
    /// and nothing in it can be read in two ways.
    fn pairs_from(&self, boundaries: &Boundaries, shift: &Shift) -> impl Fn(usize) -> bool {
        let errors = self.errors.iter().map(|error| error.range.start());
        let guessable = self.guessable.iter().chain(&self.unbounded).copied();
        let last = errors.chain(guessable).max();
        move |offset| {
            let old =
                (offset >= usize::from(shift.new_end)).then(|| shift.old_offset(size(offset)));
            let boundary = old.flatten().and_then(|old| boundaries.find(old));
            boundary.is_some_and(|boundary| last.is_none_or(|last| last < boundary.offset))
        }
    }

    /// The beginning of the first statement that an edit may reach.
    fn first_reached(&self, boundaries: &Boundaries, edit: &TextEdit, new_text: &str) -> Boundary {
        let at = edit.range.start();
        let before = new_text.get(..at.into()).unwrap_or_default();
        let line = size(before.rfind(['\n', '\r']).map_or(0, |end| end + 1));
        // Errors may depend on their line up to its end.
        let errors = self.errors.iter().map(|error| {
            let explained = error.explains.map(TextRange::start);
            explained.map_or(error.range.start(), |start| start.min(error.range.start()))
        });
        let on_line = errors.filter(|&start| line <= start && start < at);
        let unbounded = self.unbounded.first().copied();
        let limit = on_line.chain(unbounded).chain([at]).min();
        boundaries.last_until(limit.unwrap_or(at))
    }

    /// Where the statements begin in the old text that follow what was parsed of the new one, if
    /// these are all that is left of both.
    fn rest_behind(
        &self,
        parser: &Parser<'_>,
        boundaries: &Boundaries,
        shift: &Shift,
    ) -> Option<Boundary> {
        if !parser.at_boundary() || parser.offset() < usize::from(shift.new_end) {
            return None;
        }
        let rest = boundaries.find(shift.old_offset(size(parser.offset()))?)?;
        let is_same = self.same_searches(parser.vain_searches(), rest.offset);
        is_same.then_some(rest)
    }

    /// Whether parsing from `offset` on is the same, given how many vain searches came before.
    fn same_searches(&self, new: usize, offset: TextSize) -> bool {
        let old = self.unbounded.partition_point(|at| *at < offset);
        new.min(VAIN_SEARCHES) == old.min(VAIN_SEARCHES)
            || new.max(old) < VAIN_SEARCHES && old == self.unbounded.len()
    }

    /// This parse with `middle` in place of what stands between two boundaries.
    fn spliced(&self, start: Boundary, middle: Parse, end: Boundary, shift: &Shift) -> Parse {
        let children = middle.green.children().map(NodeOrToken::to_owned);
        let green = self
            .green
            .splice_children(start.index..end.index, children.collect::<Vec<_>>());

        let before = |error: &&Diagnostic| error.range.start() < start.offset;
        let after = |error: &&Diagnostic| error.range.start() >= end.offset;
        // Those of the lexer come before those of the parser.
        let errors = (self.errors.iter().filter(before).cloned())
            .chain(middle.errors)
            .chain(
                self.errors
                    .iter()
                    .filter(after)
                    .map(|error| error.clone().moved(|range| shift.range(range))),
            );
        let places = |old: &[TextSize], middle: Vec<TextSize>| -> Vec<TextSize> {
            let before = old.iter().copied().filter(|at| *at < start.offset);
            // What ends with the text belongs to its last statement.
            let is_left = end.offset < self.green.text_len();
            let after = old
                .iter()
                .copied()
                .filter(|at| is_left && *at >= end.offset);
            let after = after.map(|at| shift.offset(at));
            before.chain(middle).chain(after).collect()
        };
        Parse {
            green,
            errors: errors.collect(),
            unbounded: places(&self.unbounded, middle.unbounded),
            guessable: places(&self.guessable, middle.guessable),
            malformed: places(&self.malformed, middle.malformed),
        }
    }
}

/// The shift of offsets behind an edit.
struct Shift {
    old_end: TextSize,
    new_end: TextSize,
}

impl Shift {
    /// `None` if the edit does not lead from a text of the old length to one of the new length.
    fn new(old_length: TextSize, edit: &TextEdit, new_length: TextSize) -> Option<Shift> {
        let shift = Shift {
            old_end: edit.range.end(),
            new_end: edit.range.start().checked_add(size(edit.insert.len()))?,
        };
        let old_rest = old_length.checked_sub(shift.old_end)?;
        (new_length.checked_sub(shift.new_end)? == old_rest).then_some(shift)
    }

    /// The new offset of something behind the edit.
    fn offset(&self, old: TextSize) -> TextSize {
        old - self.old_end + self.new_end
    }

    /// The old offset of something behind the edit.
    fn old_offset(&self, new: TextSize) -> Option<TextSize> {
        Some(new.checked_sub(self.new_end)? + self.old_end)
    }

    fn range(&self, old: TextRange) -> TextRange {
        TextRange::new(self.offset(old.start()), self.offset(old.end()))
    }
}

/// A place between two statements.
#[derive(Debug, Clone, Copy)]
struct Boundary {
    /// The number of children of the root before it.
    index: usize,
    offset: TextSize,
}

/// The places after the semicolons of the root, and the beginning of the text.
struct Boundaries(Vec<Boundary>);

impl Boundaries {
    fn new(root: &GreenNode) -> Self {
        let mut here = Boundary {
            index: 0,
            offset: 0.into(),
        };
        let mut boundaries = vec![here];
        for child in root.children() {
            here.index += 1;
            here.offset += match child {
                NodeOrToken::Node(node) => node.text_len(),
                NodeOrToken::Token(token) => token.text_len(),
            };
            if child.kind() == SEMICOLON.into() {
                boundaries.push(here);
            }
        }
        Boundaries(boundaries)
    }

    fn last_until(&self, offset: TextSize) -> Boundary {
        let after = self.0.partition_point(|boundary| boundary.offset <= offset);
        let last = after.checked_sub(1).and_then(|last| self.0.get(last));
        last.copied().unwrap_or(Boundary {
            index: 0,
            offset: 0.into(),
        })
    }

    fn find(&self, offset: TextSize) -> Option<Boundary> {
        let found = self.last_until(offset);
        (found.offset == offset && found.index > 0).then_some(found)
    }

    fn end(&self, root: &GreenNode) -> Boundary {
        Boundary {
            index: root.children().len(),
            offset: root.text_len(),
        }
    }
}

/// How many bytes agree at the start; in blocks, since nearly all of a long script does.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 256;
    let mut same: usize = 0;
    for (x, y) in a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)) {
        if x != y {
            break;
        }
        same += BLOCK;
    }
    same + a[same..]
        .iter()
        .zip(&b[same..])
        .take_while(|(x, y)| x == y)
        .count()
}

/// How many bytes agree at the end.
fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let same = a
        .rchunks_exact(BLOCK)
        .zip(b.rchunks_exact(BLOCK))
        .take_while(|(x, y)| x == y)
        .count()
        * BLOCK;
    let ends = (&a[..a.len() - same], &b[..b.len() - same]);
    let rest = ends.0.iter().rev().zip(ends.1.iter().rev());
    same + rest.take_while(|(x, y)| x == y).count()
}
