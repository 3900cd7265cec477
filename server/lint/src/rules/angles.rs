//! Angles in degrees, where they are in radians.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{IterationKind, TermId, TermKind};
use text_size::TextRange;

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Assignments of a variable that are looked at: the cost stays linear.
const MOST: usize = 20;

/// Terms of a body that are looked at, for the same reason.
const LARGEST: u32 = 500;

/// Numbers that hardly mean radians.
const DEGREES: [f64; 9] = [30.0, 45.0, 60.0, 90.0, 120.0, 135.0, 180.0, 270.0, 360.0];

/// `sin(90)`, `repeat(360, k, draw([cos(k), sin(k)]))`
pub(crate) fn degrees(cx: &Context, sink: &mut Sink, angle: TermId) {
    let written = cx.applet.written(angle);
    let degrees = format!("{written}°");
    let (message, fix) = match cx.applet.program.kind(angle) {
        TermKind::Number(number) if DEGREES.contains(&number) => (
            format!("this is an angle of {number} radians, not degrees"),
            write(cx.applet.range(angle), &degrees),
        ),
        TermKind::Number(_) => return,
        _ => {
            let Some((body, last)) = last_angle(cx, angle) else {
                return variable_in_degrees(cx, sink, angle);
            };
            // Terms come from the last to the first: one fix is for all of the loop.
            let Some((fix, is_first)) = all_in_degrees(cx, body, angle) else {
                return;
            };
            if !is_first {
                return;
            }
            (
                format!("this counts up to {last} radians, not degrees"),
                fix,
            )
        }
    };
    sink.report(angle, Code::Radians, message)
        .help(format!("an angle in degrees is written {degrees}"))
        .with_fix(fix);
}

/// `angle = 45; cos(angle)`: a variable that is used for nothing but an angle.
fn variable_in_degrees(cx: &Context, sink: &mut Sink, angle: TermId) {
    let program = &cx.applet.program;
    let Some(name) = program.name_of(angle) else {
        return;
    };
    let &[assignment] = cx.applet.assignments().of(name) else {
        return;
    };
    let TermKind::Assign { target, value } = program.kind(assignment) else {
        return;
    };
    let TermKind::Number(number) = program.kind(value) else {
        return;
    };
    let is_angle = |&term: &TermId| {
        let call = cx.applet.parent(term).and_then(|outer| program.call(outer));
        let row = call.and_then(|(callee, _)| callee.plain_builtin());
        term == target || row.is_some_and(|builtin| builtin.row().is_of_angle)
    };
    let uses = cx.applet.variables().of(name);
    if program.name_of(target) != Some(name)
        || !DEGREES.contains(&number)
        || uses.len() > MOST
        || !uses.iter().all(is_angle)
        || cx.is_bound(name)
        || cx.opaque.names.is_some()
    {
        return;
    }
    let degrees = format!("{}°", cx.applet.written(value));
    let message = format!("this is an angle of {number} radians, not degrees");
    let fix = write(cx.applet.range(value), &degrees);
    sink.report(value, Code::Radians, message)
        .help(format!("an angle in degrees is written {degrees}"))
        .with_fix(fix);
}

/// The fix that writes the same angle in degrees wherever it stands in the body of a loop, and
/// true if an angle is the first of them.
fn all_in_degrees(cx: &Context, body: TermId, angle: TermId) -> Option<(Fix, bool)> {
    let program = &cx.applet.program;
    let same = cx.applet.written(angle);
    if body.0 - program.term(body).first.0 > LARGEST {
        return None;
    }
    let terms = program.subtree(body);
    let angles = terms.filter_map(|term| match program.kind(term) {
        TermKind::Call {
            callee, arguments, ..
        } => match *program.children(arguments) {
            [one] if program.callee(callee).plain_builtin()?.row().is_of_angle => Some(one),
            _ => None,
        },
        _ => None,
    });
    let angles = angles.filter(|&one| cx.applet.written(one) == same);
    let ranges: Vec<TextRange> = angles.map(|one| cx.applet.range(one)).collect();
    let whole = ranges.first()?.cover(*ranges.last()?);
    let text = cx.applet.document.text();
    let (mut instead, mut end) = (String::new(), whole.start());
    for range in &ranges {
        instead.push_str(text.get(end.into()..range.end().into())?);
        instead.push('°');
        end = range.end();
    }
    let is_first = ranges.first() == Some(&cx.applet.range(angle));
    let title = format!("write `{same}°`");
    Some((Fix::new(whole, instead, title), is_first))
}

