//! What modifiers say about how something looks, and what comes of it.

use std::sync::Arc;

use super::state::{GraphicsState, colour};
use crate::display::{Cap, Colour, FillRule, Join};
use crate::value::{List, Value};

/// Sizes that modifiers give lie within this, in pixels.
const MAX_SIZE: f64 = 1000.0;

/// The kinds of commands that a modifier belongs to: a set of bits.
pub(crate) type Family = u8;
/// Segments, lines, polylines.
pub(crate) const LINE: Family = 1;
pub(crate) const POINT: Family = 2;
/// Closed curves and arcs.
pub(crate) const CONIC: Family = 4;
pub(crate) const TEXT: Family = 8;
pub(crate) const PLOT: Family = 16;
pub(crate) const TABLE: Family = 32;

/// How something looks, as far as its modifiers say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Style {
    /// Radius of points, width of lines, height of text, in pixels.
    pub(crate) size: Option<f64>,
    pub(crate) colour: Option<[f64; 3]>,
    pub(crate) alpha: Option<f64>,
    pub(crate) fill_colour: Option<[f64; 3]>,
    pub(crate) fill_alpha: f64,
    /// Lengths of dashes and gaps of a line one pixel wide; they grow with the root of the width.
    pub(crate) dashes: Arc<[f64]>,
    /// How much of a segment's length is drawn: 1 is from end to end.
    pub(crate) overhang: f64,
    pub(crate) arrow: Arrow,
    /// Whether points have a dark rim.
    pub(crate) border: bool,
    pub(crate) cap: Cap,
    pub(crate) join: Join,
    pub(crate) miter_limit: f64,
    pub(crate) rule: FillRule,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    pub(crate) family: Arc<str>,
    /// The part of the text that is left of its place.
    pub(crate) align: f64,
    /// Radians, counterclockwise.
    pub(crate) angle: f64,
    /// Pixels to the right and up.
    pub(crate) offset: [f64; 2],
    /// The width of the line around letters, in pixels.
    pub(crate) outline_width: f64,
    pub(crate) outline_colour: Option<[f64; 3]>,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            size: None,
            colour: None,
            alpha: None,
            fill_colour: None,
            fill_alpha: 0.0,
            dashes: Arc::default(),
            overhang: 1.0,
            arrow: Arrow::default(),
            border: true,
            cap: Cap::Round,
            join: Join::Round,
            miter_limit: 10.0,
            rule: FillRule::NonZero,
            bold: false,
            italic: false,
            family: "sans-serif".into(),
            align: 0.0,
            angle: 0.0,
            offset: [0.0; 2],
            outline_width: 0.0,
            outline_colour: None,
        }
    }
}

/// Arrow heads of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arrow {
    /// Whether there are any.
    pub(crate) shown: bool,
    pub(crate) at_start: bool,
    pub(crate) at_end: bool,
    /// Where along the segment the tips are: 1 is at its ends.
    pub(crate) position: f64,
    /// Length in pixels.
    pub(crate) length: f64,
    pub(crate) shape: ArrowShape,
}

impl Default for Arrow {
    fn default() -> Arrow {
        Arrow {
            shown: false,
            at_start: false,
            at_end: true,
            position: 1.0,
            length: 10.0,
            shape: ARROW_SHAPES[0].1,
        }
    }
}

/// The form of an arrow head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ArrowShape {
    pub(crate) closed: bool,
    pub(crate) filled: bool,
    /// How far back its corners lie, in lengths.
    pub(crate) ratio: f64,
}

const fn arrow_shape(closed: bool, filled: bool, ratio: f64) -> ArrowShape {
    ArrowShape {
        closed,
        filled,
        ratio,
    }
}

const ARROW_SHAPES: &[(&str, ArrowShape)] = &[
    ("line", arrow_shape(false, false, 1.0)),
    ("default", arrow_shape(false, false, 1.0)),
    ("empty", arrow_shape(true, false, 1.0)),
    ("hollow", arrow_shape(true, false, 1.0)),
    ("full", arrow_shape(true, true, 1.0)),
    ("jet", arrow_shape(true, true, 1.5)),
    ("delta", arrow_shape(true, true, 1.5)),
];

/// Name, number, dashes and gaps.
const DASH_TYPES: &[(&str, &[f64])] = &[
    ("solid", &[]),
    ("dashed", &[10.0, 10.0]),
    ("tightdash", &[10.0, 4.0]),
    ("dotted", &[1.0, 3.0]),
    ("dashdot", &[10.0, 5.0, 1.0, 5.0]),
];

impl Style {
    /// `dashtype`: by name or number.
    pub(crate) fn set_dash_type(&mut self, dash_type: &Value) {
        let row = match dash_type {
            Value::String(name) => {
                let name = name.strip_prefix("dashvalue.").unwrap_or(name);
                DASH_TYPES.iter().find(|row| row.0 == name)
            }
            // A float that is no index becomes one that is out of range.
            other => other
                .real()
                .filter(|number| *number >= 0.0)
                .and_then(|number| DASH_TYPES.get(number as usize)),
        };
        if let Some((_, pattern)) = row {
            self.dashes = (*pattern).into();
        }
    }

