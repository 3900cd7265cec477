//! One call of a function in the place of several.
//!
//! Graphics drivers write out every call. A function that calls another one 75 times has 75 copies of it
//! there, and so many of what it calls in turn. [`fold`] makes a loop of such a function, with one round
//! for each call and one call in it:
//!
//! ```text
//! for round in 1..n {
//!     if round == 1 { ..., argument = x } else { first = result; ..., argument = y } ...
//!     result = f(argument)
//! }
//! last = result; ...
//! ```
//!
//! The statements between two calls are a [segment](Segments). Calls in both branches of an `if` share
//! rounds, and a variable says whether a round has a call. The body of a loop is folded by itself.

mod block;
mod facts;

use cindyscript_hir::builtins::{Intrinsic, Side, min_signature};
use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::Type;

use crate::{NodeId, NodeKind, PixelFunctionId, PixelNode, PixelProgram, Variable, VariableId};
use block::{Block, Segments, Site};
use facts::Facts;

/// The program in which calls of these functions are folded: within each block (the body of a function,
/// of a loop, or of the colorplot, and the condition of a loop) there is one call of each.
///
/// Variables and functions keep their ids, nodes do not. The work is recursive, so nodes must not be nested
/// without bound.
#[must_use]
pub fn fold(program: &PixelProgram, is_folded: impl Fn(PixelFunctionId) -> bool) -> PixelProgram {
    let functions = (0..program.functions.len() as u32).map(PixelFunctionId);
    let mut folding = Folding {
        old: program,
        facts: Facts::of(program),
        folded: functions.map(is_folded).collect(),
        has_site: vec![false; program.nodes.len()],
        block: Block::default(),
        result: PixelProgram {
            nodes: Vec::with_capacity(program.nodes.len()),
            ..program.clone()
        },
        owner: None,
        term: program.node(program.body).term,
    };
    for (index, function) in program.functions.iter().enumerate() {
        folding.owner = Some(PixelFunctionId(index as u32));
        folding.result.functions[index].body = folding.block(function.body);
    }
    folding.owner = None;
    folding.result.body = folding.block(program.body);
    folding.result
}

/// An operand before more others is stored, without a look at them.
const MOST_LATER: usize = 32;

/// A program that is being folded.
struct Folding<'a> {
    old: &'a PixelProgram,
    facts: Facts,
    /// By function: whether calls of it are folded.
    folded: Vec<bool>,
    /// By node: whether a call that is folded lies in it, the bodies of loops aside.
    has_site: Vec<bool>,
    /// The block that is being folded.
    block: Block,
    result: PixelProgram,
    /// The function that owns new variables.
    owner: Option<PixelFunctionId>,
    /// The term that new nodes are of.
    term: TermId,
}

