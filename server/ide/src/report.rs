//! Every variable, function and colorplot with its type, for `cindyscript-server types`.

use cindyscript_hir::program::{FunctionId, PlotId, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, Role, SlotId, SlotSubject, Solution};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};

/// The kind of thing that a line of the report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportKind {
    /// A variable of the whole applet.
    Variable,
    /// A variable that every pixel has for itself.
    PixelVariable,
    /// A user's function at one signature.
    Function,
    /// A colorplot.
    Colorplot,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The kind of thing that it is about.
    pub kind: ReportKind,
    /// The name; for a function with its parameters, `f(P)`.
    pub name: String,
    /// The type; for a function `list(2, real) -> real`.
    pub ty: String,
    /// The range where it is first written, in bytes of the file.
    pub range: TextRange,
}

/// All types of a document, in the order of the text.
#[must_use]
pub fn types(analysis: &Analysis) -> Vec<Entry> {
    let mut entries = Vec::new();
    for applet in &analysis.applets {
        let (program, solution) = (&applet.program, &*applet.solution);
        for (name, text) in program.names.iter() {
            let slot = solution.global(name);
            entries
                .extend(slot.and_then(|slot| variable(applet, ReportKind::Variable, text, slot)));
        }
        for body in &solution.reachable {
            for &(name, slot) in solution.plot_variables.get(body).into_iter().flatten() {
                let name = program.names.text(name);
                entries.extend(variable(applet, ReportKind::PixelVariable, name, slot));
            }
        }
        functions(applet, &mut entries);
        let bodies = solution.reachable.iter().map(|&id| solution.body(id));
        entries.extend(bodies.filter_map(|body| colorplot(applet, body)));
    }
    entries.sort_by_key(|entry| (entry.range.start(), entry.range.end()));
    entries
}

/// A variable, at the place that its type comes from.
fn variable(applet: &AppletAnalysis, kind: ReportKind, name: &str, slot: SlotId) -> Option<Entry> {
    let solution = &*applet.solution;
    // The place where the variable gets its value.
    let first = solution.raises(slot).last()?.from;
    let term = match solution.slot(first).subject {
        SlotSubject::Term(term) => term,
        SlotSubject::Variable(_) => return None,
    };
    (!applet.doubt.holds(slot)).then(|| Entry {
        kind,
        name: name.to_owned(),
        ty: shown(solution.ty(slot)),
        range: applet.range(term),
    })
}

/// Adds the functions, once for each signature.
fn functions(applet: &AppletAnalysis, entries: &mut Vec<Entry>) {
    let (program, solution) = (&applet.program, &*applet.solution);
    let mut of_function: FxHashMap<FunctionId, Vec<&Body>> = FxHashMap::default();
    for body in solution.reachable.iter().map(|&id| solution.body(id)) {
        if let BodyKind::Function(function) = body.kind {
            of_function.entry(function).or_default().push(body);
        }
    }
    let mut told: FxHashSet<Entry> = FxHashSet::default();
    for function in (0..program.functions.len() as u32).map(FunctionId) {
        let data = program.function(function);
        let bodies = of_function.remove(&function).unwrap_or_default();
        for body in applet.without_waiting(bodies) {
            let result = body.slot(body.root);
            let mut shown = body.parameters.iter().chain([&result]);
            if shown.any(|&slot| applet.doubt.holds(slot)) {
                continue;
            }
            let result = solution.ty(result);
            let (name, ty) = signature(program, solution, function, &body.parameters, result);
            let entry = Entry {
                kind: ReportKind::Function,
                name,
                ty,
                range: applet.to_file(data.script, data.name_range),
            };
            if told.insert(entry.clone()) {
                entries.push(entry);
            }
        }
    }
}

fn colorplot(applet: &AppletAnalysis, body: &Body) -> Option<Entry> {
    let root = body.slot(body.root);
    let BodyKind::Plot(plot) = body.kind else {
        return None;
    };
    (!applet.doubt.holds(root)).then(|| Entry {
        kind: ReportKind::Colorplot,
        name: "colorplot".to_owned(),
        ty: match applet.solution.ty(root) {
            Type::Unset => applet.shown_type(root),
            ty => ty.painted_name(),
        },
        range: applet.range(applet.program.plot(plot).term),
    })
}

