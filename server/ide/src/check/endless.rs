//! Loops that never end: nothing in them changes what their condition asks for.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, Effect, Opaque};
use cindyscript_hir::presets;
use cindyscript_hir::program::{TermId, TermKind};

use super::Checker;

impl Checker<'_> {
    /// `while(n > 0, println(n))`
    pub(super) fn endless(&mut self, condition: TermId, body: TermId) {
        let program = &self.analysis.program;
        let mut asked = Vec::new();
        for term in (program.term(condition).first.0..=condition.0).map(TermId) {
            match program.kind(term) {
                TermKind::Number(_) | TermKind::Text(_) => {}
                TermKind::Variable(name) => asked.push((term, name)),
                TermKind::Call { .. } => match program.builtin_call(term) {
                    Some((builtin, _)) if builtin.row().effect == Effect::None => {}
                    _ => return,
                },
                _ => return,
            }
        }
        for term in (program.term(body).first.0..=body.0).map(TermId) {
            match program.kind(term) {
                TermKind::Assign { target, .. } => {
                    // A list of names takes several values.
                    let Some(name) = program.root_of_elements(target) else {
                        return;
                    };
                    if asked.iter().any(|(_, known)| *known == name) {
                        return;
                    }
                }
                TermKind::Call { .. } => match program.builtin_call(term) {
                    Some((builtin, _)) if !runs_code(builtin) => {}
                    _ => return,
                },
                TermKind::Iterate(id) => {
                    let iteration = program.iteration(id);
                    let names = [Some(iteration.element), iteration.index];
                    let mut names = names.into_iter().flatten();
                    if names.any(|name| asked.iter().any(|(_, known)| *known == name)) {
                        return;
                    }
                }
                TermKind::Special(_)
                | TermKind::DefineLazy { .. }
                | TermKind::Define(_)
                | TermKind::Undefine(_)
                | TermKind::Code(_)
                | TermKind::Plot(_)
                | TermKind::Regional(_)
                | TermKind::Undefined => return,
                TermKind::Number(_)
                | TermKind::Text(_)
                | TermKind::Variable(_)
                | TermKind::Sequence(_)
                | TermKind::List(_)
                | TermKind::Dictionary(_)
                | TermKind::Index { .. }
                | TermKind::Field { .. }
                | TermKind::UserData { .. }
                | TermKind::If { .. }
                | TermKind::While { .. } => {}
            }
        }
        // Lazily defined names, and what the page's JavaScript sets, may change by themselves.
        let is_lazy = |term: &cindyscript_hir::program::Term| match term.kind {
            TermKind::DefineLazy { target, .. } => program
                .name_of(target)
                .is_some_and(|name| asked.iter().any(|(_, known)| *known == name)),
            _ => false,
        };
        if self.opaque.names.is_some()
            || program.terms.iter().any(is_lazy)
            || self.is_said(condition, &[Code::NotACondition, Code::AssignedCondition])
        {
            return;
        }
        let mut variables = asked.iter().map(|(_, name)| *name);
        if variables
            .clone()
            .any(|name| !self.analysis.defined().contains(name))
        {
            return;
        }
        let mut variables = variables.by_ref().map(|name| program.names.text(name));
        let Some(variable) = variables.find(|name| presets::truth(name).is_none()) else {
            return;
        };
        let message =
            format!("nothing in this loop changes `{variable}`: once begun, it never ends");
        let help = format!("change it in the loop: {variable} = {variable} - 1, say");
        if let Some(said) = self.say(condition, Code::EndlessLoop, message) {
            said.help = Some(help);
        }
    }
}

/// Whether a builtin may run code that sets variables.
fn runs_code(builtin: BuiltinId) -> bool {
    let opaque = builtin.row().opaque;
    builtin.runs_code() || matches!(opaque, Some(Opaque::Text | Opaque::Plugin))
}
