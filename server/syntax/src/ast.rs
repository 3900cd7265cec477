//! The typed tree: one `Copy` struct per kind of expression over the [`Node`] cursor.
//!
//! Whatever the parser could not find is `None`; nothing here fails, and nothing allocates except
//! names that are written with spaces inside.

mod bracket;
mod operation;

use std::borrow::Cow;

use rowan::TextRange;

pub use bracket::{
    Abs, Argument, Call, Dict, DictEntry, List, Malformed, Modifier, Paren, Sequence,
};
pub use operation::{
    Assign, Binary, Field, Index, Postfix, Prefix, Subscript, Superscript, Undefine, Userdata,
};

use crate::{
    Node,
    SyntaxKind::{self, *},
    text::{number_value, string_value, without_spaces},
};

macro_rules! nodes {
    ($($(#[doc = $doc:literal])+ $name:ident = $kind:ident,)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct $name<'a>(pub(in crate::ast) crate::Node<'a>);

            impl<'a> $name<'a> {
                /// The node as this, if it is of this kind.
                pub fn cast(node: crate::Node<'a>) -> Option<Self> {
                    (node.kind() == crate::SyntaxKind::$kind).then_some($name(node))
                }

                /// The node behind it.
                pub fn node(self) -> crate::Node<'a> {
                    self.0
                }

                /// The range, without trivia around it.
                pub fn range(self) -> rowan::TextRange {
                    self.0.range()
                }
            }
        )+
    };
}
use nodes;

nodes! {
    /// A whole script.
    Script = SCRIPT,
    /// A number or a string.
    Literal = LITERAL,
    /// A variable, `#` included.
    Name = NAME,
}

