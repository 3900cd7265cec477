//! The dependency graph of a colorplot (paper, §Detection of parts for parallelization): what is
//! computed at every pixel, what once a frame, and what of it needs what. As a picture (SVG) and as
//! text (DOT).
//!
//! Nodes are variables and terms; there is an edge where one depends on the other. An occurrence
//! of a variable is the variable; a variable depends on all that is assigned to it, and on the
//! conditions under which that happens.

mod dot;
mod layout;
mod svg;

use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::document::Document;
use crate::infer::{Body, BodyId, BodyKind, Role, SlotId, Subject};
use crate::places::script_at;
use crate::program::{PlotId, TermId, TermKind};

/// More nodes than these make no picture; the rest is left out.
const MOST_NODES: usize = 400;

/// The dependency graph of one colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyGraph {
    /// The colorplot as it is written, shortened.
    pub title: String,
    /// The result first.
    pub nodes: Vec<Node>,
    /// Each a dependent node and one that it needs, by their places.
    pub edges: Vec<(usize, usize)>,
    /// Whether nodes were left out because there are too many.
    pub is_cut: bool,
}

/// Which part of the split a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// D: computed at every pixel.
    Pixel,
    /// U: computed once a frame and passed on.
    Uniform,
    /// A part of a term of U.
    Below,
}

/// A variable or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name, or the term as it is written, shortened.
    pub label: String,
    /// The paper's name of its type; empty for parts of U.
    pub ty: String,
    /// The part of the split.
    pub part: Part,
    /// Whether it is the running variable v0, or another name of the pixel.
    pub is_running: bool,
    /// Where it stands, in bytes of the file; of a variable, where it first stands.
    pub range: TextRange,
}

impl DependencyGraph {
    /// As a picture. `link` gives the address of a part of the file.
    #[must_use]
    pub fn svg(&self, link: &dyn Fn(TextRange) -> String) -> String {
        svg::svg(self, link)
    }

    /// In the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        dot::dot(self)
    }
}

/// The graph of the colorplot at an offset of the file, else of the first one.
#[must_use]
pub fn dependency_graph(
    document: &Document,
    analysis: &Analysis,
    offset: TextSize,
) -> Option<DependencyGraph> {
    let at = plot_at(document, analysis, offset);
    let first = || {
        let mut applets = analysis.applets.iter();
        applets.find_map(|applet| Some((applet, *first_plot(applet)?)))
    };
    let (applet, plot) = at.or_else(first)?;
    Builder::new(applet).build(plot)
}

fn first_plot(applet: &AppletAnalysis) -> Option<&PlotId> {
    applet.solution.plots.keys().min()
}

/// The colorplot whose body holds an offset of the file, or a colorplot of the applet that runs the
/// function that does.
pub(crate) fn plot_at<'a>(
    document: &Document,
    analysis: &'a Analysis,
    offset: TextSize,
) -> Option<(&'a AppletAnalysis, PlotId)> {
    let (applet, script, at) = script_at(document, analysis, offset)?;
    let program = &applet.program;
    let plots = program.plots.iter().enumerate();
    let around = plots
        .filter(|(_, plot)| {
            let term = program.term(plot.term);
            term.script == script && term.range.contains_inclusive(at)
        })
        .min_by_key(|(_, plot)| program.term(plot.term).range.len())
        .map(|(index, _)| PlotId(index as u32));
    let of_function = || {
        let solution = &applet.solution;
        let mut live = solution.live.iter().map(|&id| solution.body(id));
        live.find_map(|body| {
            let root = program.term(body.root);
            let holds = root.script == script && root.range.contains_inclusive(at);
            Some(body.pixel.filter(|_| holds)?.plot)
        })
    };
    let plot = around.or_else(of_function)?;
    applet
        .solution
        .plots
        .contains_key(&plot)
        .then_some((applet, plot))
}

/// What stands for a node: a slot, or a term below one of U.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Slot(SlotId),
    Below(SlotId, TermId),
}

struct Builder<'a> {
    applet: &'a AppletAnalysis,
    nodes: Vec<Node>,
    places: FxHashMap<Key, usize>,
    edges: Vec<(usize, usize)>,
    /// What each variable depends on.
    assigned: FxHashMap<SlotId, Vec<SlotId>>,
    running: FxHashSet<SlotId>,
    is_cut: bool,
}

