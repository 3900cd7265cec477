//! Builtins: those that programs spend their time in become instructions of their own, all others
//! are evaluated lane by lane, as scripts on the CPU have them.

use std::f64::consts::PI;

use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_pixel::{self as pixel, ImageFrame, Setting};
use num_complex::Complex64;

use super::code::{Binary, Builtin, Frame, Instruction, Register, Sample, Unary};
use super::compile::Compiler;
use super::operand::Operand;
use super::shape::Shape;
use crate::builtins::{BUILTINS, number};
use crate::value::number::quotient;

/// Powers with at most this exponent are written out as products.
const MAX_WRITTEN_EXPONENT: u32 = 16;

impl Compiler<'_> {
    /// A builtin's value, of any shape that can be converted to the wanted one.
    pub(super) fn builtin(
        &mut self,
        id: BuiltinId,
        arguments: &[Operand],
        want: &Shape,
    ) -> Option<Operand> {
        let written = match (id.intrinsic(), arguments) {
            (Some(intrinsic), [a]) => self.unary_builtin(intrinsic, a, want)?,
            (Some(intrinsic), [a, b]) => self.binary_builtin(intrinsic, a, b, want)?,
            _ => None,
        };
        match written {
            Some(value) => Some(value),
            None => self.by_lane(id, arguments, want),
        }
    }

    /// `None` inside where there is no such instruction.
    #[allow(clippy::option_option)]
    fn unary_builtin(
        &mut self,
        intrinsic: Intrinsic,
        a: &Operand,
        want: &Shape,
    ) -> Option<Option<Operand>> {
        use Shape::{Boolean, Complex, Real};
        let scalar = |shape: &Shape, register: Register| Operand {
            shape: shape.clone(),
            registers: vec![register],
        };
        let value = match (intrinsic, &a.shape) {
            (Intrinsic::Plus, _) => a.clone(),
            (Intrinsic::Negate, Real | Complex | Shape::List(_)) => self.each(Unary::Negate, a)?,
            (Intrinsic::Not, Boolean) => self.each(Unary::Not, a)?,
            (Intrinsic::Abs, Real) => self.each(Unary::Abs, a)?,
            (Intrinsic::Abs, Complex) => {
                let (of, to) = (a.complex()?, self.register()?);
                self.code.push(Instruction::Modulus { of, to });
                scalar(&Real, to)
            }
            (Intrinsic::Abs, Shape::List(_)) if !a.registers.is_empty() => {
                let square = self.sum_of_squares(a)?;
                scalar(&Real, self.unary(Unary::Sqrt, square)?)
            }
            (Intrinsic::Floor, Real | Complex) => self.each(Unary::Floor, a)?,
            (Intrinsic::Ceil, Real | Complex) => self.each(Unary::Ceil, a)?,
            (Intrinsic::Round, Real | Complex) => self.each(Unary::Round, a)?,
            (Intrinsic::Sqrt, Real) if *want == Real => self.each(Unary::Sqrt, a)?,
            (Intrinsic::Re, Real) => a.clone(),
            (Intrinsic::Re, Complex) => scalar(&Real, a.complex()?[0]),
            (Intrinsic::Im, Complex) => scalar(&Real, a.complex()?[1]),
            (Intrinsic::Conjugate, Complex) => {
                let [re, im] = a.complex()?;
                let im = self.unary(Unary::Negate, im)?;
                Operand {
                    shape: Complex,
                    registers: vec![re, im],
                }
            }
            (Intrinsic::Complex, Complex | Shape::List(_)) if a.registers.len() == 2 => Operand {
                shape: Complex,
                registers: a.registers.clone(),
            },
            (Intrinsic::Gauss, Complex) => Operand {
                shape: Shape::List(vec![Real; 2]),
                registers: a.registers.clone(),
            },
            (Intrinsic::Degree, Real | Complex) => {
                let degree = self.real(PI / 180.0)?;
                self.product(a, &degree)?
            }
            (Intrinsic::Red | Intrinsic::Green | Intrinsic::Blue | Intrinsic::Gray, Real) => {
                let (part, zero) = (self.unary(Unary::Clamp, a.number()?)?, self.constant(0.0)?);
                let registers = match intrinsic {
                    Intrinsic::Red => vec![part, zero, zero],
                    Intrinsic::Green => vec![zero, part, zero],
                    Intrinsic::Blue => vec![zero, zero, part],
                    _ => vec![part; 3],
                };
                Operand {
                    shape: Shape::List(vec![Real; 3]),
                    registers,
                }
            }
            (_, Shape::List(_)) => return self.list_builtin(intrinsic, a, want),
            _ => return self.function(intrinsic, a, want),
        };
        Some(Some(value))
    }

    /// A builtin of a list that is made of its parts; `None` inside for others.
    #[allow(clippy::option_option)]
    fn list_builtin(
        &mut self,
        intrinsic: Intrinsic,
        a: &Operand,
        want: &Shape,
    ) -> Option<Option<Operand>> {
        let value = match (intrinsic, &a.shape) {
            (Intrinsic::Sum, Shape::List(_)) => match a.parts().split_first() {
                Some((first, rest)) => {
                    let mut sum = first.clone();
                    for part in rest {
                        sum = self.leafwise(Binary::Add, &sum, part)?;
                    }
                    sum
                }
                None => self.zero(want)?,
            },
            (Intrinsic::Reverse, Shape::List(_)) => {
                Operand::list(a.parts().into_iter().rev().collect())
            }
            (Intrinsic::Transpose, Shape::List(rows)) if a.shape.depth() == 2 => {
                let (rows, width) = (a.parts(), rows.first().map_or(0, |row| row.parts().len()));
                let column = |place: usize| {
                    let entries = rows.iter().map(|row| row.part(place));
                    Some(Operand::list(entries.collect::<Option<_>>()?))
                };
                Operand::list((0..width).map(column).collect::<Option<_>>()?)
            }
            _ => return Some(None),
        };
        Some(Some(value))
    }

    /// A function of a number, evaluated lane by lane; `None` inside for others.
    #[allow(clippy::option_option)]
    fn function(
        &mut self,
        intrinsic: Intrinsic,
        a: &Operand,
        want: &Shape,
    ) -> Option<Option<Operand>> {
        use Shape::{Complex, Real};
        let value = match &a.shape {
            Real if *want == Real
                && let Some(function) = real_function(intrinsic) =>
            {
                let (of, to) = (a.number()?, self.register()?);
                self.code.push(Instruction::Real {
                    function,
                    of,
                    to,
                    mask: self.mask,
                });
                Operand {
                    shape: Real,
                    registers: vec![to],
                }
            }
            Real | Complex if let Some(function) = number::scalar_function(intrinsic) => {
                let z = self.convert(a.clone(), &Complex)?;
                let of = z.complex()?;
                let [to, imaginary] = [self.register()?, self.register()?];
                self.code.push(Instruction::Complex {
                    function,
                    of,
                    to,
                    mask: self.mask,
                });
                Operand {
                    shape: Complex,
                    registers: vec![to, imaginary],
                }
            }
            _ => return Some(None),
        };
        Some(Some(value))
    }

    #[allow(clippy::option_option)]
    fn binary_builtin(
        &mut self,
        intrinsic: Intrinsic,
        a: &Operand,
        b: &Operand,
        want: &Shape,
    ) -> Option<Option<Operand>> {
        use Shape::{Boolean, Complex, Real};
        let numbers = matches!((&a.shape, &b.shape), (Real, Real));
        let complex = matches!((&a.shape, &b.shape), (Real | Complex, Real | Complex));
        let truths = matches!((&a.shape, &b.shape), (Boolean, Boolean));
        let value = match intrinsic {
            Intrinsic::Add if a.shape == b.shape => self.leafwise(Binary::Add, a, b)?,
            Intrinsic::Subtract if a.shape == b.shape => self.leafwise(Binary::Subtract, a, b)?,
            Intrinsic::Multiply => match self.times(a, b)? {
                Some(product) => product,
                None => return Some(None),
            },
            Intrinsic::Divide if b.shape == Real => {
                let (mut registers, divisor) = (Vec::new(), b.number()?);
                for &of in &a.registers {
                    registers.push(self.binary(Binary::Divide, [of, divisor])?);
                }
                Operand {
                    shape: a.shape.clone(),
                    registers,
                }
            }
            Intrinsic::Divide if complex => self.pair(quotient, a, b)?,
            Intrinsic::Less if numbers => self.compare(Binary::Less, a, b)?,
            Intrinsic::Greater if numbers => self.compare(Binary::Less, b, a)?,
            Intrinsic::LessOrEqual if numbers => self.compare(Binary::LessOrEqual, a, b)?,
            Intrinsic::GreaterOrEqual if numbers => self.compare(Binary::LessOrEqual, b, a)?,
            Intrinsic::Equal | Intrinsic::Unequal
                if a.shape == b.shape && !a.registers.is_empty() =>
            {
                let mut equal = self.constant(1.0)?;
                for (&a, &b) in a.registers.iter().zip(&b.registers) {
                    let same = self.binary(Binary::Equal, [a, b])?;
                    equal = self.binary(Binary::And, [equal, same])?;
                }
                if intrinsic == Intrinsic::Unequal {
                    equal = self.unary(Unary::Not, equal)?;
                }
                Operand {
                    shape: Boolean,
                    registers: vec![equal],
                }
            }
            Intrinsic::And if truths => self.compare(Binary::And, a, b)?,
            Intrinsic::Or if truths => self.compare(Binary::Or, a, b)?,
            Intrinsic::Xor if truths => self.compare(Binary::Unequal, a, b)?,
            Intrinsic::Distance if a.shape == b.shape && !a.registers.is_empty() => {
                let difference = self.leafwise(Binary::Subtract, a, b)?;
                let square = self.sum_of_squares(&difference)?;
                Operand {
                    shape: Real,
                    registers: vec![self.unary(Unary::Sqrt, square)?],
                }
            }
            Intrinsic::Power if complex => {
                let power = match want {
                    Real => self.pair(number::power_at_pixels, a, b)?,
                    _ => self.pair(number::power, a, b)?,
                };
                self.convert(power, want)?
            }
            Intrinsic::Arctan2 if complex => {
                let angle = self.pair(number::arctan2, a, b)?;
                self.convert(angle, want)?
            }
            Intrinsic::Concatenate => {
                let mut parts = a.parts();
                parts.extend(b.parts());
                Operand::list(parts)
            }
            Intrinsic::Max if numbers || truths => self.leafwise(Binary::Max, a, b)?,
            Intrinsic::Min if numbers || truths => self.leafwise(Binary::Min, a, b)?,
            _ => return Some(None),
        };
        Some(Some(value))
    }

    fn each(&mut self, operation: Unary, of: &Operand) -> Option<Operand> {
        let mut registers = Vec::with_capacity(of.registers.len());
        for &of in &of.registers {
            registers.push(self.unary(operation, of)?);
        }
        Some(Operand {
            shape: of.shape.clone(),
            registers,
        })
    }

    /// Number by number: both sides are of one shape.
    pub(super) fn leafwise(
        &mut self,
        operation: Binary,
        a: &Operand,
        b: &Operand,
    ) -> Option<Operand> {
        let mut registers = Vec::with_capacity(a.registers.len());
        for (&a, &b) in a.registers.iter().zip(&b.registers) {
            registers.push(self.binary(operation, [a, b])?);
        }
        Some(Operand {
            shape: a.shape.clone(),
            registers,
        })
    }

    fn compare(&mut self, operation: Binary, a: &Operand, b: &Operand) -> Option<Operand> {
        Some(Operand {
            shape: Shape::Boolean,
            registers: vec![self.binary(operation, [a.number()?, b.number()?])?],
        })
    }

    fn pair(
        &mut self,
        function: fn(Complex64, Complex64) -> Complex64,
        a: &Operand,
        b: &Operand,
    ) -> Option<Operand> {
        let a = self.convert(a.clone(), &Shape::Complex)?.complex()?;
        let b = self.convert(b.clone(), &Shape::Complex)?.complex()?;
        self.complex_pair(function, [a, b])
    }

    fn sum_of_squares(&mut self, of: &Operand) -> Option<Register> {
        let mut sum = None;
        for &part in &of.registers {
            let square = self.binary(Binary::Multiply, [part, part])?;
            sum = Some(match sum {
                Some(sum) => self.binary(Binary::Add, [sum, square])?,
                None => square,
            });
        }
        sum
    }

    /// A product of numbers, or of a number and a list.
    pub(super) fn product(&mut self, a: &Operand, b: &Operand) -> Option<Operand> {
        self.times(a, b)?
    }

    /// Products by the shapes of their sides, as the interpreter has them; `None` inside for those
    /// that it has and this has not.
    #[allow(clippy::option_option)]
    fn times(&mut self, a: &Operand, b: &Operand) -> Option<Option<Operand>> {
        use Shape::{Complex, Real};
        Some(Some(match (a.shape.depth(), b.shape.depth()) {
            (0, 0) => match (&a.shape, &b.shape) {
                (Real, Real) => self.leafwise(Binary::Multiply, a, b)?,
                (Complex, Complex) => {
                    let of = [a.complex()?, b.complex()?];
                    let [to, imaginary] = [self.register()?, self.register()?];
                    self.code.push(Instruction::Multiply { of, to });
                    Operand {
                        shape: Complex,
                        registers: vec![to, imaginary],
                    }
                }
                (Real, Complex) => self.scaled(b, a.number()?)?,
                (Complex, Real) => self.scaled(a, b.number()?)?,
                _ => return Some(None),
            },
            (0, _) => self.product_by_parts(b, |compiler, part| compiler.times(a, part))?,
            (_, 0) => self.product_by_parts(a, |compiler, part| compiler.times(part, b))?,
            (1, _) if a.shape.parts().len() == b.shape.parts().len() => {
                let mut sum: Option<Operand> = None;
                for (factor, row) in a.parts().iter().zip(b.parts()) {
                    let product = match self.times(factor, &row)? {
                        Some(product) => product,
                        None => return Some(None),
                    };
                    sum = Some(match sum {
                        Some(sum) if sum.shape == product.shape => {
                            self.leafwise(Binary::Add, &sum, &product)?
                        }
                        Some(_) => return Some(None),
                        None => product,
                    });
                }
                match sum {
                    Some(sum) => sum,
                    None => return Some(None),
                }
            }
            (2, 1 | 2) => self.product_by_parts(a, |compiler, row| compiler.times(row, b))?,
            _ => return Some(None),
        }))
    }

    #[allow(clippy::option_option)]
    fn product_by_parts(
        &mut self,
        list: &Operand,
        mut product: impl FnMut(&mut Self, &Operand) -> Option<Option<Operand>>,
    ) -> Option<Operand> {
        let mut parts = Vec::new();
        for part in list.parts() {
            // What has no product as a part has none as a whole.
            parts.push(product(self, &part)??);
        }
        Some(Operand::list(parts))
    }

    fn scaled(&mut self, of: &Operand, factor: Register) -> Option<Operand> {
        let mut registers = Vec::with_capacity(of.registers.len());
        for &of in &of.registers {
            registers.push(self.binary(Binary::Multiply, [of, factor])?);
        }
        Some(Operand {
            shape: of.shape.clone(),
            registers,
        })
    }

    /// A power with an exponent from the text.
    pub(super) fn power(&mut self, base: &Operand, exponent: i32) -> Option<Operand> {
        if exponent <= 0 || exponent.unsigned_abs() > MAX_WRITTEN_EXPONENT {
            let exponent = self.real(f64::from(exponent))?;
            return match base.shape {
                Shape::Real => self.pair(number::power_at_pixels, base, &exponent),
                _ => self.pair(number::power, base, &exponent),
            };
        }
        let mut square = base.clone();
        let mut power: Option<Operand> = None;
        let mut rest = exponent.unsigned_abs();
        loop {
            if rest & 1 == 1 {
                power = Some(match power {
                    Some(power) => self.product(&power, &square)?,
                    None => square.clone(),
                });
            }
            rest >>= 1;
            if rest == 0 {
                return power;
            }
            square = self.product(&square, &square)?;
        }
    }

    fn by_lane(&mut self, id: BuiltinId, arguments: &[Operand], want: &Shape) -> Option<Operand> {
        if let (Some(intrinsic @ (Intrinsic::Random | Intrinsic::RandomNormal)), []) =
            (id.intrinsic(), arguments)
        {
            let to = self.register()?;
            let normal = intrinsic == Intrinsic::RandomNormal;
            self.code.push(Instruction::Random { normal, to });
            return Some(Operand {
                shape: Shape::Real,
                registers: vec![to],
            });
        }
        let row = BUILTINS.row(id)?;
        let mut registers = Vec::with_capacity(want.width());
        for _ in 0..want.width() {
            registers.push(self.register()?);
        }
        let Some(&to) = registers.first() else {
            return self.zero(want);
        };
        let arguments = arguments
            .iter()
            .map(|argument| (argument.shape.clone(), argument.registers.clone()));
        self.code.push(Instruction::Builtin(Box::new(Builtin {
            row,
            arguments: arguments.collect(),
            result: want.clone(),
            to,
            mask: self.mask,
        })));
        Some(Operand {
            shape: want.clone(),
            registers,
        })
    }

    /// The colour of an image at a place: red, green, blue, alpha.
    pub(super) fn sample(&mut self, sample: &pixel::Sample) -> Option<Operand> {
        let mut operands = Vec::new();
        sample.for_each_operand(|operand| operands.push(operand));
        let mut values = self.values(&operands)?.into_iter();
        let frame = match sample.frame {
            ImageFrame::View => Frame::View,
            ImageFrame::Corners(_) => {
                let [left, right] = [values.next()?, values.next()?];
                Frame::Corners([self.place(&left)?, self.place(&right)?])
            }
            ImageFrame::Unit => Frame::Unit,
        };
        let (image, place) = (values.next()?.number()?, values.next()?);
        let place = self.place(&place)?;
        let mut setting = |setting| match setting {
            Setting::Known(truth) => self.constant(f64::from(u8::from(truth))),
            Setting::Computed(_) => {
                let value = values.next()?;
                self.convert(value, &Shape::Boolean)?.number()
            }
        };
        let (interpolate, repeat) = (setting(sample.interpolate)?, setting(sample.repeat)?);
        let mut registers = Vec::with_capacity(4);
        for _ in 0..4 {
            registers.push(self.register()?);
        }
        let &to = registers.first()?;
        self.code.push(Instruction::Sample(Box::new(Sample {
            frame,
            image,
            place,
            interpolate,
            repeat,
            to,
            mask: self.mask,
        })));
        // Without alpha where that is not wanted.
        Some(Operand {
            shape: Shape::List(vec![Shape::Real; 4]),
            registers,
        })
    }

    /// The coordinates of a complex number, or of a list of two or of three that are homogeneous.
    fn place(&mut self, value: &Operand) -> Option<[Register; 2]> {
        match *value.registers {
            [x, y] => Some([x, y]),
            [x, y, z] => Some([
                self.binary(Binary::Divide, [x, z])?,
                self.binary(Binary::Divide, [y, z])?,
            ]),
            _ => None,
        }
    }
}

/// The functions from real numbers to real numbers.
fn real_function(intrinsic: Intrinsic) -> Option<fn(f64) -> f64> {
    Some(match intrinsic {
        Intrinsic::Exp => f64::exp,
        Intrinsic::Sin => f64::sin,
        Intrinsic::Cos => f64::cos,
        Intrinsic::Tan => f64::tan,
        Intrinsic::Arctan => f64::atan,
        _ => return None,
    })
}
