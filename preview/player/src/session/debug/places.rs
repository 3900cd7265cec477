//! Statements and lines: where a breakpoint stands, and where a script has stopped.

use cindyscript_applet::{Script, TextRange, TextSize};
use cindyscript_hir::program::{ScriptId, TermId};
use cindyscript_interpreter::statements;
use cindyscript_syntax::{SyntaxKind, tokens};

use crate::source::{LineColumn, Source};

/// The place of a term, as people count: lines and columns from 1.
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
            let start = LineColumn::of(text, term.range.start());
            let end = LineColumn::of(text, term.range.end());
            return CodePlace::of(Some(library), start, end, term.range);
        }
        let range = facts.to_file(term.script, term.range);
        let (start, end) = (source.place(range.start()), source.place(range.end()));
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

/// The statements of the scripts that the file itself holds, in its order, with their places.
fn placed_statements(source: &Source) -> Vec<(TermId, ScriptId, TextRange)> {
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

/// The lines, from 1, in which statements begin at which scripts can stop, of a range of lines.
pub fn breakable_lines(source: &Source, lines: std::ops::RangeInclusive<usize>) -> Vec<LineColumn> {
    let placed = placed_statements(source).into_iter();
    let starts = placed.map(|(_, _, range)| source.place(range.start()));
    let mut starts: Vec<LineColumn> = starts.filter(|at| lines.contains(&at.line)).collect();
    starts.dedup();
    starts
}

/// The first statement that begins in a line or after it, in the script that the line belongs to, and
/// where it stands. In the line itself, it begins at a column or after that.
///
/// # Errors
/// Why scripts cannot stop there: the line is no part of a script or a comment, the script has a syntax
/// error, or there is no statement after the line.
pub fn statement_at(
    source: &Source,
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
        return Err(format!(
            "the script `{id}` has a syntax error: it does not run"
        ));
    }
    let wanted = LineColumn {
        line,
        column: column.unwrap_or(1),
    };
    let behind = |at: LineColumn| (at.line, at.column) >= (wanted.line, wanted.column);
    let placed = placed_statements(source);
    let mut found = placed.into_iter().filter(|(_, script, range)| {
        here.contains(&script.index()) && behind(source.place(range.start()))
    });
    let found = found.next();
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
        Some((term, _, range)) => Ok((term, range)),
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
