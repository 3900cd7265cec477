//! Completion as an editor sees it: while a text is typed letter by letter.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///tmp/typed.cindyscript";

/// The labels that an editor would show for a word, in their order.
fn labels(answer: &Value) -> Vec<&str> {
    let items = answer["items"].as_array().unwrap();
    let labels = items.iter().map(|item| item["label"].as_str().unwrap());
    labels.collect()
}

fn complete(client: &mut Client, line: u32, character: u32) -> Value {
    let position = json!({"position": {"line": line, "character": character}});
    client.result("textDocument/completion", URI, position)
}

#[test]
fn a_line_is_typed() {
    let mut client = Client::initialize(json!({"capabilities": {"textDocument": {
        "completion": {"completionItem": {"snippetSupport": true}}
    }}}));
    let text = "radius = 2;\n\nafter = (1";
    client.open(URI, text);
    let line = "drawcircle([0, 0], rad";
    for (place, letter) in (0..).zip(line.chars()) {
        let version = place as i32 + 2;
        client.edit(URI, version, [1, place, 1, place], &letter.to_string());
        let answer = complete(&mut client, 1, place + 1);
        let labels = labels(&answer);
        match &line[..=place as usize] {
            "drawc" => assert_eq!(labels[0], "drawcircle"),
            "drawcircle([" => assert!(labels.contains(&"radius")),
            // A number.
            "drawcircle([0" => assert!(labels.is_empty(), "{labels:?}"),
            "drawcircle([0, 0], r" => assert_eq!(labels[0], "radius"),
            "drawcircle([0, 0], rad" => assert_eq!(labels[0], "radius"),
            _ => {}
        }
    }
    let answer = complete(&mut client, 1, 22);
    let edit = &answer["items"][0]["textEdit"];
    assert_eq!(edit["newText"], "radius");
    assert_eq!(edit["range"]["start"], json!({"line": 1, "character": 19}));
    assert_eq!(edit["range"]["end"], json!({"line": 1, "character": 22}));
}

#[test]
fn what_is_typed_on_does_not_drop_the_answer() {
    let mut client = Client::initialize(json!({"capabilities": {
        "experimental": {"cindyscript": {"completesWhileTyping": true}}
    }}));
    client.open(URI, "radius = 2;\n\nafter = 1;\n");
    // Faster than anything is analysed: the answer to the first letter is the one that counts.
    client.edit(URI, 2, [1, 0, 1, 0], "r");
    let place = json!({"textDocument": {"uri": URI}, "position": {"line": 1, "character": 1}});
    let asked = client.request("textDocument/completion", place);
    client.edit(URI, 3, [1, 1, 1, 1], "a");
    client.edit(URI, 4, [1, 2, 1, 2], "d");
    let answer = client.answer(asked);
    let items = &answer["result"];
    assert!(labels(items).contains(&"radius"), "{answer}");
    let ends = items["items"].as_array().unwrap().iter();
    for end in ends.map(|item| &item["textEdit"]["range"]["end"]) {
        assert_eq!(*end, json!({"line": 1, "character": 1}));
    }
}

#[test]
fn snippets_only_where_they_are_taken() {
    let text = "drawci";
    for (snippets, expected) in [
        (true, "drawcircle(${1:center}, ${2:radius})$0"),
        (false, "drawcircle"),
    ] {
        let mut client = Client::initialize(json!({"capabilities": {"textDocument": {
            "completion": {"completionItem": {"snippetSupport": snippets}}
        }}}));
        client.open(URI, text);
        let answer = complete(&mut client, 0, 6);
        let item = &answer["items"][0];
        assert_eq!(item["textEdit"]["newText"], expected);
        assert_eq!(item["insertTextFormat"], if snippets { 2 } else { 1 });
        assert!(item.get("documentation").is_none(), "{item}");
        let resolved = client.ask("completionItem/resolve", item.clone());
        let documentation = &resolved["result"]["documentation"];
        assert_eq!(documentation["kind"], "markdown");
        let text = documentation["value"].as_str().unwrap();
        assert!(text.contains("drawcircle(center, radius)"), "{text}");
    }
}

#[test]
fn nothing_where_nothing_is() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "// ra\na = \"ra\"; b = 1.5;");
    for (line, character) in [(0, 5), (1, 7), (1, 17), (1, 4_294_967_295)] {
        let answer = complete(&mut client, line, character);
        let labels = labels(&answer);
        match (line, character) {
            // Behind the text a statement may begin.
            (1, 4_294_967_295) => assert!(labels.contains(&"draw")),
            _ => assert!(labels.is_empty(), "{line} {character} {labels:?}"),
        }
    }
    let position =
        json!({"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}});
    let answer = client.ask("textDocument/completion", position);
    assert_eq!(answer["result"], Value::Null);
    let odd = json!({"label": "x", "data": {"not": "ours"}});
    let resolved = client.ask("completionItem/resolve", odd);
    assert_eq!(resolved["result"]["label"], "x");
}

/// Both would stand in the same list.
#[test]
fn snippets_of_vs_code_are_not_what_the_server_offers() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../editors/vscode/snippets/cindyscript.json"
    );
    let snippets: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut client = Client::initialize(json!({}));
    client.open(URI, "");
    let answer = complete(&mut client, 0, 0);
    let offered = labels(&answer);
    for snippet in snippets.as_object().unwrap().values() {
        let prefix = snippet["prefix"].as_str().unwrap();
        assert!(!offered.contains(&prefix), "{prefix}");
    }
}
