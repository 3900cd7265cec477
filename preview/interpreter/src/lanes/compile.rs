//! From nodes to instructions: values, variables, functions. Control flow is in [`super::control`],
//! builtins are in [`super::builtin`].
//!
//! Functions are written out at each call. What a branch or a round does to variables, it does
//! where its mask is true; everything else may be done in all lanes, for a value that is computed
//! where nobody asked for it is not looked at.

use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{
    Access, NodeEffect, NodeId, NodeKind, PixelFunctionId, PixelProgram, UniformId,
};
use num_complex::Complex64;
use rustc_hash::FxHashMap;

use super::code::{Binary, Counter, Instruction, Label, Register, Unary};
use super::operand::Operand;
use super::shape::Shape;

/// Longer programs are not made.
const LONGEST: usize = 20_000;
/// Nor are those that need more registers: a thread has all of them, for every lane.
const MOST_REGISTERS: u32 = 8192;
/// Nor are those of more nodes, with what functions do written in their place: nodes without a value
/// need no instruction.
const MOST_NODES: u32 = 100_000;
/// Nor are those that are nested more deeply, written in this way.
const DEEPEST: u32 = 300;

/// The content of registers before anything runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Number(f64),
    /// A number of a uniform.
    Uniform {
        uniform: UniformId,
        place: usize,
    },
}

/// A program compiled for many pixels at a time.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) code: Vec<Instruction>,
    pub(super) registers: u32,
    pub(super) counters: u32,
    pub(super) held: Vec<(Register, Held)>,
    /// The uniforms that are arrays, one behind the other: the first number of each.
    pub(super) arrays: Vec<(UniformId, u32)>,
    /// The value of the colorplot.
    pub(super) result: Operand,
    /// The register that says at which pixels it is discarded.
    pub(super) discarded: Option<Register>,
}

/// The place of a pixel in the world.
pub(super) const PLACE: [Register; 2] = [0, 1];
/// How wide the view is in the world.
pub(super) const VIEW_WIDTH: Register = 2;

pub(super) struct Compiler<'a> {
    pub(super) program: &'a PixelProgram,
    pub(super) code: Vec<Instruction>,
    registers: u32,
    counters: u32,
    held: Vec<(Register, Held)>,
    constants: FxHashMap<u64, Register>,
    uniforms: FxHashMap<UniformId, Operand>,
    pub(super) arrays: Vec<(UniformId, u32)>,
    /// The number of numbers in all of them.
    pub(super) array_numbers: u32,
    pub(super) variables: Vec<Option<Operand>>,
    /// By variable: whether something is stored in it.
    pub(super) assigned: Vec<bool>,
    /// By variable: whether others than its function mention it.
    pub(super) shared: Vec<bool>,
    /// By node: whether it, or something in it, changes variables, or may have no end.
    effects: Vec<bool>,
    /// By register: whether it changes after it was written.
    pub(super) changes: Vec<bool>,
    /// The register that says at which pixels the picture is left as it is, if it may be.
    discarded: Option<Register>,
    /// The register that says at which pixels the code being written runs; at all if none.
    pub(super) mask: Option<Register>,
    /// The number of nodes that may still be evaluated.
    nodes_left: u32,
    depth: u32,
}

/// The instructions of a program; `None` if it has something that there is no instruction for.
pub(super) fn compile(program: &PixelProgram) -> Option<Compiled> {
    let mut compiler = Compiler {
        program,
        code: Vec::new(),
        registers: 0,
        counters: 0,
        held: Vec::new(),
        constants: FxHashMap::default(),
        uniforms: FxHashMap::default(),
        arrays: Vec::new(),
        array_numbers: 0,
        variables: vec![None; program.variables.len()],
        assigned: vec![false; program.variables.len()],
        shared: vec![false; program.variables.len()],
        effects: Vec::with_capacity(program.nodes.len()),
        changes: Vec::new(),
        discarded: None,
        mask: None,
        nodes_left: MOST_NODES,
        depth: 0,
    };
    compiler.find_effects();
    compiler.find_shared();
    let [x, y, width] = [
        compiler.register()?,
        compiler.register()?,
        compiler.register()?,
    ];
    compiler.begin_discarding()?;
    compiler.begin_scope(None)?;
    for &(variable, coordinate) in &program.pixel {
        let (shape, registers) = match coordinate {
            Coordinate::Vector => (Shape::List(vec![Shape::Real; 2]), vec![x, y]),
            Coordinate::Complex => (Shape::Complex, vec![x, y]),
            Coordinate::X => (Shape::Real, vec![x]),
            Coordinate::Y => (Shape::Real, vec![y]),
        };
        compiler.bind(variable, Operand { shape, registers })?;
    }
    if let Some(variable) = program.view_width {
        let (shape, registers) = (Shape::Real, vec![width]);
        compiler.bind(variable, Operand { shape, registers })?;
    }
    let result = compiler.value(program.body)?;
    Some(Compiled {
        code: compiler.code,
        registers: compiler.registers,
        counters: compiler.counters,
        held: compiler.held,
        arrays: compiler.arrays,
        result,
        discarded: compiler.discarded,
    })
}

