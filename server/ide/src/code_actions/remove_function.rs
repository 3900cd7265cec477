//! The removal of a definition of a function that nothing calls, or that another one replaces.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use super::inline_variable::remove;
use crate::analysis::AppletAnalysis;

/// Removes the definition of a function whose name stands in a place, if another statement follows.
pub(crate) fn remove_function(applet: &AppletAnalysis, name: TextRange) -> Option<Fix> {
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
    let edit = remove(applet, program.children(statements), definition)?;
    Some(Fix::new(
        edit.range,
        edit.text,
        format!("remove `{called}`"),
    ))
}
