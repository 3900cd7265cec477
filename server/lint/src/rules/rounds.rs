//! Indices of the first round of a loop, and lists of indices that take rows of a matrix.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Iteration, IterationKind, Program, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, literal};

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Statements before a loop, and assignments in it, that are looked at: the cost stays linear.
const NEAR: usize = 20;

/// Terms of a body that are looked through for another index: the cost stays linear.
const LARGEST: u32 = 500;

/// `repeat(3, k, l_(k - 1))`: in the first round the index is 0.
pub(crate) fn first_round(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    base: TermId,
    index: TermId,
) {
    let program = &cx.applet.program;
    let Some((name, offset)) = shifted(cx, index) else {
        return;
    };
    let first = first_value(cx, term, name);
    let first = first.map(|(iteration, first)| (iteration.body, first));
    let Some((body, first)) = first.or_else(|| first_of_while(cx, term, name)) else {
        return;
    };
    if first + offset != 0.0 {
        return;
    }
    let text = program.names.text(name);
    let list = cx.applet.written(base);
    // A body that uses the other index, too, needs both.
    let element = match first {
        1.0 => format!("{list}_{text}"),
        _ => format!("{list}_({text} + 1)"),
    };
    let (from, to) = (program.term(body).first.0, body.0);
    let is_used = to - from > LARGEST
        || (from..=to).map(TermId).any(|other| {
            matches!(program.kind(other), TermKind::Index { .. })
                && cx.applet.written(other) == element
        });
    let fix = (!is_used).then(|| write(cx.applet.range(term), &element));
    let message = format!("in the first round `{text}` is {first}, and lists begin at index 1");
    let help = match is_used {
        false => format!("write {element}"),
        true => format!("leave that round out: if({text} > {first}, ...)"),
    };
    let severity = Severity::Warning;
    sink.report_as(index, Code::IndexOutOfRange, severity, message)
        .help(help)
        .with_fix(fix);
}

/// A variable plus or minus a number, or alone.
fn shifted(cx: &Context, index: TermId) -> Option<(NameId, f64)> {
    let program = &cx.applet.program;
    if let Some(name) = program.name_of(index) {
        return Some((name, 0.0));
    }
    let (callee, arguments) = program.call(index)?;
    let &[a, b] = arguments else {
        return None;
    };
    let (name, TermKind::Number(number)) = (program.name_of(a)?, program.kind(b)) else {
        return None;
    };
    match callee.operator()? {
        Intrinsic::Add => Some((name, number)),
        Intrinsic::Subtract => Some((name, -number)),
        _ => None,
    }
}

/// The loop whose running variable a name is, and its value in the first round, if a term in it
/// is evaluated in that round.
fn first_value<'a>(cx: &Context<'a>, term: TermId, name: NameId) -> Option<(&'a Iteration, f64)> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    let (outer, iteration) = around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            let is_within = (program.term(iteration.body).first..=iteration.body).contains(&term);
            let is_its = iteration.element == name || iteration.index == Some(name);
            (is_within && is_its).then_some((outer, iteration))
        }
        _ => None,
    })?;
    let assigned = cx.applet.assignments();
    let body = iteration.body;
    let is_changed = !assigned
        .within(name, program.term(body).first, body)
        .is_empty();
    if is_changed
        || iteration.may_be_two_values()
        || !iteration.modifiers.is_empty()
        || !cx.is_unconditional_in(term, body)
        || is_asked(cx, term, outer)
    {
        return None;
    }
    if iteration.index == Some(name) {
        return Some((iteration, 1.0));
    }
    match iteration.kind {
        IterationKind::Repeat => Some((iteration, 1.0)),
        IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Select
        | IterationKind::Sum
        | IterationKind::Product => {
            let (callee, arguments) = program.call(iteration.domain)?;
            let is_range = callee.is(Intrinsic::Range);
            let &start = arguments.first().filter(|_| is_range)?;
            match program.kind(start) {
                TermKind::Number(start) => Some((iteration, start)),
                _ => None,
            }
        }
        IterationKind::Sort | IterationKind::Max | IterationKind::Min => None,
    }
}

