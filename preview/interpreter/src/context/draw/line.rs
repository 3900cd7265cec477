//! Points, segments, lines, circles, polygons.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use super::pen::Arrow;
use super::{Graphics, Pen};
use crate::display::{FillRule, Join, Path, Stroke};

/// Lines thinner than this are not drawn, in pixels.
pub(super) const THINNEST: f64 = 0.01;
/// How far a ray goes that has no end, in pixels.
const FAR: f64 = 25_000.0;

/// The use of a closed curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Its outline is drawn, its inside filled if the pen has a colour for that.
    Draw,
    /// Its inside is filled.
    Fill,
    /// What is drawn from now on stays inside of it.
    Clip,
}

impl Pen {
    /// A stroke of this width.
    pub(crate) fn stroke(&self, width: f64) -> Stroke {
        let growth = self.line_size.sqrt();
        Stroke {
            width,
            dashes: self
                .style
                .dashes
                .iter()
                .map(|length| length * growth)
                .collect(),
            cap: self.style.cap,
            join: self.style.join,
            miter_limit: self.style.miter_limit,
        }
    }

    /// The stroke of lines.
    pub(crate) fn line(&self) -> Stroke {
        self.stroke(self.line_size)
    }
}

impl Graphics {
    /// A point, with its rim.
    pub(crate) fn draw_point(&mut self, place: [f64; 2], pen: &Pen) {
        let centre = self.to_pixel(place);
        let radius = pen.point_size;
        let disc = Path::circle(centre, radius);
        self.fill(disc, FillRule::NonZero, pen.point_colour);
        if pen.style.border {
            let rim = Path::circle(centre, 1.15 * radius);
            let stroke = Stroke {
                width: 0.3 * radius,
                dashes: pen.line().dashes,
                ..self.surface.line.clone()
            };
            self.stroke(rim, stroke, pen.border_colour);
        }
    }

    /// A segment between two places, longer or shorter as the overhang says, with its arrow heads.
    pub(crate) fn draw_segment(&mut self, from: [f64; 2], to: [f64; 2], pen: &Pen) {
        let ends = [self.to_pixel(from), self.to_pixel(to)];
        let [start, end] = ends;
        let overhang = pen.style.overhang;
        let mut drawn = [mix(end, start, overhang), mix(start, end, overhang)];
        let [width, height] = self.size;
        let visible = |[x, y]: [f64; 2]| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
        if !drawn.into_iter().all(visible) {
            match self.clipped(drawn, pen.line_size) {
                Some(clipped) if pen.line_size >= THINNEST => drawn = clipped,
                _ => return,
            }
        }
        // The second condition is CindyJS's.
        if pen.style.arrow.shown && !(start[0] == start[1] && end[0] == end[1]) {
            self.draw_arrow(ends, drawn, pen);
        } else if pen.line_size >= THINNEST {
            self.stroke(Path::polyline(drawn), pen.line(), pen.line_colour);
        }
    }

    /// A segment from one pixel to another, drawn between two further ones of the same line.
    fn draw_arrow(&mut self, [start, end]: [[f64; 2]; 2], drawn: [[f64; 2]; 2], pen: &Pen) {
        let Arrow {
            at_start,
            at_end,
            position,
            length,
            shape,
            ..
        } = pen.style.arrow;
        let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
        let part = length / dx.hypot(dy);
        let head = [dx * part, dy * part];
        let along = |[x, y]: [f64; 2], factor: f64| [x + factor * head[0], y + factor * head[1]];
        let [first, last] = drawn;
        let tips = [mix(last, first, position), mix(first, last, position)];
        let mut shaft = Path::default();
        if shape.closed {
            // It does not shine through its heads.
            if at_start {
                if position < 1.0 {
                    shaft.move_to(first);
                    shaft.line_to(tips[0]);
                }
                shaft.move_to(along(tips[0], 1.0));
            } else {
                shaft.move_to(first);
            }
            if at_end {
                shaft.line_to(along(tips[1], -1.0));
                if position < 1.0 {
                    shaft.move_to(tips[1]);
                    shaft.line_to(last);
                }
            } else {
                shaft.line_to(last);
            }
        } else {
            shaft.move_to(first);
            shaft.line_to(last);
        }
        self.stroke(shaft, pen.line(), pen.line_colour);
        for (tip, sign, shown) in [(tips[1], 1.0, at_end), (tips[0], -1.0, at_start)] {
            if !shown {
                continue;
            }
            let [x, y] = along(tip, -sign * shape.ratio);
            let (across_x, across_y) = (0.5 * head[1], 0.5 * head[0]);
            let right = [x + across_x, y - across_y];
            let left = [x - across_x, y + across_y];
            let mut outline = Path::polyline([right, tip, left]);
            let mut stroke = pen.line();
            if shape.closed {
                outline.line_to(along(tip, -sign));
                outline.close();
            }
            if shape.filled {
                stroke.width /= 2.0;
                self.fill(outline.clone(), FillRule::NonZero, pen.line_colour);
            }
            self.stroke(outline, stroke, pen.line_colour);
        }
    }

