//! All places that name the same thing: in the scripts of the applet, in its construction, and in
//! strings that name elements and images.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::in_libraries::InLibrary;
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
    let wanted = occurrences.filter(|one| is_wanted(one.access, with_declarations));
    wanted.map(|one| one.range).collect()
}

/// Those in the libraries that the page imports.
#[must_use]
pub fn references_in_libraries(
    analysis: &Analysis,
    offset: TextSize,
    with_declarations: bool,
) -> Vec<InLibrary<'_>> {
    analysis.in_libraries(offset, |access| is_wanted(access, with_declarations))
}

fn is_wanted(access: Access, with_declarations: bool) -> bool {
    with_declarations || !matches!(access, Access::Declares | Access::Defines)
}
