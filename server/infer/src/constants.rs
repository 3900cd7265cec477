//! Variables with one value: sizes and indices that are known although they have a name.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, TermId, TermKind, assigned_names};
use rustc_hash::FxHashMap;

use crate::split::Split;

/// The numbers behind the names that only ever have one.
pub type Constants = FxHashMap<NameId, f64>;

/// A program with the numbers behind its names: which number a term always is decides types, too.
#[derive(Clone, Copy)]
pub struct KnownNumbers<'a> {
    /// The program.
    pub program: &'a Program,
    /// The numbers behind its names.
    pub constants: &'a Constants,
}

impl KnownNumbers<'_> {
    /// The number that a term always is, if that can be read from the text: a literal, a constant,
    /// or a sum, difference or product of such.
    pub fn of(&self, term: TermId) -> Option<f64> {
        let known = |name| self.constants.get(&name).copied();
        evaluate(self.program, term, &known, DEPTH)
    }
}

/// Constants may be defined by others, in chains of at most this length.
const ROUNDS: usize = 8;

/// Expressions that are nested deeper are no constants.
const DEPTH: usize = 16;

/// What gives a name its value.
#[derive(Clone, Copy)]
enum Value {
    /// Nothing.
    Never,
    /// One assignment, of this.
    Once(TermId),
    /// More than that, or something else.
    Other,
}

/// The names that are assigned once in the whole program, a number, and that nothing else binds.
///
/// Before the assignment such a name has no value, which decides nothing. Whoever knows that code
/// outside of the program may assign to names must not ask.
pub fn constants(program: &Program, split: &Split) -> Constants {
    let mut values = vec![Value::Never; program.names.len()];
    let mut bound: Vec<NameId> = Vec::new();
    for &id in &program.actions {
        match program.kind(id) {
            TermKind::Assign { target, value } => match program.kind(target) {
                TermKind::Variable(name) => {
                    let known = &mut values[name.index()];
                    *known = match known {
                        Value::Never => Value::Once(value),
                        Value::Once(_) | Value::Other => Value::Other,
                    };
                }
                _ => assigned_names(program, target, &mut bound),
            },
            TermKind::DefineLazy { target, .. } => assigned_names(program, target, &mut bound),
            TermKind::Regional(_) | TermKind::Iterate(_) => bound.extend(program.bound_by(id)),
            TermKind::Special(special) => {
                bound.extend(program.bound_by(id));
                let arguments = program.children(program.special(special).arguments).iter();
                bound.extend(arguments.filter_map(|&argument| program.name_of(argument)));
            }
            TermKind::Plot(plot) => {
                bound.extend(split.of(plot).pixel.iter().map(|pixel| pixel.name));
            }
            _ => {}
        }
    }
    let parameters = program.functions.iter().flat_map(|f| &f.parameters);
    bound.extend(parameters.map(|parameter| parameter.name));
    bound.extend(program.modifiers.iter().map(|modifier| modifier.name));
    for name in bound {
        values[name.index()] = Value::Other;
    }
    let mut waiting: Vec<(NameId, TermId)> = Vec::new();
    for (value, name) in values.into_iter().zip(0..) {
        if let Value::Once(value) = value {
            waiting.push((NameId(name), value));
        }
    }
    let mut constants = Constants::default();
    for _ in 0..ROUNDS {
        let before = waiting.len();
        waiting.retain(|&(name, value)| {
            let known = |name| constants.get(&name).copied();
            let number = evaluate(program, value, &known, DEPTH);
            constants.extend(number.map(|number| (name, number)));
            number.is_none()
        });
        if waiting.len() == before {
            break;
        }
    }
    constants
}

fn evaluate(
    program: &Program,
    term: TermId,
    known: &dyn Fn(NameId) -> Option<f64>,
    depth: usize,
) -> Option<f64> {
    let depth = depth.checked_sub(1)?;
    let value = |term| evaluate(program, term, known, depth);
    match program.kind(term) {
        TermKind::Number(value) => Some(value),
        TermKind::Variable(name) => known(name),
        TermKind::Sequence(operands) => match *program.children(operands) {
            [only] => value(only),
            _ => None,
        },
        TermKind::Call {
            callee, arguments, ..
        } => {
            let row = program.callee(callee);
            match (row.intrinsic()?, program.children(arguments)) {
                (Intrinsic::Negate, &[a]) => value(a).map(|a| -a),
                (Intrinsic::Plus, &[a]) => value(a),
                (Intrinsic::Add, &[a, b]) => Some(value(a)? + value(b)?),
                (Intrinsic::Subtract, &[a, b]) => Some(value(a)? - value(b)?),
                (Intrinsic::Multiply, &[a, b]) => Some(value(a)? * value(b)?),
                _ => None,
            }
        }
        _ => None,
    }
}
