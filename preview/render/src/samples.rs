//! Whether single precision is enough for a colorplot: some of its pixels as the GPU paints them,
//! compared with what the interpreter computes for them in f64.
//!
//! The pixels of a grid all over the region are compared first, and then those of a dense one about
//! pixels that differ: what differs alone is an edge that lies a little beside the exact one. A pixel
//! counts only where the exact colour is nearly the same a little beside it: elsewhere the place of the
//! pixel decides, and not the precision. What double precision paints as differently is no
//! matter of digits.

use std::sync::Arc;
use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{LANES, PixelEvaluator};
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::losses::{TermLoss, losses};
use cindyscript_player::region::Region;
use cindyscript_shader::{FrameUniforms, Precision};

use crate::compile::{PlotProgram, Recompilation, ShaderProgram};
use crate::cpu::{PixelKind, PlotEvaluator};
use crate::gpu::{Gpu, GpuError, PlotLayer};
use crate::policy::CPU_PIXEL;

/// So many pixels are compared in each direction.
const ACROSS: u32 = 24;
/// And so many about a pixel that differs.
const DENSE: u32 = 8;
/// About so many of them.
const MOST_DENSE: usize = 4;

/// At so many pixels that differ is looked for the terms that lose the digits.
const MOST_TRACED: usize = 4;

/// Colours that are less apart are the same, in parts of full intensity.
const TOLERANCE: f32 = 8.0 / 255.0;
/// The exact colour has to be the same so far from the middle of a pixel, in pixels: far less than is
/// seen, and far more than single precision is wrong by where it suffices.
const BESIDE: f64 = 1.0 / 32.0;
const BESIDES: [[f64; 2]; 4] = [
    [-BESIDE, -BESIDE],
    [BESIDE, -BESIDE],
    [-BESIDE, BESIDE],
    [BESIDE, BESIDE],
];

/// Single precision ends where more of the pixels differ.
const BEGINS: f64 = 1.0 / 64.0;
/// It is enough again where fewer do.
const ENDS: f64 = 1.0 / 128.0;
/// Where fewer than one in so many could be compared, nobody can tell.
const FEW: usize = 16;
/// About a pixel that differs, at least this part of the others does as well.
const TOGETHER: f64 = 1.0 / 8.0;
/// Double precision helps where less than this part of them still differ.
const HELPED: f64 = 1.0 / 2.0;

/// A colorplot of a frame, and its program in single precision.
pub(crate) struct Samples {
    pub(crate) gpu: Gpu,
    pub(crate) draw: PlotDraw,
    /// The exact colours.
    pub(crate) evaluator: PixelEvaluator,
    pub(crate) single: Arc<ShaderProgram>,
    pub(crate) double: InDouble,
    /// Whether single precision was not enough before.
    pub(crate) lacked: bool,
    /// Whether its numbers do not tell the pixels apart: nothing else is to be found out then but the
    /// terms that lose the digits.
    pub(crate) is_narrow: bool,
    /// How long the exact colours of a grid may take.
    pub(crate) time: Duration,
}

/// The same colorplot in double precision.
#[derive(Clone, Debug)]
pub(crate) enum InDouble {
    /// It is there.
    Made(Arc<ShaderProgram>),
    /// It would have to be made.
    Make(Box<Recompilation>),
    /// Nobody can make it.
    Never,
}

/// What samples of a colorplot say of single precision.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is enough, or nobody can tell.
    Suffices,
    /// Pixels come out wrong.
    Lacks {
        /// The part of them.
        share: f64,
        /// The terms that lose the digits.
        losses: Vec<TermLoss>,
    },
    /// Its numbers do not tell the pixels apart.
    Narrow {
        /// The terms that lose the digits.
        losses: Vec<TermLoss>,
    },
}

/// Pixels of a picture, in rows and columns, as far apart in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    start: [u32; 2],
    step: [u32; 2],
    size: [u32; 2],
}

