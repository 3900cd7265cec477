//! Loops: what they run over, the name of their variable, and the signs between their arguments.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::{self, Control, Form, Intrinsic};
use cindyscript_hir::names::HASH;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Iteration, IterationKind, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;
use text_size::{TextRange, TextSize};

use super::{imaginary, namesakes, order, separators};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::forms::{is_control, usage};
use crate::sink::Sink;

/// The kind of the loop of a name, if that is one over a list or a number whose last argument is run
/// again and again.
pub(crate) fn kind(name: &str) -> Option<IterationKind> {
    let mut rows = builtins::named(name).iter();
    rows.find_map(|id| match id.row().form {
        Form::Control(Control::Loop(
            IterationKind::Max | IterationKind::Min | IterationKind::Sort,
        )) => None,
        Form::Control(Control::Loop(kind)) => Some(kind),
        _ => None,
    })
}

/// Loops over what is no list, and counting over what is one.
pub(crate) fn domain(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    iteration: &Iteration,
) {
    let (kind, domain) = (iteration.kind, iteration.domain);
    if kind == IterationKind::Sort {
        namesakes::constant_criterion(cx, sink, term, iteration);
    }
    if iteration.ignored.is_some() {
        return; // reported at the argument in the place of the name
    }
    let ty = cx.solution.ty(body.slot(domain));
    let fault = match kind {
        _ if let Some(bare) = range_alone(cx, domain) => Some((
            format!(
                "`{}` goes through a list with one element here, which is a range",
                kind.name()
            ),
            Advice::new(
                format!("a range is written without brackets: write {bare}"),
                write(cx.applet.range(domain), &bare),
            ),
        )),
        IterationKind::Repeat => uncountable(cx, term, iteration, ty),
        _ => number_as_list(cx, term, iteration, ty),
    };
    let Some((message, advice)) = fault else {
        return;
    };
    // The loop itself where all of its arguments are wrong.
    let at = match kind {
        IterationKind::Max | IterationKind::Min | IterationKind::Sum | IterationKind::Product => {
            term
        }
        IterationKind::Repeat
        | IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Select
        | IterationKind::Sort => domain,
    };
    sink.report_as(at, Code::NotAList, Severity::Warning, message)
        .advice(advice);
}

/// The message and advice for a `repeat` that gets no number.
fn uncountable(
    cx: &Context,
    term: TermId,
    iteration: &Iteration,
    ty: &Type,
) -> Option<(String, Advice)> {
    let callee = callee_place(cx, term);
    let (what, advice) = match ty {
        Type::List(_) | Type::Tuple(_) => {
            let fix = callee.map(|range| write(range, "forall"));
            ("a list", Advice::new("forall goes through a list", fix))
        }
        _ if cx.opaque.names.is_some() => return None,
        Type::String => {
            let number = number_of_text(cx, iteration.domain);
            let fix = write(cx.applet.range(iteration.domain), &number);
            let advice = Advice::new(format!("write {number}"), fix);
            ("a string, so it does nothing", advice)
        }
        Type::Scalar(Scalar::Boolean) => {
            let callee = callee.filter(|_| iteration.is_unnamed());
            let help = "while(condition, ...) continues as long as its condition is true";
            let advice = Advice::new(help, callee.map(|range| write(range, "while")));
            ("a truth value, so it does nothing", advice)
        }
        _ => return None,
    };
    let message = format!("`repeat` counts up to a number, but this is {what}");
    Some((message, advice))
}