impl<'a> Builder<'a> {
    fn new(applet: &'a AppletAnalysis) -> Self {
        Self {
            applet,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            edges: Vec::new(),
            assigned: FxHashMap::default(),
            running: FxHashSet::default(),
            is_cut: false,
        }
    }

    fn build(mut self, plot: PlotId) -> Option<DependencyGraph> {
        let solution = &*self.applet.solution;
        let &root = solution.plots.get(&plot)?.first()?;
        let names = &self.applet.program.plot(plot).pixel;
        let variables = solution.plot_variables.get(&root).into_iter().flatten();
        let running = variables.filter(|(name, _)| names.iter().any(|pixel| pixel.name == *name));
        self.running = running.map(|&(_, slot)| slot).collect();
        for &id in &solution.live {
            if solution
                .body(id)
                .pixel
                .is_some_and(|pixel| pixel.body == root)
            {
                self.assignments(id);
            }
        }
        let body = solution.body(root);
        let mut pending = vec![self.node(Key::Slot(self.value(body.slot(body.root))))?];
        let mut keys: Vec<Key> = self.places.keys().copied().collect();
        while let Some(place) = pending.pop() {
            let Some(&key) = keys.get(place) else {
                continue;
            };
            for needed in self.needs(key) {
                let known = self.nodes.len();
                let Some(other) = self.node(needed) else {
                    continue;
                };
                if other == known {
                    keys.push(needed);
                    pending.push(other);
                }
                if !self.edges.contains(&(place, other)) {
                    self.edges.push((place, other));
                }
            }
        }
        let title = self.applet.text(self.applet.program.plot(plot).term);
        Some(DependencyGraph {
            title,
            nodes: self.nodes,
            edges: self.edges,
            is_cut: self.is_cut,
        })
    }

    /// The place of a node, a new one if it is not known. None if there are too many.
    fn node(&mut self, key: Key) -> Option<usize> {
        if let Some(&place) = self.places.get(&key) {
            return Some(place);
        }
        if self.nodes.len() >= MOST_NODES {
            self.is_cut = true;
            return None;
        }
        let node = match key {
            Key::Slot(slot) => self.slot_node(slot),
            Key::Below(_, term) => Node {
                label: self.applet.text(term),
                ty: String::new(),
                part: Part::Below,
                is_running: false,
                range: self.applet.range(term),
            },
        };
        self.nodes.push(node);
        let place = self.nodes.len() - 1;
        self.places.insert(key, place);
        Some(place)
    }

    fn slot_node(&self, slot: SlotId) -> Node {
        let applet = self.applet;
        let data = applet.solution.slot(slot);
        let (label, range) = match data.subject {
            Subject::Term(term) => (applet.text(term), applet.range(term)),
            Subject::Variable(name) => {
                let mut terms = (0..applet.program.terms.len() as u32).map(TermId);
                let body = applet.solution.body(data.body);
                let first = terms.find(|&term| {
                    applet.program.name_of(term) == Some(name)
                        && (body.contains(term) || body.kind == BodyKind::Uniform)
                });
                let range = first.unwrap_or(body.root);
                (
                    applet.program.names.text(name).to_owned(),
                    applet.range(range),
                )
            }
        };
        Node {
            label,
            ty: data.ty.to_string(),
            part: if data.role == Role::Uniform {
                Part::Uniform
            } else {
                Part::Pixel
            },
            is_running: self.running.contains(&slot),
            range,
        }
    }

    /// The slot whose value a slot has: the variable of an occurrence, the last of a sequence, the
    /// result of a function.
    fn value(&self, mut slot: SlotId) -> SlotId {
        let solution = &*self.applet.solution;
        let program = &self.applet.program;
        for _ in 0..solution.slots.len() {
            let data = solution.slot(slot);
            let Subject::Term(term) = data.subject else {
                return slot;
            };
            if data.role == Role::Uniform {
                return slot;
            }
            let body = solution.body(data.body);
            slot = match program.kind(term) {
                TermKind::Variable(_) if data.link.is_some() => data.link,
                TermKind::Assign { target, .. } if body.pixel.is_some() => {
                    let link = solution.slot(body.slot(target)).link;
                    if !link.is_some() {
                        return slot;
                    }
                    link
                }
                TermKind::Sequence(operands) => match program.children(operands).last() {
                    Some(&last) => body.slot(last),
                    None => return slot,
                },
                _ => return slot,
            };
        }
        slot
    }

