//! Requests that make no sense: each is answered with nothing or an error, and what is said of it is
//! not said again and again.

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods::{TEXT, everything, requests};

const URI: &str = "file:///tmp/bad.cindyscript";

/// Sends all requests with changed parameters: none must be an error of the server.
fn check(mut change: impl FnMut(&mut Value)) {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, TEXT);
    for (name, mut parameters) in requests(URI) {
        change(&mut parameters);
        let answer = client.ask(name, parameters.clone());
        assert_ne!(
            answer["error"]["code"], -32603,
            "{name} {parameters}: {answer}"
        );
    }
    assert_eq!(client.log(), "");
}

/// Changes all positions in parameters.
fn positions(parameters: &mut Value, change: &dyn Fn(&mut Value)) {
    match parameters {
        Value::Object(entries) if entries.contains_key("line") => change(parameters),
        Value::Object(entries) => entries
            .values_mut()
            .for_each(|value| positions(value, change)),
        Value::Array(values) => values.iter_mut().for_each(|value| positions(value, change)),
        _ => {}
    }
}

#[test]
fn files_that_are_not_open() {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, TEXT);
    let unknown = [
        "file:///tmp/unknown.cindyscript",
        "untitled:none",
        "http://a.b/c?d#e",
        "file:///%FF",
    ];
    for uri in unknown {
        for (name, parameters) in requests(uri) {
            let answer = client.ask(name, parameters);
            assert_ne!(answer["error"]["code"], -32603, "{name}: {answer}");
        }
        client.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
    }
    // Each is spoken of once, however much is asked about it.
    let log = client.log();
    let said: Vec<&str> = log.lines().collect();
    assert_eq!(said.len(), unknown.len(), "{log}");
    for (line, uri) in said.iter().zip(unknown) {
        let words = format!("Requests about {uri} have empty answers: it is not open.");
        assert!(line.ends_with(&words), "{log}");
    }
}

#[test]
fn positions_outside_of_the_text() {
    for (line, character) in [(99, 0), (0, 9_999), (u32::MAX, u32::MAX)] {
        check(|parameters| {
            positions(parameters, &|position| {
                *position = json!({"line": line, "character": character});
            });
        });
    }
}

#[test]
fn ranges_from_the_end_to_the_beginning() {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, TEXT);
    let mut refused = Vec::new();
    // Of each it is spoken once, however often it is asked.
    for _ in 0..2 {
        for (name, mut parameters) in requests(URI) {
            if parameters.get("range").is_none() {
                continue;
            }
            parameters["range"] = json!({
                "start": {"line": 99, "character": 0}, "end": {"line": 0, "character": 3},
            });
            let answer = client.ask(name, parameters);
            assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
            refused.push(name);
        }
    }
    assert!(
        refused.contains(&"textDocument/rangeFormatting"),
        "{refused:?}"
    );
    let log = client.log();
    assert_eq!(log.lines().count(), refused.len() / 2, "{log}");
    for name in refused {
        let words = format!("{name}: the range ends before it begins.");
        assert!(log.contains(&words), "{log}");
    }
}

#[test]
fn names_that_are_none() {
    let mut client = Client::initialize(everything());
    client.open(URI, TEXT);
    for name in [
        "", " ", "1a", "a b", "a_b", "a.b", "->", "\"", "😀", "a\n", "f(x)",
    ] {
        let position = json!({"line": 1, "character": 4});
        let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": name});
        let answer = client.ask("textDocument/rename", params);
        assert!(answer.get("error").is_some(), "{name:?}: {answer}");
        assert_ne!(answer["error"]["code"], -32603, "{name:?}: {answer}");
    }
}

#[test]
fn settings_of_another_shape_are_spoken_of_once() {
    let mut client = Client::logged(&[]);
    client.handshake(json!({"initializationOptions": {"inlayHints": "yes"}}));
    let wrong = [
        json!({"cindyscript": {"inlayHints": 3}}),
        json!({"cindyscript": {"portability": "no"}}),
        json!({"preview": {"path": []}}),
    ];
    for _ in 0..10 {
        for settings in &wrong {
            let settings = json!({"settings": settings});
            client.notify("workspace/didChangeConfiguration", settings);
        }
        for nothing in [
            json!(null),
            json!([]),
            json!(3),
            json!("a"),
            json!({"other": {"a": 1}}),
        ] {
            let settings = json!({"settings": nothing});
            client.notify("workspace/didChangeConfiguration", settings);
        }
        client.edit("file:///tmp/unknown.cindyscript", 1, [0, 0, 0, 0], "a");
    }
    // What is said comes in order.
    client.open(URI, TEXT);
    client.diagnostics(URI, Some(1));
    let heard = client.rest();
    let said = |method: &str| heard.iter().filter(|it| it["method"] == method).count();
    assert_eq!(said("window/showMessage"), 1 + wrong.len());
    assert_eq!(said("window/logMessage"), 1);
    let log = client.log();
    assert_eq!(log.lines().count(), 2 + wrong.len(), "{log}");
}

#[test]
fn an_editor_that_offers_nothing_is_asked_nothing() {
    let mut client = Client::logged(&[]);
    client.handshake(json!({}));
    client.open(URI, TEXT);
    for (name, parameters) in requests(URI) {
        let answer = client.ask(name, parameters);
        assert_ne!(answer["error"]["code"], -32603, "{name}: {answer}");
    }
    let settings = json!({"inlayHints": {"variables": false}, "portability": false});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": settings}),
    );
    client.rewrite(URI, 2, "a = nothere;");
    assert_eq!(client.diagnostics(URI, Some(2)).len(), 1);
    let heard = client.rest();
    let asked = heard
        .iter()
        .find(|message| message.get("id").is_some() && message.get("method").is_some());
    assert_eq!(asked, None);
    assert_eq!(client.log(), "");
}

#[test]
fn documents_that_are_opened_twice_or_change_backwards() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1;");
    client.open(URI, "b = 1;\n");
    client.edit(URI, 7, [0, 0, 0, 1], "c");
    let document = json!({"uri": URI, "version": 3});
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": []}),
    );
    client.edit(URI, 3, [1, 0, 1, 0], "d = nothere;");
    let found = client.diagnostics(URI, Some(3));
    assert_eq!(
        found[0]["range"]["start"],
        json!({"line": 1, "character": 4})
    );
}
