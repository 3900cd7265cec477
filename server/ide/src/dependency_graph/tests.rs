use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};
use text_size::TextSize;

use super::condense::merged;
use super::{DependencyGraph, dependency_graph};
use crate::analyse;

fn graph(text: &str) -> Option<DependencyGraph> {
    let document = Document::open("test.cindyscript", text);
    dependency_graph(&analyse(&document), TextSize::new(0))
}

/// Each node with its part, its type and what it needs.
fn check(text: &str, expected: &Expect) {
    let graph = graph(text).expect("a colorplot");
    let mut shown = String::new();
    for (place, node) in graph.whole.nodes.iter().enumerate() {
        let needed = graph
            .whole
            .edges
            .iter()
            .filter(|edge| edge.dependent == place);
        let needed: Vec<&str> = needed
            .map(|edge| graph.whole.nodes[edge.needed].label.as_str())
            .collect();
        let running = if node.is_running { " = v0" } else { "" };
        let arrow = if needed.is_empty() { "" } else { " <- " };
        let needed = needed.join(" ; ");
        shown.push_str(&format!(
            "{:?} {}{running}: {}{arrow}{needed}\n",
            node.part, node.label, node.ty
        ));
    }
    expected.assert_eq(&shown);
    let svg = graph.svg(&|range| format!("#{range:?}"));
    assert_eq!(svg.matches("<a href").count(), graph.whole.nodes.len());
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn the_papers_figure() {
    check(
        "colorplot(1/2+1/2*sin(|#|-seconds()))",
        &expect![[r#"
        Pixel 1/2+1/2*sin(|#|-seconds()): real <- 1/2 ; 1/2*sin(|#|-seconds())
        Uniform 1/2: real <- 1 ; 2
        Pixel 1/2*sin(|#|-seconds()): real <- 1/2 ; sin(|#|-seconds())
        Uniform 1/2: real <- 1 ; 2
        Pixel sin(|#|-seconds()): real <- |#|-seconds()
        Pixel |#|-seconds(): real <- |#| ; seconds()
        Pixel |#|: real <- #
        Uniform seconds(): real
        Pixel # = v0: list(2, real)
        Below 1: 
        Below 2: 
        Below 1: 
        Below 2: 
    "#]],
    );
}

#[test]
fn variables_loops_and_functions() {
    check(
        "f(x) := x^2 + c; colorplot(s = 0; repeat(3, k, s = s + f(|#|)*k); if(s > 1, 1, s))",
        &expect![[r#"
            Pixel if(s > 1, 1, s): int <- s > 1 ; 1 ; s
            Pixel s > 1: boolean <- s ; 1
            Uniform 1: int
            Pixel s: int <- 0 ; s + f(|#|)*k ; 3
            Uniform 0: int
            Pixel s + f(|#|)*k:  <- s ; f(|#|)*k
            Uniform 3: int
            Pixel f(|#|)*k:  <- f(|#|) ; k
            Pixel f(|#|):  <- x^2 + c
            Pixel k: int <- 3
            Pixel x^2 + c:  <- x^2 ; c
            Pixel x^2: real <- x ; 2
            Uniform c: 
            Pixel x: real <- |#|
            Uniform 2: int
            Pixel |#|: real <- #
            Pixel # = v0: list(2, real)
            Uniform 1: int
        "#]],
    );
}

#[test]
fn a_circle() {
    check(
        "colorplot(a = #.x; while(a < 2, a = a * 2); a)",
        &expect![[r#"
            Pixel a: real <- #.x ; a * 2 ; a < 2
            Pixel #.x: real <- #
            Pixel a * 2: real <- a ; 2
            Pixel a < 2: boolean <- a ; 2
            Uniform 2: int
            Uniform 2: int
            Pixel # = v0: list(2, real)
        "#]],
    );
}

#[test]
fn as_text_for_graphviz() {
    let dot = graph("colorplot(|#| - a)").expect("a colorplot").dot();
    expect![[r##"
        digraph G {
          rankdir=RL;
          node [shape=box, style="rounded,filled", fontname="monospace"];
          n0 [label="|#| - a", fillcolor="#ffecd9", color="#d9822b"];
          n1 [label="|#|\nreal", fillcolor="#ffecd9", color="#d9822b"];
          n2 [label="a", fillcolor="#e3eefc", color="#3d7fd1"];
          n3 [label="# (the pixel)\nlist(2, real)", fillcolor="#ffecd9", color="#d9822b"];
          n1 -> n0;
          n2 -> n0;
          n3 -> n1;
        }
    "##]]
    .assert_eq(&dot);
}

/// The places of an attribute's numbers in a picture.
fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
    let start = format!(" {attribute}=\"");
    let found = svg.split(&start).skip(1);
    let numbers = found.filter_map(|rest| rest.split('"').next()?.parse().ok());
    numbers.collect()
}

#[test]
fn a_page_with_functions_in_parts() {
    let text = include_str!("../../../../tests/applets/julia.html");
    let document = Document::open("julia.html", text);
    let analysis = analyse(&document);
    let graph = dependency_graph(&analysis, TextSize::new(0)).expect("a colorplot");
    let signatures: Vec<&str> = graph
        .parts
        .iter()
        .map(|part| part.signature.as_str())
        .collect();
    expect![[r#"
        [
            "",
            "escapetime(z: complex): complex",
            "palette(t: real): list(3, real)",
            "wave(t: real): real",
        ]
    "#]]
    .assert_debug_eq(&signatures);
    let svg = graph.svg(&|_| String::new());
    assert!(numbers(&svg, "width")[0] <= 1600.0 && numbers(&svg, "height")[0] <= 1000.0);
    // A variable shows what is assigned to it, and no constant is a node.
    assert!(
        svg.contains("= z^2 + c") && svg.contains("= n + 1"),
        "{svg}"
    );
    assert!(!svg.contains(">0.5<"));
}

#[test]
fn what_a_function_assigns_comes_from_its_call() {
    let sum: String = (0..30).map(|_| " + sin(f(#.x)) * cos(s)").collect();
    let graph = graph(&format!("f(x) := (s = x; 1); colorplot(0{sum})")).expect("a colorplot");
    let own = &graph.parts[0].graph;
    let place = own.nodes.iter().position(|node| node.label == "s");
    let sources = own
        .edges
        .iter()
        .filter(|edge| Some(edge.dependent) == place);
    let mut sources = sources.map(|edge| &own.nodes[edge.needed]);
    assert!(sources.all(|node| node.is_call && node.label == "f(#.x)"));
}

/// A condition stays, also if it is written as what is assigned under it.
#[test]
fn a_condition_is_no_value() {
    let graph = graph("colorplot(s = false; if(#.x > 0, s = (#.x > 0)); s)").expect("a colorplot");
    let merged = merged(&graph.whole);
    let labels: Vec<&str> = merged.nodes.iter().map(|node| &*node.label).collect();
    assert_eq!(labels, ["s", "#.x > 0", "#"]);
}

#[test]
fn a_deep_one_grows_downwards() {
    let steps: String = (0..40)
        .map(|step| {
            format!(
                "a{} = a{step} + #.x / |b{step}|; b{} = a{step};",
                step + 1,
                step + 1
            )
        })
        .collect();
    let text = format!("colorplot(a0 = #.x; b0 = #.y; {steps} a40)");
    let svg = graph(&text).expect("a colorplot").svg(&|_| String::new());
    let (width, height) = (numbers(&svg, "width")[0], numbers(&svg, "height")[0]);
    assert!(width <= 1600.0 && height > width, "{width} x {height}");
}

#[test]
fn no_colorplot_and_a_long_one() {
    assert_eq!(graph("a = 1"), None);
    let sum: String = (0..500).map(|place| format!(" + #.x * {place}")).collect();
    let long = graph(&format!("colorplot(0{sum})")).expect("a colorplot");
    assert!(long.is_cut && long.whole.nodes.len() == super::build::MOST_NODES);
    assert!(!long.svg(&|_| String::new()).contains("NaN"));
}
