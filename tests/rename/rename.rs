//! Renaming on real pages: whatever has a name in the applets of `tests/applets` gets another one.
//! Then the types are those of before, and so is what is said of the page; renamed back, the text is
//! what it was. For some names of each page, the scripts run as well: what they draw, print and hand to
//! colorplots is the same, and so are the colours of some pixels and the values of all variables.
//!
//! The pages are taken as they are and with their scripts as strings of JavaScript. It prints how
//! many names there were, for how many the scripts ran, and what was refused.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cindyscript_hir::document::Document;
use cindyscript_ide::code_actions::FileEdit;
use cindyscript_ide::references::references;
use cindyscript_ide::rename::{prepare_rename, rename};
use cindyscript_ide::report::types;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_player::Session;
use cindyscript_player::frame::DrawItem;
use cindyscript_player::services::Alone;
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_player::view::Canvas;
use cindyscript_tests::examples;
use text_size::TextSize;

/// A name that no page has.
const NEW: &str = "renamed";
/// For so many names of each page the scripts run.
const PLAYED: usize = 4;
/// Where pixels are evaluated.
const PLACES: [[f64; 2]; 4] = [[0.1, 0.2], [-1.5, 0.7], [3.0, -2.0], [-0.3, -4.0]];
/// The steps of one run of a script: longer ones end there, before and after.
const STEPS: u64 = 200_000;

fn apply(text: &str, edits: &[FileEdit]) -> String {
    let mut text = text.to_owned();
    let mut edits: Vec<&FileEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start());
    for edit in edits.iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    text
}

/// The types and remarks, with this name in the place of the new one.
fn said(analysis: &Analysis, name: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let entries = types(analysis).into_iter();
    let types = entries.map(|entry| format!("{:?} {}: {}", entry.kind, entry.name, entry.ty));
    let remarks = analysis.diagnostics.iter();
    let remarks = remarks.map(|said| format!("{}: {}", said.code, said.message));
    for line in types.chain(remarks) {
        *counts.entry(line.replace(NEW, name)).or_default() += 1;
    }
    counts
}

/// What two frames of a page draw, print and hand to colorplots, with some pixels of these, and last
/// what each variable is; with this name in the place of the new one.
fn played(text: &str, name: &str) -> String {
    let text = ReceivedText {
        path: "page.html".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let alone = Arc::new(Alone::default());
    let document = Source::read(&text, None, Arc::clone(&alone) as _);
    let source = Source::new(&text, document, None);
    let canvas = Canvas::new([200.0, 200.0], 1.0);
    let mut session = Session::new(source, canvas, alone, 1, 0.0);
    session.set_step_budget(STEPS);
    let mut shown = String::new();
    for frame in 0..2 {
        let frame = session.frame(f64::from(frame) / 10.0);
        for item in &frame.items {
            let _ = match item {
                DrawItem::Plot(plot) => {
                    let call = &plot.call;
                    let mut pixels = session.evaluator(call);
                    let colours = PLACES.map(|place| pixels.colour(place));
                    writeln!(
                        shown,
                        "{:?} {:?} {:?} {colours:?}",
                        call.plot, call.uniforms, call.rectangle
                    )
                }
                DrawItem::Drawing(drawing) => writeln!(shown, "{drawing:?}"),
            };
        }
        let _ = writeln!(shown, "{:?}", frame.output);
        for diagnostic in &frame.errors {
            let _ = writeln!(shown, "{}", diagnostic.message);
        }
    }
    let globals = session.globals();
    let values = globals.map(|(own, value)| format!("{own} = {}", session.print(value)));
    let values: BTreeSet<String> = values.map(|line| line.replace(NEW, name)).collect();
    let values: Vec<String> = values.into_iter().collect();
    shown.replace(NEW, name) + &values.join("\n")
}

/// What came of the names of some pages.
#[derive(Debug, Default)]
struct Counts {
    pages: usize,
    names: usize,
    played: usize,
    mixed: usize,
    refused: BTreeMap<String, usize>,
}

/// Gives each name of a page another one, and takes it back.
fn rename_all(text: &str, counts: &mut Counts) {
    let document = Document::open("page.html", text);
    let analysis = analyse(&document);
    counts.pages += 1;
    let mut seen: BTreeSet<TextSize> = BTreeSet::new();
    let mut names = 0;
    for at in (0..text.len() as u32).map(TextSize::new) {
        let places = references(&analysis, at, true);
        let is_first = places.first().is_some_and(|first| first.start() == at);
        if !is_first || !seen.insert(at) {
            continue;
        }
        assert!(!text.contains(NEW));
        let renaming =
            prepare_rename(&analysis, at).and_then(|old| Ok((old, rename(&analysis, at, NEW)?)));
        let (old, edits) = match renaming {
            Ok(renaming) => renaming,
            Err(refusal) => {
                let refusal = refusal.to_string();
                let why: Vec<&str> = refusal.split('`').step_by(2).collect();
                let why = why.join("...").replace(|c: char| c.is_ascii_digit(), "");
                *counts.refused.entry(why).or_default() += 1;
                continue;
            }
        };
        let renamed = apply(text, &edits);
        names += 1;
        let after = analyse(&Document::open("page.html", renamed.as_str()));
        let name = old.name.as_str();
        assert_eq!(
            said(&analysis, name),
            said(&after, name),
            "{name} in\n{renamed}"
        );
        let back = rename(&after, at, name).unwrap_or_else(|why| panic!("back to {name}: {why}"));
        let back = apply(&renamed, &back);
        // Functions are the same in any case, and names with spaces in them: these are lost.
        let is_mixed = places
            .iter()
            .any(|place| text.get(std::ops::Range::<usize>::from(*place)) != Some(name));
        counts.mixed += usize::from(is_mixed);
        if !is_mixed {
            assert!(
                back == text,
                "{name} is not the same when it is renamed back:\n{back}"
            );
        }
        if names % 7 == 1 && names / 7 < PLAYED {
            counts.played += 1;
            assert_eq!(played(text, name), played(&renamed, name), "{name}");
        }
    }
    counts.names += names;
}

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    examples::pages(&folder).unwrap()
}

#[test]
fn everything_that_has_a_name() {
    let mut counts = Counts::default();
    for page in pages() {
        println!("{}", page.display());
        let text = fs::read_to_string(page).unwrap();
        rename_all(&text, &mut counts);
        if let Some(text) = examples::in_strings(&text) {
            rename_all(&text, &mut counts);
        }
    }
    println!("{counts:#?}");
    let refused: usize = counts.refused.values().sum();
    assert!(refused * 4 < counts.names, "{counts:#?}");
}
