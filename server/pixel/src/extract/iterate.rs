//! Loops over lists whose length is known, and over counts.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::program::{Iteration, IterationId, IterationKind, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::BodyId;

use super::Extractor;
use super::stream::{Range, Use};
use crate::{NodeId, NodeKind, Reason, VariableId};

impl Extractor<'_> {
    pub(super) fn iterate(
        &mut self,
        body: BodyId,
        term: TermId,
        id: IterationId,
        ty: Type,
    ) -> NodeId {
        let program = self.program;
        let iteration = program.iteration(id);
        let counts = iteration.kind == IterationKind::Repeat;
        if counts && !program.modifiers(iteration.modifiers).is_empty() {
            let range = self.repeat_range(body, term, iteration);
            let range = self.counting(body, term, range);
            return self.consume(body, term, range, Use::Loop(iteration), ty);
        }
        let slot = self.solution.body(body).slot(term);
        if let Some(rounds) = self.solution.rounds.get(&slot) {
            return self.rounds(body, term, iteration, rounds, ty);
        }
        if self.wants_element(iteration) {
            return self.refuse(term, Reason::ElementModifier);
        }
        if !counts && self.consumes_stream(body, term, iteration.domain) {
            if matches!(iteration.kind, IterationKind::Apply | IterationKind::Select) {
                return self.refuse_unsized(term);
            }
            let Some(stream) = self.stream(body, iteration.domain) else {
                return self.refuse_unsized(iteration.domain);
            };
            return self.consume(body, term, stream, Use::Loop(iteration), ty);
        }
        if iteration.kind == IterationKind::Select {
            return self.refuse_unsized(term);
        }
        let first = self.ty(body, iteration.domain);
        if iteration.may_be_two_values() && first.scalar().is_some() {
            return self.two_values(body, term, iteration);
        }
        self.plain_loop(body, term, iteration, ty)
    }

    /// A loop over a list of known length, or a number of rounds.
    fn plain_loop(
        &mut self,
        body: BodyId,
        term: TermId,
        iteration: &Iteration,
        ty: Type,
    ) -> NodeId {
        let domain = match iteration.kind {
            IterationKind::Repeat => self.integer(body, iteration.domain, Intrinsic::Round),
            _ => self.term(body, iteration.domain),
        };
        let (element, index) = self.running_variables(body, term, iteration);
        let value = self.term(body, iteration.body);
        let wanted = match iteration.kind {
            IterationKind::Apply => ty
                .as_list()
                .map_or(Type::Unset, |list| list.element.clone()),
            // The keys.
            IterationKind::Sort => self.node_type(value).clone(),
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Max
            | IterationKind::Min => ty.clone(),
        };
        let inner = self.coerce(value, &wanted);
        let kind = NodeKind::Iterate {
            kind: iteration.kind,
            domain,
            element,
            index,
            body: inner,
        };
        self.push(term, ty, kind)
    }

    /// The larger or smaller one of two values; `#` is what it is around.
    fn two_values(&mut self, body: BodyId, term: TermId, iteration: &Iteration) -> NodeId {
        let mut nodes = Vec::new();
        let first = self.term(body, iteration.domain);
        let first = self.keep(body, first, "value", &mut nodes);
        let slot = self.solution.slot(self.solution.body(body).slot(term));
        let around = self.solution.slot(slot.link).link;
        if around.is_some() {
            let (inner, around) = (self.variable(slot.link), self.variable(around));
            let value = self.load(term, around);
            nodes.push(self.set(term, inner, value));
        }
        let second = self.term(body, iteration.body);
        let first = self.load(term, first);
        let (kind, values) = (iteration.kind, [first, second]);
        let value = match self.extremum_of_unlike(body, kind, values) {
            Some(value) => value,
            None => self.reduce(term, kind, &values),
        };
        nodes.push(value);
        let ty = nodes
            .last()
            .map_or(Type::Unset, |&last| self.node_type(last).clone());
        self.push(term, ty, NodeKind::Sequence(nodes))
    }

    /// A loop over unlike elements, written out.
    fn rounds(
        &mut self,
        body: BodyId,
        term: TermId,
        iteration: &Iteration,
        rounds: &[BodyId],
        ty: Type,
    ) -> NodeId {
        let mut nodes = Vec::new();
        let list = self.term(body, iteration.domain);
        let list = self.keep(body, list, "list", &mut nodes);
        let mut values = Vec::with_capacity(rounds.len());
        for (place, &round) in (1u8..).zip(rounds) {
            let data = self.solution.body(round);
            let place = f64::from(place);
            if let Some(&element) = data.parameters.first() {
                let element = self.variable(element);
                let part = self.part(iteration.domain, list, place);
                nodes.push(self.set(term, element, part));
            }
            if let Some(&index) = data.parameters.get(1) {
                let index = self.variable(index);
                let place = self.constant(term, place);
                nodes.push(self.set(term, index, place));
            }
            let value = self.term(round, data.root);
            match iteration.kind {
                IterationKind::ForAll => nodes.push(value),
                IterationKind::Repeat
                | IterationKind::Apply
                | IterationKind::Select
                | IterationKind::Sum
                | IterationKind::Product
                | IterationKind::Sort
                | IterationKind::Max
                | IterationKind::Min => {
                    values.push(self.keep(round, value, "value", &mut nodes));
                }
            }
        }
        nodes.extend(self.combined(term, iteration.kind, &values, &ty));
        let ty = match nodes.last() {
            Some(&last) => self.node_type(last).clone(),
            None => ty,
        };
        self.push(term, ty, NodeKind::Sequence(nodes))
    }

    /// The value of a loop from the values of its rounds; none if it has that of its last round.
    fn combined(
        &mut self,
        term: TermId,
        kind: IterationKind,
        values: &[VariableId],
        ty: &Type,
    ) -> Option<NodeId> {
        let values = values.iter().map(|&value| self.load(term, value));
        let values: Vec<NodeId> = values.collect();
        match kind {
            IterationKind::ForAll => None,
            IterationKind::Apply => Some(self.listed_as(term, &values, ty)),
            kind => {
                let types = values.iter().map(|&value| self.node_type(value).clone());
                let types = Type::of_elements(types.collect());
                let values = self.listed_as(term, &values, &types);
                Some(self.reduce(term, kind, &[values]))
            }
        }
    }

    /// The variables that a loop binds: for the element, and for its 1-based index.
    pub(super) fn running_variables(
        &mut self,
        body: BodyId,
        term: TermId,
        iteration: &Iteration,
    ) -> (VariableId, Option<VariableId>) {
        let data = self.solution.body(body);
        let link = |term: TermId| self.solution.slot(data.slot(term)).link;
        // The place for the name of the index may be empty.
        let index = iteration.index_term.map(link).filter(|slot| slot.is_some());
        let element = link(term);
        let element = self.variable(element);
        (element, index.map(|slot| self.variable(slot)))
    }

    fn wants_element(&self, iteration: &Iteration) -> bool {
        let extremum = matches!(iteration.kind, IterationKind::Max | IterationKind::Min);
        extremum && !self.program.modifiers(iteration.modifiers).is_empty()
    }

    /// The counters of `repeat` with `start`, `stop` or `step`.
    fn repeat_range(&mut self, body: BodyId, term: TermId, iteration: &Iteration) -> Range {
        let mut before = Vec::new();
        let count = self.integer(body, iteration.domain, Intrinsic::Round);
        let count = self.keep(body, count, "count", &mut before);
        let (mut start, mut stop, mut step) = (None, None, None);
        for modifier in self.program.modifiers(iteration.modifiers) {
            let slot = match self.program.names.text(modifier.name) {
                modifiers::name::START => &mut start,
                modifiers::name::STOP => &mut stop,
                modifiers::name::STEP => &mut step,
                _ => continue,
            };
            let value = self.term(body, modifier.value);
            if !self.node_type(value).fits(&Type::REAL) {
                self.refuse(modifier.value, Reason::NotReal);
            }
            *slot = Some(self.keep(body, value, "limit", &mut before));
        }
        let (rounds, first, step) = match (start, stop, step) {
            (Some(start), Some(stop), Some(step)) => {
                let limits = [start, stop, step];
                let rounds = self.rounds_between(body, term, limits, count, &mut before);
                (rounds, start, Some(step))
            }
            (Some(start), Some(stop), None) => {
                let step = self.step_between(body, term, [start, stop], count, &mut before);
                (self.load(term, count), start, Some(step))
            }
            (None, Some(stop), step) => {
                let first = self.first_before(body, term, stop, step, count, &mut before);
                (self.load(term, count), first, step)
            }
            (start, None, step) => {
                let first = start.unwrap_or_else(|| {
                    let one = self.constant(term, 1.0);
                    self.keep(body, one, "first", &mut before)
                });
                (self.load(term, count), first, step)
            }
        };
        Range {
            before,
            rounds,
            first,
            step,
        }
    }

    /// The number of rounds from `start` to `stop` in steps, or `count` if the step leads away.
    fn rounds_between(
        &mut self,
        body: BodyId,
        term: TermId,
        [start, stop, step]: [VariableId; 3],
        count: VariableId,
        before: &mut Vec<NodeId>,
    ) -> NodeId {
        let (from, to, by) = (
            self.load(term, start),
            self.load(term, stop),
            self.load(term, step),
        );
        let end = self.operate(term, Intrinsic::Add, &[to, by]);
        let end = self.keep(body, end, "end", before);
        let distance = self.load(term, end);
        let distance = self.operate(term, Intrinsic::Subtract, &[distance, from]);
        let by_again = self.load(term, step);
        let quotient = self.operate(term, Intrinsic::Divide, &[distance, by_again]);
        // In f32, a whole number may have come out too small.
        let nearly = self.push(term, Type::REAL, NodeKind::Constant(super::NEARLY));
        let quotient = self.operate(term, Intrinsic::Multiply, &[quotient, nearly]);
        let quotient = self.keep(body, quotient, "rounds", before);
        // Not negative: it goes forward.
        let (quotient, zero) = (self.load(term, quotient), self.constant(term, 0.0));
        let condition = self.operate(term, Intrinsic::GreaterOrEqual, &[quotient, zero]);
        let then = self.operate(term, Intrinsic::Floor, &[quotient]);
        let otherwise = self.load(term, count);
        let then = self.coerce(then, &Type::INT);
        let otherwise = Some(self.coerce(otherwise, &Type::INT));
        let kind = NodeKind::If {
            condition,
            then,
            otherwise,
        };
        self.push(term, Type::INT, kind)
    }

    /// The step that leads from `start` to `stop` in `count` rounds.
    fn step_between(
        &mut self,
        body: BodyId,
        term: TermId,
        [start, stop]: [VariableId; 2],
        count: VariableId,
        before: &mut Vec<NodeId>,
    ) -> VariableId {
        let (from, to) = (self.load(term, start), self.load(term, stop));
        let distance = self.operate(term, Intrinsic::Subtract, &[to, from]);
        let (count, one) = (self.load(term, count), self.constant(term, 1.0));
        let gaps = self.operate(term, Intrinsic::Subtract, &[count, one]);
        let step = self.operate(term, Intrinsic::Divide, &[distance, gaps]);
        self.keep(body, step, "step", before)
    }

    /// The first counter of `count` rounds that end at `stop`.
    fn first_before(
        &mut self,
        body: BodyId,
        term: TermId,
        stop: VariableId,
        step: Option<VariableId>,
        count: VariableId,
        before: &mut Vec<NodeId>,
    ) -> VariableId {
        let (all, one) = (self.load(term, count), self.constant(term, 1.0));
        let mut way = self.operate(term, Intrinsic::Subtract, &[all, one]);
        if let Some(step) = step {
            let step = self.load(term, step);
            way = self.operate(term, Intrinsic::Multiply, &[step, way]);
        }
        let stop = self.load(term, stop);
        let first = self.operate(term, Intrinsic::Subtract, &[stop, way]);
        self.keep(body, first, "first", before)
    }
}
