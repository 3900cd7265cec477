//! The graph in the language of Graphviz.

use std::fmt::Write as _;

use super::{DependencyGraph, Edge, SplitPart};

pub(super) fn dot(graph: &DependencyGraph) -> String {
    let mut text = String::from(
        "digraph G {\n  rankdir=RL;\n  node [shape=box, style=\"rounded,filled\", \
         fontname=\"monospace\"];\n",
    );
    for (place, node) in graph.whole.nodes.iter().enumerate() {
        let colours = match node.part {
            SplitPart::Pixel => "fillcolor=\"#ffecd9\", color=\"#d9822b\"",
            SplitPart::Uniform => "fillcolor=\"#e3eefc\", color=\"#3d7fd1\"",
            SplitPart::Below => "fillcolor=\"white\", color=\"#b8bec6\"",
        };
        let mut label = node.label.clone();
        if node.is_running {
            label.push_str(" (the pixel)");
        }
        if !node.ty.is_empty() {
            label = format!("{label}\n{}", node.ty);
        }
        let _ = writeln!(
            text,
            "  n{place} [label=\"{}\", {colours}];",
            escaped(&label)
        );
    }
    for Edge {
        dependent, needed, ..
    } in &graph.whole.edges
    {
        let _ = writeln!(text, "  n{needed} -> n{dependent};");
    }
    text.push_str("}\n");
    text
}

fn escaped(label: &str) -> String {
    let label = label.replace('\\', "\\\\").replace('"', "\\\"");
    label.replace('\n', "\\n")
}
