//! Mistakes for which a colorplot cannot be compiled: names without a meaning in it and in what it
//! depends on, and values that no pixel can have.

use std::iter;

use cindyscript_diagnostic::{Code, Diagnostic, Severity, nearest};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, Program, TermId, TermKind, assigned_names};
use cindyscript_ide::{Analysis, AppletAnalysis};
use rustc_hash::{FxHashMap, FxHashSet};

use cindyscript_applet::TextRange;

/// A mistake for which a colorplot cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The place in the file.
    pub(crate) range: TextRange,
    /// The same in all versions that have it.
    pub(crate) kind: MistakeKind,
}

/// The code and the message of a mistake.
pub(crate) type MistakeKind = (Code, String);

/// True if a diagnostic may be a mistake for which a colorplot cannot be compiled.
pub(crate) fn may_refuse(diagnostic: &Diagnostic) -> bool {
    is_undefined(diagnostic) || is_type_error(diagnostic)
}

/// True if a diagnostic says, where a pixel has it, that values are of the wrong types.
fn is_type_error(diagnostic: &Diagnostic) -> bool {
    const OF_TYPES: [Code; 5] = [
        Code::NoSignature,
        Code::NoCommonType,
        Code::NotAColour,
        Code::NotACondition,
        Code::NotAList,
    ];
    match diagnostic.severity {
        Severity::Error => true,
        Severity::Warning => OF_TYPES.contains(&diagnostic.code),
        Severity::Information | Severity::Hint => false,
    }
}

/// True if a diagnostic says that nothing gives a name a meaning, and nothing else may either.
fn is_undefined(diagnostic: &Diagnostic) -> bool {
    let is_undefined = diagnostic.code.is_undefined() || diagnostic.code == Code::WrongArity;
    is_undefined && diagnostic.severity <= Severity::Warning
}

/// The mistakes of a version for which colorplots cannot be compiled.
pub(crate) fn mistakes(analysis: &Analysis) -> Vec<Mistake> {
    let said = analysis.diagnostics.iter();
    let said: Vec<&Diagnostic> = said.filter(|it| may_refuse(it)).collect();
    if said.is_empty() {
        return Vec::new();
    }
    let parts: Vec<Parts> = (0..)
        .zip(&analysis.applets)
        .map(|(index, facts)| Parts::of(analysis, index, facts))
        .collect();
    let contains = |ranges: &[TextRange], said: &Diagnostic| {
        let mut ranges = ranges.iter();
        ranges.any(|range| range.contains_range(said.range))
    };
    let is_mistake = |said: &&Diagnostic| {
        parts.iter().any(|parts| {
            contains(&parts.at_pixels, said) || is_undefined(said) && contains(&parts.all, said)
        })
    };
    let found = said.into_iter().filter(is_mistake).map(|said| Mistake {
        range: said.range,
        kind: (said.code, said.message.clone()),
    });
    found.collect()
}

/// The parts of the file that the colorplots of an applet depend on, in scripts that can be parsed.
struct Parts {
    /// Statements of scripts.
    all: Vec<TextRange>,
    /// Colorplots, and the functions that they call.
    at_pixels: Vec<TextRange>,
}

impl Parts {
    fn of(analysis: &Analysis, index: usize, facts: &AppletAnalysis) -> Parts {
        let scripts = analysis.document.applets().get(index);
        let scripts = scripts.map_or(&[][..], |applet| &applet.scripts).iter();
        let parses = analysis.document.parses(index);
        let is_own: Vec<bool> = scripts
            .zip(parses)
            .map(|(script, parse)| !script.is_library && parse.is_valid())
            .collect();
        let to_file = |terms: &[TermId]| {
            let terms = terms.iter().map(|&term| facts.program.term(term));
            let own = terms.filter(|term| is_own.get(term.script.index()) == Some(&true));
            own.map(|term| facts.to_file(term.script, term.range))
                .collect()
        };
        Parts {
            all: to_file(&Slice::of(&facts.program)),
            at_pixels: to_file(&at_pixels(&facts.program)),
        }
    }
}

