//! Folding and growing selections over the protocol.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::Client;

const PAGE: &str = "file:///tmp/a.html";
const TEXT: &str = "<!-- ü -->\n<script type=\"text/x-cindyscript\">\n  // a\n  // b\n  f(x) := (\n    \"😀\" + (x);\n  );\n</script>\n";

fn shown(range: &Value) -> String {
    let [start, end] = ["start", "end"].map(|end| {
        let place = &range[end];
        format!("{}:{}", place["line"], place["character"])
    });
    format!("{start}-{end}")
}

fn check_selection(client: &mut Client, positions: Value, expected: Expect) {
    let answer = client.result(
        "textDocument/selectionRange",
        PAGE,
        json!({"positions": positions}),
    );
    let mut lines = Vec::new();
    for first in answer.as_array().unwrap() {
        let mut grown = first;
        let mut steps = Vec::new();
        while !grown.is_null() {
            steps.push(shown(&grown["range"]));
            grown = &grown["parent"];
        }
        lines.push(steps.join(" < "));
    }
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn folds_of_a_page() {
    let mut client = Client::initialize(json!({}));
    client.open(PAGE, TEXT);
    let answer = client.result("textDocument/foldingRange", PAGE, json!({}));
    let folds = answer.as_array().unwrap().iter().map(|fold| {
        let places = ["startLine", "startCharacter", "endLine", "endCharacter"];
        let [from, column, to, end] = places.map(|key| fold[key].to_string());
        let kind = fold["kind"].as_str().unwrap_or("code");
        format!("{kind} {from}:{column}-{to}:{end}")
    });
    expect![[r#"
        region 1:34-6:4
        comment 2:2-3:6
        code 4:11-5:15"#]]
    .assert_eq(&folds.collect::<Vec<_>>().join("\n"));
}

#[test]
fn selections_of_a_page() {
    let mut client = Client::initialize(json!({}));
    client.open(PAGE, TEXT);
    let at = |line: u32, character: u32| json!({"line": line, "character": character});
    check_selection(
        &mut client,
        json!([at(5, 12), at(0, 3), at(8, 99)]),
        expect![[r#"
            5:12-5:13 < 5:11-5:14 < 5:4-5:14 < 5:4-5:15 < 4:10-6:3 < 4:2-6:3 < 1:34-7:0
            0:3-0:3
            8:0-8:0"#]],
    );
    check_selection(&mut client, json!([]), expect![""]);
}
