//! No false alarms: over all examples of CindyJS, no error for what CindyJS runs without one.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR`. Pages with errors are shown to CindyJS itself
//! (`CINDYJS_ORACLE`), and only where it has nothing to complain of are they false. Prints how
//! often each remark is made.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cindyscript_hir::document::Document;

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_ide::analyse;
use cindyscript_tests::folders::folder;
use cindyscript_tests::{examples, not_run, wanted};

#[test]
fn no_error_for_what_cindyjs_runs() {
    let what = "false alarms over the examples of CindyJS";
    let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) else {
        return;
    };
    let pages = examples::pages(&cindyjs.join("examples")).unwrap();
    let mut counts: BTreeMap<(Severity, Code), (usize, BTreeSet<&PathBuf>)> = BTreeMap::new();
    let mut portable: BTreeMap<Code, (usize, BTreeSet<&PathBuf>)> = BTreeMap::new();
    let mut accused: BTreeMap<&PathBuf, Vec<String>> = BTreeMap::new();
    for page in &pages {
        let text = String::from_utf8_lossy(&fs::read(page).unwrap()).into_owned();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let document = Document::open(&name, text.as_str());
        let analysis = analyse(&document);
        for found in analysis.portability() {
            let count = portable.entry(found.code).or_default();
            count.0 += 1;
            count.1.insert(page);
        }
        for found in analysis.diagnostics {
            let severities = found.code.severities();
            assert!(severities.contains(&found.severity), "{found:?}");
            let count = counts.entry((found.severity, found.code)).or_default();
            count.0 += 1;
            count.1.insert(page);
            if found.severity == Severity::Error {
                let line = 1 + text[..found.range.start().into()].matches('\n').count();
                let text = format!("{line}: [{}] {}", found.code, found.message);
                accused.entry(page).or_default().push(text);
            }
        }
    }
    println!("{} pages", pages.len());
    for ((severity, code), (count, pages)) in &counts {
        println!("{count:6} {severity:?} {code}, on {} pages", pages.len());
    }
    println!("what CindyGL would not show:");
    for (code, (count, pages)) in &portable {
        println!("{count:6} Information {code}, on {} pages", pages.len());
    }
    let Some(oracle) = folder("CINDYJS_ORACLE") else {
        let why = format!(
            "CINDYJS_ORACLE names no folder: whether the errors of {} pages are false is open",
            accused.len()
        );
        not_run(what, &why);
        return;
    };
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle-alarms");
    let suspects: Vec<PathBuf> = accused.keys().map(|&page| page.clone()).collect();
    let runs = examples::run(&oracle, &cindyjs, &out, &suspects).unwrap();
    let mut alarms = Vec::new();
    for (page, errors) in accused {
        let complaints = &runs[page].errors;
        match complaints.first() {
            Some(complaint) => println!("{}: CindyJS: {complaint}", page.display()),
            None => alarms.extend(errors.iter().map(|e| format!("{}:{e}", page.display()))),
        }
    }
    assert!(
        alarms.is_empty(),
        "{} false alarms:\n{}",
        alarms.len(),
        alarms.join("\n")
    );
}
