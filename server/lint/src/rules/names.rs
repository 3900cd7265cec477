//! Names and calls that mean nothing.

use cindyscript_analysis::statements::parameters;
use cindyscript_diagnostic::{Code, Fix, Related, Severity};
use cindyscript_hir::builtins::{self, BuiltinId, Category, Control, Form, Intrinsic};
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type, one_of};
use cindyscript_infer::{Definer, Slot};
use text_size::TextRange;

use super::{compound_names, foreign, itself, loops, separators, suggestions, usage};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::forms;
use crate::sink::{MOST_SUGGESTIONS, Sink};

/// True if the arguments of a builtin are code in which it binds names, or that it may not run.
fn binds_names(name: &str) -> bool {
    forms::is_control(name, Control::If)
        || forms::is_control(name, Control::While)
        || forms::is(name, Intrinsic::Plot)
}

/// True if a part of the picture is missing where the preview lacks this.
fn is_seen(what: &str) -> bool {
    matches!(what, "3D drawing of CindyGL" | "Riemann surfaces")
}

/// A call of what is neither a function of the applet nor a plain builtin.
pub(crate) fn suspect_call(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) {
    match row.builtin {
        Some(id)
            if id
                .row()
                .plugin
                .is_some_and(|plugin| !cx.applet.uses_plugin(plugin)) =>
        {
            undefined_function(cx, sink, term, row, arguments);
        }
        Some(id) if matches!(id.row().form, Form::Unavailable | Form::OutOfScope(_)) => {
            not_available(sink, term, row, id);
        }
        // A special form that lowering could not make sense of.
        Some(id) if id.row().form == Form::Control(Control::Code) => {
            let message = "the parameters of a function of `cgllazy` are names: `x`, or `(x, y)`";
            sink.report(term, Code::NotAName, message);
        }
        Some(_) => {}
        None => unknown_call(cx, sink, term, row, arguments),
    }
}

/// A call of what CindyJS has and the preview has not.
fn not_available(sink: &mut Sink, term: TermId, row: &Callee, id: BuiltinId) {
    // Sound, say, is missing wherever it is called.
    if let Form::OutOfScope(what) = id.row().form
        && !sink.is_first("absent", what)
    {
        return;
    }
    let message = format!("`{}` is not available in the preview", row.name);
    let (severity, help) = match id.row().form {
        Form::OutOfScope(what) if is_seen(what) => (
            Severity::Warning,
            Some(format!("the preview has no {what}")),
        ),
        Form::OutOfScope(what) => (Severity::Hint, Some(format!("the preview has no {what}"))),
        _ => (Severity::Warning, None),
    };
    if let Some(said) = sink.report_as(term, Code::NotAvailable, severity, message) {
        said.help = help;
    }
}

fn unknown_call(cx: &Context, sink: &mut Sink, term: TermId, row: &Callee, arguments: Children) {
    let program = &cx.applet.program;
    if row.name == HASH {
        hash_called(cx, sink, term, arguments);
        return;
    }
    if row
        .name
        .chars()
        .next()
        .is_none_or(|first| !first.is_alphabetic())
    {
        return; // an operator with a missing operand: the parser has said so
    }
    if variable_called(cx, sink, term, row, arguments)
        || constant_called(cx, sink, term, row, arguments)
    {
        return;
    }
    // `area(r) == pi*r^2`, where there is an `area` of three points.
    if sink.intended.contains(row.name.as_str()) && row.definitions.is_empty() {
        return;
    }
    let lower = row.name.to_lowercase();
    let functions = cx.functions();
    let own = functions.get(&lower).map_or(&[][..], Vec::as_slice);
    let own: Vec<&Callee> = own.iter().map(|&id| program.callee(id)).collect();
    let arities = builtins::arities(&row.name);
    if own.is_empty() && arities.is_empty() {
        undefined_function(cx, sink, term, row, arguments);
        return;
    }
    wrong_arity(cx, sink, term, row, &own, arguments);
}

