//! Statements and lines: where a breakpoint stands, and where a script has stopped.

use cindyscript_applet::{Script, TextRange, TextSize};
use cindyscript_hir::program::{ScriptId, TermId};
use cindyscript_interpreter::statements;
use cindyscript_syntax::{SyntaxKind, tokens};

use crate::source::{LineColumn, Source};

/// A statement, its script, and its place in the file.
pub(super) type PlacedStatement = (TermId, ScriptId, TextRange);

/// The place of a term: lines, and columns in UTF-16 code units, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodePlace {
    /// The file of a library, as the page names it; none in the file itself.
    pub library: Option<String>,
    /// The line in which it begins; 0 if it stands in no file, as code that scripts compose.
    pub line: usize,
    /// The column at which it begins.
    pub column: usize,
    /// The line in which it ends.
    pub end_line: usize,
    /// The column behind its end.
    pub end_column: usize,
    /// The range in bytes in that file.
    pub range: TextRange,
}

impl CodePlace {
    /// The place of a term of the program.
    pub fn new(source: &Source, term: TermId) -> CodePlace {
        let Some(facts) = source.facts() else {
            return CodePlace::default();
        };
        let Some(term) = facts.program.terms.get(term.index()) else {
            return CodePlace::default();
        };
        CodePlace::in_script(source, term.script, term.range)
    }

    /// The place of a range of a script.
    pub(super) fn in_script(source: &Source, script: ScriptId, range: TextRange) -> CodePlace {
        let Some(facts) = source.facts().filter(|_| script != ScriptId::RUN_TIME) else {
            return CodePlace::default();
        };
        if let Some((library, text)) = facts.library(script) {
            let place = |offset| in_utf16(text, LineColumn::of(text, offset), offset);
            let (start, end) = (place(range.start()), place(range.end()));
            return CodePlace::of(Some(library), start, end, range);
        }
        let range = facts.to_file(script, range);
        let (start, end) = (
            client_place(source, range.start()),
            client_place(source, range.end()),
        );
        CodePlace::of(None, start, end, range)
    }

    fn of(
        library: Option<String>,
        start: LineColumn,
        end: LineColumn,
        range: TextRange,
    ) -> CodePlace {
        CodePlace {
            library,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            range,
        }
    }

    /// The text at the place, if it is in the file itself.
    pub fn text<'s>(&self, source: &'s Source) -> &'s str {
        let text = source.document.text();
        let part = text.get(std::ops::Range::<usize>::from(self.range));
        part.filter(|_| self.library.is_none()).unwrap_or_default()
    }
}

/// The line and column of an offset, from 1, with the column in UTF-16 code units, as clients of debuggers
/// count.
fn client_place(source: &Source, offset: TextSize) -> LineColumn {
    in_utf16(source.document.text(), source.place(offset), offset)
}

/// The same place, with its column in UTF-16 code units.
fn in_utf16(text: &str, place: LineColumn, offset: TextSize) -> LineColumn {
    let before = &text[..text.floor_char_boundary(offset.into())];
    let line = before.rsplit('\n').next().unwrap_or_default();
    LineColumn {
        column: line.encode_utf16().count() + 1,
        ..place
    }
}

/// The offset of a line and a column in UTF-16 code units, both from 1; one past the end of the line is the
/// end.
fn offset_of(text: &str, line: usize, column: usize) -> TextSize {
    let mut lines = text.split_inclusive('\n');
    let skipped = lines.by_ref().take(line.saturating_sub(1)).map(str::len);
    let start: usize = skipped.sum();
    let (mut units, mut bytes) = (1, 0);
    for char in lines.next().unwrap_or_default().chars() {
        if units >= column || char == '\n' {
            break;
        }
        units += char.len_utf16();
        bytes += char.len_utf8();
    }
    TextSize::try_from(start + bytes).unwrap_or_default()
}

/// A file with scripts of the applet: the page or script itself, or a library.
pub(super) struct ScriptFile<'s> {
    source: &'s Source,
    text: &'s str,
    library: Option<&'s str>,
    /// The scripts in it.
    scripts: Vec<usize>,
    statements: Vec<PlacedStatement>,
}