/// The message and advice for a loop over a list that gets a number.
fn number_as_list(
    cx: &Context,
    term: TermId,
    iteration: &Iteration,
    ty: &Type,
) -> Option<(String, Advice)> {
    let (kind, domain) = (iteration.kind, iteration.domain);
    let is_number = matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean);
    if !is_number || cx.opaque.names.is_some() {
        return None;
    }
    let name = kind.name();
    let message = format!("`{name}` goes through a list, but this is a number");
    let counted = format!("1..{}", cx.applet.written(domain));
    match kind {
        IterationKind::Max | IterationKind::Min | IterationKind::Sum | IterationKind::Product
            if !iteration.is_unnamed() =>
        {
            let arguments = [Some(domain), iteration.element_term, iteration.index_term];
            let mut given: Vec<TermId> = arguments.into_iter().flatten().collect();
            given.push(iteration.body);
            let advice = separators::as_list(cx, term, name, &given)?;
            Some((format!("`{name}` takes two values or one list"), advice))
        }
        // `sum(1, 10)`
        IterationKind::Sum | IterationKind::Product if cx.is_number(iteration.body) => {
            let counted = cx.all_written(&[domain, iteration.body], "..");
            let fix = write(cx.spanning(domain, iteration.body), &counted);
            let help = format!("to count, write {name}({counted})");
            Some((message, Advice::new(help, fix)))
        }
        IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Select
        | IterationKind::Sum
        | IterationKind::Product => {
            let fix = write(cx.applet.range(domain), &counted);
            Some((
                message,
                Advice::new(format!("to count, write {counted}"), fix),
            ))
        }
        IterationKind::Max | IterationKind::Min | IterationKind::Sort | IterationKind::Repeat => {
            None
        }
    }
}

