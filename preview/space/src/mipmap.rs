//! Pictures at several sizes, each half of the one before, to look up colours between their pixels.

/// A picture, and smaller ones of it.
#[derive(Clone, Debug)]
pub struct Mipmap {
    levels: Vec<Level>,
}

/// A picture of one size.
#[derive(Clone, Debug)]
struct Level {
    size: [usize; 2],
    /// Red, green, blue, alpha.
    pixels: Vec<[u8; 4]>,
}

impl Mipmap {
    /// A texture of pixels with red, green, blue, alpha, a byte each; rows from the top. `None` if their
    /// number does not fit or is 0.
    #[must_use]
    pub fn new(size: [u32; 2], rgba: &[u8]) -> Option<Mipmap> {
        let size = size.map(|side| side as usize);
        let (pixels, rest) = rgba.as_chunks::<4>();
        if pixels.is_empty() || !rest.is_empty() || pixels.len() != size[0].checked_mul(size[1])? {
            return None;
        }
        Some(Mipmap::of(size, pixels.to_vec()))
    }

    /// A texture of at least one pixel; `size` is that of `pixels`.
    pub(crate) fn of(size: [usize; 2], pixels: Vec<[u8; 4]>) -> Mipmap {
        let mut levels = vec![Level { size, pixels }];
        while let Some(half) = levels.last().and_then(Level::half) {
            levels.push(half);
        }
        Mipmap { levels }
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self) -> [f64; 2] {
        self.levels[0].size.map(|side| side as f64)
    }

    /// The colour at a place, from 0 to 1, where a pixel of the target covers so many of its own:
    /// red, green, blue, alpha from 0 to 1. The picture repeats.
    pub(crate) fn colour(&self, place: [f64; 2], covered: f64) -> [f64; 4] {
        let level = covered.log2().max(0.0).min((self.levels.len() - 1) as f64);
        // NaN becomes 0.
        let lower = level as usize;
        let share = level - lower as f64;
        let fine = self.levels[lower].colour(place);
        let coarse = match self.levels.get(lower + 1) {
            Some(level) if share > 0.0 => level.colour(place),
            _ => return fine,
        };
        [0, 1, 2, 3].map(|i| fine[i] + share * (coarse[i] - fine[i]))
    }
}

impl Level {
    /// The same at half of the size; none of a single pixel.
    fn half(&self) -> Option<Level> {
        let [width, height] = self.size;
        if width * height <= 1 {
            return None;
        }
        let size = self.size.map(|side| (side / 2).max(1));
        let mut pixels = Vec::with_capacity(size[0] * size[1]);
        for y in 0..size[1] {
            for x in 0..size[0] {
                let [left, right] = [2 * x, 2 * x + 1].map(|x| x.min(width - 1));
                let [top, bottom] = [2 * y, 2 * y + 1].map(|y| y.min(height - 1));
                let four = [(left, top), (right, top), (left, bottom), (right, bottom)];
                let four = four.map(|(x, y)| self.pixels[y * width + x]);
                let mean = |channel: usize| {
                    let sum: u32 = four.iter().map(|pixel| u32::from(pixel[channel])).sum();
                    ((sum + 2) / 4) as u8
                };
                pixels.push([0, 1, 2, 3].map(mean));
            }
        }
        Some(Level { size, pixels })
    }

    /// The colour at a place, mixed from the four pixels around.
    fn colour(&self, place: [f64; 2]) -> [f64; 4] {
        let at = [0, 1].map(|axis| place[axis].rem_euclid(1.0) * self.size[axis] as f64 - 0.5);
        let share = at.map(|at| at - at.floor());
        let pixel = |dx: f64, dy: f64| {
            let [x, y] = [at[0] + dx, at[1] + dy].map(f64::floor);
            let wrapped = |at: f64, side: usize| at.rem_euclid(side as f64) as usize % side;
            let [x, y] = [wrapped(x, self.size[0]), wrapped(y, self.size[1])];
            self.pixels[y * self.size[0] + x].map(|byte| f64::from(byte) / 255.0)
        };
        let mixed = |a: [f64; 4], b: [f64; 4], share: f64| {
            [0, 1, 2, 3].map(|i| a[i] + share * (b[i] - a[i]))
        };
        let top = mixed(pixel(0.0, 0.0), pixel(1.0, 0.0), share[0]);
        let bottom = mixed(pixel(0.0, 1.0), pixel(1.0, 1.0), share[0]);
        mixed(top, bottom, share[1])
    }
}

#[cfg(test)]
mod tests {
    use super::Mipmap;

    const BLACK: [u8; 4] = [0, 0, 0, 255];
    const RED: [u8; 4] = [255, 0, 0, 255];

    fn texture() -> Mipmap {
        Mipmap::new([2, 1], &[BLACK, RED].concat()).expect("a texture")
    }

    #[test]
    fn colours_are_mixed_between_pixels_and_repeat() {
        let red = |x: f64| texture().colour([x, 0.5], 1.0)[0];
        assert_eq!(red(0.25), 0.0);
        assert_eq!(red(0.75), 1.0);
        assert_eq!(red(0.5), 0.5);
        assert_eq!(red(1.0), 0.5);
        assert_eq!(red(-0.25), 1.0);
    }

    #[test]
    fn small_pictures_are_means() {
        let colour = texture().colour([0.25, 0.5], 2.0);
        assert_eq!(colour, [128.0 / 255.0, 0.0, 0.0, 1.0]);
        assert_eq!(texture().colour([0.25, 0.5], 1e9), colour);
    }

    #[test]
    fn places_that_are_no_numbers_have_a_colour() {
        for place in [f64::NAN, f64::INFINITY, 1e300, -1e-300] {
            let colour = texture().colour([place; 2], place);
            assert_eq!(colour.len(), 4);
        }
    }

    #[test]
    fn pixels_have_to_fit() {
        assert!(Mipmap::new([2, 2], &RED).is_none());
        assert!(Mipmap::new([0, 0], &[]).is_none());
        assert!(Mipmap::new([u32::MAX; 2], &RED).is_none());
    }
}
