//! The program that shows where single and double precision disagree: the colorplot's twice, once in
//! each, and what draws how far their colours are apart.
//!
//! The colours are those of [rounds](super::rounds). Equal steps of colour are equal factors of the
//! difference.

use std::ops::RangeInclusive;

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_pixel::{
    NodeEffect, NodeId, NodeKind, PixelFunction, PixelFunctionId, PixelNode, PixelProgram,
    Variable, VariableId,
};
use cindyscript_shader::Promoted;

use super::NotShown;
use super::rewrite::Rewrite;

/// The scale, in steps of a byte: one 255th of the brightest. What is less has the first colour.
pub const SCALE: RangeInclusive<f64> = 0.01..=255.0;

/// Where a difference in steps of a byte lies on the scale, from 0 to 1.
pub fn part(steps: f64) -> f64 {
    let (least, most) = SCALE.into_inner();
    ((steps / least).ln() / (most / least).ln()).clamp(0.0, 1.0)
}

/// The program, and what of it is to be computed in double precision: the first of both, as far as a
/// program in double precision does.
pub(super) fn show(program: &PixelProgram) -> Result<(PixelProgram, Promoted), NotShown> {
    let is_random = |node: &PixelNode| node.kind.effect() == NodeEffect::Random;
    if program.nodes.iter().any(is_random) {
        return Err(NotShown::Random);
    }
    // What stands behind it is not promoted.
    let promoted = Promoted::needed(program);
    let term = program.node(program.body).term;
    let double = program.body;
    let (program, single) = twice(program);
    let mut rewrite = Rewrite { program, term };
    rewrite.program.body = rewrite.compared(double, single).ok_or(NotShown::NoValue)?;
    rewrite.program.colour = ColourConversion::Rgb;
    Ok((rewrite.program, promoted))
}

/// The program with all that it has once more behind it, and the body of that.
fn twice(program: &PixelProgram) -> (PixelProgram, NodeId) {
    let [nodes, variables, functions] = [
        program.nodes.len(),
        program.variables.len(),
        program.functions.len(),
    ]
    .map(|count| count as u32);
    let node = |id: NodeId| NodeId(id.0 + nodes);
    let variable = |id: VariableId| VariableId(id.0 + variables);
    let function = |id: PixelFunctionId| PixelFunctionId(id.0 + functions);
    let mut both = program.clone();
    let pixel = program.pixel.iter();
    both.pixel
        .extend(pixel.map(|(id, coordinate)| (variable(*id), *coordinate)));
    both.variables
        .extend(program.variables.iter().map(|own| Variable {
            owner: own.owner.map(function),
            ..own.clone()
        }));
    both.functions
        .extend(program.functions.iter().map(|own| PixelFunction {
            parameters: own.parameters.iter().copied().map(variable).collect(),
            body: node(own.body),
            ..own.clone()
        }));
    both.nodes.extend(program.nodes.iter().map(|own| {
        let mut own = own.clone();
        own.kind.map_operands(node);
        own.kind.map_variables(variable);
        own.kind.map_function(function);
        own
    }));
    (both, node(program.body))
}

impl Rewrite {
    /// The colour for how far two values are apart that the program paints as colours.
    fn compared(&mut self, a: NodeId, b: NodeId) -> Option<NodeId> {
        let count = match self.program.colour {
            ColourConversion::Grey => 1,
            ColourConversion::Rgb => 3,
            ColourConversion::Rgba => 4,
        };
        let ty = match count {
            1 => Type::REAL,
            count => Type::list(count, Type::REAL),
        };
        let values = [a, b].map(|value| {
            let variable = self.variable("colour", ty.clone());
            (variable, self.store(variable, value))
        });
        let [(a, store_a), (b, store_b)] = values;
        let most = self.variable("most", Type::REAL);
        let zero = self.real(0.0);
        let mut items = vec![store_a, store_b, self.store(most, zero)];
        for part in 1..=count {
            let [a, b] = [a, b].map(|value| self.painted(value, part, count));
            let apart = self.apply(Intrinsic::Subtract, &[a?, b?])?;
            let apart = self.apply(Intrinsic::Abs, &[apart])?;
            let known = self.variable("apart", Type::REAL);
            items.push(self.store(known, apart));
            let (apart, before) = (self.load(known), self.load(most));
            let is_more = self.apply(Intrinsic::Greater, &[apart, before])?;
            let apart = self.load(known);
            let keep = self.store(most, apart);
            items.push(self.do_where(is_more, keep));
        }
        let (least, _) = SCALE.into_inner();
        let (apart, none) = (self.load(most), self.real(least / 255.0));
        let is_seen = self.apply(Intrinsic::Greater, &[apart, none])?;
        let (place, nothing) = (self.part_of(most)?, self.real(0.0));
        let place = self.choose(is_seen, place, nothing);
        items.push(self.on_scale(place)?);
        Some(self.sequence(items))
    }

    /// A part of a colour as it is painted, from 0 to 1; 0 where it is no number.
    fn painted(&mut self, colour: VariableId, part: u32, count: u32) -> Option<NodeId> {
        let own = self.variable("part", Type::REAL);
        let mut value = self.load(colour);
        if count > 1 {
            let (base, index) = (value, self.number(Type::INT, part.into()));
            value = self.push(Type::REAL, NodeKind::Index { base, index });
        }
        let keep = self.store(own, value);
        let (value, one) = (self.load(own), self.real(1.0));
        let is_large = self.apply(Intrinsic::GreaterOrEqual, &[value, one])?;
        let (value, zero) = (self.load(own), self.real(0.0));
        let is_positive = self.apply(Intrinsic::Greater, &[value, zero])?;
        let (value, zero) = (self.load(own), self.real(0.0));
        let small = self.choose(is_positive, value, zero);
        let one = self.real(1.0);
        let painted = self.choose(is_large, one, small);
        Some(self.sequence(vec![keep, painted]))
    }

    /// As [`part`], for what is on the scale.
    fn part_of(&mut self, apart: VariableId) -> Option<NodeId> {
        let (least, most) = SCALE.into_inner();
        let (apart, none) = (self.load(apart), self.real(255.0 / least));
        let ratio = self.apply(Intrinsic::Multiply, &[apart, none])?;
        // So that its logarithm is known to be real.
        let ratio = self.apply(Intrinsic::Abs, &[ratio])?;
        let log = self.apply(Intrinsic::Log, &[ratio])?;
        let all = self.real((most / least).ln());
        self.apply(Intrinsic::Divide, &[log, all])
    }
}
