//! `cindyscript-preview dap`: a session for each request that the adapter advertises.

#![allow(clippy::unwrap_used)]

mod answers;
mod client;
mod libraries;
mod long_runs;
mod past_frames;
mod rounds;
mod steps;
mod wrong_pictures;

use client::Client;
use serde_json::{Value as Json, json};

const PAGE: &str = r#"<!DOCTYPE html>
<script id="csinit" type="text/x-cindyscript">
// For all scripts.
n = 0;
sq(x) := (
  y = x * x;
  y + n
);
l = [1, [2, 3]];
d = {"a": 1};
</script>
<script id="csdraw" type="text/x-cindyscript">
n = n + 1;
s = 0;
repeat(3, i,
  s = s + sq(i);
);
println("s is " + s);
d:"b" = s;
draw(A);
// The end.
</script>
<p>Not a script</p>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 40, height: 30}],
  geometry: [{name: "A", type: "Free", pos: [1, 2]}]});</script>
"#;

fn launched(breakpoints: Json) -> Client {
    Client::launched("a.html", PAGE, json!({}), |client| {
        client.break_at(breakpoints);
    })
}

#[test]
fn advertised_requests_are_those_with_a_handler() {
    let mut client = Client::new("a.html", PAGE);
    let capabilities = client.initialize();
    let again = client.refusal("initialize", json!({"adapterID": "cindyscript"}));
    assert_eq!(again, "the session is initialized already");
    let requests = [
        ("supportsConfigurationDoneRequest", "configurationDone"),
        ("supportsFunctionBreakpoints", "setFunctionBreakpoints"),
        ("supportsBreakpointLocationsRequest", "breakpointLocations"),
        ("supportsSetVariable", "setVariable"),
        ("supportsSetExpression", "setExpression"),
        ("supportsStepBack", "stepBack"),
        ("supportsStepBack", "reverseContinue"),
        ("supportsRestartFrame", "restartFrame"),
        ("supportsExceptionInfoRequest", "exceptionInfo"),
        ("supportsTerminateRequest", "terminate"),
    ];
    for (capability, request) in requests {
        assert_eq!(capabilities[capability], true, "{capability}");
        let response = client.response(request, json!({}));
        let message = response["message"].as_str().unwrap_or_default();
        assert!(!message.contains("not supported"), "{request}: {message}");
    }
    let refusal = client.refusal("readMemory", json!({}));
    assert_eq!(refusal, "`readMemory` is not supported");
}

#[test]
fn breakpoints_of_a_page_are_statements_of_its_scripts() {
    let client = Client::launched("a.html", PAGE, json!({}), |client| {
        let lines: Vec<Json> = [4, 6, 13, 3, 21, 23, 1, 400]
            .map(|line| json!({"line": line}))
            .to_vec();
        let states = client.break_at(lines.into());
        let states: Vec<(Option<i64>, Option<&str>)> = states
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                assert_eq!(it["verified"], it["message"].is_null(), "{it}");
                (it["line"].as_i64(), it["message"].as_str())
            })
            .collect();
        let expected = [
            (Some(4), None),
            (Some(6), None),
            (Some(13), None),
            (
                None,
                Some("line 3 is a comment; the next statement is in line 4"),
            ),
            (None, Some("line 21 is a comment")),
            (None, Some("line 23 is no part of a script of the applet")),
            (None, Some("line 1 is no part of a script of the applet")),
            (None, Some("line 400 is no part of a script of the applet")),
        ];
        assert_eq!(states, expected);
        let source = json!({"path": client.path});
        let places = client.ask(
            "breakpointLocations",
            json!({"source": source, "line": 1, "endLine": 8}),
        );
        let lines: Vec<i64> = places["breakpoints"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["line"].as_i64().unwrap())
            .collect();
        assert_eq!(lines, [4, 5, 6, 7]);
        let other = json!({"source": {"path": "/b.html"}, "breakpoints": [{"line": 1}]});
        let other = client.ask("setBreakpoints", other);
        assert_eq!(other["breakpoints"][0]["verified"], false);
    });
    assert!(client.disconnect().success());
}

