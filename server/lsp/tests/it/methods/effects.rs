//! What is seen when the server knows a method whose answer about the table's document does not show
//! it, or that has none.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{TEXT, URI, holds};
use crate::client::Client;
use crate::program::long;

/// The document that rows about opening, changing and closing name.
const OTHER: &str = "file:///tmp/other.cindyscript";

/// The names that the other document defines.
pub(super) fn names(client: &mut Client) -> String {
    let symbols = client.result("textDocument/documentSymbol", OTHER, json!({}));
    symbols.to_string()
}

/// A request about a document of its own, and what its answer holds.
pub(super) struct Question {
    pub(super) text: &'static str,
    pub(super) method: &'static str,
    /// Parameters besides the document.
    pub(super) more: Value,
    /// A place of the answer, as a JSON pointer, and a part of what is written there.
    pub(super) pointer: &'static str,
    pub(super) part: &'static str,
}

/// Whether a request is answered as it should be.
pub(super) fn answers(client: &mut Client, question: &Question) -> bool {
    let folder = folder("page");
    fs::write(folder.join("lib.cjs"), "").unwrap();
    let extension = match question.text.starts_with('<') {
        true => "html",
        false => "cindyscript",
    };
    let uri = format!("{}/document.{extension}", uri(&folder));
    client.open(&uri, question.text);
    let answer = client.result(question.method, &uri, question.more.clone());
    let document = json!({"textDocument": {"uri": uri}});
    client.notify("textDocument/didClose", document);
    holds(&answer, question.pointer, question.part)
}

/// A request that waits for the analysis is taken back.
pub(super) fn takes_back(client: &mut Client) -> bool {
    client.open(OTHER, &long(4_000));
    let document = json!({"textDocument": {"uri": OTHER}});
    let asked = client.request("textDocument/documentSymbol", document.clone());
    client.notify("$/cancelRequest", json!({"id": asked}));
    let answer = client.answer(asked);
    client.notify("textDocument/didClose", document);
    answer["error"]["code"] == -32800
}

/// It is told how long the analysis took.
pub(super) fn traces(client: &mut Client) -> bool {
    client.rewrite(URI, 2, TEXT);
    client.result("textDocument/diagnostic", URI, json!({}));
    let trace = client.hear("$/logTrace");
    client.notify("$/setTrace", json!({"value": "off"}));
    trace["message"].is_string()
}

/// There are other hints than before.
pub(super) fn refreshes_hints(client: &mut Client) -> bool {
    client.hear("workspace/inlayHint/refresh");
    let back = json!({"settings": {"inlayHints": {"variables": true}}});
    client.notify("workspace/didChangeConfiguration", back);
    client.hear("workspace/inlayHint/refresh");
    true
}

/// The uses of a function are counted.
pub(super) fn resolves_a_lens(client: &mut Client) -> bool {
    let lenses = client.result("textDocument/codeLens", URI, json!({}));
    let lenses = lenses.as_array().unwrap().iter();
    let lens = lenses.clone().find(|lens| lens.get("command").is_none());
    let answer = client.ask("codeLens/resolve", lens.unwrap().clone());
    holds(&answer["result"], "/command/title", "1 reference")
}

/// A folder with a script.
pub(super) fn new_folder() -> String {
    let folder = folder("new");
    fs::write(folder.join("a.cindyscript"), "unheardOf = 1;").unwrap();
    uri(&folder)
}

pub(super) fn finds_the_new_folder(client: &mut Client) -> bool {
    let answer = client.ask("workspace/symbol", json!({"query": "unheardOf"}));
    holds(&answer["result"], "/0/name", "unheardOf")
}

/// A page that imports a file is analysed again.
pub(super) fn reads_a_library_again(client: &mut Client) -> bool {
    let folder = uri(&folder("watched"));
    let page = format!("{folder}/page.cindyscript");
    client.open(&page, "import(\"none\");");
    client.result("textDocument/diagnostic", &page, json!({}));
    let changes = json!([{"uri": format!("{folder}/none.cjs"), "type": 1}]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": changes}),
    );
    client.hear("workspace/diagnostic/refresh");
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": page}}),
    );
    true
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("methods")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

fn uri(folder: &Path) -> String {
    format!("file://{}", folder.display())
}
