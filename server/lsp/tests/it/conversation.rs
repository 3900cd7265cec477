//! What an editor and the server say to each other.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///tmp/a.cindyscript";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|found| found["code"].as_str().unwrap())
        .collect()
}

#[test]
fn the_first_words() {
    let mut client = Client::start();
    let answer = client.handshake(json!({}));
    let capabilities = &answer["result"]["capabilities"];
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(capabilities["textDocumentSync"]["change"], 2);
    assert_eq!(answer["result"]["serverInfo"]["name"], "cindyscript-server");
}

#[test]
fn each_encoding_of_positions() {
    // Where `nothere` stands behind a character of four bytes and one of two.
    for (encoding, start) in [("utf-8", 15), ("utf-16", 12), ("utf-32", 11)] {
        let mut client = Client::start();
        let offered = json!({"general": {"positionEncodings": ["utf-7", encoding, "utf-16"]}});
        let answer = client.handshake(json!({"capabilities": offered}));
        assert_eq!(
            answer["result"]["capabilities"]["positionEncoding"],
            encoding
        );
        client.open(URI, "a = \"😀ä\" + ");
        client.diagnostics(URI, Some(1));
        client.edit(URI, 2, [0, start, 0, 99], "nothere;");
        let diagnostics = client.diagnostics(URI, Some(2));
        let found = diagnostics
            .iter()
            .find(|found| found["code"] == "undefined-name");
        let range = &found.unwrap()["range"];
        assert_eq!(
            range["start"],
            json!({"line": 0, "character": start}),
            "{encoding}"
        );
        assert_eq!(
            range["end"],
            json!({"line": 0, "character": start + 7}),
            "{encoding}"
        );
    }
}

#[test]
fn a_diagnostic_comes_and_goes() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = (1;\nb = 2;\n");
    let diagnostics = client.diagnostics(URI, Some(1));
    assert_eq!(codes(&diagnostics), ["unclosed-bracket"]);
    let first = &diagnostics[0];
    assert_eq!(first["severity"], 1);
    assert_eq!(first["source"], "cindyscript");
    assert_eq!(first["relatedInformation"][0]["location"]["uri"], URI);
    client.edit(URI, 2, [0, 4, 0, 5], "");
    assert_eq!(client.diagnostics(URI, Some(2)), [] as [Value; 0]);
    client.rewrite(URI, 3, "c = nothere;");
    assert_eq!(codes(&client.diagnostics(URI, Some(3))), ["undefined-name"]);
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": URI}}),
    );
    assert_eq!(client.diagnostics(URI, None), [] as [Value; 0]);
    client.open(URI, "c = nothere;");
    assert_eq!(codes(&client.diagnostics(URI, Some(1))), ["undefined-name"]);
}

#[test]
fn edits_in_quick_succession() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = ;\n");
    // A number grows digit by digit, with another line inserted before it now and then; what is
    // wrong in the end is the name in the last edit.
    let mut line = 0;
    for version in 2..=200 {
        if version % 10 == 0 {
            client.edit(URI, version, [0, 0, 0, 0], "// line\n");
            line += 1;
        } else {
            client.edit(URI, version, [line, 4, line, 4], "1");
        }
    }
    client.edit(URI, 201, [line, 4, line, 4], "nothere + ");
    let diagnostics = client.diagnostics(URI, Some(201));
    assert_eq!(codes(&diagnostics), ["undefined-name"]);
    let start = &diagnostics[0]["range"]["start"];
    assert_eq!(*start, json!({"line": line, "character": 4}));
    let versions: Vec<i64> = client
        .rest()
        .iter()
        .filter(|message| message["method"] == "textDocument/publishDiagnostics")
        .map(|message| message["params"]["version"].as_i64().unwrap())
        .collect();
    assert!(versions.is_sorted(), "{versions:?}");
    assert!(
        versions.iter().all(|version| *version <= 201),
        "{versions:?}"
    );
}

