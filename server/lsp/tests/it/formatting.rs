//! Formatting over the protocol.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::Client;

const PAGE: &str = "file:///tmp/a.html";

/// The script of a page in which `ü` and `😀` stand before what is formatted.
const TEXT: &str = "<!-- ü😀 -->\n<script type=\"text/x-cindyscript\">\n  f(x):=(\n  \"ü😀\"+x;\n      g(x)\n  );\n  \
                    b=2;\n</script>\n";

fn check(method: &str, options: Value, more: Value, expected: Expect) {
    let mut client = Client::initialize(json!({}));
    client.open(PAGE, TEXT);
    let mut params = json!({"options": options});
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    let edits = client.result(method, PAGE, params);
    let shown: Vec<String> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let place = |end: &str| {
                let place = &edit["range"][end];
                format!("{}:{}", place["line"], place["character"])
            };
            format!("{}-{} {}", place("start"), place("end"), edit["newText"])
        })
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn a_page() {
    let options = json!({"tabSize": 2, "insertSpaces": true});
    check(
        "textDocument/formatting",
        options,
        json!({}),
        expect![[r#"
        2:6-2:6 " "
        2:8-2:8 " "
        3:2-3:2 "  "
        3:7-3:7 " "
        3:8-3:8 " "
        4:4-4:6 ""
        6:3-6:3 " "
        6:4-6:4 " ""#]],
    );
}

#[test]
fn indentation_of_a_page_wins_over_that_of_the_editor() {
    let method = "textDocument/rangeFormatting";
    let place = json!({"line": 3, "character": 5});
    let range = json!({"range": {"start": place, "end": place}});
    // The page has spaces, but no level yet.
    let tabs = json!({"tabSize": 4, "insertSpaces": false});
    check(
        method,
        tabs.clone(),
        range.clone(),
        expect![[r#"
        3:2-3:2 "  "
        3:7-3:7 " "
        3:8-3:8 " ""#]],
    );
    let far = json!({"tabSize": 4_294_967_295_u32, "insertSpaces": true});
    check(
        method,
        far.clone(),
        range,
        expect![[r#"
        3:2-3:2 "                "
        3:7-3:7 " "
        3:8-3:8 " ""#]],
    );
    let text = "<script type=\"text/x-cindyscript\">\n  f(x) := (\n    x\n  );\n</script>\n";
    for options in [tabs, far] {
        let mut client = Client::initialize(json!({}));
        client.open(PAGE, text);
        let options = json!({ "options": options });
        let edits = client.result("textDocument/formatting", PAGE, options);
        assert_eq!(edits, json!([]));
    }
}

#[test]
fn a_statement_that_was_typed() {
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let typed = |line: u32, character: u32, ch: &str| json!({"position": {"line": line, "character": character}, "ch": ch});
    let method = "textDocument/onTypeFormatting";
    check(
        method,
        options.clone(),
        typed(6, 6, ";"),
        expect![[r#"
        6:3-6:3 " "
        6:4-6:4 " ""#]],
    );
    check(method, options.clone(), typed(6, 5, ";"), expect![""]);
    check(method, options.clone(), typed(6, 6, ";;"), expect![""]);
    check(method, options, typed(8, 99, "}"), expect![""]);
}
