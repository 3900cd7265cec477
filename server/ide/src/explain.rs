//! The whole explanation of a type: what a term or variable is at each of its signatures, and the chain
//! of causes behind it; and of a colorplot, what becomes of it.

mod plot;

use cindyscript_analysis::provenance::{Step, code, prose};
use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::program::{PlotForm, ScriptId, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind, Role, SlotId, SlotSubject};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::BindingTime;
use crate::term_at::{Declared, script_at};
pub use plot::{PlotExplanation, PlotFunction, PlotUniform, PlotVariable};

/// Why something has its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The range that it is about, in bytes of the file.
    pub range: TextRange,
    /// The term as it is written, shortened.
    pub subject: String,
    /// The effect of a call, or why something has no value, in a sentence; none where the type
    /// tells enough.
    pub note: Option<String>,
    /// What is wrong there, the worst first.
    pub mistakes: Vec<Mistake>,
    /// One for each signature of the function around it. Of a colorplot, that of its colour. Empty
    /// for what never runs, else at least one.
    pub types: Vec<TypeExplanation>,
    /// If it is a colorplot, what becomes of it.
    pub plot: Option<PlotExplanation>,
}

/// An error or warning, with what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// How bad it is.
    pub severity: Severity,
    /// The place, and what is wrong.
    pub what: Step,
    /// What to do, where that is known.
    pub help: Option<String>,
    /// Other places that belong to it; where it has none, the reasons of the types of its operands.
    pub because: Vec<Step>,
}

/// The explanation of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExplanation {
    /// The type.
    pub ty: Type,
    /// Whether the number is known not to be negative.
    pub not_negative: bool,
    /// The place and time at which the value is computed.
    pub binding_time: BindingTime,
    /// Inside of a function, its name and the types of its parameters: `f(x: int ≥ 0, y: real)`.
    pub within: Option<String>,
    /// The chain of causes, the nearest first. Empty where the type is its own reason.
    pub because: Vec<Step>,
    /// The types that it had on the way up, each with the place that demanded it, from ⊥ on: a row
    /// of the paper's table of the Kleene iteration. Only of what is joined: variables, `if`,
    /// loops.
    pub rose: Vec<Step>,
}

/// Explains the type of what stands at an offset of the file, if something with a type does.
#[must_use]
pub fn explain(analysis: &Analysis, offset: TextSize) -> Option<Explanation> {
    let (applet, script, at) = script_at(analysis, offset)?;
    if let Some((declared, range)) = applet.declared(script, at) {
        return explain_declared(applet, script, declared, range);
    }
    let here = applet.innermost(script, at);
    let term = here.or_else(|| applet.innermost(script, behind_blanks(applet, script, at)))?;
    let solution = &*applet.solution;
    let (slots, plot) = match applet.program.kind(term) {
        // The value of a definition is that of nothing.
        TermKind::Define(_) | TermKind::Regional(_) | TermKind::Undefine(_) => return None,
        // The value of a colorplot is that of nothing as well; what is meant is what it paints.
        TermKind::Plot(plot) => {
            let bodies = solution.plots.get(&plot).into_iter().flatten();
            let bodies = bodies.map(|&id| solution.body(id));
            let colours = bodies.map(|body| body.slot(body.root)).collect();
            (colours, Some(plot))
        }
        _ => (applet.slots(term), None),
    };
    let types = type_explanations(applet, slots);
    let range = applet.range(term);
    let said = match plot {
        // What stands in the colorplot, and in the functions that it runs.
        Some(plot) => {
            let parts = plot::parts(applet, plot);
            said(analysis, |place| {
                parts.iter().any(|part| part.contains_range(place))
            })
        }
        None => said(analysis, |place| place.contains_inclusive(offset)),
    };
    let mistakes = said.iter().map(|found| mistake(applet, found)).collect();
    let plot = plot.map(|plot| plot::explanation(applet, plot, &said));
    (!types.is_empty() || plot.is_some()).then(|| Explanation {
        range,
        mistakes,
        subject: applet.text(term),
        note: match plot {
            Some(_) => None,
            None => note(applet, term, &types),
        },
        types,
        plot,
    })
}

/// Where something begins behind an offset of a script, in its line: a cursor often stands before it.
fn behind_blanks(applet: &AppletAnalysis, script: ScriptId, at: TextSize) -> TextSize {
    let rest = applet.script_text(script).get(usize::from(at)..);
    let rest = rest.unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    at + TextSize::try_from(blanks).unwrap_or_default()
}

/// A function's value or a parameter, at each signature.
fn explain_declared(
    applet: &AppletAnalysis,
    script: ScriptId,
    declared: Declared,
    range: TextRange,
) -> Option<Explanation> {
    let types = type_explanations(applet, applet.declared_slots(declared));
    let program = &applet.program;
    let unused = "nothing calls this function".to_owned();
    let subject = match declared {
        Declared::Function(id) => program.function_name(id),
        Declared::Parameter(id, place) => program
            .names
            .text(program.function(id).parameters.get(place)?.name),
    };
    Some(Explanation {
        range: applet.to_file(script, range),
        subject: subject.to_owned(),
        note: types.is_empty().then_some(unused),
        mistakes: Vec::new(),
        types,
        plot: None,
    })
}

