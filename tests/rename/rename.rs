//! Renaming on real pages: whatever has a name in the applets of `tests/applets`, and in those that
//! VS Code's extension writes for its users, gets another one. Then the types are those of before, and
//! so is what is said of the page; renamed back, the text is what it was.
//!
//! Then all names of a page are other ones at once: what its scripts draw, print and hand to colorplots
//! is the same, and so are the values of all variables, and the picture. Named as before, all at once,
//! the text is what it was.
//!
//! The pages are taken as they are and with their scripts as strings of JavaScript. It prints how
//! many names there were, how many pictures were compared, and what was refused.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod player;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cindyscript_hir::document::Document;
use cindyscript_ide::code_actions::FileEdit;
use cindyscript_ide::references::references;
use cindyscript_ide::rename::{RenameRefusal, prepare_rename, rename};
use cindyscript_ide::report::types;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_tests::examples;
use player::Player;
use text_size::{TextRange, TextSize};

/// How the names begin that no page has; a number of [`DIGITS`] digits follows.
const NEW: &str = "renamed";
const DIGITS: usize = 3;

/// The new name of this number.
fn new_name(number: usize) -> String {
    format!("{NEW}{number:0DIGITS$}")
}

/// A text with these names in the place of the new ones.
fn restored(text: &str, names: &[&str]) -> String {
    let mut parts = text.split(NEW);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_at(DIGITS);
        all.push_str(names[number.parse::<usize>().unwrap()]);
        all.push_str(rest);
    }
    all
}

fn apply(text: &str, edits: &[FileEdit]) -> String {
    let mut text = text.to_owned();
    let mut edits: Vec<&FileEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start());
    let mut pairs = edits.windows(2);
    assert!(pairs.all(|pair| pair[0].range.end() <= pair[1].range.start()));
    for edit in edits.iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    text
}

/// The types and remarks, with these names in the place of the new ones.
fn said(analysis: &Analysis, names: &[&str]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let entries = types(analysis).into_iter();
    let types = entries.map(|entry| format!("{:?} {}: {}", entry.kind, entry.name, entry.ty));
    let remarks = analysis.diagnostics.iter();
    let remarks = remarks.map(|said| format!("{}: {}", said.code, said.message));
    for line in types.chain(remarks) {
        *counts.entry(restored(&line, names)).or_default() += 1;
    }
    counts
}

/// What came of the names of some pages.
#[derive(Debug, Default)]
struct Counts {
    pages: usize,
    names: usize,
    /// Those that are not written in the same way everywhere.
    mixed: usize,
    pictures: usize,
    refused: BTreeMap<String, usize>,
}

/// A name of a page that can be another one.
struct Renamed {
    name: String,
    /// Where it stands first.
    first: TextRange,
    /// What gives it a new name.
    edits: Vec<FileEdit>,
}

impl Renamed {
    /// The edits that write it in the same way everywhere. Functions are the same in any case, and
    /// names with spaces in them: these are lost.
    fn written(&self) -> impl Iterator<Item = FileEdit> {
        self.edits.iter().map(|edit| FileEdit {
            range: edit.range,
            text: self.name.clone(),
        })
    }
}

