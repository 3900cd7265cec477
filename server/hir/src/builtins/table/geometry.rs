//! The construction, and geometry with coordinates.

use crate::builtins::modifiers::COMPATIBILITY;
use crate::builtins::row::row;
use crate::builtins::{Builtin, Category, Finds, Intrinsic};

const fn geometry(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Geometry, name, arity, doc)
}

const fn transformation(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Transformation, name, arity, doc)
}

const fn shape(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Shape, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    geometry("algorithm", 1, "name of the construction algorithm of an element (modifier compatibility)")
        .cpu("any -> string").modifiers(&[COMPATIBILITY]),
    geometry("inputs", 1, "arguments (and position data) a geometric element was built from").cpu("any -> list(any)"),
    geometry("moveto", 2, "moves a free element to a position").changes_state().cpu("any, any -> undefined"),
    geometry("continuefromhere", 0, "tells the tracing machinery to take the current state as new reference")
        .changes_state().cpu("-> undefined"),
    geometry("complex", 1, "turns a 2-vector or point (homogeneous 3-vector is dehomogenised) into a complex number")
        .gpu("list(2, real) -> complex")
        .cpu("point -> complex; list(3, real) -> complex; list(2, complex) -> complex; list(3, complex) -> complex").total()
        .usage("a complex number is written a + i*b").of_one_list(),
    geometry("gauss", 1, "turns a complex number into the vector [re, im]").gpu("complex -> list(2, real)").total(),
    geometry("cross", 2, "cross product of 3-vectors (2-vectors are homogenised), tags join/meet usage")
        .gpu("list(3, s), list(3, t) -> list(3, call -(call *(s, t), call *(s, t))); \
            list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); list(n, complex), list(m, complex) -> list(3, complex)"),
    geometry("crossratio", 4, "cross ratio of four points or four numbers").cpu("any, any, any, any -> complex"),
    geometry("para", 2, "parallel line through a point")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 2, "perpendicular line through a point")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 1, "rotates a 2-vector by 90 degrees")
        .gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").not_in_cindygl(),
    geometry("parallel", 2, "alias of para").cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 2, "alias of perp/2").cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 1, "alias of perp/1")
        .gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").not_in_cindygl(),
    geometry("meet", 2, "intersection point of two lines (homogeneous)")
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Meet).figure(),
    geometry("join", 2, "line through two points (homogeneous)")
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Join)
        .usage("join(a, b) is the line through two points").figure(),
    geometry("dist", 2, "distance: norm of the difference")
        .gpu("real, real -> nonneg; complex, complex -> nonneg; list(n, real), list(n, real) -> nonneg; \
            list(n, complex), list(n, complex) -> nonneg")
        .cpu("point, list(2, complex) -> nonneg; list(2, complex), point -> nonneg; point, point -> nonneg").is(Intrinsic::Distance),
    geometry("point", 1, "marks a 2- or 3-vector as a point")
        .gpu("a -> a").is(Intrinsic::Point).total().figure().instead_in_cindygl("leave `point` out", "({0})"),
    geometry("line", 1, "marks a 3-vector as a line")
        .gpu("a -> a").is(Intrinsic::Line).total().usage("the line through two points is join(a, b)").figure()
        .instead_in_cindygl("leave `line` out", "({0})"),
    geometry("det", 3, "determinant of three (homogenised) points")
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex"),
    geometry("area", 3, "signed triangle area")
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex").not_in_cindygl(),
    geometry("element", 1, "geometric element with the given name")
        .cpu("any -> any").finds(Finds::Element).makes("an element of the construction"),
    geometry("allpoints", 0, "list of all points").cpu("-> list(point)").is(Intrinsic::AllPoints).finds(Finds::Alike),
    geometry("allpoints", 1, "points incident to an element").cpu("any -> list(point)").is(Intrinsic::AllPoints).finds(Finds::Alike),
    geometry("allmasses", 0, "list of all masses").out_of_scope("physics"),
    geometry("allmasses", 1, "masses incident to an element").out_of_scope("physics"),
    geometry("allsprings", 0, "list of all springs").out_of_scope("physics"),
    geometry("allsprings", 1, "springs incident to an element").out_of_scope("physics"),
    geometry("alllines", 0, "list of all lines").cpu("-> list(line)").finds(Finds::Alike),
    geometry("alllines", 1, "lines incident to an element").cpu("any -> list(line)").finds(Finds::Alike),
    geometry("allsegments", 0, "list of all segments").cpu("-> list(line)").finds(Finds::Alike),
    geometry("allsegments", 1, "segments incident to an element").cpu("any -> list(line)").finds(Finds::Alike),
    geometry("allconics", 0, "list of all conics").cpu("-> list(circle)").finds(Finds::Alike),
    geometry("allconics", 1, "conics incident to an element").cpu("any -> list(circle)").finds(Finds::Alike),
    geometry("allcircles", 0, "list of all circles").cpu("-> list(circle)").finds(Finds::Alike),
    geometry("allcircles", 1, "circles incident to an element").cpu("any -> list(circle)").finds(Finds::Alike),
    geometry("allelements", 0, "list of all elements")
        .cpu("-> list(any)").finds(Finds::Elements).makes("a list of points, lines and circles"),
    geometry("allelements", 1, "elements incident to an element")
        .cpu("any -> list(any)").finds(Finds::Elements).makes("a list of points, lines and circles"),
    geometry("elementsatmouse", 0, "elements near the mouse pointer")
        .cpu("-> list(any)").finds(Finds::Elements).makes("a list of elements of the construction"),
    geometry("incidences", 1, "alias of allelements/1").cpu("any -> list(any)"),
    geometry("createpoint", 2, "creates a free point with name and position")
        .changes_state().cpu("any, any -> point").is(Intrinsic::CreatePoint).any_modifiers(),
    geometry("create", 3, "creates elements from names, type and definitions")
        .changes_state().cpu("any, any, any -> any").is(Intrinsic::Create).any_modifiers(),
    geometry("create", 2, "as create/3 with automatically chosen name")
        .changes_state().cpu("any, any -> any").is(Intrinsic::Create).any_modifiers(),
    geometry("removeelement", 1, "deletes an element and its dependants").changes_state().cpu("any -> undefined"),

    transformation("map", 8, "projective matrix sending four points to four points")
        .cpu("any, any, any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 6, "affine matrix from three point pairs").cpu("any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 4, "similarity matrix from two point pairs").cpu("any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 2, "translation matrix from one point pair").cpu("any, any -> list(3, list(3, complex))"),
    transformation("pointreflect", 1, "matrix of the reflection in a point").cpu("any -> list(3, list(3, complex))"),
    transformation("linereflect", 1, "matrix of the reflection in a line").cpu("any -> list(3, list(3, complex))"),

    shape("polygon", 1, "polygon shape from a list of points").cpu("any -> shape").figure(),
    shape("circle", 2, "circle shape from centre and radius").cpu("any, any -> shape").figure(),
    shape("screen", 0, "polygon shape covering the visible area").cpu("-> shape"),
    shape("halfplane", 2, "large polygon on one side of a line, selected by a point").cpu("any, any -> shape").figure(),
];
