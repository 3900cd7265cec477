//! An image that a page names, and the memory that there is for all of them.

use std::sync::Arc;

use crate::context::film::Film;
use crate::context::images::{IMAGE_BUDGET, file_bytes, no_room};
use crate::display::picture::Picture;
use crate::display::{Cap, Drawing, FillRule, Join, Path, PathSegment, Stroke};

/// The side of what is shown for an image that is missing, in pixels.
const PLACEHOLDER: f64 = 64.0;

/// An image that the page names.
#[derive(Clone, Debug)]
pub struct PageImage {
    /// The name in scripts.
    pub name: Arc<str>,
    /// The picture; a placeholder if it is missing.
    pub picture: Picture,
    /// The video of which the picture is the first, if it is one.
    pub film: Option<Arc<dyn Film>>,
    /// Why it is missing, in one line.
    pub missing: Option<Arc<str>>,
}

impl PageImage {
    /// One that is missing, and the reason in one line.
    #[must_use]
    pub fn missing(name: &str, reason: Arc<str>) -> PageImage {
        PageImage {
            name: name.into(),
            picture: placeholder(),
            film: None,
            missing: Some(reason),
        }
    }
}

/// The memory that there is for images, in bytes. They are refused before they are decoded.
#[derive(Clone, Debug)]
pub struct ImageMemory {
    left: u64,
    /// The bytes taken so far, those of a refused image included.
    pub taken: u64,
    /// True if an image was refused.
    pub refused: bool,
}

impl Default for ImageMemory {
    /// For all images of a page.
    fn default() -> ImageMemory {
        ImageMemory::of(IMAGE_BUDGET)
    }
}

impl ImageMemory {
    /// A budget in bytes.
    #[must_use]
    pub fn of(left: u64) -> ImageMemory {
        ImageMemory {
            left,
            taken: 0,
            refused: false,
        }
    }

    /// Takes a picture of this size in.
    ///
    /// # Errors
    /// There is no room for it; what to do in one line.
    pub fn take(&mut self, size: [u32; 2]) -> Result<(), String> {
        let bytes = file_bytes(size);
        self.taken = self.taken.saturating_add(bytes);
        if self.taken > self.left {
            self.refused = true;
            let before = self.taken - bytes;
            return Err(no_room(size, bytes, self.left.saturating_sub(before)));
        }
        Ok(())
    }

    /// Checks for room without taking it.
    ///
    /// # Errors
    /// As [`ImageMemory::take`].
    pub fn look(&mut self, size: [u32; 2]) -> Result<(), String> {
        self.take(size)?;
        self.taken -= file_bytes(size);
        Ok(())
    }
}

/// A crossed out frame in place of a missing image.
fn placeholder() -> Picture {
    const GREY: [f64; 4] = [0.9, 0.9, 0.9, 1.0];
    const RED: [f64; 4] = [0.8, 0.1, 0.1, 1.0];
    let frame = |inset: f64| {
        let (near, far) = (inset, PLACEHOLDER - inset);
        vec![
            PathSegment::Move([near, near]),
            PathSegment::Line([far, near]),
            PathSegment::Line([far, far]),
            PathSegment::Line([near, far]),
            PathSegment::Close,
        ]
    };
    let mut crossed = frame(1.0);
    let corner = PLACEHOLDER - 1.0;
    for [from, to] in [[[1.0, 1.0], [corner; 2]], [[1.0, corner], [corner, 1.0]]] {
        crossed.extend([PathSegment::Move(from), PathSegment::Line(to)]);
    }
    let area = Drawing::Fill {
        path: Path {
            segments: frame(0.0),
        },
        rule: FillRule::NonZero,
        colour: GREY,
    };
    let lines = Drawing::Stroke {
        path: Path { segments: crossed },
        stroke: Stroke {
            width: 2.0,
            dashes: Arc::default(),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 10.0,
        },
        colour: RED,
    };
    Picture::blank([PLACEHOLDER as u32; 2]).drawn(vec![area, lines])
}
