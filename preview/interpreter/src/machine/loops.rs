//! Loops.

use std::cmp::Ordering;
use std::ops::{Add, Mul};

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Iteration, IterationId, IterationKind, TermId};

use num_complex::Complex64;

use crate::context::arithmetic;
use crate::error::Halt;
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine};
use crate::value::dictionary::{Dictionary, EntryContent};
use crate::value::list::Builder;
use crate::value::number::round_half_up;
use crate::value::order;
use crate::value::{List, Value, allow_walk};
use crate::work;

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn while_loop(&mut self, id: TermId, condition: TermId, body: TermId) -> Evaluated {
        self.in_loop(id, |machine| {
            let mut value = Value::Undefined;
            loop {
                machine.next_round(id)?;
                let condition = machine.eval(condition)?;
                if !goes_on(&condition) {
                    return Ok(value);
                }
                // Not held any longer: what holds it may grow in place.
                drop(value);
                value = machine.eval(body)?;
            }
        })
    }

    #[inline(never)]
    pub(crate) fn iterate(
        &mut self,
        id: TermId,
        iteration: IterationId,
        is_used: bool,
    ) -> Evaluated {
        let iteration = self.program.iteration(iteration);
        let domain = self.eval_plain(iteration.domain)?;
        let wanted = match iteration.kind {
            IterationKind::Max => Some(Ordering::Greater),
            IterationKind::Min => Some(Ordering::Less),
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Apply
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Sort => None,
        };
        if let Some(wanted) = wanted
            && iteration.is_unnamed()
            && !matches!(domain, Value::List(_) | Value::Dictionary(_))
        {
            // No loop at all: the larger of two values, the second of which is in terms of an
            // outer `#`.
            let other = self.eval_plain(iteration.body)?;
            return Ok(order::larger(
                &self.state.context.geometry,
                &domain,
                &other,
                wanted,
            ));
        }
        let variables = &mut self.state.variables;
        let unset = || Binding::Value(Value::Undefined);
        // Modifiers are evaluated before the running variables hide others of their names.
        if iteration.kind == IterationKind::Repeat {
            let Some(count) = domain.real() else {
                return Ok(Value::Undefined);
            };
            let range = self.repeat_range(iteration, count)?;
            let outer = self.state.variables.replace(iteration.element, unset());
            let value = self.in_loop(id, |machine| machine.repeat(id, iteration, range));
            self.state.variables.set(iteration.element, outer);
            return value;
        }
        let outer_index = iteration
            .index
            .map(|name| (name, variables.replace(name, unset())));
        let outer = variables.replace(iteration.element, unset());
        let value = self.in_loop(id, |machine| match &domain {
            Value::List(list) if !is_used && iteration.kind == IterationKind::Apply => {
                for (number, item) in list.iter().enumerate() {
                    machine.begin_round(id, iteration, number, item)?;
                    machine.run(iteration.body)?;
                }
                Ok(Value::Undefined)
            }
            Value::List(list) => machine.over_list(id, iteration, list),
            Value::Dictionary(dictionary) => machine.over_dictionary(id, iteration, dictionary),
            _ => Ok(Value::Undefined),
        });
        let variables = &mut self.state.variables;
        variables.set(iteration.element, outer);
        if let Some((name, binding)) = outer_index {
            variables.set(name, binding);
        }
        value
    }

    fn in_loop(&mut self, id: TermId, run: impl FnOnce(&mut Self) -> Evaluated) -> Evaluated {
        let outer = self.innermost_loop.replace(id);
        let value = run(self);
        self.innermost_loop = outer;
        value
    }

    /// One round for an element.
    fn round(
        &mut self,
        id: TermId,
        iteration: &Iteration,
        number: usize,
        element: Value,
    ) -> Evaluated {
        self.begin_round(id, iteration, number, element)?;
        self.eval(iteration.body)
    }

    fn begin_round(
        &mut self,
        id: TermId,
        iteration: &Iteration,
        number: usize,
        element: Value,
    ) -> Result<(), Halt> {
        self.next_round(id)?;
        if let Some(index) = iteration.index {
            self.bind(index, (number as f64 + 1.0).into());
        }
        self.bind(iteration.element, element);
        Ok(())
    }

    fn bind(&mut self, name: NameId, value: Value) {
        self.state.variables.set(name, Binding::Value(value));
    }

    fn over_list(&mut self, id: TermId, iteration: &Iteration, list: &List) -> Evaluated {
        match iteration.kind {
            IterationKind::Repeat => Ok(Value::Undefined),
            IterationKind::ForAll => {
                let mut value = Value::Undefined;
                for (number, item) in list.iter().enumerate() {
                    value = self.round(id, iteration, number, item)?;
                }
                Ok(value)
            }
            IterationKind::Apply => {
                let mut values = Builder::with_capacity(list.len());
                for (number, item) in list.iter().enumerate() {
                    if !values.push(self.round(id, iteration, number, item)?) {
                        return self.checked(id, Value::Undefined);
                    }
                }
                self.checked(id, values.finish().into())
            }
            IterationKind::Select => {
                let mut kept = Builder::default();
                for (number, item) in list.iter().enumerate() {
                    let value = self.round(id, iteration, number, item.clone())?;
                    if matches!(value, Value::Boolean(true)) {
                        kept.push(item);
                    }
                }
                self.checked(id, kept.finish().into())
            }
            IterationKind::Sum => self.fold(id, iteration, list, 0.0, Add::add, arithmetic::sum),
            IterationKind::Product => {
                self.fold(id, iteration, list, 1.0, Mul::mul, arithmetic::factor)
            }
            IterationKind::Sort => {
                let mut keyed = Vec::with_capacity(list.len());
                for (number, item) in list.iter().enumerate() {
                    keyed.push((self.round(id, iteration, number, item.clone())?, item));
                }
                let geometry = &self.state.context.geometry;
                let keyed = work::sort_by(keyed, &|(a, _), (b, _)| order::compare(geometry, a, b));
                let sorted = keyed.into_iter().map(|(_, item)| item).collect();
                self.checked(id, sorted)
            }
            IterationKind::Max => self.extremum(id, iteration, list, Ordering::Greater),
            IterationKind::Min => self.extremum(id, iteration, list, Ordering::Less),
        }
    }

    /// The first value, combined with each that follows.
    fn fold(
        &mut self,
        id: TermId,
        iteration: &Iteration,
        list: &List,
        empty: f64,
        numbers: impl Fn(Complex64, Complex64) -> Complex64,
        combine: fn(&crate::context::Context, &Value, &Value) -> Value,
    ) -> Evaluated {
        let mut items = list.iter().enumerate();
        let Some((_, first)) = items.next() else {
            return Ok(empty.into());
        };
        let mut total = self.round(id, iteration, 0, first)?;
        for (number, item) in items {
            let value = self.round(id, iteration, number, item)?;
            total = match (total, &value) {
                (Value::Number(a), Value::Number(b)) => Value::Number(numbers(a, *b)),
                // In place: else a long text would be copied for each of its parts.
                (Value::String(mut text), Value::String(more))
                    if iteration.kind == IterationKind::Sum =>
                {
                    let grown = text.push_str(more).then_some(Value::String(text));
                    self.checked(id, grown.unwrap_or_default())?
                }
                (total, _) => {
                    let operands = [total, value];
                    let [total, value] = &operands;
                    let total = match allow_walk(&operands) {
                        true => combine(&self.state.context, total, value),
                        false => Value::Undefined,
                    };
                    self.checked(id, total)?
                }
            };
        }
        Ok(total)
    }

    /// The value that comes `wanted` of all others, the last one of several; or, with
    /// `element -> true`, the element that has it.
    fn extremum(
        &mut self,
        id: TermId,
        iteration: &Iteration,
        list: &List,
        wanted: Ordering,
    ) -> Evaluated {
        let modifiers = self.modifiers(iteration.modifiers)?;
        let names = &self.program.names;
        let wants_element = modifiers.iter().any(|(name, value)| {
            names.text(*name) == modifiers::name::ELEMENT && matches!(value, Value::Boolean(true))
        });
        let mut best: Option<(Value, Value)> = None;
        for (number, item) in list.iter().enumerate() {
            let value = self.round(id, iteration, number, item.clone())?;
            best = Some(match best {
                Some((old, element))
                    if order::compare(&self.state.context.geometry, &old, &value) == wanted =>
                {
                    (old, element)
                }
                _ => (value, item),
            });
        }
        let best = match best {
            Some((_, element)) if wants_element => element,
            Some((value, _)) => value,
            None => Value::Undefined,
        };
        self.checked(id, best)
    }

    fn over_dictionary(
        &mut self,
        id: TermId,
        iteration: &Iteration,
        dictionary: &Dictionary,
    ) -> Evaluated {
        let result = Dictionary::default();
        let mut last = Value::Undefined;
        let modifiers = self.modifiers(iteration.modifiers)?;
        let names = &self.program.names;
        // Others, and one with a variable for the key, do not look at it.
        let has_iterator = iteration.kind == IterationKind::ForAll && iteration.index.is_none();
        let iterator = modifiers
            .iter()
            .find(|(name, _)| has_iterator && names.text(*name) == modifiers::name::ITERATOR)
            .and_then(|(_, value)| value.string())
            .unwrap_or("value");
        for (key, content) in dictionary.by_age() {
            self.next_round(id)?;
            let element = match content {
                EntryContent::Value(value) => value,
                EntryContent::Code(code) => self.eval_lazy(id, &code)?,
            };
            if let Some(index) = iteration.index {
                self.bind(index, key.clone());
            }
            let seen = match iterator {
                "key" => key.clone(),
                "pair" => {
                    let pair = Dictionary::default();
                    pair.set("key", EntryContent::Value(key.clone()));
                    pair.set("value", EntryContent::Value(element.clone()));
                    Value::Dictionary(pair)
                }
                _ => element.clone(),
            };
            self.bind(iteration.element, seen);
            last = self.eval(iteration.body)?;
            match iteration.kind {
                IterationKind::Apply => result.set_value(&key, EntryContent::Value(last.clone())),
                IterationKind::Select if matches!(last, Value::Boolean(true)) => {
                    result.set_value(&key, EntryContent::Value(element));
                }
                IterationKind::Select
                | IterationKind::Repeat
                | IterationKind::ForAll
                | IterationKind::Sum
                | IterationKind::Product
                | IterationKind::Sort
                | IterationKind::Max
                | IterationKind::Min => {}
            }
        }
        Ok(match iteration.kind {
            IterationKind::Apply | IterationKind::Select => Value::Dictionary(result),
            IterationKind::ForAll => last,
            IterationKind::Repeat
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Sort
            | IterationKind::Max
            | IterationKind::Min => Value::Undefined,
        })
    }

    fn repeat(&mut self, id: TermId, iteration: &Iteration, range: Range) -> Evaluated {
        let mut value = Value::Undefined;
        for round in 0..range.rounds {
            self.next_round(id)?;
            self.bind(
                iteration.element,
                (round as f64 * range.step + range.start).into(),
            );
            drop(value);
            value = self.eval(iteration.body)?;
        }
        Ok(value)
    }

    fn repeat_range(&mut self, iteration: &Iteration, count: f64) -> Result<Range, Halt> {
        let (mut start, mut stop, mut step) = (None, None, None);
        for (name, value) in self.modifiers(iteration.modifiers)? {
            let slot = match self.program.names.text(name) {
                modifiers::name::START => &mut start,
                modifiers::name::STOP => &mut stop,
                modifiers::name::STEP => &mut step,
                _ => continue,
            };
            *slot = value.real();
        }
        Ok(Range::new(round_half_up(count), start, stop, step))
    }
}

