//! `textDocument/hover`.

use cindyscript_ide::hover;
use cindyscript_ide::observed::Observations;
use text_size::TextRange;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

/// A link to what types mean; its address is that of a section of the reference.
pub(crate) const TYPES: &str = "[What do these types mean?](cindyscript:reference/types)";

/// The hover for the place under the pointer, with the value that it has in the preview, and for an
/// editor that can follow it with a link to what types mean.
pub(crate) fn hover(
    snapshot: &Snapshot,
    position: Position,
    observed: &Observations,
    has_links: bool,
) -> Option<Hover> {
    let offset = snapshot.to_offset(position);
    let link = |range| address(snapshot, range);
    let found = hover::hover(&snapshot.analysis, offset, &link)?;
    let range = snapshot.to_range(found.range);
    let has_link = has_links && found.has_types;
    let mut value = with_value(found, observed);
    if has_link {
        value.push_str("\n\n");
        value.push_str(TYPES);
    }
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(range),
    })
}

/// Puts the value behind the type, which ends the first block of code.
fn with_value(found: hover::Hover, observed: &Observations) -> String {
    let seen = found
        .subjects
        .iter()
        .find_map(|subject| observed.get(subject));
    match (seen, found.markdown.split_once("\n```")) {
        (Some(seen), Some((first, rest))) => format!("{first} = {}\n```{rest}", seen.value),
        _ => found.markdown,
    }
}

/// The address of a place, as editors understand it: the document's URI with line and column, from
/// 1, for a fragment.
pub(crate) fn address(snapshot: &Snapshot, range: TextRange) -> String {
    let Position { line, character } = snapshot.to_range(range).start;
    let (line, column) = (line.saturating_add(1), character.saturating_add(1));
    format!("{}#L{line},{column}", snapshot.uri.as_str())
}
