//! What the program tells of a file on standard output and standard error.

use std::io::{self, Write};

use anyhow::Context;
use cindyscript_ide::Severity;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Source;

use crate::message::complain;

/// What is wrong with a file that has nothing to play.
pub(crate) const NOTHING: &str = "there is neither a script nor a construction in this file";

/// Writes to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    io::stdout()
        .write_all(text.as_bytes())
        .context("cannot write to standard output")
}

/// Errors and warnings, a line each.
pub(crate) fn say_diagnostics(source: &Source) {
    for diagnostic in &source.analysis.diagnostics {
        if diagnostic.severity != Severity::Hint {
            complain(source.located(Some(diagnostic.range), &diagnostic.message));
        }
    }
}

/// A line about each thing that went wrong, unless analysis has said it.
pub(crate) fn say_other_diagnostics<'a>(
    source: &Source,
    diagnostics: impl IntoIterator<Item = &'a AppletDiagnostic>,
) {
    for diagnostic in source.news(diagnostics) {
        complain(source.located(diagnostic.range, &diagnostic.message));
    }
}
