//! What programs assign to.

use super::{Program, TermId, TermKind};
use crate::names::{NameId, NameSet};

/// The names that some term from `first` on assigns to.
pub fn all_assigned(program: &Program, first: TermId) -> NameSet {
    let mut all = NameSet::default();
    let mut names = Vec::new();
    for term in &program.terms[first.index()..] {
        if let TermKind::Assign { target, .. } | TermKind::DefineLazy { target, .. } = term.kind {
            assigned_names(program, target, &mut names);
            all.extend(names.drain(..));
        }
    }
    all
}

/// The variables that an assignment to `target` changes.
pub fn assigned_names(program: &Program, target: TermId, names: &mut Vec<NameId>) {
    match program.kind(target) {
        TermKind::Variable(name) => names.push(name),
        TermKind::Index { base, .. } => assigned_names(program, base, names),
        TermKind::List(targets) => {
            for &target in program.children(targets) {
                assigned_names(program, target, names);
            }
        }
        _ => {}
    }
}
