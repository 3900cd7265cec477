//! One meaning a name: no two types that are known beyond their module are called alike, unless they are
//! the same to two crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

/// What the preview tells of a version, which the server shows: `ide` does not know the protocol.
const TOLD: &str = "the messages of the preview, and what features show of them";

/// Names that several crates have for the same: which, and what.
const SHARED: &[(&str, &[&str], &str)] = &[
    ("ListNumbers", &["ide", "protocol"], TOLD),
    ("Loss", &["ide", "protocol"], TOLD),
    ("LossyTerm", &["ide", "protocol"], TOLD),
    ("Numbers", &["ide", "protocol"], TOLD),
    ("Painter", &["ide", "protocol", "render"], TOLD),
    (
        "Severity",
        &["diagnostic", "protocol"],
        "how bad something is, found by analysis or while the applet runs",
    ),
    ("Subject", &["ide", "protocol"], TOLD),
];

/// A type, and who knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Definition {
    crate_: String,
    is_public: bool,
    file: String,
}

/// The types that the sources in a folder define for more than their module and those beside it, by
/// their names.
fn definitions(
    folder: &Path,
    crate_: &str,
    found: &mut BTreeMap<String, BTreeSet<Definition>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            definitions(&path, crate_, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for line in fs::read_to_string(&path)?.lines() {
                if let Some((name, is_public)) = defined(line) {
                    found
                        .entry(name.to_owned())
                        .or_default()
                        .insert(Definition {
                            crate_: crate_.to_owned(),
                            is_public,
                            file: path.display().to_string(),
                        });
                }
            }
        }
    }
    Ok(())
}

/// The type that a line defines, if other crates or all of its own know it; whether others do. What a
/// macro names is not seen.
fn defined(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_start();
    let (is_public, rest) = match line.strip_prefix("pub(crate) ") {
        Some(rest) => (false, rest),
        None => (true, line.strip_prefix("pub ")?),
    };
    let kinds = ["struct ", "enum ", "type ", "trait ", "union "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &rest[..end.unwrap_or(rest.len())];
    (!name.is_empty()).then_some((name, is_public))
}

/// Of the types of a name, those that can be taken for one another: public ones, and those that one
/// crate knows.
fn confused(all: &BTreeSet<Definition>) -> Vec<&Definition> {
    let confuses = |one: &Definition, other: &Definition| {
        one != other && (one.crate_ == other.crate_ || one.is_public && other.is_public)
    };
    all.iter()
        .filter(|one| all.iter().any(|other| confuses(one, other)))
        .collect()
}

#[test]
fn types_of_different_meanings_have_different_names() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for side in ["server", "preview"] {
        for entry in fs::read_dir(root.join(side))? {
            let folder = entry?;
            let sources = folder.path().join("src");
            if sources.is_dir() {
                let crate_ = folder.file_name();
                definitions(&sources, &crate_.to_string_lossy(), &mut found)?;
            }
        }
    }
    let mut wrong = Vec::new();
    for (name, all) in &found {
        let confused = confused(all);
        let crates: BTreeSet<&str> = confused.iter().map(|it| it.crate_.as_str()).collect();
        let shared = SHARED.iter().find(|(shared, ..)| shared == name);
        let expected = shared.map(|(_, crates, _)| crates.iter().copied().collect());
        if crates != expected.unwrap_or_default() {
            wrong.push((name, confused));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let gone = SHARED
        .iter()
        .filter(|(name, ..)| !found.contains_key(*name));
    assert_eq!(gone.count(), 0);
    Ok(())
}

#[test]
fn public_types_and_those_of_a_crate_are_found() {
    assert_eq!(defined("pub struct Slot {"), Some(("Slot", true)));
    assert_eq!(defined("        pub enum Event {"), Some(("Event", true)));
    assert_eq!(defined("pub(crate) type Text = ();"), Some(("Text", false)));
    assert_eq!(defined("pub trait Film: Send {"), Some(("Film", true)));
    assert_eq!(defined("pub(super) struct Slot {"), None);
    assert_eq!(defined("/// pub struct Slot"), None);
    assert_eq!(defined("pub fn slot() {"), None);
    assert_eq!(defined("pub struct $name(u32);"), None);
}
