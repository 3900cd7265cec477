//! Drawing: colours, the state of the pen, what is drawn.

use crate::builtins::Drawn::{Anything, Figure, Number, Place, Places};
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
        .gpu("real -> list(3, nonneg)").cpu("complex -> list(3, real)").is(Intrinsic::Hue)
        .usage("hue(h) is the colour of a hue, from 0 to 1"),

    state("translate", 1, "translates the drawing coordinate system").cpu("any -> undefined").of_one_list(),
    state("rotate", 1, "rotates the drawing coordinate system").cpu("any -> undefined"),
    state("scale", 1, "scales the drawing coordinate system").cpu("any -> undefined"),
    state("greset", 0, "resets appearance and transformation").cpu("-> undefined"),
    state("gsave", 0, "pushes appearance and transformation").cpu("-> undefined"),
    state("grestore", 0, "pops appearance and transformation").cpu("-> undefined"),
    state("color", 1, "sets default point and line colour").cpu("any -> undefined").is(Intrinsic::Color).of_one_list(),
    state("linecolor", 1, "sets default line colour").cpu("any -> undefined").of_one_list(),
    state("pointcolor", 1, "sets default point colour").cpu("any -> undefined").of_one_list(),
    state("alpha", 1, "sets default opacity").cpu("any -> undefined"),
    state("pointsize", 1, "sets default point size").cpu("any -> undefined"),
    state("linesize", 1, "sets default line width").cpu("any -> undefined"),
    state("textsize", 1, "sets default text size").cpu("any -> undefined"),

    drawing("draw", 1, "draws a point, line, segment (pair of points) or shape outline")
        .cpu("any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).usage("draw(point) or draw(from, to)")
        .draws(&[Figure]).only_draws(),
    drawing("draw", 2, "draws a segment between two points")
        .cpu("any, any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).draws(&[Place, Place]).only_draws(),
    drawing("drawcircle", 2, "draws a circle outline")
        .cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("drawcircle([x, y], radius)").draws(&[Place, Number])
        .only_draws(),
    drawing("fillcircle", 2, "draws a filled disc")
        .cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("fillcircle([x, y], radius)").draws(&[Place, Number])
        .only_draws(),
    drawing("drawarc", 3, "draws a circular arc through three points")
        .cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Place, Place, Place]).only_draws(),
    drawing("fillarc", 3, "fills the circular segment of an arc")
        .cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Place, Place, Place]).only_draws(),
    drawing("drawconic", 1, "draws a conic from matrix, coefficients or element")
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).only_draws(),
    drawing("drawall", 1, "draws each entry of a list").cpu("any -> undefined").modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).only_draws(),
    drawing("connect", 1, "draws an open polyline")
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, ARROW]).usage("connect([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("drawpoly", 1, "draws a closed polygon outline")
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("drawpoly([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("fillpoly", 1, "fills a polygon")
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("fillpoly([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("drawpolygon", 1, "alias of drawpoly").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Places]).only_draws(),
    drawing("fillpolygon", 1, "alias of fillpoly").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Places]).only_draws(),
    drawing("drawtext", 2, "draws text at a position, returns its bounding box corners")
        .cpu("any, any -> list(4, list(3, real))").is(Intrinsic::DrawText).modifiers(&[LOOK, FONT, TEXT])
        .usage("drawtext([x, y], \"text\")").draws(&[Place, Anything]),
    drawing("pixelsize", 1, "text extents in pixels: width, above, below baseline")
        .pure().cpu("any -> list(3, real)").modifiers(&[LOOK, FONT]),
    drawing("drawtable", 2, "draws a table of values")
        .cpu("any, any -> undefined").modifiers(&[LOOK, FONT, TABLE]).draws(&[Place, Anything]).only_draws(),
    drawing("fill", 1, "fills a shape").cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).only_draws(),
    drawing("clip", 1, "restricts drawing to a shape").cpu("any -> undefined"),
    drawing("plot", 1, "plots the graph of an expression in its free variable, or a parametric curve")
        .form(form::GRAPH).cpu("any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH])
        .usage("plot(sin(x), start -> 0, stop -> 10)"),
    drawing("plot", 2, "plot with the running variable named")
        .form(form::GRAPH).cpu("any, any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH]),
    drawing("clrscr", 0, "clears the canvas").cpu("-> undefined"),
    drawing("repaint", 0, "schedules a redraw").cpu("-> undefined"),
    drawing("screenbounds", 0, "four corners of the view: upper left, upper right, lower right, lower left")
        .pure().cpu("-> list(4, list(3, real))").total(),
    drawing("screenresolution", 0, "pixels per unit").pure().cpu("-> nonneg").total(),
    drawing("layer", 1, "ignored, kept for compatibility").pure().cpu("any -> undefined"),
];