    /// A part of a segment's length, of what `overhang` says already.
    pub(crate) fn stretch(&mut self, factor: f64) {
        self.overhang = self.overhang * factor + (1.0 - self.overhang) * (1.0 - factor);
    }

    pub(crate) fn set_arrow_shape(&mut self, name: &str) {
        if let Some((_, shape)) = ARROW_SHAPES.iter().find(|row| row.0 == name) {
            self.arrow.shape = *shape;
            self.arrow.shown = true;
        }
    }

    pub(crate) fn set_arrow_sides(&mut self, sides: &str) {
        let (at_start, at_end) = match sides {
            "==>" => (false, true),
            "<==>" => (true, true),
            "<==" => (true, false),
            _ => return,
        };
        self.arrow.at_start = at_start;
        self.arrow.at_end = at_end;
        self.arrow.shown = true;
    }

    pub(crate) fn set_arrow_position(&mut self, position: f64) {
        if position > 1.0 {
            self.stretch(position);
        } else if position >= 0.0 {
            self.arrow.position = position;
            self.arrow.shown = true;
        }
    }

    /// What the modifiers of a call say. Those of other families of commands say nothing.
    pub(crate) fn of<'a>(
        family: Family,
        modifiers: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Style {
        let mut style = Style::default();
        for (name, value) in modifiers {
            let row = MODIFIERS.iter().find(|row| row.name == name);
            if let Some(row) = row.filter(|row| row.families & family != 0) {
                (row.set)(&mut style, value);
            }
        }
        style
    }
}

/// A modifier that several commands have.
struct Modifier {
    name: &'static str,
    families: Family,
    /// Leaves the style as it is if the value does not fit.
    set: fn(&mut Style, &Value),
}

const fn modifier(name: &'static str, families: Family, set: fn(&mut Style, &Value)) -> Modifier {
    Modifier {
        name,
        families,
        set,
    }
}

const STROKED: Family = LINE | CONIC | PLOT;

static MODIFIERS: &[Modifier] = &[
    modifier("size", STROKED | POINT | TEXT | TABLE, |style, value| {
        style.size = size(value).or(style.size);
    }),
    modifier("color", STROKED | POINT | TEXT | TABLE, |style, value| {
        style.colour = components(value).or(style.colour);
    }),
    modifier("alpha", STROKED | POINT | TEXT | TABLE, |style, value| {
        style.alpha = value.real().or(style.alpha);
    }),
    modifier("fillcolor", CONIC, |style, value| {
        style.fill_colour = components(value).or(style.fill_colour);
    }),
    modifier("fillalpha", CONIC, |style, value| {
        style.fill_alpha = value.real().unwrap_or(style.fill_alpha);
    }),
    modifier("fillrule", CONIC, |style, value| match value.string() {
        Some("nonzero") => style.rule = FillRule::NonZero,
        Some("evenodd") => style.rule = FillRule::EvenOdd,
        _ => {}
    }),
    modifier("dashpattern", STROKED, |style, value| {
        if let Some(list) = value.list() {
            style.dashes = list.iter().filter_map(|length| length.real()).collect();
        }
    }),
    modifier("dashtype", STROKED, Style::set_dash_type),
    modifier("dashing", STROKED, |style, value| {
        if let Some(length) = value.real() {
            style.dashes = [2.0 * length.floor(), length.floor()].into();
        }
    }),
    modifier("overhang", LINE, |style, value| {
        if let Some(factor) = value.real() {
            style.stretch(factor);
        }
    }),
    modifier("arrow", LINE, |style, value| {
        if let Value::Boolean(shown) = value {
            style.arrow.shown = *shown;
        }
    }),
    modifier("arrowshape", LINE, |style, value| {
        style.set_arrow_shape(value.string().unwrap_or_default());
    }),
    modifier("arrowsides", LINE, |style, value| {
        style.set_arrow_sides(value.string().unwrap_or_default());
    }),
    modifier("arrowposition", LINE, |style, value| {
        if let Some(position) = value.real() {
            style.set_arrow_position(position);
        }
    }),
    modifier("arrowsize", LINE, |style, value| {
        if let Some(factor) = value.real().filter(|factor| *factor >= 0.0) {
            style.arrow.length *= factor;
        }
    }),
    modifier("lineCap", STROKED, |style, value| match value.string() {
        Some("butt") => style.cap = Cap::Butt,
        Some("round") => style.cap = Cap::Round,
        Some("square") => style.cap = Cap::Square,
        _ => {}
    }),
    modifier("lineJoin", STROKED, |style, value| match value.string() {
        Some("miter") => style.join = Join::Miter,
        Some("round") => style.join = Join::Round,
        Some("bevel") => style.join = Join::Bevel,
        _ => {}
    }),
    modifier("miterLimit", STROKED, |style, value| {
        if let Some(limit) = value.real().filter(|limit| *limit > 0.0) {
            style.miter_limit = (limit + 0.5).floor();
        }
    }),
    modifier("noborder", POINT, |style, value| {
        if let Value::Boolean(without) = value {
            style.border = !without;
        }
    }),
    modifier("border", POINT, |style, value| {
        if let Value::Boolean(with) = value {
            style.border = *with;
        }
    }),
    modifier("bold", TEXT | TABLE, |style, value| {
        style.bold |= matches!(value, Value::Boolean(true));
    }),
    modifier("italics", TEXT | TABLE, |style, value| {
        style.italic |= matches!(value, Value::Boolean(true));
    }),
    modifier("family", TEXT | TABLE, |style, value| {
        if let Value::String(family) = value {
            style.family = (&**family).into();
        }
    }),
    modifier("align", TEXT | TABLE, |style, value| match value.string() {
        Some("left") => style.align = 0.0,
        Some("mid" | "center") => style.align = 0.5,
        Some("right") => style.align = 1.0,
        _ => {}
    }),
    modifier("angle", TEXT, |style, value| {
        style.angle = value.real().unwrap_or(style.angle);
    }),
    modifier("xoffset", TEXT | TABLE, |style, value| {
        style.offset[0] = value.real().unwrap_or(style.offset[0]);
    }),
    modifier("yoffset", TEXT | TABLE, |style, value| {
        style.offset[1] = value.real().unwrap_or(style.offset[1]);
    }),
    modifier("offset", TEXT | TABLE, |style, value| {
        if let Some([x, y]) = value.list().and_then(List::vector::<2>) {
            style.offset = [x.re, y.re];
        }
    }),
    modifier("outlinewidth", TEXT, |style, value| {
        style.outline_width = size(value).unwrap_or(style.outline_width);
    }),
    modifier("outlinecolor", TEXT, |style, value| {
        style.outline_colour = components(value).or(style.outline_colour);
    }),
];

