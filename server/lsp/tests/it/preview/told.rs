//! What a preview tells of what it shows: values, places, times.

use std::fs;

use serde_json::{Value, json};

use super::{ANSWERS, CLOSE, Fake, OPEN, URI};
use crate::client::Client;

#[test]
fn its_values_are_shown_and_compared() {
    // The last term of the text is a uniform.
    let answers = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
read -r line
echo '{"message":"values","version":1,"values":[{"subject":{"global":"a"},"type":"real","value":"0.37"},{"subject":{"uniform":{"start":24,"end":31}},"type":"int","value":"2"},{"subject":{"element":"A"},"type":"point","value":"[1, 2]"},{"subject":{"field":{"element":"A","field":"x"}},"type":"int","value":"1"},{"subject":{"global":"none"},"type":"no type","value":""}]}'
echo '{"message":"values","version":1,"values":[{"subject":{"global":"a"},"type":"real","value":"0.41"}]}'
read -r line; exit 0
"#;
    let fake = Fake::new("values", answers);
    let path = fake.program();
    let mut client = Client::initialize(json!({
        "initializationOptions": {
            "preview": {"path": path},
            "inlayHints": {"variables": false, "colorplots": false, "values": true},
        },
        "capabilities": {"workspace": {"inlayHint": {"refreshSupport": true}}},
    }));
    let text = "a = 4; a = 5; colorplot(sqrt(a)*#.x); createpoint(\"A\", [1, 2]); b = A.x;";
    client.open(URI, text);
    client.diagnostics(URI, Some(1));
    client.command(OPEN, URI);
    let mut found = client.diagnostics(URI, Some(1));
    while found.iter().all(|found| found["code"] != "observed-type") {
        found = client.diagnostics(URI, Some(1));
    }
    let found = found.iter().find(|found| found["code"] == "observed-type");
    let message = found.unwrap()["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("`a` is a whole number") && message.contains("0.37"),
        "{message}"
    );

    client.wait(|message| message["method"] == "workspace/inlayHint/refresh");
    let at = |character| json!({"position": {"line": 0, "character": character}});
    let mut value = |character| {
        let hover = client.result("textDocument/hover", URI, at(character));
        let text = hover["contents"]["value"].as_str().unwrap().to_owned();
        let block = text.split("```").nth(1).unwrap();
        block.lines().last().unwrap().to_owned()
    };
    // Another value of the same type is shown, and nothing is said again.
    while value(7) != "a: int = 0.41" {}
    assert!(value(28).ends_with(" = 2"));
    assert_eq!(value(68), "A: point = [1, 2]");
    assert_eq!(value(70), "A.x: real = 1");
    let all = json!({"range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0},
    }});
    let hints = client.result("textDocument/inlayHint", URI, all);
    assert_eq!(hints[0]["label"], " = 0.41");
    assert_eq!(hints[0]["position"]["character"], 5);
    let rest = client.rest();
    let again = |message: &&Value| message["method"] == "textDocument/publishDiagnostics";
    assert_eq!(rest.iter().find(again), None);

    // What has no preview has no values.
    client.command(CLOSE, URI);
    assert_eq!(client.diagnostics(URI, Some(1)), [] as [Value; 0]);
}

#[test]
fn values_that_an_edit_has_kept_go_with_it() {
    // It tells nothing of the second version.
    let dies = r#"
read -r line
echo '{"message":"values","version":1,"values":[{"subject":{"global":"a"},"type":"real","value":"0.37"}]}'
read -r line
while [ ! -e enough ]; do sleep 0.02; done
exit 3
"#;
    let fake = Fake::new("kept", dies);
    let mut client = Client::initialize(json!({
        "initializationOptions": {
            "preview": {"path": fake.program()},
            "inlayHints": {"variables": false, "values": true},
        },
        "capabilities": {"workspace": {"inlayHint": {"refreshSupport": true}}},
    }));
    client.open(URI, "a = 1;");
    client.command(OPEN, URI);
    let refresh = |message: &Value| message["method"] == "workspace/inlayHint/refresh";
    client.wait(refresh);
    client.edit(URI, 2, [0, 4, 0, 5], "2");
    let all = json!({"range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0},
    }});
    let hints = client.result("textDocument/inlayHint", URI, all.clone());
    assert_eq!(hints[0]["label"], " = 0.37");
    fs::write(fake.folder.join("enough"), "").unwrap();
    client.wait(refresh);
    let hints = client.result("textDocument/inlayHint", URI, all);
    assert_eq!(hints, json!([]));
}

