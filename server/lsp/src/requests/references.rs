//! `textDocument/references`.

use cindyscript_ide::references;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{Location, Position};

/// The places that name what the name at a position does, with or without those that declare it.
pub(crate) fn references(
    snapshot: &Snapshot,
    position: Position,
    with_declarations: bool,
) -> Vec<Location> {
    let offset = snapshot.to_offset(position);
    let found = references::references(&snapshot.analysis, offset, with_declarations).into_iter();
    found.map(|range| snapshot.location(range)).collect()
}
