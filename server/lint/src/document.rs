//! The diagnostics of a document: what is wrong with the scripts of its applets, with its page, its
//! libraries and the syntax, in the order of the text and without what follows from something else.

use std::ops::Range;

use cindyscript_applet::import_cycle;
use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_hir::document::{Document, import_cycles};
use cindyscript_infer::Ranges;
use cindyscript_syntax::Parse;
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

/// The diagnostics of a document, of which `of_scripts` are about the scripts of its applets.
#[must_use]
pub fn of_document<'a>(
    document: &Document,
    of_scripts: impl Iterator<Item = &'a Diagnostic>,
) -> Vec<Diagnostic> {
    let mut diagnostics = document.page().problems.clone();
    let mut broken: Vec<TextRange> = Vec::new();
    let mut explained = Explained::default();
    for (index, applet) in document.applets().iter().enumerate() {
        let cycles = import_cycles(document.imported(index)).into_iter();
        diagnostics.extend(cycles.map(library_cycle));
        for (script, parse) in applet.scripts.iter().zip(document.parses(index)) {
            if script.is_library {
                diagnostics.extend(library_fault(script, parse));
                continue;
            }
            let to_file = |range| script.source.to_file(range);
            let faults = parse.errors.iter().filter(|error| error.is_error());
            broken.extend(faults.map(|error| {
                let before = script.source.text().get(..error.range.start().into());
                let start = before.unwrap_or_default().trim_end();
                to_file(TextRange::new(TextSize::of(start), error.range.end()))
            }));
            let explaining = parse.errors.iter().filter_map(|error| error.explains);
            for range in explaining {
                explained.add(to_file(range), script.source.text(), range);
            }
            let errors = with_late_brackets(script.source.text(), &parse.errors);
            diagnostics.extend(errors.into_iter().map(|error| error.moved(to_file)));
        }
    }
    // Diagnostics about the meaning of a text with a syntax error in it are left out, but for those
    // of names.
    let broken = broken
        .iter()
        .map(|range| (range.start().into(), range.end().into()));
    let broken: Ranges<usize> = broken.collect();
    let is_whole = |diagnostic: &&Diagnostic| {
        let Range { start, end } = diagnostic.extent().into();
        diagnostic.code == Code::UndefinedFunction || !broken.intersects(start, end)
    };
    let found = of_scripts.filter(is_whole);
    let places: Ranges<usize> = explained.ranges.iter().copied().collect();
    let found = found.filter(|diagnostic| {
        let Range { start, end } = diagnostic.extent().into();
        !places.intersects(start, end) && !explained.may_define(diagnostic, document.text())
    });
    diagnostics.extend(found.cloned());
    diagnostics.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    for diagnostic in &mut diagnostics {
        let texts = [Some(&mut diagnostic.message), diagnostic.help.as_mut()];
        texts.into_iter().flatten().for_each(shorten);
        let fixes = diagnostic
            .fix
            .iter_mut()
            .chain(&mut diagnostic.alternatives);
        fixes.for_each(|fix| shorten(&mut fix.title));
    }
    limit(&mut diagnostics);
    diagnostics
}

/// Leaves out the middle of a message that quotes a very long name or expression.
fn shorten(message: &mut String) {
    const LONGEST: usize = 800;
    const KEPT: usize = 300;
    if message.len() <= LONGEST {
        return;
    }
    let from = message.floor_char_boundary(KEPT);
    let to = message.ceil_char_boundary(message.len() - KEPT);
    message.replace_range(from..to, " ... ");
}

/// The errors of a script. One error is about a `)` that closes a call before its body, and about the
/// `)` that is left over some statements later.
fn with_late_brackets(text: &str, errors: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::with_capacity(errors.len());
    let mut early = None;
    for error in errors {
        let Range { start, end } = Range::<usize>::from(error.range);
        let closes_late = error.code == Code::UnopenedBracket && text.get(start..end) == Some(")");
        match early.and_then(|place: usize| told.get_mut(place)) {
            Some(early_one) if closes_late && is_one_block(text, early_one.range.end(), start) => {
                *early_one = Diagnostic::new(early_one.code, early_one.range, &*early_one.message)
                    .help("delete it")
                    .related(error.range, "this one closes the call");
                early_one.fix = Some(Fix::new(early_one.range, "", "delete this"));
                early = None;
            }
            _ => {
                if closes_late {
                    early = None;
                }
                if error.code == Code::EarlyBracket && error.related.is_empty() {
                    early = Some(told.len());
                }
                told.push(error.clone());
            }
        }
    }
    told
}

