//! Drawing: colours, the state of the pen, what is drawn.

use crate::builtins::DrawnArgument::{Anything, Figure, Number, Place, Places};
use crate::builtins::modifiers::{AREA, ARROW, DASH, FONT, GRAPH, LOOK, POINT, TABLE, TEXT};
use crate::builtins::writing::row;
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
    color("red", 1, "colour from black (0) to red (1): the list [brightness, 0, 0]").args("brightness")
        .example("draw([0, 0], color -> red(0.8))").used(6)
        .gpu("real -> list(3, real)").cpu("complex -> list(3, real)").is(Intrinsic::Red),
    color("green", 1, "colour from black (0) to green (1): the list [0, brightness, 0]").args("brightness")
        .example("draw([0, 0], color -> green(0.8))").used(5)
        .gpu("real -> list(3, real)").cpu("complex -> list(3, real)").is(Intrinsic::Green),
    color("blue", 1, "colour from black (0) to blue (1): the list [0, 0, brightness]").args("brightness")
        .example("draw([0, 0], color -> blue(0.8))").used(4)
        .gpu("real -> list(3, real)").cpu("complex -> list(3, real)").is(Intrinsic::Blue),
    color("gray", 1, "grey from black (0) to white (1): the list with brightness three times").args("brightness")
        .example("fillcircle([0, 0], 1, color -> gray(0.8))").used(8).gpu("real -> list(3, real)").cpu("complex -> list(3, real)").is(Intrinsic::Gray),
    color("grey", 1, "the same as gray").args("brightness")
        .example("draw([0, 0], color -> grey(0.8))").used(5)
        .gpu("real -> list(3, real)").cpu("complex -> list(3, real)").is(Intrinsic::Gray),
    color("hue", 1, "colour of the rainbow; it repeats after 1").args("hue: from 0 to 1")
        .example("fillcircle([0, 0], 1, color -> hue(0.3))").used(8)
        .gpu("real -> list(3, nonneg)").cpu("complex -> list(3, real)").is(Intrinsic::Hue)
        .remark("hue(h) is the colour of a hue, from 0 to 1"),

    state("translate", 1, "moves everything that is drawn afterwards").args("vector")
        .example("gsave(); translate([2, 0]); drawcircle([0, 0], 1); grestore()").used(7).cpu("any -> undefined").of_one_list(),
    state("rotate", 1, "rotates everything that is drawn from now on").args("angle: in radians")
        .example("rotate(30°); fillpoly([[0, 0], [1, 0], [0, 1]])").used(4).cpu("any -> undefined").of_angle(),
    state("scale", 1, "scales everything that is drawn from now on").args("factor")
        .example("scale(2); drawcircle([0, 0], 1)").used(5).cpu("any -> undefined"),
    state("greset", 0, "resets colours, sizes and transformations for drawing")
        .example("linecolor([1, 0, 0]); greset(); draw([0, 0], [1, 1])").used(4).cpu("-> undefined"),
    state("gsave", 0, "saves colours, sizes and transformations until `grestore`")
        .example("gsave(); linesize(4); draw([0, 0], [1, 0]); grestore()").used(6).cpu("-> undefined"),
    state("grestore", 0, "restores colours, sizes and transformations that `gsave` has saved")
        .example("gsave(); rotate(30°); grestore(); draw([0, 0], [1, 0])").used(6).cpu("-> undefined"),
    state("color", 1, "sets the colour of points and lines that are drawn from now on").args("colour")
        .example("color([0.8, 0, 0]); draw([0, 0], [1, 1])").used(7).cpu("any -> undefined").is(Intrinsic::Color).of_colour(),
    state("linecolor", 1, "sets the colour of lines that are drawn from now on").args("colour")
        .example("linecolor([1, 0, 0]); draw([0, 0], [1, 1])").used(5).cpu("any -> undefined").of_colour(),
    state("pointcolor", 1, "sets the colour of points that are drawn from now on").args("colour")
        .example("pointcolor([0, 0.6, 0]); draw([0, 0])").used(2).cpu("any -> undefined").of_colour(),
    state("alpha", 1, "sets the opacity of everything that is drawn from now on").args("opacity: from 0 to 1")
        .example("alpha(0.5); fillcircle([0, 0], 1)").used(4).cpu("any -> undefined"),
    state("pointsize", 1, "sets the size of points that are drawn from now on").args("size: in pixels")
        .example("pointsize(10); draw([0, 0])").used(1).cpu("any -> undefined"),
    state("linesize", 1, "sets the width of lines that are drawn from now on").args("width: in pixels")
        .example("linesize(4); draw([0, 0], [1, 1])").used(5).cpu("any -> undefined"),
    state("textsize", 1, "sets the size of text that is drawn from now on").args("height: in pixels")
        .example(r#"textsize(30); drawtext([0, 0], "large")"#).used(3).cpu("any -> undefined"),

    drawing("draw", 1, "draws a point, a line, a segment (a pair of points) or the outline of a shape")
        .args("figure: a point or a line or two points or a shape")
        .example("draw([1, 2], color -> [1, 0, 0], size -> 6)").used(11)
        .cpu("any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).usage("draw(point) or draw(from, to)")
        .draws(&[Figure]).only_draws(),
    drawing("draw", 2, "draws a segment between two points").args("from, to")
        .example("draw([0, 0], [3, 1], size -> 2, arrow -> true)")
        .cpu("any, any -> undefined").is(Intrinsic::Draw).modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).draws(&[Place, Place]).only_draws(),
    drawing("drawcircle", 2, "draws a circle").args("center, radius")
        .example("drawcircle([0, 0], 2, color -> [0, 0, 1])").used(7)
        .cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("drawcircle([x, y], radius)").draws(&[Place, Number])
        .only_draws(),
    drawing("fillcircle", 2, "draws a filled disc").args("center, radius")
        .example("fillcircle([1, 1], 0.5, alpha -> 0.3)").used(7)
        .cpu("any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("fillcircle([x, y], radius)").draws(&[Place, Number])
        .only_draws(),
    drawing("drawarc", 3, "draws a circular arc through three points").args("from, through, to")
        .example("drawarc([1, 0], [0, 1], [-1, 0])").used(1)
        .cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Place, Place, Place]).only_draws(),
    drawing("fillarc", 3, "fills the circular segment of an arc").args("from, through, to")
        .example("fillarc([1, 0], [0, 1], [-1, 0])").used(1)
        .cpu("any, any, any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Place, Place, Place]).only_draws(),
    drawing("drawconic", 1, "draws a conic, given by a matrix, by six coefficients or by an element").args("conic")
        .example("drawconic([[1, 0, 0], [0, 4, 0], [0, 0, -4]])").used(3)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).only_draws(),
    drawing("drawall", 1, "draws each element of a list").args("figures")
        .example("drawall([[0, 0], [1, 1], [2, 0]], size -> 4)").used(6)
        .cpu("any -> undefined").modifiers(&[LOOK, POINT, DASH, ARROW, AREA]).only_draws(),
    drawing("connect", 1, "draws segments from each point to the next").args("points")
        .example("connect(apply(0..60, k, [k/10, sin(k/10)]))").used(7)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, ARROW]).usage("connect([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("drawpoly", 1, "draws the outline of a polygon").args("points")
        .example("drawpoly([[0, 0], [2, 0], [1, 1]])").used(6)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("drawpoly([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("fillpoly", 1, "fills a polygon").args("points")
        .example("fillpoly([[0, 0], [2, 0], [1, 1]], color -> [1, 0.8, 0])").used(8)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).usage("fillpoly([a, b, c])").of_one_list().draws(&[Places]).only_draws(),
    drawing("drawpolygon", 1, "the same as drawpoly").args("points")
        .example("drawpolygon([[0, 0], [1, 0], [0, 1]])").used(5)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Places]).only_draws(),
    drawing("fillpolygon", 1, "the same as fillpoly").args("points")
        .example("fillpolygon([[0, 0], [1, 0], [0, 1]])").used(7)
        .cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).draws(&[Places]).only_draws(),
    drawing("drawtext", 2, "draws text at a position; returns the corners of the rectangle around it").args("position, text")
        .example(r#"drawtext([0, 1], "r = " + format(2.5, 2), size -> 16)"#).used(11)
        .cpu("any, any -> list(4, list(3, real))").is(Intrinsic::DrawText).modifiers(&[LOOK, FONT, TEXT])
        .usage("drawtext([x, y], \"text\")").draws(&[Place, Anything]),
    drawing("pixelsize", 1, "size of a text in pixels: its width, its height above and below the baseline").args("text")
        .example(r#"w = pixelsize("how wide?")_1; println(w)"#).pure().cpu("any -> list(3, real)").modifiers(&[LOOK, FONT]),
    drawing("drawtable", 2, "draws a table of values").args("position, table: a list of rows")
        .example("drawtable([0, 0], [[1, 2], [3, 4]])").used(2)
        .cpu("any, any -> undefined").modifiers(&[LOOK, FONT, TABLE]).draws(&[Place, Anything]).only_draws(),
    drawing("fill", 1, "fills a shape").args("shape")
        .example("fill(circle([0, 0], 1))").used(5).cpu("any -> undefined").modifiers(&[LOOK, DASH, AREA]).only_draws(),
    drawing("clip", 1, "restricts drawing to a shape").args("shape")
        .example("clip(circle([0, 0], 1)); plot(sin(9*x))").used(4).cpu("any -> undefined"),
    drawing("plot", 1, "draws the graph of an expression in one variable, or the curve if its values are points").args("expression")
        .example("plot(x^2 - 1, start -> -2, stop -> 2)").used(7)
        .form(form::GRAPH).cpu("any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH])
        .usage("plot(sin(x), start -> 0, stop -> 10)"),
    drawing("plot", 2, "draws the graph of an expression in the named variable").args("expression, variable")
        .example("plot(t^2, t)").form(form::GRAPH).cpu("any, any -> undefined").is(Intrinsic::Plot).modifiers(&[LOOK, DASH, GRAPH]),
    drawing("clrscr", 0, "clears the canvas")
        .example("clrscr(); draw([0, 0])").used(5).cpu("-> undefined"),
    drawing("repaint", 0, "requests a new frame")
        .example("repaint()").used(5).cpu("-> undefined"),
    drawing("screenbounds", 0, "the corners of the view: upper left, upper right, lower right, lower left")
        .example(r#"corner = screenbounds()_1; drawtext(corner.xy, "here")"#).used(4)
        .pure().cpu("-> list(4, list(3, real))").total(),
    drawing("screenresolution", 0, "number of pixels per unit of the plane")
        .example("drawcircle([0, 0], 50/screenresolution())").used(4).pure().cpu("-> nonneg").total(),
    drawing("layer", 1, "does nothing; scripts of Cinderella use it").args("layer")
        .example("layer(1); draw([0, 0])").used(5).pure().cpu("any -> undefined"),
];
