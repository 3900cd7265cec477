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
            return match self.link(body, target) {
                Some(link) => self.store_stream(body, link, value),
                None => self.refuse_target(target),
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
        let Some(link) = self.link(body, target) else {
            return self.refuse_target(target);
        };
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
        let (root, indices) = self.indices(target);
        let TermKind::Variable(name) = self.program.kind(root) else {
            return self.refuse(root, Reason::AssignedElement);
        };
        let Some(link) = self.link(body, root) else {
            return self.refuse_target(root);
        };
        let variable = self.variable(link);
        let mut ty = self.result.variable(variable).ty.clone();
        let mut path = Vec::with_capacity(indices.len());
        for index in indices.into_iter().rev() {
            let Some(element) = self.type_at(&ty, index) else {
                let reason = match ty {
                    Type::Tuple(_) => Reason::UnlikeElements(name),
                    Type::Unset => Reason::NoElements(name),
                    ty => Reason::NotAList(name, ty),
                };
                let (Place::Index(at) | Place::Coordinate(at, _)) = index;
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

    /// The variable of `list_i_j`, and the places in it, the last one first.
    fn indices(&self, target: TermId) -> (TermId, Vec<Place>) {
        let mut indices = Vec::new();
        let mut root = target;
        loop {
            root = match self.program.kind(root) {
                TermKind::Index { base, index } => {
                    indices.push(Place::Index(index));
                    base
                }
                TermKind::Field { base, name }
                    if let Some(place) = axis(self.program.names.text(name)) =>
                {
                    indices.push(Place::Coordinate(root, place));
                    base
                }
                _ => return (root, indices),
            };
        }
    }

    /// The type of the element of a list at a place. The index into a tuple decides which type goes in.
    fn type_at(&self, ty: &Type, place: Place) -> Option<Type> {
        let known = match place {
            Place::Coordinate(_, place) => Some(place),
            Place::Index(index) => self.numbers.of(index),
        };
        let (Type::Tuple(tuple), Some(number)) = (ty, known) else {
            return ty.sized_list().map(|(_, element)| element.clone());
        };
        let number = number.floor();
        let place = match number < 0.0 {
            true => number + f64::from(tuple.len()),
            false => number - 1.0,
        };
        // A cast of what is negative would be 0.
        let place = (place >= 0.0).then_some(place as usize);
        place.and_then(|place| ty.component(place)).cloned()
    }

    /// Says why a name cannot be assigned to.
    fn refuse_target(&mut self, target: TermId) -> NodeId {
        let name = self.program.name_of(target);
        self.refuse(target, Reason::BeforeRegional(name))
    }
}
