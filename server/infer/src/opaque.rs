//! Code that the file does not hold, and what it may define: then a name that nothing here defines
//! is no mistake for certain.

use cindyscript_applet::Applet;
use cindyscript_hir::builtins::{BuiltinId, Form, Intrinsic, Opaque};
use cindyscript_hir::document::Imported;
use cindyscript_hir::names::NameId;
use cindyscript_hir::plugins::has_known_functions;
use cindyscript_hir::program::{Callee, Program, TermId, TermKind};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::optional::Optional;
use crate::ranges::Ranges;

/// What may define what the file does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definer {
    /// A plugin, by its name where that is known.
    Plugin(Option<SmolStr>),
    /// A library whose text is not known.
    Import,
    /// Code that a builtin runs.
    Builtin(BuiltinId),
    /// The page's JavaScript.
    JavaScript,
}

/// What cannot be known of an applet's code.
#[derive(Debug, Default)]
pub struct OpaqueCode {
    /// What may define functions.
    pub functions: Option<Definer>,
    /// What may give names values.
    pub names: Option<Definer>,
    /// Arguments of functions that the preview does not have, from the first term to the last:
    /// they may be code with names of its own.
    quiet: Ranges<TermId>,
    /// Code that is evaluated wherever it is read, from the first term to the last: names may be
    /// bound there.
    lazy: Ranges<TermId>,
    /// The names that something binds while it runs: parameters, modifiers, running variables.
    bound: FxHashSet<NameId>,
    /// Names that have a value at times only.
    optional: Optional,
}

/// The definer of functions that a call of a builtin may define.
fn definer(
    program: &Program,
    builtin: BuiltinId,
    arguments: &[TermId],
    imported: &[Imported],
) -> Option<Definer> {
    match (builtin.row().opaque, arguments) {
        (_, &[name]) if builtin.is(Intrinsic::Import) && is_imported(program, name, imported) => {
            None
        }
        (Some(Opaque::Text | Opaque::Rewritten | Opaque::Functions), _) => {
            Some(Definer::Builtin(builtin))
        }
        (Some(Opaque::Plugin), &[name]) => match program.kind(name) {
            TermKind::Text(text) if has_known_functions(program.text(text)) => None,
            TermKind::Text(text) => Some(plugin(program.text(text))),
            _ => Some(Definer::Plugin(None)),
        },
        (Some(Opaque::Plugin) | None, _) => None,
    }
}

impl OpaqueCode {
    /// `imported` are the names of libraries whose text is known.
    pub fn new(program: &Program, applet: &Applet, imported: &[Imported]) -> Self {
        let mut opaque = Self {
            optional: Optional::new(program),
            ..Self::default()
        };
        let plugins = applet.uses.iter().map(String::as_str);
        let mut functions = plugins
            .filter(|name| !has_known_functions(name))
            .map(plugin)
            .next();
        if applet.imports.iter().any(|import| !import.is_loaded) {
            functions = Some(Definer::Import);
        }
        let is_of_page = |row: &Callee| applet.host.functions.iter().any(|f| f.name == row.name);
        let is_notable = |row: &Callee| {
            row.definitions.is_empty() && row.builtin.map_or_else(|| is_of_page(row), runs_opaque)
        };
        let is_notable: Vec<bool> = program.callees.iter().map(is_notable).collect();
        let (mut quiet, mut lazy) = (Vec::new(), Vec::new());
        for &term in &program.actions {
            let (builtin, arguments) = match program.kind(term) {
                TermKind::Call {
                    callee, arguments, ..
                } if is_notable[callee.index()] => (program.callee(callee).builtin, arguments),
                TermKind::Special(id) => {
                    let special = program.special(id);
                    (Some(special.builtin), special.arguments)
                }
                TermKind::DefineLazy { body, .. } => {
                    lazy.push((program.term(body).first, body));
                    continue;
                }
                _ => continue,
            };
            if builtin.is_none_or(is_quiet) {
                quiet.push((program.term(term).first, term));
            }
            let Some(builtin) = builtin.filter(|_| functions.is_none()) else {
                continue;
            };
            functions = definer(program, builtin, program.children(arguments), imported);
        }
        opaque.names = functions
            .clone()
            .or_else(|| applet.host.runs_code.then_some(Definer::JavaScript));
        opaque.functions = functions;
        if !lazy.is_empty() {
            opaque.bound = bound(program);
        }
        opaque.quiet = quiet.into_iter().collect();
        opaque.lazy = lazy.into_iter().collect();
        opaque
    }

    /// Whether a term, which is a name without a value, may get one where it is evaluated, or is
    /// asked for it there.
    pub fn may_bind(&self, term: TermId, name: NameId) -> bool {
        self.optional.covers(term, name)
            || self.quiet.contains(term)
            || self.bound.contains(&name) && self.lazy.contains(term)
    }
}

/// Whether the arguments of a builtin may be code with names of its own, or formulas.
fn is_quiet(builtin: BuiltinId) -> bool {
    let row = builtin.row();
    row.is_of_formulas || matches!(row.form, Form::OutOfScope(_) | Form::Unavailable)
}

/// Whether a builtin may run or define what is not in the file, or take code that is not seen.
fn runs_opaque(builtin: BuiltinId) -> bool {
    is_quiet(builtin) || builtin.row().opaque.is_some()
}

/// All names that something binds while it runs.
fn bound(program: &Program) -> FxHashSet<NameId> {
    let parameters = program
        .functions
        .iter()
        .flat_map(|function| &function.parameters);
    let running = program.iterations.iter();
    let modifiers = program.modifiers.iter().map(|modifier| modifier.name);
    parameters
        .map(|parameter| parameter.name)
        .chain(running.flat_map(|iteration| [iteration.element].into_iter().chain(iteration.index)))
        .chain(modifiers)
        .collect()
}

fn is_imported(program: &Program, name: TermId, imported: &[Imported]) -> bool {
    match program.kind(name) {
        TermKind::Text(text) => imported.iter().any(|i| i.name == program.text(text)),
        _ => false,
    }
}

fn plugin(name: &str) -> Definer {
    Definer::Plugin(Some(name.into()))
}
