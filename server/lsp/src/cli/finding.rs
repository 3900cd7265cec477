//! Findings in files: diagnostics with the places and the source that people see.

use cindyscript_diagnostic::{Code, Diagnostic};
use serde::Serialize;
use text_size::TextRange;

/// A diagnostic with its places in lines and columns.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) diagnostic: Diagnostic,
    pub(super) place: Place,
    /// The places of its related remarks, in the same order.
    pub(super) related: Vec<Place>,
    /// The text where it begins; none if the file could not be read.
    pub(super) source: Option<Excerpt>,
}

impl Finding {
    /// A file that could not be read.
    pub(super) fn of_file(place: Place, code: Code, message: String) -> Self {
        Self {
            diagnostic: Diagnostic::new(code, TextRange::default(), message),
            place,
            related: Vec::new(),
            source: None,
        }
    }
}

/// A place in a file: the first character of a range and the one after its last, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

/// The part of a line that is shown under a finding.
#[derive(Clone, Debug, Default)]
pub(super) struct Excerpt {
    pub(super) before: String,
    /// The part to underline.
    pub(super) meant: String,
    pub(super) behind: String,
    /// True where the excerpt leaves out text before and behind.
    pub(super) is_cut: [bool; 2],
}

impl Excerpt {
    /// Longer lines are not shown whole, in characters.
    pub(super) const LONGEST: usize = 160;
    /// The part of a long line that is shown before the place, in characters.
    pub(super) const BEFORE: usize = 60;
}
