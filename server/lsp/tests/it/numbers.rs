//! Numbers moved by steps.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///tmp/a.cindyscript";

fn ask(client: &mut Client, argument: Value) -> Value {
    let params = json!({"command": "cindyscript.moveNumbers", "arguments": [argument]});
    client.ask("workspace/executeCommand", params)
}

fn at(character: u32) -> Value {
    json!({"position": {"line": 0, "character": character}})
}

#[test]
fn what_is_to_be_written_is_answered_for_the_newest_version() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = [0.25, -1]; // 0..1");
    client.edit(URI, 2, [0, 0, 0, 1], "äb");
    let numbers = json!([at(8), at(1), at(13)]);
    let answer = ask(
        &mut client,
        json!({"uri": URI, "numbers": numbers, "count": 1}),
    );
    let number = |from: u32, to: u32, text: &str, was: &str| {
        let place = |character| json!({"line": 0, "character": character});
        json!({"range": {"start": place(from), "end": place(to)}, "newText": text, "from": was})
    };
    let expected = json!([
        number(6, 10, "0.26", "0.25"),
        null,
        number(12, 14, "0", "-1")
    ]);
    assert_eq!(answer["result"], json!({"version": 2, "numbers": expected}));

    let mut dragged = at(8);
    dragged["from"] = json!("1.0");
    let numbers = json!([dragged]);
    let request = json!({"uri": URI, "numbers": numbers, "count": -3, "fine": true});
    let answer = ask(&mut client, request);
    let expected = json!([number(6, 10, "0.97", "1.0")]);
    assert_eq!(answer["result"]["numbers"], expected);
}

#[test]
fn where_no_number_is_nothing_is_to_be_written() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1;");
    let mut result = |uri: &str, numbers: Value| {
        ask(
            &mut client,
            json!({"uri": uri, "numbers": numbers, "count": 1}),
        )["result"]
            .clone()
    };
    assert_eq!(result(URI, json!([at(1)])), Value::Null);
    assert_eq!(result(URI, json!([])), Value::Null);
    assert_eq!(
        result("file:///tmp/other.cindyscript", json!([at(4)])),
        Value::Null
    );
    for wrong in [
        json!(URI),
        json!({"uri": URI, "numbers": [at(4)], "count": "1"}),
    ] {
        let error = ask(&mut client, wrong)["error"].clone();
        assert_eq!(error["code"], -32602, "{error}");
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("numbers: [{position, from?}]"),
            "{message}"
        );
    }
}
