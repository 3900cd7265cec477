//! The values of all terms, in the order in which terms have them.
//!
//! As for [watched](super::watch) terms, nodes are replaced in a copy of the code.

use cindyscript_hir::program::{Program, TermId};
use num_complex::Complex64;
use smallvec::SmallVec;

use super::{Code, Node};
use crate::value::{List, Value};

/// Values in the order in which terms had them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) noted: Vec<(TermId, Numbers)>,
    /// True if values are rounded to f32.
    is_rounded: bool,
}

/// Real and imaginary parts of a number, or of the numbers of a short list.
pub(crate) type Numbers = SmallVec<[f64; 6]>;

/// The most values that are noted of a pixel.
const MOST_NOTED: usize = 1 << 16;
/// Lists with more numbers are not noted.
const MOST_NUMBERS: usize = 16;

impl Trace {
    pub(crate) fn new(is_rounded: bool) -> Trace {
        Trace {
            noted: Vec::new(),
            is_rounded,
        }
    }

    /// A term has a value: what is gone on with.
    pub(crate) fn note(&mut self, id: TermId, value: Value) -> Value {
        let value = match self.is_rounded {
            true => rounded(value),
            false => value,
        };
        let mut numbers = Numbers::new();
        if self.noted.len() < MOST_NOTED && flatten(&value, &mut numbers) {
            self.noted.push((id, numbers));
        }
        value
    }
}

/// The same code, which notes the values of all terms. Rounded, it has constants in f32.
pub(crate) fn traced(code: &Code, program: &Program, is_rounded: bool) -> Code {
    let mut traced = code.clone();
    let places = program.places();
    for id in (0..program.terms.len() as u32).map(TermId) {
        if let Some(value) = traced.constant_mut(id) {
            if is_rounded {
                *value = rounded(std::mem::take(value));
            }
            continue;
        }
        let Some(node) = traced.node_mut(id).filter(|_| !places.contains(&id)) else {
            continue;
        };
        let inner = match &*node {
            // The trace has its sum as well.
            Node::Grow { target, value, .. } => Node::Assign {
                target: *target,
                value: *value,
            },
            Node::Define(_)
            | Node::DefineLazy { .. }
            | Node::Undefine(_)
            | Node::Code(_)
            | Node::Regional(_)
            | Node::Plot(_)
            | Node::Watched(_)
            | Node::Recorded(_) => continue,
            other => other.clone(),
        };
        *node = Node::Traced(Box::new(inner));
    }
    traced
}

/// A value as single precision has it.
pub(crate) fn rounded(value: Value) -> Value {
    let round = |number: Complex64| {
        let part = |part: f64| f64::from(part as f32);
        Complex64::new(part(number.re), part(number.im))
    };
    match value {
        Value::Number(number) => Value::Number(round(number)),
        Value::Angle(number) => Value::Angle(round(number)),
        Value::List(list) => match List::new(list.iter().map(rounded)) {
            Some(rounded) => Value::List(rounded),
            None => Value::List(list),
        },
        other => other,
    }
}

/// The numbers of a value; whether it has some, and no more than are noted.
pub(crate) fn flatten(value: &Value, numbers: &mut Numbers) -> bool {
    match value {
        Value::Number(number) | Value::Angle(number) => {
            numbers.extend([number.re, number.im]);
            numbers.len() <= 2 * MOST_NUMBERS
        }
        Value::List(list) => {
            list.len() <= MOST_NUMBERS && list.iter().all(|item| flatten(&item, numbers))
        }
        _ => false,
    }
}
