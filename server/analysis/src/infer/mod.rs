//! Type detection (paper, §Type detection): the least fixed point by Kleene iteration.
//!
//! Every term of every body that can run has a slot, and so has every variable. A body is a
//! script, one signature of a user's function (functions are monomorphised), a colorplot's
//! expression, or a term of U inside one. A worklist sweeps over the slots in the order of
//! evaluation and takes up again what depends on a slot that was raised, until nothing changes:
//! the same result as applying the paper's F to ⊥ until it is stationary.
//!
//! Every join that raises a type stores which slot raised it: [`Solution::raises`].

mod bodies;
#[cfg(test)]
mod brute_force;
mod build;
mod code;
mod compute;
mod defined;
mod found;
mod guards;
mod inference;
mod kleene;
mod optional;
mod ranges;
mod redefined;
mod rounds;
mod rules;
mod same;
mod scope;
mod solve;
mod unseen;

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::builtins::Side;
use crate::constants::{Constants, Numbers};
use crate::discard::Fates;
use crate::names::{NameId, NameSet};
use crate::program::{FunctionId, PlotId, Program, ScriptId, TermId};
use crate::split::{Split, Summaries};
use crate::types::Type;

pub(crate) use guards::{Guard, Guards};
pub(crate) use inference::{Facts, Inference};
pub(crate) use kleene::{Iteration, is_transparent};
pub(crate) use ranges::{Enclosing, Ranges};
pub(crate) use rounds::{MOST_ROUNDS, takes_unlike};
pub(crate) use rules::{axis, builtin_type, coordinate, integer_exponent, literal};
pub(crate) use same::{same_numbers, same_terms};
pub(crate) use unseen::Unseen;

/// A term in a body, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SlotId(pub(crate) u32);

/// Something that runs, at one signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct BodyId(pub(crate) u32);

/// A dynamic scope: the names that a body or loop binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(u32);

const NONE: u32 = u32::MAX;

impl SlotId {
    pub(crate) const NONE: Self = Self(NONE);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn is_some(self) -> bool {
        self.0 != NONE
    }
}

impl BodyId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a slot is the type of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A term.
    Term(TermId),
    /// A variable, with the term that binds it if it is not a global.
    Variable(NameId),
}

#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) ty: Type,
    pub(crate) body: BodyId,
    pub(crate) subject: Subject,
    pub(crate) role: Role,
    /// For a variable term or the target of an assignment, the variable; for a loop, its running
    /// variable; for a term of U, the slot on the CPU side.
    pub(crate) link: SlotId,
    /// The last raise of this slot.
    pub(crate) raise: u32,
}

/// How a slot gets its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Not evaluated in this body: the body of a function that is only defined here, say.
    Idle,
    /// From the types of the term's operands.
    Computed,
    /// It is the join of what flows into it.
    Joined,
    /// A term of U in a pixel program: from the CPU's side, or from the running applet.
    Uniform,
}

/// How a raised slot acts on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Flow {
    /// The target is computed from its operands again.
    Operand,
    /// The target's type is joined with the source's.
    Join,
    /// The target's type is joined with the type of the source's elements.
    Element,
    /// An element of the source is assigned, or to an element of the target, or both: see
    /// [`Way`].
    Way(u32),
    /// The target's type is joined with the source's as it is on the GPU.
    Uniform,
    /// The target's type is joined with the source's, if this slot is that of a number.
    Beside(SlotId),
    /// The same from the number, with the slot that flows; if the source is a list, as `Element`.
    ElementOr(SlotId),
}

/// How a value gets into a variable where not all of it, or not to all of it, is assigned.
#[derive(Clone, Debug, Default)]
struct Way {
    /// The part of the value, as in `[a, b] = v`: 0-based places, that in the outermost list first.
    part: Vec<usize>,
    /// The part of the variable, as in `l_i = v`: indices, that of the outermost list first;
    /// `None` where an index is not in the text.
    path: Vec<Option<f64>>,
}

/// What depends on a slot.
#[derive(Clone, Copy, Debug)]
struct Dependents {
    /// What is computed from it; the first of them, and most have no other.
    user: SlotId,
    /// The first of the edges to what else depends on it.
    edges: u32,
}

