//! Calls of functions that nothing defines.

use cindyscript_analysis::statements::parameters;
use cindyscript_diagnostic::{Code, Fix, Related, Severity};
use cindyscript_hir::builtins;
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use text_size::TextRange;

use super::names::definer_in_words;
use super::{compound_names, foreign};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// A call of a function that nothing defines.
pub(crate) fn undefined_function(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) {
    if is_defined_elsewhere(cx, sink, term, row)
        || without_parameters(cx, sink, term, row, arguments)
        || derivative(cx, sink, term, row, arguments)
        || point_given(cx, sink, term, row, arguments)
    {
        return;
    }
    let program = &cx.applet.program;
    let message = format!("the function `{}` is not defined", row.name);
    let own = program
        .callees
        .iter()
        .filter(|other| !other.definitions.is_empty());
    let own = own.map(|other| other.name.as_str());
    let builtins = builtins::all().map(|builtin| -> &str { builtin.name() });
    let called = cx.called(term);
    sink.skip_names(term);
    let foreign = foreign::foreign_call(cx, term, row, arguments, called);
    if let (Some(_), &[domain, _]) = (&foreign, program.children(arguments))
        && cx.applet.written(domain).contains(" in ")
    {
        sink.skipped.push(cx.applet.range(domain));
    }
    compound_names::forget_body_of_definition(cx, sink, called);
    let meant = match foreign {
        Some(_) => None,
        None => sink.nearest("function", &row.name, own.chain(builtins)),
    };
    let advice = foreign.unwrap_or_else(|| {
        let parameters = parameters(cx.applet, program.children(arguments));
        Advice::without_fix(format!(
            "CindyScript has none of that name; define it by {}({}) := ...",
            row.name,
            parameters.join(", ")
        ))
    });
    sink.report_call(term, Code::UndefinedFunction, Severity::Error, message)
        .advice(advice)
        .suggestion(meant, |meant| Some(write(called, meant)));
}

/// Reports a call of a function that JavaScript, a plugin or a library may define.
fn is_defined_elsewhere(cx: &Context, sink: &mut Sink, term: TermId, row: &Callee) -> bool {
    let name = row.name.to_lowercase();
    let host = &cx.applet.source().host;
    if host.functions.iter().any(|function| function.name == name) {
        let message = format!("`{}` is not available in the preview", row.name);
        sink.report_as(term, Code::NotAvailable, Severity::Hint, message)
            .help("the page's JavaScript defines it");
        return true;
    }
    let library = || is_of_cindygl(&name).then(|| "CindyGL's library".to_owned());
    let definer = cx.opaque.functions.as_ref().map(definer_in_words);
    let Some(definer) = definer.or_else(library) else {
        return false;
    };
    let message = format!("the function `{}` is not defined here", row.name);
    sink.report_call(term, Code::UndefinedFunction, Severity::Hint, message)
        .help(format!("{definer} may define it"));
    true
}

/// `f := x^2`, where `f(2)` is called: the parameter is missing in the definition.
fn without_parameters(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let program = &cx.applet.program;
    let (Some(name), [_]) = (program.names.get(&row.name), program.children(arguments)) else {
        return false;
    };
    let definition = program.terms.iter().zip((0..).map(TermId));
    let mut definition = definition.filter_map(|(term, id)| match term.kind {
        TermKind::DefineLazy { target, body } if program.name_of(target) == Some(name) => {
            Some((id, target, body))
        }
        _ => None,
    });
    let Some((definition, target, body)) = definition.next() else {
        return false;
    };
    let mut within = program.subtree(body);
    let unknown = within.find_map(|term| {
        let name = program.name_of(term)?;
        (!cx.applet.defined().contains(name)).then(|| program.names.text(name))
    });
    let parameter = unknown.unwrap_or("x");
    let head = format!("{}({parameter})", row.name);
    let end = cx.applet.range(target).end();
    let related = Related {
        range: cx.applet.range(call),
        message: format!("`{}` is called here with an argument", row.name),
    };
    sink.skip_names(definition);
    let message = format!(
        "`{}` is defined without a parameter here, but called with one",
        row.name
    );
    sink.report_as(
        definition,
        Code::UndefinedFunction,
        Severity::Error,
        message,
    )
    .help(format!("write {head} := ..."))
    .related([related])
    .with_fix(Fix::new(
        TextRange::empty(end),
        format!("({parameter})"),
        format!("write `{head}`"),
    ));
    true
}

/// `P(1, 2)`, which gives a point its coordinates at school.
fn point_given(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let program = &cx.applet.program;
    let given = program.children(arguments);
    let is_point = row.name.len() <= 2 && row.name.starts_with(|c: char| c.is_ascii_uppercase());
    let is_statement = match cx.applet.parent(call) {
        Some(outer) => matches!(program.kind(outer), TermKind::Sequence(_)),
        None => true,
    };
    let are_numbers = given.len() == 2 && given.iter().all(|&term| cx.is_number(term));
    if !is_point || !is_statement || !are_numbers {
        return false;
    }
    let point = format!("{} = [{}]", row.name, cx.all_written(given, ", "));
    if let Some(name) = program.names.get(&row.name) {
        sink.intended.insert(program.names.text(name).to_owned());
    }
    let fix = write(cx.applet.range(call), &point);
    let message = format!("the function `{}` is not defined", row.name);
    sink.report_call(call, Code::UndefinedFunction, Severity::Error, message)
        .help(format!("a point is given by {point}"))
        .with_fix(fix);
    true
}

/// `f'(x)`
fn derivative(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let &[at] = cx.applet.program.children(arguments) else {
        return false;
    };
    let Some(function) = row.name.strip_suffix('\'') else {
        return false;
    };
    let is_own = cx.functions().contains_key(&function.to_lowercase());
    if !is_own && builtins::find(function, 1).is_none() {
        return false;
    }
    let derivative = format!("d({function}(#), {})", cx.applet.written(at));
    let fix = write(cx.applet.range(call), &derivative);
    let message = format!("the function `{}` is not defined", row.name);
    sink.report_call(call, Code::UndefinedFunction, Severity::Error, message)
        .help(format!("the derivative is {derivative}"))
        .with_fix(fix);
    true
}
