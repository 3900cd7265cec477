//! Variables that a pixel program assigns and the scripts use as well: each pixel has its own.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use crate::builtins::Side;
use crate::diagnostic::{Related, Severity};
use crate::infer::{BodyId, Subject};
use crate::names::NameId;
use crate::program::{FunctionId, Program, TermId, TermKind};

impl Checker<'_> {
    /// What a colorplot assigns is not seen by the scripts, nor the other way round.
    pub(super) fn own_copies(&mut self, plot: BodyId) {
        let solution = self.solution;
        let program = &self.analysis.program;
        let Some(variables) = solution.plot_variables.get(&plot) else {
            return;
        };
        let body = solution.body(plot);
        let Some(pixel) = body.pixel else { return };
        let pixel = &program.plot(pixel.plot).pixel;
        let assigned: Vec<NameId> = variables
            .iter()
            .skip(pixel.len())
            .map(|&(name, _)| name)
            .collect();
        if assigned.is_empty() {
            return;
        }
        let uses = self.uses_on_the_cpu();
        for name in assigned {
            let Some(&uses) = uses.get(&name) else {
                continue;
            };
            let mut order = Order::new(program, name);
            order.walk(body.root);
            let text = program.names.text(name);
            let (place, message, other, words) = match (order.read, uses) {
                (
                    Some(read),
                    Uses {
                        written: Some(written),
                        ..
                    },
                ) => (
                    read,
                    format!(
                        "`{text}` has no value here: the pixel program assigns it, so that each \
                         pixel has its own"
                    ),
                    written,
                    "this is not seen by the pixels",
                ),
                (
                    None,
                    Uses {
                        read: Some(read),
                        written: None,
                    },
                ) => (
                    order.assigned.unwrap_or(body.root),
                    format!("each pixel has its own `{text}`: the scripts do not see this value"),
                    read,
                    "here it has no value",
                ),
                _ => continue,
            };
            let related = Related {
                range: self.analysis.range(other),
                message: words.to_owned(),
            };
            if let Some(said) = self.say(place, "own-copy", Severity::Warning, message) {
                said.help = Some("give one of both another name".to_owned());
                said.related.push(related);
            }
        }
    }

    /// Where scripts read and assign the global variables that colorplots assign as well.
    fn uses_on_the_cpu(&mut self) -> Rc<FxHashMap<NameId, Uses>> {
        if let Some(known) = &self.uses_on_the_cpu {
            return Rc::clone(known);
        }
        let solution = self.solution;
        let program = &self.analysis.program;
        let mut uses: FxHashMap<NameId, Uses> = FxHashMap::default();
        for &name in program.plots.iter().flat_map(|plot| &plot.assigned) {
            if let Some(slot) = solution.global(name) {
                let written = || {
                    solution.raises(slot).find_map(|raise| {
                        match solution.slot(raise.from).subject {
                            Subject::Term(term) => Some(term),
                            Subject::Variable(_) => None,
                        }
                    })
                };
                uses.entry(name).or_insert_with(|| Uses {
                    written: written(),
                    read: None,
                });
            }
        }
        if !uses.is_empty() {
            self.reads_on_the_cpu(&mut uses);
        }
        uses.retain(|_, uses| uses.read.is_some() || uses.written.is_some());
        let uses = Rc::new(uses);
        self.uses_on_the_cpu = Some(Rc::clone(&uses));
        uses
    }

    /// Where scripts read some global variables.
    fn reads_on_the_cpu(&self, uses: &mut FxHashMap<NameId, Uses>) {
        let solution = self.solution;
        let program = &self.analysis.program;
        for &id in &solution.live {
            let body = solution.body(id);
            if body.side() == Side::Gpu {
                continue;
            }
            let mut targets = FxHashSet::default();
            for (term, _) in solution.evaluated(body) {
                // Targets stand behind their values, and before the assignment.
                if let TermKind::Assign { target, .. } | TermKind::DefineLazy { target, .. } =
                    program.kind(term)
                {
                    targets.insert(target);
                }
            }
            for (term, slot) in solution.evaluated(body) {
                if let TermKind::Variable(name) = program.kind(term)
                    && let Some(known) = uses.get_mut(&name)
                    && known.read.is_none()
                    && !targets.contains(&term)
                    && solution.global(name) == Some(slot.link)
                {
                    known.read = Some(term);
                }
            }
        }
    }
}

