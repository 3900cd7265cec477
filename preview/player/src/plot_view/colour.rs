//! How a value is drawn, as its type asks for.
//!
//! Complex numbers are drawn as phase portraits (Wegert, *Visual Complex Functions*): the hue is the
//! argument, and the shade goes round once from modulus to twice the modulus. Real numbers are orange
//! where positive and blue where negative, with the same shades, and a dark line of one width lies
//! where they are 0. Lists of two are a [field](super::field) of arrows. Whole numbers are classes, of
//! hues that are the golden section of a turn apart.

use std::f64::consts::{LN_2, TAU};

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{NodeId, VariableId};

use super::nearby::Neighbour;
use super::rewrite::Rewrite;

/// Where a pixel does not compute the value.
const NEUTRAL: [f64; 4] = [0.5, 0.5, 0.5, 1.0];
const POSITIVE: [f64; 3] = [1.0, 0.66, 0.28];
const NEGATIVE: [f64; 3] = [0.30, 0.62, 1.0];
const TRUE: [f64; 3] = [0.97, 0.96, 0.88];
const FALSE: [f64; 3] = [0.13, 0.16, 0.24];
const ZERO: [f64; 3] = [0.16, 0.16, 0.16];
/// Half of the width of the line of the zeros, in [steps](super::nearby::STEP).
const ZERO_LINE: f64 = 1.2;
/// The part of a turn that hues of classes are apart.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The drawings that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    Mask,
    Classes,
    Contours,
    Phase,
    Field,
    Rgb,
    Rgba,
}

impl Drawing {
    /// The drawing for values of a type.
    pub(super) fn of(ty: &Type) -> Option<Drawing> {
        if let Some(scalar) = ty.scalar() {
            return Some(match scalar {
                Scalar::Boolean => Drawing::Mask,
                Scalar::Nat | Scalar::Int => Drawing::Classes,
                Scalar::NonNeg | Scalar::Real => Drawing::Contours,
                Scalar::Complex => Drawing::Phase,
            });
        }
        match ty.sized_list()? {
            (len, element) if !element.fits(&Type::REAL) || len > 4 => None,
            (2, _) => Some(Drawing::Field),
            (3, _) => Some(Drawing::Rgb),
            (4, _) => Some(Drawing::Rgba),
            _ => None,
        }
    }

    /// The type of values that it takes: one in which the others can be embedded.
    pub(super) fn ty(self) -> Type {
        match self {
            Drawing::Mask => Type::BOOLEAN,
            Drawing::Classes => Type::INT,
            Drawing::Contours => Type::REAL,
            Drawing::Phase => Type::COMPLEX,
            Drawing::Field => Type::list(2, Type::REAL),
            Drawing::Rgb => Type::list(3, Type::REAL),
            Drawing::Rgba => Type::list(4, Type::REAL),
        }
    }

    /// Where else the value is wanted.
    pub(super) fn places(self) -> &'static [Neighbour] {
        match self {
            Drawing::Contours => &[Neighbour::Right, Neighbour::Up],
            Drawing::Field => &[Neighbour::Cell],
            Drawing::Mask | Drawing::Classes | Drawing::Phase | Drawing::Rgb | Drawing::Rgba => &[],
        }
    }

    /// The colour of a variable's value: red, green, blue, and alpha of a colour that has it. `nearby`
    /// are the values at [its places](Self::places).
    pub(super) fn colour(
        self,
        program: &mut Rewrite,
        value: VariableId,
        nearby: &[VariableId],
    ) -> Option<NodeId> {
        match self {
            Drawing::Mask => {
                let condition = program.load(value);
                let (then, otherwise) = (program.colour(&TRUE), program.colour(&FALSE));
                Some(program.choose(condition, then, otherwise))
            }
            Drawing::Classes => program.class(value),
            Drawing::Contours => program.contours(value, nearby),
            Drawing::Phase => program.phase(value),
            Drawing::Field => program.field(value, nearby),
            Drawing::Rgb | Drawing::Rgba => Some(program.load(value)),
        }
    }

    /// The colour of pixels that do not compute the value.
    pub(super) fn neutral(self, program: &mut Rewrite) -> NodeId {
        match self {
            Drawing::Rgba => program.colour(&NEUTRAL),
            _ => program.colour(&NEUTRAL[..3]),
        }
    }
}

