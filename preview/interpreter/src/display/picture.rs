//! Pictures: what the images of an applet show.
//!
//! A picture is a value: drawing into an image gives the image another picture, made of the old
//! one and what was drawn. It becomes pixels only when somebody needs them (the paper, §Lazy
//! storage of data), wherever the host likes to keep them.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::display::Drawing;

/// Pixels: red, green, blue, alpha, not multiplied with alpha; rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    size: [u32; 2],
    rgba: Rgba,
}

/// The components of pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Rgba {
    /// 255 is 1: files, and what is drawn.
    Bytes(Vec<u8>),
    /// Any numbers: what colorplots compute.
    Floats(Vec<f32>),
}

impl Pixels {
    /// Pixels of a size; none if their number does not fit.
    #[must_use]
    pub fn new(size: [u32; 2], rgba: Vec<u8>) -> Option<Pixels> {
        let fits = Some(rgba.len()) == components(size);
        let rgba = Rgba::Bytes(rgba);
        fits.then_some(Pixels { size, rgba })
    }

    /// Pixels of a size, of any numbers; none if theirs does not fit.
    #[must_use]
    pub fn from_floats(size: [u32; 2], rgba: Vec<f32>) -> Option<Pixels> {
        let fits = Some(rgba.len()) == components(size);
        let rgba = Rgba::Floats(rgba);
        fits.then_some(Pixels { size, rgba })
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The components of all pixels.
    #[must_use]
    pub fn rgba(&self) -> &Rgba {
        &self.rgba
    }

    /// The components of all pixels, a byte each: what is not between 0 and 1 becomes so.
    #[must_use]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.rgba {
            Rgba::Bytes(bytes) => Cow::Borrowed(bytes),
            // `as` saturates, and takes NaN for 0.
            Rgba::Floats(floats) => {
                let byte = |float: &f32| (float * 255.0 + 0.5) as u8;
                floats.iter().map(byte).collect()
            }
        }
    }

    /// Red, green, blue, alpha at a place; none outside.
    #[must_use]
    pub fn get(&self, [x, y]: [u32; 2]) -> Option<[f64; 4]> {
        let [width, height] = self.size;
        if x >= width || y >= height {
            return None;
        }
        let start = (y as usize * width as usize + x as usize) * 4;
        self.at(start)
    }

    /// Sets red, green, blue, alpha at a place; outside nothing.
    fn set(&mut self, [x, y]: [u32; 2], colour: [f64; 4]) {
        let [width, height] = self.size;
        if x >= width || y >= height {
            return;
        }
        let start = (y as usize * width as usize + x as usize) * 4;
        match &mut self.rgba {
            Rgba::Bytes(bytes) => {
                let bytes = bytes.get_mut(start..start + 4).into_iter().flatten();
                for (byte, part) in bytes.zip(colour) {
                    *byte = (part * 255.0 + 0.5) as u8;
                }
            }
            Rgba::Floats(floats) => {
                let floats = floats.get_mut(start..start + 4).into_iter().flatten();
                for (float, part) in floats.zip(colour) {
                    *float = part as f32;
                }
            }
        }
    }

    /// All pixels, row by row.
    pub fn iter(&self) -> impl Iterator<Item = [f64; 4]> {
        let [width, height] = self.size.map(|side| side as usize);
        (0..width * height).map(|index| self.at(4 * index).unwrap_or_default())
    }

    /// The pixel whose components begin there.
    fn at(&self, start: usize) -> Option<[f64; 4]> {
        let range = start..start + 4;
        Some(match &self.rgba {
            Rgba::Bytes(bytes) => {
                let pixel: [u8; 4] = bytes.get(range)?.try_into().ok()?;
                pixel.map(|byte| f64::from(byte) / 255.0)
            }
            Rgba::Floats(floats) => {
                let pixel: [f32; 4] = floats.get(range)?.try_into().ok()?;
                pixel.map(f64::from)
            }
        })
    }
}

/// How many components pixels of a size have.
fn components([width, height]: [u32; 2]) -> Option<usize> {
    (width as usize)
        .checked_mul(height as usize)?
        .checked_mul(4)
}

/// What an image shows. Clones are the same picture.
#[derive(Clone)]
pub struct Picture(Arc<Inner>);

struct Inner {
    size: [u32; 2],
    content: Mutex<PictureContent>,
}

/// What a picture is made of.
#[derive(Clone)]
pub enum PictureContent {
    /// Transparent pixels.
    Blank,
    /// Pixels in memory.
    Pixels(Arc<Pixels>),
    /// What the host keeps, a texture for example.
    Painted(Arc<dyn Any + Send + Sync>),
    /// Another picture of the same size, drawn upon: not painted yet.
    Drawn {
        /// What was there before.
        base: Picture,
        /// What was drawn, in pixels of the picture.
        drawings: Arc<[Drawing]>,
    },
}

