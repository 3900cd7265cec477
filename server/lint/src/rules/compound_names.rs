//! Names of several words, which are no names here: `my_radius`, `my-radius = 3`, `def f(x) := x`.

use std::ops::Range;

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::program::{FunctionId, TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::foreign;
use super::spellings::{Position, spelling};
use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// The longest text that is written anew, in bytes.
const LONGEST: usize = 20_000;

/// `my_radius`, which is an element of `my`: whether a name without a value stands there.
pub(crate) fn is_underscored(cx: &Context, sink: &mut Sink, term: TermId, name: NameId) -> bool {
    let program = &cx.applet.program;
    let element = TermId(term.0 + 1);
    if element.index() >= program.terms.len() {
        return false;
    }
    let TermKind::Index { base, index } = program.kind(element) else {
        return false;
    };
    let (Some(first), true) = (program.name_of(base), index == term) else {
        return false;
    };
    // An element of a list that the text sets as a whole keeps its meaning.
    let is_set = program.terms.iter().any(|term| match term.kind {
        TermKind::Assign { target, .. } => program.name_of(target) == Some(first),
        _ => false,
    });
    let (first, second) = (program.names.text(first), program.names.text(name));
    let mut letters = second.chars();
    let Some(initial) = letters.next().filter(|_| !is_set && second != HASH) else {
        return false;
    };
    let joined = format!("{first}{}{}", initial.to_uppercase(), letters.as_str());
    let message = format!("a name has no `_`: this is an element of `{first}`");
    sink.underscored.insert(name);
    sink.underscored.extend(program.name_of(base));
    let range = cx.applet.range(base);
    sink.found
        .retain(|found| found.code != Code::UndefinedName || found.range != range);
    if let Some((help, instead)) = spelling(Position::Alone, cx.applet.written(element), &[]) {
        let fix = instead.map(|instead| write(cx.applet.range(element), &instead));
        sink.report_as(element, Code::ForeignName, Severity::Warning, message)
            .help(help)
            .with_fix(fix);
        return true;
    }
    let fix = rename_all(cx, element, &joined);
    sink.report_as(element, Code::ForeignName, Severity::Warning, message)
        .help(format!("write {joined}"))
        .with_fix(fix);
    true
}

/// `my-radius = 3`, which assigns to a difference.
pub(crate) fn difference_assigned(cx: &Context, sink: &mut Sink, target: TermId) {
    let program = &cx.applet.program;
    let Some((row, arguments)) = program.call(target) else {
        return;
    };
    let &[a, b] = arguments else {
        return;
    };
    if row.operator() != Some(Intrinsic::Subtract) {
        return;
    }
    let (Some(first), Some(second)) = (program.name_of(a), program.name_of(b)) else {
        return;
    };
    if cx.applet.defined().contains(first) || cx.applet.defined().contains(second) {
        return;
    }
    sink.underscored.extend([first, second]);
    let mut letters = program.names.text(second).chars();
    let initial = letters.next().map(char::to_uppercase);
    let joined: String = program
        .names
        .text(first)
        .chars()
        .chain(initial.into_iter().flatten())
        .chain(letters)
        .collect();
    let fix = rename_all(cx, target, &joined);
    let message = "a name consists of letters and digits: `-` subtracts";
    sink.report_as(target, Code::ForeignName, Severity::Warning, message)
        .help(format!("write {joined}"))
        .with_fix(fix);
}

/// Writes a name in the place of a term, and wherever its script has the same.
fn rename_all(cx: &Context, term: TermId, name: &str) -> Option<Fix> {
    let program = &cx.applet.program;
    if program.names.get(name).is_some() {
        return None;
    }
    let script = program.term(term).script;
    let same = cx.applet.written(term);
    let mut places: Vec<TextRange> = program
        .terms
        .iter()
        .zip((0..).map(TermId))
        .filter(|(row, other)| {
            row.script == script
                && row.range.len() == TextSize::of(same)
                && cx.applet.written(*other) == same
        })
        .map(|(row, _)| row.range)
        .collect();
    places.sort_unstable_by_key(|place| place.start());
    places.dedup();
    let whole = places.first()?.cover(*places.last()?);
    let text = cx.applet.script_text(script);
    if usize::from(whole.len()) > LONGEST {
        return None;
    }
    let mut renamed = String::new();
    let mut end = whole.start();
    for place in places {
        renamed.push_str(text.get(Range::<usize>::from(TextRange::new(end, place.start())))?);
        renamed.push_str(name);
        end = place.end();
    }
    Some(Fix::new(
        cx.applet.to_file(script, whole),
        renamed,
        format!("write `{name}`"),
    ))
}

/// `def f(x) := x^2`, which defines `deff`.
pub(crate) fn defined_with_word(cx: &Context, sink: &mut Sink, id: FunctionId) {
    let analysis = cx.applet;
    let function = analysis.program.function(id);
    if function.is_code() {
        return;
    }
    let text = analysis.script_text(function.script);
    let written = text.get(Range::<usize>::from(function.name_range));
    let Some((word, name)) = written.and_then(foreign::words) else {
        return;
    };
    if spelling(Position::Defining, word, &[]).is_none() {
        return;
    }
    let start = function.name_range.start();
    let before = function.name_range.len() - TextSize::of(name);
    sink.intended.insert(name.to_owned());
    let range = analysis.to_file(function.script, function.name_range);
    let message = format!("this defines `{word}{name}`: spaces inside names are ignored");
    sink.found.push(Diagnostic {
        severity: Severity::Warning,
        help: Some(format!(
            "a function is defined without `{word}`: write {name}(x) := ..."
        )),
        fix: Some(Fix::new(
            analysis.to_file(function.script, TextRange::at(start, before)),
            "",
            format!("delete `{word}`"),
        )),
        ..Diagnostic::new(Code::ForeignDefinition, range, message)
    });
}

/// Leaves out diagnostics of the rest of a line that begins `def f(x):`: they come of the
/// `def`.
pub(crate) fn forget_body_of_definition(cx: &Context, sink: &mut Sink, called: TextRange) {
    let text = cx.applet.document.text();
    let written = text.get(Range::<usize>::from(called)).unwrap_or_default();
    if foreign::words(written)
        .is_none_or(|(word, _)| spelling(Position::Defining, word, &[]).is_none())
    {
        return;
    }
    let behind = text.get(usize::from(called.end())..).unwrap_or_default();
    let line = behind.lines().next().unwrap_or_default();
    let rest = TextRange::at(called.end(), TextSize::of(line));
    sink.skipped.push(rest);
}
