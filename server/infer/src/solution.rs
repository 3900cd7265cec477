//! What is inferred: the types of terms and variables, with the joins that raised them.

mod discard;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use cindyscript_hir::builtins::Side;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, PlotId, ScriptId, TermId};
use cindyscript_hir::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use discard::Fates;
pub use discard::is_discarded;

/// A term in a body, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(pub u32);

/// Something that runs, at one signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub u32);

/// A dynamic scope: the names that a body or loop binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub(crate) u32);

pub(crate) const NONE: u32 = u32::MAX;

impl SlotId {
    /// No slot.
    pub const NONE: Self = Self(NONE);

    /// The index into [`Solution::slots`]; of no slot, it is too large.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a slot.
    pub fn is_some(self) -> bool {
        self.0 != NONE
    }
}

impl BodyId {
    /// The index into [`Solution::bodies`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The thing that a slot is the type of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSubject {
    /// A term.
    Term(TermId),
    /// A variable, with the term that binds it if it is not a global.
    Variable(NameId),
}

/// What has a type: a term in a body, or a variable.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its type so far, and in a [`Solution`] for good.
    pub ty: Type,
    /// The body that it belongs to.
    pub body: BodyId,
    /// What it is the type of.
    pub subject: SlotSubject,
    /// The way in which it gets its type.
    pub role: Role,
    /// For a variable term or the target of an assignment, the variable; for a loop, its running
    /// variable; for a term of U, the slot on the CPU side.
    pub link: SlotId,
    /// The last raise of this slot.
    pub raise: u32,
}

/// How a slot gets its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Not evaluated in this body: the body of a function that is only defined here, say.
    Idle,
    /// From the types of the term's operands.
    Computed,
    /// It is the join of what flows into it.
    Joined,
    /// A term of U in a pixel program: from the CPU's side, or from the running applet.
    Uniform,
}

/// A join that raised a type: its cause.
#[derive(Clone, Debug)]
pub struct Raise {
    /// The type after it.
    pub to: Type,
    /// The type that was joined.
    pub with: Type,
    /// The slot that it came from.
    pub from: SlotId,
    /// The raise before, [`NO_RAISE`] if this is the first.
    pub previous: u32,
}

/// There is no raise before.
pub const NO_RAISE: u32 = u32::MAX;

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// A script.
    Script(ScriptId),
    /// A user's function.
    Function(FunctionId),
    /// A colorplot's expression.
    Plot(PlotId),
    /// A term of U.
    Uniform,
    /// What a loop does with one element of a tuple; the slot is the loop's.
    Round(SlotId),
}

/// A pixel program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelBody {
    /// The colorplot.
    pub plot: PlotId,
    /// The body of its expression.
    pub body: BodyId,
}

/// Something that runs, at one signature.
#[derive(Clone, Debug)]
pub struct Body {
    /// What it is.
    pub kind: BodyKind,
    /// The pixel program that it belongs to, if it runs at every pixel.
    pub pixel: Option<PixelBody>,
    /// The terms.
    pub first: TermId,
    /// The last of them: the value of the body.
    pub root: TermId,
    /// The slot of the first term.
    pub base: SlotId,
    pub(crate) scope: ScopeId,
    /// The slots of a function's parameters; of a round, the running variable and the index.
    pub parameters: Vec<SlotId>,
    /// All variables that belong to it, parameters included.
    pub variables: Vec<SlotId>,
    /// The terms in it that call functions of the user's.
    pub calls: Vec<SlotId>,
}

impl Body {
    /// The slot of a term that the body [contains](Body::contains).
    pub fn slot(&self, term: TermId) -> SlotId {
        SlotId(self.base.0 + (term.0 - self.first.0))
    }

    /// The terms, operands first, the body of a function that is defined there included.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = TermId> + Clone + use<> {
        (self.first.0..=self.root.0).map(TermId)
    }

    /// Whether a term is one of the body, the body of a function that is defined there included.
    pub fn contains(&self, term: TermId) -> bool {
        self.first <= term && term <= self.root
    }

    /// Where it runs.
    pub fn side(&self) -> Side {
        if self.pixel.is_some() {
            Side::Gpu
        } else {
            Side::Cpu
        }
    }
}

