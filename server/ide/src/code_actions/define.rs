//! The definition of a function that is called and of a variable that is read, where there is none.

use cindyscript_hir::builtins::{self, Intrinsic};
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use super::{FileEdit, Remedy, init_script};
use crate::analysis::AppletAnalysis;
use cindyscript_analysis::statements::{parameters, statement_start};
use cindyscript_lint::{Instead, counterpart, is_foreign_name};

/// Defines what a term calls, before the statement that calls it.
pub(super) fn function(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let Some((row, arguments)) = program.call(term) else {
        return Vec::new();
    };
    // A builtin of that name has other arguments, and a list is no function.
    let is_taken = !builtins::arities(&row.name).is_empty() || is_variable(applet, &row.name);
    let is_name = !is_taken && row.name.chars().next().is_some_and(char::is_alphabetic);
    let (Some((start, indent)), true) = (statement_start(applet, term), is_name) else {
        return Vec::new();
    };
    let given = arguments;
    let (parameters, body) = match counterpart(&row.name, given.len()) {
        Some(Instead::Written(written)) if written.parameters.len() == given.len() => {
            let parameters = written.parameters.iter().map(|&name| name.to_owned());
            (parameters.collect(), written.expression.to_owned())
        }
        // There is something for it, as the diagnostic says.
        Some(_) => return Vec::new(),
        None => (
            parameters(applet, given),
            format!("(\n{indent}  0\n{indent})"),
        ),
    };
    let head = format!("{}({})", row.name, parameters.join(", "));
    vec![Remedy {
        title: format!("define `{head}`"),
        edits: vec![FileEdit {
            range: TextRange::empty(start),
            text: format!("{head} := {body};\n{indent}"),
        }],
    }]
}

/// True if a variable of that name has a value.
fn is_variable(applet: &AppletAnalysis, name: &str) -> bool {
    let name = applet.program.names.get(name);
    name.is_some_and(|name| applet.defined().contains(name))
}

/// Gives the variable that a term is a value before anything else happens.
pub(super) fn variable(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let Some(name) = undefined_variable(applet, term) else {
        return Vec::new();
    };
    let start = match is_list(applet, term) {
        true => "[]",
        false => "0",
    };
    let statement = format!("{name} = {start};");
    let edit = init_script::begin_with(applet, &statement);
    let remedy = edit.map(|edit| Remedy {
        title: format!("write `{statement}` into the init script"),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

/// True if a term is the list to which elements are added.
fn is_list(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    let parent = applet.parent(term).map(|parent| program.kind(parent));
    match parent {
        Some(TermKind::Call { callee, .. }) => matches!(
            program.callee(callee).intrinsic(),
            Some(Intrinsic::Append | Intrinsic::Prepend | Intrinsic::Concatenate)
        ),
        _ => false,
    }
}

/// The name of the variable that a term is, if it is one that the file could give a value.
pub(super) fn undefined_variable(applet: &AppletAnalysis, term: TermId) -> Option<&str> {
    let program = &applet.program;
    let name = program.names.text(program.name_of(term)?);
    // A name of several words is hardly meant to be a variable.
    let is_name = name.starts_with(char::is_alphabetic) && applet.written(term) == name;
    // `undefined`, `sqrt`, `Arial`
    let is_name = is_name && builtins::arities(name).is_empty() && !is_foreign_name(name);
    // Code that is not there may give it one.
    (is_name && applet.facts.opaque.names.is_none()).then_some(name)
}
