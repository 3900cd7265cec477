//! Elements of lists: in registers, or in arrays that all lanes share.

use cindyscript_pixel::{NodeId, NodeKind};

use super::code::{Instruction, Shared};
use super::compile::Compiler;
use super::operand::{Operand, columns};
use super::shape::Shape;

impl Compiler<'_> {
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

    /// The index that a node is in every pixel, if it is so.
    pub(super) fn known_index(&self, id: NodeId) -> Option<f64> {
        match self.program.node(id).kind {
            NodeKind::Constant(number) => Some(number),
            // Instructions are made anew for every text.
            NodeKind::Uniform(uniform) => self.program.uniforms.get(uniform.index())?.literal,
            _ => None,
        }
    }

    pub(super) fn index(&mut self, base: NodeId, index: NodeId) -> Option<Operand> {
        if let Some(number) = self.known_index(index) {
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
}
