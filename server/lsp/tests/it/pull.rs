//! Diagnostics for editors that ask for them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods::everything;

const URI: &str = "file:///tmp/pull.cindyscript";

fn ask(client: &mut Client, uri: &str, known: &Value) -> Value {
    let params = json!({"previousResultId": known});
    client.result("textDocument/diagnostic", uri, params)
}

fn codes(report: &Value) -> Vec<&str> {
    let items = report["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["code"].as_str().unwrap())
        .collect()
}

fn pushed(client: &mut Client) -> usize {
    let heard = client.rest();
    let pushed = heard
        .iter()
        .filter(|message| message["method"] == "textDocument/publishDiagnostics");
    pushed.count()
}

#[test]
fn they_are_not_sent_as_well() {
    let mut client = Client::initialize(everything());
    client.open(URI, "a = nothere;\n");
    let report = ask(&mut client, URI, &Value::Null);
    assert_eq!(report["kind"], "full");
    assert_eq!(codes(&report), ["undefined-name"]);
    let known = &report["resultId"];
    let again = ask(&mut client, URI, known);
    assert_eq!(again, json!({"kind": "unchanged", "resultId": known}));
    // Nothing that is said changes.
    client.edit(URI, 2, [1, 0, 1, 0], "b = 1;");
    assert_eq!(ask(&mut client, URI, known)["kind"], "unchanged");
    client.edit(URI, 3, [0, 0, 0, 0], "\n");
    let report = ask(&mut client, URI, known);
    assert_eq!(
        report["items"][0]["range"]["start"],
        json!({"line": 1, "character": 4})
    );
    client.rewrite(URI, 4, "a = 1;");
    let report = ask(&mut client, URI, &report["resultId"]);
    assert_eq!(codes(&report), [] as [&str; 0]);
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": URI}}),
    );
    let report = ask(&mut client, URI, &Value::Null);
    assert_eq!(report, json!({"kind": "full", "items": []}));
    assert_eq!(pushed(&mut client), 0);
}

#[test]
fn an_editor_that_cannot_be_told_to_ask_gets_them() {
    let offered = json!({"capabilities": {"textDocument": {"diagnostic": {}}}});
    let mut client = Client::start();
    let answer = client.handshake(offered);
    assert!(
        answer["result"]["capabilities"]
            .get("diagnosticProvider")
            .is_none()
    );
    client.open(URI, "a = nothere;\n");
    assert_eq!(client.diagnostics(URI, Some(1)).len(), 1);
}

#[test]
fn what_changes_without_an_edit_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pull");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let page = format!("file://{}/page.cindyscript", folder.display());
    let mut client = Client::initialize(everything());
    client.open(&page, "import(\"lib\"); a = f(1); colorplot(+|#|*a)");
    let first = ask(&mut client, &page, &Value::Null);
    assert!(codes(&first).len() > 1, "{first}");

    fs::write(folder.join("lib.cjs"), "f(x) := x;").unwrap();
    client.hear("workspace/diagnostic/refresh");
    let second = ask(&mut client, &page, &first["resultId"]);
    assert_eq!(codes(&second), ["not-in-cindygl"]);

    let settings = json!({"settings": {"cindyscript": {"portability": false}}});
    client.notify("workspace/didChangeConfiguration", settings);
    client.hear("workspace/diagnostic/refresh");
    let third = ask(&mut client, &page, &second["resultId"]);
    assert_eq!(codes(&third), [] as [&str; 0]);
    assert_eq!(pushed(&mut client), 0);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_an_edit_overtakes_is_asked_again() {
    let mut client = Client::initialize(everything());
    let text: String = (0..3_000)
        .map(|line| format!("x{line} = {line};\n"))
        .collect();
    client.open(URI, &text);
    let params = json!({"textDocument": {"uri": URI}});
    let overtaken = client.request("textDocument/diagnostic", params);
    client.rewrite(URI, 2, "a = nothere;");
    let answer = client.answer(overtaken);
    // VS Code takes any other error for a text without diagnostics.
    assert_eq!(answer["error"]["code"], -32802, "{answer}");
    assert_eq!(answer["error"]["data"], json!({"retriggerRequest": true}));
    assert_eq!(
        codes(&ask(&mut client, URI, &Value::Null)),
        ["undefined-name"]
    );
}