#[test]
fn edits_with_positions_outside_of_the_text() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1;\r\n😀");
    client.edit(URI, 2, [99, 99, 4_294_967_295, 0], "b = 2;");
    client.edit(URI, 3, [0, 99, 0, 4_294_967_295], " // end of line");
    // Within the emoji's surrogate pair: before it.
    client.edit(URI, 4, [1, 1, 1, 1], "// ");
    // From the end to the start.
    client.edit(URI, 5, [0, 1, 0, 0], "nothere = 3; c");
    client.edit(URI, 6, [2, 0, 2, 0], "\nd = unknown;");
    let diagnostics = client.diagnostics(URI, Some(6));
    assert_eq!(codes(&diagnostics), ["undefined-name"]);
    let start = &diagnostics[0]["range"]["start"];
    assert_eq!(*start, json!({"line": 2, "character": 4}));
    client.edit("file:///not/open.cindyscript", 2, [0, 0, 0, 0], "x");
    let log = client.hear("window/logMessage");
    assert!(
        log["message"].as_str().unwrap().contains("not open"),
        "{log}"
    );
}

#[test]
fn pages_of_other_matters_are_left_alone() {
    let mut client = Client::initialize(json!({}));
    let uri = "file:///tmp/page.html";
    client.open(uri, "<html><script>let a = 1;</script></html>");
    assert_eq!(client.diagnostics(uri, Some(1)), [] as [Value; 0]);
    // A call that is known only when JavaScript runs.
    let call = "<script type='text/x-cindyscript' id='csdraw'>a = nothere;</script>\n\
                <script>CindyJS(options());</script>";
    client.rewrite(uri, 2, call);
    let diagnostics = client.diagnostics(uri, Some(2));
    assert!(
        codes(&diagnostics).contains(&"undefined-name"),
        "{diagnostics:?}"
    );
    assert!(
        diagnostics.len() > 1,
        "what was not understood is said: {diagnostics:?}"
    );
}

const SCRIPT: &str = "f(x) := x^2;\nb = sqrt(f(-2));\ncolorplot(\n  |complex(#) - b|);\n";

#[test]
fn hover() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, SCRIPT);
    let at = |line, character| json!({"position": {"line": line, "character": character}});
    let hover = client.result("textDocument/hover", URI, at(1, 0));
    assert_eq!(hover["contents"]["kind"], "markdown");
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}});
    assert_eq!(hover["range"], range);
    assert!(
        hover["contents"]["value"].as_str().unwrap().contains('b'),
        "{hover}"
    );
    let outside = client.result("textDocument/hover", URI, at(99, 99));
    assert!(outside.is_null() || outside["contents"].is_object());
    let unknown = client.result("textDocument/hover", "file:///none", at(0, 0));
    assert_eq!(unknown, Value::Null);
}

#[test]
fn inlay_hints_and_their_settings() {
    let settings = |on: bool| {
        let kinds = [
            "variables",
            "colorplots",
            "parameters",
            "results",
            "arguments",
        ];
        let hints: Value = kinds
            .map(|kind| (kind.to_owned(), json!(on)))
            .into_iter()
            .collect();
        json!({"cindyscript": {"inlayHints": hints}})
    };
    let refresh = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
    let mut client = Client::initialize(json!({
        "capabilities": refresh, "initializationOptions": settings(false)["cindyscript"],
    }));
    client.open(URI, SCRIPT);
    let all = json!({"range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0},
    }});
    let hints = client.result("textDocument/inlayHint", URI, all.clone());
    assert_eq!(hints, json!([]));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": settings(true)}),
    );
    // The request is not answered: nothing waits for it.
    client.hear("workspace/inlayHint/refresh");
    let hints = client.result("textDocument/inlayHint", URI, all);
    let lines: Vec<u64> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| hint["position"]["line"].as_u64().unwrap())
        .collect();
    assert!(lines.contains(&1) && lines.contains(&3), "{hints}");
    let part = json!({"range": {
        "start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0},
    }});
    let hints = client.result("textDocument/inlayHint", URI, part);
    for hint in hints.as_array().unwrap() {
        assert_eq!(hint["position"]["line"], 1);
    }
    let wrong = json!({"settings": {"cindyscript": {"inlayHints": 3}}});
    client.notify("workspace/didChangeConfiguration", wrong);
    let said = client.hear("window/showMessage");
    assert!(
        said["message"].as_str().unwrap().contains("settings"),
        "{said}"
    );
}

