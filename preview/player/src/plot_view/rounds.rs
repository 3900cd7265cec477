//! The program that shows where loops run longest: the colorplot's, which counts each round of each
//! loop, and draws the count in the end.
//!
//! The colours go from black over violet, red and orange to a light yellow, and are the lighter the more
//! rounds there are. Where the most are many, equal steps of colour are equal factors of 1 + rounds.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, VariableId};

use super::rewrite::Rewrite;

/// From no rounds to the most.
pub const COLOURS: [[f64; 3]; 5] = [
    [0.02, 0.02, 0.06],
    [0.34, 0.08, 0.42],
    [0.74, 0.21, 0.33],
    [0.97, 0.55, 0.04],
    [0.99, 0.98, 0.68],
];

/// With no more than these, steps of colour are numbers of rounds.
const FEW: u32 = 16;

/// Where a number of rounds lies on the scale that ends with the most, from 0 to 1.
pub fn part(rounds: f64, most: u32) -> f64 {
    match most {
        ..=FEW => rounds / f64::from(most.max(1)),
        _ => rounds.ln_1p() / f64::from(most).ln_1p(),
    }
}

/// The bodies of all loops.
fn bodies(program: &PixelProgram) -> impl Iterator<Item = NodeId> {
    program.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::While { body, .. } | NodeKind::Iterate { body, .. } => Some(body),
        _ => None,
    })
}

/// Whether there are rounds to be counted.
pub(crate) fn has_loops(program: &PixelProgram) -> bool {
    bodies(program).next().is_some()
}

/// The program that draws how many rounds the loops of a pixel take together.
pub(super) fn show(program: &PixelProgram, most: u32) -> Option<PixelProgram> {
    with_count(program, |rewrite, count| {
        let part = rewrite.part(count, most)?;
        rewrite.on_scale(part)
    })
}

/// The program whose red, green and blue are that number.
pub(crate) fn count(program: &PixelProgram) -> Option<PixelProgram> {
    with_count(program, |rewrite, count| {
        let parts = [0; 3].map(|_| {
            let count = rewrite.load(count);
            rewrite.convert(count, &Type::REAL)
        });
        Some(rewrite.list(&parts))
    })
}

/// The program that counts rounds, and paints what is made of their number.
fn with_count(
    program: &PixelProgram,
    paint: impl FnOnce(&mut Rewrite, VariableId) -> Option<NodeId>,
) -> Option<PixelProgram> {
    let bodies: Vec<NodeId> = bodies(program).collect();
    let mut rewrite = Rewrite::new(program, program.node(program.body).term);
    let count = rewrite.variable("rounds", Type::INT);
    let mut counted = Some(());
    rewrite.copy(program, |rewrite, old, new| {
        if !bodies.contains(&old) {
            return new;
        }
        let (before, one) = (rewrite.load(count), rewrite.number(Type::INT, 1.0));
        match rewrite.apply(Intrinsic::Add, &[before, one]) {
            Some(next) => {
                let step = rewrite.store(count, next);
                rewrite.sequence(vec![step, new])
            }
            None => {
                counted = None;
                new
            }
        }
    });
    counted?;
    let body = rewrite.program.body;
    let zero = rewrite.number(Type::INT, 0.0);
    let begin = rewrite.store(count, zero);
    let colour = paint(&mut rewrite, count)?;
    rewrite.program.body = rewrite.sequence(vec![begin, body, colour]);
    rewrite.program.colour = ColourConversion::Rgb;
    Some(rewrite.program)
}

impl Rewrite {
    /// As [`part`].
    fn part(&mut self, count: VariableId, most: u32) -> Option<NodeId> {
        let count = self.load(count);
        let count = self.convert(count, &Type::REAL);
        if most <= FEW {
            let most = self.real(most.max(1).into());
            return self.apply(Intrinsic::Divide, &[count, most]);
        }
        let one = self.real(1.0);
        let sum = self.apply(Intrinsic::Add, &[one, count])?;
        // So that its logarithm is known to be real.
        let sum = self.apply(Intrinsic::Abs, &[sum])?;
        let log = self.apply(Intrinsic::Log, &[sum])?;
        let all = self.real(f64::from(most).ln_1p());
        self.apply(Intrinsic::Divide, &[log, all])
    }

    /// The colour of a place on the scale.
    pub(super) fn on_scale(&mut self, part: NodeId) -> Option<NodeId> {
        let place = self.variable("place", Type::REAL);
        let steps = self.real((COLOURS.len() - 1) as f64);
        let part = self.apply(Intrinsic::Multiply, &[part, steps])?;
        let keep = self.store(place, part);
        let mut colour = self.colour(COLOURS.last()?);
        for (index, pair) in COLOURS.windows(2).enumerate().rev() {
            let [from, to] = pair else { continue };
            let (at, start) = (self.load(place), self.real(index as f64));
            let along = self.apply(Intrinsic::Subtract, &[at, start])?;
            let way = [0, 1, 2].map(|axis: usize| to[axis] - from[axis]);
            let (from, way) = (self.colour(from), self.colour(&way));
            let way = self.apply(Intrinsic::Multiply, &[along, way])?;
            let within = self.apply(Intrinsic::Add, &[from, way])?;
            let (at, end) = (self.load(place), self.real(index as f64 + 1.0));
            let is_beyond = self.apply(Intrinsic::GreaterOrEqual, &[at, end])?;
            colour = self.choose(is_beyond, colour, within);
        }
        Some(self.sequence(vec![keep, colour]))
    }
}
