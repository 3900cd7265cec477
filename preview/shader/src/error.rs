//! Why there is no shader for a colorplot.

use cindyscript_hir::program::TermId;

/// Why a program has no shader.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ShaderError {
    /// The term at fault, or the colorplot's expression where none is known.
    pub term: TermId,
    /// What is wrong.
    pub message: String,
}
