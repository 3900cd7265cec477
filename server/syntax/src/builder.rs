//! Bottom-up construction of the green tree: finished elements lie on a stack, and a node is
//! wrapped around the topmost of them.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::SyntaxKind;

/// A height of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Checkpoint(usize);

#[derive(Debug)]
pub(crate) struct TreeBuilder {
    elements: Vec<NodeOrToken<GreenNode, GreenToken>>,
    /// The last token of each kind. The next one mostly has the same text and is shared; this
    /// costs less than rowan's cache, which hashes every token and small node.
    recent: Vec<Option<GreenToken>>,
}

impl TreeBuilder {
    pub(crate) fn new() -> Self {
        TreeBuilder {
            elements: Vec::new(),
            recent: vec![None; SyntaxKind::SCRIPT as usize],
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.elements.len())
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let token = match self.recent.get_mut(kind as usize) {
            Some(Some(recent)) if recent.text() == text => recent.clone(),
            Some(recent) => recent.insert(GreenToken::new(kind.into(), text)).clone(),
            None => GreenToken::new(kind.into(), text),
        };
        self.elements.push(NodeOrToken::Token(token));
    }

    /// Makes a node of everything since the checkpoint.
    pub(crate) fn wrap(&mut self, kind: SyntaxKind, at: Checkpoint) {
        let from = at.0.min(self.elements.len());
        let node = GreenNode::new(kind.into(), self.elements.drain(from..));
        self.elements.push(NodeOrToken::Node(node));
    }

    /// Makes the root of everything.
    pub(crate) fn finish(self, kind: SyntaxKind) -> GreenNode {
        GreenNode::new(kind.into(), self.elements)
    }
}
