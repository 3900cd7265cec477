//! Assignments.

use cindyscript_pixel::{NodeId, VariableId};

use super::index::ElementIndex;
use super::{Emitter, Sink, Value};
use crate::library::{Operand, part};
use crate::repr::Repr;

impl Emitter<'_> {
    pub(super) fn store(&mut self, id: NodeId, variable: VariableId, value: NodeId) {
        if self.perturbed_store(id, variable) {
            return;
        }
        if !self.exists(variable) {
            return self.run(value, Sink::Discard);
        }
        let (name, repr) = (
            self.names[variable.index()].clone(),
            self.variable(variable).clone(),
        );
        self.run(value, Sink::Assign(&name, &repr));
    }

    /// `variable_i_j = value`, where there is such an element; the value.
    pub(super) fn store_element(
        &mut self,
        variable: VariableId,
        path: &[NodeId],
        value: NodeId,
        repr: &Repr,
    ) -> Value {
        let value = self.value_as(value, repr);
        let value = match value.is_name() || value.literal {
            true => value,
            false => self.spill(value),
        };
        let target = self.names[variable.index()].clone();
        let list = self.variable(variable).clone();
        if self.exists(variable) {
            self.store_at(target, list, path, &value);
        }
        value
    }

    /// `target_i_j = value` for a list in WGSL, where there is such an element.
    fn store_at(&mut self, mut target: String, mut inner: Repr, path: &[NodeId], value: &Value) {
        let mut places = Vec::new();
        for (depth, &index) in path.iter().enumerate() {
            let len = inner.count() as u32;
            let place = match self.place_of(index, len) {
                ElementIndex::Known(Some(place)) => {
                    target += &match inner {
                        Repr::Tuple(_) => format!(".{}", part(place)),
                        _ => format!("[{place}]"),
                    };
                    inner = inner.part(place).unwrap_or(Repr::Unit);
                    continue;
                }
                ElementIndex::Known(None) => return,
                ElementIndex::Uniform(place) if inner.is_chosen_from() && places.is_empty() => {
                    let list = Operand::atom(&target, inner.clone());
                    let rest = &path[depth + 1..];
                    let element = inner.part(0).unwrap_or(Repr::Unit);
                    let new = if rest.is_empty() {
                        value.operand.clone()
                    } else {
                        let old = self.library.element(&list, &place);
                        let name = self.copy(&Value::constant(old.text, element.clone()));
                        self.store_at(name.clone(), element.clone(), rest, value);
                        Operand::atom(name, element)
                    };
                    let changed = self.library.with_element(&list, &place, &new);
                    self.writer.line(&format!("{target} = {};", changed.text));
                    return;
                }
                ElementIndex::Uniform(place) => place,
                ElementIndex::Computed => {
                    let position = self.value_as(index, &Repr::Int);
                    let function = self.library.require("list_place");
                    let text = format!("{function}({}, {len})", position.text());
                    let place = self.temporary("t");
                    self.writer.line(&format!("let {place} = {text};"));
                    places.push(format!("{place} >= 0"));
                    place
                }
            };
            target += &format!("[{place}]");
            inner = inner.part(0).unwrap_or(Repr::Unit);
        }
        if inner.is_empty() {
            return;
        }
        let line = format!("{target} = {};", value.text());
        if places.is_empty() {
            self.writer.line(&line);
        } else {
            self.writer.open(&format!("if {} {{", places.join(" && ")));
            self.writer.line(&line);
            self.writer.close();
        }
    }
}
