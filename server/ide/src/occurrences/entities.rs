//! Which occurrences denote the same: variables that may be the same are united, first where the
//! text around says it, then along the calls of functions that use names which they do not bind.

use cindyscript_applet::Applet;
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{CalleeId, Program, TermId, TermKind};
use cindyscript_infer::closure::{CallGraph, TransitiveNames};
use cindyscript_infer::small_set::SmallSet;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::rows::{CollectedRows, InPage, PassedModifier, Raw, Target};
use super::scope::FrameKind;
use super::{Access, Binding, Entity, EntityId, EntityKind};

/// So many steps a term are made along calls, and some more for small programs; then the names that
/// are left are taken to mean the same everywhere, which is never wrong.
const STEPS: usize = 32;

/// The entities of an applet, about `known` of them, and what each of the occurrences denotes, those
/// in the page behind those in the scripts.
pub(super) fn entities(
    program: &Program,
    source: &Applet,
    found: &CollectedRows,
    known: usize,
) -> (Vec<Entity>, Vec<EntityId>) {
    let mut sets = Sets::new(program, found);
    sets.unite_in_frames();
    sets.unite_along_calls();
    sets.settle();
    let mut entities = Entities {
        all: Vec::with_capacity(known),
        of_sets: vec![UNKNOWN; sets.parents.len()],
        denoted: Vec::with_capacity(found.raw.len() + found.in_page.len()),
    };
    let mut is_element: FxHashSet<u32> = FxHashSet::default();
    for raw in &found.raw {
        let target = sets.target(raw);
        let root = entities.note(&mut sets, target);
        if raw.target == Target::Element && raw.access == Access::Declares {
            is_element.insert(root);
        }
    }
    for named in &found.in_page {
        let target = sets.in_page(named);
        let root = entities.note(&mut sets, target);
        if !named.is_image && named.access == Access::Declares {
            is_element.insert(root);
        }
    }
    for entry in &source.geometry {
        let element = sets.element(SmolStr::new(&entry.name));
        is_element.insert(sets.find(element));
    }
    for (bound, one) in found.scopes.nodes.iter().zip(0..) {
        let root = sets.find(one);
        if let Some(entity) = entities.of_set(root) {
            entity.bindings.push(bound.by);
            entity.is_implicit |= bound.is_implicit;
        }
    }
    for one in found.scopes.nodes.len() as u32..sets.parents.len() as u32 {
        if let Some(Kind::Global(_) | Kind::Element(_)) = sets.kind(one) {
            let root = sets.find(one);
            if let Some(entity) = entities.of_set(root) {
                entity.kind = match is_element.contains(&root) {
                    true => EntityKind::Element,
                    false => EntityKind::Global,
                }
            }
        }
    }
    (entities.all, entities.denoted)
}

/// Entities in the order of their first occurrences.
struct Entities {
    all: Vec<Entity>,
    /// The index of each set's, by the one that stands for the set; [`UNKNOWN`] where nothing denotes it.
    of_sets: Vec<u32>,
    /// What each occurrence denotes.
    denoted: Vec<EntityId>,
}

impl Entities {
    /// Notes what the next occurrence denotes; what stands for that.
    fn note(&mut self, sets: &mut Sets<'_>, target: u32) -> u32 {
        let root = sets.find(target);
        if self.of_sets.len() <= root as usize {
            self.of_sets.resize(sets.parents.len(), UNKNOWN);
        }
        let entity = &mut self.of_sets[root as usize];
        if *entity == UNKNOWN {
            *entity = self.all.len() as u32;
            self.all.push(sets.entity(target));
        }
        self.denoted.push(EntityId(*entity));
        root
    }

    fn of_set(&mut self, root: u32) -> Option<&mut Entity> {
        let entity = self.of_sets.get(root as usize)?;
        self.all.get_mut(*entity as usize)
    }
}

/// What is united with others, but for variables that are bound in a frame.
#[derive(Clone, Debug)]
enum Kind {
    /// What a function that does not bind the name finds where it is called.
    Outside(NameId),
    /// A variable of the whole applet, or an element.
    Global(NameId),
    /// The same with a name that no variable in the scripts has.
    Element(SmolStr),
    Function(CalleeId),
    Image(SmolStr),
}

/// No set.
const UNKNOWN: u32 = u32::MAX;

