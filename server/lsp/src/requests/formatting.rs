//! `textDocument/formatting`, `textDocument/rangeFormatting` and `textDocument/onTypeFormatting`.

use cindyscript_ide::formatting::{
    Indent, Style, TYPED, formatting, on_type_formatting, range_formatting, style_of_page,
};
use tower_lsp::ls_types::{
    DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams, FormattingOptions, Range,
    TextEdit,
};

use crate::snapshot::Snapshot;

/// More columns are no indentation.
const MAX_TAB_SIZE: u32 = 16;

/// What the server says of formatting while the author types.
pub(crate) fn on_type_options() -> DocumentOnTypeFormattingOptions {
    let [first, more @ ..] = TYPED.map(String::from);
    DocumentOnTypeFormattingOptions {
        first_trigger_character: first,
        more_trigger_character: Some(more.into()),
    }
}

/// The edits that format a document.
pub(crate) fn full(snapshot: &Snapshot, options: &FormattingOptions) -> Vec<TextEdit> {
    let formatting = formatting(&snapshot.analysis.document, &style(snapshot, options));
    to_protocol(snapshot, formatting.edits)
}

/// The edits that format the statements that a range touches.
pub(crate) fn range(
    snapshot: &Snapshot,
    range: Range,
    options: &FormattingOptions,
) -> Vec<TextEdit> {
    let part = snapshot.to_text_range(range);
    let edits = range_formatting(&snapshot.analysis.document, part, &style(snapshot, options));
    to_protocol(snapshot, edits)
}

/// The edits that format what was closed by the character that was typed.
pub(crate) fn on_type(
    snapshot: &Snapshot,
    params: &DocumentOnTypeFormattingParams,
) -> Vec<TextEdit> {
    let at = snapshot.to_offset(params.text_document_position.position);
    let mut characters = params.ch.chars();
    let (Some(typed), None) = (characters.next(), characters.next()) else {
        return Vec::new();
    };
    let document = &snapshot.analysis.document;
    let edits = on_type_formatting(document, at, typed, &style(snapshot, &params.options));
    to_protocol(snapshot, edits)
}

/// The style of a document: a page has its own indentation, other files the editor's.
fn style(snapshot: &Snapshot, options: &FormattingOptions) -> Style {
    let indent = match options.insert_spaces {
        true => Indent::Spaces(options.tab_size.clamp(1, MAX_TAB_SIZE) as usize),
        false => Indent::Tab,
    };
    let style = Style {
        indent,
        ..Style::default()
    };
    style_of_page(&snapshot.analysis.document, style)
}

fn to_protocol(snapshot: &Snapshot, edits: Vec<cindyscript_syntax::TextEdit>) -> Vec<TextEdit> {
    let edits = edits.into_iter().map(|edit| TextEdit {
        range: snapshot.to_range(edit.range),
        new_text: edit.insert,
    });
    edits.collect()
}
