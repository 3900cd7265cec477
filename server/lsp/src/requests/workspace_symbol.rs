//! `workspace/symbol`.

use std::sync::Arc;

use cindyscript_ide::workspace_symbols;

use super::document_symbol::kind;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{OneOf, WorkspaceSymbol};

/// The most symbols that are told: nobody reads more.
const MOST: usize = 500;

/// The symbols of the open documents that fit a query, the best first.
pub(crate) fn symbols(snapshots: &[Arc<Snapshot>], query: &str) -> Vec<WorkspaceSymbol> {
    let mut all = Vec::new();
    for snapshot in snapshots {
        let found = workspace_symbols::workspace_symbols(&snapshot.analysis, query).into_iter();
        all.extend(found.map(|one| {
            let symbol = WorkspaceSymbol {
                name: one.name,
                kind: kind(one.kind),
                tags: None,
                container_name: one.container,
                location: OneOf::Left(snapshot.location(one.range)),
                data: None,
            };
            (one.distance, symbol)
        }));
    }
    all.sort_by_key(|(distance, _)| *distance);
    all.truncate(MOST);
    all.into_iter().map(|(_, symbol)| symbol).collect()
}
