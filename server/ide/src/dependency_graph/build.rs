//! The graph from what inference knows of a colorplot.

use cindyscript_hir::program::{PlotId, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, Role, SlotId, SlotSubject};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use super::assignments::{Assignments, Source};
use super::{DependencyGraph, Edge, FunctionGraph, Graph, GraphNode, Origin, SplitPart};
use crate::analysis::AppletAnalysis;
use crate::binding_time::{OfTerms, constants};

/// More nodes than these make no picture; the rest is left out.
pub(super) const MOST_NODES: usize = 400;
/// And so do more parts.
const MOST_PARTS: usize = 40;
/// Of a term's text, in characters.
const LONGEST_TEXT: usize = 240;

/// The graph of a colorplot; none if it never runs.
pub(super) fn graph(applet: &AppletAnalysis, plot: PlotId) -> Option<DependencyGraph> {
    let solution = &*applet.solution;
    let &root = solution.plots.get(&plot)?.first()?;
    let constants = constants(applet, applet.program.term_ids());
    let mut bodies = vec![root];
    let mut known: FxHashSet<BodyId> = bodies.iter().copied().collect();
    let mut done = 0;
    while let Some(&body) = bodies.get(done) {
        done += 1;
        for call in solution.calls_in(solution.body(body)) {
            for &callee in solution.callees(call) {
                if known.insert(callee) {
                    bodies.push(callee);
                }
            }
        }
    }
    let mut is_cut = bodies.len() > MOST_PARTS;
    let mut build = |body: BodyId, is_folded: bool| {
        let mut assigned = Assignments::new(applet);
        if is_folded {
            assigned.folded(body);
        } else {
            bodies.iter().for_each(|&body| assigned.whole(body));
        }
        let mut builder = Builder::new(applet, &constants, plot, body, is_folded);
        builder.assigned = assigned.of;
        builder.run();
        is_cut |= builder.is_cut;
        builder.graph
    };
    let whole = build(root, false);
    let parts = bodies.iter().take(MOST_PARTS).map(|&id| {
        let body = solution.body(id);
        FunctionGraph {
            signature: signature(applet, body),
            range: applet.range(body.root),
            graph: build(id, true),
        }
    });
    // Signatures may differ in what types do not show, whether a number can be negative.
    let mut unique: Vec<FunctionGraph> = Vec::new();
    for part in parts {
        if !unique.contains(&part) {
            unique.push(part);
        }
    }
    Some(DependencyGraph {
        title: applet.text(applet.program.plot(plot).term),
        whole,
        parts: unique,
        is_cut,
    })
}

/// `f(x: real, n: int): complex`; nothing for a body without a name.
fn signature(applet: &AppletAnalysis, body: &Body) -> String {
    let BodyKind::Function(function) = body.kind else {
        return String::new();
    };
    let name = applet.program.function_name(function);
    let function = applet.program.function(function);
    let solution = &*applet.solution;
    let parameters = function.parameters.iter().zip(&body.parameters);
    let parameters = parameters.skip(usize::from(function.is_code()));
    let parameters: Vec<String> = parameters
        .map(|(parameter, &slot)| {
            let name = applet.program.names.text(parameter.name);
            format!("{name}: {}", solution.ty(slot))
        })
        .collect();
    format!(
        "{name}({}): {}",
        parameters.join(", "),
        solution.ty(body.slot(body.root)),
    )
}

/// The identity of a node: a slot, or a term below one of U.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Slot(SlotId),
    Below(SlotId, TermId),
}

struct Builder<'a> {
    applet: &'a AppletAnalysis,
    /// Which terms are constant.
    constants: &'a OfTerms<bool>,
    /// Whose result is the first node.
    root: BodyId,
    /// Whether calls are nodes, and not what they run.
    is_folded: bool,
    graph: Graph,
    keys: Vec<Key>,
    places: FxHashMap<Key, usize>,
    /// The sources of each variable.
    assigned: FxHashMap<SlotId, Vec<Source>>,
    running: FxHashSet<SlotId>,
    /// The number of the value of each term of U, by how it is written and by its type.
    values: FxHashMap<(String, Type), usize>,
    is_cut: bool,
}

