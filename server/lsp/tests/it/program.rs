//! The server as a program: its log, how long its answers take, what is taken back, what takes long.

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods::everything;

const URI: &str = "file:///tmp/program.cindyscript";

/// A script of so many lines.
pub(crate) fn long(lines: usize) -> String {
    (0..lines)
        .map(|line| format!("x{line} = sin({line}) + {line} * pi;\n"))
        .collect()
}

fn hover() -> Value {
    let place = json!({"line": 0, "character": 0});
    json!({"textDocument": {"uri": URI}, "position": place})
}

#[test]
fn each_answer_is_metered() {
    let mut client = Client::logged(&["--stdio", "--log=info"]);
    client.handshake(json!({}));
    client.open(URI, "a = 1;");
    client.diagnostics(URI, Some(1));
    for _ in 0..5 {
        let answer = client.ask("textDocument/hover", hover());
        assert!(answer["result"].is_object(), "{answer}");
    }
    client.ask("cindyscript/isNoMethod", json!({}));
    let params = json!({"command": "cindyscript.latency"});
    let shown = client.ask("workspace/executeCommand", params)["result"].clone();
    assert_eq!(shown["title"], "Response times");
    let methods = shown["methods"].as_array().unwrap();
    let names: Vec<&str> = methods
        .iter()
        .map(|row| row["method"].as_str().unwrap())
        .collect();
    // What is not known cannot fill the table.
    let expected = [
        "diagnostics after an edit",
        "initialize",
        "textDocument/hover",
    ];
    assert_eq!(names, expected);
    let row = &methods[2];
    assert_eq!(row["count"], 5);
    let [p50, p99, max] = ["p50", "p99", "max"].map(|figure| row[figure].as_f64().unwrap());
    assert!(0.0 < p50 && p50 <= p99 && p99 <= max, "{row}");
    let text = shown["text"].as_str().unwrap();
    assert!(text.contains("| textDocument/hover | 5 |"), "{text}");
    let log = client.log();
    assert!(log.contains("| textDocument/hover | 5 |"), "{log}");
}

#[test]
fn the_log_is_as_loud_as_wanted() {
    let logged = |arguments: &[&str]| {
        let mut client = Client::logged(arguments);
        client.handshake(json!({}));
        client.open(URI, "a = 1;");
        client.diagnostics(URI, Some(1));
        client.notify(
            "textDocument/willSave",
            json!({"textDocument": {"uri": URI}, "reason": 1}),
        );
        client.ask("textDocument/hover", hover());
        client.log()
    };
    assert_eq!(logged(&[]), "");
    assert_eq!(logged(&["--log", "off"]), "");
    let lines = logged(&["--log", "warn,cindyscript_lsp=debug"]);
    assert!(
        lines.contains("DEBUG") && lines.contains("textDocument/hover"),
        "{lines}"
    );
}

#[test]
fn what_is_taken_back_is_not_answered() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, &long(4_000));
    // It waits for the analysis.
    let first = client.request("textDocument/hover", hover());
    let second = client.request("textDocument/hover", hover());
    client.notify("$/cancelRequest", json!({"id": first}));
    let answer = client.answer(first);
    assert_eq!(answer["error"]["code"], -32800, "{answer}");
    let answer = client.answer(second);
    assert!(answer["result"].is_object(), "{answer}");
    // It is over: nothing to take back.
    client.notify("$/cancelRequest", json!({"id": second}));
    let answer = client.ask("textDocument/hover", hover());
    assert!(answer["result"].is_object(), "{answer}");
}

#[test]
fn what_takes_long_is_seen_to_go_on() {
    let mut client = Client::initialize(everything());
    client.open(URI, "a = 1;");
    let mut lines = 4_000;
    let create = loop {
        let uri = format!("file:///tmp/folder/long{lines}.cindyscript");
        client.open(&uri, &long(lines));
        let document = json!({"textDocument": {"uri": uri}});
        client.ask("textDocument/diagnostic", document);
        let heard = client.rest();
        let create = heard
            .iter()
            .find(|message| message["method"] == "window/workDoneProgress/create");
        if let Some(create) = create {
            break create.clone();
        }
        lines *= 2;
        assert!(lines < 1_000_000, "nothing takes long");
    };
    // The one before was over before the answer; this one is not.
    client.send(&json!({"jsonrpc": "2.0", "id": create["id"], "result": null}));
    // The machine may be several times as fast by now.
    client.open("file:///tmp/folder/last.cindyscript", &long(8 * lines));
    let create = client.wait(|message| message["method"] == "window/workDoneProgress/create");
    client.send(&json!({"jsonrpc": "2.0", "id": create["id"], "result": null}));
    let token = &create["params"]["token"];
    let begin = client.wait(|message| message["params"]["token"] == *token);
    assert_eq!(begin["params"]["value"]["kind"], "begin");
    assert_eq!(
        begin["params"]["value"]["title"],
        "Analysing last.cindyscript"
    );
    let end = client.wait(|message| message["params"]["token"] == *token);
    assert_eq!(end["params"]["value"]["kind"], "end");
}

#[test]
fn who_asks_for_a_trace_gets_it_until_it_is_turned_off() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1;");
    client.diagnostics(URI, Some(1));
    client.notify("$/setTrace", json!({"value": "messages"}));
    client.rewrite(URI, 2, "a = 2;");
    let trace = client.hear("$/logTrace");
    assert!(
        trace["message"].as_str().unwrap().contains("version 2"),
        "{trace}"
    );
    client.notify("$/setTrace", json!({"value": "off"}));
    client.rewrite(URI, 3, "a = 3;");
    client.diagnostics(URI, Some(3));
    let heard = client.rest();
    assert!(
        heard
            .iter()
            .all(|message| message["method"] != "$/logTrace"),
        "{heard:?}"
    );
}
