//! Code lenses that count uses.

use serde_json::{Value, json};

use super::client::Client;

const URI: &str = "file:///tmp/lenses.cindyscript";
const TEXT: &str = "n = 3;\nf(x) := x + n;\ng(x) := f(x);\ndraw([f(1), n]);";

/// A client that has the command, and with more capabilities.
fn client(resolves: bool) -> Client {
    let commands = json!(["cindyscript.showReferences"]);
    let ours = json!({"commands": commands, "resolvesCodeLenses": resolves});
    let refresh = json!({"codeLens": {"refreshSupport": true}});
    let mut client = Client::initialize(json!({"capabilities": {
        "experimental": {"cindyscript": ours}, "workspace": refresh,
    }}));
    client.open(URI, TEXT);
    client
}

fn lenses(client: &mut Client) -> Vec<Value> {
    let lenses = client.result("textDocument/codeLens", URI, json!({}));
    lenses.as_array().cloned().unwrap_or_default()
}

fn titles(lenses: &[Value]) -> Vec<String> {
    let line = |lens: &Value| lens["range"]["start"]["line"].clone();
    let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or("?").to_owned();
    lenses
        .iter()
        .map(|lens| format!("{}: {}", line(lens), title(lens)))
        .collect()
}

#[test]
fn uses_are_counted_when_they_are_seen() {
    let mut client = client(true);
    let found = lenses(&mut client);
    assert_eq!(titles(&found), ["1: ?", "2: ?"]);
    let resolved: Vec<Value> = found
        .iter()
        .map(|lens| client.ask("codeLens/resolve", lens.clone())["result"].clone())
        .collect();
    assert_eq!(titles(&resolved), ["1: 2 references", "2: no references"]);
    let command = &resolved[0]["command"];
    assert_eq!(command["command"], "cindyscript.showReferences");
    let place = |line: u32, from: u32| {
        json!({"uri": URI, "range": {
            "start": {"line": line, "character": from},
            "end": {"line": line, "character": from + 1},
        }})
    };
    let expected = json!([URI, {"line": 1, "character": 0}, [place(2, 8), place(3, 6)]]);
    assert_eq!(command["arguments"], expected);

    // One of an older text stays as it is: others are asked for after an edit.
    client.edit(URI, 2, [0, 0, 0, 0], "\n");
    let again = client.ask("codeLens/resolve", found[0].clone());
    assert!(again["result"].get("command").is_none(), "{again}");
}

#[test]
fn uses_are_counted_at_once_for_editors_that_want_that() {
    let mut client = client(false);
    let found = lenses(&mut client);
    assert_eq!(titles(&found), ["1: 2 references", "2: no references"]);
}

#[test]
fn settings_say_what_is_counted() {
    let mut client = client(false);
    let mut set = |functions: bool, variables: bool| {
        let lens = json!({"functions": functions, "variables": variables});
        let settings = json!({"settings": {"cindyscript": {"codeLens": lens}}});
        client.notify("workspace/didChangeConfiguration", settings);
        client.hear("workspace/codeLens/refresh");
        let found = lenses(&mut client);
        titles(&found)
    };
    assert_eq!(set(false, true), ["0: 2 references"]);
    assert!(set(false, false).is_empty());
    let all = ["0: 2 references", "1: 2 references", "2: no references"];
    assert_eq!(set(true, true), all);
}

#[test]
fn an_editor_without_the_command_has_none() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, TEXT);
    assert!(lenses(&mut client).is_empty());
}