#[test]
fn the_meaning_of_a_code() {
    let mut client = Client::initialize(json!({}));
    let mut ask = |code: Value| {
        let params = json!({"command": "cindyscript.reference", "arguments": [code]});
        client.ask("workspace/executeCommand", params)
    };
    let text = ask(json!("unused-value"))["result"].to_string();
    assert!(
        text.contains("unused-value") && text.contains("Example"),
        "{text}"
    );
    let page = ask(json!("types"))["result"].clone();
    assert_eq!(page["title"], "Types");
    let text = page["text"].as_str().unwrap();
    assert!(text.starts_with("# What the types mean\n"), "{text}");
    // Nothing has this code: nothing is said, or why.
    for code in [json!("no-such-code"), json!(3), Value::Null] {
        let answer = ask(code);
        assert!(answer["result"].is_null(), "{answer}");
    }
}

#[test]
fn hovers_lead_to_what_types_mean() {
    let hover = |experimental: Value| {
        let capabilities = json!({"capabilities": {"experimental": experimental}});
        let mut client = Client::initialize(capabilities);
        client.open(URI, "a = 0.5; // nothing\n");
        let mut at = |character: u32| {
            let position = json!({"position": {"line": 0, "character": character}});
            client
                .result("textDocument/hover", URI, position)
                .to_string()
        };
        [at(0), at(14)]
    };
    let link = "](cindyscript:reference/types)";
    let [typed, comment] = hover(json!({"cindyscript": {"referenceLinks": true}}));
    assert!(typed.contains(link) && !comment.contains(link), "{typed}");
    // Another editor could not follow it.
    assert!(hover(Value::Null).iter().all(|text| !text.contains(link)));
}

#[test]
fn texts_have_no_marks_for_an_editor_that_takes_plain_text_only() {
    let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}});
    let mut client = Client::initialize(json!({"capabilities": capabilities}));
    let uri = "file:///tmp/plain.cindyscript";
    client.open(uri, "a = sqrt(-2);\n");
    let at = |character: u32| json!({"position": {"line": 0, "character": character}});
    let hover = &client.result("textDocument/hover", uri, at(0))["contents"];
    let help = &client.result("textDocument/signatureHelp", uri, at(9))["signatures"][0];
    let item = json!({"label": "sqrt", "data": "sqrt"});
    let item = &client.ask("completionItem/resolve", item)["result"];
    for text in [hover, &help["documentation"], &item["documentation"]] {
        assert_eq!(text["kind"], "plaintext", "{text}");
        let value = text["value"].as_str().unwrap();
        let is_marked = ["`", "**", "]("].iter().any(|mark| value.contains(mark));
        assert!(!is_marked, "{value}");
    }
    let first = hover["value"].as_str().unwrap().lines().next();
    assert_eq!(first, Some("a: complex"));
}

#[test]
fn hovers_have_words_for_links_where_an_editor_wants_that() {
    let uri = "file:///tmp/a(b).cindyscript";
    let hover = |experimental: Value| {
        let capabilities = json!({"capabilities": {"experimental": experimental}});
        let mut client = Client::initialize(capabilities);
        // Brackets of a comment are no link.
        client.open(uri, "a = -2;\n// l[1](x), or https://x.y\nb = sqrt(a);\n");
        let mut at = |character: u32| {
            let position = json!({"position": {"line": 2, "character": character}});
            let hover = client.result("textDocument/hover", uri, position);
            hover["contents"]["value"].as_str().unwrap().to_owned()
        };
        let [variable, function] = [at(0), at(5)];
        let item = json!({"label": "sqrt", "data": "sqrt"});
        let completion = client.ask("completionItem/resolve", item);
        let completion = completion["result"]["documentation"].to_string();
        [variable, function, completion]
    };
    let [variable, function, completion] = hover(json!({"cindyscript": {"plainLinks": true}}));
    assert!(completion.contains("manual: https://"), "{completion}");
    assert!(!completion.contains("]("), "{completion}");
    assert!(
        variable.contains("line 1") && !variable.contains("]("),
        "{variable}"
    );
    assert!(function.contains("\n\nmanual: https://"), "{function}");
    assert!(!function.contains("]("), "{function}");
    let [variable, function, completion] = hover(Value::Null);
    assert!(completion.contains("[manual](https://"), "{completion}");
    assert!(
        variable.contains("[line 1](file:///tmp/a(b).cindyscript#L1,"),
        "{variable}"
    );
    assert!(function.contains("[manual](https://"), "{function}");
}