impl<'a> Builder<'a> {
    fn new(
        applet: &'a AppletAnalysis,
        constants: &'a OfTerms<bool>,
        plot: PlotId,
        root: BodyId,
        is_folded: bool,
    ) -> Self {
        let solution = &*applet.solution;
        let names = &applet.split(plot).pixel;
        let program = solution.body(root).pixel.map_or(root, |pixel| pixel.body);
        let variables = solution.plot_variables.get(&program).into_iter().flatten();
        let running = variables.filter(|(name, _)| names.iter().any(|pixel| pixel.name == *name));
        Self {
            applet,
            constants,
            root,
            is_folded,
            graph: Graph::default(),
            keys: Vec::new(),
            places: FxHashMap::default(),
            assigned: FxHashMap::default(),
            running: running.map(|&(_, slot)| slot).collect(),
            values: FxHashMap::default(),
            is_cut: false,
        }
    }

    fn run(&mut self) {
        let body = self.applet.solution.body(self.root);
        let mut pending: Vec<usize> = Vec::new();
        pending.extend(self.node(Key::Slot(self.value(body.slot(body.root)))));
        while let Some(place) = pending.pop() {
            let Some(&key) = self.keys.get(place) else {
                continue;
            };
            for (needed, is_value) in self.needs(key) {
                let known = self.graph.nodes.len();
                let Some(other) = self.node(needed) else {
                    continue;
                };
                if other == known {
                    pending.push(other);
                }
                if is_value {
                    let label = self.graph.nodes[other].label.clone();
                    let assigned = &mut self.graph.nodes[place].assigned;
                    if !assigned.contains(&label) {
                        assigned.push(label);
                    }
                }
                let edges = &mut self.graph.edges;
                let is_same = |edge: &&mut Edge| (edge.dependent, edge.needed) == (place, other);
                match edges.iter_mut().find(is_same) {
                    Some(edge) => edge.is_value |= is_value,
                    None => edges.push(Edge {
                        dependent: place,
                        needed: other,
                        is_value,
                    }),
                }
            }
        }
    }

    /// The place of a node, a new one if it is not known. None if there are too many.
    fn node(&mut self, key: Key) -> Option<usize> {
        if let Some(&place) = self.places.get(&key) {
            return Some(place);
        }
        if self.graph.nodes.len() >= MOST_NODES {
            self.is_cut = true;
            return None;
        }
        let node = match key {
            Key::Slot(slot) => self.slot_node(slot),
            Key::Below(_, term) => GraphNode {
                label: self.applet.text(term),
                text: self.applet.shortened(term, LONGEST_TEXT),
                ty: String::new(),
                because: String::new(),
                part: SplitPart::Below,
                is_running: false,
                origin: Origin::Term,
                is_call: false,
                is_constant: self.constants.get(term) == Some(&true),
                value: None,
                assigned: Vec::new(),
                range: self.applet.range(term),
            },
        };
        self.graph.nodes.push(node);
        self.keys.push(key);
        let place = self.graph.nodes.len() - 1;
        self.places.insert(key, place);
        Some(place)
    }