    /// A line with real homogeneous coordinates.
    pub(crate) fn draw_line(&mut self, line: [f64; 3], pen: &Pen) {
        let matrix = self.matrix().homogeneous_to_world();
        let mut pixels = [0.0; 3];
        for (row, factor) in matrix.iter().zip(line) {
            for (sum, entry) in pixels.iter_mut().zip(row) {
                *sum += factor * entry;
            }
        }
        if pen.line_size < THINNEST {
            return;
        }
        if let Some(ends) = self.clipped_line(normalized(pixels), pen.line_size) {
            self.stroke(Path::polyline(ends), pen.line(), pen.line_colour);
        }
    }

    /// The two rays from places outwards: a segment through infinity.
    pub(crate) fn draw_rays(&mut self, from: [f64; 2], to: [f64; 2], pen: &Pen) {
        let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
        let factor = FAR / self.matrix().scale() / dx.hypot(dy);
        let (dx, dy) = (dx * factor, dy * factor);
        self.draw_segment(from, [from[0] + dx, from[1] + dy], pen);
        self.draw_segment(to, [to[0] - dx, to[1] - dy], pen);
    }

    /// A circle with a radius in world units.
    pub(crate) fn circle(&mut self, centre: [f64; 2], radius: f64, pen: &Pen, used: Use) {
        let radius = radius.abs() * self.matrix().scale();
        let path = Path::circle(self.to_pixel(centre), radius);
        match used {
            Use::Draw => {
                let stroke = Stroke {
                    join: Join::Miter,
                    ..pen.line()
                };
                self.stroke(path, stroke, pen.line_colour);
            }
            Use::Fill => {
                self.set_pen(pen);
                self.fill(path, FillRule::NonZero, pen.line_colour);
            }
            Use::Clip => self.clip(path),
        }
    }

    /// Lines look as this pen's from now on, though it draws none.
    fn set_pen(&mut self, pen: &Pen) {
        self.set_line(&mut pen.line(), pen.line_colour);
    }

    /// The arc from `from` over `via` to `to`, or what is between it and its chord.
    /// Three places on a line are a segment, or two rays.
    pub(crate) fn arc(&mut self, [from, via, to]: [[f64; 2]; 3], pen: &Pen, used: Use) {
        let (b, c) = (difference(via, from), difference(to, from));
        let twice_area = b[0] * c[1] - b[1] * c[0];
        if twice_area.abs() <= 1e-12 {
            if used != Use::Draw {
                return;
            }
            let a = difference(to, via);
            let squared = |[x, y]: [f64; 2]| x * x + y * y;
            if [a, b, c].into_iter().any(|side| squared(side) < 1e-12) {
                return;
            }
            if a[0] * b[0] + a[1] * b[1] > 0.0 {
                self.draw_segment(from, to, pen);
            } else {
                self.draw_rays(from, to, pen);
            }
            return;
        }
        let (bb, cc) = (b[0] * b[0] + b[1] * b[1], c[0] * c[0] + c[1] * c[1]);
        let centre = [
            from[0] + (c[1] * bb - b[1] * cc) / (2.0 * twice_area),
            from[1] + (b[0] * cc - c[0] * bb) / (2.0 * twice_area),
        ];
        let angle = |place: [f64; 2]| -(place[1] - centre[1]).atan2(place[0] - centre[0]);
        let start = angle(from);
        let sweep = (angle(to) - start).rem_euclid(TAU);
        let sweep = if twice_area > 0.0 { sweep - TAU } else { sweep };
        let radius = (from[0] - centre[0]).hypot(from[1] - centre[1]) * self.matrix().scale();
        let mut path = Path::arc(self.to_pixel(centre), radius, start, sweep);
        match used {
            Use::Draw => self.stroke(path, pen.line(), pen.line_colour),
            Use::Fill => {
                path.close();
                self.set_pen(pen);
                self.fill(path, FillRule::NonZero, pen.line_colour);
            }
            Use::Clip => self.clip(path),
        }
    }

