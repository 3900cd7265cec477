//! Values of the program that is being compiled: shapes, and the registers that hold their numbers.

use super::code::Register;
use super::shape::Shape;

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

    pub(super) fn nothing() -> Operand {
        Operand {
            shape: Shape::Nothing,
            registers: Vec::new(),
        }
    }
}

/// Of a list of elements of one width: for each of their numbers, where it is in each of them.
pub(super) fn columns(list: &Operand, width: usize) -> Vec<Box<[Register]>> {
    let column = |place: usize| list.registers.iter().skip(place).step_by(width).copied();
    (0..width).map(|place| column(place).collect()).collect()
}
