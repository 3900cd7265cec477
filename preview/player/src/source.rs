//! One version of a file, read and analysed.

use std::sync::Arc;

use cindyscript_applet::{Applet, TextRange, TextSize};
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::document::{Document, Libraries};
use cindyscript_hir::program::{PlotId, TermId};
use cindyscript_ide::code_actions::{FileEdit, applied};
use cindyscript_ide::{Analysis, AppletAnalysis, analyse};
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_interpreter::PageImage;
use cindyscript_interpreter::platform::Instant;
use cindyscript_protocol::Version;
use cindyscript_syntax::Parse;
use rustc_hash::FxHashSet;

use crate::diagnostic::AppletDiagnostic;
use crate::mistake::may_refuse;
use crate::plot_view::Shown;

/// A text that arrived.
#[derive(Clone, Debug)]
pub struct ReceivedText {
    /// The path of the file; need not exist.
    pub path: String,
    /// All of it.
    pub text: String,
    /// Its version, given back in receipts.
    pub version: Version,
    /// When it arrived.
    pub arrived: Instant,
}

/// A version of a file with all that analysis says about it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    /// The version.
    pub version: Version,
    /// The text, the applets and their trees.
    pub document: Document,
    /// Names, types, diagnostics.
    pub analysis: Arc<Analysis>,
    /// The images that the page of the applet shown names; none before they are read.
    pub images: Arc<[PageImage]>,
    /// Which of the applets is shown, counted from 0: of those that have something to play.
    pub chosen: usize,
    /// When the text arrived.
    pub arrived: Instant,
    /// Whether values are set in it that no text says yet: it is a [`Draft`], and `version` is that
    /// of the text that it was made of.
    pub is_draft: bool,
    /// What the programs of its colorplots show.
    pub shown: Shown,
    /// The scripts that run with the text of an earlier version, as
    /// [`LastParsed`](crate::last_parsed::LastParsed) has it.
    pub kept: Arc<[KeptScript]>,
}

/// A script of a version that runs with the text of an earlier one, or with a part of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptScript {
    /// Its applet, by its place among those of the file.
    pub applet: usize,
    /// Its place among the scripts of that.
    pub script: usize,
    /// Where the version has it.
    pub range: TextRange,
    /// What of it is not as the version has it.
    pub behind: Behind,
}

impl KeptScript {
    /// The parts of the file that do not run as they stand there.
    pub(crate) fn ranges(&self) -> Vec<TextRange> {
        match &self.behind {
            Behind::Script => vec![self.range],
            Behind::Statements(all) => all.iter().map(|statement| statement.range).collect(),
        }
    }
}

/// What of a script is as an earlier version has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// All of it.
    Script,
    /// Some of its statements.
    Statements(Vec<BehindStatement>),
}

/// A statement of a version that does not run as it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BehindStatement {
    /// Where the version has it.
    pub range: TextRange,
    /// Whether nothing runs in its place: no earlier version has a statement there.
    pub is_left_out: bool,
}

/// What of a version is played as an earlier one has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Earlier {
    /// Nothing: it is played as it is.
    #[default]
    Nothing,
    /// Some of it.
    Parts(EarlierParts),
    /// All of it.
    Everything,
}

/// What of a version is played as an earlier one has it, or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EarlierParts {
    /// Scripts, which are called so.
    pub scripts: Vec<String>,
    /// The lines in which statements begin that are of an earlier version.
    pub statements: Vec<usize>,
    /// The lines in which statements begin that are new and left out.
    pub left_out: Vec<usize>,
}

/// A version, and what is to stand in it otherwise, so that it is seen before the text says so.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The version.
    pub base: Source,
    /// What stands there otherwise; no two overlap.
    pub edits: Vec<FileEdit>,
    /// When it was made.
    pub made: Instant,
}

impl Draft {
    /// The text as it is to be.
    pub fn text(&self) -> ReceivedText {
        let document = &self.base.document;
        ReceivedText {
            path: document.name().to_owned(),
            text: applied(document.text(), &self.edits),
            version: self.base.version,
            arrived: self.made,
        }
    }
}

impl Source {
    /// Reads a text: the first half of [`Source::new`]. `before` is an earlier version, of which what
    /// did not change is used again; a file without one imports from these libraries.
    pub fn read(
        text: &ReceivedText,
        before: Option<&Source>,
        libraries: Arc<dyn Libraries>,
    ) -> Document {
        match before.filter(|before| before.document.name() == text.path) {
            Some(before) => before.document.update(text.text.as_str()),
            None => Document::open_with(&text.path, text.text.as_str(), libraries),
        }
    }

