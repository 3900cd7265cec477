//! The outline of a document: scripts, the functions, variables and colorplots in them, and the
//! elements of the construction.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, ScriptId, TermId, TermKind};
use cindyscript_infer::{Body, BodyKind};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

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
    let solution = &*applet.solution;
    let mut symbols = Vec::new();
    let mut seen = FxHashSet::default();
    // Of several signatures the last.
    let mut bodies: FxHashMap<FunctionId, &Body> = FxHashMap::default();
    for body in &solution.bodies {
        if let BodyKind::Function(function) = body.kind
            && !solution.ty(body.slot(body.root)).is_unset()
        {
            bodies.insert(function, body);
        }
    }
    for (index, term) in program.terms.iter().enumerate() {
        if term.script != script {
            continue;
        }
        let range = applet.to_file(script, term.range);
        match term.kind {
            TermKind::Define(function) => {
                let data = program.function(function);
                let signature = bodies.get(&function).map(|body| {
                    let ty = solution.ty(body.slot(body.root));
                    signature(program, solution, function, &body.parameters, ty)
                });
                let callee = program.callee(data.callee);
                symbols.push(OutlineSymbol {
                    name: callee.name.to_string(),
                    detail: signature.map(|(_, ty)| ty),
                    kind: SymbolKind::Function,
                    range,
                    selection_range: applet.to_file(script, data.name_range),
                    children: Vec::new(),
                });
            }
            TermKind::Assign { target, .. } | TermKind::DefineLazy { target, .. } => {
                let TermKind::Variable(name) = program.kind(target) else {
                    continue;
                };
                if seen.contains(&name) || !owned_by(applet, name, TermId(index as u32)) {
                    continue;
                }
                seen.insert(name);
                let ty = solution
                    .global(name)
                    .map(|slot| solution.ty(slot).to_string());
                symbols.push(OutlineSymbol {
                    name: program.names.text(name).to_owned(),
                    detail: ty,
                    kind: SymbolKind::Variable,
                    range,
                    selection_range: applet.range(target),
                    children: Vec::new(),
                });
            }
            TermKind::Plot(plot) => {
                let body = solution.plots.get(&plot).and_then(|bodies| bodies.first());
                let ty = body.map(|&body| {
                    let body = solution.body(body);
                    solution.ty(body.slot(body.root)).to_string()
                });
                let start = range.start();
                let name = TextRange::at(start, "colorplot".len().try_into().unwrap_or_default());
                symbols.push(OutlineSymbol {
                    name: "colorplot".to_owned(),
                    detail: ty,
                    kind: SymbolKind::Colorplot,
                    range,
                    selection_range: range.intersect(name).unwrap_or(range),
                    children: Vec::new(),
                });
            }
            _ => {}
        }
    }
    symbols.sort_by_key(|symbol| symbol.range.start());
    symbols
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
