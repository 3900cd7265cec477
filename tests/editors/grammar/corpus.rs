//! The corpus: scripts with their trees, in the format of `tree-sitter test`.

use std::fmt::Write as _;
use std::fs;

use expect_test::expect_file;

use crate::{files, parse, root};

/// Each name with its script.
fn cases(corpus: &str) -> Vec<(&str, &str)> {
    let ruler = "=".repeat(80);
    let divider = "-".repeat(80);
    let parts: Vec<&str> = corpus.split(&format!("{ruler}\n")).collect();
    let pairs = parts[1..].chunks(2).map(|pair| {
        let script = pair[1].split(&format!("\n{divider}\n")).next().unwrap();
        (pair[0].trim(), script.trim_matches('\n'))
    });
    pairs.collect()
}

/// A tree on several lines, as the command line of tree-sitter writes it.
fn on_lines(tree: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0;
    let mut is_quoted = false;
    let mut rest = tree.chars().peekable();
    while let Some(c) = rest.next() {
        is_quoted ^= c == '"';
        match c {
            _ if is_quoted => lines.push(c),
            '(' => {
                depth += 1;
                lines.push(c);
            }
            ')' => {
                depth -= 1;
                lines.push(c);
            }
            // Before a child or the name of a field; behind that name it stays.
            ' ' if !lines.ends_with(':') && matches!(rest.peek(), Some('(' | 'a'..='z')) => {
                write!(lines, "\n{:1$}", "", 2 * depth).unwrap();
            }
            _ => lines.push(c),
        }
    }
    lines
}

#[test]
fn corpus_has_the_trees_of_its_scripts() {
    let files = files(
        &root().join("editors/tree-sitter-cindyscript/test/corpus"),
        "txt",
    );
    assert!(!files.is_empty());
    for file in files {
        let corpus = fs::read_to_string(&file).unwrap();
        let mut written = String::new();
        for (name, script) in cases(&corpus) {
            let tree = parse(script);
            let root = tree.root_node();
            let is_error = name.starts_with("Error: ");
            assert_eq!(root.has_error(), is_error, "{name}: {}", root.to_sexp());
            let ruler = "=".repeat(80);
            let divider = "-".repeat(80);
            let tree = on_lines(&root.to_sexp());
            let separator = if written.is_empty() { "" } else { "\n" };
            write!(
                written,
                "{separator}{ruler}\n{name}\n{ruler}\n\n{script}\n\n{divider}\n\n{tree}\n"
            )
            .unwrap();
        }
        expect_file![file].assert_eq(&written);
    }
}
