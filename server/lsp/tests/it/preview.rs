//! The preview, played by small shell scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PATIENCE, starting};

const URI: &str = "file:///tmp/p.cindyscript";
const OPEN: &str = "cindyscript.preview.open";
const CLOSE: &str = "cindyscript.preview.close";

/// A shell script that plays a preview, and the folder that it writes to.
struct Fake {
    folder: PathBuf,
}

impl Fake {
    fn new(name: &str, script: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let fake = Self { folder };
        fake.write(script);
        fake
    }

    fn write(&self, script: &str) {
        let _starting = starting();
        let text = format!(
            "#!/bin/sh\ncd '{}'\necho \"$@\" >> arguments\n{script}\n",
            self.folder.display()
        );
        fs::write(self.program(), text).unwrap();
        fs::set_permissions(self.program(), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn program(&self) -> PathBuf {
        self.folder.join("preview")
    }

    fn client(&self) -> Client {
        let path = self.program();
        let mut client = Client::initialize(json!({
            "initializationOptions": {"preview": {"path": path}}, "trace": "verbose",
        }));
        client.open(URI, "a = 1;");
        client.diagnostics(URI, Some(1));
        client
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    /// What the preview has read, once it is what is meant.
    fn wait(&self, meant: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let end = Instant::now() + PATIENCE;
        loop {
            let lines = self.read("read");
            // A line may be half written.
            let messages: Vec<Value> = lines
                .split_inclusive('\n')
                .filter_map(|line| serde_json::from_str(line).ok())
                .collect();
            if meant(&messages) {
                return messages;
            }
            assert!(Instant::now() < end, "{lines}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Writes down what it reads, and answers each text with a receipt and a problem.
const ANSWERS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1","adapter":"imagined"}'
echo 'not a message'
echo '{"message":"from-the-future"}'
while IFS= read -r line; do
  printf '%s\n' "$line" >> read
  case "$line" in
    *'"message":"open"'*)
      version="${line##*\"version\":}"; version="${version%%[!0-9]*}"
      echo '{"message":"receipt","version":'$version',"stages":{"parse":0.5,"present":2.0},"structural":true}'
      [ -e told ] || echo '{"message":"problems","version":'$version',"problems":[{"message":"no such image","range":{"start":4,"end":5},"severity":"warning"}]}'
      touch told
      ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
echo 'the end of the stream' >> read
"#;

fn is_open(message: &Value, version: i32, text: &str) -> bool {
    message["message"] == "open" && message["version"] == version && message["text"] == text
}

#[test]
fn it_follows_and_reports() {
    let fake = Fake::new("follows", ANSWERS);
    let mut client = fake.client();
    // Never saved: the editor's text counts.
    client.edit(URI, 2, [0, 4, 0, 5], "22");
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    let opened = client.hear("window/logMessage");
    assert!(
        opened["message"].as_str().unwrap().contains("imagined"),
        "{opened}"
    );
    let noise = client.hear("window/logMessage");
    assert!(
        noise["message"].as_str().unwrap().contains("not a message"),
        "{noise}"
    );

    let receipt = client.hear("cindyscript/receipt");
    let expected = json!({
        "uri": URI, "version": 2, "structural": true, "total": 2.5,
        "stages": {"parse": 0.5, "present": 2.0},
    });
    assert_eq!(receipt, expected);
    let mut problem = client.diagnostics(URI, Some(2));
    while problem.is_empty() {
        problem = client.diagnostics(URI, Some(2));
    }
    assert_eq!(problem[0]["source"], "preview");
    assert_eq!(problem[0]["message"], "no such image");
    assert_eq!(problem[0]["severity"], 2);
    assert_eq!(
        problem[0]["range"]["start"],
        json!({"line": 0, "character": 4})
    );

    // It is still so in the next version, which the preview need not say again.
    client.edit(URI, 3, [0, 4, 0, 6], "333");
    while client.diagnostics(URI, Some(3)).is_empty() {}
    fake.wait(|read| read.iter().any(|message| is_open(message, 3, "a = 333;")));
    // Again: to the front.
    client.command(OPEN, URI);
    let read = fake.wait(|read| read.iter().any(|message| message["message"] == "focus"));
    assert!(is_open(&read[0], 2, "a = 22;"), "{read:?}");
    assert_eq!(read[0]["path"], "/tmp/p.cindyscript");

    // Closed and opened: it follows again, and its problems are gone meanwhile.
    client.command(CLOSE, URI);
    fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
    client.rest();
    client.edit(URI, 4, [0, 0, 0, 0], " ");
    assert_eq!(client.diagnostics(URI, Some(4)), [] as [Value; 0]);
    client.command(OPEN, URI);
    fake.wait(|read| read.iter().any(|message| is_open(message, 4, " a = 333;")));
    assert_eq!(fake.read("arguments"), "--stdio\n--stdio\n");
    assert_eq!(client.shut_down().code(), Some(0));
    let read = fake.wait(|read| read.len() > 4);
    assert_eq!(read.last().unwrap()["message"], "shutdown");
}

#[test]
fn it_is_told_of_open_files_that_the_text_names() {
    let fake = Fake::new("open-files", ANSWERS);
    let folder = fake.folder.canonicalize().unwrap();
    let (page, library) = (folder.join("page.cindyscript"), folder.join("lib.cjs"));
    let uri = |path: &Path| format!("file://{}", path.display());
    let mut client = fake.client();
    client.open(&uri(&page), "import(\"lib\");");
    client.diagnostics(&uri(&page), Some(1));
    client.command(OPEN, &uri(&page));
    let knows = |message: &Value, text: &str| {
        message["open"] == json!([{"path": library.display().to_string(), "text": text}])
    };
    client.open(&uri(&library), "f(x) := x;");
    fake.wait(|read| read.iter().any(|message| knows(message, "f(x) := x;")));
    client.rewrite(&uri(&library), 2, "f(x) := 2 * x;");
    let read = fake.wait(|read| read.iter().any(|message| knows(message, "f(x) := 2 * x;")));
    assert!(
        read.iter().all(|message| message["version"] != 2),
        "{read:?}"
    );
    // An edit that names a file that is open.
    client.rewrite(&uri(&page), 2, "");
    fake.wait(|read| read.iter().any(|message| is_open(message, 2, "")));
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri(&library)}}),
    );
    fake.wait(|read| {
        let last = read.last();
        last.is_some_and(|message| message.get("open").is_none())
    });
}

#[test]
fn it_closes_with_its_document_and_the_editor_knows_which_are_open() {
    let fake = Fake::new("documents", ANSWERS);
    let mut client = fake.client();
    client.command(OPEN, URI);
    let told = client.hear("cindyscript/previews");
    assert_eq!(told, json!({"uris": [URI]}));
    // Read again, as from the disk: it stays.
    let document = json!({"textDocument": {"uri": URI}});
    client.notify("textDocument/didClose", document.clone());
    client.open(URI, "a = 7;");
    fake.wait(|read| read.iter().any(|message| is_open(message, 1, "a = 7;")));
    client.notify("textDocument/didClose", document);
    assert_eq!(client.hear("cindyscript/previews"), json!({"uris": []}));
    let read = fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
    assert_eq!(read.len(), 3, "{read:?}");
}

#[test]
fn it_hears_what_is_selected_in_the_newest_version_and_that_it_is_to_be_drawn() {
    const DRAW: &str = "cindyscript.preview.drawSelection";
    let fake = Fake::new("selection", ANSWERS);
    let mut client = fake.client();
    let refused = client.command(DRAW, URI);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("open it first"), "{message}");
    client.rewrite(URI, 2, "// ä𝒳\na = 1;");
    client.command(OPEN, URI);
    fake.wait(|read| read.len() == 1);
    let mut select = |version: i32, range: Value| {
        let document = json!({"uri": URI});
        let params = json!({"textDocument": document, "version": version, "range": range});
        client.notify("cindyscript/selection", params);
    };
    let place = |line: u32, character: u32| json!({"line": line, "character": character});
    // Of an older version it is nothing, and what is told twice is told once.
    select(1, json!({"start": place(0, 0), "end": place(0, 1)}));
    for _ in 0..2 {
        select(2, json!({"start": place(0, 4), "end": place(1, 1)}));
    }
    let read = fake.wait(|read| read.len() == 2);
    let selection = json!({"message": "selection", "version": 2, "range": {"start": 5, "end": 11}});
    assert_eq!(read[1], selection);
    client.command(DRAW, URI);
    let read = fake.wait(|read| read.len() == 3);
    assert_eq!(read[2], json!({"message": "draw-selection"}));
    let document = json!({"uri": URI});
    let nothing = json!({"textDocument": document, "version": 2, "range": null});
    client.notify("cindyscript/selection", nothing);
    let read = fake.wait(|read| read.len() == 4);
    assert_eq!(read[3], json!({"message": "selection", "version": 2}));
}

#[test]
fn what_is_known_before_the_applet_runs_is_said_once() {
    let tells = r#"
read -r line
echo '{"message":"problems","version":1,"problems":[{"message":"`col` has no value yet","range":{"start":4,"end":7},"severity":"warning"},{"message":"it goes wrong","range":{"start":0,"end":1},"severity":"warning"},{"message":"it goes wrong again","range":{"start":0,"end":1},"severity":"warning"}]}'
read -r line
"#;
    let fake = Fake::new("once", tells);
    let path = fake.program();
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": path}},
    }));
    client.open(URI, "a = col + 1;");
    let before = client.diagnostics(URI, Some(1));
    assert_eq!(before.len(), 1, "{before:?}");
    client.command(OPEN, URI);
    let mut after = client.diagnostics(URI, Some(1));
    while after.len() == before.len() {
        after = client.diagnostics(URI, Some(1));
    }
    let messages: Vec<_> = after.iter().map(|said| &said["message"]).collect();
    assert_eq!(messages, [&before[0]["message"], &json!("it goes wrong")]);
}

