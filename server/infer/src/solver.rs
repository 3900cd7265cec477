//! The worklist: what is looked at again when a type has risen.

mod bodies;
mod build;
mod compute;
pub(crate) mod flow;
mod kleene;
mod rounds;
mod scope;

use cindyscript_hir::builtins::Side;
use cindyscript_hir::program::{CalleeId, FunctionId, PlotId, ScriptId, TermId};
use cindyscript_hir::types::Type;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::input::InferenceInput;
use crate::rules::{key, part_of, stored};
use crate::shared_names::SharedNames;
use crate::solution::{
    BodyId, NONE, PixelBody, Raise, Role, ScopeId, SlotId, SlotSubject, Solution,
};
pub use kleene::{KleeneIteration, is_transparent};
pub use rounds::{MOST_ROUNDS, takes_unlike};

use compute::{CallKey, Instance};
use flow::{AccessPath, Dependents, Edge, Flow};
use rounds::Loop;
use scope::Scope;

/// Lists nested deeper than this are ⊤, so that a list that is put into itself in a loop comes to
/// an end.
pub(super) const LIST_NESTING: usize = 8;

/// Infers the types of an applet.
#[must_use]
pub fn solve(input: &InferenceInput<'_>) -> Solution {
    Solver::new(input).run()
}

fn with_room<K, V>(count: usize) -> FxHashMap<K, V> {
    FxHashMap::with_capacity_and_hasher(count, FxBuildHasher)
}

struct Solver<'a> {
    pub(super) input: &'a InferenceInput<'a>,
    pub(super) solution: Solution,
    /// What depends on each slot; on those behind the last of them nothing does.
    pub(super) dependents: Vec<Dependents>,
    pub(super) edges: Vec<Edge>,
    pub(super) scopes: Vec<Scope>,
    /// Where the names in the arguments and bodies of calls are looked up.
    pub(super) scopes_of_calls: FxHashMap<SlotId, Option<ScopeId>>,
    /// For each colorplot, the places of the terms of U.
    pub(super) uniforms: FxHashMap<PlotId, FxHashMap<TermId, usize>>,
    pub(super) uniform_bodies: FxHashMap<(BodyId, TermId), BodyId>,
    /// The loops over lists at pixels, by the running variable.
    pub(super) loops: FxHashMap<SlotId, Loop>,
    pub(super) instances: FxHashMap<Instance, BodyId>,
    /// The value of calls that are alike, of functions with many definitions.
    pub(super) alike: FxHashMap<CallKey, SlotId>,
    /// Of such functions, the names that some definition reads or assigns and that are not its own.
    pub(super) outer_names: FxHashMap<CalleeId, SharedNames>,
    pub(super) signatures: FxHashMap<(FunctionId, Option<PixelBody>), usize>,
    /// A bit a slot: whether it is to be looked at.
    dirty: Vec<u64>,
    /// Calls that wait for the types of their arguments.
    pub(super) waiting: Vec<SlotId>,
    /// Calls that do not wait any longer.
    pub(super) resolved: FxHashSet<SlotId>,
    /// What flows in the next step, where the iteration is taken step by step.
    pub(super) deferred: Option<Vec<(SlotId, SlotId, Flow)>>,
    /// What is stored into lists that have no type yet.
    stores: Vec<(SlotId, SlotId, Flow)>,
    /// Terms of U that have risen, and what they are at pixels.
    uniforms_risen: FxHashSet<(SlotId, SlotId)>,
    pub(super) access_paths: Vec<AccessPath>,
    /// How many terms are being built within each other.
    pub(super) nesting: u32,
}

impl<'a> Solver<'a> {
    pub(super) fn new(input: &'a InferenceInput<'a>) -> Self {
        let uniforms = input.split.plots().map(|(plot, split)| {
            let places = split.uniforms.iter().zip(0..);
            (plot, places.map(|(&term, place)| (term, place)).collect())
        });
        let uniforms = uniforms.collect();
        let program = input.program;
        let (terms, names) = (program.terms.len(), program.names.len());
        Self {
            input,
            solution: Solution {
                // Scripts have a slot a term, and functions some more at each signature.
                slots: Vec::with_capacity(terms + terms / 2 + names),
                globals: vec![SlotId::NONE; names],
                bodies: Vec::with_capacity(program.functions.len() * 2 + program.scripts.len()),
                raises: Vec::with_capacity(terms / 2),
                calls: with_room(terms / 16),
                ..Solution::default()
            },
            dependents: Vec::with_capacity(terms + terms / 2 + names),
            edges: Vec::with_capacity(terms / 2),
            scopes: Vec::with_capacity(program.iterations.len() + program.functions.len()),
            scopes_of_calls: with_room(terms / 16),
            uniforms,
            uniform_bodies: FxHashMap::default(),
            loops: FxHashMap::default(),
            instances: FxHashMap::default(),
            alike: FxHashMap::default(),
            outer_names: FxHashMap::default(),
            signatures: FxHashMap::default(),
            dirty: Vec::new(),
            waiting: Vec::new(),
            resolved: FxHashSet::default(),
            deferred: None,
            stores: Vec::new(),
            uniforms_risen: FxHashSet::default(),
            access_paths: Vec::new(),
            nesting: 0,
        }
    }

