//! A variable of the callers' as a parameter.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::assigned_names;
use cindyscript_hir::program::{FunctionId, Program, TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::{FileEdit, Remedy};
use crate::analysis::AppletAnalysis;

/// Makes what a function takes from its callers a parameter, and lets all calls hand it over: for
/// scripts nothing changes, and pixels see it as well. Only where every function that calls it binds
/// the variable itself, and none assigns to it.
pub(super) fn to_function(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let (Some(id), Some(name)) = (around(program, term), program.name_of(term)) else {
        return Vec::new();
    };
    let text = program.names.text(name);
    let function = program.function(id);
    let callee = program.callee(function.callee);
    let is_taken = program.callees.iter().any(|other| {
        other.arity == callee.arity + 1 && other.name.eq_ignore_ascii_case(&callee.name)
    });
    if !text.starts_with(char::is_alphabetic)
        || is_taken
        || callee.definitions != [id]
        || function.is_code()
        || is_assigned(program, name)
    {
        return Vec::new();
    }
    let places = calls(program, id).map(|call| match hands_over(applet, id, call, name) {
        true => in_call(applet, call),
        false => None,
    });
    let places = std::iter::once(in_head(applet, id)).chain(places);
    let Some(places) = places.collect::<Option<Vec<TextSize>>>() else {
        return Vec::new();
    };
    let handed = match callee.arity {
        0 => text.to_owned(),
        _ => format!(", {text}"),
    };
    vec![Remedy {
        title: format!("pass `{text}` to `{}` as an argument", callee.name),
        edits: places
            .into_iter()
            .map(|place| FileEdit {
                range: TextRange::empty(place),
                text: handed.clone(),
            })
            .collect(),
    }]
}

/// The innermost function that a term lies in.
fn around(program: &Program, term: TermId) -> Option<FunctionId> {
    let functions = (0..program.functions.len() as u32).map(FunctionId);
    functions
        .filter(|&id| {
            let body = program.function(id).body;
            (program.term(body).first..=body).contains(&term)
        })
        .min_by_key(|&id| program.term(program.function(id).body).range.len())
}

/// Whether a function assigns to a variable that is not its own.
fn is_assigned(program: &Program, name: NameId) -> bool {
    let mut functions = (0..program.functions.len() as u32).map(FunctionId);
    functions.any(|id| {
        let body = program.function(id).body;
        let mut assigned = Vec::new();
        for term in program.subtree(body) {
            if let TermKind::Assign { target, .. } = program.kind(term) {
                assigned_names(program, target, &mut assigned);
            }
        }
        assigned.contains(&name) && !program.own_names(id).contains(&name)
    })
}

/// The calls of a function.
fn calls(program: &Program, id: FunctionId) -> impl Iterator<Item = TermId> {
    let callee = program.function(id).callee;
    let terms = program.term_ids().map(TermId);
    terms.filter(
        move |&term| matches!(program.kind(term), TermKind::Call { callee: of, .. } if of == callee),
    )
}

/// Whether the variable of that name is, where the function is called, the one that is meant.
fn hands_over(applet: &AppletAnalysis, id: FunctionId, call: TermId, name: NameId) -> bool {
    let program = &applet.program;
    match around(program, call) {
        Some(caller) => {
            caller == id
                || program.own_names(caller).contains(&name)
                || applet
                    .running_at(program.function(caller).body, call)
                    .contains(&name)
        }
        // A script's own text: what it is there is what it is in the function.
        None => true,
    }
}

/// Behind the last parameter of a function.
fn in_head(applet: &AppletAnalysis, id: FunctionId) -> Option<TextSize> {
    let function = applet.program.function(id);
    if applet.is_library(function.script) {
        return None;
    }
    if let Some(last) = function.parameters.last() {
        return Some(applet.to_file(function.script, last.range).end());
    }
    let name = applet.to_file(function.script, function.name_range);
    let rest = applet.document.text().get(usize::from(name.end())..)?;
    let bracket = rest.find(|letter: char| !letter.is_whitespace())?;
    let is_bracket = rest.get(bracket..)?.starts_with('(');
    is_bracket.then_some(name.end() + TextSize::try_from(bracket + 1).ok()?)
}

/// Before the closing bracket of a call that has no modifiers.
fn in_call(applet: &AppletAnalysis, call: TermId) -> Option<TextSize> {
    let program = &applet.program;
    let TermKind::Call { modifiers, .. } = program.kind(call) else {
        return None;
    };
    let written = applet.document.text();
    let range = applet.range(call);
    let is_own = program.modifiers(modifiers).is_empty()
        && !applet.is_library(program.term(call).script)
        && written
            .get(std::ops::Range::<usize>::from(range))
            .is_some_and(|call| call.ends_with(')'));
    is_own.then(|| range.end() - TextSize::of(')'))
}
