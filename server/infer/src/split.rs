//! The split (paper, §Detection of parts for parallelization): which terms of a colorplot depend
//! on the pixel (D), and which are evaluated once a frame (U).
//!
//! D is what reaches the running variable v0, a variable that the pixel program itself assigns, a
//! parameter or running variable of a function or loop that runs at every pixel, or a random
//! number. U are the largest terms outside of D, literals among them, and the ends of ranges that
//! are only counted through, whatever these depend on. Names are looked up
//! dynamically, so a name that some function of the pixel program binds counts as bound in all of
//! them; if it turns out to be a global after all, inference finds it in U nevertheless.

mod summary;

use cindyscript_hir::builtins::Effect;
use cindyscript_hir::names::{HASH, NameId, NameSet};
use cindyscript_hir::program::{
    CalleeId, FunctionId, OperandScope, PlotId, Program, TermId, TermKind, all_assigned,
    assigned_names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::counting_range::counted_range;
use crate::shared_names::SharedNames;
use crate::small_set::SmallSet;
use summary::summarise;
pub use summary::{Summaries, Summary};

/// What the split says about a program's colorplots. A value: programs know nothing of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    /// The names that mean something without a colorplot: assigned, preset, or of the
    /// construction.
    pub defined: NameSet,
    plots: Vec<PlotSplit>,
}

/// The split of one colorplot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotSplit {
    /// The names that are the pixel's coordinate; the first is the running variable v0.
    pub pixel: Vec<PixelName>,
    /// U: the terms of the body, and of the functions it calls, that do not depend on the pixel.
    /// They are evaluated once a frame, in the caller's scope, in this order; their place in this
    /// list is their uniform's number.
    pub uniforms: Vec<TermId>,
    /// The variables that the pixel program assigns, which are its own.
    pub assigned: Vec<NameId>,
}

/// A name that stands for the pixel in a colorplot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelName {
    /// The name.
    pub name: NameId,
    /// What of the pixel it stands for.
    pub coordinate: Coordinate,
}

/// A way to see the pixel's position in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// `[x, y]`, a `list(2, real)`.
    Vector,
    /// `x + i*y`.
    Complex,
    /// The first coordinate.
    X,
    /// The second coordinate.
    Y,
}

impl Split {
    /// Splits all colorplots of a program, where these names mean something without them.
    pub fn new(program: &Program, defined: NameSet, summaries: &Summaries) -> Self {
        let mut split = Self {
            defined,
            plots: Vec::new(),
        };
        split.add_plots(program, summaries);
        split
    }

    /// The split of a colorplot.
    ///
    /// # Panics
    /// The program has no such colorplot.
    #[must_use]
    pub fn of(&self, plot: PlotId) -> &PlotSplit {
        &self.plots[plot.index()]
    }

    /// The split of a colorplot, if the program has it.
    #[must_use]
    pub fn get(&self, plot: PlotId) -> Option<&PlotSplit> {
        self.plots.get(plot.index())
    }

    /// The splits of all colorplots, in their order.
    pub fn plots(&self) -> impl Iterator<Item = (PlotId, &PlotSplit)> {
        (0..).map(PlotId).zip(&self.plots)
    }

    /// The split of a program to which terms have been added; that of the colorplots before them
    /// stays.
    pub fn grown(&self, program: &Program, before: &Program) -> Self {
        let mut grown = self.clone();
        let assigned = all_assigned(program, TermId(before.terms.len() as u32));
        grown.defined.extend(assigned.iter());
        if grown.plots.len() < program.plots.len() {
            grown.add_plots(program, &Summaries::new(program));
        }
        grown
    }

    /// Splits the colorplots that have not been.
    fn add_plots(&mut self, program: &Program, summaries: &Summaries) {
        for plot in self.plots.len() as u32..program.plots.len() as u32 {
            let body = program.plot(PlotId(plot)).body;
            let pixel = pixel_names(program, body, &self.defined);
            let plot = Splitter::new(program, summaries, &pixel, body).run(pixel);
            self.plots.push(plot);
        }
    }
}

/// Finds the running variable as CindyGL does (from the text of the body alone), and the further
/// names that are the pixel's coordinates because they would mean nothing else.
fn pixel_names(program: &Program, body: TermId, defined: &NameSet) -> Vec<PixelName> {
    let named = pixel_names_among(program, &free_names(program, body, false), defined);
    // CindyGL knows no code over lists here, and takes `#` for the pixel; where another name can
    // mean nothing else, that one is.
    if named
        .first()
        .is_some_and(|pixel| !defined.contains(pixel.name))
    {
        return named;
    }
    pixel_names_among(program, &free_names(program, body, true), defined)
}

