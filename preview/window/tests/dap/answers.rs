//! Answers to requests whose arguments are odd: places, values, breakpoints, filters.

use serde_json::{Value as Json, json};

use crate::client::Client;

fn stopped(text: &str, line: i64) -> Client {
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        client.break_at(json!([{"line": line}]));
    });
    client.stopped();
    client
}

#[test]
fn columns_are_those_of_utf16() {
    let text = "a = \"😀😀\"; b = 1; c = \"é\"; d = 2;";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        let source = json!({"path": client.path});
        let places = |client: &mut Client, from: i64, to: i64| -> Vec<i64> {
            let arguments = json!({"source": source, "line": 1, "column": from, "endColumn": to});
            let body = client.ask("breakpointLocations", arguments);
            let places = body["breakpoints"].as_array().unwrap().iter();
            places.map(|it| it["column"].as_i64().unwrap()).collect()
        };
        assert_eq!(places(client, 1, 1000), [1, 13, 20, 29]);
        assert_eq!(places(client, 2, 20), [13, 20]);
        // In the last statement of the line, behind its beginning.
        let states = client.break_at(json!([{"line": 1, "column": 31}]));
        assert_eq!(states[0]["column"], 29);
        let states = client.break_at(json!([{"line": 1, "column": 12}]));
        assert_eq!(states[0]["column"], 13);
    });
    client.stopped();
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["column"], 13);
}

#[test]
fn values_that_cannot_be_assigned_are_refused() {
    let text = "s = 1; d = 2; l = [1, 2];\nt = 3;";
    let mut client = stopped(text, 2);
    let set = |name: &str, value: &str| json!({"expression": name, "value": value, "frameId": 1});
    for (name, value, part) in [
        ("s", "", "undefined"),
        ("s", "nope", "no value"),
        ("d", "1); println(\"x\"); (2", ""),
        ("d", "5)+(3", ""),
        ("l_9", "5", ""),
        ("s + 1", "3", "does not take"),
        ("nope.x", "3", ""),
    ] {
        let message = client.refusal("setExpression", set(name, value));
        assert!(message.contains(part), "{name} = {value}: {message}");
    }
    let body = client.ask("setExpression", set("l_2", "7"));
    let expected = json!({"type": "int", "value": "7", "variablesReference": 0});
    assert_eq!(body, expected);
    // The picture is drawn anew, without a stop.
    client.ask("continue", json!({"threadId": 1}));
    client.event("terminated");
    assert!(client.events.iter().all(|it| it["event"] != "stopped"));
    assert_eq!(client.printed(), "");
}

#[test]
fn changed_variable_in_another_script_does_not_hide_a_breakpoint() {
    let text = "<script id=\"csinit\" type=\"text/x-cindyscript\">\nn = 1;\nm = 1;\n</script>\
                <script id=\"csdraw\" type=\"text/x-cindyscript\">\ns = n;\n</script>\
                <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\", width: 40, height: 30}]});\
                </script>";
    let mut client = Client::launched("a.html", text, json!({}), |client| {
        client.break_at(json!([{"line": 3}, {"line": 5}]));
    });
    assert_eq!(client.stopped().1, 3);
    let set = json!({"expression": "n", "value": "7", "frameId": 1});
    client.ask("setExpression", set);
    assert_eq!(client.go("continue"), 5);
    assert_eq!(client.value("n", 0), "7");
}

#[test]
fn names_that_come_while_a_script_runs_are_global_variables() {
    let text = "parse(\"k = 5; known = 6\");\nprintln(known);\na = 1;";
    let mut client = stopped(text, 3);
    let scopes = client.scopes(0);
    let globals = scopes.iter().find(|scope| scope.0 == "Globals").unwrap();
    let globals = client.variables(&globals.1);
    for (name, value) in [("k", "5"), ("known", "6")] {
        let expected = (name.to_owned(), value.to_owned());
        assert!(globals.contains(&expected), "{globals:?}");
    }
    assert!(globals.iter().all(|(name, _)| name != "pi"), "{globals:?}");
    assert_eq!(client.value("k + 1", 0), "6");
}

