//! A script, statement by statement.

use std::ops::Range;

use SyntaxKind::*;
use cindyscript_syntax::{
    Child, Parse, SyntaxKind, TextEdit, TextRange, TextSize, Token, child_range,
};

use crate::Formatted;
use crate::doc::Printed;
use crate::edits::{difference, replace, white_space};
use crate::gap::{Gap, Position};
use crate::layout;
use crate::same::keep_the_reading;
use crate::style::Style;
use crate::words::Words;

/// The most blank lines between two statements.
const MAX_BLANK: usize = 2;

/// What is around a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings<'a> {
    /// A file, or lines that divide it into scripts.
    Lines {
        /// Whether such a line stands before it.
        before: bool,
        /// Whether such a line stands behind it.
        behind: bool,
    },
    /// The tags of an HTML element. The script stays as far to the right as it stands.
    Element {
        /// What stands before the opening tag in its line, if that is white space.
        indentation: &'a str,
    },
}

impl Surroundings<'_> {
    /// Nothing but the script.
    pub const FILE: Self = Self::Lines {
        before: false,
        behind: false,
    };
}

pub(crate) fn format(
    text: &str,
    parse: &Parse,
    surroundings: Surroundings<'_>,
    style: &Style,
    part: Option<TextRange>,
) -> Formatted {
    let mut script = Script::new(text, parse, surroundings, style);
    let faulty = script
        .statements
        .iter()
        .filter(|statement| statement.is_kept);
    let kept = faulty.map(|statement| statement.range).collect();
    let sound = script.sound(parse);
    if let Some(part) = part {
        script.keep_all_but(part);
    }
    let mut edits = script.edits();
    if !keep_the_reading(text, parse, sound, &mut edits) {
        script.reads_again = true;
        edits = script.edits();
        keep_the_reading(text, parse, sound, &mut edits);
    }
    Formatted { edits, kept }
}

/// A statement with its semicolon, and what stands before it.
#[derive(Debug)]
struct Statement<'t> {
    /// The white space and comments before its first token.
    before: Vec<Token<'t>>,
    /// Where they begin.
    start: usize,
    /// From its first token to its last.
    parts: Vec<Child<'t>>,
    range: TextRange,
    /// Whether it stays as it is, with what stands before it.
    is_kept: bool,
}

/// A statement as it is to be written.
#[derive(Debug)]
struct Written {
    text: String,
    /// What makes that of it.
    edits: Vec<TextEdit>,
}

#[derive(Debug)]
struct Script<'t, 's> {
    text: &'t str,
    surroundings: Surroundings<'s>,
    style: &'s Style,
    line_end: &'static str,
    statements: Vec<Statement<'t>>,
    /// What stands behind the last statement, and whether that stays.
    end: Vec<Token<'t>>,
    end_start: usize,
    is_end_kept: bool,
    /// Whether each statement is read as it is to be written, and stays where it would not have the
    /// same tokens. That is seldom so, and reading all of the script at once costs less.
    reads_again: bool,
}

impl<'t, 's> Script<'t, 's> {
    fn new(
        text: &'t str,
        parse: &'t Parse,
        surroundings: Surroundings<'s>,
        style: &'s Style,
    ) -> Self {
        let mut script = Self {
            text,
            surroundings,
            style,
            line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
            statements: Vec::new(),
            end: Vec::new(),
            end_start: 0,
            is_end_kept: false,
            reads_again: false,
        };
        let mut is_open = false;
        for part in parse.script().node().children_with_tokens() {
            match (part, script.statements.last_mut()) {
                // Trivia may still turn out to be behind the statement.
                (Child::Token(token), _) if token.kind().is_trivia() => script.end.push(token),
                (part, Some(statement)) if is_open => {
                    statement
                        .parts
                        .extend(script.end.drain(..).map(Child::Token));
                    statement.push(part);
                }
                (part, _) => {
                    let mut statement = Statement {
                        before: std::mem::take(&mut script.end),
                        start: script.end_start,
                        parts: Vec::new(),
                        range: TextRange::empty(child_range(part).start()),
                        is_kept: false,
                    };
                    statement.push(part);
                    script.statements.push(statement);
                }
            }
            if !is_trivia(part) {
                script.end_start = child_range(part).end().into();
                is_open = !is_token(part, SEMICOLON);
            }
        }
        script.keep_faulty(parse);
        script
    }