/// Pixels that were compared.
#[derive(Debug, Default)]
struct Compared {
    count: usize,
    /// Those that differ, by their place in the grid.
    differ: Vec<usize>,
}

/// The exact colours.
struct Exact {
    evaluator: PlotEvaluator,
    until: Instant,
}

impl Samples {
    /// Compares.
    ///
    /// # Errors
    /// What the device says.
    pub(crate) fn run(self) -> Result<Verdict, GpuError> {
        if self.is_narrow {
            let grid = Grid::over(self.draw.region, ACROSS);
            let losses = self.losses(&grid, grid.order().into_iter());
            return Ok(Verdict::Narrow { losses });
        }
        let lanes = self.single.lanes();
        let call = &self.draw.call;
        let evaluator = PlotEvaluator::with_lanes(self.evaluator.clone(), call, lanes.as_ref());
        let mut exact = Exact::new(evaluator);
        let grid = Grid::over(self.draw.region, ACROSS);
        let single = self.compare(&self.single, &grid, &mut exact)?;
        let border = if self.lacked { ENDS } else { BEGINS };
        if single.share() <= border || single.count < grid.len() / FEW {
            return Ok(Verdict::Suffices);
        }
        let mut about = Compared::default();
        let step = (single.differ.len() / MOST_DENSE).max(1);
        for index in single.differ.iter().step_by(step).take(MOST_DENSE) {
            let dense = grid.about(*index, DENSE);
            let compared = self.compare(&self.single, &dense, &mut exact)?;
            about.count += compared.count;
            about.differ.extend(compared.differ);
        }
        if about.share() < TOGETHER {
            return Ok(Verdict::Suffices);
        }
        if let Some(double) = self.double()? {
            let double = self.compare(&double, &grid, &mut exact)?;
            if double.share() > HELPED * single.share() {
                return Ok(Verdict::Suffices);
            }
        }
        let differing = single.differ.iter().step_by(step).copied();
        Ok(Verdict::Lacks {
            share: single.share(),
            losses: self.losses(&grid, differing),
        })
    }

    /// The terms that lose digits at the first of these pixels.
    fn losses(&self, grid: &Grid, pixels: impl Iterator<Item = usize>) -> Vec<TermLoss> {
        let frame = &self.draw.frame;
        let places = pixels.take(MOST_TRACED);
        let places: Vec<_> = places
            .map(|index| grid.place(frame, index, [0.0; 2]))
            .collect();
        let mut evaluator = self.evaluator.clone();
        evaluator.allow(Some(CPU_PIXEL));
        losses(self.single.source(), &evaluator, frame, &places)
    }

    /// The program in double precision; none where there is none.
    fn double(&self) -> Result<Option<Arc<ShaderProgram>>, GpuError> {
        let double = match &self.double {
            InDouble::Made(double) => Arc::clone(double),
            InDouble::Make(request) => match request.as_ref().clone().run()?.program {
                PlotProgram::Shader(double) => double,
                PlotProgram::Interpreted { .. } | PlotProgram::Unmade => return Ok(None),
            },
            InDouble::Never => return Ok(None),
        };
        let is_double = matches!(double.precision(), Precision::Double | Precision::Native);
        Ok(is_double.then_some(double))
    }

