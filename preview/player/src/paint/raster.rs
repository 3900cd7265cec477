//! Paints drawings into pixels, as a browser's canvas does.

mod picture;

use std::sync::Arc;

use cindyscript_interpreter::display::{
    Affine, Cap, Colour, Drawing, FillRule, Join, Path, PathSegment, Stroke, TextDrawing,
};
use tiny_skia::{
    Color, FilterQuality, LineCap, LineJoin, Mask, Paint, Pattern, Pixmap, PixmapRef, Shader,
    SpreadMode, StrokeDash, Transform,
};

use super::bounds::{self, Bounds, corners, has_sharp_edges};
use super::outline;
use super::transparency::Translucent;
use crate::bitmap::Bitmap;
use crate::image_resource::ImageResource;
use crate::region::Region;
use crate::scene::PictureLayer;
use crate::text::Fonts;

pub use picture::is_on_device;
pub(super) use picture::painted;

/// Wider lines are as wide as this, in device pixels.
const WIDEST: f64 = 1e5;

/// The areas that are painted on.
pub(super) type Clip = Arc<[(Path, FillRule)]>;

/// A part of a target to paint on: transparent at first. Drawings are in units of `scale` device
/// pixels.
pub(super) struct Raster {
    /// The part with a margin around it.
    pixmap: Pixmap,
    /// The part without the margin.
    region: Region,
    scale: f64,
    clip: Option<Mask>,
}

/// The width of the margin in pixels. Where a thin line crosses the edge of a pixmap, the rasteriser
/// moves it to the next pixel: in the margin, nobody sees that.
const MARGIN: u32 = 8;

impl Raster {
    /// A transparent part of a target; none if it is empty, or there is no memory.
    pub(super) fn new(region: Region, scale: f64) -> Option<Raster> {
        let [width, height] =
            [region.width, region.height].map(|side| side.saturating_add(2 * MARGIN));
        (!region.is_empty()).then_some(())?;
        Some(Raster {
            pixmap: Pixmap::new(width, height)?,
            region,
            scale,
            clip: None,
        })
    }

    /// A target to be painted upon.
    pub(super) fn on(pixels: PixmapRef<'_>) -> Option<Raster> {
        let mut raster = Raster::new(Region::all([pixels.width(), pixels.height()]), 1.0)?;
        let [margin, width, row] =
            [MARGIN, pixels.width(), raster.pixmap.width()].map(|side| 4 * side as usize);
        let rows = raster.pixmap.data_mut().chunks_exact_mut(row);
        let sources = pixels.data().chunks_exact(width);
        for (target, source) in rows.skip(MARGIN as usize).zip(sources) {
            target[margin..margin + width].copy_from_slice(source);
        }
        Some(raster)
    }

    /// The place in the target that is (0, 0) for the rasteriser.
    fn origin(&self) -> [f64; 2] {
        [self.region.x, self.region.y].map(|edge| f64::from(edge) - f64::from(MARGIN))
    }

    /// Returns the part of the target without the margin, in device pixels.
    fn seen(&self) -> Bounds {
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        let [left, top] = [x, y].map(f64::from);
        Bounds {
            left,
            top,
            right: left + f64::from(width),
            bottom: top + f64::from(height),
        }
    }

    /// What was painted, at its place in the target.
    pub(super) fn into_bitmap(self) -> Bitmap {
        cut_out(self.region, self.pixmap.take())
    }

    /// Paints a drawing. Colorplots are not for this painter.
    pub(super) fn draw(&mut self, drawing: &Drawing, fonts: &Fonts) {
        match drawing {
            Drawing::Fill { path, rule, colour } => {
                if let Some(outline) = self.outline(path) {
                    self.area(&outline, winding(*rule), colour);
                }
            }
            Drawing::Stroke {
                path,
                stroke,
                colour,
            } => self.stroke(path, stroke, colour),
            Drawing::Text(text) => {
                for part in letters(text, fonts) {
                    self.draw(&part, fonts);
                }
            }
            Drawing::Picture(drawing) => {
                let painted = painted(&drawing.picture, fonts);
                self.picture(&painted, drawing.transform, drawing.alpha, drawing.smooth);
            }
            Drawing::Clip(areas) => self.clip(areas),
            Drawing::Clear => self.pixmap.fill(Color::TRANSPARENT),
            Drawing::Plot(_) => {}
        }
    }

