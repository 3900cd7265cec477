//! All places that name the same thing: in the scripts of the applet, in its construction, and in
//! strings that name elements and images.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::occurrences::Access;

/// The places that name what the name at an offset of the file does, in bytes of the file and in
/// their order. `with_declarations` includes those that make it.
#[must_use]
pub fn references(
    analysis: &Analysis,
    offset: TextSize,
    with_declarations: bool,
) -> Vec<TextRange> {
    let occurrences = analysis.occurrences_of(offset).into_iter();
    let wanted = occurrences.filter(|one| {
        with_declarations || !matches!(one.access, Access::Declares | Access::Defines)
    });
    wanted.map(|one| one.range).collect()
}
