//! An editor as small as one can be: it talks to the server over its standard streams.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::display::state_folder;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(180);

/// A language server, and what an editor tells it at the start.
#[derive(Clone, Debug)]
pub struct Server {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The name of the document's language.
    pub language: String,
    /// The folder that the editor has open.
    pub folder: Option<PathBuf>,
    /// What the editor can do, besides counting columns in bytes.
    pub capabilities: Value,
    /// The settings.
    pub settings: Value,
}

/// A server with one document open, ended when dropped.
#[derive(Debug)]
pub struct Editor {
    server: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    /// What arrived while something else was waited for, oldest first.
    waiting: Vec<Value>,
    requests: i64,
    uri: String,
    text: String,
    version: i32,
}

impl Editor {
    /// Starts the server and opens a document. `display` is the X display that previews appear on.
    ///
    /// # Errors
    ///
    /// The server does not start or does not answer.
    pub fn open(
        server: &Path,
        display: Option<&str>,
        path: &Path,
        text: &str,
        settings: Value,
    ) -> Result<Self> {
        let server = Server {
            program: server.to_owned(),
            arguments: vec!["--stdio".to_owned()],
            language: "cindyscript".to_owned(),
            folder: None,
            capabilities: json!({
                "window": {"showDocument": {"support": true}},
                "workspace": {
                    "applyEdit": true, "workspaceEdit": {"documentChanges": true},
                },
            }),
            settings,
        };
        Self::start(server, display, path, text)
    }

