//! Lines of WGSL, and for which term each was written.

use cindyscript_hir::program::TermId;

use crate::span::SpanMap;

pub(super) struct Writer {
    text: String,
    spans: SpanMap,
    term: TermId,
    /// How many blocks are open.
    blocks: usize,
    /// The most that ever were.
    deepest: (usize, TermId),
}

/// A place in the text to come back to.
pub(super) struct Mark {
    text: usize,
    spans: SpanMap,
}

impl Writer {
    pub(super) fn new(term: TermId) -> Self {
        let spans = SpanMap::default();
        Self {
            text: String::new(),
            spans,
            term,
            blocks: 0,
            deepest: (0, term),
        }
    }

    /// The term for which lines are being written.
    pub(super) fn term(&self) -> TermId {
        self.term
    }

    /// From here on, lines are for `term`; returns for what they were before.
    pub(super) fn enter(&mut self, term: TermId) -> TermId {
        std::mem::replace(&mut self.term, term)
    }

    /// Back to what [`enter`](Self::enter) returned.
    pub(super) fn leave(&mut self, outer: TermId) {
        self.term = outer;
    }

    pub(super) fn line(&mut self, line: &str) {
        self.spans.begin(self.text.len(), Some(self.term));
        for _ in 0..self.blocks {
            self.text += "    ";
        }
        self.text += line;
        self.text.push('\n');
    }

    /// A line that opens a block.
    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.blocks += 1;
        if self.blocks > self.deepest.0 {
            self.deepest = (self.blocks, self.term);
        }
    }

    pub(super) fn close(&mut self) {
        self.blocks = self.blocks.saturating_sub(1);
        self.line("}");
    }

    /// Closes a block and opens its alternative.
    pub(super) fn reopen(&mut self, line: &str) {
        self.blocks = self.blocks.saturating_sub(1);
        self.open(line);
    }

    /// Text that no term asked for.
    pub(super) fn raw(&mut self, text: &str) {
        self.spans.begin(self.text.len(), None);
        self.text += text;
    }

    /// How deeply blocks are nested at most, and where.
    pub(super) fn deepest(&self) -> (usize, TermId) {
        self.deepest
    }

    /// The present end of the text.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            text: self.text.len(),
            spans: self.spans.clone(),
        }
    }

    /// Whether nothing has been written since.
    pub(super) fn is_at(&self, mark: &Mark) -> bool {
        self.text.len() == mark.text
    }

    /// Takes back what has been written since.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.text.truncate(mark.text);
        self.spans = mark.spans;
    }

    /// All text, the library's at the end, and for which term each part of it was written.
    pub(super) fn finish(mut self, library: &str) -> (String, SpanMap) {
        self.raw(library);
        (self.text, self.spans)
    }
}