#[test]
fn broken_scripts_and_expressions_are_refused_with_a_reason() {
    let text = PAGE.replace("s = 0;", "s = (0;");
    Client::launched("a.html", &text, json!({}), |client| {
        let states = client.break_at(json!([{"line": 14}, {"line": 4, "condition": "n ="},
            {"line": 4, "hitCondition": "often"}, {"line": 4, "logMessage": "{1 +* }"}]));
        let message = |index: usize| states[index]["message"].as_str().unwrap();
        assert_eq!(
            message(0),
            "the script `csdraw` cannot run: line 14: `(` is never closed"
        );
        assert!(
            message(1).starts_with("the expression cannot be read"),
            "{}",
            message(1)
        );
        assert!(
            message(2).starts_with("`often` is no condition"),
            "{}",
            message(2)
        );
        assert!(
            message(3).starts_with("the expression cannot be read"),
            "{}",
            message(3)
        );
    });
}

#[test]
fn steps_lead_forwards_and_backwards() {
    let mut client = launched(json!([{"line": 13}]));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 13));
    assert_eq!(client.go("next"), 14);
    assert_eq!(client.go("next"), 15);
    assert_eq!(client.go("next"), 16);
    assert_eq!(client.go("stepIn"), 6);
    assert_eq!(client.go("next"), 7);
    assert_eq!(client.value("[x, y, i, s]", 0), "[1, 1, 1, 0]");
    assert_eq!(client.go("stepOut"), 16);
    assert_eq!(client.value("[i, s]", 0), "[2, 2]");
    assert_eq!(client.go("stepBack"), 16);
    assert_eq!(client.value("[i, s]", 0), "[1, 0]");
    assert_eq!(client.go("stepBack"), 15);
    assert_eq!(client.go("reverseContinue"), 13);
    assert_eq!(client.value("n", 0), "0");
    // Into the script before, not further back than to its beginning, and on again.
    assert_eq!(client.go("stepBack"), 10);
    assert_eq!(client.value("n", 0), "0");
    assert_eq!(client.go("reverseContinue"), 4);
    assert_eq!(client.go("stepBack"), 4);
    assert_eq!(client.go("continue"), 13);
    client.ask("continue", json!({"threadId": 1}));
    client.event("terminated");
    assert_eq!(client.printed(), "s is 17\n");
    assert_eq!(client.refusal("next", json!({})), "no script is stopped");
    assert!(client.disconnect().success());
}

