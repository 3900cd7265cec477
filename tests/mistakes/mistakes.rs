//! Runs the specification of beginners' mistakes: every Markdown file in this folder. All that is
//! said of each text is claimed, hints as well, and how the text reads after each fix.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::Path;

use cindyscript_tests::spec;

/// There are no fewer mistakes than these, so that none is lost unnoticed.
const MISTAKES: usize = 150;

#[test]
fn every_mistake_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes");
    let (mut mistakes, mut fixes, mut wrong) = (0, 0, String::new());
    for entry in fs::read_dir(folder).expect("this folder") {
        let path = entry.expect("a file of this folder").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match spec::check_all(&name, &text) {
            Ok(count) => {
                mistakes += count.blocks;
                fixes += count.fixes;
            }
            Err(failures) => wrong.push_str(&failures),
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    println!("{mistakes} mistakes, {fixes} fixes");
    assert!(mistakes >= MISTAKES, "only {mistakes}");
}
