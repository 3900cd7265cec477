//! Shapes: what can be filled, drawn around, and clipped to.

use std::f64::consts::TAU;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;

use crate::work;

/// A disc that is combined with something becomes a polygon of so many corners.
const DISC_CORNERS: usize = 125;

/// Combining shapes takes time and memory for each two edges that cross, a second for so many.
const MOST_MEETINGS: usize = 200_000;

/// The work that two edges that cross are, in elements.
const MEETING: usize = 100;

/// How many pairs of edges may be looked at to find out how many cross.
const MOST_PAIRS: usize = 20_000_000;

/// Corners farther away than this are not combined: squares of distances would be no numbers.
const FARTHEST: f64 = 1e50;

/// How two shapes become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combination {
    /// What is in one of them.
    Union,
    /// What is in both.
    Intersection,
    /// What is in the first only.
    Difference,
}

/// An area of the plane, in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its centre.
        centre: [f64; 2],
        /// Its radius.
        radius: f64,
    },
    /// The corners of polygons; they may have holes, as others wind around.
    Polygons(Vec<Vec<[f64; 2]>>),
}

impl Shape {
    /// Of two shapes, another; none if they are too large or too intricate.
    pub(crate) fn combined(&self, other: &Shape, how: Combination) -> Option<Shape> {
        let (subject, clip) = (self.outlines(), other.outlines());
        let corners = || subject.iter().chain(&clip).flatten();
        let near = |corner: &[f64; 2]| corner.iter().all(|place| place.abs() < FARTHEST);
        if !corners().all(near) || !few_meetings(subject.iter().chain(&clip)) {
            return None;
        }
        let rule = match how {
            Combination::Union => OverlayRule::Union,
            Combination::Intersection => OverlayRule::Intersect,
            Combination::Difference => OverlayRule::Difference,
        };
        let combined = subject.overlay(&clip, rule, FillRule::NonZero);
        Some(Shape::Polygons(combined.into_iter().flatten().collect()))
    }

    fn outlines(&self) -> Vec<Vec<[f64; 2]>> {
        match self {
            Shape::Circle {
                centre: [x, y],
                radius,
            } => {
                let corner = |index| {
                    let (sin, cos) = (TAU * index as f64 / DISC_CORNERS as f64).sin_cos();
                    [x + cos * radius, y + sin * radius]
                };
                vec![(0..DISC_CORNERS).map(corner).collect()]
            }
            Shape::Polygons(polygons) => polygons.clone(),
        }
    }

    /// As it is printed.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Shape::Circle { .. } => "circle",
            Shape::Polygons(_) => "polygon",
        }
    }
}

/// Whether few of the outlines' edges may meet, judged by the boxes around them.
fn few_meetings<'a>(outlines: impl Iterator<Item = &'a Vec<[f64; 2]>>) -> bool {
    let mut boxes: Vec<[f64; 4]> = outlines
        .flat_map(|outline| {
            let next = outline.iter().cycle().skip(1);
            outline
                .iter()
                .zip(next)
                .map(|([x0, y0], [x1, y1])| [x0.min(*x1), x0.max(*x1), y0.min(*y1), y0.max(*y1)])
        })
        .collect();
    boxes.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut pairs, mut meetings) = (0, 0);
    if !work::spend(boxes.len()) {
        return false;
    }
    for (index, [_, right, bottom, top]) in boxes.iter().enumerate() {
        let beside = boxes[index + 1..]
            .iter()
            .take_while(|other| other[0] <= *right);
        for other in beside {
            pairs += 1;
            meetings += usize::from(other[2] <= *top && *bottom <= other[3]);
            if pairs > MOST_PAIRS || meetings > MOST_MEETINGS {
                return false;
            }
        }
    }
    work::spend(pairs + MEETING * meetings)
}
