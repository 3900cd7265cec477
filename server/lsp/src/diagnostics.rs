//! Diagnostics of the analysis and problems of the preview, as the editor wants them.

use cindyscript_analysis::{Diagnostic, Related, Severity};
use cindyscript_protocol as protocol;
use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::{
    self as lsp, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
};

use crate::snapshot::Snapshot;

/// All diagnostics of a version, and what the preview has seen of the same version: what contradicts
/// the analysis, and its problems. A file
/// without CindyScript has none: many pages are of other matters.
pub(crate) fn diagnostics(
    snapshot: &Snapshot,
    contradictions: &[Diagnostic],
    problems: &[protocol::Problem],
) -> Vec<lsp::Diagnostic> {
    if snapshot.document.applets().is_empty() {
        return Vec::new();
    }
    let found = &snapshot.analysis.diagnostics;
    let found = found
        .iter()
        .chain(contradictions)
        .map(|found| diagnostic(snapshot, found));
    let problems = problems.iter().map(|met| problem(snapshot, met));
    found.chain(problems).collect()
}

/// A diagnostic of the analysis.
pub(crate) fn diagnostic(snapshot: &Snapshot, diagnostic: &Diagnostic) -> lsp::Diagnostic {
    let related = |related: &Related| DiagnosticRelatedInformation {
        location: Location::new(snapshot.uri.clone(), snapshot.to_range(related.range)),
        message: related.message.clone(),
    };
    let message = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    lsp::Diagnostic {
        range: snapshot.to_range(diagnostic.range),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_owned())),
        source: Some("cindyscript".to_owned()),
        message,
        related_information: (!diagnostic.related.is_empty())
            .then(|| diagnostic.related.iter().map(related).collect()),
        ..lsp::Diagnostic::default()
    }
}

fn problem(snapshot: &Snapshot, problem: &protocol::Problem) -> lsp::Diagnostic {
    // Without a place it belongs to the file: to its first character.
    let range = problem.range.map(text_range).unwrap_or_default();
    lsp::Diagnostic {
        range: snapshot.to_range(range),
        severity: Some(match problem.severity {
            protocol::Severity::Error => DiagnosticSeverity::ERROR,
            protocol::Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        source: Some("preview".to_owned()),
        message: problem.message.clone(),
        ..lsp::Diagnostic::default()
    }
}

/// A range of the preview's, which may be reversed.
pub(crate) fn text_range(range: protocol::ByteRange) -> TextRange {
    TextRange::new(
        TextSize::new(range.start.min(range.end)),
        TextSize::new(range.start.max(range.end)),
    )
}