    /// From here on, only what lies inside all of these areas is painted.
    pub(super) fn clip(&mut self, areas: &[(Path, FillRule)]) {
        self.clip = None;
        for (path, rule) in areas {
            let outline = self.outline(path);
            let size = (self.pixmap.width(), self.pixmap.height());
            let before = self.clip.take();
            let first = before.is_none();
            let Some(mut mask) = before.or_else(|| Mask::new(size.0, size.1)) else {
                return;
            };
            let (rule, here) = (winding(*rule), Transform::identity());
            match outline {
                Some(outline) if first => mask.fill_path(&outline, rule, true, here),
                Some(outline) => mask.intersect_path(&outline, rule, true, here),
                None => mask.clear(),
            }
            self.clip = Some(mask);
        }
    }

    /// What is seen of an area, in pixels of this part of the target.
    fn outline(&self, path: &Path) -> Option<tiny_skia::Path> {
        // Edges beyond the last pixel are not seen at all.
        outline::area(path, self.scale, &self.seen().grown(2.0), self.origin())
    }

    fn area(&mut self, outline: &tiny_skia::Path, rule: tiny_skia::FillRule, colour: &Colour) {
        let clip = self.clip.as_ref();
        match Translucent::new(colour) {
            Some(colour) => drop(colour.fill(&mut self.pixmap, outline, rule, clip)),
            None => {
                let here = Transform::identity();
                self.pixmap
                    .fill_path(outline, &paint(colour), rule, here, clip);
            }
        }
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, colour: &Colour) {
        // Also none for NaN.
        let visible = Some(stroke.width * self.scale).filter(|width| *width > 0.0);
        let Some(width) = visible else { return };
        let width = width.min(WIDEST);
        let dashes = dashes(&stroke.dashes, self.scale);
        let seen = self.seen().grown(reach(stroke, width) + 2.0);
        let paint = paint(colour);
        let runs = outline::line(path, self.scale, &seen, self.origin(), dashes.is_some());
        for run in runs {
            let dash = dashes
                .as_ref()
                .and_then(|dashes| StrokeDash::new(dashes.clone(), run.phase as f32));
            let stroke = tiny_skia::Stroke {
                width: width as f32,
                miter_limit: (stroke.miter_limit as f32).max(1.0),
                line_cap: match stroke.cap {
                    // The rasteriser lets thin lines that are closed begin with a cap, and end
                    // where that begins.
                    _ if dash.is_none() && width <= 1.0 && is_closed(&run.path) => LineCap::Butt,
                    Cap::Butt => LineCap::Butt,
                    Cap::Round => LineCap::Round,
                    Cap::Square => LineCap::Square,
                },
                line_join: match stroke.join {
                    // As the rasteriser joins thin lines.
                    _ if width <= 1.0 => LineJoin::Bevel,
                    Join::Miter => LineJoin::Miter,
                    Join::Round => LineJoin::Round,
                    Join::Bevel => LineJoin::Bevel,
                },
                dash,
            };
            // Thinner lines are not areas for the rasteriser.
            if colour[3] >= 1.0 || width <= 1.0 {
                let (here, clip) = (Transform::identity(), self.clip.as_ref());
                self.pixmap
                    .stroke_path(&run.path, &paint, &stroke, here, clip);
                continue;
            }
            let dashed = stroke.dash.as_ref().map(|dash| run.path.dash(dash, 1.0));
            let path = dashed.as_ref().map_or(Some(&run.path), Option::as_ref);
            if let Some(outline) = path.and_then(|path| path.stroke(&stroke, 1.0)) {
                self.area(&outline, tiny_skia::FillRule::Winding, colour);
            }
        }
    }

    fn picture(&mut self, painted: &ImageResource, map: Affine, alpha: f64, smooth: bool) {
        let Some(source) = painted.pixmap() else {
            return;
        };
        let size = [source.width(), source.height()];
        let scale = self.scale;
        let [left, top] = self.origin().map(|edge| edge as f32);
        let [a, b, c, d, e, f] = map.map(|number| (number * scale) as f32);
        let transform = Transform::from_row(a, b, c, d, e - left, f - top);
        if transform.invert().is_none() {
            return;
        }
        let quality = if smooth {
            FilterQuality::Bilinear
        } else {
            FilterQuality::Nearest
        };
        let paint = Paint {
            shader: Pattern::new(source, SpreadMode::Pad, quality, unit(alpha), transform),
            anti_alias: !has_sharp_edges(map.map(|number| number * scale), size),
            ..Paint::default()
        };
        let [first, others @ ..] = corners(map, size);
        let mut segments = vec![PathSegment::Move(first)];
        segments.extend(others.map(PathSegment::Line));
        if let Some(outline) = self.outline(&Path { segments }) {
            let (here, clip) = (Transform::identity(), self.clip.as_ref());
            self.pixmap
                .fill_path(&outline, &paint, tiny_skia::FillRule::Winding, here, clip);
        }
    }
}

