//! The diagnostics of scripts, found without running them: rules over a program and the results of its
//! inference, and the reasons why a colorplot has no pixel program.
//!
//! Rules check scripts against the preview. Must not depend on: CindyGL, LSP, clocks, features of an
//! editor other than the fix of a diagnostic.

mod advice;
mod context;
mod document;
mod forms;
mod in_force;
mod mismatch;
mod pixel_errors;
mod pixel_program;
mod rules;
mod sink;
mod slice;
mod walk;

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_diagnostic::Diagnostic;

use in_force::whatever_is_in_force;
use rules::{callers, operator_confusion};
use walk::faults_of;

pub use document::{limit, of_document};
pub use pixel_program::pixel_program;
pub use rules::counterparts::{Instead, Written, counterpart};
pub use rules::spellings::is_foreign_name;

/// The diagnostics of an applet's scripts.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The diagnostics, in no order. None is about the text of a library.
    pub diagnostics: Vec<Diagnostic>,
    /// The types that are guesses because of some of them.
    pub doubt: Doubt,
}

/// Finds what is wrong with the scripts of an applet.
#[must_use]
pub fn check(applet: &InferredApplet) -> Findings {
    let mut diagnostics = whatever_is_in_force(applet, faults_of(applet));
    diagnostics.extend(operator_confusion::replaced(applet));
    let doubt = Doubt::of(applet, &diagnostics);
    doubt.quieten(applet, &mut diagnostics);
    diagnostics.extend(callers::callers(applet));
    applet.leave_out_libraries(&mut diagnostics);
    Findings { diagnostics, doubt }
}

#[cfg(test)]
mod tests {
    use cindyscript_test_support::layers;

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
        "slice",
        "in_force",
        "document",
        "pixel_program",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
