//! How much of a picture a GPU is given at once.
//!
//! A driver that is given a shader which runs for seconds resets the device, and until then nothing
//! else is drawn on the machine. So a picture with loops in it begins with a small tile, and only
//! what has turned out to be fast is given more. What counts is the time on the clock, so that a
//! machine that others keep busy is given less, and as much as before once they are done.

use std::time::Duration;

use crate::scene::Region;

/// The pixels of the first tile.
const FIRST: u64 = 1 << 12;
/// Those of the smallest.
const LEAST: u64 = 1 << 6;
/// A tile that takes less than this is followed by larger ones, and one that takes longer than twice
/// as much by smaller ones. Frames at rest may take as long.
const AIM: Duration = Duration::from_millis(80);
/// So much larger they become at most.
const GROWTH: u64 = 16;

/// How many pixels may be given at once, as far as is known: from one picture to the next.
#[derive(Debug)]
pub(crate) struct Pace {
    pixels: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { pixels: FIRST }
    }
}

impl Pace {
    /// Nothing is known.
    pub(super) fn forget(&mut self) {
        *self = Pace::default();
    }

    /// Whether a picture takes so little that nobody has to wait and see.
    pub(super) fn is_quick(&self, size: [u32; 2]) -> bool {
        let [width, height] = size.map(u64::from);
        self.pixels >= GROWTH * width * height
    }

    /// A tile has taken so long.
    fn learn(&mut self, pixels: u64, took: Duration) {
        let times = AIM.as_secs_f64() / took.as_secs_f64().max(f64::MIN_POSITIVE);
        let fitting = (pixels as f64 * times.min(GROWTH as f64)) as u64;
        if took > 2 * AIM {
            self.pixels = fitting.max(LEAST);
        } else if took < AIM {
            // The tile may have been less than there could have been.
            self.pixels = self.pixels.max(fitting);
        }
    }

    /// Whether a tile of so many pixels is not too long.
    fn takes(&self, pixels: u64) -> bool {
        pixels <= self.pixels.saturating_mul(2)
    }
}

/// The tiles of one picture, row by row.
#[derive(Debug)]
pub(super) struct Tiles {
    size: [u32; 2],
    /// Whether they have to be small at first.
    careful: bool,
    /// Where the next one begins.
    x: u32,
    y: u32,
}

impl Tiles {
    pub(super) fn new(size: [u32; 2], careful: bool) -> Tiles {
        Tiles {
            size,
            careful,
            x: 0,
            y: 0,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.y >= self.size[1]
    }

    /// The next one: whole rows, or a part of one.
    pub(super) fn next(&mut self, pace: &Pace) -> Option<Region> {
        if self.is_done() {
            return None;
        }
        let [width, height] = self.size;
        let rest = height - self.y;
        // With a tile that is little more than half of the rest, the other would be as short.
        let rows = if !self.careful || pace.takes(u64::from(width) * u64::from(rest)) {
            u64::from(rest)
        } else {
            pace.pixels / u64::from(width.max(1))
        };
        let tile = if self.x > 0 || rows == 0 {
            let length = u32::try_from(pace.pixels).unwrap_or(u32::MAX);
            Region {
                x: self.x,
                y: self.y,
                width: length.clamp(1, width - self.x),
                height: 1,
            }
        } else {
            Region {
                x: 0,
                y: self.y,
                width,
                height: u32::try_from(rows).unwrap_or(u32::MAX).min(rest),
            }
        };
        self.x = tile.x + tile.width;
        if self.x >= width {
            self.x = 0;
            self.y += tile.height;
        }
        Some(tile)
    }

    /// A tile has taken so long.
    pub(super) fn learn(&self, pace: &mut Pace, tile: Region, took: Duration) {
        if self.careful {
            pace.learn(u64::from(tile.width) * u64::from(tile.height), took);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles of a picture of which each pixel takes so many microseconds.
    fn painted(pace: &mut Pace, size: [u32; 2], careful: bool, pixel: f64) -> Vec<Region> {
        let mut tiles = Tiles::new(size, careful);
        let mut painted = Vec::new();
        while let Some(tile) = tiles.next(pace) {
            let pixels = f64::from(tile.width) * f64::from(tile.height);
            let took = Duration::from_secs_f64(1e-4 + pixels * pixel * 1e-6);
            tiles.learn(pace, tile, took);
            painted.push(tile);
        }
        painted
    }

    #[test]
    fn every_pixel_is_painted_once() {
        for (size, pixel) in [
            ([800, 600], 0.01),
            ([33, 7], 1e4),
            ([1, 1], 1.0),
            ([5000, 3], 300.0),
        ] {
            let mut count = vec![0; (size[0] * size[1]) as usize];
            for tile in painted(&mut Pace::default(), size, true, pixel) {
                for y in tile.y..tile.y + tile.height {
                    for x in tile.x..tile.x + tile.width {
                        count[(y * size[0] + x) as usize] += 1;
                    }
                }
            }
            assert!(count.iter().all(|count| *count == 1), "{size:?}");
        }
    }

    #[test]
    fn what_is_fast_is_painted_at_once_and_what_is_slow_in_short_tiles() {
        let size = [800, 600];
        let mut pace = Pace::default();
        assert_eq!(painted(&mut pace, size, false, 1.0).len(), 1);
        assert!(painted(&mut pace, size, true, 0.01).len() <= 4);
        assert_eq!(painted(&mut pace, size, true, 0.01).len(), 1);
        // It has become slow: once that takes as long as it takes, then no more.
        let slow = painted(&mut pace, size, true, 20.0);
        assert_eq!(slow.len(), 1);
        let slow = painted(&mut pace, size, true, 20.0);
        let longest = slow.iter().map(|tile| tile.width * tile.height).max();
        assert!(longest.is_some_and(|pixels| f64::from(pixels) * 20e-6 < 0.2));
        pace.forget();
        assert!(painted(&mut pace, size, true, 20.0).len() > 20);
    }

    #[test]
    fn after_a_busy_time_tiles_are_as_large_as_before() {
        let size = [800, 600];
        let whole = f64::from(size[0] * size[1]);
        // Milliseconds of a picture, and how much slower it is while others are busy.
        for milliseconds in [2.0, 30.0, 100.0, 150.0, 1000.0] {
            for busy in [3.0, 30.0, 1000.0] {
                let pixel = milliseconds * 1e3 / whole;
                let mut pace = Pace::default();
                let mut tiles = |slower: f64| {
                    let tiles = painted(&mut pace, size, true, pixel * slower);
                    (tiles.len(), pace.is_quick(size))
                };
                tiles(1.0);
                let before = tiles(1.0);
                for _ in 0..3 {
                    tiles(busy);
                }
                tiles(1.0);
                let after = tiles(1.0);
                assert_eq!(before, after, "{milliseconds} ms, {busy} times slower");
            }
        }
    }

    #[test]
    fn one_slow_tile_does_not_make_a_picture_slow() {
        let mut pace = Pace::default();
        pace.learn(480_000, Duration::from_millis(50));
        pace.learn(480_000, Duration::from_secs(4));
        assert!(!pace.takes(480_000));
        pace.learn(pace.pixels, Duration::from_millis(1));
        pace.learn(pace.pixels, Duration::from_millis(16));
        assert!(pace.takes(480_000), "{pace:?}");
    }
}
