//! Makes a pixel program of another one.

use cindyscript_hir::builtins::{Intrinsic, Side, min_signature};
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{NodeId, NodeKind, PixelNode, PixelProgram, Variable, VariableId};

/// The program that is being made, and the term that new nodes are of.
pub(super) struct Rewrite {
    pub(super) program: PixelProgram,
    pub(super) term: TermId,
}

impl Rewrite {
    /// Of a program whose nodes are still to be [copied](Self::copy).
    pub(super) fn new(program: &PixelProgram, term: TermId) -> Rewrite {
        let nodes = Vec::with_capacity(program.nodes.len());
        let program = PixelProgram {
            nodes,
            ..program.clone()
        };
        Rewrite { program, term }
    }

    /// Takes over the nodes of the program. `wrap` is given the old node and the new one, and says what
    /// stands in its place.
    pub(super) fn copy(
        &mut self,
        program: &PixelProgram,
        mut wrap: impl FnMut(&mut Rewrite, NodeId, NodeId) -> NodeId,
    ) {
        let mut moved: Vec<NodeId> = Vec::with_capacity(program.nodes.len());
        let at = |moved: &[NodeId], id: NodeId| moved.get(id.index()).copied().unwrap_or(id);
        for (index, node) in program.nodes.iter().enumerate() {
            let mut node = node.clone();
            node.kind.map_operands(|operand| at(&moved, operand));
            self.program.nodes.push(node);
            let copy = NodeId(self.program.nodes.len() as u32 - 1);
            moved.push(wrap(self, NodeId(index as u32), copy));
        }
        self.program.body = at(&moved, program.body);
        for function in &mut self.program.functions {
            function.body = at(&moved, function.body);
        }
    }

    pub(super) fn push(&mut self, ty: Type, kind: NodeKind) -> NodeId {
        let term = self.term;
        self.program.nodes.push(PixelNode { kind, ty, term });
        NodeId(self.program.nodes.len() as u32 - 1)
    }

    /// A variable of the whole program.
    pub(super) fn variable(&mut self, name: &str, ty: Type) -> VariableId {
        self.program.variables.push(Variable {
            name: name.into(),
            ty,
            owner: None,
        });
        VariableId(self.program.variables.len() as u32 - 1)
    }

    pub(super) fn number(&mut self, ty: Type, number: f64) -> NodeId {
        self.push(ty, NodeKind::Constant(number))
    }

    pub(super) fn real(&mut self, number: f64) -> NodeId {
        self.number(Type::REAL, number)
    }

    pub(super) fn load(&mut self, variable: VariableId) -> NodeId {
        let ty = self.program.variable(variable).ty.clone();
        self.push(ty, NodeKind::Load(variable))
    }

    /// `variable = value`, for a value whose type is ⊑ the variable's.
    pub(super) fn store(&mut self, variable: VariableId, value: NodeId) -> NodeId {
        let ty = self.program.variable(variable).ty.clone();
        let value = self.convert(value, &ty);
        self.push(ty, NodeKind::Store { variable, value })
    }

    /// The value as one of a larger type.
    pub(super) fn convert(&mut self, value: NodeId, ty: &Type) -> NodeId {
        if self.program.node(value).ty == *ty {
            return value;
        }
        self.push(ty.clone(), NodeKind::Convert(value))
    }

    pub(super) fn list(&mut self, elements: &[NodeId]) -> NodeId {
        let ty = Type::list(elements.len() as u32, Type::REAL);
        self.push(ty, NodeKind::List(elements.to_vec()))
    }

    pub(super) fn colour(&mut self, parts: &[f64]) -> NodeId {
        let parts: Vec<_> = parts.iter().map(|&part| self.real(part)).collect();
        self.list(&parts)
    }

    pub(super) fn choose(&mut self, condition: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        let ty = self.program.node(then).ty.clone();
        let otherwise = Some(otherwise);
        let kind = NodeKind::If {
            condition,
            then,
            otherwise,
        };
        self.push(ty, kind)
    }

    /// Where the condition holds, does something for its effects.
    pub(super) fn do_where(&mut self, condition: NodeId, then: NodeId) -> NodeId {
        let otherwise = None;
        let kind = NodeKind::If {
            condition,
            then,
            otherwise,
        };
        self.push(Type::Unset, kind)
    }

    /// All in order; the value of the last.
    pub(super) fn sequence(&mut self, items: Vec<NodeId>) -> NodeId {
        let last = items.last().map(|&last| self.program.node(last).ty.clone());
        self.push(last.unwrap_or(Type::Unset), NodeKind::Sequence(items))
    }

    /// A builtin of values; none where it does not take them.
    pub(super) fn apply(&mut self, intrinsic: Intrinsic, operands: &[NodeId]) -> Option<NodeId> {
        let types: Vec<_> = operands
            .iter()
            .map(|&node| self.program.node(node).ty.clone())
            .collect();
        let builtin = intrinsic.builtin(operands.len())?;
        let signature = min_signature(builtin, Side::Gpu, &types)?;
        let pairs = operands.iter().zip(&signature.parameters);
        let arguments = pairs
            .map(|(&node, parameter)| self.convert(node, parameter))
            .collect();
        let kind = NodeKind::Builtin { builtin, arguments };
        Some(self.push(signature.result, kind))
    }

    /// A builtin of values, variables and numbers; none where it does not take them.
    pub(super) fn calculate(&mut self, intrinsic: Intrinsic, operands: &[Part]) -> Option<NodeId> {
        let operands: Vec<_> = operands.iter().map(|part| self.operand(*part)).collect();
        self.apply(intrinsic, &operands)
    }

    fn operand(&mut self, part: Part) -> NodeId {
        match part {
            Part::Node(node) => node,
            Part::Variable(variable) => self.load(variable),
            Part::Number(number) => self.real(number),
        }
    }

    /// Keeps a real number in a variable from that place of a sequence on.
    pub(super) fn keep(
        &mut self,
        items: &mut Vec<NodeId>,
        name: &str,
        value: NodeId,
    ) -> VariableId {
        let variable = self.variable(name, Type::REAL);
        items.push(self.store(variable, value));
        variable
    }

    /// The smaller of two numbers, or the larger.
    pub(super) fn extreme(
        &mut self,
        items: &mut Vec<NodeId>,
        comparison: Intrinsic,
        [a, b]: [NodeId; 2],
    ) -> Option<NodeId> {
        let [a, b] = [a, b].map(|value| self.keep(items, "extreme", value));
        let is_first = self.calculate(comparison, &[a.into(), b.into()])?;
        let (then, otherwise) = (self.load(a), self.load(b));
        Some(self.choose(is_first, then, otherwise))
    }

    /// A number as one from 0 to 1.
    pub(super) fn within(&mut self, value: NodeId) -> Option<NodeId> {
        let mut items = Vec::new();
        let one = self.real(1.0);
        let least = self.extreme(&mut items, Intrinsic::Less, [value, one])?;
        let zero = self.real(0.0);
        let within = self.extreme(&mut items, Intrinsic::Greater, [least, zero])?;
        items.push(within);
        Some(self.sequence(items))
    }
}

/// What a builtin is applied to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Node(NodeId),
    Variable(VariableId),
    Number(f64),
}

impl From<NodeId> for Part {
    fn from(node: NodeId) -> Part {
        Part::Node(node)
    }
}

impl From<VariableId> for Part {
    fn from(variable: VariableId) -> Part {
        Part::Variable(variable)
    }
}

impl From<f64> for Part {
    fn from(number: f64) -> Part {
        Part::Number(number)
    }
}
