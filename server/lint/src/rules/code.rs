//! Calls of code that `cgllazy` makes.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::builtins::Side;
use cindyscript_hir::program::{Callee, Children, TermId};
use cindyscript_hir::types::{Type, one_of};
use cindyscript_infer::Body;

use crate::context::Context;
use crate::sink::Sink;

/// A call of `cgleval`: its first argument is code, and the others are as many as that takes.
pub(crate) fn code_call(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    row: &Callee,
    given: Children,
) {
    let program = &cx.applet.program;
    let mut definitions = row.definitions.iter();
    if definitions.any(|&function| !program.function(function).is_code()) {
        return; // the applet has a function of that name
    }
    let severity = match body.side() {
        Side::Cpu => Severity::Warning,
        Side::Gpu => Severity::Error,
    };
    let Some((&code, given)) = program.children(given).split_first() else {
        let message = format!(
            "`{}` needs a function of `cgllazy` as its argument",
            row.name
        );
        sink.report_call(term, Code::WrongArity, severity, message);
        return;
    };
    let (message, related) = match cx.solution.ty(body.slot(code)) {
        Type::Code(codes) => {
            let all = codes.all();
            if all.iter().any(|code| code.arity as usize == given.len()) {
                return;
            }
            let takes = one_of(all.iter().map(|code| code.arity).collect());
            let plural = if takes == "1" { "" } else { "s" };
            let given = given.len();
            let related = all.iter().map(|code| Related {
                range: cx.applet.range(program.function(code.function).body),
                message: "this is the function".to_owned(),
            });
            (
                format!("this function takes {takes} argument{plural}, not {given}"),
                related.collect::<Vec<_>>(),
            )
        }
        Type::Unset | Type::Top => return,
        ty => {
            let message = format!(
                "`{}` calls functions of `cgllazy`, but this is {}",
                row.name,
                ty.in_words()
            );
            (message, cx.origin(body, code).skip(1).collect())
        }
    };
    sink.report_as(term, Code::NotCode, severity, message)
        .related(related);
}
