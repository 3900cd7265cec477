//! Messages that are none.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///tmp/a.cindyscript";

/// The server still does its work.
fn is_well(client: &mut Client) {
    client.open(URI, "a = nothere;");
    assert_eq!(client.diagnostics(URI, Some(1)).len(), 1);
    assert_eq!(client.shut_down().code(), Some(0));
}

fn error(client: &mut Client) -> Value {
    let answer = client.wait(|message| message.get("error").is_some());
    assert_eq!(answer["id"], Value::Null);
    answer["error"].clone()
}

#[test]
fn bodies_that_are_no_messages_are_answered() {
    let mut client = Client::initialize(json!({}));
    for (body, code) in [
        ("{\"jsonrpc\": \"2.0\", \"method", -32700),
        ("hello", -32700),
        ("", -32700),
        ("{}", -32600),
        ("[1, 2]", -32600),
        ("{\"jsonrpc\": \"1.0\", \"method\": \"exit\"}", -32600),
    ] {
        client.send_body(body.as_bytes());
        let error = error(&mut client);
        assert_eq!(error["code"], code, "{body}: {error}");
    }
    client.send_body(b"\xff\xfe{");
    assert_eq!(error(&mut client)["code"], -32700);
    is_well(&mut client);
}

#[test]
fn requests_that_do_not_exist_are_answered() {
    let mut client = Client::initialize(json!({}));
    for method in ["$/foo", "$/setTrace", "foo"] {
        let answer = client.ask(method, json!({}));
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
    is_well(&mut client);
}

#[test]
fn garbage_between_messages_is_skipped() {
    let mut client = Client::initialize(json!({}));
    client.send_bytes(b"garbage\r\n\r\nmore: garbage\r\n\r\n\0\0\0");
    client.send_bytes(b"Content-Length: many\r\n\r\n");
    is_well(&mut client);
}

#[test]
fn wrong_parameters_are_answered_or_ignored() {
    let mut client = Client::initialize(json!({}));
    let answer = client.ask("textDocument/hover", json!({"textDocument": 1}));
    assert_eq!(answer["error"]["code"], -32602);
    client.notify("textDocument/didOpen", json!({"textDocument": {}}));
    client.notify("textDocument/didChange", json!([]));
    client.notify("$/unknown", json!({}));
    client.notify("unknown/too", json!({}));
    let answer = client.ask("textDocument/moniker", json!({}));
    assert!(answer.get("error").is_some());
    client.notify("$/cancelRequest", json!({"id": 12345}));
    is_well(&mut client);
}

#[test]
fn half_a_character_keeps_later_positions_right() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = \"\";\n");
    // JSON text with a lone surrogate, as an editor sends it that cuts an emoji in two.
    let body = json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": URI, "version": 2},
        "contentChanges": [{"text": "HALF", "range": {
            "start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 5},
        }}],
    }});
    let body = body.to_string().replace("HALF", "\\ud83d");
    client.send_body(body.as_bytes());
    client.edit(URI, 3, [0, 7, 0, 7], " + nothere");
    let diagnostics = client.diagnostics(URI, Some(3));
    let found = diagnostics
        .iter()
        .find(|found| found["code"] == "undefined-name");
    let start = &found.unwrap()["range"]["start"];
    assert_eq!(*start, json!({"line": 0, "character": 10}));
}

#[test]
fn before_the_first_words() {
    let mut client = Client::start();
    let answer = client.ask("textDocument/hover", json!({}));
    assert_eq!(answer["error"]["code"], -32002);
    client.open(URI, "a = nothere;");
    client.handshake(json!({}));
    is_well(&mut client);
}
