//! A cursor over the green tree: a node and where it begins, nothing more. It is `Copy`, allocates
//! nothing and knows no parent; for parents there is [`SyntaxNode`](crate::SyntaxNode).

use std::ops::Range;

use rowan::{GreenNodeData, GreenTokenData, NodeOrToken, TextRange, TextSize};

use crate::SyntaxKind;

/// A node of the tree with its position.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    green: &'a GreenNodeData,
    offset: TextSize,
}

/// A token of the tree with its position.
#[derive(Clone, Copy)]
pub struct Token<'a> {
    green: &'a GreenTokenData,
    offset: TextSize,
}

/// A child of a node.
pub type Child<'a> = NodeOrToken<Node<'a>, Token<'a>>;

/// The range of a child, in bytes.
pub fn child_range(child: Child<'_>) -> TextRange {
    match child {
        Child::Node(node) => node.range(),
        Child::Token(token) => token.range(),
    }
}

impl<'a> Node<'a> {
    /// The node `green`, taken to begin at `offset`.
    pub fn new(green: &'a GreenNodeData, offset: TextSize) -> Self {
        Node { green, offset }
    }

    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        self.green.kind().into()
    }

    /// The tree behind it.
    pub fn green(self) -> &'a GreenNodeData {
        self.green
    }

    /// The range, in bytes. No node but the root begins or ends with trivia.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }

    /// Its children, tokens and trivia included.
    pub fn children_with_tokens(self) -> impl Iterator<Item = Child<'a>> + Clone {
        self.children_from(0, self.offset)
    }

    /// The same from one of them on, which begins at this offset.
    pub fn children_from(
        self,
        first: usize,
        mut offset: TextSize,
    ) -> impl Iterator<Item = Child<'a>> + Clone {
        self.green.children().skip(first).map(move |child| {
            let at = offset;
            match child {
                NodeOrToken::Node(green) => {
                    offset += green.text_len();
                    NodeOrToken::Node(Node { green, offset: at })
                }
                NodeOrToken::Token(green) => {
                    offset += green.text_len();
                    NodeOrToken::Token(Token { green, offset: at })
                }
            }
        })
    }

    /// The number of children, tokens and trivia included.
    pub fn child_count(self) -> usize {
        self.green.children().len()
    }

    /// The number of children that it shares with another node, at the front, and of the others at
    /// the back: they are the same in memory, not only equal.
    pub fn shared_children(self, other: Node<'_>) -> (usize, usize) {
        let (a, b) = (self.green.children(), other.green.children());
        let rest = a.len().min(b.len());
        let pairs = a.clone().zip(b.clone());
        let front = pairs.take_while(|(a, b)| is_shared(a, b)).count();
        let pairs = a.rev().zip(b.rev()).take(rest - front);
        (front, pairs.take_while(|(a, b)| is_shared(a, b)).count())
    }

    /// Whether these of its children are shared with another node, where they begin with the child `first`.
    pub fn shares(self, children: Range<usize>, other: Node<'_>, first: usize) -> bool {
        let count = children.len();
        let own = self.green.children().skip(children.start).take(count);
        let others = other.green.children().skip(first).take(count);
        own.len() == count
            && others.len() == count
            && own.zip(others).all(|(a, b)| is_shared(&a, &b))
    }

    /// Its child nodes.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> + Clone {
        self.children_with_tokens()
            .filter_map(NodeOrToken::into_node)
    }

    /// The tokens in it that meet a part of the text, without trivia, in their order.
    pub fn tokens_in(self, part: TextRange, visit: &mut dyn FnMut(Token<'a>)) {
        for child in self.children_with_tokens() {
            match child {
                NodeOrToken::Node(node) if node.range().intersect(part).is_some() => {
                    node.tokens_in(part, visit);
                }
                NodeOrToken::Token(token)
                    if !token.kind().is_trivia() && token.range().intersect(part).is_some() =>
                {
                    visit(token);
                }
                NodeOrToken::Node(_) | NodeOrToken::Token(_) => {}
            }
        }
    }

    /// Its own tokens, without trivia.
    pub fn tokens(self) -> impl Iterator<Item = Token<'a>> + Clone {
        self.children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| !token.kind().is_trivia())
    }

    /// Its own first token of a kind.
    pub fn token(self, kind: SyntaxKind) -> Option<Token<'a>> {
        self.tokens().find(|token| token.kind() == kind)
    }
}

type Green<'a> = NodeOrToken<&'a GreenNodeData, &'a GreenTokenData>;

fn is_shared(a: &Green<'_>, b: &Green<'_>) -> bool {
    match (a, b) {
        (NodeOrToken::Node(a), NodeOrToken::Node(b)) => std::ptr::eq(*a, *b),
        (NodeOrToken::Token(a), NodeOrToken::Token(b)) => std::ptr::eq(*a, *b),
        _ => false,
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.range())
    }
}

impl PartialEq for Node<'_> {
    /// The same place of the same tree.
    fn eq(&self, other: &Self) -> bool {
        self.offset == other.offset && std::ptr::eq(self.green, other.green)
    }
}

impl Eq for Node<'_> {}

impl<'a> Token<'a> {
    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        self.green.kind().into()
    }

    /// Its text as written.
    pub fn text(self) -> &'a str {
        self.green.text()
    }

    /// The range, in bytes.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }
}

impl std::fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?} {:?}", self.kind(), self.range(), self.text())
    }
}
