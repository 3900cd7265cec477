//! The outline of a document: scripts, the functions, variables and colorplots in them, and the
//! elements of the construction.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, PlotId, ScriptId, TermId, TermKind};
use cindyscript_infer::{Body, BodyKind, Solution};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::report::signature;

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum SymbolKind {
    Script,
    Function,
    Variable,
    Colorplot,
    Element,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineSymbol {
    /// Its name.
    pub name: String,
    /// Its type, where there is one.
    pub detail: Option<String>,
    /// The kind.
    pub kind: SymbolKind,
    /// All of it, in bytes of the file.
    pub range: TextRange,
    /// Its name, inside of [`OutlineSymbol::range`].
    pub selection_range: TextRange,
    /// The symbols inside of it.
    pub children: Vec<OutlineSymbol>,
}

/// The outline of a document.
#[must_use]
pub fn symbols(analysis: &Analysis) -> Vec<OutlineSymbol> {
    let mut symbols = Vec::new();
    for (applet, source) in analysis.applets.iter().zip(analysis.document.applets()) {
        for (index, script) in source.scripts.iter().enumerate() {
            if script.is_library {
                continue;
            }
            let range = script.source.file_range();
            symbols.push(OutlineSymbol {
                name: script.event.name().to_owned(),
                detail: None,
                kind: SymbolKind::Script,
                range,
                selection_range: TextRange::empty(range.start()),
                children: script_symbols(applet, ScriptId(index as u32)),
            });
        }
        symbols.extend(source.geometry.iter().map(|element| OutlineSymbol {
            name: element.name.clone(),
            detail: Some(element.kind.clone()),
            kind: SymbolKind::Element,
            range: element.range,
            selection_range: element.name_range,
            children: Vec::new(),
        }));
    }
    symbols.sort_by_key(|symbol| symbol.range.start());
    symbols
}

fn script_symbols(applet: &AppletAnalysis, script: ScriptId) -> Vec<OutlineSymbol> {
    let program = &applet.program;
    let mut symbols = Vec::new();
    let mut seen = FxHashSet::default();
    let signatures = last_signatures(&applet.solution);
    let terms = program.terms.iter().zip(0..);
    for (term, index) in terms.filter(|(term, _)| term.script == script) {
        let (name, kind, selection_range, detail) = match term.kind {
            TermKind::Define(function) => {
                let row = program.function(function);
                let signature = signatures.get(&function);
                (
                    program.callee(row.callee).name.to_string(),
                    SymbolKind::Function,
                    applet.to_file(script, row.name_range),
                    signature.map(|body| signature_of(applet, function, body)),
                )
            }
            TermKind::Assign { target, .. } | TermKind::DefineLazy { target, .. } => {
                let TermKind::Variable(name) = program.kind(target) else {
                    continue;
                };
                if seen.contains(&name) || !owned_by(applet, name, TermId(index)) {
                    continue;
                }
                seen.insert(name);
                let slot = applet.solution.global(name);
                (
                    program.names.text(name).to_owned(),
                    SymbolKind::Variable,
                    applet.range(target),
                    slot.map(|slot| applet.solution.ty(slot).to_string()),
                )
            }
            TermKind::Plot(plot) => {
                let range = applet.to_file(script, term.range);
                let name = TextRange::at(range.start(), TextSize::of("colorplot"));
                (
                    "colorplot".to_owned(),
                    SymbolKind::Colorplot,
                    range.intersect(name).unwrap_or(range),
                    type_of_plot(applet, plot),
                )
            }
            _ => continue,
        };
        symbols.push(OutlineSymbol {
            name,
            detail,
            kind,
            range: applet.to_file(script, term.range),
            selection_range,
            children: Vec::new(),
        });
    }
    symbols.sort_by_key(|symbol| symbol.range.start());
    symbols
}

/// The body of each function with a value, for the last of several signatures.
fn last_signatures(solution: &Solution) -> FxHashMap<FunctionId, &Body> {
    let mut bodies: FxHashMap<FunctionId, &Body> = FxHashMap::default();
    for body in &solution.bodies {
        if let BodyKind::Function(function) = body.kind
            && !solution.ty(body.slot(body.root)).is_unset()
        {
            bodies.insert(function, body);
        }
    }
    bodies
}

fn signature_of(applet: &AppletAnalysis, function: FunctionId, body: &Body) -> String {
    let solution = &*applet.solution;
    let ty = solution.ty(body.slot(body.root));
    let (_, ty) = signature(&applet.program, solution, function, &body.parameters, ty);
    ty
}

fn type_of_plot(applet: &AppletAnalysis, plot: PlotId) -> Option<String> {
    let solution = &*applet.solution;
    let body = solution.body(*solution.plots.get(&plot)?.first()?);
    Some(solution.ty(body.slot(body.root)).to_string())
}

/// Whether an assignment gives a value to a variable of the whole applet.
fn owned_by(applet: &AppletAnalysis, name: NameId, term: TermId) -> bool {
    let solution = &applet.solution;
    let Some(global) = solution.global(name) else {
        return false;
    };
    let body = solution
        .scripts
        .iter()
        .map(|&id| solution.body(id))
        .find(|b| b.contains(term));
    body.is_some_and(|body| {
        let target = applet.program.kind(term).target();
        target.is_some_and(|target| solution.slot(body.slot(target)).link == global)
    })
}
