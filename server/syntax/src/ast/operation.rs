//! Operators with their operands.

use std::borrow::Cow;

use rowan::{NodeOrToken, TextRange};

use super::{Expr, Name, exprs, nodes};
use crate::{
    AssignOp, BinaryOp, Node, PostfixOp, PrefixOp,
    SyntaxKind::{self, *},
    Token,
    text::script_digits_value,
};

nodes! {
    /// `-a`
    Prefix = PREFIX_EXPR,
    /// `a°`
    Postfix = POSTFIX_EXPR,
    /// `a + b`
    Binary = BINARY_EXPR,
    /// `a = b`, `f(x) := b`, `a ::= b`
    Assign = ASSIGN_EXPR,
    /// `f(x) := _`
    Undefine = UNDEFINE_EXPR,
    /// `a_b`
    Index = INDEX_EXPR,
    /// `a.name`
    Field = FIELD_EXPR,
    /// `a:b`
    Userdata = USERDATA_EXPR,
    /// `a²`
    Superscript = SUPERSCRIPT_EXPR,
    /// `a₁`
    Subscript = SUBSCRIPT_EXPR,
}

/// The operator of a node with its operands; those that are missing are `None`.
struct Operation<'a> {
    lhs: Option<Expr<'a>>,
    operator: Option<Token<'a>>,
    rhs: Option<Expr<'a>>,
}

fn operation(node: Node<'_>) -> Operation<'_> {
    let mut found = Operation {
        lhs: None,
        operator: None,
        rhs: None,
    };
    for child in node.children_with_tokens() {
        match child {
            NodeOrToken::Token(token) if is_operation(token.kind()) => {
                found.operator.get_or_insert(token);
            }
            // Trivia, and characters that were reported as meaningless.
            NodeOrToken::Token(_) => {}
            NodeOrToken::Node(child) if found.operator.is_none() => found.lhs = Expr::cast(child),
            NodeOrToken::Node(child) => found.rhs = Expr::cast(child),
        }
    }
    found
}

fn is_operation(kind: SyntaxKind) -> bool {
    kind.is_operator() || matches!(kind, SUPERSCRIPT | SUBSCRIPT)
}

impl<'a> Operation<'a> {
    fn kind(&self) -> SyntaxKind {
        self.operator.map_or(ERROR, Token::kind)
    }

    fn range(&self, node: Node<'a>) -> TextRange {
        self.operator.map_or(node.range(), Token::range)
    }
}

impl<'a> Prefix<'a> {
    /// The operator.
    pub fn op(self) -> PrefixOp {
        PrefixOp::from_kind(operation(self.0).kind()).unwrap_or(PrefixOp::Plus)
    }

    /// The range of the operator.
    pub fn op_range(self) -> TextRange {
        operation(self.0).range(self.0)
    }

    /// The operand.
    pub fn operand(self) -> Option<Expr<'a>> {
        exprs(self.0).next()
    }
}

impl<'a> Postfix<'a> {
    /// The operator.
    pub fn op(self) -> PostfixOp {
        PostfixOp::Degree
    }

    /// The range of the operator.
    pub fn op_range(self) -> TextRange {
        operation(self.0).range(self.0)
    }

    /// The operand.
    pub fn operand(self) -> Option<Expr<'a>> {
        exprs(self.0).next()
    }
}

impl<'a> Binary<'a> {
    /// The left operand.
    pub fn lhs(self) -> Option<Expr<'a>> {
        operation(self.0).lhs
    }

    /// The operator.
    pub fn op(self) -> BinaryOp {
        BinaryOp::from_kind(operation(self.0).kind()).unwrap_or(BinaryOp::Add)
    }

    /// The range of the operator.
    pub fn op_range(self) -> TextRange {
        operation(self.0).range(self.0)
    }

    /// The right operand.
    pub fn rhs(self) -> Option<Expr<'a>> {
        operation(self.0).rhs
    }
}

impl<'a> Assign<'a> {
    /// The target of the assignment: a name, an index, a field, a call to define, a list to take
    /// apart, or anything else, which has no effect.
    pub fn target(self) -> Option<Expr<'a>> {
        operation(self.0).lhs
    }

    /// The operator.
    pub fn op(self) -> AssignOp {
        AssignOp::from_kind(operation(self.0).kind()).unwrap_or(AssignOp::Assign)
    }

    /// The range of the operator.
    pub fn op_range(self) -> TextRange {
        operation(self.0).range(self.0)
    }

    /// The right side.
    pub fn value(self) -> Option<Expr<'a>> {
        operation(self.0).rhs
    }
}

impl<'a> Undefine<'a> {
    /// The name or call that loses its meaning.
    pub fn target(self) -> Option<Expr<'a>> {
        exprs(self.0).next()
    }
}

impl<'a> Index<'a> {
    /// The expression that is indexed.
    pub fn base(self) -> Option<Expr<'a>> {
        operation(self.0).lhs
    }

    /// The index.
    pub fn index(self) -> Option<Expr<'a>> {
        operation(self.0).rhs
    }
}

impl<'a> Field<'a> {
    /// Whose field it is.
    pub fn base(self) -> Option<Expr<'a>> {
        operation(self.0).lhs
    }

    /// The name of the field; empty if it is missing.
    pub fn name(self) -> Cow<'a, str> {
        self.field().map_or(Cow::Borrowed(""), Name::text)
    }

    /// The range of the name; that of the dot if it is missing.
    pub fn name_range(self) -> TextRange {
        match self.field() {
            Some(name) => name.range(),
            None => operation(self.0).range(self.0),
        }
    }

    /// `a.(x)` is `a.x` as well.
    fn field(self) -> Option<Name<'a>> {
        match operation(self.0).rhs?.without_parens()? {
            Expr::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl<'a> Userdata<'a> {
    /// Whose data it is.
    pub fn base(self) -> Option<Expr<'a>> {
        operation(self.0).lhs
    }

    /// The key, an expression.
    pub fn key(self) -> Option<Expr<'a>> {
        operation(self.0).rhs
    }
}

macro_rules! scripted {
    ($($name:ident),+) => {
        $(impl<'a> $name<'a> {
            /// The expression that the digits are attached to.
            pub fn base(self) -> Option<Expr<'a>> {
                exprs(self.0).next()
            }

            /// The integer that the digits denote.
            pub fn value(self) -> f64 {
                let digits = operation(self.0).operator;
                digits.map_or(f64::NAN, |token| script_digits_value(token.text()))
            }

            /// The range of the digits.
            pub fn value_range(self) -> TextRange {
                operation(self.0).range(self.0)
            }
        })+
    };
}

scripted!(Superscript, Subscript);