/// How much of each pixel of a region lies inside all of these areas.
pub(super) fn coverage(areas: &Clip, region: Region, scale: f64) -> Option<Bitmap> {
    let mut raster = Raster::new(region, scale)?;
    raster.clip(areas);
    let coverage = raster.clip?;
    let pixels = coverage.data().iter().flat_map(|share| [*share; 4]);
    Some(cut_out(region, pixels.collect()))
}

/// The pixels of a region, of those with the margin around it.
fn cut_out(region: Region, pixels: Vec<u8>) -> Bitmap {
    let [x, y] = [region.x, region.y].map(u32::cast_signed);
    let size = [region.width, region.height];
    let with_margin = size.map(|side| side + 2 * MARGIN);
    let whole = Bitmap::from_rgba([-MARGIN.cast_signed(); 2], with_margin, pixels);
    let part = whole.map(|whole| whole.part(Region::all(size)));
    part.unwrap_or_default().moved([x, y])
}

/// A text as the line around its letters and their area.
pub(super) fn letters(text: &TextDrawing, fonts: &Fonts) -> impl Iterator<Item = Drawing> {
    let path = fonts.path(text);
    let line = text.outline.as_ref().map(|outline| Drawing::Stroke {
        path: path.clone(),
        stroke: outline.stroke.clone(),
        colour: outline.colour,
    });
    let area = Drawing::Fill {
        path,
        rule: FillRule::NonZero,
        colour: text.colour,
    };
    line.into_iter().chain([area])
}

/// A layer as a bitmap; none if nothing of it is seen.
pub(super) fn picture(layer: &PictureLayer) -> Option<Bitmap> {
    let mut raster = Raster::new(layer.region, 1.0)?;
    raster.picture(&layer.painted, layer.transform, layer.alpha, layer.smooth);
    Some(raster.into_bitmap())
}

/// Whether a part of a path ends where it begins.
fn is_closed(path: &tiny_skia::Path) -> bool {
    path.segments()
        .any(|segment| segment == tiny_skia::PathSegment::Close)
}

/// The rectangle that a drawing touches at most, in device pixels; `scale` of them are one of its
/// units. Empty for a drawing that paints nothing by itself, and for text: see [`letters`].
pub(super) fn touched(drawing: &Drawing, scale: f64) -> Bounds {
    match drawing {
        Drawing::Fill { path, .. } => outline::extent(path, scale),
        Drawing::Stroke { path, stroke, .. } => {
            // Thin lines touch the pixels on both sides. On a bitmap of hardly more than those the
            // rasteriser loses the ones that it has to clip.
            let reach = reach(stroke, stroke.width * scale).max(1.0) + 2.0;
            outline::extent(path, scale).grown(reach)
        }
        Drawing::Picture(drawing) => bounds::of_picture(drawing, scale),
        Drawing::Plot(_) | Drawing::Text(_) | Drawing::Clip(_) | Drawing::Clear => Bounds::EMPTY,
    }
}

/// How far a line reaches to the sides of its path.
fn reach(stroke: &Stroke, width: f64) -> f64 {
    let miter = match stroke.join {
        Join::Miter => stroke.miter_limit.max(1.0),
        Join::Round | Join::Bevel => 1.0,
    };
    let cap = match stroke.cap {
        Cap::Square => std::f64::consts::SQRT_2,
        Cap::Butt | Cap::Round => 1.0,
    };
    width.min(WIDEST) / 2.0 * miter.min(WIDEST).max(cap)
}

/// As the rasteriser takes them: an even number, none negative; none for a solid line.
fn dashes(lengths: &[f64], scale: f64) -> Option<Vec<f32>> {
    let mut dashes: Vec<f32> = lengths.iter().map(|l| (l * scale) as f32).collect();
    if dashes.len() % 2 == 1 {
        dashes.extend_from_within(..);
    }
    StrokeDash::new(dashes.clone(), 0.0).map(|_| dashes)
}

fn winding(rule: FillRule) -> tiny_skia::FillRule {
    match rule {
        FillRule::NonZero => tiny_skia::FillRule::Winding,
        FillRule::EvenOdd => tiny_skia::FillRule::EvenOdd,
    }
}

fn paint(colour: &Colour) -> Paint<'static> {
    let [r, g, b, a] = colour.map(unit);
    Paint {
        shader: Shader::SolidColor(Color::from_rgba(r, g, b, a).unwrap_or(Color::TRANSPARENT)),
        anti_alias: true,
        ..Paint::default()
    }
}

/// A number from 0 to 1; NaN is 0.
pub(super) fn unit(number: f64) -> f32 {
    if number > 0.0 {
        number.min(1.0) as f32
    } else {
        0.0
    }
}
