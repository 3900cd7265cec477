//! Assignments to what holds a copy for a while: the running variable of a loop, a parameter of a
//! function. Nobody reads the value after the last one.

use cindyscript_diagnostic::{Code, Fix, Related};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Callee, Children, Function, Iteration, IterationKind, TermId, TermKind,
};
use text_size::TextRange;

use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// Branches and statements are followed so deep.
const DEPTH: usize = 16;

/// `forall(l, x, x = 2*x)`, `repeat(5, k, println(k); k = k + 1)`, whose value nobody uses.
pub(crate) fn assigned_element(cx: &Context, sink: &mut Sink, term: TermId, iteration: &Iteration) {
    let program = &cx.applet.program;
    let body = iteration.body;
    if iteration.ignored.is_some() {
        return;
    }
    let Some((assignment, value)) = last_assigned(cx, body, iteration.element, DEPTH) else {
        return;
    };
    let kind = iteration.kind.name();
    let name = program.names.text(iteration.element);
    let (message, advice) = match iteration.kind {
        IterationKind::Repeat => (
            format!("this changes nothing: `{kind}` sets `{name}` again in each round"),
            Advice::new(
                format!("delete it: `{kind}` counts by itself; or count with while(...)"),
                without_last(cx, body, assignment),
            ),
        ),
        _ => {
            let domain = iteration.domain;
            let list = cx.applet.written(domain);
            let is_list = matches!(
                program.kind(domain),
                TermKind::Variable(_) | TermKind::Field { .. } | TermKind::Index { .. }
            );
            let variable = match iteration.element_term {
                Some(_) => format!("{name}, "),
                None => String::new(),
            };
            let changed = match is_list {
                true => format!(
                    "{list} = apply({list}, {variable}{})",
                    cx.applet.written(value)
                ),
                false => "l = apply(l, ...)".to_owned(),
            };
            let fix = (is_list && assignment == body && iteration.index.is_none())
                .then(|| write(cx.applet.range(term), &changed));
            (
                format!("this changes the copy `{name}`, not the element of the list"),
                Advice::new(
                    format!("to change the elements of a list, write {changed}"),
                    fix,
                ),
            )
        }
    };
    sink.report(assignment, Code::NoEffect, message)
        .help(advice.help)
        .with_fix(advice.fix);
}

/// `inc(v) := (v = v + 1); inc(a);`, whose value nobody uses.
pub(crate) fn assigned_parameter(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    row: &Callee,
    arguments: Children,
) {
    let program = &cx.applet.program;
    let &[definition] = &row.definitions[..] else {
        return;
    };
    let function = program.function(definition);
    if function.is_code() {
        return;
    }
    let given = program.children(arguments).iter();
    let pairs = function.parameters.iter().zip(given);
    let found = pairs.filter_map(|(parameter, &argument)| {
        program.root_of_elements(argument)?;
        let (assignment, _) = last_assigned(cx, function.body, parameter.name, DEPTH)?;
        Some((parameter.name, argument, assignment))
    });
    let Some((parameter, argument, assignment)) = found.last() else {
        return;
    };
    let (copies, variables) = copies_and_variables(cx, function, program.children(arguments));
    let several = copies.len() > 1;
    let [text, changed] = [call, argument].map(|part| cx.applet.written(part));
    let parameter = program.names.text(parameter);
    let instead = format!("{changed} = {text}");
    let is_value = last_statement(cx, function.body) == assignment;
    let fix = is_value && !several;
    let fix = fix.then(|| write(cx.applet.range(call), &instead));
    let help = match several {
        true => format!(
            "`{parameter}` is a copy: end the function with [{}], and write [{}] = {text}",
            copies.join(", "),
            variables.join(", ")
        ),
        false => format!("`{parameter}` is a copy: write {instead}"),
    };
    let related = Related {
        range: cx.applet.range(assignment),
        message: format!("this sets the copy `{parameter}`"),
    };
    let message = format!("this value is not used: `{changed}` stays as it is");
    sink.report(call, Code::UnusedValue, message)
        .help(help)
        .with_fix(fix)
        .related([related]);
}

/// The parameters that a function assigns, and the variables whose values they are given.
fn copies_and_variables<'a>(
    cx: &Context<'a>,
    function: &Function,
    given: &[TermId],
) -> (Vec<&'a str>, Vec<&'a str>) {
    let program = &cx.applet.program;
    let first = program.term(function.body).first;
    let assigned = cx.applet.assignments();
    let parameters = function.parameters.iter().zip(given);
    parameters
        .filter(|(one, argument)| {
            let within = assigned.within(one.name, first, function.body);
            !within.is_empty() && program.root_of_elements(**argument).is_some()
        })
        .map(|(one, &argument)| (program.names.text(one.name), cx.applet.written(argument)))
        .unzip()
}

/// Deletes the last statement of a sequence.
fn without_last(cx: &Context, body: TermId, statement: TermId) -> Option<Fix> {
    let program = &cx.applet.program;
    let TermKind::Sequence(statements) = program.kind(body) else {
        return None;
    };
    let &[.., before, last] = program.children(statements) else {
        return None;
    };
    let from = cx.applet.range(before).end();
    let range = TextRange::new(from, cx.applet.range(last).end());
    (last == statement).then(|| Fix::new(range, "", "delete the assignment"))
}

/// The last statement of a sequence, else the term itself.
fn last_statement(cx: &Context, term: TermId) -> TermId {
    let program = &cx.applet.program;
    match program.kind(term) {
        TermKind::Sequence(statements) => {
            let last = program.children(statements).last();
            last.copied().unwrap_or(term)
        }
        _ => term,
    }
}

/// The assignment to a variable that a term does last, perhaps in one of its branches, and the
/// value.
fn last_assigned(
    cx: &Context,
    term: TermId,
    name: NameId,
    depth: usize,
) -> Option<(TermId, TermId)> {
    let depth = depth.checked_sub(1)?;
    let program = &cx.applet.program;
    match program.kind(term) {
        TermKind::Assign { target, value } if program.name_of(target) == Some(name) => {
            Some((term, value))
        }
        TermKind::Sequence(statements) => {
            let &last = program.children(statements).last()?;
            last_assigned(cx, last, name, depth)
        }
        TermKind::If {
            then, otherwise, ..
        } => {
            let branches = [Some(then), otherwise];
            let mut branches = branches.into_iter().flatten();
            branches.find_map(|branch| last_assigned(cx, branch, name, depth))
        }
        _ => None,
    }
}
