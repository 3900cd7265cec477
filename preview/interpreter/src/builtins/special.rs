//! Builtins that evaluate their arguments themselves: fresh variables, code with other values for
//! its names.

use cindyscript_hir::program::{Special, TermId};

use super::{SpecialRow, lazy};
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine, snippets};
use crate::value::Value;

pub(super) const ROWS: &[SpecialRow] = &[
    lazy("eval", Some(1), eval),
    lazy("parse", Some(1), snippets::parse),
    lazy("import", Some(1), snippets::import),
    lazy("createvar", Some(1), local),
    lazy("local", None, local),
    lazy("removevar", Some(1), release),
    lazy("release", None, release),
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
