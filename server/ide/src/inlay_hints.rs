//! Types beside the places where variables get them, `a: real = 0.3`, and the names of parameters
//! before arguments that do not say what they are, `turn(angle: 0.3)`.

use cindyscript_hir::program::{FunctionId, Program, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, SlotId, literal};
use cindyscript_syntax::tokens;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::BindingTime;
use crate::statements_with_errors::broken_statements;

/// Which hints are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintConfig {
    /// At the first assignment of each variable, and at running variables.
    pub variables: bool,
    /// At colorplots: the type of the colour.
    pub colorplots: bool,
    /// At the parameters of functions that are called.
    pub parameters: bool,
    /// Behind the heads of functions that are called: the types of their values.
    pub results: bool,
    /// Before arguments that are literals: the names of the parameters.
    pub arguments: bool,
}

impl Default for HintConfig {
    fn default() -> Self {
        Self {
            variables: true,
            colorplots: true,
            parameters: true,
            results: true,
            arguments: true,
        }
    }
}

/// The kind of thing that a hint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum HintKind {
    Variable,
    Colorplot,
    Parameter,
    Result,
    Argument,
    Value,
}

/// A type or a name shown in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// The place, in bytes of the file.
    pub offset: TextSize,
    /// The text that is shown there.
    pub label: String,
    /// The kind of thing that it belongs to.
    pub kind: HintKind,
    /// More about it.
    pub tooltip: String,
    /// What it names, in bytes of the file.
    pub target: Option<TextRange>,
}

/// The hints in a part of the file, in the order of the text; none in statements that hold errors of
/// the syntax.
#[must_use]
pub fn inlay_hints(analysis: &Analysis, range: TextRange, config: &HintConfig) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    let mut places = FxHashMap::default();
    for applet in &analysis.applets {
        let mut hinter = Hinter {
            applet,
            config,
            range,
            hints: &mut hints,
            places: &mut places,
            parameters: FxHashSet::default(),
            first: FxHashMap::default(),
        };
        hinter.run();
        hinter.variables();
        if config.arguments {
            hinter.arguments();
        }
    }
    let broken = broken_statements(&analysis.document);
    hints.retain(|hint| !broken.contains(hint.offset));
    hints.sort_by_key(|hint| hint.offset);
    hints.dedup();
    hints
}

struct Hinter<'a> {
    applet: &'a AppletAnalysis,
    config: &'a HintConfig,
    range: TextRange,
    hints: &'a mut Vec<InlayHint>,
    /// The index of each hint by its place, with the types that it shows.
    places: &'a mut FxHashMap<(TextSize, HintKind), (usize, Vec<String>)>,
    /// Parameters have their hints where they are declared, not where they are assigned to.
    parameters: FxHashSet<SlotId>,
    /// Where each variable is first given a value in the file, and the term that names it there.
    first: FxHashMap<SlotId, (TextSize, TermId)>,
}

