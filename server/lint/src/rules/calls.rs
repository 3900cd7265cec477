//! Calls of what does not exist, or is not available in the preview.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::{self, BuiltinId, Control, Form};
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{Callee, Children, TermId};

use super::arity::wrong_arity;
use super::called_values::{constant_called, hash_called, variable_called};
use super::undefined_function::undefined_function;
use crate::context::Context;
use crate::sink::Sink;

/// True if a part of the picture is missing where the preview lacks this.
fn is_seen(what: &str) -> bool {
    matches!(what, "3D drawing of CindyGL" | "Riemann surfaces")
}

/// A call of what is neither a function of the applet nor a plain builtin.
pub(crate) fn suspect_call(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) {
    match row.builtin {
        Some(id)
            if id
                .row()
                .plugin
                .is_some_and(|plugin| !cx.applet.uses_plugin(plugin)) =>
        {
            undefined_function(cx, sink, term, row, arguments);
        }
        Some(id) if matches!(id.row().form, Form::Unavailable | Form::OutOfScope(_)) => {
            not_available(sink, term, row, id);
        }
        // A special form that lowering could not make sense of.
        Some(id) if id.row().form == Form::Control(Control::Code) => {
            let message = "the parameters of a function of `cgllazy` are names: `x`, or `(x, y)`";
            sink.report(term, Code::NotAName, message);
        }
        Some(_) => {}
        None => unknown_call(cx, sink, term, row, arguments),
    }
}

/// A call of what CindyJS has and the preview has not.
fn not_available(sink: &mut Sink, term: TermId, row: &Callee, id: BuiltinId) {
    // Sound, say, is missing wherever it is called.
    if let Form::OutOfScope(what) = id.row().form
        && !sink.is_first("absent", what)
    {
        return;
    }
    let message = format!("`{}` is not available in the preview", row.name);
    let (severity, help) = match id.row().form {
        Form::OutOfScope(what) if is_seen(what) => (
            Severity::Warning,
            Some(format!("the preview has no {what}")),
        ),
        Form::OutOfScope(what) => (Severity::Hint, Some(format!("the preview has no {what}"))),
        _ => (Severity::Warning, None),
    };
    sink.report_as(term, Code::NotAvailable, severity, message)
        .help_if_known(help);
}

fn unknown_call(cx: &Context, sink: &mut Sink, term: TermId, row: &Callee, arguments: Children) {
    let program = &cx.applet.program;
    if row.name == HASH {
        hash_called(cx, sink, term, arguments);
        return;
    }
    if row
        .name
        .chars()
        .next()
        .is_none_or(|first| !first.is_alphabetic())
    {
        return; // an operator with a missing operand: the parser has said so
    }
    if variable_called(cx, sink, term, row, arguments)
        || constant_called(cx, sink, term, row, arguments)
    {
        return;
    }
    // `area(r) == pi*r^2`, where there is an `area` of three points.
    if sink.intended.contains(row.name.as_str()) && row.definitions.is_empty() {
        return;
    }
    let lower = row.name.to_lowercase();
    let functions = cx.functions();
    let own = functions.get(&lower).map_or(&[][..], Vec::as_slice);
    let own: Vec<&Callee> = own.iter().map(|&id| program.callee(id)).collect();
    let arities = builtins::arities(&row.name);
    if own.is_empty() && arities.is_empty() {
        undefined_function(cx, sink, term, row, arguments);
        return;
    }
    wrong_arity(cx, sink, term, row, &own, arguments);
}
