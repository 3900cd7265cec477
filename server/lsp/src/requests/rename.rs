//! `textDocument/rename` and `textDocument/prepareRename`.

use cindyscript_ide::rename::{self, RenameRefusal};

use crate::client_features::ClientFeatures;
use crate::edit;
use crate::snapshot::Snapshot;
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::{Position, PrepareRenameResponse, TextEdit, WorkspaceEdit};

/// The protocol's code of a request that was understood and cannot be done.
const REQUEST_FAILED: i64 = -32803;

/// The name at a position, if it can be another one.
pub(crate) fn prepare_rename(
    snapshot: &Snapshot,
    position: Position,
) -> Result<PrepareRenameResponse, RenameRefusal> {
    let offset = snapshot.to_offset(position);
    let name = rename::prepare_rename(&snapshot.analysis, offset)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: snapshot.to_range(name.range),
        placeholder: name.name,
    })
}

/// The edits that give the name at a position a new one.
pub(crate) fn rename(
    snapshot: &Snapshot,
    position: Position,
    new: &str,
    features: ClientFeatures,
) -> Result<WorkspaceEdit, RenameRefusal> {
    let offset = snapshot.to_offset(position);
    let edits = rename::rename(&snapshot.analysis, offset, new)?;
    let edits = edits.into_iter().map(|edit| TextEdit {
        range: snapshot.to_range(edit.range),
        new_text: edit.text,
    });
    let (uri, edits) = (snapshot.uri.clone(), edits.collect());
    Ok(edit::of_document(uri, snapshot.version, edits, features))
}

/// The error that tells the author why.
pub(crate) fn refused(refusal: &RenameRefusal) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: refusal.to_string().into(),
        data: None,
    }
}
