//! What variables have as values while a colorplot is evaluated at a place.
//!
//! Terms are watched by replacing their nodes, in a copy of the code: nothing else is slower for it.

use cindyscript_applet::TextRange;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, ScriptId, Term, TermId, TermKind};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Code, Node};
use crate::value::Value;

/// A value that a variable has had.
#[derive(Clone, Debug)]
pub struct WatchedValue {
    /// The variable; none where the target of an assignment is something else, such as an element.
    pub name: Option<SmolStr>,
    /// The script that it stands in: as a parameter, as the variable of a loop, as the target of an
    /// assignment.
    pub script: ScriptId,
    /// Where it stands there.
    pub range: TextRange,
    /// All of what gives it its value there: an assignment, or just the variable.
    pub whole: TextRange,
    /// The last of its values, or the one that was asked for.
    pub value: Value,
    /// Which of them that is, from 1.
    pub time: u64,
    /// How many it has had there.
    pub times: u64,
}

/// A node of which values are kept.
#[derive(Clone)]
pub(crate) struct Watched {
    pub(crate) node: Node,
    /// These variables have values when it begins: the parameters of a function at its body, those
    /// of a loop.
    pub(crate) bound: Vec<BindingSite>,
    /// Its value is that of this target.
    pub(crate) target: Option<BindingSite>,
}

/// A place in the text where a variable, or another target, gets its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BindingSite {
    pub(crate) name: Option<NameId>,
    script: ScriptId,
    range: TextRange,
    whole: TextRange,
    /// Which of its values is kept, from 1; the last if none, or if there are fewer.
    pub(crate) kept: Option<u64>,
}

/// The value that is kept of each place, and how many there were.
pub(crate) type Sightings = FxHashMap<BindingSite, (Value, u64)>;

/// The same code, which keeps what is assigned, what parameters are bound to, and the variables of
/// loops.
pub(crate) fn watching(code: &Code, program: &Program) -> Code {
    let mut code = code.clone();
    let place = |name, script, range| BindingSite {
        name: Some(name),
        script,
        range,
        whole: range,
        kept: None,
    };
    for function in &program.functions {
        let parameters = function.named_parameters().iter();
        let parameters =
            parameters.map(|parameter| place(parameter.name, function.script, parameter.range));
        bind(&mut code, function.body, parameters.collect());
    }
    for term in &program.terms {
        let TermKind::Iterate(iteration) = term.kind else {
            continue;
        };
        let iteration = program.iteration(iteration);
        let range = |named: Option<TermId>| named.map_or(term.range, |at| program.term(at).range);
        let element = place(
            iteration.element,
            term.script,
            range(iteration.element_term),
        );
        let index = iteration.index;
        let index = index.map(|name| place(name, term.script, range(iteration.index_term)));
        let bound = [element].into_iter().chain(index).collect();
        bind(&mut code, iteration.body, bound);
    }
    for (id, term) in (0..).map(TermId).zip(&program.terms) {
        let (at, target) = match term.kind {
            TermKind::Assign { target, .. } => (id, target),
            TermKind::DefineLazy { target, body } => (body, target),
            _ => continue,
        };
        let written = program.term(target);
        if let Some(watched) = watched(&mut code, at) {
            watched.target = Some(BindingSite {
                name: program.name_of(target),
                script: written.script,
                range: written.range,
                whole: written.range.cover(program.term(at).range),
                kept: None,
            });
        }
    }
    code
}

/// Keeps the values of the smallest term in whose range `contains` finds what it looks for, beside what
/// is [watched](watching) already: the one of this number, from 1, or the last. Where that term stands, or
/// the assignment of its value: what is assigned to has none of its own.
pub(crate) fn watch_expression(
    code: &mut Code,
    program: &Program,
    contains: impl Fn(ScriptId, TextRange) -> bool,
    kept: Option<u64>,
) -> Option<(ScriptId, TextRange)> {
    let terms = (0..).map(TermId).zip(&program.terms);
    let places = program.places();
    let values = terms.filter(|(id, _)| !places.contains(id));
    let around = values.filter(|(_, term)| contains(term.script, term.range));
    let (id, term) = around.min_by_key(|(_, term)| term.range.len())?;
    // What is assigned may be computed in place, as a sum is: the assignment has its value.
    let assigns = |(at, term): &(TermId, &Term)| match term.kind {
        TermKind::Assign { value, .. } => value == id || *at == id,
        _ => false,
    };
    let terms = (0..).map(TermId).zip(&program.terms);
    if let Some((at, assignment)) = { terms }.find(assigns) {
        if let Some(target) = watched(code, at).and_then(|watched| watched.target.as_mut()) {
            target.kept = kept;
        }
        return Some((assignment.script, assignment.range));
    }
    let (script, range) = (term.script, term.range);
    if let Some(watched) = watched(code, id) {
        watched.target.get_or_insert(BindingSite {
            name: None,
            script,
            range,
            whole: range,
            kept,
        });
    }
    Some((script, range))
}

/// Watches variables where a term begins.
fn bind(code: &mut Code, body: TermId, bound: Vec<BindingSite>) {
    if let Some(watched) = watched(code, body) {
        watched.bound = bound;
    }
}

/// Watches a term; none if it is already evaluated.
fn watched(code: &mut Code, id: TermId) -> Option<&mut Watched> {
    let node = code.node_mut(id)?;
    if !matches!(node, Node::Watched(_)) {
        let inner = Watched {
            node: node.clone(),
            bound: Vec::new(),
            target: None,
        };
        *node = Node::Watched(Box::new(inner));
    }
    match node {
        Node::Watched(watched) => Some(watched),
        _ => None,
    }
}

/// What was seen, in the order of the program's text.
pub(crate) fn seen(program: &Program, sightings: &Sightings) -> Vec<WatchedValue> {
    let mut seen: Vec<WatchedValue> = sightings
        .iter()
        .map(|(place, (value, times))| WatchedValue {
            name: place.name.map(|name| program.names.text(name).into()),
            script: place.script,
            range: place.range,
            whole: place.whole,
            value: value.clone(),
            time: place.kept.map_or(*times, |kept| kept.min(*times)),
            times: *times,
        })
        .collect();
    seen.sort_by_key(|seen| (seen.script, seen.range.start(), seen.range.end()));
    seen
}
