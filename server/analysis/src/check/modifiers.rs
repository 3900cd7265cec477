//! Modifiers that a builtin does not have, and values that they do not take.

use super::Checker;
use crate::builtins::modifiers;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::infer::Body;
use crate::program::{Modifier, TermId};

impl Checker<'_> {
    /// The modifiers of a call on the CPU.
    pub(super) fn modifiers(&mut self, body: &Body, term: TermId) {
        let program = &self.analysis.program;
        let Some((builtin, given)) = program.builtin_call(term) else {
            return;
        };
        if given.is_empty() {
            return;
        }
        let Some(known) = modifiers::of(builtin) else {
            return;
        };
        let spelled = builtin.name();
        for modifier in given {
            let name = program.names.text(modifier.name);
            let Some(row) = known.clone().find(|row| row.name == name) else {
                let names: Vec<&str> = known.clone().map(|row| row.name).collect();
                self.unknown_modifier(term, modifier, name, spelled, &names);
                continue;
            };
            let ty = self.solution.ty(body.slot(modifier.value));
            if super::is_certain(ty) && !row.wants.may_take(ty) {
                let wanted = row.wants.describe();
                let message = format!(
                    "`{name}` is {wanted}, this is {}: it has no effect",
                    ty.in_words()
                );
                self.say(modifier.value, "modifier-type", Severity::Hint, message);
            }
        }
    }

    fn unknown_modifier(
        &mut self,
        term: TermId,
        modifier: &Modifier,
        name: &str,
        builtin: &str,
        known: &[&str],
    ) {
        let message = match known {
            [] => format!("`{builtin}` takes no modifiers: `{name}` has no effect"),
            _ => format!("`{builtin}` has no modifier `{name}`"),
        };
        let script = self.analysis.program.term(term).script;
        let range = self.analysis.to_file(script, modifier.range);
        let meant = self.nearest("modifier", name, known.iter().copied());
        let help = match (meant, known) {
            (Some(meant), _) => Some(format!("did you mean `{meant}`?")),
            (None, []) => None,
            (None, known) => Some(format!("it has {}", known.join(", "))),
        };
        if self.said.insert((modifier.value, "unknown-modifier")) {
            self.found.push(Diagnostic {
                code: "unknown-modifier",
                severity: Severity::Warning,
                range,
                message,
                help,
                related: Vec::new(),
                fix: meant.map(|meant| Fix {
                    range,
                    text: meant.to_owned(),
                    title: format!("write `{meant}`"),
                }),
            });
        }
    }
}
