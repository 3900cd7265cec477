//! Texts of tests in which one place is marked.

use cindyscript_hir::document::Document;
use text_size::TextSize;

use crate::analysis::Analysis;
use crate::analysis::analyse;

/// A script without its mark, what is known about it, and where the mark stood.
pub(crate) struct Fixture {
    pub(crate) analysis: Analysis,
    pub(crate) at: TextSize,
}

/// A text with a mark in a part that stands in it: `|` is where.
pub(crate) fn mark(text: &str, part: &str) -> String {
    let plain = part.replace('|', "");
    assert!(text.contains(&plain), "no `{plain}` in the text");
    text.replacen(&plain, &part.replace('|', "$"), 1)
}

/// A script in which `$` marks the place that a test is about.
pub(crate) fn marked(text: &str) -> Fixture {
    marked_in("test.cindyscript", text)
}

/// The same of a file of another name, such as `page.html`.
pub(crate) fn marked_in(name: &str, text: &str) -> Fixture {
    let at = text.find('$').expect("a mark");
    let document = Document::open(name, text.replacen('$', "", 1).as_str());
    let analysis = analyse(&document);
    Fixture {
        analysis,
        at: TextSize::try_from(at).expect("short"),
    }
}
