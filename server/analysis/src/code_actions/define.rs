//! The definition of a function that is called and does not exist.

use text_size::{TextRange, TextSize};

use super::{Edit, Remedy};
use crate::analysis::AppletAnalysis;
use crate::names::NameId;
use crate::program::{TermId, TermKind};

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
    let (Some(statement), true) = (statement(applet, term), is_name) else {
        return Vec::new();
    };
    let parameters = parameters(applet, program.children(arguments));
    let head = format!("{}({})", row.name, parameters.join(", "));
    let start = applet.range(statement).start();
    let indent = indent(applet.document.text(), start);
    vec![Remedy {
        title: format!("define `{head}`"),
        edits: vec![Edit {
            range: TextRange::empty(start),
            text: format!("{head} := (\n{indent}  0\n{indent});\n{indent}"),
        }],
    }]
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
fn parameters(applet: &AppletAnalysis, arguments: &[TermId]) -> Vec<String> {
    let program = &applet.program;
    let text = |name: NameId| program.names.text(name);
    let is_word = |name: &&str| name.starts_with(char::is_alphabetic);
    let mut names: Vec<String> = Vec::new();
    for (place, &argument) in arguments.iter().enumerate() {
        let own = program.name_of(argument).map(text).filter(is_word);
        let others = arguments.iter().filter_map(|&other| program.name_of(other));
        let others: Vec<&str> = others.map(text).collect();
        let is_free = |name: &str| names.iter().all(|known| known != name);
        let name = match own.filter(|name| is_free(name)) {
            Some(name) => name.to_owned(),
            None => PARAMETERS
                .into_iter()
                .find(|name| is_free(name) && !others.contains(name))
                .map_or_else(|| format!("x{}", place + 1), str::to_owned),
        };
        names.push(name);
    }
    names
}

/// The space before a statement that begins its line.
pub(super) fn indent(text: &str, at: TextSize) -> &str {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default();
    if line.trim().is_empty() { line } else { "" }
}
