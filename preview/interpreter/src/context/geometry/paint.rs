//! Elements as CindyJS draws them: polygons, conics, lines, points and texts, one kind above the
//! other, over what the scripts have drawn.

use cindyscript_geometry::{
    Appearance, Clip, Complex64, Conic, Dash, Element, ElementValue, Matrix, Segment, SpecialType,
    Vector,
};

use super::Geometry;
use super::trail::Mark;
use crate::context::draw::{Graphics, Style, Use};
use crate::context::host::Host;
use crate::display::{Colour, FillRule, Join};
use crate::value::Value;
use crate::value::element_id::ElementRef;

/// A conic of which the imaginary parts are smaller is real.
const EPSILON: f64 = 1e-6;
/// Where the name of a segment stands beside it: this far to its right, in pixels, and moved.
const LABEL_DISTANCE: f64 = 8.0;
const LABEL_SHIFT: f64 = -3.0;
/// Where the name of a point stands, to the right and above, for a point without size.
const POINT_LABEL: [f64; 2] = [3.0, 3.0];

const OPAQUE: Colour = [0.0, 0.0, 0.0, 1.0];

/// What is drawn below is first. Texts come last, one by one: scripts may have to compute them.
const LAYERS: &[fn(&mut Painter, ElementRef, &Element)] = &[
    |painter, _, element| painter.polygon(element),
    |painter, _, element| painter.conic(element),
    |painter, id, element| painter.straight(id, element),
    |painter, _, element| painter.point(element),
];

/// Draws elements.
struct Painter<'a> {
    graphics: &'a mut Graphics,
    host: &'a dyn Host,
    geometry: &'a mut Geometry,
}

impl Geometry {
    /// Draws the marks that points have left, and all elements but texts.
    pub(crate) fn draw(&mut self, graphics: &mut Graphics, host: &dyn Host) {
        for Mark {
            place,
            radius,
            color,
            alpha,
        } in self.trail_marks()
        {
            let pen = graphics.pen(Style {
                size: Some(radius),
                colour: Some(color),
                alpha: Some(alpha),
                ..Style::default()
            });
            graphics.draw_point(place, &pen);
        }
        self.text_boxes.clear();
        // Elements do not change while they are drawn, only what is remembered about them.
        let construction = std::sync::Arc::clone(&self.construction);
        let mut painter = Painter {
            graphics,
            host,
            geometry: self,
        };
        for layer in LAYERS {
            for (id, element) in construction.iter() {
                if element.is_showing() && element.appearance.visible {
                    let kind = element.kind();
                    layer(&mut painter, ElementRef { id, kind }, element);
                }
            }
        }
    }
}

impl Geometry {
    /// Draws one element by itself, without its name: opaque and without gaps, also if it is not to be
    /// seen. Of a text that is drawn, the room that it takes.
    pub(crate) fn draw_alone(&mut self, id: ElementRef, graphics: &mut Graphics, host: &dyn Host) {
        let element = self.get(id).filter(|element| element.is_showing());
        let Some(mut element) = element.cloned() else {
            return;
        };
        let look = &mut element.appearance;
        (look.alpha, look.labeled, look.dash) = (1.0, false, None);
        if let Some(room) = self.text_boxes.get(&id) {
            graphics.fill(room.outline(), FillRule::NonZero, OPAQUE);
        }
        let mut painter = Painter {
            graphics,
            host,
            geometry: self,
        };
        for layer in LAYERS {
            layer(&mut painter, id, &element);
        }
    }
}

/// The style that all kinds of elements share.
fn style(look: &Appearance) -> Style {
    Style {
        size: Some(look.size),
        colour: Some(look.color),
        alpha: Some(look.alpha),
        ..Style::default()
    }
}

/// The style of lines and segments.
fn line_style(look: &Appearance) -> Style {
    let mut style = style(look);
    match &look.dash {
        Some(Dash::Numbered(number)) => style.set_dash_type(&Value::from(*number)),
        Some(Dash::Named(name)) => style.set_dash_type(&Value::from(name.as_str())),
        Some(Dash::Lengths(_)) | None => {}
    }
    style
}

