//! What is said to authors: diagnostics, why types are what they are, and the editor's features as
//! plain functions of a document and its [`Analysis`].
//!
//! It speaks byte offsets and plain data. It deliberately knows no LSP type, no JSON, no file, no
//! clock, no GPU; it never runs a script, and it infers nothing itself.

mod analysis;
mod binding_time;
mod cause;
mod check;
pub mod code_actions;
pub mod code_lens;
pub mod computed;
pub mod dependency_graph;
pub mod diagnostic;
pub mod explain;
#[cfg(test)]
mod fixture;
pub mod hover;
pub mod inlay_hints;
pub mod iteration;
mod lookup;
pub mod narrate;
pub mod observed;
mod places;
pub mod portability;
mod redefine;
pub mod report;
mod said;
pub mod semantic_tokens;
mod stack;
pub mod symbols;

pub use analysis::{Analysis, AppletAnalysis, analyse, limit};
pub use binding_time::Stage;
pub use diagnostic::{Diagnostic, Fix, Related, Severity};