#[test]
fn stack_has_the_event_at_its_root_and_scopes_say_whose_a_variable_is() {
    let mut client = launched(json!([{"line": 7}]));
    client.stopped();
    let stack = client.ask("stackTrace", json!({"threadId": 1}));
    let names: Vec<&str> = stack["stackFrames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["sq(x = 1)", "draw"]);
    assert_eq!(stack["stackFrames"][1]["line"], 16);
    assert_eq!(stack["stackFrames"][0]["source"]["name"], "a.html");
    let threads = client.ask("threads", json!({}));
    assert_eq!(threads["threads"][0]["id"], 1);
    let scopes = client.scopes(0);
    let names: Vec<&str> = scopes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Locals", "Locals of draw", "Globals", "Elements"]);
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(client.variables(&scopes[0].1), [pair("x", "1")]);
    assert_eq!(client.variables(&scopes[1].1), [pair("i", "1")]);
    let globals = client.variables(&scopes[2].1);
    for expected in [
        pair("n", "1"),
        pair("s", "0"),
        pair("y", "1"),
        pair("l", "[1, [2, 3]]"),
    ] {
        assert!(globals.contains(&expected), "{globals:?}");
    }
    assert_eq!(client.variables(&scopes[3].1), [pair("A", "A")]);
    let outer = client.scopes(1);
    assert_eq!(client.variables(&outer[0].1), [pair("i", "1")]);
    assert_eq!(outer[1].0, "Rounds");
    assert!(
        client
            .refusal("scopes", json!({"frameId": 77}))
            .contains("no such frame")
    );
}

#[test]
fn lists_dictionaries_and_elements_are_unfolded() {
    let text = PAGE.replace("l = [1, [2, 3]];", "l = [1, [2, 3]]; big = 1..1000000;");
    let mut client = Client::launched("a.html", &text, json!({}), |client| {
        client.break_at(json!([{"line": 20}]));
    });
    client.stopped();
    let scopes = client.scopes(0);
    let reference = |client: &mut Client, scope: &Json, name: &str| -> Json {
        let body = client.ask("variables", json!({"variablesReference": scope}));
        let all = body["variables"].as_array().unwrap().clone();
        all.into_iter().find(|it| it["name"] == name).unwrap()
    };
    let list = reference(&mut client, &scopes[1].1, "l");
    assert_eq!(list["type"], "[int, list(2, int)]");
    assert_eq!(list["indexedVariables"], 2);
    let inner = reference(&mut client, &list["variablesReference"], "2");
    assert_eq!(inner["evaluateName"], "l_2");
    let items = client.variables(&inner["variablesReference"]);
    assert_eq!(items[1], ("2".to_owned(), "3".to_owned()));
    let dictionary = reference(&mut client, &scopes[1].1, "d");
    let entries = client.variables(&dictionary["variablesReference"]);
    assert_eq!(
        entries,
        [
            ("a".to_owned(), "1".to_owned()),
            ("b".to_owned(), "17".to_owned())
        ]
    );
    let point = reference(&mut client, &scopes[2].1, "A");
    let fields = client.variables(&point["variablesReference"]);
    assert_eq!(fields, [("xy".to_owned(), "[1, 2]".to_owned())]);
    // A page of a long list, and a client that asks for all of it.
    let big = reference(&mut client, &scopes[1].1, "big");
    assert_eq!(big["indexedVariables"], 1_000_000);
    let page = json!({
        "variablesReference": big["variablesReference"], "filter": "indexed",
        "start": 999_998, "count": 100,
    });
    let page = client.ask("variables", page);
    assert_eq!(page["variables"][1]["value"], "1000000");
    assert_eq!(page["variables"].as_array().unwrap().len(), 2);
    let all = json!({"variablesReference": big["variablesReference"], "count": 1_000_000});
    let all = client.ask("variables", all);
    assert_eq!(all["variables"].as_array().unwrap().len(), 1001);
    assert!(
        client
            .refusal("variables", json!({"variablesReference": 99}))
            .contains("not of")
    );
}

#[test]
fn entries_of_a_dictionary_are_those_of_the_step() {
    let mut client = launched(json!([{"line": 19}]));
    client.stopped();
    let entries = |client: &mut Client| {
        let body = client.ask("evaluate", json!({"expression": "d", "frameId": 1}));
        client.variables(&body["variablesReference"]).len()
    };
    assert_eq!(entries(&mut client), 1);
    assert_eq!(client.go("next"), 20);
    assert_eq!(entries(&mut client), 2);
    assert_eq!(client.go("stepBack"), 19);
    assert_eq!(entries(&mut client), 1);
}

#[test]
fn conditions_hit_counts_and_functions_stop() {
    let mut client = launched(json!([{"line": 16, "condition": "i == 2"}]));
    assert_eq!(client.stopped().1, 16);
    assert_eq!(client.value("i", 0), "2");
    client.break_at(json!([]));
    client.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
    client.disconnect();
    let mut client = launched(json!([{"line": 6, "hitCondition": "% 2"}]));
    assert_eq!(client.stopped().1, 6);
    assert_eq!(client.value("x", 0), "2");
    client.disconnect();
    let mut client = Client::launched("a.html", PAGE, json!({}), |client| {
        let functions =
            json!({"breakpoints": [{"name": "SQ", "condition": "x > 2"}, {"name": "none"}]});
        let states = client.ask("setFunctionBreakpoints", functions);
        assert_eq!(states["breakpoints"][0]["line"], 5);
        let message = states["breakpoints"][1]["message"].as_str().unwrap();
        assert_eq!(message, "no script defines a function `none`");
    });
    assert_eq!(client.stopped(), ("function breakpoint".to_owned(), 6));
    assert_eq!(client.value("x", 0), "3");
}

#[test]
fn logpoints_write_and_do_not_stop() {
    let log = json!([{"line": 16, "logMessage": "round {i}: {s}", "condition": "i > 1"}]);
    let mut client = launched(log);
    client.event("terminated");
    let is_log = |it: &&Json| it["event"] == "output" && it["body"]["category"] == "console";
    let log: Vec<&str> = client
        .events
        .iter()
        .filter(is_log)
        .map(|it| it["body"]["output"].as_str().unwrap())
        .collect();
    assert_eq!(log, ["round 2: 2\n", "round 3: 7\n"]);
}

#[test]
fn errors_stop_with_their_message() {
    let text = "a = [1, 2]_3;\nb = 2;\nwhile(true,\n  b = b + 1;\n);\n";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        let capabilities = json!({"filters": ["errors", "warnings"]});
        client.ask("setExceptionBreakpoints", capabilities);
    });
    assert_eq!(client.stopped(), ("exception".to_owned(), 1));
    let info = client.ask("exceptionInfo", json!({"threadId": 1}));
    assert_eq!(info["exceptionId"], "warning");
    assert_eq!(
        info["description"],
        "index 3 is out of range: there are 2 elements"
    );
    assert!(client.disconnect().success());
    let text = "f(x) := f(x + 1);\nf(0);\n";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        client.ask("setExceptionBreakpoints", json!({"filters": ["errors"]}));
    });
    assert_eq!(client.stopped(), ("exception".to_owned(), 1));
    let info = client.ask("exceptionInfo", json!({"threadId": 1}));
    assert_eq!(info["exceptionId"], "error");
    let stack = client.ask(
        "stackTrace",
        json!({"threadId": 1, "startFrame": 3, "levels": 2}),
    );
    assert_eq!(stack["stackFrames"].as_array().unwrap().len(), 2);
    assert!(stack["totalFrames"].as_i64().unwrap() > 1000);
}

