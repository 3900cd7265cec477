//! Steps that meet something that stops.

use serde_json::{Value as Json, json};

use crate::client::Client;

const CALLS: &str = "f(x) := (
  y = x + 1;
  y * 2;
);
a = f(1) + f(2);
b = 1..(10^9 + f(3));
c = 3;
";

fn calls(breakpoints: Json) -> Client {
    Client::launched("a.cindyscript", CALLS, json!({}), |client| {
        client.break_at(breakpoints);
        client.ask("setExceptionBreakpoints", json!({"filters": ["errors"]}));
    })
}

#[test]
fn steps_stop_at_breakpoints_in_calls() {
    let mut client = calls(json!([{"line": 5}, {"line": 3, "condition": "x == 2"}]));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 5));
    client.ask("next", json!({"threadId": 1}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3));
    assert_eq!(client.value("x", 0), "2");
    assert_eq!(client.go("next"), 6);
    client.ask("stepBack", json!({"threadId": 1}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3));
    assert_eq!(client.go("stepBack"), 2);
}

#[test]
fn a_step_out_stops_at_a_breakpoint_in_another_call() {
    let mut client = calls(json!([{"line": 2, "condition": "x < 3"}]));
    assert_eq!(client.stopped().1, 2);
    client.ask("stepOut", json!({"threadId": 1}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 2));
    assert_eq!(client.value("x", 0), "2");
    assert_eq!(client.go("stepOut"), 6);
}

#[test]
fn a_step_over_stops_at_an_error() {
    let text = "f(x) := (\n  a = 1..10^9;\n);\nb = f(2);\nc = 3;";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        client.break_at(json!([{"line": 4}]));
        client.ask("setExceptionBreakpoints", json!({"filters": ["errors"]}));
    });
    assert_eq!(client.stopped().1, 4);
    client.ask("next", json!({"threadId": 1}));
    assert_eq!(client.stopped(), ("exception".to_owned(), 2));
}
