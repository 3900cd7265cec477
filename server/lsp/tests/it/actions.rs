//! Code actions beyond the edits: all fixes at once, and names that are chosen afterwards.

use serde_json::{Value, json};

use super::client::Client;

const URI: &str = "file:///tmp/actions.cindyscript";

/// The actions for a range `[start line, start character, end line, end character]`.
fn actions(client: &mut Client, range: [u32; 4], context: Value) -> Value {
    let [a, b, c, d] = range;
    let range = json!({
        "start": {"line": a, "character": b}, "end": {"line": c, "character": d},
    });
    let params = json!({"range": range, "context": context});
    client.result("textDocument/codeAction", URI, params)
}

#[test]
fn all_that_is_safe_is_fixed_at_once() {
    let mut client = Client::initialize(json!({}));
    client.open(
        URI,
        "a = 2*-1;\nb = true && a;\nradius = 1; c = radios; drawtxt(1);",
    );
    let only = |kind: &str| json!({"diagnostics": [], "only": [kind]});
    for kind in ["source", "source.fixAll", "source.fixAll.cindyscript"] {
        let found = actions(&mut client, [0, 0, 0, 0], only(kind));
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(found[0]["kind"], "source.fixAll.cindyscript");
        let edits = &found[0]["edit"]["changes"][URI];
        let texts: Vec<&Value> = (edits.as_array().into_iter().flatten())
            .map(|edit| &edit["newText"])
            .collect();
        assert_eq!(texts, ["(-1)", "&"]);
    }
    let found = actions(&mut client, [0, 0, 0, 0], only("source.organizeImports"));
    assert_eq!(found, json!([]));
    // Also in a menu of all actions, unless it would say the same as another.
    let shown = |found: Value| {
        let found = found.as_array().cloned().unwrap_or_default();
        let kinds = found.iter().map(|one| one["kind"].to_string());
        kinds.collect::<Vec<_>>()
    };
    let anywhere = json!({"diagnostics": []});
    let all = "\"source.fixAll.cindyscript\"".to_owned();
    let found = shown(actions(&mut client, [0, 6, 0, 6], anywhere.clone()));
    assert!(found.contains(&all), "{found:?}");
    client.rewrite(URI, 2, "a = 2*-1;");
    let found = shown(actions(&mut client, [0, 6, 0, 6], anywhere));
    assert_eq!(found, ["\"quickfix\""]);
}

#[test]
fn a_made_up_name_is_chosen_afterwards() {
    let extract = |client: &mut Client| {
        client.open(URI, "f(x) := (\n  \"é😀\" + x^2;\n);");
        let context = json!({"diagnostics": [], "only": ["refactor.extract"]});
        let found = actions(client, [1, 10, 1, 13], context);
        let found = found.as_array().cloned().unwrap_or_default();
        let titles: Vec<Value> = found.iter().map(|one| one["title"].clone()).collect();
        assert_eq!(
            titles,
            [
                "Extract this into a variable `value`",
                "Extract this into a function `helper`"
            ]
        );
        found
    };
    let commands = json!({"cindyscript": {"commands": ["cindyscript.rename"]}});
    let mut client = Client::initialize(json!({"capabilities": {"experimental": commands}}));
    let found = extract(&mut client);
    let named: Vec<&Value> = found.iter().map(|one| &one["command"]).collect();
    let place = |line: u32| {
        json!({"title": "Choose a name", "command": "cindyscript.rename",
            "arguments": [URI, {"line": line, "character": 10}]})
    };
    // Behind `regional(value);` and `value = x^2;`, and behind `helper(x) := x^2;`.
    assert_eq!(named, [&place(3), &place(2)]);

    let mut client = Client::initialize(json!({}));
    let found = extract(&mut client);
    assert!(found.iter().all(|one| one.get("command").is_none()));
}
