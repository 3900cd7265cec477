//! Requests that make no sense: each is answered with nothing or an error, and what is said of it is
//! not said again and again.

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods::{TEXT, everything, requests};

const URI: &str = "file:///tmp/bad.cindyscript";

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

/// The requests about a place.
const AT_PLACES: [&str; 22] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/declaration",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/codeAction",
    "textDocument/colorPresentation",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "textDocument/semanticTokens/range",
    "textDocument/linkedEditingRange",
    "textDocument/inlayHint",
    "workspace/executeCommand",
];

/// Sends all requests that have positions, at this one: the answers, by method, without those that the
/// server does not know.
fn ask_at(client: &mut Client, line: u32, character: u32) -> Vec<(&'static str, Value)> {
    let mut answers = Vec::new();
    for (name, mut parameters) in requests(URI) {
        let before = parameters.clone();
        positions(&mut parameters, &|position| {
            *position = json!({"line": line, "character": character});
        });
        // What is resolved is something that the server has answered before.
        if parameters == before || name.ends_with("/resolve") {
            continue;
        }
        let answer = client.ask(name, parameters);
        if answer["error"]["code"] != -32601 {
            answers.push((name, answer));
        }
    }
    answers
}

#[test]
fn lines_past_the_end_of_the_text() {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, TEXT);
    // Behind the last line end there is one more line.
    let lines = TEXT.lines().count() as u32 + 1;
    for (line, character) in [(lines, 0), (99, 0), (u32::MAX, u32::MAX)] {
        let answers = ask_at(&mut client, line, character);
        let names: Vec<&str> = answers.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, AT_PLACES);
        for (name, answer) in answers {
            let result = &answer["result"];
            let is_empty = result.is_null() || *result == json!([]);
            assert!(
                is_empty && answer.get("error").is_none(),
                "{name}: {answer}"
            );
        }
    }
    let log = client.log();
    assert_eq!(log.lines().count(), 1, "{log}");
    let words = format!("Requests about lines past the end of {URI} have empty answers.");
    assert!(log.contains(&words), "{log}");
}

#[test]
fn a_character_past_the_end_of_a_line_is_its_end() {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, TEXT);
    let length = TEXT.lines().nth(1).unwrap().len() as u32;
    let answers = ask_at(&mut client, 1, length);
    // Ids are others each time.
    let shown = |answers: &[(&'static str, Value)]| -> Vec<(&'static str, String)> {
        let answers = answers.iter();
        let answers = answers.map(|(name, answer)| (*name, &answer["result"], &answer["error"]));
        let answers = answers.map(|(name, result, error)| (name, format!("{result} {error}")));
        answers.collect()
    };
    for character in [length + 1, 9_999, u32::MAX] {
        let there = ask_at(&mut client, 1, character);
        assert_eq!(shown(&there), shown(&answers));
    }
    // In the line behind the last line end as well, which is the end of the text.
    let lines = TEXT.lines().count() as u32;
    let answers = ask_at(&mut client, lines, 0);
    assert_eq!(shown(&ask_at(&mut client, lines, 7)), shown(&answers));
    assert_eq!(client.log(), "");
}

#[test]
fn a_range_may_end_past_the_end_of_the_text() {
    let mut client = Client::logged(&[]);
    client.handshake(everything());
    client.open(URI, "a=1;\nb=sin(a);");
    let ask = |client: &mut Client, line: u32, character: u32| {
        let start = json!({"line": 0, "character": 0});
        let end = json!({"line": line, "character": character});
        let params = json!({
            "range": {"start": start, "end": end}, "context": {"diagnostics": []},
            "options": {"tabSize": 2, "insertSpaces": true},
        });
        let methods = [
            "inlayHint",
            "semanticTokens/range",
            "rangeFormatting",
            "codeAction",
        ];
        methods.map(|method| client.result(&format!("textDocument/{method}"), URI, params.clone()))
    };
    let all = ask(&mut client, 1, 9);
    assert!(
        all[..3].iter().all(|answer| *answer != json!([])),
        "{all:?}"
    );
    for (line, character) in [(2, 0), (99, 3), (u32::MAX, u32::MAX)] {
        assert_eq!(ask(&mut client, line, character), all);
    }
    assert_eq!(client.log(), "");
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
    let document = json!({"uri": URI, "version": 4});
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

#[test]
fn text_over_the_limit_is_refused_with_its_size() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, &"a=1;\n".repeat(4 << 20));
    let refused = client.diagnostics(URI, Some(1));
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0]["code"], "cannot-read");
    let message = refused[0]["message"].as_str().unwrap();
    assert!(message.starts_with("this file has 20.0 MiB"), "{message}");
    // Pages of other matters may be as long as they like.
    let other = "file:///tmp/other.html";
    client.open(other, &"<p>Hello</p>\n".repeat(2 << 20));
    assert!(client.diagnostics(other, Some(1)).is_empty());
}
