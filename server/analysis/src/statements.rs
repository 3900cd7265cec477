//! Statements of scripts as a whole: where they begin, and what remains without one.

use std::collections::HashSet;

use cindyscript_diagnostic::Fix;
use cindyscript_hir::program::{TermId, TermKind};
use text_size::{TextRange, TextSize};

use crate::applet::InferredApplet;

/// Names for parameters that the call gives none.
const PARAMETERS: [&str; 8] = ["x", "y", "z", "t", "u", "v", "w", "s"];

/// The place where the statement of the script begins that holds a term, and the space before it.
pub fn statement_start(applet: &InferredApplet, term: TermId) -> Option<(TextSize, &str)> {
    let start = applet.range(statement(applet, term)?).start();
    Some((start, indent(applet.document.text(), start)))
}

/// The statement of the script that holds a term.
fn statement(applet: &InferredApplet, term: TermId) -> Option<TermId> {
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
pub fn parameters(applet: &InferredApplet, arguments: &[TermId]) -> Vec<String> {
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

/// The part of the file that goes with a statement that is followed by another one: with its
/// semicolon and the space behind that.
pub fn removal(
    applet: &InferredApplet,
    statements: &[TermId],
    statement: TermId,
) -> Option<TextRange> {
    let at = statements.iter().position(|other| *other == statement)?;
    statements.get(at + 1)?;
    let row = applet.program.term(statement);
    let text = applet.script_text(row.script);
    let behind = text.get(usize::from(row.range.end())..)?;
    let rest = behind.trim_start().strip_prefix(';')?.trim_start();
    let end = row.range.end() + TextSize::of(behind) - TextSize::of(rest);
    Some(applet.to_file(row.script, TextRange::new(row.range.start(), end)))
}

/// Removes the definition of a function whose name stands in a place, if another statement follows.
pub fn remove_function(applet: &InferredApplet, name: TextRange) -> Option<Fix> {
    let program = &applet.program;
    let mut terms = program.terms.iter().zip((0..).map(TermId));
    let (definition, called) = terms.find_map(|(row, term)| match row.kind {
        TermKind::Define(id) => {
            let function = program.function(id);
            let range = applet.to_file(function.script, function.name_range);
            (range == name).then(|| (term, &program.callee(function.callee).name))
        }
        _ => None,
    })?;
    let TermKind::Sequence(statements) = program.kind(applet.parent(definition)?) else {
        return None;
    };
    let range = removal(applet, program.children(statements), definition)?;
    Some(Fix::new(range, "", format!("remove `{called}`")))
}

/// The space before a statement that begins its line.
pub fn indent(text: &str, at: TextSize) -> &str {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default();
    if line.trim().is_empty() { line } else { "" }
}
