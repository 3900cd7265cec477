//! `length(p) - 1`: the number of elements in the place of a size.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, Role};

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// The number of elements of a vector that differs from pixel to pixel, in a sum, as a colour or where
/// sizes are compared: the number itself is the same everywhere.
pub(crate) fn length_of_vector(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    given: Children,
) {
    let program = &cx.applet.program;
    let &[vector] = program.children(given) else {
        return;
    };
    let is_vector = match cx.solution.ty(body.slot(vector)) {
        Type::List(list) => {
            matches!(list.len, Some(2 | 3))
                && matches!(&list.element, Type::Scalar(kind) if !matches!(kind, Scalar::Boolean | Scalar::Complex))
        }
        _ => false,
    };
    let differs = matches!(
        cx.solution.slot(body.slot(vector)).role,
        Role::Computed | Role::Joined
    );
    if !is_vector || !differs || !is_of_size(cx, term) {
        return;
    }
    let written = cx.applet.written(vector);
    let size = match written.contains('|') {
        true => format!("abs({written})"),
        false => format!("|{written}|"),
    };
    let fix = write(cx.applet.range(term), &size);
    let message = "`length` is the number of elements of a list, which is the same at every pixel";
    sink.report(term, Code::LengthOfVector, message)
        .help(format!("the distance from the origin is {size}"))
        .with_fix(fix);
}

/// True if a number is added, subtracted, multiplied or compared, and counts nothing: no loop, no
/// range, no index depends on it.
fn is_of_size(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let operator = |around: TermId| match program.kind(around) {
        TermKind::Call { callee, .. } => program.callee(callee).intrinsic(),
        _ => None,
    };
    let is_counted = cx
        .applet
        .around(term)
        .any(|around| match program.kind(around) {
            TermKind::Index { .. } => true,
            TermKind::Iterate(id) => {
                let domain = program.iteration(id).domain;
                (program.term(domain).first..=domain).contains(&term)
            }
            _ => operator(around) == Some(Intrinsic::Range),
        });
    let parent = cx.applet.parent(term);
    // The colour itself.
    let is_colour = parent.is_some_and(|parent| matches!(program.kind(parent), TermKind::Plot(_)));
    let around = parent.and_then(operator);
    is_colour
        || !is_counted
            && matches!(
                around,
                Some(
                    Intrinsic::Add
                        | Intrinsic::Subtract
                        | Intrinsic::Multiply
                        | Intrinsic::Less
                        | Intrinsic::LessOrEqual
                        | Intrinsic::Greater
                        | Intrinsic::GreaterOrEqual
                        | Intrinsic::Hue
                )
            )
}