    /// Analyses what was read of a text; `before` is the same as there.
    pub fn new(text: &ReceivedText, document: Document, before: Option<&Source>) -> Source {
        let analysis = match before.filter(|before| before.document.name() == text.path) {
            Some(before) => before.analysis.update(&document),
            None => analyse(&document),
        };
        Source {
            version: text.version,
            document,
            analysis: Arc::new(analysis),
            images: Arc::default(),
            chosen: 0,
            arrived: text.arrived,
            is_draft: false,
            shown: Shown::Result,
            kept: Arc::default(),
        }
    }

    /// The text of the version, as it arrived.
    pub fn received(&self) -> ReceivedText {
        ReceivedText {
            path: self.document.name().to_owned(),
            text: self.document.text().to_owned(),
            version: self.version,
            arrived: self.arrived,
        }
    }

    /// Whether both are the same version as it was read once. A text may come twice under one
    /// version, and drafts have that of another text.
    pub fn is_same(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.analysis, &other.analysis)
    }

    /// The place of the applet that is shown among those of the document.
    fn shown(&self) -> Option<usize> {
        let applets = self.document.applets();
        let mut full = self.playable();
        let last = full.clone().last();
        let chosen = full.nth(self.chosen).or(last);
        chosen.or((!applets.is_empty()).then_some(0))
    }

    /// The places of the applets that have something to play.
    fn playable(&self) -> impl Iterator<Item = usize> + Clone {
        let applets = self.document.applets().iter().enumerate();
        let full = applets.filter(|(_, applet)| !applet.is_empty());
        full.map(|(place, _)| place)
    }

    /// Which applet is shown, counted from 0, and how many have something to play.
    pub fn shown_of_all(&self) -> (usize, usize) {
        let count = self.playable().count();
        (self.chosen.min(count.saturating_sub(1)), count)
    }

    /// The applet that a part of the file belongs to, counted from 0 among those that have something to
    /// play: none if that is the applet shown, or no applet's alone.
    pub fn other_applet_at(&self, range: TextRange) -> Option<usize> {
        let applets = self.document.applets();
        let holds = |place: usize| {
            applets.get(place).is_some_and(|applet| {
                let own = applet.scripts.iter().filter(|script| !script.is_library);
                let mut parts = own
                    .map(|script| script.source.file_range())
                    .chain([applet.range]);
                parts.any(|part| part.contains_range(range))
            })
        };
        match self.shown().is_some_and(holds) {
            true => None,
            false => self.playable().position(holds),
        }
    }

    /// The applet that is shown: of those that have something to play, the one that is chosen, or
    /// else the last. None if the file has no applet.
    pub fn applet(&self) -> Option<&Applet> {
        self.document.applets().get(self.shown()?)
    }

    /// What is known about the applet that is shown.
    pub fn facts(&self) -> Option<&AppletAnalysis> {
        self.analysis.applets.get(self.shown()?)
    }

    /// The program of the applet that is shown; empty if there is none. No event runs a script that
    /// cannot be parsed.
    pub fn program(&self) -> SplitProgram {
        let Some(facts) = self.facts() else {
            return SplitProgram::default();
        };
        let mut program = facts.split_program();
        let scripts = 0..program.program.scripts.len();
        let broken: Vec<usize> = scripts.filter(|script| !self.can_parse(*script)).collect();
        if !broken.is_empty() {
            program.program = Arc::new(program.program.without_events(&broken));
        }
        program
    }

    /// The same version for a colorplot whose functions are not those of the text:
    /// [`SplitProgram::redefined`].
    pub fn redefined(&self, program: &SplitProgram, plot: PlotId) -> Source {
        let mut source = self.clone();
        if let Some(index) = self.shown() {
            let mut analysis = Analysis::clone(&self.analysis);
            if let Some(applet) = analysis.applets.get_mut(index) {
                *applet = applet.redefined(program, plot);
            }
            source.analysis = Arc::new(analysis);
        }
        source
    }

    /// Where a term of the program stands in the file.
    pub fn range_of(&self, term: TermId) -> Option<TextRange> {
        let facts = self.facts()?;
        let term = facts.program.terms.get(term.index())?;
        Some(facts.to_file(term.script, term.range))
    }

    /// Where a term of a library stands in that.
    pub fn place_in_library(&self, term: TermId) -> Option<String> {
        self.facts()?.place_in_library(term)
    }

    /// The diagnostics that are errors, in the order of the text, and the mistakes for which an earlier
    /// version runs instead.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let kept: Vec<TextRange> = self.kept.iter().flat_map(KeptScript::ranges).collect();
        let is_kept = move |it: &Diagnostic| {
            may_refuse(it) && kept.iter().any(|kept| kept.contains_range(it.range))
        };
        let all = self.analysis.diagnostics.iter();
        all.filter(move |it| it.severity == Severity::Error || is_kept(it))
    }

    /// The same version, of which an earlier one runs all scripts.
    pub(crate) fn kept_as_a_whole(self) -> Source {
        let applets = self.document.applets().iter().enumerate();
        let scripts = applets.flat_map(|(applet, it)| {
            let scripts = it.scripts.iter().enumerate();
            let own = scripts.filter(|(_, script)| !script.is_library);
            own.map(move |(place, script)| KeptScript {
                applet,
                script: place,
                range: script.source.file_range(),
                behind: Behind::Script,
            })
        });
        let kept = scripts.collect();
        Source { kept, ..self }
    }

    /// Whether the applet shown can be read: its page can, and none of its scripts has a syntax
    /// error. All else that is wrong with a text, CindyJS takes as it comes while the applet runs.
    pub fn is_readable(&self) -> bool {
        self.has_readable_page()
            && (0..self.applet().map_or(0, |applet| applet.scripts.len()))
                .all(|script| self.can_parse(script))
    }

    /// The first warning of an element of the construction shown that is not made, or not as the text
    /// has it: CindyJS leaves it out and goes on.
    pub fn lacking_element(&self) -> Option<&Diagnostic> {
        const LACKING: [Code; 5] = [
            Code::UnknownElementType,
            Code::MissingElement,
            Code::DuplicateElement,
            Code::ArgumentCount,
            Code::ArgumentKind,
        ];
        let elements = &self.applet()?.geometry;
        let mut said = self.analysis.diagnostics.iter();
        said.find(|said| {
            let mut elements = elements.iter();
            said.severity == Severity::Warning
                && LACKING.contains(&said.code)
                && elements.any(|element| element.range.contains_range(said.range))
        })
    }

    /// Whether it is known what the scripts of the page are: neither its JavaScript nor the tags of
    /// its scripts have a syntax error.
    pub fn has_readable_page(&self) -> bool {
        let unreadable = [Code::JavaScriptSyntax, Code::UnclosedScript];
        let mut problems = self.document.page().problems.iter();
        problems.all(|problem| !unreadable.contains(&problem.code))
    }

    /// Whether the file has an applet that is not merely guessed: a page calls CindyJS.
    pub fn has_call(&self) -> bool {
        let mut problems = self.document.page().problems.iter();
        !self.document.applets().is_empty() && problems.all(|it| it.code != Code::NoCall)
    }

    /// Whether the page has no call of CindyJS any more, where it had one: that is half-typed, or
    /// half-deleted, and with it all that the page says of canvas and construction.
    pub fn has_lost_call(&self, before: &Source) -> bool {
        self.document.name() == before.document.name() && before.has_call() && !self.has_call()
    }

    /// What of the applet shown is played as an earlier version has it.
    pub fn earlier(&self) -> Earlier {
        let (Some(shown), Some(applet)) = (self.shown(), self.applet()) else {
            return Earlier::Nothing;
        };
        let behind = |place: usize| {
            let mut kept = self.kept.iter();
            let kept = kept.find(|kept| (kept.applet, kept.script) == (shown, place))?;
            Some(&kept.behind)
        };
        let mut parts = EarlierParts::default();
        let mut is_everything = true;
        for (place, script) in applet.scripts.iter().enumerate() {
            match behind(place) {
                None => is_everything &= script.is_library,
                Some(Behind::Statements(all)) if !script.is_library => {
                    is_everything = false;
                    for statement in all {
                        let line = self.document.line(statement.range.start());
                        let lines = match statement.is_left_out {
                            true => &mut parts.left_out,
                            false => &mut parts.statements,
                        };
                        if lines.last() != Some(&line) {
                            lines.push(line);
                        }
                    }
                }
                // A library stands in another file, which has lines of its own.
                Some(_) => parts.scripts.push(script.id.clone()),
            }
        }
        match (parts == EarlierParts::default(), is_everything) {
            (true, _) => Earlier::Nothing,
            (false, true) => Earlier::Everything,
            (false, false) => Earlier::Parts(parts),
        }
    }

    /// Whether both say the same of all that is played.
    pub fn plays_as(&self, other: &Source) -> bool {
        let libraries = |source: &Source| -> Vec<String> {
            let applets = source.document.applets().iter();
            let scripts = applets.flat_map(|applet| &applet.scripts);
            let texts = scripts.filter(|script| script.is_library);
            texts
                .map(|script| script.source.text().to_owned())
                .collect()
        };
        self.document.name() == other.document.name()
            && self.chosen == other.chosen
            && self.played_text() == other.played_text()
            && libraries(self) == libraries(other)
    }

    /// The text of the file with those of the scripts that run.
    pub fn played_text(&self) -> String {
        let applets = self.document.applets();
        let kept = self.kept.iter().filter_map(|kept| {
            let script = applets.get(kept.applet)?.scripts.get(kept.script)?;
            (!script.is_library).then(|| FileEdit {
                range: kept.range,
                text: script.source.text().to_owned(),
            })
        });
        let mut kept: Vec<FileEdit> = kept.collect();
        // One script may be that of several applets.
        kept.sort_by_key(|edit| edit.range.start());
        kept.dedup_by(|later, before| later.range.start() < before.range.end());
        applied(self.document.text(), &kept)
    }

    /// Whether a script of the applet shown can be parsed: CindyJS runs nothing of one that cannot.
    pub fn can_parse(&self, script: usize) -> bool {
        let parses = self.shown().map(|applet| self.document.parses(applet));
        let parse = parses.and_then(|parses| parses.get(script));
        parse.is_none_or(Parse::is_valid)
    }

    /// Whether analysis has said what went wrong.
    pub fn says(&self, diagnostic: &AppletDiagnostic) -> bool {
        let severity = if diagnostic.fatal {
            Severity::Error
        } else {
            Severity::Warning
        };
        let place = diagnostic.range;
        place.is_some_and(|place| self.analysis.already_reports(place, severity))
    }

    /// What went wrong, each mistake once: what analysis has not said, the first at each place.
    pub fn news<'a>(
        &self,
        diagnostics: impl IntoIterator<Item = &'a AppletDiagnostic>,
    ) -> Vec<&'a AppletDiagnostic> {
        let mut news: Vec<&AppletDiagnostic> = Vec::new();
        // At each place, and if the script ended there.
        let mut places = FxHashSet::default();
        let mut others = FxHashSet::default();
        for diagnostic in diagnostics {
            let is_known = match diagnostic.range {
                Some(range) => {
                    places.contains(&(range, true)) || places.contains(&(range, diagnostic.fatal))
                }
                None => others.contains(diagnostic),
            };
            if is_known || self.says(diagnostic) {
                continue;
            }
            match diagnostic.range {
                Some(range) => places.insert((range, diagnostic.fatal)),
                None => others.insert(diagnostic),
            };
            news.push(diagnostic);
        }
        news
    }

    /// The images that are missing: the reason, and where the page names it.
    pub fn missing_images(&self) -> impl Iterator<Item = (&str, TextRange)> {
        let named = self.applet().map_or(&[][..], |applet| &applet.images);
        let images = self.images.iter().zip(named);
        images.filter_map(|(image, named)| Some((image.missing.as_deref()?, named.range)))
    }

    /// Line and column of a place in the text.
    pub fn place(&self, offset: TextSize) -> LineColumn {
        let (line, column) = self.document.line_column(offset);
        LineColumn { line, column }
    }

    /// `file:line:column: message`
    pub fn located(&self, range: Option<TextRange>, message: &str) -> String {
        let name = self.document.name();
        match range {
            Some(range) => {
                let LineColumn { line, column } = self.place(range.start());
                format!("{name}:{line}:{column}: {message}")
            }
            None => format!("{name}: {message}"),
        }
    }
}