#[test]
fn arguments_of_all_frames_of_a_recursion_are_values() {
    let function = "f(n) := (\n  regional(k);\n  k = n;\n  if(n > 0, f(n - 1), x);\n);\n";
    let names = ["f(n = 0)", "f(n = 1)", "f(n = 2)", "f(n = 3)"];
    let plot = format!("{function}colorplot(x = #.x; f(3));");
    let at_pixel = (plot, json!({"pixel": [20, 10]}));
    let in_script = (format!("{function}x = 1; f(3);"), json!({}));
    for (text, arguments) in [at_pixel, in_script] {
        let mut client = Client::launched("a.cindyscript", &text, arguments, |client| {
            client.break_at(json!([{"line": 4, "condition": "n == 0"}]));
        });
        while client.stopped().1 != 4 {
            client.ask("continue", json!({"threadId": 1}));
        }
        let frames = client.ask("stackTrace", json!({"threadId": 1, "levels": 4}));
        let frames = frames["stackFrames"].as_array().unwrap().iter();
        let shown: Vec<&str> = frames.map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(shown, names);
        for frame in 0..4 {
            let scopes = client.scopes(frame);
            let locals = client.variables(&scopes[0].1);
            let value = |name: &str| {
                let variable = locals.iter().find(|it| it.0 == name);
                variable.map(|it| it.1.split(' ').next().unwrap_or_default().to_owned())
            };
            assert_eq!(value("n"), Some(frame.to_string()), "{locals:?}");
            assert_eq!(value("k"), Some(frame.to_string()), "{locals:?}");
            assert_eq!(client.value("10 * n + k", frame), (11 * frame).to_string());
        }
    }
}

#[test]
fn function_breakpoints_match_names_as_scripts_do() {
    let text = "Größe(x) := (\n  x + 1;\n);\ngrÖße(1);";
    let mut client = Client::launched("a.cindyscript", text, json!({}), |client| {
        let functions = json!({"breakpoints": [{"name": "GRÖßE"}]});
        client.ask("setFunctionBreakpoints", functions);
    });
    assert_eq!(client.stopped(), ("function breakpoint".to_owned(), 2));
}

#[test]
fn filters_and_conditions_without_a_meaning_are_refused() {
    let mut client = stopped("l = [1, 2]; d = {\"a\": 1};\nt = 3;", 2);
    let filter = |id: &str, condition: &str| json!({"filters": [], "filterOptions": [{"filterId": id, "condition": condition}]});
    let message = client.refusal("setExceptionBreakpoints", filter("nope", ""));
    assert!(
        message.contains("`nope`") && message.contains("`notFinite`"),
        "{message}"
    );
    for bound in ["-1", "0", "often"] {
        let message = client.refusal("setExceptionBreakpoints", filter("difference", bound));
        assert!(message.contains("positive number"), "{message}");
    }
    let states = client.break_at(json!([{"line": 2, "hitCondition": "% 0"}]));
    assert_eq!(states[0]["verified"], false);
    for (name, kind, count) in [("l", "indexed", 2), ("l", "named", 0), ("d", "indexed", 0)] {
        let value = client.ask("evaluate", json!({"expression": name, "frameId": 1}));
        let reference = &value["variablesReference"];
        let arguments = json!({"variablesReference": reference, "filter": kind});
        let variables = client.ask("variables", arguments);
        assert_eq!(
            variables["variables"].as_array().unwrap().len(),
            count,
            "{name} {kind}"
        );
    }
    client.refusal("launch", json!({"program": ""}));
}

#[test]
fn errors_of_the_text_are_told() {
    let mut client = Client::launched("a.cindyscript", "a = 1;\nb = (2;\n", json!({}), |client| {
        let states = client.break_at(json!([{"line": 1}]));
        let message = states[0]["message"].as_str().unwrap();
        let reason = "the script `draw` cannot run: line 2: `(` is never closed";
        assert_eq!(message, reason);
    });
    let output = client.event("output");
    assert_eq!(output["category"], "stderr");
    let text = output["output"].as_str().unwrap();
    assert!(
        text.ends_with("a.cindyscript:2:5: `(` is never closed\n"),
        "{text}"
    );
    client.event("terminated");
}