#[test]
fn values_at_a_pixel_are_shown_until_there_are_others() {
    // In `colorplot(a = |#|; a);` what is assigned, and all of it.
    let pixel = r##"
read -r line
echo '{"message":"pixel","version":1,"values":[{"range":{"start":10,"end":11},"end":17,"type":"real","value":"0.5"},{"range":{"start":0,"end":21},"end":21,"type":"real","value":"0.75"}]}'
read -r line
echo '{"message":"pixel","version":2,"values":[]}'
read -r line
"##;
    let fake = Fake::new("pixel", pixel);
    let mut client = Client::initialize(json!({
        "initializationOptions": {
            "preview": {"path": fake.program()},
            "inlayHints": {"variables": false, "colorplots": false, "values": true},
        },
        "capabilities": {"workspace": {"inlayHint": {"refreshSupport": true}}},
    }));
    client.open(URI, "colorplot(a = |#|; a);");
    client.diagnostics(URI, Some(1));
    client.command(OPEN, URI);
    let all = json!({"range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0},
    }});
    let labels = |client: &mut Client| {
        client.wait(|message| message["method"] == "workspace/inlayHint/refresh");
        let hints = client.result("textDocument/inlayHint", URI, all.clone());
        let hints = hints.as_array().unwrap().iter();
        let hints =
            hints.map(|hint| (hint["position"]["character"].clone(), hint["label"].clone()));
        hints.collect::<Vec<_>>()
    };
    let expected = [(json!(17), json!(" = 0.5")), (json!(21), json!(" = 0.75"))];
    assert_eq!(labels(&mut client), expected);
    client.rewrite(URI, 2, "colorplot(a = |#|; a + 1);");
    client.diagnostics(URI, Some(2));
    assert_eq!(labels(&mut client), []);
}