    fn needs(&self, key: Key) -> Vec<Key> {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let below = |slot: SlotId, term: TermId| {
            let mut needed = Vec::new();
            program.for_each_operand(term, |operand| {
                if program.kind(operand) != TermKind::Undefined {
                    needed.push(Key::Below(slot, operand));
                }
            });
            needed
        };
        let slot = match key {
            Key::Below(slot, term) => return below(slot, term),
            Key::Slot(slot) => slot,
        };
        let data = solution.slot(slot);
        let term = match data.subject {
            Subject::Term(term) => term,
            Subject::Variable(_) => {
                let sources = self.assigned.get(&slot).into_iter().flatten();
                return sources
                    .map(|&source| Key::Slot(self.value(source)))
                    .collect();
            }
        };
        if data.role == Role::Uniform {
            return below(slot, term);
        }
        let body = solution.body(data.body);
        let mut needed: Vec<SlotId> = Vec::new();
        if let Some(callees) = solution.calls.get(&slot) {
            let results = callees.iter().map(|&callee| solution.body(callee));
            needed.extend(results.map(|callee| callee.slot(callee.root)));
        } else {
            let operands = |needed: &mut Vec<SlotId>| {
                program.for_each_operand(term, |operand| {
                    if solution.slot(body.slot(operand)).role != Role::Idle {
                        needed.push(body.slot(operand));
                    }
                });
            };
            operands(&mut needed);
        }
        let needed = needed.into_iter().map(|slot| Key::Slot(self.value(slot)));
        needed.collect()
    }

    /// Notes what is assigned to variables in a body, and to the parameters of what it calls.
    fn assignments(&mut self, id: BodyId) {
        let solution = &*self.applet.solution;
        let body = solution.body(id);
        self.assignments_in(body, body.root, &mut Vec::new());
        for &call in &body.calls {
            let Subject::Term(term) = solution.slot(call).subject else {
                continue;
            };
            let TermKind::Call { arguments, .. } = self.applet.program.kind(term) else {
                continue;
            };
            let arguments = self.applet.program.children(arguments);
            for &callee in solution.calls.get(&call).into_iter().flatten() {
                let parameters = &solution.body(callee).parameters;
                for (&parameter, &argument) in parameters.iter().zip(arguments) {
                    self.assign(parameter, body.slot(argument));
                }
            }
        }
    }

    fn assign(&mut self, variable: SlotId, source: SlotId) {
        let sources = self.assigned.entry(variable).or_default();
        if !sources.contains(&source) {
            sources.push(source);
        }
    }

    fn assignments_in(&mut self, body: &Body, term: TermId, conditions: &mut Vec<SlotId>) {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        if matches!(
            solution.slot(body.slot(term)).role,
            Role::Idle | Role::Uniform
        ) {
            return;
        }
        let depth = conditions.len();
        match program.kind(term) {
            TermKind::Assign { target, value } => {
                let mut targets = vec![target];
                while let Some(target) = targets.pop() {
                    match program.kind(target) {
                        TermKind::Index { base, index } => {
                            let variable = solution.slot(body.slot(base)).link;
                            if variable.is_some() {
                                self.assign(variable, body.slot(index));
                            }
                            targets.push(base);
                        }
                        TermKind::List(operands) => targets.extend(program.children(operands)),
                        _ => {
                            let variable = solution.slot(body.slot(target)).link;
                            if variable.is_some() {
                                self.assign(variable, body.slot(value));
                                for &condition in conditions.iter() {
                                    self.assign(variable, condition);
                                }
                            }
                        }
                    }
                }
                self.assignments_in(body, value, conditions);
                return;
            }
            TermKind::If { condition, .. } | TermKind::While { condition, .. } => {
                conditions.push(body.slot(condition));
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let variable = solution.slot(body.slot(term)).link;
                if variable.is_some() {
                    self.assign(variable, body.slot(iteration.domain));
                }
                conditions.push(body.slot(iteration.domain));
            }
            _ => {}
        }
        let mut operands = Vec::new();
        program.for_each_operand(term, |operand| operands.push(operand));
        for operand in operands {
            self.assignments_in(body, operand, conditions);
        }
        conditions.truncate(depth);
    }
}

#[cfg(test)]
mod tests;
