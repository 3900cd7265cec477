//! Names that are read and that nothing gives a value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::program::TermId;
use cindyscript_infer::{Definer, Slot};

use super::{adjacent_names, compound_names, foreign, itself, suggestions};
use crate::advice::{Advice, Suggestion, write};
use crate::context::Context;
use crate::sink::{MOST_SUGGESTIONS, Sink};

/// A name that is read and that nothing gives a value.
pub(crate) fn name(cx: &Context, sink: &mut Sink, term: TermId, name: NameId, slot: &Slot) {
    let analysis = cx.applet;
    let names = &analysis.program.names;
    if cx.is_page_half_read || cx.solution.global(name) != Some(slot.link) {
        return;
    }
    if analysis.defined().contains(name) {
        return itself::made_of_itself(cx, sink, name, slot.link);
    }
    let text = names.text(name);
    if numbered_hash(cx, sink, term, text) {
        return;
    }
    if is_given_elsewhere(cx, term, name) || is_explained(sink, term, name, text) {
        return;
    }
    if adjacent_names::single_quoted(cx, sink, term) {
        return;
    }
    let written = analysis.written(term);
    // `f = lambda x: x^2`
    if let Some(("lambda", parameter)) = foreign::words(written) {
        sink.intended.insert(parameter.to_owned());
    }
    let Some(Meaning {
        name: meant,
        advice,
    }) = meaning(cx, sink, term, name)
    else {
        return; // another diagnostic explains it
    };
    let message = match text {
        HASH => "`#` has a value only inside loops and colorplots".to_owned(),
        _ if written.contains([' ', '\t']) => {
            format!("this is one name: `{text}` is never given a value")
        }
        _ => format!("`{text}` is never given a value"),
    };
    let definer = cx.opaque.names.as_ref().filter(|_| text != HASH);
    let (severity, otherwise) = match definer {
        Some(definer) => {
            let help = format!("{} may give it one", definer_in_words(definer));
            (Severity::Hint, Some(help))
        }
        None if text == HASH => (Severity::Warning, None),
        None => {
            let help = format!("first give it a value: {text} = ...");
            (Severity::Warning, Some(help))
        }
    };
    sink.report_as(term, Code::UndefinedName, severity, message)
        .help_if_known(otherwise)
        .advice(advice)
        .suggestion(meant, |meant| Some(write(analysis.range(term), meant)));
}

/// `sort(l, #2)`, for the second part of an element.
fn numbered_hash(cx: &Context, sink: &mut Sink, term: TermId, text: &str) -> bool {
    let digits = text.strip_prefix('#').filter(|digits| !digits.is_empty());
    let Some(digits) = digits.filter(|digits| digits.chars().all(|c| c.is_ascii_digit())) else {
        return false;
    };
    let is_element = suggestions::innermost_loop(cx, term).is_some_and(|iteration| {
        let first = cx.applet.program.term(iteration.body).first;
        iteration.is_unnamed() && (first..=iteration.body).contains(&term)
    });
    if !is_element {
        return false;
    }
    let part = format!("#_{digits}");
    let fix = write(cx.applet.range(term), &part);
    let message = format!("`{text}` has no value: the running variable is `#`");
    sink.report(term, Code::UndefinedName, message)
        .help(format!("a part of it is written {part}"))
        .with_fix(fix);
    true
}

/// The meaning that a name without a value may have: another name, or something else.
#[derive(Default)]
struct Meaning<'a> {
    name: Option<Suggestion<'a>>,
    advice: Option<Advice>,
}

/// The meaning of a name. `None` if this reports that a name has no `_`.
fn meaning<'a>(
    cx: &Context<'a>,
    sink: &mut Sink,
    term: TermId,
    name: NameId,
) -> Option<Meaning<'a>> {
    let names = &cx.applet.program.names;
    let text = names.text(name);
    if let Some((help, instead)) = foreign::name(text, cx.applet.written(term)) {
        let fix = instead.map(|instead| write(cx.applet.range(term), &instead));
        return Some(Meaning {
            advice: Some(Advice::new(help, fix)),
            ..Meaning::default()
        });
    }
    let known = cx.applet.defined().iter().map(|id| names.text(id));
    let similar = sink.nearest("name", text, known);
    let told = sink.suggested.get("name").copied().unwrap_or_default();
    let is_early = told <= MOST_SUGGESTIONS;
    if is_early
        && cx.opaque.names.is_none()
        && similar.is_none()
        && compound_names::is_underscored(cx, sink, term, name)
    {
        return None;
    }
    let advice = match suggestions::coordinate_of_pixel(cx, term, text) {
        Some((advice, pair)) => {
            // One fix is for both.
            sink.intended.extend(pair.map(str::to_owned));
            Some(advice)
        }
        None if is_early => suggestions::meant_by(cx, term, text),
        None => None,
    };
    Some(Meaning {
        name: similar.filter(|_| advice.is_none()),
        advice,
    })
}

/// True if a name has a meaning that no script gives it.
fn is_given_elsewhere(cx: &Context, term: TermId, name: NameId) -> bool {
    let text = cx.applet.program.names.text(name);
    let is_numbered = text.starts_with('#') && text != HASH;
    text.is_empty()
        || is_numbered
        || is_of_cindygl(text)
        || cx.opaque.may_bind(term, name)
        || cx.names_function(term)
}

/// True if another diagnostic explains why a name has no value.
fn is_explained(sink: &Sink, term: TermId, name: NameId, text: &str) -> bool {
    let misdefined = sink.misdefined.get(&name);
    misdefined.is_some_and(|places| places.contains(term))
        || sink.quieted.contains(term)
        || sink.underscored.contains(&name)
        || sink.intended.contains(text)
        || sink.reported.contains(&(term, Code::SpacedName))
}

/// A phrase for the code that may define a name which the file does not, to follow *may*.
pub(crate) fn definer_in_words(definer: &Definer) -> String {
    match definer {
        Definer::Plugin(Some(name)) => format!("the plugin `{name}`"),
        Definer::Plugin(None) => "a plugin".to_owned(),
        Definer::Import => "a library that the page imports".to_owned(),
        Definer::Builtin(builtin) => format!("the code that `{}` runs", builtin.name()),
        Definer::JavaScript => "the page's JavaScript".to_owned(),
    }
}
