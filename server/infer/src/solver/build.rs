//! From a body to its slots and the flows of types between them.

use cindyscript_hir::builtins::{Binds, Mode};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    CalleeId, Iteration, IterationKind, PlotId, SpecialId, TermId, TermKind,
};
use cindyscript_hir::types::Type;

use super::Solver;
use super::flow::{AccessPath, Dependents, Edge, Flow};
use super::rounds::takes_unlike;
use super::scope::{Binding, ScopeKind};
use crate::rules::{axis, counter, number};
use crate::solution::{BodyId, BodyKind, NO_RAISE, Role, ScopeId, Slot, SlotId, SlotSubject};

/// Calls are not followed where so many terms are being built around them; it bounds the stack.
pub(super) const MAX_NESTING: u32 = 64;

impl Slot {
    pub(super) fn new(body: BodyId, subject: SlotSubject, role: Role) -> Self {
        Self {
            ty: Type::Unset,
            body,
            subject,
            role,
            link: SlotId::NONE,
            raise: NO_RAISE,
        }
    }
}

impl Solver<'_> {
    pub(super) fn set_role(&mut self, slot: SlotId, role: Role) {
        self.solution.slots[slot.index()].role = role;
    }

    /// Computes a term now that all below it has been built. What cannot be known yet is looked at
    /// again when it is: at pixels, for one, the CPU's types come first.
    fn built(&mut self, slot: SlotId, term: TermId, waits: bool) {
        if self.solution.slot(slot).role != Role::Computed {
            return;
        }
        let is_at_pixels = || {
            let body = self.solution.slot(slot).body;
            self.solution.body(body).pixel.is_some()
        };
        if waits || self.deferred.is_some() || is_at_pixels() {
            self.mark(slot);
        } else {
            self.look_at(slot, term);
        }
    }

    /// Whether a call waits until all of the body around is built: names that are declared further
    /// down may belong to the function that makes the call, and functions that call each other are
    /// not followed to any depth.
    fn call_waits(&self, scope: Option<ScopeId>) -> bool {
        self.nesting >= MAX_NESTING || self.enclosing_function(scope).is_some()
    }

    pub(super) fn variable(&mut self, body: BodyId, name: NameId) -> SlotId {
        let slot = SlotId(self.solution.slots.len() as u32);
        let variable = Slot::new(body, SlotSubject::Variable(name), Role::Joined);
        self.solution.slots.push(variable);
        if let Some(body) = self.solution.bodies.get_mut(body.index()) {
            body.variables.push(slot);
        }
        slot
    }

    /// The global variable of that name.
    fn global(&mut self, name: NameId) -> SlotId {
        let slot = self.solution.globals[name.index()];
        if slot.is_some() {
            return slot;
        }
        // Globals belong to no body; the first script's stands in.
        let slot = self.variable(BodyId(0), name);
        self.solution.globals[name.index()] = slot;
        if let Some(given) = self.input.given.get(&name) {
            self.solution.slots[slot.index()].ty = given.clone();
        }
        slot
    }

    pub(super) fn edge(&mut self, source: SlotId, target: SlotId, flow: Flow) {
        if source.index() >= self.dependents.len() {
            let slots = self.solution.slots.len();
            self.dependents.resize(slots, Dependents::NONE);
        }
        let known = &mut self.dependents[source.index()];
        if flow == Flow::Operand && !known.user.is_some() {
            known.user = target;
            return;
        }
        let next = std::mem::replace(&mut known.edges, self.edges.len() as u32);
        self.edges.push(Edge { target, flow, next });
        if flow != Flow::Operand && !self.solution.ty(source).is_unset() {
            self.flow(source, target, flow);
        }
    }

    /// Lets the value of a function's body flow into a call.
    pub(super) fn add_join(&mut self, source: SlotId, target: SlotId) {
        self.edge(source, target, Flow::Join);
    }

    fn operands(&mut self, body: BodyId, term: TermId, scope: Option<ScopeId>) {
        let program = self.input.program;
        let data = self.solution.body(body);
        let slot = data.slot(term);
        // What is computed from a number in the text need not be told of it: it has its type from
        // the start, but where the way there is of interest, or where it is a term of U.
        let is_known = data.pixel.is_none() && self.deferred.is_none();
        program.for_each_operand(term, |operand| {
            if is_known && let TermKind::Number(value) = program.kind(operand) {
                let source = self.solution.body(body).slot(operand);
                let source = &mut self.solution.slots[source.index()];
                (source.role, source.ty) = (Role::Computed, number(value));
                return;
            }
            let source = self.term(body, operand, scope);
            self.edge(source, slot, Flow::Operand);
        });
    }

    /// Joins what flows from some of the operands instead of computing.
    fn joined(&mut self, body: BodyId, term: TermId, scope: Option<ScopeId>, from: &[TermId]) {
        let program = self.input.program;
        let slot = self.solution.body(body).slot(term);
        self.set_role(slot, Role::Joined);
        program.for_each_operand(term, |operand| {
            let source = self.term(body, operand, scope);
            if from.contains(&operand) {
                self.edge(source, slot, Flow::Join);
            }
        });
    }

    pub(super) fn term(&mut self, body: BodyId, term: TermId, scope: Option<ScopeId>) -> SlotId {
        self.nesting += 1;
        let slot = self.build(body, term, scope);
        self.nesting -= 1;
        slot
    }

    fn build(&mut self, body: BodyId, term: TermId, scope: Option<ScopeId>) -> SlotId {
        let program = self.input.program;
        let slot = self.solution.body(body).slot(term);
        let pixel = self.solution.body(body).pixel;
        let kind = program.kind(term);
        if let Some(pixel) = pixel
            && self.uniforms[&pixel.plot].contains_key(&term)
            && !matches!(kind, TermKind::Variable(name)
                if matches!(self.lookup(scope, name), Binding::Local(_)))
        {
            self.uniform(body, term, pixel);
            return slot;
        }
        self.set_role(slot, Role::Computed);
        let mut waits = false;
        match kind {
            TermKind::Variable(name) if !self.read(body, term, name, scope) => return slot,
            TermKind::Variable(_) => {}
            TermKind::Assign { target, value } => {
                let source = self.term(body, value, scope);
                self.edge(source, slot, Flow::Operand);
                self.assign(body, target, source, scope, AccessPath::default());
                // A shader's assignment has the type of the variable.
                let target = self.solution.body(body).slot(target);
                if pixel.is_some() && self.solution.slot(target).link.is_some() {
                    self.edge(target, slot, Flow::Operand);
                }
            }
            TermKind::If {
                then, otherwise, ..
            } => match otherwise {
                Some(otherwise) => self.joined(body, term, scope, &[then, otherwise]),
                None => self.joined(body, term, scope, &[then]),
            },
            TermKind::While { body: inner, .. } => self.joined(body, term, scope, &[inner]),
            TermKind::Iterate(id) => self.iterate(body, term, id, scope),
            TermKind::Special(id) => self.special(body, term, id, scope),
            TermKind::DefineLazy { target, body: code } => {
                let source = self.term(body, code, scope);
                self.assign(body, target, source, scope, AccessPath::default());
            }
            // A function's body runs where it is called.
            TermKind::Define(_) | TermKind::Undefine(_) => {}
            TermKind::Regional(names) => {
                for &name in program.children(names) {
                    self.declare_local(body, name, scope);
                }
            }
            TermKind::Plot(plot) => self.plot_with_operands(body, term, plot, scope),
            TermKind::Call { callee, .. } => {
                self.operands(body, term, scope);
                waits = self.note_call(body, slot, callee, scope);
            }
            _ => self.operands(body, term, scope),
        }
        self.built(slot, term, waits);
        slot
    }

    /// Reads a variable. False if it is a global at pixels, which has no meaning: a global is a term
    /// of U there.
    fn read(&mut self, body: BodyId, term: TermId, name: NameId, scope: Option<ScopeId>) -> bool {
        let slot = self.solution.body(body).slot(term);
        let variable = match self.lookup(scope, name) {
            Binding::Local(slot) => slot,
            Binding::Global if self.solution.body(body).pixel.is_some() => {
                self.mark(slot);
                return false;
            }
            Binding::Global => self.global(name),
        };
        self.solution.slots[slot.index()].link = variable;
        self.edge(variable, slot, Flow::Operand);
        if !self.input.guards.of(term).is_empty() {
            let bounds: Vec<SlotId> = self.bounds(body, term).collect();
            for bound in bounds {
                self.edge(bound, slot, Flow::Operand);
            }
        }
        true
    }

    fn plot_with_operands(
        &mut self,
        body: BodyId,
        term: TermId,
        plot: PlotId,
        scope: Option<ScopeId>,
    ) {
        let program = self.input.program;
        let row_body = program.plot(plot).body;
        program.for_each_operand(term, |operand| {
            if operand != row_body {
                self.term(body, operand, scope);
            }
        });
        self.plot(body, plot, scope);
    }

    /// Notes a call of a function or of code. True if it waits.
    fn note_call(
        &mut self,
        body: BodyId,
        slot: SlotId,
        callee: CalleeId,
        scope: Option<ScopeId>,
    ) -> bool {
        let row = self.input.program.callee(callee);
        if !row.runs_code() && row.definitions.is_empty() {
            return false;
        }
        self.scopes_of_calls.insert(slot, scope);
        self.solution.bodies[body.index()].calls.push(slot);
        self.call_waits(scope)
    }

    /// What a variable is not below where this occurrence of it is evaluated, as far as the body's
    /// own conditions say: those around a term of U do not keep it from being evaluated.
    pub(super) fn bounds(&self, body: BodyId, occurrence: TermId) -> impl Iterator<Item = SlotId> {
        let guards = self.input.guards.of(occurrence).iter();
        guards
            .filter_map(move |guard| {
                let body = self.solution.evaluates(body, guard.comparison)?;
                Some(body.slot(guard.bound))
            })
            .filter(|&bound| self.solution.slot(bound).role != Role::Idle)
    }

    fn assign(
        &mut self,
        body: BodyId,
        target: TermId,
        source: SlotId,
        scope: Option<ScopeId>,
        access: AccessPath,
    ) {
        let program = self.input.program;
        let slot = self.solution.body(body).slot(target);
        match program.kind(target) {
            TermKind::Variable(name) => {
                let variable = match self.lookup(scope, name) {
                    Binding::Local(slot) => slot,
                    Binding::Global if self.solution.body(body).pixel.is_some() => return,
                    Binding::Global => self.global(name),
                };
                self.solution.slots[slot.index()].link = variable;
                self.set_role(slot, Role::Computed);
                let flow = if access.part.is_empty() && access.path.is_empty() {
                    Flow::Join
                } else {
                    self.access_paths.push(access);
                    Flow::Access(self.access_paths.len() as u32 - 1)
                };
                self.edge(source, variable, flow);
                self.edge(variable, slot, Flow::Operand);
                self.built(slot, target, false);
            }
            TermKind::Index { base, index } => {
                self.term(body, index, scope);
                // In `m_1_2 = v`, the index of the list stands before those of its elements.
                let access = access.of_element(self.input.numbers().of(index));
                self.assign(body, base, source, scope, access);
            }
            // At pixels, a coordinate of a list is an element of it.
            TermKind::Field { base, name }
                if self.solution.body(body).pixel.is_some()
                    && let Some(place) = axis(program.names.text(name))
                    && let Some(root) = program.root_of_elements(base)
                    && matches!(self.lookup(scope, root), Binding::Local(_)) =>
            {
                self.assign(body, base, source, scope, access.of_element(Some(place)));
            }
            TermKind::List(targets) => {
                for (place, &target) in program.children(targets).iter().enumerate() {
                    let mut access = access.clone();
                    access.part.push(place);
                    self.assign(body, target, source, scope, access);
                }
            }
            _ => {
                self.term(body, target, scope);
            }
        }
    }

    /// The term that names a running variable has its type.
    fn declare(&mut self, body: BodyId, term: Option<TermId>, variable: SlotId) {
        if let Some(term) = term {
            let slot = self.solution.body(body).slot(term);
            self.solution.slots[slot.index()].link = variable;
            self.set_role(slot, Role::Computed);
            self.edge(variable, slot, Flow::Operand);
            self.built(slot, term, false);
        }
    }

    /// A name that is local to the function around from here on; at the top of a script it stays
    /// what it is.
    fn declare_local(&mut self, body: BodyId, term: TermId, scope: Option<ScopeId>) {
        if let (Some(function), Some(name)) = (
            self.enclosing_function(scope),
            self.input.program.name_of(term),
        ) {
            // It is the same variable in all rounds of a loop.
            let is_round = matches!(self.solution.body(body).kind, BodyKind::Round(_));
            if is_round && self.scope(function).find(name).is_some() {
                return;
            }
            let variable = self.variable(body, name);
            self.bind(function, name, variable);
        }
    }

    /// A builtin with code or names among its arguments.
    fn special(&mut self, body: BodyId, term: TermId, id: SpecialId, scope: Option<ScopeId>) {
        let program = self.input.program;
        let special = program.special(id);
        let slot = self.solution.body(body).slot(term);
        let mut values: Vec<SlotId> = Vec::new();
        for modifier in program.modifiers(special.modifiers) {
            values.push(self.term(body, modifier.value, scope));
        }
        for (mode, argument) in program.special_arguments(id) {
            if mode == Mode::Value {
                let source = self.term(body, argument, scope);
                self.edge(source, slot, Flow::Operand);
            }
        }
        let inner = self.special_scope(body, slot, id, scope, values);
        for (mode, argument) in program.special_arguments(id) {
            match mode {
                Mode::Value => {}
                Mode::Code => {
                    let source = self.term(body, argument, inner);
                    self.edge(source, slot, Flow::Operand);
                }
                Mode::Name if special.variable_term == Some(argument) => {}
                Mode::Name => {
                    if special.binding.binds == Binds::Names {
                        self.declare_local(body, argument, scope);
                    }
                    let source = self.term(body, argument, scope);
                    self.edge(source, slot, Flow::Operand);
                }
            }
        }
    }

    /// The scope of the code of a special form, with the names that it binds.
    fn special_scope(
        &mut self,
        body: BodyId,
        slot: SlotId,
        id: SpecialId,
        scope: Option<ScopeId>,
        values: Vec<SlotId>,
    ) -> Option<ScopeId> {
        let program = self.input.program;
        let special = program.special(id);
        let arguments = program.children(special.arguments);
        let names: Vec<NameId> = program.special_names(id).collect();
        if names.is_empty() {
            return scope;
        }
        let new = self.new_scope(scope, ScopeKind::Loop);
        let from = |place: u8| {
            let argument = *arguments.get(usize::from(place))?;
            Some(self.solution.body(body).slot(argument))
        };
        // The sources of the variable, how they flow into it, and its least type.
        let (sources, flow, ty) = match special.binding.binds {
            Binds::Hash(place) => (from(place).into_iter().collect(), Flow::Join, Type::REAL),
            Binds::Formula(place) => (from(place).into_iter().collect(), Flow::Element, Type::REAL),
            Binds::Graph(_) => (Vec::new(), Flow::Join, Type::REAL),
            Binds::Modifiers => (values, Flow::Join, Type::Unset),
            Binds::Nothing | Binds::Names => (Vec::new(), Flow::Join, Type::Unset),
        };
        for (place, &name) in names.iter().enumerate() {
            let variable = self.variable(body, name);
            self.bind(new, name, variable);
            self.raise(variable, ty.clone(), None);
            if let Some(&source) = sources.get(place) {
                self.edge(source, variable, flow);
            }
            if special.variable == Some(name) {
                self.solution.slots[slot.index()].link = variable;
                self.declare(body, special.variable_term, variable);
            }
        }
        Some(new)
    }

    fn iterate(
        &mut self,
        body: BodyId,
        term: TermId,
        id: cindyscript_hir::program::IterationId,
        scope: Option<ScopeId>,
    ) {
        let program = self.input.program;
        let iteration = program.iteration(id);
        let slot = self.solution.body(body).slot(term);
        let domain = self.term(body, iteration.domain, scope);
        let inner = self.new_scope(scope, ScopeKind::Loop);
        let (element, index) = self.running_variables(body, iteration, inner);
        if let Some(index) = index {
            self.edge(domain, index, Flow::Key);
        }
        self.solution.slots[slot.index()].link = element;
        if iteration.may_be_two_values()
            && let Binding::Local(outer) = self.lookup(scope, iteration.element)
        {
            self.solution.slots[element.index()].link = outer;
            self.edge(outer, element, Flow::Beside(domain));
        }
        for modifier in program.modifiers(iteration.modifiers) {
            self.term(body, modifier.value, scope);
        }
        // At pixels, what the loop does may be written out as soon as the elements are known.
        let is_at_pixels = self.solution.body(body).pixel.is_some();
        if !is_at_pixels {
            self.run_over(iteration, domain, element);
        }
        let value = self.term(body, iteration.body, Some(inner));
        if is_at_pixels {
            if takes_unlike(program, iteration) {
                self.note_loop(element, body, term, scope);
            }
            self.run_over(iteration, domain, element);
        }
        match iteration.kind {
            IterationKind::Repeat | IterationKind::ForAll => {
                self.set_role(slot, Role::Joined);
                self.edge(value, slot, Flow::Join);
            }
            IterationKind::Apply
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Sort
            | IterationKind::Max
            | IterationKind::Min => {
                self.edge(domain, slot, Flow::Operand);
                self.edge(value, slot, Flow::Operand);
            }
        }
    }

    /// Lets the running variable of a loop have what the loop runs over.
    fn run_over(&mut self, iteration: &Iteration, domain: SlotId, element: SlotId) {
        if iteration.kind == IterationKind::Repeat {
            let counter = counter(self.input.numbers(), iteration.modifiers);
            self.raise(element, counter, None);
        } else if iteration.may_be_two_values() {
            let outer = self.solution.slot(element).link;
            self.edge(domain, element, Flow::ElementOr(outer));
        } else {
            self.edge(domain, element, Flow::Element);
        }
    }

    /// Makes the variables that a loop binds: for the element, and for its index.
    pub(super) fn running_variables(
        &mut self,
        body: BodyId,
        iteration: &Iteration,
        scope: ScopeId,
    ) -> (SlotId, Option<SlotId>) {
        let element = self.variable(body, iteration.element);
        self.bind(scope, iteration.element, element);
        self.declare(body, iteration.element_term, element);
        let index = iteration.index.map(|index| {
            let variable = self.variable(body, index);
            self.bind(scope, index, variable);
            self.declare(body, iteration.index_term, variable);
            variable
        });
        (element, index)
    }
}
