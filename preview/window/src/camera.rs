//! The camera of applets that want one: a test card, or images that the user chooses. No real one:
//! the preview follows every keystroke, and nobody would have been asked.

use std::path::Path;
use std::sync::Arc;

use cindyscript_interpreter::Film;
use cindyscript_interpreter::picture::{Picture, Pixels};

use crate::film;

/// What the camera sees. Clones see the same.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    /// None is a test card.
    chosen: Option<Arc<Film>>,
}

impl Camera {
    /// A camera that sees an image, still or animated, images that are numbered, or those of a
    /// folder; none is a test card.
    ///
    /// # Errors
    /// There are no images; the reason in one line.
    pub fn choose(path: Option<&Path>) -> Result<Camera, String> {
        let open = |path: &Path| {
            let film = film::source(path).and_then(|path| film::open(&path));
            film.map_err(|reason| format!("{}: {reason}", path.display()))
        };
        let chosen = path.map(open).transpose()?.map(Arc::new);
        Ok(Camera { chosen })
    }

    /// What it sees.
    pub(crate) fn film(&self) -> Option<Arc<Film>> {
        let test_card = || Some(Arc::new(Film::still(test_card()?)));
        self.chosen.clone().or_else(test_card)
    }
}

const SIZE: [u32; 2] = [640, 480];

/// White, yellow, cyan, green, magenta, red, blue, black.
const BARS: [[u8; 3]; 8] = [
    [255, 255, 255],
    [255, 255, 0],
    [0, 255, 255],
    [0, 255, 0],
    [255, 0, 255],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 0],
];

/// Bars of colour, a ramp of grey, and a circle that shows whether all directions are alike.
fn test_card() -> Option<Picture> {
    let [width, height] = SIZE;
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y)));
    Pixels::new(SIZE, pixels.collect()).map(Picture::from_pixels)
}

fn pixel(x: u32, y: u32) -> [u8; 4] {
    let [width, height] = SIZE;
    let centre = SIZE.map(|side| f64::from(side) / 2.0);
    let from_centre = (f64::from(x) - centre[0]).hypot(f64::from(y) - centre[1]);
    let [r, g, b] = if (from_centre - 0.45 * f64::from(height)).abs() < 3.0 {
        [128; 3]
    } else if 4 * y < 3 * height {
        let bar = (x * BARS.len() as u32 / width) as usize;
        BARS.get(bar).copied().unwrap_or_default()
    } else {
        [(x * 255 / width) as u8; 3]
    };
    [r, g, b, 255]
}
