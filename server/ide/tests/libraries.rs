//! What is said about pages with libraries.

use std::sync::Arc;

use cindyscript_hir::document::{Document, Libraries};
use cindyscript_hir::program::PlotId;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_ide::analyse;

/// Libraries in a page of their own.
#[derive(Debug)]
struct Shelf(&'static [(&'static str, &'static str)]);

impl Libraries for Shelf {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let mut books = self.0.iter();
        let book = books.find(|(name, _)| *name == path);
        let text = book.map(|(_, text)| (*text).into());
        text.ok_or_else(|| format!("there is no file `{path}`"))
    }
}

/// What is said about a page with libraries: the part of the page, and the message.
fn said(page: &str, libraries: &'static [(&'static str, &'static str)]) -> Vec<String> {
    let document = Document::open_with("a.html", page, Arc::new(Shelf(libraries)));
    let analysis = analyse(&document);
    let shown = |d: &Diagnostic| format!("{}: {}", &page[d.range], d.message);
    analysis.diagnostics.iter().map(shown).collect()
}

#[test]
fn what_libraries_define_is_known() {
    const PAGE: &str = "<script type='text/x-cindyscript' id='csdraw'>\
        import(\"run\"); colorplot(grey(twice(#.x)) * shade); half(1, 2); nothing(1)</script>\
        <script>CindyJS({scripts: 'cs*', import: {init: ['lib']}})</script>";
    let libraries: &[_] = &[
        ("lib.cjs", "twice(x) := 2 * x; oops(3); shade = 0.5;"),
        ("run.cjs", "import(\"inner.cjs\"); import(\"run\")"),
        ("inner.cjs", "half(a, b) := (a + b) / 2"),
    ];
    let all = said(PAGE, libraries);
    let [cycle, unknown] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!(cycle, "\"run\": `run.cjs` imports itself");
    assert!(unknown.starts_with("nothing"), "{unknown}");
    // Its type is known as well: the text of a library is a script as any other.
    let document = Document::open_with("a.html", PAGE, Arc::new(Shelf(libraries)));
    let analysis = analyse(&document);
    let plot = PlotId(0);
    assert!(cindyscript_lint::pixel_program(&analysis.applets[0], plot, &[]).is_ok());
}

#[test]
fn what_is_wrong_with_a_library_is_said_at_its_name() {
    let page = |import: &str| {
        format!("<script>CindyJS({{scripts: 'cs*', import: {{init: ['{import}']}}}})</script>")
    };
    let libraries: &[_] = &[("bad.cjs", "a = 1;\nb = (2")];
    let bad = said(&page("bad"), libraries);
    assert!(bad[0].starts_with("'bad': bad.cjs:2: "), "{bad:?}");
    assert_eq!(
        said(&page("no"), libraries),
        ["'no': there is no file `no.cjs`"]
    );
}

#[test]
fn libraries_that_import_one_another_are_told_once() {
    let page = |script: &str| {
        format!(
            "<script type='text/x-cindyscript' id='csinit'>{script}</script>\
             <script>CindyJS({{scripts: 'cs*'}})</script>"
        )
    };
    let libraries: &[_] = &[
        ("self.cjs", "import(\"self\"); x = 1;"),
        ("one.cjs", "import(\"two\"); import(\"two.cjs\");"),
        ("two.cjs", "import(\"one\"); import(\"one\");"),
        ("a.cjs", "import(\"b\")"),
        ("b.cjs", "import(\"c\")"),
        ("c.cjs", "import(\"a\")"),
        (
            "asks.cjs",
            "if(isundefined(here), here = 1; import(\"asks\"))",
        ),
        ("late.cjs", "again() := import(\"late\");"),
    ];
    assert_eq!(
        said(
            &page("import(\"self\"); import(\"one\"); import(\"self\");"),
            libraries
        ),
        [
            "\"self\": `self.cjs` imports itself",
            "\"one\": `one.cjs` and `two.cjs` import each other"
        ]
    );
    assert_eq!(
        said(&page("import(\"b\"); import(\"a\");"), libraries),
        ["\"b\": `a.cjs` imports `b.cjs`, that imports `c.cjs`, and that imports `a.cjs` again"]
    );
    assert_eq!(
        said(&page("import(\"asks\"); import(\"late\");"), libraries),
        [""; 0]
    );
}

#[test]
fn hints_on_portability_are_not_said_at_the_name_of_a_library() {
    const COUNT: &str = "count(x) := (k = 0; while(k < x, k = k + 1); k)";
    let page = "<script type='text/x-cindyscript' id='csdraw'>\
        colorplot(grey(count(#.x)));</script>\
        <script>CindyJS({scripts: 'cs*', import: {init: ['lib']}})</script>";
    let hints = |page: &str, libraries| {
        let document = Document::open_with("a.html", page, Arc::new(Shelf(libraries)));
        analyse(&document).portability()
    };
    assert_eq!(hints(page, &[("lib.cjs", COUNT)]), []);
    let inline = page.replace("colorplot(", &format!("{COUNT}; colorplot("));
    assert!(!hints(&inline, &[("lib.cjs", "")]).is_empty());
}
