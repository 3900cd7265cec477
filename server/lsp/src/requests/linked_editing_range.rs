//! `textDocument/linkedEditingRange`.

use cindyscript_ide::linked_editing;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{LinkedEditingRanges, Position};

/// What a name may be while it is typed: letters, digits and primes. Of characters beyond ASCII,
/// which editors' patterns cannot tell letters among, all.
const NAME: &str = "[A-Za-z'\\u0080-\\uffff][A-Za-z0-9'\\u0080-\\uffff]*";

/// The places that change together with the name at a position.
pub(crate) fn linked_editing_ranges(
    snapshot: &Snapshot,
    position: Position,
) -> Option<LinkedEditingRanges> {
    let offset = snapshot.to_offset(position);
    let found = linked_editing::linked_editing_ranges(&snapshot.analysis, offset);
    let ranges = found.into_iter().map(|range| snapshot.to_range(range));
    (ranges.len() > 0).then(|| LinkedEditingRanges {
        ranges: ranges.collect(),
        word_pattern: Some(NAME.to_owned()),
    })
}
