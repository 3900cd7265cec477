//! Truth values and numbers: arithmetic, calculus, chance, and questions what a value is.

use crate::builtins::modifiers::DIFFERENCE;
use crate::builtins::writing::{ANY, row};
use crate::builtins::{Builtin, Category, Intrinsic, Opaque, RealFor, form};

const fn boolean(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Boolean, name, arity, doc)
}

const fn arithmetic(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Arithmetic, name, arity, doc).total().number()
}

const fn calculus(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Calculus, name, arity, doc)
}

const fn random(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Random, name, arity, doc).total()
}

const fn predicate(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Predicate, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    boolean("and", 2, "true if both are true; evaluates both").args("a, b")
        .example("and(A.x > 0, A.y > 0)").used(3)
        .gpu("boolean, boolean -> boolean").is(Intrinsic::And).instead_in_cindygl("write it with `&`", "(({0}) & ({1}))"),
    boolean("or", 2, "true if at least one is true; evaluates both").args("a, b")
        .example("or(A.x > 0, A.y > 0)").used(5)
        .gpu("boolean, boolean -> boolean").is(Intrinsic::Or).instead_in_cindygl("write it with `%`", "(({0}) % ({1}))"),
    boolean("xor", 2, "true if exactly one is true").args("a, b")
        .example("xor(A.x > 0, A.y > 0)").used(1)
        .gpu("boolean, boolean -> boolean").is(Intrinsic::Xor).instead_in_cindygl("write it with `&`, `%` and `!`", "(({0}) & !({1})) % (!({0}) & ({1}))"),
    boolean("not", 1, "true for false, and false for true").args("a")
        .example("not(A.x > 0)").used(1).gpu("boolean -> boolean").is(Intrinsic::Not),

    arithmetic("add", 2, "sum of two values; the same as +").args("a, b")
        .example("add(1, 2)").gpu("a, b -> call +(a, b)").is(Intrinsic::Add).alias_of("+"),
    arithmetic("sub", 2, "difference of two values; the same as -").args("a, b")
        .example("sub(3, 2)").gpu("a, b -> call -(a, b)").is(Intrinsic::Subtract).alias_of("-"),
    arithmetic("mult", 2, "product of two values; the same as *").args("a, b")
        .example("mult(2, 3)").gpu("a, b -> call *(a, b)").is(Intrinsic::Multiply).alias_of("*"),
    arithmetic("div", 2, "quotient of two values; the same as /").args("a, b")
        .example("div(1, 3)").gpu("a, b -> call /(a, b)").is(Intrinsic::Divide).alias_of("/"),
    arithmetic("mod", 2, "remainder of a division; it has the sign of the divisor").args("a, b")
        .example("mod(-1, 5)").used(8)
        .gpu("int, nat -> nat; int, int -> int; real, nonneg -> nonneg; real, real -> real; complex, complex -> complex")
        .is(Intrinsic::Mod).remark("mod(a, b) is the remainder of a/b"),
    arithmetic("pow", 2, "power; the same as ^").args("base, exponent")
        .example("pow(2, 10)").used(2)
        .gpu("a, b -> call ^(a, b)").is(Intrinsic::Power).alias_of("^"),
    arithmetic("exp", 1, "exponential function").args("x")
        .example("exp(i*pi)").used(9).gpu("real -> nonneg; complex -> complex").is(Intrinsic::Exp),
    arithmetic("sin", 1, "sine of an angle in radians").args("angle: in radians")
        .example("sin(30°)").used(10).gpu("real -> real; complex -> complex").is(Intrinsic::Sin).of_angle(),
    arithmetic("sqrt", 1, "square root; complex for a negative number").args("x")
        .example("re(sqrt(2))").used(9)
        .gpu("nonneg -> nonneg; real -> complex; complex -> complex").is(Intrinsic::Sqrt).real_for(RealFor::NotNegative)
        .remark("sqrt(x) is the square root, the n-th root is x^(1/n)"),
    arithmetic("cos", 1, "cosine of an angle in radians").args("angle: in radians")
        .example("cos(pi/3)").used(10).gpu("real -> real; complex -> complex").is(Intrinsic::Cos).of_angle(),
    arithmetic("tan", 1, "tangent of an angle in radians").args("angle: in radians")
        .example("tan(45°)").used(5).gpu("real -> real; complex -> complex").is(Intrinsic::Tan).of_angle(),
    arithmetic("arccos", 1, "angle with this cosine, in radians; complex outside of -1 to 1").args("x")
        .example("arccos(0.5)").used(4)
        .gpu("real -> complex; complex -> complex").is(Intrinsic::Arccos).real_for(RealFor::UnitInterval),
    arithmetic("arcsin", 1, "angle with this sine, in radians; complex outside of -1 to 1").args("x")
        .example("arcsin(0.5)").used(3)
        .gpu("real -> complex; complex -> complex").is(Intrinsic::Arcsin).real_for(RealFor::UnitInterval),
    arithmetic("arctan", 1, "angle with this tangent, in radians").args("x")
        .example("arctan(1)").used(5)
        .gpu("real -> real; complex -> complex").is(Intrinsic::Arctan),
    arithmetic("arctan2", 2, "angle of the vector (x, y), in radians; note the order: x comes first").args("x, y")
        .example("angle = arctan2(1, 1)").used(7)
        .gpu("real, real -> real; complex, complex -> complex").is(Intrinsic::Arctan2),
    arithmetic("arctan2", 1, "angle of a vector of two numbers, or of a complex number, in radians").args("vector")
        .example("arctan2([1, 1])").gpu("complex -> real; list(2, real) -> real").cpu("list(2, complex) -> complex").is(Intrinsic::Arctan2),
    arithmetic("log", 1, "natural logarithm; complex for a negative number").args("x")
        .example("log(8)/log(2)").used(8)
        .gpu("nonneg -> real; real -> complex; complex -> complex").is(Intrinsic::Log)
        .remark("the natural logarithm is log(x), that to base b is log(x)/log(b)").real_for(RealFor::NotNegative),
    arithmetic("im", 1, "imaginary part of a number, or of each element of a list").args("z")
        .example("im(2 + 3*i)").used(8)
        .gpu("complex -> real; list(n, a) -> list(n, self(a))").is(Intrinsic::Im),
    arithmetic("re", 1, "real part of a number, or of each element of a list").args("z")
        .example("re(2 + 3*i)").used(9)
        .gpu("nat -> nat; int -> int; nonneg -> nonneg; real -> real; complex -> real; list(n, a) -> list(n, self(a))").is(Intrinsic::Re),
    arithmetic("conjugate", 1, "complex conjugate of a number, or of each element of a list").args("z")
        .example("conjugate(1 + i)").used(7)
        .gpu("complex -> complex; list(n, a) -> list(n, self(a))").is(Intrinsic::Conjugate),
    arithmetic("round", 1, "the nearest whole number; halves are rounded up").args("x")
        .example("round(2.6)").used(9)
        .gpu("nonneg -> nat; real -> int; complex -> complex; list(n, a) -> list(n, self(a))").is(Intrinsic::Round)
        .remark("round(x) is a whole number; with two decimals it is round(100*x)/100"),
    arithmetic("ceil", 1, "the smallest whole number that is at least x").args("x")
        .example("ceil(2.1)").used(4)
        .gpu("nonneg -> nat; real -> int; complex -> complex; list(n, a) -> list(n, self(a))").is(Intrinsic::Ceil),
    arithmetic("floor", 1, "the largest whole number that is at most x").args("x")
        .example("floor(2.6)").used(8)
        .gpu("nonneg -> nat; real -> int; complex -> complex; list(n, a) -> list(n, self(a))").is(Intrinsic::Floor),
    arithmetic("abs", 1, "absolute value of a number, or length of a vector").args("x")
        .example("abs(-3)").used(9)
        .gpu("int -> nat; real -> nonneg; complex -> nonneg; list(n, real) -> nonneg; list(n, complex) -> nonneg")
        .cpu("list(n, list(m, complex)) -> nonneg; list(complex) -> nonneg").is(Intrinsic::Abs),

    calculus("d", 2, "numerical derivative of an expression in # at a value").args("expression: in #, at")
        .example("slope = d(#^2, 3)").used(4)
        .form(form::NEAR).cpu("real, real -> real; complex, complex -> complex").modifiers(&[DIFFERENCE]),
    calculus("tangent", 2, "tangent to the graph of an expression in # at a value, in homogeneous coordinates")
        .args("expression: in #, at")
        .example("draw(tangent(#^2, 1))").form(form::NEAR).cpu("real, real -> list(3, real); complex, complex -> list(3, complex)").modifiers(&[DIFFERENCE]),
    calculus("roots", 1, "sorted zeros of a polynomial, given by its coefficients; the constant term is first")
        .args("coefficients: the constant first")
        .example("roots([-2, 0, 1])").used(5).cpu("any -> list(complex)"),
    calculus("autodiff", 3, "value and derivatives of an expression at a number, by automatic differentiation").args("expression, points, order")
        .example("autodiff(x^3, [1, 2], 2)").used(3)
        .form(form::FORMULA).cpu("any, list(real), real -> list(list(real)); any, list(complex), real -> list(list(complex))"),
    calculus("diff", 3, "computes the derivative of the expression by the variable, and evaluates the body, in which # is the derivative: \
        diff(f(x), x, g(x) := #)").args("expression, variable, body")
        .example(r#"use("symbolic"); diff(x^3, x, println(#))"#).used(5)
        .form(form::DERIVED).changes_state().runs(Opaque::Rewritten).of_formulas(),
    calculus("simplify", 2, "simplifies the expression, and evaluates the body, in which # is the result").args("expression, body")
        .example(r#"use("symbolic"); simplify(x + x, println(#))"#)
        .form(form::SIMPLER).changes_state().runs(Opaque::Rewritten).of_formulas(),
    calculus("degree", ANY, "the degree of an expression as a polynomial in the variables that follow; -1 if it is not a polynomial")
        .args("expression, variable, ...")
        .example(r#"use("symbolic"); println(degree(x^2*y, x))"#).used(4)
        .form(form::DEGREE).changes_state().of_formulas(),

    random("random", 0, "random number from 0 to 1")
        .example("draw([random(), random()])").used(9)
        .random().gpu("-> nonneg").is(Intrinsic::Random).remark("random() is a number from 0 to 1, random(n) one from 0 to n"),
    random("random", 1, "random number from 0 to the limit").args("limit")
        .example("random(10)")
        .random().gpu("nonneg -> nonneg; real -> real").cpu("complex -> complex").is(Intrinsic::Random),
    random("seedrandom", 1, "makes random numbers repeatable: the same seed gives the same sequence").args("seed")
        .example("seedrandom(17); println(random())").changes_state().cpu("any -> undefined"),
    random("randomnormal", 0, "random number of the standard normal distribution")
        .example("draw([randomnormal(), randomnormal()])").used(3).random().gpu("-> real").is(Intrinsic::RandomNormal),
    random("randominteger", 1, "random whole number from 0 to the limit, which is excluded").args("limit: excluded")
        .example("println(1 + randominteger(6))").used(3)
        .random().gpu("real -> int").cpu("complex -> complex").is(Intrinsic::RandomInteger),
    random("randomint", 1, "the same as randominteger").args("limit: excluded")
        .example("dice = 1 + randomint(6)").used(5)
        .random().gpu("real -> int").cpu("complex -> complex").is(Intrinsic::RandomInteger)
        .remark("randomint(n) is a whole number below n"),
    random("randombool", 0, "randomly true or false")
        .example(r#"if(randombool(), println("heads"))"#).random().gpu("-> boolean").is(Intrinsic::RandomBoolean),

    predicate("isreal", 1, "true for a real number").args("value")
        .example("isreal(1 + i)").used(4).cpu("any -> boolean"),
    predicate("isinteger", 1, "true for a whole number").args("value")
        .example("isinteger(2.5)").cpu("any -> boolean"),
    predicate("iseven", 1, "true for an even whole number").args("value")
        .example("select(1..9, iseven(#))").used(4).cpu("any -> boolean"),
    predicate("isodd", 1, "true for an odd whole number").args("value")
        .example("select(1..9, isodd(#))").used(1).cpu("any -> boolean"),
    predicate("iscomplex", 1, "true for every number: real numbers are complex, too").args("value")
        .example("iscomplex(1 + i)").used(2).cpu("any -> boolean"),
    predicate("isstring", 1, "true for a string").args("value")
        .example(r#"isstring("a")"#).used(1).cpu("any -> boolean"),
    predicate("islist", 1, "true for a list").args("value")
        .example("islist([1, 2])").used(4).cpu("any -> boolean"),
    predicate("ismatrix", 1, "true for a matrix: a list of lists of the same length").args("value")
        .example("ismatrix([[1, 2], [3, 4]])").cpu("any -> boolean"),
    predicate("iscircle", 1, "true for a circle of the construction").args("value")
        .example("iscircle(A)").used(3).cpu("any -> boolean"),
    predicate("isconic", 1, "true for a conic of the construction").args("value")
        .example("isconic(A)").used(1).cpu("any -> boolean"),
    predicate("isline", 1, "true for a line of the construction").args("value")
        .example("isline(A)").used(4).cpu("any -> boolean"),
    predicate("ispoint", 1, "true for a point of the construction").args("value")
        .example("ispoint(A)").used(4).cpu("any -> boolean"),
    predicate("isgeometric", 1, "true for any element of the construction").args("value")
        .example("isgeometric(A)").used(2).cpu("any -> boolean"),
    predicate("isnumbermatrix", 1, "true for a matrix of numbers").args("value")
        .example("isnumbermatrix([[1, 2], [3, 4]])").cpu("any -> boolean"),
    predicate("isnumbervector", 1, "true for a list of numbers").args("value")
        .example("isnumbervector([1, 2])").cpu("any -> boolean"),
    predicate("issun", 1, "true if the value is a sun of CindyLab, the physics of CindyJS").args("value")
        .example("issun(A)").used(1).cpu("any -> boolean"),
    predicate("ismass", 1, "true if the value is a mass of CindyLab, the physics of CindyJS").args("value")
        .example("ismass(A)").used(1).cpu("any -> boolean"),
    predicate("isspring", 1, "true if the value is a spring of CindyLab, the physics of CindyJS").args("value")
        .example("isspring(A)").used(1).cpu("any -> boolean"),
    predicate("isbouncer", 1, "true if the value is a bouncer of CindyLab, the physics of CindyJS").args("value")
        .example("isbouncer(A)").used(1).cpu("any -> boolean"),
    predicate("isundefined", 1, "true for an undefined value").args("value")
        .example("if(isundefined(start), start = seconds())").used(7).cpu("any -> boolean").is(Intrinsic::IsUndefined),
];
