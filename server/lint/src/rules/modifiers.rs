//! Modifiers that a builtin does not have, and values that they do not take.

use std::borrow::Cow;

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::program::{Modifier, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;

use super::namesakes::LARGEST_FIRST;
use crate::advice::{Suggestion, write};
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
            let meant = match (program.kind(modifier.value), name) {
                (TermKind::Text(text), "color" | "fillcolor") => {
                    super::suggestions::colour(program.text(text))
                }
                // `alpha -> "0.5"`, `visible -> "true"`
                (TermKind::Text(text), _) => {
                    let text = program.text(text).trim();
                    let of_text = match text {
                        "true" | "false" => Some(Type::BOOLEAN),
                        _ => text.parse::<f64>().is_ok().then_some(Type::REAL),
                    };
                    let is_taken = of_text.is_some_and(|ty| row.wants.may_take(&ty));
                    is_taken.then(|| Cow::Owned(text.to_owned()))
                }
                _ => None,
            };
            let range = cx.applet.range(modifier.value);
            if let Some(said) = sink.report(modifier.value, Code::ModifierType, message)
                && let Some(meant) = meant
            {
                said.help = Some(format!("write {meant}"));
                said.fix = Some(write(range, &meant));
            }
        }
    }
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
