//! Queries: each fits its grammar, highlights are those of a script, and pages hold scripts.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator as _};

use crate::{files, root};

fn cindyscript() -> Language {
    tree_sitter_cindyscript::LANGUAGE.into()
}

fn html() -> Language {
    tree_sitter_html::LANGUAGE.into()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn queries_fit_their_grammars() {
    let mut count = 0;
    for folder in [
        "tree-sitter-cindyscript/queries",
        "helix/queries",
        "nvim/queries",
        "zed/languages",
    ] {
        for path in files(&root().join("editors").join(folder), "scm") {
            let language = match path.parent().and_then(Path::file_name) {
                Some(folder) if folder == "html" => html(),
                _ => cindyscript(),
            };
            let query = Query::new(&language, &fs::read_to_string(&path).unwrap());
            assert!(query.is_ok(), "{}: {query:?}", path.display());
            count += 1;
        }
    }
    assert!(count >= 10, "{count} queries");
}

/// The captures of a text: byte range and name, with the language where the pattern names one.
fn captures(language: &Language, query: &str, text: &str) -> Vec<(usize, usize, String)> {
    let mut parser = Parser::new();
    parser.set_language(language).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let query = Query::new(language, query).unwrap();
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut matches = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((matched, index)) = matches.next() {
        let capture = matched.captures()[*index];
        let name = query.capture_names()[capture.index as usize];
        let settings = query.property_settings(matched.pattern_index);
        let injected = settings
            .first()
            .and_then(|setting| setting.value.as_deref());
        let range = capture.node.byte_range();
        found.push((range.start, range.end, injected.unwrap_or(name).to_owned()));
    }
    found.sort();
    found.dedup();
    found
}

fn check_highlights(script: &str, expected: Expect) {
    let query = read("editors/tree-sitter-cindyscript/queries/highlights.scm");
    let found = captures(&cindyscript(), &query, script).into_iter();
    let lines = found.map(|(start, end, name)| format!("{name} {}\n", &script[start..end]));
    expected.assert_eq(
        &lines
            .filter(|line| !line.starts_with("punctuation"))
            .collect::<String>(),
    );
}

#[test]
fn highlights_tell_what_a_name_is() {
    check_highlights(
        "// %% draw\n\
         f(x, k) := if(x > 0.5, sin(x) * pi, true);\n\
         repeat(3, regional(n); f(#, A.xy)); // end\n\
         draw([1, 2]², color -> \"red\"); {\"k\": 1}",
        expect![[r#"
            markup.heading // %% draw
            function f
            variable.parameter x
            variable.parameter k
            operator :=
            keyword.conditional if
            operator >
            number 0.5
            function.builtin sin
            operator *
            constant.builtin pi
            boolean true
            keyword.repeat repeat
            number 3
            keyword regional
            function f
            variable.builtin #
            property xy
            comment.line // end
            function.builtin draw
            number 1
            number 2
            number ²
            attribute color
            operator ->
            string "red"
            string "k"
            number 1
        "#]],
    );
}

#[test]
fn highlights_capture_no_node_in_two_ways() {
    let query = read("editors/tree-sitter-cindyscript/queries/highlights.scm");
    let mut scripts = 0;
    for path in files(&root().join("editors"), "cindyscript") {
        check_once(&query, &fs::read_to_string(path).unwrap());
    }
    for path in files(&root().join("tests/types"), "md") {
        let text = fs::read_to_string(path).unwrap();
        for block in text.split("```cindyscript\n").skip(1) {
            check_once(&query, block.split("```").next().unwrap());
            scripts += 1;
        }
    }
    assert!(scripts > 100, "{scripts}");
}

fn check_once(query: &str, script: &str) {
    let mut names = HashMap::new();
    for (start, end, name) in captures(&cindyscript(), query, script) {
        let before = names.insert((start, end), name.clone());
        // Names of the language that a script uses for its own parameters.
        let is_parameter =
            name == "variable.parameter" || before.as_deref() == Some("constant.builtin");
        assert!(
            before.is_none() || is_parameter,
            "{} is {name} and {before:?} in {script}",
            &script[start..end]
        );
    }
}

/// A page with a script of each sort.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">draw([0, 0]);</script>
<script type='text/x-cindyscript'>a = 1;</script>
<script>js();</script>
<script type="text/javascript">typed();</script>
<style>css {}</style>
"#;

fn check_injections(path: &str, expected: Expect) {
    let found = captures(&html(), &read(path), PAGE).into_iter();
    let injected = found.filter(|(start, ..)| PAGE[..*start].ends_with('>'));
    let lines =
        injected.map(|(start, end, language)| format!("{language}: {}\n", &PAGE[start..end]));
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn scripts_in_pages_are_injected_in_neovim() {
    check_injections(
        "editors/nvim/queries/html/injections.scm",
        expect![[r#"
        cindyscript: draw([0, 0]);
        cindyscript: a = 1;
    "#]],
    );
}

#[test]
fn scripts_in_pages_are_injected_in_helix() {
    check_injections(
        "editors/helix/queries/html/injections.scm",
        expect![[r#"
        cindyscript: draw([0, 0]);
        cindyscript: a = 1;
        javascript: js();
        javascript: typed();
        css: css {}
    "#]],
    );
}