    /// Starts any server, and opens a document.
    ///
    /// # Errors
    ///
    /// The server does not start or does not answer.
    pub fn start(server: Server, display: Option<&str>, path: &Path, text: &str) -> Result<Self> {
        let mut command = Command::new(&server.program);
        command
            .args(&server.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .env_remove("WAYLAND_DISPLAY");
        if let Some(display) = display {
            command
                .env("DISPLAY", display)
                .env("XDG_STATE_HOME", state_folder(display));
        }
        let Server {
            language,
            folder,
            mut capabilities,
            settings,
            ..
        } = server;
        capabilities["general"] = json!({"positionEncodings": ["utf-8"]});
        let folder = folder.map(|folder| format!("file://{}", folder.display()));
        let mut server = command.spawn().context("the server does not start")?;
        let stdin = server.stdin.take().context("the server has no input")?;
        let stdout = server.stdout.take().context("the server has no output")?;
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut editor = Self {
            server,
            stdin,
            messages,
            waiting: Vec::new(),
            requests: 0,
            uri: format!("file://{}", path.display()),
            text: text.to_owned(),
            version: 1,
        };
        let initialized = editor.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": folder,
                "capabilities": capabilities,
                "initializationOptions": settings,
            }),
        )?;
        ensure!(
            initialized["capabilities"]["positionEncoding"] == "utf-8",
            "the server does not count in bytes"
        );
        editor.notify("initialized", json!({}))?;
        let document = json!({
            "uri": editor.uri, "languageId": language, "version": 1, "text": text,
        });
        editor.notify("textDocument/didOpen", json!({"textDocument": document}))?;
        Ok(editor)
    }

    /// The document's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The version of the document.
    #[must_use]
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The server's process id.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Replaces the first occurrence of a text, as a keystroke does; the new version.
    ///
    /// # Errors
    ///
    /// The text does not occur, or the server is gone.
    pub fn replace(&mut self, from: &str, to: &str) -> Result<i32> {
        let at = self
            .text
            .find(from)
            .with_context(|| format!("there is no `{from}`"))?;
        let range = json!({
            "start": position(&self.text, at),
            "end": position(&self.text, at + from.len()),
        });
        self.text.replace_range(at..at + from.len(), to);
        self.version += 1;
        let change = json!({
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": range, "text": to}],
        });
        self.notify("textDocument/didChange", change)?;
        Ok(self.version)
    }

    /// Waits for the diagnostics of a version.
    ///
    /// # Errors
    ///
    /// They do not come.
    pub fn diagnostics(&mut self, version: i32) -> Result<Value> {
        let message = self.wait("textDocument/publishDiagnostics", PATIENCE, |params| {
            params["version"] == version
        })?;
        Ok(message["diagnostics"].clone())
    }

    /// Waits for the receipt of a version: it is on the screen.
    ///
    /// # Errors
    ///
    /// It does not come.
    pub fn receipt(&mut self, version: i32) -> Result<Value> {
        self.wait("cindyscript/receipt", PATIENCE, |params| {
            params["version"] == version
        })
    }

    /// Runs a command on the document.
    ///
    /// # Errors
    ///
    /// The server refuses.
    pub fn execute(&mut self, command: &str) -> Result<()> {
        let arguments = json!([self.uri]);
        self.request(
            "workspace/executeCommand",
            json!({"command": command, "arguments": arguments}),
        )?;
        Ok(())
    }

    /// The hover at the first occurrence of a text.
    ///
    /// # Errors
    ///
    /// The text does not occur, or the server does not answer.
    pub fn hover(&mut self, at: &str) -> Result<Value> {
        let position = self.position(at)?;
        self.ask("textDocument/hover", json!({"position": position}))
    }

    /// Where a text first occurs, as the protocol has it.
    ///
    /// # Errors
    ///
    /// The text does not occur.
    pub fn position(&self, of: &str) -> Result<Value> {
        let offset = self.text.find(of);
        let offset = offset.with_context(|| format!("there is no `{of}`"))?;
        Ok(position(&self.text, offset))
    }

    /// Asks something about the document, which the parameters need not name.
    ///
    /// # Errors
    ///
    /// The server refuses, or does not answer.
    pub fn ask(&mut self, method: &str, mut params: Value) -> Result<Value> {
        params["textDocument"] = json!({"uri": self.uri});
        self.request(method, params)
    }

    /// Selects the first occurrence of a text; the cursor is where an empty one is.
    ///
    /// # Errors
    ///
    /// The text does not occur, or the server is gone.
    pub fn select(&mut self, text: &str) -> Result<()> {
        let start = self.text.find(text);
        let start = start.with_context(|| format!("there is no `{text}`"))?;
        let ends = [start, start + text.len()].map(|at| position(&self.text, at));
        let params = json!({
            "textDocument": {"uri": self.uri},
            "version": self.version,
            "range": {"start": ends[0], "end": ends[1]},
        });
        self.notify("cindyscript/selection", params)
    }

    /// Tells the preview in a tab what happens to the tab.
    ///
    /// # Errors
    ///
    /// The server is gone.
    pub fn tell_of_tab(&mut self, event: Value) -> Result<()> {
        let params = json!({"uri": self.uri, "event": event});
        self.notify("cindyscript/tab", params)
    }

    /// The processes that the server has started; none where the system does not say.
    #[must_use]
    pub fn previews(&self) -> Vec<u32> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process()));
        let of_task = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
        let children = tasks.into_iter().flatten().flatten().filter_map(of_task);
        let words: Vec<String> = children.collect();
        let words = words.iter().flat_map(|words| words.split_whitespace());
        words.filter_map(|word| word.parse().ok()).collect()
    }

    /// Waits for a notification whose parameters are as wanted; others stay for later.
    ///
    /// # Errors
    ///
    /// It does not come within `patience`.
    pub fn wait(
        &mut self,
        method: &str,
        patience: Duration,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value> {
        let mut message = self.take(
            patience,
            |message| message["method"] == method && wanted(&message["params"]),
            method,
        )?;
        Ok(message["params"].take())
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let is_answer = |message: &Value| message["id"] == id && message.get("method").is_none();
        let mut answer = self.take(PATIENCE, is_answer, method)?;
        if let Some(error) = answer.get("error") {
            bail!("{method}: {error}");
        }
        Ok(answer["result"].take())
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.stdin.flush()?)
    }

    fn take(
        &mut self,
        patience: Duration,
        wanted: impl Fn(&Value) -> bool,
        what: &str,
    ) -> Result<Value> {
        if let Some(place) = self.waiting.iter().position(&wanted) {
            return Ok(self.waiting.remove(place));
        }
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if wanted(&message) => return Ok(message),
                Ok(message) => {
                    self.answer(&message)?;
                    self.waiting.push(message);
                }
                Err(RecvTimeoutError::Timeout) => bail!("no {what} within {patience:?}"),
                Err(RecvTimeoutError::Disconnected) => bail!("the server is gone ({what})"),
            }
        }
    }

    /// Says yes to whatever the server asks.
    fn answer(&mut self, message: &Value) -> Result<()> {
        if message.get("method").is_none() || message.get("id").is_none() {
            return Ok(());
        }
        let result = match message["method"].as_str() {
            Some("workspace/applyEdit") => json!({"applied": self.apply(&message["params"])?}),
            _ => Value::Null,
        };
        self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}))
    }

    /// Writes an edit of the server into the document; whether it is one of this version.
    fn apply(&mut self, params: &Value) -> Result<bool> {
        let edit = &params["edit"]["documentChanges"][0];
        let document = &edit["textDocument"];
        if document["uri"] != self.uri || document["version"] != self.version {
            return Ok(false);
        }
        let changes = edit["edits"].as_array().context("an edit without edits")?;
        // From the last to the first, so that each range is still that of the text.
        for change in changes.iter().rev() {
            let new = change["newText"].as_str().unwrap_or_default();
            let [start, end] =
                ["start", "end"].map(|end| offset(&self.text, &change["range"][end]));
            self.text.replace_range(start..end, new);
        }
        self.version += 1;
        let changed = json!({
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": self.text}],
        });
        self.notify("textDocument/didChange", changed)?;
        Ok(true)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // Politely first, so that the server can end its previews.
        if self.request("shutdown", Value::Null).is_ok() {
            drop(self.notify("exit", Value::Null));
            for _ in 0..40 {
                if !matches!(self.server.try_wait(), Ok(None)) {
                    return;
                }
                thread::sleep(Duration::from_millis(50));
            }
        }
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// A place in a text as the protocol has it, columns in bytes.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    json!({"line": before.matches('\n').count(), "character": offset - line_start})
}

/// The offset of a place that the protocol tells, columns in bytes.
fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| place[name].as_u64().unwrap_or_default() as usize;
    let lines = text.split_inclusive('\n').take(number("line"));
    lines.map(str::len).sum::<usize>() + number("character")
}

/// A message with its header.
///
/// # Errors
///
/// The stream has ended, or holds something else.
pub fn read(stream: &mut impl BufRead) -> Result<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        ensure!(stream.read_line(&mut line)? > 0, "the stream has ended");
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = Some(value.trim().parse()?);
        }
    }
    let mut body = vec![0; length.context("a message without a length")?];
    stream.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}