    /// Keeps the statements that hold errors.
    fn keep_faulty(&mut self, parse: &Parse) {
        let errors = parse.errors.iter().filter(|error| error.is_error());
        let errors = errors.map(|error| error.range.start());
        let mut places: Vec<TextSize> = errors.chain(parse.malformed().iter().copied()).collect();
        places.sort_unstable();
        for statement in &mut self.statements {
            let first = places.partition_point(|&place| place < statement.range.start());
            let next = places.get(first);
            statement.is_kept = next.is_some_and(|&next| next <= statement.range.end());
            // Of a quotation mark without a partner alone, its place is told, and not what it does to
            // the brackets before it.
            let unbounded = parse.unbounded();
            let first = unbounded.partition_point(|&place| usize::from(place) < statement.start);
            let next = unbounded.get(first);
            statement.is_kept |= next.is_some_and(|&next| next < statement.range.end());
        }
    }

    fn keep_all_but(&mut self, part: TextRange) {
        for statement in &mut self.statements {
            statement.is_kept |= part.intersect(statement.range).is_none();
        }
        self.is_end_kept = usize::from(part.end()) < self.text.len();
    }

    /// The bytes before the first statement that is kept, which hold no errors.
    fn sound(&self, parse: &Parse) -> usize {
        let mut statements = self.statements.iter();
        let first = statements.find(|statement| statement.is_kept);
        // What is wrong outside of the statements may reach anywhere.
        let is_sound = parse.errors.is_empty() && parse.malformed().is_empty();
        let all = if is_sound { self.text.len() } else { 0 };
        first.map_or(all, |statement| statement.start)
    }

    fn edits(&self) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        let is_blank = self.statements.is_empty() && !self.end.iter().any(is_comment);
        if is_blank {
            return edits;
        }
        if let Some(edits) = self.on_one_line() {
            return edits;
        }
        let base = self.base();
        for (index, statement) in self.statements.iter().enumerate() {
            if statement.is_kept {
                continue;
            }
            let Some(written) = self.written(statement, &base) else {
                continue;
            };
            let before = self.before(index, statement, &base);
            let end = statement.range.start().into();
            self.gap(statement.start, end, &before, &mut edits);
            edits.extend(written.edits);
        }
        if !self.is_end_kept {
            let behind = self.behind(&base);
            self.gap(self.end_start, self.text.len(), &behind, &mut edits);
        }
        edits
    }

    /// Adds the edits that make something else of what stands between statements.
    fn gap(&self, start: usize, end: usize, new: &str, edits: &mut Vec<TextEdit>) {
        let old = self.slice(start, end);
        if old != new {
            difference(&Words::new(old), &Words::new(new), start, edits);
        }
    }

    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The formatted statement; `None` if it is found not to have the same tokens.
    fn written(&self, statement: &Statement<'t>, base: &str) -> Option<Written> {
        let doc = layout::statement(statement.parts.iter().copied());
        let Printed { text, words } = doc.print(self.style, base, self.line_end);
        let Range { start, end } = statement.range.into();
        let old = self.slice(start, end);
        let mut edits = Vec::new();
        if old == text {
            return Some(Written { text, edits });
        }
        if self.reads_again && !Words::new(old).tokens().eq(Words::new(&text).tokens()) {
            return None;
        }
        if words.is_sorted_by_key(|(old, _)| old.start) {
            let words = words.into_iter();
            let words = words.map(|(old, new)| (old.start - start..old.end - start, new));
            white_space(old, &text, words, start, &mut edits);
        } else {
            // A comment has moved.
            replace(old, &text, start, &mut edits);
        }
        Some(Written { text, edits })
    }

    /// The edits of a script on the line of its tags, if that is long enough for it.
    fn on_one_line(&self) -> Option<Vec<TextEdit>> {
        let is_element = matches!(self.surroundings, Surroundings::Element { .. });
        let trivia = self
            .statements
            .iter()
            .flat_map(|statement| &statement.before);
        let has_comments = trivia.chain(&self.end).any(is_comment);
        if !is_element || self.text.contains(['\n', '\r']) || has_comments {
            return None;
        }
        let mut edits = Vec::new();
        let mut width = 0;
        for (index, statement) in self.statements.iter().enumerate() {
            let written = self.written(statement, "").filter(|_| !statement.is_kept);
            let range = Range::<usize>::from(statement.range);
            let written = written.unwrap_or_else(|| Written {
                text: self.slice(range.start, range.end).to_owned(),
                edits: Vec::new(),
            });
            width += 1 + written.text.chars().count();
            if written.text.contains('\n') || width > self.style.width {
                return None;
            }
            if statement.is_kept {
                continue;
            }
            if index > 0 {
                let space = if statement.is_empty() { "" } else { " " };
                let old = self.slice(statement.start, range.start);
                replace(old, space, statement.start, &mut edits);
            }
            edits.extend(written.edits);
        }
        Some(edits)
    }

    /// What stands before each statement in its line.
    fn base(&self) -> String {
        let Surroundings::Element { indentation } = self.surroundings else {
            return String::new();
        };
        let gaps = self
            .statements
            .iter()
            .map(|statement| (&statement.before, true));
        let gaps = gaps.chain([(&self.end, false)]);
        let mut least: Option<&str> = None;
        for (gap, before_statement) in gaps {
            for (index, token) in gap.iter().enumerate() {
                let is_before = before_statement || index + 1 < gap.len();
                let line = token.text().rsplit_once(['\n', '\r']).map(|(_, line)| line);
                if let Some(line) = line.filter(|_| token.kind() == WHITESPACE && is_before) {
                    let narrower =
                        |least: &&str| self.style.columns(least) <= self.style.columns(line);
                    least = Some(least.filter(narrower).unwrap_or(line));
                }
            }
        }
        match least {
            Some(least) => least.to_owned(),
            None => format!("{indentation}{}", self.style.indentation(1)),
        }
    }

    /// What is to stand before a statement.
    fn before(&self, index: usize, statement: &Statement<'t>, base: &str) -> String {
        let mut lines = self.lines(index == 0, base);
        let lines_before = lines.comments(&statement.before);
        if !(statement.is_empty() && lines.written.is_empty() && index > 0) {
            lines.next(lines_before);
        }
        lines.written
    }

    fn lines<'a>(&'a self, is_first: bool, base: &'a str) -> Lines<'a> {
        Lines {
            surroundings: self.surroundings,
            line_end: self.line_end,
            base,
            written: String::new(),
            is_first,
            is_beside: false,
        }
    }

    /// What is to stand behind the last statement.
    fn behind(&self, base: &str) -> String {
        let mut lines = self.lines(self.statements.is_empty(), base);
        let lines_behind = lines.comments(&self.end);
        match self.surroundings {
            Surroundings::Lines { behind, .. } => {
                let most = if behind { MAX_BLANK + 1 } else { 1 };
                lines.end_lines(lines_behind.clamp(1, most));
            }
            Surroundings::Element { indentation } => {
                lines.end_lines(1);
                let last = self.end.last().filter(|last| last.kind() == WHITESPACE);
                let last = last.and_then(|last| last.text().rsplit_once(['\n', '\r']));
                lines
                    .written
                    .push_str(last.map_or(indentation, |(_, last)| last));
            }
        }
        lines.written
    }
}

