//! Calls of user functions.

use cindyscript_hir::program::{FunctionId, Modifiers, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyId, BodyKind};

use super::Extractor;
use super::stream::Stream;
use crate::{NodeId, NodeKind, PixelFunction, PixelFunctionId};

impl Extractor<'_> {
    pub(super) fn call(
        &mut self,
        body: BodyId,
        term: TermId,
        arguments: &[TermId],
        modifiers: Modifiers,
    ) -> NodeId {
        let slot = self.solution.body(body).slot(term);
        let bodies = self.solution.callees(slot);
        // Of several definitions the last one stands, as it does once all scripts have run.
        let Some(&callee) = bodies.last() else {
            return self.refuse_open(term, "the arguments of this call have no value");
        };
        let is_code = self.code_of(callee).is_some();
        if is_code && bodies.len() > 1 {
            let message = "which code this runs is not known before the applet runs";
            return self.refuse_open(term, message);
        }
        let modifiers = match is_code {
            // It has its own.
            true => &[],
            false => self.program.modifiers(modifiers),
        };
        let modifiers = modifiers.iter();
        let given: Vec<_> = arguments
            .iter()
            .copied()
            .chain(modifiers.clone().map(|modifier| modifier.value))
            .collect();
        let mut before = Vec::new();
        let nodes = match given.iter().any(|&list| self.is_stream(body, list)) {
            true => self.given(body, term, callee, &given, &mut before),
            false => given.iter().map(|&term| self.term(body, term)).collect(),
        };
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
        let kind = NodeKind::Call {
            function,
            arguments,
        };
        let call = self.push(term, ty.clone(), kind);
        if before.is_empty() {
            return call;
        }
        before.push(call);
        self.push(term, ty, NodeKind::Sequence(before))
    }

    /// The arguments of a call, where some are lists of unknown length: these are put where the
    /// function looks for them, once all arguments have been evaluated.
    fn given(
        &mut self,
        body: BodyId,
        term: TermId,
        callee: BodyId,
        arguments: &[TermId],
        before: &mut Vec<NodeId>,
    ) -> Vec<NodeId> {
        let parameters = self.solution.body(callee).variables.clone();
        let mut nodes = Vec::with_capacity(arguments.len());
        let mut lists = Vec::new();
        for (&argument, parameter) in arguments.iter().zip(parameters) {
            if self.is_stream(body, argument) {
                let held = self.held(body, argument, argument);
                lists.extend(held.map(|(filled, buffer)| {
                    before.push(filled);
                    (parameter, buffer)
                }));
                nodes.push(self.push(argument, Type::Unset, NodeKind::Undefined));
            } else {
                let value = self.term(body, argument);
                let kept = self.keep(body, value, "argument", before);
                nodes.push(self.load(argument, kept));
            }
        }
        for (parameter, buffer) in lists {
            let stream = self.buffered(body, term, buffer);
            before.push(self.store_in(body, term, parameter, stream));
        }
        nodes
    }

    /// The list of unknown length that a call returns.
    pub(super) fn returned(&mut self, body: BodyId, term: TermId) -> Option<Stream> {
        let slot = self.solution.body(body).slot(term);
        let callee = *self.solution.calls.get(&slot)?.last()?;
        let called = self.term(body, term);
        let data = self.solution.body(callee);
        let buffer = *self.buffers.get(&data.slot(data.root))?;
        // The next call may come while this list is still wanted.
        let mut list = self.buffered(body, term, buffer);
        list.before.push(called);
        let (filled, own) = self.copied(body, term, list)?;
        let mut list = self.buffered(body, term, own);
        list.before.push(filled);
        Some(list)
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
        let mut nodes = self.take_captured(body);
        let node = match self.is_stream(body, root) {
            true => self.store_stream(body, data.slot(root), root),
            false => self.term(body, root),
        };
        let node = match nodes.is_empty() {
            true => node,
            false => {
                nodes.push(node);
                let ty = self.node_type(node).clone();
                self.push(root, ty, NodeKind::Sequence(nodes))
            }
        };
        let result = self.node_type(node).clone();
        self.result.functions.push(PixelFunction {
            name: self.program.function_name(id).into(),
            parameters,
            body: node,
            result,
        });
        let function = PixelFunctionId(self.result.functions.len() as u32 - 1);
        self.functions.insert(body, function);
        Some(function)
    }

    /// The code whose body this is; none if it is no code's.
    fn code_of(&self, body: BodyId) -> Option<FunctionId> {
        match self.solution.body(body).kind {
            BodyKind::Function(id) => self.program.function(id).is_code().then_some(id),
            _ => None,
        }
    }

    /// Code is the list of what it has captured: its body begins by taking that apart.
    fn take_captured(&mut self, body: BodyId) -> Vec<NodeId> {
        let data = self.solution.body(body);
        let (Some(code), Some(&itself)) = (self.code_of(body), data.parameters.first()) else {
            return Vec::new();
        };
        let itself = self.variable(itself);
        let captured = self.program.captured(code).len();
        let variables = data.variables.iter().skip(data.parameters.len());
        let mut nodes = Vec::new();
        for (place, &slot) in variables.take(captured).enumerate() {
            let base = self.load(data.root, itself);
            let Some(ty) = self.node_type(base).component(place).cloned() else {
                continue;
            };
            let index = self.constant(data.root, place as f64 + 1.0);
            let part = self.push(data.root, ty, NodeKind::Index { base, index });
            let variable = self.variable(slot);
            nodes.push(self.set(data.root, variable, part));
        }
        nodes
    }

    /// Code that is made at a pixel: the list of what it captures, or nothing.
    pub(super) fn captured(
        &mut self,
        body: BodyId,
        term: TermId,
        code: FunctionId,
        ty: &Type,
    ) -> NodeId {
        let captured = self.program.captured(code).iter();
        let values: Vec<_> = captured
            .map(|modifier| self.term(body, modifier.value))
            .collect();
        match ty {
            Type::Unset => self.push(term, Type::Unset, NodeKind::Undefined),
            _ => self.listed_as(term, &values, ty),
        }
    }
}
