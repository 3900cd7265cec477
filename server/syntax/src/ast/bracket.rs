//! Nodes of brackets: calls, lists, dictionaries, bars, sequences.

use std::borrow::Cow;

use rowan::{NodeOrToken, TextRange};

use super::{Expr, Literal, LiteralValue, ends_with_semicolon, exprs, nodes, slots};
use crate::{SyntaxKind::*, Token, text::without_spaces};

nodes! {
    /// `f(a, b, name -> c)`, also with square brackets.
    Call = CALL_EXPR,
    /// `name -> value`
    Modifier = MODIFIER,
    /// `(a)`
    Paren = PAREN_EXPR,
    /// `[a, b]`, `(a, b)`, `()`
    List = LIST_EXPR,
    /// `{"key": value}`
    Dict = DICT_EXPR,
    /// `"key": value`
    DictEntry = DICT_ENTRY,
    /// `|a|` or `|a, b|`
    Abs = ABS_EXPR,
    /// `a; b; c` in a slot.
    Sequence = SEQUENCE,
    /// A part that was not understood, with the expressions found in it.
    Malformed = ERROR,
}

/// A slot between the commas of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument<'a> {
    /// An argument by position. Modifiers do not count as positions.
    Expr(Expr<'a>),
    /// `name -> value`
    Modifier(Modifier<'a>),
    /// Nothing: an undefined argument.
    Empty(TextRange),
}

impl<'a> Call<'a> {
    fn callee(self) -> Option<Token<'a>> {
        self.0.token(IDENT)
    }

    /// The name of the function as typed, without inner spaces. Function names are not
    /// case-sensitive.
    pub fn name(self) -> Cow<'a, str> {
        self.callee()
            .map_or(Cow::Borrowed(""), |token| without_spaces(token.text()))
    }

    /// The range of the name.
    pub fn name_range(self) -> TextRange {
        self.callee().map_or(self.range(), Token::range)
    }

    /// The slots between the commas; none for `f()`.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'a>> + Clone {
        let list = self.0.children().find(|child| child.kind() == ARG_LIST);
        list.into_iter()
            .flat_map(crate::Node::children)
            .filter_map(|child| match child.kind() {
                MODIFIER => Some(Argument::Modifier(Modifier(child))),
                EMPTY => Some(Argument::Empty(child.range())),
                _ => Expr::cast(child).map(Argument::Expr),
            })
    }
}

impl<'a> Modifier<'a> {
    /// The name, without inner spaces.
    pub fn name(self) -> Cow<'a, str> {
        self.0
            .token(IDENT)
            .map_or(Cow::Borrowed(""), |token| without_spaces(token.text()))
    }

    /// The range of the name.
    pub fn name_range(self) -> TextRange {
        self.0.token(IDENT).map_or(self.range(), Token::range)
    }

    /// The value.
    pub fn value(self) -> Option<Expr<'a>> {
        exprs(self.0).next()
    }
}

impl<'a> Paren<'a> {
    /// The expression in the parentheses.
    pub fn inner(self) -> Option<Expr<'a>> {
        exprs(self.0).next()
    }
}

impl<'a> List<'a> {
    /// The elements; `None` for an empty slot, an undefined element.
    pub fn elements(self) -> impl Iterator<Item = Option<Expr<'a>>> + Clone {
        slots(self.0)
    }
}

impl<'a> Abs<'a> {
    /// One element for an absolute value, two for a distance; `None` for an empty slot.
    pub fn elements(self) -> impl Iterator<Item = Option<Expr<'a>>> + Clone {
        slots(self.0)
    }
}

impl<'a> Dict<'a> {
    /// The entries in order.
    pub fn entries(self) -> impl Iterator<Item = DictEntry<'a>> + Clone {
        self.0.children().filter_map(DictEntry::cast)
    }
}

impl<'a> DictEntry<'a> {
    /// The key, if it is the string that it has to be.
    pub fn key(self) -> Option<&'a str> {
        match self.key_expr()? {
            Expr::Literal(literal) => match Literal::value(literal) {
                LiteralValue::String(key) => Some(key),
                LiteralValue::Number(_) => None,
            },
            _ => None,
        }
    }

    /// Whatever stands before the colon.
    pub fn key_expr(self) -> Option<Expr<'a>> {
        self.sides().0
    }

    /// The range of the key.
    pub fn key_range(self) -> TextRange {
        self.key_expr().map_or(self.range(), Expr::range)
    }

    /// The value.
    pub fn value(self) -> Option<Expr<'a>> {
        self.sides().1
    }

    fn sides(self) -> (Option<Expr<'a>>, Option<Expr<'a>>) {
        let (mut key, mut value, mut after_colon) = (None, None, false);
        for child in self.0.children_with_tokens() {
            match child {
                NodeOrToken::Token(token) => after_colon |= token.kind() == COLON,
                NodeOrToken::Node(node) if after_colon => value = Expr::cast(node),
                NodeOrToken::Node(node) => key = Expr::cast(node),
            }
        }
        (key, value)
    }
}

impl<'a> Sequence<'a> {
    /// The statements; empty ones are left out.
    pub fn statements(self) -> impl Iterator<Item = Expr<'a>> + Clone {
        exprs(self.0)
    }

    /// Whether the last statement has a semicolon after it; the value is the same.
    pub fn ends_with_semicolon(self) -> bool {
        ends_with_semicolon(self.0)
    }
}

impl<'a> Malformed<'a> {
    /// The expressions found in it.
    pub fn exprs(self) -> impl Iterator<Item = Expr<'a>> + Clone {
        exprs(self.0)
    }
}
