//! The documentation holds: links lead somewhere, examples have no mistakes but those that they name,
//! scripts print the values beside them, and generated pages are current.
//!
//! The words behind three backquotes say what a code block is:
//!
//! | words | claim |
//! |---|---|
//! | `cindyscript`, `html` | neither the analysis nor the portability check reports anything; fragments of pages are skipped |
//! | `cindyscript CODE`, `html CODE` | diagnostics of this code are reported, and no others |
//! | `cindyscript value` | nothing is reported; the block of `text` behind it is the output, then the value |
//!
//! `UPDATE_EXPECT=1` writes the generated pages.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;

use cindyscript_ide::reference::{Topic, reference};
use cindyscript_tests::evaluator::Evaluator;
use cindyscript_tests::programs::Program;
use expect_test::expect_file;

/// Folders at the top level that are not part of the repository, or hold no documentation.
const ELSEWHERE: [&str; 3] = ["target", ".git", "tests"];
/// The examples of this page are mistakes; `cindyscript-ide` tests them.
const REFERENCE: &str = "reference.md";
/// Fewer examples than these mean that the test no longer finds them.
const EXAMPLES: usize = 15;
const LINKS: usize = 150;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// A Markdown file, with its path from the root.
struct Page {
    name: String,
    text: String,
}

/// Adds the Markdown files of a folder.
fn collect(folder: &Path, pages: &mut Vec<Page>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            let is_elsewhere = folder == root() && ELSEWHERE.contains(&&*name);
            if !is_elsewhere && name != "node_modules" {
                collect(&path, pages);
            }
        } else if name.ends_with(".md") {
            pages.push(Page {
                name: path.strip_prefix(root()).unwrap().display().to_string(),
                text: fs::read_to_string(&path).unwrap(),
            });
        }
    }
}

/// The documentation: all Markdown files but the specifications in `tests`.
fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    collect(&root(), &mut pages);
    for name in ["tests/README.md", "tests/applets/README.md"] {
        let name = name.to_owned();
        let text = fs::read_to_string(root().join(&name)).unwrap();
        pages.push(Page { name, text });
    }
    pages
}

/// A code block.
struct Block {
    /// The line of its fence, from 1.
    line: usize,
    /// The words behind the fence.
    words: String,
    code: String,
}

/// Divides a text into the lines outside of code blocks, with their numbers from 1, and the blocks.
fn divided(text: &str) -> (Vec<(usize, &str)>, Vec<Block>) {
    let (mut prose, mut blocks) = (Vec::new(), Vec::new());
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(words) = line.trim_start().strip_prefix("```") else {
            prose.push((number, line));
            continue;
        };
        let inside = lines.by_ref().map(|(line, _)| line);
        let inside = inside.take_while(|line| !line.trim_start().starts_with("```"));
        blocks.push(Block {
            line: number,
            words: words.to_owned(),
            code: inside.map(|line| format!("{line}\n")).collect(),
        });
    }
    (prose, blocks)
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(prose: &[(usize, &str)]) -> BTreeSet<String> {
    let headings = prose.iter().filter(|(_, line)| line.starts_with('#'));
    let mut anchors = BTreeSet::new();
    for (_, heading) in headings {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
            _ => None,
        });
        let anchor: String = kept.collect();
        // The second of two equal headings is `name-1`.
        let mut others = (0..).map(|count| match count {
            0 => anchor.clone(),
            count => format!("{anchor}-{count}"),
        });
        let free = others.find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

