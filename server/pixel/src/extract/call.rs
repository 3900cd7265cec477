//! Calls of user functions.

use cindyscript_hir::program::{FunctionId, ModifierRange, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, SlotSubject};
use rustc_hash::{FxHashMap, FxHashSet};

use super::stream::Stream;
use super::{Extractor, Reason, Refusal};
use crate::{NodeId, NodeKind, PixelFunction, PixelFunctionId};

/// Functions are made where a call of them stands, one within another, as long as so many terms lie
/// around each other; those that are called from deeper are made first. It bounds the stack: the
/// parser bounds the height of one expression, but functions call one another as deep as texts are
/// long.
const MAX_NESTING: usize = 256;

/// A call of a function: where it stands, the body that it runs, and how many modifiers it gives.
type CallOf = (TermId, BodyId, usize);

impl Extractor<'_> {
    /// Makes the functions that lie too deep to be made where they are called. No recursion, nor can
    /// there be one in the program.
    pub(super) fn make_deep_functions(&mut self, plot: BodyId) -> Result<(), Refusal> {
        // The way to where we are, each with the calls in it that are still to be looked at.
        let mut way = vec![(plot, self.calls_in(plot).into_iter())];
        let mut on_the_way: FxHashSet<BodyId> = [plot].into_iter().collect();
        // How many terms lie around each other where a body is made, with those of the functions
        // that are made then.
        let mut nesting: FxHashMap<BodyId, usize> = FxHashMap::default();
        while let Some((body, calls)) = way.last_mut() {
            let body = *body;
            match calls.next() {
                Some((call, callee, _)) if on_the_way.contains(&callee) => {
                    return Err(Refusal {
                        term: call,
                        reason: Reason::Recursion,
                    });
                }
                Some((_, callee, _)) if !nesting.contains_key(&callee) => {
                    on_the_way.insert(callee);
                    way.push((callee, self.calls_in(callee).into_iter()));
                }
                Some(_) => {}
                None => {
                    let own = self.height(self.solution.body(body));
                    let calls = self.calls_in(body);
                    let below = calls
                        .iter()
                        .filter_map(|(_, callee, _)| nesting.get(callee));
                    let mut below = below.copied().max().unwrap_or(0);
                    if own + below > MAX_NESTING {
                        below = 0;
                        for (_, callee, modifiers) in calls {
                            nesting.insert(callee, 0);
                            self.function(callee, modifiers);
                        }
                    }
                    nesting.insert(body, own + below);
                    on_the_way.remove(&body);
                    way.pop();
                }
            }
        }
        Ok(())
    }

    /// The calls of functions in a body.
    fn calls_in(&self, body: BodyId) -> Vec<CallOf> {
        let calls = self.solution.calls_in(self.solution.body(body));
        let calls = calls.into_iter().filter_map(|slot| {
            let &callee = self.solution.callees(slot).last()?;
            let SlotSubject::Term(call) = self.solution.slot(slot).subject else {
                return None;
            };
            let modifiers = match self.program.kind(call) {
                TermKind::Call { modifiers, .. } if self.code_of(callee).is_none() => {
                    modifiers.len as usize
                }
                _ => 0,
            };
            Some((call, callee, modifiers))
        });
        calls.collect()
    }

    /// How many terms of a body lie around each other at most.
    fn height(&self, body: &Body) -> usize {
        // Terms stand behind what lies in them: those that nothing lies around yet, with the height
        // of each.
        let mut roots: Vec<(TermId, usize)> = Vec::new();
        for term in body.terms() {
            let first = self.program.term(term).first;
            let mut height = 1;
            while let Some((_, below)) = roots.pop_if(|(root, _)| first <= *root) {
                height = height.max(1 + below);
            }
            roots.push((term, height));
        }
        roots.last().map_or(0, |&(_, height)| height)
    }

    pub(super) fn call(
        &mut self,
        body: BodyId,
        term: TermId,
        arguments: &[TermId],
        modifiers: ModifierRange,
    ) -> NodeId {
        let slot = self.solution.body(body).slot(term);
        let bodies = self.solution.callees(slot);
        // Of several definitions the last one stands, as it does once all scripts have run.
        let Some(&callee) = bodies.last() else {
            return self.refuse(term, Reason::UnknownArguments);
        };
        let is_code = self.code_of(callee).is_some();
        if is_code && bodies.len() > 1 {
            return self.refuse(term, Reason::UnknownCode);
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
            return self.refuse(term, Reason::Recursion);
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
