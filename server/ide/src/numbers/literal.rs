//! Where a number stands in a script, and what stands around it.

use std::iter::successors;

use cindyscript_syntax::SyntaxKind::{self, *};
use cindyscript_syntax::{SyntaxNode, SyntaxToken, tokens_at};
use text_size::{TextRange, TextSize};

use crate::parameters::{Range, range_behind};

/// A number with its sign; where it is in brackets because of the sign, with these.
pub(super) struct Literal {
    /// In bytes of the script.
    pub(super) range: TextRange,
    /// As the script has it.
    pub(super) written: String,
    /// Whether it stands in brackets if it is negative.
    pub(super) brackets: bool,
    /// What a comment says of it.
    pub(super) limits: Option<Range>,
}

impl Literal {
    /// The number at an offset of a script, or that ends there.
    pub(super) fn at(root: &SyntaxNode, text: &str, at: TextSize) -> Option<Literal> {
        let number = number_at(root, at)?;
        let literal = Literal::of(root, text, &number)?;
        literal.range.contains_inclusive(at).then_some(literal)
    }

    fn of(root: &SyntaxNode, text: &str, number: &SyntaxToken) -> Option<Literal> {
        let factor = outermost_product(number.parent()?);
        let sign = sign_of(&factor, number);
        let signed = sign.as_ref().unwrap_or(number).text_range();
        let signed = signed.cover(number.text_range());
        // All that the number may be, with what it is a factor of.
        let term = sign.as_ref().and_then(SyntaxToken::parent);
        let term = term.unwrap_or(factor);
        let (term, range) = match brackets_of(&term, signed) {
            Some(brackets) => (outermost_product(brackets.clone()), brackets.text_range()),
            None => (term, signed),
        };
        let before = tokens_at(root, range.start()).right_biased();
        let before = before.and_then(|first| significant_before(&first));
        Some(Literal {
            range,
            written: text.get(bytes(range))?.to_owned(),
            brackets: !may_precede_sign(before.as_ref()) || is_bound_tightly(&term),
            limits: limits(&term, range, text),
        })
    }
}

/// The token of the number at an offset, or of that whose sign or bracket may stand there.
fn number_at(root: &SyntaxNode, at: TextSize) -> Option<SyntaxToken> {
    let touching = tokens_at(root, at);
    let mut near = touching.flat_map(|token| {
        let next = match token.kind() {
            R_PAREN => SyntaxToken::prev_token,
            _ => SyntaxToken::next_token,
        };
        let around = move |token: &SyntaxToken| {
            let goes_on = matches!(token.kind(), MINUS | L_PAREN | R_PAREN | WHITESPACE);
            goes_on.then(|| next(token)).flatten()
        };
        // A bracket, a sign and the space between them.
        successors(Some(token), around).take(5)
    });
    let is_number = |it: &SyntaxToken| {
        it.kind() == NUMBER && it.parent().is_some_and(|it| it.kind() == LITERAL)
    };
    near.find(is_number)
}

/// The largest product that begins with a term: the sign before one is that of its first factor. It
/// is not that of a power's base.
fn outermost_product(term: SyntaxNode) -> SyntaxNode {
    let within = |term: &SyntaxNode| {
        let parent = term.parent()?;
        let is_product = matches!(operator(&parent), Some(STAR | CROSS | SLASH | DEGREE));
        let is_first = parent.first_child().as_ref() == Some(term);
        (is_product && is_first).then_some(parent)
    };
    successors(Some(term.clone()), within)
        .last()
        .unwrap_or(term)
}

/// The sign of the number that a product begins with.
fn sign_of(product: &SyntaxNode, number: &SyntaxToken) -> Option<SyntaxToken> {
    let mut before = successors(number.prev_token(), SyntaxToken::prev_token);
    let sign = before.find(|token| token.kind() != WHITESPACE)?;
    (is_sign(&sign) && sign.parent() == product.parent()).then_some(sign)
}

fn is_sign(token: &SyntaxToken) -> bool {
    let parent = token.parent();
    token.kind() == MINUS && parent.is_some_and(|term| term.kind() == PREFIX_EXPR)
}

/// The brackets around a negative number that hold nothing else.
fn brackets_of(term: &SyntaxNode, signed: TextRange) -> Option<SyntaxNode> {
    let brackets = term.parent().filter(|it| it.kind() == PAREN_EXPR)?;
    let is_all = term.kind() == PREFIX_EXPR && term.text_range() == signed;
    let mut parts = brackets.children_with_tokens();
    let comments = parts.any(|part| matches!(part.kind(), LINE_COMMENT | BLOCK_COMMENT));
    (is_all && !comments).then_some(brackets)
}

/// Whether a minus behind this token is a sign, and becomes no other operator with it.
fn may_precede_sign(before: Option<&SyntaxToken>) -> bool {
    before.is_none_or(|before| match before.kind().operator() {
        Some(operator) => matches!(operator.level, 6..=8 | 11..),
        None => before.kind().is_bracket(),
    })
}

/// Whether what stands behind a term takes it before its sign does.
fn is_bound_tightly(term: &SyntaxNode) -> bool {
    let Some(parent) = term.parent() else {
        return false;
    };
    let takes = match parent.kind() {
        INDEX_EXPR | FIELD_EXPR | USERDATA_EXPR | SUPERSCRIPT_EXPR | SUBSCRIPT_EXPR => true,
        _ => operator(&parent) == Some(CARET),
    };
    takes && parent.first_child().as_ref() == Some(term)
}

/// The operator of an infix or postfix term.
fn operator(term: &SyntaxNode) -> Option<SyntaxKind> {
    let has_one = matches!(term.kind(), BINARY_EXPR | POSTFIX_EXPR);
    let mut kinds = term.children_with_tokens().map(|part| part.kind());
    kinds.find(|kind| has_one && kind.is_operator())
}

/// What the comment behind an assignment says of the number that is its value.
fn limits(term: &SyntaxNode, range: TextRange, text: &str) -> Option<Range> {
    let assignment = term.parent().filter(|it| it.kind() == ASSIGN_EXPR)?;
    let is_all = term.text_range() == range && assignment.last_child().as_ref() == Some(term);
    let behind = text.get(assignment.text_range().end().into()..)?;
    is_all.then(|| range_behind(behind)).flatten()
}

fn significant_before(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut before = successors(token.prev_token(), SyntaxToken::prev_token);
    before.find(|token| !token.kind().is_trivia())
}

fn bytes(range: TextRange) -> std::ops::Range<usize> {
    range.into()
}