#[test]
fn one_that_dies_is_reported_once_and_can_be_opened_again() {
    let fake = Fake::new(
        "dies",
        "read -r line; seq 1 100 >&2; echo 'the driver hung' >&2; exit 3",
    );
    let mut client = fake.client();
    client.command(OPEN, URI);
    let said = client.hear("window/showMessage");
    assert_eq!(said["type"], 1);
    let message = said["message"].as_str().unwrap();
    assert!(message.contains("exit status: 3"), "{message}");
    assert!(
        message.contains("100\nthe driver hung") && !message.contains("\n50\n"),
        "{message}"
    );
    let again = client.rest();
    assert!(
        !again
            .iter()
            .any(|message| message["method"] == "window/showMessage"),
        "{again:?}"
    );

    fake.write(ANSWERS);
    client.command(OPEN, URI);
    client.edit(URI, 2, [0, 4, 0, 5], "2");
    fake.wait(|read| read.iter().any(|message| is_open(message, 2, "a = 2;")));
}

#[test]
fn an_editor_that_offers_another_one_is_told_whose_preview_died() {
    let fake = Fake::new("died", "read -r line; echo 'the driver hung' >&2; exit 3");
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"experimental": {"cindyscript": {"previewDied": true}}},
    }));
    client.open(URI, "a = 1;");
    client.command(OPEN, URI);
    let died = client.hear("cindyscript/previewDied");
    assert_eq!(died["uri"], URI);
    let message = died["message"].as_str().unwrap();
    assert!(message.contains("the driver hung"), "{message}");
    let more = client.rest();
    let shown = |message: &Value| message["method"] == "window/showMessage";
    assert!(!more.iter().any(shown), "{more:?}");
}