/// What the scripts do with a variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses {
    read: Option<TermId>,
    written: Option<TermId>,
}

/// Whether a variable is read before it is assigned, in the order of evaluation.
///
/// Loops are taken to run at least once, and calls to run the last definition: what is found is
/// certain enough for a warning.
pub(super) struct Order<'a> {
    program: &'a Program,
    name: NameId,
    /// The first assignment that certainly took place.
    assigned: Option<TermId>,
    /// The first read before it.
    read: Option<TermId>,
    /// How many branches there are around, and whether there were some at the read.
    branches: usize,
    is_conditional: bool,
    visited: FxHashSet<FunctionId>,
}

impl<'a> Order<'a> {
    pub(super) fn new(program: &'a Program, name: NameId) -> Self {
        Self {
            program,
            name,
            assigned: None,
            read: None,
            branches: 0,
            is_conditional: false,
            visited: FxHashSet::default(),
        }
    }

    /// Where the variable is read first, if that is before it is assigned.
    pub(super) fn read(&self) -> Option<TermId> {
        self.read
    }

    /// Whether nothing decides whether that read takes place.
    pub(super) fn is_certain(&self) -> bool {
        !self.is_conditional
    }

    pub(super) fn walk(&mut self, term: TermId) {
        if self.assigned.is_some() || self.read.is_some() {
            return;
        }
        let program = self.program;
        match program.kind(term) {
            TermKind::Variable(name) if name == self.name => {
                self.read = Some(term);
                self.is_conditional = self.branches > 0;
            }
            TermKind::Assign { target, value } => {
                self.walk(value);
                self.target(target, term);
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.walk(condition);
                let before = self.assigned;
                self.branches += 1;
                self.walk(then);
                let after_then = std::mem::replace(&mut self.assigned, before);
                if let Some(otherwise) = otherwise {
                    self.walk(otherwise);
                }
                self.branches -= 1;
                // Only what both branches do is certain; after one that assigns, a read may still
                // mean that value.
                self.assigned = self.assigned.or(after_then);
            }
            // Its own variables, as far as they have this name.
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                self.walk(iteration.domain);
                if iteration.element != self.name && iteration.index != Some(self.name) {
                    self.walk(iteration.body);
                }
            }
            TermKind::Define(_) | TermKind::DefineLazy { .. } | TermKind::Regional(_) => {}
            TermKind::Call {
                callee, modifiers, ..
            } => {
                let row = program.callee(callee);
                // That asks whether there is a value.
                if row.name == "isundefined" {
                    return;
                }
                program.for_each_operand(term, |operand| self.walk(operand));
                let mut given = program.modifiers(modifiers).iter();
                if given.any(|modifier| modifier.name == self.name) {
                    return;
                }
                let Some(&function) = row.definitions.last().filter(|_| !row.runs_code()) else {
                    return;
                };
                if self.visited.insert(function) && !self.is_own(function) {
                    self.walk(program.function(function).body);
                }
            }
            _ => program.for_each_operand(term, |operand| self.walk(operand)),
        }
    }

    /// Whether a function has a variable of this name for itself.
    fn is_own(&self, function: FunctionId) -> bool {
        let program = self.program;
        let function = program.function(function);
        let mut parameters = function.parameters.iter();
        let first = program.term(function.body).first;
        let mut terms = (first.0..=function.body.0).map(TermId);
        parameters.any(|parameter| parameter.name == self.name)
            || terms.any(|term| match program.kind(term) {
                TermKind::Regional(names) => {
                    let mut names = program.children(names).iter();
                    names.any(|&term| program.name_of(term) == Some(self.name))
                }
                _ => false,
            })
    }

    fn target(&mut self, target: TermId, assignment: TermId) {
        let program = self.program;
        match program.kind(target) {
            TermKind::Variable(name) if name == self.name => {
                self.assigned = self.assigned.or(Some(assignment));
            }
            TermKind::Variable(_) => {}
            TermKind::List(targets) => {
                for &target in program.children(targets) {
                    self.target(target, assignment);
                }
            }
            // A part of a list changes what was there before.
            _ => self.walk(target),
        }
    }
}
