//! What is set in a preview is written into the text.

use serde_json::{Value, json};

use super::{Fake, OPEN, URI, is_open};
use crate::client::Client;

/// Writes down what it reads, and sets what version 1 gives to `a` once it is told to.
const SETS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  printf '%s\n' "$line" >> read
  [ -e "set" ] || echo '{"message":"edit","version":1,"replacements":[{"range":{"start":13,"end":14},"old":"1","new":"0.25"},{"range":{"start":20,"end":21},"old":"2","new":"true"}]}'
  touch set
done
"#;
const SET_TEXT: &str = "/* ä */ a = 1; b = 2;";

fn setting(name: &str, workspace: &Value) -> (Fake, Client) {
    let fake = Fake::new(name, SETS);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"workspace": workspace},
    }));
    client.open(URI, SET_TEXT);
    (fake, client)
}

#[test]
fn what_is_set_in_it_is_written_into_the_text_it_was_set_in() {
    let versioned = json!({"applyEdit": true, "workspaceEdit": {"documentChanges": true}});
    let (fake, mut client) = setting("sets", &versioned);
    client.command(OPEN, URI);
    let request = client.wait(|message| message["method"] == "workspace/applyEdit");
    let at = |from: u32, to: u32| json!({"start": {"line": 0, "character": from}, "end": {"line": 0, "character": to}});
    assert_eq!(
        request["params"]["edit"],
        json!({"documentChanges": [{
            "textDocument": {"uri": URI, "version": 1},
            "edits": [{"range": at(12, 13), "newText": "0.25"}, {"range": at(19, 20), "newText": "true"}],
        }]})
    );
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": true}}));
    client.rewrite(URI, 2, "/* ä */ a = 0.25; b = true;");
    let read = fake.wait(|read| read.iter().any(|message| message["version"] == 2));
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(
        client
            .rest()
            .iter()
            .all(|said| said["method"] != "window/showMessage")
    );
}

#[test]
fn where_it_cannot_be_written_the_text_is_sent_once_more() {
    let returns = |fake: &Fake, client: &mut Client, why: &str| {
        let said = client.hear("window/showMessage");
        let said = said["message"].as_str().unwrap();
        assert!(said.contains(why), "{said}");
        let read = fake.wait(|read| read.len() == 2);
        assert!(
            read.iter().all(|message| is_open(message, 1, SET_TEXT)),
            "{read:?}"
        );
    };
    // It does not let others write.
    let (fake, mut client) = setting("sets-nothing", &json!({}));
    client.command(OPEN, URI);
    returns(&fake, &mut client, "lets nobody else write");

    // It refuses.
    let (fake, mut client) = setting("sets-refused", &json!({"applyEdit": true}));
    client.command(OPEN, URI);
    let request = client.wait(|message| message["method"] == "workspace/applyEdit");
    let edits = &request["params"]["edit"]["changes"][URI];
    assert_eq!(edits[1]["newText"], "true", "{request}");
    let refused = json!({"applied": false, "failureReason": "it is locked"});
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": refused}));
    returns(&fake, &mut client, "it is locked");
}

#[test]
fn what_is_set_in_a_text_that_is_another_one_is_not_written() {
    let (fake, mut client) = setting("sets-late", &json!({"applyEdit": true}));
    // Not what the preview has seen there.
    client.rewrite(URI, 1, "/* ä */ a = 3; b = 2;");
    client.command(OPEN, URI);
    let said = client.hear("window/showMessage");
    let said = said["message"].as_str().unwrap();
    assert!(said.contains("something else stands"), "{said}");
    fake.wait(|read| read.len() == 2);
    // Another version, which the preview is sent.
    client.rewrite(URI, 2, SET_TEXT);
    std::fs::remove_file(fake.folder.join("set")).unwrap();
    client.rewrite(URI, 3, SET_TEXT);
    fake.wait(|read| read.iter().any(|message| message["version"] == 3));
    let rest = client.rest();
    assert!(
        rest.iter()
            .all(|said| said["method"] != "workspace/applyEdit"),
        "{rest:?}"
    );
}
