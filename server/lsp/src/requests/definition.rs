//! `textDocument/definition`, `textDocument/declaration` and `textDocument/typeDefinition`.

use std::path::Path;

use cindyscript_applet::locate;
use cindyscript_ide::definition;
use text_size::{TextRange, TextSize};

use crate::snapshot::Snapshot;
use cindyscript_ide::Analysis;
use tower_lsp::ls_types::{GotoDefinitionResponse, Location, Position, Uri};

/// The places that make the name at a position, the likeliest first; those in libraries come last.
pub(crate) fn definitions(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    let offset = snapshot.to_offset(position);
    let mut places = definition::definitions(&snapshot.analysis, offset);
    let mut elsewhere = Vec::new();
    for found in definition::definitions_in_libraries(&snapshot.analysis, offset) {
        if let Some(uri) = beside(snapshot, &found.url) {
            let range = snapshot.range_in(found.text, found.range);
            elsewhere.push(Location::new(uri, range));
            // What stands there says more than where the page names the library.
            places.retain(|place| *place != found.named);
        }
    }
    let own = places.into_iter().map(|range| snapshot.location(range));
    GotoDefinitionResponse::Array(own.chain(elsewhere).collect())
}

/// The file that a URL of the page means, if it is there.
fn beside(snapshot: &Snapshot, url: &str) -> Option<Uri> {
    let page = Path::new(snapshot.analysis.document.name());
    let path = locate(page, url).ok().filter(|path| path.is_file())?;
    page.is_absolute().then(|| Uri::from_file_path(path))?
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