impl Folding<'_> {
    /// A block, with one call of each function that it calls several times.
    fn block(&mut self, root: NodeId) -> NodeId {
        let block = self.new_block(root);
        let outer = std::mem::replace(&mut self.block, block);
        let folded = if self.block.is_empty() {
            self.plain(root)
        } else {
            self.mark(root);
            let mut segments = Segments::default();
            let value = self.cut(root, &mut segments);
            self.assemble(segments, value, root)
        };
        self.block = outer;
        folded
    }

    /// The functions that a block calls several times.
    fn new_block(&mut self, root: NodeId) -> Block {
        let mut calls = vec![0_usize; self.old.functions.len()];
        let mut rest = vec![root];
        while let Some(id) = rest.pop() {
            let kind = &self.old.node(id).kind;
            if let NodeKind::Call { function, .. } = kind
                && self.folded[function.index()]
            {
                calls[function.index()] += 1;
            }
            for_each_straight(kind, |operand| rest.push(operand));
        }
        let mut block = Block::default();
        for (index, _) in calls.iter().enumerate().filter(|(_, calls)| **calls > 1) {
            let id = PixelFunctionId(index as u32);
            let function = self.old.function(id);
            let parameters = function.parameters.iter();
            let parameters = parameters
                .map(|parameter| {
                    self.variable("argument", self.old.variable(*parameter).ty.clone())
                })
                .collect();
            let site = Site {
                parameters,
                result: self.variable("result", function.result.clone()),
                called: self.variable("called", Type::BOOLEAN),
            };
            block.add(id, site);
        }
        block
    }

    /// Notes where the calls of the block lie.
    fn mark(&mut self, id: NodeId) -> bool {
        let kind = &self.old.node(id).kind;
        let mut has_site =
            matches!(kind, NodeKind::Call { function, .. } if self.block.has(*function));
        for_each_straight(kind, |operand| has_site |= self.mark(operand));
        self.has_site[id.index()] = has_site;
        has_site
    }

    /// A node without a call of the block.
    fn plain(&mut self, id: NodeId) -> NodeId {
        let mut node = self.old.node(id).clone();
        let mut straight = Vec::new();
        for_each_straight(&node.kind, |operand| straight.push(operand));
        node.kind
            .map_operands(|operand| match straight.contains(&operand) {
                true => self.plain(operand),
                false => self.block(operand),
            });
        self.push_node(node)
    }

    /// Makes all calls of a node: the statements up to the last of them are added to the segments. Returns
    /// the value that is left to be evaluated.
    fn cut(&mut self, id: NodeId, segments: &mut Segments) -> NodeId {
        if !self.has_site[id.index()] {
            return self.plain(id);
        }
        let outer = std::mem::replace(&mut self.term, self.old.node(id).term);
        let value = match &self.old.node(id).kind {
            NodeKind::Sequence(items) => self.cut_sequence(items, segments),
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => self.cut_branch(id, *condition, *then, *otherwise, segments),
            _ => self.cut_operands(id, segments),
        };
        self.term = outer;
        value
    }

    fn cut_sequence(&mut self, items: &[NodeId], segments: &mut Segments) -> NodeId {
        let mut value = None;
        for item in items {
            if let Some(value) = value {
                segments.push(value);
            }
            value = Some(self.cut(*item, segments));
        }
        value.unwrap_or_else(|| self.nothing())
    }

    /// A node that evaluates its operands one after the other.
    fn cut_operands(&mut self, id: NodeId, segments: &mut Segments) -> NodeId {
        let mut node = self.old.node(id).clone();
        let mut operands = Vec::new();
        for_each_straight(&node.kind, |operand| operands.push(operand));
        let last = operands.iter().rposition(|id| self.has_site[id.index()]);
        let mut place = 0;
        node.kind.map_operands(|operand| {
            if operands.get(place) != Some(&operand) {
                // The body of a loop.
                return self.block(operand);
            }
            let value = self.cut(operand, segments);
            place += 1;
            match last {
                Some(last) if place <= last => {
                    let later = &operands[place..=last];
                    self.kept(operand, value, later, segments)
                }
                _ => value,
            }
        });
        match &node.kind {
            NodeKind::Call {
                function,
                arguments,
            } if self.block.has(*function) => self.cut_call(*function, arguments, segments),
            _ => self.push_node(node),
        }
    }

    /// A call that the end of the segment makes.
    fn cut_call(
        &mut self,
        function: PixelFunctionId,
        arguments: &[NodeId],
        segments: &mut Segments,
    ) -> NodeId {
        let Some(site) = self.block.get(function) else {
            return self.nothing();
        };
        for (parameter, argument) in site.parameters.iter().zip(arguments) {
            segments.push(self.store(*parameter, *argument));
        }
        let called = self.constant(Type::BOOLEAN, 1.0);
        segments.push(self.store(site.called, called));
        segments.end();
        let result = self.load(site.result);
        self.stored(result, segments)
    }

    /// The value of an operand after which others are evaluated: in a variable, unless it is the same
    /// after them.
    fn kept(
        &mut self,
        old: NodeId,
        value: NodeId,
        later: &[NodeId],
        segments: &mut Segments,
    ) -> NodeId {
        let mut commute = later
            .iter()
            .map(|later| self.facts.commute(self.old, old, *later));
        match later.len() <= MOST_LATER && commute.all(|commute| commute) {
            true => value,
            false => self.stored(value, segments),
        }
    }

    /// The load of a new variable with a value.
    fn stored(&mut self, value: NodeId, segments: &mut Segments) -> NodeId {
        let ty = self.result.node(value).ty.clone();
        if ty.is_unset() {
            segments.push(value);
            return self.nothing();
        }
        let variable = self.variable("kept", ty);
        segments.push(self.store(variable, value));
        self.load(variable)
    }

    /// A branch with calls of the block: both sides use the same rounds.
    fn cut_branch(
        &mut self,
        id: NodeId,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
        segments: &mut Segments,
    ) -> NodeId {
        let condition = self.cut(condition, segments);
        let guard = self.variable("condition", Type::BOOLEAN);
        segments.push(self.store(guard, condition));
        let ty = self.old.node(id).ty.clone();
        let result = (!ty.is_unset()).then(|| self.variable("chosen", ty.clone()));
        let then = self.side(then, result);
        let otherwise = otherwise.map(|otherwise| self.side(otherwise, result));
        let has_otherwise = otherwise.is_some();
        let otherwise = otherwise.unwrap_or_default();
        let rounds = then.len().max(otherwise.len());
        let (mut then, mut otherwise) = (then.into_iter(), otherwise.into_iter());
        for round in 0..rounds {
            if round > 0 {
                segments.end();
            }
            let condition = self.load(guard);
            let [then, otherwise] = [then.next(), otherwise.next()]
                .map(|items| items.filter(|items| !items.is_empty()));
            let then = self.sequence(then.unwrap_or_default());
            let otherwise = otherwise.map(|items| self.sequence(items));
            segments.push(self.branch(Type::Unset, condition, then, otherwise));
        }
        let Some(result) = result else {
            return self.nothing();
        };
        let value = self.load(result);
        if has_otherwise {
            return value;
        }
        let condition = self.load(guard);
        self.branch(ty, condition, value, None)
    }

    /// One side of a branch, which leaves its value in a variable.
    fn side(&mut self, id: NodeId, result: Option<VariableId>) -> Segments {
        let mut segments = Segments::default();
        let value = self.cut(id, &mut segments);
        segments.push(match result {
            Some(result) => self.store(result, value),
            None => value,
        });
        segments
    }

    /// The loop over all segments but the last, each with its call, and then the last.
    fn assemble(&mut self, segments: Segments, value: NodeId, root: NodeId) -> NodeId {
        self.term = self.old.node(root).term;
        let mut segments: Vec<Vec<NodeId>> = segments.into_iter().collect();
        let mut last = segments.pop().unwrap_or_default();
        let sites = std::mem::take(&mut self.block).into_sites();
        let mut round = Vec::new();
        for (_, site) in &sites {
            let not_yet = self.constant(Type::BOOLEAN, 0.0);
            round.push(self.store(site.called, not_yet));
        }
        let rounds = segments.len();
        let element = self.variable("round", Type::NAT);
        round.push(self.choice(element, 1, segments));
        for (function, site) in sites {
            let arguments = site.parameters.iter();
            let arguments = arguments.map(|parameter| self.load(*parameter)).collect();
            let ty = self.old.function(function).result.clone();
            let call = self.push(
                ty,
                NodeKind::Call {
                    function,
                    arguments,
                },
            );
            let call = self.store(site.result, call);
            let called = self.load(site.called);
            round.push(self.branch(Type::Unset, called, call, None));
        }
        let mut items = round;
        if rounds > 1 {
            let body = self.sequence(items);
            let domain = self.constant(Type::INT, rounds as f64);
            let kind = NodeKind::Iterate {
                kind: IterationKind::Repeat,
                domain,
                element,
                index: None,
                body,
            };
            items = vec![self.push(Type::Unset, kind)];
        }
        items.append(&mut last);
        items.push(value);
        self.sequence(items)
    }

    /// The segment of a round, found by bisection; the first is that of round `first`.
    fn choice(
        &mut self,
        round: VariableId,
        first: usize,
        mut segments: Vec<Vec<NodeId>>,
    ) -> NodeId {
        if segments.len() < 2 {
            return self.sequence(segments.pop().unwrap_or_default());
        }
        let second = segments.split_off(segments.len() / 2);
        let middle = first + segments.len();
        let (here, bound) = (self.load(round), self.constant(Type::INT, middle as f64));
        let condition = self.is_less(here, bound);
        let then = self.choice(round, first, segments);
        let otherwise = self.choice(round, middle, second);
        self.branch(Type::Unset, condition, then, Some(otherwise))
    }
}

