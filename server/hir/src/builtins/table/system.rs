//! The system: code that is not in the program, the console.

use crate::builtins::modifiers::TOOL;
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic, Named, Opaque, form};

const fn system(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::System, name, arity, doc)
}

const fn console(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Console, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    system("version", 0, "list naming the implementation and its version components")
        .example("println(version())").cpu("-> list(any)").makes("a list of a string and numbers"),
    system("parse", 1, "parses and evaluates a string as code").args("code")
        .example(r#"parse("1 + 2")"#).used(7).form(form::TEXT).changes_state().cpu("any -> any").runs(Opaque::Text),
    system("import", 1, "asynchronously loads and runs a script file").args("file")
        .example(r#"import("library.cjs")"#).form(form::TEXT).changes_state().cpu("any -> any").is(Intrinsic::Import).runs(Opaque::Text),
    system("self", 0, "the object whose stored code is being evaluated")
        .example("f = cgllazy(z, self()); cgleval(f, 1)").used(5).cpu("-> any"),
    system("eval", 1, "evaluates an expression with variables bound by modifiers").args("expression")
        .example("eval(x^2, x -> 3)").used(2).form(form::WITH).cpu("a -> a").any_modifiers(),
    system("javascript", 1, "runs JavaScript source").used(6).out_of_scope("JavaScript").changes_state().runs(Opaque::Text),
    system("use", 1, "activates a plugin by name, yields success").args("plugin")
        .example(r#"use("CindyGL")"#).used(8).changes_state().cpu("any -> boolean").runs(Opaque::Plugin).names(&[(0, Named::Plugin)]),
    system("createtool", 3, "adds toolbar buttons for interactive construction modes").args("modes, column, row").used(3)
        .unavailable().changes_state().modifiers(&[TOOL]),
    system("load", 2, "fetches a URL and runs code with # bound to its text").out_of_scope("network").changes_state().runs(Opaque::Text),
    system("load", 3, "load with a named variable").out_of_scope("network").changes_state().runs(Opaque::Text),

    console("clearconsole", 0, "empties the console")
        .example(r#"clearconsole(); println("a clean start")"#).cpu("-> undefined"),
    console("err", 1, "writes the argument (with its variable name) to the console as a diagnostic").args("value")
        .example("size = 3; err(size)").used(7).cpu("any -> undefined").is(Intrinsic::Diagnose),
    console("errc", 1, "like err but goes to the JavaScript console").args("value")
        .example("errc(A.x)").used(8).cpu("any -> undefined").is(Intrinsic::Diagnose),
    console("print", 1, "prints the value without a line break").args("value")
        .example(r#"print("a"); println("b")"#).used(6).cpu("any -> undefined").is(Intrinsic::Print),
    console("println", 1, "prints the value followed by a line break").args("value")
        .example(r#"println("radius: " + 2)"#).used(7).cpu("any -> undefined").is(Intrinsic::Print),
    console("assert", 2, "prints the second argument when the first is false; complains if not boolean")
        .args("condition, message")
        .example(r#"assert(A.x >= 0, "A is on the left")"#).cpu("any, any -> undefined"),
    console("dump", 1, "debug dump of the unevaluated argument tree").args("expression")
        .example("dump(1 + 2*A.x)").used(3)
        .form(form::QUOTED).cpu("any -> undefined"),
];
