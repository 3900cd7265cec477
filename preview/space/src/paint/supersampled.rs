//! Pictures that are painted larger and then made smaller, as Cindy3D does it: a square with a side that
//! is a power of two, without smooth edges, whose colours are looked up like those of a texture.

use super::lens::Lens;
use super::{Painter, pixels};
use crate::camera::SpaceCamera;
use crate::mipmap::Mipmap;

/// The smallest and the largest side of the square.
const SIDES: [u32; 2] = [64, 4096];

pub(super) fn paint(painter: Painter<'_>, camera: &SpaceCamera) -> Vec<u8> {
    let size = painter.lens.size;
    let [width, height] = size;
    let area = u64::from(width) * u64::from(height) * u64::from(painter.scene.supersample);
    let [mut side, largest] = SIDES;
    while u64::from(side).pow(2) < area && side < largest {
        side *= 2;
    }
    let lens = Lens::stretched(camera, [side; 2], size);
    let large = pixels(&Painter {
        is_coarse: true,
        ..Painter::new(painter.scene, painter.texture, lens, 1)
    });
    let Some(texture) = Mipmap::new([side; 2], &large) else {
        return large;
    };
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