/// An expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each variant is the struct of the same name
pub enum Expr<'a> {
    Literal(Literal<'a>),
    Name(Name<'a>),
    Prefix(Prefix<'a>),
    Postfix(Postfix<'a>),
    Binary(Binary<'a>),
    Assign(Assign<'a>),
    Undefine(Undefine<'a>),
    Index(Index<'a>),
    Field(Field<'a>),
    Userdata(Userdata<'a>),
    Superscript(Superscript<'a>),
    Subscript(Subscript<'a>),
    Call(Call<'a>),
    Paren(Paren<'a>),
    List(List<'a>),
    Dict(Dict<'a>),
    Abs(Abs<'a>),
    Sequence(Sequence<'a>),
    Error(Malformed<'a>),
}

impl<'a> Expr<'a> {
    /// The node as an expression, if it is one.
    pub fn cast(node: Node<'a>) -> Option<Self> {
        Some(match node.kind() {
            LITERAL => Expr::Literal(Literal(node)),
            NAME => Expr::Name(Name(node)),
            PREFIX_EXPR => Expr::Prefix(Prefix(node)),
            POSTFIX_EXPR => Expr::Postfix(Postfix(node)),
            BINARY_EXPR => Expr::Binary(Binary(node)),
            ASSIGN_EXPR => Expr::Assign(Assign(node)),
            UNDEFINE_EXPR => Expr::Undefine(Undefine(node)),
            INDEX_EXPR => Expr::Index(Index(node)),
            FIELD_EXPR => Expr::Field(Field(node)),
            USERDATA_EXPR => Expr::Userdata(Userdata(node)),
            SUPERSCRIPT_EXPR => Expr::Superscript(Superscript(node)),
            SUBSCRIPT_EXPR => Expr::Subscript(Subscript(node)),
            CALL_EXPR => Expr::Call(Call(node)),
            PAREN_EXPR => Expr::Paren(Paren(node)),
            LIST_EXPR => Expr::List(List(node)),
            DICT_EXPR => Expr::Dict(Dict(node)),
            ABS_EXPR => Expr::Abs(Abs(node)),
            SEQUENCE => Expr::Sequence(Sequence(node)),
            ERROR => Expr::Error(Malformed(node)),
            _ => return None,
        })
    }

    /// The node behind it.
    pub fn node(self) -> Node<'a> {
        match self {
            Expr::Literal(Literal(node))
            | Expr::Name(Name(node))
            | Expr::Prefix(Prefix(node))
            | Expr::Postfix(Postfix(node))
            | Expr::Binary(Binary(node))
            | Expr::Assign(Assign(node))
            | Expr::Undefine(Undefine(node))
            | Expr::Index(Index(node))
            | Expr::Field(Field(node))
            | Expr::Userdata(Userdata(node))
            | Expr::Superscript(Superscript(node))
            | Expr::Subscript(Subscript(node))
            | Expr::Call(Call(node))
            | Expr::Paren(Paren(node))
            | Expr::List(List(node))
            | Expr::Dict(Dict(node))
            | Expr::Abs(Abs(node))
            | Expr::Sequence(Sequence(node))
            | Expr::Error(Malformed(node)) => node,
        }
    }

    /// The range, without trivia around it.
    pub fn range(self) -> TextRange {
        self.node().range()
    }

    /// The expression inside any number of grouping parentheses.
    pub fn without_parens(self) -> Option<Expr<'a>> {
        let mut expr = self;
        while let Expr::Paren(paren) = expr {
            expr = paren.inner()?;
        }
        Some(expr)
    }
}

/// The expressions directly inside a node.
fn exprs(node: Node<'_>) -> impl Iterator<Item = Expr<'_>> + Clone {
    node.children().filter_map(Expr::cast)
}

/// Comma-separated slots: `None` for an empty one.
fn slots(node: Node<'_>) -> impl Iterator<Item = Option<Expr<'_>>> + Clone {
    node.children()
        .filter(|child| child.kind() == EMPTY || child.kind().is_expr())
        .map(Expr::cast)
}

impl<'a> Script<'a> {
    pub(crate) fn new(root: Node<'a>) -> Self {
        Script(root)
    }

    /// The statements in the order of the text. Those between two semicolons with nothing but
    /// trivia have none.
    pub fn statements(self) -> impl Iterator<Item = Expr<'a>> + Clone {
        exprs(self.0)
    }

    /// Whether the last statement has a semicolon after it. The value of the script is that of
    /// its last statement either way.
    pub fn ends_with_semicolon(self) -> bool {
        ends_with_semicolon(self.0)
    }
}

fn ends_with_semicolon(node: Node<'_>) -> bool {
    node.children_with_tokens()
        .filter(|child| !child.kind_is(SyntaxKind::is_trivia))
        .last()
        .is_some_and(|child| child.kind_is(|kind| kind == SEMICOLON))
}

trait ElementKind {
    fn kind_is(&self, test: impl Fn(SyntaxKind) -> bool) -> bool;
}

impl ElementKind for crate::Child<'_> {
    fn kind_is(&self, test: impl Fn(SyntaxKind) -> bool) -> bool {
        match self {
            rowan::NodeOrToken::Node(node) => test(node.kind()),
            rowan::NodeOrToken::Token(token) => test(token.kind()),
        }
    }
}

/// The value of a literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LiteralValue<'a> {
    /// A real number.
    Number(f64),
    /// A string, without its quotes.
    String(&'a str),
}

impl<'a> Literal<'a> {
    /// The value.
    pub fn value(self) -> LiteralValue<'a> {
        match self.0.tokens().next() {
            Some(token) if token.kind() == STRING => {
                LiteralValue::String(string_value(token.text()))
            }
            Some(token) => LiteralValue::Number(number_value(token.text())),
            None => LiteralValue::Number(f64::NAN),
        }
    }
}

impl<'a> Name<'a> {
    /// The name, without the spaces that may be typed inside. Variables are case-sensitive.
    pub fn text(self) -> Cow<'a, str> {
        let token = self.0.tokens().next();
        token.map_or(Cow::Borrowed(""), |token| without_spaces(token.text()))
    }
}