impl Rewrite {
    /// Where a modulus lies between the power of two below it and the one above, from 0 to 1.
    pub(super) fn ring(&mut self, modulus: NodeId) -> Option<NodeId> {
        let log = self.apply(Intrinsic::Log, &[modulus])?;
        let (octave, one) = (self.real(LN_2), self.real(1.0));
        let octaves = self.apply(Intrinsic::Divide, &[log, octave])?;
        self.apply(Intrinsic::Mod, &[octaves, one])
    }

    /// `least + (1 - least) * part`
    pub(super) fn shade(&mut self, least: f64, part: NodeId) -> Option<NodeId> {
        let (least, rest) = (self.real(least), self.real(1.0 - least));
        let more = self.apply(Intrinsic::Multiply, &[rest, part])?;
        self.apply(Intrinsic::Add, &[least, more])
    }

    /// A hue, of which 1 is a whole turn, less glaring than the rainbow's.
    fn soft_hue(&mut self, turns: NodeId) -> Option<NodeId> {
        let hue = self.apply(Intrinsic::Hue, &[turns])?;
        let (saturation, white) = (self.real(0.8), self.colour(&[0.2; 3]));
        let hue = self.apply(Intrinsic::Multiply, &[saturation, hue])?;
        self.apply(Intrinsic::Add, &[white, hue])
    }

    fn phase(&mut self, value: VariableId) -> Option<NodeId> {
        let (angle, modulus) = (self.load(value), self.load(value));
        let angle = self.apply(Intrinsic::Arctan2, &[angle])?;
        let turn = self.real(TAU);
        let turns = self.apply(Intrinsic::Divide, &[angle, turn])?;
        let hue = self.soft_hue(turns)?;
        let modulus = self.apply(Intrinsic::Abs, &[modulus])?;
        let ring = self.ring(modulus)?;
        let shade = self.shade(0.62, ring)?;
        self.apply(Intrinsic::Multiply, &[shade, hue])
    }

    fn contours(&mut self, value: VariableId, nearby: &[VariableId]) -> Option<NodeId> {
        let size = self.calculate(Intrinsic::Abs, &[value.into()])?;
        let modulus = self.variable("size", Type::REAL);
        let keep = self.store(modulus, size);
        let ring = self.calculate(Intrinsic::Abs, &[modulus.into()])?;
        let ring = self.ring(ring)?;
        let shade = self.shade(0.7, ring)?;
        let positive = self.calculate(Intrinsic::GreaterOrEqual, &[value.into(), 0.0.into()])?;
        let (then, otherwise) = (self.colour(&POSITIVE), self.colour(&NEGATIVE));
        let colour = self.choose(positive, then, otherwise);
        let colour = self.apply(Intrinsic::Multiply, &[shade, colour])?;

        // How far away the zeros are, as if the value went on changing as it does here.
        let slopes: Option<Vec<_>> = nearby
            .iter()
            .map(|there| self.calculate(Intrinsic::Subtract, &[(*there).into(), value.into()]))
            .collect();
        let slope = self.list(&slopes?);
        let slope = self.apply(Intrinsic::Abs, &[slope])?;
        // No slope at all is not divided by.
        let slope = self.calculate(
            Intrinsic::Add,
            &[slope.into(), f64::from(f32::MIN_POSITIVE).into()],
        )?;
        let steps = self.calculate(Intrinsic::Divide, &[modulus.into(), slope.into()])?;
        let from_line = self.calculate(
            Intrinsic::Subtract,
            &[steps.into(), (ZERO_LINE - 0.5).into()],
        )?;
        let line = self.within(from_line)?;
        let colour = self.apply(Intrinsic::Multiply, &[line, colour])?;
        Some(self.sequence(vec![keep, colour]))
    }

    fn class(&mut self, value: VariableId) -> Option<NodeId> {
        let (class, golden) = (self.load(value), self.real(GOLDEN));
        let class = self.convert(class, &Type::REAL);
        let turns = self.apply(Intrinsic::Multiply, &[class, golden])?;
        let one = self.real(1.0);
        let turns = self.apply(Intrinsic::Mod, &[turns, one])?;
        let hue = self.soft_hue(turns)?;
        let shade = self.real(0.85);
        let hue = self.apply(Intrinsic::Multiply, &[shade, hue])?;
        let (number, zero) = (self.load(value), self.number(Type::INT, 0.0));
        let is_zero = self.apply(Intrinsic::Equal, &[number, zero])?;
        let black = self.colour(&ZERO);
        Some(self.choose(is_zero, black, hue))
    }
}
