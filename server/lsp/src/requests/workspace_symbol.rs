//! `workspace/symbol`.

use std::sync::Arc;

use cindyscript_ide::workspace_symbols::{Query, workspace_symbols};

use super::document_symbol::kind;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{OneOf, WorkspaceSymbol};

/// The most symbols that are told: nobody reads more.
const MOST: usize = 500;

/// The symbols of a document whose names are wanted.
pub(crate) fn of_document(
    snapshot: &Snapshot,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<WorkspaceSymbol> {
    let found = workspace_symbols(&snapshot.analysis, is_wanted).into_iter();
    let symbols = found.map(|one| WorkspaceSymbol {
        name: one.name,
        kind: kind(one.kind),
        tags: None,
        container_name: one.container,
        location: OneOf::Left(snapshot.location(one.range)),
        data: None,
    });
    symbols.collect()
}

/// The symbols of the open documents, and of files that are not open, that fit a query, the best
/// first.
pub(crate) fn symbols(
    open: &[Arc<Snapshot>],
    files: &[Arc<[WorkspaceSymbol]>],
    query: &str,
) -> Vec<WorkspaceSymbol> {
    let query = Query::new(query);
    let fits = |name: &str| query.distance(name).is_some();
    let open = open
        .iter()
        .flat_map(|snapshot| of_document(snapshot, &fits));
    let files = files.iter().flat_map(|symbols| symbols.iter());
    let files = files.filter(|symbol| fits(&symbol.name)).cloned();
    let mut all: Vec<WorkspaceSymbol> = open.chain(files).collect();
    all.sort_by_cached_key(|symbol| query.distance(&symbol.name));
    all.truncate(MOST);
    all
}
