//! The construction, and geometry with coordinates.

use crate::builtins::modifiers::COMPATIBILITY;
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Finds, Intrinsic, Named};

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
    geometry("algorithm", 1, "name of the construction algorithm of an element (modifier compatibility)").args("element")
        .example("println(algorithm(A))").used(2)
        .cpu("any -> string").modifiers(&[COMPATIBILITY]),
    geometry("inputs", 1, "arguments (and position data) a geometric element was built from").args("element")
        .example("println(inputs(A))").used(4)
        .cpu("any -> list(any)"),
    geometry("moveto", 2, "moves a free element to a position").args("element, position")
        .example("moveto(A, [0, 0])").changes_state().cpu("any, any -> undefined"),
    geometry("continuefromhere", 0, "tells the tracing machinery to take the current state as new reference")
        .example("A.x = 2; continuefromhere()").used(1)
        .changes_state().cpu("-> undefined"),
    geometry("complex", 1, "turns a 2-vector or point (homogeneous 3-vector is dehomogenised) into a complex number")
        .args("vector")
        .example("z = complex([1, 2]); w = z^2").used(9)
        .gpu("list(2, real) -> complex")
        .cpu("point -> complex; list(3, real) -> complex; list(2, complex) -> complex; list(3, complex) -> complex").is(Intrinsic::Complex).total()
        .remark("a complex number is written a + i*b").of_one_list(),
    geometry("gauss", 1, "turns a complex number into the vector [re, im]").args("number")
        .example("draw(gauss(2 + i*3))").used(9).gpu("complex -> list(2, real)").is(Intrinsic::Gauss).total(),
    geometry("cross", 2, "cross product of 3-vectors (2-vectors are homogenised), tags join/meet usage").args("a, b")
        .example("n = cross([1, 0, 0], [0, 1, 0])").used(8)
        .gpu("list(3, s), list(3, t) -> list(3, call -(call *(s, t), call *(s, t))); \
            list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); list(n, complex), list(m, complex) -> list(3, complex)").is(Intrinsic::Cross),
    geometry("crossratio", 4, "cross ratio of four points or four numbers").args("a, b, c, d")
        .example("crossratio(0, 1, 2, 3)").used(1)
        .cpu("any, any, any, any -> complex"),
    geometry("para", 2, "parallel line through a point").args("line, point")
        .example("draw(para(join([0, 0], [1, 1]), [0, 2]))").cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 2, "perpendicular line through a point").args("line, point")
        .example("draw(perp(join([0, 0], [1, 1]), [0, 2]))").used(7)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 1, "rotates a 2-vector by 90 degrees").args("vector")
        .example("v = [1, 2]; draw([0, 0], perp(v))")
        .gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").is(Intrinsic::Perpendicular).not_in_cindygl(),
    geometry("parallel", 2, "alias of para").args("line, point")
        .example("draw(parallel(join([0, 0], [1, 1]), [0, 2]))").used(2)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 2, "alias of perp/2").args("line, point")
        .example("draw(perpendicular(join([0, 0], [1, 1]), [0, 2]))").used(3)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 1, "alias of perp/1").args("vector")
        .example("draw([0, 0], perpendicular([1, 2]))").gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").is(Intrinsic::Perpendicular).not_in_cindygl(),
    geometry("meet", 2, "intersection point of two lines (homogeneous)").args("line, other")
        .example("p = meet(join([0, 0], [1, 1]), join([0, 2], [1, 0])); draw(p)").used(6)
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Meet).figure(),
    geometry("join", 2, "line through two points (homogeneous)").args("point, other")
        .example("draw(join([0, 0], [2, 1]))").used(7)
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Join)
        .remark("join(a, b) is the line through two points").figure(),
    geometry("dist", 2, "distance: norm of the difference").args("a, b")
        .example("r = dist([0, 0], [3, 4])").used(6)
        .gpu("real, real -> nonneg; complex, complex -> nonneg; list(n, real), list(n, real) -> nonneg; \
            list(n, complex), list(n, complex) -> nonneg")
        .cpu("point, list(2, complex) -> nonneg; list(2, complex), point -> nonneg; point, point -> nonneg; list(n, list(m, complex)), list(n, list(m, complex)) -> nonneg").is(Intrinsic::Distance),
    geometry("point", 1, "marks a 2- or 3-vector as a point").args("vector")
        .example("draw(point([1, 2]))").used(4)
        .gpu("a -> a").is(Intrinsic::Point).total().figure().of_one_list().instead_in_cindygl("leave `point` out", "({0})"),
    geometry("line", 1, "marks a 3-vector as a line").args("vector")
        .example("draw(line([1, 1, -1]))").used(6)
        .gpu("a -> a").is(Intrinsic::Line).total().remark("the line through two points is join(a, b)").figure()
        .instead_in_cindygl("leave `line` out", "({0})"),
    geometry("det", 3, "determinant of three (homogenised) points").args("a, b, c")
        .example("det([0, 0], [1, 0], [0, 1])").used(8)
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex").is(Intrinsic::Det),
    geometry("area", 3, "signed triangle area").args("a, b, c")
        .example("area([0, 0], [2, 0], [0, 2])").used(7)
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex").is(Intrinsic::Area).not_in_cindygl(),
    geometry("element", 1, "geometric element with the given name").args("name")
        .example(r#"draw(element("A"), size -> 9)"#).cpu("any -> any").finds(Finds::Element).makes("an element of the construction").names(&[(0, Named::Element)]),
    geometry("allpoints", 0, "list of all points")
        .example("forall(allpoints(), p, drawcircle(p, 0.5))").used(6)
        .cpu("-> list(point)").is(Intrinsic::AllPoints).finds(Finds::OfOneKind),
    geometry("allpoints", 1, "points incident to an element").args("element")
        .example("println(allpoints(A))").cpu("any -> list(point)").is(Intrinsic::AllPoints).finds(Finds::OfOneKind),
    geometry("allmasses", 0, "list of all masses").used(4).out_of_scope("physics"),
    geometry("allmasses", 1, "masses incident to an element").out_of_scope("physics"),
    geometry("allsprings", 0, "list of all springs").used(1).out_of_scope("physics"),
    geometry("allsprings", 1, "springs incident to an element").out_of_scope("physics"),
    geometry("alllines", 0, "list of all lines")
        .example("forall(alllines(), draw(#, size -> 3))").used(4).cpu("-> list(line)").finds(Finds::OfOneKind),
    geometry("alllines", 1, "lines incident to an element").args("element")
        .example("forall(alllines(A), draw(#, size -> 3))").cpu("any -> list(line)").finds(Finds::OfOneKind),
    geometry("allsegments", 0, "list of all segments")
        .example("forall(allsegments(), draw(#, size -> 3))").used(3).cpu("-> list(line)").finds(Finds::OfOneKind),
    geometry("allsegments", 1, "segments incident to an element").args("element")
        .example("forall(allsegments(A), draw(#, size -> 3))").cpu("any -> list(line)").finds(Finds::OfOneKind),
    geometry("allconics", 0, "list of all conics")
        .example("println(length(allconics()))").used(2).cpu("-> list(circle)").finds(Finds::OfOneKind),
    geometry("allconics", 1, "conics incident to an element").args("element")
        .example("println(length(allconics(A)))").cpu("any -> list(circle)").finds(Finds::OfOneKind),
    geometry("allcircles", 0, "list of all circles")
        .example("forall(allcircles(), draw(#, size -> 3))").used(4).cpu("-> list(circle)").finds(Finds::OfOneKind),
    geometry("allcircles", 1, "circles incident to an element").args("element")
        .example("forall(allcircles(A), draw(#, size -> 3))").cpu("any -> list(circle)").finds(Finds::OfOneKind),
    geometry("allelements", 0, "list of all elements")
        .example("println(apply(allelements(), #.name))").used(3)
        .cpu("-> list(any)").finds(Finds::Elements).makes("a list of points, lines and circles"),
    geometry("allelements", 1, "elements incident to an element").args("element")
        .example("println(apply(allelements(A), #.name))").cpu("any -> list(any)").finds(Finds::Elements).makes("a list of points, lines and circles"),
    geometry("elementsatmouse", 0, "elements near the mouse pointer")
        .example("println(apply(elementsatmouse(), #.name))").used(1)
        .cpu("-> list(any)").finds(Finds::Elements).makes("a list of elements of the construction"),
    geometry("incidences", 1, "alias of allelements/1").args("element")
        .example("println(apply(incidences(A), #.name))").used(3).cpu("any -> list(any)"),
    geometry("createpoint", 2, "creates a free point with name and position").args("name, position")
        .example(r#"createpoint("B", [1, 2])"#).used(4)
        .changes_state().cpu("any, any -> point").is(Intrinsic::CreatePoint).any_modifiers()
        .names(&[(0, Named::NewElement)]),
    geometry("create", 3, "creates elements from names, type and definitions").args("names, type, definition")
        .example(r#"create(["B"], "Free", [[1, 2, 1]])"#).used(5)
        .changes_state().cpu("any, any, any -> any").is(Intrinsic::Create).any_modifiers()
        .names(&[(0, Named::NewElement), (1, Named::Kind)]),
    geometry("create", 2, "creates an element whose name is chosen for it").args("type, definition")
        .example(r#"create("Free", [[1, 2, 1]])"#).changes_state().cpu("any, any -> any").is(Intrinsic::Create).any_modifiers().names(&[(0, Named::Kind)]),
    geometry("removeelement", 1, "deletes an element and its dependants").args("element")
        .example("removeelement(A)").used(4)
        .changes_state().cpu("any -> undefined"),

    transformation("map", 8, "projective matrix sending four points to four points").args("a, b, c, d, A: where a goes, B, C, D")
        .example("m = map([0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [2, 0], [3, 2], [0, 1])").used(7)
        .cpu("any, any, any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 6, "affine matrix from three point pairs").args("a, b, c, A: where a goes, B, C")
        .example("m = map([0, 0], [1, 0], [0, 1], [1, 1], [3, 1], [1, 2])").cpu("any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 4, "similarity matrix from two point pairs").args("a, b, A: where a goes, B")
        .example("m = map([0, 0], [1, 0], [1, 1], [1, 2])").cpu("any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 2, "translation matrix from one point pair").args("a, A: where a goes")
        .example("m = map([0, 0], [2, 1])").cpu("any, any -> list(3, list(3, complex))"),
    transformation("pointreflect", 1, "matrix of the reflection in a point").args("point")
        .example("m = pointreflect([1, 0])").cpu("any -> list(3, list(3, complex))"),
    transformation("linereflect", 1, "matrix of the reflection in a line").args("line")
        .example("m = linereflect(join([0, 0], [1, 1]))").used(3)
        .cpu("any -> list(3, list(3, complex))"),

    shape("polygon", 1, "polygon shape from a list of points").args("points")
        .example("fill(polygon([[0, 0], [1, 0], [0, 1]]))").used(5).cpu("any -> shape").figure(),
    shape("circle", 2, "circle shape from centre and radius").args("center, radius")
        .example("fill(circle([0, 0], 1) ++ circle([1, 0], 1))").used(4).cpu("any, any -> shape").figure(),
    shape("screen", 0, "polygon shape covering the visible area")
        .example("fill(screen(), color -> [0.9, 0.9, 1])").used(2).cpu("-> shape"),
    shape("halfplane", 2, "large polygon on one side of a line, selected by a point").args("line, point")
        .example("fill(halfplane(join([0, 0], [1, 1]), [0, 1]))").used(3)
        .cpu("any, any -> shape").figure(),
];
