//! The preview that is started before somebody opens one.

use serde_json::{Value, json};

use super::{ANSWERS, CLOSE, Fake, OPEN, URI, is_open};
use crate::client::Client;

const PAGE: &str = "file:///tmp/page.html";
const OPEN_IN_TAB: &str = "cindyscript.preview.openInTab";

fn client(fake: &Fake, prepare: &str) -> Client {
    let preview = json!({"path": fake.program(), "prepare": prepare});
    Client::initialize(json!({"initializationOptions": {"preview": preview}}))
}

/// True if the server has shown or logged something.
fn is_told(said: &[Value]) -> bool {
    let mut methods = said.iter().map(|said| said["method"].as_str());
    methods.any(|method| matches!(method, Some("window/showMessage" | "window/logMessage")))
}

#[test]
fn prepared_preview_shows_the_document_whose_preview_is_opened() {
    let fake = Fake::new("prepared", ANSWERS);
    let mut client = client(&fake, "window");
    client.open(URI, "a = 1;");
    fake.wait_for("arguments", "--stdio\n");
    assert!(!is_told(&client.rest()));
    assert_eq!(fake.read("read"), "");
    client.command(OPEN, URI);
    let greeting = client.hear("window/logMessage");
    let greeting = greeting["message"].as_str().unwrap();
    assert!(greeting.contains("imagined"), "{greeting}");
    client.hear("cindyscript/receipt");
    let read = fake.wait(|read| !read.is_empty());
    assert!(is_open(&read[0], 1, "a = 1;"), "{read:?}");
    // The next one opens while none is prepared.
    client.open(PAGE, "<script type=\"text/x-cindyscript\">b = 1;</script>");
    client.command(OPEN, PAGE);
    fake.wait(|read| {
        read.iter()
            .any(|message| message["path"] == "/tmp/page.html")
    });
    assert_eq!(fake.read("arguments"), "--stdio\n--stdio\n");
}

#[test]
fn page_without_scripts_and_other_place_take_no_prepared_preview() {
    let fake = Fake::new("unprepared", ANSWERS);
    let mut client = client(&fake, "window");
    client.open(PAGE, "<p>nothing to play</p>");
    client.diagnostics(PAGE, Some(1));
    client.rest();
    assert_eq!(fake.read("arguments"), "");
    client.open(URI, "a = 1;");
    fake.wait_for("arguments", "--stdio\n");
    client.command(OPEN_IN_TAB, URI);
    fake.wait_for("arguments", "--stdio\n--stdio --no-window\n");
    // The window that is prepared is still there.
    client.command(CLOSE, URI);
    client.command(OPEN, URI);
    client.hear("cindyscript/receipt");
    assert_eq!(fake.read("arguments"), "--stdio\n--stdio --no-window\n");
}

#[test]
fn prepared_preview_that_dies_is_not_reported_and_the_next_one_starts_as_usual() {
    // At once, or when it is sent its text.
    for dies in ["exit 3", "read -r line; exit 3"] {
        let script = format!("[ -e died ] || {{ touch died; {dies}; }}\n{ANSWERS}");
        let fake = Fake::new("prepared-dies", &script);
        let mut client = client(&fake, "window");
        client.open(URI, "a = 1;");
        fake.wait_for("arguments", "--stdio\n");
        client.command(OPEN, URI);
        let receipt = client.hear("cindyscript/receipt");
        assert_eq!(receipt["version"], 1);
        let said = client.rest();
        assert!(
            said.iter()
                .all(|said| said["method"] != "window/showMessage"),
            "{said:?}"
        );
        assert_eq!(fake.read("arguments"), "--stdio\n--stdio\n");
    }
}

#[test]
fn prepared_preview_of_another_protocol_is_not_reported_before_it_is_opened() {
    let hello = r#"echo '{"message":"hello","protocol":99,"program":"fake 2"}'"#;
    let fake = Fake::new("prepared-other", &format!("{hello}\n{ANSWERS}"));
    let mut client = client(&fake, "window");
    client.open(URI, "a = 1;");
    fake.wait(|read| read.iter().any(|message| message["message"] == "shutdown"));
    assert!(!is_told(&client.rest()));
    client.command(OPEN, URI);
    let said = client.hear("window/showMessage");
    assert!(said["message"].as_str().unwrap().contains("version 99"));
}

#[test]
fn prepared_preview_ends_with_the_setting_the_last_document_and_the_server() {
    let is_shut_down = |read: &[Value]| read.len() == 1 && read[0]["message"] == "shutdown";
    let started = |name: &str| {
        let fake = Fake::new(name, ANSWERS);
        let mut client = client(&fake, "tab");
        client.open(URI, "a = 1;");
        fake.wait_for("arguments", "--stdio --no-window\n");
        (fake, client)
    };
    let (fake, mut client) = started("prepared-setting");
    let settings = json!({"cindyscript": {"preview": {"path": fake.program()}}});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": settings}),
    );
    fake.wait(is_shut_down);

    let (fake, mut client) = started("prepared-document");
    let document = json!({"textDocument": {"uri": URI}});
    client.notify("textDocument/didClose", document);
    fake.wait(is_shut_down);

    let (fake, mut client) = started("prepared-server");
    assert_eq!(client.shut_down().code(), Some(0));
    fake.wait(is_shut_down);
}
