//! Variables: what is stored in them, and in elements of lists, where a mask is true.

use cindyscript_pixel::{NodeId, PixelFunctionId, VariableId};

use super::code::{Binary, Instruction, Register, Unary};
use super::compile::Compiler;
use super::operand::Operand;
use super::shape::Shape;

/// Which element of a list.
#[derive(Clone, Copy, Debug)]
enum Index {
    /// As scripts count: from 1, or from -1 at the end.
    Known(f64),
    /// Rounded.
    Computed(Register),
}

impl Compiler<'_> {
    pub(super) fn variable(&mut self, variable: VariableId) -> Option<Operand> {
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
    pub(super) fn bind(&mut self, variable: VariableId, value: Operand) -> Option<()> {
        let shape = Shape::of(&self.program.variable(variable).ty)?;
        let value = self.convert(value, &shape)?;
        if self.assigned[variable.index()] {
            let to = self.variable(variable)?;
            return self.write(&value, &to, None);
        }
        self.variables[variable.index()] = Some(value);
        Some(())
    }

    /// The variables of a function are zero, or those of none: what functions hand each other in
    /// variables outlives their calls.
    pub(super) fn begin_scope(&mut self, owner: Option<PixelFunctionId>) -> Option<()> {
        for index in 0..self.program.variables.len() {
            let lives_in = self.program.variables[index]
                .owner
                .filter(|_| !self.shared[index]);
            if self.assigned[index] && lives_in == owner {
                let to = self.variable(VariableId(index as u32))?;
                let zero = self.zero(&to.shape)?;
                self.write(&zero, &to, None)?;
            }
        }
        Some(())
    }

    /// Stores a value in an element of a variable, or in one of its elements; where there is none,
    /// nothing is stored.
    pub(super) fn store_element(
        &mut self,
        variable: VariableId,
        path: &[NodeId],
        value: NodeId,
    ) -> Option<Operand> {
        let nodes: Vec<_> = [value].into_iter().chain(path.iter().copied()).collect();
        let mut values = self.values(&nodes)?.into_iter();
        let value = values.next()?;
        let value = self.steady(value)?;
        let mut indices = Vec::with_capacity(path.len());
        for (node, index) in path.iter().zip(values) {
            indices.push(match self.known_index(*node) {
                Some(number) => Index::Known(number.round()),
                None => {
                    let index = self.convert(index, &Shape::Real)?.number()?;
                    Index::Computed(self.unary(Unary::Nearest, index)?)
                }
            });
        }
        let target = self.variable(variable)?;
        self.put(&value, &target, &indices, self.mask)?;
        Some(value)
    }

    fn put(
        &mut self,
        value: &Operand,
        target: &Operand,
        indices: &[Index],
        mask: Option<Register>,
    ) -> Option<()> {
        let Some((&index, rest)) = indices.split_first() else {
            let value = self.convert(value.clone(), &target.shape)?;
            return self.write(&value, target, mask);
        };
        let parts = target.parts();
        let len = parts.len() as f64;
        for (place, part) in parts.iter().enumerate() {
            let numbers = [place as f64 + 1.0, place as f64 - len];
            let mask = match index {
                Index::Known(number) if numbers.contains(&number) => mask,
                Index::Known(_) => continue,
                Index::Computed(index) => {
                    let [front, back] = numbers.map(|number| self.constant(number));
                    let front = self.binary(Binary::Equal, [index, front?])?;
                    let back = self.binary(Binary::Equal, [index, back?])?;
                    let here = self.binary(Binary::Or, [front, back])?;
                    Some(match mask {
                        Some(mask) => self.binary(Binary::And, [mask, here])?,
                        None => here,
                    })
                }
            };
            self.put(value, part, rest, mask)?;
        }
        Some(())
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
}
