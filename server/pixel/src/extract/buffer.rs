//! Variables that hold lists of unknown length: a list of the greatest possible length, and the
//! number of elements in use. With them a list of unknown length is assigned, sorted, handed to
//! functions and back.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{IterationKind, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{BodyId, BodyKind, SlotId};

use super::Extractor;
use super::stream::{Operand, Stream};
use crate::{NodeId, NodeKind, Reason, VariableId};

/// A variable whose value is a list of unknown length.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    elements: VariableId,
    count: VariableId,
    pub(super) capacity: u32,
    /// The greatest length of what has been assigned so far, in the order of the text.
    longest: u32,
}

/// The place of elements in a buffer.
#[derive(Clone, Copy)]
enum Entry {
    /// Behind those before, of which there are so many.
    Last(Option<NodeId>),
    /// In the order of a value, of which there is one for each element.
    Ordered { key: NodeId, keys: VariableId },
}

impl Extractor<'_> {
    /// The elements in use of a variable.
    pub(super) fn buffered(&mut self, body: BodyId, term: TermId, buffer: Buffer) -> Stream {
        let element = self.element_type(buffer);
        let running = self.hidden("place", Type::NAT, body);
        let value = self.hidden("element", element.clone(), body);
        let (base, index) = (self.load(term, buffer.elements), self.load(term, running));
        let next = self.push(term, element, NodeKind::Index { base, index });
        let set = self.set(term, value, next);
        let domain = self.load(term, buffer.count);
        Stream::counted(domain, running, value, set, Some(buffer.capacity))
    }

    /// The same from the last to the first.
    fn reversed(&mut self, body: BodyId, term: TermId, buffer: Buffer) -> Stream {
        let element = self.element_type(buffer);
        let running = self.hidden("place", Type::NAT, body);
        let value = self.hidden("element", element.clone(), body);
        let base = self.load(term, buffer.elements);
        let (count, one) = (self.load(term, buffer.count), self.constant(term, 1.0));
        let behind = self.operate(term, Intrinsic::Add, &[count, one]);
        let place = self.load(term, running);
        let index = self.operate(term, Intrinsic::Subtract, &[behind, place]);
        let next = self.push(term, element, NodeKind::Index { base, index });
        let set = self.set(term, value, next);
        let domain = self.load(term, buffer.count);
        Stream::counted(domain, running, value, set, Some(buffer.capacity))
    }

    fn element_type(&self, buffer: Buffer) -> Type {
        let ty = &self.result.variable(buffer.elements).ty;
        ty.sized_list()
            .map_or(Type::Unset, |(_, element)| element.clone())
    }

    /// `variable = list of unknown length`.
    pub(super) fn store_stream(&mut self, body: BodyId, slot: SlotId, value: TermId) -> NodeId {
        match self.elements(body, value) {
            Some(stream) => self.store_in(body, value, slot, stream),
            None => self.refuse_unsized(value),
        }
    }

    /// The same with what a term's value is made of.
    pub(super) fn store_in(
        &mut self,
        body: BodyId,
        value: TermId,
        slot: SlotId,
        stream: Stream,
    ) -> NodeId {
        let element = self.solution.ty(slot).as_list();
        let element = element.map_or(Type::Unset, |list| list.element.clone());
        let Some(capacity) = self.capacity(value, &stream) else {
            return self.push(value, Type::Unset, NodeKind::Undefined);
        };
        let buffer = match self.buffers.get_mut(&slot) {
            Some(buffer) if buffer.capacity >= capacity => {
                buffer.longest = buffer.longest.max(capacity);
                *buffer
            }
            Some(_) => {
                self.capacities.insert(slot, capacity);
                return self.refuse(value, Reason::Growing);
            }
            None => {
                let owner = self.solution.slot(slot).body;
                let room = self
                    .capacities
                    .get(&slot)
                    .map_or(capacity, |&room| room.max(capacity));
                let mut buffer = self.buffer(owner, element, room);
                buffer.longest = capacity;
                self.buffers.insert(slot, buffer);
                buffer
            }
        };
        self.fill(body, value, buffer, stream, None)
    }

    fn buffer(&mut self, owner: BodyId, element: Type, capacity: u32) -> Buffer {
        Buffer {
            elements: self.hidden("elements", Type::list(capacity, element), owner),
            count: self.hidden("count", Type::NAT, owner),
            capacity,
            longest: capacity,
        }
    }

    /// The elements in use of a variable that a term names. What comes later in the text has not
    /// been assigned yet, unless the term is evaluated again and again.
    pub(super) fn of_variable(&mut self, body: BodyId, term: TermId) -> Option<Stream> {
        let slot = self.solution.slot(self.solution.body(body).slot(term)).link;
        let buffer = self.buffers.get(&slot).copied()?;
        let mut stream = self.buffered(body, term, buffer);
        if !self.is_repeated(body, term) {
            stream.capacity = Some(buffer.longest);
        }
        Some(stream)
    }

    /// Whether a term may be evaluated several times at a pixel.
    fn is_repeated(&self, body: BodyId, term: TermId) -> bool {
        let data = self.solution.body(body);
        let program = self.program;
        let around = (term.0..=data.root.0).map(TermId);
        let mut around = around.filter(|&outer| program.term(outer).first <= term);
        !matches!(data.kind, BodyKind::Plot(_))
            || around.any(|outer| {
                matches!(
                    program.kind(outer),
                    TermKind::Iterate(_) | TermKind::While { .. } | TermKind::Special(_)
                )
            })
    }

    /// A stream's greatest length.
    fn capacity(&mut self, term: TermId, stream: &Stream) -> Option<u32> {
        let capacity = stream.capacity.filter(|&capacity| capacity > 0);
        if capacity.is_none() {
            self.refuse(term, Reason::UnknownCapacity);
        }
        capacity
    }

    /// A list of unknown length that a buffer of its own holds, and what fills it.
    pub(super) fn held(
        &mut self,
        body: BodyId,
        term: TermId,
        list: TermId,
    ) -> Option<(NodeId, Buffer)> {
        let stream = self.elements(body, list)?;
        self.copied(body, term, stream)
    }

    /// The same for a stream.
    pub(super) fn copied(
        &mut self,
        body: BodyId,
        term: TermId,
        stream: Stream,
    ) -> Option<(NodeId, Buffer)> {
        let capacity = self.capacity(term, &stream)?;
        let element = self.result.variable(stream.value).ty.clone();
        let buffer = self.buffer(body, element, capacity);
        Some((self.fill(body, term, buffer, stream, None), buffer))
    }

    /// `reverse(list)`.
    pub(super) fn reverse_stream(
        &mut self,
        body: BodyId,
        term: TermId,
        list: TermId,
    ) -> Option<Stream> {
        let (filled, buffer) = self.held(body, term, list)?;
        let mut stream = self.reversed(body, term, buffer);
        stream.before.push(filled);
        Some(stream)
    }

    /// `list ++ list`, `list :> element` and `element <: list`.
    pub(super) fn joined(
        &mut self,
        body: BodyId,
        term: TermId,
        [first, second]: [Operand; 2],
    ) -> Option<Stream> {
        let (first, a) = self.joinable(body, first)?;
        let (second, b) = self.joinable(body, second)?;
        let capacity = a.checked_add(b)?;
        let [a, b] = [&first, &second].map(|part| self.result.variable(part.value).ty.clone());
        let buffer = self.buffer(body, a.join(&b), capacity);
        let first = self.fill(body, term, buffer, first, None);
        let so_far = self.load(term, buffer.count);
        let second = self.fill(body, term, buffer, second, Some(so_far));
        let mut stream = self.buffered(body, term, buffer);
        stream.before.extend([first, second]);
        Some(stream)
    }

    /// The elements of an operand, and how many there are at most.
    fn joinable(&mut self, body: BodyId, operand: Operand) -> Option<(Stream, u32)> {
        let (stream, term) = match operand {
            Operand::All(list) => (self.elements(body, list)?, list),
            Operand::One(element) => (self.single(body, element), element),
        };
        let capacity = self.capacity(term, &stream)?;
        Some((stream, capacity))
    }

    /// One list or the other.
    pub(super) fn chosen(
        &mut self,
        body: BodyId,
        term: TermId,
        condition: TermId,
        branches: [TermId; 2],
    ) -> Option<Stream> {
        let condition = self.term(body, condition);
        let condition = self.coerce(condition, &Type::BOOLEAN);
        let [then, otherwise] = branches;
        let streams = [self.elements(body, then)?, self.elements(body, otherwise)?];
        let [a, b] = &streams;
        let capacity = self.capacity(then, a)?.max(self.capacity(otherwise, b)?);
        let [a, b] = [a.value, b.value].map(|value| self.result.variable(value).ty.clone());
        let buffer = self.buffer(body, a.join(&b), capacity);
        let [then, otherwise] = streams;
        let then = self.fill(body, term, buffer, then, None);
        let otherwise = self.fill(body, term, buffer, otherwise, None);
        let kind = NodeKind::If {
            condition,
            then,
            otherwise: Some(otherwise),
        };
        let filled = self.push(term, Type::Unset, kind);
        let mut stream = self.buffered(body, term, buffer);
        stream.before.push(filled);
        Some(stream)
    }

    /// A stream as a sorted one; of the elements, `key` is what they are ordered by.
    pub(super) fn sorted(
        &mut self,
        body: BodyId,
        term: TermId,
        mut stream: Stream,
        key: NodeId,
    ) -> Option<Stream> {
        let capacity = self.capacity(term, &stream)?;
        let element = self.result.variable(stream.value).ty.clone();
        let order = self.node_type(key).clone();
        if order
            .scalar()
            .is_none_or(|order| matches!(order, Scalar::Boolean | Scalar::Complex))
        {
            self.refuse(term, Reason::UnsizedOrder);
            return None;
        }
        let buffer = self.buffer(body, element, capacity);
        let keys = self.hidden("keys", Type::list(capacity, order), body);
        let mut before = std::mem::take(&mut stream.before);
        let entry = Entry::Ordered { key, keys };
        self.enter_all(body, term, buffer, stream, entry, &mut before);
        let mut sorted = self.buffered(body, term, buffer);
        sorted.before = before;
        Some(sorted)
    }

    /// Puts a stream's elements into a buffer, behind as many as `behind` says.
    pub(super) fn fill(
        &mut self,
        body: BodyId,
        term: TermId,
        buffer: Buffer,
        mut stream: Stream,
        behind: Option<NodeId>,
    ) -> NodeId {
        let mut before = std::mem::take(&mut stream.before);
        self.enter_all(body, term, buffer, stream, Entry::Last(behind), &mut before);
        self.push(term, Type::Unset, NodeKind::Sequence(before))
    }

    fn enter_all(
        &mut self,
        body: BodyId,
        term: TermId,
        buffer: Buffer,
        stream: Stream,
        entry: Entry,
        before: &mut Vec<NodeId>,
    ) {
        // The list may be made of what the variable holds: elements are written behind those that
        // have been read.
        let counter = self.hidden("number", Type::NAT, body);
        let first = match entry {
            Entry::Last(Some(first)) => first,
            _ => self.constant(term, 0.0),
        };
        before.push(self.set(term, counter, first));
        let mut round = Vec::new();
        let place = match entry {
            Entry::Last(_) => {
                round.push(self.increment(term, counter));
                counter
            }
            Entry::Ordered { key, keys } => {
                self.make_room(body, term, (buffer, keys), (counter, key), &mut round)
            }
        };
        let value = self.load(term, stream.value);
        round.push(self.put(term, buffer.elements, place, value));
        let last = self.push(term, Type::Unset, NodeKind::Sequence(round));
        self.looped(term, stream, last, before);
        let count = self.load(term, counter);
        before.push(self.set(term, buffer.count, count));
    }

    /// Moves the elements with greater keys one place on, and puts the key where it belongs; the
    /// place. Then there is one element more.
    fn make_room(
        &mut self,
        body: BodyId,
        term: TermId,
        (buffer, keys): (Buffer, VariableId),
        (counter, key): (VariableId, NodeId),
        round: &mut Vec<NodeId>,
    ) -> VariableId {
        let key = self.keep(body, key, "key", round);
        let before = self.load(term, counter);
        let before = self.keep(body, before, "before", round);
        round.push(self.increment(term, counter));
        let count = self.load(term, counter);
        let place = self.keep(body, count, "place", round);
        // From the last to the first, as long as they are greater.
        let running = self.hidden("back", Type::NAT, body);
        let (count, back) = (self.load(term, counter), self.load(term, running));
        let mut step = Vec::new();
        let other = self.operate(term, Intrinsic::Subtract, &[count, back]);
        let other = self.keep(body, other, "other", &mut step);
        let (next, one) = (self.load(term, other), self.constant(term, 1.0));
        let next = self.operate(term, Intrinsic::Add, &[next, one]);
        let here = self.load(term, place);
        let is_next = self.operate(term, Intrinsic::Equal, &[here, next]);
        let (new, old) = (self.load(term, key), self.at(term, keys, other));
        let is_greater = self.operate(term, Intrinsic::Less, &[new, old]);
        let condition = self.operate(term, Intrinsic::And, &[is_next, is_greater]);
        let (old, element) = (
            self.at(term, keys, other),
            self.at(term, buffer.elements, other),
        );
        let down = self.load(term, other);
        let moved = vec![
            self.put(term, keys, place, old),
            self.put(term, buffer.elements, place, element),
            self.set(term, place, down),
        ];
        let then = self.push(term, Type::Unset, NodeKind::Sequence(moved));
        let kind = NodeKind::If {
            condition,
            then,
            otherwise: None,
        };
        step.push(self.push(term, Type::Unset, kind));
        let step = self.push(term, Type::Unset, NodeKind::Sequence(step));
        let domain = self.load(term, before);
        let kind = NodeKind::Iterate {
            kind: IterationKind::Repeat,
            domain,
            element: running,
            index: None,
            body: step,
        };
        round.push(self.push(term, Type::Unset, kind));
        let new = self.load(term, key);
        round.push(self.put(term, keys, place, new));
        place
    }

    /// `list_place`.
    fn at(&mut self, term: TermId, list: VariableId, place: VariableId) -> NodeId {
        let (base, index) = (self.load(term, list), self.load(term, place));
        let element = self.node_type(base).sized_list();
        let element = element.map_or(Type::Unset, |(_, element)| element.clone());
        self.push(term, element, NodeKind::Index { base, index })
    }

    /// `list_place = value`.
    fn put(&mut self, term: TermId, list: VariableId, place: VariableId, value: NodeId) -> NodeId {
        let element = self.result.variable(list).ty.sized_list();
        let element = element.map_or(Type::Unset, |(_, element)| element.clone());
        let place = self.load(term, place);
        let value = self.coerce(value, &element);
        let kind = NodeKind::StoreElement {
            variable: list,
            path: vec![place],
            value,
        };
        self.push(term, element, kind)
    }
}
