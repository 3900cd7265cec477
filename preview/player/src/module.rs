//! From a version to the programs of its colorplots, as far as no device is needed: shader modules, and
//! what evaluates many pixels at a time on the CPU.

use cindyscript_applet::TextRange;
use cindyscript_hir::presets::{self, PresetValue};
use cindyscript_hir::program::{PlotForm, PlotId, ScriptId};
use cindyscript_hir::types::Type;
use cindyscript_interpreter::{LaneProgram, PlotCall};
use cindyscript_pixel::{PixelProgram, Uniform};
use cindyscript_shader::{
    Module, ModuleOptions, ModuleOutput, Precision, ShaderError, ShaderText, iteration,
};
use num_complex::Complex64;

use crate::diagnostic::AppletDiagnostic;
use crate::interface::takes;
use crate::observations::Observed;
use crate::orbit::Perturbation;
use crate::plot_view::values::{Noted, Noting, noting};
use crate::plot_view::{NotShown, Shown, ShownExpression, ShownProgram, rounds};
use crate::source::Source;

/// What a program paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramTarget {
    /// The picture of a frame, over what is there.
    View,
    /// An image that programs read again.
    Image,
    /// The numbers of one pixel: what a module [tells](telling_values).
    Numbers,
}

/// What a colorplot of a version paints.
pub fn target(source: &Source, plot: PlotId) -> ProgramTarget {
    let form = source.facts().map(|facts| facts.program.plot(plot).form);
    match form {
        Some(PlotForm::Image { .. } | PlotForm::PlacedImage { .. }) => ProgramTarget::Image,
        Some(PlotForm::View | PlotForm::Rectangle { .. }) | None => ProgramTarget::View,
    }
}

/// What evaluates a colorplot on the CPU, many pixels at a time.
pub fn lanes(source: &Source, plot: PlotId, observed: &[Option<Type>]) -> Option<LaneProgram> {
    let program = cindyscript_lint::pixel_program(source.facts()?, plot, observed).ok()?;
    let shown = shown_program(source, plot, &program).ok();
    // In one precision there is nothing to compare.
    let shown = shown.filter(|shown| shown.double.is_none());
    LaneProgram::new(shown.as_ref().map_or(&program, |shown| &shown.program))
}

/// What counts the rounds that the loops of a pixel take together, many pixels at a time: as red, green
/// and blue of what an image would keep.
pub fn rounds(source: &Source, plot: PlotId, observed: &[Option<Type>]) -> Option<LaneProgram> {
    let program = cindyscript_lint::pixel_program(source.facts()?, plot, observed).ok()?;
    LaneProgram::new(&rounds::count(&program)?)
}

/// The program that shows what the version is to show.
fn shown_program(
    source: &Source,
    plot: PlotId,
    program: &PixelProgram,
) -> Result<ShownProgram, NotShown> {
    if let Shown::Expression(expression) = &source.shown {
        let range = std::ops::Range::<usize>::from(expression.range);
        let text = source.document.text().get(range);
        if text != Some(&*expression.text) {
            return Err(NotShown::Outdated);
        }
    }
    let shown = source
        .shown
        .program(program, |term| source.range_of(term))?;
    match target(source, plot) {
        ProgramTarget::Image => Err(NotShown::InImage),
        ProgramTarget::View | ProgramTarget::Numbers => Ok(shown),
    }
}