/// The types of a colorplot, as one place calls it.
#[derive(Clone, Debug)]
pub struct PlotTypes<'a> {
    /// The type of its value.
    pub value: &'a Type,
    /// The variables of the pixel program: the pixel, and what the body assigns.
    pub variables: Vec<(&'a str, &'a Type)>,
    /// The variables of functions that it calls: the function's name, its number of arguments, the
    /// variable's name, and its type, once for each signature.
    pub locals: Vec<(&'a str, u32, &'a str, &'a Type)>,
    /// For each of `Plot::uniforms`, the type on the CPU; `None` where the term stands in a part
    /// that does not run.
    pub uniforms: Vec<Option<&'a Type>>,
    /// Whether some of the types wait for values from the CPU that are not known before the applet
    /// runs.
    pub is_open: bool,
}

impl AppletAnalysis {
    /// The type of a slot as authors are shown it.
    pub(crate) fn shown_type(&self, slot: SlotId) -> String {
        let solution = &*self.solution;
        let waits = || {
            let body = solution.body(solution.slot(slot).body);
            body.pixel.is_some() && !solution.unknown.is_empty()
        };
        match solution.ty(slot) {
            Type::Unset if waits() => UNKNOWN_YET.to_owned(),
            Type::Top if self.provenance(solution).has_clash(slot) => {
                "⊤ (no common type)".to_owned()
            }
            Type::Top => "⊤ (any value)".to_owned(),
            ty => shown(ty),
        }
    }

    /// The types of a colorplot, for each place that calls it.
    #[must_use]
    pub fn plot_types(&self, plot: PlotId) -> Vec<PlotTypes<'_>> {
        let solution = &*self.solution;
        let bodies = solution.plots.get(&plot).into_iter().flatten();
        bodies.map(|&body| self.types_of(plot, body)).collect()
    }

    fn types_of(&self, plot: PlotId, id: BodyId) -> PlotTypes<'_> {
        let solution = &*self.solution;
        let program = &self.program;
        let body = solution.body(id);
        let variables = solution.plot_variables.get(&id).into_iter().flatten();
        let variable = |&(name, slot)| (program.names.text(name), solution.ty(slot));
        let mut locals = Vec::new();
        let of_plot = &self.split(plot).uniforms;
        let mut uniforms = vec![None; of_plot.len()];
        let mut is_open = false;
        let places = of_plot.iter().enumerate();
        let places: FxHashMap<TermId, usize> = places.map(|(place, &term)| (term, place)).collect();
        let of_plot = |body: &Body| body.pixel.is_some_and(|pixel| pixel.body == id);
        for &inner in &solution.reachable {
            let inner = solution.body(inner);
            if !of_plot(inner) {
                continue;
            }
            if let BodyKind::Function(function) = inner.kind {
                let callee = program.callee(program.function(function).callee);
                for &slot in &inner.variables {
                    if let SlotSubject::Variable(name) = solution.slot(slot).subject {
                        let name = program.names.text(name);
                        locals.push((callee.name.as_str(), callee.arity, name, solution.ty(slot)));
                    }
                }
            }
            for (term, slot) in solution.evaluated(inner) {
                if slot.role == Role::Uniform
                    && slot.link.is_some()
                    && let Some(&place) = places.get(&term)
                {
                    uniforms[place] = Some(solution.ty(slot.link));
                    is_open |= slot.ty.is_unset();
                }
            }
        }
        PlotTypes {
            value: solution.ty(body.slot(body.root)),
            variables: variables.map(variable).collect(),
            locals,
            uniforms,
            is_open,
        }
    }
}

/// The words in place of a type that depends on what pixels get from the CPU.
const UNKNOWN_YET: &str = "known when the applet runs";

/// A type as authors are shown it: ⊥ is that of what has no value.
fn shown(ty: &Type) -> String {
    match ty {
        Type::Unset => "nothing".to_owned(),
        ty => ty.to_string(),
    }
}

/// `f(x, y)` and `real, int -> real` of a function at one signature.
pub(crate) fn signature(
    program: &cindyscript_hir::program::Program,
    solution: &Solution,
    function: FunctionId,
    parameters: &[SlotId],
    result: &Type,
) -> (String, String) {
    let named = program.function(function).named_parameters();
    let names: Vec<&str> = named
        .iter()
        .map(|parameter| program.names.text(parameter.name))
        .collect();
    // Of code, the first is the code itself.
    let parameters = parameters.get(parameters.len() - named.len()..);
    let parameters = parameters.unwrap_or_default();
    let types: Vec<String> = parameters
        .iter()
        .map(|&slot| shown(solution.ty(slot)))
        .collect();
    let name = format!("{}({})", program.function_name(function), names.join(", "));
    let ty = format!("{} -> {}", types.join(", "), shown(result));
    (name, ty.trim_start().to_owned())
}
