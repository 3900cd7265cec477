//! Functions call one another as deep as they like, and expressions are as high as the parser lets
//! them be: all that editors and the preview ask succeeds on an ordinary thread.
#![allow(clippy::unwrap_used)]

use std::thread;

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::{
    analyse, definition, formatting, hover, inlay_hints, iteration, semantic_tokens, symbols,
};
use text_size::{TextRange, TextSize};

/// As many functions, each calling the one before.
const CHAIN: usize = 10_000;

/// The stack of an ordinary thread, in bytes.
const STACK: usize = 2 << 20;

/// Asks all that editors and the preview ask of a text, at `$` where that is about a place.
fn check(marked: String) {
    let run = move || {
        let at = TextSize::try_from(marked.find('$').unwrap()).unwrap();
        let document = Document::open("test.cindyscript", marked.replacen('$', "", 1));
        let analysis = analyse(&document);
        assert!(hover::hover(&analysis, at, &|_| String::new()).is_some());
        let whole = TextRange::up_to(TextSize::of(document.text()));
        let config = inlay_hints::HintConfig::default();
        assert!(!inlay_hints::inlay_hints(&analysis, whole, &config).is_empty());
        assert!(!semantic_tokens::semantic_tokens(&analysis, whole).is_empty());
        assert!(iteration::iteration(&analysis, at).is_some());
        drop(analysis.portability());
        assert!(!symbols::symbols(&analysis).is_empty());
        // What can be painted and what not is another matter.
        drop(cindyscript_lint::pixel_program(
            &analysis.applets[0],
            PlotId(0),
            &[],
        ));
        let edited = document.update(format!("{} ", document.text()));
        let again = analysis.update(&edited);
        assert_eq!(again.diagnostics, analysis.diagnostics);
    };
    let thread = thread::Builder::new().stack_size(STACK);
    thread.spawn(run).unwrap().join().unwrap();
}

/// A colorplot that calls the last of a chain of functions.
fn check_chain(first: &str, next: &str) {
    let mut text = format!("f0(t) := {first};\n");
    for index in 1..CHAIN {
        let before = format!("f{}", index - 1);
        let body = next.replace('f', &before);
        text += &format!("f{index}(t) := {body};\n");
    }
    text += &format!("colorplot(length($f{}(#.x)) / 9)", CHAIN - 1);
    check(text);
}

#[test]
fn functions_that_call_one_another_as_deep_as_they_like() {
    check_chain("[t, 1]", "f(t) + [1, t]");
}

#[test]
fn functions_that_hand_on_lists_of_unknown_length() {
    check_chain("select(1..5, k, k > t)", "f(t) ++ [t]");
}

#[test]
fn functions_that_assign() {
    check_chain("(a = t; [a, b])", "(c = t; f(c) + [a, b])");
}

#[test]
fn expressions_of_the_greatest_height() {
    let (before, behind) = ("1 + (".repeat(250), ")".repeat(250));
    check(format!("colorplot({before}$sin(#.x){behind})"));
    check(format!(
        "f(x) := x; colorplot({}$#.x{behind})",
        "f(".repeat(250)
    ));
}

#[test]
fn variables_that_are_given_one_another() {
    for first in ["parse(\"1\")", "1", "select(1..5, k, k > 1)_1"] {
        let mut text = format!("list = [1, 2];\na0 = {first};\n");
        for index in 1..CHAIN {
            text += &format!("a{index} = a{};\n", index - 1);
        }
        check(text + &format!("colorplot($sin(#.x * a{}) / 9)", CHAIN - 1));
    }
}

#[test]
fn elements_that_variables_hand_on() {
    let mut script = "v0 = A;\n".to_owned();
    for index in 1..CHAIN {
        script += &format!("v{index} = v{};\n", index - 1);
    }
    script += &format!("draw($v{});", CHAIN - 1);
    let page = format!(
        "<script id='csdraw' type='text/x-cindyscript'>{script}</script><script>CindyJS({{\
         scripts: 'cs*', geometry: [{{name: 'A', type: 'Free', pos: [0, 0]}}]}});</script>"
    );
    let run = move || {
        let at = TextSize::try_from(page.find('$').unwrap()).unwrap();
        let document = Document::open("page.html", page.replacen('$', "", 1));
        let found = definition::type_definitions(&analyse(&document), at);
        assert_eq!(found.len(), 1);
    };
    let thread = thread::Builder::new().stack_size(STACK);
    thread.spawn(run).unwrap().join().unwrap();
}

/// Beginnings, middles and ends of all that nests.
const SHAPES: &[&str] = &[
    "(",
    ")",
    "[1,",
    "{a:",
    "|",
    "\"",
    "//\n",
    "/*",
    "a+",
    "a^",
    "-",
    "!",
    "a_",
    "a.",
    "a=",
    "f(x):=",
    "f(",
    "if(a,",
    "a;",
    "a,",
    "#.",
    "1 ",
    "colorplot(",
    "(1);",
    "[a,b]_",
];

#[test]
fn shape_that_a_text_repeats_needs_no_stack() {
    // The stack has twenty bytes for each byte of the text.
    const LENGTH: usize = STACK / 20;
    let run = || {
        for shape in SHAPES {
            let text = shape.repeat(LENGTH / shape.len());
            let at = TextSize::of(text.as_str());
            let document = Document::open("test.cindyscript", text);
            let analysis = analyse(&document);
            let whole = TextRange::up_to(at);
            drop(hover::hover(&analysis, at, &|_| String::new()));
            drop(semantic_tokens::semantic_tokens(&analysis, whole));
            drop(symbols::symbols(&analysis));
            drop(analysis.portability());
            drop(formatting::formatting(
                &document,
                &formatting::Style::default(),
            ));
            drop(analysis.update(&document.update(format!("{} ", document.text()))));
        }
    };
    let thread = thread::Builder::new().stack_size(STACK);
    thread.spawn(run).unwrap().join().unwrap();
}
