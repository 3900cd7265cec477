//! What is named in the libraries that a page imports.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::occurrences::Access;

/// A place in a library that a page imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLibrary<'a> {
    /// The library, as a URL that is relative to the page.
    pub url: String,
    /// Its text.
    pub text: &'a str,
    /// The place, in bytes of that text.
    pub range: TextRange,
    /// Where the page names the library, in bytes of the file.
    pub named: TextRange,
}

impl Analysis {
    /// The places in libraries that name what the name at an offset of the file does, and do with
    /// it what is wanted; each once, library by library in the order of their texts.
    pub(crate) fn in_libraries(
        &self,
        offset: TextSize,
        wanted: impl Fn(Access) -> bool,
    ) -> Vec<InLibrary<'_>> {
        let Some((named, _)) = self.name_at(offset) else {
            return Vec::new();
        };
        let mut found: Vec<InLibrary<'_>> = Vec::new();
        for named in self.shared(named) {
            let all = named.applet.occurrences().in_libraries(named.entity);
            let all = all.filter(|one| wanted(one.occurrence.access));
            found.extend(all.filter_map(|one| {
                let (url, text) = named.applet.library(one.occurrence.script?)?;
                Some(InLibrary {
                    url,
                    text,
                    range: one.range,
                    named: one.occurrence.range,
                })
            }));
        }
        let place = |one: &InLibrary<'_>| (one.range.start(), one.range.end());
        found.sort_by(|a, b| (&a.url, place(a)).cmp(&(&b.url, place(b))));
        found.dedup_by(|a, b| (&a.url, a.range) == (&b.url, b.range));
        found
    }
}