impl Dependents {
    const NONE: Self = Self {
        user: SlotId::NONE,
        edges: NONE,
    };
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    target: SlotId,
    flow: Flow,
    next: u32,
}

/// A join that raised a type: its cause.
#[derive(Clone, Debug)]
pub(crate) struct Raise {
    /// The type after it.
    pub(crate) to: Type,
    /// The type that was joined.
    pub(crate) with: Type,
    /// The slot that it came from.
    pub(crate) from: SlotId,
    /// The raise before, [`NO_RAISE`] if this is the first.
    pub(crate) previous: u32,
}

pub(crate) const NO_RAISE: u32 = u32::MAX;

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyKind {
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
pub(crate) struct Pixel {
    /// The colorplot.
    pub(crate) plot: PlotId,
    /// The body of its expression.
    pub(crate) body: BodyId,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) kind: BodyKind,
    /// The pixel program that it belongs to, if it runs at every pixel.
    pub(crate) pixel: Option<Pixel>,
    /// The terms.
    pub(crate) first: TermId,
    pub(crate) root: TermId,
    /// The slot of the first term.
    pub(crate) base: SlotId,
    scope: ScopeId,
    /// The slots of a function's parameters; of a round, the running variable and the index.
    pub(crate) parameters: Vec<SlotId>,
    /// All variables that belong to it, parameters included.
    pub(crate) variables: Vec<SlotId>,
    /// The terms in it that call functions of the user's.
    pub(crate) calls: Vec<SlotId>,
}

impl Body {
    pub(crate) fn slot(&self, term: TermId) -> SlotId {
        SlotId(self.base.0 + (term.0 - self.first.0))
    }

    pub(crate) fn contains(&self, term: TermId) -> bool {
        self.first <= term && term <= self.root
    }

    pub(crate) fn side(&self) -> Side {
        if self.pixel.is_some() {
            Side::Gpu
        } else {
            Side::Cpu
        }
    }
}

/// Types from the running applet, by the place of the term in `Plot::uniforms`.
pub(crate) type Observed<'a> = FxHashMap<PlotId, &'a [Option<Type>]>;

/// What inference needs to know of an applet.
pub(crate) struct Input<'a> {
    pub(crate) program: &'a Program,
    pub(crate) split: &'a Split,
    /// The numbers behind names.
    pub(crate) constants: &'a Constants,
    pub(crate) summaries: &'a Summaries,
    /// What conditions say about variables.
    pub(crate) guards: &'a Guards,
    /// The variables that hold elements which functions find.
    pub(crate) found: &'a NameSet,
    /// Names that mean something without being assigned.
    pub(crate) presets: &'a FxHashMap<NameId, Type>,
    pub(crate) observed: &'a Observed<'a>,
}

impl<'a> Input<'a> {
    pub(crate) fn numbers(&self) -> Numbers<'a> {
        Numbers {
            program: self.program,
            constants: self.constants,
        }
    }
}

/// The least fixed point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solution {
    pub(crate) slots: Vec<Slot>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) raises: Vec<Raise>,
    /// The global variables, by name; [`SlotId::NONE`] where a name is never a global.
    pub(crate) globals: Vec<SlotId>,
    /// The bodies that a call of a user's function runs.
    pub(crate) calls: FxHashMap<SlotId, Arc<[BodyId]>>,
    /// What a loop over unlike elements does with each of them.
    pub(crate) rounds: FxHashMap<SlotId, Vec<BodyId>>,
    /// The scripts' bodies.
    pub(crate) scripts: Vec<BodyId>,
    /// The bodies of the colorplots.
    pub(crate) plots: FxHashMap<PlotId, Vec<BodyId>>,
    /// The variables that belong to a whole pixel program: the pixel and what it assigns.
    pub(crate) plot_variables: FxHashMap<BodyId, Vec<(NameId, SlotId)>>,
    /// The bodies that run as parts of others: colorplots, terms of U.
    pub(crate) inner: FxHashMap<BodyId, Vec<BodyId>>,
    /// The bodies that run, each once: those of the scripts, and behind each what runs in it.
    pub(crate) live: Vec<BodyId>,
    /// Terms of U whose type is not known before the applet runs.
    pub(crate) unknown: FxHashSet<SlotId>,
    /// Where lists were nested too deep: there the type became ⊤.
    pub(crate) nested: Vec<SlotId>,
    /// Functions with so many signatures that types were forgotten.
    pub(crate) polymorphic: Vec<FunctionId>,
    /// Calls of builtins on the CPU that have no signature for their arguments.
    pub(crate) refused: FxHashSet<SlotId>,
    /// What becomes of its values.
    pub(crate) fates: Fates,
    /// See [`Solution::calls_of`].
    callers: OnceLock<FxHashMap<BodyId, Vec<SlotId>>>,
}

