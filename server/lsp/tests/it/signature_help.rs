//! The signatures that an editor shows while a call is typed.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///tmp/call.cindyscript";

fn help(client: &mut Client, line: u32, character: u32) -> Value {
    let position = json!({"position": {"line": line, "character": character}});
    client.result("textDocument/signatureHelp", URI, position)
}

#[test]
fn a_call_is_typed() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "\nafter = [1");
    let line = "drawcircle([0, 1], 2, size -> ";
    let mut seen = Vec::new();
    for (place, letter) in (0..).zip(line.chars()) {
        client.edit(
            URI,
            place as i32 + 2,
            [0, place, 0, place],
            &letter.to_string(),
        );
        if matches!(letter, '(' | ',' | '>') {
            let help = help(&mut client, 0, place + 1);
            let signature = &help["signatures"][0];
            assert_eq!(signature["label"], "drawcircle(center, radius)");
            assert_eq!(signature["parameters"][1]["label"], "radius");
            seen.push(help["activeParameter"].clone());
        }
    }
    // Behind the opening bracket, in the list, behind it; past the last, in a modifier.
    assert_eq!(
        seen,
        [json!(0), json!(0), json!(1), Value::Null, Value::Null]
    );
    assert_eq!(help(&mut client, 0, 3), Value::Null);
    client.rewrite(URI, 99, "a = sin(1);");
    assert_eq!(help(&mut client, 9, 9), Value::Null);
}

#[test]
fn parts_of_the_label() {
    let takes =
        json!({"signatureInformation": {"parameterInformation": {"labelOffsetSupport": true}}});
    let mut client = Client::initialize(json!({"capabilities": {
        "textDocument": {"signatureHelp": takes}
    }}));
    client.open(URI, "wéit(größe, b) := b;\na = wéit(1, 2.5);");
    let help = help(&mut client, 1, 12);
    let signature = &help["signatures"][0];
    assert_eq!(signature["label"], "wéit(größe: int, b: real)");
    assert_eq!(signature["parameters"][0]["label"], json!([5, 15]));
    assert_eq!(signature["parameters"][1]["label"], json!([17, 24]));
    assert_eq!(help["activeParameter"], 1);
}

#[test]
fn no_argument_is_active() {
    let text = "draw([0, 0], color -> [1, 0, 0]);";
    let asked = |information: Value| {
        let mut client = Client::initialize(json!({"capabilities": {
            "textDocument": {"signatureHelp": {"signatureInformation": information}}
        }}));
        client.open(URI, text);
        help(&mut client, 0, 22)
    };
    let told = |one: &Value| one.as_object().unwrap().get("activeParameter").cloned();
    let takes = asked(json!({"noActiveParameterSupport": true}));
    assert_eq!(takes["signatures"][0]["label"], "draw(figure)");
    assert_eq!(told(&takes), Some(Value::Null));
    assert_eq!(told(&takes["signatures"][0]), Some(Value::Null));
    let takes_not = asked(json!({}));
    assert_eq!(told(&takes_not), None);
    assert_eq!(told(&takes_not["signatures"][0]), None);
}
