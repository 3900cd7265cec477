//! Rectangles in device pixels.

use cindyscript_interpreter::display::{Affine, PictureDrawing};

use crate::region::Region;

/// A rectangle in device pixels, x to the right and y down; empty if an edge lies beyond the
/// opposite one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Bounds {
    /// Without a point.
    pub(super) const EMPTY: Bounds = Bounds {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    /// All of a target of a size.
    pub(super) fn all([width, height]: [u32; 2]) -> Bounds {
        Bounds {
            left: 0.0,
            top: 0.0,
            right: f64::from(width),
            bottom: f64::from(height),
        }
    }

    /// Grows until it contains a point.
    pub(super) fn include(&mut self, [x, y]: [f64; 2]) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    /// Each edge moved outwards.
    pub(super) fn grown(&self, by: f64) -> Bounds {
        Bounds {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// What both have in common.
    pub(super) fn intersection(&self, other: &Bounds) -> Bounds {
        Bounds {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The smallest rectangle around both.
    pub(super) fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(super) fn contains(&self, [x, y]: [f64; 2]) -> bool {
        self.left <= x && x <= self.right && self.top <= y && y <= self.bottom
    }

    /// The point inside that is nearest to a place; for an empty rectangle any.
    pub(super) fn clamp(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            x.max(self.left).min(self.right),
            y.max(self.top).min(self.bottom),
        ]
    }

    /// The pixels of a target that it touches.
    pub(super) fn pixels(&self, [width, height]: [u32; 2]) -> Region {
        // `as` saturates, and takes NaN for 0.
        let first = |edge: f64, limit: u32| (edge.floor() as u32).min(limit);
        let last = |edge: f64, limit: u32| (edge.ceil() as u32).min(limit);
        let (x, y) = (first(self.left, width), first(self.top, height));
        Region {
            x,
            y,
            width: last(self.right, width).saturating_sub(x),
            height: last(self.bottom, height).saturating_sub(y),
        }
    }
}

/// What a picture touches, in device pixels.
pub(super) fn of_picture(drawing: &PictureDrawing, scale: f64) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for corner in corners(drawing.transform, drawing.picture.size()) {
        bounds.include(corner.map(|coordinate| coordinate * scale));
    }
    bounds
}

/// Where the corners of a picture of a size lie on the target.
pub(super) fn corners([a, b, c, d, e, f]: Affine, size: [u32; 2]) -> [[f64; 2]; 4] {
    let [width, height] = size.map(f64::from);
    [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]
        .map(|[x, y]| [a * x + c * y + e, b * x + d * y + f])
}

/// Whether a picture of a size ends at the edges of pixels, as in browsers: a pixel is painted if
/// its centre is inside. Pictures that are turned have smooth edges, and so have those that are
/// thinner than a pixel, which might fall between the centres.
pub fn has_sharp_edges([a, b, c, d, ..]: Affine, size: [u32; 2]) -> bool {
    let [width, height] = size.map(f64::from);
    let is_small = |slant: f64, length: f64| (slant * length).abs() < 1e-6;
    let [across, down] = if is_small(b, width) && is_small(c, height) {
        [a, d]
    } else if is_small(a, width) && is_small(d, height) {
        [b, c]
    } else {
        return false;
    };
    (across * width).abs() >= 1.0 && (down * height).abs() >= 1.0
}
