//! The marks that points leave when they move.

use cindyscript_geometry::{Appearance, Trail};

use super::Geometry;
use crate::value::element_id::ElementRef;

/// No point leaves more marks than this.
const MOST_MARKS: f64 = 10_000.0;

/// Where a point was: the newest place is the last.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    places: std::collections::VecDeque<Option<[f64; 2]>>,
    /// Frames since the last mark.
    frames: f64,
}

/// A mark to draw.
pub(super) struct Mark {
    pub(super) place: [f64; 2],
    /// In pixels.
    pub(super) radius: f64,
    pub(super) color: [f64; 3],
    pub(super) alpha: f64,
}

impl Geometry {
    /// Leaves marks where points are that leave some; all marks, the oldest first.
    pub(super) fn trail_marks(&mut self) -> Vec<Mark> {
        let moving: Vec<(ElementRef, Trail, Appearance, Option<[f64; 2]>)> = self
            .iter()
            .filter_map(|(id, element)| {
                let look = &element.appearance;
                element.value.point()?;
                Some((id, look.trail?, look.clone(), element.value.xy()))
            })
            .collect();
        let mut marks = Vec::new();
        for (id, trail, look, place) in moving {
            let length = trail.length.clamp(1.0, MOST_MARKS) as usize;
            let left = self.marks.entry(id).or_default();
            // As CindyJS: after so many frames that are left out, the next one leaves a mark.
            if left.frames >= trail.skip {
                left.places.push_back(place);
                left.frames = 0.0;
            } else {
                left.frames += 1.0;
            }
            while left.places.len() > length {
                left.places.pop_front();
            }
            let shrink = if trail.dim == 1.0 {
                1.0
            } else {
                trail.dim.powf(-1.0 / length as f64)
            };
            let unmarked = length - left.places.len();
            for (index, place) in left.places.iter().enumerate() {
                let age = (unmarked + index) as f64;
                let level = age / length as f64;
                if let Some(place) = place {
                    marks.push(Mark {
                        place: *place,
                        radius: look.size * trail.dim * shrink.powf(age),
                        color: look.color,
                        alpha: look.alpha * level * level * level,
                    });
                }
            }
        }
        marks
    }
}
