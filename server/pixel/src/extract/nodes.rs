//! The nodes of a pixel program, one at a time: values, their conversions, variables.

use cindyscript_hir::builtins::{BuiltinId, Intrinsic, Side, min_signature};
use cindyscript_hir::program::{IterationKind, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{BodyId, BodyKind, SlotId, SlotSubject, literal};
use smol_str::SmolStr;

use super::{Extractor, Reason, Refusal};
use crate::{NodeId, NodeKind, PixelNode, Uniform, UniformId, Variable, VariableId};

impl Extractor<'_> {
    pub(super) fn push(&mut self, term: TermId, ty: Type, kind: NodeKind) -> NodeId {
        self.result.nodes.push(PixelNode { kind, ty, term });
        NodeId(self.result.nodes.len() as u32 - 1)
    }

    pub(super) fn node_type(&self, node: NodeId) -> &Type {
        &self.result.node(node).ty
    }

    pub(super) fn node_types(&self, nodes: &[NodeId]) -> Vec<Type> {
        let types = nodes.iter().map(|&node| self.node_type(node).clone());
        types.collect()
    }

    /// There is no program because of a term; of several, the first is told.
    pub(super) fn refuse(&mut self, term: TermId, reason: Reason) -> NodeId {
        self.refusal.get_or_insert(Refusal { term, reason });
        self.push(term, Type::Unset, NodeKind::Undefined)
    }

    pub(super) fn new_variable(
        &mut self,
        name: SmolStr,
        ty: Type,
        owner: Option<BodyId>,
    ) -> VariableId {
        self.result.variables.push(Variable {
            name,
            ty,
            owner: None,
        });
        self.owners.push(owner);
        VariableId(self.result.variables.len() as u32 - 1)
    }

    pub(super) fn variable(&mut self, slot: SlotId) -> VariableId {
        if let Some(&variable) = self.variables.get(&slot) {
            return variable;
        }
        let data = self.solution.slot(slot);
        let name = match data.subject {
            SlotSubject::Variable(name) => SmolStr::new(self.program.names.text(name)),
            SlotSubject::Term(_) => SmolStr::default(),
        };
        let host = self.solution.enclosing_body(data.body);
        let owner = matches!(self.solution.body(host).kind, BodyKind::Function(_)).then_some(host);
        // A list of unknown length is never there as a whole: see `stream`.
        let ty = match data.ty.is_unsized() {
            true => Type::Unset,
            false => data.ty.data(),
        };
        let variable = self.new_variable(name, ty, owner);
        self.variables.insert(slot, variable);
        variable
    }

    /// The node's value as a value of `ty`, which is ⊒ the node's type.
    pub(super) fn coerce(&mut self, node: NodeId, ty: &Type) -> NodeId {
        let from = self.node_type(node);
        if from.is_unset() || ty.is_unset() || same_representation(from, ty) {
            return node;
        }
        let term = self.result.node(node).term;
        // What comes from the CPU comes in the type in which it is wanted: then a number that
        // changes from 2 to 2.5 changes no code.
        if let NodeKind::Uniform(uniform) = self.result.node(node).kind {
            self.result.uniforms[uniform.index()].ty = ty.clone();
            self.result.nodes[node.index()].ty = ty.clone();
            return node;
        }
        self.push(term, ty.clone(), NodeKind::Convert(node))
    }

    /// The values of nodes as values of the types of parameters.
    pub(super) fn coerce_all(&mut self, nodes: &[NodeId], types: &[Type]) -> Vec<NodeId> {
        let pairs = nodes.iter().zip(types);
        pairs.map(|(&node, ty)| self.coerce(node, ty)).collect()
    }

    /// Each use has a uniform of its own, since each may want another type.
    pub(super) fn uniform(&mut self, term: TermId, ty: Type) -> NodeId {
        let source = match (&ty, self.name(term)) {
            // All that name the same image come from one place: images are few.
            (Type::String, Some(name)) => {
                let mut uniforms = self.split.uniforms.iter();
                uniforms.position(|&other| self.name(other) == Some(name))
            }
            _ => self.sources.get(&term).copied(),
        };
        self.result.uniforms.push(Uniform {
            source: source.unwrap_or_default(),
            term,
            ty: ty.clone(),
            literal: literal(self.program, term),
        });
        let id = UniformId(self.result.uniforms.len() as u32 - 1);
        match ty.data() {
            // Which code it is says its type, and that is all there is to it.
            Type::Unset => self.push(term, Type::Unset, NodeKind::Undefined),
            data => self.push(term, data, NodeKind::Uniform(id)),
        }
    }

    /// A variable's name, or the text of a string literal: where these are the same, so are the
    /// values of two terms of U.
    pub(super) fn name(&self, term: TermId) -> Option<(bool, &str)> {
        match self.program.kind(term) {
            TermKind::Text(text) => Some((true, self.program.text(text))),
            TermKind::Variable(name) => Some((false, self.program.names.text(name))),
            _ => None,
        }
    }

    /// A variable of the translation's own, which belongs to a body.
    pub(super) fn hidden(&mut self, name: &str, ty: Type, body: BodyId) -> VariableId {
        self.new_variable(name.into(), ty, Some(self.solution.enclosing_body(body)))
    }

    pub(super) fn load(&mut self, term: TermId, variable: VariableId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        self.push(term, ty, NodeKind::Load(variable))
    }

    /// `variable = value`, for a value whose type is ⊑ the variable's.
    pub(super) fn set(&mut self, term: TermId, variable: VariableId, value: NodeId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        let value = self.coerce(value, &ty);
        self.push(term, ty, NodeKind::Store { variable, value })
    }

    /// Lets `before` put a value into a new variable.
    pub(super) fn keep(
        &mut self,
        body: BodyId,
        value: NodeId,
        name: &str,
        before: &mut Vec<NodeId>,
    ) -> VariableId {
        let variable = self.hidden(name, self.node_type(value).clone(), body);
        let term = self.result.node(value).term;
        before.push(self.set(term, variable, value));
        variable
    }

    /// An operator or a function of one name that is applied to values.
    pub(super) fn operate(
        &mut self,
        term: TermId,
        intrinsic: Intrinsic,
        operands: &[NodeId],
    ) -> NodeId {
        match intrinsic.builtin(operands.len()) {
            Some(builtin) => self.apply(term, builtin, operands),
            None => self.refuse(term, Reason::OperandCount),
        }
    }

    /// What a loop makes of values: their sum, say.
    pub(super) fn reduce(
        &mut self,
        term: TermId,
        kind: IterationKind,
        operands: &[NodeId],
    ) -> NodeId {
        match kind.builtin(operands.len()) {
            Some(builtin) => self.apply(term, builtin, operands),
            None => self.refuse(term, Reason::NoReduction(kind)),
        }
    }

    fn apply(&mut self, term: TermId, builtin: BuiltinId, operands: &[NodeId]) -> NodeId {
        let types = self.node_types(operands);
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            return self.refuse(term, Reason::Operands(builtin));
        };
        let arguments = self.coerce_all(operands, &signature.parameters);
        self.push(
            term,
            signature.result,
            NodeKind::Builtin { builtin, arguments },
        )
    }

    /// An int: rounded by `how` if it is a real number.
    pub(super) fn integer(&mut self, body: BodyId, term: TermId, how: Intrinsic) -> NodeId {
        let node = self.term(body, term);
        self.whole(term, node, how)
    }

    pub(super) fn whole(&mut self, term: TermId, node: NodeId, how: Intrinsic) -> NodeId {
        match self.node_type(node).scalar() {
            Some(Scalar::Boolean | Scalar::Nat | Scalar::Int) => self.coerce(node, &Type::INT),
            Some(Scalar::NonNeg | Scalar::Real) => match how.builtin(1) {
                Some(builtin) => {
                    let arguments = vec![self.coerce(node, &Type::REAL)];
                    self.push(term, Type::INT, NodeKind::Builtin { builtin, arguments })
                }
                None => node,
            },
            _ => self.refuse(term, Reason::NotWhole),
        }
    }

    pub(super) fn constant(&mut self, term: TermId, value: f64) -> NodeId {
        self.push(term, Type::INT, NodeKind::Constant(value))
    }

    /// The list of these elements, of type `ty`.
    pub(super) fn listed_as(&mut self, term: TermId, elements: &[NodeId], ty: &Type) -> NodeId {
        let elements = elements.iter().enumerate();
        let elements = elements.map(|(place, &node)| {
            let wanted = ty.component(place).cloned().unwrap_or_default();
            self.coerce(node, &wanted)
        });
        let elements = elements.collect();
        self.push(term, ty.clone(), NodeKind::List(elements))
    }
}

/// Whether a shader holds values of both types in the same way.
pub(super) fn same_representation(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a.unsigned_forgotten() == b.unsigned_forgotten(),
        (Type::List(a), Type::List(b)) => {
            a.len == b.len && same_representation(&a.element, &b.element)
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            let mut pairs = a.components().iter().zip(b.components());
            a.len() == b.len() && pairs.all(|(a, b)| same_representation(a, b))
        }
        _ => a == b,
    }
}
