//! Smaller graphs that say the same: for what is too large to be drawn term by term.

use super::{Graph, GraphNode, Origin, SplitPart};

/// Without what U is computed from and without constants, which the terms show that need them.
pub(super) fn without_constants(graph: &Graph) -> Graph {
    kept(graph, |place, node| {
        place == 0 || node.part != SplitPart::Below && !node.is_constant
    })
}

/// A smaller graph of the nodes with names and the terms of U: any other term is merged into the
/// only one that needs it. The value of a variable is written below its name.
pub(super) fn merged(graph: &Graph) -> Graph {
    let mut graph = without_constants(graph);
    unite_uniforms(&mut graph);
    // A term may go into one that itself goes somewhere: from the operands upwards, each once.
    let mut into: Vec<usize> = (0..graph.nodes.len()).collect();
    for place in (1..graph.nodes.len()).rev() {
        let node = &graph.nodes[place];
        let goes = node.origin == Origin::Term && node.part == SplitPart::Pixel;
        let mut dependents = graph.edges.iter().filter(|edge| edge.1 == place);
        if let (true, Some(&(dependent, _)), None) = (goes, dependents.next(), dependents.next()) {
            let other = &graph.nodes[dependent];
            // A source that is no value of a variable, a condition say, would not be seen there.
            if other.origin == Origin::Term || other.assigned.contains(&node.label) {
                into[place] = dependent;
            }
        }
    }
    for place in (1..into.len()).rev() {
        graph.nodes[into[place]].is_call |= graph.nodes[place].is_call;
    }
    let end = |mut place: usize| {
        // Without circles: a chain is no longer than there are nodes.
        for _ in 0..into.len() {
            if into[place] == place {
                break;
            }
            place = into[place];
        }
        place
    };
    let mut edges = Vec::new();
    for &(from, to) in &graph.edges {
        let edge = (end(from), end(to));
        if edge.0 != edge.1 && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    graph.edges = edges;
    kept(&graph, |place, _| into[place] == place)
}

/// Terms of U that are written alike have the same value.
fn unite_uniforms(graph: &mut Graph) {
    let same =
        |a: &GraphNode, b: &GraphNode| a.part == b.part && a.label == b.label && a.ty == b.ty;
    let nodes = &graph.nodes;
    let first = nodes.iter().enumerate().map(|(place, node)| {
        // A label that was cut may stand for several terms.
        let is_whole = node.part == SplitPart::Uniform && !node.label.ends_with('…');
        let mut before = nodes[..place].iter();
        let known = before.position(|other| is_whole && same(other, node));
        known.unwrap_or(place)
    });
    let first: Vec<usize> = first.collect();
    let mut edges = Vec::new();
    for &(from, to) in &graph.edges {
        let edge = (first[from], first[to]);
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    graph.edges = edges;
    *graph = kept(graph, |place, _| first[place] == place);
}

/// The nodes that are wanted, with the edges between them.
fn kept(graph: &Graph, is_wanted: impl Fn(usize, &GraphNode) -> bool) -> Graph {
    let mut places = vec![None; graph.nodes.len()];
    let mut nodes = Vec::new();
    for (place, node) in graph.nodes.iter().enumerate() {
        if is_wanted(place, node) {
            places[place] = Some(nodes.len());
            nodes.push(node.clone());
        }
    }
    let edges = graph.edges.iter();
    let edges = edges.filter_map(|&(from, to)| Some((places[from]?, places[to]?)));
    Graph {
        edges: edges.collect(),
        nodes,
    }
}
