//! Bottom-up construction of the green tree: finished elements lie on a stack, and a node is
//! wrapped around the topmost of them.

use std::hash::{Hash, Hasher};

use rowan::{GreenNode, GreenToken, NodeOrToken, TextRange};
use rustc_hash::FxHasher;

use crate::SyntaxKind;

/// The height that no statement's tree exceeds. Whatever walks a tree may recurse.
pub const MAX_HEIGHT: u16 = 512;
/// The depth to which brackets may be nested.
pub const MAX_NESTING: u16 = 256;

/// A height of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Checkpoint(usize);

/// The statement's tree would be deeper than [`MAX_HEIGHT`].
pub(crate) struct TooDeep;

/// An expression that stands complete at the end of the builder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operand {
    pub(crate) at: Checkpoint,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) height: u16,
    pub(crate) shape: Shape,
}

/// The shape of an operand, as far as rules of the grammar ask about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name; in parentheses or not.
    Name {
        bare: bool,
    },
    /// Something with parameters, should it be defined; the first that is no name is remembered.
    Parameters {
        faulty: Option<TextRange>,
    },
    /// Superscript digits: no operator that binds as tightly may follow.
    Superscript,
    /// `:= _`, which ends its statement.
    Undefine,
    Other,
}

#[derive(Debug)]
pub(crate) struct TreeBuilder {
    elements: Vec<NodeOrToken<GreenNode, GreenToken>>,
    shared: Vec<Shared>,
}

/// The number of places for shared tokens; a power of two.
const PLACES: usize = 1024;

/// A token, and the node around it alone. Names, numbers and signs recur, and what is shared needs
/// no memory of its own. A token that hashes to the same place takes it over: unlike rowan's cache
/// this one is bounded, and it leaves larger nodes alone, which rarely recur.
#[derive(Debug, Clone, Default)]
struct Shared {
    token: Option<GreenToken>,
    leaf: Option<GreenNode>,
}

impl TreeBuilder {
    pub(crate) fn new() -> Self {
        TreeBuilder {
            elements: Vec::new(),
            shared: vec![Shared::default(); PLACES],
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.elements.len())
    }

    /// The place of a token, which then holds it.
    fn share(&mut self, kind: SyntaxKind, text: &str) -> Option<(&mut Shared, GreenToken)> {
        let mut hasher = FxHasher::default();
        text.hash(&mut hasher);
        hasher.write_u16(kind as u16);
        let place = hasher.finish() as usize % PLACES;
        let shared = self.shared.get_mut(place)?;
        if let Some(token) = &shared.token
            && token.kind() == kind.into()
            && token.text() == text
        {
            let token = token.clone();
            return Some((shared, token));
        }
        let token = GreenToken::new(kind.into(), text);
        shared.token = Some(token.clone());
        shared.leaf = None;
        Some((shared, token))
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        if let Some((_, token)) = self.share(kind, text) {
            self.elements.push(NodeOrToken::Token(token));
        }
    }

    /// A node with one token.
    pub(crate) fn leaf(&mut self, node: SyntaxKind, kind: SyntaxKind, text: &str) {
        let Some((shared, token)) = self.share(kind, text) else {
            return;
        };
        let leaf = match &shared.leaf {
            Some(leaf) if leaf.kind() == node.into() => leaf.clone(),
            _ => {
                let leaf = GreenNode::new(node.into(), [NodeOrToken::Token(token)]);
                shared.leaf.insert(leaf).clone()
            }
        };
        self.elements.push(NodeOrToken::Node(leaf));
    }

    /// Makes a node of everything since the checkpoint.
    pub(crate) fn wrap(&mut self, kind: SyntaxKind, at: Checkpoint) {
        let from = at.0.min(self.elements.len());
        let node = GreenNode::new(kind.into(), self.elements.drain(from..));
        self.elements.push(NodeOrToken::Node(node));
    }

    /// Makes the root of everything.
    pub(crate) fn finish(mut self, kind: SyntaxKind) -> GreenNode {
        self.take(kind)
    }

    /// Makes a root of everything, and begins again.
    pub(crate) fn take(&mut self, kind: SyntaxKind) -> GreenNode {
        GreenNode::new(kind.into(), self.elements.drain(..))
    }
}
