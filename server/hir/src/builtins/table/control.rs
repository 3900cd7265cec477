//! Loops, branches, variables.

use crate::builtins::modifiers::{ENTRIES, RANGE};
use crate::builtins::writing::{ANY, row};
use crate::builtins::{Builtin, Category, Control, IterationKind, form};

const fn control(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Control, name, arity, doc)
}

const fn variables(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Variables, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    control("repeat", 2, "evaluates the body n times; # counts from 1 to n. Returns the last value. Modifiers: start, stop, step").args("n, body")
        .example("repeat(5, drawcircle([0, 0], #))").used(10)
        .loops(IterationKind::Repeat).modifiers(&[RANGE]).usage("repeat(n, k, ...; ...): k counts from 1 to n"),
    control("repeat", 3, "evaluates the body n times with a named counter, which counts from 1 to n: repeat(10, k, ...)")
        .args("n, variable: counts from 1 to n, body")
        .example("repeat(5, k, drawcircle([0, 0], k))")
        .loops(IterationKind::Repeat).modifiers(&[RANGE]),
    control("while", 2, "evaluates the body as long as the condition is true; returns its last value").args("condition, body")
        .example("n = 1; while(n < 100, n = 2*n)").used(7)
        .control(Control::While).usage("while(condition, ...; ...)"),
    control("apply", 2, "evaluates the body for each element, which is #; returns the list (or dictionary) of the values").args("list, body")
        .example("apply(1..4, #^2)").used(11)
        .loops(IterationKind::Apply).remark("apply(list, v, ...): the list of the values of ... for each element v"),
    control("apply", 3, "evaluates the body for each element, which has a name; returns the list (or dictionary) of the values")
        .args("list, variable: each element in turn, body")
        .example("squares = apply(1..5, k, k^2)")
        .loops(IterationKind::Apply),
    control("apply", 4, "evaluates the body for each element, with its index or key; returns the list (or dictionary) of the values").args("list, variable: each element in turn, index: its position (from 1) or key, body")
        .example(r#"apply(["a", "b"], s, k, s + k)"#).loops(IterationKind::Apply),
    control("forall", 2, "evaluates the body for each element, which is #; returns the last value").args("list, body")
        .example("forall(1..3, println(#))").used(10)
        .loops(IterationKind::ForAll).modifiers(&[ENTRIES]).remark("forall(list, v, ...; ...): v is each element in turn"),
    control("forall", 3, "evaluates the body for each element of a list or dictionary, which has a name; returns the last value").args("list, variable: each element in turn, body")
        .example("forall(1..4, k, draw([k, 1]))")
        .loops(IterationKind::ForAll).modifiers(&[ENTRIES]),
    control("forall", 4, "evaluates the body for each element of a list or dictionary, with its index or key; returns the last value").args("list, variable: each element in turn, index: its position (from 1) or key, body")
        .example(r#"forall(["a", "b"], s, k, println(k + ": " + s))"#).loops(IterationKind::ForAll),
    control("if", 2, "evaluates the second argument if the condition is true").args("condition, then")
        .example(r#"if(A.x > 0, println("on the right"))"#).used(13)
        .control(Control::If).usage("if(condition, then) or if(condition, then, otherwise)"),
    control("if", 3, "evaluates the second argument if the condition is true, the third if it is false; undefined if it is neither").args("condition, then, otherwise")
        .example("size = if(random() < 0.5, 3, 6)").control(Control::If),

    variables("createvar", 1, "gives the variable a new, undefined value until `removevar` restores the old one").args("variable")
        .example("a = 1; createvar(a); a = 2; removevar(a); println(a)").used(4)
        .form(form::FRESH).cpu("any -> undefined"),
    variables("local", ANY, "gives the variables new, undefined values until `release` restores the old ones").args("variable, ...")
        .example("f(x) := (local(y); y = 2*x; release(y)); println(f(3))").used(5)
        .form(form::FRESH),
    variables("removevar", 1, "restores the value that the variable had before `createvar`; returns its last value").args("variable")
        .example("a = 1; createvar(a); a = 2; removevar(a); println(a)").used(4)
        .form(form::RELEASED).cpu("any -> any"),
    variables("release", ANY, "restores the values that the variables had before `local`; returns the value of the last argument")
        .args("variable, ...")
        .example("f(x) := (local(y); y = 2*x; release(y)); println(f(3))").used(5)
        .form(form::RELEASED),
    variables(form::REGIONAL, ANY, "makes the variables local to this function: they have no value when it is called, and other code cannot see them")
        .args("variable, ...")
        .example("middle(p, q) := (regional(m); m = (p + q)/2; m); draw(middle([0, 0], [2, 4]))").used(9)
        .control(Control::Regional),
];