/// Gives each name of a page another one, and takes it back; then all of them.
fn rename_each(player: &Player, text: &str, counts: &mut Counts) {
    assert!(!text.contains(NEW));
    let analysis = analyse(&Document::open("page.html", text));
    counts.pages += 1;
    let mut all: Vec<Renamed> = Vec::new();
    for at in (0..text.len() as u32).map(TextSize::new) {
        let places = references(&analysis, at, true);
        let Some(&first) = places.first().filter(|first| first.start() == at) else {
            continue;
        };
        let new = |number| -> Result<(String, Vec<FileEdit>), RenameRefusal> {
            let old = prepare_rename(&analysis, at)?;
            Ok((old.name, rename(&analysis, at, &new_name(number))?))
        };
        let (name, edits) = match new(0) {
            Ok(renamed) => renamed,
            Err(refusal) => {
                let refusal = refusal.to_string();
                let why: Vec<&str> = refusal.split('`').step_by(2).collect();
                let why = why.join("...").replace(|c: char| c.is_ascii_digit(), "");
                *counts.refused.entry(why).or_default() += 1;
                continue;
            }
        };
        let renamed = apply(text, &edits);
        let after = analyse(&Document::open("page.html", renamed.as_str()));
        let names = [name.as_str()];
        assert_eq!(
            said(&analysis, &names),
            said(&after, &names),
            "{name} in\n{renamed}"
        );
        let back = rename(&after, at, &name).unwrap_or_else(|why| panic!("back to {name}: {why}"));
        let back = apply(&renamed, &back);
        let is_mixed = places
            .iter()
            .any(|place| text.get(std::ops::Range::<usize>::from(*place)) != Some(&name));
        counts.mixed += usize::from(is_mixed);
        if !is_mixed {
            assert!(
                back == text,
                "{name} is not the same when it is renamed back:\n{back}"
            );
        }
        let (_, edits) = new(all.len()).unwrap();
        all.push(Renamed { name, first, edits });
    }
    counts.names += all.len();
    rename_all(player, text, &analysis, &all, counts);
}

/// Gives all names of a page other ones at once, and takes them back.
fn rename_all(
    player: &Player,
    text: &str,
    analysis: &Analysis,
    all: &[Renamed],
    counts: &mut Counts,
) {
    let edits: Vec<FileEdit> = all.iter().flat_map(|one| one.edits.clone()).collect();
    let renamed = apply(text, &edits);
    let after = analyse(&Document::open("page.html", renamed.as_str()));
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(said(analysis, &names), said(&after, &names), "{renamed}");
    let back = all.iter().flat_map(|one| {
        let at = moved(one.first.start(), &edits);
        let back = rename(&after, at, &one.name);
        back.unwrap_or_else(|why| panic!("back to {}: {why}", one.name))
    });
    let back = apply(&renamed, &back.collect::<Vec<_>>());
    let written: Vec<FileEdit> = all.iter().flat_map(Renamed::written).collect();
    assert!(
        back == apply(text, &written),
        "it is not the same when all is renamed back:\n{back}"
    );
    // Points that show their names would look different.
    let [before, after] =
        [text, &renamed].map(|text| player.play(&text.replace("labeled: true", "labeled: false")));
    assert_eq!(before.shown, restored(&after.shown, &names));
    let values = after.values.iter().map(|line| restored(line, &names));
    assert_eq!(before.values, values.collect());
    assert!(
        before.picture == after.picture,
        "another picture of\n{renamed}"
    );
    counts.pictures += usize::from(before.picture.is_some());
}

/// Where a place is after edits that do not change it.
fn moved(at: TextSize, edits: &[FileEdit]) -> TextSize {
    let before = edits.iter().filter(|edit| edit.range.end() <= at);
    let (mut added, mut removed) = (TextSize::new(0), TextSize::new(0));
    for edit in before {
        added += TextSize::of(edit.text.as_str());
        removed += edit.range.len();
    }
    at + added - removed
}

fn pages() -> Vec<PathBuf> {
    let folders = ["applets", "../server/ide/templates"];
    let folders = folders.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let pages = folders
        .iter()
        .map(|folder| examples::pages(folder).unwrap());
    pages.flatten().collect()
}

#[test]
fn everything_that_has_a_name() {
    let player = Player::new();
    let mut counts = Counts::default();
    for page in pages() {
        println!("{}", page.display());
        let text = fs::read_to_string(page).unwrap();
        rename_each(&player, &text, &mut counts);
        if let Some(text) = examples::in_strings(&text) {
            rename_each(&player, &text, &mut counts);
        }
    }
    println!("{counts:#?}");
    let refused: usize = counts.refused.values().sum();
    assert!(refused * 4 < counts.names, "{counts:#?}");
}
