//! Back in time: into the frames before the one that is stopped.

use serde_json::{Value as Json, json};

use crate::client::Client;

const COUNTING: &str = r#"<script id="csinit" type="text/x-cindyscript">
n = 0; d = {"a": 0};
</script><script id="csdraw" type="text/x-cindyscript">
n = n + 1;
d:"a" = n * n;
println(n);
</script><script>CindyJS({scripts: "cs*", animation: {autoplay: true},
  ports: [{id: "c", width: 40, height: 30}]});</script>
"#;

/// Stops in the draw script when `n` is 9.
fn stopped(text: &str, arguments: Json) -> Client {
    let mut client = Client::launched("a.html", text, arguments, |client| {
        client.break_at(json!([{"line": 4, "condition": "n == 9"}]));
    });
    assert_eq!(client.stopped().1, 4);
    client
}

fn console(client: &Client) -> Vec<String> {
    let is_console = |it: &&Json| it["body"]["category"] == "console";
    let lines = client.events.iter().filter(is_console);
    let lines = lines.filter_map(|it| it["body"]["output"].as_str());
    lines.map(str::to_owned).collect()
}

#[test]
fn step_back_leads_into_the_frame_before_and_steps_lead_on() {
    let mut client = stopped(COUNTING, json!({}));
    assert_eq!(client.go("stepBack"), 6);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[9, 81]");
    assert_eq!(client.go("stepBack"), 5);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[9, 64]");
    assert_eq!(client.go("stepBack"), 4);
    assert_eq!(client.go("stepBack"), 6);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[8, 64]");
    let dictionary = client.ask("evaluate", json!({"expression": "d", "frameId": 1}));
    let entries = client.variables(&dictionary["variablesReference"]);
    assert_eq!(entries, [("a".to_owned(), "64".to_owned())]);
    let expected = ["The frame before.\n", "2 frames before.\n"];
    assert_eq!(console(&client), expected);
    // On again, through the frames that have run.
    assert_eq!(client.go("next"), 4);
    assert_eq!(client.value("n", 0), "8");
    assert_eq!(client.go("continue"), 4);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[9, 81]");
    client.break_at(json!([{"line": 4}]));
    assert_eq!(client.go("continue"), 4);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[10, 100]");
    // The client gets each line once.
    let printed: String = (1..=10).map(|n| format!("{n}\n")).collect();
    assert_eq!(client.printed(), printed);
}

#[test]
fn reverse_continue_finds_breakpoints_in_earlier_frames() {
    let mut client = stopped(COUNTING, json!({}));
    client.break_at(json!([{"line": 5, "condition": "n == 3"}, {"line": 2}]));
    assert_eq!(client.go("reverseContinue"), 5);
    assert_eq!(client.value("[n, d:\"a\"]", 0), "[3, 4]");
    assert_eq!(client.go("reverseContinue"), 2);
    assert_eq!(client.go("continue"), 5);
    let set = json!({"expression": "n", "value": "1", "frameId": 1});
    let message = client.refusal("setExpression", set);
    assert_eq!(message, "values of an earlier run cannot be changed");
    client.break_at(json!([]));
    client.ask("pause", json!({"threadId": 1}));
    client.ask("continue", json!({"threadId": 1}));
    client.ask("pause", json!({"threadId": 1}));
    client.stopped();
    assert!(client.value("n", 0).parse::<u32>().unwrap() >= 9);
}

#[test]
fn frames_before_those_that_are_kept_are_forgotten() {
    let mut client = stopped(COUNTING, json!({"pastFrames": 2}));
    assert_eq!(client.go("stepBack"), 6);
    client.break_at(json!([{"line": 4, "condition": "n == 1"}]));
    client.go("reverseContinue");
    let told = console(&client);
    let last = told.last().map(String::as_str);
    assert_eq!(
        last,
        Some("What ran before this is not recorded any more.\n")
    );
    let mut client = stopped(COUNTING, json!({"pastFrames": 0}));
    assert_eq!(client.go("stepBack"), 4);
}

#[test]
fn earlier_frames_hold_no_more_than_their_memory() {
    let text = COUNTING.replace("println(n);", "l = apply(1..500000, # + n);");
    let mut client = Client::launched("a.html", &text, json!({}), |client| {
        client.break_at(json!([{"line": 4, "condition": "n == 60"}]));
    });
    assert_eq!(client.stopped().1, 4);
    // A frame has 4 MB: 128 MB hold fewer than 60.
    client.break_at(json!([{"line": 4, "condition": "n == 1"}]));
    client.go("reverseContinue");
    let told = console(&client);
    let last = told.last().map(String::as_str);
    assert_eq!(
        last,
        Some("What ran before this is not recorded any more.\n")
    );
    client.break_at(json!([{"line": 4, "condition": "n == 50"}]));
    assert_eq!(client.go("reverseContinue"), 4);
    assert_eq!(client.value("[n, l_3]", 0), "[50, 53]");
}
