//! From names to what makes and uses them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods::everything;

const URI: &str = "file:///tmp/page.html";

const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>\nspeed = 1;\n\
grow(x) := (regional(r); r = x * speed; r);\n</script>\n\
<script id='csdraw' type='text/x-cindyscript'>\ndraw(A); speed = grow(2); colorplot(grow(#.x));\n</script>\n\
<script>CindyJS({scripts: 'cs*', geometry: [{name: 'A', type: 'Free', pos: [1, 2]}]});</script>\n";

fn at(line: u32, character: u32) -> Value {
    json!({"position": {"line": line, "character": character}})
}

/// Line, and first and last column, of each place.
fn places(answer: &Value) -> Vec<[u64; 3]> {
    let places = answer.as_array().unwrap().iter().map(|place| {
        let range = &place["range"];
        let number = |value: &Value| value.as_u64().unwrap();
        [
            number(&range["start"]["line"]),
            number(&range["start"]["character"]),
            number(&range["end"]["character"]),
        ]
    });
    places.collect()
}

fn opened() -> Client {
    let mut client = Client::initialize(json!({}));
    client.open(URI, PAGE);
    client
}

#[test]
fn definitions() {
    let mut client = opened();
    let mut ask = |method: &str, line, character| {
        let answer = client.result(method, URI, at(line, character));
        if let Some(first) = answer.get(0) {
            assert_eq!(first["uri"], URI);
        }
        places(&answer)
    };
    // Of a function, of a variable, of an element; the declaration of a regional name.
    assert_eq!(ask("textDocument/definition", 5, 18), [[2, 0, 4]]);
    assert_eq!(
        ask("textDocument/definition", 2, 33),
        [[1, 0, 5], [5, 9, 14]]
    );
    assert_eq!(ask("textDocument/definition", 5, 5), [[7, 52, 53]]);
    assert_eq!(ask("textDocument/typeDefinition", 5, 5), [[7, 52, 53]]);
    assert_eq!(ask("textDocument/declaration", 2, 40), [[2, 21, 22]]);
    assert_eq!(ask("textDocument/definition", 2, 40), [[2, 25, 26]]);
    assert!(ask("textDocument/definition", 0, 1).is_empty());
}

#[test]
fn references_and_highlights() {
    let mut client = opened();
    let mut params = at(1, 0);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.result("textDocument/references", URI, params);
    assert_eq!(places(&found), [[1, 0, 5], [2, 33, 38], [5, 9, 14]]);
    let mut params = at(5, 18);
    params["context"] = json!({"includeDeclaration": false});
    let found = client.result("textDocument/references", URI, params);
    assert_eq!(places(&found), [[5, 17, 21], [5, 36, 40]]);
    let found = client.result("textDocument/documentHighlight", URI, at(1, 0));
    assert_eq!(places(&found), [[1, 0, 5], [2, 33, 38], [5, 9, 14]]);
    let kinds = found.as_array().unwrap().iter().map(|one| &one["kind"]);
    assert_eq!(kinds.collect::<Vec<_>>(), [3, 2, 3]);
    let found = client.result("textDocument/linkedEditingRange", URI, at(2, 25));
    assert_eq!(found["ranges"].as_array().unwrap().len(), 3);
    let found = client.result("textDocument/linkedEditingRange", URI, at(1, 0));
    assert_eq!(found, Value::Null);
}

/// The text with the edits that an answer has for it.
fn edited(text: &str, answer: &Value) -> String {
    edited_by(text, &answer["changes"][URI])
}

fn edited_by(text: &str, edits: &Value) -> String {
    let mut edits = edits.as_array().unwrap().clone();
    edits.reverse();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits {
        let [line, start, end] = places(&json!([edit]))[0].map(|number| number as usize);
        lines[line].replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    lines.join("\n") + "\n"
}

#[test]
fn renaming() {
    let mut client = opened();
    let found = client.result("textDocument/prepareRename", URI, at(5, 10));
    assert_eq!(found["placeholder"], "speed");
    assert_eq!(found["range"]["start"]["character"], 9);
    let mut rename = |line, character, new: &str| {
        let mut params = at(line, character);
        params["textDocument"] = json!({"uri": URI});
        params["newName"] = new.into();
        client.ask("textDocument/rename", params)
    };
    let answer = rename(5, 10, "pace");
    assert_eq!(
        edited(PAGE, &answer["result"]),
        PAGE.replace("speed", "pace")
    );
    // In the construction, from there.
    let answer = rename(7, 52, "B");
    let expected = PAGE.replace("draw(A)", "draw(B)").replace("'A'", "'B'");
    assert_eq!(edited(PAGE, &answer["result"]), expected);
    for (line, character, new, why) in [
        (5, 10, "1a", "no name"),
        (5, 10, "A", "an element"),
        (2, 5, "speed", "a variable of the applet (line 2)"),
        (5, 18, "sin", "a function of the language"),
        (5, 42, "t", "name the running variable first"),
        (5, 0, "t", "a function of the language"),
        (0, 0, "t", "no name of the applet"),
    ] {
        let error = &rename(line, character, new)["error"];
        assert_eq!(error["code"], -32803, "{error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(why), "{message}");
    }
    let mut params = at(0, 0);
    params["textDocument"] = json!({"uri": URI});
    let answer = client.ask("textDocument/prepareRename", params);
    assert_eq!(answer["error"]["code"], -32803);
}

#[test]
fn a_rename_is_one_of_a_version() {
    let mut client = Client::initialize(everything());
    client.open(URI, PAGE);
    let mut params = at(5, 10);
    params["newName"] = json!("pace");
    let answer = client.result("textDocument/rename", URI, params);
    let change = &answer["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(
        edited_by(PAGE, &change["edits"]),
        PAGE.replace("speed", "pace")
    );
    assert_eq!(answer["changes"], Value::Null);
    // Code actions are as well.
    let range = json!({"start": {"line": 2, "character": 29}, "end": {"line": 2, "character": 38}});
    let params = json!({"range": range, "context": {"diagnostics": []}});
    let actions = client.result("textDocument/codeAction", URI, params);
    let actions = actions.as_array().unwrap();
    assert!(!actions.is_empty());
    for action in actions {
        let document = &action["edit"]["documentChanges"][0]["textDocument"];
        assert_eq!(*document, json!({"uri": URI, "version": 1}), "{action}");
    }
}

#[test]
fn calls() {
    let mut client = opened();
    let items = client.result("textDocument/prepareCallHierarchy", URI, at(5, 18));
    assert_eq!(items[0]["name"], "grow(x)");
    let ask = |client: &mut Client, method: &str, item: &Value| {
        let answer = client.ask(method, json!({"item": item}));
        answer["result"].as_array().unwrap().clone()
    };
    let incoming = ask(&mut client, "callHierarchy/incomingCalls", &items[0]);
    let names: Vec<&Value> = incoming.iter().map(|call| &call["from"]["name"]).collect();
    assert_eq!(names, ["draw", "colorplot"]);
    assert_eq!(incoming[0]["fromRanges"][0]["start"]["character"], 17);
    let script = &incoming[0]["from"];
    let outgoing = ask(&mut client, "callHierarchy/outgoingCalls", script);
    let names: Vec<&Value> = outgoing.iter().map(|call| &call["to"]["name"]).collect();
    assert_eq!(names, ["grow(x)", "colorplot"]);
}

#[test]
fn symbols_of_all_documents() {
    let mut client = opened();
    let other = "file:///tmp/other.cindyscript";
    client.open(other, "growth = 1; f(x) := x;");
    let answer = client.ask("workspace/symbol", json!({"query": "grw"}));
    let found = answer["result"].as_array().unwrap();
    let shown: Vec<[&str; 2]> = found
        .iter()
        .map(|one| [&one["name"], &one["location"]["uri"]].map(|text| text.as_str().unwrap()))
        .collect();
    assert_eq!(shown, [["grow", URI], ["growth", other]]);
    assert_eq!(found[0]["containerName"], "init");
}

#[test]
fn symbols_of_files_that_are_not_open() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbols");
    let _ = fs::remove_dir_all(&folder);
    for part in ["one", "two"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    let folder = folder.canonicalize().unwrap();
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("one/a.cindyscript", "wavelength = 1;");
    write("two/b.cindyscript", "\nwaveform(x) := x;");
    write("two/open.cindyscript", "wave = 1;");
    // Editors without folders say where their root is.
    let mut client = Client::initialize(json!({"rootUri": uri("one")}));
    client.open(&uri("two/open.cindyscript"), "waves = 1;");
    let ask = |client: &mut Client| -> Vec<(String, String, u64)> {
        let answer = client.ask("workspace/symbol", json!({"query": "wave"}));
        let found = answer["result"].as_array().unwrap().iter();
        let shown = found.map(|one| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let place = &one["location"];
            let line = place["range"]["start"]["line"].as_u64().unwrap();
            let file = text(&place["uri"]);
            (
                text(&one["name"]),
                file.rsplit('/').next().unwrap().to_owned(),
                line,
            )
        });
        shown.collect()
    };
    let symbol = |name: &str, file: &str, line| (name.to_owned(), file.to_owned(), line);
    let (open, closed) = (
        symbol("waves", "open.cindyscript", 0),
        symbol("wavelength", "a.cindyscript", 0),
    );
    assert_eq!(ask(&mut client), [open.clone(), closed.clone()]);
    let folders =
        |added: Value, removed: Value| json!({"event": {"added": added, "removed": removed}});
    let named = |name: &str| json!([{"uri": uri(name), "name": name}]);
    let change = "workspace/didChangeWorkspaceFolders";
    client.notify(change, folders(named("two"), json!([])));
    let other = symbol("waveform", "b.cindyscript", 1);
    assert_eq!(ask(&mut client), [open.clone(), other.clone(), closed]);
    client.notify(change, folders(json!([]), named("one")));
    assert_eq!(ask(&mut client), [open.clone(), other]);
    write("two/b.cindyscript", "wavy = 1;");
    assert_eq!(ask(&mut client), [open]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn definitions_of_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    fs::write(folder.join("cat.png"), "").unwrap();
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let page = uri("page.html");
    let mut client = Client::initialize(json!({}));
    client.open(
        &page,
        "<script>const path = 'cat.png';\nCindyJS({scripts: {draw: 'drawimage([0, 0], \"cat\"); imagesize(\"pet\"); imagesize(\"dog\");'}, images: {\n\
         cat: 'cat.png', dog: 'dog.png', pet: path, far: 'https://a.b/cat.png'}});</script>",
    );
    let mut ask = |line, character| {
        let found = client.result("textDocument/definition", &page, at(line, character));
        let files = found.as_array().unwrap().iter();
        let files: Vec<String> = files
            .map(|place| {
                let uri = place["uri"].as_str().unwrap();
                uri.rsplit('/').next().unwrap().to_owned()
            })
            .collect();
        (files, places(&found))
    };
    let found = |files: &[&str], places: &[[u64; 3]]| {
        let files = files.iter().map(|&file| file.to_owned()).collect();
        (files, places.to_vec())
    };
    // The name of a file.
    assert_eq!(ask(2, 8), found(&["cat.png"], &[[0, 0, 0]]));
    assert_eq!(ask(2, 24), found(&[], &[]));
    assert_eq!(ask(2, 55), found(&[], &[]));
    // The name of an image: its entry, then its file, if there is one.
    let (cat, pet) = ([[2, 0, 3], [0, 0, 0]], [[2, 32, 35], [0, 0, 0]]);
    let both = ["page.html", "cat.png"];
    assert_eq!(ask(1, 46), found(&both, &cat));
    assert_eq!(ask(2, 1), found(&both, &cat));
    assert_eq!(ask(1, 63), found(&both, &pet));
    assert_eq!(ask(1, 81), found(&["page.html"], &[[2, 16, 19]]));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn definitions_and_references_in_a_library() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("definitions");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    fs::write(
        folder.join("lib.cjs"),
        "ä = 1;\n /* 😀 */ f(x) := x; inner = f(2);",
    )
    .unwrap();
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let page = uri("page.cindyscript");
    let mut client = Client::initialize(json!({}));
    client.open(&page, "import(\"lib\"); a = f(1);");
    let found = client.result("textDocument/definition", &page, at(0, 19));
    assert_eq!(found[0]["uri"], uri("lib.cjs"));
    assert_eq!(places(&found), [[1, 10, 11]]);
    for (with_declaration, expected) in [
        (true, vec![[0, 19, 20], [1, 10, 11], [1, 29, 30]]),
        (false, vec![[0, 19, 20], [1, 29, 30]]),
    ] {
        let mut params = at(0, 19);
        params["context"] = json!({"includeDeclaration": with_declaration});
        let found = client.result("textDocument/references", &page, params);
        assert_eq!(found[0]["uri"], page);
        assert_eq!(found[1]["uri"], uri("lib.cjs"));
        assert_eq!(places(&found), expected);
    }
    let params = json!({"textDocument": {"uri": page}, "position": {"line": 0, "character": 19}});
    let answer = client.ask("textDocument/prepareRename", params);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("library"), "{message}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn of_documents_that_are_not_there() {
    let mut client = Client::initialize(json!({}));
    for method in [
        "definition",
        "declaration",
        "typeDefinition",
        "documentHighlight",
    ] {
        let method = format!("textDocument/{method}");
        assert_eq!(client.result(&method, URI, at(0, 0)), Value::Null);
    }
}