impl Hinter<'_> {
    /// Shows a type; `more` says more about it, and where it comes from.
    fn push(
        &mut self,
        offset: TextSize,
        kind: HintKind,
        slot: SlotId,
        more: impl FnOnce() -> (String, Option<TextRange>),
    ) {
        let applet = self.applet;
        let ty = applet.solution.ty(slot);
        // A type that can be anything says nothing, nor does a guess.
        let is_known = !ty.is_unset() && *ty != Type::Top && !applet.doubt.holds(slot);
        if !is_known || !self.range.contains_inclusive(offset) {
            return;
        }
        let ty = match kind {
            HintKind::Colorplot => ty.painted_name(),
            _ if ty.as_list().is_some_and(|list| list.element.has_top()) => "list".to_owned(),
            HintKind::Variable
            | HintKind::Parameter
            | HintKind::Result
            | HintKind::Argument
            | HintKind::Value => ty.to_string(),
        };
        let label = format!(": {ty}");
        // Two signatures of one function: the hint says both.
        if let Some((place, types)) = self.places.get_mut(&(offset, kind))
            && let Some(hint) = self.hints.get_mut(*place)
        {
            if !types.contains(&ty) {
                types.push(ty);
                hint.label = format!(": {}", types.join(" | "));
            }
            return;
        }
        self.places
            .insert((offset, kind), (self.hints.len(), vec![ty]));
        let (tooltip, target) = more();
        self.hints.push(InlayHint {
            offset,
            label,
            kind,
            tooltip,
            target,
        });
    }

    fn run(&mut self) {
        let solution = &*self.applet.solution;
        let program = &*self.applet.program;
        for &id in &solution.reachable {
            let body = solution.body(id);
            match body.kind {
                BodyKind::Function(function) => {
                    if self.applet.is_library(program.function(function).script) {
                        continue;
                    }
                    self.function(function, body);
                }
                BodyKind::Plot(plot) if self.config.colorplots => {
                    let term = program.term(program.plot(plot).term);
                    if self.applet.is_library(term.script) {
                        continue;
                    }
                    let end = self.applet.to_file(term.script, term.range).end();
                    let ty = solution.ty(body.slot(body.root));
                    let applet = self.applet;
                    let more = || {
                        let tooltip = match ty.colour() {
                            Some(colour) => format!("{}: {ty}", colour.describe()),
                            None => "not a colour".to_owned(),
                        };
                        (tooltip, place(applet, value(program, body.root)))
                    };
                    self.push(end, HintKind::Colorplot, body.slot(body.root), more);
                }
                BodyKind::Script(_)
                | BodyKind::Plot(_)
                | BodyKind::Round(_)
                | BodyKind::Uniform => {}
            }
            self.parameters.extend(&body.parameters);
            if self.config.variables {
                self.given(id);
            }
        }
    }

    /// The types of a function's parameters and of its value, at one signature.
    fn function(&mut self, function: FunctionId, body: &Body) {
        let program = &self.applet.program;
        let data = program.function(function);
        let head = data
            .name_range
            .cover_offset(program.term(data.body).range.start());
        let head = self.applet.to_file(data.script, head);
        if self.range.intersect(head).is_none() {
            return;
        }
        if self.config.parameters {
            let parameters = data.parameters.iter().zip(&body.parameters);
            for (parameter, &slot) in parameters.skip(usize::from(data.is_code())) {
                let applet = self.applet;
                let own = applet.to_file(data.script, parameter.range);
                let end = own.end();
                let more = || type_of("the argument", applet, cause(applet, slot, end), own);
                self.push(end, HintKind::Parameter, slot, more);
            }
        }
        if self.config.results
            && let Some(end) = head_end(self.applet, function)
        {
            let applet = self.applet;
            let last = value(program, body.root);
            let more = || ("the type of the value".to_owned(), place(applet, last));
            self.push(end, HintKind::Result, body.slot(body.root), more);
        }
    }

    /// The names of the parameters that literals are passed for.
    fn arguments(&mut self) {
        let applet = self.applet;
        let program = &*applet.program;
        let calls = program.calls_of(|callee| !callee.runs_code() && callee.definitions.len() == 1);
        for (call, callee, arguments) in calls {
            if applet.is_library(program.term(call).script) {
                continue;
            }
            let Some(&definition) = program.callee(callee).definitions.first() else {
                continue;
            };
            let function = program.function(definition);
            let arguments = program.children(arguments).iter();
            for (&argument, parameter) in arguments.zip(&function.parameters) {
                let start = applet.range(argument).start();
                if !self.range.contains_inclusive(start) || !is_literal(program, argument) {
                    continue;
                }
                let name = program.names.text(parameter.name);
                let target = applet.to_file(function.script, parameter.range);
                self.hints.push(InlayHint {
                    offset: start,
                    label: format!("{name}:"),
                    kind: HintKind::Argument,
                    tooltip: format!(
                        "the parameter `{name}` of `{}`",
                        program.callee(callee).name
                    ),
                    target: (!applet.is_library(function.script)).then_some(target),
                });
            }
        }
    }

    /// Notes where a body gives values to variables.
    fn given(&mut self, id: BodyId) {
        let (applet, program) = (self.applet, &*self.applet.program);
        let solution = &*self.applet.solution;
        let body = solution.body(id);
        let mut note = |target: TermId, variable: SlotId| {
            if !variable.is_some() || applet.is_library(program.term(target).script) {
                return;
            }
            let here = (applet.range(target).end(), target);
            let first = self.first.entry(variable).or_insert(here);
            *first = here.min(*first);
        };
        for (term, slot) in solution.evaluated(body) {
            match program.kind(term) {
                TermKind::Assign { target, .. } => targets(applet, target, &mut |target| {
                    note(target, solution.slot(body.slot(target)).link);
                }),
                TermKind::Iterate(iteration) => {
                    if let Some(named) = program.iteration(iteration).element_term {
                        note(named, slot.link);
                    }
                }
                _ => {}
            }
        }
    }

    fn variables(&mut self) {
        let applet = self.applet;
        let first = std::mem::take(&mut self.first).into_iter();
        let in_range = first.filter(|(_, (end, _))| self.range.contains_inclusive(*end));
        let mut variables: Vec<_> = in_range.collect();
        variables.sort_unstable_by_key(|&(variable, _)| variable);
        for (variable, (end, named)) in variables {
            if self.parameters.contains(&variable) {
                continue;
            }
            let more = || {
                let from = cause(applet, variable, end);
                let (tooltip, target) = type_of("the variable", applet, from, applet.range(named));
                match applet.binding_time(variable) {
                    BindingTime::Script => (tooltip, target),
                    time => (format!("computed {}", time.words()), target),
                }
            };
            self.push(end, HintKind::Variable, variable, more);
        }
    }
}

