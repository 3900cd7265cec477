//! The scripts that stand in a file as they are, for features of the syntax alone: those of script
//! elements and of bare files, but not those in strings of JavaScript.

use std::borrow::Cow;
use std::ops::Range;

use cindyscript_applet::is_page;
use cindyscript_format::Surroundings;
use cindyscript_hir::document::Document;
use cindyscript_syntax::{Parse, parse};
use text_size::{TextRange, TextSize};

/// A part of a file that holds a script.
pub(crate) struct Script<'d> {
    pub(crate) text: &'d str,
    /// Where it begins in the file.
    pub(crate) start: TextSize,
    pub(crate) parse: Cow<'d, Parse>,
    pub(crate) surroundings: Surroundings<'d>,
}

impl Script<'_> {
    /// The script, in bytes of the file.
    pub(crate) fn range(&self) -> TextRange {
        TextRange::at(self.start, TextSize::of(self.text))
    }
}

/// The scripts of a file, in the order of the file.
pub(crate) fn scripts(document: &Document) -> impl Iterator<Item = Script<'_>> {
    let text = document.text();
    let page = document.page();
    let is_page = is_page(document.name(), text);
    let mut ranges: Vec<TextRange> = match is_page {
        true => page.contents.clone(),
        false => {
            let scripts = page.applets.iter().flat_map(|applet| &applet.scripts);
            let own = scripts.filter(|script| !script.is_library);
            let bound = own.map(|script| &script.source);
            let sources = bound.chain(page.unbound.iter().map(|script| &script.source));
            let whole = |text: &str| TextRange::up_to(TextSize::of(text));
            let ranges = sources.flat_map(|source| source.written(whole(source.text())));
            ranges.collect()
        }
    };
    ranges.sort_by_key(|range| range.start());
    ranges.dedup();
    ranges.into_iter().filter_map(move |range| {
        let Range { mut start, end } = range.into();
        if text.get(start..end)?.starts_with('\u{feff}') {
            start += '\u{feff}'.len_utf8();
        }
        let surroundings = match is_page {
            true => Surroundings::Element {
                indentation: indentation(text.get(..start)?),
            },
            false => Surroundings::Lines {
                before: !matches!(text.get(..start), Some("" | "\u{feff}")),
                behind: end < text.len(),
            },
        };
        let script = text.get(start..end)?;
        let start = TextSize::of(text.get(..start)?);
        Some(Script {
            text: script,
            start,
            parse: known_parse(document, start, script),
            surroundings,
        })
    })
}

/// The tree of a part of the file: that of the script that it is, if it is one.
fn known_parse<'d>(document: &'d Document, start: TextSize, text: &str) -> Cow<'d, Parse> {
    let applets = document.applets().iter().enumerate();
    let mut known = applets.flat_map(|(index, applet)| {
        let scripts = applet.scripts.iter().zip(document.parses(index));
        scripts.filter(|(script, _)| !script.is_library)
    });
    let found = known.find(|(script, _)| {
        let source = &script.source;
        source.contiguous_start() == Some(start) && source.text().len() == text.len()
    });
    match found {
        Some((_, parse)) => Cow::Borrowed(parse),
        None => Cow::Owned(parse(text)),
    }
}

/// What stands before a tag in its line, if that is white space. `before` ends with the tag.
fn indentation(before: &str) -> &str {
    let tag = before.rfind('<').unwrap_or(before.len());
    let line = before[..tag].rfind('\n').map_or(0, |end| end + 1);
    let line = &before[line..tag];
    match line.trim_start_matches([' ', '\t']).is_empty() {
        true => line,
        false => "",
    }
}
