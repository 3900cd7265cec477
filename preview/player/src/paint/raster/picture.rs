//! Pictures of images: painted when somebody needs their pixels, and kept by the picture.

use std::sync::Arc;

use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::picture::{Picture, PictureContent};

use tiny_skia::{IntSize, Pixmap};

use super::Raster;
use crate::image_resource::ImageResource;
use crate::text::Fonts;

/// Whether a picture was painted on a device, and nobody has asked for it in memory so far.
pub fn is_on_device(picture: &Picture) -> bool {
    settled(picture).is_some_and(|painted| !painted.is_in_memory())
}

/// What has been painted of a picture, if it has been.
fn settled(picture: &Picture) -> Option<Arc<ImageResource>> {
    match picture.content() {
        PictureContent::Painted(painted) => painted.downcast().ok(),
        PictureContent::Blank | PictureContent::Pixels(_) | PictureContent::Drawn { .. } => None,
    }
}

/// The pixels of a picture: paints it, and those that it is made of, if need be.
pub(crate) fn painted(picture: &Picture, fonts: &Fonts) -> Arc<ImageResource> {
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
                let painted = paint(&next, fonts);
                next.settle(PictureContent::Painted(painted.clone()));
                painted
            });
            if waiting.is_empty() {
                return painted;
            }
        } else {
            waiting.extend(needs);
        }
    }
    Arc::new(ImageResource::blank(picture.size()))
}

/// A picture and what it was drawn upon, each on top of the next: what is drawn in the end, and
/// the first that is painted already or holds nothing drawn.
fn layers(picture: &Picture) -> (Vec<Arc<[Drawing]>>, Picture) {
    let mut layers = Vec::new();
    let mut bottom = picture.clone();
    while let PictureContent::Drawn { base, drawings } = bottom.content() {
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
fn paint(picture: &Picture, fonts: &Fonts) -> Arc<ImageResource> {
    let (layers, bottom) = layers(picture);
    let below = match bottom.content() {
        PictureContent::Pixels(pixels) => Arc::new(ImageResource::from_pixels(pixels)),
        PictureContent::Painted(painted) => match painted.downcast() {
            Ok(painted) => painted,
            Err(_) => Arc::new(ImageResource::blank(bottom.size())),
        },
        PictureContent::Blank | PictureContent::Drawn { .. } => {
            Arc::new(ImageResource::blank(bottom.size()))
        }
    };
    if layers.is_empty() {
        return below;
    }
    let Some(mut raster) = below.pixmap().and_then(Raster::on) else {
        return below;
    };
    for drawings in layers.iter().rev() {
        raster.clip(&[]);
        for drawing in drawings.iter() {
            raster.draw(drawing, fonts);
        }
    }
    let painted = raster.into_bitmap();
    let [width, height] = painted.size();
    let size = IntSize::from_wh(width, height);
    let pixmap = size.and_then(|size| Pixmap::from_vec(painted.rgba().to_vec(), size));
    Arc::new(ImageResource::from_pixmap(bottom.size(), pixmap))
}
