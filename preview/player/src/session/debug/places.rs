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
        if term.script == ScriptId::RUN_TIME {
            return CodePlace::default();
        }
        if let Some((library, text)) = facts.library(term.script) {
            let place = |offset| in_utf16(text, LineColumn::of(text, offset), offset);
            let (start, end) = (place(term.range.start()), place(term.range.end()));
            return CodePlace::of(Some(library), start, end, term.range);
        }
        let range = facts.to_file(term.script, term.range);
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
pub fn client_place(source: &Source, offset: TextSize) -> LineColumn {
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

/// The statements of the scripts that the file itself holds, in its order, with their places.
pub(super) fn placed_statements(source: &Source) -> Vec<PlacedStatement> {
    let Some(facts) = source.facts() else {
        return Vec::new();
    };
    let program = &facts.program;
    let own = statements(program).into_iter().filter_map(|id| {
        let term = program.term(id);
        let is_own = term.script != ScriptId::RUN_TIME && !facts.is_library(term.script);
        is_own.then(|| (id, term.script, facts.to_file(term.script, term.range)))
    });
    let mut placed: Vec<_> = own.collect();
    // A statement before its parts.
    placed.sort_by_key(|(id, _, range)| (range.start(), std::cmp::Reverse(*id)));
    placed
}

/// The places at which statements begin at which scripts can stop, from a place up to another one.
pub fn breakable_places(source: &Source, from: LineColumn, to: LineColumn) -> Vec<LineColumn> {
    let text = source.document.text();
    let offset = |at: LineColumn| offset_of(text, at.line, at.column);
    let (from, to) = (offset(from), offset(to));
    let placed = placed_statements(source).into_iter();
    let mut starts: Vec<TextSize> = placed.map(|(_, _, range)| range.start()).collect();
    starts.retain(|start| (from..=to).contains(start));
    starts.dedup();
    let starts = starts.into_iter();
    starts.map(|start| client_place(source, start)).collect()
}

/// The first statement that begins in a line or after it, in the script that the line belongs to, and
/// where it stands. In the line itself, it begins at a column in UTF-16 code units or after that. The
/// statements are all of the file.
///
/// # Errors
/// Why scripts cannot stop there: the line is no part of a script or a comment, the script has a syntax
/// error, or there is no statement after the line.
pub(super) fn statement_at(
    source: &Source,
    statements: &[PlacedStatement],
    line: usize,
    column: Option<usize>,
) -> Result<(TermId, TextRange), String> {
    let scripts = source.applet().map_or(&[][..], |applet| &applet.scripts);
    let here = |script: &Script| {
        let range = script.source.file_range();
        let (first, last) = (source.place(range.start()), source.place(range.end()));
        !script.is_library && (first.line..=last.line).contains(&line)
    };
    let here: Vec<usize> = (0..scripts.len())
        .filter(|at| here(&scripts[*at]))
        .collect();
    if here.is_empty() {
        return Err(format!("line {line} is no part of a script of the applet"));
    }
    if let Some(broken) = here.iter().find(|script| !source.can_parse(**script)) {
        let id = &scripts[*broken].id;
        let range = scripts[*broken].source.file_range();
        let mut errors = source.errors();
        let error = errors.find(|error| range.contains_range(error.range));
        let error = error.map_or(String::new(), |error| {
            let line = source.place(error.range.start()).line;
            format!(": line {line}: {}", error.message)
        });
        return Err(format!("the script `{id}` cannot run{error}"));
    }
    let wanted = offset_of(source.document.text(), line, column.unwrap_or(1));
    let behind = statements.partition_point(|(_, _, range)| range.start() < wanted);
    let mut behind = statements[behind..].iter();
    let found = behind.find(|(_, script, _)| here.contains(&script.index()));
    let next = found.map(|(_, _, range)| source.place(range.start()).line);
    if next != Some(line)
        && here
            .iter()
            .any(|&at| is_comment(source, &scripts[at], line))
    {
        let next = next.map_or(String::new(), |next| {
            format!("; the next statement is in line {next}")
        });
        return Err(format!("line {line} is a comment{next}"));
    }
    match found {
        Some((term, _, range)) => Ok((*term, *range)),
        None => Err(format!(
            "there is no statement in line {line} or after it in this script"
        )),
    }
}

/// True if a line of a script begins with a comment, or within one.
fn is_comment(source: &Source, script: &Script, line: usize) -> bool {
    let text = source.document.text();
    let start = text.split_inclusive('\n').take(line - 1).map(str::len);
    let start: usize = start.sum();
    let written = text[start..].lines().next().unwrap_or_default();
    let indent = written.len() - written.trim_start().len();
    let at = TextSize::try_from(start + indent).ok();
    let Some(at) = at.and_then(|at| script.source.to_script(at)) else {
        return false;
    };
    let is_comment = |kind| matches!(kind, SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT);
    tokens(script.source.text())
        .any(|(kind, range)| is_comment(kind) && range.contains(at) && !written.trim().is_empty())
}