/// The range in `forall([1..5], k, ...)`.
fn range_alone(cx: &Context, domain: TermId) -> Option<String> {
    let listed = match cx.applet.program.kind(domain) {
        TermKind::List(elements) => match *cx.applet.program.children(elements) {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    };
    let range_alone = listed.filter(|&only| match cx.applet.program.kind(only) {
        TermKind::Call { callee, .. } => cx.applet.program.callee(callee).is(Intrinsic::Range),
        _ => false,
    });
    range_alone.map(|only| cx.applet.written(only).to_owned())
}

/// The number that a text says, as an expression.
pub(crate) fn number_of_text(cx: &Context, text: TermId) -> String {
    let program = &cx.applet.program;
    match program.kind(text) {
        TermKind::Text(id) if program.text(id).trim().parse::<f64>().is_ok() => {
            program.text(id).trim().to_owned()
        }
        _ => format!("parse({})", cx.applet.written(text)),
    }
}

/// The range of the name of the function in a loop.
fn callee_place(cx: &Context, term: TermId) -> Option<TextRange> {
    let written = cx.applet.written(term);
    let name = written.split(['(', '[']).next()?.trim_end();
    Some(TextRange::at(
        cx.applet.range(term).start(),
        TextSize::of(name),
    ))
}

/// `forall(1..3, k; println(k))`, `forall(k in 1..3, println(k))`
pub(crate) fn unnamed_loop(cx: &Context, sink: &mut Sink, term: TermId) {
    let program = &cx.applet.program;
    let TermKind::Iterate(id) = program.kind(term) else {
        return;
    };
    let iteration = program.iteration(id);
    let (domain, body) = (iteration.domain, iteration.body);
    separators::empty_place(cx, sink, term);
    if let Some(ignored) = iteration.ignored {
        let arguments = [
            Some(domain),
            Some(ignored),
            iteration.index_term,
            Some(body),
        ];
        let given: Vec<TermId> = arguments.into_iter().flatten().collect();
        not_a_name(cx, sink, term, iteration.kind, &given);
        sink.skip_names(term);
        return;
    }
    if let Some(variable) = iteration.element_term {
        if iteration.index.is_none() {
            order::exchanged_loop(cx, sink, term, iteration.kind, &[domain, variable, body]);
        }
        return;
    }
    imaginary::imaginary_counter(cx, sink, iteration);
    if !name_in_list(cx, sink, term, iteration) && !turned_loop(cx, sink, term, domain, body) {
        name_before_semicolon(cx, sink, term, iteration);
    }
}

/// `forall(k in 1..3, println(k))`
fn name_in_list(cx: &Context, sink: &mut Sink, term: TermId, iteration: &Iteration) -> bool {
    let written = cx.applet.written(iteration.domain);
    let Some((variable, list)) = written.split_once(" in ") else {
        return false;
    };
    if !variable.chars().all(char::is_alphanumeric) {
        return false;
    }
    let name = iteration.kind.name();
    let turned = format!("{list}, {variable}");
    let message = format!("`{name}` does not use `in`: the list comes first, then the name");
    sink.skip_names(term);
    sink.report(iteration.domain, Code::NotAName, message)
        .help(format!("write {turned}"))
        .with_fix(write(cx.applet.range(iteration.domain), &turned));
    true
}

/// `forall(1..3, k; println(k))`
fn name_before_semicolon(cx: &Context, sink: &mut Sink, term: TermId, iteration: &Iteration) {
    let program = &cx.applet.program;
    let TermKind::Sequence(parts) = program.kind(iteration.body) else {
        return;
    };
    let &[variable, next, ..] = program.children(parts) else {
        return;
    };
    // A name that stands alone does nothing.
    let name = program.name_of(variable);
    if name.is_none_or(|name| program.names.text(name) == HASH) {
        return;
    }
    let range = TextRange::new(
        cx.applet.range(variable).end(),
        cx.applet.range(next).start(),
    );
    let name = iteration.kind.name();
    let message = format!("the name of the running variable of `{name}` is followed by `,`");
    sink.skip_names(term);
    sink.report(variable, Code::NotAName, message)
        .help(format!(
            "write {name}(..., {}, ...)",
            cx.applet.written(variable)
        ))
        .with_fix(Fix::new(range, ", ", "write `,`"));
}

/// `apply(#^2, 1..5)`, `repeat(println("a"), 5)`
fn turned_loop(cx: &Context, sink: &mut Sink, term: TermId, domain: TermId, body: TermId) -> bool {
    let program = &cx.applet.program;
    let within = |root: TermId| program.subtree(root);
    let reads_hash = |root: TermId| {
        let mut names = within(root).filter_map(|inner| program.name_of(inner));
        names.any(|name| program.names.text(name) == HASH)
    };
    let is_domain = cx.is_written_domain(body)
        // `select(# > 1, l)`
        || program.name_of(body).is_some() && reads_hash(domain);
    // The `#` of a loop around may be the list of this one.
    let is_body = match program.kind(domain) {
        TermKind::Variable(_) | TermKind::Number(_) | TermKind::List(_) => false,
        _ => {
            let mut around = cx.applet.around(term);
            let is_inner = around.any(|outer| {
                matches!(
                    program.kind(outer),
                    TermKind::Iterate(_) | TermKind::Plot(_)
                )
            });
            cx.has_effect(domain) || reads_hash(domain) && !is_inner
        }
    };
    if !is_domain || !is_body || reads_hash(body) {
        return false;
    }
    let TermKind::Iterate(id) = program.kind(term) else {
        return false;
    };
    let kind = program.iteration(id).kind;
    let (name, first) = match kind {
        IterationKind::Repeat => (kind.name(), "number"),
        _ => (kind.name(), "list"),
    };
    let turned = cx.all_written(&[body, domain], ", ");
    let fix = write(cx.spanning(domain, body), &turned);
    let message = format!("`{name}` takes the {first} first, then the body");
    sink.skip_names(term);
    sink.report_as(term, Code::ArgumentOrder, Severity::Warning, message)
        .help(format!("write {name}({turned})"))
        .with_fix(fix);
    true
}

/// A loop whose second argument is no name: CindyJS runs it with `#`, against expectation.
fn not_a_name(cx: &Context, sink: &mut Sink, term: TermId, kind: IterationKind, given: &[TermId]) {
    let of_values = match kind {
        IterationKind::Max | IterationKind::Min => {
            given.first().is_some_and(|&domain| cx.is_number(domain))
        }
        IterationKind::Sum | IterationKind::Product => given.iter().all(|&term| cx.is_number(term)),
        IterationKind::Repeat
        | IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Select
        | IterationKind::Sort => false,
    };
    let name = kind.name();
    let (message, advice) = match of_values {
        true => (
            format!("`{name}` takes two values or one list"),
            separators::as_list(cx, term, name, given),
        ),
        false => (
            format!("the second argument of `{name}` is the name of the running variable"),
            meant_arguments(cx, kind, given),
        ),
    };
    let severity = match may_run(cx, kind, given) {
        true => Severity::Warning,
        false => Severity::Error,
    };
    sink.report_as(term, Code::NotAName, severity, message)
        .advice(advice);
}

/// True if a loop may run: its domain may be a list, or a number for `repeat`.
fn may_run(cx: &Context, kind: IterationKind, given: &[TermId]) -> bool {
    let program = &cx.applet.program;
    given.first().is_some_and(|&domain| {
        let domain = match program.kind(domain) {
            TermKind::Assign { value, .. } => value,
            _ => domain,
        };
        let has_value = |name| {
            let is_preset = presets::find(program.names.text(name)).is_some();
            cx.applet.defined().contains(name) && !is_preset
        };
        (!cx.is_number(domain) || kind == IterationKind::Repeat)
            && program.name_of(domain).is_none_or(has_value)
    })
}

/// Advice for the arguments of a loop in another order, or with other signs between them.
fn meant_arguments(cx: &Context, kind: IterationKind, given: &[TermId]) -> Option<Advice> {
    let program = &cx.applet.program;
    let name = kind.name();
    let is_second = |first: TermId, second: TermId| {
        let name = program.name_of(first);
        name.is_none_or(|name| cx.reads(second, name))
    };
    let ordered = match *given {
        [first, second, _] if !is_second(first, second) => None,
        _ => order::in_order(cx, kind, given),
    };
    if ordered.is_some() {
        return ordered;
    }
    if let [variable, domain, ..] = *given
        && program.name_of(variable).is_some()
        && program.name_of(domain).is_none()
    {
        let turned = cx.all_written(&[domain, variable], ", ");
        return Some(Advice::new(
            format!("first the list or number, then the name: write {turned}"),
            write(cx.spanning(variable, domain), &turned),
        ));
    }
    commas(cx, name, given)
        .or_else(|| counted_from(cx, name, given))
        .or_else(|| usage(name).map(Advice::without_fix))
}

/// `while(n > 0, println(n), n = n - 1)`
pub(crate) fn while_commas(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    let &[_, first, .., last] = given else {
        return None;
    };
    is_control(name, Control::While).then(|| {
        Advice::new(
            "statements are separated by `;`",
            Fix::new(
                cx.spanning(first, last),
                cx.all_written(&given[1..], "; "),
                "separate the statements by `;`",
            ),
        )
    })
}

/// `sum(k = 1, 10, k^2)`
fn counted_from(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    let &[first, to, _] = given else { return None };
    let program = &cx.applet.program;
    let TermKind::Assign { target, value } = program.kind(first) else {
        return None;
    };
    program.name_of(target)?;
    if !cx.is_number(to) && program.name_of(to).is_none() {
        return None;
    }
    let [variable, from, to_text] = [target, value, to].map(|term| cx.applet.written(term));
    let turned = match kind(name) {
        Some(IterationKind::Repeat) if from == "1" => format!("{to_text}, {variable}"),
        Some(IterationKind::Repeat) => return None,
        _ => format!("{from}..{to_text}, {variable}"),
    };
    Some(Advice::new(
        format!("first the list or number, then the name: write {turned}"),
        write(cx.spanning(first, to), &turned),
    ))
}

/// `repeat(5, k, x = k^2, draw(..))`
pub(crate) fn commas(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    let program = &cx.applet.program;
    if given.len() < 4 {
        return None;
    }
    let kind = kind(name)?;
    let is_name = |place: usize| {
        let term = given.get(place);
        term.is_some_and(|&term| program.name_of(term).is_some())
    };
    // `sum(k, 1, 10, k^2)`
    if let (&[first, second, last, _], true, false) = (given, is_name(0), is_name(1)) {
        let [variable, from, to] = [first, second, last].map(|part| cx.applet.written(part));
        let turned = match (kind, from) {
            (IterationKind::Repeat, "1") => format!("{to}, {variable}"),
            (IterationKind::Repeat, _) => return None,
            _ => format!("{from}..{to}, {variable}"),
        };
        return Some(Advice::new(
            format!("first the list or number, then the name: write {turned}"),
            write(cx.spanning(first, last), &turned),
        ));
    }
    // `sum(1, 10, k, k^2)`
    if let (&[from, to, _, _], false, true) = (given, is_name(1), is_name(2))
        && kind != IterationKind::Repeat
    {
        let range = format!("{}..{}", cx.applet.written(from), cx.applet.written(to));
        return Some(Advice::new(
            format!("`{name}` takes a list: write {range}"),
            write(cx.spanning(from, to), &range),
        ));
    }
    let body = match is_name(1) {
        true => &given[2..],
        false => &given[1..],
    };
    let (&first, &last) = (body.first()?, body.last()?);
    Some(Advice::new(
        "statements are separated by `;`",
        Fix::new(
            cx.spanning(first, last),
            cx.all_written(body, "; "),
            "separate the statements by `;`",
        ),
    ))
}
