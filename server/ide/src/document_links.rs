//! Places that name files: images, videos and libraries of a page, the scripts that it takes from
//! files, and `import("library")`.

use cindyscript_applet::library_path;
use cindyscript_hir::document::Document;
use rustc_hash::FxHashSet;
use text_size::{TextLen, TextRange, TextSize};

use crate::analysis::Analysis;

/// A place that names a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLink {
    /// The name, without quotes, in bytes of the file.
    pub range: TextRange,
    /// What it means: a URL that is relative to the page, in most cases. Whether there is something
    /// is another question.
    pub url: String,
}

/// The places of a document that name files, in the order of the text.
#[must_use]
pub fn document_links(analysis: &Analysis) -> Vec<FileLink> {
    let document = &analysis.document;
    let mut links = Vec::new();
    if analysis.applets.is_empty() {
        return links;
    }
    for (index, applet) in document.applets().iter().enumerate() {
        for image in &applet.images {
            if let Some(url) = &image.url {
                // The value comes last.
                let end = TextRange::empty(image.range.end());
                let url = url.trim();
                links.extend(named(document, end, url).map(|range| FileLink {
                    range,
                    url: url.to_owned(),
                }));
            }
        }
        let imports = applet.imports.iter();
        let imports = imports.map(|import| (import.range, import.path.as_str()));
        let imported = document.imported(index).iter();
        let found: FxHashSet<&str> = imported.map(|library| library.name.as_str()).collect();
        let calls = document.import_calls(index);
        let calls = calls.iter().map(|call| (call.range, call.name.as_str()));
        let calls = calls.filter(|(_, name)| found.contains(name));
        for (range, name) in imports.chain(calls) {
            links.extend(named(document, range, name).map(|range| FileLink {
                range,
                url: library_path(name),
            }));
        }
    }
    let external = document.page().external.iter();
    links.extend(external.map(|script| FileLink {
        range: script.range,
        url: script.url.clone(),
    }));
    links.sort_by_key(|link| link.range.start());
    links.dedup_by_key(|link| link.range);
    links
}

/// Where the string that ends with a range stands without its quotes, if it is written as it is.
fn named(document: &Document, range: TextRange, name: &str) -> Option<TextRange> {
    let end = range.end().checked_sub(TextSize::of('"'))?;
    let inner = TextRange::at(end.checked_sub(name.text_len())?, name.text_len());
    let text = document.text();
    (text.get(std::ops::Range::<usize>::from(inner)) == Some(name)).then_some(inner)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use cindyscript_applet::Image;
    use cindyscript_hir::document::Libraries;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;

    /// Libraries of which one imports another.
    #[derive(Debug)]
    struct Two;

    impl Libraries for Two {
        fn read(&self, name: &str) -> Result<Arc<str>, String> {
            match name {
                "outer.cjs" => Ok("import(\"inner\");".into()),
                _ => Ok("a = 1;".into()),
            }
        }

        fn missing(&self, _: &Image) -> Option<String> {
            None
        }
    }

    fn check(name: &str, text: &str, expected: &Expect) {
        let document = Document::open_with(name, text, Arc::new(Two));
        let analysis = analyse(&document);
        let mut all = String::new();
        for FileLink { range, url } in document_links(&analysis) {
            let _ = writeln!(all, "{} at {range:?} is {url}", &text[range]);
        }
        expected.assert_eq(&all);
    }

    #[test]
    fn files_of_a_page() {
        check(
            "a.html",
            "<script src='Cindy.js'></script><script data-src=x SRC = \"a/b.js?v=2\"></script>\n\
             <script>let dog = 'dog.png'; CindyJS({scripts: {draw: 'import(\"outer\"); a = \\'b\\''},\n\
             images: {cat: 'cat.png', dog, esc: '\\x61.png', made: f()}, videos: {film: \"film.mp4\"},\n\
             import: {init: ['lib', {name: 'x/other.cjs', place: 1}]}})</script>",
            &expect![[r#"
                Cindy.js at 13..21 is Cindy.js
                a/b.js?v=2 at 58..68 is a/b.js?v=2
                outer at 143..148 is outer.cjs
                cat.png at 180..187 is cat.png
                film.mp4 at 240..248 is film.mp4
                lib at 269..272 is lib.cjs
                x/other.cjs at 283..294 is x/other.cjs
            "#]],
        );
    }

    #[test]
    fn files_of_a_script() {
        check(
            "a.cindyscript",
            "import(\"outer\"); name = \"inner\"; import(name); import(\"outer\");",
            &expect![[r#"
                outer at 8..13 is outer.cjs
                outer at 55..60 is outer.cjs
            "#]],
        );
        check("a.html", "<script src='a.js'></script>", &expect![""]);
    }
}