#[test]
fn a_place_is_shown_by_editors_that_can() {
    // The only letter of four bytes, twice.
    let places = r#"
read -r line
for _ in 1 2; do echo '{"message":"reveal","version":1,"range":{"start":11,"end":15}}'; done
read -r line
"#;
    let fake = Fake::new("places", places);
    let text = "x = 1;\naä 𝛼b;";
    let opened = |capabilities: Value| {
        let mut client = Client::initialize(json!({
            "initializationOptions": {"preview": {"path": fake.program()}},
            "capabilities": capabilities,
        }));
        client.open(URI, text);
        client.diagnostics(URI, Some(1));
        client.command(OPEN, URI);
        client
    };
    let mut client = opened(json!({"window": {"showDocument": {"support": true}}}));
    let place = |character: u32| json!({"line": 1, "character": character});
    let expected = json!({
        "uri": URI, "external": false, "takeFocus": true,
        "selection": {"start": place(3), "end": place(5)},
    });
    let shown = client.wait(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"], expected);
    assert!(shown.get("id").is_some(), "{shown}");

    let mut client = opened(json!({}));
    let said = client.hear("window/showMessage");
    assert!(
        said["message"].as_str().unwrap().contains("show a place"),
        "{said}"
    );
    let again = client.rest();
    let shown = |message: &Value| message["method"] == "window/showMessage";
    assert!(!again.iter().any(shown), "{again:?}");
}

#[test]
fn the_camera_is_one_of_this_machine() {
    let fake = Fake::new("camera", ANSWERS);
    let mut client = fake.client();
    let program = fake.program();
    let mut open_with = |camera: &str| {
        let preview = json!({"path": program, "camera": camera});
        let settings = json!({"settings": {"preview": preview}});
        client.notify("workspace/didChangeConfiguration", settings);
        client.command(OPEN, URI);
        fake.wait(|read| !read.is_empty());
        let said = client.rest();
        client.command(CLOSE, URI);
        fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
        fs::remove_file(fake.folder.join("read")).unwrap();
        let said = said
            .iter()
            .filter(|message| message["method"] == "window/showMessage");
        let said: Vec<_> = said
            .map(|message| message["params"]["message"].as_str().unwrap().to_owned())
            .collect();
        let arguments = fake.read("arguments");
        fs::remove_file(fake.folder.join("arguments")).unwrap();
        (arguments, said)
    };
    let (arguments, said) = open_with("/dev/video3");
    assert_eq!(arguments, "--stdio --camera /dev/video3\n");
    assert_eq!(said, [] as [String; 0]);
    // A filter that loads a library.
    let (arguments, said) = open_with("lavfi:ladspa=file=./evil.so:plugin=x");
    assert_eq!(arguments, "--stdio --camera off\n");
    let [said] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert!(
        said.contains("`lavfi:ladspa") && said.contains("the camera is off"),
        "{said}"
    );
}

#[test]
fn the_precision_of_colorplots_is_that_of_the_settings() {
    let fake = Fake::new("precision", ANSWERS);
    let mut client = fake.client();
    let program = fake.program();
    for (setting, arguments) in [
        ("double", "--stdio --precision double\n"),
        ("single", "--stdio --precision single\n"),
        ("auto", "--stdio\n"),
    ] {
        let preview = json!({"path": program, "precision": setting});
        let settings = json!({"settings": {"preview": preview}});
        client.notify("workspace/didChangeConfiguration", settings);
        client.command(OPEN, URI);
        fake.wait(|read| !read.is_empty());
        client.command(CLOSE, URI);
        fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
        fs::remove_file(fake.folder.join("read")).unwrap();
        assert_eq!(fake.read("arguments"), arguments);
        fs::remove_file(fake.folder.join("arguments")).unwrap();
    }
}

/// Tells how long frames take, one after the other when it is shown another text.
const FRAMES: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  case "$line" in
    *'"version":1'*) echo '{"message":"status","frames_per_second":60,"frame_ms":0.42}' ;;
    *'"version":2'*) echo '{"message":"status","frames_per_second":60,"frame_ms":0.45}'
      echo '{"message":"receipt","version":2,"stages":{"present":9.0},"structural":false}' ;;
    *'"version":3'*) echo '{"message":"status","frames_per_second":30,"frame_ms":25.3}' ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
"#;

/// Counts the refreshes of lenses until they have this text. The last one may come later.
fn wait_for<T: PartialEq<E>, E>(
    client: &mut Client,
    ask: &dyn Fn(&mut Client) -> T,
    expected: E,
) -> usize {
    let mut refreshes = 0;
    while ask(client) != expected {
        client.hear("workspace/codeLens/refresh");
        refreshes += 1;
    }
    refreshes
}

#[test]
fn a_lens_says_how_long_a_frame_takes() {
    let fake = Fake::new("frames", FRAMES);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"workspace": {"codeLens": {"refreshSupport": true}}},
    }));
    client.open(URI, "colorplot(|#|);");
    let title = |client: &mut Client| {
        let lenses = client.result("textDocument/codeLens", URI, json!({}));
        lenses[0]["command"]["title"].as_str().unwrap().to_owned()
    };
    assert_eq!(title(&mut client), "▶ Open preview · GPU");
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    let mut refreshes = wait_for(&mut client, &title, "■ Close preview · GPU, 0.4 ms a frame");
    let lenses = client.result("textDocument/codeLens", URI, json!({}));
    assert_eq!(lenses[0]["command"]["command"], CLOSE);

    // A little more, and a single picture while the animation runs: nothing changes.
    client.rewrite(URI, 2, "colorplot(|#|/2);");
    client.hear("cindyscript/receipt");
    assert_eq!(title(&mut client), "■ Close preview · GPU, 0.4 ms a frame");
    client.rewrite(URI, 3, "colorplot(|#|/3);");
    refreshes += wait_for(&mut client, &title, "■ Close preview · GPU, 25 ms a frame");

    assert_eq!(client.command(CLOSE, URI)["result"], Value::Null);
    refreshes += wait_for(&mut client, &title, "▶ Open preview · GPU");
    let rest = client.rest();
    let is_refresh = |message: &&Value| message["method"] == "workspace/codeLens/refresh";
    refreshes += rest.iter().filter(is_refresh).count();
    // Opened, 0.4 ms, 25 ms, closed.
    assert!(refreshes <= 4, "{refreshes}");
}

