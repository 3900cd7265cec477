//! The evaluator of scripts, as its user has it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result};
use serde_json::{Value as Json, json};

use crate::programs::Program;

/// `cindyscript-preview eval --json-lines`, running.
#[derive(Debug)]
pub struct Evaluator {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Evaluator {
    /// Starts the program.
    ///
    /// # Errors
    /// There is no such program, or it does not start.
    pub fn start() -> Result<Evaluator> {
        let program = Program::Preview.path().map_err(anyhow::Error::msg)?;
        let mut process = Command::new(program)
            .args(["eval", "--json-lines"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().context("no standard input")?;
        let output = process.stdout.take().context("no standard output")?;
        Ok(Evaluator {
            process,
            input,
            output: BufReader::new(output),
        })
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// The program has ended, or its answer is no JSON.
    pub fn ask(&mut self, request: &Json) -> Result<Json> {
        writeln!(self.input, "{request}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        serde_json::from_str(&line).with_context(|| format!("{request} was answered by `{line}`"))
    }

    /// Evaluates a script on its own.
    ///
    /// # Errors
    /// As [`Evaluator::ask`].
    pub fn evaluate(&mut self, code: &str) -> Result<Json> {
        self.ask(&json!({ "code": code, "fresh": true }))
    }
}

impl Drop for Evaluator {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
