//! Meaning without running: names, the split between CPU and GPU, types with their causes, the
//! typed program of every colorplot, diagnostics, and the editor's features as plain functions.
//!
//! It speaks byte offsets and plain data. It deliberately knows no LSP type, no JSON, no file, no
//! thread, no clock, no GPU; and it never runs a script.

pub mod builtins;
pub mod diagnostic;
pub mod names;
pub mod pixel;
pub mod program;
pub mod types;