/// A call of a function of the applet, or of a builtin, with a number of arguments that it does not
/// take.
fn wrong_arity(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    own: &[&Callee],
    arguments: Children,
) {
    let program = &cx.applet.program;
    let lower = row.name.to_lowercase();
    let arities = builtins::arities(&row.name);
    let counts = own.iter().map(|other| other.arity);
    let counts = counts.chain(arities.iter().flatten().map(|&arity| u32::from(arity)));
    let takes = one_of(counts.collect());
    let message = format!(
        "`{}` takes {takes} argument{}, not {}",
        row.name,
        if takes == "1" { "" } else { "s" },
        arguments.len(),
    );
    let related = own
        .iter()
        .flat_map(|other| &other.definitions)
        .map(|&definition| {
            let function = program.function(definition);
            Related {
                range: cx.applet.to_file(function.script, function.name_range),
                message: format!("`{}` is defined here", row.name),
            }
        })
        .collect();
    // A value that is not printed is missed by nobody.
    let prints = own.is_empty()
        && builtins::named(&lower)
            .iter()
            .all(|builtin| builtin.row().category == Category::Console);
    let severity = if prints {
        Severity::Warning
    } else {
        Severity::Error
    };
    let given = program.children(arguments);
    let advice = advice_for_arity(cx, term, row, own, given);
    let is_loop = loops::kind(&lower).is_some();
    let has_modifiers = own.is_empty() && separators::has_colon(cx, arguments);
    // The author wrote the branches behind its `)`.
    let end = cx.applet.range(term).end();
    let fix = advice.as_ref().and_then(|advice| advice.fix.as_ref());
    if forms::is_control(&lower, Control::If) && fix.is_some_and(|fix| fix.range.end() > end) {
        sink.skip_rest(term);
    }
    if has_modifiers || is_loop || binds_names(&lower) {
        sink.skip_names(term);
    }
    if let Some(said) = sink.report_call(term, Code::WrongArity, severity, message) {
        said.related = related;
        if let Some(Advice { help, fix }) = advice {
            said.help = Some(help);
            said.fix = fix;
        }
    }
}

/// Advice for a call with another number of arguments.
fn advice_for_arity(
    cx: &Context,
    term: TermId,
    row: &Callee,
    own: &[&Callee],
    given: &[TermId],
) -> Option<Advice> {
    let program = &cx.applet.program;
    let lower = row.name.to_lowercase();
    match own.first().and_then(|row| row.definitions.last()) {
        None => separators::colon_modifiers(cx, term, given)
            .or_else(|| usage::meant_by_call(cx, term, &lower, given)),
        Some(&definition) => separators::own_semicolons(cx, own, given).or_else(|| {
            let parameters = program.function(definition).named_parameters().iter();
            let names = parameters.map(|one| program.names.text(one.name));
            // The parser has reported a parameter without a name.
            let names: Vec<&str> = names
                .map(|name| if name.is_empty() { "..." } else { name })
                .collect();
            Some(Advice {
                help: format!("write {}({})", row.name, names.join(", ")),
                fix: None,
            })
        }),
    }
}

/// A variable with brackets behind it, which were to take an element out of it, or to multiply.
fn variable_called(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let program = &cx.applet.program;
    let Some(name) = program.names.get(&row.name) else {
        return false;
    };
    let is_function = cx.functions().contains_key(&row.name.to_lowercase());
    let Some(slot) = cx.solution.global(name).filter(|_| !is_function) else {
        return false;
    };
    if !cx.applet.defined().contains(name) {
        return false;
    }
    let given = program.children(arguments);
    let written: Vec<&str> = given.iter().map(|&term| cx.applet.written(term)).collect();
    let name = &row.name;
    // `l[1:3]`
    if let (&[part], [text], Type::List(_) | Type::Tuple(_) | Type::String) =
        (given, &written[..], cx.solution.ty(slot))
        && let TermKind::UserData { .. } = program.kind(part)
    {
        let part = format!("{name}_({})", text.replacen(':', "..", 1));
        let (range, fix) = (cx.applet.range(term), &part);
        let fix = write(range, fix);
        let message = format!("`{name}` is a list, not a function");
        sink.skip_names(term);
        sink.found.retain(|found| {
            found.code != Code::ForeignOperator || !range.contains_range(found.range)
        });
        if let Some(said) =
            sink.report_call(term, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(format!("a part of a list is written {part}"));
            said.fix = Some(fix);
        }
        return true;
    }
    let index = |term: TermId, written: &str| match program.kind(term) {
        TermKind::Number(0.0) => "1".to_owned(),
        TermKind::Number(_) | TermKind::Variable(_) | TermKind::Text(_) => written.to_owned(),
        _ => format!("({written})"),
    };
    let (what, instead, help) = match cx.solution.ty(slot) {
        Type::List(_) | Type::Tuple(_) | Type::String | Type::Point if !given.is_empty() => {
            let places = given.iter().zip(&written);
            let places: Vec<String> = places
                .map(|(&term, written)| index(term, written))
                .collect();
            let element = format!("{name}_{}", places.join("_"));
            let first = format!("{name}_1");
            let help = match element == first {
                true => format!("an element of a list is written {element}"),
                false => {
                    format!("an element of a list is written {element}, the first is {first}")
                }
            };
            let what = match cx.solution.ty(slot) {
                Type::String => "a string",
                _ => "a list",
            };
            (what, element, help)
        }
        Type::Dictionary => {
            let &[key] = given else { return false };
            let value = match program.kind(key) {
                TermKind::Variable(variable) if !cx.applet.defined().contains(variable) => {
                    format!("{name}.{}", written[0])
                }
                TermKind::Text(text) if program.text(text).chars().all(char::is_alphanumeric) => {
                    format!("{name}.{}", program.text(text))
                }
                _ => format!("{name}_{}", index(key, written[0])),
            };
            let help = format!("the value of a key is written {value}");
            ("a dictionary", value, help)
        }
        Type::Scalar(scalar) if *scalar != Scalar::Boolean => {
            let [factor] = written[..] else { return false };
            let product = format!("{name}*({factor})");
            let help = format!("to multiply, write {product}");
            ("a number", product, help)
        }
        _ => return false,
    };
    let message = format!("`{name}` is {what}, not a function");
    let fix = write(cx.applet.range(term), &instead);
    sink.skip_names(term);
    if let Some(said) = sink.report_call(term, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(help);
        said.fix = Some(fix);
    }
    true
}

