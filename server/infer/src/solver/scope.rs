//! Scopes: what names mean while something runs. They are dynamic: what a caller binds, the
//! functions that it calls see as well, but for those of pixel programs.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, FunctionId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Solver;
use crate::shared_names::SharedNames;
use crate::solution::{BodyId, ScopeId, SlotId};
use crate::split::Summary;

/// Among more names than that, one is not looked for by looking at all of them.
const FEW: usize = 16;

/// The names that something binds while it runs.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) parent: Option<ScopeId>,
    /// In the order in which they are bound.
    names: SmallVec<[(NameId, SlotId); 4]>,
    kind: ScopeKind,
    /// Where there are many, the place of each that holds.
    places: FxHashMap<NameId, usize>,
    set: SharedNames,
}

impl Scope {
    /// The place of the binding of a name that holds, among all.
    pub(super) fn find(&self, name: NameId) -> Option<usize> {
        match self.places.is_empty() {
            true => self.names.iter().rposition(|(bound, _)| *bound == name),
            false => self.places.get(&name).copied(),
        }
    }

    /// What was first bound to a name.
    pub(super) fn first(&self, name: NameId) -> Option<SlotId> {
        let mut names = self.names.iter();
        names
            .find(|(bound, _)| *bound == name)
            .map(|&(_, slot)| slot)
    }

    fn bind(&mut self, name: NameId, slot: SlotId) {
        self.names.push((name, slot));
        let known = match self.names.len() {
            0..=FEW => return,
            _ if self.places.is_empty() => 0,
            len => len - 1,
        };
        for (place, &(name, _)) in self.names.iter().enumerate().skip(known) {
            self.places.insert(name, place);
            self.set.union_with(&[name].into_iter().collect());
        }
    }

    /// Whether a function, or one that it calls, reads or assigns one of the names.
    fn is_used(&self, summary: &Summary) -> bool {
        match self.places.is_empty() {
            true => self.names.iter().any(|&(name, _)| summary.uses(name)),
            false => summary.uses_some(&self.set),
        }
    }

    fn binds_some(&self, names: &SharedNames) -> bool {
        match self.places.is_empty() {
            true => self.names.iter().any(|&(name, _)| names.contains(name)),
            false => names.intersects(&self.set),
        }
    }
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
            names: SmallVec::new(),
            kind,
            places: FxHashMap::default(),
            set: SharedNames::default(),
        });
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub(super) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    pub(super) fn bind(&mut self, scope: ScopeId, name: NameId, slot: SlotId) {
        self.scopes[scope.0 as usize].bind(name, slot);
    }

    pub(super) fn lookup(&self, scope: Option<ScopeId>, name: NameId) -> Binding {
        let mut next = scope;
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(&(_, slot)) = scope.find(name).and_then(|place| scope.names.get(place)) {
                return Binding::Local(slot);
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
            if here.is_used(summary) {
                return scope;
            }
            next = here.parent;
        }
        None
    }

    /// The same for all definitions of a function: calls with the same run the same.
    pub(super) fn parent_scope_of_all(
        &mut self,
        callee: CalleeId,
        caller: BodyId,
        call: SlotId,
    ) -> Option<ScopeId> {
        let scope = self.scopes_of_calls.get(&call).copied().flatten();
        if self.solution.body(caller).pixel.is_some() {
            return self.outermost(scope);
        }
        let input = self.input;
        let outer_names = self.outer_names.entry(callee).or_insert_with(|| {
            let mut names = SharedNames::default();
            for &function in &input.program.callee(callee).definitions {
                let summary = input.summaries.function(function);
                names.union_with(&summary.reads);
                names.union_with(&summary.writes.outer);
            }
            names
        });
        let mut next = scope;
        while let Some(id) = next {
            let here = &self.scopes[id.0 as usize];
            if here.binds_some(outer_names) {
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

    /// How many names the function around a scope has bound so far.
    pub(super) fn bound_by_function(&self, scope: Option<ScopeId>) -> usize {
        let function = self.enclosing_function(scope);
        function.map_or(0, |function| self.scope(function).names.len())
    }

    /// Whether the function around a scope has bound a name behind the first so many.
    pub(super) fn is_bound_behind(
        &self,
        first: usize,
        scope: Option<ScopeId>,
        name: NameId,
    ) -> bool {
        let function = self.enclosing_function(scope);
        let place = function.and_then(|function| self.scope(function).find(name));
        place.is_some_and(|place| place >= first)
    }
}
