//! How much of a picture a GPU is given at once.
//!
//! A driver that is given a shader which runs for seconds resets the device, and until then nothing
//! else is drawn on the machine. So a picture with loops in it begins with a few pixels all over it,
//! which tell what to expect, and with a small tile; only what has turned out to be fast is given
//! more. What counts is the time on the clock, so that a machine that others keep busy is given
//! less, and as much as before once they are done.

use std::time::Duration;

use cindyscript_player::region::Region;

/// The pixels of a tile of which the others before it say no more than that it may be longer.
const FIRST: u64 = 1 << 12;
/// Those of the smallest.
const LEAST: u64 = 1 << 6;
/// A tile that takes less than this is followed by larger ones, and one that takes longer than twice
/// as much by smaller ones.
const AIM: Duration = Duration::from_millis(20);
/// So much larger they become at most.
const GROWTH: u64 = 16;

/// So many patches are looked at first in each direction, each so many pixels wide and high.
const PATCHES: u32 = 4;
const PATCH: u32 = 2;
/// What the smallest work may take on any machine: the way there and back.
const OVERHEAD: Duration = Duration::from_millis(2);

/// How many pixels may be given at once, as far as is known: from one picture to the next.
#[derive(Debug)]
pub(crate) struct Pace {
    pixels: u64,
    /// Never more than that, whatever the tiles so far have taken: others may be slower.
    expected: u64,
    /// Seconds that a pixel takes; less if they are too few to tell.
    pixel: f64,
    /// Nothing is known.
    is_new: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            pixels: LEAST,
            expected: u64::MAX,
            pixel: 0.0,
            is_new: true,
        }
    }
}

impl Pace {
    /// The part of the time of a tile that so many pixels take; none if nothing is known.
    pub(super) fn share(&self, pixels: u64) -> Option<f64> {
        (!self.is_new).then(|| pixels as f64 / self.pixels as f64)
    }

    /// Whether a picture takes so little that nobody has to wait and see.
    pub(super) fn is_quick(&self, size: [u32; 2]) -> bool {
        let [width, height] = size.map(u64::from);
        !self.is_new && self.pixels >= GROWTH * width * height
    }

