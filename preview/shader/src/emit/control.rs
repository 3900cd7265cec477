//! Branches and loops.

use cindyscript_hir::program::IterationKind;
use cindyscript_pixel::{NodeId, NodeKind, VariableId};

use super::{Emitter, Sink, Value};
use crate::library::{Op, Operand};
use crate::repr::Repr;

impl Emitter<'_> {
    pub(super) fn branch(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
        sink: Sink<'_>,
    ) {
        let value = self.value_as(condition, &Repr::Bool);
        self.writer.open(&format!("if {} {{", value.text()));
        self.run(then, sink);
        self.otherwise(otherwise, sink);
        self.writer.close();
    }

    /// What stands between the end of a branch and the last brace.
    fn otherwise(&mut self, otherwise: Option<NodeId>, sink: Sink<'_>) {
        let Some(otherwise) = otherwise else {
            if let Sink::Assign(name, repr) = sink {
                self.writer.reopen("} else {");
                self.writer.line(&format!("{name} = {};", repr.zero()));
            }
            return;
        };
        if matches!(sink, Sink::Discard) && !self.has_effects(otherwise) {
            return;
        }
        if let NodeKind::If {
            condition,
            then,
            otherwise,
        } = self.program.node(otherwise).kind
            && self.usage.plain[condition.index()]
        {
            // `else if`, if the condition is an expression without temporaries.
            let mark = self.writer.mark();
            let temporaries = self.temporaries;
            let value = self.value_as(condition, &Repr::Bool);
            if self.writer.is_at(&mark) {
                self.writer
                    .reopen(&format!("}} else if {} {{", value.text()));
                self.run(then, sink);
                return self.otherwise(otherwise, sink);
            }
            self.writer.rewind(mark);
            self.temporaries = temporaries;
        }
        self.writer.reopen("} else {");
        self.run(otherwise, sink);
    }

    pub(super) fn while_loop(
        &mut self,
        id: NodeId,
        condition: NodeId,
        body: NodeId,
        sink: Sink<'_>,
    ) {
        self.begin_orbit(id);
        self.writer.open("loop {");
        if self.budget.is_counted(id) {
            self.writer.line("if rounds_left == 0u { break; }");
            self.writer.line("rounds_left -= 1u;");
        }
        let value = self.value_as(condition, &Repr::Bool);
        self.writer
            .line(&format!("if !({}) {{ break; }}", value.text()));
        self.run(body, sink);
        self.writer.close();
    }

    /// A loop with a running variable; `want` is ⊥ if nobody needs its value.
    pub(super) fn iterate(&mut self, id: NodeId, want: Repr) -> Value {
        let NodeKind::Iterate {
            kind,
            domain,
            element,
            index,
            body,
        } = self.program.node(id).kind
        else {
            return Value::zero(&want);
        };
        let kind = match want {
            Repr::Unit => IterationKind::ForAll,
            _ => kind,
        };
        let is_count = self.repr(domain).elements().is_none();
        if is_count && *self.repr(domain) == Repr::Unit {
            // The empty list, or a number that there never is.
            self.run(domain, Sink::Discard);
            return self.neutral(kind, want);
        }
        self.begin_orbit(id);
        let result = (want != Repr::Unit).then(|| self.loop_result(kind, &want));
        let keys = match kind {
            IterationKind::Sort => self.sort_keys(domain, body),
            _ => None,
        };
        let (counter, first) = if is_count {
            (self.over_count(id, domain, element), 1)
        } else {
            let sorted = result.as_deref().filter(|_| kind == IterationKind::Sort);
            (self.over_elements(id, domain, element, sorted), 0)
        };
        if let Some(index) = index {
            self.assign_index(index, &counter, first);
        }
        match (&result, &keys) {
            (Some(_), Some((keys, repr))) => {
                self.collect(IterationKind::Apply, keys, repr, body, "", &counter);
            }
            (Some(result), None) if kind != IterationKind::Sort => {
                let is_first = format!("{counter} == {first}");
                self.collect(kind, result, &want, body, &is_first, &counter);
            }
            _ => self.run(body, Sink::Discard),
        }
        self.writer.close();
        if let (Some(result), Some((keys, repr))) = (&result, keys) {
            self.sort_in_place(result, &want, &Operand::atom(keys, repr));
        }
        match result {
            Some(name) => Value::constant(name, want),
            None => Value::zero(&want),
        }
    }

    /// The value of a loop without rounds.
    fn neutral(&self, kind: IterationKind, want: Repr) -> Value {
        let neutral = match kind {
            IterationKind::Product => 1.0,
            _ => 0.0,
        };
        Value::literal(self.constant(neutral, &want), want)
    }

    /// A list for what the elements of the domain are ordered by; none if it would be empty.
    fn sort_keys(&mut self, domain: NodeId, body: NodeId) -> Option<(String, Repr)> {
        let repr = Repr::list(self.repr(domain).count() as u32, self.repr(body).clone());
        (!repr.is_empty()).then(|| (self.declare(&repr), repr))
    }

    /// Sorts the list in a variable by keys.
    fn sort_in_place(&mut self, variable: &str, repr: &Repr, keys: &Operand) {
        let list = Operand::atom(variable, repr.clone());
        match self.library.sort_by(&list, keys) {
            Some(sorted) => self.writer.line(&format!("{variable} = {};", sorted.text)),
            None => self.error(format!("values of type {repr} cannot be sorted")),
        }
    }

    /// The variable that a loop of this kind makes its value in.
    fn loop_result(&mut self, kind: IterationKind, want: &Repr) -> String {
        match kind {
            IterationKind::Product => {
                let one = Value::literal(self.constant(1.0, want), want.clone());
                self.copy(&one)
            }
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Apply
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Sort
            | IterationKind::Max
            | IterationKind::Min => self.declare(want),
        }
    }

    /// Opens a loop over the numbers from 1. Returns the counter.
    fn over_count(&mut self, id: NodeId, domain: NodeId, element: VariableId) -> String {
        let rounds = self.value_as(domain, &Repr::Int);
        let rounds = Value {
            literal: false,
            ..rounds
        };
        let limit = self.limited(id, rounds);
        let counter = self.temporary("k");
        self.writer.open(&format!(
            "for (var {counter} = 1; {counter} <= {}; {counter} += 1) {{",
            limit.text()
        ));
        self.assign(element, Value::constant(counter.clone(), Repr::Int));
        counter
    }

    /// The rounds of a loop: as many as there are left, if they are counted.
    fn limited(&mut self, id: NodeId, rounds: Value) -> Value {
        if !self.budget.is_counted(id) {
            return self.spill(rounds);
        }
        let limit = format!("clamp({}, 0, i32(rounds_left))", rounds.text());
        let limit = self.spill(Value {
            operand: Operand::atom(limit, Repr::Int),
            ..rounds
        });
        let line = format!("rounds_left -= u32({});", limit.text());
        self.writer.line(&line);
        limit
    }

    /// Opens a loop over a list, which copies its elements to `sorted`. Returns the counter.
    fn over_elements(
        &mut self,
        id: NodeId,
        domain: NodeId,
        element: VariableId,
        sorted: Option<&str>,
    ) -> String {
        let (counter, value) = self.over_list(id, domain, element);
        if let Some(list) = sorted {
            self.writer
                .line(&format!("{list}[{counter}] = {};", value.text()));
        }
        counter
    }

    /// Opens a loop over a list, whose running variable is each element in turn; returns the
    /// counter, which starts at 0, and the element.
    fn over_list(&mut self, id: NodeId, domain: NodeId, element: VariableId) -> (String, Value) {
        let (len, repr) = self.repr(domain).elements().unwrap_or((0, Repr::Unit));
        let place = match self.program.node(domain).kind {
            NodeKind::Uniform(uniform) => self.uniform_element(uniform),
            _ => None,
        };
        let list = place.is_none().then(|| {
            let value = self.value(domain);
            self.copy(&value)
        });
        let limit = if self.budget.is_counted(id) {
            let len = Value::constant(len.to_string(), Repr::Int);
            self.limited(id, len).operand.text
        } else {
            len.to_string()
        };
        let counter = self.temporary("k");
        self.writer.open(&format!(
            "for (var {counter} = 0; {counter} < {limit}; {counter} += 1) {{"
        ));
        let value = match place {
            Some((place, repr)) => Some((place.at(&counter), repr)),
            None => list.map(|list| (format!("{list}[{counter}]"), repr.clone())),
        };
        let value = value.map_or_else(
            || Value::zero(&repr),
            |(text, repr)| Value::constant(text, repr),
        );
        let value = self.convert(value, &repr);
        self.assign(element, value.clone());
        (counter, value)
    }

    /// Sets the variable of the 1-based place from a counter that starts at `first`.
    fn assign_index(&mut self, index: VariableId, counter: &str, first: u32) {
        let one_based = match first {
            0 => format!("{counter} + 1"),
            _ => counter.to_owned(),
        };
        self.assign(index, Value::constant(one_based, Repr::Int));
    }

    fn assign(&mut self, variable: VariableId, value: Value) {
        if self.exists(variable) {
            let repr = self.variable(variable).clone();
            let value = self.convert(value, &repr);
            let name = &self.names[variable.index()];
            self.writer.line(&format!("{name} = {};", value.text()));
        }
    }

    /// Runs the body and makes its value part of the result.
    fn collect(
        &mut self,
        kind: IterationKind,
        result: &str,
        want: &Repr,
        body: NodeId,
        is_first: &str,
        counter: &str,
    ) {
        let accumulator = Operand::atom(result, want.clone());
        match kind {
            IterationKind::Repeat | IterationKind::ForAll => {
                self.run(body, Sink::Assign(result, want));
            }
            IterationKind::Apply => {
                let element = want.elements().map_or(Repr::Unit, |(_, element)| element);
                let value = self.value_as(body, &element);
                self.writer
                    .line(&format!("{result}[{counter}] = {};", value.text()));
            }
            IterationKind::Sum | IterationKind::Product => {
                let value = self.value_as(body, want);
                let op = if kind == IterationKind::Sum {
                    Op::Add
                } else {
                    Op::Mul
                };
                match self.library.apply(op, &[accumulator, value.operand], want) {
                    Some(next) => self.writer.line(&format!("{result} = {};", next.text)),
                    None => self.error(format!("values of type {want} cannot be combined")),
                }
            }
            IterationKind::Min | IterationKind::Max => {
                let value = self.value_as(body, want);
                let value = self.spill(value);
                let op = if kind == IterationKind::Min {
                    Op::Min
                } else {
                    Op::Max
                };
                match self
                    .library
                    .apply(op, &[accumulator, value.operand.clone()], want)
                {
                    Some(next) => self.writer.line(&format!(
                        "{result} = select({}, {}, {is_first});",
                        next.text,
                        value.text()
                    )),
                    None => self.error(format!("values of type {want} cannot be compared")),
                }
            }
            IterationKind::Select | IterationKind::Sort => {
                self.error(format!("`{}` makes no value here", kind.name()));
            }
        }
    }
}
