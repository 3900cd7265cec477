//! Other names: for what CindyGL cannot call by its own, and for what pixels and scripts both use.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, TermId, TermKind};

use super::{FileEdit, Remedy};
use crate::analysis::AppletAnalysis;
use cindyscript_cindygl::portable as portable_name;

/// Gives a variable a name that CindyGL takes, wherever the applet uses it.
pub(super) fn portable(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let Some(name) = program.name_of(term) else {
        return Vec::new();
    };
    let occurrences = applet.occurrences();
    let Some(here) = occurrences.exactly(applet.range(term)) else {
        return Vec::new();
    };
    let is_elsewhere = occurrences.in_libraries(here.entity).next().is_some();
    let text = program.names.text(name);
    let new = free(applet, portable_name(text));
    let edits = occurrences.of(here.entity).map(|one| FileEdit {
        range: one.range,
        text: new.clone(),
    });
    let remedy = Remedy {
        title: format!("rename `{text}` to `{new}`"),
        edits: edits.collect(),
    };
    match is_elsewhere {
        true => Vec::new(),
        false => vec![remedy],
    }
}

/// Gives the variable of a colorplot that it assigns itself a name that no script has. What it reads
/// before it assigns for the first time stays the scripts'.
pub(super) fn of_the_pixel(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let terms = |root: TermId| program.subtree(root);
    let plots = program.plots.iter();
    let Some(plot) = plots
        .map(|plot| plot.body)
        .find(|&body| terms(body).any(|inner| inner == term))
    else {
        return Vec::new();
    };
    // The assignment: this, or the first one around this.
    let around = terms(plot).filter_map(|outer| match program.kind(outer) {
        TermKind::Assign { target, value } if terms(outer).any(|inner| inner == term) => {
            Some((program.name_of(target)?, value))
        }
        _ => None,
    });
    let read = program.name_of(term);
    let assignment = around
        .into_iter()
        .find(|(name, _)| read.is_none_or(|read| read == *name));
    // Without it, what no script assigns would have no value in scripts.
    let assignment = assignment.filter(|(name, _)| is_assigned_outside(program, plot, *name));
    let Some((name, value)) = assignment else {
        return Vec::new();
    };
    // In functions the name may mean either.
    let called = program
        .functions
        .iter()
        .flat_map(|function| terms(function.body));
    if called
        .into_iter()
        .any(|term| program.name_of(term) == Some(name))
    {
        return Vec::new();
    }
    let text = program.names.text(name);
    let new = free(applet, format!("{text}1"));
    let first = terms(value).next().unwrap_or(value);
    let edits = terms(plot)
        .filter(|term| program.name_of(*term) == Some(name))
        .filter(|term| read.is_none() || *term > value || *term < first)
        .filter(|&term| !program.term(term).range.is_empty())
        .map(|term| FileEdit {
            range: applet.range(term),
            text: new.clone(),
        });
    vec![Remedy {
        title: format!("call the pixels' own `{new}`"),
        edits: edits.collect(),
    }]
}

/// True if an assignment outside of a term gives a name a value.
fn is_assigned_outside(program: &Program, within: TermId, name: NameId) -> bool {
    let mut terms = program.terms.iter().enumerate();
    terms.any(|(index, outer)| match outer.kind {
        TermKind::Assign { target, .. } => {
            let mut inner = program.subtree(within);
            program.name_of(target) == Some(name) && !inner.any(|inner| inner.index() == index)
        }
        _ => false,
    })
}

/// A name that nothing in the applet has, made of another.
fn free(applet: &AppletAnalysis, mut name: String) -> String {
    while applet.program.names.get(&name).is_some() {
        name.push('1');
    }
    name
}
