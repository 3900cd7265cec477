//! The signatures of the call around a place, with the argument that the place is in.

use std::fmt::Write as _;

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::builtins::{
    self, Argument, BuiltinId, Category, Effect, Form, Side, min_signature,
};
use cindyscript_hir::program::{FunctionId, ScriptId, TermId, TermKind};
use cindyscript_hir::types::Type;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::context::{Bracket, Callee, Context, Slot};
use crate::documentation::{comment_above, shown_signatures};
use crate::places::{Declared, script_at};

/// The signatures of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// All ways to call it; not empty.
    pub signatures: Vec<Signature>,
    /// The index of the one that the call is, as far as it is written.
    pub active: usize,
}

/// A way to call something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The call with names for the arguments: `drawcircle(center, radius)`.
    pub label: String,
    /// The arguments.
    pub parameters: Vec<Parameter>,
    /// The index of the argument that the place is in; none in a modifier, and past the last.
    pub active: Option<usize>,
    /// Markdown: what it does, its modifiers, and what applies at pixels.
    pub documentation: Option<String>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
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
        is_in_plot: context.is_within("colorplot"),
    };
    helper.help()
}

/// The call that begins at an offset of a script: of several, the outermost, as in `f(1).x`.
fn call_at(applet: &AppletAnalysis, script: ScriptId, start: TextSize) -> Option<TermId> {
    let terms = applet.program.terms.iter().zip((0..).map(TermId));
    let mut calls = terms.filter(|(term, _)| {
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
        is_call && term.script == script && term.range.start() == start
    });
    calls.next().map(|(_, term)| term)
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
        let mut signatures: Vec<(Option<usize>, Signature)> = Vec::new();
        let functions = program.functions.iter().zip((0..).map(FunctionId));
        for (function, id) in functions {
            let callee = program.callee(function.callee);
            // What is being defined is no call.
            let is_head =
                function.script == self.script && function.name_range.start() == self.callee.start;
            if is_head {
                return None;
            }
            if !function.is_code() && callee.name.eq_ignore_ascii_case(name) {
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
        let given = self.bracket.arguments().count();
        let exactly = |arity: &Option<usize>| *arity == written && written >= Some(given);
        let enough = |arity: &Option<usize>| arity.is_none_or(|arity| arity >= given);
        let mut arities = signatures.iter().map(|(arity, _)| arity);
        let active = arities
            .clone()
            .position(exactly)
            .or_else(|| arities.position(enough))
            .unwrap_or(0);
        let signatures: Vec<Signature> = signatures.into_iter().map(|(_, one)| one).collect();
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

    /// The index of the argument that the place is in; none in a modifier.
    fn active(&self, count: usize, goes_on: bool) -> Option<usize> {
        if matches!(self.bracket.slots.last(), Some(Slot::Modifier(_))) {
            return None;
        }
        let place = self.bracket.argument();
        match goes_on {
            true => count.checked_sub(1).map(|last| place.min(last)),
            false => (place < count).then_some(place),
        }
    }

    fn function(&self, id: FunctionId) -> Signature {
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

    fn builtin(&self, id: BuiltinId) -> Signature {
        let row = id.row();
        let mut label = Label::new(row.name);
        for argument in row.arguments() {
            label.argument(argument.name, argument.doc);
        }
        if label.parameters.is_empty() && row.arity != Some(0) {
            label.argument(Argument::REST, None);
        }
        let count = label.parameters.len();
        let goes_on = row
            .arguments()
            .last()
            .is_some_and(|last| last.name == Argument::REST);
        label.signature(self.active(count, goes_on), Some(self.documentation(id)))
    }

    fn documentation(&self, id: BuiltinId) -> String {
        let row = id.row();
        let mut text = row.doc.to_owned();
        if matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) {
            text.push_str(" (not available in the preview)");
        }
        let mut modifiers = modifiers::of(id).into_iter().flatten();
        if let Some(Slot::Modifier(name)) = self.bracket.slots.last()
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
                    for (place, signature) in shown_signatures(row.gpu).iter().enumerate() {
                        let start = if place == 0 { "\n\nat pixels: " } else { ", " };
                        let _ = write!(text, "{start}`{signature}`");
                    }
                }
            }
        } else if self.is_at_pixels() {
            text.push_str(match row.effect {
                Effect::State => "\n\nnot available at pixels",
                Effect::None | Effect::Random => {
                    "\n\nnot available at pixels, but once a frame for all of them"
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
    parameters: Vec<Parameter>,
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
        self.parameters.push(Parameter {
            range,
            documentation: documentation.map(str::to_owned),
        });
    }

    fn signature(mut self, active: Option<usize>, documentation: Option<String>) -> Signature {
        self.text.push(')');
        Signature {
            label: self.text,
            parameters: self.parameters,
            active,
            documentation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::marked;
    use expect_test::{Expect, expect};

    /// The signatures at `$`, the active one first, its active argument in brackets.
    fn check(text: &str, expected: &Expect) {
        let fixture = marked(text);
        let Some(help) = signature_help(&fixture.analysis, fixture.at) else {
            expected.assert_eq("nothing");
            return;
        };
        let mut shown = String::new();
        let active = help
            .signatures
            .get(help.active)
            .expect("an active signature");
        let others = help.signatures.iter().filter(|one| *one != active);
        for (place, signature) in std::iter::once(active).chain(others).enumerate() {
            let mut label = signature.label.clone();
            let parameter = signature
                .active
                .and_then(|active| signature.parameters.get(active));
            if let Some(parameter) = parameter {
                label.insert(parameter.range.end().into(), '⟩');
                label.insert(parameter.range.start().into(), '⟨');
            }
            shown.push_str(&label);
            shown.push('\n');
            if place == 0 {
                let doc = parameter.and_then(|parameter| parameter.documentation.as_deref());
                shown.extend(doc.map(|doc| format!("  {doc}\n")));
                let doc = signature.documentation.as_deref().unwrap_or_default();
                shown.push_str(&format!("{doc}\n\n"));
            }
        }
        expected.assert_eq(shown.trim_end());
    }

    #[test]
    fn builtins() {
        check(
            "drawcircle($",
            &expect![[r#"
            drawcircle(⟨center⟩, radius)
            draws a circle outline

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
        );
        check(
            "drawcircle([1, 2], $)",
            &expect![[r#"
            drawcircle(center, ⟨radius⟩)
            draws a circle outline

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
        );
        check(
            "drawcircle([1, $2], 3)",
            &expect![[r#"
            drawcircle(⟨center⟩, radius)
            draws a circle outline

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
        );
        check(
            "drawcircle([1, 2], 3, arrow$",
            &expect![[r#"
            drawcircle(center, radius)
            draws a circle outline

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
        );
        check(
            "a = repeat(10, k, k; $",
            &expect![[r#"
            repeat(n, variable, ⟨body⟩)
            runs body n times with the counter 1..n under a name of its own: repeat(10, k, ...)

            modifiers: `start`, `stop`, `step`

            repeat(n, body)"#]],
        );
        check(
            "a = repeat($10, k, k)",
            &expect![[r#"
            repeat(⟨n⟩, variable, body)
            runs body n times with the counter 1..n under a name of its own: repeat(10, k, ...)

            modifiers: `start`, `stop`, `step`

            repeat(⟨n⟩, body)"#]],
        );
        check(
            "regional(a, b, $)",
            &expect![[r#"
                regional(variable, ⟨...⟩)
                declares variables local to the enclosing user function (or eval/script)"#]],
        );
        check(
            "draw([0, 0], [1, 1], color -> [$",
            &expect![[r#"
            draw(figure)
            draws a point, line, segment (pair of points) or shape outline

            `color -> a colour, a list of 3 numbers`: colour: red, green, blue

            draw(from, to)"#]],
        );
        check(
            "playsin($)",
            &expect![[r#"
                playsin(⟨...⟩)
                plays a sine or harmonic tone of a frequency (not available in the preview)

                playsin()"#]],
        );
    }

    #[test]
    fn functions_of_the_applet() {
        let text = "// How far it is.\nfar(p, q) := |p, q|;\na = far([0, 0], [1, 1]);";
        check(
            &format!("{text} b = far([1, 0], $"),
            &expect![[r#"
            far(p: list(2, int), ⟨q: list(2, int)⟩)
            How far it is."#]],
        );
        check("far(p, $q) := |p, q|;", &expect!["nothing"]);
        check(
            "sin(x, y) := x + y; sin(1, $)",
            &expect![[r#"
            sin(x: int, ⟨y⟩)


            sin(angle)"#]],
        );
    }

    #[test]
    fn at_pixels() {
        check(
            "colorplot(sqrt($#.x))",
            &expect![[r#"
            sqrt(⟨x⟩)
            principal square root, complex for negatives

            at pixels, here: `real -> complex`"#]],
        );
        check(
            "colorplot(sqrt($",
            &expect![[r#"
            sqrt(⟨x⟩)
            principal square root, complex for negatives

            at pixels: `real ≥ 0 -> real ≥ 0`, `real -> complex`, `complex -> complex`"#]],
        );
        check(
            "colorplot(drawcircle($",
            &expect![[r#"
                drawcircle(⟨center⟩, radius)
                draws a circle outline

                modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`

                not available at pixels"#]],
        );
    }

    #[test]
    fn no_call() {
        check("a = (1, $2)", &expect!["nothing"]);
        check("a = [1, $2]", &expect!["nothing"]);
        check("nothere($1)", &expect!["nothing"]);
        check("sin(1); $", &expect!["nothing"]);
    }

    #[test]
    fn broken_text() {
        check(
            "b = 1; drawtext([0, (1, 2], \"a, (b\", $\nc = 2;",
            &expect![[r#"
                drawtext(⟨position⟩, text)
                draws text at a position, returns its bounding box corners

                modifiers: `color`, `size`, `alpha`, `bold`, `italics`, `family`, `align`, `xoffset`, `yoffset`, `offset`, `angle`, `outlinecolor`, `outlinewidth`"#]],
        );
        check(
            "f(x) := (drawtext([0, 0], // here, $\n 1)",
            &expect![[r#"
            drawtext(position, ⟨text⟩)
            draws text at a position, returns its bounding box corners

            modifiers: `color`, `size`, `alpha`, `bold`, `italics`, `family`, `align`, `xoffset`, `yoffset`, `offset`, `angle`, `outlinecolor`, `outlinewidth`"#]],
        );
    }
}
