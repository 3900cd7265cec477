//! The explanation of a colorplot: what it paints, what of it is D and what U, and whether it is a pixel
//! program.

use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::program::{PlotForm, PlotId, TermId, TermKind};
use cindyscript_hir::types::ColourConversion;
use cindyscript_infer::split::Coordinate;
use cindyscript_infer::{Body, BodyKind, Role, SlotId, is_transparent};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use super::Step;
use crate::analysis::AppletAnalysis;
use crate::binding_time::constants;
use crate::report::signature;
use cindyscript_analysis::provenance::prose;

/// The explanation of a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotExplanation {
    /// The part of the view that it paints, in words.
    pub place: String,
    /// The meaning of its value; none if it is no colour.
    pub colour: Option<ColourConversion>,
    /// The names that stand for the pixel, the running variable v0 first, each with its type.
    pub pixel: Vec<(String, Coordinate, String)>,
    /// The number of terms that are computed at every pixel, those of the functions that it runs
    /// included: the size of D.
    pub per_pixel: usize,
    /// The variables that every pixel has for itself.
    pub variables: Vec<PlotVariable>,
    /// The functions that run at every pixel, at each signature.
    pub functions: Vec<PlotFunction>,
    /// The values that are computed on the CPU and passed to the pixels, but for numbers in the
    /// text: U.
    pub uniforms: Vec<PlotUniform>,
    /// The number of numbers in the text that are passed to the pixels, or stand in their program.
    pub numbers: usize,
    /// The number of uniforms of the program that runs on the GPU, or the reasons why there is
    /// none, but for those that are among the mistakes of the explanation.
    pub compiled: Result<usize, Vec<Step>>,
}

/// A variable of the pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotVariable {
    /// Its name.
    pub name: String,
    /// The paper's name of its type.
    pub ty: String,
    /// What decided the type, if it needs a reason.
    pub because: Option<Step>,
}

/// A function that runs at every pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotFunction {
    /// Its name with its parameters: `f(z)`.
    pub name: String,
    /// Its types at one signature: `complex -> complex`.
    pub ty: String,
    /// The range of its name where it is defined, in bytes of the file.
    pub range: TextRange,
}

/// A term of U.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotUniform {
    /// The range, in bytes of the file.
    pub range: TextRange,
    /// As it is written, shortened.
    pub text: String,
    /// The paper's name of its type.
    pub ty: String,
    /// Whether it has the same value in all frames.
    pub is_constant: bool,
    /// What decided its type, if that needs a reason.
    pub because: Option<Step>,
}

/// Explains a colorplot, as the first place that runs it has it; `said` is told beside it.
pub(super) fn explanation(
    applet: &AppletAnalysis,
    plot: PlotId,
    said: &[&Diagnostic],
) -> PlotExplanation {
    let program = &applet.program;
    let solution = &*applet.solution;
    let row = program.plot(plot);
    let id = solution.plots.get(&plot).and_then(|bodies| bodies.first());
    let id = id.copied();
    let of_plot = |body: &Body| id.is_some_and(|id| body.pixel.is_some_and(|p| p.body == id));
    let bodies = solution.reachable.iter().map(|&live| solution.body(live));
    let bodies: Vec<&Body> = bodies.filter(|body| of_plot(body)).collect();
    let variables = id.and_then(|id| solution.plot_variables.get(&id));
    let variables = variables.into_iter().flatten();
    let mut variables: Vec<PlotVariable> = variables
        .map(|&(name, slot)| PlotVariable {
            name: program.names.text(name).to_owned(),
            ty: applet.shown_type(slot),
            because: reason(applet, slot),
        })
        .collect();
    let pixel = applet.split(plot).pixel.iter().map(|pixel| {
        let name = program.names.text(pixel.name).to_owned();
        let place = variables.iter().position(|known| known.name == name);
        let ty = place.map(|place| variables.remove(place).ty);
        (name, pixel.coordinate, ty.unwrap_or_default())
    });
    let pixel = pixel.collect();
    let Evaluated {
        per_pixel,
        uniforms,
        numbers,
    } = evaluated(applet, &bodies);
    PlotExplanation {
        place: place(applet, row.form),
        colour: id.and_then(|id| {
            let body = solution.body(id);
            solution.ty(body.slot(body.root)).colour()
        }),
        pixel,
        per_pixel,
        variables,
        functions: functions(applet, &bodies),
        uniforms,
        numbers,
        compiled: compiled(applet, plot, said),
    }
}

/// The first reason for the type of a slot.
fn reason(applet: &AppletAnalysis, slot: SlotId) -> Option<Step> {
    let steps = applet.provenance(&applet.solution).why(slot);
    steps.into_iter().next()
}

