//! What is played of a broken text: a script that cannot be parsed has the text that it had when it
//! could be parsed last, and all others are those of the text.

use std::sync::Arc;

use cindyscript_applet::{Event, Script};
use cindyscript_syntax::Parse;

use crate::source::{KeptScript, Source};

/// The text that each script of a file had when it could be parsed last.
#[derive(Clone, Debug, Default)]
pub struct LastParsed {
    file: String,
    /// For each applet, for each of its scripts; none of those that never could.
    scripts: Vec<Vec<Option<Parsed>>>,
}

/// A script that could be parsed.
#[derive(Clone, Debug)]
struct Parsed {
    name: Name,
    text: Arc<str>,
    tree: Parse,
}

/// By what a script is found again in another version: its event, its id, and how many before it have
/// both in common with it.
#[derive(Clone, Debug, PartialEq)]
struct Name(Event, String, usize);

impl Name {
    fn of(scripts: &[Script], place: usize) -> Option<Name> {
        let script = scripts.get(place)?;
        let same = |other: &&Script| (other.event, &other.id) == (script.event, &script.id);
        let before = scripts.iter().take(place).filter(same).count();
        Some(Name(script.event, script.id.clone(), before))
    }
}

impl LastParsed {
    /// What the scripts of a version say that can be parsed.
    pub fn of(source: &Source) -> LastParsed {
        let mut last = LastParsed::default();
        last.take(source.clone());
        last
    }

    /// Takes the next version of the file, or the first of another file. What is played of it.
    pub fn take(&mut self, source: Source) -> Source {
        let before = std::mem::take(&mut self.scripts);
        let before = match self.file == source.document.name() {
            true => before,
            false => Vec::new(),
        };
        source.document.name().clone_into(&mut self.file);
        let mut kept = Vec::new();
        let applets = source.document.applets().iter().enumerate();
        let scripts = applets.map(|(index, applet)| {
            let before = before.get(index).map_or(&[][..], Vec::as_slice);
            let trees = source.document.parses(index).iter();
            let scripts = applet.scripts.iter().zip(trees).enumerate();
            let scripts = scripts.map(|(place, (script, tree))| {
                let name = Name::of(&applet.scripts, place)?;
                if tree.is_valid() {
                    return Some(Parsed {
                        name,
                        text: script.source.text().into(),
                        tree: tree.clone(),
                    });
                }
                let mut before = before.iter().flatten();
                let last = before.find(|before| before.name == name)?;
                kept.push(KeptScript {
                    applet: index,
                    script: place,
                    range: script.source.file_range(),
                });
                Some(last.clone())
            });
            scripts.collect()
        });
        self.scripts = scripts.collect();
        match kept.is_empty() {
            true => source,
            false => self.composed(source, kept),
        }
    }

    /// A version in which these scripts are those that are kept here. What is wrong with it is what is
    /// wrong with the version.
    fn composed(&self, source: Source, kept: Vec<KeptScript>) -> Source {
        let document = source.document.with_scripts(|applet, script| {
            let mut kept = kept.iter();
            kept.find(|kept| (kept.applet, kept.script) == (applet, script))?;
            let parsed = self.scripts.get(applet)?.get(script)?.as_ref()?;
            Some((Arc::clone(&parsed.text), parsed.tree.clone()))
        });
        let mut analysis = source.analysis.update(&document);
        let said = &source.analysis.diagnostics;
        analysis.diagnostics.clone_from(said);
        Source {
            document,
            analysis: Arc::new(analysis),
            kept: kept.into(),
            ..source
        }
    }
}

#[cfg(test)]
mod tests {
    // A text says when it arrived.
    #![allow(clippy::disallowed_methods)]

    use std::time::Instant;

    use cindyscript_hir::document::Document;

    use super::*;
    use crate::source::{Earlier, Text};

    const TEXT: &str = "// %% init\nn = 1;\n// %% draw\nf(n); g(n);\n";