/// The line and column of a place in a text, as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The place of a byte offset; offsets within a character or past the end are those before.
    pub fn of(text: &str, offset: TextSize) -> LineColumn {
        let before = text
            .get(..text.floor_char_boundary(offset.into()))
            .unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    // A text says when it arrived.
    #![allow(clippy::disallowed_methods)]

    use super::*;

    #[test]
    fn part_of_another_applet_names_that_applet() {
        let text = "<script id=a type=text/x-cindyscript>f(1)</script>\
             <script id=b type=text/x-cindyscript>g(2)</script><p>x</p><script>\
             CindyJS({drawscript: \"a\"}); CindyJS({drawscript: \"b\"});</script>";
        let received = ReceivedText {
            path: "a.html".to_owned(),
            text: text.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let mut source = Source::new(&received, Document::open("a.html", text), None);
        let at = |source: &Source, what: &str| {
            let start = text.find(what).expect("a part of the page") as u32;
            source.other_applet_at(TextRange::empty(start.into()))
        };
        let parts = ["(1)", "(2)", "<p>", "drawscript: \"a", "drawscript: \"b"];
        let found = |source: &Source| parts.map(|part| at(source, part));
        assert_eq!(found(&source), [None, Some(1), None, None, Some(1)]);
        source.chosen = 1;
        assert_eq!(found(&source), [Some(0), None, None, Some(0), None]);
    }

    #[test]
    fn places_count_characters() {
        let place = |offset: u32| {
            let LineColumn { line, column } = LineColumn::of("äb\ncd", offset.into());
            (line, column)
        };
        assert_eq!(
            [place(0), place(1), place(2), place(3)],
            [(1, 1), (1, 1), (1, 2), (1, 3)]
        );
        assert_eq!([place(4), place(6), place(99)], [(2, 1), (2, 3), (2, 3)]);
    }
}