/// Whether `while` goes on: only what is false, 0, empty or undefined ends it, and lists do.
fn goes_on(condition: &Value) -> bool {
    match condition {
        Value::Boolean(value) => *value,
        Value::Undefined | Value::List(_) => false,
        Value::String(text) => !text.is_empty(),
        Value::Number(_)
        | Value::Angle(_)
        | Value::Dictionary(_)
        | Value::Element(_)
        | Value::Shape(_)
        | Value::Code(_) => true,
    }
}

/// The values of a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    rounds: u64,
    start: f64,
    step: f64,
}

impl Range {
    /// `count` rounds, from 1 in steps of 1 unless said otherwise. With both ends given, the step
    /// spans them; with ends and step given, they decide the number of rounds.
    fn new(count: f64, start: Option<f64>, stop: Option<f64>, step: Option<f64>) -> Range {
        let (rounds, first, step) = match (start, stop, step) {
            (Some(start), Some(stop), Some(step)) => {
                let end = stop + step;
                let forward = (start <= end && step > 0.0) || (start >= end && step < 0.0);
                let rounds = if forward {
                    ((end - start) / step).floor()
                } else {
                    count
                };
                (rounds, start, step)
            }
            (Some(start), Some(stop), None) => (count, start, (stop - start) / (count - 1.0)),
            (None, Some(stop), step) => {
                let step = step.unwrap_or(1.0);
                (count, stop - step * (count - 1.0), step)
            }
            (start, None, step) => (count, start.unwrap_or(1.0), step.unwrap_or(1.0)),
        };
        // A cast of NaN or a negative number is 0.
        Range {
            rounds: rounds as u64,
            start: first,
            step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let check = |start, stop, step, expected: (u64, f64, f64)| {
            let range = Range::new(3.0, start, stop, step);
            assert_eq!((range.rounds, range.start, range.step), expected);
        };
        check(None, None, None, (3, 1.0, 1.0));
        check(Some(5.0), None, None, (3, 5.0, 1.0));
        check(None, Some(5.0), None, (3, 3.0, 1.0));
        check(Some(0.0), Some(1.0), None, (3, 0.0, 0.5));
        check(Some(0.0), Some(1.0), Some(0.25), (5, 0.0, 0.25));
        check(None, None, Some(2.0), (3, 1.0, 2.0));
        assert_eq!(Range::new(f64::NAN, None, None, None).rounds, 0);
    }
}
