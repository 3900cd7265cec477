//! All places that name the same thing: in the scripts of the applet, in its construction, in strings
//! that name elements and images, and in the libraries that a page imports.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::occurrences::Access;

/// The places that name what the name at an offset of the file does, in bytes of the file and in
/// their order. `with_declarations` includes those that make it.
#[must_use]
pub fn references(
    analysis: &Analysis,
    offset: TextSize,
    with_declarations: bool,
) -> Vec<TextRange> {
    let occurrences = analysis.occurrences_of(offset).into_iter();
    let wanted = occurrences.filter(|one| is_wanted(one.access, with_declarations));
    wanted.map(|one| one.range).collect()
}

/// Those in the libraries that the page imports.
#[must_use]
pub fn references_in_libraries(
    analysis: &Analysis,
    offset: TextSize,
    with_declarations: bool,
) -> Vec<InLibrary<'_>> {
    analysis.in_libraries(offset, |access| is_wanted(access, with_declarations))
}

fn is_wanted(access: Access, with_declarations: bool) -> bool {
    with_declarations || !matches!(access, Access::Declares | Access::Defines)
}

/// A place to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The name, in bytes of the file.
    pub range: TextRange,
    /// True if the place gives the name another value; otherwise the place uses it.
    pub is_write: bool,
}

/// The places that name what the name at an offset of the file does, in their order.
#[must_use]
pub fn highlights(analysis: &Analysis, offset: TextSize) -> Vec<Highlight> {
    let occurrences = analysis.occurrences_of(offset).into_iter();
    let highlights = occurrences.map(|one| Highlight {
        range: one.range,
        is_write: one.access.is_write(),
    });
    highlights.collect()
}

/// A place in a library that a page imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLibrary<'a> {
    /// The library, as a URL that is relative to the page.
    pub url: String,
    /// The text of the library.
    pub text: &'a str,
    /// The place, in bytes of that text.
    pub range: TextRange,
    /// The place in the page that names the library, in bytes of the file.
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
