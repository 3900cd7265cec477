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
    geometry("algorithm", 1, "name of the way in which an element is constructed").args("element")
        .example("println(algorithm(A))").used(2)
        .cpu("any -> string").modifiers(&[COMPATIBILITY]),
    geometry("inputs", 1, "elements (and coordinates) from which an element is constructed").args("element")
        .example("println(inputs(A))").used(4)
        .cpu("any -> list(any)"),
    geometry("moveto", 2, "moves a free element to a position").args("element, position")
        .example("moveto(A, [0, 0])").changes_state().cpu("any, any -> undefined"),
    geometry("continuefromhere", 0, "continues from the current positions, as if the construction had begun with them")
        .example("A.x = 2; continuefromhere()").used(1)
        .changes_state().cpu("-> undefined"),
    geometry("complex", 1, "a point, or a list of its coordinates, as a complex number")
        .args("vector")
        .example("z = complex([1, 2]); w = z^2").used(9)
        .gpu("list(2, real) -> complex")
        .cpu("point -> complex; list(3, real) -> complex; list(2, complex) -> complex; list(3, complex) -> complex").is(Intrinsic::Complex).total()
        .remark("a complex number is written a + i*b").of_one_list(),
    geometry("gauss", 1, "a complex number as the list of its real and imaginary part").args("number")
        .example("draw(gauss(2 + i*3))").used(9).gpu("complex -> list(2, real)").is(Intrinsic::Gauss).total(),
    geometry("cross", 2, "cross product of two lists of three numbers; of two points the line through them, of two lines their intersection").args("a, b")
        .example("n = cross([1, 0, 0], [0, 1, 0])").used(8)
        .gpu("list(3, s), list(3, t) -> list(3, call -(call *(s, t), call *(s, t))); \
            list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); list(n, complex), list(m, complex) -> list(3, complex)").is(Intrinsic::Cross),
    geometry("crossratio", 4, "cross ratio of four points or four numbers").args("a, b, c, d")
        .example("crossratio(0, 1, 2, 3)").used(1)
        .cpu("any, any, any, any -> complex"),
    geometry("para", 2, "the parallel to a line through a point").args("line, point")
        .example("draw(para(join([0, 0], [1, 1]), [0, 2]))").cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 2, "the perpendicular to a line through a point").args("line, point")
        .example("draw(perp(join([0, 0], [1, 1]), [0, 2]))").used(7)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perp", 1, "a list of two numbers, rotated by 90 degrees").args("vector")
        .example("v = [1, 2]; draw([0, 0], perp(v))")
        .gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").is(Intrinsic::Perpendicular).not_in_cindygl(),
    geometry("parallel", 2, "the same as para").args("line, point")
        .example("draw(parallel(join([0, 0], [1, 1]), [0, 2]))").used(2)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 2, "the same as perp").args("line, point")
        .example("draw(perpendicular(join([0, 0], [1, 1]), [0, 2]))").used(3)
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)"),
    geometry("perpendicular", 1, "the same as perp").args("vector")
        .example("draw([0, 0], perpendicular([1, 2]))").gpu("list(2, s) -> list(2, call -(s))").cpu("list(2, real) -> list(2, real); any -> list(2, complex)").is(Intrinsic::Perpendicular).not_in_cindygl(),
    geometry("meet", 2, "the intersection of two lines, in homogeneous coordinates").args("line, other")
        .example("p = meet(join([0, 0], [1, 1]), join([0, 2], [1, 0])); draw(p)").used(6)
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Meet).figure(),
    geometry("join", 2, "the line through two points, in homogeneous coordinates").args("point, other")
        .example("draw(join([0, 0], [2, 1]))").used(7)
        .gpu("list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); any, any -> list(3, complex)").is(Intrinsic::Join)
        .remark("join(a, b) is the line through two points").figure(),
    geometry("dist", 2, "the distance of two points").args("a, b")
        .example("r = dist([0, 0], [3, 4])").used(6)
        .gpu("real, real -> nonneg; complex, complex -> nonneg; list(n, real), list(n, real) -> nonneg; \
            list(n, complex), list(n, complex) -> nonneg")
        .cpu("point, list(2, complex) -> nonneg; list(2, complex), point -> nonneg; point, point -> nonneg; list(n, list(m, complex)), list(n, list(m, complex)) -> nonneg").is(Intrinsic::Distance),
    geometry("point", 1, "a list of two or three coordinates as a point").args("vector")
        .example("draw(point([1, 2]))").used(4)
        .gpu("a -> a").is(Intrinsic::Point).total().figure().of_one_list().instead_in_cindygl("leave `point` out", "({0})"),
    geometry("line", 1, "a list of three coordinates as a line").args("vector")
        .example("draw(line([1, 1, -1]))").used(6)
        .gpu("a -> a").is(Intrinsic::Line).total().remark("the line through two points is join(a, b)").figure()
        .instead_in_cindygl("leave `line` out", "({0})"),
    geometry("det", 3, "determinant of three points in homogeneous coordinates; 0 if they lie on a line").args("a, b, c")
        .example("det([0, 0], [1, 0], [0, 1])").used(8)
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex").is(Intrinsic::Det),
    geometry("area", 3, "area of a triangle; negative if its corners run clockwise").args("a, b, c")
        .example("area([0, 0], [2, 0], [0, 2])").used(7)
        .gpu("list(d, real), list(e, real), list(f, real) -> real; list(d, complex), list(e, complex), list(f, complex) -> complex")
        .cpu("list(n, real), list(m, real), list(k, real) -> real; any, any, any -> complex").is(Intrinsic::Area).not_in_cindygl(),
    geometry("element", 1, "the element of the construction with this name").args("name")
        .example(r#"draw(element("A"), size -> 9)"#).cpu("any -> any").finds(Finds::Element).makes("an element of the construction").names(&[(0, Named::Element)]),
    geometry("allpoints", 0, "list of all points")
        .example("forall(allpoints(), p, drawcircle(p, 0.5))").used(6)
        .cpu("-> list(point)").is(Intrinsic::AllPoints).finds(Finds::OfOneKind),
    geometry("allpoints", 1, "points incident to an element").args("element")
        .example("println(allpoints(A))").cpu("any -> list(point)").is(Intrinsic::AllPoints).finds(Finds::OfOneKind),
    geometry("allmasses", 0, "list of all masses")
        .example("forall(allmasses(), m, draw(m, m + m.v))").used(4)
        .cpu("-> list(point)").finds(Finds::OfOneKind),
    geometry("allmasses", 1, "masses incident to an element").args("element")
        .example("println(allmasses(A))").cpu("any -> list(point)").finds(Finds::OfOneKind),
    geometry("allsprings", 0, "list of all springs")
        .example("forall(allsprings(), s, s.color = hue(s.ldiff))").used(1)
        .cpu("-> list(line)").finds(Finds::OfOneKind),
    geometry("allsprings", 1, "springs incident to an element").args("element")
        .example("println(allsprings(A))").cpu("any -> list(line)").finds(Finds::OfOneKind),
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
    geometry("elementsatmouse", 0, "the elements of the construction near the mouse pointer")
        .example("println(apply(elementsatmouse(), #.name))").used(1)
        .cpu("-> list(any)").finds(Finds::Elements).makes("a list of elements of the construction"),
    geometry("incidences", 1, "the same as allelements").args("element")
        .example("println(apply(incidences(A), #.name))").used(3).cpu("any -> list(any)"),
    geometry("createpoint", 2, "adds a free point to the construction").args("name, position")
        .example(r#"createpoint("B", [1, 2])"#).used(4)
        .changes_state().cpu("any, any -> point").is(Intrinsic::CreatePoint).any_modifiers()
        .names(&[(0, Named::NewElement)]),
    geometry("create", 3, "adds elements to the construction, by names, type and definitions").args("names, type, definition")
        .example(r#"create(["B"], "Free", [[1, 2, 1]])"#).used(5)
        .changes_state().cpu("any, any, any -> any").is(Intrinsic::Create).any_modifiers()
        .names(&[(0, Named::NewElement), (1, Named::Kind)]),
    geometry("create", 2, "adds an element to the construction, with an automatic name").args("type, definition")
        .example(r#"create("Free", [[1, 2, 1]])"#).changes_state().cpu("any, any -> any").is(Intrinsic::Create).any_modifiers().names(&[(0, Named::Kind)]),
    geometry("removeelement", 1, "removes an element of the construction and all that depend on it").args("element")
        .example("removeelement(A)").used(4)
        .changes_state().cpu("any -> undefined"),

    transformation("map", 8, "matrix of the projective map that sends four points to four points").args("a, b, c, d, A: where a goes, B, C, D")
        .example("m = map([0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [2, 0], [3, 2], [0, 1])").used(7)
        .cpu("any, any, any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 6, "matrix of the affine map that sends three points to three points").args("a, b, c, A: where a goes, B, C")
        .example("m = map([0, 0], [1, 0], [0, 1], [1, 1], [3, 1], [1, 2])").cpu("any, any, any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 4, "matrix of the similarity that sends two points to two points").args("a, b, A: where a goes, B")
        .example("m = map([0, 0], [1, 0], [1, 1], [1, 2])").cpu("any, any, any, any -> list(3, list(3, complex))"),
    transformation("map", 2, "matrix of the translation that sends a point to a point").args("a, A: where a goes")
        .example("m = map([0, 0], [2, 1])").cpu("any, any -> list(3, list(3, complex))"),
    transformation("pointreflect", 1, "matrix of the reflection in a point").args("point")
        .example("m = pointreflect([1, 0])").cpu("any -> list(3, list(3, complex))"),
    transformation("linereflect", 1, "matrix of the reflection in a line").args("line")
        .example("m = linereflect(join([0, 0], [1, 1]))").used(3)
        .cpu("any -> list(3, list(3, complex))"),

    shape("polygon", 1, "shape of the polygon with these corners").args("points")
        .example("fill(polygon([[0, 0], [1, 0], [0, 1]]))").used(5).cpu("any -> shape").figure(),
    shape("circle", 2, "shape of the circle with this centre and radius").args("center, radius")
        .example("fill(circle([0, 0], 1) ++ circle([1, 0], 1))").used(4).cpu("any, any -> shape").figure(),
    shape("screen", 0, "shape of the visible area")
        .example("fill(screen(), color -> [0.9, 0.9, 1])").used(2).cpu("-> shape"),
    shape("halfplane", 2, "shape of the side of a line on which a point lies").args("line, point")
        .example("fill(halfplane(join([0, 0], [1, 1]), [0, 1]))").used(3)
        .cpu("any, any -> shape").figure(),
];
