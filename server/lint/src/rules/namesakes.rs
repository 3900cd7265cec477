//! Builtins whose namesakes in other languages do something else: `sort(l, "desc")`, `plot(xs, ys)`,
//! `join(words, ", ")`, `setTimeout(f, 100)`, `a ~= b`.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::HASH;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Children, Iteration, SpecialId, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;
use cindyscript_syntax::joined;

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Words for an order from the smallest to the largest value, and for the reverse.
const ASCENDING: [&str; 5] = ["1", "asc", "ascending", "false", "up"];
const DESCENDING: [&str; 7] = [
    "-1",
    "desc",
    "descending",
    "down",
    "reverse",
    "reversed",
    "true",
];

/// The longest list that is written out in a help, in bytes.
const LONGEST: usize = 60;

/// The help on how to sort from the largest value to the smallest.
pub(crate) const LARGEST_FIRST: &str = "reverse(sort(l)) begins with the largest";

/// `sort(l, "desc")`: a criterion that is the same for each element.
pub(crate) fn constant_criterion(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    iteration: &Iteration,
) {
    let program = &cx.applet.program;
    let (domain, criterion) = (iteration.domain, iteration.body);
    let is_constant = match program.kind(criterion) {
        TermKind::Number(_) | TermKind::Text(_) => true,
        TermKind::Variable(name) => presets::truth(program.names.text(name)).is_some(),
        TermKind::Call {
            callee, arguments, ..
        } => match *program.children(arguments) {
            [number] => {
                program.callee(callee).operator() == Some(Intrinsic::Negate) && cx.is_number(number)
            }
            _ => false,
        },
        _ => false,
    };
    if !is_constant || !iteration.is_unnamed() {
        return;
    }
    let written = match program.kind(criterion) {
        TermKind::Text(text) => program.text(text).to_lowercase(),
        _ => cx.applet.written(criterion).to_owned(),
    };
    let list = cx.applet.written(domain);
    let instead = match written.as_str() {
        _ if list.len() > LONGEST => None,
        word if DESCENDING.contains(&word) => Some(format!("reverse(sort({list}))")),
        word if ASCENDING.contains(&word) => Some(format!("sort({list})")),
        _ => None,
    };
    let help = match &instead {
        Some(instead) => format!("write {instead}"),
        None => LARGEST_FIRST.to_owned(),
    };
    let fix = instead.map(|instead| write(cx.applet.range(term), &instead));
    let message = "this sorts nothing: the key is the same for each element";
    sink.report(criterion, Code::NoEffect, message)
        .help(help)
        .with_fix(fix);
}

/// Special forms that take their arguments in another way elsewhere.
pub(crate) fn special_namesake(cx: &Context, sink: &mut Sink, term: TermId, id: SpecialId) {
    let special = cx.applet.program.special(id);
    let given = cx.applet.program.children(special.arguments);
    match *given {
        [xs, ys] if special.builtin.is(Intrinsic::Plot) => plotted_lists(cx, sink, term, xs, ys),
        [list] if special.builtin.is(Intrinsic::Plot) => plotted_list(cx, sink, term, list),
        [code, time] if special.builtin.name() == "settimeout" => {
            time_behind(cx, sink, term, code, time);
        }
        _ => {}
    }
}

/// `plot(xs, ys)`
fn plotted_lists(cx: &Context, sink: &mut Sink, term: TermId, xs: TermId, ys: TermId) {
    if length_of(cx, xs).is_none() || length_of(cx, ys).is_none() {
        return;
    }
    let [x, y] = [xs, ys].map(|list| cx.applet.written(list));
    let k = cx.applet.program.names.free();
    let points = format!("connect(apply(1..length({x}), {k}, [{x}_{k}, {y}_{k}]))");
    not_a_graph(cx, sink, term, &points);
}

/// `plot([1, 4, 9])`; a list of two numbers is a place on a curve.
fn plotted_list(cx: &Context, sink: &mut Sink, term: TermId, list: TermId) {
    if length_of(cx, list).is_none_or(|length| length == 2) {
        return;
    }
    let values = cx.applet.written(list);
    let k = cx.applet.program.names.free();
    let points = format!("connect(apply(1..length({values}), {k}, [{k}, {values}_{k}]))");
    not_a_graph(cx, sink, term, &points);
}

