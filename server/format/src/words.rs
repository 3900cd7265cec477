//! What of a text is no white space.

use std::ops::Range;

use cindyscript_syntax::{SyntaxKind, tokens};

/// The tokens and comments of a text.
#[derive(Debug)]
pub(crate) struct Words<'t> {
    text: &'t str,
    words: Vec<(SyntaxKind, Range<usize>)>,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let found = tokens(text).filter(|(kind, _)| *kind != SyntaxKind::WHITESPACE);
        // About as many as there are in a text that is written with spaces.
        let mut words = Vec::with_capacity(text.len() / 4);
        words.extend(found.map(|(kind, range)| (kind, range.into())));
        Self { text, words }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Where they stand.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.words.iter().map(|(_, range)| range.clone())
    }

    /// How they are written.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'t str> {
        self.of_kind(|_| true).map(|(_, text)| text)
    }

    /// The tokens that are no comments.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (SyntaxKind, &'t str)> {
        self.of_kind(|kind| !kind.is_trivia())
    }

    /// The comments.
    pub(crate) fn comments(&self) -> impl Iterator<Item = (SyntaxKind, &'t str)> {
        self.of_kind(SyntaxKind::is_trivia)
    }

    fn of_kind(
        &self,
        is_wanted: impl Fn(SyntaxKind) -> bool,
    ) -> impl Iterator<Item = (SyntaxKind, &'t str)> {
        let wanted = self.words.iter().filter(move |(kind, _)| is_wanted(*kind));
        wanted.filter_map(|(kind, range)| Some((*kind, self.text.get(range.clone())?)))
    }
}