/// More mistakes than these are not told of one thing, and of each no more causes.
const MOST: usize = 8;
/// Causes are looked for in no more operands of one thing.
const MOST_OPERANDS: usize = 64;

/// The errors and warnings at places of the file, the worst first.
fn said(analysis: &Analysis, is_meant: impl Fn(TextRange) -> bool) -> Vec<&Diagnostic> {
    let bad = |found: &&Diagnostic| found.severity <= Severity::Warning;
    let mut found: Vec<&Diagnostic> = analysis.diagnostics.iter().filter(bad).collect();
    found.retain(|found| is_meant(found.extent()));
    found.sort_by_key(|found| (found.severity, found.range.start()));
    found.truncate(MOST);
    found
}

/// An error or warning, with what led to it.
fn mistake(applet: &AppletAnalysis, found: &Diagnostic) -> Mistake {
    let related = found.related.iter().map(|related| Step {
        range: related.range,
        text: prose(&related.message),
    });
    let mut because: Vec<Step> = related.collect();
    if because.is_empty() {
        because = causes(applet, found.extent());
    }
    because.truncate(MOST);
    Mistake {
        severity: found.severity,
        what: Step {
            range: found.range,
            text: prose(&found.message),
        },
        help: found.help.as_deref().map(prose),
        because,
    }
}

/// The reasons of the types of the operands of what stands at a place of the file.
fn causes(applet: &AppletAnalysis, place: TextRange) -> Vec<Step> {
    let program = &applet.program;
    let Some(term) = applet.terms_at(place).last() else {
        return Vec::new();
    };
    let solution = &*applet.solution;
    let mut operands: Vec<TermId> = Vec::new();
    program.for_each_operand(term, |operand| operands.push(operand));
    operands.truncate(MOST_OPERANDS);
    let mut steps: Vec<Step> = Vec::new();
    for slot in operands.into_iter().flat_map(|it| applet.slots(it)) {
        for step in applet.provenance(solution).why(slot) {
            if steps.len() < MOST && !steps.contains(&step) {
                steps.push(step);
            }
        }
        if steps.len() == MOST {
            break;
        }
    }
    steps
}

/// The explanation of each slot, those that are alike once.
fn type_explanations(applet: &AppletAnalysis, slots: Vec<SlotId>) -> Vec<TypeExplanation> {
    let mut types: Vec<TypeExplanation> = Vec::new();
    for slot in slots {
        let explained = type_explanation(applet, slot);
        if !types.contains(&explained) {
            types.push(explained);
        }
    }
    types
}

/// A sentence on what a call of a builtin does, or why something has no value.
fn note(applet: &AppletAnalysis, term: TermId, types: &[TypeExplanation]) -> Option<String> {
    let program = &applet.program;
    let is_unset = types.iter().all(|explained| explained.ty.is_unset());
    if let Some(builtin) = builtin_of(applet, term) {
        let row = builtin.row();
        let and_no_value = match is_unset {
            true => "; it has no value",
            false => "",
        };
        return Some(format!("`{}`: {}{and_no_value}", row.name, row.doc));
    }
    if !is_unset {
        return None;
    }
    let why = match program.kind(term) {
        TermKind::Variable(_) => "nothing in this file gives it a value",
        TermKind::Call { .. } => "the function ends with something that has no value",
        TermKind::Assign { .. } => "what is assigned has no value",
        _ => return None,
    };
    Some(why.to_owned())
}

fn type_explanation(applet: &AppletAnalysis, slot: SlotId) -> TypeExplanation {
    let solution = &*applet.solution;
    let data = solution.slot(slot);
    let body = solution.body(data.body);
    let ty = &data.ty;
    let within = match body.kind {
        BodyKind::Function(function) => {
            let name = applet.program.function_name(function);
            let function = applet.program.function(function);
            let parameters = function.parameters.iter().zip(&body.parameters);
            let parameters = parameters.skip(usize::from(function.is_code()));
            let parameters: Vec<String> = parameters
                .map(|(parameter, &slot)| {
                    let name = applet.program.names.text(parameter.name);
                    let ty = solution.ty(slot);
                    let sign = if is_not_negative(ty) { " ≥ 0" } else { "" };
                    format!("{name}: {ty}{sign}")
                })
                .collect();
            Some(format!("{name}({})", parameters.join(", ")))
        }
        BodyKind::Round(of) => round(applet, of, body),
        BodyKind::Script(_) | BodyKind::Plot(_) | BodyKind::Uniform => None,
    };
    TypeExplanation {
        ty: ty.clone(),
        not_negative: is_not_negative(ty),
        binding_time: applet.binding_time(slot),
        within,
        because: applet.provenance(solution).whole(slot),
        rose: rose(applet, slot),
    }
}

