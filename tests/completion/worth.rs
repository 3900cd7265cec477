//! How far down the list of completions what was written stands.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use cindyscript_hir::builtins;
use cindyscript_hir::document::Document;
use cindyscript_ide::completion::completions;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_syntax::{SyntaxKind, tokens};
use text_size::{TextRange, TextSize};

/// How many letters of a word are typed at most.
pub(crate) const LETTERS: usize = 2;

/// What may follow the word that is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// The rest of the text: something is written into it.
    Kept,
    /// Nothing of the script: the text is being written.
    Gone,
}

/// A page whose words are typed again.
pub(crate) struct Page {
    name: String,
    analysis: Analysis,
    /// The words that something else in the page or the language knows.
    words: Vec<Word>,
}

struct Word {
    /// In bytes of the file.
    range: TextRange,
    /// The end of the script, in bytes of the file.
    end: TextSize,
    what: &'static str,
}

impl Page {
    /// Reads a page.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let document = Document::open(name, text);
        let analysis = analyse(&document);
        let mut words = Vec::new();
        for applet in document.applets() {
            let mut names: BTreeMap<&str, usize> = BTreeMap::new();
            let mut found = Vec::new();
            for script in applet.scripts.iter().filter(|script| !script.is_library) {
                let Some(start) = script.source.contiguous_start() else {
                    continue;
                };
                let text = script.source.text();
                let significant = tokens(text).filter(|(kind, _)| !kind.is_trivia());
                let all: Vec<(SyntaxKind, TextRange)> = significant.collect();
                for (place, &(kind, range)) in all.iter().enumerate() {
                    let word = &text[range];
                    if kind != SyntaxKind::IDENT || !word.chars().all(char::is_alphanumeric) {
                        continue;
                    }
                    *names.entry(word).or_default() += 1;
                    let next = all.get(place + 1).map(|next| next.0);
                    let before = place.checked_sub(1).map(|place| all[place].0);
                    let what = match (before, next) {
                        (Some(SyntaxKind::DOT), _) => "field",
                        (_, Some(SyntaxKind::ARROW)) => "modifier",
                        (_, Some(SyntaxKind::L_PAREN)) if !builtins::named(word).is_empty() => {
                            "builtin"
                        }
                        (_, Some(SyntaxKind::L_PAREN)) => "function",
                        _ => "variable",
                    };
                    let end = start + TextSize::of(text);
                    found.push((word, range + start, end, what));
                }
            }
            let elements: HashSet<&str> = applet
                .geometry
                .iter()
                .map(|element| element.name.as_str())
                .collect();
            let known = |word: &str, what: &str| {
                what == "builtin" || names[word] > 1 || elements.contains(word)
            };
            let known = found
                .into_iter()
                .filter(|(word, .., what)| known(word, what));
            words.extend(known.map(|(_, range, end, what)| Word { range, end, what }));
        }
        Self {
            name: name.to_owned(),
            analysis,
            words,
        }
    }

    /// How many words can be typed again.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The 0-based place among the completions of a word of which so many letters are typed; none
    /// if it is not among them, or is shorter.
    pub(crate) fn place(&self, word: usize, letters: usize, rest: Rest) -> Option<Typed> {
        let Word { range, end, what } = self.words[word];
        let text = self.analysis.document.text();
        let written = &text[range];
        let (at, _) = written
            .char_indices()
            .nth(letters)
            .or_else(|| (written.chars().count() == letters).then_some((written.len(), ' ')))?;
        let at = range.start() + TextSize::try_from(at).ok()?;
        let behind = match rest {
            Rest::Kept => range.end(),
            Rest::Gone => end,
        };
        let typed = format!("{}{}", &text[..at.into()], &text[behind.into()..]);
        let analysis = self.analysis.update(&self.analysis.document.update(typed));
        // What is not written yet, nobody can know.
        if rest == Rest::Gone && what != "builtin" && !has(&analysis, written, at) {
            return None;
        }
        let found = completions(&analysis, at, true).items;
        let is_it = |label: &str| match what {
            "builtin" => label.eq_ignore_ascii_case(written),
            _ => label == written,
        };
        let place = found.iter().position(|found| is_it(&found.label));
        let line = self.analysis.document.line(range.start());
        let first: Vec<&str> = found
            .iter()
            .take(6)
            .map(|found| found.label.as_str())
            .collect();
        Some(Typed {
            place,
            what,
            miss: format!("{}:{line} {what} {written}: {first:?}", self.name),
        })
    }
}

/// Whether a word stands in a page, but for the place where it is typed.
fn has(analysis: &Analysis, word: &str, at: TextSize) -> bool {
    analysis.document.applets().iter().any(|applet| {
        let scripts = applet.scripts.iter().any(|script| {
            let text = script.source.text();
            tokens(text).any(|(kind, range)| {
                let here = script.source.to_file(range).contains_inclusive(at);
                kind == SyntaxKind::IDENT && &text[range] == word && !here
            })
        });
        scripts || applet.element(word).is_some()
    })
}

/// A word that was typed in part.
pub(crate) struct Typed {
    /// The 0-based place among the completions.
    pub(crate) place: Option<usize>,
    pub(crate) what: &'static str,
    /// The place in the file, and what came first.
    pub(crate) miss: String,
}

/// How often words stand first, among the first five, and at all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worth {
    pub(crate) all: usize,
    pub(crate) first: usize,
    pub among_five: usize,
    pub(crate) offered: usize,
}

impl Worth {
    pub(crate) fn count(&mut self, place: Option<usize>) {
        self.all += 1;
        self.first += usize::from(place == Some(0));
        self.among_five += usize::from(place.is_some_and(|place| place < 5));
        self.offered += usize::from(place.is_some());
    }

    /// A part of all, in percent.
    pub(crate) fn share(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.all.max(1) as f64
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:5} words: first {:5.1} %, in the first five {:5.1} %, offered {:5.1} %",
            self.all,
            self.share(self.first),
            self.share(self.among_five),
            self.share(self.offered)
        )
    }
}
