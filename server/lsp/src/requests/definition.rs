//! `textDocument/definition`, `textDocument/declaration` and `textDocument/typeDefinition`.

use cindyscript_ide::definition;
use text_size::{TextRange, TextSize};

use crate::requests::{document_link, libraries};
use crate::snapshot::Snapshot;
use cindyscript_ide::Analysis;
use tower_lsp::ls_types::{GotoDefinitionResponse, Location, Position, Range};

/// The places that make the name at a position, the likeliest first; those in libraries come behind.
/// Of the name of a file it is the file, which comes last of the name of an image.
pub(crate) fn definitions(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    let offset = snapshot.to_offset(position);
    let mut places = definition::definitions(&snapshot.analysis, offset);
    let mut elsewhere = Vec::new();
    let found = definition::definitions_in_libraries(&snapshot.analysis, offset);
    for (place, location) in libraries::locations(snapshot, &found) {
        elsewhere.push(location);
        // What stands there says more than where the page names the library.
        places.retain(|one| *one != place.named);
    }
    let own = places.into_iter().map(|range| snapshot.location(range));
    let files = document_link::files_at(snapshot, offset).into_iter();
    let files = files.map(|uri| Location::new(uri, Range::default()));
    GotoDefinitionResponse::Array(own.chain(elsewhere).chain(files).collect())
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
