//! From what a frame shows to the layers of its picture: colorplots, and bitmaps of what is drawn
//! between them.

mod bands;
mod bounds;
mod near;
mod outline;
mod raster;
mod space;
#[cfg(test)]
mod tests;
mod transparency;

use std::borrow::Cow;
use std::sync::Arc;

use cindyscript_interpreter::display::{Drawing, PictureDrawing};
use cindyscript_interpreter::picture::{Picture, Pixels};

use crate::bitmap::Bitmap;
use crate::frame::{DrawItem, FrameDescription, PlotDraw};
use crate::image_resource::ImageResource;
use crate::region::Region;
use crate::scene::{Layer, PictureLayer, Scene};
use crate::text::Fonts;
use crate::view::Canvas;

pub use bounds::has_sharp_edges;
pub use near::near;
pub use raster::is_on_device;

use bounds::Bounds;
use raster::{Clip, Raster};

/// The layers of a frame. `plot` makes one of each colorplot of which something is seen, in their
/// order; the bitmap says how much of each of its pixels, if that is not all.
pub fn scene<P>(
    description: &FrameDescription,
    canvas: &Canvas,
    fonts: &Fonts,
    mut plot: impl FnMut(&PlotDraw, Option<Bitmap>) -> Layer<P>,
) -> Scene<P> {
    // What is wiped away is not painted at all.
    let items = &description.items;
    let is_clear = |item: &DrawItem| matches!(item, DrawItem::Drawing(Drawing::Clear));
    let first = items
        .iter()
        .rposition(is_clear)
        .map_or(0, |clear| clear + 1);
    let (wiped, shown) = items.split_at(first);
    let mut run = Run::new(canvas, fonts);
    if let Some(clip) = wiped.iter().rev().find_map(clip) {
        run.clip(clip);
    }
    let mut layers = Vec::new();
    for item in shown {
        match item {
            DrawItem::Plot(draw) => {
                let region = draw.region.intersection(run.region());
                if region.is_empty() {
                    continue;
                }
                layers.extend(run.paint().map(Layer::Bitmap));
                let draw = PlotDraw {
                    region,
                    ..draw.clone()
                };
                layers.push(plot(&draw, run.mask(region)));
            }
            DrawItem::Space(draw) => {
                layers.extend(run.paint().map(Layer::Bitmap));
                layers.push(Layer::Bitmap(space::bitmap(draw, fonts).clone()));
            }
            DrawItem::Drawing(Drawing::Picture(drawing))
                if run.is_open() && is_large(drawing, canvas) =>
            {
                layers.extend(run.paint().map(Layer::Bitmap));
                layers.push(Layer::Picture(picture_layer(drawing, canvas, fonts)));
            }
            DrawItem::Drawing(drawing) => run.push(drawing),
        }
    }
    layers.extend(run.paint().map(Layer::Bitmap));
    Scene {
        size: canvas.device,
        layers,
    }
}

/// The picture of a scene, but for the colorplots that are not painted yet.
pub fn flatten<P>(scene: &Scene<P>) -> Bitmap {
    let mut picture = Bitmap::new([0, 0], scene.size);
    for layer in &scene.layers {
        match layer {
            Layer::Bitmap(bitmap) => picture.draw(bitmap),
            Layer::Picture(layer) => {
                if let Some(bitmap) = raster::picture(layer) {
                    picture.draw(&bitmap);
                }
            }
            Layer::Plot(_) => {}
        }
    }
    picture
}

/// What is seen of a picture, as a bitmap; none if that is nothing.
pub fn picture(layer: &PictureLayer) -> Option<Bitmap> {
    raster::picture(layer)
}

/// Drawings by themselves, on a transparent ground; no colorplots.
pub fn bitmap(drawings: &[Drawing], canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let mut run = Run::new(canvas, fonts);
    drawings.iter().for_each(|drawing| run.push(drawing));
    run.paint().unwrap_or_default()
}

/// The pixels of a picture: paints it if need be. None if it has none.
pub fn pixels(picture: &Picture, fonts: &Fonts) -> Option<Arc<Pixels>> {
    raster::painted(picture, fonts).pixels()
}

/// Painted pictures, for the colorplots that read them.
pub fn images<'a>(
    pictures: impl IntoIterator<Item = Option<&'a Picture>>,
    fonts: &Fonts,
) -> Vec<Option<Arc<ImageResource>>> {
    let pictures = pictures.into_iter();
    pictures
        .map(|picture| Some(raster::painted(picture?, fonts)))
        .collect()
}