/// The colorplots, and the bodies of the functions that they call.
fn at_pixels(program: &Program) -> Vec<TermId> {
    let mut found: Vec<TermId> = program.plots.iter().map(|plot| plot.term).collect();
    let mut seen = FxHashSet::default();
    let mut next = 0;
    while let Some(&part) = found.get(next) {
        next += 1;
        for function in called(program, part) {
            if seen.insert(function) {
                found.push(program.functions[function.index()].body);
            }
        }
    }
    found
}

/// True if a term calls an unknown function, and its name is nearly `colorplot`.
fn is_misspelt_plot(program: &Program, term: TermId) -> bool {
    let TermKind::Call { callee, .. } = program.kind(term) else {
        return false;
    };
    let callee = program.callee(callee);
    let is_unknown = callee.builtin.is_none() && callee.definitions.is_empty();
    is_unknown && !nearest(&callee.name, iter::once("colorplot")).is_empty()
}

/// The functions of the applet that a part of it calls.
fn called(program: &Program, part: TermId) -> impl Iterator<Item = FunctionId> {
    let actions = program.actions_within(program.term(part).first..=part);
    let callees = actions.iter().filter_map(|&term| match program.kind(term) {
        TermKind::Call { callee, .. } => Some(program.callee(callee)),
        _ => None,
    });
    callees.flat_map(|callee| callee.definitions.iter().copied())
}

/// The statements that colorplots depend on, by the names that they read and call: a backward slice
/// that takes the statements of all scripts as if they were in no order.
struct Slice<'a> {
    program: &'a Program,
    /// The statements of all scripts, in the order of their terms.
    statements: Vec<TermId>,
    /// The statements that give a name a value.
    assigning: FxHashMap<NameId, Vec<usize>>,
    found: Vec<bool>,
    pending: Vec<usize>,
}

impl Slice<'_> {
    fn of(program: &Program) -> Vec<TermId> {
        let mut slice = Slice::new(program);
        for plot in &program.plots {
            slice.add_around(plot.term);
        }
        let calls = program.actions.iter();
        for &call in calls.filter(|call| is_misspelt_plot(program, **call)) {
            slice.add_around(call);
        }
        let mut names = FxHashSet::default();
        while let Some(place) = slice.pending.pop() {
            let statement = slice.statements[place];
            for function in called(program, statement) {
                slice.add_around(program.functions[function.index()].body);
            }
            let first = program.term(statement).first.0;
            for term in (first..=statement.0).map(TermId) {
                if let TermKind::Variable(name) = program.kind(term)
                    && names.insert(name)
                {
                    for place in slice.assigning.remove(&name).unwrap_or_default() {
                        slice.add(place);
                    }
                }
            }
        }
        let found = slice.statements.iter().zip(slice.found);
        found
            .filter(|(_, found)| *found)
            .map(|(it, _)| *it)
            .collect()
    }

    fn new(program: &Program) -> Slice<'_> {
        let mut statements = Vec::new();
        for script in &program.scripts {
            match program.terms.get(script.root.index()).map(|term| term.kind) {
                Some(TermKind::Sequence(children)) => {
                    statements.extend_from_slice(program.children(children));
                }
                Some(_) => statements.push(script.root),
                None => {}
            }
        }
        statements.sort_unstable();
        let mut slice = Slice {
            program,
            found: vec![false; statements.len()],
            statements,
            assigning: FxHashMap::default(),
            pending: Vec::new(),
        };
        let mut names = Vec::new();
        for &term in &program.actions {
            if let Some(target) = program.kind(term).target()
                && let Some(place) = slice.place(term)
            {
                assigned_names(program, target, &mut names);
                for name in names.drain(..) {
                    slice.assigning.entry(name).or_default().push(place);
                }
            }
        }
        slice
    }

    /// The place of the statement around a term.
    fn place(&self, term: TermId) -> Option<usize> {
        let place = self.statements.partition_point(|root| *root < term);
        let root = *self.statements.get(place)?;
        (self.program.term(root).first <= term).then_some(place)
    }

    fn add_around(&mut self, term: TermId) {
        if let Some(place) = self.place(term) {
            self.add(place);
        }
    }

    fn add(&mut self, place: usize) {
        if !std::mem::replace(&mut self.found[place], true) {
            self.pending.push(place);
        }
    }
}