    fn version(text: &str, path: &str) -> Source {
        let text = Text {
            path: path.to_owned(),
            text: text.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let document = Document::open(&text.path, text.text.as_str());
        Source::new(&text, document, None)
    }

    /// The texts of the scripts that are played of the last of these versions, and what is earlier.
    fn played(versions: &[&str]) -> (Vec<String>, Earlier) {
        let mut last = LastParsed::default();
        let played = versions
            .iter()
            .map(|text| last.take(version(text, "a.cindyscript")));
        let played = played.last().expect("a version");
        let scripts = played.applet().map_or(&[][..], |applet| &applet.scripts);
        let texts = scripts.iter().map(|it| it.source.text().trim().to_owned());
        (texts.collect(), played.earlier())
    }

    #[test]
    fn only_a_script_that_cannot_be_parsed_stays_behind() {
        let check = |versions: &[&str], scripts: [&str; 2], earlier: &[&str]| {
            let (played, kept) = played(versions);
            assert_eq!(played, scripts, "{versions:?}");
            let expected = match earlier {
                [] => Earlier::Nothing,
                [_, _] => Earlier::Everything,
                names => Earlier::Scripts(names.iter().map(|it| (*it).to_owned()).collect()),
            };
            assert_eq!(kept, expected, "{versions:?}");
        };
        let broken = TEXT.replace("f(n)", "f(n");
        let other = broken.replace("n = 1", "n = 2");
        let both = other.replace("n = 2", "n = (2");
        check(&[TEXT], ["n = 1;", "f(n); g(n);"], &[]);
        check(&[TEXT, &broken], ["n = 1;", "f(n); g(n);"], &["draw"]);
        check(
            &[TEXT, &broken, &other],
            ["n = 2;", "f(n); g(n);"],
            &["draw"],
        );
        check(
            &[TEXT, &broken, &other, &both],
            ["n = 2;", "f(n); g(n);"],
            &["init", "draw"],
        );
        check(
            &[TEXT, &both, TEXT, &other],
            ["n = 2;", "f(n); g(n);"],
            &["draw"],
        );
        // Opened broken, and of a script that was gone meanwhile, there is none.
        check(&[&broken], ["n = 1;", "f(n; g(n);"], &[]);
        let gone = TEXT.replace("// %% draw", "// %% tick");
        check(&[TEXT, &gone, &broken], ["n = 1;", "f(n; g(n);"], &[]);
    }

    #[test]
    fn of_another_file_nothing_is_kept() {
        let mut last = LastParsed::default();
        last.take(version(TEXT, "a.cindyscript"));
        let broken = version(&TEXT.replace("f(n)", "f(n"), "b.cindyscript");
        assert_eq!(last.take(broken).earlier(), Earlier::Nothing);
    }

    #[test]
    fn what_is_played_stands_where_the_version_has_it() {
        let mut last = LastParsed::default();
        last.take(version(TEXT, "a.cindyscript"));
        let new = TEXT
            .replace("n = 1;", "number = 1;")
            .replace("f(n)", "f((n)");
        let played = last.take(version(&new, "a.cindyscript"));
        assert_eq!(played.document.text(), new);
        let facts = played.facts().expect("an applet");
        let places = facts.program.terms.iter();
        let places = places.map(|term| facts.to_file(term.script, term.range));
        let texts: Vec<&str> = places.map(|at| &new[at]).collect();
        for expected in ["number = 1", "g(n)", "f((n); g(n);"] {
            assert!(
                texts.iter().any(|text| text.trim() == expected),
                "{expected}: {texts:?}"
            );
        }
        assert_eq!(played.played_text(), TEXT.replace("n = 1;", "number = 1;"));
        for (at, broken) in [("\nf(n); g(n);", "\n(f(n); g(n);"), ("g(n);\n", "g(n);\n)")] {
            let played = last.take(version(&TEXT.replace(at, broken), "a.cindyscript"));
            assert_eq!(played.played_text(), TEXT);
        }
        // The version says what is wrong with it.
        assert!(played.errors().next().is_some());
        assert!(played.is_readable());
    }

    #[test]
    fn a_version_that_changes_only_what_is_kept_plays_as_before() {
        let mut last = LastParsed::default();
        let mut take = |text: &str| last.take(version(text, "a.cindyscript"));
        let good = take(TEXT);
        let broken = take(&TEXT.replace("f(n)", "f(n"));
        let more = take(&TEXT.replace("f(n)", "f(n, (("));
        let other = take(&TEXT.replace("f(n)", "f(n").replace("n = 1", "n = 2"));
        assert!(broken.plays_as(&good) && more.plays_as(&broken));
        assert!(!other.plays_as(&more));
    }
}
