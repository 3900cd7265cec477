//! `textDocument/diagnostic`, for editors that ask for diagnostics.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticOptions, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use crate::diagnostics::{diagnostics, more_diagnostics};
use crate::session::Around;
use crate::snapshot::Snapshot;

/// The protocol's code for a request that the server cannot answer now.
pub(crate) const SERVER_CANCELLED: ErrorCode = ErrorCode::ServerError(-32802);

/// What the server says of it.
pub(crate) fn options() -> DiagnosticOptions {
    DiagnosticOptions {
        identifier: Some("cindyscript".to_owned()),
        // Libraries.
        inter_file_dependencies: true,
        workspace_diagnostics: false,
        ..DiagnosticOptions::default()
    }
}

/// The diagnostics of a version, unless the editor knows them.
pub(crate) fn report(
    snapshot: &Snapshot,
    around: &Around,
    known: Option<&str>,
) -> DocumentDiagnosticReport {
    let more = more_diagnostics(snapshot, &around.settings, &around.observed);
    let items = diagnostics(snapshot, &more, &around.problems);
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
