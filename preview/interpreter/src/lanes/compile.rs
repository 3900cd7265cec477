//! From nodes to instructions: values, variables, functions. Control flow is in [`super::control`],
//! builtins are in [`super::builtin`].
//!
//! Functions are written out at each call. What a branch or a round does to variables, it does
//! where its mask is true; everything else may be done in all lanes, for a value that is computed
//! where nobody asked for it is not looked at.

use cindyscript_analysis::pixel::{
    NodeId, NodeKind, PixelFunctionId, PixelProgram, UniformId, VariableId,
};
use cindyscript_analysis::program::Coordinate;
use num_complex::Complex64;
use rustc_hash::FxHashMap;

use super::code::{Binary, Counter, Instruction, Label, Register, Shared, Unary};
use super::shape::Shape;

/// Longer programs are not made.
const LONGEST: usize = 20_000;
/// Nor are those that need more registers: a thread has all of them, for every lane.
const MOST_REGISTERS: u32 = 8192;
/// Nor are those that are nested more deeply, with what functions do written in their place.
const DEEPEST: u32 = 300;

/// A value, computed.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) shape: Shape,
    pub(super) registers: Vec<Register>,
}

impl Operand {
    /// Of a list: an element.
    pub(super) fn part(&self, place: usize) -> Option<Operand> {
        let parts = self.shape.parts();
        let shape = parts.get(place)?.clone();
        let start = parts[..place].iter().map(Shape::width).sum();
        let registers = self.registers.get(start..start + shape.width())?.to_vec();
        Some(Operand { shape, registers })
    }

    /// Of a list: the elements. Of anything else, none.
    pub(super) fn parts(&self) -> Vec<Operand> {
        let places = 0..self.shape.parts().len();
        places.filter_map(|place| self.part(place)).collect()
    }

    /// The list of some values.
    pub(super) fn list(parts: Vec<Operand>) -> Operand {
        let mut shapes = Vec::with_capacity(parts.len());
        let mut registers = Vec::new();
        for part in parts {
            shapes.push(part.shape);
            registers.extend(part.registers);
        }
        Operand {
            shape: Shape::List(shapes),
            registers,
        }
    }

    /// Of a number: its only register.
    pub(super) fn number(&self) -> Option<Register> {
        match *self.registers {
            [register] => Some(register),
            _ => None,
        }
    }

    /// Of a complex number.
    pub(super) fn complex(&self) -> Option<[Register; 2]> {
        <[Register; 2]>::try_from(self.registers.as_slice()).ok()
    }

    fn nothing() -> Operand {
        Operand {
            shape: Shape::Nothing,
            registers: Vec::new(),
        }
    }
}

/// What registers hold before anything runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Number(f64),
    /// A number of a uniform.
    Uniform {
        uniform: UniformId,
        place: usize,
    },
}

/// What can be run.
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
}

/// The place of a pixel in the world.
pub(super) const PLACE: [Register; 2] = [0, 1];

pub(super) struct Compiler<'a> {
    pub(super) program: &'a PixelProgram,
    pub(super) code: Vec<Instruction>,
    registers: u32,
    counters: u32,
    held: Vec<(Register, Held)>,
    constants: FxHashMap<u64, Register>,
    uniforms: FxHashMap<UniformId, Operand>,
    arrays: Vec<(UniformId, u32)>,
    array_numbers: u32,
    variables: Vec<Option<Operand>>,
    /// By variable: whether something is stored in it.
    assigned: Vec<bool>,
    /// By node: whether it, or something in it, changes variables, or may have no end.
    effects: Vec<bool>,
    /// By register: whether it changes after it was written.
    changes: Vec<bool>,
    /// Where what is being written is done; everywhere if none.
    pub(super) mask: Option<Register>,
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
        effects: Vec::with_capacity(program.nodes.len()),
        changes: Vec::new(),
        mask: None,
        depth: 0,
    };
    compiler.find_effects();
    let [x, y] = [compiler.register()?, compiler.register()?];
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
    let result = compiler.value(program.body)?;
    Some(Compiled {
        code: compiler.code,
        registers: compiler.registers,
        counters: compiler.counters,
        held: compiler.held,
        arrays: compiler.arrays,
        result,
    })
}