#[test]
fn colorplot_of_an_open_preview_has_a_lens_that_debugs_it() {
    let fake = Fake::new("debugged", FRAMES);
    let lenses_with = |commands: Value| {
        let mut client = Client::initialize(json!({
            "initializationOptions": {"preview": {"path": fake.program()}},
            "capabilities": {
                "workspace": {"codeLens": {"refreshSupport": true}},
                "experimental": {"cindyscript": {"commands": commands}},
            },
        }));
        client.open(URI, "a = 1;\ncolorplot(|#|);");
        let lenses = |client: &mut Client| {
            let lenses = client.result("textDocument/codeLens", URI, json!({}));
            lenses.as_array().cloned().unwrap_or_default()
        };
        assert_eq!(lenses(&mut client).len(), 1);
        assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
        client.hear("workspace/codeLens/refresh");
        lenses(&mut client)
    };
    let lenses = lenses_with(json!(["cindyscript.debugPlot"]));
    let [_, debug] = &lenses[..] else {
        panic!("{lenses:?}");
    };
    let expected = json!({
        "title": "Debug a pixel", "command": "cindyscript.debugPlot", "arguments": [URI, 2],
    });
    assert_eq!(debug["command"], expected);
    assert_eq!(lenses_with(json!([])).len(), 1);
}

const PLOTS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  case "$line" in
    *'"version":1'*) echo '{"message":"plots","version":1,"plots":[{"range":{"start":0,"end":14},"painter":"gpu","ms":0.42},{"range":{"start":16,"end":30},"painter":{"cpu":{"why":"no"}},"ms":12.3}]}' ;;
    *'"version":2'*) echo '{"message":"plots","version":1,"plots":[]}'
      echo '{"message":"receipt","version":2,"stages":{},"structural":false}' ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
"#;

#[test]
fn a_lens_says_what_paints_its_colorplot_and_how_long() {
    let fake = Fake::new("plots", PLOTS);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"workspace": {"codeLens": {"refreshSupport": true}}},
    }));
    client.open(URI, "colorplot(|#|); colorplot(#.x);");
    let titles = |client: &mut Client| {
        let lenses = client.result("textDocument/codeLens", URI, json!({}));
        let lenses = lenses.as_array().cloned().unwrap_or_default();
        let title = |lens: &Value| lens["command"]["title"].as_str().map(str::to_owned);
        lenses.iter().filter_map(title).collect::<Vec<_>>()
    };
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    let told = [
        "■ Close preview · GPU, 0.4 ms",
        "■ Close preview · CPU: no, 12 ms",
    ];
    wait_for(&mut client, &titles, told);

    // Times move with an edit. The edit may have ended the reason for the CPU.
    client.edit(URI, 2, [0, 0, 0, 0], "a = 1;\n");
    client.hear("cindyscript/receipt");
    assert_eq!(
        titles(&mut client),
        ["■ Close preview · GPU, 0.4 ms", "■ Close preview · GPU"]
    );

    assert_eq!(client.command(CLOSE, URI)["result"], Value::Null);
    client.hear("workspace/codeLens/refresh");
    assert_eq!(titles(&mut client), ["▶ Open preview · GPU"; 2]);
}

/// Says nothing for longer than an editor should be left alone with.
const SLOW: &str = r#"
sleep 1
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
read -r line
echo '{"message":"receipt","version":1,"stages":{},"structural":false}'
while IFS= read -r line; do
  case "$line" in *'"shutdown"'*) exit 0 ;; esac
done
"#;

