//! Where the nodes of a graph are drawn: in layers from left to right or from top to bottom, the
//! result first (after Sugiyama, Tagawa and Toda, *Methods for Visual Understanding of
//! Hierarchical System Structures*, 1981), each node as near to its neighbours as the others let
//! it.
//!
//! All is computed as if from left to right; from top to bottom, x and y change places at the end.

/// The size of a node, in px.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Size {
    fn turned(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }
}

/// The place of everything, in px.
#[derive(Debug)]
pub(super) struct Layout {
    /// The centre of each node.
    pub(super) centres: Vec<(f64, f64)>,
    /// For each edge, where it leaves the layer on the result's side, enters and leaves those that
    /// it passes, and enters the last: inside of layers it is level.
    pub(super) bends: Vec<Vec<(f64, f64)>>,
    /// For each edge, whether what is needed is on the result's side of what needs it: it closes a
    /// circle.
    pub(super) is_back: Vec<bool>,
    /// The size of it all.
    pub(super) size: Size,
}

/// Between layers, and between the nodes of a layer.
const LAYER_GAP: f64 = 56.0;
const NODE_GAP: f64 = 18.0;
/// Between an edge that passes through a layer and what is beside it.
const EDGE_GAP: f64 = 12.0;

/// A node of a layer: one of the graph, or a place that an edge passes through.
#[derive(Clone, Copy, Debug)]
struct Item {
    layer: usize,
    height: f64,
    gap: f64,
    y: f64,
}

/// Where the result's layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// On the left.
    Right,
    /// On top; layers are divided where they would be wider than they may be.
    Down,
}

/// Lays a graph out, for a width of `most` px; node 0 is the result, and edges lead from a dependent
/// node to a needed one.
pub(super) fn layout(
    sizes: &[Size],
    edges: &[(usize, usize)],
    direction: Direction,
    most: f64,
) -> Layout {
    const TRIES: usize = 6;
    if direction == Direction::Right {
        return layered(sizes, edges, None);
    }
    let turned: Vec<Size> = sizes.iter().map(|size| size.turned()).collect();
    // Edges that pass through a layer widen it, which is not known before.
    let mut bound = most;
    let mut best = layered(&turned, edges, Some(bound));
    for _ in 0..TRIES {
        if best.size.height <= most {
            break;
        }
        bound *= 0.85;
        let next = layered(&turned, edges, Some(bound));
        if next.size.height < best.size.height {
            best = next;
        }
    }
    let turned = |&(x, y): &(f64, f64)| (y, x);
    Layout {
        centres: best.centres.iter().map(turned).collect(),
        bends: best
            .bends
            .iter()
            .map(|bends| bends.iter().map(turned).collect())
            .collect(),
        is_back: best.is_back,
        size: best.size.turned(),
    }
}