/// `pi()`
fn constant_called(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let is_defined = cx.functions().contains_key(&row.name.to_lowercase());
    let is_number = presets::find(&row.name).is_some_and(|preset| preset.value.is_number());
    if is_defined || !is_number || !arguments.is_empty() {
        return false;
    }
    let name = &row.name;
    let fix = write(cx.applet.range(term), name);
    let message = format!("`{name}` is a number, not a function");
    if let Some(said) = sink.report_call(term, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(format!("write {name}"));
        said.fix = Some(fix);
    }
    true
}

/// `#[1]`
fn hash_called(cx: &Context, sink: &mut Sink, term: TermId, arguments: Children) {
    let given = cx.applet.program.children(arguments);
    let element = match given {
        &[index] => match cx.applet.program.kind(index) {
            TermKind::Number(0.0) => "#_1".to_owned(),
            TermKind::Number(_) | TermKind::Variable(_) => {
                format!("#_{}", cx.applet.written(index))
            }
            _ => format!("#_({})", cx.applet.written(index)),
        },
        _ => return,
    };
    let fix = write(cx.applet.range(term), &element);
    let message = "`#` is a value, not a function";
    if let Some(said) = sink.report_call(term, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(format!("an element of a list is written {element}"));
        said.fix = Some(fix);
    }
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
    if let Some(said) = sink.report_as(
        definition,
        Code::UndefinedFunction,
        Severity::Error,
        message,
    ) {
        said.help = Some(format!("write {head} := ..."));
        said.related = vec![related];
        said.fix = Some(Fix::new(
            TextRange::empty(end),
            format!("({parameter})"),
            format!("write `{head}`"),
        ));
    }
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
    if let Some(said) = sink.report_call(call, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(format!("a point is given by {point}"));
        said.fix = Some(fix);
    }
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
    if let Some(said) = sink.report_call(call, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(format!("the derivative is {derivative}"));
        said.fix = Some(fix);
    }
    true
}

fn undefined_function(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) {
    let program = &cx.applet.program;
    let name = row.name.to_lowercase();
    let host = &cx.applet.source().host;
    if host.functions.iter().any(|function| function.name == name) {
        let message = format!("`{}` is not available in the preview", row.name);
        if let Some(said) = sink.report_as(term, Code::NotAvailable, Severity::Hint, message) {
            said.help = Some("the page's JavaScript defines it".to_owned());
        }
        return;
    }
    let library = || is_of_cindygl(&name).then(|| "CindyGL's library".to_owned());
    if let Some(definer) = cx.opaque.functions.as_ref().map(words).or_else(library) {
        let message = format!("the function `{}` is not defined here", row.name);
        let help = format!("{definer} may define it");
        if let Some(said) = sink.report_call(term, Code::UndefinedFunction, Severity::Hint, message)
        {
            said.help = Some(help);
        }
        return;
    }
    if without_parameters(cx, sink, term, row, arguments)
        || derivative(cx, sink, term, row, arguments)
    {
        return;
    }
    if point_given(cx, sink, term, row, arguments) {
        return;
    }
    let message = format!("the function `{}` is not defined", row.name);
    let own = program
        .callees
        .iter()
        .filter(|other| !other.definitions.is_empty());
    let own = own.map(|other| other.name.as_str());
    let builtins = builtins::all().map(|builtin| -> &str { builtin.name() });
    let candidates = own.chain(builtins);
    let called = cx.called(term);
    sink.skip_names(term);
    let foreign = foreign::foreign_call(cx, term, row, arguments, called);
    compound_names::forget_body_of_definition(cx, sink, called);
    let meant = match foreign {
        Some(_) => None,
        None => sink.nearest("function", &row.name, candidates),
    };
    let advice = foreign.unwrap_or_else(|| {
        let parameters = parameters(cx.applet, program.children(arguments));
        Advice {
            help: format!(
                "CindyScript has none of that name; define it by {}({}) := ...",
                row.name,
                parameters.join(", ")
            ),
            fix: None,
        }
    });
    if let Some(said) = sink.report_call(term, Code::UndefinedFunction, Severity::Error, message) {
        said.help = Some(advice.help);
        said.fix = advice.fix;
        if let Some(meant) = meant {
            meant.put(said, |meant| Some(write(called, meant)));
        }
    }
}

