//! `#` in a loop, which is the loop's, where the pixel is meant.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{IterationKind, Plot, TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::foreign::Advice;
use crate::checker::Checker;

/// Names for a counter.
const COUNTERS: [&str; 6] = ["k", "j", "n", "m", "l", "count"];

/// A loop in a colorplot whose running variable is `#`.
pub(crate) struct HashLoop {
    /// `the counter of the `repeat` in line 3`.
    pub(crate) role: String,
    /// Advice: what to write.
    pub(crate) help: String,
    /// The same as a change.
    pub(crate) fix: Option<Fix>,
}

impl Checker<'_> {
    /// The loop whose running variable a term is, if the term is `#` in a colorplot.
    pub(crate) fn loop_of_hash(&self, term: TermId) -> Option<HashLoop> {
        let program = &self.analysis.program;
        let name = program.name_of(term)?;
        if program.names.text(name) != HASH {
            return None;
        }
        let within = |root: TermId| (program.term(root).first..=root).contains(&term);
        program.plots.iter().find(|plot| within(plot.body))?;
        let mut around = self.analysis.around(term);
        around.find_map(|outer| match program.kind(outer) {
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let is_own = iteration.element == name && within(iteration.body);
                is_own.then(|| self.hash_loop(outer))
            }
            _ => None,
        })?
    }

    /// A loop in a colorplot's own expression whose running variable is `#`, and that reads it.
    pub(crate) fn some_hash_loop(&self, plot: &Plot) -> Option<HashLoop> {
        let program = &self.analysis.program;
        let hash = program.names.get(HASH)?;
        let first = program.term(plot.body).first;
        let mut terms = (first.0..=plot.body.0).map(TermId);
        let read = terms.find(|&term| program.name_of(term) == Some(hash))?;
        self.loop_of_hash(read)
    }

    /// Advice for an operation that has no meaning for the running variable of a loop.
    pub(crate) fn hash_advice(&self, operands: &[TermId]) -> Option<Advice> {
        let mut operands = operands.iter();
        let hash = operands.find_map(|&operand| self.loop_of_hash(operand))?;
        Some(Advice {
            help: format!("`#` is {}: {}", hash.role, hash.help),
            fix: hash.fix,
        })
    }

    fn hash_loop(&self, term: TermId) -> Option<HashLoop> {
        let program = &self.analysis.program;
        let TermKind::Iterate(id) = program.kind(term) else {
            return None;
        };
        let iteration = program.iteration(id);
        if !iteration.is_unnamed() || iteration.may_be_two_values() {
            return None;
        }
        let kind = iteration.kind.name();
        let line = self.analysis.line(self.analysis.range(term).start());
        let role = match iteration.kind {
            IterationKind::Repeat => format!("the counter of the `{kind}` in line {line}"),
            IterationKind::ForAll
            | IterationKind::Apply
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Sort
            | IterationKind::Max
            | IterationKind::Min => format!("the element of the `{kind}` in line {line}"),
        };
        let mut free = COUNTERS.into_iter();
        let name = free.find(|name| program.names.get(name).is_none())?;
        let domain = self.analysis.text(iteration.domain);
        let help = format!("name it, {kind}({domain}, {name}, ...), and `#` is the pixel");
        // Behind the comma after the domain.
        let from = self.analysis.range(iteration.domain).end();
        let to = self.analysis.range(iteration.body).start();
        let text = self.analysis.document.text();
        let between = (from <= to).then(|| text.get(from.into()..to.into()));
        let comma = between.flatten().and_then(|between| between.find(','));
        let fix = comma.and_then(|comma| {
            Some(Fix::new(
                TextRange::empty(from + TextSize::try_from(comma + 1).ok()?),
                format!(" {name},"),
                format!("name the running variable of `{kind}`: `{name}`"),
            ))
        });
        Some(HashLoop { role, help, fix })
    }
}