impl<'s> ScriptFile<'s> {
    /// The file of a library by its name, or the file itself.
    pub(super) fn new(source: &'s Source, library: Option<&'s str>) -> ScriptFile<'s> {
        let all = source.applet().map_or(&[][..], |applet| &applet.scripts);
        let is_here = |script: &Script| match library {
            Some(name) => script.is_library && script.id == name,
            None => !script.is_library,
        };
        let scripts: Vec<usize> = (0..all.len()).filter(|at| is_here(&all[*at])).collect();
        let text = match (library, scripts.first()) {
            (Some(_), Some(&script)) => all[script].source.text(),
            (Some(_), None) => "",
            (None, _) => source.document.text(),
        };
        ScriptFile {
            statements: placed_statements(source, &scripts, library.is_some()),
            source,
            text,
            library,
            scripts,
        }
    }

    /// The line of an offset.
    fn line(&self, offset: TextSize) -> usize {
        match self.library {
            Some(_) => LineColumn::of(self.text, offset).line,
            None => self.source.place(offset).line,
        }
    }

    fn script(&self, index: usize) -> Option<&'s Script> {
        self.source.applet()?.scripts.get(index)
    }

    /// The range of a script in the file.
    fn range(&self, script: &Script) -> TextRange {
        match self.library {
            Some(_) => TextRange::up_to(TextSize::of(self.text)),
            None => script.source.file_range(),
        }
    }

    /// The scripts of a line.
    fn scripts_of_line(&self, line: usize) -> Vec<usize> {
        let is_here = |index: &usize| {
            let range = self.script(*index).map(|script| self.range(script));
            range.is_some_and(|range| {
                (self.line(range.start())..=self.line(range.end())).contains(&line)
            })
        };
        self.scripts.iter().copied().filter(is_here).collect()
    }

    /// The first statement that begins in a line or after it, in the script that the line belongs to. In the
    /// line itself, it begins at a column in UTF-16 code units or after that, or else it is the last one before that.
    ///
    /// # Errors
    /// Why scripts cannot stop there: the line is no part of a script or a comment, the script has a syntax
    /// error, or there is no statement after the line.
    pub(super) fn statement_at(
        &self,
        line: usize,
        column: Option<usize>,
    ) -> Result<TermId, String> {
        let here = self.scripts_of_line(line);
        if here.is_empty() {
            return Err(format!("line {line} is no part of a script of the applet"));
        }
        if let Some(broken) = here.iter().find(|script| !self.source.can_parse(**script)) {
            return Err(self.syntax_error(*broken));
        }
        let wanted = offset_of(self.text, line, column.unwrap_or(1));
        let behind = self
            .statements
            .partition_point(|(_, _, range)| range.start() < wanted);
        let (before, behind) = self.statements.split_at(behind);
        let is_here = |(_, script, _): &&PlacedStatement| here.contains(&script.index());
        let line_of = |(_, _, range): &PlacedStatement| self.line(range.start());
        let found = behind.iter().find(is_here);
        let found = match found.is_some_and(|it| line_of(it) == line) {
            true => found,
            false => before
                .iter()
                .rfind(is_here)
                .filter(|it| line_of(it) == line)
                .or(found),
        };
        let next = found.map(line_of);
        if next != Some(line) && here.iter().any(|&at| self.is_comment(at, line)) {
            let next = next.map_or(String::new(), |next| {
                format!("; the next statement is in line {next}")
            });
            return Err(format!("line {line} is a comment{next}"));
        }
        let found = found.map(|(term, ..)| *term);
        found.ok_or_else(|| {
            format!("there is no statement in line {line} or after it in this script")
        })
    }

    fn syntax_error(&self, index: usize) -> String {
        let Some(script) = self.script(index) else {
            return String::new();
        };
        let range = script.source.file_range();
        let mut errors = self.source.errors();
        let error = errors.find(|error| range.contains_range(error.range));
        let error = error.map_or(String::new(), |error| match self.library {
            Some(_) => format!(": {}", error.message),
            None => format!(
                ": line {}: {}",
                self.line(error.range.start()),
                error.message
            ),
        });
        format!("the script `{}` cannot run{error}", script.id)
    }

    /// True if a line of a script begins with a comment, or within one.
    fn is_comment(&self, script: usize, line: usize) -> bool {
        let Some(script) = self.script(script) else {
            return false;
        };
        let start: usize = offset_of(self.text, line, 1).into();
        let written = self.text[start..].lines().next().unwrap_or_default();
        let indent = written.len() - written.trim_start().len();
        let at = TextSize::try_from(start + indent).ok();
        let at = at.and_then(|at| match self.library {
            Some(_) => Some(at),
            None => script.source.to_script(at),
        });
        let Some(at) = at else {
            return false;
        };
        let is_comment =
            |kind| matches!(kind, SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT);
        tokens(script.source.text()).any(|(kind, range)| {
            is_comment(kind) && range.contains(at) && !written.trim().is_empty()
        })
    }
}

/// The statements of some scripts, in the order of their file, with their places in that.
fn placed_statements(source: &Source, scripts: &[usize], is_library: bool) -> Vec<PlacedStatement> {
    let Some(facts) = source.facts() else {
        return Vec::new();
    };
    let program = &facts.program;
    let own = statements(program).into_iter().filter_map(|id| {
        let term = program.term(id);
        let range = match is_library {
            true => term.range,
            false => facts.to_file(term.script, term.range),
        };
        let is_own = term.script != ScriptId::RUN_TIME && scripts.contains(&term.script.index());
        is_own.then_some((id, term.script, range))
    });
    let mut placed: Vec<_> = own.collect();
    // A statement before its parts.
    placed.sort_by_key(|(id, _, range)| (range.start(), std::cmp::Reverse(*id)));
    placed
}

/// The places at which statements of the file itself or of a library begin at which scripts can stop, from a
/// place up to another one.
pub fn breakable_places(
    source: &Source,
    library: Option<&str>,
    from: LineColumn,
    to: LineColumn,
) -> Vec<LineColumn> {
    let file = ScriptFile::new(source, library);
    let offset = |at: LineColumn| offset_of(file.text, at.line, at.column);
    let (from, to) = (offset(from), offset(to));
    let mut starts = file.statements.clone();
    starts.retain(|(_, script, range)| {
        (from..=to).contains(&range.start()) && source.can_parse(script.index())
    });
    starts.dedup_by_key(|(_, _, range)| range.start());
    let places = starts.into_iter().map(|(term, ..)| {
        let place = CodePlace::new(source, term);
        LineColumn {
            line: place.line,
            column: place.column,
        }
    });
    places.collect()
}
