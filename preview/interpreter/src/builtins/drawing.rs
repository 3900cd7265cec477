//! Commands that draw.

use num_complex::Complex64;
use smol_str::SmolStr;

use super::shape::polygon as polygon_of;
use super::{Row, raw};
use crate::context::Context;
use crate::context::draw::{
    CONIC, Family, LINE, POINT, Pen, Style, TABLE, TEXT, TableLayout, TextBox, Use,
};
use crate::display::Drawing;
use crate::value::shape::Shape;
use crate::value::{List, Usage, Value};

/// The text of a cell that a row of a table lacks.
const NO_CELL: &str = "_??_";

pub(super) const ROWS: &[Row] = &[
    raw("draw", 1, |context, a| {
        let pen = Pens::of_call(context);
        drawn(context, |context| draw_one(context, &a[0], &pen))
    }),
    raw("draw", 2, |context, a| {
        let pen = pen(context, LINE);
        drawn(context, |context| draw_segment(context, &a[0], &a[1], &pen))
    }),
    raw("drawall", 1, |context, a| {
        let pen = pen(context, LINE | POINT);
        let default = context.graphics.pen(Style::default());
        let mut pens = Pens {
            point: pen.clone(),
            segment: pen,
            line: default.clone(),
            shape: default,
        };
        drawn(context, |context| {
            for item in a[0].list().into_iter().flat_map(List::iter) {
                draw_one(context, &item, &pens);
                // As CindyJS, which forgets the modifiers at the first line or shape.
                if is_line(&item) || matches!(item, Value::Shape(_)) {
                    pens = Pens::all(&pens.line);
                }
            }
        })
    }),
    raw("connect", 1, |context, a| {
        polygon(context, &a[0], LINE, false, Use::Draw)
    }),
    raw("drawpoly", 1, |context, a| {
        polygon(context, &a[0], CONIC, true, Use::Draw)
    }),
    raw("drawpolygon", 1, |context, a| {
        polygon(context, &a[0], CONIC, true, Use::Draw)
    }),
    raw("fillpoly", 1, |context, a| {
        polygon(context, &a[0], CONIC, true, Use::Fill)
    }),
    raw("fillpolygon", 1, |context, a| {
        polygon(context, &a[0], CONIC, true, Use::Fill)
    }),
    raw("drawcircle", 2, |context, a| circle(context, a, Use::Draw)),
    raw("fillcircle", 2, |context, a| circle(context, a, Use::Fill)),
    raw("drawarc", 3, |context, a| arc(context, a, Use::Draw)),
    raw("fillarc", 3, |context, a| arc(context, a, Use::Fill)),
    raw("drawconic", 1, |context, a| {
        let Some(matrix) = conic_matrix(context, &a[0]) else {
            return context.warn(
                "a conic is a 3 by 3 matrix, or the six coefficients of x², y², xy, x, y and 1",
            );
        };
        let pen = pen(context, CONIC);
        drawn(context, |context| {
            if let Some(matrix) = real_matrix(&matrix) {
                context.graphics.draw_conic(&matrix, &pen);
            }
        })
    }),
    raw("drawtext", 2, |context, a| {
        let Some(place) = context.place(&a[0]) else {
            return Value::Undefined;
        };
        let text = context.print(&a[1]);
        let pen = pen(context, TEXT);
        context.note_drawing();
        let Context { graphics, host, .. } = &mut *context;
        let room = graphics.draw_text(&**host, place, &text, &pen);
        let TextBox {
            left,
            right,
            top,
            bottom,
        } = room;
        let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
        let corners = corners.map(|corner| {
            let [x, y] = context.graphics.matrix().to_world(corner);
            point([x, y, 1.0])
        });
        drawn(context, |_| ());
        corners.into()
    }),
    raw("pixelsize", 1, |context, a| {
        let text = context.print(&a[0]);
        let pen = pen(context, TEXT);
        let Context { graphics, host, .. } = context;
        let room = graphics.measure_text(&**host, &text, &pen);
        [room.right - room.left, -room.top, room.bottom].into()
    }),
    raw("drawtable", 2, |context, a| {
        let (Some(place), Some(table)) = (context.place(&a[0]), a[1].list()) else {
            return Value::Undefined;
        };
        // One column if no entry is a list.
        let mut rows: Vec<Vec<String>> = table
            .iter()
            .map(|row| match &row {
                Value::List(cells) => cells.iter().map(|cell| context.print(&cell)).collect(),
                cell => vec![context.print(cell)],
            })
            .collect();
        // As in CindyJS, for cells that shorter rows lack.
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.resize(columns, NO_CELL.to_owned());
        }
        let number = |name| context.modifier(name).and_then(Value::real);
        let layout = TableLayout {
            width: number("width").unwrap_or(100.0),
            height: number("height"),
            border: !matches!(context.modifier("border"), Some(Value::Boolean(false))),
        };
        let pen = pen(context, TABLE);
        drawn(context, |context| {
            let Context { graphics, host, .. } = context;
            graphics.draw_table(&**host, place, &rows, layout, &pen);
        })
    }),
    raw("fill", 1, |context, a| {
        let pen = pen(context, CONIC);
        match &a[0] {
            Value::Shape(shape) => drawn(context, |context| {
                draw_shape(context, shape, &pen, Use::Fill);
            }),
            _ => Value::Undefined,
        }
    }),
    raw("clip", 1, |context, a| {
        let pen = pen(context, CONIC);
        let polygon;
        let shape = match &a[0] {
            Value::Shape(shape) => shape,
            corners => match polygon_of(context, corners) {
                Some(shape) => {
                    polygon = shape;
                    &polygon
                }
                None => return Value::Undefined,
            },
        };
        drawn(context, |context| {
            draw_shape(context, shape, &pen, Use::Clip);
        })
    }),
    raw("clrscr", 0, |context, _| {
        drawn(context, |context| context.graphics.push(Drawing::Clear))
    }),
    raw("layer", 1, |_, _| Value::Undefined),
];

