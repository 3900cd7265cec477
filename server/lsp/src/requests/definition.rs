//! `textDocument/definition`, `textDocument/declaration` and `textDocument/typeDefinition`.

use cindyscript_ide::definition;
use text_size::{TextRange, TextSize};

use crate::snapshot::Snapshot;
use cindyscript_ide::Analysis;
use tower_lsp::ls_types::{GotoDefinitionResponse, Location, Position};

/// The places that make the name at a position, the likeliest first.
pub(crate) fn definitions(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    places(snapshot, position, definition::definitions)
}

/// The places that declare it.
pub(crate) fn declarations(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    places(snapshot, position, definition::declarations)
}

/// The places where its type stands.
pub(crate) fn type_definitions(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    places(snapshot, position, definition::type_definitions)
}

fn places(
    snapshot: &Snapshot,
    position: Position,
    find: fn(&Analysis, TextSize) -> Vec<TextRange>,
) -> GotoDefinitionResponse {
    let offset = snapshot.to_offset(position);
    let found = find(&snapshot.analysis, offset).into_iter();
    let locations = found.map(|range| snapshot.location(range));
    GotoDefinitionResponse::Array(locations.collect::<Vec<Location>>())
}