/// The body of the loop that counts an angle, and the last value of the angle. None unless that is
/// a number of half turns in degrees.
fn last_angle(cx: &Context, angle: TermId) -> Option<(TermId, f64)> {
    let program = &cx.applet.program;
    let number = |term: TermId| match program.kind(term) {
        TermKind::Number(number) => Some(number),
        _ => None,
    };
    let (name, factor) = match program.kind(angle) {
        TermKind::Variable(name) => (name, 1.0),
        TermKind::Call {
            callee, arguments, ..
        } => match *program.children(arguments) {
            [a, b] if program.callee(callee).operator() == Some(Intrinsic::Multiply) => {
                let name = program.name_of(a).or(program.name_of(b))?;
                (name, number(a).or(number(b))?)
            }
            _ => return None,
        },
        _ => return None,
    };
    let mut around = cx.applet.around(angle);
    let iteration = around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            (iteration.element == name).then_some(iteration)
        }
        _ => None,
    })?;
    let body = iteration.body;
    let assigned = cx.applet.assignments();
    let assigned = assigned.within(name, program.term(body).first, body);
    if !(program.term(body).first..=body).contains(&angle)
        || !assigned.is_empty()
        || !iteration.modifiers.is_empty()
    {
        return None;
    }
    let last = match (iteration.kind, program.kind(iteration.domain)) {
        (IterationKind::Repeat, TermKind::Number(count)) => count,
        (
            _,
            TermKind::Call {
                callee, arguments, ..
            },
        ) if program.callee(callee).is(Intrinsic::Range) => match *program.children(arguments) {
            [_, to] => number(to)?,
            _ => return None,
        },
        _ => return None,
    };
    let last = last * factor;
    // With or without the last one.
    let is_turn = |last: f64| last > 0.0 && last % 180.0 == 0.0;
    (factor.fract() == 0.0 && (is_turn(last) || is_turn(last + factor))).then_some((body, last))
}

/// `arctan(1) == 45`, `a = arctan(y/x); if(a > 90, ...)`
pub(crate) fn compared_angle(cx: &Context, sink: &mut Sink, term: TermId, a: TermId, b: TermId) {
    let program = &cx.applet.program;
    let angle = |term: TermId| match program.kind(term) {
        TermKind::Number(number) => DEGREES.contains(&number).then_some(number),
        _ => None,
    };
    let (value, degrees) = match (angle(a), angle(b)) {
        (None, Some(_)) => (a, b),
        (Some(_), None) => (b, a),
        _ => return,
    };
    if !is_arc(cx, value) || cx.opaque.names.is_some() {
        return;
    }
    let written = cx.applet.written(degrees);
    let instead = format!("{written}°");
    let fix = write(cx.applet.range(degrees), &instead);
    let value = cx.applet.text(value);
    let message = format!("`{value}` is an angle in radians, at most pi: it never is {written}");
    sink.reported.insert((term, Code::ExactComparison));
    sink.report_as(degrees, Code::Radians, Severity::Warning, message)
        .help(format!("an angle in degrees is written {instead}"))
        .with_fix(fix);
}

/// True if a term is the value of an inverse function of an angle, or a variable that is set to
/// nothing else.
fn is_arc(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let is_call = |term: TermId| match program.kind(term) {
        TermKind::Call { callee, .. } => matches!(
            program.callee(callee).intrinsic(),
            Some(Intrinsic::Arcsin | Intrinsic::Arccos | Intrinsic::Arctan | Intrinsic::Arctan2)
        ),
        _ => false,
    };
    let Some(name) = program.name_of(term) else {
        return is_call(term);
    };
    let assignments = cx.applet.assignments().of(name);
    !cx.is_bound(name)
        && (1..=MOST).contains(&assignments.len())
        && assignments.iter().all(|&assignment| {
            matches!(program.kind(assignment), TermKind::Assign { target, value }
                if program.name_of(target) == Some(name) && is_call(value))
        })
}