#[test]
fn one_that_never_reads_holds_nothing_up() {
    // Nor does it leave when it is asked to.
    let fake = Fake::new(
        "hangs",
        "trap '' TERM; echo $$ > process; while :; do sleep 0.05; done",
    );
    let mut client = fake.client();
    client.command(OPEN, URI);
    // More than any pipe holds, many times.
    let long = "// a long line\n".repeat(20_000);
    for version in 2..40 {
        client.rewrite(URI, version, &format!("{long}a = {version};"));
    }
    client.rewrite(URI, 40, "a = nothere;");
    assert_eq!(client.diagnostics(URI, Some(40)).len(), 1);
    assert_eq!(client.shut_down().code(), Some(0));
    let process = fake.read("process");
    let process = Path::new("/proc").join(process.trim());
    assert!(
        !process.exists() || !Path::new("/proc/self").exists(),
        "{process:?} still runs"
    );
}

#[test]
fn one_that_reads_slowly_skips_to_the_newest() {
    let fake = Fake::new("slow", &ANSWERS.replace("case", "sleep 0.2; case"));
    let mut client = fake.client();
    client.command(OPEN, URI);
    // Longer than the pipe: what is in it already cannot be taken back.
    let long = "// a long line\n".repeat(10_000);
    for version in 2..=60 {
        client.rewrite(URI, version, &format!("{long}a = {version};"));
    }
    let read = fake.wait(|read| read.iter().any(|message| message["version"] == 60));
    assert!(read.len() < 30, "{} messages", read.len());
}

