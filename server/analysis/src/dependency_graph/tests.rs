use expect_test::{Expect, expect};
use text_size::TextSize;

use super::{DependencyGraph, dependency_graph};
use crate::{Document, analyse};

fn graph(text: &str) -> Option<DependencyGraph> {
    let document = Document::open("test.cindyscript", text);
    dependency_graph(&document, &analyse(&document), TextSize::new(0))
}

/// Each node with its part, its type and what it needs.
fn check(text: &str, expected: &Expect) {
    let graph = graph(text).expect("a colorplot");
    let mut shown = String::new();
    for (place, node) in graph.nodes.iter().enumerate() {
        let needed = graph.edges.iter().filter(|edge| edge.0 == place);
        let needed: Vec<&str> = needed
            .map(|edge| graph.nodes[edge.1].label.as_str())
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
    assert_eq!(svg.matches("<a href").count(), graph.nodes.len());
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
            Pixel s + f(|#|)*k: ⊥ <- s ; f(|#|)*k
            Uniform 3: int
            Pixel f(|#|)*k: ⊥ <- f(|#|) ; k
            Pixel f(|#|): ⊥ <- x^2 + c
            Pixel k: int <- 3
            Pixel x^2 + c: ⊥ <- x^2 ; c
            Pixel x^2: real <- x ; 2
            Uniform c: ⊥
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
          n0 [label="|#| - a\n⊥", fillcolor="#ffecd9", color="#d9822b"];
          n1 [label="|#|\nreal", fillcolor="#ffecd9", color="#d9822b"];
          n2 [label="a\n⊥", fillcolor="#e3eefc", color="#3d7fd1"];
          n3 [label="# = v0\nlist(2, real)", fillcolor="#ffecd9", color="#d9822b"];
          n1 -> n0;
          n2 -> n0;
          n3 -> n1;
        }
    "##]]
    .assert_eq(&dot);
}

#[test]
fn no_colorplot_and_a_long_one() {
    assert_eq!(graph("a = 1"), None);
    let sum: String = (0..500).map(|place| format!(" + #.x * {place}")).collect();
    let long = graph(&format!("colorplot(0{sum})")).expect("a colorplot");
    assert!(long.is_cut && long.nodes.len() == super::MOST_NODES);
    assert!(!long.svg(&|_| String::new()).contains("NaN"));
}
