//! Lists whose length is known at run time only: what `select` leaves of a list, ranges between
//! numbers that are computed per pixel.
//!
//! No pixel holds such a list. It is a stream: a loop, and what is done in each round before its
//! next element is there. Whoever wants the list is put into the loop. A variable that has such a
//! list as its value is a buffer: see [`buffer`](super::buffer).

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Iteration, IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::counting_range::counted_range;
use cindyscript_infer::{BodyId, Role};

use super::Extractor;
use crate::{NodeId, NodeKind, Reason, VariableId};

/// The counters of a loop.
pub(super) struct Range {
    /// The nodes that are computed before the loop.
    pub(super) before: Vec<NodeId>,
    /// The number of rounds: an int.
    pub(super) rounds: NodeId,
    pub(super) first: VariableId,
    /// 1 if there is none.
    pub(super) step: Option<VariableId>,
}

/// A list that is never there as a whole.
pub(super) struct Stream {
    /// The nodes that are computed before the loop.
    pub(super) before: Vec<NodeId>,
    /// A list, or the number of rounds.
    domain: NodeId,
    /// The counter of the loop, or the list's element.
    running: VariableId,
    /// The steps of a round, in order.
    stages: Vec<Stage>,
    /// The variable that holds the element then.
    pub(super) value: VariableId,
    /// The greatest number of elements, if it is known.
    pub(super) capacity: Option<u32>,
}

enum Stage {
    /// This is evaluated.
    Do(NodeId),
    /// The steps behind are done only where this is true.
    If(NodeId),
}

/// The source of the elements of a list.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    /// All elements of this list.
    All(TermId),
    /// This as an element.
    One(TermId),
}

impl Stream {
    /// A loop of so many rounds, which `running` counts; `first` is the first that is done in each,
    /// and gives `value` its value.
    pub(super) fn counted(
        domain: NodeId,
        running: VariableId,
        value: VariableId,
        first: NodeId,
        capacity: Option<u32>,
    ) -> Self {
        Self {
            before: Vec::new(),
            domain,
            running,
            stages: vec![Stage::Do(first)],
            value,
            capacity,
        }
    }
}

/// The use of the elements.
pub(super) enum Use<'a> {
    /// A loop over them.
    Loop(&'a Iteration),
    /// What a loop of that kind makes of the elements themselves.
    Fold(IterationKind),
    /// Their number.
    Length,
    /// The one with this 1-based index, an int.
    Element(NodeId),
    /// Whether this is among them.
    Contains(NodeId),
}

