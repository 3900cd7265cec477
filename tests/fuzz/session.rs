//! The server, spoken to by an editor that makes mistakes: each request is answered, and in the end
//! an edited document has the diagnostics of one that was opened with its text.
//!
//! A session is a text, so that it can be kept and made smaller: each line is a message, `raw` and
//! bytes that are none, or the text that the document has in the end.

use std::collections::BTreeSet;
use std::io::{BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use cindyscript_tests::editor::read;
use cindyscript_tests::programs::Program;
use cindyscript_tests::random::Random;
use serde_json::{Value, json};

use crate::corpus::Corpus;
use cindyscript_tests::mutate::{garbled, mutated};

/// How long an answer is waited for on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The version that the document has in the end.
const LAST: i32 = 1_000_000;

/// The document that is edited, and the one that is opened with its last text.
const URIS: [&str; 2] = ["file:///fuzz/a.html", "file:///fuzz/b.html"];

const ENCODINGS: [&str; 3] = ["utf-8", "utf-16", "utf-32"];

/// What an editor asks, with everything that any of the methods wants.
const METHODS: [&str; 12] = [
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/completion",
    "workspace/executeCommand",
    "$/nothing",
    "nothing",
];

const COMMANDS: [&str; 4] = [
    "cindyscript.explain",
    "cindyscript.dependencyGraph",
    "cindyscript.kleeneIteration",
    "cindyscript.nothing",
];

/// Bytes between messages; what follows them is read again.
const GARBAGE: [&str; 5] = ["x", "\u{0}\u{1}", "Content-Length: many", "{}", ": :"];

/// Bodies that are no messages of the protocol.
const BODIES: [&str; 6] = [
    "{}",
    "[]",
    "nothing",
    "{\"jsonrpc\": \"2.0\"}",
    "",
    "{\"id\": {}}",
];

/// A session.
pub(crate) fn make(corpus: &Corpus, random: &mut Random) -> String {
    let from = match random.below(2) {
        0 => &corpus.pages,
        _ => &corpus.scripts,
    };
    let texts: Vec<&str> = (0..2)
        .filter_map(|_| Some(random.pick(from)?.text.as_str()))
        .collect();
    let [text, other] = texts[..] else {
        return String::new();
    };
    let mut lines = vec![json!({"encoding": random.pick(&ENCODINGS)}).to_string()];
    lines.push(opened(URIS[0], 1, text));
    for step in 0..5 + random.below(40) as i32 {
        let version = step + 2;
        let line = match random.below(12) {
            0..=3 => {
                let insert = garbled("", other, random);
                let change = json!({"range": range(text, random), "text": insert});
                changed(version, &change)
            }
            4 => changed(version, &json!({"text": garbled(text, other, random)})),
            5 => changed(
                version,
                &json!({"range": {"start": {"line": 0}}, "text": "x"}),
            ),
            6 => format!("raw {}", random.pick(&GARBAGE).unwrap_or(&"")),
            7 => format!("body {}", random.pick(&BODIES).unwrap_or(&"")),
            8 => match random.below(3) {
                0 => json!({"jsonrpc": "2.0", "method": "textDocument/didClose",
                    "params": {"textDocument": {"uri": URIS[0]}}})
                .to_string(),
                1 => opened(URIS[0], version, text),
                _ => json!({"jsonrpc": "2.0", "method": "$/cancelRequest",
                    "params": {"id": random.below(50)}})
                .to_string(),
            },
            _ => asked(step, text, random),
        };
        lines.push(line);
    }
    let last = match random.below(2) {
        0 => mutated(text, random),
        _ => garbled(text, other, random),
    };
    lines.push(json!({"last": last}).to_string());
    lines.join("\n")
}

fn opened(uri: &str, version: i32, text: &str) -> String {
    let document = json!({"uri": uri, "languageId": "html", "version": version, "text": text});
    json!({"jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": {"textDocument": document}})
    .to_string()
}

fn changed(version: i32, change: &Value) -> String {
    let document = json!({"uri": URIS[0], "version": version});
    json!({"jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": {"textDocument": document, "contentChanges": [change]}})
    .to_string()
}

fn asked(id: i32, text: &str, random: &mut Random) -> String {
    let position = position(text, random);
    let command = random.pick(&COMMANDS);
    let mut params = json!({
        "textDocument": {"uri": URIS[0]},
        "position": position,
        "range": range(text, random),
        "context": {"diagnostics": []},
        "previousResultId": random.below(9).to_string(),
        "command": command,
        "arguments": [{"uri": URIS[0], "position": position}],
    });
    if random.below(10) == 0 {
        params = json!({"textDocument": random.below(9)});
    }
    let method = random.pick(&METHODS);
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// Mostly in the text.
fn position(text: &str, random: &mut Random) -> Value {
    let line = random.below(text.lines().count() + 2);
    json!({"line": line, "character": random.below(80)})
}

fn range(text: &str, random: &mut Random) -> Value {
    let start = position(text, random);
    let mut end = start.clone();
    end["character"] = json!(start["character"].as_u64().unwrap_or(0) + random.below(9) as u64);
    if random.below(4) == 0 {
        end = position(text, random);
    }
    json!({"start": start, "end": end})
}

/// Plays a session; what is wrong with how the server behaves.
pub(crate) fn check(session: &str) -> Result<(), String> {
    let mut editor = Editor::start().map_err(|error| error.to_string())?;
    let mut encoding = json!(ENCODINGS[0]);
    let mut asked = BTreeSet::new();
    let mut last = String::new();
    let mut bodies: Vec<&str> = Vec::new();
    for line in session.lines() {
        match serde_json::from_str::<Value>(line) {
            Ok(message) if message["encoding"].is_string() => {
                encoding = message["encoding"].clone();
            }
            Ok(message) if message["last"].is_string() => {
                last = message["last"].as_str().unwrap_or_default().to_owned();
            }
            Ok(message) => {
                asked.extend(message["id"].as_i64());
                bodies.push(line);
            }
            Err(_) => bodies.push(line),
        }
    }
    let capabilities = json!({"general": {"positionEncodings": [encoding]}});
    let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
    editor.send(
        &json!({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": params}),
    )?;
    editor.wait("the answer to `initialize`", |message| {
        message["id"] == "first"
    })?;
    editor.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}))?;
    for body in bodies {
        match (body.strip_prefix("raw "), body.strip_prefix("body ")) {
            (Some(raw), _) => editor.write(format!("{raw}\r\n\r\n").as_bytes())?,
            (None, Some(body)) => editor.send_body(body)?,
            (None, None) => editor.send_body(body)?,
        }
    }
    // A document that has been closed takes no edits.
    editor.send_body(&opened(URIS[0], LAST - 1, ""))?;
    editor.send_body(&changed(LAST, &json!({"text": last})))?;
    editor.send_body(&opened(URIS[1], LAST, &last))?;
    let mut said = |uri: &str| -> Result<String, String> {
        let message = editor.wait("diagnostics", |message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == LAST
        })?;
        let diagnostics = message["params"]["diagnostics"].to_string();
        Ok(diagnostics.replace(URIS[1], URIS[0]))
    };
    let (edited, fresh) = (said(URIS[0])?, said(URIS[1])?);
    if edited != fresh {
        return Err(format!("edited: {edited}\nopened: {fresh}"));
    }
    for id in asked {
        let what = format!("the answer to {id}");
        editor.wait(&what, |message| {
            message["id"] == id && message.get("method").is_none()
        })?;
    }
    editor.end()
}