/// Disjoint sets of what may be the same: the variables that are bound in frames, by their numbers, and
/// behind them what is found on the way.
struct Sets<'a> {
    program: &'a Program,
    found: &'a CollectedRows,
    /// Of each the one above it, or itself.
    parents: Vec<u32>,
    /// Of what is found on the way.
    kinds: Vec<Kind>,
    outside: FxHashMap<(CalleeId, NameId), u32>,
    /// The variables of the whole applet by the numbers of their names, those that were looked for;
    /// otherwise [`UNKNOWN`].
    globals: Vec<u32>,
    /// Elements with names that no variable has.
    elements: FxHashMap<SmolStr, u32>,
    /// By the number of the callee, as in [`Self::globals`].
    functions: Vec<u32>,
    images: FxHashMap<SmolStr, u32>,
    /// Names that something binds, and that some function uses without.
    contested: NameSet,
    /// Names that are taken to mean the same everywhere.
    united: NameSet,
}

impl<'a> Sets<'a> {
    fn new(program: &'a Program, found: &'a CollectedRows) -> Self {
        let bound = found.scopes.nodes.len() as u32;
        let bindings = found.scopes.nodes.iter().map(|node| node.name);
        let bindings: NameSet = bindings.collect();
        let (mut contested, mut united) = (NameSet::default(), NameSet::default());
        let of_nodes = found.scopes.either.iter().filter_map(|&(node, frame)| {
            let bound = found.scopes.nodes.get(node.0 as usize)?;
            Some((frame, bound.name))
        });
        let free = found.raw.iter().filter_map(|raw| match raw.target {
            Target::Free(frame, name) => Some((frame, name)),
            _ => None,
        });
        for (frame, name) in free.chain(of_nodes) {
            if !bindings.contains(name) {
                continue;
            }
            match found
                .scopes
                .frames
                .get(frame as usize)
                .map(|frame| frame.kind)
            {
                Some(FrameKind::Function(..)) => {
                    contested.insert(name);
                }
                Some(FrameKind::Code(_) | FrameKind::Later) => {
                    united.insert(name);
                }
                Some(FrameKind::Script) | None => {}
            }
        }
        united.extend(found.unbound.iter().copied());
        Self {
            program,
            found,
            parents: (0..bound).collect(),
            kinds: Vec::new(),
            outside: FxHashMap::default(),
            globals: vec![UNKNOWN; program.names.len()],
            elements: FxHashMap::default(),
            functions: vec![UNKNOWN; program.callees.len()],
            images: FxHashMap::default(),
            contested,
            united,
        }
    }

    fn text(&self, name: NameId) -> SmolStr {
        SmolStr::new(self.program.names.text(name))
    }

    /// None for a variable that is bound in a frame.
    fn kind(&self, one: u32) -> Option<&Kind> {
        let place = (one as usize).checked_sub(self.found.scopes.nodes.len())?;
        self.kinds.get(place)
    }

    /// An entity as it is where it is met first.
    fn entity(&self, one: u32) -> Entity {
        let bound = || self.found.scopes.nodes.get(one as usize);
        let (name, kind) = match self.kind(one) {
            None => {
                let name = bound().map(|bound| self.text(bound.name));
                (name.unwrap_or_default(), EntityKind::Local)
            }
            Some(Kind::Outside(name)) => (self.text(*name), EntityKind::Local),
            Some(Kind::Global(name)) => (self.text(*name), EntityKind::Global),
            Some(Kind::Element(name)) => (name.clone(), EntityKind::Global),
            Some(Kind::Image(name)) => (name.clone(), EntityKind::Image),
            Some(&Kind::Function(callee)) => {
                let name = self.program.callee(callee).name.clone();
                (name, EntityKind::Function(callee))
            }
        };
        Entity {
            name,
            kind,
            bindings: SmallVec::new(),
            is_implicit: false,
            is_given: false,
        }
    }

    fn add(&mut self, kind: Kind) -> u32 {
        let id = self.parents.len() as u32;
        self.parents.push(id);
        self.kinds.push(kind);
        id
    }

    /// The one that stands for all of a set.
    fn find(&mut self, mut one: u32) -> u32 {
        while self.parents[one as usize] != one {
            let above = self.parents[one as usize];
            self.parents[one as usize] = self.parents[above as usize];
            one = above;
        }
        one
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        // The older one stands for both.
        self.parents[a.max(b) as usize] = a.min(b);
    }

    fn element(&mut self, name: SmolStr) -> u32 {
        if let Some(name) = self.program.names.get(&name) {
            return self.global(name);
        }
        if let Some(&known) = self.elements.get(&name) {
            return known;
        }
        let id = self.add(Kind::Element(name.clone()));
        self.elements.insert(name, id);
        id
    }

    fn global(&mut self, name: NameId) -> u32 {
        match self.globals.get(name.index()) {
            Some(&known) if known != UNKNOWN => known,
            _ => {
                let id = self.add(Kind::Global(name));
                if let Some(known) = self.globals.get_mut(name.index()) {
                    *known = id;
                }
                id
            }
        }
    }

