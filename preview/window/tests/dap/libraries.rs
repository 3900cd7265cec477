//! Breakpoints in the libraries of a page.

use std::fs;

use serde_json::{Value as Json, json};

use crate::client::Client;

const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
a = twice(4);
println(a);
</script><script>CindyJS({scripts: "cs*", import: {init: ["lib.cjs"]},
  ports: [{id: "c", width: 40, height: 30}]});</script>
"#;
const LIBRARY: &str = "// é
twice(x) := (
  y = 2 * x;
  y;
);
k = 1;
";

/// A client whose page has a library, and the path of that.
fn client(library: &str) -> (Client, String) {
    let client = Client::new("a.html", PAGE);
    let path = client.path.with_file_name("lib.cjs");
    fs::write(&path, library).unwrap();
    (client, path.to_str().unwrap().to_owned())
}

fn set(client: &mut Client, path: &str, breakpoints: Json) -> Json {
    let arguments = json!({"source": {"path": path}, "breakpoints": breakpoints});
    client.ask("setBreakpoints", arguments)["breakpoints"].clone()
}

#[test]
fn breakpoints_of_a_library_and_its_page_stop() {
    let (client, path) = client(LIBRARY);
    let mut client = client.launch(json!({}), |client| {
        let states = set(
            client,
            &path,
            json!([{"line": 3}, {"line": 1}, {"line": 6}]),
        );
        assert_eq!(
            (&states[0]["verified"], &states[0]["line"]),
            (&true.into(), &3.into())
        );
        assert_eq!(states[0]["source"]["path"], path.as_str());
        let message = "line 1 is a comment; the next statement is in line 2";
        assert_eq!(states[1]["message"], message);
        let states = client.break_at(json!([{"line": 3}]));
        assert_eq!(states[0]["line"], 3);
        let lines = json!({"source": {"path": path}, "line": 1, "endLine": 9});
        let places = client.ask("breakpointLocations", lines);
        let places = places["breakpoints"].as_array().unwrap().iter();
        let lines: Vec<i64> = places.map(|it| it["line"].as_i64().unwrap()).collect();
        assert_eq!(lines, [2, 3, 4, 6]);
    });
    assert_eq!(client.stopped().1, 6);
    assert_eq!(client.go("continue"), 3);
    let stack = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(stack["stackFrames"][0]["source"]["path"], path.as_str());
    assert_eq!(client.value("x", 0), "4");
    assert_eq!(client.go("continue"), 3);
    assert_eq!(client.value("a", 0), "8");
    // Breakpoints of a file replace those of the same file only.
    set(&mut client, &path, json!([]));
    client.ask(
        "setFunctionBreakpoints",
        json!({"breakpoints": [{"name": "twice"}]}),
    );
    assert_eq!(client.go("reverseContinue"), 3);
    let stack = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(stack["stackFrames"][0]["name"], "twice(x = 4)");
}

#[test]
fn broken_library_and_other_files_are_refused_with_a_reason() {
    let (client, path) = client("k = (1;\n");
    client.launch(json!({}), |client| {
        let states = set(client, &path, json!([{"line": 1}]));
        let message = states[0]["message"].as_str().unwrap();
        assert!(
            message.starts_with("the script `lib.cjs` cannot run"),
            "{message}"
        );
        let states = set(client, "/b.cjs", json!([{"line": 1}]));
        let message = states[0]["message"].as_str().unwrap();
        assert!(message.contains("nor a library of its page"), "{message}");
    });
}

#[test]
fn function_of_a_library_that_is_imported_later_is_refused() {
    let client = Client::new("a.cindyscript", "import(\"lib.cjs\");\na = twice(3);\n");
    let path = client.path.with_file_name("lib.cjs");
    fs::write(path, LIBRARY).unwrap();
    client.launch(json!({}), |client| {
        let functions = json!({"breakpoints": [{"name": "twice"}]});
        let states = client.ask("setFunctionBreakpoints", functions);
        let message = "a script imports `twice` while it runs: it cannot stop there";
        assert_eq!(states["breakpoints"][0]["message"], message);
    });
}
