//! The layout of nodes and edges: in layers from left to right or from top to bottom, the result
//! first, as `dagre` lays them out.

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, RankDir};

/// Between layers, between the nodes of a layer, and beside an edge that passes through one, in px.
const LAYER_GAP: f64 = 56.0;
const NODE_GAP: f64 = 18.0;
const EDGE_GAP: f64 = 12.0;

/// The size of a node, in px.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The side of the drawing on which the result's layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// On the left.
    Right,
    /// On top.
    Down,
}

/// The place of everything, in px.
#[derive(Debug)]
pub(super) struct Layout {
    /// The centre of each node.
    pub(super) centres: Vec<(f64, f64)>,
    /// The points of each edge, from the border of the dependent node to that of the needed one.
    pub(super) edges: Vec<Vec<(f64, f64)>>,
    /// For each edge, whether what is needed is on the result's side of what needs it: it closes a
    /// circle.
    pub(super) is_back: Vec<bool>,
    /// The size of it all.
    pub(super) size: Size,
}

/// A graph as the layout takes it: nodes have their numbers as names.
fn labelled(sizes: &[Size], edges: &[(usize, usize)]) -> Graph<NodeLabel, EdgeLabel> {
    let options = GraphOptions {
        directed: true,
        multigraph: true,
        compound: false,
    };
    let mut graph = Graph::with_options(options);
    for (node, &Size { width, height }) in sizes.iter().enumerate() {
        let label = NodeLabel {
            width,
            height,
            ..NodeLabel::default()
        };
        graph.set_node(node.to_string(), Some(label));
    }
    for &(from, to) in edges {
        let label = Some(EdgeLabel::default());
        graph.set_edge(from.to_string(), to.to_string(), label, None);
    }
    graph
}

/// Lays a graph out; node 0 is the result, and edges lead from a dependent node to a needed one.
pub(super) fn layout(sizes: &[Size], edges: &[(usize, usize)], direction: Direction) -> Layout {
    let mut graph = labelled(sizes, edges);
    let rankdir = match direction {
        Direction::Right => RankDir::LR,
        Direction::Down => RankDir::TB,
    };
    let options = LayoutOptions {
        rankdir,
        nodesep: NODE_GAP,
        edgesep: EDGE_GAP,
        ranksep: LAYER_GAP,
        ..LayoutOptions::default()
    };
    dagre::layout(&mut graph, Some(options));

    let centres = (0..sizes.len()).map(|node| {
        let node = graph.node(&node.to_string());
        node.map_or((0.0, 0.0), |node| {
            (node.x.unwrap_or(0.0), node.y.unwrap_or(0.0))
        })
    });
    let centres: Vec<(f64, f64)> = centres.collect();
    let points = edges.iter().map(|(from, to)| {
        let edge = graph.edge(&from.to_string(), &to.to_string(), None);
        let points = edge.map_or(&[][..], |edge| &edge.points);
        points.iter().map(|point| (point.x, point.y)).collect()
    });
    let points: Vec<Vec<(f64, f64)>> = points.collect();
    let along = |node: usize| match direction {
        Direction::Right => centres[node].0,
        Direction::Down => centres[node].1,
    };
    let is_back = edges.iter().map(|&(from, to)| along(to) < along(from));
    let corners = centres.iter().zip(sizes);
    let corners = corners.map(|(&(x, y), size)| (x + size.width / 2.0, y + size.height / 2.0));
    let all = corners.chain(points.iter().flatten().copied());
    let (width, height) = all.fold((0.0, 0.0), |(width, height): (f64, f64), (x, y)| {
        (width.max(x), height.max(y))
    });
    Layout {
        is_back: is_back.collect(),
        centres,
        edges: points,
        size: Size { width, height },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Of any graph, with circles and edges from a node to itself: every node has a place, no two
        /// share one, and every edge has points.
        #[test]
        fn every_node_and_edge_has_a_place(
            count in 1_usize..24,
            ends in proptest::collection::btree_set((0_usize..24, 0_usize..24), 0..60),
            is_down: bool,
        ) {
            let sizes: Vec<Size> = (0..count)
                .map(|node| Size { width: 40.0 + 7.0 * node as f64, height: 30.0 })
                .collect();
            let edges: Vec<(usize, usize)> =
                ends.into_iter().filter(|&(from, to)| from.max(to) < count).collect();
            let direction = if is_down { Direction::Down } else { Direction::Right };
            let layout = layout(&sizes, &edges, direction);
            prop_assert!(layout.edges.iter().all(|points| points.len() >= 2));
            let Size { width, height } = layout.size;
            for (place, &(x, y)) in layout.centres.iter().enumerate() {
                prop_assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y));
                for (other, &(a, b)) in layout.centres.iter().enumerate().skip(place + 1) {
                    let apart = (x - a).abs() >= (sizes[place].width + sizes[other].width) / 2.0
                        || (y - b).abs() >= 30.0;
                    prop_assert!(apart, "{place} and {other}");
                }
            }
        }
    }
}