/// `i = 0; while(i < length(l), println(l_i); i = i + 1)`: the body of the `while` that counts a
/// variable, and its value in the first round, if a term in it is evaluated in that round.
fn first_of_while(cx: &Context, term: TermId, name: NameId) -> Option<(TermId, f64)> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    let (outer, body) = around.find_map(|outer| match program.kind(outer) {
        TermKind::While { body, .. } => Some((outer, body)),
        _ => None,
    })?;
    let first = program.term(body).first;
    let assigned = cx.applet.assignments().within(name, first, body);
    let is_later = |assignment: &TermId| program.term(*assignment).first > term;
    if !(first..=body).contains(&term)
        || !(1..=NEAR).contains(&assigned.len())
        || !assigned.iter().all(is_later)
        || !cx.is_unconditional_in(term, body)
        || is_asked(cx, term, outer)
        || cx.is_bound(name)
    {
        return None;
    }
    let TermKind::Sequence(statements) = program.kind(cx.applet.parent(outer)?) else {
        return None;
    };
    let statements = program.children(statements);
    let place = statements.binary_search(&outer).ok()?;
    // The statement that sets it, and those between that have nothing to do with it.
    let mut before = statements[..place].iter().rev().take(NEAR);
    let set = before.find(|&&statement| cx.reads(statement, name))?;
    match program.kind(*set) {
        TermKind::Assign { target, value } if program.name_of(target) == Some(name) => {
            match program.kind(value) {
                TermKind::Number(number) => Some((body, number)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `l_(length(l) + 1)`
pub(crate) fn behind_the_last(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    base: TermId,
    index: TermId,
) {
    let program = &cx.applet.program;
    let list = cx.applet.written(base);
    let of = length_and_more(program, index);
    if of.is_none_or(|of| cx.applet.written(of) != list) || is_asked(cx, term, TermId(0)) {
        return;
    }
    let (message, help, fix) = match cx.applet.parent(term) {
        Some(around)
            if let TermKind::Assign { target, value } = program.kind(around)
                && target == term =>
        {
            let longer = format!("{list} = append({list}, {})", cx.applet.written(value));
            (
                format!("this changes nothing: `{list}` has no element after its last"),
                format!("an element is added by {longer}"),
                write(cx.applet.range(around), &longer),
            )
        }
        _ => {
            let last = format!("{list}_(-1)");
            (
                format!("`{list}` has no element after its last: the value is undefined"),
                format!("the last element is {last}"),
                write(cx.applet.range(term), &last),
            )
        }
    };
    sink.report_as(index, Code::IndexOutOfRange, Severity::Warning, message)
        .help(help)
        .with_fix(fix);
}

/// The list `l` of `length(l) + 1`.
fn length_and_more(program: &Program, index: TermId) -> Option<TermId> {
    let (sum, &[length, more]) = program.call(index)? else {
        return None;
    };
    let (inner, &[list]) = program.call(length)? else {
        return None;
    };
    let is_behind = sum.operator() == Some(Intrinsic::Add)
        && inner.is(Intrinsic::Length)
        && literal(program, more).is_some_and(|more| more >= 1.0);
    is_behind.then_some(list)
}

/// `10..1`
pub(crate) fn empty_range(cx: &Context, sink: &mut Sink, term: TermId, from: TermId, to: TermId) {
    let [first, last] = [from, to].map(|part| literal(&cx.applet.program, part));
    let (Some(first), Some(last)) = (first, last) else {
        return;
    };
    // `1..0` is a way to write the empty list.
    if first - last < 2.0 {
        return;
    }
    let [from, to] = [from, to].map(|part| cx.applet.written(part));
    let down = format!("reverse({to}..{from})");
    let fix = write(cx.applet.range(term), &down);
    let message = format!("this range is empty: {from} is larger than {to}");
    sink.report(term, Code::EmptyRange, message)
        .help(format!("to count down, write {down}"))
        .with_fix(fix);
}

/// True if something between two terms asks whether there is a value.
fn is_asked(cx: &Context, term: TermId, outer: TermId) -> bool {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term).take_while(|&one| one != outer);
    around.any(|one| match program.kind(one) {
        TermKind::Call { callee, .. } => program.callee(callee).is(Intrinsic::IsUndefined),
        _ => false,
    })
}

/// `m_(1, 2)`: rows 1 and 2 of a matrix.
pub(crate) fn rows_taken(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    base: TermId,
    index: TermId,
) {
    let program = &cx.applet.program;
    let TermKind::List(places) = program.kind(index) else {
        return;
    };
    let &[row, column] = program.children(places) else {
        return;
    };
    let is_matrix = match cx.solution.ty(body.slot(base)) {
        Type::List(list) => matches!(list.element, Type::List(_) | Type::Tuple(_)),
        Type::Tuple(tuple) => {
            let mut rows = tuple.components().iter();
            rows.all(|row| matches!(row, Type::List(_) | Type::Tuple(_)))
        }
        _ => false,
    };
    let is_place = |place: TermId| {
        matches!(
            program.kind(place),
            TermKind::Number(_) | TermKind::Variable(_)
        )
    };
    if !is_matrix
        || !is_place(row)
        || !is_place(column)
        || !cx.applet.written(index).starts_with('(')
    {
        return;
    }
    let [matrix, row, column] = [base, row, column].map(|part| cx.applet.written(part));
    let message = format!("this takes two rows of `{matrix}`: {row} and {column}");
    let element = format!("{matrix}_{row}_{column}");
    let fix = write(cx.applet.range(term), &element);
    let help = format!("an element of a row is written {element}");
    sink.report(term, Code::RowsTaken, message)
        .help(help)
        .with_fix(fix);
}
