//! `cindyscript/selection`, from the editor: what is selected in a document, or where its cursor is, for
//! the preview of the document, which can draw it, tell its value, or mark it.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

/// The notification's name.
pub(crate) const SELECTION: &str = "cindyscript/selection";

/// The parameters of [`SELECTION`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SelectionParams {
    /// The document.
    pub(crate) text_document: TextDocumentIdentifier,
    /// Its version.
    pub(crate) version: i32,
    /// What is selected, empty where only the cursor is somewhere; none where the editor shows
    /// something else.
    #[serde(default)]
    pub(crate) range: Option<Range>,
}
