//! Which values of a program need more digits than f32 has.
//!
//! A colour of 8 bits needs none: it is digits that operations on the way to it lose which must be there
//! before. An operation *loses* digits where the relative error of its result may be much larger than
//! that of its operands: sums that cancel, comparisons, remainders, angles. What it is given is promoted
//! where it *carries* those of the pixel's place, and with it all that makes it up; what comes after the
//! last such operation is not, and neither is what has nothing to do with the place.

mod carriers;
mod effect;
mod wants;
mod worklist;

use cindyscript_pixel::{Access, NodeEffect, NodeId, PixelProgram};

/// The part of a program that has the precision that is asked for; the rest is computed in single
/// precision. What lies beyond the end of a list is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promoted {
    /// By node: whether its value is. Those that read or write a variable, or call a function, go by
    /// that.
    pub nodes: Vec<bool>,
    /// By node: whether it is given the values of its operands as they are. Where its own value is
    /// promoted, it always is.
    pub operands: Vec<bool>,
    /// By variable.
    pub variables: Vec<bool>,
    /// By function: whether its result is.
    pub functions: Vec<bool>,
    /// By uniform.
    pub uniforms: Vec<bool>,
}

impl Promoted {
    /// All of a program.
    #[must_use]
    pub fn all(program: &PixelProgram) -> Promoted {
        Promoted {
            nodes: vec![true; program.nodes.len()],
            operands: vec![true; program.nodes.len()],
            variables: vec![true; program.variables.len()],
            functions: vec![true; program.functions.len()],
            uniforms: vec![true; program.uniforms.len()],
        }
    }

    /// Whether a node's value is.
    pub(crate) fn node(&self, program: &PixelProgram, id: NodeId) -> bool {
        let kind = &program.node(id).kind;
        let mut accesses = kind.accesses();
        if let Some((variable, _)) = accesses.find(|(_, access)| *access != Access::Bind) {
            return has(&self.variables, variable.index());
        }
        match kind.effect() {
            NodeEffect::Call(function) => has(&self.functions, function.index()),
            NodeEffect::None
            | NodeEffect::Assign
            | NodeEffect::Repeat
            | NodeEffect::Random
            | NodeEffect::Discard => has(&self.nodes, id.index()),
        }
    }

    /// Whether a node is given the values of its operands as they are.
    pub(crate) fn takes_all(&self, program: &PixelProgram, id: NodeId) -> bool {
        has(&self.operands, id.index()) || self.node(program, id)
    }
}

/// Whether a place is in a list.
pub(crate) fn has(list: &[bool], place: usize) -> bool {
    list.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_a_list_is_not_in_it() {
        assert!(!has(&[], 0));
        assert!(has(&[false, true], 1));
    }
}
