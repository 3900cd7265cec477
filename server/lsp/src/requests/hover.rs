//! `textDocument/hover`.

use cindyscript_analysis::hover;
use tower_lsp::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use crate::snapshot::Snapshot;

/// What is known about the place under the pointer.
pub(crate) fn hover(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let offset = snapshot.to_offset(position);
    let found = hover::hover(&snapshot.document, &snapshot.analysis, offset)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: found.markdown,
        }),
        range: Some(snapshot.to_range(found.range)),
    })
}
