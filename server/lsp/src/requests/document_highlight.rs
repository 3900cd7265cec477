//! `textDocument/documentHighlight`.

use cindyscript_ide::highlight;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{DocumentHighlight, DocumentHighlightKind, Position};

/// The places that name what the name at a position does: where it gets a value, where it is used.
pub(crate) fn document_highlights(
    snapshot: &Snapshot,
    position: Position,
) -> Vec<DocumentHighlight> {
    let offset = snapshot.to_offset(position);
    let found = highlight::highlights(&snapshot.analysis, offset).into_iter();
    let highlights = found.map(|one| DocumentHighlight {
        range: snapshot.to_range(one.range),
        kind: Some(match one.is_write {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    });
    highlights.collect()
}