impl Compiler<'_> {
    fn find_effects(&mut self) {
        for node in &self.program.nodes {
            let mut effects = match &node.kind {
                NodeKind::Store { variable, .. } | NodeKind::StoreElement { variable, .. } => {
                    self.assigned[variable.index()] = true;
                    true
                }
                NodeKind::Iterate { element, index, .. } => {
                    for variable in [Some(*element), *index].into_iter().flatten() {
                        self.assigned[variable.index()] = true;
                    }
                    true
                }
                // One that does nothing else may have no end.
                NodeKind::While { .. } | NodeKind::Call { .. } | NodeKind::Discard => true,
                _ => false,
            };
            node.kind.for_each_operand(|operand| {
                effects |= self.effects.get(operand.index()).copied().unwrap_or(true);
            });
            self.effects.push(effects);
        }
    }

    pub(super) fn has_effects(&self, id: NodeId) -> bool {
        self.effects.get(id.index()).copied().unwrap_or(true)
    }

    pub(super) fn shape(&self, id: NodeId) -> Option<Shape> {
        Shape::of(&self.program.node(id).ty)
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

    /// Writes a value to registers that change.
    pub(super) fn write(
        &mut self,
        value: &Operand,
        to: &Operand,
        mask: Option<Register>,
    ) -> Option<()> {
        // A part may be what another one is replaced by.
        let moves = value.registers.iter().zip(&to.registers);
        let crosses = moves
            .clone()
            .any(|(from, own)| from != own && to.registers.contains(from));
        let from = if crosses {
            self.copy(value)?
        } else {
            value.clone()
        };
        for (&from, &to) in from.registers.iter().zip(&to.registers) {
            if from != to {
                self.code.push(match mask {
                    Some(mask) => Instruction::Blend { from, to, mask },
                    None => Instruction::Move { from, to },
                });
            }
        }
        Some(())
    }

    /// The same value in registers of its own, which stay as they are.
    pub(super) fn copy(&mut self, value: &Operand) -> Option<Operand> {
        let mut registers = Vec::with_capacity(value.registers.len());
        for &from in &value.registers {
            let to = self.register()?;
            self.code.push(Instruction::Move { from, to });
            registers.push(to);
        }
        Some(Operand {
            shape: value.shape.clone(),
            registers,
        })
    }

    /// A value that stays as it is, whatever happens to variables.
    pub(super) fn steady(&mut self, value: Operand) -> Option<Operand> {
        let changes = |register: &Register| self.changes[*register as usize];
        if value.registers.iter().any(changes) {
            self.copy(&value)
        } else {
            Some(value)
        }
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
            // Left to the interpreter.
            NodeKind::StoreElement { .. } | NodeKind::Discard => None,
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
                let shape = self.shape(id)?;
                self.branch(*condition, *then, *otherwise, &shape, wanted)
            }
            NodeKind::While { condition, body } => {
                let shape = self.shape(id)?;
                self.while_loop(*condition, *body, &shape, wanted)
            }
            NodeKind::Iterate { .. } => {
                let shape = if wanted {
                    self.shape(id)?
                } else {
                    Shape::Nothing
                };
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

    /// A list of like elements, which need not be in registers: the element's shape, and for each
    /// of its numbers where it is. None if it is something else.
    pub(super) fn array(&mut self, id: NodeId) -> Option<(Shape, Vec<Shared>)> {
        let NodeKind::Uniform(uniform) = self.program.node(id).kind else {
            return None;
        };
        let (len, element) = self
            .program
            .uniforms
            .get(uniform.index())?
            .ty
            .sized_list()?;
        let element = Shape::of(element)?;
        let stride = u32::try_from(element.width()).ok()?;
        let known = self.arrays.iter().find(|(known, _)| *known == uniform);
        let start = match known {
            Some((_, start)) => *start,
            None => {
                let start = self.array_numbers;
                self.arrays.push((uniform, start));
                self.array_numbers = start.checked_add(len.checked_mul(stride)?)?;
                start
            }
        };
        let numbers = (start..start + stride).map(|start| Shared { start, stride, len });
        Some((element, numbers.collect()))
    }

    fn index(&mut self, base: NodeId, index: NodeId) -> Option<Operand> {
        let known = match self.program.node(index).kind {
            NodeKind::Constant(number) => Some(number),
            // Instructions are made anew for every text.
            NodeKind::Uniform(uniform) => self.program.uniforms.get(uniform.index())?.literal,
            _ => None,
        };
        if let Some(number) = known {
            let list = self.value(base)?;
            let len = list.shape.parts().len() as f64;
            let number = number.round();
            let place = if number < 0.0 {
                number + len
            } else {
                number - 1.0
            };
            let part = (place >= 0.0 && place < len).then(|| list.part(place as usize));
            return Some(part.flatten().unwrap_or_else(Operand::nothing));
        }
        if let Some((shape, numbers)) = self.array(base) {
            let index = self.value_as(index, &Shape::Real)?.number()?;
            let mut registers = Vec::with_capacity(numbers.len());
            for of in numbers {
                let to = self.register()?;
                self.code.push(Instruction::PickShared { of, index, to });
                registers.push(to);
            }
            return Some(Operand { shape, registers });
        }
        let values = self.values(&[base, index])?;
        let [list, index] = <[Operand; 2]>::try_from(values).ok()?;
        let index = self.convert(index, &Shape::Real)?.number()?;
        let Some(shape) = list.shape.parts().first().cloned() else {
            return Some(Operand::nothing());
        };
        if list.shape.parts().iter().any(|part| *part != shape) {
            return None;
        }
        let mut registers = Vec::with_capacity(shape.width());
        for column in columns(&list, shape.width()) {
            let to = self.register()?;
            let of = column;
            self.code.push(Instruction::Pick { of, index, to });
            registers.push(to);
        }
        Some(Operand { shape, registers })
    }

    fn variable(&mut self, variable: VariableId) -> Option<Operand> {
        if let Some(known) = self.variables.get(variable.index())? {
            return Some(known.clone());
        }
        let shape = Shape::of(&self.program.variable(variable).ty)?;
        let value = if self.assigned[variable.index()] {
            self.changing(&shape)?
        } else {
            self.zero(&shape)?
        };
        self.variables[variable.index()] = Some(value.clone());
        Some(value)
    }

    pub(super) fn store(&mut self, variable: VariableId, value: Operand) -> Option<()> {
        let to = self.variable(variable)?;
        let value = self.convert(value, &to.shape)?;
        self.write(&value, &to, self.mask)
    }

    /// Gives a variable its value for as long as it lives, or its first one.
    fn bind(&mut self, variable: VariableId, value: Operand) -> Option<()> {
        let shape = Shape::of(&self.program.variable(variable).ty)?;
        let value = self.convert(value, &shape)?;
        if self.assigned[variable.index()] {
            let to = self.variable(variable)?;
            return self.write(&value, &to, None);
        }
        self.variables[variable.index()] = Some(value);
        Some(())
    }

    /// All variables of a function, or those of none, are zero.
    fn begin_scope(&mut self, owner: Option<PixelFunctionId>) -> Option<()> {
        for index in 0..self.program.variables.len() {
            if self.assigned[index] && self.program.variables[index].owner == owner {
                let to = self.variable(VariableId(index as u32))?;
                let zero = self.zero(&to.shape)?;
                self.write(&zero, &to, None)?;
            }
        }
        Some(())
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
        let shape = Shape::of(&function.result)?;
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

/// Of a list of elements of one width: for each of their numbers, where it is in each of them.
pub(super) fn columns(list: &Operand, width: usize) -> Vec<Box<[Register]>> {
    let column = |place: usize| list.registers.iter().skip(place).step_by(width).copied();
    (0..width).map(|place| column(place).collect()).collect()
}