/// True if no empty line stands between two places, which may each be within a line.
fn is_one_block(text: &str, from: TextSize, to: usize) -> bool {
    let between = text.get(from.into()..to).unwrap_or_default();
    let mut lines = between.split('\n');
    // The lines of the two places.
    lines.next();
    lines.next_back();
    lines.all(|line| !line.trim().is_empty())
}

/// The most diagnostics that are said of a file. An author who has more mends the first ones first:
/// the others mostly follow from them.
const MOST_DIAGNOSTICS: usize = 100;

/// Leaves the first diagnostics, of errors before warnings before hints, and one that tells how many
/// more there are.
pub fn limit(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() <= MOST_DIAGNOSTICS {
        return;
    }
    let mut said = std::mem::take(diagnostics);
    said.sort_by_key(|diagnostic| diagnostic.severity);
    let more = said.split_off(MOST_DIAGNOSTICS);
    said.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    let worst = more.iter().map(|diagnostic| diagnostic.severity).min();
    let first = more.iter().map(|diagnostic| diagnostic.range);
    let first = first.min_by_key(|range| (range.start(), range.end()));
    *diagnostics = said;
    if let (Some(severity), Some(range)) = (worst, first) {
        let count = more.len();
        let message = match count {
            1 => "1 more problem is not shown: this is its place".to_owned(),
            _ => format!("{count} more problems are not shown: this is the place of the first"),
        };
        let said = Diagnostic::new(Code::More, range, message).severity(severity);
        let help = "correct the problems that are shown, and the others appear if they still exist";
        diagnostics.push(said.help(help));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    }
}

/// Parts of the text of which a syntax error says that they were meant in another way.
#[derive(Default)]
struct Explained {
    ranges: Vec<(usize, usize)>,
    /// The words in them that they may define.
    words: FxHashSet<String>,
}

impl Explained {
    fn add(&mut self, in_file: TextRange, script: &str, range: TextRange) {
        self.ranges
            .push((in_file.start().into(), in_file.end().into()));
        let part = script.get(Range::<usize>::from(range));
        let words = words(part.unwrap_or_default());
        let defined = words.filter(|(word, before, behind)| {
            !word.is_empty() && (is_declared(before) || is_assigned(behind))
        });
        self.words.extend(defined.map(|(word, ..)| word.to_owned()));
    }

    /// True if a diagnostic is about a name that the text there may define.
    fn may_define(&self, diagnostic: &Diagnostic, text: &str) -> bool {
        let is_unknown = diagnostic.code.is_undefined();
        let about = text.get(Range::<usize>::from(diagnostic.range));
        let name = about.and_then(|text| text.split(|c: char| !c.is_alphanumeric()).next());
        is_unknown && name.is_some_and(|name| self.words.contains(name))
    }
}

/// The words of a text, each with the text before it and behind it.
fn words(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut end = 0;
    text.split(|c: char| !c.is_alphanumeric()).map(move |word| {
        let (before, rest) = text.split_at(end);
        let (_, behind) = rest.split_at(word.len());
        let sign = behind.chars().next().map_or(0, char::len_utf8);
        end += word.len() + sign;
        (word, before, behind)
    })
}

/// Words of choices and loops: a name behind them is read.
const READING: [&str; 12] = [
    "and", "do", "else", "from", "if", "in", "not", "or", "return", "then", "to", "while",
];

/// True if a text ends with a word and a space, as in `def f(x)` and `for i in l`.
fn is_declared(before: &str) -> bool {
    let trimmed = before.trim_end_matches([' ', '\t']);
    let mut words = trimmed.rsplit(|c: char| !c.is_alphanumeric());
    let last = words.next().unwrap_or_default();
    trimmed.len() < before.len() && !last.is_empty() && !READING.contains(&last)
}

/// True if a name that this text follows gets a value or a body: `a = 2`, `a++`, `f(x) { ... }`.
fn is_assigned(behind: &str) -> bool {
    const LONGEST: usize = 100;
    let is_body = |behind: &str| {
        let behind = behind.trim_start();
        let is_value = behind.starts_with('=') && !behind.starts_with("==");
        is_value || behind.starts_with('{') || behind.starts_with(":=")
    };
    let (behind, steps) = (behind.trim_start(), ["++", "--", "+=", "-="]);
    let mut signs = behind.char_indices().take(LONGEST);
    let parameters = behind
        .starts_with('(')
        .then(|| signs.find(|sign| sign.1 == ')'));
    match parameters.flatten() {
        Some((close, _)) => is_body(&behind[close + 1..]),
        None => is_body(behind) || steps.iter().any(|sign| behind.starts_with(sign)),
    }
}

