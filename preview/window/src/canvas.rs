//! Drawing on the CPU: discs, circles, rectangles and text with smooth edges. Used for the points
//! of the construction and for what the window lays over the picture, so that the window on a GPU,
//! the window without one and the files all look the same.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::bitmap::Bitmap;
use crate::text::{Fonts, Line};

/// Red, green, blue, alpha, 0 to 1, not multiplied.
pub type Colour = [f32; 4];

/// A transparent canvas. Lengths and places are in CSS pixels; `scale` device pixels are one.
#[derive(Debug)]
pub struct Canvas {
    pixmap: Option<Pixmap>,
    offset: [i32; 2],
    scale: f32,
}

impl Canvas {
    /// A canvas of a size in device pixels that covers a picture from `offset` on.
    pub fn new(offset: [i32; 2], size: [u32; 2], scale: f64) -> Canvas {
        Canvas {
            pixmap: Pixmap::new(size[0], size[1]),
            offset,
            scale: scale as f32,
        }
    }

    /// What was drawn.
    pub fn into_bitmap(self) -> Bitmap {
        let Some(pixmap) = self.pixmap else {
            return Bitmap::default();
        };
        let size = [pixmap.width(), pixmap.height()];
        Bitmap::from_rgba(self.offset, size, pixmap.take()).unwrap_or_default()
    }

    /// A filled disc.
    pub fn disc(&mut self, centre: [f64; 2], radius: f64, colour: Colour) {
        self.fill(circle(centre, radius), colour);
    }

    /// The outline of a circle; the radius is that of the middle of the line.
    pub fn circle(&mut self, centre: [f64; 2], radius: f64, width: f64, colour: Colour) {
        let (transform, paint) = (self.transform(), paint(colour));
        let stroke = Stroke {
            width: width as f32,
            ..Stroke::default()
        };
        if let (Some(path), Some(pixmap)) = (circle(centre, radius), &mut self.pixmap) {
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }

    /// A filled rectangle with round corners.
    pub fn rectangle(&mut self, corner: [f64; 2], size: [f64; 2], radius: f64, colour: Colour) {
        self.fill(round_rectangle(corner, size, radius), colour);
    }

    /// A line of text that was laid out for this canvas (see [`Canvas::text_size`]); the origin is
    /// the left end of its baseline.
    pub fn text(&mut self, fonts: &Fonts, line: &Line, origin: [f64; 2], colour: Colour) {
        let (scale, [left, top]) = (self.scale, self.offset);
        let Some(pixmap) = &mut self.pixmap else {
            return;
        };
        let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
        let at = |place: f64, offset: i32| place as f32 * scale - offset as f32;
        // Baselines on whole pixels are sharper.
        let origin = [at(origin[0], left), at(origin[1], top).round()];
        let pixels = pixmap.data_mut();
        fonts.draw(line, origin, |[x, y], coverage| {
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
                return;
            };
            if x >= width || y >= height {
                return;
            }
            let alpha = (embolden(coverage) * colour[3]).clamp(0.0, 1.0);
            let start = (y * width + x) * 4;
            let Some(pixel) = pixels.get_mut(start..start + 4) else {
                return;
            };
            let above = [
                colour[0] * alpha,
                colour[1] * alpha,
                colour[2] * alpha,
                alpha,
            ];
            for (below, above) in pixel.iter_mut().zip(above) {
                *below = (above * 255.0 + f32::from(*below) * (1.0 - alpha)).round() as u8;
            }
        });
    }

    /// The size in device pixels for laying out text of a size in CSS pixels.
    pub fn text_size(&self, size: f64) -> f32 {
        size as f32 * self.scale
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour) {
        let transform = self.transform();
        if let (Some(path), Some(pixmap)) = (path, &mut self.pixmap) {
            pixmap.fill_path(&path, &paint(colour), FillRule::Winding, transform, None);
        }
    }

    fn transform(&self) -> Transform {
        let [left, top] = self.offset;
        Transform::from_scale(self.scale, self.scale).post_translate(-left as f32, -top as f32)
    }
}

/// The embedded font is a light one, and thin strokes cover no pixel wholly: this gives text the
/// weight that a browser's has.
fn embolden(coverage: f32) -> f32 {
    const WEIGHT: f32 = 2.0;
    1.0 - (1.0 - coverage.clamp(0.0, 1.0)).powf(WEIGHT)
}

fn paint(colour: Colour) -> Paint<'static> {
    let [r, g, b, a] = colour.map(|component| {
        // NaN is 0, too: `clamp` would keep it.
        if component > 0.0 {
            component.min(1.0)
        } else {
            0.0
        }
    });
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(Color::from_rgba(r, g, b, a).unwrap_or(Color::BLACK));
    paint
}

fn circle([x, y]: [f64; 2], radius: f64) -> Option<Path> {
    PathBuilder::from_circle(x as f32, y as f32, radius as f32)
}

fn round_rectangle([x, y]: [f64; 2], [width, height]: [f64; 2], radius: f64) -> Option<Path> {
    let rectangle = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32)?;
    let (left, top) = (rectangle.left(), rectangle.top());
    let (right, bottom) = (rectangle.right(), rectangle.bottom());
    let r = (radius as f32)
        .min(rectangle.width() / 2.0)
        .min(rectangle.height() / 2.0);
    let mut path = PathBuilder::new();
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.quad_to(right, top, right, top + r);
    path.line_to(right, bottom - r);
    path.quad_to(right, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.quad_to(left, bottom, left, bottom - r);
    path.line_to(left, top + r);
    path.quad_to(left, top, left + r, top);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_scaled_and_offset() {
        let mut canvas = Canvas::new([10, 10], [20, 20], 2.0);
        canvas.disc([10.0, 10.0], 3.0, [1.0, 0.0, 0.0, 1.0]);
        let bitmap = canvas.into_bitmap();
        assert_eq!(bitmap.pixel([10, 10]), [255, 0, 0, 255]);
        assert_eq!(bitmap.pixel([17, 10]), [0; 4]);
        assert_eq!(bitmap.offset(), [10, 10]);
    }

    #[test]
    fn nothing_is_too_odd_to_draw() {
        let mut canvas = Canvas::new([0, 0], [8, 8], 1.0);
        for odd in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e30] {
            canvas.disc([odd, odd], odd, [odd as f32; 4]);
            canvas.circle([odd, 1.0], odd, odd, [1.0; 4]);
            canvas.rectangle([odd, odd], [odd, odd], odd, [1.0; 4]);
        }
        assert!(Canvas::new([0, 0], [0, 5], 1.0).into_bitmap().is_empty());
    }

    #[test]
    fn text_is_drawn_in_its_colour() {
        let fonts = Fonts::default();
        let mut canvas = Canvas::new([0, 0], [40, 40], 1.0);
        let line = fonts.line("█M", canvas.text_size(30.0));
        canvas.text(&fonts, &line, [0.0, 30.0], [0.0, 1.0, 0.0, 1.0]);
        let bitmap = canvas.into_bitmap();
        let green = bitmap
            .rgba()
            .chunks_exact(4)
            .filter(|p| **p == [0, 255, 0, 255])
            .count();
        assert!(green > 20, "{green}");
    }
}