/// What a colorplot shows instead of its result.
///
/// # Errors
/// Why it shows its result, or nothing of interest; none where it has no program.
pub fn shown(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Result<ShownExpression, Option<NotShown>> {
    let facts = source.facts().ok_or(None)?;
    let program = cindyscript_lint::pixel_program(facts, plot, observed).map_err(|_| None)?;
    let shown = shown_program(source, plot, &program)?;
    match source.shown {
        // It is black, as where other colorplots of the applet have no rounds.
        Shown::Rounds { .. } if !rounds::has_loops(&program) => Err(Some(NotShown::NoLoops)),
        Shown::Result | Shown::Expression(_) | Shown::Rounds { .. } | Shown::Disagreement => {
            Ok(shown.expression)
        }
    }
}

/// The shader module of a colorplot, and the uniforms that it wants.
///
/// # Errors
/// The reasons why it has none, with their places in the file.
pub fn module(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Result<(Module, Vec<Uniform>), Vec<AppletDiagnostic>> {
    let (text, uniforms) = translation(source, plot, observed, ModuleOptions::default())?;
    Ok((validated(source, text)?, uniforms))
}

/// The text of such a module, with options.
///
/// # Errors
/// As [`module`].
pub fn translation(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
    options: ModuleOptions<'_>,
) -> Result<(ShaderText, Vec<Uniform>), Vec<AppletDiagnostic>> {
    let mut program = pixel_program(source, plot, observed)?;
    let mut promoted = None;
    let mut options = options;
    if let Ok(shown) = shown_program(source, plot, &program) {
        program = shown.program;
        promoted = shown.double;
    }
    if promoted.is_some() && options.precision != Precision::Native {
        options.precision = Precision::Double;
    }
    let found = match options.precision {
        Precision::Perturbed => {
            let found = iteration(&program, &|uniform| constant(source, uniform));
            Some(found.map_err(|error| diagnostics(source, vec![error]))?)
        }
        Precision::Single | Precision::Double | Precision::Native => None,
    };
    let options = ModuleOptions {
        promoted: promoted.as_ref().or(options.promoted),
        iteration: found.as_ref(),
        ..options
    };
    let text = cindyscript_shader::translate(&program, options)
        .map_err(|errors| diagnostics(source, errors))?;
    Ok((text, program.uniforms))
}

/// The text of a module that tells the numbers of what has a value on the way to a pixel's result, and
/// of the smallest expression around a range of the file; the uniforms that it wants; and what it tells,
/// column by column. Whatever the version shows, it is about what the colorplot computes.
///
/// # Errors
/// As [`module`].
pub fn telling_values(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
    selected: Option<TextRange>,
    options: ModuleOptions<'_>,
) -> Result<(ShaderText, Vec<Uniform>, Vec<Noted>), Vec<AppletDiagnostic>> {
    let Some(facts) = source.facts() else {
        return Err(Vec::new());
    };
    let program = pixel_program(source, plot, observed)?;
    let Noting {
        program,
        noted,
        variables,
    } = noting(&program, &facts.program, selected, |script, range| {
        (script != ScriptId::RUN_TIME).then(|| facts.to_file(script, range))
    });
    let options = ModuleOptions {
        output: ModuleOutput::Numbers(&variables),
        ..options
    };
    let text = cindyscript_shader::translate(&program, options)
        .map_err(|errors| diagnostics(source, errors))?;
    Ok((text, program.uniforms, noted))
}

/// The iteration that a colorplot is, to be computed as the difference to orbits; none if it is none.
pub fn perturbation(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Option<Perturbation> {
    let program = pixel_program(source, plot, observed).ok()?;
    let found = iteration(&program, &|uniform| constant(source, uniform));
    found.ok().map(Perturbation::new)
}

/// The typed program of a colorplot.
fn pixel_program(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Result<PixelProgram, Vec<AppletDiagnostic>> {
    let facts = source.facts().ok_or_else(Vec::new)?;
    cindyscript_lint::pixel_program(facts, plot, observed).map_err(|diagnostics| {
        let of_applet = |diagnostic: cindyscript_diagnostic::Diagnostic| AppletDiagnostic {
            message: diagnostic.message,
            range: Some(diagnostic.range),
            fatal: false,
        };
        diagnostics.into_iter().map(of_applet).collect()
    })
}

/// The number that a value from the CPU always is: a product with the imaginary unit, as the text has it.
fn constant(source: &Source, uniform: &Uniform) -> Option<Complex64> {
    let range = source.range_of(uniform.term)?;
    let text = source.document.text().get(std::ops::Range::from(range))?;
    let factors = text.split('*').map(|factor| {
        let factor = factor.trim();
        match presets::find(factor).map(|preset| preset.value) {
            Some(PresetValue::ImaginaryUnit) => Some(Complex64::I),
            _ => factor.parse::<f64>().ok().map(Complex64::from),
        }
    });
    let product: Complex64 = factors.collect::<Option<Vec<_>>>()?.iter().product();
    (uniform.ty == Type::COMPLEX).then_some(product)
}

/// The module of a text that was made of a version.
///
/// # Errors
/// The text is not valid.
pub fn validated(source: &Source, text: ShaderText) -> Result<Module, Vec<AppletDiagnostic>> {
    text.validate()
        .map_err(|errors| diagnostics(source, errors))
}

fn diagnostics(source: &Source, errors: Vec<ShaderError>) -> Vec<AppletDiagnostic> {
    let diagnostic = |error: ShaderError| AppletDiagnostic {
        range: source.range_of(error.term),
        message: error.message,
        fatal: false,
    };
    errors.into_iter().map(diagnostic).collect()
}

/// The shader module of a colorplot: for the static types, or where that is refused or does not
/// take the values of a call, for the types seen there.
///
/// # Errors
/// The reasons why it has none.
pub fn module_for(
    source: &Source,
    plot: PlotId,
    call: Option<&PlotCall>,
) -> Result<Module, Vec<AppletDiagnostic>> {
    let redefined = call.and_then(|call| Some(source.redefined(call.redefined.as_ref()?, plot)));
    let source = redefined.as_ref().unwrap_or(source);
    let seen = |call| module(source, plot, &Observed::new(call).types);
    match (module(source, plot, &[]), call) {
        (Ok((module, uniforms)), Some(call)) if !takes(&uniforms, call) => {
            Ok(seen(call).map_or(module, |(module, _)| module))
        }
        (Ok((module, _)), _) => Ok(module),
        (Err(_), Some(call)) => Ok(seen(call)?.0),
        (Err(reasons), None) => Err(reasons),
    }
}
