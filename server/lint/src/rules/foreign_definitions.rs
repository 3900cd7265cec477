//! Functions that are defined in the spelling of other languages: `f(x) = x^2` and `f(x) == x^2`
//! instead of `f(x) := x^2`, and `f(3) = 9`.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Callee, TermId, TermKind};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Finds what is written `f(x) = x^2`, where `f` is no function: that calls it.
pub(crate) fn report(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    if !program.callees.iter().any(is_unknown) {
        return;
    }
    let mut misdefined: FxHashMap<NameId, Vec<(TermId, TermId)>> = FxHashMap::default();
    for &assignment in &program.actions {
        let TermKind::Assign { target, value } = program.kind(assignment) else {
            continue;
        };
        let Some((row, arguments)) = program.call(target) else {
            continue;
        };
        if !is_unknown(row) || !row.name.starts_with(char::is_alphabetic) {
            continue;
        }
        let arguments = arguments.iter();
        let names: Option<Vec<NameId>> = arguments.map(|&term| program.name_of(term)).collect();
        let Some(names) = names else {
            let case = case_of_definition(cx, target, value);
            if let Some(help) = case.filter(|_| !cx.is_variable(&row.name)) {
                sink.intended.insert(row.name.to_string());
                sink.report(target, Code::NotAssignable, NO_VARIABLE)
                    .help(help);
            }
            continue;
        };
        sink.intended.insert(row.name.to_string());
        for name in names {
            let place = (program.term(assignment).first, assignment);
            misdefined.entry(name).or_default().push(place);
        }
        match is_in_plot(cx, assignment) {
            true => plotted_definition(cx, sink, assignment, target, value),
            false => equated_definition(cx, sink, assignment, target, row),
        }
    }
    compared_definitions(cx, sink, &mut misdefined);
    let places = misdefined.into_iter();
    let places = places.map(|(name, places)| (name, places.into_iter().collect()));
    sink.misdefined = places.collect();
}

/// True if a callee is neither a builtin nor a function of the applet.
fn is_unknown(row: &Callee) -> bool {
    row.definitions.is_empty() && row.builtin.is_none()
}

/// True if an assignment is an argument of `plot`.
fn is_in_plot(cx: &Context, assignment: TermId) -> bool {
    let program = &cx.applet.program;
    let around = program.terms.get(assignment.index() + 1);
    match around.map(|term| term.kind) {
        Some(TermKind::Special(id)) => program.special(id).builtin.is(Intrinsic::Plot),
        _ => false,
    }
}

/// `plot(f(x) = x^2)`
fn plotted_definition(
    cx: &Context,
    sink: &mut Sink,
    assignment: TermId,
    target: TermId,
    value: TermId,
) {
    let graph = cx.applet.written(value);
    let message = "`plot` takes only the expression";
    sink.report_as(target, Code::NotAssignable, Severity::Warning, message)
        .help(format!("write plot({graph})"))
        .with_fix(write(cx.applet.range(assignment), graph));
}

/// `f(x) = x^2`
fn equated_definition(
    cx: &Context,
    sink: &mut Sink,
    assignment: TermId,
    target: TermId,
    row: &Callee,
) {
    let message = format!("the function `{}` is defined by `:=`, not by `=`", row.name);
    let help = format!("write {} := ...", cx.applet.written(target));
    let written = cx.applet.written(assignment);
    let end = cx.applet.range(target).end();
    let behind = written.get(cx.applet.written(target).len()..);
    let space = behind.and_then(|behind| behind.split_once('='));
    let fix = space.filter(|(space, _)| space.trim().is_empty());
    let fix = fix.map(|(space, _)| {
        Fix::new(
            TextRange::empty(end + TextSize::of(space)),
            ":",
            "write `:=`",
        )
    });
    sink.report_as(target, Code::NotAssignable, Severity::Warning, message)
        .help(help)
        .with_fix(fix);
}

pub(crate) const NO_VARIABLE: &str = "nothing can be assigned to the value of a function";

/// The help for `f(3) = 9`: the definition with that case.
pub(crate) fn case_of_definition(cx: &Context, target: TermId, value: TermId) -> Option<String> {
    let program = &cx.applet.program;
    let (row, arguments) = program.call(target)?;
    let &[argument] = arguments else {
        return None;
    };
    let is_constant = matches!(
        program.kind(argument),
        TermKind::Number(_) | TermKind::Text(_)
    );
    if !is_constant || row.plain_builtin().is_some() {
        return None;
    }
    let definition = row.definitions.last().map(|&id| program.function(id));
    let parameter = definition.and_then(|function| function.named_parameters().first());
    let parameter = parameter.map(|parameter| program.names.text(parameter.name));
    let parameter = parameter.filter(|name| !name.is_empty()).unwrap_or("x");
    let [argument, value] = [argument, value].map(|term| cx.applet.written(term));
    Some(format!(
        "write the case into its definition: {}({parameter}) := if({parameter} == {argument}, {value}, ...)",
        row.name
    ))
}

/// `f(x) == x^2;`, where `f` is no function.
fn compared_definitions(
    cx: &Context,
    sink: &mut Sink,
    misdefined: &mut FxHashMap<NameId, Vec<(TermId, TermId)>>,
) {
    let program = &cx.applet.program;
    if cx.opaque.functions.is_some() {
        return;
    }
    for (term, _, arguments) in program.calls_of(|row| row.is(Intrinsic::Equal)) {
        let &[target, value] = program.children(arguments) else {
            continue;
        };
        let Some((row, arguments)) = program.call(target) else {
            continue;
        };
        let is_unknown = is_unknown(row) && row.name.starts_with(char::is_alphabetic);
        let parameters = arguments.iter();
        let names: Option<Vec<NameId>> = parameters.map(|&term| program.name_of(term)).collect();
        let is_statement = match cx.applet.parent(term) {
            Some(outer) => matches!(program.kind(outer), TermKind::Sequence(_)),
            None => true,
        };
        let Some(names) = names.filter(|names| is_unknown && is_statement && !names.is_empty())
        else {
            continue;
        };
        sink.intended.insert(row.name.to_string());
        for name in names {
            let place = (program.term(term).first, term);
            misdefined.entry(name).or_default().push(place);
        }
        let message = format!(
            "the function `{}` is defined by `:=`: this compares",
            row.name
        );
        let fix = cx.replace_between(target, value, "==", ":=");
        sink.report(term, Code::UnusedComparison, message)
            .help("write `:=`")
            .with_fix(fix);
    }
}
