//! Runs the specification of beginners' mistakes: every Markdown file in this folder. All that is
//! said of each text is claimed, hints as well, and how the text reads after each fix. What the
//! script does then is claimed as well, and run: what offers a fix that is never run is named.

#![allow(clippy::print_stdout)]

mod outcomes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cindyscript_diagnostic::Code;
use cindyscript_ide::code_actions;
use cindyscript_tests::spec;

/// There are no fewer mistakes than these, so that none is lost unnoticed.
const MISTAKES: usize = 840;

/// The specification, by file.
fn files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes");
    let entries = fs::read_dir(folder).expect("this folder");
    let paths = entries.map(|entry| entry.expect("a file of this folder").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        (path, text)
    };
    texts.map(read).collect()
}

#[test]
fn every_mistake_is_told_and_every_fix_mends() {
    let (mut mistakes, mut fixes, mut outcomes) = (0, 0, 0);
    let (mut wrong, mut tried, mut remedied) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for (path, text) in files() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match spec::check_all(&name, &text, outcomes::run) {
            Ok(count) => {
                mistakes += count.blocks;
                fixes += count.fixes;
                outcomes += count.outcomes;
                tried.extend(count.sites);
                remedied.extend(count.remedied);
            }
            Err(failures) => wrong.push_str(&failures),
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    println!("{mistakes} mistakes, {fixes} fixes, {outcomes} outcomes");
    assert!(mistakes >= MISTAKES, "only {mistakes}");
    let untried: Vec<Code> = code_actions::remedied()
        .filter(|code| !remedied.contains(code))
        .collect();
    assert!(
        untried.is_empty(),
        "no claim is about a remedy for {untried:?}"
    );
    let offering = outcomes::sites();
    let untried = offering
        .iter()
        .filter(|(file, line)| !tried.contains(&(&**file, *line)));
    let untried: Vec<String> = untried
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    assert!(
        untried.is_empty(),
        "{} of {} places offer a fix whose outcome no claim is about:\n{}",
        untried.len(),
        offering.len(),
        untried.join("\n")
    );
}
