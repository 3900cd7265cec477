//! `regional` behind the assignment of what it declares.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Children, TermId, TermKind};
use text_size::TextRange;

use super::first::Order;
use crate::checker::Checker;

/// The statements on either side that are looked at: the cost stays linear.
const NEAR: usize = 20;

impl Checker<'_> {
    /// `t = 2*x; regional(t); t`
    pub(crate) fn late_regional(&mut self, term: TermId, names: Children) {
        let program = &self.analysis.program;
        let Some(TermKind::Sequence(statements)) = self
            .analysis
            .parent(term)
            .map(|parent| program.kind(parent))
        else {
            return;
        };
        let statements = program.children(statements);
        // Later terms have larger numbers.
        let Ok(place) = statements.binary_search(&term) else {
            return;
        };
        let before = &statements[..place];
        let behind = &statements[place + 1..];
        let behind = &behind[..behind.len().min(NEAR)];
        for &declared in program.children(names) {
            let Some(name) = program.name_of(declared) else {
                continue;
            };
            let assigned = before
                .iter()
                .rev()
                .take(NEAR)
                .find(|&&one| self.assigns(one, name));
            let Some(&assigned) = assigned.filter(|_| self.is_read_first(behind, name)) else {
                continue;
            };
            let text = program.names.text(name);
            let message = format!(
                "`{text}` loses its value here: `regional` makes a new variable, which has none"
            );
            let written = self.analysis.written(term);
            let help = format!("write {written} before `{text}` is set");
            let fix = self.declared_first(before, term);
            let range = self.analysis.range(assigned);
            if let Some(said) = self.say(declared, Code::LateRegional, message) {
                said.help = Some(help);
                said.fix = fix;
                said.related.push(cindyscript_diagnostic::Related {
                    range,
                    message: format!("`{text}` is set here"),
                });
            }
        }
    }

    /// True if a statement is an assignment of a variable as a whole.
    fn assigns(&self, statement: TermId, name: NameId) -> bool {
        let program = &self.analysis.program;
        match program.kind(statement) {
            TermKind::Assign { target, .. } => program.name_of(target) == Some(name),
            _ => false,
        }
    }

    /// True if the first of these statements that has to do with a variable reads it.
    fn is_read_first(&self, statements: &[TermId], name: NameId) -> bool {
        let analysis = self.analysis;
        let summaries = &analysis.facts.summaries;
        let mut uses = statements.iter().map(|&statement| {
            let mut first = Order::of(&analysis.program, summaries, statement, [name]);
            first.remove(&name).unwrap_or_default()
        });
        let first = uses.find(|first| first.read.is_some() || first.assigned.is_some());
        first.is_some_and(|first| first.read.is_some())
    }

    /// Writes a `regional` before these statements.
    fn declared_first(&self, before: &[TermId], regional: TermId) -> Option<Fix> {
        if before.len() > NEAR {
            return None;
        }
        let start = self.analysis.range(*before.first()?).start();
        let range = self.analysis.range(regional);
        let text = self.analysis.document.text();
        let between = text.get(start.into()..range.start().into())?;
        let statements = between.trim_end().strip_suffix(';')?;
        let written = self.analysis.written(regional);
        // A comment would take what follows.
        (!statements.contains("//")).then(|| {
            Fix::new(
                TextRange::new(start, range.end()),
                format!("{written}; {statements}"),
                format!("write `{written}` first"),
            )
        })
    }
}
