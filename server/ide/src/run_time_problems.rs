//! Drops run-time problems that a static diagnostic reports at the same place.

use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};

impl Analysis {
    /// Whether these diagnostics, or those of this analysis, say already what went wrong at a place
    /// of the file when the applet ran. They do where one that is as severe stands at the same
    /// place; where the applet went on, also one at an operand of the operation that stands there:
    /// what that operation was given is then no news.
    #[must_use]
    pub fn already_reports(
        &self,
        more: &[Diagnostic],
        place: TextRange,
        severity: Severity,
    ) -> bool {
        let said = || {
            let all = self.diagnostics.iter().chain(more);
            all.filter(|diagnostic| diagnostic.severity <= severity.min(Severity::Warning))
        };
        if said().any(|diagnostic| diagnostic.extent() == place) {
            return true;
        }
        // A script that was stopped may have gone on for long with all kinds of operands.
        if severity == Severity::Error || !said().any(|found| place.contains_range(found.extent()))
        {
            return false;
        }
        let operands = self.applets.iter().flat_map(|applet| {
            let terms = applet.program.term_ids().map(TermId);
            let here = terms.filter(|term| applet.range(*term) == place);
            here.flat_map(|term| applet.operand_ranges(term))
        });
        operands
            .into_iter()
            .any(|operand| said().any(|diagnostic| diagnostic.extent() == operand))
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
        !analysis.already_reports(&[], range, severity)
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
