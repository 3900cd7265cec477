//! Text to tree: the grammar of CindyScript.
//!
//! [`parse`] turns any text into a lossless tree and a list of errors. [`Parse::reparse`] does the same
//! for an edited text and keeps every statement that the edit did not reach. [`statements()`] finds the
//! statements of a text that have no error.
//!
//! Must not depend on: names and their meaning, values, files, lines, editors.

pub mod ast;
mod builder;
mod chunk;
mod fault;
mod foreign;
mod kind;
mod lexer;
mod node;
pub mod operator;
mod parser;
mod reparse;
mod statements;
pub mod text;
mod tokens_at;

pub use builder::{MAX_HEIGHT, MAX_NESTING};
pub use fault::joined;
pub use kind::{CindyScript, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
pub use lexer::tokens;
pub use node::{Child, Node, Token, child_range};
pub use operator::{AssignOp, BinaryOp, PostfixOp, PrefixOp};
pub use parser::{Parse, parse};
pub use reparse::TextEdit;
pub use rowan::{GreenNode, GreenNodeData, NodeOrToken, TextRange, TextSize, TokenAtOffset};
pub use statements::{Statement, statements};
pub use tokens_at::tokens_at;
