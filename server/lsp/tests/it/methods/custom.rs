//! The methods of the server itself and its commands, most of which are about previews: what is seen of
//! them with a preview that tells what it hears.

use serde_json::{Value, json};

use super::{Method, Seen, URI, notification};
use crate::client::Client;

/// A preview that says all that a preview in a tab says, repeats each line that it reads, of which the
/// server tells the editor since it is no message, and dies when it is told to.
pub(super) const PREVIEW: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
echo '{"message":"picture","number":1,"size":[2,1],"region":[1,0,1,1],"format":"webp","data":"AAAA"}'
echo '{"message":"cursor","form":"grab"}'
echo '{"message":"debug","content":{"seq":1,"type":"event","event":"initialized"}}'
echo '{"message":"debug-pixel","pixel":[3.0,4.5]}'
echo '{"message":"notice","notice":{"kind":"standing","paused":true}}'
while IFS= read -r line; do
  printf 'heard %s\n' "$line"
  case "$line" in
    *'"message":"open"'*)
      echo '{"message":"receipt","version":2,"stages":{"parse":0.5,"present":2.0},"structural":true}'
      ;;
    *'"number":13'*) exit 3 ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
"#;

/// A command, with its arguments.
pub(super) struct Command {
    pub(super) name: &'static str,
    pub(super) arguments: fn() -> Value,
    pub(super) seen: Seen,
}

const fn command(name: &'static str, arguments: fn() -> Value, seen: Seen) -> Command {
    Command {
        name,
        arguments,
        seen,
    }
}

/// All commands. The preview is in a tab at the end.
pub(super) static COMMANDS: &[Command] = &[
    command(
        "cindyscript.latency",
        || json!([]),
        Seen::Answer("/text", "textDocument/hover"),
    ),
    command(
        "cindyscript.reference",
        || json!(["types"]),
        Seen::Answer("/title", "Types"),
    ),
    command(
        "cindyscript.templates",
        || json!([]),
        Seen::Answer("/0/text", "<title>Rings</title>"),
    ),
    command(
        "cindyscript.explain",
        place,
        Seen::Answer("/text", "whole number"),
    ),
    command(
        "cindyscript.dependencyGraph",
        in_plot,
        Seen::Answer("/svg", "<svg"),
    ),
    command(
        "cindyscript.kleeneIteration",
        in_plot,
        Seen::Answer("/text", "|"),
    ),
    command(
        "cindyscript.moveNumbers",
        number,
        Seen::Answer("/numbers/0/newText", "3"),
    ),
    command(
        "cindyscript.preview.open",
        document,
        Seen::Effect(|client| previews(client) == 1),
    ),
    command(
        "cindyscript.preview.drawSelection",
        document,
        Seen::Effect(|client| hears(client, "draw-selection")),
    ),
    command(
        "cindyscript.preview.close",
        document,
        Seen::Effect(|client| previews(client) == 0),
    ),
    command(
        "cindyscript.preview.openInEditor",
        document,
        Seen::Effect(|client| client.hear("cindyscript/toPreview")["message"]["message"] == "open"),
    ),
    command(
        "cindyscript.preview.openInTab",
        document,
        // The preview in the editor is closed first.
        Seen::Effect(|client| previews(client) == 1 || previews(client) == 1),
    ),
];

/// What editors send. The preview dies at the end.
pub(super) static METHODS: &[Method] = &[
    notification(
        "cindyscript/fromPreview",
        "",
        printed,
        // One that the editor does not run is not heard: it runs this one for a moment.
        Seen::Effect(|client| {
            client.command("cindyscript.preview.openInEditor", URI);
            client.notify("cindyscript/fromPreview", printed());
            client.wait(|message| message["params"]["message"] == "printed");
            client.command("cindyscript.preview.openInTab", URI);
            true
        }),
    ),
    notification(
        "cindyscript/selection",
        "",
        || {
            json!({
                "textDocument": {"uri": URI}, "version": 2, "range": {
                    "start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1},
                },
            })
        },
        Seen::Effect(|client| hears(client, "selection")),
    ),
    notification(
        "cindyscript/debug",
        "",
        || {
            json!({
                "uri": URI, "message": {"seq": 1, "type": "request", "command": "initialize"},
            })
        },
        Seen::Effect(|client| hears(client, "debug")),
    ),
    notification(
        "cindyscript/tab",
        "",
        || {
            json!({
                "uri": URI, "event": {"kind": "taken", "number": 13},
            })
        },
        Seen::Effect(|client| hears(client, "tab")),
    ),
];

/// What the server sends, all of which is heard from that preview.
pub(super) const SENT: [&str; 9] = [
    "cindyscript/toPreview",
    "cindyscript/receipt",
    "cindyscript/previews",
    "cindyscript/previewDied",
    "cindyscript/picture",
    "cindyscript/cursor",
    "cindyscript/notice",
    "cindyscript/debug",
    "cindyscript/debugPixel",
];

/// Methods that only a server in a browser sends: the checks of the playground and of VS Code for the Web
/// answer them.
pub(super) const SENT_BY_A_WORKER: [&str; 1] = ["cindyscript/readFile"];

fn document() -> Value {
    json!([URI])
}

fn place() -> Value {
    json!([URI, {"line": 1, "character": 4}])
}

fn in_plot() -> Value {
    json!([URI, {"line": 2, "character": 12}])
}

fn number() -> Value {
    let place = json!({"position": {"line": 1, "character": 6}});
    json!([{"uri": URI, "numbers": [place], "count": 1}])
}

/// A line of output from a preview.
fn printed() -> Value {
    json!({"uri": URI, "message": {"message": "output", "text": "printed"}})
}

/// How many documents have a preview, once that has changed.
fn previews(client: &mut Client) -> usize {
    let told = client.hear("cindyscript/previews");
    told["uris"].as_array().unwrap().len()
}

/// Waits until the preview has heard a message of this kind.
fn hears(client: &mut Client, kind: &str) -> bool {
    let kind = format!("\"message\":\"{kind}\"");
    client.wait(|message| {
        let said = message["params"]["message"].as_str();
        message["method"] == "window/logMessage" && said.is_some_and(|said| said.contains(&kind))
    });
    true
}
