//! The pixels around the one under the pointer, magnified, so that each can be told from the next.

use cindyscript_player::bitmap::Bitmap;
use egui::emath::GuiRounding;
use egui::epaint::Mesh;
use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

/// So many pixels are shown in each direction beside the middle one.
pub const REACH: u32 = 5;
/// A pixel is so large, in points.
const SIDE: f32 = 8.0;

/// What is magnified.
#[derive(Clone, Debug, PartialEq)]
pub struct Loupe {
    /// The column and row of the pixel in the middle.
    pub middle: [u32; 2],
    /// The pixels of the picture around it, with their place in it.
    pub pixels: Bitmap,
    /// The colour behind the picture: red, green, blue, 0 to 1.
    pub background: [f64; 3],
}

impl Loupe {
    /// The colour that is seen of a pixel, by how far it is from the middle; none outside of the
    /// picture.
    fn colour(&self, away: [i64; 2]) -> Option<Color32> {
        let corner = self.pixels.offset().map(i64::from);
        let place = |axis: usize| {
            let place = i64::from(self.middle[axis]) + away[axis] - corner[axis];
            let place = u32::try_from(place).ok()?;
            (place < self.pixels.size()[axis]).then_some(place)
        };
        let [red, green, blue, alpha] = self.pixels.pixel([place(0)?, place(1)?]);
        let behind = f64::from(u8::MAX - alpha);
        let mut behind = self.background.map(|part| (part * behind).round() as u8);
        for (part, over) in behind.iter_mut().zip([red, green, blue]) {
            *part = part.saturating_add(over);
        }
        let [red, green, blue] = behind;
        Some(Color32::from_rgb(red, green, blue))
    }
}

pub(super) fn lay_out(ui: &mut Ui, loupe: &Loupe) {
    let reach = i64::from(REACH);
    let all = Vec2::splat((2 * reach + 1) as f32 * SIDE);
    let (room, _) = ui.allocate_exact_size(all, Sense::hover());
    let corner = room.min.round_to_pixels(ui.pixels_per_point());
    let square = |[x, y]: [i64; 2]| {
        let from_corner = vec2((x + reach) as f32, (y + reach) as f32) * SIDE;
        Rect::from_min_size(corner + from_corner, Vec2::splat(SIDE))
    };
    // Squares of a mesh have hard edges.
    let mut mesh = Mesh::default();
    for y in -reach..=reach {
        for x in -reach..=reach {
            if let Some(colour) = loupe.colour([x, y]) {
                mesh.add_colored_rect(square([x, y]), colour);
            }
        }
    }
    let painter = ui.painter();
    painter.add(mesh);
    // One of both is seen on any colour.
    let middle = square([0, 0]);
    let line = |colour| Stroke::new(1.0, colour);
    painter.rect_stroke(middle, 0.0, line(Color32::WHITE), StrokeKind::Outside);
    painter.rect_stroke(
        middle.expand(1.0),
        0.0,
        line(Color32::BLACK),
        StrokeKind::Outside,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_those_around_the_middle_on_what_lies_behind() {
        let mut pixels = Bitmap::new([0, 7], [3, 2]);
        // The second pixel of the first row is half of red.
        pixels.rgba_mut()[4..8].copy_from_slice(&[128, 0, 0, 128]);
        let loupe = Loupe {
            middle: [0, 8],
            pixels,
            background: [0.0, 1.0, 1.0],
        };
        let cyan = Some(Color32::from_rgb(0, 255, 255));
        assert_eq!(loupe.colour([0, 0]), cyan);
        let both = Some(Color32::from_rgb(128, 127, 127));
        assert_eq!(loupe.colour([1, -1]), both);
        assert_eq!(loupe.colour([-1, 0]), None);
        assert_eq!(loupe.colour([0, 1]), None);
    }
}
