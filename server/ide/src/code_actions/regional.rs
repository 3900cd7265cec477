//! A variable that a function assigns and that is not its own: `regional` makes it so.

use cindyscript_hir::builtins::LATER;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::assigned_names;
use cindyscript_hir::program::{Function, FunctionId, Program, TermId, TermKind};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use super::{ActionKind, CodeAction, FileEdit, Remedy};
use crate::analysis::AppletAnalysis;

/// For each variable in a part of the file that the function around assigns and that belongs to
/// the whole applet: the way to make it the function's own, if the applet does the same then.
pub(super) fn rewrites(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let program = &applet.program;
    let mut actions = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
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
        for term in program.subtree(function.body) {
            if let TermKind::Variable(name) = program.kind(term)
                && applet.range(term).intersect(range).is_some()
                && facts.assigned.contains(&name)
                && !facts.own.contains(&name)
                && !offered.contains(&name)
                && is_same(applet, FunctionId(id as u32), name)
            {
                offered.push(name);
                let remedy = facts.remedy(applet, function, name);
                actions.push(CodeAction::refactoring(
                    ActionKind::Rewrite,
                    remedy.title,
                    remedy.edits,
                ));
            }
        }
    }
    actions
}

/// Whether it makes no difference to whom a variable belongs that a function assigns: the function
/// assigns it before it uses it, whatever happens, and nobody else reads it.
fn is_same(applet: &AppletAnalysis, id: FunctionId, name: NameId) -> bool {
    let program = &applet.program;
    let function = program.function(id);
    let body = program.term(function.body).first..=function.body;
    let is_it = |&term: &TermId| program.name_of(term) == Some(name);
    let statements = match program.kind(function.body) {
        TermKind::Sequence(statements) => program.children(statements),
        _ => std::slice::from_ref(&function.body),
    };
    let first = first_assignment(program, function, name);
    let assigns_first = first.is_some_and(|first| statements.contains(&first));
    // A name may have a value without the scripts.
    let is_given = applet.facts.given.contains_key(&name);
    if !assigns_first || is_given || calls_itself(program, id) {
        return false;
    }
    let mut targets = FxHashSet::default();
    let mut elsewhere = Vec::new();
    for (index, term) in program.terms.iter().enumerate() {
        let id = TermId(index as u32);
        match term.kind {
            TermKind::Assign { target, .. } => {
                targets.insert(target);
            }
            // In the function, but not when it runs.
            TermKind::Define(_) | TermKind::DefineLazy { .. } if body.contains(&id) => {
                elsewhere.push(term.first..=id);
            }
            TermKind::Special(special) if body.contains(&id) => {
                let form = program.special(special).builtin.row().form;
                if form == LATER {
                    elsewhere.push(term.first..=id);
                }
            }
            _ => {}
        }
    }
    let others = program.functions.iter().enumerate();
    let others: Vec<&Function> = others
        .filter(|(other, _)| *other != id.index())
        .map(|(_, other)| other)
        .filter(|other| Facts::new(applet, other).own.contains(&name))
        .collect();
    let mut terms = program.term_ids().map(TermId).filter(is_it);
    terms.all(|term| {
        let is_own =
            |other: &&Function| (program.term(other.body).first..=other.body).contains(&term);
        match body.contains(&term) {
            true => !elsewhere.iter().any(|part| part.contains(&term)),
            false => targets.contains(&term) || others.iter().any(is_own),
        }
    })
}

/// The assignment to a variable that stands before all other uses of it in a function.
fn first_assignment(program: &Program, function: &Function, name: NameId) -> Option<TermId> {
    let mut terms = program.subtree(function.body);
    // A target stands before the value, which is evaluated first.
    let first = terms.find(|&term| program.name_of(term) == Some(name))?;
    let assignment = terms.find(|&term| is_target(program, term, first))?;
    let TermKind::Assign { value, .. } = program.kind(assignment) else {
        return None;
    };
    let mut terms = program.subtree(value);
    let is_read = terms.any(|term| program.name_of(term) == Some(name));
    (!is_read).then_some(assignment)
}

fn is_target(program: &Program, term: TermId, of: TermId) -> bool {
    matches!(program.kind(term), TermKind::Assign { target, .. } if target == of)
}

