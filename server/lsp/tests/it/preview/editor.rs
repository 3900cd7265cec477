//! A preview that the editor runs itself.

use serde_json::{Value, json};

use super::{CLOSE, URI};
use crate::client::Client;

const OPEN_IN_EDITOR: &str = "cindyscript.preview.openInEditor";

/// The next message for the preview, of this kind.
fn told(client: &mut Client, kind: &str) -> Value {
    let sent = client.wait(|sent| {
        sent["method"] == "cindyscript/toPreview" && sent["params"]["message"]["message"] == kind
    });
    assert_eq!(sent["params"]["uri"], URI);
    sent["params"]["message"].clone()
}

fn say(client: &mut Client, message: &Value) {
    let params = json!({"uri": URI, "message": message});
    client.notify("cindyscript/fromPreview", params);
}

#[test]
fn a_preview_of_the_editor_gets_each_version_and_is_heard() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1;");
    client.diagnostics(URI, Some(1));
    // Before there is one, its messages are left out.
    let problem = |version: i32| {
        let problems = json!([{
            "message": "no such image", "range": {"start": 4, "end": 5}, "severity": "warning",
        }]);
        json!({"message": "problems", "version": version, "problems": problems})
    };
    say(&mut client, &problem(1));
    assert_eq!(client.command(OPEN_IN_EDITOR, URI)["result"], Value::Null);
    let open = told(&mut client, "open");
    assert_eq!(
        (&open["text"], &open["version"]),
        (&json!("a = 1;"), &json!(1))
    );
    client.rewrite(URI, 2, "a = 2;");
    assert!(client.diagnostics(URI, Some(2)).is_empty());
    assert_eq!(told(&mut client, "open")["text"], "a = 2;");

    say(&mut client, &problem(2));
    let problems = client.diagnostics(URI, Some(2));
    assert_eq!(problems[0]["message"], "no such image");
    let stages = json!({"parse": 0.5});
    let receipt = json!({
        "message": "receipt", "version": 2, "stages": stages, "structural": false,
    });
    say(&mut client, &receipt);
    assert_eq!(client.hear("cindyscript/receipt")["version"], 2);

    client.command(CLOSE, URI);
    told(&mut client, "shutdown");
    assert!(client.diagnostics(URI, Some(2)).is_empty());
    assert_eq!(client.shut_down().code(), Some(0));
}