    /// How long so many pixels take, as far as is known.
    pub(super) fn time(&self, pixels: u64) -> Duration {
        let seconds = self.pixel * pixels as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// The patches of the first look have taken so long.
    pub(super) fn look(&mut self, patches: &[Region], took: Duration) {
        let pixels = patches.iter().map(|patch| area(*patch)).sum();
        self.is_new = false;
        self.measure(pixels, took);
        let fitting = AIM.as_secs_f64() / self.pixel;
        // Most are as slow as the mean, or faster. `as` saturates.
        self.expected = ((4.0 * fitting) as u64).max(LEAST);
        self.pixels = match self.pixel > 0.0 {
            true => self
                .pixels
                .clamp((fitting as u64).max(LEAST), self.expected),
            // Too few to tell more.
            false => FIRST,
        };
    }

    /// Whether a first look that took so long should be repeated: others may have kept the machine
    /// busy.
    pub(super) fn is_doubtful(took: Duration) -> bool {
        took > AIM / 4
    }

    /// A tile has taken so long.
    pub(super) fn learn(&mut self, pixels: u64, took: Duration) {
        self.is_new = false;
        self.measure(pixels, took);
        let times = AIM.as_secs_f64() / took.as_secs_f64().max(f64::MIN_POSITIVE);
        let fitting = (pixels as f64 * times.min(GROWTH as f64)) as u64;
        if took > 2 * AIM {
            self.pixels = fitting.max(LEAST);
        } else if took < AIM {
            // The tile may have been less than there could have been.
            self.pixels = self.pixels.max(fitting.min(self.expected));
        }
    }

    fn measure(&mut self, pixels: u64, took: Duration) {
        self.pixel = took.saturating_sub(OVERHEAD).as_secs_f64() / pixels.max(1) as f64;
    }

    /// Whether a tile of so many pixels is not too long.
    fn takes(&self, pixels: u64) -> bool {
        pixels <= self.pixels.saturating_mul(2)
    }
}

/// Whether all that was given at once has taken longer than anything should.
pub(super) fn is_long(took: Duration) -> bool {
    took > 2 * AIM
}

/// The number of pixels of a region.
pub(super) fn area(region: Region) -> u64 {
    u64::from(region.width) * u64::from(region.height)
}

/// A few pixels all over a region, which tell how long all take; none where all are few.
pub(super) fn patches(region: Region) -> Vec<Region> {
    if area(region) <= u64::from(PATCHES * PATCHES * PATCH * PATCH) * GROWTH {
        return Vec::new();
    }
    let place = |index: u32, start: u32, length: u32| {
        let middle = u64::from(length) * u64::from(2 * index + 1) / u64::from(2 * PATCHES);
        // Not more than the length.
        start + middle as u32
    };
    let rows = 0..PATCHES;
    rows.flat_map(|row| (0..PATCHES).map(move |column| (column, row)))
        .map(|(column, row)| Region {
            x: place(column, region.x, region.width),
            y: place(row, region.y, region.height),
            width: PATCH,
            height: PATCH,
        })
        .map(|patch| patch.intersection(region))
        .collect()
}

/// The tiles of one picture, row by row.
#[derive(Debug)]
pub(super) struct Tiles {
    region: Region,
    /// Whether they have to be small at first.
    careful: bool,
    /// Where the next one begins, from the upper left corner of the region.
    x: u32,
    y: u32,
    /// The pixels that are left.
    left: u64,
}

impl Tiles {
    pub(super) fn new(region: Region, careful: bool) -> Tiles {
        Tiles {
            region,
            careful,
            x: 0,
            y: 0,
            left: area(region),
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The pixels that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// All of it once more, from where it is on, so that every place has its turn, however often
    /// it begins anew.
    pub(super) fn begin_again(&mut self) {
        self.left = area(self.region);
    }

    /// No more of it.
    pub(super) fn give_up(&mut self) {
        self.left = 0;
    }

    /// The next one: whole rows, or a part of one.
    pub(super) fn next(&mut self, pace: &Pace) -> Option<Region> {
        if self.is_done() {
            return None;
        }
        let Region { width, height, .. } = self.region;
        let rest = height - self.y;
        // With a tile that is little more than half of the rest, the other would be as short.
        let rows = if !self.careful || pace.takes(u64::from(width) * u64::from(rest)) {
            u64::from(rest)
        } else {
            pace.pixels / u64::from(width.max(1))
        };
        let mut tile = if self.x > 0 || rows == 0 {
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
        self.left = self.left.saturating_sub(area(tile));
        self.x = tile.x + tile.width;
        if self.x >= width {
            self.x = 0;
            self.y += tile.height;
        }
        if self.y >= height {
            self.y = 0;
        }
        tile.x += self.region.x;
        tile.y += self.region.y;
        Some(tile)
    }

    /// A tile has taken so long.
    pub(super) fn learn(&self, pace: &mut Pace, tile: Region, took: Duration) {
        if self.careful {
            pace.learn(area(tile), took);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// The tiles of a picture of which each pixel takes so many microseconds.
    fn painted(pace: &mut Pace, size: [u32; 2], careful: bool, pixel: f64) -> Vec<Region> {
        let mut tiles = Tiles::new(Region::all(size), careful);
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
        assert!(painted(&mut pace, size, true, 0.01).len() <= 6);
        assert_eq!(painted(&mut pace, size, true, 0.01).len(), 1);
        // It has become slow: once that takes as long as it takes, then no more.
        let slow = painted(&mut pace, size, true, 20.0);
        assert_eq!(slow.len(), 1);
        assert!(longest(&painted(&mut pace, size, true, 20.0), 20.0) < 0.05);
        assert!(painted(&mut Pace::default(), size, true, 20.0).len() > 100);
    }

    /// The seconds of the longest tile.
    fn longest(tiles: &[Region], pixel: f64) -> f64 {
        let pixels = tiles.iter().map(|tile| area(*tile)).max().unwrap_or(0);
        pixels as f64 * pixel * 1e-6
    }

    #[test]
    fn what_the_first_look_finds_slow_is_painted_in_short_tiles_from_the_beginning() {
        let region = Region::all([800, 600]);
        let patches = patches(region);
        assert!(patches.iter().all(|patch| !patch.is_empty()));
        let pixels: u64 = patches.iter().map(|patch| area(*patch)).sum();
        for pixel in [1.0, 400.0, 1e5] {
            // It was fast before.
            let mut pace = Pace::default();
            pace.learn(480_000, Duration::from_millis(1));
            let took = Duration::from_secs_f64(1e-4 + pixels as f64 * pixel * 1e-6);
            pace.look(&patches, took);
            let tiles = painted(&mut pace, [800, 600], true, pixel);
            let least = LEAST as f64 * pixel * 1e-6;
            assert!(
                longest(&tiles, pixel) < f64::max(0.1, 1.1 * least),
                "{pixel}"
            );
        }
        // A quarter of a picture has no end, and the rest is fast.
        let mut pace = Pace::default();
        pace.look(&patches, Duration::from_secs_f64(16.0 * 400e-6));
        let mut tiles = Tiles::new(region, true);
        while let Some(tile) = tiles.next(&pace) {
            let slow = tile.intersection(Region { y: 450, ..region });
            let took = Duration::from_secs_f64(1e-4 + area(slow) as f64 * 400e-6);
            assert!(took < Duration::from_secs(1), "{tile:?}");
            tiles.learn(&mut pace, tile, took);
        }
    }

    #[test]
    fn what_begins_anew_again_and_again_comes_to_every_place() {
        let mut seen = [false; 40];
        let mut tiles = Tiles::new(Region::all([100, 40]), true);
        let mut pace = Pace::default();
        for _ in 0..100 {
            let tile = tiles.next(&pace).unwrap();
            seen[tile.y as usize] = true;
            tiles.learn(&mut pace, tile, Duration::from_millis(50));
            tiles.begin_again();
        }
        assert!(seen.iter().all(|seen| *seen));
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
        pace.learn(480_000, Duration::from_millis(10));
        pace.learn(480_000, Duration::from_secs(4));
        assert!(!pace.takes(480_000));
        pace.learn(pace.pixels, Duration::from_millis(1));
        pace.learn(pace.pixels, Duration::from_micros(1500));
        assert!(pace.takes(480_000), "{pace:?}");
    }
}
