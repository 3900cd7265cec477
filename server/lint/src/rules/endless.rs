//! Loops that never end: nothing in them changes what their condition asks for.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::{BuiltinId, Intrinsic, Opaque};
use cindyscript_hir::names::NameId;
use cindyscript_hir::presets;
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use crate::context::Context;
use crate::sink::Sink;

/// `while(n > 0, println(n))`
pub(crate) fn endless(cx: &Context, sink: &mut Sink, condition: TermId, body: TermId) {
    let program = &cx.applet.program;
    if always(cx, condition) {
        let message = "this condition is always true: once begun, the loop never ends";
        sink.report(condition, Code::EndlessLoop, message).help(
            "write a condition that becomes false; what is to happen again and again belongs into \
             the draw or the tick script",
        );
        return;
    }
    let Some(read) = names_read(cx, condition) else {
        return;
    };
    // Lazily defined names, and what the page's JavaScript sets, may change by themselves.
    let mut lazy = read.iter();
    let is_unknown = |name: &NameId| !cx.applet.defined().contains(*name) || cx.is_lazy(*name);
    if cx.opaque.names.is_some() || lazy.any(is_unknown) {
        return;
    }
    let Some(assignments) = assignments_of(cx, body, |name| read.contains(&name)) else {
        return;
    };
    let mut variables = read.iter().map(|&name| program.names.text(name));
    let Some(variable) = variables.find(|name| presets::truth(name).is_none()) else {
        return;
    };
    if !assignments.is_empty() {
        return moves_away(cx, sink, condition, &assignments);
    }
    let message = format!("nothing in this loop changes `{variable}`: once begun, it never ends");
    let sign = match counts_up(cx, condition, variable) {
        true => '+',
        false => '-',
    };
    let step = format!("{variable} = {variable} {sign} 1");
    let help = format!("change it in the loop, for example {step}");
    let end = cx.applet.range(body).end();
    let fix = Fix::new(
        TextRange::empty(end),
        format!("; {step}"),
        format!("add `{step}`"),
    );
    sink.report(condition, Code::EndlessLoop, message)
        .help(help)
        .with_fix(fix);
}

/// True if a condition is `true`.
fn always(cx: &Context, condition: TermId) -> bool {
    let program = &cx.applet.program;
    let name = program.name_of(condition);
    name.is_some_and(|name| {
        presets::truth(program.names.text(name)) == Some(true)
            && cx.applet.assignments().of(name).is_empty()
            && !cx.is_bound(name)
    })
}

/// `while(k < 5, k = k - 1)`: each round makes the condition truer.
fn moves_away(cx: &Context, sink: &mut Sink, condition: TermId, assignments: &[TermId]) {
    let program = &cx.applet.program;
    let Some((counter, is_below)) = bounded(cx, condition) else {
        return;
    };
    let away = match is_below {
        true => Intrinsic::Subtract,
        false => Intrinsic::Add,
    };
    let steps = assignments.iter().map(|&assignment| {
        let TermKind::Assign { target, value } = program.kind(assignment) else {
            return None;
        };
        let (callee, &[counted, step]) = program.call(value)? else {
            return None;
        };
        let is_step = matches!(program.kind(step), TermKind::Number(step) if step > 0.0);
        let is_counter = |term: TermId| program.name_of(term) == Some(counter);
        (is_counter(target) && is_counter(counted) && is_step && callee.operator() == Some(away))
            .then_some((counted, step))
    });
    let Some(steps) = steps.collect::<Option<Vec<_>>>() else {
        return;
    };
    let name = program.names.text(counter);
    let (direction, signs) = match is_below {
        true => ("smaller", ["-", "+"]),
        false => ("larger", ["+", "-"]),
    };
    let message = format!(
        "each round makes `{name}` {direction}, so this stays true: once begun, the loop never ends"
    );
    let [other, sign] = signs;
    let report = sink.report(condition, Code::EndlessLoop, message);
    if let &[(counted, step)] = steps.as_slice() {
        let step_written = cx.applet.written(step);
        report
            .help(format!(
                "count the other way: {name} = {name} {sign} {step_written}"
            ))
            .with_fix(cx.replace_between(counted, step, other, sign));
    }
}