/// That libraries import one another without end, where the page names the first.
fn library_cycle((range, files): (TextRange, Vec<String>)) -> Diagnostic {
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    Diagnostic::new(Code::ImportCycle, range, import_cycle(&files))
        .help("the page would never finish reading them")
}

/// That a library does not parse, at its name: then nothing of it runs.
fn library_fault(script: &cindyscript_applet::Script, parse: &Parse) -> Option<Diagnostic> {
    let fault = parse.errors.iter().find(|error| error.is_error())?;
    let before = script.source.text().get(..fault.range.start().into())?;
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    let message = format!("{}:{line}: {}", script.id, fault.message);
    let place = script.source.file_range();
    Some(Diagnostic::new(fault.code, place, message).severity(Severity::Error))
}

#[cfg(test)]
mod tests {
    use cindyscript_analysis::InferredApplet;

    use super::*;
    use crate::check;

    /// The diagnostics of the scripts of a text's one applet, and of all of it.
    fn checked(text: &str) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let document = Document::open("test.cindyscript", text);
        let of_scripts = check(&InferredApplet::new(&document, 0, None)).diagnostics;
        let all = of_document(&document, of_scripts.iter());
        (of_scripts, all)
    }

    #[test]
    fn names_that_a_broken_statement_only_reads_are_reported() {
        let codes =
            |text: &str| -> Vec<Code> { checked(text).1.iter().map(|it| it.code).collect() };
        let list = "l = [1, 2, 3];\na = l[2];\n";
        let broken = "if(a == 1 & l_1 == 1) println(3) else println(4);\n";
        assert_eq!(
            codes(&format!("{list}{broken}")),
            [Code::UndefinedFunction, Code::ForeignControl]
        );
        assert_eq!(
            codes("if(f(2) == 1) println(nosuch) else println(4);\nf(3); a = nosuch;"),
            [
                Code::ForeignControl,
                Code::UndefinedFunction,
                Code::UndefinedName
            ]
        );
        for defines in [
            "function f(x) { return x; }",
            "if(1 == 1) f = 2 else g = 3;",
            "for f in 1..5: println(f)",
        ] {
            let found = codes(&format!("{defines}\nprintln(f);\n"));
            assert!(
                !found.contains(&Code::UndefinedName),
                "{defines}: {found:?}"
            );
        }
    }

    #[test]
    fn the_first_hundred_are_said_and_how_many_more() {
        // The error comes last and is said nevertheless.
        let names = (0..250).map(|number| format!("Abc{number} = 1; y{number} = abc{number};\n"));
        let text: String = names.chain(["z = (1".to_owned()]).collect();
        let (all, said) = checked(&text);
        assert_eq!(all.len(), 250);
        // Looking for a similar name costs as much as there are names.
        let has_help = |diagnostic: &&Diagnostic| diagnostic.fix.is_some();
        let suggested: Vec<bool> = all.iter().map(|one| has_help(&one)).collect();
        let few = suggested.iter().filter(|is| **is).count();
        assert!(suggested.iter().take(few).all(|is| *is), "{suggested:?}");
        assert!((10..=100).contains(&few), "{few}");

        assert_eq!(said.len(), MOST_DIAGNOSTICS + 1);
        let errors = said.iter().filter(|one| one.severity == Severity::Error);
        let codes: Vec<Code> = errors.map(|one| one.code).collect();
        assert_eq!(codes, [Code::UnclosedBracket]);
        let place = said.iter().position(|one| one.code == Code::More);
        let place = place.expect("how many more there are");
        // Behind the 99 warnings that are said, at the first that is not.
        assert_eq!(place, MOST_DIAGNOSTICS - 1);
        let more = &said[place];
        assert_eq!(
            more.message,
            "151 more problems are not shown: this is the place of the first"
        );
        assert_eq!(&text[std::ops::Range::<usize>::from(more.range)], "abc99");
        assert_eq!(more.severity, Severity::Warning);
        assert!(said.is_sorted_by_key(|one| one.range.start()));
    }

    #[test]
    fn a_hundred_are_all_said_and_one_more_is_counted() {
        let said = |count: usize| {
            let text: String = (0..count)
                .map(|number| format!("q{number} + 1;\n"))
                .collect();
            checked(&text).1
        };
        let all = said(100);
        assert_eq!(all.len(), 100);
        assert!(
            all.iter().all(|one| one.code == Code::UndefinedName),
            "{all:?}"
        );
        let last = said(101).pop().expect("diagnostics");
        assert_eq!(
            last.message,
            "1 more problem is not shown: this is its place"
        );
    }
}
