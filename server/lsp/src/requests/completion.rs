//! `textDocument/completion` and `completionItem/resolve`.

use cindyscript_ide::completion::{self, Completion, CompletionKind, Documentation};
use cindyscript_ide::documentation;

use text_size::TextRange;

use crate::client_features::ClientFeatures;
use crate::markup::{markup, without_links};
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionOptions, CompletionResponse,
    CompletionTextEdit, InsertTextFormat, Position, TextEdit,
};

/// The characters besides letters that make an editor ask.
const TRIGGERS: [&str; 5] = [".", "\"", "'", ":", "#"];

/// The capability.
pub(crate) fn options() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(TRIGGERS.map(str::to_owned).into()),
        ..CompletionOptions::default()
    }
}

/// What may be written at a position, the likeliest first. Where the version is a later one than the
/// editor asked about, only what stands before the position is replaced: behind it, the editor
/// counts from what it asked about.
pub(crate) fn completions(
    snapshot: &Snapshot,
    position: Position,
    features: ClientFeatures,
    is_overtaken: bool,
) -> CompletionResponse {
    let offset = snapshot.to_offset(position);
    let mut found = completion::completions(&snapshot.analysis, offset, features.snippets);
    if is_overtaken {
        for item in &mut found.items {
            let end = item.range.end().min(offset).max(item.range.start());
            item.range = TextRange::new(item.range.start(), end);
        }
    }
    let items = found.items.into_iter().enumerate();
    let items = items.map(|(place, found)| item(snapshot, place, found, features));
    CompletionResponse::List(CompletionList {
        is_incomplete: found.is_incomplete,
        items: items.collect(),
    })
}

fn item(
    snapshot: &Snapshot,
    place: usize,
    found: Completion,
    features: ClientFeatures,
) -> CompletionItem {
    let (documentation, data) = match found.documentation {
        Documentation::None => (None, None),
        Documentation::Text(text) => (Some(documented(text, features)), None),
        Documentation::Builtin(name) => (None, Some(name.into())),
    };
    let format = match features.snippets {
        true => InsertTextFormat::SNIPPET,
        false => InsertTextFormat::PLAIN_TEXT,
    };
    CompletionItem {
        kind: Some(kind(found.kind)),
        detail: found.detail,
        documentation,
        sort_text: Some(format!("{place:04}")),
        filter_text: Some(found.label.clone()),
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: snapshot.to_range(found.range),
            new_text: found.insert,
        })),
        data,
        label: found.label,
        ..CompletionItem::default()
    }
}

/// The item with what is said about it: about a builtin, whose name is the item's data.
pub(crate) fn resolve(mut item: CompletionItem, features: ClientFeatures) -> CompletionItem {
    let name = item.data.as_ref().and_then(|data| data.as_str());
    if let Some(text) = name.and_then(documentation::of_name) {
        let text = match features.plain_links {
            true => without_links(&text, None),
            false => text,
        };
        item.documentation = Some(documented(text, features));
    }
    item
}

fn documented(text: String, features: ClientFeatures) -> tower_lsp::ls_types::Documentation {
    tower_lsp::ls_types::Documentation::MarkupContent(markup(text, features.plain_text))
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Variable | CompletionKind::Parameter => CompletionItemKind::VARIABLE,
        CompletionKind::Constant | CompletionKind::Element => CompletionItemKind::CONSTANT,
        CompletionKind::Function | CompletionKind::Builtin => CompletionItemKind::FUNCTION,
        CompletionKind::Control => CompletionItemKind::KEYWORD,
        CompletionKind::Modifier | CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Field => CompletionItemKind::FIELD,
        CompletionKind::Value | CompletionKind::ElementType => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Image => CompletionItemKind::FILE,
        CompletionKind::Plugin => CompletionItemKind::MODULE,
        CompletionKind::Event => CompletionItemKind::EVENT,
    }
}