impl<'t> Statement<'t> {
    fn push(&mut self, part: Child<'t>) {
        self.parts.push(part);
        self.range = TextRange::new(self.range.start(), child_range(part).end());
    }

    /// Whether it is nothing but a semicolon.
    fn is_empty(&self) -> bool {
        matches!(self.parts[..], [part] if is_token(part, SEMICOLON))
    }
}

/// The text between two statements as it is written.
struct Lines<'a> {
    surroundings: Surroundings<'a>,
    line_end: &'static str,
    base: &'a str,
    written: String,
    /// Whether nothing of the script stands before what comes next.
    is_first: bool,
    /// Whether what comes next may stand beside a comment.
    is_beside: bool,
}

impl Lines<'_> {
    /// Writes the comments among trivia; gives the line ends behind them.
    fn comments(&mut self, trivia: &[Token<'_>]) -> usize {
        let mut gap = Gap::default();
        trivia.iter().for_each(|&token| gap.push(token));
        for (comment, position) in gap.positions() {
            match position {
                Position::Trailing if !self.is_first => self.written.push(' '),
                _ => self.next(comment.lines),
            }
            self.written.push_str(comment.word.text);
            (self.is_first, self.is_beside) = (false, !comment.is_line);
        }
        gap.lines
    }

    /// Begins what comes next, before which the author has so many line ends.
    fn next(&mut self, lines: usize) {
        if self.is_beside && lines == 0 {
            self.written.push(' ');
            return;
        }
        let lines = match (self.is_first, self.surroundings) {
            (false, _) => lines.clamp(1, MAX_BLANK + 1),
            (true, Surroundings::Element { .. }) => 1,
            (true, Surroundings::Lines { before, .. }) => lines.min(usize::from(before)),
        };
        self.end_lines(lines);
        self.written.push_str(self.base);
    }

    fn end_lines(&mut self, count: usize) {
        for _ in 0..count {
            self.written.push_str(self.line_end);
        }
    }
}

fn is_comment(token: &Token<'_>) -> bool {
    matches!(token.kind(), LINE_COMMENT | BLOCK_COMMENT)
}

fn is_token(part: Child<'_>, kind: SyntaxKind) -> bool {
    part.into_token().is_some_and(|token| token.kind() == kind)
}

fn is_trivia(part: Child<'_>) -> bool {
    part.into_token()
        .is_some_and(|token| token.kind().is_trivia())
}