#[test]
fn a_window_that_the_user_closes_is_no_crash() {
    let closes = "read -r line; printf '%s\\n' \"$line\" >> read\n\
                  echo '{\"message\":\"closed\"}'; exec sleep 30";
    let fake = Fake::new("closes", closes);
    let mut client = fake.client();
    client.command(OPEN, URI);
    fake.wait(|read| read.len() == 1);
    // Open again once the server has noticed.
    let end = Instant::now() + PATIENCE;
    while fake.wait(|_| true).len() < 2 {
        client.command(OPEN, URI);
        std::thread::sleep(Duration::from_millis(20));
        assert!(Instant::now() < end);
    }
    let said = client.rest();
    assert!(
        !said
            .iter()
            .any(|message| message["method"] == "window/showMessage"),
        "{said:?}"
    );
}

#[test]
fn one_of_another_protocol_or_none_at_all() {
    let other = r#"echo '{"message":"hello","protocol":99,"program":"fake 9"}'; read -r line; read -r line"#;
    let fake = Fake::new("other", other);
    let mut client = fake.client();
    client.command(OPEN, URI);
    let said = client.hear("window/showMessage");
    assert!(
        said["message"]
            .as_str()
            .unwrap()
            .contains("fake 9 speaks version 99"),
        "{said}"
    );

    let path = json!({"settings": {"preview": {"path": "/not/there"}}});
    client.notify("workspace/didChangeConfiguration", path);
    let answer = client.command(OPEN, URI);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("/not/there") && message.contains("preview.path"),
        "{message}"
    );
}

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
        lenses[0]["command"]["title"].clone()
    };
    assert_eq!(title(&mut client), "▶ Open preview · GPU");
    assert_eq!(client.command(OPEN, URI)["result"], Value::Null);
    client.hear("workspace/codeLens/refresh");
    assert_eq!(title(&mut client), "▶ Open preview · GPU, 0.4 ms a frame");

    // A little more, and a single picture while the animation runs: nothing changes.
    client.rewrite(URI, 2, "colorplot(|#|/2);");
    client.hear("cindyscript/receipt");
    assert_eq!(title(&mut client), "▶ Open preview · GPU, 0.4 ms a frame");
    client.rewrite(URI, 3, "colorplot(|#|/3);");
    client.hear("workspace/codeLens/refresh");
    assert_eq!(title(&mut client), "▶ Open preview · GPU, 25 ms a frame");

    assert_eq!(client.command(CLOSE, URI)["result"], Value::Null);
    client.hear("workspace/codeLens/refresh");
    assert_eq!(title(&mut client), "▶ Open preview · GPU");
    let refreshes = client.rest();
    let is_refresh = |message: &&Value| message["method"] == "workspace/codeLens/refresh";
    assert_eq!(refreshes.iter().filter(is_refresh).count(), 0);
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
    client.hear("workspace/codeLens/refresh");
    let told = [
        "▶ Open preview · GPU, 0.4 ms",
        "▶ Open preview · CPU: no, 12 ms",
    ];
    assert_eq!(titles(&mut client), told);

    // What is known moves with an edit, and what an older version has is no news.
    client.edit(URI, 2, [0, 0, 0, 0], "a = 1;\n");
    client.hear("cindyscript/receipt");
    assert_eq!(titles(&mut client), told);

    assert_eq!(client.command(CLOSE, URI)["result"], Value::Null);
    client.hear("workspace/codeLens/refresh");
    assert_eq!(titles(&mut client), ["▶ Open preview · GPU"; 2]);
}

