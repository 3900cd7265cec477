//! Types that never settle: lists that a loop or a recursion puts into themselves.

use super::Checker;
use crate::diagnostic::{Related, Severity};
use crate::infer::{BodyKind, SlotId, Subject};
use crate::names::NameId;
use crate::program::{TermId, TermKind};

impl Checker<'_> {
    /// Where inference had to stop, since the types would have grown for ever.
    pub(super) fn unsettled(&mut self) {
        for &slot in &self.solution.nested {
            self.nested(slot);
        }
        let program = &self.analysis.program;
        for &function in &self.solution.polymorphic {
            let function = program.function(function);
            let name = &program.callee(function.callee).name;
            let message = format!(
                "the types that `{name}` is called with do not settle: what it returns is not \
                 known exactly"
            );
            let help = format!("does `{name}` call itself with a longer list each time?");
            let range = self.analysis.to_file(function.script, function.name_range);
            if let Some(said) = self.say(function.body, "never-settles", Severity::Hint, message) {
                said.range = range;
                said.help = Some(help);
            }
        }
    }

    fn nested(&mut self, slot: SlotId) {
        let data = self.solution.slot(slot);
        let Subject::Variable(name) = data.subject else {
            return;
        };
        let Some(raise) = self.solution.raises(slot).next() else {
            return;
        };
        let Subject::Term(value) = self.solution.slot(raise.from).subject else {
            return;
        };
        let program = &self.analysis.program;
        let text = program.names.text(name);
        let body = self.solution.body(data.body);
        let (message, related) = match (self.grows(name, value), body.kind) {
            (_, BodyKind::Function(function)) if body.parameters.contains(&slot) => {
                let function = program.function(function);
                let callee = &program.callee(function.callee).name;
                let related = Related {
                    range: self.analysis.to_file(function.script, function.name_range),
                    message: format!("`{callee}` is defined here"),
                };
                let message = format!("every call puts `{text}` of `{callee}` into a further list");
                (message, Some(related))
            }
            (Some(round), _) => {
                let place = self.analysis.range(round);
                let line = self.analysis.line(place.start());
                let message = format!(
                    "every round of the loop in line {line} puts `{text}` into a further list"
                );
                let related = Related {
                    range: place,
                    message: format!("this loop makes `{text}` grow"),
                };
                (message, Some(related))
            }
            (None, _) => (
                format!("`{text}` is put into a further list each time this runs"),
                None,
            ),
        };
        let message = format!("{message}: its type never settles");
        if let Some(said) = self.say(value, "never-settles", Severity::Hint, message) {
            said.related.extend(related);
        }
    }

    /// The innermost loop around a value that is made from the variable that it is assigned to.
    pub(super) fn grows(&self, name: NameId, value: TermId) -> Option<TermId> {
        let program = &self.analysis.program;
        let mut within = (program.term(value).first.0..=value.0).map(TermId);
        if !within.any(|term| program.kind(term) == TermKind::Variable(name)) {
            return None;
        }
        let mut around = (value.0 + 1..program.terms.len() as u32).map(TermId);
        around.find(|&term| {
            program.term(term).first <= value
                && matches!(
                    program.kind(term),
                    TermKind::Iterate(_) | TermKind::While { .. }
                )
        })
    }
}
