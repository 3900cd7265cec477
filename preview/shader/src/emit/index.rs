//! Elements of lists.

use cindyscript_pixel::{NodeId, NodeKind, UniformId};

use super::{Emitter, Sink, Value};
use crate::indices::zero_based;
use crate::layout::Element;
use crate::library::{Operand, part};
use crate::repr::Repr;

/// Where an element stands, 0-based.
pub(super) enum ElementIndex {
    /// Known to the text; nowhere if there is no such element.
    Known(Option<usize>),
    /// A uniform, which is one of the list's places.
    Uniform(String),
    /// To be computed from an index.
    Computed,
}

impl Emitter<'_> {
    /// What is known of an index into a list of this length.
    pub(super) fn place_of(&self, index: NodeId, len: u32) -> ElementIndex {
        let uniform = match self.program.node(index).kind {
            NodeKind::Constant(number) => return ElementIndex::Known(zero_based(number, len)),
            NodeKind::Uniform(uniform) if self.usage.indices[uniform.index()].is_some() => uniform,
            _ => return ElementIndex::Computed,
        };
        match &self.literals[uniform.index()] {
            // It is a place already.
            Some(literal) => ElementIndex::Known(
                literal
                    .number
                    .map(|place| place as usize)
                    .filter(|&place| place < len as usize),
            ),
            None => ElementIndex::Uniform(self.layout.place(uniform.index())),
        }
    }

    /// An element; zero where there is none and the index is known, the nearest one where it is
    /// not.
    pub(super) fn index(&mut self, base: NodeId, index: NodeId, repr: &Repr) -> Value {
        if let Repr::Tuple(_) = self.repr(base) {
            return self.part(base, index, repr);
        }
        let Some((len, mut element)) = self.repr(base).elements() else {
            self.run(base, Sink::Discard);
            self.run(index, Sink::Discard);
            return Value::zero(repr);
        };
        let place = self.place_of(index, len);
        let in_buffer = match self.program.node(base).kind {
            NodeKind::Uniform(uniform) => self.uniform_element(uniform),
            _ => None,
        };
        let in_buffer = in_buffer.map(|(buffer, repr)| {
            element = repr;
            buffer
        });
        let value = match (place, in_buffer) {
            (ElementIndex::Known(None), _) => {
                self.run(base, Sink::Discard);
                return Value::zero(repr);
            }
            (ElementIndex::Known(Some(place)), Some(buffer)) => {
                Value::constant(buffer.at(&place.to_string()), element)
            }
            (ElementIndex::Known(Some(place)), None) => {
                let list = self.value(base);
                known_element(list, place, element)
            }
            (ElementIndex::Uniform(place), Some(buffer)) => {
                Value::constant(buffer.at(&place), element)
            }
            (ElementIndex::Uniform(place), None) if self.repr(base).is_chosen_from() => {
                let list = self.value(base);
                let chosen = self.library.element(&list.operand, &place);
                self.combine(chosen, &[&list])
            }
            (ElementIndex::Uniform(place), None) => {
                let (name, stable) = self.indexable(base, index);
                let operand = Operand::atom(format!("{name}[{place}]"), element);
                Value {
                    stable,
                    ..Value::constant(operand.text, operand.repr)
                }
            }
            (ElementIndex::Computed, in_buffer) => {
                self.computed_element(base, index, in_buffer, (len, element))
            }
        };
        self.convert(value, repr)
    }

    fn computed_element(
        &mut self,
        base: NodeId,
        index: NodeId,
        in_buffer: Option<Element>,
        (len, element): (u32, Repr),
    ) -> Value {
        let list = match in_buffer {
            Some(_) => None,
            None => Some(self.indexable(base, index)),
        };
        let position = self.value_as(index, &Repr::Int);
        let function = self.library.require("list_index");
        let at = format!("{function}({}, {len})", position.text());
        match list {
            Some((name, stable)) => {
                let stable = stable && position.stable;
                let operand = Operand::atom(format!("{name}[{at}]"), element);
                Value {
                    operand,
                    depth: position.depth + 1,
                    stable,
                    literal: false,
                }
            }
            None => {
                let text = in_buffer.map_or_else(|| element.zero(), |buffer| buffer.at(&at));
                let operand = Operand::atom(text, element);
                Value {
                    operand,
                    literal: false,
                    ..position
                }
            }
        }
    }

    /// An element of a tuple, whose index is always known.
    fn part(&mut self, base: NodeId, index: NodeId, repr: &Repr) -> Value {
        let len = self.repr(base).count() as u32;
        let place = match self.program.node(index).kind {
            NodeKind::Constant(number) => zero_based(number, len),
            _ => None,
        };
        let element = place.and_then(|place| Some((place, self.repr(base).part(place)?)));
        let Some((place, element)) = element else {
            self.run(base, Sink::Discard);
            self.run(index, Sink::Discard);
            return Value::zero(repr);
        };
        let value = match self.program.node(base).kind {
            NodeKind::Uniform(uniform) => {
                let part = self.layout.load_part(uniform.index(), place);
                part.zip(self.layout.repr(uniform.index()).part(place))
            }
            _ => None,
        };
        let value = match value {
            Some((text, repr)) => Value::constant(text, repr),
            None => {
                let tuple = self.value(base);
                let text = format!("{}.{}", tuple.operand.tight(), part(place));
                Value {
                    operand: Operand::atom(text, element),
                    depth: tuple.depth + 1,
                    ..tuple
                }
            }
        };
        self.convert(value, repr)
    }

    /// How to get at one element of a uniform, and how that lies in the buffer; `None` where only the
    /// whole can be had.
    pub(super) fn uniform_element(&mut self, uniform: UniformId) -> Option<(Element, Repr)> {
        if self.images.first(uniform).is_some() {
            return None;
        }
        let element = self.layout.element(uniform.index())?;
        if let Element::Function { name, text } = &element {
            self.library.define(name, |_| text.clone());
        }
        let (_, repr) = self.layout.repr(uniform.index()).elements()?;
        Some((element, repr))
    }

    /// The name of a variable that holds a node's list, and whether nobody will change it.
    fn indexable(&mut self, base: NodeId, index: NodeId) -> (String, bool) {
        let list = self.value(base);
        let in_variable = match self.program.node(base).kind {
            NodeKind::Load(id) | NodeKind::Store { variable: id, .. } => {
                self.usage.assigned[id.index()] && self.exists(id)
            }
            _ => false,
        };
        if in_variable && !self.has_effects(index) {
            return (list.operand.text, false);
        }
        (self.copy(&list), true)
    }
}

/// The element of a list at a place that the text knows.
fn known_element(list: Value, place: usize, element: Repr) -> Value {
    let text = list.operand.tight();
    let text = match (&list.operand.repr, "xyzw".get(place..=place)) {
        (Repr::Vector(..), Some(lane)) => format!("{text}.{lane}"),
        _ => format!("{text}[{place}]"),
    };
    Value {
        operand: Operand::atom(text, element),
        depth: list.depth + 1,
        ..list
    }
}
