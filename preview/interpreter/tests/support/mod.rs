//! What the tests share.
#![allow(dead_code, clippy::unwrap_used)] // each test uses a part of it

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_interpreter::{Interpreter, OutputKind, RuntimeError, World};
use serde_json::{Value as Json, json};

/// The program of a file's first applet.
pub(crate) fn program(name: &str, text: &str) -> SplitProgram {
    analyse(&Document::open(name, text)).applets[0].split_program()
}

/// An interpreter with a file loaded, nothing run.
pub(crate) fn load(name: &str, text: &str) -> Interpreter {
    let document = Document::open(name, text);
    let mut applet = document.applets()[0].clone();
    // Scripts without a page are drawn as in a page that says nothing.
    if name.ends_with(".cindyscript") {
        applet.ports[0].transforms.clear();
    }
    let mut interpreter = Interpreter::new(World::new(&applet));
    interpreter.load(program(name, text));
    interpreter
}

/// What came of a script.
pub(crate) struct Outcome {
    pub(crate) interpreter: Interpreter,
    /// The printed form of its value.
    pub(crate) value: String,
    /// What it printed.
    pub(crate) output: String,
    pub(crate) errors: Vec<RuntimeError>,
}

/// Runs a script.
pub(crate) fn run(text: &str) -> Outcome {
    run_in(load("test.cindyscript", text))
}

/// Runs a script with a construction, the `geometry` of a page.
pub(crate) fn run_with(construction: &str, text: &str) -> Outcome {
    let page = format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">{text}</script>\
         <script>CindyJS({{scripts: \"cs*\", geometry: {construction}}});</script>"
    );
    run_in(load("test.html", &page))
}

/// Runs the first script of what is loaded.
pub(crate) fn run_in(mut interpreter: Interpreter) -> Outcome {
    let root = interpreter
        .program()
        .scripts
        .first()
        .map(|script| script.root);
    let (value, errors) = match root {
        Some(root) => interpreter.run(root),
        None => Default::default(),
    };
    Outcome {
        value: interpreter.print(&value),
        output: interpreter
            .take_output()
            .into_iter()
            .filter(|output| output.kind == OutputKind::Print)
            .map(|output| output.text)
            .collect(),
        interpreter,
        errors,
    }
}

/// What CindyJS makes of programs, each on its own with the construction, by program: an object
/// with `text`, the value's printed form, `out`, what was printed, or `error`.
pub(crate) fn cindyjs(
    oracle: &Path,
    programs: &[impl AsRef<str> + Sync],
    construction: Option<&str>,
) -> HashMap<String, Json> {
    let geometry: Json =
        construction.map_or(Json::Null, |text| serde_json::from_str(text).unwrap());
    let geometry = &geometry;
    // An oracle runs one program after the other: one for each processor.
    let oracles = thread::available_parallelism().map_or(1, usize::from);
    let shares = programs.chunks(programs.len().div_ceil(oracles).max(1));
    thread::scope(|scope| {
        let running: Vec<_> = shares
            .map(|share| scope.spawn(move || answers(oracle, share, geometry)))
            .collect();
        let all = running.into_iter().map(|thread| thread.join().unwrap());
        all.flatten().collect()
    })
}

/// What one oracle answers, as above.
fn answers(oracle: &Path, programs: &[impl AsRef<str>], geometry: &Json) -> Vec<(String, Json)> {
    static BATCHES: AtomicUsize = AtomicUsize::new(0);
    let requests = programs
        .iter()
        .map(|program| json!({"src": program.as_ref(), "geo": geometry}));
    let number = BATCHES.fetch_add(1, Ordering::Relaxed);
    let batch = format!("programs-{}-{number}.json", std::process::id());
    let batch = std::env::temp_dir().join(batch);
    std::fs::write(&batch, Json::from_iter(requests).to_string()).unwrap();
    let output = Command::new("node")
        .args(["eval.mjs", "--batch"])
        .arg(&batch)
        .current_dir(oracle)
        .output()
        .unwrap();
    std::fs::remove_file(&batch).unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| serde_json::from_str::<Json>(line).ok())
        .filter_map(|answer| Some((answer["src"].as_str()?.to_owned(), answer)))
        .collect()
}
