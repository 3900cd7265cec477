//! CindyJS in Chromium, given the same texts: a page in which the applet is begun anew.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::folders::folder;
use crate::not_run;

/// The browser, driven by a program of Node.
pub struct Cindyjs {
    child: Child,
    /// None once its input ends.
    stdin: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The page that is open shows pictures.
    is_shown: bool,
}

impl Cindyjs {
    /// Starts it; says so where it is not there.
    pub fn start() -> Option<Cindyjs> {
        let started = Cindyjs::started();
        if let Err(reason) = &started {
            not_run("CindyJS for comparison", reason);
        }
        started.ok()
    }

    fn started() -> Result<Cindyjs, String> {
        let oracle =
            folder("CINDYJS_ORACLE").ok_or("CINDYJS_ORACLE does not name the oracle's folder")?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/picture/cindyjs.mjs");
        let mut child = Command::new("node")
            .arg(script)
            .arg(&oracle)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("node does not start: {error}"))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (stdin, stdout) = stdin.zip(stdout).ok_or("node has no streams")?;
        let mut cindyjs = Cindyjs {
            child,
            stdin: Some(stdin),
            answers: BufReader::new(stdout),
            is_shown: false,
        };
        match cindyjs.answer() {
            Some(Value::Object(_)) => Ok(cindyjs),
            _ => Err("the browser does not start".to_owned()),
        }
    }

    /// Opens another page, and shows its own text twice: at first much is read for the first time.
    pub fn open(&mut self, page: &Path, text: &str) {
        let folder = page.parent().unwrap_or(Path::new(""));
        self.ask(&json!({"open": folder}));
        self.is_shown = true;
        let shown = [self.show(text), self.show(text)];
        self.is_shown = shown.iter().all(Option::is_some);
    }

    /// Shows a text; how long it took until its picture could be read.
    pub fn show(&mut self, text: &str) -> Option<Duration> {
        if !self.is_shown {
            return None;
        }
        let milliseconds = self.ask(&json!({"show": text}))?["ms"].as_f64()?;
        Some(Duration::from_secs_f64(milliseconds / 1e3))
    }

    fn ask(&mut self, question: &Value) -> Option<Value> {
        writeln!(self.stdin.as_mut()?, "{question}").ok()?;
        self.answer()
    }

    fn answer(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Cindyjs {
    fn drop(&mut self) {
        // At the end of its input it closes the browser.
        self.stdin = None;
        drop(self.child.wait());
    }
}
