//! The diagnostics of scripts, found without running them: rules over a program and what is inferred
//! of it, and the reasons why a colorplot has no pixel program.
//!
//! The crate knows this language and this preview alone: not CindyGL, no feature of an editor beyond the
//! fix that a diagnostic carries, no LSP type, no clock.

mod advice;
mod check;
mod context;
mod document;
mod forms;
mod in_force;
mod mismatch;
mod pixel_errors;
mod pixel_program;
mod rules;
mod sink;
mod walk;

pub use check::{Findings, check};
pub use document::{limit, of_document};
pub use pixel_program::pixel_program;
pub use rules::counterparts::{Instead, Written, counterpart};

#[cfg(test)]
#[path = "../../../tests/src/layers.rs"]
#[allow(unreachable_pub)]
mod layers;

#[cfg(test)]
mod tests {
    use super::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "advice",
        "forms",
        "mismatch",
        "context",
        "sink",
        "pixel_errors",
        "rules",
        "walk",
        "in_force",
        "check",
        "document",
        "pixel_program",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