/// Writes down what it reads, and sets what version 1 gives to `a` once it is told to.
const SETS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
while IFS= read -r line; do
  printf '%s\n' "$line" >> read
  [ -e "set" ] || echo '{"message":"edit","version":1,"replacements":[{"range":{"start":13,"end":14},"old":"1","new":"0.25"},{"range":{"start":20,"end":21},"old":"2","new":"true"}]}'
  touch set
done
"#;
const SET_TEXT: &str = "/* ä */ a = 1; b = 2;";

fn setting(name: &str, workspace: &Value) -> (Fake, Client) {
    let fake = Fake::new(name, SETS);
    let mut client = Client::initialize(json!({
        "initializationOptions": {"preview": {"path": fake.program()}},
        "capabilities": {"workspace": workspace},
    }));
    client.open(URI, SET_TEXT);
    (fake, client)
}

#[test]
fn what_is_set_in_it_is_written_into_the_text_it_was_set_in() {
    let versioned = json!({"applyEdit": true, "workspaceEdit": {"documentChanges": true}});
    let (fake, mut client) = setting("sets", &versioned);
    client.command(OPEN, URI);
    let request = client.wait(|message| message["method"] == "workspace/applyEdit");
    let at = |from: u32, to: u32| json!({"start": {"line": 0, "character": from}, "end": {"line": 0, "character": to}});
    assert_eq!(
        request["params"]["edit"],
        json!({"documentChanges": [{
            "textDocument": {"uri": URI, "version": 1},
            "edits": [{"range": at(12, 13), "newText": "0.25"}, {"range": at(19, 20), "newText": "true"}],
        }]})
    );
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": true}}));
    client.rewrite(URI, 2, "/* ä */ a = 0.25; b = true;");
    let read = fake.wait(|read| read.iter().any(|message| message["version"] == 2));
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(
        client
            .rest()
            .iter()
            .all(|said| said["method"] != "window/showMessage")
    );
}

#[test]
fn where_it_cannot_be_written_the_text_is_sent_once_more() {
    let returns = |fake: &Fake, client: &mut Client, why: &str| {
        let said = client.hear("window/showMessage");
        let said = said["message"].as_str().unwrap();
        assert!(said.contains(why), "{said}");
        let read = fake.wait(|read| read.len() == 2);
        assert!(
            read.iter().all(|message| is_open(message, 1, SET_TEXT)),
            "{read:?}"
        );
    };
    // It does not let others write.
    let (fake, mut client) = setting("sets-nothing", &json!({}));
    client.command(OPEN, URI);
    returns(&fake, &mut client, "lets nobody else write");

    // It refuses.
    let (fake, mut client) = setting("sets-refused", &json!({"applyEdit": true}));
    client.command(OPEN, URI);
    let request = client.wait(|message| message["method"] == "workspace/applyEdit");
    let edits = &request["params"]["edit"]["changes"][URI];
    assert_eq!(edits[1]["newText"], "true", "{request}");
    let refused = json!({"applied": false, "failureReason": "it is locked"});
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": refused}));
    returns(&fake, &mut client, "it is locked");
}

