//! `"sum: " + 3 + 4`, which joins one digit behind the other.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// A number that is added to a string and a number.
pub(crate) fn joined_numbers(cx: &Context, sink: &mut Sink, joined: TermId, second: TermId) {
    let program = &cx.applet.program;
    let sum = |term: TermId| match program.kind(term) {
        TermKind::Call {
            callee, arguments, ..
        } if program.callee(callee).operator() == Some(Intrinsic::Add) => {
            match *program.children(arguments) {
                [a, b] => Some((a, b)),
                _ => None,
            }
        }
        _ => None,
    };
    let Some((before, first)) = sum(joined) else {
        return;
    };
    // The text just before the first number.
    let text = match sum(before) {
        Some((_, last)) => last,
        None => before,
    };
    let TermKind::Text(text) = program.kind(text) else {
        return;
    };
    let is_number = |term: TermId| match program.kind(term) {
        TermKind::Number(_) => true,
        TermKind::Variable(_) => {
            matches!(cx.type_of(term), Type::Scalar(kind) if *kind != Scalar::Boolean)
        }
        _ => false,
    };
    let announces = program.text(text).trim_end().ends_with([':', '=']);
    let are_written = cx.is_number(first) && cx.is_number(second);
    let is_meant = announces || are_written;
    if !is_meant
        || cx.applet.written(joined).ends_with(')')
        || !is_number(first)
        || !is_number(second)
    {
        return;
    }
    let [one, other] = [first, second].map(|term| cx.applet.written(term));
    let message = format!("this writes `{other}` after `{one}`, and does not add them");
    let instead = format!("({one} + {other})");
    let fix = write(cx.spanning(first, second), &instead);
    sink.report(second, Code::JoinedNumbers, message)
        .help(format!("to add them, write {instead}"))
        .with_fix(fix);
}
