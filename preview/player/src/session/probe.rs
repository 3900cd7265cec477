//! What colorplots compute at one place.

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::{Severity, Value, colour};

use super::Session;
use crate::diagnostic::Trouble;
use crate::frame::FrameDescription;

/// What a colorplot computes at a pixel: by the interpreter, in numbers of 64 bits, whatever has
/// painted it.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The colorplot.
    pub plot: PlotId,
    /// The middle of the pixel, in world coordinates.
    pub place: [f64; 2],
    /// What its body is there.
    pub value: Value,
    /// The colour of that: red, green, blue, alpha, 0 to 1; red, green and blue are taken as
    /// multiplied with alpha.
    pub colour: [f32; 4],
    /// What ended the evaluation.
    pub trouble: Option<Trouble>,
}

impl Session {
    /// What the colorplots of a frame compute at the pixel under a place, in CSS pixels: those that
    /// paint there, from back to front.
    pub fn probe(&self, frame: &FrameDescription, at: [f64; 2]) -> Vec<Probe> {
        let pixel = at.map(|place| (place * self.canvas.scale).floor());
        let probes = frame.plots().filter_map(|draw| {
            let region = draw.region;
            let sides = [(region.x, region.width), (region.y, region.height)];
            let is_inside = pixel.iter().zip(sides).all(|(place, (start, length))| {
                let start = f64::from(start);
                (start..start + f64::from(length)).contains(place)
            });
            if !is_inside {
                return None;
            }
            let [x, y] = pixel.map(|place| place + 0.5);
            let rows = [draw.frame.world_x, draw.frame.world_y];
            let place = rows.map(|[a, b, c]| a * x + b * y + c);
            let mut evaluator = self.evaluator(&draw.call);
            let value = evaluator.value(place);
            let mut errors = evaluator.take_errors().into_iter();
            let error = errors.find(|error| error.severity == Severity::Error);
            Some(Probe {
                plot: draw.call.plot,
                place,
                colour: colour(&value),
                value,
                trouble: error.map(|error| self.trouble(error)),
            })
        });
        probes.collect()
    }
}
