//! The places that name the same as the name under the cursor, told apart by what they do with it.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;

/// A place to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The name, in bytes of the file.
    pub range: TextRange,
    /// Whether the value is another one afterwards; otherwise it is used.
    pub is_write: bool,
}

/// The places that name what the name at an offset of the file does, in their order.
#[must_use]
pub fn highlights(analysis: &Analysis, offset: TextSize) -> Vec<Highlight> {
    let occurrences = analysis.occurrences_of(offset).into_iter();
    let highlights = occurrences.map(|one| Highlight {
        range: one.range,
        is_write: one.access.is_write(),
    });
    highlights.collect()
}
