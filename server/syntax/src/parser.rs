//! Tokens to tree.
//!
//! Operators are put together as CindyJS does it, by shifting and reducing on their levels, so that
//! both accept the same texts. Nodes are made bottom-up (a node is wrapped around what already
//! stands in the builder), hence no node is open while its contents are parsed, and a statement
//! that turns out to be too deep can be closed at any point.
//!
//! # Where the verdict differs from CindyJS
//!
//! | text | CindyJS | here |
//! |---|---|---|
//! | `a -> b` outside a call | parses, then fails when it runs | `modifier-outside-call` |
//! | `{a: 1}`, `{1}`, `{a + "b": 1}` | parses, then drops the entry with a message | `dict-key`, `dict-entry` |
//! | `f\|x\|` | a call of `f` | `missing-operator`: a product was meant |
//! | more than 512 levels in one statement | parses, up to the size of its stack | `too-deep` |
//! | letters newer than Unicode 8.0; letter-like numbers such as `Ⅳ` | invalid | names |

mod bracket;
mod expression;

use cindyscript_diagnostic::Diagnostic;
use rowan::{GreenNode, TextRange, TextSize};

use crate::{
    Child, Node,
    SyntaxKind::{self, *},
    SyntaxNode,
    ast::Script,
    builder::{Checkpoint, MAX_HEIGHT, Operand, Shape, TooDeep, TreeBuilder},
    chunk::Chunk,
    fault, foreign,
    lexer::{Significant, size},
    node::child_range,
};
use expression::Pending;

/// The result of parsing: a tree and what is wrong with its text. A value; clones are cheap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parse {
    /// The tree. Its text is the text that was parsed.
    pub green: GreenNode,
    /// The diagnostics, statement by statement in the order of the text.
    pub errors: Vec<Diagnostic>,
    /// See [`unbounded`](Self::unbounded).
    pub(crate) unbounded: Vec<TextSize>,
    /// The offsets of other statements with strings that span lines, or bars around a `;`: if a
    /// bracket before them is not closed, it may be these that were not meant.
    pub(crate) guessable: Vec<TextSize>,
    /// Where something was not understood: the end of each [`ERROR`] node, and the beginning of each
    /// [`UNKNOWN`] token.
    pub(crate) malformed: Vec<TextSize>,
}

impl Parse {
    /// The places, in no order, at which something was not understood: where a node without a
    /// meaning ends, and where an unknown character stands. A statement that holds none of them, its
    /// end included, consists of what is understood.
    pub fn malformed(&self) -> &[TextSize] {
        &self.malformed
    }

    /// The offsets of the statements, trivia before them included, that depend on all of the text after
    /// them, in order: a bracket or a quotation mark in them has no partner.
    pub fn unbounded(&self) -> &[TextSize] {
        &self.unbounded
    }

    /// Whether the script runs: it has no error. Warnings are of what CindyJS leaves out.
    pub fn is_valid(&self) -> bool {
        !self.errors.iter().any(Diagnostic::is_error)
    }

    /// The typed tree.
    pub fn script(&self) -> Script<'_> {
        Script::new(Node::new(&self.green, 0.into()))
    }

    /// The tree with parents.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// Those children of the root that meet a part of the text, be it only with an end, trivia
    /// included.
    pub fn children_in(&self, part: TextRange) -> impl Iterator<Item = Child<'_>> {
        // The tree with parents finds the first by halves.
        let start = TextRange::empty(part.start());
        let root = self.syntax();
        let is_within = root.text_range().contains_range(start);
        let first = is_within.then(|| root.child_or_token_at_range(start));
        let (first, at) = first.flatten().map_or((0, 0.into()), |first| {
            (first.index(), first.text_range().start())
        });
        let root = Node::new(&self.green, 0.into());
        let mut children = root.children_from(first, at);
        std::iter::from_fn(move || {
            let next = children.next();
            next.filter(|child| child_range(*child).intersect(part).is_some())
        })
    }
}

