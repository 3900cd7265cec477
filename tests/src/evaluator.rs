//! The two evaluators of scripts: ours, and CindyJS by way of the oracle.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
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

/// What CindyJS makes of scripts, each on its own, by script: an object with `text`, the value's
/// printed form, `out`, what was printed, or `error`.
///
/// # Errors
/// The oracle does not run.
pub fn cindyjs(oracle: &Path, scripts: &[String]) -> Result<HashMap<String, Json>> {
    let file = format!("scripts-{}.json", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, serde_json::to_string(scripts)?)?;
    let output = Command::new("node")
        .args(["eval.mjs", "--batch"])
        .arg(&file)
        .current_dir(oracle)
        .stderr(Stdio::inherit())
        .output()
        .context("node does not run")?;
    std::fs::remove_file(&file)?;
    let text = String::from_utf8(output.stdout)?;
    let answers = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Json>(line).ok());
    Ok(answers
        .filter_map(|answer| Some((answer["src"].as_str()?.to_owned(), answer)))
        .collect())
}
