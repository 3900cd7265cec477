//! Comparisons of what is of unlike kinds, which are always false.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Assignments of a variable that are looked at: the cost stays linear.
const MOST: usize = 20;

/// `0.1 + 0.2 == 0.3`
pub(crate) fn exact_comparison(cx: &Context, sink: &mut Sink, term: TermId, given: Children) {
    /// Parts of this size, and of its multiples, are exact.
    const EXACT: f64 = 1.0 / 1024.0;
    let program = &cx.applet.program;
    let &[a, b] = program.children(given) else {
        return;
    };
    let is_rounded = |operand: TermId| match program.kind(operand) {
        TermKind::Number(number) => (number / EXACT).fract() != 0.0,
        _ => false,
    };
    let is_computed = |operand: TermId| {
        let operator = match program.kind(operand) {
            TermKind::Call { callee, .. } => program.callee(callee).operator(),
            _ => None,
        };
        use Intrinsic::{Add, Divide, Multiply, Subtract};
        matches!(operator, Some(Add | Divide | Multiply | Subtract))
    };
    // `x = 0.1*3; x == 0.3`
    let is_inexact = |value: TermId| {
        let mut within = program.subtree(value);
        is_computed(value) && within.any(is_rounded)
    };
    let is_computed = |operand: TermId| match program.kind(operand) {
        TermKind::Variable(name) => {
            let assignments = cx.applet.assignments().of(name);
            let mut values = assignments
                .iter()
                .take(MOST)
                .filter_map(|&assignment| match program.kind(assignment) {
                    TermKind::Assign { target, value } if program.name_of(target) == Some(name) => {
                        Some(value)
                    }
                    _ => None,
                });
            values.any(is_inexact)
        }
        _ => is_computed(operand),
    };
    if !(is_rounded(a) && is_computed(b) || is_rounded(b) && is_computed(a)) {
        return;
    }
    let Some((_, between)) = cx.between(a, b) else {
        return;
    };
    let (sign, near) = match between.trim() {
        "==" => ("==", "~="),
        "!=" => ("!=", "~!="),
        "<>" => ("<>", "~!="),
        _ => return,
    };
    let [left, right] = [a, b].map(|operand| cx.applet.written(operand));
    let help = format!("write {left} {near} {right}");
    let fix = cx.replace_between(a, b, sign, near);
    let message = "computed numbers are rounded: they are almost never equal to a decimal fraction";
    sink.report(term, Code::ExactComparison, message)
        .help(help)
        .with_fix(fix);
}

/// `x == "5"` where x is a number.
pub(crate) fn never_equal(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    row: &Callee,
    given: Children,
) {
    let program = &cx.applet.program;
    let is_equal = match row.intrinsic() {
        Some(Intrinsic::Equal) => true,
        Some(Intrinsic::Unequal) => false,
        _ => return,
    };
    let &[a, b] = program.children(given) else {
        return;
    };
    let [a_ty, b_ty] = [a, b].map(|operand| cx.solution.ty(body.slot(operand)));
    let always = if is_equal { "false" } else { "true" };
    match (a_ty, b_ty) {
        (Type::Point, Type::Scalar(_)) => point_and_number(cx, sink, term, a, always),
        (Type::Scalar(_), Type::Point) => point_and_number(cx, sink, term, b, always),
        (Type::Scalar(_) | Type::String, _) if is_nil(cx, b) => {
            compared_with_nil(cx, sink, term, a, is_equal);
        }
        (_, Type::Scalar(_) | Type::String) if is_nil(cx, a) => {
            compared_with_nil(cx, sink, term, b, is_equal);
        }
        (Type::Scalar(_), Type::String) => number_and_string(cx, sink, term, a_ty, b, always),
        (Type::String, Type::Scalar(_)) => number_and_string(cx, sink, term, b_ty, a, always),
        _ => {}
    }
}

/// True if a term is `nil`, the empty list.
fn is_nil(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    program.name_of(term).is_some_and(|name| {
        program.names.text(name) == "nil" && cx.applet.assignments().of(name).is_empty()
    })
}

/// `n == nil`, where `n` is a number.
fn compared_with_nil(cx: &Context, sink: &mut Sink, term: TermId, value: TermId, is_equal: bool) {
    let written = cx.applet.written(value);
    let (always, not) = if is_equal {
        ("false", "")
    } else {
        ("true", "!")
    };
    let test = format!("{not}isundefined({written})");
    let message = format!("`nil` is the empty list: the result is always {always}");
    let fix = write(cx.applet.range(term), &test);
    sink.report(term, Code::UnlikeComparison, message)
        .help(format!("to test for the undefined value, write {test}"))
        .with_fix(fix);
}

/// `A == 1`
fn point_and_number(cx: &Context, sink: &mut Sink, term: TermId, point: TermId, always: &str) {
    let point = cx.applet.written(point);
    let message = format!("a point never equals a number: the result is always {always}");
    sink.report(term, Code::UnlikeComparison, message)
        .help(format!(
            "compare a coordinate, {point}.x or {point}.y, or the distance from the origin, \
             |{point}|"
        ));
}

/// `n == "5"`
fn number_and_string(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    number: &Type,
    string: TermId,
    always: &str,
) {
    let program = &cx.applet.program;
    let message = format!(
        "{} never equals a string: the result is always {always}",
        number.in_words()
    );
    // The content of the string.
    let said = match program.kind(string) {
        TermKind::Text(text) => program.text(text).trim(),
        _ => "",
    };
    let is_meant = match number {
        Type::Scalar(Scalar::Boolean) => presets::truth(said).is_some(),
        _ => said.parse::<f64>().is_ok() && said.starts_with(|c: char| c.is_ascii_digit()),
    };
    // `"x" == 5`
    let is_meant = is_meant || cx.is_variable(said);
    let fix = is_meant.then(|| write(cx.applet.range(string), said));
    let help = match is_meant {
        true => format!("write {said} without quotation marks"),
        false => "compare numbers with numbers, strings with strings".to_owned(),
    };
    sink.report(term, Code::UnlikeComparison, message)
        .help(help)
        .with_fix(fix);
}
