//! A preview in a tab of the editor.

use serde_json::{Value, json};

use super::{Fake, OPEN, URI};

/// Sends a picture, and writes down what it reads.
const DRAWS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
echo '{"message":"picture","number":1,"size":[2,1],"region":[1,0,1,1],"format":"webp","data":"AAAA"}'
echo '{"message":"cursor","form":"grab"}'
echo '{"message":"notice","notice":{"kind":"standing","paused":true}}'
while IFS= read -r line; do
  printf '%s\n' "$line" >> read
  case "$line" in *'"shutdown"'*) exit 0 ;; esac
done
"#;

/// Opens a preview in a tab of the editor.
const OPEN_IN_TAB: &str = "cindyscript.preview.openInTab";

#[test]
fn a_tab_is_sent_pictures_and_tells_what_happens_to_it() {
    let fake = Fake::new("tab", DRAWS);
    let mut client = fake.client();
    assert_eq!(client.command(OPEN_IN_TAB, URI)["result"], Value::Null);
    let expected = json!({
        "uri": URI, "number": 1, "size": [2, 1], "region": [1, 0, 1, 1],
        "format": "webp", "data": "AAAA",
    });
    assert_eq!(client.hear("cindyscript/picture"), expected);
    let cursor = client.hear("cindyscript/cursor");
    assert_eq!(cursor, json!({"uri": URI, "form": "grab"}));
    let notice = client.hear("cindyscript/notice");
    let standing = json!({"kind": "standing", "paused": true});
    assert_eq!(notice, json!({"uri": URI, "notice": standing}));
    // What makes no sense is left out, and so is what happens to a tab that there is not.
    let resized = json!({"kind": "resized", "size": [800, 600], "scale": 2.0});
    let pressed = json!({"kind": "pointer-pressed", "pans": false, "control": false});
    for (uri, event) in [
        (
            URI,
            json!({"kind": "resized", "size": [-1, 600], "scale": 2.0}),
        ),
        (URI, json!(7)),
        ("file:///tmp/other.cindyscript", resized.clone()),
        (URI, resized.clone()),
        (URI, pressed.clone()),
        (URI, json!({"kind": "taken", "number": 1})),
    ] {
        client.notify("cindyscript/tab", json!({"uri": uri, "event": event}));
    }
    let read = fake.wait(|read| read.iter().any(|message| message["event"]["number"] == 1));
    let told = read.iter().filter(|message| message["message"] == "tab");
    let told: Vec<&Value> = told.map(|message| &message["event"]).collect();
    assert_eq!(
        told,
        [&resized, &pressed, &json!({"kind": "taken", "number": 1})]
    );

    // In a window instead, and in the tab again.
    client.command(OPEN, URI);
    fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
    // One that is closed before it has written its arguments may write them after the next one.
    fake.wait_for("arguments", "--stdio --no-window\n--stdio\n");
    client.command(OPEN_IN_TAB, URI);
    // The window has sent a picture as well: which one is heard first says nothing.
    fake.wait_for(
        "arguments",
        "--stdio --no-window\n--stdio\n--stdio --no-window\n",
    );
    assert_eq!(client.shut_down().code(), Some(0));
}