    pub(super) fn run(mut self) -> Solution {
        for script in 0..self.input.program.scripts.len() as u32 {
            self.script(ScriptId(script));
        }
        self.solve()
    }

    /// Goes on until nothing changes any more.
    pub(super) fn solve(mut self) -> Solution {
        loop {
            while self.sweep() || self.store() {}
            if !self.next_stage() {
                break;
            }
        }
        self.solution.finish();
        self.solution
    }

    /// Goes on when nothing changes any more; whether there is anything to go on with.
    ///
    /// The CPU's types settle before pixels have them: a term of U whose type cannot be known has
    /// none at pixels, and so must not have shown a lower one on the way there.
    pub(super) fn next_stage(&mut self) -> bool {
        self.resolve_waiting(Side::Cpu)
            || self.raise_pixel_copies()
            || self.resolve_waiting(Side::Gpu)
    }

    /// Lets the calls that wait run: some of their arguments have no value, and the functions run
    /// with undefined ones.
    fn resolve_waiting(&mut self, side: Side) -> bool {
        let (now, later) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|&slot| self.solution.body(self.solution.slot(slot).body).side() == side);
        self.waiting = later;
        let mut any = false;
        let now: Vec<SlotId> = now;
        for slot in now {
            if self.resolved.insert(slot) {
                self.mark(slot);
                any = true;
            }
        }
        any
    }

    /// Gives the types of U to the pixels.
    fn raise_pixel_copies(&mut self) -> bool {
        let mut risen: Vec<_> = std::mem::take(&mut self.uniforms_risen)
            .into_iter()
            .collect();
        risen.sort_unstable();
        for &(source, target) in &risen {
            self.flow_now(source, target, Flow::Uniform);
        }
        !risen.is_empty()
    }

    /// The slots that are marked, in order; none are afterwards.
    pub(super) fn take_marked(&mut self) -> Vec<SlotId> {
        let words = self.dirty.iter_mut().enumerate();
        let mut marked = Vec::new();
        for (word, bits) in words {
            let mut left = std::mem::take(bits);
            while left != 0 {
                marked.push(SlotId(word as u32 * 64 + left.trailing_zeros()));
                left &= left - 1;
            }
        }
        marked
    }

    pub(super) fn mark(&mut self, slot: SlotId) {
        let (word, bit) = (slot.index() / 64, slot.index() % 64);
        if word >= self.dirty.len() {
            self.dirty.resize(word + 1, 0);
        }
        self.dirty[word] |= 1 << bit;
    }

    /// Looks at every slot that was marked, in order; whether there was any.
    fn sweep(&mut self) -> bool {
        let mut any = false;
        let mut word = 0;
        while word < self.dirty.len() {
            let bits = self.dirty[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            any = true;
            let bit = bits.trailing_zeros();
            self.dirty[word] &= !(1 << bit);
            self.visit(SlotId(word as u32 * 64 + bit));
        }
        any
    }

    /// Looks at the terms of a body until none of them is marked.
    pub(super) fn sweep_body(&mut self, body: BodyId) {
        let body = self.solution.body(body);
        let (first, last) = (body.base.index(), body.slot(body.root).index());
        let mut next = first;
        while let Some(slot) = self.marked_within(next, last) {
            self.unmark(slot);
            self.visit(slot);
            next = slot.index() + 1;
            if self.marked_within(next, last).is_none() {
                next = first;
            }
        }
    }

    /// The first marked slot from one place to another.
    fn marked_within(&self, first: usize, last: usize) -> Option<SlotId> {
        (first / 64..=last / 64).find_map(|word| {
            let mut bits = *self.dirty.get(word)?;
            if word == first / 64 {
                bits &= u64::MAX << (first % 64);
            }
            let slot = word * 64 + bits.trailing_zeros() as usize;
            (bits != 0 && slot <= last).then_some(SlotId(slot as u32))
        })
    }

    fn unmark(&mut self, slot: SlotId) {
        if let Some(word) = self.dirty.get_mut(slot.index() / 64) {
            *word &= !(1 << (slot.index() % 64));
        }
    }

    /// Stores into the lists that have got a type meanwhile; whether there was any.
    pub(super) fn store(&mut self) -> bool {
        let (ready, waiting) = std::mem::take(&mut self.stores)
            .into_iter()
            .partition(|&(_, target, _)| !self.solution.ty(target).is_unset());
        self.stores = waiting;
        let ready: Vec<_> = ready;
        for &(source, target, flow) in &ready {
            self.flow(source, target, flow);
        }
        !ready.is_empty()
    }

    pub(super) fn visit(&mut self, slot: SlotId) {
        let SlotSubject::Term(term) = self.solution.slot(slot).subject else {
            return;
        };
        if self.solution.slot(slot).role == Role::Computed {
            self.look_at(slot, term);
        }
    }

    /// Computes a term, and passes on what comes of it.
    pub(super) fn look_at(&mut self, slot: SlotId, term: TermId) {
        if let Some(ty) = self.compute(slot, term) {
            self.raise(slot, ty, None);
        }
    }

    /// Joins a type into a slot, and passes it on if that made a difference.
    pub(super) fn raise(&mut self, slot: SlotId, ty: Type, from: Option<SlotId>) {
        let target = &self.solution.slots[slot.index()];
        let side = self.solution.body(target.body).side();
        let is_first = target.ty.is_unset();
        let is_same = match is_first {
            true => ty.is_unset(),
            false => side == Side::Cpu && target.ty == ty,
        };
        if is_same {
            return;
        }
        let joined_from = from.map(|from| (from, ty.clone()));
        let mut joined = match side {
            Side::Cpu if is_first => ty,
            Side::Cpu => target.ty.join(&ty),
            Side::Gpu => target.ty.join_on_gpu(&ty),
        };
        let too_deep = joined.nesting() > LIST_NESTING;
        if too_deep {
            joined = match side {
                Side::Cpu => joined.no_deeper_than(LIST_NESTING),
                Side::Gpu => Type::Top,
            };
        }
        if !is_first && joined == target.ty {
            return;
        }
        if too_deep {
            self.solution.nested.push(slot);
        }
        if let Some((from, with)) = joined_from {
            let previous = target.raise;
            self.solution.raises.push(Raise {
                to: joined.clone(),
                with,
                from,
                previous,
            });
            self.solution.slots[slot.index()].raise = self.solution.raises.len() as u32 - 1;
        }
        self.solution.slots[slot.index()].ty = joined;
        self.notify_dependents(slot);
    }

    /// Marks the term that uses a slot, and passes the slot's type on along its edges.
    fn notify_dependents(&mut self, slot: SlotId) {
        let known = self.dependents.get(slot.index());
        let Dependents {
            user,
            edges: mut next,
        } = *known.unwrap_or(&Dependents::NONE);
        if user.is_some() {
            self.mark(user);
        }
        while next != NONE {
            let Edge {
                target,
                flow,
                next: following,
            } = self.edges[next as usize];
            self.flow(slot, target, flow);
            next = following;
        }
    }

    pub(super) fn flow(&mut self, source: SlotId, target: SlotId, flow: Flow) {
        match flow {
            Flow::Operand => self.mark(target),
            Flow::Uniform => {
                self.uniforms_risen.insert((source, target));
            }
            Flow::Join
            | Flow::Element
            | Flow::Key
            | Flow::Access(_)
            | Flow::Beside(_)
            | Flow::ElementOr(_) => {
                self.flow_now(source, target, flow);
            }
        }
    }

    fn flow_now(&mut self, source: SlotId, target: SlotId, flow: Flow) {
        match &mut self.deferred {
            Some(deferred) => deferred.push((source, target, flow)),
            None => {
                if let Some(ty) = self.flowing(source, target, flow) {
                    let cause = cause(source, flow, &ty);
                    self.raise(target, ty, cause);
                }
            }
        }
    }

    /// The type that flows from one slot to another now.
    pub(super) fn flowing(&mut self, source: SlotId, target: SlotId, flow: Flow) -> Option<Type> {
        let ty = self.solution.ty(source);
        Some(match flow {
            Flow::Operand => return None,
            Flow::Join => ty.clone(),
            Flow::Element => return self.flowing_element(source, target),
            Flow::Key => key(ty),
            Flow::Access(access) => {
                let AccessPath { part, path } = self.access_paths.get(access as usize)?;
                let known = self.solution.ty(target);
                // Nothing can be stored into nothing.
                if !path.is_empty() && known.is_unset() {
                    let store = (source, target, flow);
                    if !self.stores.contains(&store) {
                        self.stores.push(store);
                    }
                    return None;
                }
                stored(path, &part_of(ty, part), known)
            }
            Flow::Beside(number) => {
                self.solution.ty(number).scalar()?;
                ty.clone()
            }
            Flow::ElementOr(other) if ty.scalar().is_some() => {
                other.is_some().then(|| self.solution.ty(other).clone())?
            }
            Flow::ElementOr(_) => return self.flowing_element(source, target),
            Flow::Uniform => {
                if ty.is_open() {
                    self.solution.unknown.insert(target);
                    return None;
                }
                (self.input.at_pixels)(ty)
            }
        })
    }
}

/// What a type that flows from a slot is because of.
fn cause(source: SlotId, flow: Flow, ty: &Type) -> Option<SlotId> {
    // Places are whole numbers whatever lies there.
    let is_place = flow == Flow::Key && *ty == Type::NAT;
    (!is_place).then_some(source)
}
