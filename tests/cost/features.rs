//! What an editor asks for at a place costs, for twice the text, at most about twice as much: hovers,
//! explanations, graphs, fixes, hints. In processor time, as the analysis itself is (cost.rs).

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use cindyscript_applet::{TextRange, TextSize};
use cindyscript_hir::document::Document;
use cindyscript_ide::call_hierarchy::{callables, incoming_calls, outgoing_calls};
use cindyscript_ide::code_actions::code_actions;
use cindyscript_ide::code_lens::colorplots;
use cindyscript_ide::completion::completions;
use cindyscript_ide::definition::definitions;
use cindyscript_ide::dependency_graph::dependency_graph;
use cindyscript_ide::document_colors::document_colors;
use cindyscript_ide::document_links::document_links;
use cindyscript_ide::explain::explain;
use cindyscript_ide::folding_ranges::folding_ranges;
use cindyscript_ide::formatting::{Style, formatting};
use cindyscript_ide::hover::hover;
use cindyscript_ide::inlay_hints::{self, inlay_hints};
use cindyscript_ide::iteration::iteration;
use cindyscript_ide::narrate::narrate;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_ide::references::references;
use cindyscript_ide::rename::rename;
use cindyscript_ide::report::types;
use cindyscript_ide::selection_ranges::selection_ranges;
use cindyscript_ide::signature_help::signature_help;
use cindyscript_ide::symbols::symbols;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_tests::clock;
use cindyscript_tests::cost::MOST;

/// Runs of each size, of which the least counts: other programs take the caches.
const RUNS: usize = 3;
/// How often a feature that seems to cost too much is measured.
const TRIES: usize = 4;
/// What costs less than this in the larger of the texts is no matter.
const NOTICED: Duration = Duration::from_millis(40);
/// The parts of the smaller text.
const PARTS: usize = 4_000;

type Shape = (&'static str, fn(usize) -> String);

/// Name, and the text of so many parts; asked is at `$`.
const SHAPES: [Shape; 9] = [
    ("a call of many arguments", |n| {
        format!("b = 1; x = $missing({}, = 1, |b|);", list(n, "a"))
    }),
    ("a long list", |n| {
        format!("l = [{}]; $l_2;", list(n, "1.5"))
    }),
    ("a list of lists", |n| {
        format!("l = [{}]; draw($l_2);", list(n, "[1, i]"))
    }),
    ("a long sum", |n| {
        format!("x = 1; y = {}x; $y;", "x * 2 + ".repeat(n))
    }),
    ("a chain of variables", |n| {
        let lines: String = (0..n)
            .map(|k| format!("x{} = x{k} + 1;\n", k + 1))
            .collect();
        format!("x0 = 1;\n{lines}colorplot(|#| + $x{n});")
    }),
    ("a chain of functions", |n| {
        let lines: String = (0..n)
            .map(|k| format!("f{}(t) := f{k}(t) + 1;\n", k + 1))
            .collect();
        format!("f0(t) := t;\n{lines}y = $f{n}(2);")
    }),
    ("what has no name", |n| {
        let lines: String = (0..n).map(|k| format!("y{k} = mis{k};\n")).collect();
        format!("{lines}$radius;")
    }),
    ("a mistake of many operands among many functions", |n| {
        let lines: String = (0..n / 4)
            .map(|k| format!("f{k}(t) := t; y{k} = f{k}(1);\n"))
            .collect();
        format!("{lines}x = $missing({});", list(n / 4, "y1"))
    }),
    ("settings of a page that are calls in calls", |n| {
        let calls = "if(a,".repeat(4 * n);
        format!("<script>CindyJS({{transform: [{calls}$a</script>")
    }),
];

type Asked<'a> = (&'a Document, &'a Analysis, &'a [Diagnostic], TextSize);
type Feature = (&'static str, fn(Asked<'_>));

fn list(count: usize, element: &str) -> String {
    vec![element; count].join(", ")
}

fn all(document: &Document) -> TextRange {
    TextRange::up_to(TextSize::of(document.text()))
}

fn link(range: TextRange) -> String {
    format!("{range:?}")
}

