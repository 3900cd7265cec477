//! Rounds of loops: the debugger shows them, and goes to another one.

use serde_json::{Value as Json, json};

use crate::client::Client;

const NESTED: &str = "f(x) := (
  x * x;
);
s = 0;
repeat(100, i,
  k = i;
  forall(1..3, j,
    s = s + f(j);
  );
  if(i > 40, s = s - 1);
);
while(s > 0, s = s - 100);
println(s);";

fn stopped(text: &str, breakpoints: Json) -> Client {
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        client.break_at(breakpoints);
    });
    client.stopped();
    client
}

/// The loops of a frame and their rounds, and the reference of their scope.
fn rounds(client: &mut Client, frame: i64) -> (Vec<(String, String)>, Json) {
    let scopes = client.scopes(frame);
    let rounds = scopes.iter().find(|scope| scope.0 == "Rounds");
    let Some((_, reference)) = rounds else {
        return (Vec::new(), Json::Null);
    };
    (client.variables(reference), reference.clone())
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = pairs.iter();
    pairs
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect()
}

/// Changes the number of a round, and waits for the stop there: its line.
fn go_to(client: &mut Client, frame: i64, name: &str, round: &str) -> i64 {
    let (_, reference) = rounds(client, frame);
    let arguments = json!({"variablesReference": reference, "name": name, "value": round});
    client.ask("setVariable", arguments);
    client.stopped().1
}

#[test]
fn rounds_of_all_loops_around_a_statement_are_shown() {
    let mut client = stopped(NESTED, json!([{"line": 2, "hitCondition": "50"}]));
    assert_eq!(rounds(&mut client, 0).0, []);
    let expected = [
        ("forall, line 7", "2 of 3"),
        ("repeat, line 5", "17 of 100"),
    ];
    assert_eq!(rounds(&mut client, 1).0, owned(&expected));
}

#[test]
fn changed_round_leads_to_the_same_statement_in_it() {
    let mut client = stopped(NESTED, json!([{"line": 8}]));
    let go_to = |client: &mut Client, name: &str, round: &str| go_to(client, 0, name, round);
    assert_eq!(go_to(&mut client, "repeat, line 5", "42"), 8);
    assert_eq!(client.value("[i, j]", 0), "[42, 1]");
    assert_eq!(go_to(&mut client, "forall, line 7", "3 of 3"), 8);
    assert_eq!(client.value("[i, j]", 0), "[42, 3]");
    assert_eq!(go_to(&mut client, "repeat, line 5", " 2 "), 8);
    assert_eq!(client.value("[i, j]", 0), "[2, 1]");
    client.break_at(json!([{"line": 10}]));
    assert_eq!(client.go("continue"), 10);
    // The step into the branch, and a round that does not come to it.
    assert_eq!(go_to(&mut client, "repeat, line 5", "41"), 10);
    assert_eq!(client.go("stepIn"), 10);
    assert_eq!(go_to(&mut client, "repeat, line 5", "3"), 6);
    assert_eq!(client.value("i", 0), "3");
}

#[test]
fn changed_round_of_a_caller_leads_to_its_call() {
    let mut client = stopped(NESTED, json!([{"line": 2}]));
    assert_eq!(go_to(&mut client, 1, "repeat, line 5", "7"), 8);
    assert_eq!(client.value("[i, j]", 0), "[7, 1]");
}

#[test]
fn while_has_rounds() {
    let text = "n = 0;\nwhile(n < 50,\n  n = n + 1;\n);";
    let mut client = stopped(text, json!([{"line": 3}]));
    assert_eq!(
        rounds(&mut client, 0).0,
        owned(&[("while, line 2", "1 of 50")])
    );
    assert_eq!(go_to(&mut client, 0, "while, line 2", "30"), 3);
    assert_eq!(client.value("n", 0), "29");
}

#[test]
fn round_that_is_none_is_refused() {
    let mut client = stopped(NESTED, json!([{"line": 6}]));
    let (_, reference) = rounds(&mut client, 0);
    for (name, round, part) in [
        ("repeat, line 5", "101", "from 1 to 100"),
        ("repeat, line 5", "0", "from 1 to 100"),
        ("repeat, line 5", "often", "from 1 to 100"),
        ("repeat, line 7", "1", "no such loop"),
    ] {
        let arguments = json!({"variablesReference": reference, "name": name, "value": round});
        let message = client.refusal("setVariable", arguments);
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(client.value("i", 0), "1");
}

#[test]
fn round_beyond_the_recording_is_reached() {
    let text = "n = 0;\nrepeat(2500000,\n  n = #;\n);\nb = 1;";
    let mut client = stopped(text, json!([{"line": 3}]));
    assert_eq!(go_to(&mut client, 0, "repeat, line 2", "2000000"), 3);
    assert_eq!(client.value("[#, n]", 0), "[2000000, 1999999]");
    assert_eq!(client.go("stepBack"), 3);
    assert_eq!(go_to(&mut client, 0, "repeat, line 2", "5"), 3);
    assert_eq!(client.value("n", 0), "4");
}

#[test]
fn pixel_goes_to_a_round_by_a_request() {
    let text = "colorplot(\n  z = 1;\n  repeat(20, i,\n    z = z + i;\n  );\n  z / 1000\n);";
    let arguments = json!({"pixel": [25, 10]});
    let mut client = Client::launched("a.cindyscript", text, arguments, |client| {
        client.break_at(json!([{"line": 4}]));
    });
    client.stopped();
    assert_eq!(client.go("continue"), 4);
    let round = json!({"frameId": 1, "loop": 0, "round": 11});
    client.ask("goToRound", round);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 4));
    assert_eq!(client.value("[i, z]", 0), "[11, 56]");
    let round = json!({"frameId": 1, "loop": 1, "round": 11});
    assert!(client.refusal("goToRound", round).contains("no such loop"));
}

#[test]
fn loops_in_one_line_are_told_apart() {
    let text = "repeat(3, i, repeat(4, j,\n  a = i + 10 * j;\n));";
    let mut client = stopped(text, json!([{"line": 2}]));
    let (shown, _) = rounds(&mut client, 0);
    let inner = ("repeat, line 1, column 14".to_owned(), "1 of 4".to_owned());
    let outer = ("repeat, line 1, column 1".to_owned(), "1 of 3".to_owned());
    assert_eq!(shown, [inner, outer]);
    go_to(&mut client, 0, "repeat, line 1, column 1", "3");
    assert_eq!(client.value("[i, j]", 0), "[3, 1]");
}