    /// Compares the pixels of a grid as a program paints them.
    fn compare(
        &self,
        program: &ShaderProgram,
        grid: &Grid,
        exact: &mut Exact,
    ) -> Result<Compared, GpuError> {
        let frame = &self.draw.frame;
        let Some(uniforms) = program.uniforms(&self.draw.call) else {
            return Ok(Compared::default());
        };
        let layer = PlotLayer {
            plot: self.draw.call.plot,
            pipeline: program.first_pipeline(),
            frame: grid.frame(frame),
            centre: None,
            corner: [0.0; 2],
            uniforms,
            orbit: None,
            images: Vec::new(),
            region: Region::all(grid.size),
            mask: None,
        };
        let painted = self.gpu.colours(&layer, grid.size)?;
        exact.until = Instant::now() + self.time;
        let mut compared = Compared::default();
        for pixels in grid.order().chunks(LANES) {
            let places = pixels.iter();
            let places: Vec<_> = places
                .map(|index| grid.place(frame, *index, [0.0; 2]))
                .collect();
            let mut differ = Vec::new();
            for (index, colour) in pixels.iter().zip(exact.colours(&places)) {
                let painted = painted.get(*index).map(|colour| colour.map(in_parts));
                let (Some(painted), Some(colour)) = (painted, colour) else {
                    continue;
                };
                match is_alike(painted, colour) {
                    true => compared.count += 1,
                    false => differ.push((*index, colour)),
                }
            }
            let beside = differ
                .iter()
                .flat_map(|(index, _)| BESIDES.map(|by| grid.place(frame, *index, by)));
            let beside = exact.colours(&beside.collect::<Vec<_>>());
            for ((index, colour), beside) in differ.into_iter().zip(beside.chunks(BESIDES.len())) {
                let is_same =
                    |other: &Option<[f32; 4]>| other.is_some_and(|other| is_alike(other, colour));
                if beside.iter().all(is_same) {
                    compared.count += 1;
                    compared.differ.push(index);
                }
            }
        }
        compared.differ.sort_unstable();
        Ok(compared)
    }
}

impl Compared {
    /// The part of the pixels that differ.
    fn share(&self) -> f64 {
        self.differ.len() as f64 / self.count.max(1) as f64
    }
}

impl Exact {
    fn new(mut evaluator: PlotEvaluator) -> Exact {
        evaluator.allow(CPU_PIXEL);
        Exact {
            evaluator,
            until: Instant::now(),
        }
    }

