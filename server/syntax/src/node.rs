//! A cursor over the green tree: a node and where it begins, nothing more. It is `Copy`, allocates
//! nothing and knows no parent; for parents there is [`SyntaxNode`](crate::SyntaxNode).

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
pub type Element<'a> = NodeOrToken<Node<'a>, Token<'a>>;

impl<'a> Node<'a> {
    /// The node `green`, taken to begin at `offset`.
    pub fn new(green: &'a GreenNodeData, offset: TextSize) -> Self {
        Node { green, offset }
    }

    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.green.kind().into()
    }

    /// The tree behind it.
    pub fn green(self) -> &'a GreenNodeData {
        self.green
    }

    /// Where it stands, in bytes. No node but the root begins or ends with trivia.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }

    /// Its children, tokens and trivia included.
    pub fn children_with_tokens(self) -> impl Iterator<Item = Element<'a>> + Clone {
        let mut offset = self.offset;
        self.green.children().map(move |child| {
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

    /// Its child nodes.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> + Clone {
        self.children_with_tokens()
            .filter_map(NodeOrToken::into_node)
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
    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.green.kind().into()
    }

    /// Its text as written.
    pub fn text(self) -> &'a str {
        self.green.text()
    }

    /// Where it stands, in bytes.
    pub fn range(self) -> TextRange {
        TextRange::at(self.offset, self.green.text_len())
    }
}

impl std::fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?} {:?}", self.kind(), self.range(), self.text())
    }
}