fn not_a_graph(cx: &Context, sink: &mut Sink, term: TermId, points: &str) {
    let is_short = points.len() <= 3 * LONGEST;
    let fix = is_short.then(|| write(cx.applet.range(term), points));
    let points = match is_short {
        true => points,
        false => "connect(apply(1..length(l), k, [k, l_k]))",
    };
    let message = "`plot` draws the graph of an expression, but these are lists: nothing is drawn";
    sink.report(term, Code::NotDrawable, message)
        .help(format!("points are connected by {points}"))
        .with_fix(fix);
}

/// The length of a list of numbers that is written out, or of a variable that is always one.
fn length_of(cx: &Context, list: TermId) -> Option<usize> {
    let program = &cx.applet.program;
    match program.kind(list) {
        TermKind::List(parts) => {
            let parts = program.children(parts);
            let are_numbers = parts.iter().all(|&part| cx.is_number(part));
            are_numbers.then_some(parts.len())
        }
        TermKind::Variable(name) if program.names.text(name) != HASH => {
            let ty = cx.solution.ty(cx.solution.global(name)?);
            let is_of_numbers = ty
                .as_list()
                .is_some_and(|list| matches!(list.element, Type::Scalar(_)));
            let length = ty.known_len().filter(|_| is_of_numbers)?;
            usize::try_from(length).ok()
        }
        _ => None,
    }
}

/// `setTimeout(f, 100)`
fn time_behind(cx: &Context, sink: &mut Sink, term: TermId, code: TermId, time: TermId) {
    let program = &cx.applet.program;
    let TermKind::Number(milliseconds) = program.kind(time) else {
        return;
    };
    let is_code = matches!(
        program.kind(code),
        TermKind::Variable(_) | TermKind::Call { .. } | TermKind::Sequence(_)
    );
    if !is_code || milliseconds <= 0.0 {
        return;
    }
    let seconds = match milliseconds {
        100.0.. => milliseconds / 1000.0,
        _ => milliseconds,
    };
    let call = if program.name_of(code).is_some() {
        "()"
    } else {
        ""
    };
    let turned = format!("{seconds}, {}{call}", cx.applet.written(code));
    sink.skip_names(term);
    let message = "`settimeout` takes the seconds first, then the code";
    sink.report_as(term, Code::ArgumentOrder, Severity::Warning, message)
        .help(format!("write settimeout({turned})"));
}

/// `join(words, ", ")`
pub(crate) fn joined_strings(cx: &Context, sink: &mut Sink, term: TermId, a: TermId, b: TermId) {
    let program = &cx.applet.program;
    let is_text = |part: TermId| matches!(program.kind(part), TermKind::Text(_));
    let (list, separator) = match (is_text(a), is_text(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return,
    };
    let [list, separator] = [list, separator].map(|part| cx.applet.written(part));
    let instead = joined(list, separator);
    let fix = instead
        .as_ref()
        .map(|instead| write(cx.applet.range(term), instead));
    let help = match instead {
        Some(instead) => format!("strings are joined by {instead}"),
        None => "strings are joined by `+`, all strings of a list by sum(l)".to_owned(),
    };
    let message = "`join` is the line through two points, and these are strings";
    sink.report_as(term, Code::NoSignature, Severity::Warning, message)
        .help(help)
        .with_fix(fix);
}

/// `n ~= 4`, where nothing is rounded.
pub(crate) fn exact_values_nearly_equal(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    given: Children,
) {
    let types = cx.operands(body, given);
    let given = cx.applet.program.children(given);
    // Computed values may be rounded: comparing them so is right.
    let is_plain = |&part: &TermId| {
        matches!(
            cx.applet.program.kind(part),
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Text(_)
        )
    };
    let is_whole = |ty: &Type| {
        matches!(
            ty,
            Type::Scalar(Scalar::Boolean | Scalar::Nat | Scalar::Int) | Type::String
        )
    };
    if types.len() != 2 || !types.iter().all(is_whole) || !given.iter().all(is_plain) {
        return;
    }
    let message = "`~=` is true for values that are nearly equal";
    sink.report_as(term, Code::ForeignOperator, Severity::Hint, message)
        .help("not equal is written `!=`, exactly equal `==`");
}
