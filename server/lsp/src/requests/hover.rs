//! `textDocument/hover`.

use cindyscript_ide::hover;
use cindyscript_ide::observations::Curves;
use text_size::TextRange;

use crate::markup::{markup, without_links};
use crate::session::RequestContext;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{Hover, HoverContents, Position};

/// A link to what types mean; its address is that of a section of the reference.
pub(crate) const TYPES: &str = "[What do these types mean?](cindyscript:reference/types)";

/// What an editor shows in hovers beside text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shows {
    /// Links to sections of the reference.
    pub(crate) reference: bool,
    /// Pictures that their addresses hold.
    pub(crate) pictures: bool,
    /// Words in place of links.
    pub(crate) plain_links: bool,
    /// Plain text in place of Markdown.
    pub(crate) plain_text: bool,
}

/// The hover for the place under the pointer, with the value that it has in the preview and how that
/// has changed, and for an editor that can follow it with a link to what types mean.
pub(crate) fn hover(
    snapshot: &Snapshot,
    position: Position,
    context: &RequestContext,
    shows: Shows,
) -> Option<Hover> {
    let offset = snapshot.to_offset(position);
    let link = |range| address(snapshot, range);
    let found = hover::hover(&snapshot.analysis, offset, &link)?;
    let range = snapshot.to_range(found.range);
    let has_link = shows.reference && found.has_types;
    let mut value = with_value(found, context, shows);
    if has_link {
        value.push_str("\n\n");
        value.push_str(TYPES);
    }
    if shows.plain_links {
        value = without_links(&value, Some(snapshot.uri.as_str()));
    }
    Some(Hover {
        contents: HoverContents::Markup(markup(value, shows.plain_text)),
        range: Some(range),
    })
}

/// Puts the value behind the type, which ends the first block of code, and below that a plot of it.
fn with_value(found: hover::Hover, context: &RequestContext, shows: Shows) -> String {
    let seen = |subject| context.observed.get(subject);
    let seen = found.subjects.iter().find_map(seen);
    let mut text = found.text;
    let Some(seen) = seen else {
        return text.markdown();
    };
    let (history, now) = &context.history;
    let over_time = |subject| history.curves(subject, *now);
    let over_time = found.subjects.iter().find_map(over_time);
    let plot = over_time.or_else(|| Curves::of_list(seen));
    let plot = plot.map_or_else(String::new, |curves| match shows.pictures {
        true => format!("\n\n{}\n", curves.markdown_image()),
        false => format!("\n```text\n{}\n```", curves.blocks()),
    });
    text.code = format!("{} = {}", text.code, seen.value);
    text.below.insert_str(0, &plot);
    text.markdown()
}

/// The address of a place, as editors understand it: the document's URI with line and column, from
/// 1, for a fragment.
pub(crate) fn address(snapshot: &Snapshot, range: TextRange) -> String {
    let Position { line, character } = snapshot.to_range(range).start;
    let (line, column) = (line.saturating_add(1), character.saturating_add(1));
    format!("{}#L{line},{column}", snapshot.uri.as_str())
}
