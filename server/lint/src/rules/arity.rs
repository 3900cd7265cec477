//! Calls with a number of arguments that the function does not take.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::builtins::{self, Category, Control, Intrinsic};
use cindyscript_hir::program::{Callee, Children, TermId};
use cindyscript_hir::types::one_of;

use super::{loops, separators, usage};
use crate::advice::Advice;
use crate::context::Context;
use crate::forms;
use crate::sink::Sink;

/// True if the arguments of a builtin are code in which it binds names, or that it may not run.
fn binds_names(name: &str) -> bool {
    forms::is_control(name, Control::If)
        || forms::is_control(name, Control::While)
        || forms::is(name, Intrinsic::Plot)
}

/// A call of a function of the applet, or of a builtin, with a number of arguments that it does not
/// take.
pub(crate) fn wrong_arity(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    own: &[&Callee],
    arguments: Children,
) {
    let program = &cx.applet.program;
    let lower = row.name.to_lowercase();
    let arities = builtins::arities(&row.name);
    let counts = own.iter().map(|other| other.arity);
    let counts = counts.chain(arities.iter().flatten().map(|&arity| u32::from(arity)));
    let takes = one_of(counts.collect());
    let message = format!(
        "`{}` takes {takes} argument{}, not {}",
        row.name,
        if takes == "1" { "" } else { "s" },
        arguments.len(),
    );
    let related = own
        .iter()
        .flat_map(|other| &other.definitions)
        .map(|&definition| {
            let function = program.function(definition);
            Related {
                range: cx.applet.to_file(function.script, function.name_range),
                message: format!("`{}` is defined here", row.name),
            }
        });
    // A value that is not printed is missed by nobody.
    let prints = own.is_empty()
        && builtins::named(&lower)
            .iter()
            .all(|builtin| builtin.row().category == Category::Console);
    let severity = if prints {
        Severity::Warning
    } else {
        Severity::Error
    };
    let given = program.children(arguments);
    let advice = advice_for_arity(cx, term, row, own, given);
    let is_loop = loops::kind(&lower).is_some();
    let has_modifiers = own.is_empty() && separators::has_colon(cx, arguments);
    // The author wrote the branches behind its `)`.
    let end = cx.applet.range(term).end();
    let fix = advice.as_ref().and_then(|advice| advice.fix.as_ref());
    if forms::is_control(&lower, Control::If) && fix.is_some_and(|fix| fix.range.end() > end) {
        sink.skip_rest(term);
    }
    if has_modifiers || is_loop || binds_names(&lower) {
        sink.skip_names(term);
    }
    sink.report_call(term, Code::WrongArity, severity, message)
        .related(related)
        .advice(advice);
}

/// Advice for a call with another number of arguments.
fn advice_for_arity(
    cx: &Context,
    term: TermId,
    row: &Callee,
    own: &[&Callee],
    given: &[TermId],
) -> Option<Advice> {
    let program = &cx.applet.program;
    let lower = row.name.to_lowercase();
    match own.first().and_then(|row| row.definitions.last()) {
        None => separators::colon_modifiers(cx, term, given)
            .or_else(|| usage::meant_by_call(cx, term, &lower, given)),
        Some(&definition) => separators::own_semicolons(cx, own, given).or_else(|| {
            let parameters = program.function(definition).named_parameters().iter();
            let names = parameters.map(|one| program.names.text(one.name));
            // The parser has reported a parameter without a name.
            let names: Vec<&str> = names
                .map(|name| if name.is_empty() { "..." } else { name })
                .collect();
            Some(Advice::without_fix(format!(
                "write {}({})",
                row.name,
                names.join(", ")
            )))
        }),
    }
}