    /// What a function finds under a name that it does not bind.
    fn outside(&mut self, callee: CalleeId, name: NameId) -> u32 {
        if self.united.contains(name) || !self.contested.contains(name) {
            return self.global(name);
        }
        if let Some(&known) = self.outside.get(&(callee, name)) {
            return known;
        }
        let id = self.add(Kind::Outside(name));
        self.outside.insert((callee, name), id);
        id
    }

    /// What a name means in a frame that does not bind it.
    fn free(&mut self, frame: u32, name: NameId) -> u32 {
        let frame = self.found.scopes.frames.get(frame as usize);
        match frame.map(|frame| frame.kind) {
            Some(FrameKind::Function(_, callee)) => self.outside(callee, name),
            Some(FrameKind::Script | FrameKind::Code(_) | FrameKind::Later) | None => {
                self.global(name)
            }
        }
    }

    fn function(&mut self, callee: CalleeId) -> u32 {
        match self.functions.get(callee.index()) {
            Some(&known) if known != UNKNOWN => known,
            _ => {
                let id = self.add(Kind::Function(callee));
                if let Some(known) = self.functions.get_mut(callee.index()) {
                    *known = id;
                }
                id
            }
        }
    }

    fn image(&mut self, name: SmolStr) -> u32 {
        if let Some(&known) = self.images.get(&name) {
            return known;
        }
        let id = self.add(Kind::Image(name.clone()));
        self.images.insert(name, id);
        id
    }

    fn target(&mut self, raw: &Raw) -> u32 {
        match raw.target {
            Target::Bound(node) => node.0,
            Target::Free(frame, name) => self.free(frame, name),
            Target::Function(callee) => self.function(callee),
            Target::Element => self.element(self.string(raw.term)),
            Target::Image => self.image(self.string(raw.term)),
        }
    }

    fn in_page(&mut self, named: &InPage) -> u32 {
        match named.is_image {
            true => self.image(named.name.clone()),
            false => self.element(named.name.clone()),
        }
    }

    /// The text that a string is.
    fn string(&self, term: TermId) -> SmolStr {
        match self.program.kind(term) {
            TermKind::Text(text) => SmolStr::new(self.program.text(text)),
            _ => SmolStr::default(),
        }
    }

    /// Unites what the text around says.
    fn unite_in_frames(&mut self) {
        let found = self.found;
        for &(a, b) in &found.scopes.same {
            self.unite(a.0, b.0);
        }
        for &(node, frame) in &found.scopes.either {
            if let Some(bound) = found.scopes.nodes.get(node.0 as usize) {
                let free = self.free(frame, bound.name);
                self.unite(node.0, free);
            }
        }
        let mut frames = vec![UNKNOWN; self.program.functions.len()];
        for (frame, index) in found.scopes.frames.iter().zip(0..) {
            if let FrameKind::Function(id, _) = frame.kind
                && let Some(of_function) = frames.get_mut(id.index())
            {
                *of_function = index;
            }
        }
        // What a modifier of a call gives, the function sees, and its own variable hides.
        for &PassedModifier { callee, name, node } in &found.given {
            if self.contested.contains(name) {
                let outside = self.outside(callee, name);
                self.unite(node.0, outside);
            }
            for definition in &self.program.callee(callee).definitions {
                let frame = frames.get(definition.index());
                let own = frame.and_then(|&frame| found.scopes.own(frame, name));
                if let Some(own) = own {
                    self.unite(node.0, own.0);
                }
            }
        }
    }

    /// Unites what functions find under names that they do not bind with what these mean where the
    /// functions are called.
    fn unite_along_calls(&mut self) {
        if self.contested.iter().next().is_none() {
            return;
        }
        let found = self.found;
        let needs = self.needs();
        let at_pixels = self.at_pixels();
        let mut left = STEPS * (self.program.terms.len() + 10_000);
        let mut done = FxHashSet::default();
        let mut called = vec![false; self.program.callees.len()];
        for call in &found.calls {
            called[call.callee.index()] = true;
            let Some(needs) = needs.get(call.callee.index()) else {
                continue;
            };
            if needs.outer.is_empty() || !done.insert((call.callee, call.at)) {
                continue;
            }
            let frame = found.scopes.frames.get(call.at.frame as usize);
            let is_at_pixels = call.is_at_pixels
                || frame.is_some_and(|frame| match frame.kind {
                    FrameKind::Function(_, callee) => at_pixels.contains(&callee),
                    _ => false,
                });
            for name in needs.outer.names() {
                left = left.saturating_sub(1);
                let outside = self.outside(call.callee, name);
                let meaning = found.scopes.meaning(self.program, call.at, call.term, name);
                for node in meaning.nodes() {
                    self.unite(node.0, outside);
                    let bound = found.scopes.nodes.get(node.0 as usize);
                    let is_of_plot =
                        bound.is_some_and(|bound| matches!(bound.by, Binding::Plot(_)));
                    // Functions of a shader do not see what their callers bind.
                    if is_at_pixels && !is_of_plot {
                        let global = self.global(name);
                        self.unite(node.0, global);
                    }
                }
                if meaning.may_be_free {
                    let free = self.free(call.at.frame, name);
                    self.unite(free, outside);
                }
            }
            if left == 0 {
                let contested: Vec<NameId> = self.contested.iter().collect();
                self.united.extend(contested);
                break;
            }
        }
        self.unite_uncalled(&called, &needs);
    }

