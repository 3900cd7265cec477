//! A client of the Debug Adapter Protocol that speaks to the real program.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs, process, thread};

use cindyscript_debug::{read_message, write_message};
use serde_json::{Value as Json, json};

/// A message that does not come within this time does not come.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running adapter with a program in a file of its own.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Json>,
    sent: i64,
    pub(crate) path: PathBuf,
    /// The numbers of all messages so far.
    pub(crate) numbers: Vec<Json>,
    /// The events that came before what was waited for.
    pub(crate) events: Vec<Json>,
}

impl Client {
    /// Starts the program, and writes what it is to debug.
    pub(crate) fn new(name: &str, text: &str) -> Client {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("cindyscript-dap-{}-{number}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_cindyscript-preview"))
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Ok(Some(message)) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            messages,
            sent: 0,
            path,
            numbers: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Starts, sets what `configure` sets, and lets the scripts run.
    pub(crate) fn launched(
        name: &str,
        text: &str,
        arguments: Json,
        configure: impl FnOnce(&mut Client),
    ) -> Client {
        Client::new(name, text).launch(arguments, configure)
    }

    /// Sets what `configure` sets, and lets the scripts run.
    pub(crate) fn launch(mut self, arguments: Json, configure: impl FnOnce(&mut Client)) -> Client {
        self.initialize();
        let mut launch = json!({"program": self.path});
        for (key, value) in arguments.as_object().unwrap() {
            launch[key] = value.clone();
        }
        self.ask("launch", launch);
        self.event("initialized");
        configure(&mut self);
        self.ask("configurationDone", json!({}));
        self
    }

    pub(crate) fn initialize(&mut self) -> Json {
        self.ask("initialize", json!({"adapterID": "cindyscript"}))
    }

    /// Bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn send(&mut self, command: &str, arguments: Json) -> i64 {
        self.sent += 1;
        let request = json!({
            "seq": self.sent, "type": "request", "command": command, "arguments": arguments,
        });
        write_message(self.input.as_mut().unwrap(), &request).unwrap();
        self.sent
    }

    /// The response to a request, whatever it is.
    pub(crate) fn response(&mut self, command: &str, arguments: Json) -> Json {
        let seq = self.send(command, arguments);
        self.wait(|message| message["type"] == "response" && message["request_seq"] == seq)
    }

    /// The body of the response to a request that succeeds.
    #[track_caller]
    pub(crate) fn ask(&mut self, command: &str, arguments: Json) -> Json {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// The message of a request that is refused.
    #[track_caller]
    pub(crate) fn refusal(&mut self, command: &str, arguments: Json) -> String {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], false, "{response}");
        response["message"].as_str().unwrap().to_owned()
    }

    /// The body of the next event of a kind.
    #[track_caller]
    pub(crate) fn event(&mut self, event: &str) -> Json {
        let is_it = |message: &Json| message["type"] == "event" && message["event"] == event;
        if let Some(place) = self.events.iter().position(is_it) {
            return self.events.remove(place)["body"].clone();
        }
        self.wait(is_it)["body"].clone()
    }

    #[track_caller]
    fn wait(&mut self, is_it: impl Fn(&Json) -> bool) -> Json {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            self.numbers.push(message["seq"].clone());
            if is_it(&message) {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Takes what has come, after a moment.
    pub(crate) fn wait_a_little(&mut self) {
        while let Ok(message) = self.messages.recv_timeout(Duration::from_millis(20)) {
            self.numbers.push(message["seq"].clone());
            self.events.push(message);
        }
    }

    /// Waits for the next stop: its reason, and the line of the innermost frame.
    #[track_caller]
    pub(crate) fn stopped(&mut self) -> (String, i64) {
        let body = self.event("stopped");
        let reason = body["reason"].as_str().unwrap().to_owned();
        (reason, self.line())
    }

    /// The line of the innermost frame.
    #[track_caller]
    pub(crate) fn line(&mut self) -> i64 {
        let frames = self.ask("stackTrace", json!({"threadId": 1}));
        frames["stackFrames"][0]["line"].as_i64().unwrap()
    }

    /// Goes on by a request and waits for the stop: the line.
    #[track_caller]
    pub(crate) fn go(&mut self, command: &str) -> i64 {
        self.ask(command, json!({"threadId": 1}));
        self.stopped().1
    }

    /// The value of an expression in a frame, from 0.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str, frame: i64) -> String {
        let arguments = json!({"expression": expression, "frameId": frame + 1, "context": "watch"});
        let body = self.ask("evaluate", arguments);
        body["result"].as_str().unwrap().to_owned()
    }

    /// Sets breakpoints of the program: the answers.
    #[track_caller]
    pub(crate) fn break_at(&mut self, breakpoints: Json) -> Json {
        let source = json!({"path": self.path});
        let arguments = json!({"source": source, "breakpoints": breakpoints});
        self.ask("setBreakpoints", arguments)["breakpoints"].clone()
    }

    /// The names and values of the variables of a reference.
    #[track_caller]
    pub(crate) fn variables(&mut self, reference: &Json) -> Vec<(String, String)> {
        let body = self.ask("variables", json!({"variablesReference": reference}));
        let text = |json: &Json| json.as_str().unwrap().to_owned();
        let variables = body["variables"].as_array().unwrap().iter();
        variables
            .map(|it| (text(&it["name"]), text(&it["value"])))
            .collect()
    }

    /// The scopes of a frame: their names and references.
    #[track_caller]
    pub(crate) fn scopes(&mut self, frame: i64) -> Vec<(String, Json)> {
        let body = self.ask("scopes", json!({"frameId": frame + 1}));
        let scopes = body["scopes"].as_array().unwrap().iter();
        scopes
            .map(|it| {
                (
                    it["name"].as_str().unwrap().to_owned(),
                    it["variablesReference"].clone(),
                )
            })
            .collect()
    }

    /// All that the scripts have printed so far.
    pub(crate) fn printed(&mut self) -> String {
        let is_output = |it: &&Json| it["event"] == "output" && it["body"]["category"] == "stdout";
        let outputs = self.events.iter().filter(is_output);
        outputs
            .filter_map(|it| it["body"]["output"].as_str())
            .collect()
    }

    /// Waits until the program ends by itself: its status, and what it has complained about.
    pub(crate) fn ended(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().unwrap();
        let mut complaint = String::new();
        let stderr = self.child.stderr.take().unwrap();
        BufReader::new(stderr)
            .read_to_string(&mut complaint)
            .unwrap();
        (status.code(), complaint)
    }

    /// Closes the stream, as a client does that crashes: how the program ends.
    pub(crate) fn vanish(mut self) -> ExitStatus {
        self.input = None;
        self.child.wait().unwrap()
    }

    /// Ends the session: how the program ends.
    pub(crate) fn disconnect(mut self) -> ExitStatus {
        self.ask("disconnect", json!({}));
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        let folder = self.path.parent().map(Path::to_owned);
        drop(folder.map(fs::remove_dir_all));
    }
}
