//! The signatures of the call around a place, with the argument that the place is in.

mod signature;
#[cfg(test)]
mod tests;

use cindyscript_hir::builtins::{self, Category};
use cindyscript_hir::program::{FunctionId, ScriptId, TermId, TermKind};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::context::{ArgumentSlot, Bracket, Callee, Context};
use crate::term_at::script_at;

/// The signatures of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// All ways to call it; not empty.
    pub signatures: Vec<CallSignature>,
    /// The index of the one that the call is, as far as it is written.
    pub active: usize,
}

/// A way to call something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSignature {
    /// The call with names for the arguments: `drawcircle(center, radius)`.
    pub label: String,
    /// The arguments.
    pub parameters: Vec<SignatureArgument>,
    /// The index of the argument that the place is in; none in a modifier, and past the last.
    pub active: Option<usize>,
    /// Markdown: what it does, its modifiers, and what applies at pixels.
    pub documentation: Option<String>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureArgument {
    /// The part of the label that names it, in bytes.
    pub range: TextRange,
    /// What it is, where the name does not say it.
    pub documentation: Option<String>,
}

/// The signatures of the call around an offset of the file, if there is one that is known.
#[must_use]
pub fn signature_help(analysis: &Analysis, offset: TextSize) -> Option<SignatureHelp> {
    let (applet, script, at) = script_at(analysis, offset)?;
    let context = Context::at(applet, script, at)?;
    let (callee, bracket) = context.call_around()?;
    let helper = Helper {
        applet,
        script,
        callee,
        bracket,
        call: call_at(applet, script, callee.start),
        is_in_plot: context.is_within_plot(),
    };
    helper.help()
}

/// The call that begins at an offset of a script: of several, the outermost, as in `f(1).x`.
fn call_at(applet: &AppletAnalysis, script: ScriptId, start: TextSize) -> Option<TermId> {
    let terms = applet.terms_near(script, TextRange::empty(start));
    let mut calls = terms.filter(|(_, term)| {
        let is_call = matches!(
            term.kind,
            TermKind::Call { .. }
                | TermKind::If { .. }
                | TermKind::While { .. }
                | TermKind::Iterate(_)
                | TermKind::Regional(_)
                | TermKind::Plot(_)
                | TermKind::Special(_)
                | TermKind::Code(_)
        );
        is_call && term.range.start() == start
    });
    calls.next().map(|(id, _)| id)
}

struct Helper<'a> {
    applet: &'a AppletAnalysis,
    script: ScriptId,
    callee: &'a Callee,
    bracket: &'a Bracket,
    /// The call as it was understood.
    call: Option<TermId>,
    is_in_plot: bool,
}

impl Helper<'_> {
    fn help(&self) -> Option<SignatureHelp> {
        let name = self.callee.name.as_str();
        let program = &self.applet.program;
        let mut signatures: Vec<(Option<usize>, CallSignature)> = Vec::new();
        let functions = program.functions.iter().zip((0..).map(FunctionId));
        for (function, id) in functions {
            let callee = program.callee(function.callee);
            // Code has no head, and stands where the call does that makes it.
            if function.is_code() {
                continue;
            }
            // What is being defined is no call.
            let is_head =
                function.script == self.script && function.name_range.start() == self.callee.start;
            if is_head {
                return None;
            }
            if callee.name.eq_ignore_ascii_case(name) {
                signatures.push((Some(function.parameters.len()), self.function(id)));
            }
        }
        for &id in builtins::named(name) {
            let row = id.row();
            let arity = row.arity.map(usize::from);
            let is_own = signatures
                .iter()
                .any(|(own, _)| arity.is_some() && *own == arity);
            if !is_own && row.category != Category::Operator {
                signatures.push((arity, self.builtin(id)));
            }
        }
        let written = self.call.and_then(|call| self.arguments(call));
        let given = match self.is_in_modifier() {
            true => self.bracket.argument(),
            false => self.bracket.arguments().count(),
        };
        let exactly = |arity: &Option<usize>| *arity == written && written >= Some(given);
        let enough = |arity: &Option<usize>| arity.is_none_or(|arity| arity >= given);
        let mut arities = signatures.iter().map(|(arity, _)| arity);
        let active = arities
            .clone()
            .position(exactly)
            .or_else(|| arities.position(enough))
            .unwrap_or_else(|| largest(&signatures));
        let signatures: Vec<CallSignature> = signatures.into_iter().map(|(_, one)| one).collect();
        (!signatures.is_empty()).then_some(SignatureHelp { signatures, active })
    }

    /// How many arguments a call has, be they written before the place or behind it.
    fn arguments(&self, call: TermId) -> Option<usize> {
        let program = &self.applet.program;
        match program.kind(call) {
            TermKind::Call { arguments, .. } => Some(arguments.len()),
            TermKind::If { otherwise, .. } => Some(2 + usize::from(otherwise.is_some())),
            _ => {
                let (builtin, _) = program.builtin_call(call)?;
                builtin.row().arity.map(usize::from)
            }
        }
    }

    /// Whether the place is in a modifier, which is no argument.
    fn is_in_modifier(&self) -> bool {
        matches!(self.bracket.slots.last(), Some(ArgumentSlot::Modifier(_)))
    }

    /// The index of the argument that the place is in; none in a modifier.
    fn active(&self, count: usize, goes_on: bool) -> Option<usize> {
        if self.is_in_modifier() {
            return None;
        }
        let place = self.bracket.argument();
        match goes_on {
            true => count.checked_sub(1).map(|last| place.min(last)),
            false => (place < count).then_some(place),
        }
    }
}

/// The index of the first signature with the most arguments.
fn largest(signatures: &[(Option<usize>, CallSignature)]) -> usize {
    let arities = signatures.iter().map(|(arity, _)| *arity).enumerate();
    let most = arities.rev().max_by_key(|(_, arity)| *arity);
    most.map_or(0, |(index, _)| index)
}
