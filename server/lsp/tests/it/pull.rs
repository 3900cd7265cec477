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

#[test]
fn files_of_the_workspace_that_are_not_open() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace");
    let _ = fs::remove_dir_all(&folder);
    for part in ["pages", "node_modules", ".git"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    let folder = folder.canonicalize().unwrap();
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("a.cindyscript", "a = nothere;");
    write("pages/b.cindyscript", "import(\"lib\"); b = f(1);");
    write("pages/good.cindyscript", "c = 1;");
    write("node_modules/d.cindyscript", "d = nothere;");
    write(".git/e.cindyscript", "e = nothere;");
    write("lib.cjs", "g = nothere;");
    write("other.html", "<script>nothing(</script>");
    let mut params = everything();
    params["workspaceFolders"] = json!([{"uri": uri(""), "name": "w"}]);
    let mut client = Client::initialize(params);
    let mut known: Vec<Value> = Vec::new();
    // The kind of each report with the number of its diagnostics.
    let mut reports = |client: &mut Client| -> Vec<(String, String, usize)> {
        let params = json!({"previousResultIds": known});
        let answer = client.ask("workspace/diagnostic", params);
        let items = answer["result"]["items"].as_array().unwrap().clone();
        known = items
            .iter()
            .filter(|item| item["resultId"].is_string())
            .map(|item| json!({"uri": item["uri"], "value": item["resultId"]}))
            .collect();
        let read = |item: &Value| {
            let name = item["uri"].as_str().unwrap().rsplit('/').next().unwrap();
            let count = item["items"].as_array().map_or(0, Vec::len);
            (
                name.to_owned(),
                item["kind"].as_str().unwrap().to_owned(),
                count,
            )
        };
        items.iter().map(read).collect()
    };
    let report = |name: &str, kind: &str, count| (name.to_owned(), kind.to_owned(), count);
    let expected = [
        report("a.cindyscript", "full", 1),
        report("b.cindyscript", "full", 1),
    ];
    assert_eq!(reports(&mut client), expected);
    let unchanged = [
        report("a.cindyscript", "unchanged", 0),
        report("b.cindyscript", "unchanged", 0),
    ];
    assert_eq!(reports(&mut client), unchanged);
    // A library comes to be, a file is mended, another one opened.
    write("pages/lib.cjs", "f(x) := x;");
    write("a.cindyscript", "a = 1;  ");
    let expected = [
        report("a.cindyscript", "full", 0),
        report("b.cindyscript", "full", 0),
    ];
    assert_eq!(reports(&mut client), expected);
    client.open(&uri("a.cindyscript"), "a = nothere;");
    fs::remove_file(folder.join("pages/b.cindyscript")).unwrap();
    assert_eq!(reports(&mut client), [report("b.cindyscript", "full", 0)]);
    assert_eq!(reports(&mut client), []);
    fs::remove_dir_all(&folder).unwrap();
}
