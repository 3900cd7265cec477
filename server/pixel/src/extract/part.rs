//! Parts of values: elements of lists, coordinates of points.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyId, coordinate, literal};

use super::Extractor;
use super::stream::Use;
use crate::{NodeId, NodeKind, Reason, VariableId};

impl Extractor<'_> {
    pub(super) fn index(
        &mut self,
        body: BodyId,
        term: TermId,
        base: TermId,
        index: TermId,
        ty: Type,
    ) -> NodeId {
        if self.is_stream(body, base) {
            let Some(stream) = self.stream(body, base) else {
                return self.refuse_unsized(base);
            };
            let index = self.integer(body, index, Intrinsic::Floor);
            return self.consume(body, term, stream, Use::Element(index), ty);
        }
        let base = self.term(body, base);
        let places = self.solution.ty(self.solution.body(body).slot(index));
        if places.known_len().is_some() {
            return self.gather(body, term, base, index, ty);
        }
        let list = self.node_type(base).clone();
        let index = self.place(body, &list, index);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    /// An index into a list of this type. That of an element which a list of like elements has is a
    /// number as others are; but which type an element of a tuple has, the text must say.
    pub(super) fn place(&mut self, body: BodyId, list: &Type, index: TermId) -> NodeId {
        let known = match list {
            Type::Tuple(_) => self.numbers.of(index),
            _ => literal(self.program, index).filter(|place| !has_place(list, *place)),
        };
        match known {
            Some(place) => self.constant(index, place.floor()),
            None => self.integer(body, index, Intrinsic::Floor),
        }
    }

    /// `list_[1, 3]`: the list of some elements.
    pub(super) fn gather(
        &mut self,
        body: BodyId,
        term: TermId,
        list: NodeId,
        places: TermId,
        ty: Type,
    ) -> NodeId {
        let mut nodes = Vec::new();
        let list = self.keep(body, list, "list", &mut nodes);
        let domain = self.term(body, places);
        let of = |ty: &Type| {
            ty.sized_list()
                .map_or(Type::Unset, |(_, element)| element.clone())
        };
        let place = of(self.node_type(domain));
        let element = self.hidden("place", place, body);
        let base = self.load(term, list);
        let index = self.load(places, element);
        let index = self.whole(places, index, Intrinsic::Floor);
        let inner = self.push(term, of(&ty), NodeKind::Index { base, index });
        let kind = NodeKind::Iterate {
            kind: IterationKind::Apply,
            domain,
            element,
            index: None,
            body: inner,
        };
        nodes.push(self.push(term, ty.clone(), kind));
        self.push(term, ty, NodeKind::Sequence(nodes))
    }

    pub(super) fn field(
        &mut self,
        body: BodyId,
        term: TermId,
        base: TermId,
        name: &str,
        ty: Type,
    ) -> NodeId {
        let is_point = self.is_point(body, base);
        let base = self.term(body, base);
        let len = self.node_type(base).known_len();
        let place = match (name, len) {
            // Whole numbers have no quotients among them.
            ("x" | "y", Some(3)) if is_point && !ty.fits(&Type::INT) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let place = if name == "x" { 1.0 } else { 2.0 };
                let (part, last) = (self.part(term, point, place), self.part(term, point, 3.0));
                nodes.push(self.operate(term, Intrinsic::Divide, &[part, last]));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            _ if coordinate(name).is_some() => coordinate(name).unwrap_or_default(),
            ("xy", Some(2)) | ("homog", Some(3)) => return base,
            ("xy", Some(3)) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let parts = [1.0, 2.0].map(|place| {
                    let (part, last) = (self.part(term, point, place), self.part(term, point, 3.0));
                    self.operate(term, Intrinsic::Divide, &[part, last])
                });
                nodes.push(self.listed_as(term, &parts, &ty));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            ("homog", Some(2)) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let (x, y) = (self.part(term, point, 1.0), self.part(term, point, 2.0));
                let one = self.constant(term, 1.0);
                nodes.push(self.listed_as(term, &[x, y, one], &ty));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            _ => return self.refuse(term, Reason::Field(name.into())),
        };
        let index = self.constant(term, place as f64 + 1.0);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    /// The element of a variable's list at a 1-based place.
    pub(super) fn part(&mut self, term: TermId, variable: VariableId, place: f64) -> NodeId {
        let base = self.load(term, variable);
        let component = self.node_type(base).component(place as usize - 1);
        let ty = component.cloned().unwrap_or_default();
        let index = self.constant(term, place);
        self.push(term, ty, NodeKind::Index { base, index })
    }
}

/// Whether a list of known length has an element at a 1-based place, negative from the end.
fn has_place(list: &Type, place: f64) -> bool {
    let place = place.floor().abs();
    let len = list.known_len().unwrap_or_default();
    place >= 1.0 && place <= f64::from(len)
}
