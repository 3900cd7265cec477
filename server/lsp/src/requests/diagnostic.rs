//! `textDocument/diagnostic` and `workspace/diagnostic`, for editors that ask for diagnostics.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticOptions, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, PreviousResultId, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::client_features::ClientFeatures;
use crate::diagnostics::{diagnostics, more_diagnostics};
use crate::session::RequestContext;
use crate::snapshot::Snapshot;
use crate::workspace::ClosedFile;

/// The protocol's code for a request that the server cannot answer now.
pub(crate) const SERVER_CANCELLED: ErrorCode = ErrorCode::ServerError(-32802);

/// What the server says of it.
pub(crate) fn options() -> DiagnosticOptions {
    DiagnosticOptions {
        identifier: Some("cindyscript".to_owned()),
        // Libraries.
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        ..DiagnosticOptions::default()
    }
}

/// The diagnostics of a version, unless the editor knows them.
pub(crate) fn report(
    snapshot: &Snapshot,
    context: &RequestContext,
    known: Option<&str>,
    features: ClientFeatures,
) -> DocumentDiagnosticReport {
    let more = more_diagnostics(snapshot, &context.settings, &context.observed);
    let items = diagnostics(snapshot, &more, &context.problems, features);
    let result_id = fingerprint(&items);
    if known == Some(result_id.as_str()) {
        let unchanged = RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        };
        return DocumentDiagnosticReport::Unchanged(unchanged);
    }
    full(items, Some(result_id))
}

/// A name of these diagnostics: others have another one.
fn fingerprint(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    // They consist of texts and numbers, which can always be written.
    serde_json::to_string(items)
        .unwrap_or_default()
        .hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn full(items: Vec<Diagnostic>, result_id: Option<String>) -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}

/// The answer from a report. A document that is not open has no diagnostics. Editors that are told
/// that the text is another one by now would take that for a text without diagnostics: they are told
/// to ask again.
pub(crate) fn answer(
    report: Result<Option<DocumentDiagnosticReport>>,
) -> Result<DocumentDiagnosticReportResult> {
    match report {
        Ok(report) => Ok(report.unwrap_or_else(|| full(Vec::new(), None)).into()),
        Err(error) if error.code == ErrorCode::ContentModified => Err(Error {
            code: SERVER_CANCELLED,
            message: error.message,
            data: Some(json!({"retriggerRequest": true})),
        }),
        Err(error) => Err(error),
    }
}

/// The diagnostics of files that are not open, but for those that the editor knows, by the names of
/// what it knows. Of a file that it knows and that is gone there are none any more.
pub(crate) fn workspace_report(
    found: Vec<ClosedFile>,
    is_open: impl Fn(&Uri) -> bool,
    known: Vec<PreviousResultId>,
) -> WorkspaceDiagnosticReportResult {
    let mut known: HashMap<Uri, String> = known
        .into_iter()
        .map(|known| (known.uri, known.value))
        .collect();
    let mut items = Vec::new();
    for ClosedFile {
        uri,
        diagnostics: found,
        ..
    } in found
    {
        let before = known.remove(&uri);
        // Most pages of most folders are of other matters.
        if found.is_empty() && before.is_none() {
            continue;
        }
        let result_id = fingerprint(&found);
        items.push(if before.as_ref() == Some(&result_id) {
            WorkspaceDocumentDiagnosticReport::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version: None,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                        result_id,
                    },
                },
            )
        } else {
            of_file(uri, found.to_vec(), Some(result_id))
        });
    }
    // What is open is asked for by itself.
    let gone = known.into_keys().filter(|uri| !is_open(uri));
    items.extend(gone.map(|uri| of_file(uri, Vec::new(), None)));
    WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items })
}

fn of_file(
    uri: Uri,
    items: Vec<Diagnostic>,
    result_id: Option<String>,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
