//! One signature: its label, and what is said of it.

use std::fmt::Write as _;

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::builtins::{BuiltinArgument, BuiltinId, Effect, Form, Side, min_signature};
use cindyscript_hir::program::{FunctionId, TermKind};
use cindyscript_hir::types::Type;
use text_size::{TextRange, TextSize};

use super::{CallSignature, Helper, SignatureArgument};
use crate::context::ArgumentSlot;
use crate::documentation::comment_above;
use crate::term_at::Declared;

impl Helper<'_> {
    pub(super) fn function(&self, id: FunctionId) -> CallSignature {
        let applet = self.applet;
        let program = &applet.program;
        let function = program.function(id);
        let mut label = Label::new(&program.callee(function.callee).name);
        for (place, parameter) in function.parameters.iter().enumerate() {
            let mut text = program.names.text(parameter.name).to_owned();
            let slots = applet.declared_slots(Declared::Parameter(id, place));
            let mut types: Vec<String> = Vec::new();
            for slot in slots {
                let ty = applet.solution.ty(slot);
                if !matches!(ty, Type::Unset | Type::Top) && !types.contains(&ty.to_string()) {
                    types.push(ty.to_string());
                }
            }
            if !types.is_empty() {
                let _ = write!(text, ": {}", types.join(" | "));
            }
            label.argument(&text, None);
        }
        let active = self.active(function.parameters.len(), false);
        let comment = comment_above(
            applet.script_text(function.script),
            function.name_range.start(),
        );
        label.signature(active, comment)
    }

    pub(super) fn builtin(&self, id: BuiltinId) -> CallSignature {
        let row = id.row();
        let mut label = Label::new(row.name);
        for argument in row.arguments() {
            label.argument(argument.name, argument.doc);
        }
        if label.parameters.is_empty() && row.arity != Some(0) {
            label.argument(BuiltinArgument::REST, None);
        }
        let count = label.parameters.len();
        let goes_on = row
            .arguments()
            .last()
            .is_some_and(|last| last.name == BuiltinArgument::REST);
        label.signature(self.active(count, goes_on), Some(self.documentation(id)))
    }

    fn documentation(&self, id: BuiltinId) -> String {
        let row = id.row();
        let mut text = row.doc.to_owned();
        if matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) {
            text.push_str(" (not available in the preview)");
        }
        let mut modifiers = modifiers::of(id).into_iter().flatten();
        if let Some(ArgumentSlot::Modifier(name)) = self.bracket.slots.last()
            && let Some(row) = modifiers.clone().find(|row| row.name == name)
        {
            let _ = write!(
                text,
                "\n\n`{name} -> {}`: {}",
                row.wants.describe(),
                row.describe()
            );
        } else if let Some(first) = modifiers.next() {
            let _ = write!(text, "\n\nmodifiers: `{}`", first.name);
            for row in modifiers {
                let _ = write!(text, ", `{}`", row.name);
            }
        }
        if self.is_at_pixels() && row.is_at_pixels() {
            match self.signature_here(id) {
                Some(here) => {
                    let _ = write!(text, "\n\nat pixels, here: `{here}`");
                }
                None => {
                    for (place, signature) in id.shown_signatures(Side::Gpu).iter().enumerate() {
                        let start = if place == 0 { "\n\nat pixels: " } else { ", " };
                        let _ = write!(text, "{start}`{signature}`");
                    }
                }
            }
        } else if self.is_at_pixels() {
            text.push_str(match row.effect {
                Effect::State => "\n\nnot available at pixels",
                Effect::None | Effect::Random => {
                    "\n\nnot available at pixels: its arguments must not depend on the pixel"
                }
            });
        }
        text
    }

    fn is_at_pixels(&self) -> bool {
        let solution = &self.applet.solution;
        let slots = self.call.map(|call| self.applet.slots(call));
        let of_call = slots.filter(|slots| !slots.is_empty());
        of_call.map_or(self.is_in_plot, |slots| {
            let bodies = slots
                .into_iter()
                .map(|slot| solution.body(solution.slot(slot).body));
            bodies.into_iter().any(|body| body.side() == Side::Gpu)
        })
    }

    /// The signature for pixels that the arguments choose, if they all have types.
    fn signature_here(&self, id: BuiltinId) -> Option<String> {
        let applet = self.applet;
        let program = &applet.program;
        let solution = &applet.solution;
        let call = self.call?;
        let TermKind::Call { arguments, .. } = program.kind(call) else {
            return None;
        };
        if program.builtin_call(call)?.0 != id {
            return None;
        }
        let slot = applet
            .slots(call)
            .into_iter()
            .find(|slot| solution.body(solution.slot(*slot).body).side() == Side::Gpu)?;
        let body = solution.body(solution.slot(slot).body);
        let types = program.children(arguments).iter().map(|&argument| {
            let ty = body
                .contains(argument)
                .then(|| solution.ty(body.slot(argument)))?;
            (!ty.is_unset()).then(|| ty.clone())
        });
        let signature = min_signature(id, Side::Gpu, &types.collect::<Option<Vec<_>>>()?)?;
        let parameters: Vec<String> = signature.parameters.iter().map(Type::to_string).collect();
        Some(format!("{} -> {}", parameters.join(", "), signature.result))
    }
}

/// A label that is being written.
struct Label {
    text: String,
    parameters: Vec<SignatureArgument>,
}

impl Label {
    fn new(name: &str) -> Self {
        Self {
            text: format!("{name}("),
            parameters: Vec::new(),
        }
    }

    fn argument(&mut self, text: &str, documentation: Option<&str>) {
        if !self.parameters.is_empty() {
            self.text.push_str(", ");
        }
        let range = TextRange::at(TextSize::of(self.text.as_str()), TextSize::of(text));
        self.text.push_str(text);
        self.parameters.push(SignatureArgument {
            range,
            documentation: documentation.map(str::to_owned),
        });
    }

    fn signature(mut self, active: Option<usize>, documentation: Option<String>) -> CallSignature {
        self.text.push(')');
        CallSignature {
            label: self.text,
            parameters: self.parameters,
            active,
            documentation,
        }
    }
}