    /// Polygons, or polylines if they are not closed.
    pub(crate) fn polygons<'a>(
        &mut self,
        polygons: impl IntoIterator<Item = &'a [[f64; 2]]>,
        closed: bool,
        pen: &Pen,
        used: Use,
    ) {
        let mut path = Path::default();
        for polygon in polygons {
            for (index, place) in polygon.iter().enumerate() {
                let pixel = self.to_pixel(*place);
                if index == 0 {
                    path.move_to(pixel);
                } else {
                    path.line_to(pixel);
                }
            }
            if closed && !polygon.is_empty() {
                path.close();
            }
        }
        match used {
            Use::Draw => {
                if let Some(colour) = pen.fill_colour {
                    self.fill(path.clone(), pen.style.rule, colour);
                }
                self.stroke(path, pen.line(), pen.line_colour);
            }
            Use::Fill => {
                self.set_pen(pen);
                self.fill(path, pen.style.rule, pen.line_colour);
            }
            Use::Clip => self.clip(path),
        }
    }

    /// The part of a segment that is on the canvas.
    fn clipped(&self, [start, end]: [[f64; 2]; 2], width: f64) -> Option<[[f64; 2]; 2]> {
        let [dx, dy] = difference(end, start);
        let line = [-dy, dx, start[0] * end[1] - end[0] * start[1]];
        let [first, last] = self.clipped_line(line, width)?;
        let length = dx * dx + dy * dy;
        let along = |[x, y]: [f64; 2]| ((x - start[0]) * dx + (y - start[1]) * dy) / length;
        let within = |place: [f64; 2]| match along(place) {
            part if part < 0.0 => (start, 0.0),
            part if part > 1.0 => (end, 1.0),
            part => (place, part),
        };
        let ((first, from), (last, to)) = (within(first), within(last));
        (from != to).then_some([first, last])
    }

    /// Where a line a x + b y + c = 0 enters and leaves the canvas, a line's width around it
    /// included.
    fn clipped_line(&self, [a, b, c]: [f64; 3], width: f64) -> Option<[[f64; 2]; 2]> {
        let margin = FRAC_1_SQRT_2 * width;
        let [right, bottom] = self.size.map(|side| side + margin);
        let (left, top) = (-margin, -margin);
        let negative = |x: f64, y: f64| x * a + y * b + c < 0.0;
        let corners = [
            negative(left, top),
            negative(right, top),
            negative(right, bottom),
            negative(left, bottom),
        ];
        let [upper_left, upper_right, lower_right, lower_left] = corners;
        let crossings = [
            (upper_left != upper_right).then(|| [(-c - b * top) / a, top]),
            (upper_right != lower_right).then(|| [right, (-c - a * right) / b]),
            (lower_left != lower_right).then(|| [(-c - b * bottom) / a, bottom]),
            (upper_left != lower_left).then(|| [left, (-c - a * left) / b]),
        ];
        let mut crossings = crossings.into_iter().flatten();
        let ends = [crossings.next()?, crossings.next()?];
        crossings.next().is_none().then_some(ends)
    }
}

/// `part` of the way from one place to another.
fn mix(from: [f64; 2], to: [f64; 2], part: f64) -> [f64; 2] {
    let at = |i: usize| part * to[i] + (1.0 - part) * from[i];
    [at(0), at(1)]
}

fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Homogeneous coordinates of which the largest is 1.
fn normalized(coordinates: [f64; 3]) -> [f64; 3] {
    let largest = coordinates.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    if largest > 0.0 {
        coordinates.map(|coordinate| coordinate / largest)
    } else {
        coordinates
    }
}