    /// Unites what functions that nothing calls find with the globals: these may be called from
    /// outside.
    fn unite_uncalled(&mut self, called: &[bool], needs: &[TransitiveNames]) {
        for (callee, needs) in (0..).map(CalleeId).zip(needs) {
            if called.get(callee.index()) == Some(&false) {
                for name in needs.outer.names() {
                    let (outside, global) = (self.outside(callee, name), self.global(name));
                    self.unite(outside, global);
                }
            }
        }
    }

    /// The contested names that each callee uses, or what it calls, and does not bind for certain.
    fn needs(&self) -> Vec<TransitiveNames> {
        let found = self.found;
        let count = self.program.callees.len();
        let callee_of = |frame: u32| match found.scopes.frames.get(frame as usize)?.kind {
            FrameKind::Function(_, callee) => Some(callee),
            _ => None,
        };
        let mut own: Vec<Vec<NameId>> = vec![Vec::new(); count];
        let mut note = |frame: u32, name: NameId| {
            if let Some(callee) = callee_of(frame)
                && self.contested.contains(name)
            {
                own[callee.index()].push(name);
            }
        };
        for raw in &found.raw {
            if let Target::Free(frame, name) = raw.target {
                note(frame, name);
            }
        }
        for &(node, frame) in &found.scopes.either {
            if let Some(bound) = found.scopes.nodes.get(node.0 as usize) {
                note(frame, bound.name);
            }
        }
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); count];
        for call in &found.calls {
            if let Some(caller) = callee_of(call.at.frame) {
                edges[caller.index()].push(call.callee.0);
            }
        }
        for edges in &mut edges {
            edges.sort_unstable();
            edges.dedup();
        }
        let own: Vec<SmallSet<NameId>> = own.into_iter().map(SmallSet::from_iter).collect();
        // Parameters are bound wherever the function calls something.
        let binds = self.program.callees.iter().map(|row| {
            let only = match row.definitions.as_slice() {
                &[only] if !row.runs_code() => self.program.function(only).named_parameters(),
                _ => &[],
            };
            let names = only.iter().map(|parameter| parameter.name);
            names.collect()
        });
        let binds: Vec<SmallSet<NameId>> = binds.collect();
        CallGraph::new(edges).close(&own, &binds)
    }

    /// The functions that run at pixels.
    fn at_pixels(&self) -> FxHashSet<CalleeId> {
        let found = self.found;
        let mut calls: FxHashMap<CalleeId, Vec<CalleeId>> = FxHashMap::default();
        let mut pending = Vec::new();
        for call in &found.calls {
            if call.is_at_pixels {
                pending.push(call.callee);
            }
            let frame = found.scopes.frames.get(call.at.frame as usize);
            if let Some(FrameKind::Function(_, caller)) = frame.map(|frame| frame.kind) {
                calls.entry(caller).or_default().push(call.callee);
            }
        }
        let mut reached = FxHashSet::default();
        while let Some(callee) = pending.pop() {
            if reached.insert(callee) {
                pending.extend(calls.get(&callee).into_iter().flatten());
            }
        }
        reached
    }

    /// Unites the names that are taken to mean the same everywhere, and gives those that nothing
    /// binds after all to the whole applet.
    fn settle(&mut self) {
        if self.outside.is_empty() && self.united.iter().next().is_none() {
            return;
        }
        let outside: Vec<((CalleeId, NameId), u32)> =
            self.outside.iter().map(|(&key, &id)| (key, id)).collect();
        let mut bound: FxHashSet<u32> = FxHashSet::default();
        for (node, id) in self.found.scopes.nodes.iter().zip(0..) {
            if self.united.contains(node.name) {
                let global = self.global(node.name);
                self.unite(id, global);
            }
            bound.insert(self.find(id));
        }
        for ((_, name), id) in outside {
            let root = self.find(id);
            if self.united.contains(name) || !bound.contains(&root) {
                let global = self.global(name);
                self.unite(id, global);
            }
        }
    }
}
