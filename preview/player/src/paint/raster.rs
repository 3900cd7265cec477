//! Paints drawings into pixels, as a browser's canvas does.

use std::cell::OnceCell;
use std::sync::Arc;

use cindyscript_interpreter::display::{
    Affine, Cap, Colour, Drawing, FillRule, Join, Path, PathSegment, Stroke, TextDrawing,
};
use tiny_skia::{
    Color, FilterQuality, LineCap, LineJoin, Mask, Paint, Pattern, Pixmap, Shader, SpreadMode,
    StrokeDash, Transform,
};

use super::bounds::{Bounds, corners, has_sharp_edges};
use super::outline;
use super::picture::painted;
use super::translucent::Translucent;
use crate::bitmap::Bitmap;
use crate::image_resource::ImageResource;
use crate::region::Region;
use crate::scene::PictureLayer;
use crate::text::Fonts;

/// Wider lines are as wide as this, in device pixels.
const WIDEST: f64 = 1e5;

/// The areas that are painted on.
pub(super) type Clip = Arc<[(Path, FillRule)]>;

/// A part of a target to paint on: transparent at first. Drawings are in units of `scale` device
/// pixels.
pub(super) struct Raster {
    pixmap: Pixmap,
    origin: [i32; 2],
    scale: f64,
    /// What is seen, in device pixels.
    seen: Bounds,
    clip: Option<Mask>,
    /// All but the edge of the bitmap, and the edge, once a thin line leaves the bitmap.
    edge: OnceCell<Option<[Mask; 2]>>,
}

/// So many pixels wide is what counts as the edge of a bitmap.
const EDGE: u32 = 3;

/// Masks of all but the edge of a bitmap, and of the edge; none if there is no memory.
fn edge_of(pixmap: &Pixmap) -> Option<[Mask; 2]> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let (mut inside, mut edge) = (Mask::new(width, height)?, Mask::new(width, height)?);
    let within = |place: u32, side: u32| place >= EDGE && place + EDGE < side;
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let masks = inside.data_mut().iter_mut().zip(edge.data_mut());
    for ((x, y), (inside, edge)) in places.zip(masks) {
        let masked = match within(x, width) && within(y, height) {
            true => inside,
            false => edge,
        };
        *masked = u8::MAX;
    }
    Some([inside, edge])
}

impl Raster {
    /// A transparent part of a target; none if it is empty, or there is no memory.
    pub(super) fn new(region: Region, scale: f64) -> Option<Raster> {
        let pixmap = Pixmap::new(region.width, region.height)?;
        Some(Raster::on(
            pixmap,
            [region.x.cast_signed(), region.y.cast_signed()],
            scale,
        ))
    }

    /// What is to be painted upon; its upper left corner lies at `origin` in the target.
    pub(super) fn on(pixmap: Pixmap, origin: [i32; 2], scale: f64) -> Raster {
        let [left, top] = origin.map(f64::from);
        let seen = Bounds {
            left,
            top,
            right: left + f64::from(pixmap.width()),
            bottom: top + f64::from(pixmap.height()),
        };
        Raster {
            pixmap,
            origin,
            scale,
            seen,
            clip: None,
            edge: OnceCell::new(),
        }
    }

    /// What was painted.
    pub(super) fn into_pixmap(self) -> Pixmap {
        self.pixmap
    }

    /// What was painted, at its place in the target.
    pub(super) fn into_bitmap(self) -> Bitmap {
        let size = [self.pixmap.width(), self.pixmap.height()];
        Bitmap::from_rgba(self.origin, size, self.pixmap.take()).unwrap_or_default()
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
        let origin = self.origin.map(f64::from);
        for (path, rule) in areas {
            let outline = outline::area(path, self.scale, &self.seen.grown(2.0), origin);
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
        let origin = self.origin.map(f64::from);
        // Edges beyond the last pixel are not seen at all.
        outline::area(path, self.scale, &self.seen.grown(2.0), origin)
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
        let seen = self.seen.grown(reach(stroke, width) + 2.0);
        let origin = self.origin.map(f64::from);
        let paint = paint(colour);
        let runs = outline::line(path, self.scale, &seen, origin, dashes.is_some());
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
            let is_area = colour[3] < 1.0 && width > 1.0;
            // It moves thin lines that leave the bitmap to the next pixel, where they cross its edge.
            let leaves = width <= 1.0 && !self.holds(run.path.bounds());
            let (here, clip) = (Transform::identity(), self.clip.as_ref());
            if !is_area && !leaves {
                self.pixmap
                    .stroke_path(&run.path, &paint, &stroke, here, clip);
                continue;
            }
            let dashed = stroke.dash.as_ref().map(|dash| run.path.dash(dash, 1.0));
            let path = dashed.as_ref().map_or(Some(&run.path), Option::as_ref);
            let outline = path.and_then(|path| path.stroke(&stroke, 1.0));
            let Some(outline) = outline else { continue };
            let rule = tiny_skia::FillRule::Winding;
            if is_area {
                self.area(&outline, rule, colour);
            } else {
                // Inside, the rasteriser is nearer to browsers than the outline; of lines thinner than
                // a pixel, the outline is nearer to what they are.
                let is_split = clip.is_none() && width >= 1.0;
                let masks = is_split.then(|| self.edge.get_or_init(|| edge_of(&self.pixmap)));
                match masks.and_then(Option::as_ref) {
                    Some([inside, edge]) => {
                        self.pixmap
                            .stroke_path(&run.path, &paint, &stroke, here, Some(inside));
                        self.pixmap
                            .fill_path(&outline, &paint, rule, here, Some(edge));
                    }
                    None => self.pixmap.fill_path(&outline, &paint, rule, here, clip),
                }
            }
        }
    }

    /// Whether a line with these bounds stays away from the edges of the bitmap.
    fn holds(&self, bounds: tiny_skia::Rect) -> bool {
        let [width, height] = [self.pixmap.width(), self.pixmap.height()].map(|side| side as f32);
        bounds.left() >= EDGE as f32
            && bounds.top() >= EDGE as f32
            && bounds.right() <= width - EDGE as f32
            && bounds.bottom() <= height - EDGE as f32
    }

    fn picture(&mut self, painted: &ImageResource, map: Affine, alpha: f64, smooth: bool) {
        let Some(source) = painted.pixmap() else {
            return;
        };
        let size = [source.width(), source.height()];
        let scale = self.scale;
        let [left, top] = self.origin.map(|edge| edge as f32);
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
    let size = [region.width, region.height];
    Bitmap::from_rgba(raster.origin, size, pixels.collect())
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

/// How far a line reaches to the sides of its path.
pub(super) fn reach(stroke: &Stroke, width: f64) -> f64 {
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
