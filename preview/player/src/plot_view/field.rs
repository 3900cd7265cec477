//! How lists of two numbers are drawn: as a field of arrows, each with the direction that the field
//! has in the middle of its square. Behind them is a shade that goes round once from a length to twice
//! that length, as contours do.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{NodeId, NodeKind, VariableId};

use super::nearby::{CELL, Whereabouts};
use super::rewrite::Rewrite;

const GROUND: [f64; 3] = [0.80, 0.88, 0.84];
const ARROW: [f64; 3] = [0.10, 0.16, 0.26];

// The arrow, in sides of a square.
/// Half of its length.
const REACH: f64 = 0.42;
/// Where the head begins, from the middle.
const HEAD: f64 = 0.10;
/// Half of the width of the shaft.
const SHAFT: f64 = 0.035;
/// How much the head is wider, along its length.
const WIDENS: f64 = 0.6;
/// Over which its edges fade: about a pixel.
const EDGE: f64 = 0.04;

impl Rewrite {
    /// The colour of a field at a pixel; `nearby` has its value in the middle of the square.
    pub(super) fn field(&mut self, value: VariableId, nearby: &[VariableId]) -> Option<NodeId> {
        let middle = nearby.first().copied()?;
        let mut items = Vec::new();
        let own = self.whereabouts();
        // A length of 0 has no logarithm.
        let length = self.calculate(Intrinsic::Abs, &[value.into()])?;
        let least = self.real(f32::MIN_POSITIVE.into());
        let length = self.extreme(&mut items, Intrinsic::Greater, [length, least])?;
        let length = self.apply(Intrinsic::Abs, &[length])?;
        let ring = self.ring(length)?;
        let shade = self.shade(0.72, ring)?;
        let ground = self.colour(&GROUND);
        let ground = self.apply(Intrinsic::Multiply, &[shade, ground])?;
        let arrow = self.arrow(own, middle, &mut items)?;
        let arrow = self.keep(&mut items, "arrow", arrow);
        let over = self.colour(&ARROW);
        let over = self.calculate(Intrinsic::Multiply, &[arrow.into(), over.into()])?;
        let rest = self.calculate(Intrinsic::Subtract, &[1.0.into(), arrow.into()])?;
        let under = self.apply(Intrinsic::Multiply, &[rest, ground])?;
        items.push(self.apply(Intrinsic::Add, &[over, under])?);
        Some(self.sequence(items))
    }

    /// How much of a pixel the arrow of its square covers, from 0 to 1.
    fn arrow(
        &mut self,
        own: Whereabouts,
        middle: VariableId,
        items: &mut Vec<NodeId>,
    ) -> Option<NodeId> {
        let length = self.calculate(Intrinsic::Abs, &[middle.into()])?;
        let length = self.keep(items, "length", length);
        let mut direction = Vec::new();
        let mut place = Vec::new();
        for axis in 0..2 {
            let (base, index) = (self.load(middle), self.number(Type::INT, axis as f64 + 1.0));
            let part = self.push(Type::REAL, NodeKind::Index { base, index });
            let part = self.calculate(Intrinsic::Divide, &[part.into(), length.into()])?;
            direction.push(self.keep(items, "direction", part));
            let from = self.off_middle(own, axis)?;
            let side = self.length(own, CELL)?;
            let from = self.apply(Intrinsic::Divide, &[from, side])?;
            place.push(self.keep(items, "place", from));
        }
        let ([dx, dy], [x, y]) = (direction[..].try_into().ok()?, place[..].try_into().ok()?);
        let product = |program: &mut Rewrite, a: VariableId, b: VariableId| {
            program.calculate(Intrinsic::Multiply, &[a.into(), b.into()])
        };
        let [a, b] = [product(self, x, dx)?, product(self, y, dy)?];
        let along = self.apply(Intrinsic::Add, &[a, b])?;
        let along = self.keep(items, "along", along);
        let [a, b] = [product(self, x, dy)?, product(self, y, dx)?];
        let beside = self.apply(Intrinsic::Subtract, &[a, b])?;
        let beside = self.apply(Intrinsic::Abs, &[beside])?;
        let beside = self.keep(items, "beside", beside);

        // How far the pixel is outside of the shaft, and of the head; less than 0 within.
        let ahead = self.calculate(Intrinsic::Subtract, &[along.into(), HEAD.into()])?;
        let behind = self.calculate(Intrinsic::Subtract, &[(-REACH).into(), along.into()])?;
        let ends = self.extreme(items, Intrinsic::Greater, [ahead, behind])?;
        let sides = self.calculate(Intrinsic::Subtract, &[beside.into(), SHAFT.into()])?;
        let shaft = self.extreme(items, Intrinsic::Greater, [ends, sides])?;
        let behind = self.calculate(Intrinsic::Subtract, &[HEAD.into(), along.into()])?;
        let left = self.calculate(Intrinsic::Subtract, &[REACH.into(), along.into()])?;
        let width = self.calculate(Intrinsic::Multiply, &[left.into(), WIDENS.into()])?;
        let sides = self.calculate(Intrinsic::Subtract, &[beside.into(), width.into()])?;
        let head = self.extreme(items, Intrinsic::Greater, [behind, sides])?;
        let outside = self.extreme(items, Intrinsic::Less, [shaft, head])?;
        let faded = self.calculate(Intrinsic::Divide, &[outside.into(), EDGE.into()])?;
        let covered = self.calculate(Intrinsic::Subtract, &[0.5.into(), faded.into()])?;
        let covered = self.within(covered)?;
        // Where there is no direction there is no arrow.
        let is_some = self.calculate(Intrinsic::Greater, &[length.into(), 0.0.into()])?;
        let nothing = self.real(0.0);
        Some(self.choose(is_some, covered, nothing))
    }
}
