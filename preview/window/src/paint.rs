//! From what a frame shows to the layers of its picture.

use crate::bitmap::Bitmap;
use crate::canvas::{Canvas, Colour};
use crate::compile::PlotProgram;
use crate::player::{FrameDescription, PlotDraw, PointMark};
use crate::scene::{Layer, PlotLayer, Scene};
use crate::text::Fonts;
use crate::view;

/// The layers of a frame. `interpret` paints a colorplot that has no shader, or one that cannot
/// take this frame's values.
pub fn scene(
    description: &FrameDescription,
    programs: &[PlotProgram],
    canvas: &view::Canvas,
    fonts: &Fonts,
    mut interpret: impl FnMut(&PlotDraw) -> Bitmap,
) -> Scene {
    let mut plot = |draw: &PlotDraw| {
        if let Some(PlotProgram::Shader(shader)) = programs.get(draw.call.plot.index())
            && let Some(uniforms) = shader.uniforms(&draw.call)
        {
            let pipeline = shader.pipeline.clone();
            return Layer::Plot(PlotLayer {
                pipeline,
                frame: draw.frame,
                uniforms,
                region: draw.region,
            });
        }
        Layer::Bitmap(interpret(draw))
    };
    let seen = description
        .plots
        .iter()
        .filter(|draw| !draw.region.is_empty());
    let mut layers: Vec<Layer> = seen.map(&mut plot).collect();
    let points = description.points.iter();
    layers.extend(points.map(|mark| Layer::Bitmap(point(mark, canvas, fonts))));
    Scene {
        size: canvas.device,
        layers,
    }
}

/// The picture of a scene that has no plots for the GPU.
pub fn flatten(scene: &Scene) -> Bitmap {
    let mut picture = Bitmap::new([0, 0], scene.size);
    for layer in &scene.layers {
        if let Layer::Bitmap(bitmap) = layer {
            picture.draw(bitmap);
        }
    }
    picture
}

/// A point as CindyJS draws it: a disc, a black ring around it, its name to the upper right.
fn point(mark: &PointMark, canvas: &view::Canvas, fonts: &Fonts) -> Bitmap {
    /// Of the ring, in radii of the disc.
    const RING_RADIUS: f64 = 1.15;
    const RING_WIDTH: f64 = 0.3;
    /// Of the name from the centre, in CSS pixels, for a point without size.
    const LABEL: [f64; 2] = [3.0, 3.0];

    let [x, y] = mark.centre;
    let outer = mark.radius * (RING_RADIUS + RING_WIDTH / 2.0);
    let mut bounds = Bounds {
        left: x - outer,
        top: y - outer,
        right: x + outer,
        bottom: y + outer,
    };
    let label = mark.label.as_ref().map(|label| {
        let line = fonts.line(&label.text, (label.size * canvas.scale) as f32);
        let away = 1.0 + mark.radius / LABEL[0].hypot(LABEL[1]);
        let origin = [x + away * LABEL[0], y - away * LABEL[1]];
        let width = f64::from(line.width) / canvas.scale;
        bounds.include(origin[0] - 1.0, origin[1] - label.size);
        bounds.include(origin[0] + width + 1.0, origin[1] + 0.4 * label.size);
        (line, origin, label.colour.map(|component| component as f32))
    });
    let (offset, size) = bounds.pixels(canvas);
    let mut bitmap = Canvas::new(offset, size, canvas.scale);
    let colour: Colour = mark.colour.map(|component| component as f32);
    bitmap.disc(mark.centre, mark.radius, colour);
    let ring = [0.0, 0.0, 0.0, colour[3]];
    bitmap.circle(
        mark.centre,
        RING_RADIUS * mark.radius,
        RING_WIDTH * mark.radius,
        ring,
    );
    if let Some((line, origin, colour)) = label {
        bitmap.text(fonts, &line, origin, colour);
    }
    bitmap.into_bitmap()
}

/// A rectangle in CSS pixels.
struct Bounds {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Bounds {
    fn include(&mut self, x: f64, y: f64) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    /// Offset and size of the device pixels that it touches on the canvas.
    fn pixels(&self, canvas: &view::Canvas) -> ([i32; 2], [u32; 2]) {
        // `as` saturates, and takes NaN for 0.
        let first = |css: f64, limit: u32| ((css * canvas.scale).floor() as u32).min(limit);
        let last = |css: f64, limit: u32| ((css * canvas.scale).ceil() as u32).min(limit);
        let [width, height] = canvas.device;
        let (left, top) = (first(self.left, width), first(self.top, height));
        let right = last(self.right, width).max(left);
        let bottom = last(self.bottom, height).max(top);
        (
            [left.cast_signed(), top.cast_signed()],
            [right - left, bottom - top],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Label;

    fn mark(centre: [f64; 2]) -> PointMark {
        PointMark {
            centre,
            radius: 5.0,
            colour: [1.0, 0.0, 0.0, 1.0],
            label: None,
        }
    }

    #[test]
    fn points_are_red_discs_with_a_black_ring() {
        let canvas = view::Canvas {
            device: [100, 100],
            scale: 1.0,
        };
        let bitmap = point(&mark([50.0, 50.0]), &canvas, &Fonts::default());
        let [left, top] = bitmap.offset();
        let at =
            |x: i32, y: i32| bitmap.pixel([(x - left).cast_unsigned(), (y - top).cast_unsigned()]);
        assert_eq!(at(50, 50), [255, 0, 0, 255]);
        let [r, g, b, a] = at(55, 50);
        assert!(r < 100 && g == 0 && b == 0 && a > 200);
        assert_eq!(at(43, 43), [0; 4]);
    }

    #[test]
    fn points_outside_of_the_picture_take_no_memory() {
        let canvas = view::Canvas {
            device: [100, 100],
            scale: 2.0,
        };
        let fonts = Fonts::default();
        for far in [-1e6, 1e6, f64::INFINITY, f64::NAN] {
            let label = Label {
                text: "A".to_owned(),
                size: 20.0,
                colour: [0.0; 4],
            };
            let mark = PointMark {
                label: Some(label),
                ..mark([far, 10.0])
            };
            let [width, height] = point(&mark, &canvas, &fonts).size();
            assert!(width * height <= 100 * 100);
        }
    }
}
