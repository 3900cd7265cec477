//! The diagnostics of an applet that can be found without running it.

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_diagnostic::Diagnostic;

use crate::in_force::whatever_is_in_force;
use crate::rules::{callers, slips};
use crate::walk::faults_of;

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
    diagnostics.extend(slips::replaced(applet));
    let doubt = Doubt::of(applet, &diagnostics);
    doubt.quieten(applet, &mut diagnostics);
    diagnostics.extend(callers::callers(applet));
    applet.leave_out_libraries(&mut diagnostics);
    Findings { diagnostics, doubt }
}