impl Extractor<'_> {
    /// Whether a term's value is a list of unknown length.
    pub(super) fn is_stream(&self, body: BodyId, term: TermId) -> bool {
        self.ty(body, term).is_unsized()
    }

    /// Whether a term takes the elements of a list of unknown length one after the other, or
    /// counts through a range.
    pub(super) fn consumes_stream(&self, body: BodyId, consumer: TermId, list: TermId) -> bool {
        if self.is_stream(body, list) {
            return true;
        }
        counted_range(self.program, consumer).is_some() && self.is_counted(body, list)
    }

    /// Whether a term is a range that U has the ends of, or what becomes of such a range at pixels.
    fn is_counted(&self, body: BodyId, term: TermId) -> bool {
        if self.slot(body, term).role == Role::Uniform {
            return false;
        }
        match self.program.kind(term) {
            TermKind::Sequence(operands) => match *self.program.children(operands) {
                [only] => self.is_counted(body, only),
                _ => false,
            },
            TermKind::Iterate(id) => {
                let iteration = self.program.iteration(id);
                matches!(iteration.kind, IterationKind::Apply | IterationKind::Select)
                    && self.is_counted(body, iteration.domain)
            }
            TermKind::Call { callee, .. } => self.program.callee(callee).is(Intrinsic::Range),
            _ => false,
        }
    }

    pub(super) fn refuse_unsized(&mut self, term: TermId) -> NodeId {
        self.refuse(term, Reason::Unsized)
    }

    /// The elements of a list, whether its length is known or not.
    pub(super) fn elements(&mut self, body: BodyId, list: TermId) -> Option<Stream> {
        if self.is_stream(body, list) || self.is_counted(body, list) {
            return self.stream(body, list);
        }
        let ty = self.ty(body, list);
        let is_list = ty.sized_list().is_some();
        is_list.then(|| self.listed(body, list))
    }

    /// The loop behind a list of unknown length; `None` if it is none that can be written down.
    pub(super) fn stream(&mut self, body: BodyId, term: TermId) -> Option<Stream> {
        let program = self.program;
        match program.kind(term) {
            TermKind::Sequence(operands) => {
                let (&last, before) = program.children(operands).split_last()?;
                let before: Vec<_> = before.iter().map(|&term| self.term(body, term)).collect();
                let mut stream = self.stream(body, last)?;
                stream.before.splice(0..0, before);
                Some(stream)
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                if !row.definitions.is_empty() {
                    return self.returned(body, term);
                }
                self.of_builtin(body, term, row.intrinsic()?, program.children(arguments))
            }
            TermKind::If {
                condition,
                then,
                otherwise: Some(otherwise),
            } => self.chosen(body, term, condition, [then, otherwise]),
            TermKind::Variable(_) => self.of_variable(body, term),
            TermKind::Iterate(id) => self.of_loop(body, term, program.iteration(id)),
            _ => None,
        }
    }

    /// The stream of a list that a builtin makes of others.
    fn of_builtin(
        &mut self,
        body: BodyId,
        term: TermId,
        intrinsic: Intrinsic,
        arguments: &[TermId],
    ) -> Option<Stream> {
        match (intrinsic, arguments) {
            (Intrinsic::Range, &[from, to]) => {
                let range = self.range(body, term, from, to);
                Some(self.counting(body, term, range))
            }
            (Intrinsic::Sort, &[list]) => {
                let stream = self.elements(body, list)?;
                let key = self.load(term, stream.value);
                self.sorted(body, term, stream, key)
            }
            (Intrinsic::Reverse, &[list]) => self.reverse_stream(body, term, list),
            (Intrinsic::Concatenate, &[first, second]) => {
                let operands = [Operand::All(first), Operand::All(second)];
                self.joined(body, term, operands)
            }
            (Intrinsic::Append, &[list, element]) => {
                let operands = [Operand::All(list), Operand::One(element)];
                self.joined(body, term, operands)
            }
            (Intrinsic::Prepend, &[element, list]) => {
                let operands = [Operand::One(element), Operand::All(list)];
                self.joined(body, term, operands)
            }
            _ => None,
        }
    }

    /// The stream of a list that a loop makes: `select`, `apply`, `sort`.
    fn of_loop(&mut self, body: BodyId, term: TermId, iteration: &Iteration) -> Option<Stream> {
        let selects = match iteration.kind {
            IterationKind::Select => true,
            IterationKind::Apply | IterationKind::Sort => false,
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Max
            | IterationKind::Min => return None,
        };
        let mut stream = self.elements(body, iteration.domain)?;
        self.enter(body, term, iteration, &mut stream);
        let value = self.term(body, iteration.body);
        if iteration.kind == IterationKind::Sort {
            return self.sorted(body, term, stream, value);
        }
        if selects {
            if *self.node_type(value) != Type::BOOLEAN {
                self.refuse(iteration.body, Reason::NotBoolean);
            }
            stream.stages.push(Stage::If(value));
        } else {
            let ty = self.node_type(value).clone();
            let mapped = self.hidden("value", ty, body);
            let set = self.set(term, mapped, value);
            stream.stages.push(Stage::Do(set));
            stream.value = mapped;
        }
        Some(stream)
    }

    /// Binds the variables of a loop to the stream's next element and its index.
    fn enter(&mut self, body: BodyId, term: TermId, iteration: &Iteration, stream: &mut Stream) {
        let (element, index) = self.running_variables(body, term, iteration);
        let value = self.load(term, stream.value);
        let set = self.set(term, element, value);
        stream.stages.push(Stage::Do(set));
        if let Some(index) = index {
            // The body may assign to it.
            let counter = self.hidden("number", Type::NAT, body);
            let zero = self.constant(term, 0.0);
            let reset = self.set(term, counter, zero);
            stream.before.push(reset);
            let next = self.increment(term, counter);
            stream.stages.push(Stage::Do(next));
            let number = self.load(term, counter);
            let set = self.set(term, index, number);
            stream.stages.push(Stage::Do(set));
        }
    }

    pub(super) fn increment(&mut self, term: TermId, counter: VariableId) -> NodeId {
        let (count, one) = (self.load(term, counter), self.constant(term, 1.0));
        let next = self.operate(term, Intrinsic::Add, &[count, one]);
        self.set(term, counter, next)
    }

    /// A list of known length.
    fn listed(&mut self, body: BodyId, term: TermId) -> Stream {
        let domain = self.term(body, term);
        let ty = self.node_type(domain);
        let capacity = ty.known_len();
        let element = ty
            .as_list()
            .map_or(Type::Unset, |list| list.element.clone());
        let running = self.hidden("element", element, body);
        Stream {
            before: Vec::new(),
            domain,
            running,
            stages: Vec::new(),
            value: running,
            capacity,
        }
    }

    /// One element.
    pub(super) fn single(&mut self, body: BodyId, term: TermId) -> Stream {
        let element = self.term(body, term);
        let running = self.hidden("round", Type::NAT, body);
        let value = self.hidden("element", self.node_type(element).clone(), body);
        let set = self.set(term, value, element);
        let once = self.constant(term, 1.0);
        Stream::counted(once, running, value, set, Some(1))
    }

    /// `from..to`.
    fn range(&mut self, body: BodyId, term: TermId, from: TermId, to: TermId) -> Range {
        let mut before = Vec::new();
        let from = self.integer(body, from, Intrinsic::Ceil);
        let first = self.keep(body, from, "first", &mut before);
        let to = self.integer(body, to, Intrinsic::Floor);
        let from = self.load(term, first);
        let distance = self.operate(term, Intrinsic::Subtract, &[to, from]);
        let one = self.constant(term, 1.0);
        let rounds = self.operate(term, Intrinsic::Add, &[distance, one]);
        Range {
            before,
            rounds,
            first,
            step: None,
        }
    }

    /// The stream of a range's numbers.
    pub(super) fn counting(&mut self, body: BodyId, term: TermId, range: Range) -> Stream {
        let running = self.hidden("round", Type::NAT, body);
        let (round, one) = (self.load(term, running), self.constant(term, 1.0));
        let mut way = self.operate(term, Intrinsic::Subtract, &[round, one]);
        if let Some(step) = range.step {
            let step = self.load(term, step);
            way = self.operate(term, Intrinsic::Multiply, &[way, step]);
        }
        let first = self.load(term, range.first);
        let number = self.operate(term, Intrinsic::Add, &[first, way]);
        let ty = self.node_type(number).clone();
        let value = self.hidden("number", ty, body);
        let set = self.set(term, value, number);
        let mut stream = Stream::counted(range.rounds, running, value, set, None);
        stream.before = range.before;
        stream
    }

    /// What becomes of a stream's elements: a node of type `ty`.
    pub(super) fn consume(
        &mut self,
        body: BodyId,
        term: TermId,
        mut stream: Stream,
        wanted: Use<'_>,
        ty: Type,
    ) -> NodeId {
        let (kind, value) = self.taken(body, term, &mut stream, wanted);
        let needs_value = !ty.is_unset();
        let result = self.hidden("result", ty.clone(), body);
        let mut before = std::mem::take(&mut stream.before);
        if needs_value {
            let neutral = match kind {
                IterationKind::Product => self.constant(term, 1.0),
                IterationKind::Repeat
                | IterationKind::ForAll
                | IterationKind::Apply
                | IterationKind::Select
                | IterationKind::Sum
                | IterationKind::Sort
                | IterationKind::Max
                | IterationKind::Min => self.push(term, ty.clone(), NodeKind::Undefined),
            };
            before.push(self.set(term, result, neutral));
        }
        let Some(round) = self.accumulated(body, term, kind, value, result, &mut before) else {
            return self.refuse_unsized(term);
        };
        self.looped(term, stream, round, &mut before);
        if needs_value {
            before.push(self.load(term, result));
        }
        self.push(term, ty, NodeKind::Sequence(before))
    }

    /// The kind of the loop over the elements, and the value of a round.
    fn taken(
        &mut self,
        body: BodyId,
        term: TermId,
        stream: &mut Stream,
        wanted: Use<'_>,
    ) -> (IterationKind, NodeId) {
        match wanted {
            Use::Loop(iteration) => {
                self.enter(body, term, iteration, stream);
                let value = self.term(body, iteration.body);
                (iteration.kind, value)
            }
            Use::Fold(kind) => (kind, self.load(term, stream.value)),
            Use::Length => (IterationKind::Sum, self.constant(term, 1.0)),
            Use::Element(index) => {
                let wanted = self.keep(body, index, "index", &mut stream.before);
                let counter = self.hidden("number", Type::NAT, body);
                let zero = self.constant(term, 0.0);
                let reset = self.set(term, counter, zero);
                stream.before.push(reset);
                let next = self.increment(term, counter);
                stream.stages.push(Stage::Do(next));
                let (number, wanted) = (self.load(term, counter), self.load(term, wanted));
                let is_it = self.operate(term, Intrinsic::Equal, &[number, wanted]);
                stream.stages.push(Stage::If(is_it));
                (IterationKind::ForAll, self.load(term, stream.value))
            }
            Use::Contains(what) => {
                let what = self.keep(body, what, "wanted", &mut stream.before);
                let (element, what) = (self.load(term, stream.value), self.load(term, what));
                let is_it = self.operate(term, Intrinsic::Equal, &[element, what]);
                stream.stages.push(Stage::If(is_it));
                let yes = self.push(term, Type::BOOLEAN, NodeKind::Constant(1.0));
                (IterationKind::ForAll, yes)
            }
        }
    }

    /// The part of a round that adds its value to the result. `None` if the loop makes a list.
    fn accumulated(
        &mut self,
        body: BodyId,
        term: TermId,
        kind: IterationKind,
        value: NodeId,
        result: VariableId,
        before: &mut Vec<NodeId>,
    ) -> Option<NodeId> {
        let ty = self.result.variable(result).ty.clone();
        let old = self.load(term, result);
        Some(match kind {
            _ if ty.is_unset() => value,
            IterationKind::Repeat | IterationKind::ForAll => self.set(term, result, value),
            IterationKind::Sum => {
                let sum = self.operate(term, Intrinsic::Add, &[old, value]);
                self.set(term, result, sum)
            }
            IterationKind::Product => {
                let product = self.operate(term, Intrinsic::Multiply, &[old, value]);
                self.set(term, result, product)
            }
            IterationKind::Max | IterationKind::Min => {
                let value = self.coerce(value, &ty);
                self.extremum(body, term, kind, value, result, before)
            }
            IterationKind::Apply | IterationKind::Select | IterationKind::Sort => {
                return None;
            }
        })
    }

    /// `result = max(result, value)`, the first time `result = value`.
    fn extremum(
        &mut self,
        body: BodyId,
        term: TermId,
        kind: IterationKind,
        value: NodeId,
        result: VariableId,
        before: &mut Vec<NodeId>,
    ) -> NodeId {
        let any = self.hidden("any", Type::BOOLEAN, body);
        let no = self.push(term, Type::BOOLEAN, NodeKind::Constant(0.0));
        before.push(self.set(term, any, no));
        let mut round = Vec::new();
        let value = self.keep(body, value, "value", &mut round);
        let (old, new) = (self.load(term, result), self.load(term, value));
        let both = self.reduce(term, kind, &[old, new]);
        let condition = self.load(term, any);
        let then = self.set(term, result, both);
        let first = self.load(term, value);
        let otherwise = self.set(term, result, first);
        round.push(self.push(
            term,
            Type::Unset,
            NodeKind::If {
                condition,
                then,
                otherwise: Some(otherwise),
            },
        ));
        let yes = self.push(term, Type::BOOLEAN, NodeKind::Constant(1.0));
        round.push(self.set(term, any, yes));
        self.push(term, Type::Unset, NodeKind::Sequence(round))
    }

    /// Adds the loop whose rounds end with `last`.
    pub(super) fn looped(
        &mut self,
        term: TermId,
        stream: Stream,
        last: NodeId,
        before: &mut Vec<NodeId>,
    ) {
        let mut rest = vec![last];
        for stage in stream.stages.into_iter().rev() {
            match stage {
                Stage::Do(node) => rest.insert(0, node),
                Stage::If(condition) => {
                    let then = self.push(term, Type::Unset, NodeKind::Sequence(rest));
                    let kind = NodeKind::If {
                        condition,
                        then,
                        otherwise: None,
                    };
                    rest = vec![self.push(term, Type::Unset, kind)];
                }
            }
        }
        let body = self.push(term, Type::Unset, NodeKind::Sequence(rest));
        let counts = self.node_type(stream.domain).scalar().is_some();
        let kind = match counts {
            true => IterationKind::Repeat,
            false => IterationKind::ForAll,
        };
        let kind = NodeKind::Iterate {
            kind,
            domain: stream.domain,
            element: stream.running,
            index: None,
            body,
        };
        before.push(self.push(term, Type::Unset, kind));
    }
}
