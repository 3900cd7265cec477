//! Modifiers that a builtin does not have, and values that they do not take.

use std::borrow::Cow;

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_hir::builtins::modifiers::{self, ModifierRow, Wants};
use cindyscript_hir::builtins::{BuiltinId, Category};
use cindyscript_hir::program::{Modifier, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;
use text_size::TextRange;

use super::namesakes::LARGEST_FIRST;
use crate::advice::{Advice, Suggestion, write};
use crate::context::Context;
use crate::sink::Sink;

/// Names of modifiers in other languages.
#[rustfmt::skip]
static SYNONYMS: &[(&str, &str)] = &[
    ("fill",        "fillcolor"),
    ("font",        "family"),
    ("linewidth",   "size"),
    ("opacity",     "alpha"),
    ("radius",      "size"),
    ("strokewidth", "size"),
    ("thickness",   "size"),
    ("width",       "size"),
];

/// Modifiers of other languages with some value, and what CindyScript has for them.
#[rustfmt::skip]
static SETTINGS: &[(&str, &str, &str)] = &[
    ("dash",        "true",       "dashtype -> \"dashed\""),
    ("dashed",      "true",       "dashtype -> \"dashed\""),
    ("dotted",      "true",       "dashtype -> \"dotted\""),
    ("linestyle",   "\"dashed\"", "dashtype -> \"dashed\""),
    ("linestyle",   "\"dotted\"", "dashtype -> \"dotted\""),
    ("style",       "\"dashed\"", "dashtype -> \"dashed\""),
    ("style",       "\"dotted\"", "dashtype -> \"dotted\""),
    ("weight",      "\"bold\"",   "bold -> true"),
];

/// Functions that draw an outline, and those that draw the inside.
const FILLED: [(&str, &str); 3] = [
    ("drawcircle", "fillcircle"),
    ("drawpoly", "fillpoly"),
    ("drawpolygon", "fillpolygon"),
];

/// The modifiers of a call on the CPU.
pub(crate) fn modifiers(cx: &Context, sink: &mut Sink, body: &Body, term: TermId) {
    let program = &cx.applet.program;
    let Some((builtin, given)) = program.builtin_call(term) else {
        return;
    };
    if given.is_empty() {
        return;
    }
    let Some(known) = modifiers::of(builtin) else {
        return;
    };
    let spelled = builtin.name();
    for modifier in given {
        let name = program.names.text(modifier.name);
        let Some(row) = known.clone().find(|row| row.name == name) else {
            let names: Vec<&str> = known.clone().map(|row| row.name).collect();
            unknown_modifier(cx, sink, term, modifier, name, spelled, &names);
            continue;
        };
        unknown_value(cx, sink, builtin, modifier, row);
        let ty = cx.solution.ty(body.slot(modifier.value));
        if crate::mismatch::is_certain(ty) && !row.wants.may_take(ty) {
            let wanted = row.wants.describe();
            let message = format!(
                "`{name}` must be {wanted}, but this is {}: it has no effect",
                ty.in_words()
            );
            let meant = meant_value(cx, modifier, name, row);
            let range = cx.applet.range(modifier.value);
            sink.report(modifier.value, Code::ModifierType, message)
                .advice(
                    meant.map(|meant| Advice::new(format!("write {meant}"), write(range, &meant))),
                );
        }
    }
}

/// Values of modifiers in other languages, and CindyScript's.
#[rustfmt::skip]
static VALUES: &[(&str, &str)] = &[
    ("->",      "==>"),
    ("<-",      "<=="),
    ("<->",     "<==>"),
    ("<=",      "<=="),
    ("<=>",     "<==>"),
    ("=>",      "==>"),
    ("both",    "<==>"),
    ("centre",  "mid"),
    ("dash",    "dashed"),
    ("dashes",  "dashed"),
    ("dot",     "dotted"),
    ("dots",    "dotted"),
    ("end",     "==>"),
    ("filled",  "full"),
    ("flat",    "butt"),
    ("l",       "left"),
    ("middle",  "mid"),
    ("r",       "right"),
    ("start",   "<=="),
];

/// `align -> "centre"`: a string without an effect.
fn unknown_value(
    cx: &Context,
    sink: &mut Sink,
    builtin: BuiltinId,
    modifier: &Modifier,
    row: &ModifierRow,
) {
    let program = &cx.applet.program;
    let TermKind::Text(text) = program.kind(modifier.value) else {
        return;
    };
    let text = program.text(text);
    let is_drawing = builtin.row().category == Category::Drawing;
    let takes_strings = matches!(row.wants, Wants::Text | Wants::NumberOrText);
    if !is_drawing || !takes_strings || row.may_be(text) {
        return;
    }
    let lower = text.to_lowercase();
    let values = row.values.iter().copied();
    let synonyms = VALUES.iter().filter(|(other, _)| *other == lower);
    let mut synonyms = synonyms.filter(|(_, value)| row.values.contains(value));
    let meant = match synonyms.next() {
        Some((_, meant)) => Some(Suggestion::one(meant)),
        None => sink.nearest("value", text, values),
    };
    let range = cx.applet.range(modifier.value);
    let message = format!("`{}` has no value \"{}\": it has no effect", row.name, text);
    sink.report_as(
        modifier.value,
        Code::ModifierType,
        Severity::Warning,
        message,
    )
    .help(row.describe())
    .suggestion(meant, |meant| Some(write(range, &format!("\"{meant}\""))));
}

/// The value that the author means by a string: `color -> "red"`, `alpha -> "0.5"`, `visible -> "true"`.
fn meant_value<'a>(
    cx: &Context<'a>,
    modifier: &Modifier,
    name: &str,
    row: &ModifierRow,
) -> Option<Cow<'a, str>> {
    let program = &cx.applet.program;
    let TermKind::Text(text) = program.kind(modifier.value) else {
        return None;
    };
    let text = program.text(text);
    if matches!(name, "color" | "fillcolor") {
        return super::suggestions::colour(text);
    }
    let text = text.trim();
    let of_text = match text {
        "true" | "false" => Some(Type::BOOLEAN),
        _ => text.parse::<f64>().is_ok().then_some(Type::REAL),
    };
    let is_taken = of_text.is_some_and(|ty| row.wants.may_take(&ty));
    is_taken.then_some(Cow::Borrowed(text))
}

