//! Pictures that are painted larger and then made smaller, as Cindy3D does it: a square with a side that
//! is a power of two, without smooth edges, whose colours are looked up like those of a texture.

use crate::mipmap::Mipmap;
use crate::scene::SpaceScene;

/// The smallest and the largest side of the square.
const SIDES: [u32; 2] = [64, 4096];

/// The side of the square for a picture of a size.
pub(super) fn side(scene: &SpaceScene, [width, height]: [u32; 2]) -> u32 {
    let area = f64::from(width) * f64::from(height) * f64::from(scene.supersample);
    let [mut side, largest] = SIDES;
    while f64::from(side).powi(2) < area && side < largest {
        side *= 2;
    }
    side
}

/// The bytes of a picture of a size, from those of the square with a side.
pub(super) fn shrunk(square: &[u8], side: u32, [width, height]: [u32; 2]) -> Vec<u8> {
    let texture = Mipmap::of([side as usize; 2], square.as_chunks().0.to_vec());
    let covered = f64::from(side) / f64::from(width.min(height));
    let rows = (0..height).flat_map(|y| {
        let texture = &texture;
        (0..width).flat_map(move |x| {
            let share = |at: u32, side: u32| (f64::from(at) + 0.5) / f64::from(side);
            let colour = texture.colour([share(x, width), share(y, height)], covered);
            colour.map(|component| (255.0 * component).round() as u8)
        })
    });
    rows.collect()
}
