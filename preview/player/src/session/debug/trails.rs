//! The places of variables at a recorded pixel, as they are drawn over the picture.

use cindyscript_interpreter::{Recording, TrailPlace, VariableTrail};

use super::Session;
use crate::frame::PlotDraw;

/// The places that are drawn of one variable, at most: those nearest to the current step.
const MOST_PLACES: usize = 300;
/// The variables that are drawn, at most.
const MOST_TRAILS: usize = 8;

/// The places of variables around the current step of a recorded pixel, in CSS pixels of the canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PixelTrails {
    /// The middle of the pixel.
    pub pixel: [f64; 2],
    /// The variables, in the order in which they get places first.
    pub trails: Vec<PixelTrail>,
    /// The variable with places in space that has got one last.
    pub space: Option<PixelTrail<3>>,
}

/// The places of a variable: in the plane in CSS pixels, or in space as the script has them.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelTrail<const N: usize = 2> {
    /// The name of the variable.
    pub name: String,
    /// A number that the variable has at each step of the run, from 0.
    pub number: usize,
    /// The places in the order of their steps; infinite ones and NaN among them. Each part is of one call of
    /// the function that the variable is local to.
    pub parts: Vec<Vec<[f64; N]>>,
    /// The number of places up to the current step.
    pub passed: usize,
    /// True if the variable is at the last of them now.
    pub is_there: bool,
}

impl<const N: usize> PixelTrail<N> {
    /// The place of the variable now.
    #[must_use]
    pub fn here(&self) -> Option<[f64; N]> {
        let last = self.passed.checked_sub(1).filter(|_| self.is_there)?;
        self.parts.iter().flatten().nth(last).copied()
    }
}

/// The trails of a recording of a pixel, and the picture that they are drawn over.
#[derive(Debug)]
pub(super) struct DrawnTrails {
    /// The rows of the map from device pixels of the picture into the world.
    rows: [[f64; 3]; 2],
    /// The place of the pixel in the world.
    place: [f64; 2],
    /// The trails of the whole run, from the first time on that they are drawn.
    trails: Option<RunTrails>,
}

/// The trails of a run in the plane and in space.
type RunTrails = (Vec<VariableTrail>, Vec<VariableTrail<3>>);

impl DrawnTrails {
    pub(super) fn new(draw: &PlotDraw, place: [f64; 2]) -> DrawnTrails {
        DrawnTrails {
            rows: [draw.frame.world_x, draw.frame.world_y],
            place,
            trails: None,
        }
    }

    /// The same pixel, recorded anew.
    pub(super) fn again(&self) -> DrawnTrails {
        DrawnTrails {
            trails: None,
            ..*self
        }
    }

    /// A place of the world in CSS pixels of the picture, which are so many device pixels.
    fn pixel(&self, [x, y]: [f64; 2], scale: f64) -> [f64; 2] {
        let [[a, b, c], [d, e, f]] = self.rows;
        let (x, y) = (x - c, y - f);
        let determinant = (a * e - b * d) * scale;
        [e * x - b * y, a * y - d * x].map(|side| side / determinant)
    }

    /// The part around the current step.
    fn around_step(&mut self, recording: &mut Recording, scale: f64) -> PixelTrails {
        let all = self.trails.take();
        let all = all.unwrap_or_else(|| (recording.trails(), recording.trails_in_space()));
        let (in_plane, in_space) = &all;
        let numbered = (0..).zip(in_plane);
        let drawn = numbered.map(|(number, trail)| PixelTrail {
            is_there: recording.is_at_last_place(trail),
            ..part_around_step(trail, number, recording, |at| self.pixel(at, scale))
        });
        let mut trails: Vec<PixelTrail> = drawn.collect();
        // Those that the statement sees.
        trails.sort_by_key(|trail| !trail.is_there);
        trails.truncate(MOST_TRAILS);
        trails.sort_by_key(|trail| trail.number);
        let numbered = (in_plane.len()..).zip(in_space);
        let assigned = numbered.filter_map(|(number, trail)| {
            let last = recording.passed(trail).checked_sub(1)?;
            Some((trail.places.get(last)?.step, number, trail))
        });
        let last = assigned.max_by_key(|(step, ..)| *step);
        let space = last.map(|(_, number, trail)| PixelTrail {
            is_there: recording.is_at_last_place_in_space(trail),
            ..part_around_step(trail, number, recording, |at| at)
        });
        self.trails = Some(all);
        PixelTrails {
            pixel: self.pixel(self.place, scale),
            trails,
            space,
        }
    }
}

/// The places of a trail around the current step.
fn part_around_step<const N: usize>(
    trail: &VariableTrail<N>,
    number: usize,
    recording: &Recording,
    place: impl Fn([f64; N]) -> [f64; N],
) -> PixelTrail<N> {
    let passed = recording.passed(trail);
    let end = (passed + MOST_PLACES / 2).max(MOST_PLACES);
    let end = end.min(trail.places.len());
    let start = end.saturating_sub(MOST_PLACES);
    let places = trail.places.get(start..end).unwrap_or_default();
    let parts = places.chunk_by(TrailPlace::is_of_same_call);
    let pixels = |part: &[TrailPlace<N>]| part.iter().map(|it| place(it.at)).collect();
    PixelTrail {
        name: recording.program().names.text(trail.name).to_owned(),
        number,
        parts: parts.map(pixels).collect(),
        passed: passed - start,
        is_there: false,
    }
}

impl Session {
    /// The places of variables around the current step of the recorded pixel; none if the run is no pixel's.
    pub fn pixel_trails(&mut self) -> Option<PixelTrails> {
        let scale = self.canvas().scale;
        let pixel = self.pixel.as_mut()?;
        Some(pixel.drawn.around_step(&mut pixel.exact, scale))
    }
}
