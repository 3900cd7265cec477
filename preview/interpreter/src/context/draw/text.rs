//! Text, in one or several lines, and tables of it.

use std::borrow::Cow;
use std::sync::Arc;

use super::path::{apply, growth};
use super::{Graphics, Pen, Style};
use crate::context::host::Host;
use crate::display::{Cap, Drawing, Join, Outline, Path, Stroke, TextDrawing, TextStyle};

/// The distance of lines of text, in heights of the em.
const LINE_HEIGHT: f64 = 1.45;
/// What text takes above and below its baseline, in heights of the em: the same for all fonts.
const ABOVE: f64 = 0.7 * 1.2;
const BELOW: f64 = 0.3 * 1.2;

/// The room that text takes, in the pixels that scripts count in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextBox {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl TextBox {
    /// How far a pixel is from it.
    pub(crate) fn distance(self, [x, y]: [f64; 2]) -> f64 {
        let across = (x - self.right).max(self.left - x).max(0.0);
        let along = (y - self.bottom).max(self.top - y).max(0.0);
        across.hypot(along)
    }

    /// The line around it.
    pub(crate) fn outline(self) -> Path {
        let [upper, lower] = [self.top, self.bottom];
        let mut path = Path::polyline([
            [self.left, upper],
            [self.right, upper],
            [self.right, lower],
            [self.left, lower],
        ]);
        path.close();
        path
    }

    fn union(self, other: TextBox) -> TextBox {
        TextBox {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The layout of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TableLayout {
    /// The width of a column, in pixels.
    pub(crate) width: f64,
    /// The height of a row, in pixels; by the height of the text if it is not given.
    pub(crate) height: Option<f64>,
    pub(crate) border: bool,
}

/// The lines of a text. As in CindyJS, formulas do not end at the end of a line.
fn lines_of(text: &str) -> Vec<Cow<'_, str>> {
    let parts: Vec<&str> = text.split('$').collect();
    // A single `$` is a sign for money.
    if parts.len() < 3 || !text.contains('\n') {
        return text.split('\n').map(Cow::Borrowed).collect();
    }
    let mut lines = vec![String::new()];
    for (index, part) in parts.into_iter().enumerate() {
        let is_formula = index % 2 == 1;
        let (first, others) = match part.split_once('\n') {
            Some((first, others)) if !is_formula => (first, Some(others)),
            _ => (part, None),
        };
        if let Some(line) = lines.last_mut() {
            if index > 0 {
                line.push('$');
            }
            line.push_str(&first.replace('\n', " "));
        }
        let others = others.into_iter().flat_map(|others| others.split('\n'));
        lines.extend(others.map(str::to_owned));
    }
    lines.into_iter().map(Cow::Owned).collect()
}

fn text_style(style: &Style, size: f64) -> TextStyle {
    TextStyle {
        // As fonts are asked for.
        size: (size * 10.0 + 0.5).floor() / 10.0,
        family: Arc::clone(&style.family),
        bold: style.bold,
        italic: style.italic,
    }
}

impl Graphics {
    /// Writes text at a place of the world.
    pub(crate) fn draw_text(
        &mut self,
        host: &dyn Host,
        place: [f64; 2],
        text: &str,
        pen: &Pen,
    ) -> TextBox {
        let [x, y] = self.to_pixel(place);
        let [right, up] = pen.style.offset;
        let place = [x + right, y - up];
        let size = self.text_size(&pen.style);
        let mut stroke = Stroke {
            width: pen.style.outline_width,
            ..self.surface.line.clone()
        };
        self.set_line(&mut stroke, pen.outline_colour);
        self.lines(host, place, text, size, pen, true)
    }

    /// The room that text would take at the origin.
    pub(crate) fn measure_text(&mut self, host: &dyn Host, text: &str, pen: &Pen) -> TextBox {
        let size = self.text_size(&pen.style);
        self.lines(host, [0.0; 2], text, size, pen, false)
    }

    /// Lines of text one below the other, at a pixel; they are drawn, or only measured.
    fn lines(
        &mut self,
        host: &dyn Host,
        [x, mut y]: [f64; 2],
        text: &str,
        size: f64,
        pen: &Pen,
        drawn: bool,
    ) -> TextBox {
        let style = text_style(&pen.style, size);
        let lines = lines_of(text);
        // As CindyJS, which forgets the angle of several lines.
        let angle = if lines.len() > 1 {
            0.0
        } else {
            pen.style.angle
        };
        let mut room: Option<TextBox> = None;
        for line in &lines {
            let width = host.measure(line, &style).width;
            let (left, right) = (width * pen.style.align, width * (1.0 - pen.style.align));
            let (sin, cos) = angle.sin_cos();
            if drawn && !line.is_empty() {
                let origin = [x - left * cos, y + left * sin];
                let text = TextDrawing {
                    text: line.as_ref().into(),
                    style: style.clone(),
                    origin,
                    angle,
                    colour: pen.text_colour,
                    outline: self.outline(),
                };
                self.push_text(text);
            }
            let line = TextBox {
                left: x - left,
                right: x + right,
                top: y - ABOVE * size,
                bottom: y + BELOW * size,
            };
            room = Some(room.map_or(line, |room| room.union(line)));
            y += size * LINE_HEIGHT;
        }
        room.unwrap_or(TextBox {
            left: x,
            right: x,
            top: y,
            bottom: y,
        })
    }

    /// The line around letters: as lines are now, if that is seen.
    fn outline(&self) -> Option<Outline> {
        let (stroke, colour) = (&self.surface.line, self.surface.line_colour);
        (colour[3] > 0.0).then(|| Outline {
            stroke: stroke.clone(),
            colour,
        })
    }

    /// Adds text in the pixels that scripts count in.
    fn push_text(&mut self, mut text: TextDrawing) {
        let map = self.surface.map;
        let growth = growth(map);
        text.style.size *= growth;
        if let Some(outline) = &mut text.outline {
            outline.stroke.width *= growth;
        }
        text.origin = apply(map, text.origin);
        text.angle -= map[1].atan2(map[0]);
        self.push(Drawing::Text(text));
    }

    /// A table of text, with its lower left corner at a place of the world.
    pub(crate) fn draw_table(
        &mut self,
        host: &dyn Host,
        place: [f64; 2],
        rows: &[Vec<String>],
        layout: TableLayout,
        pen: &Pen,
    ) {
        let size = self.text_size(&pen.style);
        let (width, height) = (layout.width, layout.height.unwrap_or(1.6 * size));
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (across, down) = (columns as f64 * width, rows.len() as f64 * height);
        let [x, y] = self.to_pixel(place);
        let [right, up] = pen.style.offset;
        let (x, y) = (x + right, y - up - down);
        if layout.border {
            // The colour is the text's alone.
            let lines = Pen::new(
                Style {
                    colour: None,
                    ..pen.style.clone()
                },
                &self.state,
            );
            let mut grid = Path::default();
            for row in 1..rows.len() {
                let y = y + row as f64 * height;
                grid.move_to([x, y]);
                grid.line_to([x + across, y]);
            }
            for column in 1..columns {
                let x = x + column as f64 * width;
                grid.move_to([x, y]);
                grid.line_to([x, y + down]);
            }
            let stroke = Stroke {
                cap: Cap::Round,
                join: Join::Round,
                ..lines.line()
            };
            self.stroke(grid, stroke.clone(), lines.line_colour);
            let corners = [
                [x, y],
                [x + across, y],
                [x + across, y + down],
                [x, y + down],
            ];
            let mut frame = Path::polyline(corners);
            frame.close();
            // The letters, too, get a line like this around them: CindyJS says nothing about
            // theirs, so that they have the last one.
            let stroke = Stroke {
                width: stroke.width + 1.0,
                ..stroke
            };
            self.stroke(frame, stroke, lines.line_colour);
        }
        // As CindyJS, the opacity is that of the default colour unless there is another one.
        let mut pen = pen.clone();
        if pen.style.colour.is_none() {
            pen.text_colour = self.state.text.colour;
        }
        let align = pen.style.align;
        let x = x + align * width + (1.0 - 2.0 * align) * height * 0.3;
        for (row, cells) in rows.iter().enumerate() {
            for (column, text) in cells.iter().enumerate() {
                let cell = [
                    x + column as f64 * width,
                    y + height * 0.7 + row as f64 * height,
                ];
                // As CindyJS, which loses the further lines.
                let text = text.split('\n').next().unwrap_or_default();
                self.lines(host, cell, text, size, &pen, true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_go_on_over_lines() {
        let check = |text: &str, expected: &[&str]| assert_eq!(lines_of(text), expected, "{text}");
        check("a\nb", &["a", "b"]);
        check("5$ a\nb", &["5$ a", "b"]);
        check("a $x\n+y$ b\n\nc $z$", &["a $x +y$ b", "", "c $z$"]);
        check("$a$\n$b$", &["$a$", "$b$"]);
        check("$a\nb", &["$a", "b"]);
    }
}