#[test]
fn expressions_change_nothing_and_end() {
    let mut client = launched(json!([{"line": 19}]));
    client.stopped();
    assert_eq!(
        client.value("n = 5; d:\"a\" = 9; [n, s, l]", 0),
        "[5, 17, [1, [2, 3]]]"
    );
    assert_eq!(client.value("n + (d:\"a\")", 0), "2");
    let evaluate = |expression: &str| json!({"expression": expression, "frameId": 1});
    let message = client.refusal("evaluate", evaluate("while(true, 1)"));
    assert!(message.starts_with("stopped: still running"), "{message}");
    let message = client.refusal("evaluate", evaluate("f(x) := f(x); f(1)"));
    assert!(message.starts_with("stopped:"), "{message}");
    client.refusal("evaluate", evaluate("1 +* 2"));
    client.refusal("evaluate", evaluate(&"(".repeat(10_000)));
    client.refusal("evaluate", evaluate("unknown"));
    client.refusal("evaluate", evaluate(" "));
    let huge = client.ask("evaluate", evaluate("1..1000000"));
    assert!(huge["result"].as_str().unwrap().len() < 500);
    let repl = json!({"expression": "print(n); n", "frameId": 1, "context": "repl"});
    assert_eq!(client.ask("evaluate", repl)["result"], "1");
    assert_eq!(client.value("n", 0), "1");
    assert!(client.printed().ends_with("17\n1"), "{}", client.printed());
}

