//! Definitions, references and other places of a name: `textDocument/definition`, `declaration`,
//! `typeDefinition`, `references`, `documentHighlight` and `linkedEditingRange`.

use cindyscript_ide::references::InLibrary;
use cindyscript_ide::{Analysis, definition, linked_editing, references};
use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, LinkedEditingRanges,
    Location, Position, Range,
};

use super::document_link;
use crate::snapshot::Snapshot;

/// The places that make the name at a position, the likeliest first; those in libraries come behind.
/// Of the name of a file it is the file, which comes last of the name of an image.
pub(crate) fn definitions(snapshot: &Snapshot, position: Position) -> GotoDefinitionResponse {
    let offset = snapshot.to_offset(position);
    let mut places = definition::definitions(&snapshot.analysis, offset);
    let mut elsewhere = Vec::new();
    let found = definition::definitions_in_libraries(&snapshot.analysis, offset);
    for (place, location) in locations_in_libraries(snapshot, &found) {
        elsewhere.push(location);
        // The definition says more than the place where the page names the library.
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
    let elsewhere = locations_in_libraries(snapshot, &elsewhere).map(|(_, location)| location);
    let own = own.map(|range| snapshot.location(range));
    own.chain(elsewhere).collect()
}

/// The places that name what the name at a position does: where it gets a value, where it is used.
pub(crate) fn document_highlights(
    snapshot: &Snapshot,
    position: Position,
) -> Vec<DocumentHighlight> {
    let offset = snapshot.to_offset(position);
    let found = references::highlights(&snapshot.analysis, offset).into_iter();
    let highlights = found.map(|one| DocumentHighlight {
        range: snapshot.to_range(one.range),
        kind: Some(match one.is_write {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    });
    highlights.collect()
}

/// A name while the author types it: letters, digits and primes. Patterns of editors cannot tell letters
/// among the characters beyond ASCII: all of those count.
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

/// The locations of places in libraries, as far as these are files; with the place each, those of a
/// library being together.
fn locations_in_libraries<'a>(
    snapshot: &Snapshot,
    places: &'a [InLibrary<'a>],
) -> impl Iterator<Item = (&'a InLibrary<'a>, Location)> {
    let libraries = places.chunk_by(|a, b| a.url == b.url);
    libraries.flat_map(|places| {
        let library = places.first();
        let uri = library.and_then(|library| snapshot.file_beside(&library.url));
        let ranges = library.map_or_else(Vec::new, |library| {
            snapshot.ranges_in(library.text, places.iter().map(|place| place.range))
        });
        let located = places.iter().zip(ranges);
        located.filter_map(move |(place, range)| Some((place, Location::new(uri.clone()?, range))))
    })
}
