//! What programs assign to.

use rustc_hash::FxHashSet;

use super::{Program, TermId, TermKind};
use crate::names::{NameId, NameSet};

/// The names that some term from `first` on assigns to.
pub fn all_assigned(program: &Program, first: TermId) -> NameSet {
    let mut all = NameSet::default();
    let mut names = Vec::new();
    for &term in program.actions_within(first..=TermId(u32::MAX)) {
        if let Some(target) = program.kind(term).target() {
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

impl Program {
    /// The terms that stand for a place, not for a value: what is assigned to, with what it is a part
    /// of, and the names of `regional`.
    #[must_use]
    pub fn places(&self) -> FxHashSet<TermId> {
        let mut places = FxHashSet::default();
        let mut pending: Vec<TermId> = Vec::new();
        for kind in self.actions.iter().map(|&term| self.kind(term)) {
            pending.extend(kind.target());
            if let TermKind::Regional(names) = kind {
                pending.extend(self.children(names));
            }
            while let Some(place) = pending.pop() {
                places.insert(place);
                match self.kind(place) {
                    TermKind::Index { base, .. }
                    | TermKind::Field { base, .. }
                    | TermKind::UserData { base, .. } => pending.push(base),
                    TermKind::List(targets) => pending.extend(self.children(targets)),
                    // A variable, or nothing that can be assigned to.
                    _ => {}
                }
            }
        }
        places
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
