//! Diagnostics of the analysis and problems of the preview, as the editor wants them.

use std::collections::{HashMap, HashSet};

use cindyscript_diagnostic::{Code, Diagnostic, Related, Severity};
use cindyscript_ide::observations::{self, Observations};
use cindyscript_lint::limit;
use cindyscript_protocol as protocol;
use text_size::{TextRange, TextSize};

use crate::client_features::ClientFeatures;
use crate::settings::Settings;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    self as lsp, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Uri,
};

/// All diagnostics of a version, what is said beside them, and at the end the preview's problems of
/// the same version that have not been said by then: each mistake is told once. A file without
/// CindyScript has none, but that it is too large: many pages are of other matters.
pub(crate) fn diagnostics(
    snapshot: &Snapshot,
    more: &[Diagnostic],
    problems: &[protocol::Problem],
    features: ClientFeatures,
) -> Vec<lsp::Diagnostic> {
    let has_applets = !snapshot.analysis.document.applets().is_empty();
    let found = &snapshot.analysis.diagnostics;
    let found = found
        .iter()
        .filter(|found| has_applets || found.code == Code::CannotRead)
        .chain(more)
        .map(|found| diagnostic(snapshot, found, features));
    let news = news(snapshot, more, problems);
    let problems = news.iter().map(|met| problem(snapshot, met, features));
    found.chain(problems).collect()
}

/// The preview's problems that analysis does not say as well, the first at each place.
fn news<'a>(
    snapshot: &Snapshot,
    more: &[Diagnostic],
    problems: &'a [protocol::Problem],
) -> Vec<&'a protocol::Problem> {
    if problems.is_empty() {
        return Vec::new();
    }
    let reported = snapshot.analysis.reported_places(more);
    // Places with news: the severity.
    let mut places: HashMap<protocol::ByteRange, Severity> = HashMap::new();
    let mut without_place = HashSet::new();
    let mut is_new = |problem: &'a protocol::Problem| {
        let Some(range) = problem.range else {
            return without_place.insert((&problem.message, severity(problem)));
        };
        let severity = severity(problem);
        let is_known = places.get(&range).is_some_and(|known| *known <= severity);
        if is_known || reported.hold(text_range(range), severity) {
            return false;
        }
        places.insert(range, severity);
        true
    };
    problems.iter().filter(|it| is_new(it)).collect()
}

fn severity(problem: &protocol::Problem) -> Severity {
    match problem.severity {
        protocol::Severity::Error => Severity::Error,
        protocol::Severity::Warning => Severity::Warning,
    }
}

/// Further diagnostics beside those of the analysis: where what the preview has seen contradicts
/// it, where single precision is not enough, what a published page would not show, and what would make it stall, for those who want to
/// know; what is not used.
pub(crate) fn more_diagnostics(
    snapshot: &Snapshot,
    settings: &Settings,
    observed: &Observations,
) -> Vec<Diagnostic> {
    let mut more = observations::contradictions(&snapshot.analysis, observed);
    more.extend(observations::lost_digits(&snapshot.analysis, observed));
    if settings.portability {
        more.extend_from_slice(&snapshot.portability);
    }
    if settings.recompilation {
        let mut recompilation = snapshot.analysis.recompilation();
        limit(&mut recompilation);
        more.extend(recompilation);
    }
    more.extend_from_slice(&snapshot.unused);
    more
}

/// A diagnostic of the analysis.
pub(crate) fn diagnostic(
    snapshot: &Snapshot,
    diagnostic: &Diagnostic,
    features: ClientFeatures,
) -> lsp::Diagnostic {
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
            Severity::Information => DiagnosticSeverity::INFORMATION,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
        code_description: code_description(diagnostic.code, features),
        source: Some("cindyscript".to_owned()),
        message,
        tags: (diagnostic.code.is_unnecessary()).then(|| vec![DiagnosticTag::UNNECESSARY]),
        related_information: (!diagnostic.related.is_empty())
            .then(|| diagnostic.related.iter().map(related).collect()),
        ..lsp::Diagnostic::default()
    }
}

fn problem(
    snapshot: &Snapshot,
    problem: &protocol::Problem,
    features: ClientFeatures,
) -> lsp::Diagnostic {
    // Without a place it belongs to the file: to its first character.
    let range = problem.range.map(text_range).unwrap_or_default();
    lsp::Diagnostic {
        range: snapshot.to_range(range),
        severity: Some(match problem.severity {
            protocol::Severity::Error => DiagnosticSeverity::ERROR,
            protocol::Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(Code::AtRunTime.name().to_owned())),
        code_description: code_description(Code::AtRunTime, features),
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

/// The address of the repository, such as `https://github.com/OWNER/NAME`. Only builds of a release
/// have one: the pages of their version are on the web.
const REPOSITORY: Option<&str> = option_env!("CINDYSCRIPT_REPOSITORY");

/// Returns the address of the section about a code, in the documentation of this version.
fn section(repository: &str, code: Code) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{repository}/blob/v{version}/docs/reference.md#{code}")
}

/// Returns the link of a code, for an editor that shows such links.
fn code_description(code: Code, features: ClientFeatures) -> Option<CodeDescription> {
    let repository = REPOSITORY.filter(|_| features.code_links)?;
    let href: Uri = section(repository, code).parse().ok()?;
    Some(CodeDescription { href })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_address_that_is_one() {
        for &code in Code::ALL {
            let address = section("https://example.org/owner/name", code);
            assert!(address.parse::<Uri>().is_ok(), "{address}");
        }
    }
}
