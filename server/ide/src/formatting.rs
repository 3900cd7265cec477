//! Formatting: the scripts of a file in the one style, all of them, those of a part, or what was
//! just typed.
//!
//! In a page only the contents of script elements are touched; scripts in strings of JavaScript
//! stay as they are.

use cindyscript_diagnostic::Diagnostic;
use cindyscript_format::{Formatted, apply, format};
use cindyscript_hir::document::Document;
use cindyscript_syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, tokens_at};
use text_size::{TextRange, TextSize};

use crate::scripts::{Script, scripts};
use cindyscript_lint::limit;

mod indentation;

pub use cindyscript_format::{Indent, Style};
pub use indentation::style_of_page;

/// What formatting does to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatting {
    /// The edits, in order and in bytes of the file; none overlap.
    pub edits: Vec<TextEdit>,
    /// Of each statement that stays as it is since it holds errors, the first one, in bytes of the
    /// file; of many, [so many](limit) and how many more there are.
    pub errors: Vec<Diagnostic>,
}

impl Formatting {
    /// The text of the file after the edits.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        apply(text, &self.edits)
    }
}

/// Formats all scripts of a file.
#[must_use]
pub fn formatting(document: &Document, style: &Style) -> Formatting {
    let mut all = Formatting::default();
    for script in scripts(document) {
        let Formatted { edits, kept } = script.format(style, None);
        all.edits.extend(script.in_file(edits));
        all.errors.extend(script.first_errors(&kept));
    }
    limit(&mut all.errors);
    all
}

/// Formats the statements that a part of the file touches: the edits, in order and in bytes of the
/// file.
#[must_use]
pub fn range_formatting(document: &Document, part: TextRange, style: &Style) -> Vec<TextEdit> {
    let mut all = Vec::new();
    for script in scripts(document) {
        let Some(part) = script.range().intersect(part) else {
            continue;
        };
        let part = part - script.start;
        if let Some(statements) = statements(&script.parse.syntax(), part) {
            let mut edits = script.format(style, Some(part)).edits;
            edits.retain(|edit| statements.contains_range(edit.range));
            all.extend(script.in_file(edits));
        }
    }
    all
}

/// The characters after which [`on_type_formatting`] has something to say.
pub const TYPED: [char; 3] = [';', ')', '\n'];

/// Formats what a character has closed that was typed before an offset of the file: a statement, or
/// what stands in brackets. The edits are in order and in bytes of the file, and lie before the
/// offset.
#[must_use]
pub fn on_type_formatting(
    document: &Document,
    at: TextSize,
    typed: char,
    style: &Style,
) -> Vec<TextEdit> {
    let mut scripts = scripts(document);
    let Some(script) = scripts.find(|script| script.range().contains_inclusive(at)) else {
        return Vec::new();
    };
    let Some(closed) = script.closed(at - script.start, typed) else {
        return Vec::new();
    };
    let before = script.text.get(..usize::from(closed.start()));
    let begins_line =
        before.is_some_and(|before| before.is_empty() || before.ends_with(['\n', '\r']));
    let mut edits = script.format(style, Some(closed)).edits;
    edits.retain(|edit| {
        // What stands beside it stays there.
        let is_beside = edit.range.start() == closed.end()
            || edit.range == TextRange::empty(closed.start()) && !begins_line;
        closed.contains_range(edit.range) && !is_beside
    });
    script.in_file(edits).collect()
}

