//! What goes wrong while a script runs.

use std::fmt;

use cindyscript_hir::program::TermId;
use rustc_hash::FxHashSet;

/// The term of what goes wrong outside of the scripts; no program has so many.
pub const NOWHERE: TermId = TermId(u32::MAX);

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorSeverity {
    /// The script ended here.
    Error,
    /// The value is undefined; the script went on.
    Warning,
}

/// Something that went wrong while a script ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    /// The term of the loaded program where it went wrong; [`NOWHERE`] for the text of an element.
    pub term: TermId,
    /// How bad it is.
    pub severity: ErrorSeverity,
    /// The message, in one line.
    pub message: String,
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuntimeError {}

/// EvaluatedText ended early; what went wrong has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halt;

/// More than this is not reported.
const MAX_REPORTS: usize = 100;

/// The errors of one run: at most one a term, and not too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    errors: Vec<RuntimeError>,
    terms: FxHashSet<TermId>,
    /// Texts that came while scripts ran: the first term of each, and the call that brought it.
    /// What goes wrong in the text is reported there; in a text that the host has brought, where it
    /// is.
    texts: Vec<(TermId, Option<TermId>)>,
}

impl Reports {
    /// Adds a warning unless its term has one. The message is made only when it is needed.
    pub(crate) fn warn(&mut self, term: TermId, message: impl FnOnce() -> String) {
        let term = self.place(term);
        if self.errors.len() < MAX_REPORTS && self.terms.insert(term) {
            self.errors.push(RuntimeError {
                term,
                severity: ErrorSeverity::Warning,
                message: message(),
            });
        }
    }

    /// Adds the error that ended the run, unless many runs before have ended: nobody may take
    /// them between the pixels of a picture.
    pub(crate) fn error(&mut self, term: TermId, message: String) {
        let term = self.place(term);
        if self.errors.len() < 2 * MAX_REPORTS {
            self.errors.push(RuntimeError {
                term,
                severity: ErrorSeverity::Error,
                message,
            });
        }
    }

    /// Adds what has been found before, unless it is there.
    pub(crate) fn repeat(&mut self, error: &RuntimeError) {
        if !self.errors.contains(error) {
            self.errors.push(error.clone());
        }
    }

    /// The terms from here on came by a call.
    pub(crate) fn begin_text(&mut self, first: TermId, call: TermId) {
        let call = self.place(call);
        self.texts.push((first, Some(call)));
    }

    /// The terms from here on came from the host.
    pub(crate) fn begin_host_text(&mut self, first: TermId) {
        self.texts.push((first, None));
    }

    /// There is another program.
    pub(crate) fn forget_texts(&mut self) {
        self.texts.clear();
    }

    /// The terms from here on are there no more.
    pub(crate) fn end_text(&mut self, first: TermId) {
        self.texts.retain(|(other, _)| *other < first);
    }

    /// Where a term is reported.
    pub(crate) fn place(&self, term: TermId) -> TermId {
        if term == NOWHERE {
            return term;
        }
        let texts = self.texts.iter().rev();
        texts
            .filter(|(first, _)| *first <= term)
            .map(|(_, call)| *call)
            .next()
            .flatten()
            .unwrap_or(term)
    }

    /// All that was reported since the last [`Reports::take`].
    pub(crate) fn all(&self) -> &[RuntimeError] {
        &self.errors
    }

    pub(crate) fn take(&mut self) -> Vec<RuntimeError> {
        self.terms.clear();
        std::mem::take(&mut self.errors)
    }
}