/// New nodes and variables.
impl Folding<'_> {
    fn push_node(&mut self, node: PixelNode) -> NodeId {
        self.result.nodes.push(node);
        NodeId(self.result.nodes.len() as u32 - 1)
    }

    fn push(&mut self, ty: Type, kind: NodeKind) -> NodeId {
        let term = self.term;
        self.push_node(PixelNode { kind, ty, term })
    }

    fn variable(&mut self, name: &str, ty: Type) -> VariableId {
        self.result.variables.push(Variable {
            name: name.into(),
            ty,
            owner: self.owner,
        });
        VariableId(self.result.variables.len() as u32 - 1)
    }

    fn load(&mut self, variable: VariableId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        self.push(ty, NodeKind::Load(variable))
    }

    fn store(&mut self, variable: VariableId, value: NodeId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        self.push(ty, NodeKind::Store { variable, value })
    }

    fn constant(&mut self, ty: Type, number: f64) -> NodeId {
        self.push(ty, NodeKind::Constant(number))
    }

    fn nothing(&mut self) -> NodeId {
        self.push(Type::Unset, NodeKind::Undefined)
    }

    fn sequence(&mut self, items: Vec<NodeId>) -> NodeId {
        let last = items.last().map(|last| self.result.node(*last).ty.clone());
        self.push(last.unwrap_or_default(), NodeKind::Sequence(items))
    }

    fn branch(
        &mut self,
        ty: Type,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
    ) -> NodeId {
        let kind = NodeKind::If {
            condition,
            then,
            otherwise,
        };
        self.push(ty, kind)
    }

    fn is_less(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let types = [a, b].map(|id| self.result.node(id).ty.clone());
        let less = Intrinsic::Less.builtin(2);
        let signature = less.and_then(|less| Some((less, min_signature(less, Side::Gpu, &types)?)));
        let Some((builtin, signature)) = signature else {
            return self.nothing();
        };
        let operands = [a, b].into_iter().zip(signature.parameters);
        let arguments = operands
            .map(|(operand, ty)| match self.result.node(operand).ty == ty {
                true => operand,
                false => self.push(ty, NodeKind::Convert(operand)),
            })
            .collect();
        self.push(signature.result, NodeKind::Builtin { builtin, arguments })
    }
}

/// Visits the operands that belong to the block of the node, in order. The body of a loop is a block of its
/// own, and so is the condition of `while`.
fn for_each_straight(kind: &NodeKind, mut visit: impl FnMut(NodeId)) {
    match kind {
        NodeKind::While { .. } => {}
        NodeKind::Iterate { domain, .. } => visit(*domain),
        kind => kind.for_each_operand(visit),
    }
}