impl Painter<'_> {
    fn polygon(&mut self, element: &Element) {
        let ElementValue::Polygon(corners) = &element.value else {
            return;
        };
        let Some(corners) = corners.iter().map(|corner| place(*corner)).collect() else {
            return;
        };
        let corners: Vec<[f64; 2]> = corners;
        let look = &element.appearance;
        let pen = self.graphics.pen(Style {
            fill_colour: look.fill_color,
            fill_alpha: look.fill_alpha,
            join: Join::Miter,
            ..style(look)
        });
        self.graphics
            .polygons([corners.as_slice()], true, &pen, Use::Draw);
    }

    fn conic(&mut self, element: &Element) {
        let ElementValue::Conic(Conic { matrix, arc, .. }) = &element.value else {
            return;
        };
        let pen = self.graphics.pen(style(&element.appearance));
        match arc {
            Some(arc) => {
                if let [Some(from), Some(via), Some(to)] = arc.map(place) {
                    let used = if element.appearance.filled {
                        Use::Fill
                    } else {
                        Use::Draw
                    };
                    self.graphics.arc([from, via, to], &pen, used);
                }
            }
            None => {
                if let Some(matrix) = real_matrix(matrix) {
                    self.graphics.draw_conic(&matrix, &pen);
                }
            }
        }
    }

    fn straight(&mut self, id: ElementRef, element: &Element) {
        if !element.value.is_real() {
            return;
        }
        let look = &element.appearance;
        match &element.value {
            ElementValue::Segment(segment) => self.segment(element, segment),
            ElementValue::Line(line) => {
                let mut style = line_style(look);
                match self.line_ends(id, element) {
                    Some([from, to]) => {
                        style.stretch(look.overhang);
                        let pen = self.graphics.pen(style);
                        self.graphics.draw_segment(from, to, &pen);
                    }
                    None => {
                        let pen = self.graphics.pen(style);
                        self.graphics.draw_line(line.map(|entry| entry.re), &pen);
                    }
                }
            }
            _ => {}
        }
    }

    /// Where a line ends, if it is not drawn up to the edge of the canvas.
    fn line_ends(&mut self, id: ElementRef, element: &Element) -> Option<[[f64; 2]; 2]> {
        let places: Vec<[f64; 2]> = match element.appearance.clip {
            Clip::None => return None,
            Clip::End if element.is(SpecialType::Join) => {
                let points = self.geometry.arguments(id).into_iter();
                points.filter_map(|id| self.geometry.xy(id)).collect()
            }
            Clip::End => return None,
            Clip::Incident => {
                let points = self.geometry.incident(id).into_iter();
                points.filter_map(|id| self.geometry.xy(id)).collect()
            }
        };
        let ends = |axis: usize| {
            let by = |a: &&[f64; 2], b: &&[f64; 2]| a[axis].total_cmp(&b[axis]);
            let (first, last) = (places.iter().min_by(by)?, places.iter().max_by(by)?);
            Some(([*first, *last], last[axis] - first[axis]))
        };
        let ((across, width), (along, height)) = (ends(0)?, ends(1)?);
        let ends = if width > height { across } else { along };
        (ends[0] != ends[1]).then_some(ends)
    }

    fn segment(&mut self, element: &Element, segment: &Segment) {
        let (Some(start), Some(end)) = (place(segment.start), place(segment.end)) else {
            return;
        };
        let look = &element.appearance;
        let mut style = line_style(look);
        style.stretch(look.overhang);
        let arrow = &look.arrow;
        style.arrow.shown = arrow.shown;
        if let Some(size) = arrow.size {
            style.arrow.length *= size.max(0.0);
        }
        if let Some(shape) = &arrow.shape {
            style.set_arrow_shape(shape);
        }
        if let Some(sides) = &arrow.sides {
            style.set_arrow_sides(sides);
        }
        if let Some(position) = arrow.position {
            style.set_arrow_position(position);
        }
        let pen = self.graphics.pen(style);
        let (z, w) = (segment.start[2], segment.end[2]);
        if (z * w.conj()).re < 0.0 {
            self.graphics.draw_rays(start, end, &pen);
            return;
        }
        self.graphics.draw_segment(start, end, &pen);
        let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
        let length = dx.hypot(dy);
        // To the right of the way from start to end.
        let beside = [-dy, dx].map(|normal| LABEL_DISTANCE * normal / length + LABEL_SHIFT);
        let at = [0, 1].map(|axis| 0.25 * start[axis] + 0.75 * end[axis]);
        self.label(element, at, beside, look.label.color);
    }

    fn point(&mut self, element: &Element) {
        let (ElementValue::Point(_), Some(at)) = (&element.value, element.value.xy()) else {
            return;
        };
        let look = &element.appearance;
        let pen = self.graphics.pen(Style {
            border: look.border,
            ..style(look)
        });
        self.graphics.draw_point(at, &pen);
        let color = if look.border {
            look.label.color
        } else {
            look.color
        };
        self.label(element, at, POINT_LABEL, color);
    }

    /// The name of an element beside a place, further away the larger the element is.
    fn label(&mut self, element: &Element, at: [f64; 2], usual: [f64; 2], color: [f64; 3]) {
        let look = &element.appearance;
        if !look.labeled {
            return;
        }
        let [x, y] = look.label.position.unwrap_or(usual);
        let distance = x.hypot(y);
        let factor = if distance > 0.0 {
            1.0 + look.size / distance
        } else {
            1.0
        };
        let pen = self.graphics.pen(Style {
            size: Some(look.label.size),
            colour: Some(color),
            alpha: Some(look.alpha),
            bold: look.label.bold,
            italic: look.label.italics,
            family: look.label.family.as_str().into(),
            offset: [factor * x, factor * y],
            ..Style::default()
        });
        let text = label_text(element);
        self.graphics.draw_text(self.host, at, text, &pen);
    }
}

/// What stands beside an element.
pub(super) fn label_text(element: &Element) -> &str {
    match &element.appearance.label.text {
        Some(text) => text,
        None => &element.name,
    }
}

/// Where a real, finite point is in the plane.
pub(super) fn place(point: Vector) -> Option<[f64; 2]> {
    ElementValue::Point(point).xy()
}

fn real_matrix(matrix: &Matrix) -> Option<[[f64; 3]; 3]> {
    let is_real = |entry: &Complex64| entry.im.abs() < EPSILON;
    let all = matrix.iter().flatten().all(is_real);
    all.then(|| matrix.map(|row| row.map(|entry| entry.re)))
}
