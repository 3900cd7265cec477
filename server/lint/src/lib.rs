//! The diagnostics of scripts, found without running them: rules over a program and the results of its
//! inference, and the reasons why a colorplot has no pixel program.
//!
//! Rules check scripts against the preview. Must not depend on: CindyGL, LSP, clocks, features of an
//! editor other than the fix of a diagnostic.

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
