//! The definition of a function that is called and of a variable that is read, where there is none.

use std::collections::HashSet;

use cindyscript_hir::program::{TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::{FileEdit, Remedy, init_script};
use crate::analysis::AppletAnalysis;
use crate::check::{Instead, counterpart};

/// Names for parameters that the call gives none.
const PARAMETERS: [&str; 8] = ["x", "y", "z", "t", "u", "v", "w", "s"];

/// Defines what a term calls, before the statement that calls it.
pub(super) fn function(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let TermKind::Call {
        callee, arguments, ..
    } = program.kind(term)
    else {
        return Vec::new();
    };
    let row = program.callee(callee);
    let is_name = row.name.chars().next().is_some_and(char::is_alphabetic);
    let (Some((start, indent)), true) = (statement_start(applet, term), is_name) else {
        return Vec::new();
    };
    let given = program.children(arguments);
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

/// Gives the variable that a term is a value before anything else happens.
pub(super) fn variable(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let Some(name) = undefined_variable(applet, term) else {
        return Vec::new();
    };
    let statement = format!("{name} = 0;");
    let edit = init_script::begin_with(applet, &statement);
    let remedy = edit.map(|edit| Remedy {
        title: format!("write `{statement}` into the init script"),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

/// The name of the variable that a term is, if it is one that the file could give a value.
pub(super) fn undefined_variable(applet: &AppletAnalysis, term: TermId) -> Option<&str> {
    let program = &applet.program;
    let name = program.names.text(program.name_of(term)?);
    // A name of several words is hardly meant to be a variable.
    let is_name = name.starts_with(char::is_alphabetic) && applet.written(term) == name;
    // Code that is not there may give it one.
    (is_name && applet.facts.opaque.names.is_none()).then_some(name)
}

/// The place where the statement of the script begins that holds a term, and the space before it.
pub(crate) fn statement_start(applet: &AppletAnalysis, term: TermId) -> Option<(TextSize, &str)> {
    let start = applet.range(statement(applet, term)?).start();
    Some((start, indent(applet.document.text(), start)))
}

/// The statement of the script that holds a term.
fn statement(applet: &AppletAnalysis, term: TermId) -> Option<TermId> {
    let program = &applet.program;
    program.scripts.iter().find_map(|script| {
        let TermKind::Sequence(statements) = program.kind(script.root) else {
            return None;
        };
        let mut statements = program.children(statements).iter().copied();
        statements.find(|&statement| (program.term(statement).first..=statement).contains(&term))
    })
}

/// A name for each argument: its own if it is a variable, else one that no argument has.
pub(crate) fn parameters(applet: &AppletAnalysis, arguments: &[TermId]) -> Vec<String> {
    let program = &applet.program;
    let own = |&argument: &TermId| {
        let name = program.names.text(program.name_of(argument)?);
        name.starts_with(char::is_alphabetic).then_some(name)
    };
    let owned: HashSet<&str> = arguments.iter().filter_map(own).collect();
    let numbered = (1..).map(|number| format!("x{number}"));
    let mut free = (PARAMETERS
        .iter()
        .map(|&name| name.to_owned())
        .chain(numbered))
    .filter(|name| !owned.contains(name.as_str()));
    let mut used = HashSet::new();
    let name = |argument: &TermId| match own(argument) {
        Some(name) if used.insert(name) => Some(name.to_owned()),
        _ => free.next(),
    };
    arguments.iter().filter_map(name).collect()
}

/// The space before a statement that begins its line.
pub(super) fn indent(text: &str, at: TextSize) -> &str {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default();
    if line.trim().is_empty() { line } else { "" }
}
