//! Assignments.

use cindyscript_analysis::pixel::{NodeId, NodeKind, VariableId};

use super::expression::zero_based;
use super::{Emitter, Sink, Value};
use crate::library::part;
use crate::repr::Repr;

impl Emitter<'_> {
    pub(super) fn store(&mut self, variable: VariableId, value: NodeId) {
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
        let mut target = self.names[variable.index()].clone();
        let mut inner = self.variable(variable).clone();
        let mut places = Vec::new();
        let mut exists = self.exists(variable);
        for &index in path {
            let len = inner.count();
            let place = match self.program.node(index).kind {
                NodeKind::Constant(number) => {
                    let place = zero_based(number, len as u32);
                    exists &= place.is_some();
                    place.unwrap_or_default()
                }
                _ => {
                    let position = self.value_as(index, &Repr::Int);
                    let function = self.library.require("list_place");
                    let text = format!("{function}({}, {len})", position.text());
                    let place = self.temporary("t");
                    self.writer.line(&format!("let {place} = {text};"));
                    target += &format!("[{place}]");
                    places.push(format!("{place} >= 0"));
                    inner = inner.part(0).unwrap_or(Repr::Unit);
                    continue;
                }
            };
            target += &match inner {
                Repr::Tuple(_) => format!(".{}", part(place)),
                _ => format!("[{place}]"),
            };
            inner = inner.part(place).unwrap_or(Repr::Unit);
        }
        if !exists || inner.is_empty() {
            return value;
        }
        let line = format!("{target} = {};", value.text());
        if places.is_empty() {
            self.writer.line(&line);
        } else {
            self.writer.open(&format!("if {} {{", places.join(" && ")));
            self.writer.line(&line);
            self.writer.close();
        }
        value
    }
}
