//! Calls of user functions.

use super::Extractor;
use crate::infer::{BodyId, BodyKind};
use crate::pixel::{NodeId, NodeKind, PixelFunction, PixelFunctionId};
use crate::program::{Modifiers, TermId};

impl Extractor<'_> {
    pub(super) fn call(
        &mut self,
        body: BodyId,
        term: TermId,
        arguments: &[TermId],
        modifiers: Modifiers,
    ) -> NodeId {
        let slot = self.solution.body(body).slot(term);
        // Of several definitions the last one stands, as it does once all scripts have run.
        let Some(&callee) = self
            .solution
            .calls
            .get(&slot)
            .and_then(|bodies| bodies.last())
        else {
            return self.refuse_open(term, "the arguments of this call have no value");
        };
        let modifiers = self.program.modifiers(modifiers).iter();
        let given = arguments
            .iter()
            .copied()
            .chain(modifiers.clone().map(|modifier| modifier.value));
        let nodes: Vec<_> = given.map(|argument| self.term(body, argument)).collect();
        let Some(function) = self.function(callee, modifiers.len()) else {
            return self.refuse(term, "recursion is not possible at pixels");
        };
        let parameters = self.result.function(function).parameters.clone();
        let arguments = nodes
            .into_iter()
            .zip(parameters)
            .map(|(node, parameter)| {
                let ty = self.result.variable(parameter).ty.clone();
                self.coerce(node, &ty)
            })
            .collect();
        let ty = self.result.function(function).result.clone();
        self.push(
            term,
            ty,
            NodeKind::Call {
                function,
                arguments,
            },
        )
    }

    /// The function of a body; `None` while it is being made, that is, if it calls itself. What
    /// all its callers give it as modifiers are further parameters.
    fn function(&mut self, body: BodyId, modifiers: usize) -> Option<PixelFunctionId> {
        if let Some(&function) = self.functions.get(&body) {
            let made = function.index() < self.result.functions.len();
            return made.then_some(function);
        }
        // Marked as being made: no function has this index.
        self.functions.insert(body, PixelFunctionId(u32::MAX));
        let data = self.solution.body(body);
        let BodyKind::Function(id) = data.kind else {
            return None;
        };
        // Behind the parameters, in the order of the call.
        let parameters = data
            .variables
            .iter()
            .take(data.parameters.len() + modifiers)
            .map(|&slot| self.variable(slot))
            .collect();
        let root = data.root;
        let node = self.term(body, root);
        let result = self.node_type(node).clone();
        let callee = self.program.callee(self.program.function(id).callee);
        self.result.functions.push(PixelFunction {
            name: callee.name.clone(),
            parameters,
            body: node,
            result,
        });
        let function = PixelFunctionId(self.result.functions.len() as u32 - 1);
        self.functions.insert(body, function);
        Some(function)
    }
}
