//! Pictures of images: painted when somebody needs their pixels, and kept by the picture.

use std::sync::{Arc, OnceLock};

use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::picture::{Content, Picture, Pixels};
use tiny_skia::{Pixmap, PixmapRef, PremultipliedColorU8};

use super::raster::Raster;
use crate::text::Fonts;

/// The pixels of a picture.
#[derive(Debug)]
pub struct Painted {
    /// Multiplied with alpha. None for a picture without pixels.
    pixmap: Option<Pixmap>,
    /// Not multiplied, once somebody wanted them so.
    pixels: OnceLock<Option<Arc<Pixels>>>,
}

impl Painted {
    /// Multiplied with alpha, rows from the top; none for a picture without pixels.
    pub fn pixmap(&self) -> Option<PixmapRef<'_>> {
        self.pixmap.as_ref().map(Pixmap::as_ref)
    }

    /// Not multiplied with alpha; none for a picture without pixels.
    pub fn pixels(&self) -> Option<Arc<Pixels>> {
        let straight = || {
            let pixmap = self.pixmap.as_ref()?;
            let colours = pixmap.pixels().iter().map(PremultipliedColorU8::demultiply);
            let bytes = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]);
            let size = [pixmap.width(), pixmap.height()];
            Pixels::new(size, bytes.collect()).map(Arc::new)
        };
        self.pixels.get_or_init(straight).clone()
    }

    fn blank([width, height]: [u32; 2]) -> Painted {
        Painted {
            pixmap: Pixmap::new(width, height),
            pixels: OnceLock::new(),
        }
    }

    fn from_pixels(pixels: Arc<Pixels>) -> Painted {
        let mut painted = Painted::blank(pixels.size());
        if let Some(pixmap) = &mut painted.pixmap {
            let source = pixels.rgba().as_chunks::<4>().0;
            for (target, &[r, g, b, a]) in pixmap.pixels_mut().iter_mut().zip(source) {
                *target = tiny_skia::ColorU8::from_rgba(r, g, b, a).premultiply();
            }
        }
        painted.pixels = OnceLock::from(Some(pixels));
        painted
    }
}

/// What has been painted of a picture, if it has been.
fn settled(picture: &Picture) -> Option<Arc<Painted>> {
    match picture.content() {
        Content::Painted(painted) => painted.downcast().ok(),
        Content::Blank | Content::Pixels(_) | Content::Drawn { .. } => None,
    }
}

/// The pixels of a picture: paints it, and those that it is made of, if need be.
pub(crate) fn painted(picture: &Picture, fonts: &Fonts) -> Arc<Painted> {
    // A picture that shows itself as it was before is as deep as it was drawn upon often: the
    // stack of this thread would not do.
    let mut waiting = vec![picture.clone()];
    while let Some(next) = waiting.last().cloned() {
        let needs = if settled(&next).is_some() {
            Vec::new()
        } else {
            unpainted(&next)
        };
        if needs.is_empty() {
            waiting.pop();
            let painted = settled(&next).unwrap_or_else(|| {
                let painted = Arc::new(paint(&next, fonts));
                next.settle(Content::Painted(painted.clone()));
                painted
            });
            if waiting.is_empty() {
                return painted;
            }
        } else {
            waiting.extend(needs);
        }
    }
    Arc::new(Painted::blank(picture.size()))
}

/// A picture and what it was drawn upon, each on top of the next: what is drawn in the end, and
/// the first that is painted already or holds nothing drawn.
fn layers(picture: &Picture) -> (Vec<Arc<[Drawing]>>, Picture) {
    let mut layers = Vec::new();
    let mut bottom = picture.clone();
    while let Content::Drawn { base, drawings } = bottom.content() {
        layers.push(drawings);
        bottom = base;
    }
    (layers, bottom)
}

/// The pictures that are shown in a picture and not painted yet.
fn unpainted(picture: &Picture) -> Vec<Picture> {
    let (layers, _) = layers(picture);
    let shown = layers.iter().flat_map(|drawings| drawings.iter());
    let pictures = shown.filter_map(|drawing| match drawing {
        Drawing::Picture(shown) => Some(&shown.picture),
        _ => None,
    });
    let waiting = pictures.filter(|picture| settled(picture).is_none());
    waiting.cloned().collect()
}

/// Paints a picture; those that it shows have been painted.
fn paint(picture: &Picture, fonts: &Fonts) -> Painted {
    let (layers, bottom) = layers(picture);
    let below = match bottom.content() {
        Content::Pixels(pixels) => Arc::new(Painted::from_pixels(pixels)),
        Content::Painted(painted) => match painted.downcast() {
            Ok(painted) => painted,
            Err(_) => Arc::new(Painted::blank(bottom.size())),
        },
        Content::Blank | Content::Drawn { .. } => Arc::new(Painted::blank(bottom.size())),
    };
    let Some(pixmap) = below.pixmap.clone().filter(|_| !layers.is_empty()) else {
        return Arc::into_inner(below).unwrap_or_else(|| Painted::blank(bottom.size()));
    };
    let mut raster = Raster::on(pixmap, [0, 0], 1.0);
    for drawings in layers.iter().rev() {
        raster.clip(&[]);
        for drawing in drawings.iter() {
            raster.draw(drawing, fonts);
        }
    }
    Painted {
        pixmap: Some(raster.into_pixmap()),
        pixels: OnceLock::new(),
    }
}