/// The same, where these names are free.
fn pixel_names_among(program: &Program, free: &[NameId], defined: &NameSet) -> Vec<PixelName> {
    let find = |text: &str| program.names.get(text).filter(|name| free.contains(name));
    let undefined: Vec<NameId> = free
        .iter()
        .copied()
        .filter(|name| !defined.contains(*name))
        .collect();
    let by_name = |name: NameId| PixelName {
        name,
        coordinate: match program.names.text(name) {
            "z" => Coordinate::Complex,
            _ => Coordinate::Vector,
        },
    };
    let mut pixel = if let [only] = free {
        vec![by_name(*only)]
    } else if let Some(hash) = find(HASH) {
        vec![by_name(hash)]
    } else if let (Some(x), Some(y)) = (find("x"), find("y")) {
        vec![
            PixelName {
                name: x,
                coordinate: Coordinate::X,
            },
            PixelName {
                name: y,
                coordinate: Coordinate::Y,
            },
        ]
    } else if let [only] = undefined.as_slice() {
        vec![by_name(*only)]
    } else {
        find("p")
            .or_else(|| find("z"))
            .map(by_name)
            .into_iter()
            .collect()
    };
    let more = [
        (HASH, Coordinate::Vector),
        ("z", Coordinate::Complex),
        ("x", Coordinate::X),
        ("y", Coordinate::Y),
    ];
    for (text, coordinate) in more {
        if let Some(name) = find(text)
            && undefined.contains(&name)
            && pixel.iter().all(|known| known.name != name)
        {
            pixel.push(PixelName { name, coordinate });
        }
    }
    pixel
}

/// The names that stand in a term's text and that it neither assigns nor binds, in order. Of what
/// may be two values or code over a list (see [`Iteration::may_be_two_values`]), `two_values`
/// decides.
fn free_names(program: &Program, body: TermId, two_values: bool) -> Vec<NameId> {
    struct Walk<'a> {
        program: &'a Program,
        two_values: bool,
    }
    #[derive(Default)]
    struct Found {
        names: Vec<NameId>,
        set: FxHashSet<NameId>,
    }
    fn walk(of: &Walk<'_>, term: TermId, bound: &mut Vec<NameId>, found: &mut Found) {
        let program = of.program;
        match program.kind(term) {
            TermKind::Variable(name) => {
                if !bound.contains(&name) && found.set.insert(name) {
                    found.names.push(name);
                }
            }
            kind => {
                program.for_each_scoped_operand(term, |operand, scope| {
                    let unbound = match scope {
                        OperandScope::Loop(id) if of.two_values => Some(program.iteration(id)),
                        _ => None,
                    };
                    let unbound = unbound.filter(|iteration| iteration.may_be_two_values());
                    let unbound = unbound.map(|iteration| iteration.element);
                    let names = program.bound_in(scope);
                    let depth = bound.len();
                    bound.extend(names.filter(|name| Some(*name) != unbound));
                    walk(of, operand, bound, found);
                    bound.truncate(depth);
                });
                if let TermKind::Code(function) = kind {
                    let depth = bound.len();
                    bound.extend(program.bound_by_function(function));
                    walk(of, program.function(function).body, bound, found);
                    bound.truncate(depth);
                }
            }
        }
    }
    let mut found = Found::default();
    let of = Walk {
        program,
        two_values,
    };
    walk(&of, body, &mut Vec::new(), &mut found);
    let Found { mut names, .. } = found;
    let mut assigned = Vec::new();
    for term in program.subtree(body) {
        if let TermKind::Assign { target, .. } = program.kind(term) {
            assigned_names(program, target, &mut assigned);
        }
    }
    let assigned: FxHashSet<NameId> = assigned.into_iter().collect();
    names.retain(|name| !assigned.contains(name));
    names
}

/// The names that a term assigns to and that neither a loop around the assignment nor `regional`
/// anywhere in it binds.
fn loose_writes(program: &Program, root: TermId) -> FxHashSet<NameId> {
    fn walk(program: &Program, term: TermId, bound: &mut Vec<NameId>, found: &mut Vec<NameId>) {
        match program.kind(term) {
            TermKind::Assign { target, .. } => {
                let mut names = Vec::new();
                assigned_names(program, target, &mut names);
                found.extend(names.into_iter().filter(|name| !bound.contains(name)));
            }
            TermKind::Define(_) => return,
            _ => {}
        }
        program.for_each_scoped_operand(term, |operand, scope| {
            let depth = bound.len();
            bound.extend(program.bound_in(scope));
            walk(program, operand, bound, found);
            bound.truncate(depth);
        });
    }
    let mut found = Vec::new();
    walk(program, root, &mut Vec::new(), &mut found);
    let mut found: FxHashSet<NameId> = found.into_iter().collect();
    for term in program.subtree(root) {
        for name in program.declared_by(term) {
            found.remove(&name);
        }
    }
    found
}

