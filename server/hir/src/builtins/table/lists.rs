//! Lists and dictionaries.

use crate::builtins::modifiers::{EXTREMUM, LEVELS};
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic, IterationKind, Lists};

const fn list(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::List, name, arity, doc).total()
}

const fn dictionary(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Dictionary, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    list("select", 2, "the elements for which the body is true; each is #").args("list, condition")
        .example("select(1..10, mod(#, 3) == 1)").used(8)
        .loops(IterationKind::Select).usage("select(list, v, condition)").not_in_cindygl(),
    list("select", 3, "the elements for which the body is true; each has a name")
        .args("list, variable: each element in turn, condition")
        .example("odd = select(1..10, k, mod(k, 2) == 1)")
        .loops(IterationKind::Select).not_in_cindygl(),
    list("select", 4, "the elements for which the body is true; each has a name, and so has its index or key")
        .args("list, variable: each element in turn, index: its position (from 1) or key, condition")
        .example("select([4, 1, 3], v, k, v > k)").loops(IterationKind::Select).not_in_cindygl(),
    list("flatten", 1, "the elements of all sublists in one list").args("list")
        .example("flatten([[1, 2], [3]])").used(7)
        .cpu("list(list(a)) -> list(a); list(a) -> list(a); a -> a").is(Intrinsic::Flatten).modifiers(&[LEVELS]).copies(0),
    list("product", 1, "product of all elements; 1 for the empty list").args("list")
        .example("product([2, 3, 4])").used(3)
        .gpu("list(n, nat) -> nat; list(n, int) -> int; list(n, nonneg) -> nonneg; list(n, real) -> real; list(n, complex) -> complex")
        .cpu("list(list(a)) -> any; list(a) -> a").is(Intrinsic::Product).folds(IterationKind::Product).partial()
        .usage("product([a, b, c]) or product(1..10, k, ...)").of_one_list().not_in_cindygl(),
    list("product", 2, "product of the body for all elements; each is #").args("list, body")
        .example("product(1..5, # + 1)").loops(IterationKind::Product).not_in_cindygl(),
    list("product", 3, "product of the body for all elements; each has a name").args("list, variable: each element in turn, body")
        .example("product(1..5, k, k + 1)").loops(IterationKind::Product).not_in_cindygl(),
    list("sum", 1, "sum of all elements; 0 for the empty list").args("list")
        .example("mean = sum([2, 4, 9])/3").used(8)
        .gpu("list(n, list(m, a)) -> list(m, call +(a, a)); list(n, nat) -> nat; list(n, int) -> int; list(n, nonneg) -> nonneg; \
            list(n, real) -> real; list(n, complex) -> complex")
        .cpu("list(a) -> a").is(Intrinsic::Sum).folds(IterationKind::Sum).partial().usage("sum([a, b, c]) or sum(1..10, k, ...)").of_one_list(),
    list("sum", 2, "sum of the body for all elements; each is #").args("list, body")
        .example("sum(1..10, #^2)").loops(IterationKind::Sum).instead_in_cindygl("write `sum(apply(..))`", "sum(apply({0}, {1}))"),
    list("sum", 3, "sum of the body for all elements; each has a name").args("list, variable: each element in turn, body")
        .example("sum(1..10, k, k^2)").loops(IterationKind::Sum).instead_in_cindygl("write `sum(apply(..))`", "sum(apply({0}, {1}, {2}))"),
    list("max", 1, "the largest element of a list").args("list")
        .example("tallest = max([3, 8, 5])").used(9)
        .gpu("list(n, boolean) -> boolean; list(n, nat) -> nat; list(n, int) -> int; list(n, nonneg) -> nonneg; list(n, real) -> real")
        .cpu("list(a) -> a").is(Intrinsic::Max).folds(IterationKind::Max).partial().modifiers(&[EXTREMUM])
        .usage("max(a, b) or max([a, b, c])").of_one_list(),
    list("max", 2, "the larger of two values; for a list and an expression in #, the largest value of the expression for the elements").args("a, b")
        .example("max(0, -2)")
        .or_loop(IterationKind::Max)
        .gpu("boolean, boolean -> boolean; nat, int -> nat; int, nat -> nat; int, int -> int; nonneg, real -> nonneg; \
            real, nonneg -> nonneg; real, real -> real")
        .cpu("a, b -> join(a, b); ...").is(Intrinsic::Max).partial().modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("max", 3, "the largest value of the body for all elements; each has a name").args("list, variable: each element in turn, body")
        .example("max([1, -3, 2], v, |v|)").loops(IterationKind::Max).is(Intrinsic::Max).modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("max", 4, "the largest value of the body for all elements; each has a name, and so has its index")
        .args("list, variable: each element in turn, index: its position (from 1), body")
        .example("max([5, 2, 4], v, k, v*k)").loops(IterationKind::Max).is(Intrinsic::Max).modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("min", 1, "the smallest element of a list").args("list")
        .example("least = min([3, 8, 5])").used(9)
        .gpu("list(n, boolean) -> boolean; list(n, nat) -> nat; list(n, int) -> int; list(n, nonneg) -> nonneg; list(n, real) -> real")
        .cpu("list(a) -> a").is(Intrinsic::Min).folds(IterationKind::Min).partial().modifiers(&[EXTREMUM])
        .usage("min(a, b) or min([a, b, c])").of_one_list(),
    list("min", 2, "the smaller of two values; for a list and an expression in #, the smallest value of the expression for the elements").args("a, b")
        .example("min(1, 2.5)")
        .or_loop(IterationKind::Min)
        .gpu("boolean, boolean -> boolean; nat, nat -> nat; int, int -> int; nonneg, nonneg -> nonneg; real, real -> real")
        .cpu("a, b -> join(a, b); ...").is(Intrinsic::Min).partial().modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("min", 3, "the smallest value of the body for all elements; each has a name").args("list, variable: each element in turn, body")
        .example("min([1, -3, 2], v, |v|)").loops(IterationKind::Min).is(Intrinsic::Min).modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("min", 4, "the smallest value of the body for all elements; each has a name, and so has its index").args("list, variable: each element in turn, index: its position (from 1), body")
        .example("min([5, 2, 4], v, k, v*k)").loops(IterationKind::Min).is(Intrinsic::Min).modifiers(&[EXTREMUM]).not_in_cindygl(),
    list("take", 2, "an element of a list, or a character of a string: the same as _").args("list, index: counted from 1")
        .example("take([3, 5, 7], 2)").gpu("list(n, a), real -> a").cpu("list(a), any -> any").is(Intrinsic::Take).partial()
        .instead_in_cindygl("write it with `_`", "({0})_({1})"),
    list("length", 1, "number of elements of a list, or of characters of a string; 1 for a number").args("list")
        .example("length([7, 8, 9])").used(10)
        .gpu("list(n, a) -> nat").cpu("any -> nat").is(Intrinsic::Length).takes_undefined(),
    list("pairs", 1, "all pairs of elements, each once").args("list")
        .example("forall(pairs([[0, 0], [1, 0], [0, 1]]), s, draw(s))").used(5).cpu("list(a) -> list(list(2, a))"),
    list("triples", 1, "all triples of elements, each once").args("list")
        .example("triples([1, 2, 3, 4])").used(1).cpu("list(a) -> list(list(3, a))"),
    list("cycle", 1, "the pairs of neighbours, and the pair of the last and the first element").args("list")
        .example("forall(cycle([[0, 0], [1, 0], [0, 1]]), s, draw(s))").used(4)
        .cpu("list(n, a) -> list(n, list(2, a)); list(a) -> list(list(2, a))"),
    list("consecutive", 1, "the pairs of neighbours").args("list")
        .example("forall(consecutive([[0, 0], [1, 0], [1, 1]]), s, draw(s))").used(1).cpu("list(a) -> list(list(2, a))"),
    list("reverse", 1, "reverses a list or string").args("list")
        .example("reverse([1, 2, 3])").used(7)
        .gpu("list(n, a) -> list(n, a)").cpu("list(a) -> list(a); string -> string").is(Intrinsic::Reverse).lists(Lists::Reversed)
        .copies(0),
    list("directproduct", 2, "all pairs of an element of the first and one of the second list").args("list, other")
        .example(r#"directproduct([1, 2], ["a", "b"])"#).cpu("list(a), list(b) -> list(list(2, join(a, b)))"),
    list("concat", 2, "two lists as one; the union of two shapes; the same as ++").args("list, other")
        .example("concat([1, 2], [3])").used(4)
        .gpu("list(n, a), list(m, b) -> list(n + m, join(a, b))").cpu("list(a), list(b) -> list(join(a, b)); shape, shape -> shape")
        .is(Intrinsic::Concatenate).lists(Lists::Joined).copies(0).instead_in_cindygl("write it with `++`", "(({0}) ++ ({1}))"),
    list("common", 2, "the elements in both lists; the intersection of two shapes; the same as ~~").args("list, other")
        .example("common([1, 2, 3], [2, 3, 4])").used(2)
        .cpu("list(a), list(b) -> list(a); shape, shape -> shape").lists(Lists::Kept),
    list("remove", 2, "the elements of the first list that are not in the second; the difference of two shapes; the same as --").args("list, other")
        .example("l = remove([1, 2, 3], [2])").used(4)
        .cpu("list(a), any -> list(a); shape, shape -> shape").lists(Lists::Kept).copies(0),
    list("append", 2, "a list with one more element at its end; the same as :>").args("list, element")
        .example("l = [1, 2]; l = append(l, 3)").used(7)
        .gpu("list(n, a), b -> list(n + 1, join(a, b))").cpu("list(a), b -> list(join(a, b))").is(Intrinsic::Append)
        .lists(Lists::Appended).takes_undefined().copies(0).instead_in_cindygl("write it with `++`", "(({0}) ++ [{1}])"),
    list("prepend", 2, "a list with one more element at its start; the same as <:").args("element, list")
        .example("l = prepend(0, [1, 2])")
        .gpu("a, list(n, b) -> list(n + 1, join(a, b))").cpu("a, list(b) -> list(join(a, b))").is(Intrinsic::Prepend)
        .lists(Lists::Prepended).takes_undefined().copies(1).instead_in_cindygl("write it with `++`", "([{0}] ++ ({1}))"),
    list("contains", 2, "true if the list contains the value").args("list, element")
        .example("contains([1, 2, 3], 2)").used(7)
        .gpu("list(n, t), s -> call ==(s, t)").cpu("list(a), any -> boolean").is(Intrinsic::Contains).not_in_cindygl(),
    list("sort", 2, "sorts a list by the value of the body for each element, which is #").args("list, key")
        .example("l = sort([-3, 1, 2], #^2)").used(7)
        .loops(IterationKind::Sort).usage("sort(list) or sort(list, v, ...)").not_in_cindygl(),
    list("sort", 3, "sorts a list by the value of the body for each element, which has a name").args("list, variable: each element in turn, key")
        .example("sort([3, -5, 1], v, |v|)").loops(IterationKind::Sort).not_in_cindygl(),
    list("sort", 4, "sorts a list by the value of the body for each element, which has a name, and so has its index")
        .args("list, variable: each element in turn, index: its position (from 1), key")
        .example("l = sort([3, 1, 2], v, k, v*k)").loops(IterationKind::Sort).not_in_cindygl(),
    list("sort", 1, "sorts a list, the smallest element first").args("list")
        .example("sort([3, 1, 2])")
        .gpu("list(n, s) -> list(n, s); list(n, list(m, s)) -> list(n, list(m, s))").cpu("list(n, a) -> list(n, a); list(a) -> list(a)")
        .is(Intrinsic::Sort).copies(0),
    list("set", 1, "the elements of a list, sorted, each once").args("list")
        .example("set([1, 2, 2, 1])").used(6).cpu("list(a) -> list(a)").copies(0),
    list("combinations", 2, "the binomial coefficient of two numbers; for a list, all sublists with k elements").args("n, k")
        .example("combinations(5, 2)").used(2).cpu("any, any -> any").partial(),

    dictionary("keys", 1, "the keys of a dictionary, or of the data of an element, sorted").args("dictionary")
        .example(r#"keys({"a": 1, "b": 2})"#).used(2).cpu("any -> list(string)"),
    dictionary("values", 1, "the values of a dictionary in the order of its keys").args("dictionary")
        .example(r#"values({"a": 1, "b": 2})"#).used(1)
        .cpu("dictionary -> list(any); list(n, a) -> list(n, a); list(a) -> list(a)"),
    dictionary("dict", 0, "a dictionary with the modifiers as its entries")
        .example(r#"d = put(dict(), "a", 1); println(get(d, "a"))"#).used(2).cpu("-> dictionary").any_modifiers(),
    dictionary("put", 3, "a dictionary with one entry changed; the old one stays as it is").args("dictionary, key, value")
        .example(r#"d = put(dict(), "a", 1); println(get(d, "a"))"#).used(2)
        .cpu("dictionary, any, any -> dictionary"),
    dictionary("get", 2, "the value of a key").args("dictionary, key")
        .example(r#"d = put(dict(), "a", 1); println(get(d, "a"))"#).used(7).cpu("dictionary, any -> any"),
];
