//! Evaluating pixels of a colorplot: many at a time where it has a typed program, otherwise each by the
//! interpreter.

use std::sync::Arc;
use std::time::Duration;

use cindyscript_interpreter::{
    ErrorSeverity, LaneEvaluator, LaneProgram, PixelEvaluator, PlotCall, RuntimeError,
};

use crate::compile::PlotProgram;

/// What the numbers of a pixel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelKind {
    /// A colour to be seen: components between 0 and 1.
    Colour,
    /// What an image keeps: any numbers.
    Texel,
}

/// What evaluates pixels of a colorplot for the values of one call.
#[derive(Clone)]
pub struct PlotEvaluator {
    pub(super) pixels: PixelEvaluator,
    /// The same, many at a time.
    pub(super) lanes: Option<LaneEvaluator>,
}

impl PlotEvaluator {
    /// With a program for many pixels at a time, if there is one that takes the call's values.
    pub fn new(
        pixels: PixelEvaluator,
        call: &PlotCall,
        program: Option<&PlotProgram>,
    ) -> PlotEvaluator {
        let lanes = program.and_then(|program| program.lanes(call));
        PlotEvaluator::with_lanes(pixels, call, lanes)
    }

    /// The same with that program, if there is one.
    pub(crate) fn with_lanes(
        pixels: PixelEvaluator,
        call: &PlotCall,
        lanes: Option<&Arc<LaneProgram>>,
    ) -> PlotEvaluator {
        PlotEvaluator {
            lanes: lanes.and_then(|program| pixels.lanes(program, call)),
            pixels,
        }
    }

    /// Sets the seed of random numbers: that of the frame.
    pub(crate) fn set_seed(&mut self, seed: u32) {
        self.pixels.set_seed(seed);
        if let Some(lanes) = &mut self.lanes {
            lanes.set_seed(seed);
        }
    }

    /// How long a pixel may take, or many at a time.
    pub(crate) fn allow(&mut self, time: Duration) {
        self.pixels.allow(Some(time));
        if let Some(lanes) = &mut self.lanes {
            lanes.allow(Some(time));
        }
    }

    /// What ended the evaluation of pixels since the last call.
    pub(crate) fn take_errors(&mut self) -> impl Iterator<Item = RuntimeError> {
        let errors = self.pixels.take_errors().into_iter();
        errors.filter(|error| error.severity == ErrorSeverity::Error)
    }

    /// At a place in the world.
    pub(crate) fn colour(&mut self, kind: PixelKind, place: [f64; 2]) -> [f32; 4] {
        match kind {
            PixelKind::Colour => self.pixels.colour(place),
            PixelKind::Texel => self.pixels.texel(place),
        }
    }

    /// At places in the world, in their order; none if one of them takes long.
    pub(crate) fn colours(
        &mut self,
        kind: PixelKind,
        places: &[[f64; 2]],
    ) -> Option<Vec<[f32; 4]>> {
        let lanes = self.lanes.as_mut()?;
        match kind {
            PixelKind::Colour => lanes.colours(places),
            PixelKind::Texel => lanes.texels(places),
        }
    }
}