/// The term whose value a term has in the end: the last statement, if there are several.
fn value(program: &Program, mut term: TermId) -> TermId {
    while let TermKind::Sequence(statements) = program.kind(term)
        && let Some(&last) = program.children(statements).last()
    {
        term = last;
    }
    term
}

/// Where a term stands in the file; nothing of what stands in another one.
fn place(applet: &AppletAnalysis, term: TermId) -> Option<TextRange> {
    let is_elsewhere = applet.is_library(applet.program.term(term).script);
    (!is_elsewhere).then(|| applet.range(term))
}

/// Where a variable has its type from: the value that brought it, or the entry of the construction
/// that this names. Nothing if that stands right behind the hint.
fn cause(applet: &AppletAnalysis, variable: SlotId, hint: TextSize) -> Option<TextRange> {
    let program = &applet.program;
    let from = applet.provenance(&applet.solution).value_from(variable)?;
    if let TermKind::Variable(name) = program.kind(from)
        && let Some(element) = applet.source().element(program.names.text(name))
    {
        return Some(element.name_range);
    }
    let place = place(applet, from)?;
    let text = applet.document.text();
    let between = text.get(usize::from(hint)..usize::from(place.start()));
    let is_behind = between.is_some_and(|text| text.trim() == "=");
    (!is_behind).then_some(place)
}

/// The tooltip and the target of a type: the value that it comes from, else the name. Editors show the
/// hover of the target.
fn type_of(
    what: &str,
    applet: &AppletAnalysis,
    from: Option<TextRange>,
    own: TextRange,
) -> (String, Option<TextRange>) {
    let tooltip = match from {
        Some(from) => format!(
            "the type of {what}, from line {}",
            applet.line(from.start())
        ),
        None => format!("the type of {what}"),
    };
    (tooltip, from.or(Some(own)))
}

/// The end of `f(x, y)` in a definition `f(x, y) := body`; none of code, which has no head.
fn head_end(applet: &AppletAnalysis, function: FunctionId) -> Option<TextSize> {
    let program = &applet.program;
    let data = program.function(function);
    if data.is_code() {
        return None;
    }
    let named = data.parameters.last().map(|parameter| parameter.range);
    let start = named.unwrap_or(data.name_range).end();
    let body = program.term(data.body).range.start();
    let before_body = applet
        .script_text(data.script)
        .get(usize::from(start)..usize::from(body))?;
    let sign = |range: TextRange| &before_body[std::ops::Range::<usize>::from(range)] == ":=";
    let words = tokens(before_body).filter(|(kind, _)| !kind.is_trivia());
    let head = words
        .map(|(_, range)| range)
        .take_while(|&range| !sign(range));
    let end = start + head.last()?.end();
    Some(applet.to_file(data.script, TextRange::empty(end)).start())
}