#[test]
fn set_variables_are_those_with_which_the_run_goes_on() {
    let mut client = launched(json!([{"line": 16, "condition": "i == 3"}]));
    client.stopped();
    let scopes = client.scopes(0);
    let globals = &scopes[2].1;
    assert_eq!(scopes[2].0, "Globals");
    let set = |name: &str, value: &str| json!({"variablesReference": globals, "name": name, "value": value});
    let body = client.ask("setVariable", set("s", "100"));
    assert_eq!(body["value"], "100");
    assert_eq!(client.line(), 16);
    assert_eq!(client.value("[s, i]", 0), "[100, 3]");
    client.ask(
        "setExpression",
        json!({"expression": "l_2_1", "value": "\"x\"", "frameId": 1}),
    );
    assert_eq!(client.value("l", 0), "[1, [x, 3]]");
    let message = client.refusal("setVariable", set("s", "1 +* "));
    assert!(!message.is_empty());
    let message = client.refusal("setVariable", set("nothing", "1"));
    assert_eq!(message, "there is no variable `nothing`");
    client.refusal("setVariable", set("s", "while(true, 1)"));
    assert_eq!(client.go("next"), 18);
    assert_eq!(client.value("s", 0), "110");
    client.break_at(json!([]));
    client.ask("continue", json!({}));
    client.event("terminated");
    // The picture is drawn anew.
    assert_eq!(client.printed(), "s is 110\ns is 20\n");
}

#[test]
fn restarted_frame_is_at_its_first_statement() {
    let mut client = launched(json!([{"line": 7}]));
    client.stopped();
    client.ask("restartFrame", json!({"frameId": 1}));
    assert_eq!(client.stopped(), ("restart".to_owned(), 6));
    client.ask("restartFrame", json!({"frameId": 2}));
    assert_eq!(client.stopped(), ("restart".to_owned(), 13));
}

#[test]
fn pause_stops_a_script_that_does_not_end_and_a_running_applet() {
    let text = "n = 0;\nprintln(\"begins\");\nwhile(true,\n  n = n + 1;\n);\n";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        client.ask(
            "setExceptionBreakpoints",
            json!({"filters": ["errors", "warnings"]}),
        );
    });
    client.ask("pause", json!({"threadId": 1}));
    let (reason, line) = client.stopped();
    assert_eq!(reason, "pause");
    assert!((1..=4).contains(&line), "{line}");
    assert!(client.disconnect().success());
    let text = PAGE.replace("CindyJS({", "CindyJS({animation: {autoplay: true}, ");
    let mut client = Client::launched("a.html", &text, json!({}), |_| {});
    client.ask("pause", json!({"threadId": 1}));
    assert_eq!(client.stopped().0, "pause");
    // Nobody waits for a script then.
    client.ask("pause", json!({"threadId": 1}));
    client.go("next");
    let after = client.response("terminate", json!({}));
    assert_eq!(after["success"], true);
    client.event("terminated");
    assert!(client.disconnect().success());
}

#[test]
fn entry_and_frames_are_arguments_of_launch() {
    let text = PAGE.replace("CindyJS({", "CindyJS({animation: {autoplay: true}, ");
    let arguments = json!({"stopOnEntry": true, "frames": 2});
    let mut client = Client::launched("a.html", &text, arguments, |_| {});
    assert_eq!(client.stopped().1, 4);
    client.ask("continue", json!({}));
    client.event("exited");
    assert_eq!(client.printed(), "s is 17\ns is 20\n");
    let mut client = Client::launched("a.html", PAGE, json!({"noDebug": true}), |client| {
        client.break_at(json!([{"line": 13}]));
    });
    client.event("terminated");
    let mut client = Client::new("a.html", PAGE);
    client.initialize();
    let refusal = client.refusal("launch", json!({"program": "/none.html"}));
    assert!(refusal.contains("/none.html"), "{refusal}");
    assert!(client.refusal("launch", json!({})).contains("program"));
}

