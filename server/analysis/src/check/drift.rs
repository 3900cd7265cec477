//! Uniforms whose type the text does not tell.

use super::Checker;
use crate::diagnostic::{Related, Severity};
use crate::infer::Body;
use crate::types::Type;

impl Checker<'_> {
    /// For which values a shader has to be compiled while the applet runs.
    pub(super) fn drift(&mut self, body: &Body) {
        for (term, _) in self.solution.evaluated(body) {
            let slot = body.slot(term);
            // What does not exist has no type either.
            let missing = ["not-available", "undefined-function", "wrong-arity"];
            let is_missing = |code| self.said.contains(&(term, code));
            if !self.solution.unknown.contains(&slot) || missing.into_iter().any(is_missing) {
                continue;
            }
            let text = self.analysis.text(term);
            let on_cpu = self.solution.slot(slot).link;
            let message = match on_cpu.is_some().then(|| self.solution.ty(on_cpu)) {
                Some(Type::Code(_)) => format!(
                    "which code `{text}` is, is not known before the applet runs: the shader is \
                     compiled for its first value, and again when other code comes"
                ),
                _ => format!(
                    "the type of `{text}` is not known before the applet runs: the shader is \
                     compiled for its first value, and again when another type comes"
                ),
            };
            if !self.drifting.insert(message.clone()) {
                continue;
            }
            let why = self.analysis.story(self.solution).why(slot).into_iter();
            let related = why.map(|step| Related {
                range: step.range,
                message: step.text,
            });
            let related = related.collect();
            if let Some(said) = self.say(term, "drift", Severity::Hint, message) {
                said.related = related;
            }
        }
    }
}
