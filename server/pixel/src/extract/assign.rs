//! Assignments: to variables, to elements of lists, to several targets at once.

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyId, axis};

use super::Extractor;
use crate::{NodeId, NodeKind, Reason};

/// Which element of a list is assigned to.
#[derive(Clone, Copy)]
enum Place {
    /// The one with this index.
    Index(TermId),
    /// The one that the term calls by its coordinate; its index.
    Coordinate(TermId, f64),
}

impl Extractor<'_> {
    pub(super) fn assign(
        &mut self,
        body: BodyId,
        term: TermId,
        target: TermId,
        value: TermId,
    ) -> NodeId {
        if self.is_stream(body, value) && self.program.name_of(target).is_some() {
            let slot = self.solution.body(body).slot(target);
            let link = self.solution.slot(slot).link;
            return match link.is_some() {
                true => self.store_stream(body, link, value),
                false => self.refuse_target(target),
            };
        }
        let value = self.term(body, value);
        self.assign_to(body, term, target, value)
    }

    fn assign_to(&mut self, body: BodyId, term: TermId, target: TermId, value: NodeId) -> NodeId {
        match self.program.kind(target) {
            TermKind::Variable(_) => self.store(body, term, target, value),
            TermKind::Index { .. } => self.store_element(body, term, target, value),
            TermKind::List(targets) => {
                let ty = self.node_type(value).clone();
                if ty.known_len().is_none() {
                    return self.refuse(term, Reason::UnpackedUnsized);
                }
                let whole = self.hidden("list", ty.clone(), body);
                let mut nodes = vec![self.set(term, whole, value)];
                for (place, &target) in self.program.children(targets).iter().enumerate() {
                    let base = self.load(target, whole);
                    let index = self.constant(target, place as f64 + 1.0);
                    let kind = NodeKind::Index { base, index };
                    let element = ty.component(place).cloned().unwrap_or_default();
                    let part = self.push(target, element, kind);
                    nodes.push(self.assign_to(body, target, target, part));
                }
                nodes.push(self.load(term, whole));
                self.push(term, ty, NodeKind::Sequence(nodes))
            }
            TermKind::Field { name, .. } => match axis(self.program.names.text(name)) {
                Some(_) => self.store_element(body, term, target, value),
                None => self.refuse(target, Reason::AssignedField(name)),
            },
            _ => self.refuse(target, Reason::AssignedValue),
        }
    }

    fn store(&mut self, body: BodyId, term: TermId, target: TermId, value: NodeId) -> NodeId {
        let link = self
            .solution
            .slot(self.solution.body(body).slot(target))
            .link;
        if !link.is_some() {
            return self.refuse_target(target);
        }
        let variable = self.variable(link);
        self.set(term, variable, value)
    }

    /// `list_i_j = value`, `list.x = value`.
    fn store_element(
        &mut self,
        body: BodyId,
        term: TermId,
        target: TermId,
        value: NodeId,
    ) -> NodeId {
        let mut indices = Vec::new();
        let mut root = target;
        loop {
            root = match self.program.kind(root) {
                TermKind::Index { base, index } => {
                    indices.push(Place::Index(index));
                    base
                }
                TermKind::Field { base, name } => {
                    let Some(place) = axis(self.program.names.text(name)) else {
                        break;
                    };
                    indices.push(Place::Coordinate(root, place));
                    base
                }
                _ => break,
            };
        }
        let TermKind::Variable(name) = self.program.kind(root) else {
            return self.refuse(root, Reason::AssignedElement);
        };
        let link = self.solution.slot(self.solution.body(body).slot(root)).link;
        if !link.is_some() {
            return self.refuse_target(root);
        }
        let variable = self.variable(link);
        let mut ty = self.result.variable(variable).ty.clone();
        let mut path = Vec::with_capacity(indices.len());
        for index in indices.into_iter().rev() {
            // The index into a tuple decides which type goes in.
            let (known, at) = match index {
                Place::Coordinate(at, place) => (Some(place), at),
                Place::Index(at) => (self.numbers.of(at), at),
            };
            let element = match (&ty, known) {
                (Type::Tuple(tuple), Some(number)) => {
                    let number = number.floor();
                    let place = if number < 0.0 {
                        number + f64::from(tuple.len())
                    } else {
                        number - 1.0
                    };
                    // A cast of what is negative would be 0.
                    let place = (place >= 0.0).then_some(place as usize);
                    place.and_then(|place| ty.component(place)).cloned()
                }
                _ => ty.sized_list().map(|(_, element)| element.clone()),
            };
            let Some(element) = element else {
                let reason = match ty {
                    Type::Tuple(_) => Reason::UnlikeElements(name),
                    Type::Unset => Reason::NoElements(name),
                    ty => Reason::NotAList(name, ty),
                };
                return self.refuse(at, reason);
            };
            path.push(match index {
                Place::Coordinate(at, place) => self.constant(at, place),
                Place::Index(index) => self.place(body, &ty, index),
            });
            ty = element;
        }
        let value = self.coerce(value, &ty);
        let kind = NodeKind::StoreElement {
            variable,
            path,
            value,
        };
        self.push(term, ty, kind)
    }

    /// Says why a name cannot be assigned to.
    fn refuse_target(&mut self, target: TermId) -> NodeId {
        let name = self.program.name_of(target);
        self.refuse(target, Reason::BeforeRegional(name))
    }
}
