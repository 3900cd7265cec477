//! What a request is about: a document, and a place in it.
//!
//! A character past the end of its line is the end of the line: so the protocol says. What a line past
//! the last one is, it leaves to the server. Of a range, such an end is the end of the text, for this is
//! how editors name all of a text without counting its lines. But who asks about a place on such a line
//! has another text in mind than the one that is known, and what stands at the end of that is no answer:
//! there is none, and the log says so once for each document.

use tower_lsp::ls_types::{Position, Range, TextDocumentPositionParams, Uri};

/// What a request is about.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// The document.
    pub(crate) uri: Uri,
    /// The line that the place begins on; none if it is the whole document.
    pub(crate) line: Option<u32>,
}

impl About {
    /// About several places.
    pub(crate) fn all(uri: Uri, places: impl IntoIterator<Item = Position>) -> Self {
        let line = places.into_iter().map(|place| place.line).max();
        Self { uri, line }
    }
}

impl From<Uri> for About {
    fn from(uri: Uri) -> Self {
        Self { uri, line: None }
    }
}

impl From<(Uri, Range)> for About {
    fn from((uri, range): (Uri, Range)) -> Self {
        Self::all(uri, [range.start])
    }
}

impl From<&TextDocumentPositionParams> for About {
    fn from(place: &TextDocumentPositionParams) -> Self {
        Self::all(place.text_document.uri.clone(), [place.position])
    }
}
