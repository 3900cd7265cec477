//! From an edit to the diagnostics as an editor gets them: over the standard streams of
//! `cindyscript-server`, edits of a digit in the middle of a long script, one after the other.
//!
//! `cargo build --release --bins && cargo bench -p cindyscript-tests --bench editor`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;

use cindyscript_tests::editor::Editor;
use cindyscript_tests::percentile::Times;
use cindyscript_tests::programs::Program;
use cindyscript_tests::script;
use serde_json::json;

fn main() {
    let server = Program::Server.path().unwrap();
    for lines in [1_000, 10_000] {
        let text = script::long(lines);
        let path = Path::new("/tmp/long.cindyscript");
        let mut editor = Editor::open(&server, None, path, &text, json!({})).unwrap();
        editor.diagnostics(1).unwrap();
        let block = lines / 40;
        let mut times = Times::default();
        for turn in 0..60 {
            let digits = |turn: u32| format!("radius{block} = 0.{} +", 5 + turn % 2);
            let (from, to) = (digits(turn), digits(turn + 1));
            times.measure(|| {
                let version = editor.replace(&from, &to).unwrap();
                editor.diagnostics(version).unwrap();
            });
        }
        println!("{lines:6} lines, edit to diagnostics {times}");
    }
}