    /// The colours at places in the world, in their order; none where there is none in time.
    fn colours(&mut self, places: &[[f64; 2]]) -> Vec<Option<[f32; 4]>> {
        let mut colours = Vec::with_capacity(places.len());
        for portion in places.chunks(LANES) {
            if self.left().is_zero() {
                break;
            }
            if let Some(all) = self.evaluator.colours(PixelKind::Colour, portion) {
                colours.extend(all.into_iter().map(Some));
                continue;
            }
            for place in portion {
                let colour = (!self.left().is_zero()).then(|| {
                    let colour = self.evaluator.colour(PixelKind::Colour, *place);
                    let failed = self.evaluator.take_errors().next().is_some();
                    (!failed).then_some(colour)
                });
                colours.push(colour.flatten());
            }
        }
        colours.resize(places.len(), None);
        colours
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

impl Grid {
    /// All over a region, so many pixels in each direction at most.
    fn over(region: Region, most: u32) -> Grid {
        let along = |start: u32, length: u32| {
            let size = length.min(most);
            let step = length / size.max(1);
            let span = size.saturating_sub(1) * step + 1;
            (start + length.saturating_sub(span) / 2, step, size)
        };
        let (x, step_x, width) = along(region.x, region.width);
        let (y, step_y, height) = along(region.y, region.height);
        Grid {
            start: [x, y],
            step: [step_x, step_y],
            size: [width, height],
        }
    }

    /// The pixels about one of these, as far as the next ones.
    fn about(&self, index: usize, most: u32) -> Grid {
        let [column, row] = self.column_and_row(index);
        let around = |axis: usize, place: u32| {
            let half = self.step[axis] / 2;
            let middle = self.start[axis] + place * self.step[axis];
            (middle.saturating_sub(half), self.step[axis].max(1))
        };
        let ((x, width), (y, height)) = (around(0, column), around(1, row));
        Grid::over(
            Region {
                x,
                y,
                width,
                height,
            },
            most,
        )
    }

    fn len(&self) -> usize {
        self.size.map(|side| side as usize).iter().product()
    }

    fn column_and_row(&self, index: usize) -> [u32; 2] {
        let width = self.size[0].max(1);
        [index as u32 % width, index as u32 / width]
    }

    /// All of them in an order in which the first are far apart.
    fn order(&self) -> Vec<usize> {
        /// A prime larger than any side: a step that meets all of them.
        const STEP: usize = 151;
        let len = self.len();
        (0..len).map(|index| index * STEP % len).collect()
    }

    /// What is so far from the middle of a pixel, in pixels, in the world.
    fn place(&self, frame: &FrameUniforms, index: usize, [x, y]: [f64; 2]) -> [f64; 2] {
        let place = self.column_and_row(index);
        let at = |axis: usize| {
            f64::from(self.start[axis]) + f64::from(place[axis] * self.step[axis]) + 0.5
        };
        let (x, y) = (at(0) + x, at(1) + y);
        [frame.world_x, frame.world_y].map(|[a, b, c]| a * x + b * y + c)
    }

    /// Where the pixels of a target lie that are these.
    fn frame(&self, frame: &FrameUniforms) -> FrameUniforms {
        let [step_x, step_y] = self.step.map(f64::from);
        // The middle of the first pixel is that of the first pixel.
        let x = f64::from(self.start[0]) + 0.5 * (1.0 - step_x);
        let y = f64::from(self.start[1]) + 0.5 * (1.0 - step_y);
        let row = |[a, b, c]: [f64; 3]| [a * step_x, b * step_y, a * x + b * y + c];
        FrameUniforms {
            world_x: row(frame.world_x),
            world_y: row(frame.world_y),
            ..*frame
        }
    }
}

/// A part of a colour, 0 to 1.
fn in_parts(byte: u8) -> f32 {
    f32::from(byte) / 255.0
}

fn is_alike(a: [f32; 4], b: [f32; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: FrameUniforms = FrameUniforms {
        world_x: [0.5, 0.0, -3.0],
        world_y: [0.0, -0.5, 7.0],
        resolution: [500.0; 2],
        seed: 0,
        view: [[0.0; 2]; 2],
    };

    fn region(x: u32, y: u32, width: u32, height: u32) -> Region {
        Region {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn the_pixels_of_a_grid_are_pixels_of_the_picture() {
        for region in [
            region(0, 0, 500, 300),
            region(17, 4, 25, 23),
            region(3, 5, 1, 1),
            region(0, 0, 7, 1000),
        ] {
            let grid = Grid::over(region, ACROSS);
            let own = grid.frame(&FRAME);
            let mut order = grid.order();
            for &index in &order {
                let pixel = grid.column_and_row(index);
                let at = [0, 1].map(|axis| grid.start[axis] + pixel[axis] * grid.step[axis]);
                assert!(region.contains(at.map(f64::from)), "{at:?} of {region:?}");
                let [x, y] = pixel.map(|place| f64::from(place) + 0.5);
                let painted = [own.world_x, own.world_y].map(|[a, b, c]| a * x + b * y + c);
                assert_eq!(painted, grid.place(&FRAME, index, [0.0; 2]));
            }
            order.sort_unstable();
            assert!(order.into_iter().eq(0..grid.len()));
        }
        assert_eq!(Grid::over(region(3, 4, 0, 9), ACROSS).len(), 0);
    }

    #[test]
    fn the_pixels_about_one_are_near_it() {
        let grid = Grid::over(region(0, 0, 500, 300), ACROSS);
        assert_eq!((grid.step, grid.size), ([20, 12], [24, 24]));
        let dense = grid.about(25, DENSE);
        let middle = [0, 1].map(|axis| grid.start[axis] + grid.step[axis]);
        assert_eq!((dense.step, dense.size), ([2, 1], [8, 8]));
        for index in 0..dense.len() {
            let place = dense.column_and_row(index);
            for axis in [0, 1] {
                let at = dense.start[axis] + place[axis] * dense.step[axis];
                assert!(at.abs_diff(middle[axis]) <= grid.step[axis] / 2);
            }
        }
    }
}
