//! Runs with more statements than a recording holds, and expressions of breakpoints that fail or take
//! long.

use serde_json::{Value as Json, json};

use crate::client::Client;

fn script(text: &str, arguments: Json, breakpoints: Json) -> Client {
    Client::launched("a.cindyscript", text, arguments, |client| {
        client.break_at(breakpoints);
    })
}

/// A recording holds 2^20 statements.
const LONG: &str = "n = 0;\nrepeat(1100000,\n  n = #;\n);\nb = 1;";

#[test]
fn stop_before_a_long_loop_has_its_stack_and_the_next_stop_is_found() {
    let breakpoints = json!([{"line": 1}, {"line": 5}]);
    let mut client = script(LONG, json!({}), breakpoints);
    assert_eq!(client.stopped().1, 1);
    assert_eq!(client.value("1 + 1", 0), "2");
    assert_eq!(client.go("next"), 2);
    assert_eq!(client.go("continue"), 5);
    assert_eq!(client.value("n", 0), "1100000");
    assert_eq!(client.go("stepBack"), 3);
}

#[test]
fn long_loop_in_one_line_is_stepped_over_backwards() {
    let text = "n = 0;\nrepeat(1100000, n = #);\nb = 1;";
    let mut client = script(text, json!({}), json!([{"line": 3}]));
    assert_eq!(client.stopped().1, 3);
    assert_eq!(client.go("stepBack"), 2);
    assert_eq!(client.value("n", 0), "0");
    assert_eq!(client.go("next"), 3);
}

#[test]
fn time_of_conditions_is_not_that_of_the_script() {
    let text = "n = 0;\nrepeat(60,\n  n = n + 1;\n);\nprintln(n);";
    let slow = "length(apply(1..100000, # + 1)) == n";
    let breakpoints = json!([{"line": 3, "condition": slow}]);
    let mut client = script(text, json!({}), breakpoints);
    client.event("terminated");
    assert_eq!(client.printed(), "60\n");
}

#[test]
fn expressions_that_fail_say_so_once() {
    let text = "n = 0;\nrepeat(3,\n  n = n + 1;\n);\nd = {\"a\": n};";
    let breakpoints = json!([
        {"line": 3, "condition": "5"},
        {"line": 3, "logMessage": "{[1, {\"b\": n}]} {[1]_2}"},
    ]);
    let mut client = script(text, json!({}), breakpoints);
    client.event("terminated");
    let console = client.events.iter();
    let console = console.filter(|it| it["body"]["category"] == "console");
    let console: Vec<&str> = console
        .map(|it| it["body"]["output"].as_str().unwrap())
        .collect();
    let expected = [
        "the condition of a breakpoint fails: it is 5, which is neither true nor false\n",
        "the message of a breakpoint fails: index 2 is out of range: there is 1 element\n",
        "[1, {b:0}] ___\n",
        "[1, {b:1}] ___\n",
        "[1, {b:2}] ___\n",
    ];
    assert_eq!(console, expected);
}

#[test]
fn step_over_more_calls_than_a_recording_holds_ends_behind_them() {
    let text = "f(x) := (\n  y = x + 1;\n  y * 2;\n);\na = 0;\nb = sum(1..400000, f(#));\nc = b;";
    let mut client = script(text, json!({}), json!([{"line": 6}]));
    assert_eq!(client.stopped().1, 6);
    assert_eq!(client.go("next"), 7);
    assert_eq!(client.value("b", 0), "160001200000");
    assert_eq!(client.go("stepBack"), 6);
}

#[test]
fn pauses_while_a_run_is_recorded_do_not_end_it() {
    let text = "n = 0;\nwhile(true,\n  n = n + 1;\n);";
    let mut client = script(text, json!({}), json!([]));
    let is_stop = |it: &Json| it["event"] == "stopped" || it["event"] == "terminated";
    while !client.events.iter().any(is_stop) {
        client.send("pause", json!({"threadId": 1}));
        client.wait_a_little();
    }
    assert_eq!(client.stopped().0, "pause");
}
