//! What is known about the place under the pointer: type, where it is computed, why.

use std::fmt::Write as _;

use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::constants;
use crate::builtins::{BuiltinId, Form, Side, modifiers};
use crate::cause::{Step, weight};
use crate::document::Document;
use crate::explain::BindingTime;
use crate::infer::{self, BodyKind, Role, SlotId};
use crate::observed::{Subject, subjects};
use crate::places::{Declared, script_at};
use crate::program::{CalleeId, ScriptId, TermId, TermKind};
use crate::report::signature;
use crate::types::{Colour, Type};

/// What an editor shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about, in bytes of the file.
    pub range: TextRange,
    /// Markdown; the type is on the first line.
    pub markdown: String,
    /// What it is, where that can be looked at while the applet runs; the nearest first.
    pub subjects: Vec<Subject>,
}

/// The hover at an offset of the file, if there is something to say. `link` gives the address of a
/// part of the file, for the way to the causes.
#[must_use]
pub fn hover(
    document: &Document,
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let (applet, script, at) = script_at(document, analysis, offset)?;
    let hoverer = Hoverer {
        applet,
        script,
        link,
    };
    hoverer.hover(at)
}

struct Hoverer<'a> {
    applet: &'a AppletAnalysis,
    script: ScriptId,
    link: &'a dyn Fn(TextRange) -> String,
}

