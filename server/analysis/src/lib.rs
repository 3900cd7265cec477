//! Meaning without running: names, the split between CPU and GPU, types with their causes, the
//! typed program of every colorplot, diagnostics, and the editor's features as plain functions.
//!
//! It speaks byte offsets and plain data. It deliberately knows no LSP type, no JSON, no file, no
//! thread, no clock, no GPU; and it never runs a script.

mod analysis;
mod binding_time;
pub mod builtins;
mod cause;
mod check;
mod closure;
pub mod code_actions;
pub mod code_lens;
pub mod computed;
mod constants;
mod counted;
pub mod dependency_graph;
pub mod diagnostic;
mod discard;
mod document;
mod draft;
pub mod elements;
pub mod explain;
mod extract;
mod few;
#[cfg(test)]
mod fixture;
pub mod hover;
mod id;
mod infer;
pub mod inlay_hints;
pub mod iteration;
mod lookup;
mod lower;
pub mod names;
pub mod narrate;
pub mod observed;
pub mod pixel;
mod places;
pub mod portability;
pub mod program;
mod redefine;
pub mod renumber;
pub mod report;
mod resolve;
mod said;
pub mod semantic_tokens;
mod shared_names;
pub mod split;
pub mod split_program;
mod stack;
pub mod symbols;
pub mod types;

pub use analysis::{Analysis, AppletAnalysis, analyse, limit};
pub use binding_time::Stage;
pub use diagnostic::{Diagnostic, Fix, Related, Severity};
pub use document::{Document, Libraries};