/// Whether a term is a number, a string, or a list of such, and so no word says what it is for.
fn is_literal(program: &Program, term: TermId) -> bool {
    match program.kind(term) {
        TermKind::Text(_) => true,
        TermKind::List(elements) => {
            let mut elements = program.children(elements).iter();
            elements.all(|&element| is_literal(program, element))
        }
        _ => literal(program, term).is_some(),
    }
}

/// The variables that an assignment gives values to.
fn targets(applet: &AppletAnalysis, target: TermId, visit: &mut dyn FnMut(TermId)) {
    match applet.program.kind(target) {
        TermKind::Variable(_) => visit(target),
        TermKind::List(operands) => {
            for &operand in applet.program.children(operands) {
                targets(applet, operand, visit);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use super::*;
    use crate::analyse;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document);
        let all = TextRange::up_to(TextSize::of(text));
        let mut shown = text.to_owned();
        for hint in inlay_hints(&analysis, all, &HintConfig::default())
            .iter()
            .rev()
        {
            shown.insert_str(hint.offset.into(), &format!("⟨{}⟩", hint.label));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn variables_parameters_and_colorplots() {
        check(
            "f(P) := (x = P.x; x^2);\na = 0.5; a = 2;\nforall(1..3, k, a = a + k);\ncolorplot(a*f(#))",
            &expect![[r#"
                f(P⟨: list(2, real)⟩)⟨: real⟩ := (x⟨: real⟩ = P.x; x^2);
                a⟨: real⟩ = 0.5; a = 2;
                forall(1..3, k⟨: int⟩, a = a + k);
                colorplot(a*f(#))⟨: real⟩"#]],
        );
    }

    #[test]
    fn a_colour_reads_so() {
        check(
            "colorplot([x, y, 0]); colorplot(hue(x) ++ [y])",
            &expect!["colorplot([x, y, 0])⟨: colour⟩; colorplot(hue(x) ++ [y])⟨: colour⟩"],
        );
    }

    #[test]
    fn a_parameter_has_one_hint() {
        check(
            "f(x) := (x = x + 1; x); a = f(1)",
            &expect!["f(x⟨: int⟩)⟨: int⟩ := (x = x + 1; x); a⟨: int⟩ = f(⟨x:⟩1)"],
        );
    }

    #[test]
    fn what_can_be_anything_is_not_shown() {
        check(
            "f(x) := draw(x); a = parse(\"1\"); f(a); f([1, 2]); l = [a, 1]; b = f(l);",
            &expect![[
                r#"f(x⟨: list(2, int) | list⟩) := draw(x); a = parse("1"); f(a); f(⟨x:⟩[1, 2]); l⟨: list⟩ = [a, 1]; b = f(l);"#
            ]],
        );
    }

    #[test]
    fn where_the_text_first_gives_a_value() {
        check(
            "// %% init\nr = 0.5;\n// %% draw\nr = r + 1;\n// %% mousedown\nr = 2;\nprintln(r);",
            &expect![[r#"
                // %% init
                r⟨: real⟩ = 0.5;
                // %% draw
                r = r + 1;
                // %% mousedown
                r = 2;
                println(r);"#]],
        );
    }

    #[test]
    fn none_in_broken_statements() {
        check(
            "r = (0.5;\na = 0.25*2;\nb = [1, 2;\nc = 3*2;",
            &expect![[r#"
            r = (0.5;
            a⟨: real⟩ = 0.25*2;
            b = [1, 2;
            c⟨: int⟩ = 3*2;"#]],
        );
        check(
            "f(u, v) := u + v; f(2, 3",
            &expect!["f(u⟨: int⟩, v⟨: int⟩)⟨: int⟩ := u + v; f(2, 3"],
        );
        check(
            "f(x) := (regional(a, b); a = x + 0.5; b = a +; a/b); c = f(1);",
            &expect![
                "f(x⟨: int⟩) := (regional(a, b); a⟨: real⟩ = x + 0.5; b = a +; a/b); c = f(⟨x:⟩1);"
            ],
        );
    }

    #[test]
    fn an_error_leaves_the_hints_of_the_others() {
        check(
            "wave(t) := sin(t); a = wave(2); b = nothere(a); c = wave(b); d = a + 1;",
            &expect![
                "wave(t⟨: int⟩)⟨: real⟩ := sin(t); a⟨: real⟩ = wave(⟨t:⟩2); b = nothere(a); c = wave(b); d⟨: real⟩ = a + 1;"
            ],
        );
    }

    #[test]
    fn the_tooltip_says_what_the_hover_says() {
        let text = "a = 1; colorplot(b = a; b * |#|)";
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document);
        let all = TextRange::up_to(TextSize::of(text));
        for hint in inlay_hints(&analysis, all, &HintConfig::default()) {
            let at = hint.offset - TextSize::of('a');
            let hover = crate::hover::hover(&analysis, at, &|_| String::new());
            let hover = hover.expect("a hover").text.markdown();
            if hint.kind == HintKind::Variable {
                let is_said = hover.contains(&hint.tooltip);
                let is_passed_on = hover.contains("computed");
                assert!(is_said == is_passed_on, "{} / {hover}", hint.tooltip);
            }
        }
    }

    #[test]
    fn arguments_that_say_what_they_are_have_no_name() {
        check(
            "turn(P, angle) := P*angle; turn (P) /* of one */ := P; s = 2; turn([1, 0], s); \
             turn([s, 0], -0.5); turn(\"a\")",
            &expect![[
                r#"turn(P⟨: list(2, int)⟩, angle⟨: int | real⟩)⟨: list(2, int) | list(2, real)⟩ := P*angle; turn (P⟨: string⟩)⟨: string⟩ /* of one */ := P; s⟨: int⟩ = 2; turn(⟨P:⟩[1, 0], s); turn([s, 0], ⟨angle:⟩-0.5); turn(⟨P:⟩"a")"#
            ]],
        );
    }

    #[test]
    fn types_lead_to_what_they_come_from() {
        let check = |text: &str, hint: &str, expected: Option<&str>| {
            let document = Document::open("page.html", text);
            let all = TextRange::up_to(TextSize::of(text));
            let hints = inlay_hints(&analyse(&document), all, &HintConfig::default());
            let shown = |one: &&InlayHint| {
                let before = &text[..usize::from(one.offset)];
                format!("{before}{}", one.label).ends_with(hint)
            };
            let found = hints.iter().find(shown);
            let found = found.unwrap_or_else(|| panic!("no {hint} among {hints:#?}"));
            assert_eq!(found.target.map(|target| &text[target]), expected, "{hint}");
        };
        let page = "<script id='csdraw' type='text/x-cindyscript'>\n\
            f(p) := (regional(a); a = 1; a = p.x + 0.5; a / 2);\n\
            b = 1; g() := (b = 2.5); g(); c = 1; P = A; draw([f(B), b]); colorplot(r = 1; [#.x, r, 0]);\n\
            </script><script>CindyJS({scripts: 'cs*', geometry: [\n\
            {name: 'A', type: 'Free', pos: [0, 0]}, {name: 'B', type: 'Free', pos: [1, 1]}]});</script>";
        check(page, "f(p: point", Some("'B'"));
        check(page, "f(p): real", Some("a / 2"));
        check(page, "; a: real", Some("p.x + 0.5"));
        check(page, "P: point", Some("'A'"));
        check(page, "b: real", Some("2.5"));
        // The value stands right behind: the name has the whole story.
        check(page, "c: int", Some("c"));
        check(page, "[#.x, r, 0]): colour", Some("[#.x, r, 0]"));
    }

    #[test]
    fn a_name_is_that_of_the_parameter() {
        let text = "f(size) := size; f(2)";
        let document = Document::open("test.cindyscript", text);
        let all = TextRange::up_to(TextSize::of(text));
        let hints = inlay_hints(&analyse(&document), all, &HintConfig::default());
        let arguments = hints.iter().filter(|hint| hint.kind == HintKind::Argument);
        let named: Vec<&str> = arguments
            .filter_map(|hint| Some(&text[hint.target?]))
            .collect();
        assert_eq!(named, ["size"]);
    }

    #[test]
    fn a_function_at_two_signatures() {
        check(
            "f(x) := x + 1; a = f(1); b = f(i)",
            &expect![
                "f(x⟨: int | complex⟩)⟨: int | complex⟩ := x + 1; a⟨: int⟩ = f(⟨x:⟩1); b⟨: complex⟩ = f(i)"
            ],
        );
    }
}
