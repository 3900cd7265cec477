//! Builds pixel programs: chooses signatures and writes conversions as the analysis does.

use cindyscript_hir::builtins::{Side, find, min_signature, power_signature};
use cindyscript_hir::program::{IterationKind, PlotId, TermId};
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{
    NodeId, NodeKind, PixelFunction, PixelFunctionId, PixelNode, PixelProgram, Uniform, UniformId,
    Variable, VariableId,
};
use cindyscript_shader::{Module, compile};

pub(crate) struct Builder {
    pub(crate) program: PixelProgram,
    /// The term of the nodes to come.
    pub(crate) term: TermId,
    /// The function that owns the variables to come.
    pub(crate) owner: Option<PixelFunctionId>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let program = PixelProgram {
            plot: PlotId(0),
            pixel: Vec::new(),
            view_width: None,
            nodes: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            uniforms: Vec::new(),
            body: NodeId(0),
            colour: ColourConversion::Grey,
        };
        Self {
            program,
            term: TermId(0),
            owner: None,
        }
    }

    pub(crate) fn node(&mut self, kind: NodeKind, ty: Type) -> NodeId {
        self.program.nodes.push(PixelNode {
            kind,
            ty,
            term: self.term,
        });
        NodeId(self.program.nodes.len() as u32 - 1)
    }

    pub(crate) fn ty(&self, node: NodeId) -> Type {
        self.program.node(node).ty.clone()
    }

    pub(crate) fn variable(&mut self, name: &str, ty: Type) -> VariableId {
        let owner = self.owner;
        self.program.variables.push(Variable {
            name: name.into(),
            ty,
            owner,
        });
        VariableId(self.program.variables.len() as u32 - 1)
    }

    pub(crate) fn pixel(&mut self, name: &str, coordinate: Coordinate) -> VariableId {
        let ty = match coordinate {
            Coordinate::Vector => Type::list(2, Type::REAL),
            Coordinate::Complex => Type::COMPLEX,
            Coordinate::X | Coordinate::Y => Type::REAL,
        };
        let variable = self.variable(name, ty);
        self.program.pixel.push((variable, coordinate));
        variable
    }

    pub(crate) fn uniform(&mut self, ty: Type) -> NodeId {
        let source = self.program.uniforms.len();
        self.program.uniforms.push(Uniform {
            source,
            term: self.term,
            ty: ty.clone(),
            literal: None,
        });
        self.node(NodeKind::Uniform(UniformId(source as u32)), ty)
    }

    pub(crate) fn constant(&mut self, number: f64) -> NodeId {
        let ty = if number.fract() == 0.0 {
            Type::INT
        } else {
            Type::REAL
        };
        self.node(NodeKind::Constant(number), ty)
    }

    pub(crate) fn load(&mut self, variable: VariableId) -> NodeId {
        let ty = self.program.variable(variable).ty.clone();
        self.node(NodeKind::Load(variable), ty)
    }

    pub(crate) fn convert(&mut self, node: NodeId, ty: &Type) -> NodeId {
        if self.ty(node) == *ty {
            return node;
        }
        self.node(NodeKind::Convert(node), ty.clone())
    }

    pub(crate) fn store(&mut self, variable: VariableId, value: NodeId) -> NodeId {
        let ty = self.program.variable(variable).ty.clone();
        let value = self.convert(value, &ty);
        self.node(NodeKind::Store { variable, value }, ty)
    }

    pub(crate) fn sequence(&mut self, nodes: &[NodeId]) -> NodeId {
        let ty = nodes.last().map(|last| self.ty(*last)).unwrap_or_default();
        self.node(NodeKind::Sequence(nodes.to_vec()), ty)
    }

    pub(crate) fn list(&mut self, nodes: &[NodeId]) -> NodeId {
        let element = nodes
            .iter()
            .fold(Type::Unset, |ty, node| ty.join(&self.ty(*node)));
        let nodes: Vec<_> = nodes
            .iter()
            .map(|node| self.convert(*node, &element))
            .collect();
        let ty = Type::list(nodes.len() as u32, element);
        self.node(NodeKind::List(nodes), ty)
    }

    pub(crate) fn index(&mut self, base: NodeId, index: NodeId) -> NodeId {
        let ty = self.ty(base).sized_list().unwrap().1.clone();
        self.node(NodeKind::Index { base, index }, ty)
    }

    /// A builtin with its smallest signature, if there is one.
    pub(crate) fn try_apply(&mut self, name: &str, arguments: &[NodeId]) -> Option<NodeId> {
        let builtin = find(name, arguments.len())?;
        let types: Vec<_> = arguments
            .iter()
            .map(|argument| self.ty(*argument))
            .collect();
        let signature = min_signature(builtin, Side::Gpu, &types)?;
        let arguments = arguments
            .iter()
            .zip(&signature.parameters)
            .map(|(a, ty)| self.convert(*a, ty))
            .collect();
        Some(self.node(NodeKind::Builtin { builtin, arguments }, signature.result))
    }

    pub(crate) fn apply(&mut self, name: &str, arguments: &[NodeId]) -> NodeId {
        self.try_apply(name, arguments).unwrap()
    }

    pub(crate) fn power(&mut self, base: NodeId, exponent: i32) -> NodeId {
        let signature = power_signature(&self.ty(base), exponent).unwrap();
        let base = self.convert(base, &signature.parameters[0]);
        self.node(NodeKind::Power { base, exponent }, signature.result)
    }

    pub(crate) fn branch(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
    ) -> NodeId {
        let Some(otherwise) = otherwise else {
            let ty = self.ty(then);
            return self.node(
                NodeKind::If {
                    condition,
                    then,
                    otherwise,
                },
                ty,
            );
        };
        let ty = self.ty(then).join(&self.ty(otherwise));
        let then = self.convert(then, &ty);
        let otherwise = Some(self.convert(otherwise, &ty));
        self.node(
            NodeKind::If {
                condition,
                then,
                otherwise,
            },
            ty,
        )
    }

    pub(crate) fn iterate(
        &mut self,
        kind: IterationKind,
        domain: NodeId,
        element: VariableId,
        body: NodeId,
    ) -> NodeId {
        let ty = match kind {
            IterationKind::Apply => {
                Type::list(self.ty(domain).sized_list().unwrap().0, self.ty(body))
            }
            _ => self.ty(body),
        };
        self.node(
            NodeKind::Iterate {
                kind,
                domain,
                element,
                index: None,
                body,
            },
            ty,
        )
    }

    pub(crate) fn function(
        &mut self,
        name: &str,
        parameters: &[VariableId],
        body: NodeId,
    ) -> PixelFunctionId {
        let (parameters, result) = (parameters.to_vec(), self.ty(body));
        self.program.functions.push(PixelFunction {
            name: name.into(),
            parameters,
            body,
            result,
        });
        PixelFunctionId(self.program.functions.len() as u32 - 1)
    }

    pub(crate) fn call(&mut self, function: PixelFunctionId, arguments: &[NodeId]) -> NodeId {
        let ty = self.program.function(function).result.clone();
        let parameters = self.program.function(function).parameters.clone();
        let arguments = arguments
            .iter()
            .zip(parameters)
            .map(|(argument, parameter)| {
                let ty = self.program.variable(parameter).ty.clone();
                self.convert(*argument, &ty)
            })
            .collect();
        self.node(
            NodeKind::Call {
                function,
                arguments,
            },
            ty,
        )
    }

    /// The program that paints a node's value.
    pub(crate) fn finish(mut self, body: NodeId) -> PixelProgram {
        self.program.colour = self.ty(body).colour().unwrap_or(ColourConversion::Grey);
        self.program.body = body;
        self.program
    }
}

/// Compiles, or fails with the text.
pub(crate) fn module(program: &PixelProgram) -> Module {
    compile(program).unwrap_or_else(|errors| panic!("{errors:?}"))
}
