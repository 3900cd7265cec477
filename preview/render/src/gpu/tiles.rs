//! How much of a picture a GPU is given at once.
//!
//! A driver that is given a shader which runs for seconds resets the device, and until then nothing
//! else is drawn on the machine. So a picture with loops in it begins with a few pixels all over it,
//! which tell what to expect, and with a small tile; only what has turned out to be fast is given
//! more. What counts is the time on the clock, so that a machine that others keep busy is given
//! less, and as much as before once they are done.

use std::time::Duration;

use cindyscript_player::region::Region;

use super::cost::{CostEstimate, GROWTH, area};

/// So many patches are looked at first in each direction, each so many pixels wide and high.
const PATCHES: u32 = 4;
const PATCH: u32 = 2;

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
    pub(super) fn abandon(&mut self) {
        self.left = 0;
    }

    /// Whether nothing is left of what was given as one tile, since none of it takes long.
    pub(super) fn is_done_at_once(&self) -> bool {
        self.is_done() && !self.careful
    }

    /// The next one: whole rows, or a part of one.
    pub(super) fn next(&mut self, cost: &CostEstimate) -> Option<Region> {
        if self.is_done() {
            return None;
        }
        let Region { width, height, .. } = self.region;
        let rest = height - self.y;
        // With a tile that is little more than half of the rest, the other would be as short.
        let rows = if !self.careful || cost.takes(u64::from(width) * u64::from(rest)) {
            u64::from(rest)
        } else {
            cost.pixels / u64::from(width.max(1))
        };
        let mut tile = if self.x > 0 || rows == 0 {
            let length = u32::try_from(cost.pixels).unwrap_or(u32::MAX);
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
    pub(super) fn learn(&self, cost: &mut CostEstimate, tile: Region, took: Duration) {
        if self.careful {
            cost.learn(area(tile), took);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::cost::LEAST;
    use super::*;

    /// The tiles of a picture of which each pixel takes so many microseconds.
    fn painted(cost: &mut CostEstimate, size: [u32; 2], careful: bool, pixel: f64) -> Vec<Region> {
        let mut tiles = Tiles::new(Region::all(size), careful);
        let mut painted = Vec::new();
        while let Some(tile) = tiles.next(cost) {
            let pixels = f64::from(tile.width) * f64::from(tile.height);
            let took = Duration::from_secs_f64(1e-4 + pixels * pixel * 1e-6);
            tiles.learn(cost, tile, took);
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
            for tile in painted(&mut CostEstimate::default(), size, true, pixel) {
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
        let mut cost = CostEstimate::default();
        assert_eq!(painted(&mut cost, size, false, 1.0).len(), 1);
        assert!(painted(&mut cost, size, true, 0.01).len() <= 6);
        assert_eq!(painted(&mut cost, size, true, 0.01).len(), 1);
        // It has become slow: once that takes as long as it takes, then no more.
        let slow = painted(&mut cost, size, true, 20.0);
        assert_eq!(slow.len(), 1);
        assert!(longest(&painted(&mut cost, size, true, 20.0), 20.0) < 0.05);
        assert!(painted(&mut CostEstimate::default(), size, true, 20.0).len() > 100);
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
            let mut cost = CostEstimate::default();
            cost.learn(480_000, Duration::from_millis(1));
            let took = Duration::from_secs_f64(1e-4 + pixels as f64 * pixel * 1e-6);
            cost.look(&patches, took);
            let tiles = painted(&mut cost, [800, 600], true, pixel);
            let least = LEAST as f64 * pixel * 1e-6;
            assert!(
                longest(&tiles, pixel) < f64::max(0.1, 1.1 * least),
                "{pixel}"
            );
        }
        // A quarter of a picture has no end, and the rest is fast.
        let mut cost = CostEstimate::default();
        cost.look(&patches, Duration::from_secs_f64(16.0 * 400e-6));
        let mut tiles = Tiles::new(region, true);
        while let Some(tile) = tiles.next(&cost) {
            let slow = tile.intersection(Region { y: 450, ..region });
            let took = Duration::from_secs_f64(1e-4 + area(slow) as f64 * 400e-6);
            assert!(took < Duration::from_secs(1), "{tile:?}");
            tiles.learn(&mut cost, tile, took);
        }
    }

    #[test]
    fn what_begins_anew_again_and_again_comes_to_every_place() {
        let mut seen = [false; 40];
        let mut tiles = Tiles::new(Region::all([100, 40]), true);
        let mut cost = CostEstimate::default();
        for _ in 0..100 {
            let tile = tiles.next(&cost).unwrap();
            seen[tile.y as usize] = true;
            tiles.learn(&mut cost, tile, Duration::from_millis(50));
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
                let mut cost = CostEstimate::default();
                let mut tiles = |slower: f64| {
                    let tiles = painted(&mut cost, size, true, pixel * slower);
                    (tiles.len(), cost.is_quick(size))
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
        let mut cost = CostEstimate::default();
        cost.learn(480_000, Duration::from_millis(10));
        cost.learn(480_000, Duration::from_secs(4));
        assert!(!cost.takes(480_000));
        cost.learn(cost.pixels, Duration::from_millis(1));
        cost.learn(cost.pixels, Duration::from_micros(1500));
        assert!(cost.takes(480_000), "{cost:?}");
    }
}