impl Hoverer<'_> {
    fn hover(&self, at: TextSize) -> Option<Hover> {
        self.declared(at).or_else(|| self.modifier(at)).or_else(|| {
            let term = self.applet.innermost(self.script, at)?;
            self.term(term, at)
        })
    }

    /// The name of a function or parameter where it is defined.
    fn declared(&self, at: TextSize) -> Option<Hover> {
        let (declared, range) = self.applet.declared(self.script, at)?;
        let program = &self.applet.program;
        let markdown = match declared {
            Declared::Function(id) => self.user_function(program.function(id).callee),
            Declared::Parameter(id, place) => {
                let name = program.function(id).parameters.get(place)?.name;
                let name = program.names.text(name);
                match self.applet.declared_slots(declared).as_slice() {
                    [] => format!("```cindyscript\n{name}\n```\nnothing calls this function"),
                    slots => self.describe(name, slots, "parameter"),
                }
            }
        };
        Some(Hover {
            range: self.applet.to_file(self.script, range),
            markdown,
            subjects: Vec::new(),
        })
    }

    /// The name of a modifier of a builtin.
    fn modifier(&self, at: TextSize) -> Option<Hover> {
        let program = &self.applet.program;
        let ids = (0..program.terms.len() as u32).map(TermId);
        let mut calls = ids.filter(|&id| {
            let term = program.term(id);
            term.script == self.script && term.range.contains(at)
        });
        calls.find_map(|id| {
            let (builtin, given) = program.builtin_call(id)?;
            let modifier = given
                .iter()
                .find(|modifier| modifier.range.contains_inclusive(at))?;
            let name = program.names.text(modifier.name);
            let row = modifiers::of(builtin)?.find(|row| row.name == name)?;
            Some(Hover {
                range: self.applet.to_file(self.script, modifier.range),
                markdown: format!(
                    "```cindyscript\n{name} -> {}\n```\nmodifier of `{}`: {}",
                    row.wants.describe(),
                    builtin.name(),
                    row.doc
                ),
                subjects: Vec::new(),
            })
        })
    }

    fn term(&self, term: TermId, at: TextSize) -> Option<Hover> {
        let program = &self.applet.program;
        let range = self.applet.range(term);
        let markdown = match program.kind(term) {
            TermKind::Variable(name) => {
                let text = program.names.text(name);
                self.describe(text, &self.applet.slots(term), "")
            }
            TermKind::Call { callee, .. } => {
                let row = program.callee(callee);
                let name = TextRange::at(
                    program.term(term).range.start(),
                    TextSize::of(row.name.as_str()),
                );
                let is_own = !row.definitions.is_empty() && !row.runs_code();
                if is_own && name.contains_inclusive(at) {
                    self.user_function(callee)
                } else {
                    let mut markdown =
                        self.describe(&self.applet.text(term), &self.applet.slots(term), "");
                    if let Some(builtin) = row.builtin {
                        markdown.push_str(&documentation(builtin));
                    }
                    markdown
                }
            }
            TermKind::Plot(plot) => {
                let solution = &self.applet.solution;
                let body = solution.body(*solution.plots.get(&plot)?.first()?);
                let slot = body.slot(body.root);
                let ty = solution.ty(slot);
                let mut markdown = self.describe("colorplot", &[slot], "");
                if let Some(colour) = ty.colour() {
                    let _ = write!(markdown, "\n\npaints {}", colour.describe());
                    if !matches!(colour, Colour::Grey) {
                        markdown = markdown.replacen(&ty.to_string(), &ty.painted_name(), 1);
                        let _ = write!(markdown, ": {ty}");
                    }
                }
                let pixel: Vec<String> = program
                    .plot(plot)
                    .pixel
                    .iter()
                    .map(|pixel| format!("`{}`", program.names.text(pixel.name)))
                    .collect();
                if !pixel.is_empty() {
                    let _ = write!(markdown, "; the pixel is {}", pixel.join(", "));
                }
                markdown
            }
            TermKind::Define(_) | TermKind::Regional(_) | TermKind::Undefine(_) => return None,
            _ => {
                let mut markdown =
                    self.describe(&self.applet.text(term), &self.applet.slots(term), "");
                let builtin = builtin_of(self.applet, term);
                if let Some(builtin) = builtin {
                    markdown.push_str(&documentation(builtin));
                }
                markdown
            }
        };
        Some(Hover {
            range,
            markdown,
            subjects: subjects(self.applet, term),
        })
    }

    /// The type on the first line, then what it is and where it is computed, then why.
    fn describe(&self, name: &str, slots: &[SlotId], what: &str) -> String {
        let solution = &*self.applet.solution;
        let mut types: Vec<&Type> = Vec::new();
        for &slot in slots {
            let ty = match solution.slot(slot) {
                data if data.role == Role::Uniform && data.ty.is_unset() && data.link.is_some() => {
                    solution.ty(data.link)
                }
                data => &data.ty,
            };
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        let shown: Vec<String> = types.iter().map(|ty| shown_type(ty)).collect();
        let mut markdown = format!("```cindyscript\n{name}: {}\n```", shown.join(" | "));
        // Of several signatures, that with the largest type needs a reason most.
        let weight = |&&slot: &&SlotId| weight(solution.ty(slot));
        let Some(&slot) = slots.iter().rev().max_by_key(weight) else {
            return format!("```cindyscript\n{name}\n```");
        };
        let mut notes = Vec::new();
        if !what.is_empty() {
            notes.push(what.to_owned());
        }
        let mut times: Vec<&str> = Vec::new();
        for &slot in slots {
            let time = self.binding_time(slot);
            if !times.contains(&time) {
                times.push(time);
            }
        }
        notes.push(format!("computed {}", times.join(" and ")));
        if slots.iter().all(|&slot| self.is_constant(slot)) {
            notes.push("constant".to_owned());
        }
        if types
            .iter()
            .all(|ty| matches!(ty, Type::Scalar(s) if *s != s.unsigned_forgotten()))
        {
            notes.push("not negative".to_owned());
        }
        let _ = write!(markdown, "\n{}", notes.join(", "));
        let steps = self.applet.story(solution).why(slot);
        for step in steps {
            let _ = write!(markdown, "\n- because {}", self.linked(&step));
        }
        markdown
    }

    /// A step with the way to its place.
    fn linked(&self, step: &Step) -> String {
        let line = self.applet.line(step.range.start());
        step.linked(line, &(self.link)(step.range))
    }

    fn binding_time(&self, slot: SlotId) -> &'static str {
        match self.applet.binding_time(slot) {
            BindingTime::Frame => "once per frame on the CPU",
            BindingTime::Pixel => "at every pixel",
            BindingTime::Script => "on the CPU",
        }
    }

    /// Whether something that is passed to the pixels is the same in all frames.
    fn is_constant(&self, slot: SlotId) -> bool {
        let is_passed = self.applet.binding_time(slot) == BindingTime::Frame;
        match self.applet.solution.slot(slot).subject {
            infer::Subject::Term(term) if is_passed => {
                constants(self.applet).get(term.index()) == Some(&true)
            }
            _ => false,
        }
    }

    fn user_function(&self, callee: CalleeId) -> String {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let row = program.callee(callee);
        let mut lines: Vec<String> = Vec::new();
        let mut sides: Vec<&str> = Vec::new();
        for body in self.applet.bodies(&row.definitions) {
            let BodyKind::Function(function) = body.kind else {
                continue;
            };
            let ty = solution.ty(body.slot(body.root));
            let (name, ty) = signature(program, solution, function, &body.parameters, ty);
            let line = format!("{name}: {ty}");
            if !lines.contains(&line) {
                lines.push(line);
            }
            let side = match body.side() {
                Side::Gpu => "at every pixel",
                Side::Cpu => "on the CPU",
            };
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        if lines.is_empty() {
            return format!(
                "```cindyscript\n{}\n```\nnothing calls this function",
                row.name
            );
        }
        format!(
            "```cindyscript\n{}\n```\nruns {}",
            lines.join("\n"),
            sides.join(" and ")
        )
    }
}

/// The type as shown.
fn shown_type(ty: &Type) -> String {
    match ty {
        Type::Unset => "⊥ (no value)".to_owned(),
        Type::Top => "⊤ (no common type)".to_owned(),
        _ => ty.to_string(),
    }
}

