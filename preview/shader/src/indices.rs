//! Uniforms that are nothing but indices: the CPU says which place each of them means.

use cindyscript_pixel::{NodeId, NodeKind, PixelProgram};

use crate::repr::Repr;

/// What a uniform is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Nothing,
    /// As an index into lists of this length.
    Index(u32),
    Anything,
}

/// By place among the uniforms: the length of the lists into which it is an index, if it is nothing
/// else, and they are all of one length. Such a uniform is an int.
pub(crate) fn indices(
    program: &PixelProgram,
    nodes: &[Repr],
    variables: &[Repr],
) -> Vec<Option<u32>> {
    let mut uses = Uses {
        program,
        nodes,
        list: vec![Use::Nothing; program.uniforms.len()],
    };
    let bodies = program.functions.iter().map(|function| function.body);
    for body in bodies.chain([program.body]) {
        uses.mark(body, Use::Anything);
    }
    for node in &program.nodes {
        match &node.kind {
            NodeKind::Index { base, index } => {
                uses.mark(*base, Use::Anything);
                uses.mark_index(*index, &nodes[base.index()]);
            }
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => {
                uses.mark(*value, Use::Anything);
                let mut list = variables[variable.index()].clone();
                for &index in path {
                    uses.mark_index(index, &list);
                    let place = match program.node(index).kind {
                        NodeKind::Constant(number) => zero_based(number, list.count() as u32),
                        _ => Some(0),
                    };
                    list = list.part(place.unwrap_or_default()).unwrap_or(Repr::Unit);
                }
            }
            kind => kind.for_each_operand(|operand| uses.mark(operand, Use::Anything)),
        }
    }
    let lengths = uses.list.into_iter().map(|wanted| match wanted {
        Use::Index(len) => Some(len),
        Use::Nothing | Use::Anything => None,
    });
    lengths.collect()
}

struct Uses<'a> {
    program: &'a PixelProgram,
    nodes: &'a [Repr],
    list: Vec<Use>,
}

impl Uses<'_> {
    fn mark(&mut self, node: NodeId, wanted: Use) {
        if let NodeKind::Uniform(uniform) = self.program.node(node).kind
            && let Some(known) = self.list.get_mut(uniform.index())
        {
            *known = match *known {
                Use::Nothing => wanted,
                known if known == wanted => known,
                _ => Use::Anything,
            };
        }
    }

    fn mark_index(&mut self, index: NodeId, list: &Repr) {
        let wanted = match (list, list.elements()) {
            (Repr::Vector(..) | Repr::Array(..), Some((len, _)))
                if self.nodes[index.index()] == Repr::Int =>
            {
                Use::Index(len)
            }
            _ => Use::Anything,
        };
        self.mark(index, wanted);
    }
}

/// The 0-based place of a 1-based index, which counts from the end where it is negative.
pub(crate) fn zero_based(index: f64, len: u32) -> Option<usize> {
    let index = index.round();
    let place = if index < 0.0 {
        index + f64::from(len)
    } else {
        index - 1.0
    };
    (place >= 0.0 && place < f64::from(len)).then_some(place as usize)
}

/// The same, where there must be one: the nearest.
pub(crate) fn nearest_place(index: f64, len: u32) -> u32 {
    let last = len.saturating_sub(1);
    match zero_based(index, len) {
        Some(place) => place as u32,
        // Before the first, either way.
        None if index < f64::from(len) => 0,
        None => last,
    }
}
