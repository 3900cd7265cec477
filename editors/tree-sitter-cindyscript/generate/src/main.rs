//! Generates `src/parser.c` and what belongs to it, as `tree-sitter generate --abi 14` does.
//!
//! usage: cargo run --manifest-path editors/tree-sitter-cindyscript/generate/Cargo.toml [-- check]
//!
//! `check` writes nothing, and fails if a generated file is out of date. Runs `node`.

use std::path::Path;
use std::{env, fs, process};

use anyhow::{Context as _, Result, ensure};
use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The newest version of parsers that Helix 25.01, Neovim 0.10 and Emacs 29 load.
const ABI: usize = 14;

const GENERATED: [&str; 6] = [
    "parser.c",
    "grammar.json",
    "node-types.json",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
    "tree_sitter/parser.h",
];

fn generate(root: &Path, out: &Path) -> Result<()> {
    let mut diagnostics = Vec::new();
    generate_parser_in_directory(
        root,
        Some(out),
        None::<&Path>,
        ABI,
        None,
        Some("node"),
        true,
        OptLevel::default(),
        &mut diagnostics,
    )?;
    ensure!(diagnostics.is_empty(), "{diagnostics:?}");
    Ok(())
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()?;
    let committed = root.join("src");
    if env::args().nth(1).as_deref() != Some("check") {
        return generate(&root, &committed);
    }
    let fresh = env::temp_dir().join(format!("tree-sitter-cindyscript-{}", process::id()));
    let result = generate(&root, &fresh).and_then(|()| {
        for name in GENERATED {
            let read = |folder: &Path| fs::read(folder.join(name)).context(name);
            ensure!(
                read(&fresh)? == read(&committed)?,
                "{name} is out of date: run without `check`"
            );
        }
        Ok(())
    });
    fs::remove_dir_all(&fresh)?;
    result
}