#[test]
fn what_is_not_used_is_faded() {
    let text = "a = 1;\nb = 2;\ndraw([b, 0]);\n";
    let fades = json!({"publishDiagnostics": {"tagSupport": {"valueSet": [1, 2]}}});
    let mut client = Client::initialize(json!({"capabilities": {"textDocument": fades}}));
    client.open(URI, text);
    let said = client.diagnostics(URI, Some(1));
    assert_eq!(said.len(), 1, "{said:#?}");
    assert_eq!(said[0]["code"], "unused-variable");
    assert_eq!(said[0]["tags"], json!([1]));
    assert_eq!(
        said[0]["range"]["start"],
        json!({"line": 0, "character": 0})
    );
    // To an editor that does not, it would be one more line to read.
    let mut client = Client::initialize(json!({}));
    client.open(URI, text);
    let said = client.diagnostics(URI, Some(1));
    assert!(said.is_empty(), "{said:#?}");
}

#[test]
fn the_name_of_an_argument_leads_to_its_parameter() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "f(size) := size;\na = f(2);\n");
    let second = json!({"range": {
        "start": {"line": 1, "character": 4}, "end": {"line": 2, "character": 0},
    }});
    let hints = client.result("textDocument/inlayHint", URI, second);
    let part = &hints[0]["label"][0];
    assert_eq!(part["value"], "size: ", "{hints}");
    let range = json!({"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 6}});
    assert_eq!(part["location"], json!({"uri": URI, "range": range}));
}

#[test]
fn document_symbols() {
    let text = json!({"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}});
    let mut client = Client::initialize(json!({"capabilities": {"textDocument": text}}));
    client.open(URI, SCRIPT);
    let symbols = client.result("textDocument/documentSymbol", URI, json!({}));
    assert_eq!(symbols[0]["name"], "draw", "a script without an event");
    let named = symbols[0]["children"].as_array().unwrap().iter();
    let named = named.map(|symbol| {
        let place = |range: &str| symbol[range]["start"]["line"].as_u64();
        let name = symbol["name"].as_str().unwrap();
        (name, place("range"), place("selectionRange"))
    });
    let expected = [("f", 0), ("b", 1), ("colorplot", 2)];
    let expected = expected.map(|(name, line)| (name, Some(line), Some(line)));
    assert_eq!(named.collect::<Vec<_>>(), expected, "{symbols}");

    let mut client = Client::initialize(json!({}));
    client.open(URI, SCRIPT);
    let symbols = client.result("textDocument/documentSymbol", URI, json!({}));
    let text = symbols.to_string();
    assert!(
        text.contains("location") && !text.contains("selectionRange"),
        "{text}"
    );
}

#[test]
fn code_lenses() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, SCRIPT);
    let lenses = client.result("textDocument/codeLens", URI, json!({}));
    let lenses = lenses.as_array().unwrap();
    assert_eq!(lenses.len(), 1, "{lenses:?}");
    let lens = &lenses[0];
    assert_eq!(lens["command"]["command"], "cindyscript.preview.open");
    assert_eq!(lens["command"]["arguments"], json!([URI]));
    assert_eq!(lens["range"]["start"]["line"], 2);
    assert_eq!(lens["range"]["start"]["line"], lens["range"]["end"]["line"]);
}

#[test]
fn a_request_that_an_edit_overtakes_is_dropped_and_the_next_is_right() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, SCRIPT);
    let position = json!({"line": 0, "character": 0});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    let mut requests = Vec::new();
    for version in 2..60 {
        client.edit(URI, version, [0, 0, 0, 0], "v = 1; ");
        requests.push(client.request("textDocument/hover", params.clone()));
    }
    let last = requests.pop().unwrap();
    for id in requests {
        let answer = client.answer(id);
        let dropped = answer["error"]["code"] == -32801;
        assert!(dropped || answer.get("result").is_some(), "{answer}");
    }
    let answer = client.answer(last);
    assert!(answer["result"]["contents"].is_object(), "{answer}");
}