/// The builtin that a term calls or is a form of.
pub(crate) fn builtin_of(applet: &AppletAnalysis, term: TermId) -> Option<BuiltinId> {
    let find = crate::builtins::find;
    match applet.program.kind(term) {
        TermKind::If { otherwise, .. } => find("if", 2 + usize::from(otherwise.is_some())),
        TermKind::While { .. } => find("while", 2),
        _ => Some(applet.program.builtin_call(term)?.0),
    }
}

/// What the table says about a builtin.
fn documentation(builtin: BuiltinId) -> String {
    let row = builtin.row();
    let mut text = format!("\n\n---\n`{}`: {}", row.name, row.doc);
    if matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) {
        text.push_str(" (not available in the preview)");
    } else if !row.gpu.is_empty() {
        for signature in shown_signatures(row.gpu) {
            let _ = write!(text, "\n- `{signature}`");
        }
    }
    let names = modifiers::of(builtin)
        .into_iter()
        .flatten()
        .map(|row| format!("`{}`", row.name));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let _ = write!(text, "\n\nmodifiers: {}", names.join(", "));
    }
    text
}

/// The signatures that say something to the author. Those for numbers that are not negative only
/// where the same is not true of all numbers.
fn shown_signatures(all: &str) -> Vec<String> {
    const RULES: [&str; 3] = ["self", "call", "join"];
    let plain = all.split(';').map(str::trim);
    let plain = plain.filter(|signature| RULES.iter().all(|rule| !signature.contains(rule)));
    let is_signed = |signature: &str| !signature.contains("nonneg") && !signature.contains("nat");
    let forgotten = |signature: &str| signature.replace("nonneg", "real").replace("nat", "int");
    let signed: Vec<&str> = plain.clone().filter(|one| is_signed(one)).collect();
    let mut shown: Vec<String> = Vec::new();
    for signature in plain {
        if !is_signed(signature) && signed.contains(&forgotten(signature).as_str()) {
            continue;
        }
        let signature = signature
            .replace("nonneg", "real ≥ 0")
            .replace("nat", "int ≥ 0");
        if !shown.contains(&signature) {
            shown.push(signature);
        }
    }
    shown
}

