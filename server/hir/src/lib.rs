//! What scripts say: documents with their parsed scripts, names, builtins, types as data, and an
//! applet's [`Program`](program::Program), lowered from the trees once.
//!
//! It speaks byte offsets and plain data. It deliberately knows nothing of what a term evaluates
//! to, where it runs or which type it has; and no LSP type, no file, no thread, no clock.

pub mod builtins;
pub mod document;
pub mod draft;
pub mod elements;
mod id;
mod lower;
pub mod names;
pub mod program;
pub mod renumber;
mod resolve;
pub mod types;

pub use lower::extend;