/// `dashed -> true`, `font -> Arial`, `drawcircle(p, r, fill -> true)`
fn setting(
    cx: &Context,
    call: TermId,
    modifier: &Modifier,
    name: &str,
    builtin: &str,
    known: &[&str],
) -> Option<Advice> {
    let program = &cx.applet.program;
    let lower = name.to_lowercase();
    let value = cx.applet.written(modifier.value);
    let name_range = cx.applet.to_file(program.term(call).script, modifier.range);
    let whole = name_range.cover(cx.applet.range(modifier.value));
    let mut settings = SETTINGS.iter();
    let is_it = |(other, of, instead): &&(&str, &str, &str)| {
        let has = known.iter().any(|known| instead.starts_with(known));
        *other == lower && value.eq_ignore_ascii_case(of) && has
    };
    if let Some((.., instead)) = settings.find(is_it) {
        return Some(Advice::new(
            format!("write {instead}"),
            write(whole, instead),
        ));
    }
    let is_unset = program
        .name_of(modifier.value)
        .is_some_and(|name| !cx.applet.defined().contains(name) && !cx.is_bound(name));
    if lower == "font" && is_unset && known.contains(&"family") {
        let instead = format!("family -> \"{value}\"");
        return Some(Advice::new(
            format!("write {instead}"),
            write(whole, &instead),
        ));
    }
    let (_, filled) = FILLED.iter().find(|(drawn, _)| *drawn == builtin)?;
    if !matches!(&*lower, "fill" | "filled") || value != "true" {
        return None;
    }
    // From the name of the function to the end of the modifier.
    let called = cx.called(call);
    let text = cx.applet.document.text();
    let between = TextRange::new(called.end(), name_range.start());
    let between = text
        .get(std::ops::Range::<usize>::from(between))?
        .trim_end();
    let between = between.strip_suffix(',').unwrap_or(between);
    Some(Advice::new(
        format!("a filled shape is drawn by {filled}(...)"),
        Fix::new(
            called.cover(whole),
            format!("{filled}{between}"),
            format!("write `{filled}`"),
        ),
    ))
}

fn unknown_modifier(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    modifier: &Modifier,
    name: &str,
    builtin: &str,
    known: &[&str],
) {
    let message = match known {
        [] => format!("`{builtin}` takes no modifiers: `{name}` has no effect"),
        _ => format!("`{builtin}` has no modifier `{name}`"),
    };
    let script = cx.applet.program.term(term).script;
    let range = cx.applet.to_file(script, modifier.range);
    if let Some(advice) = setting(cx, term, modifier, name, builtin, known) {
        sink.found
            .retain(|found| found.range != cx.applet.range(modifier.value));
        sink.report(modifier.value, Code::UnknownModifier, message)
            .at(range)
            .advice(advice);
        return;
    }
    let synonym = SYNONYMS
        .iter()
        .find(|(synonym, meant)| *synonym == name.to_lowercase() && known.contains(meant));
    let meant = match synonym {
        Some((_, meant)) => Some(Suggestion::one(meant)),
        None => sink.nearest("modifier", name, known.iter().copied()),
    };
    if !sink
        .reported
        .insert((modifier.value, Code::UnknownModifier))
    {
        return;
    }
    let mut said = Diagnostic::new(Code::UnknownModifier, range, message);
    match meant {
        Some(meant) => meant.put(&mut said, |meant| Some(write(range, meant))),
        None if builtin == "sort" => said.help = Some(LARGEST_FIRST.to_owned()),
        None if known.is_empty() => {}
        None => said.help = Some(format!("it has {}", known.join(", "))),
    }
    sink.found.push(said);
}
