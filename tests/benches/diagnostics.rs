//! From an edit to all diagnostics, in one process: `Document::update` and `analyse`.
//!
//! `cargo bench -p cindyscript-tests --bench diagnostics`; the aims are a p95 of 5 ms at 1,000
//! lines and of 16 ms at 10,000.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use cindyscript_analysis::{Document, Severity, analyse};
use cindyscript_tests::percentile::Times;
use cindyscript_tests::script;

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
}