/// The variable that a condition compares with a number, and true if it is to be below.
pub(crate) fn bounded(cx: &Context, condition: TermId) -> Option<(NameId, bool)> {
    let program = &cx.applet.program;
    let (callee, &[a, b]) = program.call(condition)? else {
        return None;
    };
    let is_less = match callee.intrinsic()? {
        Intrinsic::Less | Intrinsic::LessOrEqual => true,
        Intrinsic::Greater | Intrinsic::GreaterOrEqual => false,
        _ => return None,
    };
    match (program.name_of(a), program.name_of(b)) {
        (Some(name), None) if cx.is_number(b) => Some((name, is_less)),
        (None, Some(name)) if cx.is_number(a) => Some((name, !is_less)),
        _ => None,
    }
}

/// The variables that a condition reads, unless it may read more than the text says.
fn names_read(cx: &Context, condition: TermId) -> Option<Vec<NameId>> {
    let program = &cx.applet.program;
    let mut read = Vec::new();
    for term in program.subtree(condition) {
        match program.kind(term) {
            TermKind::Number(_) | TermKind::Text(_) => {}
            TermKind::Variable(name) => read.push(name),
            TermKind::Call { .. } => match program.builtin_call(term) {
                Some((builtin, _)) if builtin.row().depends_on_arguments_only() => {}
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(read)
}

/// The assignments in code that change one of some variables; none if others may change them.
fn assignments_of(
    cx: &Context,
    body: TermId,
    is_one: impl Fn(NameId) -> bool,
) -> Option<Vec<TermId>> {
    let program = &cx.applet.program;
    let mut assignments = Vec::new();
    for term in program.subtree(body) {
        match program.kind(term) {
            TermKind::Assign { target, value } => {
                // A list of names takes several values.
                let name = program.root_of_elements(target)?;
                // `x = x`
                let is_same = program.name_of(target) == program.name_of(value)
                    && program.name_of(value).is_some();
                if is_one(name) && !is_same {
                    assignments.push(term);
                }
            }
            TermKind::Call { .. } => match program.builtin_call(term) {
                Some((builtin, _)) if !runs_code(builtin) => {}
                _ => return None,
            },
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let names = [Some(iteration.element), iteration.index];
                let mut names = names.into_iter().flatten();
                if names.any(&is_one) {
                    return None;
                }
            }
            // `next := (k = k + 1)`
            TermKind::Variable(name) if cx.is_lazy(name) => return None,
            // `plot` runs its code with a variable of its own.
            TermKind::Special(id) if program.special(id).builtin.is(Intrinsic::Plot) => {}
            TermKind::Special(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Define(_)
            | TermKind::Undefine(_)
            | TermKind::Code(_)
            | TermKind::Plot(_)
            | TermKind::Regional(_)
            | TermKind::Undefined => return None,
            _ => {}
        }
    }
    Some(assignments)
}

/// True if a condition is false once a variable is large enough.
fn counts_up(cx: &Context, condition: TermId, variable: &str) -> bool {
    let program = &cx.applet.program;
    let comparisons = program.subtree(condition);
    let mut directions = comparisons.filter_map(|term| {
        let (callee, arguments) = program.call(term)?;
        let &[a, b] = arguments else {
            return None;
        };
        let is_in = |root: TermId| {
            let mut within = program.subtree(root);
            let name = program.names.get(variable);
            within.any(|term| name.is_some() && program.name_of(term) == name)
        };
        match callee.intrinsic()? {
            Intrinsic::Less | Intrinsic::LessOrEqual => Some(is_in(a)),
            Intrinsic::Greater | Intrinsic::GreaterOrEqual => Some(!is_in(a) && is_in(b)),
            _ => None,
        }
    });
    directions.next().unwrap_or(true)
}

/// True if a builtin may run code that sets variables.
fn runs_code(builtin: BuiltinId) -> bool {
    let opaque = builtin.row().opaque;
    builtin.runs_code() || matches!(opaque, Some(Opaque::Text | Opaque::Plugin))
}
