//! The tree of tree-sitter and that of the server are one tree, wherever the server finds no error.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cindyscript_hir::document::Document;
use cindyscript_syntax::{Parse, SyntaxKind, operator::OPERATORS};
use tree_sitter::{InputEdit, Point};

use crate::{files, parse, parser, root};
use cindyscript_test_support::folders::wanted;
use cindyscript_test_support::random::Random;

/// A node that consists of several tokens: where it begins and ends, and what it is.
type Part = (usize, usize, &'static str);

/// The names of tree-sitter's nodes, by those of the server.
const KINDS: [(SyntaxKind, &[&str]); 20] = [
    (SyntaxKind::SEQUENCE, &["sequence"]),
    (SyntaxKind::LITERAL, &["number", "string"]),
    (SyntaxKind::PREFIX_EXPR, &["prefix_expression"]),
    (SyntaxKind::POSTFIX_EXPR, &["degree_expression"]),
    (SyntaxKind::BINARY_EXPR, &["binary_expression"]),
    (SyntaxKind::ASSIGN_EXPR, &["assignment", "definition"]),
    (SyntaxKind::UNDEFINE_EXPR, &["undefinition"]),
    (SyntaxKind::INDEX_EXPR, &["index_expression"]),
    (SyntaxKind::FIELD_EXPR, &["field_expression"]),
    (SyntaxKind::USERDATA_EXPR, &["user_data_expression"]),
    (SyntaxKind::SUPERSCRIPT_EXPR, &["superscript_expression"]),
    (SyntaxKind::SUBSCRIPT_EXPR, &["subscript_expression"]),
    (SyntaxKind::CALL_EXPR, &["call"]),
    (SyntaxKind::ARG_LIST, &["arguments"]),
    (SyntaxKind::MODIFIER, &["modifier"]),
    (SyntaxKind::PAREN_EXPR, &["parenthesized_expression"]),
    (SyntaxKind::LIST_EXPR, &["list"]),
    (SyntaxKind::DICT_EXPR, &["dictionary"]),
    (SyntaxKind::DICT_ENTRY, &["entry"]),
    (SyntaxKind::ABS_EXPR, &["absolute_value"]),
];

fn parts_of_server(parse: &Parse) -> Vec<Part> {
    let nodes = parse.syntax().descendants().filter_map(|node| {
        let (_, names) = KINDS.iter().find(|(kind, _)| *kind == node.kind())?;
        let range = node.text_range();
        Some((range.start().into(), range.end().into(), names[0]))
    });
    let mut parts: Vec<Part> = nodes.collect();
    parts.sort_unstable();
    parts
}

fn parts_of_tree_sitter(tree: &tree_sitter::Tree) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let known = KINDS.iter().find(|(_, names)| names.contains(&node.kind()));
        if let Some((_, names)) = known {
            parts.push((node.start_byte(), node.end_byte(), names[0]));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                parts.sort_unstable();
                return parts;
            }
        }
    }
}

/// Parses a script that the server finds no error in, and compares the trees if there is no warning of
/// what CindyJS leaves out either.
fn check(name: &str, text: &str, ours: &Parse) -> Duration {
    let start = Instant::now();
    let tree = parse(text);
    let time = start.elapsed();
    let root = tree.root_node();
    assert!(!root.has_error(), "{name}: {text}\n{}", root.to_sexp());
    if ours.errors.is_empty() {
        assert_eq!(
            parts_of_tree_sitter(&tree),
            parts_of_server(ours),
            "{name}: {text}\n{}",
            root.to_sexp()
        );
    }
    time
}

/// Scripts that were compared.
#[derive(Default)]
struct Compared {
    scripts: usize,
    without_error: usize,
    bytes: usize,
    time: Duration,
}

