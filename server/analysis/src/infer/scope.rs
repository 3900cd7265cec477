//! Scopes: what names mean while something runs. They are dynamic: what a caller binds, the
//! functions that it calls see as well, but for those of pixel programs.

use super::solve::Solver;
use super::{BodyId, ScopeId, SlotId};
use crate::names::NameId;
use crate::program::FunctionId;

/// The names that something binds while it runs.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) parent: Option<ScopeId>,
    pub(super) names: Vec<(NameId, SlotId)>,
    kind: ScopeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeKind {
    /// A user's function: `regional` adds to it.
    Function,
    /// A loop.
    Loop,
    /// A pixel program: what lies outside of it belongs to the CPU.
    Plot,
}

/// What a name means in a scope.
pub(super) enum Binding {
    Local(SlotId),
    /// Not bound between the term and the top, or the edge of the pixel program.
    Global,
}

impl Solver<'_> {
    pub(super) fn new_scope(&mut self, parent: Option<ScopeId>, kind: ScopeKind) -> ScopeId {
        self.scopes.push(Scope {
            parent,
            names: Vec::new(),
            kind,
        });
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub(super) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    pub(super) fn bind(&mut self, scope: ScopeId, name: NameId, slot: SlotId) {
        self.scopes[scope.0 as usize].names.push((name, slot));
    }

    pub(super) fn lookup(&self, scope: Option<ScopeId>, name: NameId) -> Binding {
        let mut next = scope;
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some((_, slot)) = scope.names.iter().rev().find(|(bound, _)| *bound == name) {
                return Binding::Local(*slot);
            }
            if scope.kind == ScopeKind::Plot {
                break;
            }
            next = scope.parent;
        }
        Binding::Global
    }

    /// The scope that a function's free names are looked up in, if a caller binds one of them;
    /// otherwise the outermost: signatures can then be shared between callers. At pixels it is
    /// always that: functions of a shader do not see what their callers bind.
    pub(super) fn parent_scope(
        &self,
        function: FunctionId,
        caller: BodyId,
        call: SlotId,
    ) -> Option<ScopeId> {
        let scope = self.scopes_of_calls.get(&call).copied().flatten();
        if self.solution.body(caller).pixel.is_some() {
            return self.outermost(scope);
        }
        let summary = self.input.summaries.function(function);
        let mut next = scope;
        while let Some(id) = next {
            let here = self.scope(id);
            if here.names.iter().any(|&(name, _)| summary.uses(name)) {
                return scope;
            }
            next = here.parent;
        }
        None
    }

    /// The scope of the pixel program around, or none.
    pub(super) fn outermost(&self, scope: Option<ScopeId>) -> Option<ScopeId> {
        let mut next = scope;
        while let Some(id) = next {
            let scope = self.scope(id);
            if scope.kind == ScopeKind::Plot {
                return Some(id);
            }
            next = scope.parent;
        }
        None
    }

    /// The scope that `regional` adds to; none at the top of a script, where it has no end.
    pub(super) fn enclosing_function(&self, scope: Option<ScopeId>) -> Option<ScopeId> {
        let mut next = scope;
        while let Some(id) = next {
            let scope = self.scope(id);
            if scope.kind != ScopeKind::Loop {
                return Some(id);
            }
            next = scope.parent;
        }
        None
    }

    /// What the function around a scope binds.
    pub(super) fn names_of_function(&self, scope: Option<ScopeId>) -> &[(NameId, SlotId)] {
        let function = self.enclosing_function(scope);
        function.map_or(&[], |function| &self.scope(function).names)
    }
}
