//! From an edit to all diagnostics, in one process, as the server does it: `Document::update` and
//! `Analysis::update`. Beside it, the analysis of the same text from nothing, the semantic tokens of
//! what is analysed, and as a measure of the machine the parsing of the text.
//!
//! `cargo bench -p cindyscript-tests --bench diagnostics`; the aims are a p95 of 5 ms at 1,000
//! lines and of 16 ms at 10,000. With a checkout of CindyJS in `CINDYJS_DIR`, also the page of its
//! gallery with the largest colorplot. An argument is a part of the names of edits: only
//! these are measured.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;
use std::{env, fs};

use cindyscript_diagnostic::Severity;
use cindyscript_hir::document::Document;
use cindyscript_hir::program::TermKind;
use cindyscript_ide::semantic_tokens::semantic_tokens;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_tests::percentile::Costs;
use cindyscript_tests::{examples, memory, script, wanted};
use text_size::{TextRange, TextSize};

/// Kinds of edits in the middle of a script: a name, what is replaced, and by what. Undoing one is
/// an edit as well.
const EDITS: [(&str, &str, &str); 8] = [
    ("a literal", "0.5 +", "0.75 +"),
    ("a new line", ";\nblend", ";\n\nblend"),
    ("an opened bracket", "0.5 +", "(0.5 +"),
    ("a rename", "u = ", "uu = "),
    ("a type", "0.5 +", "i +"),
    ("a syntax error", "0.5 +", "0.5 + *"),
    ("a function", "v > 0", "v + u > 0"),
    ("a new variable", "draw(mid", "fresh = 1; draw(mid"),
];

/// How often each edit is done and undone.
const TURNS: usize = 40;

fn main() {
    let mut arguments = env::args().skip(1);
    let only = arguments.find(|argument| !argument.starts_with('-'));
    for lines in [300, 1_000, 2_000, 10_000] {
        long(lines, only.as_deref().unwrap_or_default());
    }
    if only.is_some() {
        return;
    }
    page_with_javascript();
    let what = "the largest colorplot of CindyJS's gallery";
    if let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) {
        largest_colorplot(&cindyjs.join("examples/cindygl"));
    }
}

fn long(lines: usize, only: &str) {
    let text = script::long(lines);
    let before = memory::resident();
    let document = Document::open("long.cindyscript", text.as_str());
    let analysis = analyse(&document);
    let held = memory::resident().saturating_sub(before);
    let mut faults = analysis
        .diagnostics
        .iter()
        .filter(|d| d.severity != Severity::Hint);
    assert_eq!(faults.next(), None, "the script is meant to be right");
    println!("{lines} lines, {} kB", text.len() / 1000);
    let (mut parsing, mut fresh) = (Costs::default(), Costs::default());
    let (mut tokens, whole) = (
        Costs::default(),
        TextRange::up_to(TextSize::of(text.as_str())),
    );
    for _ in 0..TURNS {
        parsing.measure(|| black_box(cindyscript_syntax::parse(&text)));
        fresh.measure(|| analyse(&Document::open("long.cindyscript", text.as_str())));
        tokens.measure(|| semantic_tokens(&analysis, whole));
    }
    println!("  {:26} {parsing}", "parsing alone");
    println!("  {:26} {fresh}", "from nothing");
    println!("  {:26} {tokens}", "semantic tokens");
    println!("  {:26} {} kB", "memory of one version", held / 1000);
    for (name, from, to) in EDITS.into_iter().filter(|(name, ..)| name.contains(only)) {
        let at = text.len() / 2 + text[text.len() / 2..].find(from).unwrap();
        let mut changed = text.clone();
        changed.replace_range(at..at + from.len(), to);
        edit(name, &analysis, &[&changed, &text]);
    }
    println!("  {:26} {} kB", "memory at most", memory::peak() / 1000);
}

/// A page with a script of one line beside a megabyte of JavaScript, which calls `CindyJS` at its end;
/// the aim is 2 ms.
fn page_with_javascript() {
    let functions = (0..14_000).map(|n| {
        format!("function helper{n}(x) {{ return {{a: x + {n}, b: [\"text\", {n}]}}; }}\n")
    });
    let javascript: String = functions.collect();
    let text = format!(
        "<script type='text/x-cindyscript' id='csdraw'>a = 0.5 + 1; draw([a, 0]);</script>\n\
         <script>{javascript}CindyJS({{scripts: 'cs*'}});</script>"
    );
    println!(
        "one line beside {} kB of JavaScript",
        javascript.len() / 1000
    );
    let document = Document::open("page.html", text.as_str());
    let analysis = analyse(&document);
    let changed = text.replacen("0.5 +", "i +", 1);
    edit("a type", &analysis, &[&changed, &text]);
}

/// Goes through versions of a document in turn.
fn edit(name: &str, analysis: &Analysis, versions: &[&str]) {
    let (mut all, mut trees) = (Costs::default(), Costs::default());
    let (mut document, mut analysis) = (analysis.document.clone(), analysis.clone());
    for text in versions.iter().cycle().take(TURNS * versions.len()) {
        // The text is there, and what is not needed any more is freed later, as in the server.
        let (text, before) = ((*text).to_owned(), analysis);
        analysis = all.measure(|| {
            document = trees.measure(|| document.update(text));
            before.update(&document)
        });
    }
    println!("  {name:26} {all}");
    println!("  {:26} {trees}", "  of which trees");
}

/// The page with the colorplot of most terms: from nothing, and after an edit of a number in it.
fn largest_colorplot(gallery: &std::path::Path) {
    let mut largest = (0, String::new(), String::new());
    for page in examples::pages(gallery).unwrap() {
        let text = String::from_utf8_lossy(&fs::read(&page).unwrap()).into_owned();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let analysis = analyse(&Document::open(&name, text.as_str()));
        for applet in &analysis.applets {
            let program = &applet.program;
            for plot in &program.plots {
                let terms = plot.body.index() + 1 - program.term(plot.body).first.index();
                if terms > largest.0 {
                    largest = (terms, name.to_string(), text.clone());
                }
            }
        }
    }
    let (terms, name, text) = largest;
    println!("{name}, a colorplot of {terms} terms");
    let mut fresh = Costs::default();
    for _ in 0..TURNS {
        fresh.measure(|| analyse(&Document::open(&name, text.as_str())));
    }
    println!("  {:26} {fresh}", "from nothing");
    let document = Document::open(&name, text.as_str());
    let analysis = analyse(&document);
    let numbers = analysis.applets.iter().flat_map(|applet| {
        let program = &applet.program;
        let terms = program.plots.iter().flat_map(|plot| {
            (program.term(plot.body).first.0..=plot.body.0).map(cindyscript_hir::program::TermId)
        });
        terms
            .filter(|&term| matches!(program.kind(term), TermKind::Number(_)))
            .map(|term| applet.range(term))
    });
    let at = numbers.map(|range| usize::from(range.end())).next();
    let mut changed = text.clone();
    changed.insert(at.unwrap_or_default(), '1');
    edit("a literal", &analysis, &[&changed, &text]);
}