/// The least fixed point.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// All slots.
    pub slots: Vec<Slot>,
    /// All bodies.
    pub bodies: Vec<Body>,
    /// All joins that raised a type, in the order in which they did.
    pub raises: Vec<Raise>,
    /// The global variables, by name; [`SlotId::NONE`] where a name is never a global.
    pub globals: Vec<SlotId>,
    /// The bodies that a call of a user's function runs.
    pub calls: FxHashMap<SlotId, Arc<[BodyId]>>,
    /// What a loop over unlike elements does with each of them.
    pub rounds: FxHashMap<SlotId, Vec<BodyId>>,
    /// The scripts' bodies.
    pub scripts: Vec<BodyId>,
    /// The bodies of the colorplots.
    pub plots: FxHashMap<PlotId, Vec<BodyId>>,
    /// The variables that belong to a whole pixel program: the pixel and what it assigns.
    pub plot_variables: FxHashMap<BodyId, Vec<(NameId, SlotId)>>,
    /// The bodies that run as parts of others: colorplots, terms of U.
    pub inner: FxHashMap<BodyId, Vec<BodyId>>,
    /// The bodies that run, each once: those of the scripts, and behind each what runs in it.
    pub reachable: Vec<BodyId>,
    /// Terms of U whose type is not known before the applet runs.
    pub unknown: FxHashSet<SlotId>,
    /// Where lists were nested too deep: there the type became ⊤.
    pub nested: Vec<SlotId>,
    /// Functions with so many signatures that types were forgotten.
    pub polymorphic: Vec<FunctionId>,
    /// Calls of builtins on the CPU that have no signature for their arguments.
    pub refused: FxHashSet<SlotId>,
    /// The fates of values that the program makes.
    pub(crate) fates: Fates,
    /// See [`Solution::calls_of`].
    pub(crate) callers: OnceLock<FxHashMap<BodyId, Vec<SlotId>>>,
}

impl Solution {
    /// The calls whose value is that of a body: the last of those that they run. In the order of
    /// slots; found when they are first asked for.
    #[must_use]
    pub fn calls_of(&self, body: BodyId) -> &[SlotId] {
        let callers = self.callers.get_or_init(|| {
            let mut callers: FxHashMap<BodyId, Vec<SlotId>> = FxHashMap::default();
            for (&call, runs) in &self.calls {
                if let Some(&last) = runs.last() {
                    callers.entry(last).or_default().push(call);
                }
            }
            for calls in callers.values_mut() {
                calls.sort_unstable();
            }
            callers
        });
        callers.get(&body).map_or(&[], Vec::as_slice)
    }

    /// The bodies that a call runs.
    pub fn callees(&self, call: SlotId) -> &[BodyId] {
        self.calls.get(&call).map_or(&[], |callees| &**callees)
    }