/// The functions that run at pixels, in the order of the text.
fn functions(applet: &AppletAnalysis, bodies: &[&Body]) -> Vec<PlotFunction> {
    let (program, solution) = (&applet.program, &*applet.solution);
    let mut functions = Vec::new();
    for body in bodies {
        if let BodyKind::Function(function) = body.kind {
            let result = solution.ty(body.slot(body.root));
            let (name, ty) = signature(program, solution, function, &body.parameters, result);
            let row = program.function(function);
            functions.push(PlotFunction {
                name,
                ty,
                range: applet.to_file(row.script, row.name_range),
            });
        }
    }
    functions.sort_by_key(|function| (function.range.start(), function.ty.clone()));
    functions.dedup();
    functions
}

/// The terms of a colorplot.
struct Evaluated {
    /// The number of terms that are computed at pixels.
    per_pixel: usize,
    /// The terms of U but numbers, in the order of the text.
    uniforms: Vec<PlotUniform>,
    /// The number of terms of U that are numbers.
    numbers: usize,
}

fn evaluated(applet: &AppletAnalysis, bodies: &[&Body]) -> Evaluated {
    let solution = &*applet.solution;
    let constants = constants(applet, applet.program.term_ids());
    let mut per_pixel = FxHashSet::default();
    let mut per_frame = FxHashSet::default();
    let mut uniforms = Vec::new();
    let mut numbers = 0;
    for body in bodies {
        for (term, slot) in solution.evaluated(body) {
            if slot.role != Role::Uniform {
                per_pixel.insert(term);
            } else if !per_frame.insert(term) {
                // another signature of the same function
            } else if is_number(applet, term) {
                numbers += 1;
            } else {
                let slot = match slot.ty.is_unset() && slot.link.is_some() {
                    true => slot.link,
                    false => body.slot(term),
                };
                uniforms.push(PlotUniform {
                    range: applet.range(term),
                    text: applet.text(term),
                    ty: applet.shown_type(slot),
                    because: reason(applet, slot),
                    is_constant: constants.get(term) == Some(&true),
                });
            }
        }
    }
    uniforms.sort_by_key(|uniform| (uniform.range.start(), uniform.range.end()));
    Evaluated {
        per_pixel: per_pixel.len(),
        uniforms,
        numbers,
    }
}

/// The number of uniforms of the pixel program, or the reasons why it has none, without those in
/// `said`.
fn compiled(
    applet: &AppletAnalysis,
    plot: PlotId,
    said: &[&Diagnostic],
) -> Result<usize, Vec<Step>> {
    let reasons = match cindyscript_lint::pixel_program(applet, plot, &[]) {
        Ok(program) => return Ok(program.uniforms.len()),
        Err(reasons) => reasons.into_iter(),
    };
    let is_said = |reason: &Diagnostic| {
        let mut said = said.iter();
        said.any(|said| (said.code, said.range) == (reason.code, reason.range))
    };
    let step = |reason: Diagnostic| Step {
        range: reason.range,
        text: prose(&reason.message),
    };
    Err(reasons
        .filter(|reason| !is_said(reason))
        .map(step)
        .collect())
}

/// The parts of the file that a colorplot runs: itself, and the bodies of functions.
pub(super) fn parts(applet: &AppletAnalysis, plot: PlotId) -> Vec<TextRange> {
    let solution = &*applet.solution;
    let mut parts = vec![applet.range(applet.program.plot(plot).term)];
    let bodies = solution.reachable.iter().map(|&live| solution.body(live));
    let of_plot = bodies.filter(|body| body.pixel.is_some_and(|pixel| pixel.plot == plot));
    parts.extend(of_plot.map(|body| applet.range(body.root)));
    parts
}

/// Whether a term is a number, with or without a sign.
fn is_number(applet: &AppletAnalysis, term: TermId) -> bool {
    match applet.program.kind(term) {
        TermKind::Number(_) => true,
        TermKind::Call { .. } => is_transparent(&applet.program, term),
        _ => false,
    }
}

fn place(applet: &AppletAnalysis, form: PlotForm) -> String {
    let text = |term| applet.text(term);
    match form {
        PlotForm::View => "the whole view".to_owned(),
        PlotForm::Rectangle { from, to } => {
            format!("the rectangle from `{}` to `{}`", text(from), text(to))
        }
        PlotForm::Image { image } => format!("the image `{}`, as large as the view", text(image)),
        PlotForm::PlacedImage { left, right, image } => format!(
            "the image `{}`, with its lower corners at `{}` and `{}`",
            text(image),
            text(left),
            text(right)
        ),
    }
}
