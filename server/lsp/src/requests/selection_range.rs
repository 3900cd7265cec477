//! `textDocument/selectionRange`.

use cindyscript_ide::selection_ranges::selection_ranges;
use tower_lsp::ls_types::{Position, Range, SelectionRange};

use crate::snapshot::Snapshot;

/// What the selection at each position grows to; where that is nothing, the position alone.
pub(crate) fn ranges(snapshot: &Snapshot, positions: &[Position]) -> Vec<SelectionRange> {
    let at = |&position| {
        let offset = snapshot.to_offset(position);
        let ranges = selection_ranges(&snapshot.analysis.document, offset).into_iter();
        // From the outermost on, each the parent of the next.
        let grown = ranges.rev().fold(None, |parent, range| {
            Some(SelectionRange {
                range: snapshot.to_range(range),
                parent: parent.map(Box::new),
            })
        });
        grown.unwrap_or_else(|| {
            let position = snapshot.to_position(offset);
            SelectionRange {
                range: Range::new(position, position),
                parent: None,
            }
        })
    };
    positions.iter().map(at).collect()
}
