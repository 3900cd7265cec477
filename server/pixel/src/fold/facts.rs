//! The variables that nodes read and write, to evaluate them in another order.

use rustc_hash::FxHashSet;

use crate::{Access, NodeEffect, NodeId, PixelProgram, VariableId};

/// The effects of calls.
pub(super) struct Facts {
    /// By function.
    functions: Vec<Summary>,
}

/// The effects of the evaluation of a node.
#[derive(Clone, Debug, Default)]
struct Summary {
    reads: FxHashSet<VariableId>,
    writes: FxHashSet<VariableId>,
    /// True if it takes random numbers or discards the pixel.
    has_order: bool,
}

impl Facts {
    pub(super) fn of(program: &PixelProgram) -> Facts {
        let mut facts = Facts {
            functions: Vec::with_capacity(program.functions.len()),
        };
        // Callees come first.
        for function in &program.functions {
            let summary = facts.summary(program, function.body);
            facts.functions.push(summary);
        }
        facts
    }

    /// True if two nodes have the same values and effects in either order.
    pub(super) fn commute(&self, program: &PixelProgram, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.summary(program, a), self.summary(program, b));
        a.writes.is_disjoint(&b.reads)
            && a.writes.is_disjoint(&b.writes)
            && a.reads.is_disjoint(&b.writes)
            && !(a.has_order && b.has_order)
    }

    fn summary(&self, program: &PixelProgram, root: NodeId) -> Summary {
        let mut summary = Summary::default();
        let mut rest = vec![root];
        while let Some(id) = rest.pop() {
            let kind = &program.node(id).kind;
            for (variable, access) in kind.accesses() {
                match access {
                    Access::Read => summary.reads.insert(variable),
                    Access::Write | Access::Bind => summary.writes.insert(variable),
                };
            }
            match kind.effect() {
                NodeEffect::Random | NodeEffect::Discard => summary.has_order = true,
                NodeEffect::Call(function) => {
                    if let Some(called) = self.functions.get(function.index()) {
                        summary.reads.extend(&called.reads);
                        summary.writes.extend(&called.writes);
                        summary.has_order |= called.has_order;
                    }
                }
                NodeEffect::None | NodeEffect::Assign | NodeEffect::Repeat => {}
            }
            kind.for_each_operand(|operand| rest.push(operand));
        }
        summary
    }
}
