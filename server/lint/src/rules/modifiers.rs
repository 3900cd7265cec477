//! Modifiers that a builtin does not have, and values that they do not take.

use std::borrow::Cow;

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::builtins::modifiers::{self, ModifierRow};
use cindyscript_hir::program::{Modifier, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;

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