impl Compared {
    /// Compares the scripts of a file.
    fn file(&mut self, name: &str, text: &str) {
        let document = Document::open(name, text);
        let mut is_valid = true;
        for applet in 0..document.applets().len() {
            for ours in document.parses(applet) {
                self.scripts += 1;
                let script = ours.syntax().text().to_string();
                if ours.is_valid() {
                    self.without_error += 1;
                    self.bytes += script.len();
                    self.time += check(name, &script, ours);
                } else {
                    is_valid = false;
                }
            }
        }
        // With its cells.
        if name.ends_with(".cindyscript") && is_valid {
            let tree = parse(text);
            let root = tree.root_node();
            assert!(!root.has_error(), "{name}: {text}\n{}", root.to_sexp());
        }
    }

    fn folder(&mut self, folder: &Path) {
        for extension in ["html", "cindyscript", "md"] {
            for path in files(folder, extension) {
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                let name = path.display().to_string();
                if extension != "md" {
                    self.file(&name, &text);
                    continue;
                }
                for (number, block) in text.split("```").enumerate().skip(1).step_by(2) {
                    let (kind, text) = block.split_once('\n').unwrap_or_default();
                    if matches!(kind, "cindyscript" | "html") {
                        self.file(&format!("{name}.{number}.{kind}"), text);
                    }
                }
            }
        }
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} scripts, {} without an error for the server and none of these with one for \
             tree-sitter, {:.2} MB, {:.0} ms/MB",
            self.scripts,
            self.without_error,
            self.bytes as f64 / 1e6,
            self.time.as_secs_f64() * 1e9 / self.bytes as f64
        );
    }
}

#[test]
fn scripts_of_this_repository_have_the_trees_of_the_server() {
    let mut compared = Compared::default();
    for folder in ["tests", "editors", "docs"] {
        compared.folder(&root().join(folder));
    }
    compared.print("this repository");
    assert!(compared.without_error > 500, "{}", compared.without_error);
}

#[test]
fn examples_of_cindyjs_have_the_trees_of_the_server() {
    let Some([cindyjs]) = wanted("CindyJS's examples by tree-sitter", ["CINDYJS_DIR"]) else {
        return;
    };
    let mut compared = Compared::default();
    compared.folder(&cindyjs.join("examples"));
    compared.print("CindyJS's examples");
    assert!(compared.without_error > 500, "{}", compared.without_error);
}

/// Writes expressions of which most have no error.
struct Writer {
    random: Random,
    operators: Vec<&'static str>,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let not_infix = ["°", "√", "!", "¬", ":=_", ";", "->", "→", ","];
        let spellings = OPERATORS.iter().flat_map(|operator| operator.spellings);
        let operators = spellings.filter(|spelling| !not_infix.contains(spelling));
        Writer {
            random: Random::new(seed),
            operators: operators.copied().collect(),
        }
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        self.random.pick(texts).unwrap()
    }

    fn slot(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => String::new(),
            1 => format!("{}; {}", self.expression(depth), self.expression(depth)),
            2 => format!("{};", self.expression(depth)),
            3 => format!("; {}", self.expression(depth)),
            _ => self.expression(depth),
        }
    }

    fn slots(&mut self, depth: usize) -> String {
        let count = self.random.below(4);
        let slots: Vec<String> = (0..count).map(|_| self.slot(depth)).collect();
        slots.join(",")
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            let atoms = [
                "a", "b c", "x'", "#", "#1", "12", "1.5", "2.", ".5", "\"s\"", "é", "1e3", "f()",
            ];
            return self.one_of(&atoms).to_owned();
        }
        let depth = depth - 1;
        let inner = self.expression(depth);
        match self.random.below(16) {
            0..8 => {
                let operators = self.operators.clone();
                let operator = self.one_of(&operators);
                let blank = self.one_of(&["", " ", "\n", " /* ; */ "]);
                format!("{inner}{blank}{operator}{blank}{}", self.expression(depth))
            }
            8 => format!("{}{inner}", self.one_of(&["-", "+", "!", "√", "¬", "−"])),
            9 => format!(
                "{inner}{}",
                self.one_of(&["°", "²", "⁻¹", "₁", " := _", ":=_"])
            ),
            10 => format!("({})", self.slots(depth)),
            11 => format!("[{}]", self.slots(depth)),
            12 => format!("f({}, n -> {inner})", self.slots(depth)),
            13 => format!("g[{}]", self.slots(depth)),
            14 => format!("|{}|", self.slot(depth)),
            _ => format!("{{\"k\": {inner}, \"l\": {}}}", self.slot(depth)),
        }
    }
}