/// The targets of links and pictures of a line, in Markdown or HTML, outside of code.
fn targets(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    let prose: Vec<&str> = line.split('`').step_by(2).collect();
    for part in prose {
        let marks = [
            ("](", ')'),
            ("src=\"", '"'),
            ("srcset=\"", '"'),
            ("href=\"", '"'),
        ];
        for (opening, closing) in marks {
            let starts = part.match_indices(opening);
            let links = starts.filter_map(|(at, _)| part[at + opening.len()..].split_once(closing));
            targets.extend(links.map(|(target, _)| target));
        }
    }
    targets
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let (mut links, mut broken) = (0, Vec::new());
    for Page { name, text } in pages() {
        let path = root().join(&name);
        let (prose, _) = divided(&text);
        for (number, line) in &prose {
            for target in targets(line) {
                // The build of the extension for VS Code makes `dist`.
                let is_built = target.starts_with("../dist/");
                if is_built || target.contains("://") || target.starts_with("cindyscript:") {
                    continue;
                }
                links += 1;
                // A marketplace shows the page without the repository. `readme.mjs` gives pictures an address.
                let is_picture = target.ends_with(".png");
                if name.starts_with("editors/vscode/")
                    && target.starts_with("../../")
                    && !is_picture
                {
                    broken.push(format!(
                        "{name}:{number}: {target} is outside of the package"
                    ));
                    continue;
                }
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let file = match file {
                    "" => path.clone(),
                    file => path.parent().unwrap().join(file),
                };
                let leads = file.exists()
                    && (anchor.is_empty()
                        || fs::read_to_string(&file)
                            .is_ok_and(|text| anchors(&divided(&text).0).contains(anchor)));
                if !leads {
                    broken.push(format!("{name}:{number}: {target}"));
                }
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
    assert!(links >= LINKS, "only {links}");
}

#[test]
fn every_example_has_the_diagnostics_that_it_names_and_no_others() {
    let (mut examples, mut wrong) = (0, Vec::new());
    let guide = pages().into_iter();
    for Page { name, text } in guide.filter(|page| !page.name.ends_with(REFERENCE)) {
        for Block { line, words, code } in divided(&text).1 {
            let mut words = words.split_whitespace();
            let file = match words.next() {
                Some("cindyscript") => "example.cindyscript",
                Some("html") if code.starts_with("<!DOCTYPE") => "example.html",
                _ => continue,
            };
            examples += 1;
            let named: BTreeSet<&str> = words.filter(|word| *word != "value").collect();
            let analysis = analyse(&Document::open(file, code.as_str()));
            let in_cindygl = analysis.portability();
            let reported = analysis.diagnostics.iter().chain(&in_cindygl);
            let reported: BTreeSet<&str> = reported.map(|d| d.code.name()).collect();
            if reported != named {
                wrong.push(format!("{name}:{line}: {reported:?}, and not {named:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(examples >= EXAMPLES, "only {examples}");
}

#[test]
fn every_script_with_a_value_prints_it() {
    let mut evaluator = Evaluator::start().unwrap();
    let mut values = 0;
    for Page { name, text } in pages() {
        let blocks = divided(&text).1;
        for pair in blocks.windows(2) {
            let [script, expected] = pair else { continue };
            if script.words != "cindyscript value" {
                continue;
            }
            values += 1;
            assert_eq!(expected.words, "text", "{name}:{}", expected.line);
            let answer = evaluator.evaluate(script.code.trim_end()).unwrap();
            let [output, value] = ["output", "value"].map(|key| answer[key].as_str().unwrap());
            let printed = format!("{output}{value}\n");
            assert_eq!(printed, expected.code, "{name}:{}", script.line);
        }
    }
    assert!(values >= 1);
}

/// The end of the page about types, which the editor shows without pictures.
const TYPES_PICTURE: &str =
    "\n![Explain Type: each reason has a link to its line](pictures/types.png)\n";

#[test]
fn generated_pages_are_current() {
    let docs = root().join("docs");
    let types = Topic::Types.text() + TYPES_PICTURE;
    expect_file![docs.join("types.md")].assert_eq(&types);
    expect_file![docs.join(REFERENCE)].assert_eq(&reference());
}

#[test]
fn the_readme_has_the_commands_that_show_an_applet_and_pass_the_tests() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, trial) = readme.split_once("## Try it").unwrap();
    let (trial, _) = trial.split_once("## Install").unwrap();
    let commands: Vec<_> = trial.split("```").skip(1).step_by(2).collect();
    let expected = [
        "sh\ncargo run --release --bin cindyscript-preview -- tests/applets/wave.html\n",
        "sh\ntests/run\n",
    ];
    assert_eq!(commands, expected);
    assert!(readme.lines().count() <= 120);
}

#[test]
fn the_guide_has_the_keys_of_the_window() {
    let preview = Program::Preview.path().unwrap();
    let help = Command::new(preview).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let guide = fs::read_to_string(root().join("docs/preview.md")).unwrap();
    let (_, groups) = help.split_once("\nMouse\n").unwrap();
    let mut section = "";
    let mut keys = 0;
    for line in groups.lines() {
        let Some(row) = line.strip_prefix("  ") else {
            let heading = format!("\n## {line}\n");
            let found = guide.split_once(&heading).map(|(_, below)| below);
            section = found.unwrap_or_default();
            section = section.split("\n## ").next().unwrap_or_default();
            continue;
        };
        let (names, _) = row.split_once("  ").unwrap();
        let names = names.split(", ").flat_map(|name| name.split(" or "));
        // The guide puts several keys with longer names into one row.
        for key in names.filter(|name| name.chars().count() == 1) {
            assert!(section.contains(&format!("`{key}`")), "{key}: {row}");
            keys += 1;
        }
    }
    assert!(keys > 30, "only {keys}");
}

/// The FNV-1a hash of files, in their order, as `tests/editors/pictures.mjs` computes it.
fn hash(files: &[&str]) -> String {
    let bytes = files
        .iter()
        .flat_map(|file| fs::read(root().join(file)).unwrap());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[test]
fn pictures_are_as_new_as_what_they_show() {
    let taken = fs::read_to_string(root().join("docs/pictures/taken.txt")).unwrap();
    let mut lines = taken.lines();
    let expected = lines.next().unwrap();
    let files: Vec<&str> = lines.collect();
    assert!(!files.is_empty());
    assert_eq!(
        hash(&files),
        expected,
        "a file of docs/pictures/taken.txt has changed: run tests/editors/pictures.sh"
    );
}
