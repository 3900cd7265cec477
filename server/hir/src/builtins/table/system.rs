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
    system("version", 0, "name and version of CindyJS, as a list")
        .example("println(version())").cpu("-> list(any)").makes("a list of a string and numbers"),
    system("parse", 1, "runs a string as a script; returns its value").args("code")
        .example(r#"parse("1 + 2")"#).used(7).form(form::TEXT).changes_state().cpu("any -> any").runs(Opaque::Text),
    system("import", 1, "loads a file with a script and runs it").args("file")
        .example(r#"import("library.cjs")"#).form(form::TEXT).changes_state().cpu("any -> any").is(Intrinsic::Import).runs(Opaque::Text),
    system("self", 0, "the element whose script runs")
        .example("f = cgllazy(z, self()); cgleval(f, 1)").used(5).cpu("-> any"),
    system("eval", 1, "evaluates an expression; modifiers set its variables").args("expression")
        .example("eval(x^2, x -> 3)").used(2).form(form::WITH).cpu("a -> a").any_modifiers(),
    system("javascript", 1, "runs JavaScript in the page, where `this` is the applet").args("code")
        .example(r#"javascript("console.log(1 + 2)")"#).used(6).changes_state().cpu("any -> undefined").is(Intrinsic::JavaScript).runs(Opaque::Text),
    system("use", 1, "loads a plugin by its name; true if there is one").args("plugin")
        .example(r#"use("CindyGL")"#).used(8).changes_state().cpu("any -> boolean").runs(Opaque::Plugin).names(&[(0, Named::Plugin)]),
    system("createtool", 3, "adds buttons for construction to the page").args("modes, column, row").used(3)
        .unavailable().changes_state().modifiers(&[TOOL]),
    system("load", 2, "loads the text at an address, and evaluates the body, in which # is the text").args("address, body").out_of_scope("network").changes_state().runs(Opaque::Text),
    system("load", 3, "loads the text at an address, and evaluates the body, in which the text has a name").args("address, variable, body").out_of_scope("network").changes_state().runs(Opaque::Text),

    console("clearconsole", 0, "empties the console")
        .example(r#"clearconsole(); println("a clean start")"#).cpu("-> undefined"),
    console("err", 1, "prints a value after the name of its variable").args("value")
        .example("size = 3; err(size)").used(7).cpu("any -> undefined").is(Intrinsic::Diagnose),
    console("errc", 1, "prints a value to the console of the browser").args("value")
        .example("errc(A.x)").used(8).cpu("any -> undefined").is(Intrinsic::Diagnose),
    console("print", 1, "prints the value without a line break").args("value")
        .example(r#"print("a"); println("b")"#).used(6).cpu("any -> undefined").is(Intrinsic::Print),
    console("println", 1, "prints the value and ends the line").args("value")
        .example(r#"println("radius: " + 2)"#).used(7).cpu("any -> undefined").is(Intrinsic::Print),
    console("assert", 2, "prints the message if the condition is false")
        .args("condition, message")
        .example(r#"assert(A.x >= 0, "A is on the left")"#).cpu("any, any -> undefined"),
    console("dump", 1, "prints how CindyJS has parsed the expression").args("expression").used(3)
        .unavailable(),
];