impl Compiler<'_> {
    fn find_effects(&mut self) {
        for node in &self.program.nodes {
            for (variable, access) in node.kind.accesses() {
                self.assigned[variable.index()] |= access != Access::Read;
            }
            let mut effects = match node.kind.effect() {
                NodeEffect::Assign
                | NodeEffect::Repeat
                | NodeEffect::Discard
                | NodeEffect::Call(_) => true,
                // Random numbers are not computed here.
                NodeEffect::None | NodeEffect::Random => false,
            };
            node.kind.for_each_operand(|operand| {
                effects |= self.effects.get(operand.index()).copied().unwrap_or(true);
            });
            self.effects.push(effects);
        }
    }

    fn find_shared(&mut self) {
        let program = self.program;
        let functions = program.functions.iter().zip(0..);
        let bodies = functions.map(|(function, id)| (function.body, Some(PixelFunctionId(id))));
        for (body, function) in bodies.chain([(program.body, None)]) {
            let mut rest = vec![body];
            while let Some(id) = rest.pop() {
                let node = program.node(id);
                for (variable, _) in node.kind.accesses() {
                    self.shared[variable.index()] |= program.variable(variable).owner != function;
                }
                node.kind.for_each_operand(|operand| rest.push(operand));
            }
        }
    }

    /// Nothing is discarded yet.
    fn begin_discarding(&mut self) -> Option<()> {
        let mut nodes = self.program.nodes.iter();
        if nodes.any(|node| node.kind.effect() == NodeEffect::Discard) {
            let discarded = self.changing(&Shape::Boolean)?;
            let zero = self.zero(&Shape::Boolean)?;
            self.write(&zero, &discarded, None)?;
            self.discarded = discarded.number();
        }
        Some(())
    }

    /// The pixels are left as they are. What is done with them after that is not seen.
    fn discard(&mut self) -> Option<Operand> {
        let (from, to) = (self.constant(1.0)?, self.discarded?);
        self.code.push(match self.mask {
            Some(mask) => Instruction::Blend { from, to, mask },
            None => Instruction::Move { from, to },
        });
        Some(Operand::nothing())
    }

    pub(super) fn has_effects(&self, id: NodeId) -> bool {
        self.effects.get(id.index()).copied().unwrap_or(true)
    }

    pub(super) fn shape(&self, id: NodeId) -> Option<Shape> {
        Shape::of(&self.program.node(id).ty)
    }

    /// The shape of a value that is `wanted`. Of others the type need not have one.
    fn wanted_shape(&self, id: NodeId, wanted: bool) -> Option<Shape> {
        if wanted {
            self.shape(id)
        } else {
            Some(Shape::Nothing)
        }
    }

    /// A new register, behind all others.
    pub(super) fn register(&mut self) -> Option<Register> {
        let register = self.registers;
        self.registers += 1;
        self.changes.push(false);
        (self.registers <= MOST_REGISTERS && self.code.len() <= LONGEST).then_some(register)
    }

    pub(super) fn counter(&mut self) -> Counter {
        self.counters += 1;
        self.counters - 1
    }

    /// The place of the next instruction.
    pub(super) fn here(&self) -> Label {
        self.code.len() as Label
    }

    /// A new value that is changed after it was written.
    pub(super) fn changing(&mut self, shape: &Shape) -> Option<Operand> {
        let mut registers = Vec::new();
        for _ in 0..shape.width() {
            let register = self.register()?;
            self.changes[register as usize] = true;
            registers.push(register);
        }
        let shape = shape.clone();
        Some(Operand { shape, registers })
    }

    pub(super) fn constant(&mut self, number: f64) -> Option<Register> {
        if let Some(known) = self.constants.get(&number.to_bits()) {
            return Some(*known);
        }
        let register = self.register()?;
        self.held.push((register, Held::Number(number)));
        self.constants.insert(number.to_bits(), register);
        Some(register)
    }

    pub(super) fn zero(&mut self, shape: &Shape) -> Option<Operand> {
        let zero = self.constant(0.0)?;
        Some(Operand {
            shape: shape.clone(),
            registers: vec![zero; shape.width()],
        })
    }

    pub(super) fn unary(&mut self, operation: Unary, of: Register) -> Option<Register> {
        let to = self.register()?;
        self.code.push(Instruction::Unary { operation, of, to });
        Some(to)
    }

    pub(super) fn binary(&mut self, operation: Binary, of: [Register; 2]) -> Option<Register> {
        let to = self.register()?;
        self.code.push(Instruction::Binary { operation, of, to });
        Some(to)
    }

    /// A value in a larger shape: zeros for what it lacks.
    pub(super) fn convert(&mut self, value: Operand, to: &Shape) -> Option<Operand> {
        if value.shape == *to {
            return Some(value);
        }
        let registers = match (&value.shape, to) {
            (Shape::Boolean | Shape::Real, Shape::Boolean) => {
                let zero = self.constant(0.0)?;
                vec![self.binary(Binary::Unequal, [value.number()?, zero])?]
            }
            (Shape::Boolean | Shape::Real, Shape::Real) => value.registers,
            (Shape::Boolean | Shape::Real, Shape::Complex) => {
                vec![value.number()?, self.constant(0.0)?]
            }
            (Shape::Complex, Shape::Real) => vec![value.complex()?[0]],
            (Shape::List(from), Shape::List(into)) if from.len() == into.len() => {
                let mut registers = Vec::new();
                for (part, shape) in value.parts().into_iter().zip(into) {
                    registers.extend(self.convert(part, shape)?.registers);
                }
                registers
            }
            _ => return self.zero(to),
        };
        Some(Operand {
            shape: to.clone(),
            registers,
        })
    }

    /// The values of nodes that are evaluated one after the other.
    pub(super) fn values(&mut self, ids: &[NodeId]) -> Option<Vec<Operand>> {
        let mut values = Vec::with_capacity(ids.len());
        for (place, &id) in ids.iter().enumerate() {
            let value = self.value(id)?;
            let is_last = !ids[place + 1..].iter().any(|id| self.has_effects(*id));
            values.push(if is_last { value } else { self.steady(value)? });
        }
        Some(values)
    }

    /// A node's value as a number that decides.
    pub(super) fn condition(&mut self, id: NodeId) -> Option<Register> {
        let value = self.value(id)?;
        self.convert(value, &Shape::Boolean)?.number()
    }

    pub(super) fn value_as(&mut self, id: NodeId, shape: &Shape) -> Option<Operand> {
        let value = self.value(id)?;
        self.convert(value, shape)
    }

    /// Evaluates a node for what it does.
    pub(super) fn run(&mut self, id: NodeId) -> Option<()> {
        if self.has_effects(id) {
            self.evaluate(id, false)?;
        }
        Some(())
    }

    /// A node's value, of the shape of its type.
    pub(super) fn value(&mut self, id: NodeId) -> Option<Operand> {
        let shape = self.shape(id)?;
        let value = self.evaluate(id, shape.width() > 0)?;
        self.convert(value, &shape)
    }

    /// A node's value; anything if it is not `wanted`.
    fn evaluate(&mut self, id: NodeId, wanted: bool) -> Option<Operand> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        self.depth += 1;
        let value = self.evaluate_kind(id, wanted);
        self.depth -= 1;
        value
    }

    fn evaluate_kind(&mut self, id: NodeId, wanted: bool) -> Option<Operand> {
        let program = self.program;
        match &program.node(id).kind {
            NodeKind::Undefined => Some(Operand::nothing()),
            NodeKind::Uniform(uniform) => self.uniform(*uniform),
            NodeKind::Constant(number) => Some(Operand {
                shape: Shape::Real,
                registers: vec![self.constant(*number)?],
            }),
            NodeKind::Load(variable) => self.variable(*variable),
            NodeKind::Store { variable, value } => {
                let value = self.value(*value)?;
                self.store(*variable, value)?;
                self.variable(*variable)
            }
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => self.store_element(*variable, path, *value),
            NodeKind::Discard => self.discard(),
            NodeKind::Convert(operand) => self.evaluate(*operand, wanted),
            NodeKind::Sequence(items) => {
                let Some((last, before)) = items.split_last() else {
                    return Some(Operand::nothing());
                };
                for item in before {
                    self.run(*item)?;
                }
                self.evaluate(*last, wanted)
            }
            NodeKind::List(items) => {
                let values = self.values(items)?;
                Some(Operand::list(values))
            }
            NodeKind::Index { base, index } => self.index(*base, *index),
            NodeKind::Builtin { builtin, arguments } => {
                let shape = self.shape(id)?;
                let arguments = self.values(arguments)?;
                self.builtin(*builtin, &arguments, &shape)
            }
            NodeKind::Power { base, exponent } => {
                let shape = self.shape(id)?;
                let base = self.value_as(*base, &shape)?;
                self.power(&base, *exponent)
            }
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => {
                let shape = self.wanted_shape(id, wanted)?;
                self.branch(*condition, *then, *otherwise, &shape, wanted)
            }
            NodeKind::While { condition, body } => {
                let shape = self.wanted_shape(id, wanted)?;
                self.while_loop(*condition, *body, &shape, wanted)
            }
            NodeKind::Iterate { .. } => {
                let shape = self.wanted_shape(id, wanted)?;
                self.iterate(id, &shape)
            }
            NodeKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments, wanted),
            NodeKind::Sample(sample) => {
                let colour = self.sample(sample)?;
                let parts = self.shape(id)?.parts().len();
                Some(Operand::list(
                    colour.parts().into_iter().take(parts).collect(),
                ))
            }
        }
    }

    pub(super) fn evaluate_as(
        &mut self,
        id: NodeId,
        shape: &Shape,
        wanted: bool,
    ) -> Option<Operand> {
        let value = self.evaluate(id, wanted)?;
        if wanted {
            self.convert(value, shape)
        } else {
            Some(value)
        }
    }

    fn uniform(&mut self, uniform: UniformId) -> Option<Operand> {
        if let Some(known) = self.uniforms.get(&uniform) {
            return Some(known.clone());
        }
        let shape = Shape::of(&self.program.uniforms.get(uniform.index())?.ty)?;
        let mut registers = Vec::with_capacity(shape.width());
        for place in 0..shape.width() {
            let register = self.register()?;
            self.held.push((register, Held::Uniform { uniform, place }));
            registers.push(register);
        }
        let value = Operand { shape, registers };
        self.uniforms.insert(uniform, value.clone());
        Some(value)
    }

    fn call(&mut self, id: PixelFunctionId, arguments: &[NodeId], wanted: bool) -> Option<Operand> {
        let function = self.program.functions.get(id.index())?;
        let mut values = self.values(arguments)?;
        if self.has_effects(function.body) {
            for value in &mut values {
                *value = self.steady(value.clone())?;
            }
        }
        self.begin_scope(Some(id))?;
        for (&parameter, value) in function.parameters.iter().zip(values) {
            self.bind(parameter, value)?;
        }
        let shape = if wanted {
            Shape::of(&function.result)?
        } else {
            Shape::Nothing
        };
        self.evaluate_as(function.body, &shape, wanted)
    }

    /// Two complex numbers made one.
    pub(super) fn complex_pair(
        &mut self,
        function: fn(Complex64, Complex64) -> Complex64,
        of: [[Register; 2]; 2],
    ) -> Option<Operand> {
        let [to, imaginary] = [self.register()?, self.register()?];
        self.code.push(Instruction::ComplexPair {
            function,
            of,
            to,
            mask: self.mask,
        });
        Some(Operand {
            shape: Shape::Complex,
            registers: vec![to, imaginary],
        })
    }
}
