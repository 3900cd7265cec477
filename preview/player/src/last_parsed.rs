//! What is played of a broken text: a statement that cannot be parsed is that of the text of its
//! script when it could be parsed last, and all others are those of the text. Where what is broken
//! cannot be told from the rest of a script, all of it has the text that it had.

use std::sync::Arc;

use cindyscript_applet::{Event, Script};
use cindyscript_hir::document::OtherScript;
use cindyscript_syntax::{Parse, TextEdit};

use crate::last_statements::mixed;
use crate::source::{Behind, BehindStatement, KeptScript, Source};

/// The text that each script of a file had when it could be parsed last, with what could be since.
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
                let played = Played::of(script, last);
                kept.push(Kept {
                    edits: played.edits,
                    script: KeptScript {
                        applet: index,
                        script: place,
                        range: script.source.file_range(),
                        behind: played.behind,
                    },
                });
                Some(played.parsed)
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
    fn composed(&self, source: Source, kept: Vec<Kept>) -> Source {
        let document = source.document.with_scripts(|applet, script| {
            let mut kept = kept.iter();
            let kept = kept.find(|kept| kept.is_of(applet, script))?;
            let parsed = self.scripts.get(applet)?.get(script)?.as_ref()?;
            Some(OtherScript {
                edits: kept.edits.clone(),
                tree: parsed.tree.clone(),
            })
        });
        let mut analysis = source.analysis.update(&document);
        let said = &source.analysis.diagnostics;
        analysis.diagnostics.clone_from(said);
        Source {
            document,
            analysis: Arc::new(analysis),
            kept: kept.into_iter().map(|kept| kept.script).collect(),
            ..source
        }
    }
}

/// A script that is kept, and what makes the text that is played of the one that it has.
struct Kept {
    script: KeptScript,
    edits: Vec<TextEdit>,
}

impl Kept {
    fn is_of(&self, applet: usize, script: usize) -> bool {
        (self.script.applet, self.script.script) == (applet, script)
    }
}

/// What is played of a script that cannot be parsed.
struct Played {
    parsed: Parsed,
    edits: Vec<TextEdit>,
    behind: Behind,
}

impl Played {
    /// Of a script that said this when it could be parsed last: as much of it as can be told from
    /// what is broken.
    fn of(script: &Script, last: &Parsed) -> Played {
        Played::statements(script, last).unwrap_or_else(|| Played {
            parsed: last.clone(),
            edits: TextEdit::between(script.source.text(), &last.text)
                .into_iter()
                .collect(),
            behind: Behind::Script,
        })
    }

    /// The script with those statements that can be parsed; `None` if these make no script.
    fn statements(script: &Script, last: &Parsed) -> Option<Played> {
        let mixed = mixed(script.source.text(), &last.text)?;
        let tree = match TextEdit::between(&last.text, &mixed.text) {
            Some(edit) => last.tree.reparse(&edit, &mixed.text),
            None => last.tree.clone(),
        };
        let behind = mixed.behind.iter().map(|statement| BehindStatement {
            range: script.source.to_file(statement.range),
            is_left_out: statement.is_left_out,
        });
        tree.is_valid().then(|| Played {
            behind: Behind::Statements(behind.collect()),
            edits: mixed.edits,
            parsed: Parsed {
                name: last.name.clone(),
                text: mixed.text.into(),
                tree,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    // A text says when it arrived.
    #![allow(clippy::disallowed_methods)]

    use std::time::Instant;

    use cindyscript_hir::document::Document;

    use super::*;
    use crate::source::{Earlier, EarlierParts, ReceivedText};

    const TEXT: &str = "// %% init\nn = 1;\n// %% draw\nf(n); g(n);\n";

    fn version(text: &str, path: &str) -> Source {
        let text = ReceivedText {
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
                names => Earlier::Parts(EarlierParts {
                    scripts: names.iter().map(|it| (*it).to_owned()).collect(),
                    ..EarlierParts::default()
                }),
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
    fn only_a_statement_that_cannot_be_parsed_stays_behind() {
        const TEXT: &str = "// %% init\nn = 1;\n// %% draw\nf(n);\ng(n);\n";
        let check = |versions: &[&str], draw: &str, statements: &[usize], left_out: &[usize]| {
            let (played, earlier) = played(versions);
            assert_eq!(played[1], draw, "{versions:?}");
            let all = statements.is_empty() && left_out.is_empty();
            let expected = Earlier::Parts(EarlierParts {
                scripts: all.then(|| "draw".to_owned()).into_iter().collect(),
                statements: statements.to_vec(),
                left_out: left_out.to_vec(),
            });
            assert_eq!(earlier, expected, "{versions:?}");
        };
        let broken = TEXT.replace("f(n)", "f(n");
        let other = broken.replace("g(n)", "g(2)");
        let more = other.replace("g(2);", "g(2);\nh(");
        let both = other.replace("g(2)", "g(2");
        let moved = other.replace("n = 1;", "n = 1;\n");
        check(&[TEXT, &broken], "f(n);\ng(n);", &[4], &[]);
        check(&[TEXT, &broken, &other], "f(n);\ng(2);", &[4], &[]);
        check(&[TEXT, &other, &more], "f(n);\ng(2);", &[4], &[6]);
        // What could be parsed since is kept as well.
        check(&[TEXT, &other, &both], "f(n);\ng(2);", &[], &[]);
        check(&[TEXT, &other, &moved], "f(n);\ng(2);", &[5], &[]);
        let whole = played(&[TEXT, &other, &TEXT.replace("f(n)", "f(3)")]);
        assert_eq!(
            whole,
            (
                vec!["n = 1;".to_owned(), "f(3);\ng(n);".to_owned()],
                Earlier::Nothing
            )
        );
    }

    #[test]
    fn statements_stand_where_the_version_has_them() {
        let mut last = LastParsed::default();
        let first = "f(1, 2);\ng(3);\nh(4);\n";
        last.take(version(first, "a.cindyscript"));
        let new = "f(1,\n 2;\ng(3);\nh(44) +;\nk(5);\n";
        let played = last.take(version(new, "a.cindyscript"));
        assert_eq!(played.played_text(), "f(1, 2);\ng(3);\nh(4);\nk(5);\n");
        let facts = played.facts().expect("an applet");
        let places = facts.program.terms.iter();
        let places = places.map(|term| facts.to_file(term.script, term.range));
        let texts: Vec<&str> = places.map(|at| &new[at]).collect();
        for expected in ["g(3)", "k(5)", "5", "h(44) +"] {
            assert!(texts.contains(&expected), "{expected}: {texts:?}");
        }
        // What is wrong is what is wrong with the version, where that has it.
        let own = version(new, "a.cindyscript");
        assert_eq!(played.analysis.diagnostics, own.analysis.diagnostics);
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