/// An editor with its server, which ends with it.
struct Editor {
    server: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    /// What nobody waited for yet.
    heard: Vec<Value>,
}

impl Editor {
    fn start() -> anyhow::Result<Editor> {
        let server = Program::Server.path().map_err(anyhow::Error::msg)?;
        let mut server = Command::new(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (stdin, stdout) = (server.stdin.take(), server.stdout.take());
        let (sender, messages) = channel();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            while let Ok(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Editor {
            stdin: stdin.ok_or_else(|| anyhow::anyhow!("the server has no input"))?,
            server,
            messages,
            heard: Vec::new(),
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self
            .stdin
            .write_all(bytes)
            .and_then(|()| self.stdin.flush());
        written.map_err(|error| format!("the server takes no more: {error}"))
    }

    fn send_body(&mut self, body: &str) -> Result<(), String> {
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        self.send_body(&message.to_string())
    }

    /// The first message that is meant. Questions of the server are answered.
    fn wait(&mut self, what: &str, meant: impl Fn(&Value) -> bool) -> Result<Value, String> {
        if let Some(place) = self.heard.iter().position(&meant) {
            return Ok(self.heard.swap_remove(place));
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.map_err(|error| format!("{what} does not come: {error}"))?;
            if message.get("method").is_some() && message.get("id").is_some() {
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}))?;
            }
            if meant(&message) {
                return Ok(message);
            }
            self.heard.push(message);
        }
    }

    fn end(mut self) -> Result<(), String> {
        self.send(&json!({"jsonrpc": "2.0", "id": "end", "method": "shutdown"}))?;
        self.wait("the answer to `shutdown`", |message| message["id"] == "end")?;
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}))?;
        let status = self.server.wait().map_err(|error| error.to_string())?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("the server ended with {status}")),
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}
