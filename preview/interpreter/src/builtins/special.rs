//! Builtins that evaluate their arguments themselves: fresh variables, code with other values for
//! its names.

use cindyscript_analysis::program::{Special, TermId};
use num_complex::Complex64;

use super::{SpecialRow, lazy};
use crate::machine::{Evaluated, Machine};
use crate::value::Value;
use crate::variables::Binding;

pub(super) const ROWS: &[SpecialRow] = &[
    lazy("eval", Some(1), eval),
    lazy("createvar", Some(1), local),
    lazy("local", None, local),
    lazy("removevar", Some(1), release),
    lazy("release", None, release),
    lazy("d", Some(2), derivative),
];

/// Evaluates the code with the modifiers as variables, each of which sees those before it.
fn eval(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let &[code] = program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    machine.scoped(|machine| {
        for modifier in program.modifiers(special.modifiers) {
            let value = machine.eval(modifier.value)?;
            let variables = &mut machine.state.variables;
            variables.hide(modifier.name, Binding::Value(value));
        }
        machine.eval(code)
    })
}

fn local(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    for &argument in program.children(special.arguments) {
        if let Some(name) = program.name_of(argument) {
            machine.state.variables.shelve(name);
        }
    }
    Ok(Value::Undefined)
}

/// The value of the last argument, read before the names get back what they were.
fn release(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let arguments = program.children(special.arguments);
    let Some(&last) = arguments.last() else {
        return Ok(Value::Undefined);
    };
    let value = machine.eval(last)?;
    for &argument in arguments {
        if let Some(name) = program.name_of(argument) {
            machine.state.variables.unshelve(name);
        }
    }
    Ok(value)
}

/// The derivative as a quotient of differences, `eps` to either side.
fn derivative(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let &[code, point] = program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let modifiers = machine.modifiers(special.modifiers)?;
    let eps = modifiers
        .into_iter()
        .filter(|(name, _)| program.names.text(*name) == "eps")
        .find_map(|(_, value)| value.number())
        .unwrap_or(Complex64::new(1e-4, 0.0));
    let (Some(point), Some(variable)) = (machine.eval_plain(point)?.number(), special.variable)
    else {
        return Ok(Value::Undefined);
    };
    let mut value_at = |point: Complex64| {
        machine.scoped(|machine| {
            let variables = &mut machine.state.variables;
            variables.hide(variable, Binding::Value(Value::Number(point)));
            machine.eval_plain(code)
        })
    };
    let (after, before) = (value_at(point + eps)?, value_at(point - eps)?);
    Ok(match (after.number(), before.number()) {
        (Some(after), Some(before)) => Value::Number((after - before) / (eps * 2.0)),
        _ => Value::Undefined,
    })
}
