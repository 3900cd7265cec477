//! The pixels around the pointer, on their way from the picture to the panel that magnifies them.

use cindyscript_player::Session;
use cindyscript_player::region::Region;
use cindyscript_render::FrameLoop;
use cindyscript_render::picture::PicturePart;

use crate::controls::loupe::{Loupe, REACH};

/// Pixels that were asked for.
#[derive(Debug)]
pub(super) struct Asked {
    middle: [u32; 2],
    background: [f64; 3],
    part: PicturePart,
}

impl Asked {
    /// Asks for those around one of the picture, by its column and row.
    pub(super) fn around(frames: &FrameLoop, middle: [u32; 2]) -> Asked {
        let [x, y] = middle.map(|place| place.saturating_sub(REACH));
        let [right, below] = middle.map(|place| place.saturating_add(REACH + 1));
        Asked {
            middle,
            background: frames.session().map_or([1.0; 3], Session::background),
            part: frames.picture().part(Region {
                x,
                y,
                width: right - x,
                height: below - y,
            }),
        }
    }

    /// Looks whether they are there; none of them where the device fails, which whoever paints finds
    /// out.
    pub(super) fn get(&self) -> Option<Option<Loupe>> {
        let pixels = match self.part.get() {
            Ok(pixels) => pixels?,
            Err(_) => return Some(None),
        };
        Some(Some(Loupe {
            middle: self.middle,
            pixels,
            background: self.background,
        }))
    }
}
