//! Runs of many areas, painted in bands that several threads paint at the same time.

use std::borrow::Cow;
use std::ops::Range;

use cindyscript_interpreter::display::Drawing;

use super::bounds::Bounds;
use super::raster::{self, Raster};
use crate::bitmap::Bitmap;
use crate::region::Region;
use crate::text::Fonts;

/// The height of a band in pixels. It does not depend on the number of threads, and so the picture does
/// not either.
const HEIGHT: u32 = 160;

/// A band is painted with so many rows above and below it, which are dropped: the rasteriser makes other
/// straight lines of a curve that it has to cut off.
const MARGIN: u32 = 64;

/// Runs of fewer drawings are painted at once: threads cost more than they bring.
const FEWEST: usize = 64;

/// Whether drawings can be painted in bands, and whether that pays. Large ones do not fit into a band with
/// its margin.
pub(super) fn suit(drawings: &[Cow<'_, Drawing>], region: Region, scale: f64) -> bool {
    let is_area = |drawing: &Drawing| match drawing {
        Drawing::Fill { .. } => true,
        Drawing::Stroke { stroke, .. } => stroke.width * scale > 1.0,
        Drawing::Text(_)
        | Drawing::Picture(_)
        | Drawing::Plot(_)
        | Drawing::Clip(_)
        | Drawing::Clear => false,
    };
    let fits = |drawing: &Drawing| {
        let touched = touched(drawing, scale);
        touched.bottom - touched.top <= f64::from(MARGIN)
    };
    drawings.len() >= FEWEST
        && region.height > HEIGHT
        && (drawings.iter()).all(|drawing| is_area(drawing) && fits(drawing))
}

/// The pixels that a drawing touches: the edge of an area covers a part of the next one.
fn touched(drawing: &Drawing, scale: f64) -> Bounds {
    raster::touched(drawing, scale).grown(1.0)
}

/// The bitmap of drawings in a region of the target; none if there is no memory for it.
pub(super) fn paint(
    drawings: &[Cow<'_, Drawing>],
    region: Region,
    scale: f64,
    fonts: &Fonts,
) -> Option<Bitmap> {
    let mut bands: Vec<Band<'_>> = (0..region.height)
        .step_by(HEIGHT as usize)
        .map(|row| Band::new(region, row))
        .collect();
    for drawing in drawings {
        let touched = touched(drawing, scale);
        for band in &mut bands {
            band.push(drawing, &touched);
        }
    }
    rayon_core::scope(|scope| {
        for band in &mut bands {
            scope.spawn(|_| band.paint(scale, fonts));
        }
    });
    let mut pixels = Vec::with_capacity(4 * region.width as usize * region.height as usize);
    for band in &bands {
        pixels.extend_from_slice(band.pixels()?);
    }
    let origin = [region.x, region.y].map(u32::cast_signed);
    Bitmap::from_rgba(origin, [region.width, region.height], pixels)
}

/// Some rows of a region, and what is painted there.
struct Band<'a> {
    /// The rows with their margin.
    region: Region,
    /// The rows, counted from the upper edge of `region`.
    rows: Range<u32>,
    /// Around the rows.
    bounds: Bounds,
    drawings: Vec<&'a Drawing>,
    painted: Option<Bitmap>,
}

impl<'a> Band<'a> {
    /// The band that begins so many rows below the upper edge of a region.
    fn new(whole: Region, row: u32) -> Band<'a> {
        let end = (row + HEIGHT).min(whole.height);
        let first = row.saturating_sub(MARGIN);
        let region = Region {
            y: whole.y + first,
            height: (end + MARGIN).min(whole.height) - first,
            ..whole
        };
        let bounds = Bounds {
            left: f64::from(whole.x),
            top: f64::from(whole.y + row),
            right: f64::from(whole.x + whole.width),
            bottom: f64::from(whole.y + end),
        };
        Band {
            region,
            rows: row - first..end - first,
            bounds,
            drawings: Vec::new(),
            painted: None,
        }
    }

    fn push(&mut self, drawing: &'a Drawing, touched: &Bounds) {
        if !self.bounds.intersection(touched).is_empty() {
            self.drawings.push(drawing);
        }
    }

    fn paint(&mut self, scale: f64, fonts: &Fonts) {
        let Some(mut raster) = Raster::new(self.region, scale) else {
            return;
        };
        for drawing in &self.drawings {
            raster.draw(drawing, fonts);
        }
        self.painted = Some(raster.into_bitmap());
    }

    /// The pixels of the rows, without their margin.
    fn pixels(&self) -> Option<&[u8]> {
        let [first, end] = [self.rows.start, self.rows.end]
            .map(|row| 4 * row as usize * self.region.width as usize);
        self.painted.as_ref()?.rgba().get(first..end)
    }
}
