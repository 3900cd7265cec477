//! The requests of the editor, by subject. Each is a function from a snapshot to the answer, in the
//! protocol's types; the analysis does the part of the language.

pub(crate) mod call_hierarchy;
pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod diagnostic;
pub(crate) mod document_color;
pub(crate) mod document_link;
pub(crate) mod execute_command;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod navigation;
pub(crate) mod numbers;
pub(crate) mod rename;
pub(crate) mod semantic_tokens;
pub(crate) mod show;
pub(crate) mod signature_help;
pub(crate) mod structure;

use tower_lsp::ls_types::{Position, Range, TextDocumentPositionParams, Uri};

/// The target of a request: a document, and perhaps a place in it.
///
/// A character past the end of its line is the end of the line: so the protocol says. It leaves to the
/// server what a line past the last one is. As the end of a range, such a line is the end of the text:
/// editors name a whole text so without counting its lines. But an editor that asks about a place on
/// such a line has another text in mind than the server: the answer is empty, and the log says so once
/// for each document.
#[derive(Clone, Debug)]
pub(crate) struct RequestTarget {
    /// The document.
    pub(crate) uri: Uri,
    /// The line that the place begins on; none if it is the whole document.
    pub(crate) line: Option<u32>,
}

impl RequestTarget {
    /// A target of several places.
    pub(crate) fn all(uri: Uri, places: impl IntoIterator<Item = Position>) -> Self {
        let line = places.into_iter().map(|place| place.line).max();
        Self { uri, line }
    }
}

impl From<Uri> for RequestTarget {
    fn from(uri: Uri) -> Self {
        Self { uri, line: None }
    }
}

impl From<(Uri, Range)> for RequestTarget {
    fn from((uri, range): (Uri, Range)) -> Self {
        Self::all(uri, [range.start])
    }
}

impl From<&TextDocumentPositionParams> for RequestTarget {
    fn from(place: &TextDocumentPositionParams) -> Self {
        Self::all(place.text_document.uri.clone(), [place.position])
    }
}
