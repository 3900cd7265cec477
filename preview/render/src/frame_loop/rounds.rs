//! How many rounds the loops of a pixel take at most, as far as some pixels tell.

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::module::rounds;
use cindyscript_player::observations::Observed;

use super::FrameLoop;
use crate::policy::{CPU_PIXEL, ROUNDS_SEARCH};

/// So many pixels are looked at in each direction.
const ACROSS: u32 = 24;

impl FrameLoop {
    /// The most rounds that the loops of a pixel take in the colorplots of the frame, of pixels all
    /// over it. None where nobody can tell.
    pub fn most_rounds(&self) -> Option<u32> {
        let began = Instant::now();
        let plots = self.frame.plots();
        let plots = plots.take_while(|_| began.elapsed() < ROUNDS_SEARCH);
        plots
            .filter_map(|draw| self.most_rounds_of(draw, began))
            .max()
    }

    fn most_rounds_of(&self, draw: &PlotDraw, began: Instant) -> Option<u32> {
        let session = self.session.as_ref()?;
        let types = Observed::new(&draw.call).types;
        let program = rounds(session.source(), draw.call.plot, &types)?.into();
        let mut evaluator = session.evaluator(&draw.call).lanes(&program, &draw.call)?;
        evaluator.allow(Some(CPU_PIXEL));
        let (frame, region) = (draw.frame, draw.region);
        let along = |index: u32, start: u32, length: u32| {
            f64::from(start) + f64::from(length) * (f64::from(index) + 0.5) / f64::from(ACROSS)
        };
        let row = |row: u32| {
            let y = along(row, region.y, region.height);
            let places = (0..ACROSS).map(|column| {
                let x = along(column, region.x, region.width);
                [frame.world_x, frame.world_y].map(|[a, b, c]| a * x + b * y + c)
            });
            places.collect::<Vec<_>>()
        };
        let mut most = None;
        // Rows all over it, so that those come first that are far apart.
        for index in (0..ACROSS).map(|index| index * 7 % ACROSS) {
            if began.elapsed() > ROUNDS_SEARCH {
                break;
            }
            let counts = evaluator.texels(&row(index)).unwrap_or_default();
            let counts = counts.iter().map(|[count, ..]| *count as u32);
            most = most.max(counts.max());
        }
        most
    }
}