#[test]
fn clients_that_misbehave_do_no_harm() {
    let mut client = launched(json!([{"line": 13}]));
    client.stopped();
    client.write(b"Content-Length: 3\r\n\r\n}{}");
    client.write(b"Content-Length: 2\r\n\r\n[]");
    assert_eq!(client.event("output")["category"], "important");
    client.write(b"Content-Length: 21\r\n\r\n{\"type\": \"response\"}\n");
    client.refusal("scopes", json!({"frameId": "x"}));
    client.refusal("variables", json!({"variablesReference": -5}));
    client.refusal("evaluate", json!(7));
    assert_eq!(client.value("n", 0), "0");
    // A client that disconnects while a script is stopped.
    assert!(client.vanish().success());
    let mut client = launched(json!([{"line": 13}]));
    client.stopped();
    client.write(b"nonsense\r\n\r\n");
    let (code, complaint) = client.ended();
    assert_eq!(code, Some(1));
    let expected = "cindyscript-preview dap: a message without `Content-Length: N`";
    assert!(complaint.starts_with(expected), "{complaint}");
}

const PLOT: &str = r#"<!DOCTYPE html>
<script id="csdraw" type="text/x-cindyscript">
c = 0.1;
sq(w) := w * w + c;
colorplot(
  z = complex(#);
  repeat(3, i,
    z = sq(z);
  );
  a = 1 + z / 1000000;
  b = (a - 1) * 1000000;
  e = (z - z) / (z - z);
  |e|
);
</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 40, height: 30,
  transform: [{visibleRect: [-2, 1.5, 2, -1.5]}]}]});</script>
"#;

#[test]
fn pixel_of_a_colorplot_is_debugged_forwards_and_backwards() {
    let mut client = Client::launched("a.html", PLOT, json!({"pixel": [25, 10]}), |client| {
        client.break_at(json!([{"line": 8, "condition": "i == 2"}]));
        let filters = json!({"filters": ["notFinite"], "filterOptions": [
            {"filterId": "difference", "condition": "0.001"},
        ]});
        client.ask("setExceptionBreakpoints", filters);
    });
    assert_eq!(client.stopped().1, 6);
    assert!(
        client.event("output")["output"]
            .as_str()
            .unwrap()
            .starts_with("the colorplot at 25, 10")
    );
    assert_eq!(client.go("continue"), 8);
    let scopes = client.scopes(0);
    assert_eq!(client.variables(&scopes[0].1)[0].0, "i");
    let globals = client.variables(&scopes[2].1);
    let z = globals.iter().find(|(name, _)| name == "z").unwrap();
    assert!(
        z.1.contains("(single ") && z.1.contains(", difference "),
        "{z:?}"
    );
    assert!(globals.iter().any(|(name, _)| name == "#"), "{globals:?}");
    assert_eq!(client.value("[i, z == sq(complex(#))]", 0), "[2, true]");
    assert_eq!(client.go("stepIn"), 4);
    let stack = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(stack["stackFrames"][1]["name"], "colorplot");
    assert_eq!(client.go("stepBack"), 8);
    client.refusal(
        "setVariable",
        json!({
            "variablesReference": scopes[2].1, "name": "z", "value": "1",
        }),
    );
    // The statement that makes the digits differ, and the one that makes NaN.
    for (line, part) in [(11, "`b` differs"), (12, "`e` becomes NaN")] {
        client.ask("continue", json!({"threadId": 1}));
        assert_eq!(client.stopped(), ("exception".to_owned(), line));
        let info = client.ask("exceptionInfo", json!({"threadId": 1}));
        let description = info["description"].as_str().unwrap();
        assert!(description.starts_with(part), "{description}");
    }
    assert_eq!(client.go("reverseContinue"), 11);
    client.ask("continue", json!({"threadId": 1}));
    client.stopped();
    client.ask("continue", json!({"threadId": 1}));
    client.event("terminated");
    assert!(client.disconnect().success());
    let mut client = Client::launched("a.html", PLOT, json!({"pixel": [400, 10]}), |_| {});
    let output = client.event("output");
    let reason = "no colorplot paints the pixel 400, 10; the canvas has 40 x 30 pixels, \
                  and colorplots into images have none\n";
    assert_eq!(output["output"], reason);
    client.event("terminated");
}

