//! The grammars of editors: the tree-sitter grammar reads scripts as the server's parser does, its
//! queries find what they are for, and the lists of builtins in all grammars are those of the table.
//!
//! `UPDATE_EXPECT=1 cargo test -p tree-sitter-cindyscript` writes the corpus and the lists
//! anew. `editors/tree-sitter-cindyscript/generate` generates the parser.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod agreement;
mod corpus;
mod lists;
mod queries;

use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Parser, Tree};

/// A parser of CindyScript.
fn parser() -> Parser {
    let mut parser = Parser::new();
    let language = tree_sitter_cindyscript::LANGUAGE.into();
    parser.set_language(&language).expect("a supported version");
    parser
}

/// The tree of a script.
fn parse(text: &str) -> Tree {
    parser()
        .parse(text, None)
        .expect("a parser with a language")
}

/// The root of the repository.
fn root() -> &'static Path {
    let grammar = Path::new(env!("CARGO_MANIFEST_DIR"));
    grammar.ancestors().nth(2).unwrap()
}

/// The files below a folder with this extension, by their paths.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // Downloads and outputs are of the machine.
            let is_skipped = ["node_modules", ".cache", "out"].contains(&&*name);
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_skipped => folders.push(path),
                _ if path.extension().is_some_and(|it| it == extension) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