impl Solution {
    /// Infers the types of an applet.
    pub(crate) fn new(input: &Input<'_>) -> Self {
        solve::Solver::new(input).run()
    }

    /// The calls whose value is that of a body: the last of those that they run. In the order of
    /// slots; found when they are first asked for.
    pub(crate) fn calls_of(&self, body: BodyId) -> &[SlotId] {
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
    pub(crate) fn callees(&self, call: SlotId) -> &[BodyId] {
        self.calls.get(&call).map_or(&[], |callees| &**callees)
    }

    pub(crate) fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.index()]
    }

    pub(crate) fn ty(&self, id: SlotId) -> &Type {
        &self.slots[id.index()].ty
    }

    pub(crate) fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The body that a body stands in, if it is a round of a loop; otherwise itself.
    pub(crate) fn host(&self, mut id: BodyId) -> BodyId {
        while let BodyKind::Round(of) = self.body(id).kind {
            id = self.slot(of).body;
        }
        id
    }

    /// The body that evaluates a term where another one runs: that one, or, if it is a round of a
    /// loop, one around it.
    pub(crate) fn evaluates(&self, mut id: BodyId, term: TermId) -> Option<&Body> {
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
    pub(crate) fn rounds_in<'s>(
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
    pub(crate) fn calls_in(&self, body: &Body) -> Vec<SlotId> {
        let mut calls = body.calls.clone();
        for (_, rounds) in self.rounds_in(body) {
            let rounds = rounds.iter().map(|&round| self.body(round));
            calls.extend(rounds.flat_map(|round| self.calls_in(round)));
        }
        calls
    }

    /// The terms that a body evaluates, operands first: not those of functions that it defines, nor
    /// what lies below a term of U.
    pub(crate) fn evaluated<'s>(
        &'s self,
        body: &Body,
    ) -> impl Iterator<Item = (TermId, &'s Slot)> + use<'s> {
        let first = body.first.0;
        let slots = body.base.index()..body.slot(body.root).index() + 1;
        let terms = self.slots[slots].iter().enumerate();
        terms
            .map(move |(place, slot)| (TermId(first + place as u32), slot))
            .filter(|(_, slot)| slot.role != Role::Idle)
    }

    /// The raises of a slot, the last first.
    pub(crate) fn raises(&self, id: SlotId) -> impl Iterator<Item = &Raise> {
        let mut next = self.slot(id).raise;
        std::iter::from_fn(move || {
            let raise = self.raises.get(next as usize)?;
            next = raise.previous;
            Some(raise)
        })
    }

    /// The global variable of that name.
    pub(crate) fn global(&self, name: NameId) -> Option<SlotId> {
        self.globals
            .get(name.index())
            .copied()
            .filter(|slot| slot.is_some())
    }

    /// Brings what was found into an order that does not depend on when it was, and notes what is
    /// not only left over from signatures on the way up.
    fn finish(&mut self) {
        for body in &mut self.bodies {
            body.calls.sort_unstable();
        }
        let mut inner = std::mem::take(&mut self.inner);
        for bodies in inner.values_mut() {
            bodies.sort_by_key(|&id| self.body(id).root);
        }
        self.inner = inner;
        self.live = self.find_live();
    }

    /// The bodies that run, each once: those of the scripts, and behind each what runs in it.
    fn find_live(&self) -> Vec<BodyId> {
        let mut live = Vec::new();
        let mut seen = vec![false; self.bodies.len()];
        let mut shared = FxHashSet::default();
        let mut pending: Vec<BodyId> = self.scripts.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            live.push(id);
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
        live
    }
}
