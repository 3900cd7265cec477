//! Reads every page below `CINDYJS_DIR` (a checkout of CindyJS) and prints what was not
//! understood: `CINDYJS_DIR=... cargo test -p cindyscript-applet --test corpus -- --nocapture`.
//! Without the variable there is nothing to read, and the test says so.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cindyscript_applet::{decode, parse_file};
use cindyscript_diagnostic::{Code, Severity};

use cindyscript_test_support::folders::wanted;

fn pages_below(folder: &Path, pages: &mut Vec<PathBuf>) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            pages_below(&path, pages);
        } else if path
            .extension()
            .is_some_and(|e| e == "html" || e == "cjs" || e == "cindyscript")
        {
            pages.push(path);
        }
    }
}

#[test]
fn every_page_of_a_checkout_is_read() {
    let Some([folder]) = wanted("CindyJS's pages", ["CINDYJS_DIR"]) else {
        return;
    };
    let mut paths = Vec::new();
    pages_below(&folder, &mut paths);
    paths.sort();
    let mut table: BTreeMap<(Severity, Code), Vec<String>> = BTreeMap::new();
    let (mut applets, mut scripts, mut elements, mut bytes) = (0, 0, 0, 0);
    let (mut slowest, mut total) = ((0, PathBuf::new()), 0);
    for path in &paths {
        let Ok(content) = std::fs::read(path) else {
            continue;
        };
        let shown = path
            .strip_prefix(&folder)
            .unwrap_or(path)
            .display()
            .to_string();
        let text = match decode(&content) {
            Ok(text) => text,
            Err(error) => {
                println!("{shown}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let page = parse_file(&shown, &text);
        let micros = start.elapsed().as_micros();
        total += micros;
        if micros > slowest.0 {
            slowest = (micros, path.clone());
        }
        bytes += text.len();
        applets += page.applets.len();
        for applet in &page.applets {
            scripts += applet.scripts.len();
            elements += applet.geometry.len();
            for script in &applet.scripts {
                let file = script.source.file_range();
                assert!(
                    usize::from(file.end()) <= text.len(),
                    "{shown}: {:?}",
                    script.event
                );
                if script.source.contiguous_start().is_some() {
                    assert_eq!(
                        &text[std::ops::Range::<usize>::from(file)],
                        script.source.text()
                    );
                }
            }
        }
        for problem in page.problems {
            let start = usize::from(problem.range.start());
            let line = text[..start].matches('\n').count() + 1;
            let written = &text[std::ops::Range::<usize>::from(problem.range)];
            let written: String = written.chars().take(60).collect();
            let entry = table.entry((problem.severity, problem.code)).or_default();
            entry.push(format!(
                "{shown}:{line}: {} [{}]",
                problem.message,
                written.escape_debug()
            ));
        }
    }
    println!(
        "{} files, {bytes} bytes, {applets} applets, {scripts} scripts, {elements} elements",
        paths.len()
    );
    println!(
        "{total} us in all, slowest {} us: {}",
        slowest.0,
        slowest.1.display()
    );
    for ((severity, code), lines) in &table {
        println!("\n{severity:?} {}: {}", code.name(), lines.len());
        for line in lines {
            println!("  {line}");
        }
    }
}
