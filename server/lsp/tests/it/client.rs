//! A small editor: starts the server, sends it messages and reads its answers.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read as _, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything takes on a machine that is busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Processes are started, and scripts to be started are written, one at a time: a script cannot
/// be started while a child that is just being started still holds it open for writing.
pub(crate) fn starting() -> MutexGuard<'static, ()> {
    static STARTING: Mutex<()> = Mutex::new(());
    STARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An editor with its server.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What the server said that nobody asked for yet.
    heard: VecDeque<Value>,
    last_id: i64,
    /// Reads what the server says on standard error.
    log: Option<JoinHandle<String>>,
}

impl Client {
    /// Starts a server and says nothing.
    pub(crate) fn start() -> Self {
        Self::spawn(&[], Stdio::inherit())
    }

    /// Starts a server with these arguments whose log [`Client::log`] gives.
    pub(crate) fn logged(arguments: &[&str]) -> Self {
        Self::spawn(arguments, Stdio::piped())
    }

    fn spawn(arguments: &[&str], stderr: Stdio) -> Self {
        let starting = starting();
        let mut child = Command::new(env!("CARGO_BIN_EXE_cindyscript-server"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        drop(starting);
        let log = child.stderr.take().map(|mut stderr| {
            std::thread::spawn(move || {
                let mut log = String::new();
                stderr.read_to_string(&mut log).unwrap();
                log
            })
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            messages,
            heard: VecDeque::new(),
            last_id: 0,
            log,
        }
    }

    /// Shuts the server down: all that it has said on standard error.
    pub(crate) fn log(&mut self) -> String {
        assert_eq!(self.shut_down().code(), Some(0));
        self.log.take().unwrap().join().unwrap()
    }

    /// Starts a server and a session. `params` are added to those of `initialize`.
    pub(crate) fn initialize(params: Value) -> Self {
        let mut client = Self::start();
        client.handshake(params);
        client
    }

    /// `initialize` and `initialized`; the answer to the former.
    pub(crate) fn handshake(&mut self, params: Value) -> Value {
        let mut all = json!({"processId": null, "rootUri": null, "capabilities": {}});
        for (key, value) in params.as_object().unwrap() {
            all[key] = value.clone();
        }
        let answer = self.ask("initialize", all);
        self.notify("initialized", json!({}));
        answer
    }

    /// The number of the server's process.
    #[cfg(target_os = "linux")]
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "cindyscript", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Replaces `[start line, start character, end line, end character]` by a text.
    pub(crate) fn edit(&mut self, uri: &str, version: i32, range: [u32; 4], text: &str) {
        let [a, b, c, d] = range;
        let change = json!({"text": text, "range": {
            "start": {"line": a, "character": b}, "end": {"line": c, "character": d},
        }});
        self.change(uri, version, json!([change]));
    }

    /// Replaces the whole text.
    pub(crate) fn rewrite(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, json!([{"text": text}]));
    }

    fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and does not wait for its answer.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Sends a request and waits for its answer, result or error.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// The result of a request about a document.
    pub(crate) fn result(&mut self, method: &str, uri: &str, params: Value) -> Value {
        let mut all = json!({"textDocument": {"uri": uri}});
        for (key, value) in params.as_object().unwrap() {
            all[key] = value.clone();
        }
        let answer = self.ask(method, all);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    pub(crate) fn command(&mut self, command: &str, uri: &str) -> Value {
        let params = json!({"command": command, "arguments": [uri]});
        self.ask("workspace/executeCommand", params)
    }

    /// The diagnostics of a version. Those of other versions are passed over.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: Option<i32>) -> Vec<Value> {
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"].as_i64() == version.map(i64::from)
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The parameters of the next notification or request of this method.
    pub(crate) fn hear(&mut self, method: &str) -> Value {
        self.wait(|message| message["method"] == method)["params"].clone()
    }

    /// The first message that is meant, of those heard before and those to come.
    pub(crate) fn wait(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.heard.iter().position(&meant) {
            return self.heard.remove(place).unwrap();
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self
                .messages
                .recv_timeout(left)
                .unwrap_or_else(|error| panic!("{error}; heard: {:#?}", self.heard));
            if meant(&message) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// All that the server has said and nobody asked for, its answer to a last question included.
    pub(crate) fn rest(&mut self) -> Vec<Value> {
        self.ask("cindyscript/isNoMethod", json!({}));
        std::mem::take(&mut self.heard).into()
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_body(message.to_string().as_bytes());
    }

    pub(crate) fn send_body(&mut self, body: &[u8]) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        self.send_bytes(body);
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// `shutdown` and `exit`, with standard input left open: the status that it leaves with.
    pub(crate) fn shut_down(&mut self) -> ExitStatus {
        let answer = self.ask("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null, "{answer}");
        self.notify("exit", Value::Null);
        self.left()
    }

    /// Closes the server's standard input: the status that it leaves with.
    pub(crate) fn vanish(&mut self) -> ExitStatus {
        drop(self.stdin.take());
        self.left()
    }

    fn left(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "it does not leave");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(stdout: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
