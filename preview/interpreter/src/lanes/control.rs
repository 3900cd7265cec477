//! Branches and loops.

use cindyscript_hir::program::IterationKind;
use cindyscript_pixel::{NodeId, NodeKind, VariableId};

use super::code::{Binary, Counter, Instruction, Register};
use super::compile::Compiler;
use super::operand::{Operand, columns};
use super::shape::Shape;

impl Compiler<'_> {
    pub(super) fn branch(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
        shape: &Shape,
        wanted: bool,
    ) -> Option<Operand> {
        let truth = self.condition(condition)?;
        let truth = self.steady(Operand {
            shape: Shape::Boolean,
            registers: vec![truth],
        })?;
        let truth = truth.number()?;
        let outer = self.mask;
        let mask = match outer {
            Some(outer) => self.binary(Binary::And, [outer, truth])?,
            None => truth,
        };
        let value = self.under(mask, |compiler| compiler.evaluate_as(then, shape, wanted))?;
        let other = match otherwise {
            Some(otherwise) if wanted || self.has_effects(otherwise) => {
                let value = if wanted {
                    self.steady(value.clone())?
                } else {
                    value.clone()
                };
                let all = match outer {
                    Some(outer) => outer,
                    None => self.constant(1.0)?,
                };
                let mask = self.binary(Binary::AndNot, [all, truth])?;
                let other = self.under(mask, |compiler| {
                    compiler.evaluate_as(otherwise, shape, wanted)
                })?;
                self.mask = outer;
                if !wanted {
                    return Some(other);
                }
                return self.select(truth, &value, &other);
            }
            _ => self.zero(shape)?,
        };
        self.mask = outer;
        if wanted {
            self.select(truth, &value, &other)
        } else {
            Some(value)
        }
    }

    /// Writes what is done where a mask is true; nothing of it is run where there is no such lane.
    fn under<T>(
        &mut self,
        mask: Register,
        write: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let skip = self.skip_unless(mask);
        let outer = self.mask.replace(mask);
        let written = write(self)?;
        self.mask = outer;
        self.land(skip);
        Some(written)
    }

    fn skip_unless(&mut self, mask: Register) -> usize {
        let label = 0;
        self.code.push(Instruction::SkipUnless { mask, label });
        self.code.len() - 1
    }

    /// A skip ends here.
    fn land(&mut self, skip: usize) {
        let here = self.here();
        if let Some(Instruction::SkipUnless { label, .. }) = self.code.get_mut(skip) {
            *label = here;
        }
    }

    fn select(&mut self, condition: Register, a: &Operand, b: &Operand) -> Option<Operand> {
        let mut registers = Vec::with_capacity(a.registers.len());
        for (&a, &b) in a.registers.iter().zip(&b.registers) {
            let to = self.register()?;
            let of = [a, b];
            self.code.push(Instruction::Select { condition, of, to });
            registers.push(to);
        }
        Some(Operand {
            shape: a.shape.clone(),
            registers,
        })
    }

    /// A mask of those lanes that still go round, and what it is at the beginning.
    fn rounds_mask(&mut self) -> Option<Operand> {
        let mask = self.changing(&Shape::Boolean)?;
        let all = match self.mask {
            Some(outer) => outer,
            None => self.constant(1.0)?,
        };
        let to = mask.number()?;
        self.code.push(Instruction::Move { from: all, to });
        Some(mask)
    }

    /// Only those lanes go on in which this is true as well. The skip is taken when there is none.
    fn go_on_where(&mut self, mask: Register, condition: Register) -> Option<usize> {
        let still = self.binary(Binary::And, [mask, condition])?;
        self.code.push(Instruction::Move {
            from: still,
            to: mask,
        });
        Some(self.skip_unless(mask))
    }

    /// The value of the last round of a loop, zero at the beginning.
    fn last_value(&mut self, shape: &Shape, wanted: bool) -> Option<Operand> {
        let shape = if wanted { shape } else { &Shape::Nothing };
        let result = self.changing(shape)?;
        let zero = self.zero(shape)?;
        self.write(&zero, &result, None)?;
        Some(result)
    }

    pub(super) fn while_loop(
        &mut self,
        condition: NodeId,
        body: NodeId,
        shape: &Shape,
        wanted: bool,
    ) -> Option<Operand> {
        let result = self.last_value(shape, wanted)?;
        let mask = self.rounds_mask()?.number()?;
        let outer = self.mask.replace(mask);
        let counter = self.counter();
        let back = self.here();
        self.code.push(Instruction::Spend);
        let truth = self.condition(condition)?;
        let end = self.go_on_where(mask, truth)?;
        let value = self.evaluate_as(body, shape, wanted)?;
        if wanted {
            self.write(&value, &result, Some(mask))?;
        }
        self.next(counter, None, back);
        self.land(end);
        self.mask = outer;
        Some(result)
    }

    fn next(&mut self, counter: Counter, rounds: Option<u32>, back: u32) {
        self.code.push(Instruction::Next {
            counter,
            rounds,
            back,
        });
    }

    /// A loop with a running variable; nobody needs its value if that is of no width.
    pub(super) fn iterate(&mut self, id: NodeId, want: &Shape) -> Option<Operand> {
        let NodeKind::Iterate {
            kind,
            domain,
            element,
            index,
            body,
        } = self.program.node(id).kind
        else {
            return None;
        };
        if kind == IterationKind::Repeat {
            return self.repeat(domain, [Some(element), index], body, want);
        }
        self.over_list(kind, domain, (element, index), body, want)
    }

    fn repeat(
        &mut self,
        domain: NodeId,
        variables: [Option<VariableId>; 2],
        body: NodeId,
        want: &Shape,
    ) -> Option<Operand> {
        let wanted = want.width() > 0;
        let rounds = self.value_as(domain, &Shape::Real)?;
        let rounds = self.steady(rounds)?.number()?;
        let result = self.last_value(want, wanted)?;
        let mask = self.rounds_mask()?.number()?;
        let outer = self.mask.replace(mask);
        let counter = self.counter();
        self.code.push(Instruction::Begin { counter });
        let back = self.here();
        self.code.push(Instruction::Spend);
        let number = self.round_number(counter)?;
        let goes_on = self.binary(Binary::LessOrEqual, [number.number()?, rounds])?;
        let end = self.go_on_where(mask, goes_on)?;
        for variable in variables.into_iter().flatten() {
            self.store(variable, number.clone())?;
        }
        let value = self.evaluate_as(body, want, wanted)?;
        if wanted {
            self.write(&value, &result, Some(mask))?;
        }
        self.next(counter, None, back);
        self.land(end);
        self.mask = outer;
        Some(result)
    }

    fn round_number(&mut self, counter: Counter) -> Option<Operand> {
        let to = self.register()?;
        self.code.push(Instruction::Round { counter, to });
        Some(Operand {
            shape: Shape::Real,
            registers: vec![to],
        })
    }

    fn over_list(
        &mut self,
        kind: IterationKind,
        domain: NodeId,
        (element, index): (VariableId, Option<VariableId>),
        body: NodeId,
        want: &Shape,
    ) -> Option<Operand> {
        let wanted = want.width() > 0;
        let kind = if wanted { kind } else { IterationKind::ForAll };
        let shared = self.array(domain);
        let list = match &shared {
            Some(_) => None,
            None => {
                let value = self.value(domain)?;
                Some(self.steady(value)?)
            }
        };
        let len = match (&shared, &list) {
            (Some((_, numbers)), _) => numbers.first().map_or(0, |first| first.len),
            (None, Some(list)) => u32::try_from(list.shape.parts().len()).ok()?,
            (None, None) => 0,
        };
        let start = match kind {
            _ if len == 0 => 0.0,
            IterationKind::Min => f64::INFINITY,
            IterationKind::Max => f64::NEG_INFINITY,
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Apply
            | IterationKind::Select
            | IterationKind::Sum
            | IterationKind::Product
            | IterationKind::Sort => 0.0,
        };
        let start = if kind == IterationKind::Product {
            let one = self.real(1.0)?;
            self.convert(one, want)?
        } else {
            let start = self.constant(start)?;
            Operand {
                shape: want.clone(),
                registers: vec![start; want.width()],
            }
        };
        let result = self.changing(want)?;
        self.write(&start, &result, None)?;
        if len == 0 {
            return Some(result);
        }

        let counter = self.counter();
        self.code.push(Instruction::Begin { counter });
        let back = self.here();
        self.code.push(Instruction::Spend);
        let item = match (shared, list) {
            (Some((shape, numbers)), _) => {
                let mut registers = Vec::with_capacity(numbers.len());
                for of in numbers {
                    let to = self.register()?;
                    self.code
                        .push(Instruction::ElementShared { of, counter, to });
                    registers.push(to);
                }
                Operand { shape, registers }
            }
            (None, list) => self.item(&list?, counter)?,
        };
        self.store(element, item)?;
        if let Some(index) = index {
            let number = self.round_number(counter)?;
            self.store(index, number)?;
        }
        self.round(kind, body, want, &result, counter)?;
        self.next(counter, Some(len), back);
        Some(result)
    }

    pub(super) fn real(&mut self, number: f64) -> Option<Operand> {
        Some(Operand {
            shape: Shape::Real,
            registers: vec![self.constant(number)?],
        })
    }

    /// The element of this round.
    fn item(&mut self, list: &Operand, counter: Counter) -> Option<Operand> {
        let shape = list.shape.parts().first()?.clone();
        if list.shape.parts().iter().any(|part| *part != shape) {
            return None;
        }
        let mut registers = Vec::with_capacity(shape.width());
        for of in columns(list, shape.width()) {
            let to = self.register()?;
            self.code.push(Instruction::Element { of, counter, to });
            registers.push(to);
        }
        Some(Operand { shape, registers })
    }

    /// Runs the body and makes its value part of the result.
    fn round(
        &mut self,
        kind: IterationKind,
        body: NodeId,
        want: &Shape,
        result: &Operand,
        counter: Counter,
    ) -> Option<()> {
        match kind {
            IterationKind::Repeat | IterationKind::ForAll => {
                let wanted = want.width() > 0;
                let value = self.evaluate_as(body, want, wanted)?;
                if wanted {
                    self.write(&value, result, None)?;
                }
            }
            IterationKind::Apply => {
                let shape = want.parts().first().cloned().unwrap_or(Shape::Nothing);
                let value = self.evaluate_as(body, &shape, true)?;
                for (to, &from) in columns(result, shape.width())
                    .into_iter()
                    .zip(&value.registers)
                {
                    self.code.push(Instruction::Put { from, to, counter });
                }
            }
            IterationKind::Sum => {
                self.fold(body, want, result, |a, b, to| {
                    to.leafwise(Binary::Add, a, b)
                })?;
            }
            IterationKind::Product => {
                self.fold(body, want, result, |a, b, to| to.product(a, b))?;
            }
            IterationKind::Min => {
                self.fold(body, want, result, |a, b, to| {
                    to.leafwise(Binary::Min, a, b)
                })?;
            }
            IterationKind::Max => {
                self.fold(body, want, result, |a, b, to| {
                    to.leafwise(Binary::Max, a, b)
                })?;
            }
            IterationKind::Select | IterationKind::Sort => return None,
        }
        Some(())
    }

    /// Runs the body and joins its value with the result so far.
    fn fold(
        &mut self,
        body: NodeId,
        want: &Shape,
        result: &Operand,
        join: impl FnOnce(&Operand, &Operand, &mut Self) -> Option<Operand>,
    ) -> Option<()> {
        let value = self.evaluate_as(body, want, true)?;
        let next = join(result, &value, self)?;
        let next = self.convert(next, want)?;
        self.write(&next, result, None)
    }
}
