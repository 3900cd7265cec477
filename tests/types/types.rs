//! Runs the specification of the types: every Markdown file in this folder, a test each.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::Path;

use cindyscript_tests::spec;

macro_rules! specification {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let file = concat!("types/", stringify!($name), ".md");
            match spec::check(file, include_str!(concat!(stringify!($name), ".md"))) {
                Ok(count) => println!("{count:?}"),
                Err(failures) => panic!("\n{failures}"),
            }
        })*

        const FILES: &[&str] = &[$(stringify!($name)),*];
    };
}

specification! {
    code
    colours
    diagnostics
    elements
    fixed_point
    functions
    lattice
    lists
    loops
    modifiers
    signatures
    split
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
