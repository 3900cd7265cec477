//! A value at other places than the pixel: the program is run there as well, in a loop around it.
//!
//! Lengths are parts of the width of the view, so that what is drawn is as wide in every picture of
//! it, on the GPU and on the CPU.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::IterationKind;
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeId, NodeKind, VariableId};

use super::rewrite::Rewrite;

/// From a pixel to the places beside it: about a pixel.
pub(super) const STEP: f64 = 1.0 / 700.0;

/// The side of the squares that a picture is divided into.
pub(super) const CELL: f64 = 1.0 / 24.0;

/// A place beside a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// A step to the right.
    Right,
    /// A step up.
    Up,
    /// The middle of the square that the pixel is in.
    Cell,
}

/// Where a pixel is, and how wide the view: variables that have it on entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whereabouts {
    pub(super) pixel: [VariableId; 2],
    pub(super) view_width: VariableId,
}

impl Rewrite {
    /// Where the pixel is, in variables that nothing else changes.
    pub(super) fn whereabouts(&mut self) -> Whereabouts {
        let pixel = [Coordinate::X, Coordinate::Y].map(|coordinate| {
            let variable = self.variable("own", Type::REAL);
            self.program.pixel.push((variable, coordinate));
            variable
        });
        let known = self.program.view_width;
        let view_width = known.unwrap_or_else(|| self.variable("width", Type::REAL));
        self.program.view_width = Some(view_width);
        Whereabouts { pixel, view_width }
    }

    /// Runs the program at some places, and at the pixel in the end. `run` leaves what is wanted in
    /// the variable `value`. Returns the variables with its values at the places.
    pub(super) fn also_at(
        &mut self,
        places: &[Neighbour],
        run: NodeId,
        value: VariableId,
        items: &mut Vec<NodeId>,
    ) -> Option<Vec<VariableId>> {
        let coordinates = self.program.pixel.clone();
        let own = self.whereabouts();
        let round = self.variable("round", Type::INT);
        let (mut before, mut after, mut found) = (Vec::new(), Vec::new(), Vec::new());
        let at = own.pixel.map(|pixel| {
            let pixel = self.load(pixel);
            self.keep(&mut before, "there", pixel)
        });
        let ty = self.program.variable(value).ty.clone();
        for (index, place) in places.iter().enumerate() {
            let number = index as f64 + 1.0;
            let moves = place.moves(self, own, at)?;
            let is_there = self.is_round(round, number)?;
            before.push(self.do_where(is_there, moves));
            let there = self.variable("nearby", ty.clone());
            let known = self.load(value);
            let keep = self.store(there, known);
            let is_there = self.is_round(round, number)?;
            after.push(self.do_where(is_there, keep));
            found.push(there);
        }
        for (variable, coordinate) in coordinates {
            let [x, y] = at.map(|axis| self.load(axis));
            let moved = match coordinate {
                Coordinate::Vector => self.list(&[x, y]),
                Coordinate::Complex => {
                    let vector = self.list(&[x, y]);
                    self.apply(Intrinsic::Complex, &[vector])?
                }
                Coordinate::X => x,
                Coordinate::Y => y,
            };
            before.push(self.store(variable, moved));
        }
        before.push(run);
        before.extend(after);
        let body = self.sequence(before);
        let domain = self.number(Type::INT, places.len() as f64 + 1.0);
        let kind = NodeKind::Iterate {
            kind: IterationKind::Repeat,
            domain,
            element: round,
            index: None,
            body,
        };
        items.push(self.push(Type::Unset, kind));
        Some(found)
    }

    /// What changes a number by another.
    fn shifted(&mut self, number: VariableId, operator: Intrinsic, by: NodeId) -> Option<NodeId> {
        let shifted = self.calculate(operator, &[number.into(), by.into()])?;
        Some(self.store(number, shifted))
    }

    fn is_round(&mut self, round: VariableId, number: f64) -> Option<NodeId> {
        let (round, number) = (self.load(round), self.number(Type::INT, number));
        self.apply(Intrinsic::Equal, &[round, number])
    }

    /// A length, given as a part of the width of the view.
    pub(super) fn length(&mut self, own: Whereabouts, part: f64) -> Option<NodeId> {
        self.calculate(Intrinsic::Multiply, &[own.view_width.into(), part.into()])
    }

    /// From the middle of the square that a pixel is in to the pixel, along an axis.
    pub(super) fn off_middle(&mut self, own: Whereabouts, axis: usize) -> Option<NodeId> {
        let side = self.length(own, CELL)?;
        let pixel = own.pixel.get(axis).copied()?;
        let within = self.calculate(Intrinsic::Mod, &[pixel.into(), side.into()])?;
        let half = self.length(own, CELL / 2.0)?;
        self.calculate(Intrinsic::Subtract, &[within.into(), half.into()])
    }
}

impl Neighbour {
    /// What goes there from the pixel.
    fn moves(self, program: &mut Rewrite, own: Whereabouts, at: [VariableId; 2]) -> Option<NodeId> {
        let [x, y] = at;
        match self {
            Neighbour::Right => {
                let step = program.length(own, STEP)?;
                program.shifted(x, Intrinsic::Add, step)
            }
            Neighbour::Up => {
                let step = program.length(own, STEP)?;
                program.shifted(y, Intrinsic::Add, step)
            }
            Neighbour::Cell => {
                let (right, up) = (program.off_middle(own, 0)?, program.off_middle(own, 1)?);
                let items = vec![
                    program.shifted(x, Intrinsic::Subtract, right)?,
                    program.shifted(y, Intrinsic::Subtract, up)?,
                ];
                Some(program.sequence(items))
            }
        }
    }
}
