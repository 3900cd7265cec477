//! Drops run-time problems that a static diagnostic reports at the same place.

use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::program::{TermId, TermKind};
use rustc_hash::FxHashMap;
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};

/// The places that static diagnostics are about.
#[derive(Debug)]
pub struct ReportedPlaces<'a> {
    analysis: &'a Analysis,
    /// The worst severity at each.
    severities: FxHashMap<TextRange, Severity>,
}

impl Analysis {
    /// The places that these diagnostics, or those of this analysis, are about.
    #[must_use]
    pub fn reported_places(&self, more: &[Diagnostic]) -> ReportedPlaces<'_> {
        let mut severities = FxHashMap::default();
        for found in self.diagnostics.iter().chain(more) {
            let worst = severities.entry(found.extent()).or_insert(found.severity);
            *worst = found.severity.min(*worst);
        }
        ReportedPlaces {
            analysis: self,
            severities,
        }
    }

    /// True if a diagnostic of this analysis [holds](ReportedPlaces::hold) a run-time problem.
    #[must_use]
    pub fn already_reports(&self, place: TextRange, severity: Severity) -> bool {
        self.reported_places(&[]).hold(place, severity)
    }
}

impl ReportedPlaces<'_> {
    /// True if a diagnostic says already what went wrong at a place of the file when the applet ran:
    /// one that is as severe stands at the same place. Where the applet went on, it may also stand at
    /// an operand of the operation there: the operand's value is then no news.
    #[must_use]
    pub fn hold(&self, place: TextRange, severity: Severity) -> bool {
        let holds = |place: &TextRange| {
            let known = self.severities.get(place);
            known.is_some_and(|known| *known <= severity.min(Severity::Warning))
        };
        // A script that was stopped may have gone on for long with all kinds of operands.
        holds(&place)
            || severity != Severity::Error
                && self.analysis.applets.iter().any(|applet| {
                    let mut here = applet.terms_at(place);
                    here.any(|term| applet.operand_ranges(term).iter().any(holds))
                })
    }
}

impl AppletAnalysis {
    /// The ranges of the operands of a term; of an element of a list and of a field, also of what
    /// that is an element or field of.
    fn operand_ranges(&self, term: TermId) -> Vec<TextRange> {
        let mut ranges = Vec::new();
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            self.program.for_each_operand(term, |operand| {
                ranges.push(self.range(operand));
                if let TermKind::Index { .. } | TermKind::Field { .. } | TermKind::UserData { .. } =
                    self.program.kind(operand)
                {
                    left.push(operand);
                }
            });
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    /// Whether something that goes wrong at a part of a text is news.
    fn is_news(text: &str, part: &str, severity: Severity) -> bool {
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let start = text.find(part).unwrap_or_default();
        let range = TextRange::at((start as u32).into(), (part.len() as u32).into());
        !analysis.already_reports(range, severity)
    }

    #[test]
    fn what_is_known_before_the_applet_runs_is_no_news() {
        use Severity::{Error, Warning};
        assert!(!is_news("draw([col, 0]);", "col", Warning));
        assert!(!is_news("b = undefinedf(3);", "undefinedf(3)", Error));
        assert!(!is_news("l = [1, 2]; m = l_5;", "l_5", Warning));
        assert!(!is_news("A.xy = [1, 2];", "A.xy", Warning));
        assert!(!is_news("b = undefinedf(3);", "undefinedf(3)", Warning));
        // What has been said about an operand does not stop it.
        assert!(is_news(
            "repeat(9, undefinedf(3));",
            "repeat(9, undefinedf(3))",
            Error
        ));
        // Nor has anything been said about these.
        assert!(is_news("b = [1, 2] + [col];", "[1, 2] + [col]", Warning));
        assert!(is_news("b = [1, 2];", "[1, 2]", Warning));
    }
}
