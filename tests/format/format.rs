//! Formatting leaves scripts as they read: those of the applets of this repository and of its
//! specifications, those of CindyJS's examples where `CINDYJS_DIR` names a checkout, and texts made
//! of these by damaging them.
//!
//! A script after formatting has the same tree but for white space, and the same comments. The
//! programs of applets then are the same term by term, so that their pictures are the same, too.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use cindyscript_hir::document::Document;
use cindyscript_hir::program::Program;
use cindyscript_ide::analyse;
use cindyscript_ide::formatting::{Indent, Style, formatting, style_of_page};
use cindyscript_syntax::SyntaxKind;
use cindyscript_tests::random::Random;
use cindyscript_tests::wanted;

/// A file as it would be opened.
struct File {
    name: String,
    text: String,
}

/// The files of a folder and of those in it with this extension, by their paths.
fn files(folder: &Path, extension: &str) -> Vec<File> {
    let mut folders = vec![folder.to_owned()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension() == Some(extension.as_ref()) => paths.push(path),
                false => {}
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| File {
        text: String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned(),
        name: path.display().to_string(),
    };
    paths.into_iter().map(read).collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The blocks of the specifications of a folder.
fn blocks(name: &str) -> Vec<File> {
    let mut found = Vec::new();
    for file in files(&folder(name), "md") {
        for (number, block) in file.text.split("```").enumerate().skip(1).step_by(2) {
            let (kind, text) = block.split_once('\n').unwrap_or_default();
            if matches!(kind, "cindyscript" | "html") {
                found.push(File {
                    name: format!("{}.{number}.{kind}", file.name),
                    text: text.to_owned(),
                });
            }
        }
    }
    found
}

/// A part of a tree without its place: its kind, and its text if it is a token.
type Part = (SyntaxKind, String);

/// All scripts of a document, without white space; comments apart.
fn trees(document: &Document) -> (Vec<Part>, Vec<String>) {
    let (mut parts, mut comments) = (Vec::new(), Vec::new());
    for applet in 0..document.applets().len() {
        for parse in document.parses(applet) {
            for part in parse.syntax().descendants_with_tokens() {
                let text = part.as_token().map(|token| token.text().to_owned());
                match part.kind() {
                    SyntaxKind::WHITESPACE => {}
                    kind if kind.is_trivia() => comments.extend(text),
                    kind => parts.push((kind, text.unwrap_or_default())),
                }
            }
        }
    }
    (parts, comments)
}

/// Formats a file; gives the text after that.
fn check(name: &str, text: &str, style: &Style) -> String {
    let document = Document::open(name, text);
    let first = formatting(&document, style);
    let mut end = 0.into();
    for edit in &first.edits {
        assert!(end <= edit.range.start(), "{name}: overlapping edits");
        end = edit.range.end();
    }
    let once = first.apply(text);
    let after = Document::open(name, once.as_str());
    assert!(
        trees(&document) == trees(&after),
        "{name}: reads otherwise\n{text}\n---\n{once}"
    );
    let again = formatting(&after, style);
    assert!(
        again.edits.is_empty(),
        "{name}: is formatted otherwise again: {:?}\n{text}\n---\n{once}",
        again.edits
    );
    assert_eq!(first.errors.len(), again.errors.len(), "{name}");
    once
}

fn styles() -> [Style; 2] {
    let narrow = Style {
        width: 40,
        indent: Indent::Tab,
    };
    [Style::default(), narrow]
}

fn check_all(files: &[File]) {
    let mut changed = 0;
    for file in files {
        for style in styles() {
            let after = check(&file.name, &file.text, &style);
            changed += usize::from(style == Style::default() && after != file.text);
        }
    }
    println!("{changed} of {} files change", files.len());
}

#[test]
fn own_applets_are_in_the_one_style() {
    for folder in ["applets", "../server/ide/templates"].map(folder) {
        for File { name, text } in files(&folder, "html") {
            let document = Document::open(&name, text.as_str());
            let style = style_of_page(&document, Style::default());
            let edits = formatting(&document, &style).edits;
            assert!(edits.is_empty(), "{name} is formatted otherwise: {edits:?}");
        }
    }
}

#[test]
fn applets_and_specifications() {
    let mut all = files(&folder("applets"), "html");
    assert!(!all.is_empty());
    for specification in ["types", "mistakes"] {
        let blocks = blocks(specification);
        assert!(!blocks.is_empty(), "{specification}");
        all.extend(blocks);
    }
    check_all(&all);
}

#[test]
fn examples_of_cindyjs() {
    let Some([cindyjs]) = wanted("formatting CindyJS's examples", ["CINDYJS_DIR"]) else {
        return;
    };
    check_all(&files(&cindyjs.join("examples"), "html"));
}

/// What a program is, without places.
fn meaning(program: &Program) -> String {
    let kinds: Vec<_> = program.terms.iter().map(|term| term.kind).collect();
    let names: Vec<_> = program
        .modifiers
        .iter()
        .map(|modifier| modifier.name)
        .collect();
    let constants: Vec<_> = program.texts.iter().collect();
    format!("{kinds:?} {names:?} {constants:?} {:?}", program.children)
}

#[test]
fn programs_of_applets_stay_the_same() {
    for file in files(&folder("applets"), "html") {
        let after = check(
            &file.name,
            &file.text,
            &Style {
                width: 50,
                ..Style::default()
            },
        );
        let programs = [file.text, after].map(|text| {
            let analysis = analyse(&Document::open(&file.name, text));
            let programs = analysis
                .applets
                .iter()
                .map(|applet| meaning(&applet.program));
            programs.collect::<Vec<_>>()
        });
        assert!(
            !programs[0].is_empty() && programs[0] == programs[1],
            "{}",
            file.name
        );
    }
}

/// How many texts are damaged; more in an optimised build.
const DAMAGED: usize = if cfg!(debug_assertions) { 300 } else { 20_000 };

#[test]
fn damaged_texts() {
    let mut all = files(&folder("applets"), "html");
    all.extend(blocks("types"));
    let mut random = Random::new(1);
    for number in 0..DAMAGED {
        let (Some(one), Some(other)) = (random.pick(&all), random.pick(&all)) else {
            return;
        };
        let text = match number % 2 {
            0 => cindyscript_tests::mutate::mutated(&one.text, &mut random),
            _ => cindyscript_tests::mutate::garbled(&one.text, &other.text, &mut random),
        };
        for style in styles() {
            check(&one.name, &text, &style);
        }
    }
}
