//! What goes wrong while a script runs.

use std::fmt;

use cindyscript_analysis::program::TermId;
use rustc_hash::FxHashSet;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The script ended here.
    Error,
    /// The value is undefined; the script went on.
    Warning,
}

/// Something that went wrong while a script ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    /// Where: a term of the program loaded.
    pub term: TermId,
    /// How bad it is.
    pub severity: Severity,
    /// What, in one line.
    pub message: String,
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuntimeError {}

/// Evaluation ended early; what went wrong has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halt;

/// More than this is not reported.
const MAX_REPORTS: usize = 100;

/// The errors of one run: at most one a term, and not too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    errors: Vec<RuntimeError>,
    terms: FxHashSet<TermId>,
}

impl Reports {
    /// Adds a warning unless its term has one. The message is made only when it is needed.
    pub(crate) fn warn(&mut self, term: TermId, message: impl FnOnce() -> String) {
        if self.errors.len() < MAX_REPORTS && self.terms.insert(term) {
            self.errors.push(RuntimeError {
                term,
                severity: Severity::Warning,
                message: message(),
            });
        }
    }

    /// Adds the error that ended the run.
    pub(crate) fn error(&mut self, term: TermId, message: String) {
        self.errors.push(RuntimeError {
            term,
            severity: Severity::Error,
            message,
        });
    }

    pub(crate) fn take(&mut self) -> Vec<RuntimeError> {
        self.terms.clear();
        std::mem::take(&mut self.errors)
    }
}
