//! The preview, played by small shell scripts: how it is opened, followed and closed, and how it dies.

mod editor;
mod prepared;
mod set;
mod tab;
mod told;

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
pub(crate) struct Fake {
    folder: PathBuf,
}

impl Fake {
    pub(crate) fn new(name: &str, script: &str) -> Self {
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

    pub(crate) fn program(&self) -> PathBuf {
        self.folder.join("preview")
    }

    fn client(&self) -> Client {
        self.client_with(json!({}))
    }

    /// The client of an editor with these capabilities.
    fn client_with(&self, capabilities: Value) -> Client {
        let path = self.program();
        let mut client = Client::initialize(json!({
            "initializationOptions": {"preview": {"path": path}}, "trace": "verbose",
            "capabilities": capabilities,
        }));
        client.open(URI, "a = 1;");
        client.diagnostics(URI, Some(1));
        client
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    /// Waits until a file that the preview writes holds this.
    fn wait_for(&self, file: &str, expected: &str) {
        let end = Instant::now() + PATIENCE;
        while self.read(file) != expected {
            assert!(Instant::now() < end, "{file}: {}", self.read(file));
            std::thread::sleep(Duration::from_millis(10));
        }
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
fn action_for_the_preview_closes_an_open_one() {
    let fake = Fake::new("action", ANSWERS);
    let mut client = fake.client_with(json!({"textDocument": {"codeAction": {}}}));
    let action = |client: &mut Client| {
        let place = json!({"line": 0, "character": 0});
        let range = json!({"start": place, "end": place});
        let params = json!({"range": range, "context": {"diagnostics": []}});
        let actions = client.result("textDocument/codeAction", URI, params);
        let action = actions.as_array().and_then(|actions| actions.last());
        let action = action.expect("an action");
        [action["title"].clone(), action["command"].clone()]
    };
    assert_eq!(action(&mut client), ["Open preview", OPEN]);
    client.command(OPEN, URI);
    client.hear("cindyscript/previews");
    assert_eq!(action(&mut client), ["Close preview", CLOSE]);
    client.command(CLOSE, URI);
    client.hear("cindyscript/previews");
    assert_eq!(action(&mut client), ["Open preview", OPEN]);
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

/// Says that it ends, and writes a file a second later.
const ENDS_SLOWLY: &str = r#"
while IFS= read -r line; do
  case "$line" in
    *'"message":"open"'*) echo opened > opened ;;
    *'"shutdown"'*) break ;;
  esac
done
echo '{"message":"closed"}'
sleep 1
echo kept > recording
"#;

#[test]
fn a_preview_that_says_it_ends_is_left_to_finish_its_files() {
    let fake = Fake::new("ends_slowly", ENDS_SLOWLY);
    let mut client = fake.client();
    client.command(OPEN, URI);
    fake.wait_for("opened", "opened\n");
    client.command(CLOSE, URI);
    fake.wait_for("recording", "kept\n");
}

#[test]
fn a_preview_that_says_it_ends_outlives_the_server() {
    let fake = Fake::new("outlives", ENDS_SLOWLY);
    let mut client = fake.client();
    client.command(OPEN, URI);
    fake.wait_for("opened", "opened\n");
    assert_eq!(client.shut_down().code(), Some(0));
    fake.wait_for("recording", "kept\n");
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
