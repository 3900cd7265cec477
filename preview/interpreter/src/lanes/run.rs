//! Running instructions: each on all lanes before the next.

use std::sync::Arc;

use num_complex::Complex64;

use super::code::{Binary, Builtin, Frame, Instruction, Register, Sample, Shared, Unary};
use crate::builtins::image;
use crate::context::Context;
use crate::display::picture::Pixels;
use crate::random::Random;
use crate::value::number::quotient_of_reals;
use crate::value::number::round_half_up;
use crate::work::Deadline;

/// Pixels that are evaluated at once.
pub const LANES: usize = 64;
/// Rounds of loops that a pixel may take: as many as one that is evaluated alone.
const ROUNDS: u64 = 1_000_000;
/// Rounds between two looks at the clock.
const ROUNDS_BETWEEN_LOOKS: u64 = 256;

/// A number of each lane.
pub(super) type Column = [f64; LANES];

/// The registers and tables that instructions work on.
#[derive(Clone)]
pub(super) struct Machine {
    pub(super) columns: Vec<Column>,
    pub(super) counters: Vec<u32>,
    /// The numbers that all lanes share.
    pub(super) shared: Arc<[f64]>,
    /// The images, by number.
    pub(super) images: Arc<[Option<Arc<Pixels>>]>,
    /// The lower corners of the view.
    pub(super) corners: [[f64; 2]; 2],
    /// The random numbers of each lane, if the program takes some.
    pub(super) randoms: Vec<Random>,
    pub(super) context: Context,
}