/// From left to right, with layers of a bounded height if that is wanted.
fn layered(sizes: &[Size], edges: &[(usize, usize)], bound: Option<f64>) -> Layout {
    let is_back = back_edges(sizes.len(), edges);
    let mut ranks = ranks(sizes.len(), edges, &is_back);
    if let Some(bound) = bound {
        divide(&mut ranks, sizes, edges, &is_back, bound);
    }
    let mut items: Vec<Item> = sizes
        .iter()
        .zip(&ranks)
        .map(|(size, &layer)| Item {
            layer,
            height: size.height,
            gap: NODE_GAP,
            y: 0.0,
        })
        .collect();
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for (&(from, to), &back) in edges.iter().zip(&is_back) {
        let mut chain = Vec::new();
        let (near, far) = if back { (to, from) } else { (from, to) };
        for layer in ranks[near] + 1..ranks[far] {
            chain.push(items.len());
            items.push(Item {
                layer,
                height: 0.0,
                gap: EDGE_GAP,
                y: 0.0,
            });
        }
        chains.push(chain);
    }
    // The neighbours of each item in the layer before and in the one behind.
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    let mut behind = before.clone();
    for ((&(from, to), chain), &back) in edges.iter().zip(&chains).zip(&is_back) {
        let (near, far) = if back { (to, from) } else { (from, to) };
        if near == far {
            continue;
        }
        let mut last = near;
        for &next in chain.iter().chain([&far]) {
            behind[last].push(next);
            before[next].push(last);
            last = next;
        }
    }
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if item.layer >= layers.len() {
            layers.resize(item.layer + 1, Vec::new());
        }
        layers[item.layer].push(index);
    }
    order(&mut layers, &before, &behind);
    settle(&layers, &mut items, &before, &behind);

    let width = |layer: usize| {
        let nodes = sizes.iter().zip(&ranks).filter(|(_, rank)| **rank == layer);
        nodes.fold(0.0, |widest: f64, (size, _)| widest.max(size.width))
    };
    let mut extents = Vec::new();
    let mut x = 0.0;
    for layer in 0..layers.len() {
        let right = x + width(layer);
        extents.push((x, right));
        x = right + LAYER_GAP;
    }
    let top = |item: &Item| item.y - item.height / 2.0;
    let least = items.iter().map(top).fold(f64::INFINITY, f64::min);
    let least = if least.is_finite() { least } else { 0.0 };
    for item in &mut items {
        item.y -= least;
    }
    let bottom = |item: &Item| item.y + item.height / 2.0;
    let height = items.iter().map(bottom).fold(0.0, f64::max);
    let centre = |item: usize| {
        let (left, right) = extents[items[item].layer];
        ((left + right) / 2.0, items[item].y)
    };
    let bends = edges.iter().zip(&chains).zip(&is_back);
    let bends = bends.map(|((&(from, to), chain), &back)| {
        let (near, far) = if back { (to, from) } else { (from, to) };
        let mut points = Vec::with_capacity(2 * chain.len() + 2);
        points.push((extents[items[near].layer].1, items[near].y));
        for &item in chain {
            let (left, right) = extents[items[item].layer];
            points.extend([(left, items[item].y), (right, items[item].y)]);
        }
        points.push((extents[items[far].layer].0, items[far].y));
        points
    });
    Layout {
        centres: (0..sizes.len()).map(centre).collect(),
        bends: bends.collect(),
        is_back,
        size: Size {
            width: (x - LAYER_GAP).max(0.0),
            height,
        },
    }
}

/// The edges that close a circle.
fn back_edges(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (index, &(from, _)) in edges.iter().enumerate() {
        out[from].push(index);
    }
    let mut is_back = vec![false; edges.len()];
    let mut state = vec![0_u8; nodes];
    for root in 0..nodes {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                state[*node] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    path.push((to, 0));
                }
                1 => is_back[edge] = true,
                _ => {}
            }
        }
    }
    is_back
}

