//! The icon of the window: a disc in which the colour at each place tells the argument of
//! `(z² - a²) / (z² + a²)`, as a colorplot paints it.

use cindyscript_player::bitmap::to_byte;
use num_complex::Complex64;
#[cfg(target_os = "linux")]
use winit::platform::wayland::WindowAttributesExtWayland;
use winit::window::{Icon, WindowAttributes};

/// Width and height in pixels.
const SIDE: u32 = 64;
/// Places that are looked at in a row of a pixel.
const FINE: u32 = 3;

/// The icon.
pub(super) fn icon() -> Option<Icon> {
    Icon::from_rgba(pixels(), SIDE, SIDE).ok()
}

/// The attributes of a window of this program: by the name, desktops on Wayland and X11 find its icon
/// and group its windows.
pub(super) fn named(attributes: WindowAttributes) -> WindowAttributes {
    /// As the file `cindyscript-preview.desktop` is called.
    #[cfg(target_os = "linux")]
    const NAME: &str = "cindyscript-preview";
    #[cfg(target_os = "linux")]
    let attributes = WindowAttributesExtWayland::with_name(attributes, NAME, NAME);
    attributes
}

/// Red, green, blue and alpha of its pixels, not multiplied.
fn pixels() -> Vec<u8> {
    let places = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y]));
    places.flat_map(pixel).collect()
}

fn pixel([x, y]: [u32; 2]) -> [u8; 4] {
    let parts = (0..FINE * FINE).map(|part| [x * FINE + part % FINE, y * FINE + part / FINE]);
    let middle = f64::from(SIDE * FINE) / 2.0;
    let colours: Vec<[f64; 3]> = parts
        .filter_map(|place| {
            let [x, y] = place.map(|place| (f64::from(place) + 0.5) / middle - 1.0);
            colour(Complex64::new(x, -y))
        })
        .collect();
    let count = colours.len().max(1) as f64;
    let mean = |channel: usize| colours.iter().map(|colour| colour[channel]).sum::<f64>() / count;
    let covered = colours.len() as f64 / f64::from(FINE * FINE);
    [mean(0), mean(1), mean(2), covered].map(to_byte)
}

/// The colour at a place of the disc, if it is there.
fn colour(z: Complex64) -> Option<[f64; 3]> {
    const RADIUS: f64 = 0.96;
    const RIM: f64 = 0.07;
    const ROOT: f64 = 0.5;
    let distance = z.norm();
    if distance > RADIUS {
        return None;
    }
    if distance > RADIUS - RIM {
        return Some([0.09, 0.10, 0.12]);
    }
    let square = z * z;
    let value = (square - ROOT * ROOT) / (square + ROOT * ROOT);
    let hue = value.arg() / std::f64::consts::TAU;
    // Dark at its zeros, light at its poles.
    let size = value.norm();
    let light = size / (1.0 + size);
    Some([0.0, 1.0 / 3.0, 2.0 / 3.0].map(|shift| {
        let wave = (std::f64::consts::TAU * (hue - shift)).cos();
        let pure = 0.5 + 0.5 * wave;
        match light < 0.5 {
            true => pure * (0.25 + 1.5 * light).min(1.0),
            false => pure + (1.0 - pure) * (light - 0.5) * 1.4,
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_coloured_disc() {
        let at = |x, y| pixel([x, y]);
        assert_eq!(at(0, 0)[3], 0);
        assert_eq!(at(SIDE / 2, SIDE / 2)[3], 255);
        assert_ne!(at(SIDE / 2, SIDE / 3), at(SIDE / 3, SIDE / 2));
        assert!(icon().is_some());
    }
}