#[test]
fn all_breakpoints_of_a_stop_are_named_and_messages_are_numbered() {
    let mut client = Client::launched("a.cindyscript", "a = 1;\n\nb = 2;", json!({}), |client| {
        client.break_at(json!([{"line": 2}, {"line": 3}]));
    });
    let stop = client.event("stopped");
    assert_eq!(stop["hitBreakpointIds"].as_array().map(Vec::len), Some(2));
    let numbers: Vec<&Json> = client.numbers.iter().collect();
    let expected: Vec<Json> = (1..=numbers.len() as i64).map(Json::from).collect();
    assert_eq!(numbers, expected.iter().collect::<Vec<_>>());
}

#[test]
fn entry_stops_and_a_pressed_pointer_does_not_drag() {
    let text = "<script id=\"csdraw\" type=\"text/x-cindyscript\">\nn = 1;\n</script>\
                <script id=\"csmousedrag\" type=\"text/x-cindyscript\">println(\"drag\");</script>\
                <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\", width: 40, height: 30}]});\
                </script>";
    let arguments = json!({"stopOnEntry": true, "stayOpen": true});
    let mut client = Client::launched("a.html", text, arguments, |_| {});
    assert_eq!(client.stopped().0, "entry");
    client.ask("continue", json!({"threadId": 1}));
    for action in ["down", "up"] {
        client.ask("pointer", json!({"x": 20, "y": 15, "action": action}));
    }
    client.ask("terminate", json!({}));
    client.event("terminated");
    assert_eq!(client.printed(), "");
}

#[test]
fn an_assignment_that_is_refused_leaves_nothing() {
    let text = "l = [1, 2];\na = 1;\nprintln(a);";
    let mut client = stopped(text, 3);
    for (expression, value) in [("l_3", "77"), ("1+1", "3"), ("A0_1", "5"), ("l_(a=9)", "1")] {
        let assigned = json!({"expression": expression, "value": value, "frameId": 1});
        client.refusal("setExpression", assigned);
    }
    assert_eq!(client.value("a", 0), "1");
    client.refusal("evaluate", json!({"expression": "A0", "frameId": 1}));
    client.ask("continue", json!({"threadId": 1}));
    client.event("terminated");
    assert_eq!(client.printed(), "1\n");
}

#[test]
fn a_copied_variable_is_whole() {
    let mut client = stopped("l = 1..30;\nb = 1;", 2);
    let copied = json!({"expression": "l", "frameId": 1, "context": "clipboard"});
    let text = client.ask("evaluate", copied)["result"].to_string();
    assert!(!text.contains('…'), "{text}");
    assert!(text.contains("25"), "{text}");
}

#[test]
fn references_out_of_range_and_answers_of_clients_are_harmless() {
    let mut client = stopped("a = 1;\nb = 2;", 2);
    for reference in [i64::MIN, -1, 0, i64::MAX] {
        client.refusal("variables", json!({"variablesReference": reference}));
    }
    let answer = br#"{"seq":9,"type":"response","request_seq":1,"success":true,"command":"next"}"#;
    client.write(format!("Content-Length: {}\r\n\r\n", answer.len()).as_bytes());
    client.write(answer);
    assert_eq!(client.line(), 2);
}

#[test]
fn the_only_path_format_is_path() {
    let mut client = Client::new("a.cindyscript", "a = 1;");
    let message = client.refusal("initialize", json!({"pathFormat": "uri"}));
    assert!(message.contains("`path`"), "{message}");
}

#[test]
fn a_broken_script_has_no_places_for_breakpoints() {
    let page = "<script id=\"csdraw\" type=\"text/x-cindyscript\">\na = 1;\nb = (2;\n</script>\n\
        <script id=\"csinit\" type=\"text/x-cindyscript\">\nc = 1;\n</script>\n\
        <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\", width: 9, height: 9}]});</script>";
    let mut client = Client::launched("a.html", page, json!({"stopOnEntry": true}), |_| {});
    let source = json!({"path": client.path});
    let places = json!({"source": source, "line": 1, "endLine": 9});
    let places = client.ask("breakpointLocations", places);
    assert_eq!(
        places["breakpoints"].as_array().unwrap().len(),
        1,
        "{places}"
    );
}