#[test]
fn generated_expressions_have_the_trees_of_the_server() {
    const COUNT: usize = 20_000;
    let mut writer = Writer::new(1);
    let mut without_error = 0;
    for number in 0..COUNT {
        let text = writer.expression(1 + number % 4);
        let ours = cindyscript_syntax::parse(&text);
        // Between a dot and what it takes a field of, nobody writes blanks.
        if ours.errors.is_empty() && !text.contains(". #") {
            without_error += 1;
            check("generated", &text, &ours);
        }
    }
    println!("{COUNT} expressions, {without_error} without an error");
    assert!(without_error > COUNT / 4, "{without_error}");
}

#[test]
fn generated_numbers_have_the_trees_of_the_server() {
    const COUNT: usize = 50_000;
    let mut random = Random::new(1);
    let mut without_error = 0;
    let signs = [
        "0", "1", "2", ".", ".", "e", "E", "+", "-", "x", "#", "'", "é", "π", "²", "₁", "°", "·",
        " ", "\t",
    ];
    for _ in 0..COUNT {
        let count = 1 + random.below(7);
        let text: String = (0..count).map(|_| *random.pick(&signs).unwrap()).collect();
        let ours = cindyscript_syntax::parse(&text);
        // Between a dot and what it takes a field of, nobody writes blanks.
        if ours.errors.is_empty() && !text.contains(". #") && !text.contains(".\t") {
            without_error += 1;
            check("generated", &text, &ours);
        }
    }
    println!("{COUNT} texts, {without_error} without an error");
    assert!(without_error > COUNT / 20, "{without_error}");
}

#[test]
fn parsing_after_an_edit_gives_the_tree_of_the_new_text() {
    const COUNT: usize = 2_000;
    let mut writer = Writer::new(2);
    let mut parser = parser();
    let mut without_error = 0;
    for _ in 0..COUNT {
        let statements: Vec<String> = (0..8).map(|_| writer.expression(3)).collect();
        let before = statements.join(";\n// %% draw\n");
        let mut tree = parser.parse(&before, None).unwrap();
        let places: Vec<usize> = before.char_indices().map(|(place, _)| place).collect();
        let start = *writer.random.pick(&places).unwrap();
        let end = before.ceil_char_boundary(start + writer.random.below(6));
        let inserted = writer.one_of(&[
            "", "a", " ", "1", ".", "(", ")", "\n", "//", "*/", ";", "\"",
        ]);
        let after = format!("{}{inserted}{}", &before[..start], &before[end..]);
        let point = |text: &str, place: usize| {
            let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
            Point::new(text[..place].matches('\n').count(), place - line)
        };
        tree.edit(&InputEdit {
            start_byte: start,
            old_end_byte: end,
            new_end_byte: start + inserted.len(),
            start_position: point(&before, start),
            old_end_position: point(&before, end),
            new_end_position: point(&after, start + inserted.len()),
        });
        let again = parser.parse(&after, Some(&tree)).unwrap();
        let fresh = parse(&after);
        // An error takes more or fewer tokens after another parse.
        if !fresh.root_node().has_error() {
            without_error += 1;
            let trees = [again, fresh].map(|tree| tree.root_node().to_sexp());
            assert_eq!(trees[0], trees[1], "{before}\n---\n{after}");
        }
    }
    println!("{COUNT} edits, {without_error} without an error");
    assert!(without_error > COUNT / 8, "{without_error}");
}