fn is_not_negative(ty: &Type) -> bool {
    ty.scalar()
        .is_some_and(|scalar| scalar != scalar.unsigned_forgotten())
}

/// The name of a round of a loop: `forall(.., x: real)`.
fn round(applet: &AppletAnalysis, of: SlotId, body: &Body) -> Option<String> {
    let SlotSubject::Term(term) = applet.solution.slot(of).subject else {
        return None;
    };
    let TermKind::Iterate(id) = applet.program.kind(term) else {
        return None;
    };
    let iteration = applet.program.iteration(id);
    let kind = iteration.kind.name();
    let name = applet.program.names.text(iteration.element);
    let ty = applet.solution.ty(*body.parameters.first()?);
    Some(format!("{kind}(.., {name}: {ty})"))
}

/// The raises of what a slot is the value of, the first first.
fn rose(applet: &AppletAnalysis, slot: SlotId) -> Vec<Step> {
    let solution = &*applet.solution;
    let data = solution.slot(slot);
    let joined = match data.role {
        Role::Computed if data.link.is_some() => data.link,
        _ => slot,
    };
    let mut steps: Vec<Step> = solution
        .raises(joined)
        .filter_map(|raise| match solution.slot(raise.from).subject {
            SlotSubject::Term(term) => Some(Step {
                range: applet.range(term),
                text: format!("{} because of {}", raise.to, code(&applet.text(term))),
            }),
            SlotSubject::Variable(_) => None,
        })
        .collect();
    steps.reverse();
    steps
}

/// The builtin that a term calls or is a form of.
pub(crate) fn builtin_of(applet: &AppletAnalysis, term: TermId) -> Option<BuiltinId> {
    let find = cindyscript_hir::builtins::find;
    match applet.program.kind(term) {
        TermKind::If { otherwise, .. } => find("if", 2 + usize::from(otherwise.is_some())),
        TermKind::While { .. } => find("while", 2),
        TermKind::Regional(names) => find("regional", names.len()),
        TermKind::Plot(plot) => {
            let corners = match applet.program.plot(plot).form {
                PlotForm::View => 0,
                PlotForm::Image { .. } => 1,
                PlotForm::Rectangle { .. } => 2,
                PlotForm::PlacedImage { .. } => 3,
            };
            find("colorplot", 1 + corners)
        }
        _ => Some(applet.program.builtin_call(term)?.0),
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod unit {
    use std::fmt::Write as _;

    use super::*;
    use crate::fixture::{Fixture, marked};
    use expect_test::{Expect, expect};

    /// The explanation of what stands at `$`, which is taken out of the text.
    fn check(text: &str, expected: &Expect) {
        let Fixture { analysis, at } = marked(text);
        let mut shown = String::new();
        let text = analysis.document.text();
        let at_line = |range: TextRange| 1 + text[..range.start().into()].matches('\n').count();
        let explanation = explain(&analysis, at);
        for explained in explanation.iter().flat_map(|one| &one.types) {
            let _ = writeln!(shown, "{} {:?}", explained.ty, explained.binding_time);
            if let Some(within) = &explained.within {
                let _ = writeln!(shown, "  in {within}");
            }
            for step in &explained.because {
                let _ = writeln!(shown, "  {}: because {}", at_line(step.range), step.text);
            }
            for step in &explained.rose {
                let _ = writeln!(shown, "  {}: rose to {}", at_line(step.range), step.text);
            }
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn the_papers_table() {
        check(
            "a = -2;\nb = sqrt(a);\n$a = b + 1;",
            &expect![[r#"
                complex Script
                  3: because `a` is set to `b + 1` in line 3, which is a complex number
                  2: because `b` is set to `sqrt(a)` in line 2, which is a complex number
                  1: rose to int because of `-2`
                  3: rose to complex because of `b + 1`
            "#]],
        );
    }

    #[test]
    fn a_function_at_each_signature() {
        check(
            "f(x) :=\n sqrt($x);\na = f(1);\nb = f(i);",
            &expect![[r#"
                int Script
                  in f(x: int ≥ 0)
                  3: because `f` is called with `1` for `x` in line 3, which is a whole number
                  3: rose to int because of `1`
                complex Script
                  in f(x: complex)
                  4: because `f` is called with `i` for `x` in line 4, which is a complex number
                  4: rose to complex because of `i`
            "#]],
        );
    }

    #[test]
    fn uniforms() {
        check(
            "c = 1/2;\ncolorplot(|#| - $c)",
            &expect![[r#"
                real Frame
                  1: because `c` is set to `1/2` in line 1, which is a real number
                  1: because a quotient is a real number
                  2: rose to real because of `c`
            "#]],
        );
    }

    #[test]
    fn nothing() {
        check("f(x) := x; $ ", &expect![[""]]);
        check("$ \n a = 1;", &expect![[""]]);
    }

    #[test]
    fn before_what_is_meant() {
        check(
            "$  a = 1;",
            &expect![[r#"
                int Script
                  1: because `a` is set to `1` in line 1, which is a whole number
                  1: rose to int because of `1`
            "#]],
        );
    }
}