/// How deep the innermost binding lies that a term depends on.
///
/// [`INDEPENDENT`] depends on nothing of the pixel; 0 on the pixel itself or what is assigned at
/// every pixel; n on the running variable of the n-th loop around.
type Level = u32;
const INDEPENDENT: Level = Level::MAX;

struct Splitter<'a> {
    program: &'a Program,
    summaries: &'a Summaries,
    /// Names that differ from pixel to pixel.
    varying: NameSet,
    shared_varying: SharedNames,
    /// Whether calls vary, by what they call.
    calls_vary: FxHashMap<CalleeId, bool>,
    /// In their order.
    assigned: Vec<NameId>,
    body: TermId,
    /// What the text around binds for certain: the pixel, and in a function its own names.
    own: SmallSet<NameId>,
    levels: FxHashMap<TermId, Level>,
    visited: FxHashSet<CalleeId>,
    /// Ranges that are only counted through: of these, U has the ends, and not the list.
    counted: FxHashSet<TermId>,
    uniforms: Vec<TermId>,
}

impl<'a> Splitter<'a> {
    fn new(
        program: &'a Program,
        summaries: &'a Summaries,
        pixel: &[PixelName],
        body: TermId,
    ) -> Self {
        let own = summarise(program, body);
        let mut assigned: FxHashSet<NameId> = own.writes.iter().collect();
        let mut local: NameSet = own.binds.iter().collect();
        let mut pending: Vec<CalleeId> = own.calls.iter().collect();
        let mut seen: FxHashSet<CalleeId> = own.calls.iter().collect();
        while let Some(callee) = pending.pop() {
            for &definition in &program.callee(callee).definitions {
                let summary = summaries.function(definition);
                let own = &summary.own;
                assigned.extend(own.writes.difference(&own.binds));
                local.extend(own.binds.iter().chain(summary.given.iter()));
                pending.extend(own.calls.iter().filter(|&callee| seen.insert(callee)));
            }
        }
        let mut varying: NameSet = pixel.iter().map(|pixel| pixel.name).collect();
        varying.extend(assigned.iter().copied());
        varying.extend(local.iter());
        // A name that a loop binds may be assigned to outside of the loop: then it is two variables.
        let loose = loose_writes(program, body);
        let mut assigned: Vec<NameId> = assigned
            .into_iter()
            .filter(|name| !own.binds.contains(name) || loose.contains(name))
            .collect();
        assigned.sort_unstable();
        // The loops' own variables are told apart by level inside the text of the body.
        Self {
            program,
            summaries,
            shared_varying: varying.iter().collect(),
            varying,
            calls_vary: FxHashMap::default(),
            assigned,
            body,
            own: pixel
                .iter()
                .map(|pixel| pixel.name)
                .chain(own.binds.iter())
                .collect(),
            levels: FxHashMap::default(),
            visited: FxHashSet::default(),
            counted: FxHashSet::default(),
            uniforms: Vec::new(),
        }
    }

    fn run(mut self, pixel: Vec<PixelName>) -> PlotSplit {
        self.level(self.body, &mut Vec::new());
        self.collect();
        PlotSplit {
            pixel,
            uniforms: self.uniforms,
            assigned: self.assigned,
        }
    }

    fn level_of_name(&self, name: NameId, loops: &[NameId]) -> Level {
        match loops.iter().rposition(|bound| *bound == name) {
            Some(depth) => depth as Level + 1,
            None if self.varying.contains(name) => 0,
            None => INDEPENDENT,
        }
    }

