//! Smaller graphs that say the same: for what is too large to be drawn term by term.

use super::{Edge, Graph, GraphNode, Origin, SplitPart};

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
        let mut edges = graph.edges.iter().filter(|edge| edge.needed == place);
        if let (true, Some(edge), None) = (goes, edges.next(), edges.next()) {
            let other = &graph.nodes[edge.dependent];
            // A source that is no value of a variable, a condition say, would not be seen there.
            if other.origin == Origin::Term || edge.is_value {
                into[place] = edge.dependent;
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
    graph.edges = moved(&graph.edges, end);
    kept(&graph, |place, _| into[place] == place)
}

/// Terms of U that are written alike have the same value.
fn unite_uniforms(graph: &mut Graph) {
    let nodes = &graph.nodes;
    let first = nodes.iter().enumerate().map(|(place, node)| {
        let mut before = nodes[..place].iter();
        let known = before.position(|other| node.value.is_some() && other.value == node.value);
        known.unwrap_or(place)
    });
    let first: Vec<usize> = first.collect();
    graph.edges = moved(&graph.edges, |place| first[place]);
    *graph = kept(graph, |place, _| first[place] == place);
}

/// Edges between the nodes that others go into, each once.
fn moved(edges: &[Edge], end: impl Fn(usize) -> usize) -> Vec<Edge> {
    let mut moved: Vec<Edge> = Vec::new();
    for edge in edges {
        let (dependent, needed) = (end(edge.dependent), end(edge.needed));
        let is_same = |edge: &&mut Edge| (edge.dependent, edge.needed) == (dependent, needed);
        match moved.iter_mut().find(is_same) {
            _ if dependent == needed => {}
            Some(known) => known.is_value |= edge.is_value,
            None => moved.push(Edge {
                dependent,
                needed,
                is_value: edge.is_value,
            }),
        }
    }
    moved
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
    let edges = edges.filter_map(|edge| {
        Some(Edge {
            dependent: places[edge.dependent]?,
            needed: places[edge.needed]?,
            is_value: edge.is_value,
        })
    });
    Graph {
        edges: edges.collect(),
        nodes,
    }
}
