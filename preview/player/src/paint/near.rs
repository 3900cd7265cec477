//! Which drawings are seen at a place.

use cindyscript_interpreter::display::Drawing;

use super::bounds::Bounds;
use super::raster::{self, Clip, Raster};
use crate::frame::{DrawItem, FrameDescription};
use crate::shape::{filled, polygon};
use crate::text::Fonts;
use crate::view::Canvas;

/// So much more is painted around a place, in device pixels, than is looked at: the painter leaves
/// out some of what lies at the edge of a bitmap.
const MARGIN: f64 = 8.0;

/// The items of a frame that are seen at a place, in device pixels, from back to front: drawings that
/// paint the pixel there, lines and letters up to so many CSS pixels beside it, and all colorplots.
pub fn near(
    description: &FrameDescription,
    place: [f64; 2],
    reach: f64,
    canvas: &Canvas,
    fonts: &Fonts,
) -> Vec<usize> {
    let mut clip: Option<&Clip> = None;
    let mut seen = Vec::new();
    for (index, item) in description.items.iter().enumerate() {
        match item {
            DrawItem::Plot(_) => seen.push(index),
            DrawItem::Space(_) => {}
            DrawItem::Drawing(Drawing::Clip(areas)) => clip = Some(areas),
            DrawItem::Drawing(Drawing::Clear) => seen.clear(),
            DrawItem::Drawing(drawing) => {
                let spot = Spot {
                    place,
                    reach: reach_of(drawing) * reach * canvas.scale,
                    canvas,
                    fonts,
                };
                if spot.is_painted(drawing, clip) {
                    seen.push(index);
                }
            }
        }
    }
    seen
}

/// Whether a drawing is also meant by what is beside it: 1, or else 0.
fn reach_of(drawing: &Drawing) -> f64 {
    match drawing {
        Drawing::Stroke { .. } | Drawing::Text(_) => 1.0,
        Drawing::Plot(_)
        | Drawing::Fill { .. }
        | Drawing::Picture(_)
        | Drawing::Clip(_)
        | Drawing::Clear => 0.0,
    }
}

/// The pixels around a place.
struct Spot<'a> {
    /// In device pixels.
    place: [f64; 2],
    /// How far around, in device pixels; 0 for the one pixel.
    reach: f64,
    canvas: &'a Canvas,
    fonts: &'a Fonts,
}

impl Spot<'_> {
    /// Whether a drawing paints one of them.
    fn is_painted(&self, drawing: &Drawing, clip: Option<&Clip>) -> bool {
        let around = self.bounds(self.reach);
        let touches = |drawing: &Drawing| {
            let touched = raster::touched(drawing, self.canvas.scale);
            !touched.intersection(&around).is_empty()
        };
        match drawing {
            Drawing::Text(text) => {
                // Between the letters as well.
                let letters = raster::letters(text, self.fonts);
                let room = letters
                    .map(|part| raster::touched(&part, 1.0))
                    .reduce(|room, part| room.union(&part));
                let room = room.filter(|room| !room.is_empty()).map(plate);
                room.is_some_and(|room| touches(&room) && self.has_pixels(&room, clip))
            }
            drawing => touches(drawing) && self.has_pixels(drawing, clip),
        }
    }

    /// The same, for one that has to be painted to know.
    fn has_pixels(&self, drawing: &Drawing, clip: Option<&Clip>) -> bool {
        let region = self.bounds(self.reach + MARGIN).pixels(self.canvas.device);
        let Some(mut raster) = Raster::new(region, self.canvas.scale) else {
            return false;
        };
        if let Some(areas) = clip {
            raster.clip(areas);
        }
        raster.draw(drawing, self.fonts);
        let looked = self.bounds(self.reach).pixels(self.canvas.device);
        let bitmap = raster.into_bitmap().part(looked);
        bitmap.rgba().chunks_exact(4).any(|pixel| pixel[3] > 0)
    }

    /// The pixels up to a distance.
    fn bounds(&self, distance: f64) -> Bounds {
        let [left, top] = self.place.map(f64::floor);
        let pixel = Bounds {
            left,
            top,
            right: left + 1.0,
            bottom: top + 1.0,
        };
        pixel.grown(distance.round())
    }
}

/// A rectangle, of CSS pixels.
fn plate(room: Bounds) -> Drawing {
    let Bounds {
        left,
        top,
        right,
        bottom,
    } = room;
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    filled(polygon(&corners), [0.0, 0.0, 0.0, 1.0])
}
