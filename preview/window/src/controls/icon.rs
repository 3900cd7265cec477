//! What stands on the buttons, of straight lines: no font has all of them.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

/// What a button shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    Start,
    Close,
    Play,
    Pause,
    Step,
    Loop,
    Fit,
    Times,
    Output,
    Parameters,
    Page,
    Probe,
    Keys,
    Save,
    More,
    Debug,
    /// No sign: there are only words.
    Nothing,
}

impl Icon {
    /// In the middle of a rectangle, ten points high.
    pub(super) fn paint(self, painter: &Painter, rect: Rect, colour: Color32) {
        let pen = Pen {
            painter,
            middle: rect.center(),
            colour,
        };
        let at = |x: f32, y: f32| pen.at(x, y);
        let stroke = Stroke::new(1.5, colour);
        match self {
            Icon::Start => {
                pen.block(-5.0, -5.0, 2.0, 10.0);
                pen.triangle([at(-2.5, 0.0), at(5.0, -5.0), at(5.0, 5.0)]);
            }
            Icon::Close => {
                for side in [-1.0, 1.0] {
                    let ends = [at(-4.0 * side, -4.0), at(4.0 * side, 4.0)];
                    painter.line_segment(ends, stroke);
                }
            }
            Icon::Play => pen.triangle([at(-4.0, -6.0), at(6.0, 0.0), at(-4.0, 6.0)]),
            Icon::Pause => {
                pen.block(-4.5, -5.5, 3.0, 11.0);
                pen.block(1.5, -5.5, 3.0, 11.0);
            }
            Icon::Step => {
                pen.block(-5.0, -5.0, 2.0, 10.0);
                pen.triangle([at(-1.5, -5.0), at(6.0, 0.0), at(-1.5, 5.0)]);
            }
            Icon::Loop => pen.sign("↻", 16.0),
            Icon::Fit => {
                for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    let corner = at(5.0 * x, 5.0 * y);
                    let along: Vec2 = vec2(-4.0 * x, 0.0);
                    let down: Vec2 = vec2(0.0, -4.0 * y);
                    painter.add(Shape::line(
                        vec![corner + along, corner, corner + down],
                        stroke,
                    ));
                }
            }
            Icon::Times => {
                for (x, height) in [(-5.0, 4.0), (-1.0, 10.0), (3.0, 7.0)] {
                    pen.block(x, 5.0 - height, 2.0, height);
                }
            }
            Icon::Output => {
                for (y, width) in [(-5.0, 10.0), (-1.0, 7.0), (3.0, 9.0)] {
                    pen.block(-5.0, y, width, 2.0);
                }
            }
            Icon::Parameters => {
                for (y, knob) in [(-4.0, -2.0), (0.0, 3.0), (4.0, -3.0)] {
                    painter.line_segment([at(-6.0, y), at(6.0, y)], Stroke::new(1.0, colour));
                    pen.dot(knob, y, 2.0);
                }
            }
            Icon::Page => {
                let outline = Rect::from_center_size(pen.middle, vec2(12.0, 10.0));
                painter.rect_stroke(outline, 2.0, stroke, StrokeKind::Middle);
                pen.block(-3.5, -1.0, 7.0, 2.0);
            }
            Icon::Probe => {
                for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
                    painter.line_segment([at(2.0 * x, 2.0 * y), at(6.0 * x, 6.0 * y)], stroke);
                }
            }
            Icon::Save => {
                painter.line_segment([at(0.0, -6.0), at(0.0, 1.0)], stroke);
                pen.triangle([at(-3.5, -1.0), at(3.5, -1.0), at(0.0, 3.0)]);
                let tray = [at(-6.0, 1.0), at(-6.0, 6.0), at(6.0, 6.0), at(6.0, 1.0)];
                painter.add(Shape::line(tray.to_vec(), stroke));
            }
            Icon::More => {
                for x in [-5.0, 0.0, 5.0] {
                    pen.dot(x, 0.0, 1.5);
                }
            }
            Icon::Debug => {
                for y in [-3.0, 0.5, 4.0] {
                    painter.line_segment([at(-6.0, y), at(6.0, y)], Stroke::new(1.0, colour));
                }
                pen.dot(0.0, 1.0, 4.0);
                pen.dot(0.0, -4.0, 2.0);
            }
            Icon::Nothing => {}
            Icon::Keys => pen.sign("?", 15.0),
        }
    }
}

/// Draws around the middle of a sign, in points.
struct Pen<'p> {
    painter: &'p Painter,
    middle: Pos2,
    colour: Color32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.middle + vec2(x, y)
    }

    fn block(&self, x: f32, y: f32, width: f32, height: f32) {
        let block = Rect::from_min_size(self.at(x, y), vec2(width, height));
        self.painter.rect_filled(block, 0.5, self.colour);
    }

    fn triangle(&self, corners: [Pos2; 3]) {
        let corners = corners.to_vec();
        let triangle = Shape::convex_polygon(corners, self.colour, Stroke::NONE);
        self.painter.add(triangle);
    }

    fn dot(&self, x: f32, y: f32, radius: f32) {
        self.painter
            .circle_filled(self.at(x, y), radius, self.colour);
    }

    fn sign(&self, text: &str, size: f32) {
        let font = FontId::proportional(size);
        let place = Align2::CENTER_CENTER;
        self.painter
            .text(self.middle, place, text, font, self.colour);
    }
}