/// There are loops that take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Machine {
    pub(super) fn run(&mut self, code: &[Instruction]) -> Result<(), TooLong> {
        let mut spent = 0;
        let mut at = 0;
        while let Some(instruction) = code.get(at) {
            at += 1;
            match instruction {
                Instruction::SkipUnless { mask, label } => {
                    if self.column(*mask).iter().all(|truth| *truth == 0.0) {
                        at = *label as usize;
                    }
                }
                Instruction::Begin { counter } => self.counters[*counter as usize] = 0,
                Instruction::Next {
                    counter,
                    rounds,
                    back,
                } => {
                    let counter = &mut self.counters[*counter as usize];
                    *counter = counter.saturating_add(1);
                    if rounds.is_none_or(|rounds| *counter < rounds) {
                        at = *back as usize;
                    }
                }
                Instruction::Spend => {
                    spent += 1;
                    let deadline = self.context.deadline.as_ref();
                    let late = || deadline.is_some_and(Deadline::has_passed);
                    if spent > ROUNDS || spent % ROUNDS_BETWEEN_LOOKS == 0 && late() {
                        return Err(TooLong);
                    }
                }
                instruction => self.compute(instruction),
            }
        }
        Ok(())
    }

    pub(super) fn column(&self, register: Register) -> &Column {
        &self.columns[register as usize]
    }

    /// The target, which is behind all operands, and these.
    fn split(&mut self, to: Register) -> (&[Column], &mut [Column]) {
        let (operands, target) = self.columns.split_at_mut(to as usize);
        (operands, target)
    }

    fn compute(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Unary { operation, of, to } => {
                let (operands, target) = self.split(to);
                unary(operation, &operands[of as usize], &mut target[0]);
            }
            Instruction::Binary {
                operation,
                of: [a, b],
                to,
            } => {
                let (operands, target) = self.split(to);
                let (a, b) = (&operands[a as usize], &operands[b as usize]);
                binary(operation, a, b, &mut target[0]);
            }
            Instruction::Select {
                condition,
                of: [a, b],
                to,
            } => {
                let (operands, target) = self.split(to);
                let condition = &operands[condition as usize];
                let (a, b) = (&operands[a as usize], &operands[b as usize]);
                for (lane, to) in target[0].iter_mut().enumerate() {
                    *to = if condition[lane] == 0.0 {
                        b[lane]
                    } else {
                        a[lane]
                    };
                }
            }
            Instruction::Multiply { of: [a, b], to } => {
                let (operands, target) = self.split(to);
                let [a, b] = [a, b].map(|z| z.map(|part| &operands[part as usize]));
                if let [re, im, ..] = target {
                    for lane in 0..LANES {
                        re[lane] = a[0][lane] * b[0][lane] - a[1][lane] * b[1][lane];
                        im[lane] = a[0][lane] * b[1][lane] + a[1][lane] * b[0][lane];
                    }
                }
            }
            Instruction::Modulus { of: [re, im], to } => {
                let (operands, target) = self.split(to);
                modulus(
                    &operands[re as usize],
                    &operands[im as usize],
                    &mut target[0],
                );
            }
            Instruction::Real {
                function,
                of,
                to,
                mask,
            } => {
                let (operands, target) = self.split(to);
                let of = &operands[of as usize];
                let to = &mut target[0];
                each(operands, mask, |lane| to[lane] = function(of[lane]));
            }
            Instruction::Complex {
                function,
                of: [re, im],
                to,
                mask,
            } => {
                let (operands, target) = self.split(to);
                let (re, im) = (&operands[re as usize], &operands[im as usize]);
                each(operands, mask, |lane| {
                    let value = function(Complex64::new(re[lane], im[lane]));
                    (target[0][lane], target[1][lane]) = (value.re, value.im);
                });
            }
            Instruction::ComplexPair {
                function,
                of,
                to,
                mask,
            } => {
                let (operands, target) = self.split(to);
                let [a, b] = of.map(|z| z.map(|part| &operands[part as usize]));
                each(operands, mask, |lane| {
                    let [a, b] = [a, b].map(|[re, im]| Complex64::new(re[lane], im[lane]));
                    let value = function(a, b);
                    (target[0][lane], target[1][lane]) = (value.re, value.im);
                });
            }
            Instruction::Builtin(ref builtin) => self.builtin(builtin),
            Instruction::Sample(ref sample) => self.sample(sample),
            _ => self.transfer(instruction),
        }
    }

    /// Fills registers with what is there already: other registers, shared numbers, counters,
    /// random numbers. The instructions of loops are the caller's.
    fn transfer(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Move { from, to } => {
                let from = from as usize;
                self.columns.copy_within(from..=from, to as usize);
            }
            Instruction::Blend { from, to, mask } => {
                let mask = *self.column(mask);
                let from = *self.column(from);
                let to = &mut self.columns[to as usize];
                for lane in 0..LANES {
                    to[lane] = if mask[lane] == 0.0 {
                        to[lane]
                    } else {
                        from[lane]
                    };
                }
            }
            Instruction::Pick { ref of, index, to } => {
                let (operands, target) = self.split(to);
                let index = &operands[index as usize];
                for (lane, to) in target[0].iter_mut().enumerate() {
                    *to = operands[of[place(index[lane], of.len())] as usize][lane];
                }
            }
            Instruction::PickShared { of, index, to } => {
                let Shared { start, stride, len } = of;
                let shared = Arc::clone(&self.shared);
                let (operands, target) = self.split(to);
                let index = &operands[index as usize];
                for (lane, to) in target[0].iter_mut().enumerate() {
                    let place = start as usize + stride as usize * place(index[lane], len as usize);
                    *to = shared.get(place).copied().unwrap_or_default();
                }
            }
            Instruction::Element {
                ref of,
                counter,
                to,
            } => {
                let from =
                    of[(self.counters[counter as usize] as usize).min(of.len() - 1)] as usize;
                self.columns.copy_within(from..=from, to as usize);
            }
            Instruction::ElementShared { of, counter, to } => {
                let place = of.start + of.stride * self.counters[counter as usize];
                let number = self.shared.get(place as usize).copied();
                self.columns[to as usize] = [number.unwrap_or_default(); LANES];
            }
            Instruction::Put {
                from,
                ref to,
                counter,
            } => {
                let from = from as usize;
                let to = to[(self.counters[counter as usize] as usize).min(to.len() - 1)];
                self.columns.copy_within(from..=from, to as usize);
            }
            Instruction::Round { counter, to } => {
                let number = f64::from(self.counters[counter as usize]) + 1.0;
                self.columns[to as usize] = [number; LANES];
            }
            Instruction::Random { normal, to } => {
                let column = &mut self.columns[to as usize];
                for (number, random) in column.iter_mut().zip(&mut self.randoms) {
                    *number = if normal {
                        random.normal()
                    } else {
                        random.uniform()
                    };
                }
            }
            _ => {}
        }
    }

    fn builtin(&mut self, builtin: &Builtin) {
        let (operands, target) = self.columns.split_at_mut(builtin.to as usize);
        let mut numbers = Vec::new();
        each(operands, builtin.mask, |lane| {
            let arguments: Vec<_> = builtin
                .arguments
                .iter()
                .map(|(shape, registers)| {
                    let numbers = registers.iter();
                    shape.value(&mut numbers.map(|register| operands[*register as usize][lane]))
                })
                .collect();
            let value = (builtin.row.function)(&mut self.context, &arguments);
            numbers.clear();
            // No image comes of a builtin.
            builtin.result.flatten(&value, &mut numbers, &mut |_| 0.0);
            for (column, number) in target.iter_mut().zip(&numbers) {
                column[lane] = *number;
            }
        });
    }

    fn sample(&mut self, sample: &Sample) {
        let (operands, target) = self.columns.split_at_mut(sample.to as usize);
        each(operands, sample.mask, |lane| {
            let at = |register: Register| operands[register as usize][lane];
            let pixels = self.images.get(at(sample.image) as usize);
            let colour = pixels.and_then(Option::as_ref).and_then(|pixels| {
                let [x, y] = sample.place.map(at);
                let (corners, place) = match sample.frame {
                    Frame::View => (self.corners, [x, y]),
                    Frame::Corners(corners) => (corners.map(|corner| corner.map(at)), [x, y]),
                    Frame::Unit => {
                        let [width, height] = pixels.size().map(f64::from);
                        ([[0.0, 0.0], [1.0, 0.0]], [x, y * height / width])
                    }
                };
                let modes = [sample.interpolate, sample.repeat].map(|mode| at(mode) != 0.0);
                image::colour_at(pixels, corners, place, modes)
            });
            for (column, part) in target.iter_mut().zip(colour.unwrap_or_default()) {
                column[lane] = part;
            }
        });
    }
}