/// The layer of each node: the longest way to it.
fn ranks(nodes: usize, edges: &[(usize, usize)], is_back: &[bool]) -> Vec<usize> {
    let mut ranks = vec![0; nodes];
    // As many rounds as the longest way has edges, at most.
    for _ in 0..nodes {
        let mut changed = false;
        for (&(from, to), &back) in edges.iter().zip(is_back) {
            if !back && ranks[to] < ranks[from] + 1 {
                ranks[to] = ranks[from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    ranks
}

/// Moves nodes to later layers, so that the nodes of a layer are together no higher than the bound.
fn divide(
    ranks: &mut [usize],
    sizes: &[Size],
    edges: &[(usize, usize)],
    is_back: &[bool],
    bound: f64,
) {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&node| ranks[node]);
    // How high each layer is so far.
    let mut taken: Vec<f64> = Vec::new();
    for node in order {
        let needed_by = edges.iter().zip(is_back);
        let needed_by = needed_by.filter(|((_, to), back)| *to == node && !**back);
        let mut layer = needed_by
            .map(|((from, _), _)| ranks[*from] + 1)
            .max()
            .unwrap_or(0);
        let height = sizes[node].height + NODE_GAP;
        while taken.get(layer).is_some_and(|taken| taken + height > bound) {
            layer += 1;
        }
        if layer >= taken.len() {
            taken.resize(layer + 1, 0.0);
        }
        taken[layer] += height;
        ranks[node] = layer;
    }
}

/// Orders each layer by the mean place of the neighbours, to and fro, so that few edges cross; the
/// best order is kept.
fn order(layers: &mut Vec<Vec<usize>>, before: &[Vec<usize>], behind: &[Vec<usize>]) {
    const ROUNDS: usize = 12;
    let mut place = vec![0.0; before.len()];
    let number = |layers: &[Vec<usize>], place: &mut [f64]| {
        for layer in layers {
            for (index, &item) in layer.iter().enumerate() {
                place[item] = index as f64;
            }
        }
    };
    number(layers, &mut place);
    let mut best = (crossings(layers, behind, &place), layers.clone());
    for round in 0..ROUNDS {
        let forwards = round % 2 == 0;
        let neighbours = if forwards { before } else { behind };
        for step in 0..layers.len() {
            let index = if forwards {
                step
            } else {
                layers.len() - 1 - step
            };
            let layer = &mut layers[index];
            let mean = |item: usize| mean(&neighbours[item], &place).unwrap_or(place[item]);
            let mut keyed: Vec<(f64, usize)> =
                layer.iter().map(|&item| (mean(item), item)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            *layer = keyed.into_iter().map(|(_, item)| item).collect();
            for (index, &item) in layer.iter().enumerate() {
                place[item] = index as f64;
            }
        }
        let crossed = crossings(layers, behind, &place);
        if crossed < best.0 {
            best = (crossed, layers.clone());
        }
    }
    *layers = best.1;
}

fn mean(items: &[usize], values: &[f64]) -> Option<f64> {
    let sum: f64 = items.iter().map(|&item| values[item]).sum();
    (!items.is_empty()).then(|| sum / items.len() as f64)
}

fn crossings(layers: &[Vec<usize>], behind: &[Vec<usize>], place: &[f64]) -> usize {
    let mut count = 0;
    for layer in layers {
        let lines = layer
            .iter()
            .flat_map(|&item| behind[item].iter().map(move |&to| (place[item], place[to])));
        let lines: Vec<(f64, f64)> = lines.collect();
        for (index, a) in lines.iter().enumerate() {
            let rest = &lines[index + 1..];
            count += rest
                .iter()
                .filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0)
                .count();
        }
    }
    count
}

/// Gives the items their heights: each wants to be level with its neighbours, in the order of its
/// layer and at a distance from those beside it.
fn settle(layers: &[Vec<usize>], items: &mut [Item], before: &[Vec<usize>], behind: &[Vec<usize>]) {
    const ROUNDS: usize = 24;
    for layer in layers {
        let wanted = vec![0.0; layer.len()];
        spread(layer, &wanted, items);
    }
    for round in 0..ROUNDS {
        let forwards = round % 2 == 1;
        for step in 0..layers.len() {
            let index = if forwards {
                step
            } else {
                layers.len() - 1 - step
            };
            let layer = &layers[index];
            let ys: Vec<f64> = items.iter().map(|item| item.y).collect();
            let wanted: Vec<f64> = layer
                .iter()
                .map(|&item| {
                    let sides = if forwards {
                        [&before[item], &behind[item]]
                    } else {
                        [&behind[item], &before[item]]
                    };
                    let [first, second] = sides.map(|side| mean(side, &ys));
                    match (first, second) {
                        (Some(first), Some(second)) if round + 4 > ROUNDS => (first + second) / 2.0,
                        (Some(first), _) => first,
                        (None, Some(second)) => second,
                        (None, None) => ys[item],
                    }
                })
                .collect();
            spread(layer, &wanted, items);
        }
    }
}

/// The places nearest to those wanted, in the sense of least squares, that keep order and
/// distances: isotonic regression, by pooling adjacent violators.
fn spread(layer: &[usize], wanted: &[f64], items: &mut [Item]) {
    // Without the distances, places only have to ascend.
    let mut offsets = Vec::with_capacity(layer.len());
    let mut offset = 0.0;
    for (index, &item) in layer.iter().enumerate() {
        if let Some(&last) = index.checked_sub(1).and_then(|last| layer.get(last)) {
            let (a, b) = (items[last], items[item]);
            offset += (a.height + b.height) / 2.0 + a.gap.max(b.gap);
        }
        offsets.push(offset);
    }
    // Each pool: the sum of what is wanted in it, and how many it has.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        pools.push((wanted - offset, 1));
        while let [.., (a, m), (b, n)] = pools.as_slice()
            && a / *m as f64 > b / *n as f64
        {
            let pooled = (a + b, m + n);
            pools.truncate(pools.len() - 2);
            pools.push(pooled);
        }
    }
    let means = pools
        .into_iter()
        .flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    for ((&item, mean), offset) in layer.iter().zip(means).zip(&offsets) {
        items[item].y = mean + offset;
    }
}