#[test]
fn that_it_starts_is_shown_until_there_is_a_picture() {
    let fake = Fake::new("slow", SLOW);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"window": {"workDoneProgress": true}},
    }));
    client.open(URI, "colorplot(|#|);");
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    let asked = client.wait(|message| message["method"] == "window/workDoneProgress/create");
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": null}));
    let begun = client.hear("$/progress");
    assert_eq!(begun["value"]["kind"], "begin", "{begun}");
    assert_eq!(begun["value"]["title"], "Starting the preview");
    let ended = client.hear("$/progress");
    assert_eq!(ended["value"]["kind"], "end", "{ended}");
    assert_eq!(ended["token"], begun["token"]);
}

const DIES: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  case "$line" in *'"version":2'*) exit 3 ;; esac
done
"#;

#[test]
fn preview_that_dies_while_it_starts_is_told_after_the_progress_ends() {
    let fake = Fake::new("dies", DIES);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"window": {"workDoneProgress": true}},
    }));
    client.open(URI, "colorplot(|#|);");
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    let asked = client.wait(|message| message["method"] == "window/workDoneProgress/create");
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": null}));
    assert_eq!(client.hear("$/progress")["value"]["kind"], "begin");
    client.rewrite(URI, 2, "colorplot(|#| / 2);");
    let told = client.wait(|message| {
        let method = &message["method"];
        method == "window/showMessage" || method == "$/progress"
    });
    assert_eq!(told["params"]["value"]["kind"], "end", "{told}");
    let told = client.hear("window/showMessage")["message"].to_string();
    assert!(told.contains("The preview ended: exit status: 3"), "{told}");
}

const LOSSY: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  case "$line" in
    *'"version":1'*) echo '{"message":"precision","version":1,"plots":[{"range":{"start":0,"end":29},"computed":"double","differing":40,"terms":[{"range":{"start":11,"end":20},"kind":"large","digits":6},{"range":{"start":1000,"end":1009},"kind":"cancellation","digits":2}]}]}' ;;
    *'"version":3'*) echo '{"message":"precision","version":3,"plots":[{"range":{"start":0,"end":29},"computed":"single","lacking":"there are too many loops","terms":[]}]}' ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
"#;

#[test]
fn a_hint_names_the_terms_that_lose_digits() {
    let fake = Fake::new("lossy", LOSSY);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
    }));
    let hints = |client: &mut Client, version: i32| -> Vec<Value> {
        let all = client.diagnostics(URI, Some(version));
        let is_it = |one: &Value| one["code"] == "lost-digits";
        all.into_iter().filter(is_it).collect()
    };
    let hint = |client: &mut Client, version: i32| loop {
        if let Some(hint) = hints(client, version).first() {
            return hint.clone();
        }
    };
    client.open(URI, "colorplot(((#.x + 1e9) - 1e9));");
    assert_eq!(hints(&mut client, 1), [] as [Value; 0]);
    client.command(OPEN, URI);
    let told = hint(&mut client, 1);
    assert_eq!(told["severity"], 4);
    let message = "single precision is not enough: 40 % of the pixels come out wrong\n\
                   help: the preview computes it in double precision";
    assert_eq!(told["message"], message);
    assert_eq!(told["range"]["start"]["character"], 0);
    assert_eq!(told["range"]["end"]["character"], "colorplot".len());
    let related = told["relatedInformation"].as_array().unwrap();
    assert_eq!(
        related.len(),
        1,
        "what lies outside of the text is left out"
    );
    assert_eq!(related[0]["location"]["range"]["start"]["character"], 11);
    let message = "6 digits are lost: a value is large, compared with how it changes from pixel to \
                   pixel";
    assert_eq!(related[0]["message"], message);

    // It is of one version, and another has none until it is looked at.
    client.rewrite(URI, 2, "colorplot(((#.x + 1e2) - 1e2));");
    assert_eq!(hints(&mut client, 2), [] as [Value; 0]);

    client.rewrite(URI, 3, "colorplot(((#.x + 1e8) - 1e8));");
    let told = hint(&mut client, 3);
    let message = "single precision is not enough: the pixels lie closer together than its \
                   numbers\nhelp: the preview has nothing more precise: there are too many loops";
    assert_eq!(told["message"], message);

    // Nobody says so any more.
    client.command(CLOSE, URI);
    while !hints(&mut client, 3).is_empty() {}
}
