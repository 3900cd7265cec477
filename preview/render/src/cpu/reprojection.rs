//! What was seen of a colorplot, shown where it has moved to until its pixels are painted anew.

use cindyscript_player::bitmap::BYTES;
use cindyscript_player::region::Region;

use crate::placement::Placed;

/// The pixels of a colorplot as they were seen, in another view's places.
pub(super) struct Seen {
    /// Red, green, blue, alpha of each pixel of a region, rows from the top; none where nothing of it was
    /// seen.
    pub(super) pixels: Vec<Option<[u8; BYTES]>>,
    /// About so many pixels along have one colour, where neighbours should differ.
    pub(super) grain: f64,
}

impl Seen {
    /// What is seen of it in a region of another view. None where that is the same view, or where
    /// nothing of it is seen.
    pub(super) fn moved(&self, from: (&Placed, Region), to: (&Placed, Region)) -> Option<Seen> {
        let [(before, old), (now, new)] = [from, to];
        let map = now.moved_from(before)?;
        let [[a, b, _], [c, d, _]] = map;
        let shrinks = (a * d - b * c).abs().sqrt();
        let pixel = |x: u32, y: u32| {
            let [x, y] = [x, y].map(|place| f64::from(place) + 0.5);
            let [x, y] = map.map(|[a, b, c]| (a * x + b * y + c).floor());
            let [x, y] = [x - f64::from(old.x), y - f64::from(old.y)];
            let inside = (0.0..f64::from(old.width)).contains(&x)
                && (0.0..f64::from(old.height)).contains(&y);
            let index = || y as usize * old.width as usize + x as usize;
            inside
                .then(index)
                .and_then(|index| *self.pixels.get(index)?)
        };
        let rows = new.y..new.y + new.height;
        let pixels = rows.flat_map(|y| (new.x..new.x + new.width).map(move |x| (x, y)));
        Some(Seen {
            pixels: pixels.map(|(x, y)| pixel(x, y)).collect(),
            grain: (self.grain / shrinks).max(1.0),
        })
    }
}
