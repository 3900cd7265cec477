//! What is played of a broken text: a statement that cannot be parsed is that of the text of its
//! script when it could be parsed last, and all others are those of the text. Where what is broken
//! cannot be told from the rest of a script, all of it has the text that it had.
//!
//! The same holds of a statement with a mistake for which a colorplot cannot be compiled
//! ([`mistakes`]), if it could be before. Where an earlier statement does not help, because the mistake
//! comes of something else, all scripts have the text that they had.

use std::sync::Arc;

use cindyscript_applet::{Event, Script, TextRange};
use cindyscript_hir::document::OtherScript;
use cindyscript_syntax::{Parse, TextEdit};
use rustc_hash::FxHashSet;

use crate::last_statements::mixed;
use crate::mistake::{Mistake, MistakeKind, mistakes};
use crate::source::{Behind, BehindStatement, KeptScript, Source};

/// The text that each script of a file had when it could be played last, with what could be since.
#[derive(Clone, Debug, Default)]
pub struct LastParsed {
    file: String,
    /// For each applet, for each of its scripts; none of those that never could.
    scripts: Vec<Vec<Option<Parsed>>>,
    /// The mistakes of what is played: it was opened with them.
    mistakes: FxHashSet<MistakeKind>,
}

/// The decision about a version.
#[derive(Clone, Debug)]
pub enum Next {
    /// The version is played, with what it keeps of earlier ones.
    Plays(Source),
    /// The version brings nothing that could be played: what plays goes on.
    Stays(Source),
}

impl Next {
    /// The version.
    pub fn into_source(self) -> Source {
        let (Next::Plays(source) | Next::Stays(source)) = self;
        source
    }
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

/// The parts of a version that an earlier one replaces, beside what cannot be parsed.
#[derive(Clone, Copy, Debug)]
enum Wrong<'a> {
    /// The statements that have one of these mistakes.
    Statements(&'a [Mistake]),
    /// All scripts that differ.
    Scripts,
}

impl Wrong<'_> {
    /// True if a part of the file has to be replaced.
    fn includes(self, part: TextRange) -> bool {
        match self {
            Wrong::Statements(mistakes) => has_mistake(part, mistakes),
            Wrong::Scripts => true,
        }
    }
}

fn has_mistake(part: TextRange, mistakes: &[Mistake]) -> bool {
    let mut mistakes = mistakes.iter();
    mistakes.any(|mistake| part.contains_range(mistake.range))
}

/// A version with what it keeps of earlier ones.
struct Composed {
    source: Source,
    /// The scripts as they are played.
    scripts: Vec<Vec<Option<Parsed>>>,
    /// The mistakes of the version as it is played.
    mistakes: Vec<Mistake>,
}

impl Composed {
    /// True if one of the statements that replace mistakes has a mistake as well.
    fn is_no_better(&self, replaced: &[Mistake]) -> bool {
        let parts = self.source.kept.iter().flat_map(KeptScript::ranges);
        let mut replacing = parts.filter(|part| has_mistake(*part, replaced));
        replacing.any(|part| has_mistake(part, &self.mistakes))
    }
}

impl LastParsed {
    /// What the scripts of a version say that can be parsed.
    pub fn of(source: &Source) -> LastParsed {
        let mut last = LastParsed::default();
        last.take(source.clone(), None);
        last
    }

    /// Takes the next version of the file, or the first of another file, where `before` plays.
    pub fn take(&mut self, source: Source, before: Option<&Source>) -> Next {
        if before.is_some_and(|before| source.has_lost_call(before)) {
            return Next::Stays(source);
        }
        if !source.has_readable_page() {
            // As much as can be read is shown, unless there is something better.
            let is_better = before.is_some_and(|before| {
                before.is_readable() && before.document.name() == source.document.name()
            });
            return match is_better {
                true => Next::Stays(source),
                false => Next::Plays(source),
            };
        }
        let Some(composed) = self.next(&source) else {
            return Next::Stays(source.kept_as_a_whole());
        };
        self.scripts = composed.scripts;
        self.mistakes = composed.mistakes.into_iter().map(|it| it.kind).collect();
        let source = composed.source;
        let is_as_before = |before: &Source| !source.kept.is_empty() && source.plays_as(before);
        match before.is_some_and(is_as_before) {
            true => Next::Stays(source),
            false => Next::Plays(source),
        }
    }