    fn slot_node(&mut self, slot: SlotId) -> GraphNode {
        let applet = self.applet;
        let data = applet.solution.slot(slot);
        let is_uniform = data.role == Role::Uniform;
        let (label, text, range, origin) = self.subject(slot);
        // A uniform without a type at pixels may have one on the CPU.
        let of_type = match is_uniform && data.ty.is_unset() && data.link.is_some() {
            true => data.link,
            false => slot,
        };
        let ty = applet.solution.ty(of_type);
        let uniform = match data.subject {
            SlotSubject::Term(term) if is_uniform => Some(term),
            SlotSubject::Term(_) | SlotSubject::Variable(_) => None,
        };
        let is_constant = uniform.is_some_and(|term| self.constants.get(term) == Some(&true));
        let value = uniform.map(|term| {
            let next = self.values.len();
            let written = applet.shortened(term, usize::MAX);
            *self.values.entry((written, ty.clone())).or_insert(next)
        });
        let steps = applet.provenance(&applet.solution).why(of_type);
        GraphNode {
            label,
            text,
            ty: match ty.is_unset() {
                true => String::new(),
                false => ty.to_string(),
            },
            because: steps
                .into_iter()
                .next()
                .map_or_else(String::new, |step| step.text),
            part: if is_uniform {
                SplitPart::Uniform
            } else {
                SplitPart::Pixel
            },
            is_running: self.running.contains(&slot),
            origin,
            is_call: self.is_folded && !is_uniform && applet.solution.calls.contains_key(&slot),
            is_constant,
            value,
            assigned: Vec::new(),
            range,
        }
    }

    /// The label, the text, the range and the origin of a slot's term or variable.
    fn subject(&self, slot: SlotId) -> (String, String, TextRange, Origin) {
        let applet = self.applet;
        let data = applet.solution.slot(slot);
        let name = match data.subject {
            SlotSubject::Term(term) => {
                let text = applet.shortened(term, LONGEST_TEXT);
                return (applet.text(term), text, applet.range(term), Origin::Term);
            }
            SlotSubject::Variable(name) => name,
        };
        let mut terms = applet.variables().of(name).iter().copied();
        let body = applet.solution.body(data.body);
        let first = terms.find(|&term| body.contains(term) || body.kind == BodyKind::Uniform);
        let range = applet.range(first.unwrap_or(body.root));
        let own = &applet.solution.body(self.root).parameters;
        let origin = if self.is_folded && own.contains(&slot) {
            Origin::Parameter
        } else {
            Origin::Variable
        };
        let name = applet.program.names.text(name);
        (name.to_owned(), name.to_owned(), range, origin)
    }

    /// The slot whose value a slot has: the variable of an occurrence, the last of a sequence, the
    /// result of a function.
    fn value(&self, mut slot: SlotId) -> SlotId {
        let solution = &*self.applet.solution;
        let program = &self.applet.program;
        for _ in 0..solution.slots.len() {
            let data = solution.slot(slot);
            let SlotSubject::Term(term) = data.subject else {
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

    /// The nodes that a node depends on, and whether each is a value of a variable.
    fn needs(&self, key: Key) -> Vec<(Key, bool)> {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let below = |slot: SlotId, term: TermId| {
            let mut needed = Vec::new();
            program.for_each_operand(term, |operand| {
                if program.kind(operand) != TermKind::Undefined {
                    needed.push((Key::Below(slot, operand), false));
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
            SlotSubject::Term(term) => term,
            SlotSubject::Variable(_) => {
                let sources = self.assigned.get(&slot).into_iter().flatten();
                return sources
                    .map(|source| (Key::Slot(self.value(source.slot)), source.is_value))
                    .collect();
            }
        };
        if data.role == Role::Uniform {
            return below(slot, term);
        }
        let body = solution.body(data.body);
        let mut needed: Vec<SlotId> = Vec::new();
        match solution.calls.get(&slot) {
            Some(callees) if !self.is_folded => {
                let results = callees.iter().map(|&callee| solution.body(callee));
                needed.extend(results.map(|callee| callee.slot(callee.root)));
            }
            _ => program.for_each_operand(term, |operand| {
                if solution.slot(body.slot(operand)).role != Role::Idle {
                    needed.push(body.slot(operand));
                }
            }),
        }
        for &round in solution.rounds.get(&slot).into_iter().flatten() {
            let round = solution.body(round);
            needed.push(round.slot(round.root));
        }
        let needed = needed
            .into_iter()
            .map(|slot| (Key::Slot(self.value(slot)), false));
        needed.collect()
    }
}
