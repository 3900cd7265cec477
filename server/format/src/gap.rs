//! What stands between two tokens: comments, and line ends as the author has them.

use cindyscript_syntax::{SyntaxKind, Token};

use crate::doc::Word;

/// The trivia before a token.
#[derive(Debug, Default)]
pub(crate) struct Gap<'t> {
    pub(crate) comments: Vec<Comment<'t>>,
    /// The line ends behind the last comment.
    pub(crate) lines: usize,
}

/// A comment and the line ends before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment<'t> {
    pub(crate) word: Word<'t>,
    /// `// ...`: nothing may follow on its line.
    pub(crate) is_line: bool,
    pub(crate) lines: usize,
}

/// How a comment stands between what comes before and behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// On a line of its own, or with others only.
    Own,
    /// At the end of a line that has something else on it.
    Trailing,
    /// Within a line.
    Inline,
}

impl<'t> Gap<'t> {
    pub(crate) fn push(&mut self, trivia: Token<'t>) {
        match trivia.kind() {
            SyntaxKind::WHITESPACE => self.lines += line_ends(trivia.text()),
            kind => self.comments.push(Comment {
                word: word(trivia),
                is_line: kind == SyntaxKind::LINE_COMMENT,
                lines: std::mem::take(&mut self.lines),
            }),
        }
    }

    /// How each comment stands.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Comment<'t>, Position)> {
        let behind = self.comments.iter().skip(1).map(|comment| comment.lines);
        let behind = behind.chain([self.lines]);
        let mut after_line = false;
        self.comments
            .iter()
            .zip(behind)
            .map(move |(&comment, behind)| {
                let position = match () {
                    () if comment.lines > 0 || after_line => Position::Own,
                    () if comment.is_line || behind > 0 => Position::Trailing,
                    () => Position::Inline,
                };
                after_line = comment.is_line;
                (comment, position)
            })
    }

    /// Whether a line has to end behind the last comment.
    pub(crate) fn ends_line(&self) -> bool {
        let last = self.comments.last();
        last.is_some_and(|last| last.is_line || self.lines > 0)
    }
}

/// A token as a part of a document.
pub(crate) fn word(token: Token<'_>) -> Word<'_> {
    Word {
        text: token.text(),
        start: token.range().start().into(),
    }
}

/// The number of line ends in white space: LF, CR, or both.
pub(crate) fn line_ends(space: &str) -> usize {
    let mut before = 0;
    let ends = space.bytes().filter(|&byte| {
        let is_end = byte == b'\r' || byte == b'\n' && before != b'\r';
        before = byte;
        is_end
    });
    ends.count()
}