impl Script<'_> {
    fn format(&self, style: &Style, part: Option<TextRange>) -> Formatted {
        format(self.text, &self.parse, self.surroundings, style, part)
    }

    /// The first error of each of these statements, which are in order.
    fn first_errors(&self, statements: &[TextRange]) -> impl Iterator<Item = Diagnostic> {
        let mut errors: Vec<&Diagnostic> = self.parse.errors.iter().collect();
        errors.retain(|error| error.is_error());
        errors.sort_by_key(|error| error.range.start());
        let first = statements.iter().filter_map(move |statement| {
            let first = errors.partition_point(|error| error.range.start() < statement.start());
            let first = errors.get(first)?;
            let is_within = statement.contains_inclusive(first.range.start());
            is_within.then(|| (*first).clone())
        });
        first.map(|error| error.moved(|range| range + self.start))
    }

    fn in_file(&self, edits: Vec<TextEdit>) -> impl Iterator<Item = TextEdit> {
        let start = self.start;
        edits.into_iter().map(move |edit| TextEdit {
            range: edit.range + start,
            ..edit
        })
    }

    /// What a character before an offset of the script closes.
    fn closed(&self, at: TextSize, typed: char) -> Option<TextRange> {
        let before = self.text.get(..usize::from(at))?;
        let (last, kind) = match typed {
            ';' => (before.strip_suffix(';')?, SyntaxKind::SEMICOLON),
            ')' => (before.strip_suffix(')')?, SyntaxKind::R_PAREN),
            // The statement on the line before. The editor may have indented the new line.
            '\n' => (before.trim_end().strip_suffix(';')?, SyntaxKind::SEMICOLON),
            _ => return None,
        };
        let root = self.parse.syntax();
        let token = tokens_at(&root, TextSize::of(last)).right_biased()?;
        let closed = match kind == token.kind() {
            true if kind == SyntaxKind::SEMICOLON => statement(self.text, &token)?,
            true => brackets(&token)?,
            false => return None,
        };
        closed.intersect(TextRange::up_to(at))
    }
}

/// The statements that a part of a script touches, with what stands before the first one.
fn statements(root: &SyntaxNode, part: TextRange) -> Option<TextRange> {
    let inside = match root.covering_element(part) {
        SyntaxElement::Node(node) => node,
        SyntaxElement::Token(token) => token.parent()?,
    };
    let holds_statements =
        |node: &SyntaxNode| matches!(node.kind(), SyntaxKind::SCRIPT | SyntaxKind::SEQUENCE);
    let block = inside.ancestors().find(holds_statements)?;
    let mut touched: Option<TextRange> = None;
    let mut start = None;
    for child in block.children_with_tokens() {
        let range = child.text_range();
        let first = *start.get_or_insert(range.start());
        let is_end = child.kind() == SyntaxKind::SEMICOLON;
        let is_touched = range.intersect(part).is_some() && !child.kind().is_trivia();
        let goes_on = is_end && touched.is_some_and(|touched| touched.end() == range.start());
        if is_touched || goes_on {
            let statement = TextRange::new(first, range.end());
            touched = Some(touched.map_or(statement, |touched| touched.cover(statement)));
        }
        if is_end {
            start = Some(range.end());
        }
    }
    touched
}

/// The statement that a semicolon ends, from the line on in which it begins, if it begins one.
fn statement(text: &str, semicolon: &SyntaxToken) -> Option<TextRange> {
    let before = |element: &SyntaxElement| !element.kind().is_trivia();
    let mut elements = std::iter::successors(semicolon.prev_sibling_or_token(), |element| {
        element.prev_sibling_or_token()
    });
    let first = elements.find(before)?;
    let start = first.text_range().start();
    let line = text.get(..usize::from(start))?;
    let line_start = line.trim_end_matches([' ', '\t']);
    let start = match line_start.ends_with(['\n', '\r']) {
        true => TextSize::of(line_start),
        false => start,
    };
    Some(TextRange::new(start, semicolon.text_range().end()))
}

/// The brackets that a bracket closes, with the name of the function of a call.
fn brackets(close: &SyntaxToken) -> Option<TextRange> {
    let node = close.parent()?;
    let range = match node
        .parent()
        .filter(|_| node.kind() == SyntaxKind::ARG_LIST)
    {
        Some(call) => call.text_range(),
        None => node.text_range(),
    };
    (range.end() == close.text_range().end()).then_some(range)
}

#[cfg(test)]
mod tests;