    /// A slot.
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.index()]
    }

    /// The type of a slot.
    pub fn ty(&self, id: SlotId) -> &Type {
        &self.slots[id.index()].ty
    }

    /// A body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The body that a body stands in, if it is a round of a loop; otherwise itself.
    pub fn enclosing_body(&self, mut id: BodyId) -> BodyId {
        while let BodyKind::Round(of) = self.body(id).kind {
            id = self.slot(of).body;
        }
        id
    }

    /// The body that evaluates a term where another one runs: that one, or, if it is a round of a
    /// loop, one around it.
    pub fn evaluates(&self, mut id: BodyId, term: TermId) -> Option<&Body> {
        loop {
            let body = self.body(id);
            if body.contains(term) {
                return Some(body);
            }
            let BodyKind::Round(of) = body.kind else {
                return None;
            };
            id = self.slot(of).body;
        }
    }

    /// The rounds of the loops in a body, with the term of each loop.
    pub fn rounds_in<'s>(
        &'s self,
        body: &Body,
    ) -> impl Iterator<Item = (TermId, &'s [BodyId])> + use<'s> {
        let first = body.first.0;
        let slots = body.base.0..=body.slot(body.root).0;
        let terms = slots.zip(first..).filter(|_| !self.rounds.is_empty());
        terms.filter_map(|(slot, term)| {
            let rounds = self.rounds.get(&SlotId(slot))?;
            Some((TermId(term), rounds.as_slice()))
        })
    }

    /// The calls of users' functions in a body and in its rounds.
    pub fn calls_in(&self, body: &Body) -> Vec<SlotId> {
        let mut calls = body.calls.clone();
        for (_, rounds) in self.rounds_in(body) {
            let rounds = rounds.iter().map(|&round| self.body(round));
            calls.extend(rounds.flat_map(|round| self.calls_in(round)));
        }
        calls
    }

    /// The terms that a body evaluates, operands first: not those of functions that it defines, nor
    /// what lies below a term of U.
    pub fn evaluated<'s>(
        &'s self,
        body: &Body,
    ) -> impl Iterator<Item = (TermId, &'s Slot)> + use<'s> {
        self.evaluated_in(body, 0..u32::MAX)
    }

    /// Of the terms with these ids, those that a body [evaluates](Solution::evaluated).
    pub fn evaluated_in<'s>(
        &'s self,
        body: &Body,
        terms: Range<u32>,
    ) -> impl Iterator<Item = (TermId, &'s Slot)> + use<'s> {
        let first = body.first.0.max(terms.start);
        let behind = (body.root.0 + 1).min(terms.end).max(first);
        let start = body.base.index() + (first - body.first.0) as usize;
        let slots = match first < behind {
            true => &self.slots[start..start + (behind - first) as usize],
            false => &[],
        };
        let terms = slots.iter().zip((first..).map(TermId));
        terms
            .map(|(slot, term)| (term, slot))
            .filter(|(_, slot)| slot.role != Role::Idle)
    }

    /// The raises of a slot, the last first.
    pub fn raises(&self, id: SlotId) -> impl Iterator<Item = &Raise> {
        let mut next = self.slot(id).raise;
        std::iter::from_fn(move || {
            let raise = self.raises.get(next as usize)?;
            next = raise.previous;
            Some(raise)
        })
    }

    /// The global variable of that name.
    pub fn global(&self, name: NameId) -> Option<SlotId> {
        self.globals
            .get(name.index())
            .copied()
            .filter(|slot| slot.is_some())
    }

    /// Brings what was found into an order that does not depend on when it was, and notes what is
    /// not only left over from signatures on the way up.
    pub(crate) fn finish(&mut self) {
        for body in &mut self.bodies {
            body.calls.sort_unstable();
        }
        let mut inner = std::mem::take(&mut self.inner);
        for bodies in inner.values_mut() {
            bodies.sort_by_key(|&id| self.body(id).root);
        }
        self.inner = inner;
        self.reachable = self.find_reachable();
    }

    /// The bodies that run, each once: those of the scripts, and behind each what runs in it.
    fn find_reachable(&self) -> Vec<BodyId> {
        let mut reachable = Vec::new();
        let mut seen = vec![false; self.bodies.len()];
        let mut shared = FxHashSet::default();
        let mut pending: Vec<BodyId> = self.scripts.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            reachable.push(id);
            let behind = pending.len();
            let body = self.body(id);
            let callees = body.calls.iter().filter_map(|call| self.calls.get(call));
            for callees in callees {
                // Calls that are alike share them.
                if callees.len() < 2 || shared.insert(Arc::as_ptr(callees)) {
                    pending.extend(callees.iter());
                }
            }
            pending.extend(self.inner.get(&id).into_iter().flatten());
            pending.extend(self.rounds_in(body).flat_map(|(_, rounds)| rounds));
            pending[behind..].reverse();
        }
        reachable
    }
}
