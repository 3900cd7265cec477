//! Places in the libraries beside a page.

use cindyscript_ide::in_libraries::InLibrary;
use tower_lsp::ls_types::Location;

use crate::snapshot::Snapshot;

/// The locations of places in libraries, as far as these are files; with the place each, those of a
/// library being together.
pub(crate) fn locations<'a>(
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