    fn level(&mut self, term: TermId, loops: &mut Vec<NameId>) -> Level {
        let program = self.program;
        let mut level = INDEPENDENT;
        program.for_each_scoped_operand(term, |operand, scope| {
            let depth = loops.len();
            loops.extend(program.bound_in(scope));
            let inner = self.level(operand, loops);
            loops.truncate(depth);
            // What a loop binds varies within it only.
            if inner <= depth as Level {
                level = level.min(inner);
            }
        });
        let varies = match program.kind(term) {
            TermKind::Variable(name) => {
                level = self.level_of_name(name, loops);
                false
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                if iteration.may_be_two_values() {
                    level = level.min(self.level_of_name(iteration.element, loops));
                }
                false
            }
            TermKind::Special(id) => program.special(id).builtin.row().effect != Effect::None,
            TermKind::Assign { .. }
            | TermKind::Define(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Undefine(_)
            | TermKind::Regional(_)
            | TermKind::While { .. }
            | TermKind::Plot(_) => true,
            TermKind::Call { callee, .. } => self.call_varies(callee),
            TermKind::Undefined
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Sequence(_)
            | TermKind::List(_)
            | TermKind::Dictionary(_)
            | TermKind::Code(_)
            | TermKind::Index { .. }
            | TermKind::Field { .. }
            | TermKind::UserData { .. }
            | TermKind::If { .. } => false,
        };
        if varies {
            level = 0;
        }
        self.levels.insert(term, level);
        level
    }

    fn call_varies(&mut self, callee: CalleeId) -> bool {
        if let Some(&known) = self.calls_vary.get(&callee) {
            return known;
        }
        let varies = self.varies(callee);
        self.calls_vary.insert(callee, varies);
        varies
    }

    fn varies(&self, callee: CalleeId) -> bool {
        let callee = self.program.callee(callee);
        if callee.definitions.is_empty() {
            return callee
                .builtin
                .is_some_and(|id| id.row().effect != Effect::None);
        }
        callee.definitions.iter().any(|&definition| {
            let summary = self.summaries.function(definition);
            summary.effects
                || !summary.writes.outer.is_empty()
                || summary.reads.intersects(&self.shared_varying)
        })
    }

    /// Walks down D; where it ends, U begins. No recursion: functions call one another as deep as
    /// texts are long.
    fn collect(&mut self) {
        let mut pending = vec![Part::Term(self.body)];
        while let Some(part) = pending.pop() {
            let behind = pending.len();
            match part {
                Part::Term(term) => self.collect_term(term, &mut pending),
                Part::Target(target) => self.collect_target(target, &mut pending),
                Part::Callee(callee) => {
                    if self.visited.insert(callee) {
                        let definitions = self.program.callee(callee).definitions.iter();
                        pending.extend(definitions.map(|&definition| Part::Function(definition)));
                    }
                }
                Part::Function(function) => {
                    let binds = &self.summaries.function(function).own.binds;
                    let around = std::mem::replace(&mut self.own, binds.clone());
                    let body = self.program.function(function).body;
                    self.level(body, &mut Vec::new());
                    pending.extend([Part::Term(body), Part::Around(around)]);
                }
                Part::Around(own) => self.own = own,
            }
            // The first comes first.
            pending[behind..].reverse();
        }
    }

    fn collect_term(&mut self, term: TermId, pending: &mut Vec<Part>) {
        let program = self.program;
        if self.levels.get(&term) == Some(&INDEPENDENT) && !self.counted.contains(&term) {
            if program.kind(term) != TermKind::Undefined {
                self.uniforms.push(term);
            }
            return;
        }
        self.counted.extend(counted_range(program, term));
        match program.kind(term) {
            TermKind::Variable(name) => {
                // Bound by some other function of the program, but here it may be a global.
                let is_assigned = self.assigned.binary_search(&name).is_ok();
                if !is_assigned && !self.own.contains(&name) {
                    self.uniforms.push(term);
                }
            }
            // The target of an assignment is written, not read; the indices in it are read.
            TermKind::Assign { target, value } => {
                pending.extend([Part::Term(value), Part::Target(target)]);
            }
            TermKind::Regional(_) | TermKind::Define(_) => {}
            kind => {
                program.for_each_operand(term, |operand| pending.push(Part::Term(operand)));
                if let TermKind::Call { callee, .. } = kind {
                    pending.push(Part::Callee(callee));
                }
            }
        }
    }

    fn collect_target(&self, target: TermId, pending: &mut Vec<Part>) {
        match self.program.kind(target) {
            TermKind::Index { base, index } => {
                pending.extend([Part::Target(base), Part::Term(index)]);
            }
            TermKind::List(targets) => {
                let targets = self.program.children(targets).iter();
                pending.extend(targets.map(|&target| Part::Target(target)));
            }
            _ => {}
        }
    }
}

/// A part of D that is still to be walked down.
enum Part {
    Term(TermId),
    /// The target of an assignment.
    Target(TermId),
    /// A function that a call runs, unless it has been walked down for another call.
    Callee(CalleeId),
    Function(FunctionId),
    /// The names that the text binds around a call, to go back to once the function has been walked
    /// down.
    Around(SmallSet<NameId>),
}
