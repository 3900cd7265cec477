//! The same pixel twice, exactly and in single precision: where a value is no number any more, and where
//! both begin to differ.

use cindyscript_hir::names::NameId;

use super::Recording;
use crate::code::trace::{Numbers, flatten};
use crate::machine::log::{Change, Hit, HitCause};
use crate::machine::variables::Binding;
use crate::value::Value;

impl Recording {
    /// Adds a stop at each statement that makes a variable NaN or infinite, here or in a recording of the
    /// same code in single precision.
    pub fn stop_at_numbers_that_are_not_finite(&mut self, single: &mut Recording) {
        let last = self.last_common_step(single);
        let mut hits = Vec::new();
        self.each_change(|recording, step, name, before| {
            let now = recording.current(name);
            if is_not_finite(now) && !is_not_finite(value(before)) {
                let cause = HitCause::NotFinite(name);
                hits.push(Hit { step, cause });
            } else if step < last && !is_not_finite(now) {
                single.go_to(step + 1);
                let is_lost = is_not_finite(single.current(name));
                single.go_to(step);
                if is_lost && !is_not_finite(single.current(name)) {
                    let cause = HitCause::NotFiniteInSinglePrecision(name);
                    hits.push(Hit { step, cause });
                }
            }
        });
        self.add_hits(hits);
    }

    /// Adds a stop at each statement after which a variable differs from that of a recording of the same
    /// code in another precision: by more than `bound`, relative to numbers beyond 1. The last stop is the
    /// statement after which both take different ways.
    pub fn stop_at_differences(&mut self, other: &mut Recording, bound: f64) {
        let last = self.last_common_step(other);
        let mut hits = Vec::new();
        self.each_change(|recording, step, name, before| {
            if step >= last {
                return;
            }
            other.go_to(step + 1);
            let differs = differ(recording.current(name), other.current(name), bound);
            other.go_to(step);
            if differs && !differ(value(before), other.current(name), bound) {
                let cause = HitCause::Difference(name);
                hits.push(Hit { step, cause });
            }
        });
        if last < *self.steps().end() || last < *other.steps().end() {
            let cause = HitCause::OtherWay;
            hits.push(Hit { step: last, cause });
        }
        self.add_hits(hits);
    }

    /// The last step up to which two recordings of the same code take the same way.
    #[must_use]
    pub fn last_common_step(&self, other: &Recording) -> u64 {
        let pairs = self.log.steps.iter().zip(&other.log.steps);
        let common = pairs.take_while(|(a, b)| a.term == b.term).count();
        (common as u64).saturating_sub(1)
    }

    /// Calls `visit` with each change of a variable, from the last to the first: with the recording at the
    /// step after it, the number of the step before, and the binding before.
    fn each_change(&mut self, mut visit: impl FnMut(&Recording, u64, NameId, &Binding)) {
        let position = self.position();
        let steps = self.steps();
        let end = *steps.end() + u64::from(!self.is_cut);
        for step in (*steps.start() + 1..=end).rev() {
            self.go_to(step);
            let count = self.step(step).map_or(0, |step| step.changes as usize);
            let changes: &[Change] = &self.log.changes[self.changed - count..self.changed];
            for change in changes {
                visit(self, step - 1, change.name, &change.other);
            }
        }
        self.go_to(position);
    }

    fn add_hits(&mut self, hits: Vec<Hit>) {
        self.log.hits.extend(hits);
        self.log.hits.sort_by_key(|hit| hit.step);
    }
}

fn value(binding: &Binding) -> Option<&Value> {
    match binding {
        Binding::Value(value) => Some(value),
        Binding::Unset | Binding::Code(_) => None,
    }
}

fn numbers(value: Option<&Value>) -> Numbers {
    let mut numbers = Numbers::new();
    if !value.is_some_and(|value| flatten(value, &mut numbers)) {
        numbers.clear();
    }
    numbers
}

fn is_not_finite(value: Option<&Value>) -> bool {
    numbers(value).iter().any(|number| !number.is_finite())
}

/// True if numbers of two values differ by more than a bound.
fn differ(a: Option<&Value>, b: Option<&Value>, bound: f64) -> bool {
    let (a, b) = (numbers(a), numbers(b));
    let differs = |(a, b): (&f64, &f64)| {
        a.is_finite() != b.is_finite() || (a - b).abs() > bound * a.abs().max(1.0)
    };
    a.len() != b.len() || a.iter().zip(&b).any(differs)
}