#[test]
fn commands_with_wrong_arguments() {
    let mut client = Client::initialize(json!({}));
    let mut said = |params: Value| {
        let answer = client.ask("workspace/executeCommand", params);
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    let open = "cindyscript.preview.open";
    assert!(said(json!({"command": open})).contains("got 0 arguments"));
    assert!(said(json!({"command": open, "arguments": [7]})).contains("got 7"));
    assert!(said(json!({"command": open, "arguments": [URI]})).contains("not open"));
    assert!(said(json!({"command": "rm"})).contains("no command"));
}

#[test]
fn the_end() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, SCRIPT);
    assert_eq!(client.shut_down().code(), Some(0));

    let mut client = Client::initialize(json!({}));
    assert_eq!(client.vanish().code(), Some(1));
}

#[test]
fn a_code_action_mends() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 2*-1;\nf(x) := (t = x; t);\nb = f(a);");
    let diagnostics = client.diagnostics(URI, Some(1));
    assert_eq!(codes(&diagnostics), ["sign-after-operator"]);
    let ask = |client: &mut Client, line, character, context: Value| {
        let place = json!({"line": line, "character": character});
        let range = json!({"start": place, "end": place});
        let params = json!({"range": range, "context": context});
        client.result("textDocument/codeAction", URI, params)
    };
    let context = json!({"diagnostics": diagnostics});
    let actions = ask(&mut client, 0, 6, context);
    let edit = json!({"newText": "(-1)", "range": {
        "start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 8},
    }});
    let expected = json!([{
        "title": "Write 2*(-1)", "kind": "quickfix", "diagnostics": diagnostics,
        "isPreferred": true, "edit": {"changes": {URI: [edit]}},
    }]);
    assert_eq!(actions, expected);

    let rewrites = json!({"diagnostics": [], "only": ["refactor"]});
    assert_eq!(ask(&mut client, 0, 6, rewrites.clone()), json!([]));
    let actions = ask(&mut client, 1, 9, rewrites);
    let told = actions.as_array().unwrap().iter().map(|action| {
        let edit = &action["edit"]["changes"][URI][0]["newText"];
        (action["kind"].as_str().unwrap(), edit.as_str().unwrap())
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("refactor.inline", ""),
            ("refactor.rewrite", "regional(t); ")
        ]
    );
}

#[test]
fn semantic_tokens_say_when_something_is_computed() {
    let mut client = Client::initialize(json!({}));
    let text = "s = \"a\nb\";\ncolorplot(|#|*s)";
    client.open(URI, text);
    client.diagnostics(URI, Some(1));
    let full = client.result("textDocument/semanticTokens/full", URI, json!({}));
    // s, =, the two lines of the string, colorplot, |, #, |, *, s
    let expected = [
        [0, 0, 1, 0, 0],
        [0, 2, 1, 7, 0],
        [0, 2, 2, 6, 0],
        [1, 0, 2, 6, 0],
        [1, 0, 9, 3, 16],
        [0, 10, 1, 7, 4],
        [0, 1, 1, 0, 4],
        [0, 1, 1, 7, 4],
        [0, 1, 1, 7, 4],
        [0, 1, 1, 0, 2],
    ];
    assert_eq!(full["data"], json!(expected.concat()));
    let place = |line, character| json!({"line": line, "character": character});
    let range = json!({"range": {"start": place(2, 14), "end": place(2, 15)}});
    let part = client.result("textDocument/semanticTokens/range", URI, range);
    assert_eq!(part["data"], json!([2, 14, 1, 0, 2]));

    client.edit(URI, 2, [2, 14, 2, 15], "5");
    let previous = json!({"previousResultId": full["resultId"]});
    let method = "textDocument/semanticTokens/full/delta";
    let delta = client.result(method, URI, previous.clone());
    let edit = json!({"start": 45, "deleteCount": 5, "data": [0, 1, 1, 5, 1]});
    assert_eq!(delta["edits"], json!([edit]));
    // What the editor has is not known any more: all of it.
    let again = client.result(method, URI, previous);
    assert_eq!(again["data"].as_array().map(Vec::len), Some(50));
}