/// The pens for what `draw` and `drawall` may find to be drawn.
struct Pens {
    point: Pen,
    segment: Pen,
    line: Pen,
    shape: Pen,
}

impl Pens {
    fn of_call(context: &Context) -> Pens {
        Pens {
            point: pen(context, POINT),
            shape: pen(context, CONIC),
            ..Pens::all(&pen(context, LINE))
        }
    }

    fn all(pen: &Pen) -> Pens {
        Pens {
            point: pen.clone(),
            segment: pen.clone(),
            line: pen.clone(),
            shape: pen.clone(),
        }
    }
}

/// The pen that the modifiers of the call ask for.
fn pen(context: &Context, family: Family) -> Pen {
    pen_of(context, family, &context.modifiers)
}

/// The pen that modifiers ask for.
pub(super) fn pen_of(context: &Context, family: Family, modifiers: &[(SmolStr, Value)]) -> Pen {
    let modifiers = modifiers.iter();
    let style = Style::of(
        family,
        modifiers.map(|(name, value)| (name.as_str(), value)),
    );
    context.graphics.pen(style)
}

/// Draws, and says so if that was too much.
pub(super) fn drawn(context: &mut Context, draw: impl FnOnce(&mut Context)) -> Value {
    context.note_drawing();
    draw(context);
    if context.graphics.take_overflow() {
        return context.warn("too much is drawn in this frame; the rest is left out");
    }
    Value::Undefined
}

/// Coordinates that are known to be a point's.
fn point(coordinates: [f64; 3]) -> Value {
    match coordinates.into() {
        Value::List(list) => Value::List(list.with_usage(Usage::Point)),
        other => other,
    }
}

fn is_line(value: &Value) -> bool {
    matches!(value, Value::List(list) if list.usage() == Usage::Line)
}

/// Draws a point, a line, or a segment, whichever the value is.
fn draw_one(context: &mut Context, value: &Value, pens: &Pens) {
    if let Value::Shape(shape) = value {
        draw_shape(context, shape, &pens.shape, Use::Draw);
    } else if is_line(value) {
        let line = value.list().and_then(List::vector::<3>);
        if let Some(line) = line.and_then(real_vector) {
            context.graphics.draw_line(line, &pens.line);
        }
    } else if let Some(place) = context.place(value) {
        context.graphics.draw_point(place, &pens.point);
    } else if let Value::List(list) = value
        && let (Some(from), Some(to), 2) = (list.get(0), list.get(1), list.len())
    {
        draw_segment(context, &from, &to, &pens.segment);
    }
}

