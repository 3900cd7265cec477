//! Runs the specification of the types: every Markdown file in this folder, a test each.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::Path;

use cindyscript_geometry::{ElementKind, TypeInfo};
use cindyscript_hir::elements;
use cindyscript_hir::types::Type;
use cindyscript_tests::spec;

macro_rules! specification {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let file = concat!("types/", stringify!($name), ".md");
            // Read when it runs: a change of the text compiles nothing.
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let text = fs::read_to_string(path).expect("a file of this folder");
            match spec::check(file, &text) {
                Ok(count) => println!("{count:?}"),
                Err(failures) => panic!("\n{failures}"),
            }
        })*

        const FILES: &[&str] = &[$(stringify!($name)),*];
    };
}

specification! {
    assignments
    code
    colours
    conditions
    constants
    construction
    copies
    diagnostics
    elements
    faults
    fixed_point
    functions
    geometry
    images
    lattice
    lists
    loops
    matrices
    modifiers
    optional
    pictures
    pixels
    redefinitions
    scripts
    settling
    signatures
    slips
    split
    texts
    tuples
    values_of_code
}

/// The editor knows the types of elements that the preview can construct, and what they are.
#[test]
fn elements_are_those_of_the_construction() {
    for name in cindyscript_geometry::known_types() {
        assert!(elements::is_known(name), "{name}");
        let Some(info) = TypeInfo::of(name) else {
            continue; // depends on its arguments
        };
        let expected = match info.kind {
            ElementKind::Point => Type::Point,
            ElementKind::Line | ElementKind::Segment => Type::Line,
            ElementKind::Conic => Type::Circle,
            _ => Type::Element,
        };
        assert_eq!(elements::created(name), expected, "{name}");
        let signature = elements::signature(name).expect(name);
        assert_eq!(signature.kind.letter(), info.kind.letter(), "{name}");
        let arity = signature.arguments().map(<[_]>::len);
        assert_eq!(arity, info.arity, "{name}");
    }
}

#[test]
fn every_file_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("types");
    let mut found: Vec<String> = fs::read_dir(folder)
        .expect("the folder of this file")
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            Some(name.strip_suffix(".md")?.to_owned())
        })
        .collect();
    found.sort();
    assert_eq!(found, FILES);
}