#[test]
fn what_commands_show() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 0.5;\ncolorplot(|#| - a)");
    let mut show = |command: &str, line: u32, character: u32| {
        let position = json!({"line": line, "character": character});
        let params = json!({"command": command, "arguments": [URI, position]});
        client.ask("workspace/executeCommand", params)
    };
    let story = show("cindyscript.explain", 1, 16)["result"].clone();
    assert_eq!(story["title"], "Type of a");
    let text = story["text"].as_str().unwrap();
    assert!(text.starts_with("# `a`: real\n"), "{text}");
    let link = format!("[line 1]({URI}#L1,5)");
    assert!(text.contains(&link), "{text}");
    assert!(text.contains("](cindyscript:reference/types)"), "{text}");

    let graph = show("cindyscript.dependencyGraph", 0, 0)["result"].clone();
    assert_eq!(graph["title"], "colorplot(|#| - a)");
    let (svg, dot) = (
        graph["svg"].as_str().unwrap(),
        graph["dot"].as_str().unwrap(),
    );
    assert!(
        svg.starts_with("<svg ") && svg.contains(&format!("{URI}#L2,17")),
        "{svg}"
    );
    assert!(dot.starts_with("digraph "), "{dot}");
    let page = graph["page"].as_str().unwrap();
    for part in [svg, graph["script"].as_str().unwrap()] {
        assert!(page.contains(part), "{page}");
    }

    let table = show("cindyscript.kleeneIteration", 1, 12)["result"].clone();
    let text = table["text"].as_str().unwrap();
    assert!(text.contains("`\\|#\\| - a` | ⊥ "), "{text}");
    client.open("file:///tmp/empty.cindyscript", " ");
    for command in ["cindyscript.explain", "cindyscript.dependencyGraph"] {
        let position = json!({"line": 0, "character": 0});
        let arguments = json!(["file:///tmp/empty.cindyscript", position]);
        let params = json!({"command": command, "arguments": arguments});
        let answer = client.ask("workspace/executeCommand", params);
        assert_eq!(answer["result"], Value::Null, "{answer}");
    }
    let params = json!({"command": "cindyscript.explain", "arguments": [URI]});
    let error = client.ask("workspace/executeCommand", params);
    assert_eq!(error["error"]["code"], -32602, "{error}");
}

#[test]
fn an_editor_without_lenses_has_an_action_for_the_preview() {
    let actions = |text: Value| {
        let mut client = Client::initialize(json!({"capabilities": {"textDocument": text}}));
        client.open(URI, "a = 1;");
        let place = json!({"line": 0, "character": 0});
        let range = json!({"start": place, "end": place});
        let params = json!({"range": range, "context": {"diagnostics": []}});
        client.result("textDocument/codeAction", URI, params)
    };
    let action = json!({
        "title": "Open preview", "command": "cindyscript.preview.open", "arguments": [URI],
    });
    assert_eq!(actions(json!({"codeAction": {}})), json!([action]));
    assert_eq!(
        actions(json!({"codeAction": {}, "codeLens": {}})),
        json!([])
    );
}

#[test]
fn portability_is_a_matter_of_settings() {
    let mut client = Client::initialize(json!({}));
    client.open(URI, "a = 1; a = a/2; colorplot(+|#|*a)");
    let diagnostics = client.diagnostics(URI, Some(1));
    assert_eq!(codes(&diagnostics), ["not-in-cindygl"]);
    assert_eq!(diagnostics[0]["severity"], 3);
    let context = json!({"diagnostics": diagnostics});
    let params = json!({"range": diagnostics[0]["range"], "context": context});
    let actions = client.result("textDocument/codeAction", URI, params);
    assert_eq!(actions[0]["title"], "Leave the sign out");
    assert_eq!(actions[0]["edit"]["changes"][URI][0]["newText"], "|#|*a");
    let mut set = |settings| {
        let settings = json!({"settings": {"cindyscript": settings}});
        client.notify("workspace/didChangeConfiguration", settings);
        client.diagnostics(URI, Some(1))
    };
    assert_eq!(set(json!({"portability": false})), [] as [Value; 0]);
    let diagnostics = set(json!({"portability": false, "recompilation": true}));
    assert_eq!(codes(&diagnostics), ["drift"]);
    assert_eq!(diagnostics[0]["severity"], 4);
}