/// A size in pixels.
fn size(value: &Value) -> Option<f64> {
    value.real().map(|size| size.clamp(0.0, MAX_SIZE))
}

/// Red, green, blue of a list of three numbers.
pub(crate) fn components(value: &Value) -> Option<[f64; 3]> {
    let vector = value.list()?.vector::<3>()?;
    Some(vector.map(|component| component.re))
}

/// A style together with the defaults of the graphics state: what is drawn with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) style: Style,
    pub(crate) point_colour: Colour,
    pub(crate) line_colour: Colour,
    pub(crate) text_colour: Colour,
    /// The colour of the rim of points.
    pub(crate) border_colour: Colour,
    /// The colour of the inside of closed curves that are drawn, not filled.
    pub(crate) fill_colour: Option<Colour>,
    /// The colour of the line around letters; transparent for none.
    pub(crate) outline_colour: Colour,
    /// Radius in pixels.
    pub(crate) point_size: f64,
    /// Width in pixels.
    pub(crate) line_size: f64,
}

impl Pen {
    pub(crate) fn new(style: Style, state: &GraphicsState) -> Pen {
        let alpha = style.alpha.unwrap_or(state.alpha);
        let [point_colour, line_colour, text_colour] = [&state.point, &state.line, &state.text]
            .map(|ink| match style.colour {
                Some(components) => colour(components, alpha),
                // As CindyJS: with an opacity of exactly 1, the default colour as it was set.
                None if alpha == 1.0 => ink.colour,
                None => colour(ink.components, alpha),
            });
        let fill = style.fill_colour.filter(|_| style.fill_alpha > 0.0);
        let outline = style.outline_colour.filter(|_| style.outline_width > 0.0);
        Pen {
            point_colour,
            line_colour,
            text_colour,
            border_colour: colour([0.0; 3], alpha),
            fill_colour: fill.map(|components| colour(components, style.fill_alpha)),
            outline_colour: outline.map_or([0.0; 4], |components| colour(components, alpha)),
            point_size: style.size.unwrap_or(state.point_size).max(0.0),
            line_size: style.size.unwrap_or(state.line_size).max(0.0),
            style,
        }
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::builtins::{find, modifiers};

    use super::*;

    #[test]
    fn the_editor_knows_every_modifier() {
        let samples = [
            (LINE, "connect", 1),
            (POINT, "draw", 1),
            (CONIC, "drawcircle", 2),
            (TEXT, "drawtext", 2),
            (PLOT, "plot", 1),
            (TABLE, "drawtable", 2),
        ];
        for (family, name, arity) in samples {
            let builtin = find(name, arity).expect("a builtin");
            let known = modifiers::of(builtin).expect("modifiers that are known");
            for modifier in MODIFIERS.iter().filter(|row| row.families & family != 0) {
                assert!(
                    known.clone().any(|row| row.name == modifier.name),
                    "{name} has no {}",
                    modifier.name
                );
            }
        }
    }
}