const FEATURES: [Feature; 21] = [
    ("names", |(_, analysis, _, at)| {
        // Where names stand is not known yet.
        black_box(references(&analysis.clone(), at, true));
    }),
    ("definition", |(_, analysis, _, at)| {
        black_box(definitions(analysis, at));
    }),
    ("calls", |(_, analysis, _, at)| {
        for one in callables(analysis, at) {
            let start = one.selection_range.start();
            black_box(incoming_calls(analysis, one.kind, start));
            black_box(outgoing_calls(analysis, one.kind, start));
        }
    }),
    ("rename", |(_, analysis, _, at)| {
        // A short name may mean something already.
        black_box(rename(analysis, at, "renamed").ok());
        black_box(rename(analysis, at, "a").ok());
    }),
    ("hover", |(_, analysis, _, at)| {
        black_box(hover(analysis, at, &link));
    }),
    ("explain", |(_, analysis, _, at)| {
        let explained = explain(analysis, at);
        black_box(explained.map(|it| narrate(analysis, &it, &link)));
    }),
    ("iteration", |(document, analysis, _, at)| {
        black_box(iteration(analysis, at).map(|it| it.markdown(document, &link)));
    }),
    ("graph", |(_, analysis, _, at)| {
        black_box(dependency_graph(analysis, at).map(|graph| graph.dot()));
    }),
    ("drawing of the graph", |(_, analysis, _, at)| {
        black_box(dependency_graph(analysis, at).map(|graph| graph.svg(&link)));
    }),
    ("code actions", |(_, analysis, remarks, at)| {
        black_box(code_actions(analysis, remarks, TextRange::empty(at)));
    }),
    ("hints", |(document, analysis, _, _)| {
        let config = inlay_hints::HintConfig::default();
        black_box(inlay_hints(analysis, all(document), &config));
    }),
    ("symbols", |(_, analysis, _, _)| {
        black_box(symbols(analysis));
    }),
    ("types", |(_, analysis, _, _)| {
        black_box(types(analysis));
    }),
    ("completion", |(_, analysis, _, at)| {
        black_box(completions(analysis, at, true));
    }),
    ("signature help", |(_, analysis, _, at)| {
        black_box(signature_help(analysis, at));
    }),
    ("formatting", |(document, _, _, _)| {
        black_box(formatting(document, &Style::default()));
    }),
    ("lenses", |(_, analysis, _, _)| {
        black_box(colorplots(analysis, None, &[], false));
    }),
    ("colours", |(_, analysis, _, _)| {
        black_box(document_colors(analysis));
    }),
    ("links", |(_, analysis, _, _)| {
        black_box(document_links(analysis));
    }),
    ("folding", |(document, _, _, _)| {
        black_box(folding_ranges(document));
    }),
    ("selection", |(document, _, _, at)| {
        black_box(selection_ranges(document, at));
    }),
];

/// What each of these features costs in a text of so many parts.
fn costs(make: fn(usize) -> String, parts: usize, features: &[&Feature]) -> Vec<Duration> {
    let marked = make(parts);
    let at = marked.find('$').unwrap_or_default();
    let text = marked.replacen('$', "", 1);
    let name = match text.starts_with('<') {
        true => "a.html",
        false => "a.cindyscript",
    };
    let document = Document::open(name, text.as_str());
    let analysis = analyse(&document);
    let remarks = analysis.portability();
    let at = TextSize::try_from(at).unwrap_or_default();
    let cost = |feature: fn(Asked<'_>)| {
        let before = clock::own();
        feature((&document, &analysis, &remarks, at));
        clock::own().saturating_sub(before)
    };
    let least = |(_, feature): &Feature| (0..RUNS).map(|_| cost(*feature)).min();
    features
        .iter()
        .map(|it| least(it).unwrap_or_default())
        .collect()
}

#[test]
#[cfg(unix)]
fn what_is_asked_at_a_place_costs_as_the_text_does() {
    let mut failed = String::new();
    for (shape, make) in SHAPES {
        // What seems to cost too much is measured again, every other time in texts twice as large: what no
        // longer fits into a cache of the processor is steep at one size alone.
        let mut steep: Vec<(&Feature, f64)> = FEATURES.iter().map(|it| (it, 0.0)).collect();
        for attempt in 0..TRIES {
            let parts = PARTS << (attempt % 2);
            let features: Vec<&Feature> = steep.iter().map(|(it, _)| *it).collect();
            let one = costs(make, parts, &features);
            let two = costs(make, 2 * parts, &features);
            println!("{shape}: {two:?}");
            steep = (features.into_iter().zip(one.iter().zip(&two)))
                .filter(|(_, (_, two))| **two > NOTICED)
                .map(|(it, (one, two))| (it, two.as_secs_f64() / one.as_secs_f64().max(1e-4)))
                .filter(|(_, ratio)| *ratio > MOST)
                .collect();
            if steep.is_empty() {
                break;
            }
        }
        for ((what, _), ratio) in steep {
            let _ = writeln!(failed, "{what} of {shape}: twice as many cost {ratio:.1}");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}