impl Colour {
    /// In words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Grey => "a shade of grey, 0 is black and 1 is white",
            Self::Rgb => "red, green, blue",
            Self::Rgba => "red, green, blue, alpha",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, marked};
    use expect_test::{Expect, expect};

    /// The hover at `$`, which is taken out of the text.
    fn check(text: &str, expected: &Expect) {
        let Fixture {
            document,
            analysis,
            at,
        } = marked(text);
        let link = |range: TextRange| format!("@{range:?}");
        let hover = hover(&document, &analysis, at, &link);
        let shown = hover.map_or("nothing".to_owned(), |hover| {
            format!(
                "{}\n{}",
                &document.text()[std::ops::Range::<usize>::from(hover.range)],
                hover.markdown
            )
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_variable_and_why() {
        check(
            "a = -2;\nb = sqrt(a);\na = $b + 1;",
            &expect![[r#"
                b
                ```cindyscript
                b: complex
                ```
                computed on the CPU
                - because `b` is set to `sqrt(a)` in [line 2](@12..19), which is complex
                - because `a` is set to `b + 1` in [line 3](@25..30), which is complex"#]],
        );
    }

    #[test]
    fn a_condition() {
        check(
            "a = sin(1);\nif(a < 0,\n  0,\n  sqrt($a)\n);",
            &expect![[r#"
                a
                ```cindyscript
                a: real
                ```
                computed on the CPU, not negative
                - because `a` is not negative here, by the condition `a < 0` in [line 2](@15..20)
                - because `a` is set to `sin(1)` in [line 1](@4..10), which is real
                - because `sin` of int is real ([line 1](@4..10))"#]],
        );
    }

    #[test]
    fn binding_times() {
        check(
            "r = 0.5; colorplot(if(|#| < $r, 1, 0))",
            &expect![[r#"
                r
                ```cindyscript
                r: real
                ```
                computed once per frame on the CPU, not negative
                - because `r` is set to `0.5` in [line 1](@4..7), which is real"#]],
        );
        check(
            "r = 0.5; colorplot(|$#| - r)",
            &expect![[r#"
                #
                ```cindyscript
                #: list(2, real)
                ```
                computed at every pixel"#]],
        );
    }

    #[test]
    fn what_is_passed_to_the_pixels() {
        let check = |text: &str, line: &str| {
            let fixture = marked(text);
            let link = |_: TextRange| String::new();
            let hover = hover(&fixture.document, &fixture.analysis, fixture.at, &link);
            let markdown = hover.expect("a hover").markdown;
            assert_eq!(markdown.lines().nth(3), Some(line), "{text}");
        };
        for (text, line) in [
            (
                "r = sin(1); colorplot(|#| < 2 * $r)",
                "computed once per frame on the CPU",
            ),
            (
                "colorplot(|#| < 2 * $pi)",
                "computed once per frame on the CPU, constant, not negative",
            ),
            (
                "colorplot(if(|#| < 1, $[1, 0, 0], [0, 0, 1]))",
                "computed once per frame on the CPU, constant",
            ),
            ("$pi + 1", "computed on the CPU, not negative"),
        ] {
            check(text, line);
        }
    }

    #[test]
    fn a_function() {
        check(
            "f(z) := z^2 + 1; colorplot(|$f(z)|)",
            &expect![[r#"
                f(z)
                ```cindyscript
                f(z): complex -> complex
                ```
                runs at every pixel"#]],
        );
    }

    #[test]
    fn a_modifier() {
        check(
            "repeat(3, k, si$ze = k, start -> 2)",
            &expect![[r#"
                size
                ```cindyscript
                size: int
                ```
                computed on the CPU
                - because `size` is set to `k` in [line 1](@20..21), which is int"#]],
        );
        check(
            "repeat(3, k, k, sta$rt -> 2)",
            &expect![[r#"
                start
                ```cindyscript
                start -> a number
                ```
                modifier of `repeat`: the counter's first value"#]],
        );
    }

    #[test]
    fn signatures() {
        let of = |name, arity| {
            let builtin = crate::builtins::find(name, arity).expect("a builtin");
            shown_signatures(builtin.row().gpu).join("; ")
        };
        expect!["real ≥ 0 -> real ≥ 0; real -> complex; complex -> complex"]
            .assert_eq(&of("sqrt", 1));
        expect!["real ≥ 0, real -> real ≥ 0; real, int -> real; real, real -> complex; complex, complex -> complex"]
            .assert_eq(&of("^", 2));
        expect!["real, real -> real; complex, complex -> complex"].assert_eq(&of("/", 2));
    }

    #[test]
    fn colours() {
        check(
            "colo$rplot([x, y, 0])",
            &expect![[r#"
            colorplot([x, y, 0])
            ```cindyscript
            colorplot: colour
            ```
            computed at every pixel

            paints red, green, blue: list(3, real); the pixel is `x`, `y`"#]],
        );
        check(
            "c$olorplot(|z|)",
            &expect![[r#"
            colorplot(|z|)
            ```cindyscript
            colorplot: real
            ```
            computed at every pixel, not negative

            paints a shade of grey, 0 is black and 1 is white; the pixel is `z`"#]],
        );
    }

    #[test]
    fn nothing_to_say() {
        check("  $  a = 1", &expect!["nothing"]);
    }

    #[test]
    fn code_as_a_value() {
        let text = |at: &str| {
            let text = "f = cgllazy((x, y), x * y * k, k -> 2);\n\
                        colorplot(cgleval(f, #.x, 0.5)); a = cgleval(f, 1, 2);";
            text.replacen(at, &format!("${at}"), 1)
        };
        check(
            &text("f ="),
            &expect![[r#"
            f
            ```cindyscript
            f: code of 2 arguments
            ```
            computed on the CPU
            - because `f` is set to `cgllazy((x, y), x * y * k, k -> 2)` in [line 1](@4..38), which is code of 2 arguments"#]],
        );
        check(
            &text("cgllazy"),
            &expect![[r#"
            cgllazy((x, y), x * y * k, k -> 2)
            ```cindyscript
            cgllazy((x, y), x * y * k, k -> 2): code of 2 arguments
            ```
            computed on the CPU

            ---
            `cgllazy`: (parameters, expression): code with a parameter, or a list of them, as a value, which `cgleval` evaluates; what modifiers name, it keeps as it is now"#]],
        );
        check(
            &text("y)"),
            &expect![[r#"
            y
            ```cindyscript
            y: int | real
            ```
            parameter, computed on the CPU and at every pixel, not negative
            - because `cgllazy` is called with `0.5` for `y` in [line 2](@66..69), which is real"#]],
        );
        check(
            &text("k,"),
            &expect![[r#"
                k
                ```cindyscript
                k: int
                ```
                computed on the CPU and at every pixel, not negative
                - because `k` is bound to `2` in [line 1](@36..37), which is int"#]],
        );
        check(
            &text("cgleval(f, 1"),
            &expect![[r#"
            cgleval(f, 1, 2)
            ```cindyscript
            cgleval(f, 1, 2): int
            ```
            computed on the CPU, not negative
            - because `cgleval` returns `x * y * k` in [line 1](@20..29), which is int

            ---
            `cgleval`: (code, arguments): evaluates code that `cgllazy` has made"#]],
        );
    }
}
