//! A variable that a function assigns and that is not its own: `regional` makes it so.

use text_size::TextRange;

use super::{CodeAction, Edit, Kind, Remedy};
use crate::analysis::AppletAnalysis;
use crate::names::NameId;
use crate::program::{Function, TermId, TermKind};
use crate::split::assigned_names;

/// For each variable in a part of the file that the function around assigns and that belongs to
/// the whole applet: the way to make it the function's own.
pub(super) fn rewrites(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let program = &applet.program;
    let mut actions = Vec::new();
    for function in &program.functions {
        if applet.is_library(function.script) {
            continue;
        }
        let body = program.term(function.body);
        let place = applet.to_file(body.script, body.range);
        if place.intersect(range).is_none() {
            continue;
        }
        let facts = Facts::new(applet, function);
        let mut offered: Vec<NameId> = Vec::new();
        for term in (body.first.0..=function.body.0).map(TermId) {
            if let TermKind::Variable(name) = program.kind(term)
                && applet.range(term).intersect(range).is_some()
                && facts.assigned.contains(&name)
                && !facts.own.contains(&name)
                && !offered.contains(&name)
            {
                offered.push(name);
                let remedy = facts.declare(applet, function, name);
                actions.push(CodeAction {
                    title: remedy.title,
                    kind: Kind::Rewrite,
                    edits: remedy.edits,
                    diagnostic: None,
                    is_preferred: false,
                });
            }
        }
    }
    actions
}

/// Makes a variable that a function assigns its own: of an assignment, the one that it assigns.
pub(super) fn own(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let target = match program.kind(term) {
        TermKind::Assign { target, .. } => target,
        _ => term,
    };
    let functions = program.functions.iter();
    let around = functions
        .filter(|function| {
            (program.term(function.body).first..=function.body).contains(&term)
                && !applet.is_library(function.script)
        })
        .min_by_key(|function| program.term(function.body).range.len());
    let (Some(function), Some(name)) = (around, program.name_of(target)) else {
        return Vec::new();
    };
    let facts = Facts::new(applet, function);
    // A value that comes from outside of the function would be lost.
    let is_helper = facts.assigned.contains(&name) && !facts.own.contains(&name);
    // Terms stand in the order of evaluation.
    let mut terms = (program.term(function.body).first.0..=function.body.0).map(TermId);
    let first = terms.find(|&term| program.name_of(term) == Some(name));
    match is_helper && first == Some(target) {
        true => vec![facts.declare(applet, function, name)],
        false => Vec::new(),
    }
}

/// What a function's body says about names.
struct Facts {
    assigned: Vec<NameId>,
    /// Parameters, running variables, and what is declared already.
    own: Vec<NameId>,
    /// The last name of the first declaration.
    declared: Option<TermId>,
}

impl Facts {
    fn new(applet: &AppletAnalysis, function: &Function) -> Self {
        let program = &applet.program;
        let parameters = function.parameters.iter().map(|parameter| parameter.name);
        let mut facts = Self {
            assigned: Vec::new(),
            own: parameters.collect(),
            declared: None,
        };
        let first = program.term(function.body).first;
        for term in (first.0..=function.body.0).map(TermId) {
            match program.kind(term) {
                TermKind::Assign { target, .. } => {
                    assigned_names(program, target, &mut facts.assigned);
                }
                TermKind::Iterate(id) => {
                    let iteration = program.iteration(id);
                    facts.own.push(iteration.element);
                    facts.own.extend(iteration.index);
                }
                TermKind::Regional(names) => {
                    let names = program.children(names);
                    facts
                        .own
                        .extend(names.iter().filter_map(|&term| program.name_of(term)));
                    facts.declared = facts.declared.or(names.last().copied());
                }
                _ => {}
            }
        }
        facts
    }

    fn declare(&self, applet: &AppletAnalysis, function: &Function, name: NameId) -> Remedy {
        let program = &applet.program;
        let name = program.names.text(name);
        let callee = &program.callee(function.callee).name;
        let title = format!("make `{name}` a variable of `{callee}`: `regional({name})`");
        let insert = |offset, text: String| Edit {
            range: TextRange::empty(offset),
            text,
        };
        if let Some(last) = self.declared {
            let edits = vec![insert(applet.range(last).end(), format!(", {name}"))];
            return Remedy { title, edits };
        }
        let body = applet.range(function.body);
        let text = applet.document.text();
        let before = text.get(..usize::from(body.start())).unwrap_or_default();
        let declaration = format!("regional({name}); ");
        if before.trim_end().ends_with('(') {
            let edits = vec![insert(body.start(), declaration)];
            return Remedy { title, edits };
        }
        Remedy::wrap(title, body, &format!("({declaration}"), ")")
    }
}
