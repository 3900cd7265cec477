//! From an edit to all diagnostics, in one process: `Document::update` and `analyse`.
//!
//! `cargo bench -p cindyscript-tests --bench diagnostics`; the aims are a p95 of 5 ms at 1,000
//! lines and of 16 ms at 10,000. With a checkout of CindyJS in `CINDYJS_DIR`, also the page of its
//! gallery with the largest colorplot, from nothing.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;

use cindyscript_analysis::{Document, Severity, analyse};
use cindyscript_tests::percentile::Times;
use cindyscript_tests::{examples, not_run, script};

/// Kinds of edits: a name, what it replaces, and by what; the second undoes the first.
const EDITS: [(&str, &str, &str); 4] = [
    ("a number", "0.5 +", "0.75 +"),
    ("a type", "0.5 +", "i +"),
    ("an error", "0.5 +", "0.5 + *"),
    ("a function", "v > 0", "v + u > 0"),
];

fn main() {
    for lines in [1_000, 10_000] {
        let text = script::long(lines);
        let document = Document::open("long.cindyscript", text.as_str());
        let analysis = analyse(&document);
        let mut faults = analysis
            .diagnostics
            .iter()
            .filter(|d| d.severity != Severity::Hint);
        assert_eq!(faults.next(), None, "the script is meant to be right");
        let mut fresh = Times::default();
        for _ in 0..5 {
            fresh.measure(|| analyse(&Document::open("long.cindyscript", text.as_str())));
        }
        println!("{lines:6} lines, from nothing        {fresh}");
        for (name, from, to) in EDITS {
            // In the middle of the file.
            let at = text.len() / 2 + text[text.len() / 2..].find(from).unwrap();
            let mut changed = text.clone();
            changed.replace_range(at..at + from.len(), to);
            let (mut all, mut update) = (Times::default(), Times::default());
            let mut document = document.clone();
            for turn in 0..60 {
                let text = if turn % 2 == 0 { &changed } else { &text };
                all.measure(|| {
                    document = update.measure(|| document.update(text.as_str()));
                    std::hint::black_box(analyse(&document));
                });
            }
            println!("{lines:6} lines, edit of {name:<11} {all}");
            println!("{:>33} {update}", "of which update");
        }
    }
    match examples::folder("CINDYJS_DIR") {
        Some(cindyjs) => largest_colorplot(&cindyjs.join("examples/cindygl")),
        None => not_run(
            "the largest colorplot of CindyJS's gallery",
            "CINDYJS_DIR names no folder",
        ),
    }
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!("memory: {}", peak.unwrap_or_default());
    }
}

/// The page with the colorplot of most terms.
fn largest_colorplot(gallery: &std::path::Path) {
    let mut largest = (0, String::new(), String::new());
    for page in examples::pages(gallery).unwrap() {
        let text = String::from_utf8_lossy(&fs::read(&page).unwrap()).into_owned();
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let analysis = analyse(&Document::open(&name, text.as_str()));
        for applet in &analysis.applets {
            let program = &applet.program;
            for plot in &program.plots {
                let terms = plot.body.index() + 1 - program.term(plot.body).first.index();
                if terms > largest.0 {
                    largest = (terms, name.clone(), text.clone());
                }
            }
        }
    }
    let (terms, name, text) = largest;
    let mut times = Times::default();
    for _ in 0..50 {
        times.measure(|| analyse(&Document::open(&name, text.as_str())));
    }
    println!("{name} ({terms} terms in a colorplot), from nothing {times}");
}
