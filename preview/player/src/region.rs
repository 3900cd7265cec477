//! Parts of a picture.

/// A rectangle of device pixels; x to the right, y down from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Region {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width; 0 for an empty region.
    pub width: u32,
    /// Height; 0 for an empty region.
    pub height: u32,
}

impl Region {
    /// All of a picture.
    pub fn all([width, height]: [u32; 2]) -> Region {
        Region {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// The pixels of a picture whose centres lie between two opposite corners.
    pub fn between(a: [f64; 2], b: [f64; 2], [width, height]: [u32; 2]) -> Region {
        // `as` saturates, and takes NaN for 0.
        let edge = |v: f64, limit: u32| ((v + 0.5).floor() as u32).min(limit);
        let span = |a: f64, b: f64, limit| (edge(a.min(b), limit), edge(a.max(b), limit));
        let (left, right) = span(a[0], b[0], width);
        let (top, bottom) = span(a[1], b[1], height);
        Region {
            x: left,
            y: top,
            width: right - left,
            height: bottom - top,
        }
    }

    /// What two regions have in common.
    pub fn intersection(self, other: Region) -> Region {
        let common = |a: u32, a_length: u32, b: u32, b_length: u32| {
            let end = a.saturating_add(a_length).min(b.saturating_add(b_length));
            let start = a.max(b);
            (start, end.saturating_sub(start))
        };
        let (x, width) = common(self.x, self.width, other.x, other.width);
        let (y, height) = common(self.y, self.height, other.y, other.height);
        Region {
            x,
            y,
            width,
            height,
        }
    }

    /// The least region with both in it.
    #[must_use]
    pub fn union(self, other: Region) -> Region {
        if self.is_empty() || other.is_empty() {
            return if self.is_empty() { other } else { self };
        }
        let both = |a: u32, a_length: u32, b: u32, b_length: u32| {
            let end = a.saturating_add(a_length).max(b.saturating_add(b_length));
            (a.min(b), end - a.min(b))
        };
        let (x, width) = both(self.x, self.width, other.x, other.width);
        let (y, height) = both(self.y, self.height, other.y, other.height);
        Region {
            x,
            y,
            width,
            height,
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether a place, in device pixels, is in one of its pixels.
    pub fn contains(self, place: [f64; 2]) -> bool {
        let sides = [(self.x, self.width), (self.y, self.height)];
        place.iter().zip(sides).all(|(place, (start, length))| {
            let start = f64::from(start);
            (start..start + f64::from(length)).contains(place)
        })
    }

    /// The part of it that lies in a picture.
    pub fn within(self, [width, height]: [u32; 2]) -> Region {
        let x = self.x.min(width);
        let y = self.y.min(height);
        Region {
            x,
            y,
            width: self.width.min(width - x),
            height: self.height.min(height - y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_take_pixels_by_their_centres() {
        let size = [100, 50];
        let region = Region::between([10.4, 20.6], [2.5, 5.0], size);
        assert_eq!(
            region,
            Region {
                x: 3,
                y: 5,
                width: 7,
                height: 16
            }
        );
        assert_eq!(
            Region::between([-5.0, -5.0], [1e9, 1e9], size),
            Region::all(size)
        );
        assert!(Region::between([200.0, 0.0], [300.0, 10.0], size).is_empty());
        assert!(Region::between([f64::NAN; 2], [f64::NAN; 2], size).is_empty());
    }

    #[test]
    fn regions_are_cut_at_the_edges() {
        let region = Region {
            x: 90,
            y: 60,
            width: 20,
            height: 20,
        };
        assert_eq!(
            region.within([100, 50]),
            Region {
                x: 90,
                y: 50,
                width: 10,
                height: 0
            }
        );
    }
}
