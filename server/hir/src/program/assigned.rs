//! What programs assign to.

use super::{Program, TermId, TermKind};
use crate::names::{NameId, NameSet};

/// The names that some term from `first` on assigns to.
pub fn all_assigned(program: &Program, first: TermId) -> NameSet {
    let mut all = NameSet::default();
    let mut names = Vec::new();
    for term in &program.terms[first.index()..] {
        if let Some(target) = term.kind.target() {
            assigned_names(program, target, &mut names);
            all.extend(names.drain(..));
        }
    }
    all
}

impl TermKind {
    /// The variable, or part of one, that it gives a value or code.
    #[must_use]
    pub fn target(self) -> Option<TermId> {
        match self {
            Self::Assign { target, .. } | Self::DefineLazy { target, .. } => Some(target),
            Self::Undefined
            | Self::Number(_)
            | Self::Text(_)
            | Self::Variable(_)
            | Self::Sequence(_)
            | Self::List(_)
            | Self::Dictionary(_)
            | Self::Define(_)
            | Self::Code(_)
            | Self::Undefine(_)
            | Self::Index { .. }
            | Self::Field { .. }
            | Self::UserData { .. }
            | Self::Call { .. }
            | Self::If { .. }
            | Self::While { .. }
            | Self::Iterate(_)
            | Self::Regional(_)
            | Self::Plot(_)
            | Self::Special(_) => None,
        }
    }
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
