//! Operators, and what else is written with signs.

use crate::builtins::writing::{ANY, row};
use crate::builtins::{Builtin, Category, Form, Intrinsic, Lists, RealFor, sign};
use crate::names::HASH;

const fn operator(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Operator, name, arity, doc).total()
}

/// A sign that is no function of its operands.
const fn sign(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Operator, name, arity, doc).form(Form::Notation)
}

const COMPARED: &str = "two real numbers are compared, or two strings";

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    operator(sign::POWER, 2, "power, right associative; a real base with a real exponent stays real on the CPU")
        .example("println(2^10)")
        .gpu("nonneg, real -> nonneg; real, int -> real; real, real -> complex; complex, complex -> complex")
        .cpu("nonneg, real -> nonneg; real, real -> real; ...").is(Intrinsic::Power).number()
        .takes("`^` raises a number to a power; the square of a vector v is v*v"),
    operator("√", 1, "square root")
        .example("println(√2)")
        .gpu("nonneg -> nonneg; real -> complex; complex -> complex").is(Intrinsic::Sqrt).number().real_for(RealFor::NotNegative)
        .instead_in_cindygl("write `re(sqrt(..))`", "re(sqrt({0}))"),
    operator("*", 2, "product: numbers, number and list, dot product of lists, matrices")
        .example("println([1, 2]*[3, 4])")
        .gpu("nat, nat -> nat; int, int -> int; nonneg, nonneg -> nonneg; real, real -> real; complex, complex -> complex; \
            list(n, s), list(n, t) -> self(s, t); s, list(n, b) -> list(n, self(s, b)); list(n, a), t -> list(n, self(a, t)); \
            list(n, list(m, s)), list(m, t) -> list(n, self(s, t)); list(n, s), list(n, list(m, t)) -> list(m, self(s, t)); \
            list(n, list(m, s)), list(m, list(k, t)) -> list(n, list(k, self(s, t)))")
        .is(Intrinsic::Multiply).number()
        .takes("`*` multiplies numbers, a number and a list, two lists of the same length to their scalar product, and matrices"),
    operator("×", 2, "cross product of two lists of three numbers")
        .example("println([1, 0, 0] × [0, 1, 0])")
        .gpu("list(3, s), list(3, t) -> list(3, call -(call *(s, t), call *(s, t))); \
            list(d, real), list(e, real) -> list(3, real); list(d, complex), list(e, complex) -> list(3, complex)")
        .cpu("list(n, real), list(m, real) -> list(3, real); list(n, complex), list(m, complex) -> list(3, complex)").is(Intrinsic::Cross)
        .instead_in_cindygl("write `cross(..)`", "cross({0}, {1})"),
    operator("/", 2, "quotient; a list is divided by a number elementwise")
        .example("println([1, 2]/2)")
        .gpu("nonneg, nonneg -> nonneg; real, real -> real; complex, real -> complex; complex, complex -> complex; \
            list(n, a), t -> list(n, self(a, t))")
        .is(Intrinsic::Divide).number().takes("`/` divides a number or a list by a number"),
    operator("+", 2, "sum; lists of equal length elementwise; with a string on either side, concatenation")
        .example("println([1, 2] + [3, 4])")
        .gpu("nat, nat -> nat; int, int -> int; nonneg, nonneg -> nonneg; real, real -> real; complex, complex -> complex; \
            list(n, a), list(n, b) -> list(n, self(a, b))")
        .cpu("string, any -> string; any, string -> string").is(Intrinsic::Add).number()
        .takes("`+` adds two numbers or two lists of the same length"),
    operator("-", 2, "difference; lists of equal length elementwise")
        .example("println([1, 2] - [3, 4])")
        .gpu("int, int -> int; real, real -> real; complex, complex -> complex; list(n, a), list(n, b) -> list(n, self(a, b))")
        .is(Intrinsic::Subtract).number().takes("`-` subtracts two numbers or two lists of the same length"),
    operator("+", 1, "the operand itself")
        .example("println(+2)")
        .gpu("nat -> nat; int -> int; nonneg -> nonneg; real -> real; complex -> complex; list(n, a) -> list(n, self(a))")
        .cpu("string -> string").is(Intrinsic::Plus).number().instead_in_cindygl("leave the sign out", "{0}"),
    operator("-", 1, "negative")
        .example("println(-[1, 2])")
        .gpu("int -> int; real -> real; complex -> complex; list(n, a) -> list(n, self(a))").is(Intrinsic::Negate).number()
        .takes("`-` negates a number or a list of numbers"),
    operator("!", 1, "logical not")
        .example("println(!(1 > 2))").gpu("boolean -> boolean").is(Intrinsic::Not).takes("`!` turns true into false and false into true"),
    operator("°", 1, "degrees to radians: multiplies by pi/180")
        .example("println(sin(90°))")
        .gpu("nonneg -> nonneg; real -> real; complex -> complex").is(Intrinsic::Degree).number()
        .instead_in_cindygl("write `*pi/180`", "({0})*pi/180"),
    operator("..", 2, "the integers from the first to the second, both included")
        .example("println(1..5)")
        .gpu("real, real -> list(int)").cpu("complex, complex -> list(int)").is(Intrinsic::Range)
        .takes("`a..b` is the list of the whole numbers from a to b"),
    operator("==", 2, "exact equality; false for values of different kinds")
        .example("n = 3; println(n == 3)")
        .gpu("int, int -> boolean; real, real -> boolean; boolean, boolean -> boolean; complex, complex -> boolean; \
            list(n, real), list(n, real) -> boolean; list(n, complex), list(n, complex) -> boolean")
        .cpu("any, any -> boolean").is(Intrinsic::Equal).lists(Lists::Compared),
    operator("!=", 2, "not equal")
        .example("n = 3; println(n != 3)")
        .gpu("int, int -> boolean; real, real -> boolean; boolean, boolean -> boolean; complex, complex -> boolean; \
            list(n, real), list(n, real) -> boolean; list(n, complex), list(n, complex) -> boolean")
        .cpu("any, any -> boolean").is(Intrinsic::Unequal).lists(Lists::Compared),
    operator("<", 2, "less, of real numbers or strings; otherwise undefined")
        .example("n = 3; println(n < 5)")
        .gpu("int, int -> boolean; real, real -> boolean")
        .cpu("string, string -> boolean; complex, complex -> boolean; boolean, boolean -> boolean").is(Intrinsic::Less)
        .compares_sizes().takes(COMPARED),
    operator(">", 2, "greater, of real numbers or strings; otherwise undefined")
        .example("n = 3; println(n > 5)")
        .gpu("int, int -> boolean; real, real -> boolean")
        .cpu("string, string -> boolean; complex, complex -> boolean; boolean, boolean -> boolean").is(Intrinsic::Greater)
        .compares_sizes().takes(COMPARED),
    operator("<=", 2, "less or equal, of real numbers or strings; otherwise undefined")
        .example("n = 3; println(n <= 3)")
        .gpu("int, int -> boolean; real, real -> boolean")
        .cpu("string, string -> boolean; complex, complex -> boolean; boolean, boolean -> boolean").is(Intrinsic::LessOrEqual)
        .compares_sizes().takes(COMPARED),
    operator(">=", 2, "greater or equal, of real numbers or strings; otherwise undefined")
        .example("n = 3; println(n >= 3)")
        .gpu("int, int -> boolean; real, real -> boolean")
        .cpu("string, string -> boolean; complex, complex -> boolean; boolean, boolean -> boolean").is(Intrinsic::GreaterOrEqual)
        .compares_sizes().takes(COMPARED),
    operator("~=", 2, "equal up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~= 0.3)")
        .gpu("int, int -> boolean; real, real -> boolean; boolean, boolean -> boolean; complex, complex -> boolean; \
            list(n, real), list(n, real) -> boolean; list(n, complex), list(n, complex) -> boolean")
        .cpu("any, any -> boolean").is(Intrinsic::Near).not_in_cindygl(),
    operator("~!=", 2, "not equal up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~!= 0.3)")
        .gpu("int, int -> boolean; real, real -> boolean; boolean, boolean -> boolean; complex, complex -> boolean; \
            list(n, real), list(n, real) -> boolean; list(n, complex), list(n, complex) -> boolean")
        .cpu("any, any -> boolean").is(Intrinsic::NotNear).not_in_cindygl(),
    operator("~<", 2, "less up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~< 0.3)")
        .gpu("real, real -> boolean").cpu("any, any -> boolean").is(Intrinsic::FuzzyLess).compares_sizes().takes(COMPARED).not_in_cindygl(),
    operator("~>", 2, "greater up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~> 0.3)")
        .gpu("real, real -> boolean").cpu("any, any -> boolean").is(Intrinsic::FuzzyGreater).compares_sizes().takes(COMPARED).not_in_cindygl(),
    operator("~<=", 2, "less or equal up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~<= 0.3)")
        .gpu("real, real -> boolean").cpu("any, any -> boolean").is(Intrinsic::FuzzyLessOrEqual).compares_sizes().takes(COMPARED).not_in_cindygl(),
    operator("~>=", 2, "greater or equal up to a tolerance of 1e-10")
        .example("println(0.1 + 0.2 ~>= 0.3)")
        .gpu("real, real -> boolean").cpu("any, any -> boolean").is(Intrinsic::FuzzyGreaterOrEqual).compares_sizes().takes(COMPARED).not_in_cindygl(),
    operator("∈", 2, "membership in a list")
        .example("println(2 ∈ [1, 2, 3])")
        .gpu("s, list(n, t) -> call ==(s, t)").cpu("any, list(a) -> boolean").is(Intrinsic::In).not_in_cindygl(),
    operator("∉", 2, "no membership in a list")
        .example("println(2 ∉ [1, 2, 3])").gpu("s, list(n, t) -> call ==(s, t)").cpu("any, list(a) -> boolean").is(Intrinsic::NotIn).not_in_cindygl(),
    operator("&", 2, "and; both sides are evaluated")
        .example("n = 3; println(0 < n & n < 5)")
        .gpu("boolean, boolean -> boolean").is(Intrinsic::And).takes("`&` is *and* of two conditions, each true or false"),
    operator("%", 2, "or; both sides are evaluated")
        .example("n = 3; println(n < 0 % 5 < n)")
        .gpu("boolean, boolean -> boolean").is(Intrinsic::Or).takes("`%` is *or* of two conditions, each true or false"),
    operator("<:", 2, "prepends to a list")
        .example("println(0 <: [1, 2])")
        .gpu("a, list(n, b) -> list(n + 1, join(a, b))").cpu("a, list(b) -> list(join(a, b))").is(Intrinsic::Prepend)
        .lists(Lists::Prepended).takes_undefined().takes("`x <: list` puts x before a list").copies(1)
        .instead_in_cindygl("write it with `++`", "([{0}] ++ ({1}))"),
    operator(":>", 2, "appends to a list")
        .example("println([1, 2] :> 3)")
        .gpu("list(n, a), b -> list(n + 1, join(a, b))").cpu("list(a), b -> list(join(a, b))").is(Intrinsic::Append)
        .lists(Lists::Appended).takes_undefined().takes("`list :> x` appends x to a list").copies(0)
        .instead_in_cindygl("write it with `++`", "(({0}) ++ [{1}])"),
    operator("++", 2, "concatenates lists")
        .example("println([1, 2] ++ [3, 4])")
        .gpu("list(n, a), list(m, b) -> list(n + m, join(a, b))")
        .cpu("list(a), list(b) -> list(join(a, b)); list(n, a), s -> list(n + 1, join(a, s)); list(a), s -> list(join(a, s)); \
            s, list(n, b) -> list(n + 1, join(s, b)); s, list(b) -> list(join(s, b)); shape, shape -> shape")
        .is(Intrinsic::Concatenate).lists(Lists::Joined).takes("`++` joins two lists").copies(0),
    operator("--", 2, "the first list without the elements of the second")
        .example("println([1, 2, 3] -- [2])")
        .cpu("list(a), list(b) -> list(a); list(a), s -> list(a); shape, shape -> shape").lists(Lists::Kept)
        .takes("`--` takes the elements of one list out of another").copies(0),
    operator("~~", 2, "the elements in both lists")
        .example("println([1, 2, 3] ~~ [2, 3, 4])")
        .cpu("list(a), list(b) -> list(a); shape, shape -> shape").lists(Lists::Kept)
        .takes("`~~` gives the elements that two lists share"),
    operator(sign::BARS, 2, "distance of two points")
        .example("println(|[0, 0], [3, 4]|)")
        .gpu("real, real -> nonneg; complex, complex -> nonneg; list(n, real), list(n, real) -> nonneg; \
            list(n, complex), list(n, complex) -> nonneg")
        .cpu("point, list(2, complex) -> nonneg; list(2, complex), point -> nonneg; point, point -> nonneg; list(n, list(m, complex)), list(n, list(m, complex)) -> nonneg").is(Intrinsic::Distance)
        .number().takes("`|a, b|` is the distance of two numbers or two points"),
    operator(sign::BARS, 1, "absolute value of a number, length of a list")
        .example("println(|[3, 4]|)")
        .gpu("int -> nat; real -> nonneg; complex -> nonneg; list(n, real) -> nonneg; list(n, complex) -> nonneg")
        .cpu("list(n, list(m, complex)) -> nonneg; list(complex) -> nonneg").is(Intrinsic::Abs).number()
        .takes("`|...|` takes a number or a list of numbers"),

    sign(sign::ASSIGN, 2, "assigns a value to a variable, an element or a field; with a list on the left, one value of the list to each name")
        .example("a = 1; b = 2; [a, b] = [b, a]; println(a)"),
    sign(":=", 2, "defines a function, or a variable whose expression is evaluated at each use")
        .example("f(x) := x^2; now := seconds(); println(f(now))"),
    sign(sign::UNDEFINE, 1, "removes the definition of a function")
        .example("f(x) := x^2; println(f(2)); f(x) :=_;"),
    sign("::=", 2, "has no effect, as in CindyJS"),
    sign(sign::INDEX, 2, "an element of a list, or a character of a string; 1 is the first, -1 the last. \
        Also: an entry of a dictionary, by its key. With a list of indices: the list of these elements")
        .example("l = [4, 5, 6]; println(l_1 + l_(-1))"),
    sign(sign::FIELD, 2, "a field, by its name: a coordinate, a property of an element, an entry of a dictionary")
        .example("p = [3, 4]; println(p.x)"),
    sign(sign::USER_DATA, 2, "data that scripts store with an element, by a key of their choice")
        .example("A:\"speed\" = 2; println(A:\"speed\")"),
    sign(";", ANY, "separates statements; the value is that of the last one")
        .example("println((a = 1; a + 1))"),
    sign("->", 2, "passes a modifier to a call: its name on the left, its value on the right")
        .example("draw([0, 0], size -> 10)"),
    sign(HASH, 0, "the running variable of the innermost enclosing loop or colorplot that does not name its own")
        .example("println(apply(1..3, #^2))"),
    sign(sign::DICTIONARY, ANY, "a dictionary: each key is a string, and has a value")
        .example("d = {\"size\": 3, \"name\": \"B\"}; println(d.size)"),
];