    /// The next version as it is played: without mistakes that the one before does not have, if an
    /// earlier text can replace what has them. `None` if only the version before has none.
    fn next(&mut self, source: &Source) -> Option<Composed> {
        let is_first = self.file != source.document.name();
        if is_first {
            *self = LastParsed {
                file: source.document.name().to_owned(),
                ..LastParsed::default()
            };
        }
        let composed = self.composed(source, Wrong::Statements(&[]));
        let replaced = self.news(&composed);
        if is_first || replaced.is_empty() {
            return Some(composed);
        }
        let kept = self.composed(source, Wrong::Statements(&replaced));
        if self.news(&kept).is_empty() {
            return Some(match kept.is_no_better(&replaced) {
                true => composed,
                false => kept,
            });
        }
        let kept = self.composed(source, Wrong::Scripts);
        self.news(&kept).is_empty().then_some(kept)
    }

    /// The mistakes that what is played does not have.
    fn news(&self, composed: &Composed) -> Vec<Mistake> {
        let mistakes = composed.mistakes.iter();
        let news = mistakes.filter(|mistake| !self.mistakes.contains(&mistake.kind));
        news.cloned().collect()
    }

    /// A version with the last text of what cannot be parsed, and of what is `wrong`.
    fn composed(&self, source: &Source, wrong: Wrong<'_>) -> Composed {
        let mut kept = Vec::new();
        let applets = source.document.applets().iter().enumerate();
        let scripts = applets.map(|(index, applet)| {
            let before = self.scripts.get(index).map_or(&[][..], Vec::as_slice);
            let trees = source.document.parses(index).iter();
            let scripts = applet.scripts.iter().zip(trees).enumerate();
            let scripts = scripts.map(|(place, (script, tree))| {
                let own = Parsed {
                    name: Name::of(&applet.scripts, place)?,
                    text: script.source.text().into(),
                    tree: tree.clone(),
                };
                let last = before.iter().flatten().find(|it| it.name == own.name);
                let own = Some(own).filter(|_| tree.is_valid());
                let Some(last) = last else {
                    return own;
                };
                if own.is_some() && (script.is_library || !is_wrong(script, last, wrong)) {
                    return own;
                }
                let played = Played::of(script, last, wrong);
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
        let scripts: Vec<Vec<Option<Parsed>>> = scripts.collect();
        let (source, mistakes) = match kept.is_empty() {
            true => (source.clone(), mistakes(&source.analysis)),
            false => with_scripts(source, &scripts, kept),
        };
        Composed {
            source,
            scripts,
            mistakes,
        }
    }
}

/// True if a script that can be parsed has something `wrong`.
fn is_wrong(script: &Script, last: &Parsed, wrong: Wrong<'_>) -> bool {
    match wrong {
        Wrong::Statements(mistakes) => has_mistake(script.source.file_range(), mistakes),
        Wrong::Scripts => script.source.text() != &*last.text,
    }
}

/// A version in which these scripts are those that are kept here, and the mistakes of that. Its
/// diagnostics are those of the version.
fn with_scripts(
    source: &Source,
    scripts: &[Vec<Option<Parsed>>],
    kept: Vec<Kept>,
) -> (Source, Vec<Mistake>) {
    let document = source.document.with_scripts(|applet, script| {
        let mut kept = kept.iter();
        let kept = kept.find(|kept| kept.is_of(applet, script))?;
        let parsed = scripts.get(applet)?.get(script)?.as_ref()?;
        Some(OtherScript {
            edits: kept.edits.clone(),
            tree: parsed.tree.clone(),
        })
    });
    let mut analysis = source.analysis.update(&document);
    let mistakes = mistakes(&analysis);
    let said = &source.analysis.diagnostics;
    analysis.diagnostics.clone_from(said);
    let source = Source {
        document,
        analysis: Arc::new(analysis),
        kept: kept.into_iter().map(|kept| kept.script).collect(),
        ..source.clone()
    };
    (source, mistakes)
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

/// The script that is played in the place of one that cannot be parsed, or has mistakes.
struct Played {
    parsed: Parsed,
    edits: Vec<TextEdit>,
    behind: Behind,
}

impl Played {
    /// Keeps as much of a script as stands apart from what is broken or `wrong`; the rest is as it was
    /// in the `last` text.
    fn of(script: &Script, last: &Parsed, wrong: Wrong<'_>) -> Played {
        Played::statements(script, last, wrong).unwrap_or_else(|| Played {
            parsed: last.clone(),
            edits: TextEdit::between(script.source.text(), &last.text)
                .into_iter()
                .collect(),
            behind: Behind::Script,
        })
    }

    /// The script with those statements that can be played; `None` if these make no script.
    fn statements(script: &Script, last: &Parsed, wrong: Wrong<'_>) -> Option<Played> {
        let is_wrong = |range| wrong.includes(script.source.to_file(range));
        let mixed = mixed(script.source.text(), &last.text, is_wrong)?;
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

    use cindyscript_hir::document::Document;
    use cindyscript_interpreter::platform::Instant;

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
        let played = versions.iter().map(|text| {
            last.take(version(text, "a.cindyscript"), None)
                .into_source()
        });
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
        last.take(version(first, "a.cindyscript"), None);
        let new = "f(1,\n 2;\ng(3);\nh(44) +;\nk(5);\n";
        let played = last.take(version(new, "a.cindyscript"), None).into_source();
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
        last.take(version(TEXT, "a.cindyscript"), None);
        let broken = version(&TEXT.replace("f(n)", "f(n"), "b.cindyscript");
        let played = last.take(broken, None).into_source();
        assert_eq!(played.earlier(), Earlier::Nothing);
    }

    #[test]
    fn what_is_played_stands_where_the_version_has_it() {
        let mut last = LastParsed::default();
        last.take(version(TEXT, "a.cindyscript"), None);
        let new = TEXT
            .replace("n = 1;", "number = 1;")
            .replace("f(n)", "f((n)");
        let played = last
            .take(version(&new, "a.cindyscript"), None)
            .into_source();
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
            let played = last.take(version(&TEXT.replace(at, broken), "a.cindyscript"), None);
            let played = played.into_source();
            assert_eq!(played.played_text(), TEXT);
        }
        // The version says what is wrong with it.
        assert!(played.errors().next().is_some());
        assert!(played.is_readable());
    }

    #[test]
    fn a_version_that_changes_only_what_is_kept_plays_as_before() {
        let mut last = LastParsed::default();
        let mut take = |text: &str| {
            let next = last.take(version(text, "a.cindyscript"), None);
            next.into_source()
        };
        let good = take(TEXT);
        let broken = take(&TEXT.replace("f(n)", "f(n"));
        let more = take(&TEXT.replace("f(n)", "f(n, (("));
        let other = take(&TEXT.replace("f(n)", "f(n").replace("n = 1", "n = 2"));
        assert!(broken.plays_as(&good) && more.plays_as(&broken));
        assert!(!other.plays_as(&more));
    }
    /// The text that is played of the last of these versions, and what is earlier.
    fn shown(versions: &[&str]) -> (String, Earlier) {
        let mut last = LastParsed::default();
        let mut shown: Option<Source> = None;
        let mut earlier = Earlier::Nothing;
        for text in versions {
            let next = last.take(version(text, "a.cindyscript"), shown.as_ref());
            let is_played = matches!(next, Next::Plays(_));
            let source = next.into_source();
            earlier = source.earlier();
            if is_played {
                shown = Some(source);
            }
        }
        let shown = shown.expect("a version is played");
        (shown.played_text(), earlier)
    }

    #[test]
    fn a_statement_with_a_mistake_of_a_colorplot_stays_behind() {
        const TEXT: &str = "n = 3;\nf(t) := [t, t, n];\ncolorplot(f(#.x));\ndraw([0, 0]);\n";
        let check = |old: &str, new: &str, line: usize| {
            let text = TEXT.replace(old, new);
            let (played, earlier) = shown(&[TEXT, &text]);
            assert_eq!(played, TEXT, "{text}");
            let expected = EarlierParts {
                statements: vec![line],
                ..EarlierParts::default()
            };
            assert_eq!(earlier, Earlier::Parts(expected), "{text}");
            // All else is as it stands there.
            let text = text.replace("[0, 0]", "[1, 0]");
            let expected = TEXT.replace("[0, 0]", "[1, 0]");
            assert_eq!(shown(&[TEXT, &text]).0, expected, "{text}");
            let text = TEXT.replace(old, new);
            assert_eq!(shown(&[&text]), (text.clone(), Earlier::Nothing));
        };
        check("f(#.x)", "fo(#.x)", 3);
        check("f(#.x)", "f()", 3);
        check("colorplot(", "colorplt(", 3);
        check("f(#.x)", "f(#.x) + nosuch", 3);
        check("f(#.x)", "f(sqrt([#.x, 1]))", 3);
        check("f(#.x)", "if(#.x < 0, 1, f(#.x))", 3);
        check("f(#.x)", "\"red\"", 3);
        check("t, n]", "t, nosuch]", 2);
        check("t, n]", "t, wav(t)]", 2);
        check("n = 3", "n = wav(3)", 1);
        // A statement that was opened with a mistake keeps nothing.
        let [opened, other] = ["fo(#.x)", "fon(#.x)"].map(|new| TEXT.replace("f(#.x)", new));
        let expected = (other.clone(), Earlier::Nothing);
        assert_eq!(shown(&[&opened, &other]), expected);
    }

    #[test]
    fn new_broken_statement_keeps_nothing_of_its_neighbour() {
        let versions = [
            "draw([1, 1], size->20);\n",
            "f(x) := x^2 + ;\ndraw([1, 1], size->20);\n",
            "f(x) := x^2 + ;\ndraw([3, 3], size->20);\n",
            "f(x) := x^2 + ;\ndraw([3, 4], size->20);\n",
            "f(x) := x^2 + ;\n",
        ];
        let left_out = Earlier::Parts(EarlierParts {
            left_out: vec![1],
            ..EarlierParts::default()
        });
        for (count, text) in versions.iter().enumerate().skip(1) {
            let expected = text.replace("f(x) := x^2 + ;", "");
            assert_eq!(shown(&versions[..=count]), (expected, left_out.clone()));
        }
    }

    #[test]
    fn a_mistake_that_no_earlier_statement_mends_keeps_the_scripts() {
        const TEXT: &str =
            "// %% init\nf(t) := t;\n// %% draw\ncolorplot(f(#.x));\ndraw([0, 0]);\n";
        let renamed = TEXT.replace("f(t) :=", "wave(t) :=");
        let init = EarlierParts {
            scripts: vec!["init".to_owned()],
            ..EarlierParts::default()
        };
        let expected = (TEXT.to_owned(), Earlier::Parts(init));
        assert_eq!(shown(&[TEXT, &renamed]), expected);
        let whole = renamed.replace("f(#.x)", "wave(#.x)");
        let expected = (whole.clone(), Earlier::Nothing);
        assert_eq!(shown(&[TEXT, &renamed, &whole]), expected);
    }

    #[test]
    fn a_mistake_apart_from_colorplots_is_played() {
        const TEXT: &str = "colorplot(#.x);\nl = [1, 2, 3]; m = l_2;\ndraw([0, 0]);\n";
        for (old, new) in [("draw(", "drow("), ("[0, 0]", "nosuch"), ("l_2", "l_5")] {
            let text = TEXT.replace(old, new);
            assert_eq!(shown(&[TEXT, &text]), (text.clone(), Earlier::Nothing));
        }
    }

    #[test]
    fn a_mistake_that_a_text_was_opened_with_hides_no_other() {
        let text = "colorplot(nosuch*#.x);\ncolorplot(#.y);\n";
        let broken = text.replace("(#.y)", "(wav(#.y))");
        assert_eq!(shown(&[text, &broken]).0, text);
    }
}
