//! How what is in a pair of brackets is laid out: as the author has begun it, where that says
//! something.

use SyntaxKind::*;
use cindyscript_syntax::{Child, Node, SyntaxKind, Token};

use crate::gap::line_ends;

/// The call whose arguments behind the first are alternatives: only the condition stands on the
/// line of its name.
const CONDITIONAL: &str = "if";
/// Arguments up to this many characters may stand on the line of the function's name.
const SHORT_ARGUMENT: usize = 32;
/// All arguments before the last one together, if that is a bracket that is opened behind them.
const SHORT_ARGUMENTS: usize = 40;
/// Lists whose elements have no more characters have several of them on a line.
const SHORT_ELEMENT: usize = 12;

/// A pair of brackets with what is in them.
#[derive(Debug)]
pub(crate) struct Bracket<'t> {
    /// The brackets, items, commas, and trivia.
    pub(crate) parts: Vec<Child<'t>>,
    pub(crate) items: Vec<Item<'t>>,
    pub(crate) form: Form,
    /// Whether it stands on several lines even if one would do.
    pub(crate) is_broken: bool,
    /// Whether the author has divided the items into lines.
    pub(crate) keeps_rows: bool,
    /// Whether all items but the first are alternatives.
    pub(crate) is_conditional: bool,
    /// Whether there are as many items on a line as fit.
    pub(crate) is_filled: bool,
}

/// What stands between two commas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'t> {
    pub(crate) node: Node<'t>,
    /// The line ends before it or before the comma that comes before it, whatever is more.
    pub(crate) lines: usize,
    pub(crate) is_empty: bool,
    /// Statements.
    pub(crate) is_sequence: bool,
    pub(crate) ends_with_semicolon: bool,
}

/// A layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The brackets stand beside what is in them.
    Inline,
    /// On several lines, all but the first items stand on lines of their own.
    Block {
        /// The number of items on the line of the opening bracket.
        head: usize,
    },
}

impl<'t> Bracket<'t> {
    /// The brackets of a node; of a call, with the name of the function.
    pub(crate) fn new(node: Node<'t>, callee: Option<&str>) -> Self {
        let parts: Vec<Child<'t>> = node.children_with_tokens().collect();
        let mut items = Vec::new();
        let (mut lines, mut has_comments) = (0, false);
        for &part in &parts {
            match part {
                Child::Node(node) => {
                    items.push(Item::new(node, std::mem::take(&mut lines)));
                }
                Child::Token(token) => {
                    has_comments |= is_comment(token);
                    lines = lines.max(line_ends_of(token));
                }
            }
        }
        let keeps_rows = items.iter().any(|item| item.lines > 0);
        let mut bracket = Self {
            parts,
            form: Form::Inline,
            is_broken: keeps_rows || items.iter().any(Item::has_lines),
            keeps_rows,
            is_conditional: callee.is_some_and(|name| name.eq_ignore_ascii_case(CONDITIONAL)),
            is_filled: !keeps_rows && callee.is_none() && is_short_list(&items),
            items,
        };
        if has_comments || keeps_rows || !bracket.is_inline(node.kind()) {
            let head = callee.map_or(0, |_| bracket.head());
            bracket.form = Form::Block { head };
        }
        bracket
    }

    /// Whether the brackets themselves never stand alone, unless the author has it so.
    fn is_inline(&self, kind: SyntaxKind) -> bool {
        match kind {
            // What is in it is broken at its operators.
            PAREN_EXPR | ABS_EXPR => !self.items.iter().any(|item| item.is_sequence),
            ARG_LIST => self.is_call() || self.ends_in_bracket(),
            _ => false,
        }
    }

    /// Whether the only argument is a call: `re(log(...))`.
    fn is_call(&self) -> bool {
        matches!(self.items[..], [item] if item.node.kind() == CALL_EXPR)
    }

    /// Whether the last of few short arguments is a bracket: `connect([...])`.
    fn ends_in_bracket(&self) -> bool {
        let Some((last, others)) = self.items.split_last() else {
            return false;
        };
        let is_literal = |item: &Item<'_>| matches!(item.node.kind(), LIST_EXPR | DICT_EXPR);
        let opens = match last.node.kind() {
            PAREN_EXPR => Bracket::new(last.node, None).form != Form::Inline,
            _ => is_literal(last),
        };
        let mut left = SHORT_ARGUMENTS;
        opens
            && !others.last().is_some_and(is_literal)
            && others.iter().all(|item| {
                let width = width(item.node, left).filter(|_| !item.is_sequence);
                left -= width.unwrap_or_default();
                width.is_some()
            })
    }

    /// The number of arguments on the line of the function's name.
    fn head(&self) -> usize {
        let plain = self.items.iter().take_while(|item| !item.is_sequence);
        let most = match self.is_conditional {
            true => 1,
            false => self.items.len(),
        };
        if self.keeps_rows {
            return plain.take(most).take_while(|item| item.lines == 0).count();
        }
        let most = most.min(self.items.len().saturating_sub(1));
        if self.is_conditional {
            return plain.take(most).count();
        }
        let is_short = |item: &&Item<'_>| {
            let is_value = !matches!(item.node.kind(), MODIFIER | ASSIGN_EXPR | UNDEFINE_EXPR);
            is_value && width(item.node, SHORT_ARGUMENT).is_some()
        };
        plain.take_while(is_short).count().min(most)
    }
}

impl<'t> Item<'t> {
    fn new(node: Node<'t>, lines: usize) -> Self {
        let is_sequence = node.kind() == SEQUENCE;
        Self {
            node,
            lines,
            is_empty: node.kind() == EMPTY,
            is_sequence,
            ends_with_semicolon: is_sequence && ends_with_semicolon(node),
        }
    }

    /// Whether there are line ends between its statements.
    fn has_lines(&self) -> bool {
        let nested = self.node.children();
        let mut sequences = [self.node].into_iter().chain(nested);
        sequences.any(|node| {
            let mut parts = node.children_with_tokens();
            let is_line_end = |part: Child<'_>| {
                part.into_token()
                    .is_some_and(|token| line_ends_of(token) > 0)
            };
            node.kind() == SEQUENCE && parts.any(is_line_end)
        })
    }
}

fn ends_with_semicolon(node: Node<'_>) -> bool {
    let last = node.children_with_tokens().last();
    let last = last.and_then(Child::into_token);
    last.is_some_and(|last| last.kind() == SEMICOLON)
}

/// Whether several elements of a list may stand on a line.
fn is_short_list(items: &[Item<'_>]) -> bool {
    let mut items = items.iter();
    items.all(|item| !item.is_sequence && width(item.node, SHORT_ELEMENT).is_some())
}

/// The number of characters of a node without trivia, if that is not more than `most`, and there is
/// no comment in it.
fn width(node: Node<'_>, most: usize) -> Option<usize> {
    let mut width = 0;
    for part in node.children_with_tokens() {
        width += match part {
            Child::Node(node) => self::width(node, most.checked_sub(width)?)?,
            Child::Token(token) if is_comment(token) => return None,
            Child::Token(token) if token.kind().is_trivia() => 0,
            Child::Token(token) => token.text().chars().count(),
        };
    }
    (width <= most).then_some(width)
}

fn is_comment(token: Token<'_>) -> bool {
    matches!(token.kind(), LINE_COMMENT | BLOCK_COMMENT)
}

/// The line ends in white space; none in any other token.
pub(crate) fn line_ends_of(token: Token<'_>) -> usize {
    match token.kind() {
        WHITESPACE => line_ends(token.text()),
        _ => 0,
    }
}
