//! The nodes of a program that are to be looked at.

use std::collections::VecDeque;

use cindyscript_pixel::NodeId;

/// Nodes, each of them once, in the order in which they were found.
#[derive(Debug)]
pub(super) struct Worklist {
    queue: VecDeque<NodeId>,
    /// By node: whether it is in the queue.
    is_queued: Vec<bool>,
}

impl Worklist {
    /// All of so many nodes, in this order.
    pub(super) fn new(nodes: impl ExactSizeIterator<Item = usize>) -> Worklist {
        Worklist {
            is_queued: vec![true; nodes.len()],
            queue: nodes.map(|node| NodeId(node as u32)).collect(),
        }
    }

    pub(super) fn push(&mut self, node: NodeId) {
        let is_queued = &mut self.is_queued[node.index()];
        if !std::mem::replace(is_queued, true) {
            self.queue.push_back(node);
        }
    }

    pub(super) fn pop(&mut self) -> Option<NodeId> {
        let node = self.queue.pop_front()?;
        self.is_queued[node.index()] = false;
        Some(node)
    }
}