/// Every lane in which a mask is true.
fn each(operands: &[Column], mask: Option<Register>, mut work: impl FnMut(usize)) {
    match mask.and_then(|mask| operands.get(mask as usize)) {
        None => (0..LANES).for_each(work),
        Some(mask) => {
            for (lane, truth) in mask.iter().enumerate() {
                if *truth != 0.0 {
                    work(lane);
                }
            }
        }
    }
}

/// The place in a list for an index from 1, or from -1 at the end; where there is none, the nearest.
fn place(index: f64, len: usize) -> usize {
    let index = index.round();
    let place = if index < 0.0 {
        index + len as f64
    } else {
        index - 1.0
    };
    // `as` saturates at 0, and takes NaN for it.
    (place as usize).min(len.saturating_sub(1))
}

fn unary(operation: Unary, of: &Column, to: &mut Column) {
    let mut each = |function: fn(f64) -> f64| {
        for lane in 0..LANES {
            to[lane] = function(of[lane]);
        }
    };
    match operation {
        Unary::Abs => each(f64::abs),
        Unary::Negate => {
            for lane in 0..LANES {
                to[lane] = -of[lane];
            }
        }
        Unary::Not => {
            for lane in 0..LANES {
                to[lane] = 1.0 - of[lane];
            }
        }
        Unary::Sqrt => {
            for lane in 0..LANES {
                // NaN stays.
                let square = if of[lane] < 0.0 { 0.0 } else { of[lane] };
                to[lane] = square.sqrt();
            }
        }
        Unary::Floor => each(f64::floor),
        Unary::Ceil => each(f64::ceil),
        Unary::Round => each(round_half_up),
        Unary::Nearest => each(f64::round),
        Unary::Clamp => each(|part| part.clamp(0.0, 1.0)),
    }
}

fn binary(operation: Binary, a: &Column, b: &Column, to: &mut Column) {
    macro_rules! each {
        (|$a:ident, $b:ident| $value:expr) => {
            for lane in 0..LANES {
                let ($a, $b) = (a[lane], b[lane]);
                to[lane] = $value;
            }
        };
    }
    let truth = |truth: bool| if truth { 1.0 } else { 0.0 };
    match operation {
        Binary::Add => each!(|a, b| a + b),
        Binary::Subtract => each!(|a, b| a - b),
        Binary::Multiply => each!(|a, b| a * b),
        Binary::Divide => each!(|a, b| quotient_of_reals(a, b)),
        Binary::Less => each!(|a, b| truth(a < b)),
        Binary::LessOrEqual => each!(|a, b| truth(a <= b)),
        Binary::Equal => each!(|a, b| truth(a == b)),
        Binary::Unequal => each!(|a, b| truth(a != b)),
        Binary::And => each!(|a, b| a * b),
        Binary::AndNot => each!(|a, b| a * (1.0 - b)),
        Binary::Or => each!(|a, b| if a > b { a } else { b }),
        // As in CindyJS, the first of two numbers is the larger one if either is NaN.
        Binary::Min => each!(|a, b| if a < b { a } else { b }),
        Binary::Max => each!(|a, b| if b > a { b } else { a }),
    }
}

/// Without what is lost where squares are too large or too small.
fn modulus(re: &Column, im: &Column, to: &mut Column) {
    const SAFE: std::ops::Range<f64> = 1e-290..1e300;
    let mut all_safe = true;
    for lane in 0..LANES {
        let square = re[lane] * re[lane] + im[lane] * im[lane];
        all_safe &= SAFE.contains(&square);
        to[lane] = square.sqrt();
    }
    if !all_safe {
        for lane in 0..LANES {
            to[lane] = re[lane].hypot(im[lane]);
        }
    }
}