impl Picture {
    /// A transparent picture.
    #[must_use]
    pub fn blank(size: [u32; 2]) -> Picture {
        Picture::of(size, PictureContent::Blank)
    }

    /// A picture of these pixels.
    #[must_use]
    pub fn from_pixels(pixels: Pixels) -> Picture {
        Picture::of(pixels.size, PictureContent::Pixels(Arc::new(pixels)))
    }

    /// A picture that the host has painted, and keeps.
    #[must_use]
    pub fn painted(size: [u32; 2], painted: Arc<dyn Any + Send + Sync>) -> Picture {
        Picture::of(size, PictureContent::Painted(painted))
    }

    /// Sets one pixel of a picture that shows these pixels: in place if nobody else has it and
    /// them. Outside nothing is set.
    pub fn set_pixel(&mut self, mut pixels: Arc<Pixels>, place: [u32; 2], colour: [f64; 4]) {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            let content = inner.content.get_mut();
            let content = content.unwrap_or_else(PoisonError::into_inner);
            // The picture is one of those who have them.
            *content = PictureContent::Blank;
            Arc::make_mut(&mut pixels).set(place, colour);
            *content = PictureContent::Pixels(pixels);
        } else {
            Arc::make_mut(&mut pixels).set(place, colour);
            *self = Picture::of(self.0.size, PictureContent::Pixels(pixels));
        }
    }

    /// This picture with something drawn upon it.
    #[must_use]
    pub fn drawn(&self, drawings: Vec<Drawing>) -> Picture {
        let content = PictureContent::Drawn {
            base: self.clone(),
            drawings: drawings.into(),
        };
        Picture::of(self.0.size, content)
    }

    fn of(size: [u32; 2], content: PictureContent) -> Picture {
        let content = Mutex::new(content);
        Picture(Arc::new(Inner { size, content }))
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.0.size
    }

    /// What it is made of.
    #[must_use]
    pub fn content(&self) -> PictureContent {
        let content = self.0.content.lock();
        content.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same picture, painted: what it was made of is let go.
    pub fn settle(&self, painted: PictureContent) {
        let mut content = self
            .0
            .content
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let made_of = std::mem::replace(&mut *content, painted);
        // Outside of the lock: it may be the last owner of a long chain.
        drop(content);
        drop(made_of);
    }

    /// Whether both are the same picture.
    #[must_use]
    pub fn is_same(&self, other: &Picture) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.0.size;
        write!(f, "Picture({width} × {height})")
    }
}

impl Drop for Inner {
    /// A picture drawn upon many times is a long chain: let go of it link by link, not by
    /// recursion.
    fn drop(&mut self) {
        fn take(content: &mut Mutex<PictureContent>) -> PictureContent {
            let content = content.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(content, PictureContent::Blank)
        }
        let mut content = take(&mut self.content);
        while let PictureContent::Drawn { base, drawings } = &mut content {
            // What was drawn may hold the same picture.
            *drawings = Arc::default();
            let Some(inner) = Arc::get_mut(&mut base.0) else {
                break;
            };
            content = take(&mut inner.content);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_set_where_nobody_else_sees_it() {
        let blank = Pixels::from_floats([2, 1], vec![0.5; 8]).map(Arc::new);
        let blank = blank.expect("eight numbers");
        let mut picture = Picture::of([2, 1], PictureContent::Pixels(Arc::clone(&blank)));
        let before = picture.clone();
        picture.set_pixel(Arc::clone(&blank), [1, 0], [2.0, 0.0, 0.0, 1.0]);
        picture.set_pixel(Arc::clone(&blank), [2, 0], [2.0, 0.0, 0.0, 1.0]);
        let shown = |picture: &Picture| match picture.content() {
            PictureContent::Pixels(pixels) => pixels.iter().map(|[red, ..]| red).collect(),
            _ => Vec::new(),
        };
        assert_eq!(shown(&before), [0.5, 0.5]);
        assert_eq!(blank.get([1, 0]), Some([0.5; 4]));
        let current = Pixels::clone(&blank);
        picture.set_pixel(Arc::new(current), [0, 0], [-1.0; 4]);
        assert_eq!(shown(&picture), [-1.0, 0.5]);
    }

    #[test]
    fn long_chains_end_without_recursion() {
        let mut picture = Picture::blank([1, 1]);
        for _ in 0..1_000_000 {
            picture = picture.drawn(Vec::new());
        }
        drop(picture);
    }
}
