//! Drawing: colours, the state of the pen, what is drawn.

use crate::builtins::modifiers::{AREA, ARROW, DASH, FONT, GRAPH, LOOK, POINT, TABLE, TEXT};
use crate::builtins::row::row;
use crate::builtins::{Builtin, Category, Intrinsic, form};

const fn color(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Color, name, arity, doc).total()
}

const fn state(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::GraphicsState, name, arity, doc).changes_state()
}

const fn drawing(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Drawing, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    color("red", 1, "[v,0,0] with v clamped to 0..1").gpu("real -> list(3, real)").cpu("complex -> list(3, real)"),
    color("green", 1, "[0,v,0] clamped").gpu("real -> list(3, real)").cpu("complex -> list(3, real)"),
    color("blue", 1, "[0,0,v] clamped").gpu("real -> list(3, real)").cpu("complex -> list(3, real)"),
    color("gray", 1, "[v,v,v] clamped").gpu("real -> list(3, real)").cpu("complex -> list(3, real)"),
    color("grey", 1, "alias of gray").gpu("real -> list(3, real)").cpu("complex -> list(3, real)"),
    color("hue", 1, "fully saturated rainbow colour, period 1")
        .gpu("real -> list(3, nonneg)").cpu("complex -> list(3, real)").is(Intrinsic::Hue),

    state("translate", 1, "translates the drawing coordinate system").cpu("any -> undefined"),
    state("rotate", 1, "rotates the drawing coordinate system").cpu("any -> undefined"),
    state("scale", 1, "scales the drawing coordinate system").cpu("any -> undefined"),
    state("greset", 0, "resets appearance and transformation").cpu("-> undefined"),
    state("gsave", 0, "pushes appearance and transformation").cpu("-> undefined"),
    state("grestore", 0, "pops appearance and transformation").cpu("-> undefined"),
    state("color", 1, "sets default point and line colour").cpu("any -> undefined").is(Intrinsic::Color),
    state("linecolor", 1, "sets default line colour").cpu("any -> undefined"),
    state("pointcolor", 1, "sets default point colour").cpu("any -> undefined"),
    state("alpha", 1, "sets default opacity").cpu("any -> undefined"),
    state("pointsize", 1, "sets default point size").cpu("any -> undefined"),
    state("linesize", 1, "sets default line width").cpu("any -> undefined"),
    state("textsize", 1, "sets default text size").cpu("any -> undefined"),

    drawing("draw", 1, "draws a point, line, segment (pair of points) or shape outline")
        .cpu("any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]),
    drawing("draw", 2, "draws a segment between two points")
        .cpu("any, any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]),
    drawing("drawcircle", 2, "draws a circle outline").cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("fillcircle", 2, "draws a filled disc").cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("drawarc", 3, "draws a circular arc through three points").cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("fillarc", 3, "fills the circular segment of an arc").cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("drawconic", 1, "draws a conic from matrix, coefficients or element").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("drawall", 1, "draws each entry of a list").cpu("any -> undefined").modifiers(&[LOOK, POINT, DASH, ARROW, AREA]),
    drawing("connect", 1, "draws an open polyline").cpu("any -> undefined").modifiers(&[LOOK, DASH, ARROW]),
    drawing("drawpoly", 1, "draws a closed polygon outline").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("fillpoly", 1, "fills a polygon").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("drawpolygon", 1, "alias of drawpoly").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("fillpolygon", 1, "alias of fillpoly").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("drawtext", 2, "draws text at a position, returns its bounding box corners")
        .cpu("any, any -> list(4, list(3, real))").is(Intrinsic::DrawText).modifiers(&[LOOK, FONT, TEXT]),
    drawing("pixelsize", 1, "text extents in pixels: width, above, below baseline")
        .pure().cpu("any -> list(3, real)").modifiers(&[LOOK, FONT]),
    drawing("drawtable", 2, "draws a table of values").cpu("any, any -> undefined").modifiers(&[LOOK, FONT, TABLE]),
    drawing("fill", 1, "fills a shape").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]),
    drawing("clip", 1, "restricts drawing to a shape").cpu("any -> undefined"),
    drawing("plot", 1, "plots the graph of an expression in its free variable, or a parametric curve")
        .form(form::GRAPH).cpu("any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH]),
    drawing("plot", 2, "plot with the running variable named")
        .form(form::GRAPH).cpu("any, any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH]),
    drawing("clrscr", 0, "clears the canvas").cpu("-> undefined"),
    drawing("repaint", 0, "schedules a redraw").cpu("-> undefined"),
    drawing("screenbounds", 0, "four corners of the view: upper left, upper right, lower right, lower left")
        .pure().cpu("-> list(4, list(3, real))").total(),
    drawing("screenresolution", 0, "pixels per unit").pure().cpu("-> nonneg").total(),
    drawing("layer", 1, "ignored, kept for compatibility").pure().cpu("any -> undefined"),
];
