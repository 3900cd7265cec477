//! A short session in the editor: what an answer costs, beside what the analysis of an edit does, is
//! what the bench of the editor aims at; and an edit costs less than opening the text. Shares, because
//! a build without optimisation and a busy machine are slower at both.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;
use std::time::Duration;

use cindyscript_tests::editor::Editor;
use cindyscript_tests::programs::Program;
use cindyscript_tests::session::{DIAGNOSTICS, MEMORY, Session};
use cindyscript_tests::{clock, memory, script};
use serde_json::json;

const LINES: usize = 4_000;
const EDITS: usize = 150;

/// So much of what opening the text costs, an edit may.
const EDIT: f64 = 0.7;

/// Few answers, without optimisation: so many times its share of an edit, one may cost.
const SLACK: f64 = 2.0;

/// Fewer answers to a question say too little.
const FEWEST: usize = 3;

#[test]
#[cfg(unix)]
fn answers_cost_their_share_of_an_edit() {
    let server = Program::Server.path().unwrap();
    let text = script::long(LINES);
    let path = Path::new("/tmp/long.cindyscript");
    let mut opened = Vec::new();
    let mut open = || {
        let mut editor = Editor::open(&server, None, path, &text, json!({})).unwrap();
        editor.diagnostics(1).unwrap();
        clock::wait_for_rest(editor.process());
        opened.push(clock::of(editor.process()));
        editor
    };
    drop(open());
    drop(open());
    let mut editor = open();
    let opened = opened.into_iter().min().unwrap();
    let Session { edits, answers } = Session::of(&mut editor, LINES, EDITS);
    let edit = edits.processor.percentile(0.5);
    let mut failed = Vec::new();
    let mut row = |name: &str, cost: Duration, of: Duration, most: f64| {
        let share = cost.as_secs_f64() / of.as_secs_f64();
        let line = format!("{name}: {cost:.1?}, {share:.3} of {of:.1?} (at most {most:.3})");
        println!("{line}");
        if share > most {
            failed.push(line);
        }
    };
    row("an edit", edit, opened, EDIT);
    for (asked, costs) in &answers {
        if costs.processor.count() >= FEWEST {
            let most = SLACK * asked.aim as f64 / DIAGNOSTICS as f64;
            let median = costs.processor.percentile(0.5);
            row(asked.method, median, edit, most);
        }
    }
    let taken = memory::of(editor.process()) / 1_000_000;
    if taken > MEMORY {
        failed.push(format!("memory: {taken} MB, not {MEMORY}"));
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
