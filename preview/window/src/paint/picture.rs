//! Pictures of images: painted when somebody needs their pixels, and kept by the picture.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::picture::{Content, Picture, Pixels, Rgba};
use tiny_skia::{ColorU8, Pixmap, PixmapRef, PremultipliedColorU8};

use super::raster::Raster;
use crate::gpu::{Gpu, GpuError, Texture};
use crate::text::Fonts;

/// The pixels of a picture, wherever they are: each form is made of another one when somebody asks
/// for it, and kept. What the GPU has painted stays there until the CPU asks.
#[derive(Debug)]
pub struct Painted {
    size: [u32; 2],
    /// On a GPU.
    texture: Mutex<Option<Arc<Texture>>>,
    /// There in all sizes, once somebody wanted that.
    all_sizes: Mutex<Option<Arc<Texture>>>,
    /// In memory. None for a picture without pixels, or one that went with its GPU.
    pixels: OnceLock<Option<Arc<Pixels>>>,
    /// For the CPU to paint with: multiplied with alpha.
    pixmap: OnceLock<Option<Pixmap>>,
}

impl Painted {
    /// Multiplied with alpha, rows from the top; none for a picture without pixels. What a colorplot
    /// has painted is taken as multiplied, as CindyGL shows it.
    pub fn pixmap(&self) -> Option<PixmapRef<'_>> {
        let multiplied = || {
            let pixels = self.pixels()?;
            let [width, height] = self.size;
            let mut pixmap = Pixmap::new(width, height)?;
            let bytes = pixels.bytes();
            let source = bytes.as_chunks::<4>().0;
            let plotted = matches!(pixels.rgba(), Rgba::Floats(_));
            for (target, &[r, g, b, a]) in pixmap.pixels_mut().iter_mut().zip(source) {
                let brightest = if plotted { a } else { 255 };
                let [r, g, b] = [r, g, b].map(|part| part.min(brightest));
                *target = match PremultipliedColorU8::from_rgba(r, g, b, a) {
                    Some(colour) if plotted => colour,
                    _ => ColorU8::from_rgba(r, g, b, a).premultiply(),
                };
            }
            Some(pixmap)
        };
        let pixmap = self.pixmap.get_or_init(multiplied).as_ref();
        pixmap.map(Pixmap::as_ref)
    }

    /// Not multiplied with alpha; none for a picture without pixels, or one that went with its GPU.
    pub fn pixels(&self) -> Option<Arc<Pixels>> {
        let found = || {
            if let Some(pixmap) = self.pixmap.get() {
                return pixmap.as_ref().and_then(straight).map(Arc::new);
            }
            let texture = lock(&self.texture).clone()?;
            texture.read().ok().map(Arc::new)
        };
        self.pixels.get_or_init(found).clone()
    }

    /// On a GPU, not multiplied with alpha: brought there if need be, and if wanted, in all sizes
    /// down to one pixel.
    ///
    /// What went with its GPU is transparent: what is painted again and again begins anew.
    ///
    /// # Errors
    /// It has no pixels, or too many for this GPU.
    pub(crate) fn texture(&self, gpu: &Gpu, all_sizes: bool) -> Result<Arc<Texture>, GpuError> {
        if all_sizes {
            return kept(&self.all_sizes, gpu, || {
                gpu.mipmapped(&*self.texture(gpu, false)?)
            });
        }
        kept(&self.texture, gpu, || {
            let [width, height] = self.size.map(|side| side as usize);
            let blank = || Pixels::new(self.size, vec![0; width * height * 4]).map(Arc::new);
            let pixels = self.pixels().or_else(blank);
            let pixels = pixels.filter(|_| !self.size.contains(&0));
            let none = || GpuError::Refused("an image without pixels".to_owned());
            gpu.upload(&*pixels.ok_or_else(none)?)
        })
    }

    /// What a GPU has painted.
    pub(crate) fn from_texture(texture: Texture) -> Painted {
        let size = texture.size();
        Painted {
            texture: Mutex::new(Some(Arc::new(texture))),
            ..Painted::empty(size)
        }
    }

    fn empty(size: [u32; 2]) -> Painted {
        Painted {
            size,
            texture: Mutex::default(),
            all_sizes: Mutex::default(),
            pixels: OnceLock::new(),
            pixmap: OnceLock::new(),
        }
    }

    fn blank([width, height]: [u32; 2]) -> Painted {
        Painted::from_pixmap([width, height], Pixmap::new(width, height))
    }

    fn from_pixmap(size: [u32; 2], pixmap: Option<Pixmap>) -> Painted {
        Painted {
            pixmap: OnceLock::from(pixmap),
            ..Painted::empty(size)
        }
    }

    fn from_pixels(pixels: Arc<Pixels>) -> Painted {
        let size = pixels.size();
        Painted {
            pixels: OnceLock::from(Some(pixels)),
            ..Painted::empty(size)
        }
    }
}

/// The texture that is kept if it is on this GPU, otherwise the one that is made now.
fn kept(
    place: &Mutex<Option<Arc<Texture>>>,
    gpu: &Gpu,
    make: impl FnOnce() -> Result<Texture, GpuError>,
) -> Result<Arc<Texture>, GpuError> {
    let known = lock(place).clone();
    if let Some(texture) = known.filter(|texture| texture.is_on(gpu)) {
        return Ok(texture);
    }
    let texture = Arc::new(make()?);
    *lock(place) = Some(Arc::clone(&texture));
    Ok(texture)
}

fn lock(place: &Mutex<Option<Arc<Texture>>>) -> MutexGuard<'_, Option<Arc<Texture>>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pixels of a pixmap, not multiplied with alpha.
fn straight(pixmap: &Pixmap) -> Option<Pixels> {
    let colours = pixmap.pixels().iter().map(PremultipliedColorU8::demultiply);
    let bytes = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]);
    Pixels::new([pixmap.width(), pixmap.height()], bytes.collect())
}

/// Whether a picture was painted by a GPU, and nobody has asked for it in memory so far.
pub(crate) fn is_on_gpu(picture: &Picture) -> bool {
    settled(picture)
        .is_some_and(|painted| painted.pixels.get().is_none() && painted.pixmap.get().is_none())
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
                let painted = paint(&next, fonts);
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
fn paint(picture: &Picture, fonts: &Fonts) -> Arc<Painted> {
    let (layers, bottom) = layers(picture);
    let below = match bottom.content() {
        Content::Pixels(pixels) => Arc::new(Painted::from_pixels(pixels)),
        Content::Painted(painted) => match painted.downcast() {
            Ok(painted) => painted,
            Err(_) => Arc::new(Painted::blank(bottom.size())),
        },
        Content::Blank | Content::Drawn { .. } => Arc::new(Painted::blank(bottom.size())),
    };
    if layers.is_empty() {
        return below;
    }
    let Some(pixmap) = below.pixmap().map(|pixmap| pixmap.to_owned()) else {
        return below;
    };
    let mut raster = Raster::on(pixmap, [0, 0], 1.0);
    for drawings in layers.iter().rev() {
        raster.clip(&[]);
        for drawing in drawings.iter() {
            raster.draw(drawing, fonts);
        }
    }
    let pixmap = raster.into_pixmap();
    Arc::new(Painted::from_pixmap(bottom.size(), Some(pixmap)))
}