/// Whether a picture is worth a layer of its own: a device then keeps it, if it does not have it
/// already, and small ones cost less as a part of the bitmap around them.
fn is_large(drawing: &PictureDrawing, canvas: &Canvas) -> bool {
    if raster::is_on_device(&drawing.picture) {
        return true;
    }
    const LARGE: f64 = 128.0 * 128.0;
    let [a, b, c, d, ..] = drawing.transform;
    let [width, height] = drawing.picture.size().map(f64::from);
    let area = ((a * d - b * c) * width * height * canvas.scale * canvas.scale).abs();
    area >= LARGE && width * height >= LARGE
}

fn picture_layer(drawing: &PictureDrawing, canvas: &Canvas, fonts: &Fonts) -> PictureLayer {
    let touched = bounds::of_picture(drawing, canvas.scale);
    PictureLayer {
        painted: raster::painted(&drawing.picture, fonts),
        transform: drawing.transform.map(|entry| entry * canvas.scale),
        alpha: f64::from(raster::unit(drawing.alpha)),
        smooth: drawing.smooth,
        region: touched.grown(1.0).pixels(canvas.device),
    }
}

fn clip(item: &DrawItem) -> Option<&Clip> {
    match item {
        DrawItem::Drawing(Drawing::Clip(areas)) => Some(areas),
        _ => None,
    }
}

/// Drawings between two colorplots: they become one bitmap.
struct Run<'a> {
    canvas: &'a Canvas,
    fonts: &'a Fonts,
    /// Those that are seen.
    drawings: Vec<Cow<'a, Drawing>>,
    /// Around all of them, in device pixels.
    bounds: Bounds,
    /// The areas painted on where the run begins.
    first: Option<Clip>,
    /// The areas painted on now.
    clip: Option<Clip>,
    /// Around the areas painted on.
    open: Bounds,
}

impl<'a> Run<'a> {
    fn new(canvas: &'a Canvas, fonts: &'a Fonts) -> Run<'a> {
        Run {
            canvas,
            fonts,
            drawings: Vec::new(),
            bounds: Bounds::EMPTY,
            first: None,
            clip: None,
            open: Bounds::all(canvas.device),
        }
    }

    fn push(&mut self, drawing: &'a Drawing) {
        if let Drawing::Clip(areas) = drawing {
            self.clip(areas);
            // As the first drawing it is what the run begins with.
            if !self.drawings.is_empty() {
                self.drawings.push(Cow::Borrowed(drawing));
            }
            return;
        }
        match drawing {
            Drawing::Text(text) => {
                for part in raster::letters(text, self.fonts) {
                    self.add(Cow::Owned(part));
                }
            }
            _ => self.add(Cow::Borrowed(drawing)),
        }
    }

    fn add(&mut self, drawing: Cow<'a, Drawing>) {
        let seen = raster::touched(&drawing, self.canvas.scale).intersection(&self.open);
        if !seen.is_empty() {
            self.bounds = self.bounds.union(&seen);
            self.drawings.push(drawing);
        }
    }

    fn clip(&mut self, areas: &Clip) {
        let scale = self.canvas.scale;
        self.open = Bounds::all(self.canvas.device);
        for (path, _) in areas.iter() {
            // Smooth edges cover a part of the next pixel.
            let area = outline::extent(path, scale).grown(1.0);
            self.open = self.open.intersection(&area);
        }
        self.clip = Some(Arc::clone(areas));
        if self.drawings.is_empty() {
            self.first = Some(Arc::clone(areas));
        }
    }

    /// The pixels that are painted on at most.
    fn region(&self) -> Region {
        self.open.pixels(self.canvas.device)
    }

    /// How much of each pixel is painted on; none if that is all of all.
    fn mask(&self, region: Region) -> Option<Bitmap> {
        let areas = self.clip.as_ref().filter(|areas| !areas.is_empty())?;
        raster::coverage(areas, region, self.canvas.scale)
    }

    /// Whether everything is painted on.
    fn is_open(&self) -> bool {
        self.clip.as_ref().is_none_or(|areas| areas.is_empty())
    }

    /// The bitmap of all so far; the next run begins where this one ends.
    fn paint(&mut self) -> Option<Bitmap> {
        let bounds = std::mem::replace(&mut self.bounds, Bounds::EMPTY);
        let drawings = std::mem::take(&mut self.drawings);
        let clip = std::mem::replace(&mut self.first, self.clip.clone());
        let region = bounds.pixels(self.canvas.device);
        let is_open = clip.as_ref().is_none_or(|areas| areas.is_empty());
        if is_open && bands::suit(&drawings, region, self.canvas.scale) {
            return bands::paint(&drawings, region, self.canvas.scale, self.fonts);
        }
        let mut raster = Raster::new(region, self.canvas.scale)?;
        if let Some(areas) = clip {
            raster.clip(&areas);
        }
        for drawing in &drawings {
            raster.draw(drawing, self.fonts);
        }
        Some(raster.into_bitmap())
    }
}
