//! The assignments to each variable of a pixel program, with their conditions.

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::{Body, BodyId, Role, SlotId, SlotSubject};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::AppletAnalysis;

/// Something that a variable depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) slot: SlotId,
    /// Whether the variable may have its value; otherwise it is a condition, an index, a list or
    /// number that a loop runs over, or a call that assigns it.
    pub(super) is_value: bool,
}

pub(super) struct Assignments<'a> {
    applet: &'a AppletAnalysis,
    /// The sources of each variable.
    pub(super) of: FxHashMap<SlotId, Vec<Source>>,
    known: FxHashSet<(SlotId, Source)>,
}

impl<'a> Assignments<'a> {
    pub(super) fn new(applet: &'a AppletAnalysis) -> Self {
        Self {
            applet,
            of: FxHashMap::default(),
            known: FxHashSet::default(),
        }
    }

    /// Notes what a body assigns, and what it hands to the parameters of what it calls.
    pub(super) fn whole(&mut self, id: BodyId) {
        let solution = &*self.applet.solution;
        let body = solution.body(id);
        self.in_term(body, body.root, &mut Vec::new());
        for call in solution.calls_in(body) {
            let SlotSubject::Term(term) = solution.slot(call).subject else {
                continue;
            };
            let body = solution.body(solution.slot(call).body);
            let TermKind::Call { arguments, .. } = self.applet.program.kind(term) else {
                continue;
            };
            let arguments = self.applet.program.children(arguments);
            for &callee in solution.callees(call) {
                let parameters = &solution.body(callee).parameters;
                for (&parameter, &argument) in parameters.iter().zip(arguments) {
                    self.assign(parameter, body.slot(argument), true);
                }
            }
        }
    }

    /// Notes what a body assigns; what functions assign comes from their calls.
    pub(super) fn folded(&mut self, id: BodyId) {
        let body = self.applet.solution.body(id);
        self.in_term(body, body.root, &mut Vec::new());
        for call in self.applet.solution.calls_in(body) {
            for variable in self.written(call) {
                self.assign(variable, call, false);
            }
        }
    }

    /// The variables of the whole pixel program that a call assigns.
    fn written(&self, call: SlotId) -> Vec<SlotId> {
        let solution = &*self.applet.solution;
        let mut inner = Self::new(self.applet);
        let mut bodies: FxHashSet<BodyId> = FxHashSet::default();
        let mut pending = vec![call];
        while let Some(call) = pending.pop() {
            for &callee in solution.callees(call) {
                if !bodies.insert(callee) {
                    continue;
                }
                let body = solution.body(callee);
                inner.in_term(body, body.root, &mut Vec::new());
                for variable in &body.variables {
                    inner.of.remove(variable);
                }
                pending.extend(solution.calls_in(body));
            }
        }
        let mut written: Vec<SlotId> = inner.of.into_keys().collect();
        written.sort_unstable();
        written
    }

    fn assign(&mut self, variable: SlotId, slot: SlotId, is_value: bool) {
        let source = Source { slot, is_value };
        if self.known.insert((variable, source)) {
            self.of.entry(variable).or_default().push(source);
        }
    }

    fn in_term(&mut self, body: &Body, term: TermId, conditions: &mut Vec<SlotId>) {
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
                self.in_assignment(body, target, value, conditions);
                self.in_term(body, value, conditions);
                return;
            }
            TermKind::If { condition, .. } | TermKind::While { condition, .. } => {
                conditions.push(body.slot(condition));
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let variable = solution.slot(body.slot(term)).link;
                if variable.is_some() {
                    self.assign(variable, body.slot(iteration.domain), false);
                }
                conditions.push(body.slot(iteration.domain));
                let rounds = solution.rounds.get(&body.slot(term));
                for &round in rounds.into_iter().flatten() {
                    let round = solution.body(round);
                    if let Some(&variable) = round.parameters.first() {
                        self.assign(variable, body.slot(iteration.domain), false);
                    }
                    self.in_term(round, round.root, conditions);
                }
            }
            _ => {}
        }
        let mut operands = Vec::new();
        program.for_each_operand(term, |operand| operands.push(operand));
        for operand in operands {
            self.in_term(body, operand, conditions);
        }
        conditions.truncate(depth);
    }

    /// Notes what decides the variables that an assignment changes: its value, the conditions around
    /// it, and the indices in its target.
    fn in_assignment(&mut self, body: &Body, target: TermId, value: TermId, conditions: &[SlotId]) {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let variable = |term: TermId| solution.slot(body.slot(term)).link;
        let mut targets = vec![target];
        while let Some(target) = targets.pop() {
            match program.kind(target) {
                TermKind::Index { base, index } => {
                    let variable = variable(base);
                    if variable.is_some() {
                        self.assign(variable, body.slot(index), false);
                    }
                    targets.push(base);
                }
                TermKind::List(operands) => targets.extend(program.children(operands)),
                _ => {
                    let variable = variable(target);
                    if variable.is_some() {
                        self.assign(variable, body.slot(value), true);
                        for &condition in conditions {
                            self.assign(variable, condition, false);
                        }
                    }
                }
            }
        }
    }
}
