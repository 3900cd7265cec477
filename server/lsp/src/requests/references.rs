//! `textDocument/references`.

use cindyscript_ide::references;

use crate::requests::libraries;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{Location, Position};

/// The places that name what the name at a position does, with or without those that declare it;
/// those in libraries come last.
pub(crate) fn references(
    snapshot: &Snapshot,
    position: Position,
    with_declarations: bool,
) -> Vec<Location> {
    let offset = snapshot.to_offset(position);
    let analysis = &snapshot.analysis;
    let own = references::references(analysis, offset, with_declarations).into_iter();
    let elsewhere = references::references_in_libraries(analysis, offset, with_declarations);
    let elsewhere = libraries::locations(snapshot, &elsewhere).map(|(_, location)| location);
    let own = own.map(|range| snapshot.location(range));
    own.chain(elsewhere).collect()
}