/// Parses a text of less than 4 GiB. Never fails.
pub fn parse(text: &str) -> Parse {
    let mut parser = Parser::new(text, 0);
    while parser.statement() {}
    parser.finish()
}

pub(crate) struct Parser<'t> {
    text: &'t str,
    builder: TreeBuilder,
    chunk: Chunk,
    /// The next significant token.
    position: usize,
    /// The next token of all.
    raw: usize,
    raw_start: usize,
    pending: Vec<Pending>,
    nesting: u16,
    /// The end of the unclosed brackets that were reported last.
    unclosed_end: Option<usize>,
    errors: Vec<Diagnostic>,
    /// The number of errors of the statements before.
    known: usize,
    unbounded: Vec<TextSize>,
    guessable: Vec<TextSize>,
    malformed: Vec<TextSize>,
    /// The end of the entries without colons of which an error tells.
    explained_entries: usize,
    /// See [`Chunk::read`].
    pairs_from: &'t dyn Fn(usize) -> bool,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str, start: usize) -> Self {
        Self::knowing(text, start, &|_| false)
    }

    /// A parser of a text of which it is known from where on it [pairs up](Chunk::read).
    pub(crate) fn knowing(
        text: &'t str,
        start: usize,
        pairs_from: &'t dyn Fn(usize) -> bool,
    ) -> Self {
        Parser {
            text,
            pairs_from,
            builder: TreeBuilder::new(),
            chunk: Chunk::before(start),
            position: 0,
            raw: 0,
            raw_start: start,
            pending: Vec::new(),
            nesting: 0,
            unclosed_end: None,
            errors: Vec::new(),
            known: 0,
            unbounded: Vec::new(),
            guessable: Vec::new(),
            malformed: Vec::new(),
            explained_entries: 0,
        }
    }

    pub(crate) fn finish(self) -> Parse {
        Parse {
            green: self.builder.finish(SCRIPT),
            errors: self.errors,
            unbounded: self.unbounded,
            guessable: self.guessable,
            malformed: self.malformed,
        }
    }

    /// The offset of the next statement.
    pub(crate) fn offset(&self) -> usize {
        self.chunk.end
    }

    /// Whether the statement before [`offset`](Self::offset) ended with a semicolon of its own.
    pub(crate) fn at_boundary(&self) -> bool {
        let last = self.chunk.significant.last();
        last.is_some_and(|last| last.kind == SEMICOLON && last.end == self.chunk.end)
    }

    /// What is wrong with the statements so far.
    pub(crate) fn errors(&self) -> &[Diagnostic] {
        &self.errors
    }

    /// Where the first token of the statement before [`offset`](Self::offset) begins and the last
    /// one ends, whatever they are; `None` if it has only comments.
    pub(crate) fn tokens(&self) -> Option<(usize, usize)> {
        let raw = &self.chunk.raw;
        let is_token = |(kind, _): &(SyntaxKind, usize)| !kind.is_trivia();
        let first = raw.iter().position(is_token)?;
        let last = raw.iter().rposition(is_token)?;
        let start = first
            .checked_sub(1)
            .map_or(self.chunk.start, |before| raw[before].1);
        Some((start, raw[last].1))
    }

    /// Whether brackets and quotes of the statement before [`offset`](Self::offset) pair up.
    pub(crate) fn is_paired(&self) -> bool {
        !self.chunk.is_unbounded && !self.chunk.unterminated
    }

    /// The number of statements so far that depend on all of the text after them.
    pub(crate) fn vain_searches(&self) -> usize {
        self.unbounded.len()
    }

    /// Parses the next statement with its semicolon. False at the end of the text.
    pub(crate) fn statement(&mut self) -> bool {
        let is_read = self.read();
        if is_read {
            self.build();
        }
        is_read
    }

    /// Reads the tokens of the next statement with its semicolon, and no more. False at the end of
    /// the text.
    pub(crate) fn read(&mut self) -> bool {
        let start = self.chunk.end;
        let vain_searches = self.unbounded.len();
        self.known = self.errors.len();
        let (pairs_from, errors) = (self.pairs_from, &mut self.errors);
        let is_read = self
            .chunk
            .read(self.text, start, vain_searches, pairs_from, errors);
        if !is_read {
            return false;
        }
        if self.chunk.is_unbounded {
            self.unbounded.push(size(start));
        } else if self.chunk.guessable {
            self.guessable.push(size(start));
        }
        self.position = 0;
        self.raw = 0;
        self.raw_start = start;
        self.unclosed_end = None;
        true
    }

    /// Builds the tree of the statement that was read.
    pub(crate) fn build(&mut self) {
        let first_error = self.errors.len();
        self.trivia();
        let at = self.builder.checkpoint();
        if self.statement_body(at).is_err() {
            self.pending.clear();
            self.nesting = 0;
            self.errors.truncate(first_error);
            self.flatten(at);
        }
        self.flush();
        self.leave_out_explained();
    }

    /// Takes what was built so far, as the children of a root.
    pub(crate) fn take(&mut self) -> GreenNode {
        self.builder.take(SCRIPT)
    }

    /// Whether nothing is wrong with the tokens that were read.
    pub(crate) fn reads_well(&self) -> bool {
        let is_known = |(kind, _): &(SyntaxKind, usize)| *kind != UNKNOWN;
        self.errors.len() == self.known && self.is_paired() && self.chunk.raw.iter().all(is_known)
    }

    /// The tokens that were read, trivia included.
    pub(crate) fn raw_tokens(&self) -> impl Iterator<Item = (SyntaxKind, &'t str)> {
        let (text, mut start) = (self.text, self.chunk.start);
        self.chunk.raw.iter().map(move |&(kind, end)| {
            let token = text.get(start..end).unwrap_or_default();
            start = end;
            (kind, token)
        })
    }

    /// Says what the statement has of other languages, and leaves out errors that come of what has
    /// been said.
    fn leave_out_explained(&mut self) {
        // A text that CindyJS accepts is no error, however it reads.
        let found = self.errors.split_off(self.known);
        if found.is_empty() {
            return;
        }
        let found = fault::merge_bracket_errors(self.text, &self.chunk.significant, found);
        let mut errors = foreign::recognised(self.text, &self.chunk.significant);
        errors.retain(|foreign| {
            let explains = foreign.explains.unwrap_or(foreign.range);
            found.iter().any(|error| fault::is_within(error, explains))
        });
        errors.extend(found);
        // Whatever comes behind the statement is said with what it belongs to.
        let end = size(self.chunk.end);
        for range in errors
            .iter_mut()
            .filter_map(|error| error.explains.as_mut())
        {
            *range = TextRange::new(range.start().min(end), range.end().min(end));
        }
        let explained: Vec<(usize, TextRange)> = errors
            .iter()
            .enumerate()
            .filter_map(|(place, error)| Some((place, error.explains?)))
            .collect();
        let mut place = 0;
        errors.retain(|error| {
            let mut explained = explained.iter();
            let is_left_out = explained.any(|&(other, range)| {
                let comes_first = other < place || error.explains.is_none();
                other != place && comes_first && fault::is_within(error, range)
            });
            place += 1;
            !is_left_out
        });
        self.errors.extend(errors);
    }

    fn statement_body(&mut self, at: Checkpoint) -> Result<(), TooDeep> {
        let end = self.chunk.significant.len();
        let mut separator = None;
        while let Some(token) = self.peek(end) {
            match token.kind {
                SEMICOLON => {
                    self.close_malformed(at, &mut separator);
                    self.bump();
                }
                COMMA | ARROW => {
                    if separator.is_none() {
                        let error = if token.kind == COMMA {
                            fault::comma_outside_brackets(self.text, token.range())
                        } else {
                            fault::modifier_outside_call(token.range())
                        };
                        self.errors.push(error);
                        separator = Some(token.kind);
                    }
                    self.bump();
                }
                _ => {
                    self.expression(end)?;
                }
            }
        }
        self.close_malformed(at, &mut separator);
        Ok(())
    }

    fn close_malformed(&mut self, at: Checkpoint, separator: &mut Option<SyntaxKind>) {
        if separator.take().is_some() {
            self.wrap(ERROR, at);
        }
    }

    /// Adds an error. Brackets lie in one another: what is on the stack meanwhile is kept small, and
    /// holds no diagnostic.
    #[inline(never)]
    fn report(&mut self, fault: impl FnOnce(&Self) -> Diagnostic) {
        let fault = fault(self);
        self.errors.push(fault);
    }

    /// Gives up on the structure of a statement, except for what of it is already complete.
    fn flatten(&mut self, at: Checkpoint) {
        let end = self.chunk.significant.len();
        let ends_with_semicolon = self.peek_last_is_semicolon();
        let last = if ends_with_semicolon { end - 1 } else { end };
        let first = self.chunk.significant.first().map(Significant::range);
        while self.position < last {
            self.bump();
        }
        self.wrap(ERROR, at);
        if ends_with_semicolon {
            self.bump();
        }
        if let Some(range) = first {
            self.errors.push(fault::too_deep(range));
        }
    }

    fn peek_last_is_semicolon(&self) -> bool {
        let last = self.chunk.significant.last();
        last.is_some_and(|last| last.kind == SEMICOLON)
    }

    // Tokens

    /// The next significant token before `end`.
    fn peek(&self, end: usize) -> Option<Significant> {
        if self.position < end {
            self.chunk.significant.get(self.position).copied()
        } else {
            None
        }
    }

    fn kind_at(&self, index: usize) -> SyntaxKind {
        let token = self.chunk.significant.get(index);
        token.map_or(ERROR, |token| token.kind)
    }

    fn previous(&self) -> Option<Significant> {
        let index = self.position.checked_sub(1)?;
        self.chunk.significant.get(index).copied()
    }

    /// Puts the next significant token into the tree, and what stands before it.
    fn bump(&mut self) {
        self.trivia();
        if let Some((kind, end)) = self.chunk.raw.get(self.raw).copied() {
            self.token(kind, end);
        }
        self.position += 1;
    }

    /// Puts the trivia before the next significant token into the tree.
    fn trivia(&mut self) {
        let next = self.chunk.significant.get(self.position);
        let until = next.map_or(self.chunk.raw.len(), |token| token.raw);
        while self.raw < until
            && let Some((kind, end)) = self.chunk.raw.get(self.raw).copied()
        {
            self.token(kind, end);
        }
    }

    fn flush(&mut self) {
        while let Some((kind, end)) = self.chunk.raw.get(self.raw).copied() {
            self.token(kind, end);
        }
    }

    fn token(&mut self, kind: SyntaxKind, end: usize) {
        let text = self.text.get(self.raw_start..end).unwrap_or_default();
        if kind == UNKNOWN {
            self.malformed.push(size(self.raw_start));
        }
        self.builder.token(kind, text);
        self.raw += 1;
        self.raw_start = end;
    }

    // Nodes

    fn wrap(&mut self, kind: SyntaxKind, at: Checkpoint) {
        if kind == ERROR {
            self.malformed.push(size(self.raw_start));
        }
        self.builder.wrap(kind, at);
    }

    /// Wraps a node around what stands from `at` on.
    fn node(
        &mut self,
        kind: SyntaxKind,
        at: Checkpoint,
        start: usize,
        height: u16,
        shape: Shape,
    ) -> Result<Operand, TooDeep> {
        if height >= MAX_HEIGHT {
            return Err(TooDeep);
        }
        self.wrap(kind, at);
        Ok(Operand {
            at,
            start,
            end: self.raw_start,
            height: height + 1,
            shape,
        })
    }
}