#[test]
fn single_precision_is_what_a_gpu_holds() {
    let text = "h = 10^(-9);\ncolorplot(\n  big = 10^17*#.x;\n  none = [0/0, 1];\n  0.1\n);";
    let mut client = Client::launched(
        "a.cindyscript",
        text,
        json!({"pixel": [25, 10]}),
        |client| {
            client.break_at(json!([{"line": 5}]));
        },
    );
    client.stopped();
    client.ask("continue", json!({"threadId": 1}));
    client.stopped();
    let scopes = client.scopes(0);
    let globals = scopes.iter().find(|scope| scope.0 == "Globals").unwrap();
    let globals = client.variables(&globals.1);
    let shown = |name: &str| &globals.iter().find(|it| it.0 == name).unwrap().1;
    let pixel = "[-8.98, 9.58] (single [-8.98, 9.58], difference 4.6e-7)";
    assert_eq!(shown("#"), pixel);
    assert_eq!(shown("h"), "1e-9 (single 1e-9, difference 2.8e-17)");
    let big = "-8.98e17 (single -8.9799994e17, difference 6.0e10)";
    assert_eq!(shown("big"), big);
    assert_eq!(
        shown("none"),
        "[NaN + i*NaN, 1] (single [NaN + i*NaN, 1], difference NaN)"
    );
}

#[test]
fn breakpoints_set_while_stopped_hold_for_the_same_run() {
    let mut client = launched(json!([{"line": 13}, {"line": 16}]));
    assert_eq!(client.stopped().1, 13);
    client.break_at(
        json!([{"line": 19, "condition": "s == 17"}, {"line": 20, "logMessage": "d: {d}"}]),
    );
    assert_eq!(client.go("continue"), 19);
    assert_eq!(client.go("stepBack"), 18);
    assert_eq!(client.value("d", 0), "{…}");
    client.ask("continue", json!({}));
    client.stopped();
    client.ask("continue", json!({}));
    client.event("terminated");
    let log = client
        .events
        .iter()
        .find(|it| it["body"]["category"] == "console");
    assert_eq!(log.unwrap()["body"]["output"], "d: {a:1, b:17}\n");
    let mut client = Client::launched("a.html", PLOT, json!({"pixel": [25, 10]}), |_| {});
    client.stopped();
    client.break_at(json!([{"line": 10}]));
    assert_eq!(client.go("continue"), 10);
}

#[test]
fn scripts_of_the_pointer_stop() {
    let text = PAGE.replace(
        "<p>Not",
        "<script id=\"csmousedown\" type=\"text/x-cindyscript\">\nn = n + 100;\nprintln(mouse());\n\
         </script><p>Not",
    );
    let arguments = json!({"stayOpen": true});
    let mut client = Client::launched("a.html", &text, arguments, |client| {
        client.break_at(json!([{"line": 25}]));
    });
    client.ask("pointer", json!({"x": 20, "y": 15, "action": "down"}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 25));
    let stack = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(stack["stackFrames"][0]["name"], "mousedown");
    let message = client.refusal("pointer", json!({"x": 20, "y": 15, "action": "up"}));
    assert_eq!(message, "the applet does not run");
    client.ask("continue", json!({}));
    client.ask("pointer", json!({"x": 20, "y": 15, "action": "up"}));
    client.refusal("pointer", json!({"x": 1, "y": 1, "action": "wave"}));
    assert!(client.disconnect().success());
}