fn calls_itself(program: &Program, function: FunctionId) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![function];
    while let Some(next) = pending.pop() {
        let body = program.function(next).body;
        for term in program.subtree(body) {
            if let TermKind::Call { callee, .. } = program.kind(term) {
                for &callee in &program.callee(callee).definitions {
                    if callee == function {
                        return true;
                    }
                    if seen.insert(callee) {
                        pending.push(callee);
                    }
                }
            }
        }
    }
    false
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
    let first = first_assignment(program, function, name);
    let assigns_first = first.is_some_and(|first| is_target(program, first, target));
    match is_helper && assigns_first {
        true => vec![facts.remedy(applet, function, name)],
        false => Vec::new(),
    }
}

/// Makes a variable that the applet does not have yet the function's own that runs a term; nothing
/// where it is one already: what a colorplot assigns, nobody else sees.
pub(super) fn new_variable(applet: &AppletAnalysis, at: TermId, name: &str) -> Vec<FileEdit> {
    let program = &applet.program;
    let mut around = applet.around(at);
    let owner = around.find_map(|outer| match program.kind(outer) {
        TermKind::Define(id) => Some(Some(program.function(id))),
        TermKind::Plot(_) | TermKind::DefineLazy { .. } | TermKind::Code(_) => Some(None),
        _ => None,
    });
    match owner.flatten() {
        Some(function) => {
            let first = program.term(at).first;
            Facts::new(applet, function).declare(applet, function, name, first)
        }
        None => Vec::new(),
    }
}

/// The names in a function's body, and their uses.
struct Facts {
    assigned: Vec<NameId>,
    /// Parameters, running variables, and what is declared already.
    own: Vec<NameId>,
    /// The declarations that run whenever the function does: the last name of each.
    declared: Vec<TermId>,
}

impl Facts {
    fn new(applet: &AppletAnalysis, function: &Function) -> Self {
        let program = &applet.program;
        let parameters = function.parameters.iter().map(|parameter| parameter.name);
        let captured = program.modifiers(function.captured.unwrap_or_default());
        let captured = captured.iter().map(|modifier| modifier.name);
        let mut facts = Self {
            assigned: Vec::new(),
            own: parameters.chain(captured).collect(),
            declared: Vec::new(),
        };
        let statements = match program.kind(function.body) {
            TermKind::Sequence(statements) => program.children(statements),
            _ => std::slice::from_ref(&function.body),
        };
        for term in program.subtree(function.body) {
            match program.kind(term) {
                TermKind::Assign { target, .. } => {
                    assigned_names(program, target, &mut facts.assigned);
                }
                TermKind::Iterate(_) => facts.own.extend(program.bound_by(term)),
                TermKind::Regional(names) => {
                    facts.own.extend(program.bound_by(term));
                    if statements.contains(&term) {
                        facts.declared.extend(program.children(names).last());
                    }
                }
                _ => {}
            }
        }
        facts
    }

    fn remedy(&self, applet: &AppletAnalysis, function: &Function, name: NameId) -> Remedy {
        let program = &applet.program;
        let mut terms = program.subtree(function.body);
        let first = terms.find(|&term| program.name_of(term) == Some(name));
        let name = program.names.text(name);
        let owner = match function.is_code() {
            true => "this code".to_owned(),
            false => format!("`{}`", program.callee(function.callee).name),
        };
        let title = format!("make `{name}` a variable of {owner}: `regional({name})`");
        let edits = self.declare(applet, function, name, first.unwrap_or(function.body));
        Remedy { title, edits }
    }

    /// Declares a variable that a term uses first: with those that are declared before it, else at the
    /// beginning.
    fn declare(
        &self,
        applet: &AppletAnalysis,
        function: &Function,
        name: &str,
        first: TermId,
    ) -> Vec<FileEdit> {
        let insert = |offset, text: String| FileEdit {
            range: TextRange::empty(offset),
            text,
        };
        if let Some(&last) = self.declared.iter().find(|&&last| last < first) {
            return vec![insert(applet.range(last).end(), format!(", {name}"))];
        }
        let body = applet.range(function.body);
        let text = applet.document.text();
        let before = text.get(..usize::from(body.start())).unwrap_or_default();
        let declaration = format!("regional({name});");
        if before.trim_end().ends_with('(') {
            let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
            let space = match line.trim().is_empty() && line.len() < before.len() {
                true => format!("\n{line}"),
                false => " ".to_owned(),
            };
            return vec![insert(body.start(), format!("{declaration}{space}"))];
        }
        Remedy::wrap("", body, &format!("({declaration} "), ")").edits
    }
}