/// A name that is read and that nothing gives a value.
pub(crate) fn name(cx: &Context, sink: &mut Sink, term: TermId, name: NameId, slot: &Slot) {
    let analysis = cx.applet;
    let names = &analysis.program.names;
    let is_defined = analysis.defined().contains(name);
    if cx.is_page_half_read || cx.solution.global(name) != Some(slot.link) {
        return;
    }
    if is_defined {
        return itself::made_of_itself(cx, sink, name, slot.link);
    }
    let text = names.text(name);
    let is_numbered = text.starts_with('#') && text != HASH;
    let is_library = is_of_cindygl(text);
    if text.is_empty() || is_numbered || is_library || cx.opaque.may_bind(term, name) {
        return;
    }
    let misdefined = sink.misdefined.get(&name);
    if misdefined.is_some_and(|places| places.contains(term))
        || sink.quieted.contains(term)
        || sink.underscored.contains(&name)
        || sink.intended.contains(text)
        || sink.reported.contains(&(term, Code::SpacedName))
    {
        return;
    }
    // `f = lambda x: x^2`
    if let Some(("lambda", parameter)) = foreign::words(analysis.written(term)) {
        sink.intended.insert(parameter.to_owned());
    }
    let message = match text {
        HASH => "`#` has a value only inside loops and colorplots".to_owned(),
        _ if analysis.written(term).contains([' ', '\t']) => {
            format!("this is one name: `{text}` is never given a value")
        }
        _ => format!("`{text}` is never given a value"),
    };
    let known = analysis.defined().iter().map(|id| names.text(id));
    let mut suggestion = None;
    let (nearest, fix) = match foreign::name(text, analysis.written(term)) {
        Some((help, instead)) => {
            let fix = instead.map(|instead| write(analysis.range(term), &instead));
            (Some(help), fix)
        }
        None => {
            let meant = sink.nearest("name", text, known);
            let told = sink.suggested.get("name").copied().unwrap_or_default();
            let is_early = told <= MOST_SUGGESTIONS && cx.opaque.names.is_none();
            if is_early && meant.is_none() && compound_names::is_underscored(cx, sink, term, name) {
                return;
            }
            let pixel = suggestions::coordinate_of_pixel(cx, term, text);
            let advice = match (pixel, told <= MOST_SUGGESTIONS) {
                (Some((advice, pair)), _) => {
                    // One fix is for both.
                    sink.intended.extend(pair.map(str::to_owned));
                    Some(advice)
                }
                (None, true) => suggestions::meant_by(cx, term, text),
                (None, false) => None,
            };
            match (meant, advice) {
                (_, Some(Advice { help, fix })) => (Some(help), fix),
                (Some(meant), None) => {
                    suggestion = Some(meant);
                    (None, None)
                }
                (None, None) if text == HASH || cx.opaque.names.is_some() => (None, None),
                (None, None) => (Some(format!("first give it a value: {text} = ...")), None),
            }
        }
    };
    let (severity, help) = match &cx.opaque.names {
        Some(definer) if text != HASH => {
            let help = format!("{} may give it one", words(definer));
            (Severity::Hint, nearest.or(Some(help)))
        }
        _ => (Severity::Warning, nearest),
    };
    if let Some(said) = sink.report_as(term, Code::UndefinedName, severity, message) {
        said.help = help;
        said.fix = fix;
        if let Some(suggestion) = suggestion {
            let range = analysis.range(term);
            suggestion.put(said, |meant| Some(write(range, meant)));
        }
    }
}

/// A phrase for the code that may define a name which the file does not, to follow *may*.
fn words(definer: &Definer) -> String {
    match definer {
        Definer::Plugin(Some(name)) => format!("the plugin `{name}`"),
        Definer::Plugin(None) => "a plugin".to_owned(),
        Definer::Import => "a library that the page imports".to_owned(),
        Definer::Builtin(builtin) => format!("the code that `{}` runs", builtin.name()),
        Definer::JavaScript => "the page's JavaScript".to_owned(),
    }
}
