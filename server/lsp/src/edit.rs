//! An edit of one document, in the form that the editor takes.

use std::collections::HashMap;

use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use crate::client_features::ClientFeatures;

/// An edit of a version of a document. An editor that takes edits of versions does not make it in
/// another one.
pub(crate) fn of_document(
    uri: Uri,
    version: i32,
    edits: Vec<TextEdit>,
    features: ClientFeatures,
) -> WorkspaceEdit {
    match features.versioned_edits {
        true => WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    uri,
                    version: Some(version),
                },
                edits: edits.into_iter().map(OneOf::Left).collect(),
            }])),
            ..WorkspaceEdit::default()
        },
        false => WorkspaceEdit {
            changes: Some(HashMap::from([(uri, edits)])),
            ..WorkspaceEdit::default()
        },
    }
}