#[test]
fn what_is_set_in_a_text_that_is_another_one_is_not_written() {
    let (fake, mut client) = setting("sets-late", &json!({"applyEdit": true}));
    // Not what the preview has seen there.
    client.rewrite(URI, 1, "/* ä */ a = 3; b = 2;");
    client.command(OPEN, URI);
    let said = client.hear("window/showMessage");
    let said = said["message"].as_str().unwrap();
    assert!(said.contains("something else stands"), "{said}");
    fake.wait(|read| read.len() == 2);
    // Another version, which the preview is sent.
    client.rewrite(URI, 2, SET_TEXT);
    std::fs::remove_file(fake.folder.join("set")).unwrap();
    client.rewrite(URI, 3, SET_TEXT);
    fake.wait(|read| read.iter().any(|message| message["version"] == 3));
    let rest = client.rest();
    assert!(
        rest.iter()
            .all(|said| said["method"] != "workspace/applyEdit"),
        "{rest:?}"
    );
}

/// Sends a picture, and writes down what it reads.
const DRAWS: &str = r#"
echo '{"message":"hello","protocol":1,"program":"fake 1"}'
echo '{"message":"picture","number":1,"size":[2,1],"region":[1,0,1,1],"format":"webp","data":"AAAA"}'
echo '{"message":"cursor","form":"grab"}'
while IFS= read -r line; do
  printf '%s\n' "$line" >> read
  case "$line" in *'"shutdown"'*) exit 0 ;; esac
done
"#;

/// Opens a preview in a tab of the editor.
const OPEN_IN_TAB: &str = "cindyscript.preview.openInTab";

#[test]
fn a_tab_is_sent_pictures_and_tells_what_happens_to_it() {
    let fake = Fake::new("tab", DRAWS);
    let mut client = fake.client();
    assert_eq!(client.command(OPEN_IN_TAB, URI)["result"], Value::Null);
    let expected = json!({
        "uri": URI, "number": 1, "size": [2, 1], "region": [1, 0, 1, 1],
        "format": "webp", "data": "AAAA",
    });
    assert_eq!(client.hear("cindyscript/picture"), expected);
    let cursor = client.hear("cindyscript/cursor");
    assert_eq!(cursor, json!({"uri": URI, "form": "grab"}));
    // What makes no sense is left out, and so is what happens to a tab that there is not.
    let resized = json!({"kind": "resized", "size": [800, 600], "scale": 2.0});
    let pressed = json!({"kind": "pointer-pressed", "pans": false, "control": false});
    for (uri, event) in [
        (
            URI,
            json!({"kind": "resized", "size": [-1, 600], "scale": 2.0}),
        ),
        (URI, json!(7)),
        ("file:///tmp/other.cindyscript", resized.clone()),
        (URI, resized.clone()),
        (URI, pressed.clone()),
        (URI, json!({"kind": "taken", "number": 1})),
    ] {
        client.notify("cindyscript/tab", json!({"uri": uri, "event": event}));
    }
    let read = fake.wait(|read| read.iter().any(|message| message["event"]["number"] == 1));
    let told = read.iter().filter(|message| message["message"] == "tab");
    let told: Vec<&Value> = told.map(|message| &message["event"]).collect();
    assert_eq!(
        told,
        [&resized, &pressed, &json!({"kind": "taken", "number": 1})]
    );

    // In a window instead, and in the tab again.
    client.command(OPEN, URI);
    fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
    client.command(OPEN_IN_TAB, URI);
    client.hear("cindyscript/picture");
    let arguments = "--stdio --no-window\n--stdio\n--stdio --no-window\n";
    assert_eq!(fake.read("arguments"), arguments);
    assert_eq!(client.shut_down().code(), Some(0));
}