fn draw_shape(context: &mut Context, shape: &Shape, pen: &Pen, used: Use) {
    match shape {
        Shape::Circle { centre, radius } => context.graphics.circle(*centre, *radius, pen, used),
        Shape::Polygons(polygons) => {
            let polygons = polygons.iter().map(Vec::as_slice);
            context.graphics.polygons(polygons, true, pen, used);
        }
    }
}

fn draw_segment(context: &mut Context, from: &Value, to: &Value, pen: &Pen) {
    if let (Some(from), Some(to)) = (context.place(from), context.place(to)) {
        context.graphics.draw_segment(from, to, pen);
    }
}

fn polygon(context: &mut Context, value: &Value, family: Family, closed: bool, used: Use) -> Value {
    let pen = pen(context, family);
    if let Value::Shape(shape) = value
        && matches!(**shape, Shape::Polygons(_))
    {
        return drawn(context, |context| draw_shape(context, shape, &pen, used));
    }
    let Some(list) = value.list() else {
        return Value::Undefined;
    };
    // It ends, open, before what is no place.
    let places: Vec<_> = list.iter().map_while(|item| context.place(&item)).collect();
    let closed = closed && places.len() == list.len();
    drawn(context, |context| {
        let polygons = [places.as_slice()];
        context.graphics.polygons(polygons, closed, &pen, used);
    })
}

fn circle(context: &mut Context, arguments: &[Value], used: Use) -> Value {
    let radius = arguments[1].number().and_then(real);
    let (Some(centre), Some(radius)) = (context.place(&arguments[0]), radius) else {
        return Value::Undefined;
    };
    let pen = pen(context, CONIC);
    drawn(context, |context| {
        context.graphics.circle(centre, radius, &pen, used);
    })
}

fn arc(context: &mut Context, arguments: &[Value], used: Use) -> Value {
    let [from, via, to] = [0, 1, 2].map(|index| context.place(&arguments[index]));
    let (Some(from), Some(via), Some(to)) = (from, via, to) else {
        return Value::Undefined;
    };
    let pen = pen(context, CONIC);
    drawn(context, |context| {
        context.graphics.arc([from, via, to], &pen, used);
    })
}

/// The symmetric matrix of a conic, from a matrix or coefficients.
fn conic_matrix(context: &Context, value: &Value) -> Option<[[Complex64; 3]; 3]> {
    let value = context.plain(value.clone());
    let list = value.list()?;
    if let Some([xx, yy, xy, x, y, constant]) = list.vector::<6>() {
        let [xy, x, y] = [xy, x, y].map(|coefficient| coefficient * 0.5);
        return Some([[xx, xy, x], [xy, yy, y], [x, y, constant]]);
    }
    let row = |index| list.get(index)?.list()?.vector::<3>();
    let [a, b, c] = [row(0)?, row(1)?, row(2)?];
    let rows = [a, b, c];
    // The form of a matrix is that of its symmetric part.
    let entry = |i: usize, j: usize| (rows[i][j] + rows[j][i]) * 0.5;
    (list.len() == 3).then(|| [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j))))
}

/// A number that is real up to rounding.
pub(super) fn real(number: Complex64) -> Option<f64> {
    (number.im.abs() < 1e-6).then_some(number.re)
}

fn real_vector([a, b, c]: [Complex64; 3]) -> Option<[f64; 3]> {
    Some([real(a)?, real(b)?, real(c)?])
}

/// Homogeneous coordinates are real up to rounding and a common factor.
fn real_matrix(matrix: &[[Complex64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let entries = matrix.iter().flatten();
    let largest = entries.max_by(|a, b| a.norm().total_cmp(&b.norm()))?;
    let [a, b, c] = matrix.map(|row| real_vector(row.map(|entry| entry / largest)));
    Some([a?, b?, c?])
}
