//! `textDocument/hover`.

use cindyscript_analysis::hover;
use text_size::TextRange;
use tower_lsp::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use crate::snapshot::Snapshot;

/// What is known about the place under the pointer.
pub(crate) fn hover(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let offset = snapshot.to_offset(position);
    let link = |range| address(snapshot, range);
    let found = hover::hover(&snapshot.document, &snapshot.analysis, offset, &link)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: found.markdown,
        }),
        range: Some(snapshot.to_range(found.range)),
    })
}

/// The address of a place, as editors understand it: the document's URI with line and column, from
/// 1, for a fragment.
pub(crate) fn address(snapshot: &Snapshot, range: TextRange) -> String {
    let Position { line, character } = snapshot.to_range(range).start;
    let (line, column) = (line.saturating_add(1), character.saturating_add(1));
    format!("{}#L{line},{column}", snapshot.uri.as_str())
}
