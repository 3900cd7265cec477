//! From WGSL back to the script.

use cindyscript_hir::program::TermId;

/// Which term each part of a WGSL text was written for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpanMap {
    /// Where a part begins, ascending, and its term; it ends where the next begins.
    starts: Vec<(u32, Option<TermId>)>,
}

impl SpanMap {
    /// The term for which the text at this byte offset was written; `None` for what no term asked
    /// for (declarations, entry points, helpers).
    #[must_use]
    pub fn term_at(&self, offset: usize) -> Option<TermId> {
        let next = self
            .starts
            .partition_point(|&(start, _)| start as usize <= offset);
        self.starts.get(next.checked_sub(1)?)?.1
    }

    /// From `offset` on, text is written for `term`. Offsets must not descend.
    pub(crate) fn begin(&mut self, offset: usize, term: Option<TermId>) {
        let offset = offset as u32;
        match self.starts.last_mut() {
            Some(last) if last.1 == term => {}
            Some(last) if last.0 == offset => last.1 = term,
            _ => self.starts.push((offset, term)),
        }
    }
}
